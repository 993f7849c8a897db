"""Programs that do not hold together are refused before the kernel sees them, and no deal stands still."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import interpreter
from interpreter import Game, Program
from interpreter.codes import Name, Op, Who
from interpreter.game import play_out
from interpreter.program import Call, Phase, Then, Window
from interpreter.soundness import check
from pinochle_dsl import load
from tests.interpreter.programs import TRUE, code, partnership, three_handed, two_handed
from tests.stopping import HEARING

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
    ],
)
def test_unsound_programs_are_refused(made, path: str, value: object):
    with pytest.raises(ValueError, match="program"):
        Program.loads(changed(made, path, value))


def test_programs_made_by_hand_are_checked_too():
    with pytest.raises(ValueError, match="cannot be played"):
        Game(attrs.evolve(partnership(), card_sets=((0, 0),)))


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
        _, errors = running.communicate(timeout=20)
    finally:
        running.kill()
    assert b"KeyboardInterrupt" in errors
