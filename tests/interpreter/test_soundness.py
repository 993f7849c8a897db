"""Programs that do not hold together are refused before the kernel sees them, and no deal stands still."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import interpreter
from interpreter import Game, Program, melds
from interpreter.codes import Name, Op, Who
from interpreter.game import play_out
from interpreter.program import (
    Ask,
    Call,
    Duty,
    DutyKind,
    Ending,
    Exchange,
    MeldEntry,
    Phase,
    Play,
    Redraw,
    Stage,
    Then,
    Widow,
    Window,
)
from interpreter.soundness import TooLarge, UnsoundProgram, check
from pinochle_dsl import load
from tests.interpreter.programs import TRUE, code, partnership, three_handed, two_handed
from tests.stopping import HEARING, PATIENCE

FOLDER = Path(interpreter.__file__).parent
ALL = (partnership, two_handed, three_handed)


@pytest.mark.parametrize("made", ALL)
def test_sound_programs_pass(made):
    check(made())
    assert Program.loads(made().dumps()) == made()


def changed(made, path: str, value: object) -> str:
    """Return the text of a Program with one value changed; a path is keys and numbers between dots."""
    data = json.loads(made().dumps())
    place = data
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(data)


MODE = "modes.0"


@pytest.mark.parametrize(
    ("made", "path", "value"),
    [
        (two_handed, f"{MODE}.melds.0.forms.0.0.1.0.0.0", 64),
        (two_handed, f"{MODE}.melds.0.forms.0.0.1.0.0.0", 255),
        (two_handed, f"{MODE}.melds.0.forms.0.0.1.0.0.0", -1),
        (two_handed, f"{MODE}.melds.0.forms.0.0.1.0.0.1", 0),
        (two_handed, f"{MODE}.melds.0.forms.0.0.1.0", []),
        (two_handed, f"{MODE}.melds.0.classes", [1000]),
        (two_handed, f"{MODE}.melds.0.classes", []),
        (two_handed, f"{MODE}.melds.0.points.2", []),
        (two_handed, f"{MODE}.melds.0.points.2", [2**31]),
        (two_handed, f"{MODE}.melds.0.condition", [Op.LOAD, Name.BEST_MELD, 0]),
        (two_handed, f"{MODE}.melds.1.name", "run"),
        (partnership, f"{MODE}.outcomes.0.condition", [0, 1]),
        (partnership, f"{MODE}.outcomes.0.condition", [99, 0, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.ADD, 0, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.COUNT, 2, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.HOLDS, 1, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.MELDED, 12, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.CALLED, 1, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.OUTCOME, -1, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.LOAD, 65, 0]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.LOAD, 4, 63]),
        (partnership, f"{MODE}.outcomes.0.condition", [Op.CONST, 2**31, 0]),
        (partnership, f"{MODE}.outcomes.0.columns.0.0", Who.CALLER_OF + 64 * 9),
        (partnership, f"{MODE}.auction.ladder", [250, 250]),
        (partnership, f"{MODE}.auction.ladder", []),
        (partnership, f"{MODE}.auction.steps", [0]),
        (partnership, f"{MODE}.auction.opens", -1),
        (partnership, f"{MODE}.card_points.0", 2**31),
        (partnership, f"{MODE}.phases", ["deal", "deal", "play"]),
        (partnership, f"{MODE}.phases", ["play"]),
        (partnership, f"{MODE}.phases", ["deal", "auction", "play", "exchange"]),
        (partnership, f"{MODE}.play.stage.must.0.when", 2**64),
        (partnership, f"{MODE}.play.stage.must.0.cards", [0, 0, 0, 0]),
        (partnership, f"{MODE}.calls.0.outcome", 3),
        (partnership, f"{MODE}.calls.0.mode", 1),
        (partnership, f"{MODE}.calls.0.window", "deal end"),
        (partnership, f"{MODE}.ending.ledger", 1),
        (partnership, f"{MODE}.ending.both_reach", ["target + x"]),
        (partnership, f"{MODE}.rank_order", [0, 1, 2, 3, 4, 4]),
        (partnership, "table.seats", 9),
        (partnership, "table.side_of", [0, 1, 0]),
        (partnership, "table.side_of", [0, 1, 2, 1]),
        (partnership, "table.accounts", 4),
        (partnership, "table.first_dealer", 4),
        (partnership, "deck.copies.0", 9),
        (partnership, "deck.copies", [2]),
        (partnership, "deal.hand", 13),
        (partnership, "deal.hand", 0),
        (partnership, "card_sets.0.0", 2**64),
        (partnership, "groups.0.0.0.0.0", 24),
        (partnership, "modes", []),
        (partnership, "format", 0),
        (partnership, "format", True),
        (partnership, "format", "1"),
        (partnership, "ledgers", []),
        (partnership, "unit", 1e400),
        (two_handed, f"{MODE}.payments.0.ledger", 2),
        (two_handed, f"{MODE}.payments.0.to", Who.JOINT + 64),
        (two_handed, "ledgers.1.shared_into", 3_000_000),
        (partnership, f"{MODE}.auction.steps", [10] * 3900),
        (three_handed, f"{MODE}.widow.split", [[5, 100_000]]),
        (three_handed, f"{MODE}.widow.split", [[1, 2], [4, 2]]),
        (partnership, f"{MODE}.exchange.ring", [-100_000]),
        (partnership, f"{MODE}.exchange.ring", [0]),
        (partnership, f"{MODE}.trump_points", [1] * 24),
        (partnership, f"{MODE}.trump_points", [30_000] * 120),
        (partnership, f"{MODE}.ending.tie_break", ["coin"]),
        (partnership, f"{MODE}.ask", {"by": 1, "cards": [1] * 5, "condition": [Op.CALLED, 900_000_000, 0]}),
        (partnership, f"{MODE}.ask", {"by": 1, "cards": [1] * 5, "start": 0}),
        (partnership, f"{MODE}.redraw", {"by": [1 << 20], "cards": 1}),
        (three_handed, "table.people", 2),
        (three_handed, "table.people", 3),
        (three_handed, "table.sit_out", [-58]),
        (partnership, "deal.hand", 12.9),
        (partnership, "ledgers.0.joint", "no"),
        (partnership, "ledgers.0.joint", 1),
        (partnership, "ledgers.0.start", 2_000_000_000),
        (partnership, "ledgers.0.name", 7),
        (partnership, f"{MODE}.auction.passes", "pass"),
        (partnership, f"{MODE}.outcomes.0.made", "no"),
        (partnership, "classes", [str(number) for number in range(3000)]),
        (partnership, f"{MODE}.card_points.0", 1_000_000),
    ],
)
def test_unsound_programs_are_refused(made, path: str, value: object):
    with pytest.raises(ValueError, match="program"):
        Program.loads(changed(made, path, value))


def many_classes(number: int, kinds: int) -> Program:
    """Return a program with a meld of so many kinds of card in so many classes."""
    program = partnership()
    wide = MeldEntry(
        "wide", tuple(range(number)), (((0, (tuple((card, 1) for card in range(kinds)),)),),) * 5, ((1,),) * 5
    )
    names = tuple(str(n) for n in range(number))
    return attrs.evolve(program, classes=names, modes=(attrs.evolve(program.rules, melds=(wide,)),))


@pytest.mark.parametrize(("number", "kinds"), [(120, 5), (512, 2), (25, 24)])
def test_more_melds_than_there_is_room_for_are_refused(number: int, kinds: int):
    with pytest.raises(ValueError, match="kinds of card in classes of melds") as caught:
        Program.loads(many_classes(number, kinds).dumps())
    assert isinstance(caught.value, TooLarge)


def test_as_many_melds_as_there_is_room_for_count():
    """102 classes of 5 kinds of card fill the room; the meld is worth its point."""
    program = many_classes(102, 5)
    assert melds(program, "A♠ 10♠ K♠ Q♠ J♠", 0).total == 1
    assert melds(program, "A♠ 10♠ K♠ Q♠ 9♠", 0).total == 0


def test_programs_made_by_hand_are_checked_too():
    with pytest.raises(ValueError, match="cannot be played"):
        Game(attrs.evolve(partnership(), card_sets=((0, 0),)))


# ---- every field is checked ---------------------------------------------------------------------------------


def everything() -> list[Program]:
    """Return programs that together have something in every field."""
    cards = (1, 1, 1, 1, 1)
    many = attrs.evolve(
        three_handed().rules,
        widow=Widow(1, split=((1, 2), (4, 1)), shown_if=TRUE),
        exchange=Exchange(1, ring=(1, -1)),
        ask=Ask(1, cards, condition=TRUE),
        redraw=Redraw((1,), 1),
        trump_points=(1,) * 120,
        calls=(
            Call("c", Window.AFTER, Phase.TRUMP, by=(1,), may=TRUE, must=TRUE),
            Call("d", Window.AFTER_CALL, answers=0),
        ),
        winner=TRUE,
        stake=TRUE,
        meld=attrs.evolve(three_handed().rules.meld, by=(1,), floor=TRUE, saved_by=TRUE),
        melds=tuple(
            attrs.evolve(entry, by=(1,), condition=TRUE, reuses=(1,), excludes=(2,))
            for entry in three_handed().rules.melds
        ),
        ending=Ending(1000, winner_needs=TRUE, wins=(TRUE,), loses=(TRUE,), ends=(TRUE,), tie_break=("lot",)),
        auction=attrs.evolve(
            three_handed().rules.auction, steps=(10,), last_word=1, last_word_steps=(10,), holds=200,
            minimum=TRUE, may_bid=TRUE, must_bid=TRUE, may_pass=TRUE,
        ),
        outcomes=tuple(attrs.evolve(row, wins_game=(1,), loses_game=(1,)) for row in three_handed().rules.outcomes),
        play=Play(1, Stage((Duty(DutyKind.PLAY, 1, cards),), (Duty(DutyKind.AVOID, 1, cards),))),
    )  # fmt: skip
    table = attrs.evolve(three_handed().table, people=4, accounts=4, sit_out=(Who.FROM_DEALER,))
    program = attrs.evolve(three_handed(), modes=(many,), table=table, options={"a": "b"})
    return [partnership(), two_handed(), program]


ODD = object()
LARGE, SMALL = 2**70, -(2**70)


def bad_values(said: str, value: object) -> list[object]:
    """Return values that a field of this type must not have."""
    found = [ODD]
    if said.startswith("int"):
        found += [LARGE, SMALL, True, 1.5, "1"]
    elif said.startswith("bool"):
        found += [1, "no"]
    elif said == "str":
        found += [1]
    elif isinstance(value, tuple):
        found += [list(value), 1, (*value, ODD), (ODD, *value[1:])]
        if value and isinstance(value[0], int):
            found += [(LARGE, *value[1:]), (SMALL, *value[1:]), (*value[:-1], 1.5)]
        elif value and isinstance(value[0], str):
            found += [(1, *value[1:])]
    return found


def spoilt(record: object) -> Iterator[tuple[str, str, object]]:
    """Yield a record with each of its fields, and of those of the records in it, spoilt in turn."""
    kind = type(record)
    for item in attrs.fields(kind):  # type: ignore[arg-type]
        value, name = getattr(record, item.name), item.name
        for bad in bad_values(kind.__annotations__[item.name], value):
            yield kind.__name__, name, attrs.evolve(record, **{name: bad})  # type: ignore[type-var]
        parts = value if isinstance(value, tuple) else (value,)
        for place, part in enumerate(parts):
            if attrs.has(type(part)):
                for inner, field, made in spoilt(part):
                    new = (*parts[:place], made, *parts[place + 1 :]) if isinstance(value, tuple) else made
                    yield inner, field, attrs.evolve(record, **{name: new})  # type: ignore[type-var]


def test_no_field_is_left_unchecked():
    """A field that no check names would let one of the spoilt programs pass."""
    fields = {
        (kind.__name__, item.name): False
        for kind in vars(interpreter.program).values()
        if isinstance(kind, type) and attrs.has(kind)
        for item in attrs.fields(kind)
    }
    passed = set()
    for program in everything():
        check(program)
        for kind, name, made in spoilt(program):
            fields[kind, name] = True
            try:
                check(made)
            except UnsoundProgram:
                continue
            passed.add((kind, name))
    assert not passed
    assert [place for place, seen in fields.items() if not seen] == []


def test_a_deep_change_is_refused_wherever_it_lies():
    """Long and odd numbers in the lists of lists: cards of melds and groups, columns, shares of the widow."""
    for program in everything():
        text = json.loads(program.dumps())
        for place, key in numbers(text):
            for bad in (LARGE, SMALL, 0.5, None, "x", True):
                old, place[key] = place[key], bad
                try:
                    Program.loads(json.dumps(text))
                except ValueError:
                    pass
                else:
                    assert old is None or bad is None or isinstance(old, str), (key, old, bad)
                place[key] = old


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - of any kind
    """Yield the place of some of the numbers in lists of lists."""
    if isinstance(value, dict):
        for part in value.values():
            yield from numbers(part)
    elif isinstance(value, list):
        for number, part in enumerate(value[:2]):
            if isinstance(part, int) and not isinstance(part, bool):
                yield value, number
            else:
                yield from numbers(part)


FUZZ = """
import json, random, sys
from interpreter import Game, Program
from interpreter.game import play_out

def places(value, found):
    if isinstance(value, (dict, list)):
        for key in (value if isinstance(value, dict) else range(len(value))):
            found.append((value, key))
            places(value[key], found)
    return found

text = sys.stdin.read()
draw = random.Random(int(sys.argv[1]))
ODD = [-1, 0, 1, 2, 3, 7, 64, 255, 1000, 2**31, 2**63, 2**64, None, "", "draw", [], {}, True, 1.5]
refused = played = 0
for turn in range(int(sys.argv[2])):
    data = json.loads(text)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        place, key = draw.choice(places(data, []))
        old = place[key]
        if isinstance(old, int) and not isinstance(old, bool) and draw.random() < 0.6:
            place[key] = draw.choice((old + 1, old - 1, -old, old * 2, old + 64, old ^ 1, draw.randrange(-3, 80)))
        elif isinstance(old, list) and old and draw.random() < 0.6:
            change = draw.randrange(4)
            if change == 0:
                del old[draw.randrange(len(old))]
            elif change == 1:
                old.append(draw.choice(old))
            elif change == 2:
                draw.shuffle(old)
            else:
                del old[draw.randrange(len(old)):]
        else:
            place[key] = draw.choice(ODD)
    try:
        program = Program.loads(json.dumps(data))
        games = [Game(program, seed) for seed in range(3)]
    except ValueError:
        refused += 1
        continue
    for number, game in enumerate(games):
        chooser = random.Random(number)
        for _ in range(400):
            if game.is_over:
                break
            actions = game.legal_actions()
            assert actions, "nothing is allowed"
            game.apply(chooser.choice(actions))
    game = Game(program, 5)
    for _ in range(150):
        if game.is_over:
            break
        game.apply(game.choice(turn % 2))
    played += 1
print(refused, played)
"""


def fuzz(text: str, seed: int, turns: int) -> tuple[int, int]:
    """Change a Program at random, many times: each is refused or played; return how many of both."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", FUZZ, str(seed), str(turns)],
        input=text, capture_output=True, text=True, timeout=120, check=False, cwd=FOLDER.parent,
    )  # fmt: skip
    assert done.returncode == 0, (done.returncode, done.stderr[-3000:])
    refused, played = done.stdout.split()
    return int(refused), int(played)


@pytest.mark.parametrize("made", ALL)
def test_changed_programs_are_refused_or_played(made):
    refused, played = fuzz(made().dumps(), 1, 150)
    assert refused
    assert played


@pytest.mark.parametrize("name", sorted(path.stem for path in (FOLDER.parent / "variants").glob("*.yaml")))
def test_changed_programs_of_shipped_variants_are_refused_or_played(name: str):
    assert sum(fuzz(load(name).compile().dumps(), 2, 60)) == 60


# ---- no deal stands still ----------------------------------------------------------------------------------

PHASES = {
    "bury without widow": (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.MELD, Phase.BURY, Phase.PLAY, Phase.SCORE),
    "widow without bury": (Phase.DEAL, Phase.AUCTION, Phase.WIDOW, Phase.TRUMP, Phase.MELD, Phase.PLAY, Phase.SCORE),
    "nothing but the deal": (Phase.DEAL,),
    "no play": (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.SCORE),
}


def finished(program: Program, kind: str) -> Game:
    game = Game(program, 3)
    play_out(game, [kind])
    assert game.is_over
    return game


@pytest.mark.parametrize("kind", ["random", "basic"])
@pytest.mark.parametrize("name", PHASES)
def test_uneven_or_empty_hands_end_the_play(name: str, kind: str):
    program = three_handed(phases=PHASES[name])
    ending = attrs.evolve(program.rules.ending, target=None, deals=3)
    finished(three_handed(phases=PHASES[name], ending=ending), kind)


@pytest.mark.parametrize("kind", ["random", "basic"])
@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.WIDOW, Phase.BURY, Phase.PLAY, Phase.MELD, Phase.SCORE])
@pytest.mark.parametrize("by", [(), (Who.EVERYONE,)])
def test_a_call_in_place_of_any_phase(phase: Phase, by: tuple[int, ...], kind: str):
    program = three_handed()
    call = Call("r", Window.IN_PLACE_OF, phase, by=by, must=TRUE)
    ending = attrs.evolve(program.rules.ending, target=None, deals=3)
    finished(three_handed(calls=(call,), ending=ending), kind)


def test_a_skipped_widow_needs_no_burying():
    call = Call("r", Window.IN_PLACE_OF, Phase.WIDOW, by=(), must=TRUE)
    game = Game(three_handed(calls=(call,)), 3)
    seen = set()
    while game.observation(0).deal == 1 and not game.is_over:
        seen.add(game.decision)
        game.apply(game.choice(1))
    assert "play" in seen
    assert "bury" not in seen


def test_a_deal_that_is_always_dealt_anew_ends_the_game():
    call = Call("r", Window.BEFORE, Phase.SCORE, by=(), must=TRUE, then=Then.SAME_DEALER)
    game = finished(partnership(calls=(call,), outcomes=partnership().rules.outcomes), "random")
    assert game.facts()["unfinished"]
    assert game.facts()["deal"] == 3


def test_a_stake_saturates():
    call = Call("kontra", Window.BEFORE_EACH_LEAD, by=(), must=TRUE, stakes=100)
    worth = (Who.EVERYONE, code(Name.STAKE))
    outcomes = tuple(attrs.evolve(row, columns=(worth,)) for row in partnership().rules.outcomes)
    game = finished(partnership(calls=(call,), outcomes=outcomes), "random")
    assert max(game.totals) == 1_000_000_000


# ---- compiled and uncompiled classes have the same fields ---------------------------------------------------

NAMES = """
import json, sys
import interpreter
from pinochle_dsl import load
from tests.interpreter.programs import partnership, two_handed, three_handed, random_deal
from interpreter.tables import tables_of
from interpreter._playout import Playout
from interpreter._melds import Component
found = []
for made in (partnership, two_handed, three_handed, random_deal):
    tables = tables_of(made())
    playout = Playout(tables, 0, [0])
    part = tables[0].all_melds
    objects = {"Tables": tables[0], "MeldSet": part, "Component": part.components[0], "Playout": playout}
    found.append({name: sorted(vars(value)) for name, value in objects.items()})
print(json.dumps(found))
"""


def declared(module: str, name: str) -> set[str]:
    """Return the fields that a compiled class declares."""
    text = (FOLDER / f"{module}.pxd").read_text()
    body = re.search(rf"^cdef class {name}\b.*?$(.*?)(?=^cdef |\Z)", text, re.MULTILINE | re.DOTALL)
    assert body
    fields: set[str] = set()
    for line in re.findall(r"^    cdef (?!.*\()(.*)$", body[1], re.MULTILINE):
        names = re.sub(
            r"^(public |readonly )?((unsigned|long|int|char|bint|object|list|dict|[A-Z]\w+)(\[::1\])? )+", "", line
        )
        fields |= {part.split("[")[0].strip() for part in names.split(",")}
    return fields


def test_uncompiled_classes_have_every_field():
    done = subprocess.run(
        [sys.executable, "-c", NAMES], capture_output=True, text=True, timeout=120, check=True,
        cwd=FOLDER.parent, env={"PINOCHLE_PURE": "1", "PATH": "", "PYTHONPATH": str(FOLDER.parent)},
    )  # fmt: skip
    wanted = {
        "Tables": declared("_tables", "Tables"),
        "MeldSet": declared("_melds", "MeldSet"),
        "Component": declared("_melds", "Component"),
        "Playout": declared("_playout", "Playout") | declared("_basic", "Player") | declared("_machine", "Machine")
        | declared("_state", "State"),
    }  # fmt: skip
    assert {"ladder", "bury_counts_for", "form"} <= wanted["Tables"]
    for found in json.loads(done.stdout):
        for name, fields in wanted.items():
            assert fields - set(found[name]) == set(), name


LONG = """
import sys
from interpreter._playout import Playout
from interpreter.tables import tables_of
from tests.interpreter.programs import partnership
playout = Playout(tables_of(partnership()), 0, [1])
print("ready", flush=True)
playout.play_games(0, 100_000_000)
"""


def test_an_interrupt_ends_a_long_run_of_the_kernel():
    running = subprocess.Popen(
        [sys.executable, "-c", LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=FOLDER.parent, **HEARING
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"ready\n"
    running.send_signal(signal.SIGINT)
    try:
        _, errors = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert b"KeyboardInterrupt" in errors
