"""From a model to a Program, with the findings that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table
from typing import TYPE_CHECKING

from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.findings import Finding, Findings, Path
from pinochle_dsl.model import Variant
from pinochle_dsl.nodes import Mapping
from pinochle_dsl.structure import structure, without

if TYPE_CHECKING:
    from interpreter.program import Program
    from pinochle_dsl.expressions import Written


def build(model: Variant, chosen: Table[str, str], findings: Findings, root: Mapping) -> Program | None:
    """Return the Program of a model; None with findings where its rules do not fit together.

    `root` is the tree it was made of, which contracts of another kind patch.
    """
    from pinochle_dsl.certain import check_certain  # noqa: PLC0415
    from pinochle_dsl.checks import check_model  # noqa: PLC0415 - with the compiler: few commands need it
    from pinochle_dsl.compiling import compile_variant  # noqa: PLC0415
    from pinochle_dsl.figures import check_figures  # noqa: PLC0415
    from pinochle_dsl.standstill import check_playable  # noqa: PLC0415

    written: list[Written] = []
    program = compile_variant(model, chosen, findings, root, written)
    check_model(model, findings)
    if program is not None:
        check_figures(model, program, findings, root)
        check_playable(program, findings)
        check_certain(program, written, findings)
    findings.items = list(_causes(findings.items))
    return program


def build_rest(root: Mapping, unit: int, chosen: Table[str, str], findings: Findings) -> None:
    """Add what else is wrong with a file some of whose parts do not fit, judged without those parts."""
    from pinochle_dsl.checks import check_model  # noqa: PLC0415 - as above
    from pinochle_dsl.compiling import compile_variant  # noqa: PLC0415 - as above
    from pinochle_dsl.misfits import is_owned  # noqa: PLC0415 - as above

    hurt = [item.path for item in findings.items]
    if any(item.code == "PIN101" and len(item.path) == 1 and is_owned(str(item.path[0])) for item in findings.items):
        return  # a section's line that starts too far left: its section is not what the author meant
    if any(len(path) == 1 and hasattr(Variant, str(path[0])) for path in hurt):
        return  # without a whole section the rest cannot be judged
    model = structure(without(root, hurt), unit, Findings())
    if model is None:
        return
    rest = Findings()
    compile_variant(model, chosen, rest, root)
    check_model(model, rest)
    near = {path[:2] for path in hurt}
    findings.items += _causes([item for item in rest.items if _stands_alone(item.path, near)])


def _stands_alone(path: Path, near: set[Path]) -> bool:
    """Whether a finding is about a part of the file in which nothing else is wrong."""
    return path == ("variant",) or (len(path) > 1 and path[:2] not in near)


def _causes(items: list[Finding]) -> Iterator[Finding]:
    """Return findings without those that only follow from another one."""
    starts: dict[tuple[Path, bool], set[int | None]] = {}
    too_large = any(item.code == "PIN409" for item in items)
    for item in items:
        told = starts.setdefault((item.path, item.on_key), set())
        follows = bool(told) and (item.start is None or item.start in told or None in told)
        if follows or (too_large and item.code in ("PIN401", "PIN402")):
            continue
        told.add(item.start)
        yield item


def sound(items: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Return the diagnostics that are not about text which could not be read in the first place."""
    for item in items:
        source = item.source
        if source is not None and source.hurt:
            start = source.starts[item.line - 1] + item.column - 1
            end = source.starts[item.end_line - 1] + item.end_column - 1
            if any(low < end and start < high for low, high in source.hurt):
                continue
        yield item
