"""The kernel's classes stand on one another; a field of one must not be hidden by a field of a later one."""

from __future__ import annotations

import re
from pathlib import Path

import interpreter
from interpreter._pure import KERNEL

FOLDER = Path(interpreter.__file__).parent
CLASS = re.compile(r"^cdef class (\w+)(?:\((\w+)\))?:$")
FIELDS = re.compile(
    r"^    cdef (?:public |readonly )?(?:unsigned |long )*(?:object|[A-Za-z_]\w*)(?:\[[:\d, ]*\])? (.+)$"
)


def fields_of_classes() -> dict[str, tuple[str, set[str]]]:
    """Return each class's base and its own fields, from the declarations."""
    found: dict[str, tuple[str, set[str]]] = {}
    for module in KERNEL:
        name = ""
        for line in (FOLDER / f"{module}.pxd").read_text(encoding="utf-8").splitlines():
            head = CLASS.match(line)
            if head:
                name = head[1]
                found[name] = (head[2] or "", set())
            elif line and not line.startswith(" "):
                name = ""
            declared = FIELDS.match(line)
            if name and declared and "(" not in line:
                found[name][1].update(re.sub(r"\[.*?\]", "", part).strip() for part in declared[1].split(","))
    return found


def test_no_field_hides_another() -> None:
    found = fields_of_classes()
    assert {"State", "Tricks", "Searching", "Solver"} <= set(found)
    assert {"seat", "hand", "n_laid"} <= found["State"][1]
    assert {"friend", "stride", "memory", "high", "low"} <= found["Solver"][1]
    for name, (base, own) in found.items():
        below = base
        while below:
            above, theirs = found[below]
            assert not own & theirs, f"{name} hides {own & theirs} of {below}"
            below = above
