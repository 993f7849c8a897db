"""Numbers that stand in two places are the same in both."""

from __future__ import annotations

import re
from pathlib import Path

import interpreter
from interpreter import _bits, _numbers, codes
from interpreter.program import DutyKind, Phase, Sides, Then, TrumpBy, Window

FOLDER = Path(interpreter.__file__).parent


def test_compiled_constants_are_those_of_python():
    text = (FOLDER / "_numbers.pxd").read_text()
    compiled = {name: int(value) for name, value in re.findall(r"^    (\w+) = (-?\d+)$", text, re.MULTILINE)}
    python = {name: value for name, value in vars(_numbers).items() if isinstance(value, int)}
    assert compiled == python


def test_kernel_numbers_are_those_of_the_contract():
    for prefix, kind in (("O_", codes.Op), ("N_", codes.Name), ("WHO_", codes.Who)):
        assert all(getattr(_numbers, prefix + member.name) == member for member in kind)


WINDOWS = (
    "BEFORE AFTER INSTEAD OWN_FIRST_BID OWN_BID FIRST_LEAD EACH_LEAD OWN_FIRST_CARD OWN_CARD "
    "OWN_CARD_DONE TRICK_DONE CALL_DONE TURNED DEAL_END GAME_START GAME_END"
)


def test_enumerations_keep_their_order():
    names = {
        "P_": (Phase, "DEAL AUCTION WIDOW TRUMP EXCHANGE ASK REDRAW BURY MELD PLAY SCORE"),
        "W_": (
            Window,
            WINDOWS,
        ),
        "T_": (Then, "NOTHING OUTCOME STOP_PLAY SAME_DEALER NEXT_DEALER CLOSE_STOCK"),
        "K_": (DutyKind, "FOLLOW TRUMP BEAT BEAT_LED PLAY AVOID"),
        "BY_": (TrumpBy, "DECLARER BID TURN_UP WIDOW MARRIAGE NOBODY"),
    }
    for prefix, (kind, words) in names.items():
        assert [getattr(_numbers, prefix + word) for word in words.split()] == list(range(len(kind)))
    assert [m.value for m in Window] == [
        "before", "after", "in place of", "at own first bid", "at own bid", "before first lead", "before each lead",
        "before own first card", "before own card", "after own card", "after each trick", "after call",
        "after turn_up", "deal end", "game start", "game end",
    ]  # fmt: skip
    assert len(Sides) >= 3


def test_every_array_of_the_kernel_is_made_uncompiled_too():
    for name in ("_state", "_tables", "_melds", "_basic", "_playout"):
        declared = re.findall(
            r"^    cdef [\w ]+? (\w+)\[(\d+)\](?:  #.*)?$", (FOLDER / f"{name}.pxd").read_text(), re.MULTILINE
        )
        made = dict(re.findall(r"self\.(\w+) = \[0\] \* (\d+)$", (FOLDER / f"{name}.py").read_text(), re.MULTILINE))
        assert declared
        assert dict(declared) == made


def test_every_field_of_the_tables_is_set_uncompiled_too():
    text = (FOLDER / "_tables.pxd").read_text()
    kinds = r"^    cdef (?:int|bint|unsigned long long) ([\w, ]+)$"
    names = [name.strip() for line in re.findall(kinds, text, re.MULTILINE) for name in line.split(",")]
    source = (FOLDER / "_tables.py").read_text()
    unconditional = set(re.findall(r"^        self\.(\w+)(?:: \w+)? = ", source, re.MULTILINE))
    assert set(names) <= unconditional


def test_every_scalar_of_a_state_is_copied():
    text = (FOLDER / "_state.py").read_text()
    made = set(re.findall(r"^        self\.(\w+) = 0$", text.split("def copy_state")[0], re.MULTILINE))
    copied = set(re.findall(r"self\.(\w+) = ", text.split("def copy_state")[1].split("# -- random streams")[0]))
    assert made - copied == {"stack_base"}


def test_generator_is_pinned():
    """These numbers may never change: records are replayed with them."""
    assert _bits.scramble(_bits.advance_stream(0)) == 0xE220A8397B1DCDAF
    assert _bits.scramble(_bits.advance_stream(_bits.advance_stream(0))) == 0x6E789E6AA1B965F4
    assert _bits.stream_key(1, 2, 3, 0) == PINNED_KEY
    assert _bits.stream_start(PINNED_KEY, 0) == PINNED_START


PINNED_KEY = 0x12588D809DCE88A7
PINNED_START = 0x1BD01FD71FEE7E6E
