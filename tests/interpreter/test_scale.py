"""Long runs: units of work, workers that die or are of another version, goals, parts on file, rows."""

from __future__ import annotations

import csv
import io
import json
import statistics
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import pytest
from attrs import evolve

from interpreter import Game, simulate
from interpreter.game import play_out
from interpreter.parts import NoPartError, Part, PartFile, merged, part_of, read_part, shard_of, text_of
from interpreter.rowfiles import RowsFileError, rows_file
from interpreter.rows import columns_of
from interpreter.running import FIRST_LOOK, Run, next_look, steps
from interpreter.simulation import Front, make_stats, no_sums
from interpreter.sureness import find_figure, read_goal
from interpreter.working import WrongVersionError
from tests.interpreter import programs as p
from tests.interpreter.executors import Disorderly

# ---- units of work -----------------------------------------------------------------------------------------


def collected(run: Run, **how) -> tuple[Front, bytes]:
    front, rows = Front(run), b""
    for step in steps(run, **how):
        front.add(step)
        rows += step.rows
    return front, rows


@pytest.mark.usefixtures("small_units")
def test_any_executor_gives_the_same_figures_and_rows():
    program = p.partnership()
    run = Run(program, 4, ("basic", "random"), 7, 300, rows="csv")
    front, rows = collected(run)
    assert front.games == 300
    assert rows.count(b"\n") == front.simulation.deals
    with ThreadPoolExecutor(3) as pool:
        assert collected(run, executor=pool) == (front, rows)
    assert collected(run, executor=Disorderly(1)) == (front, rows)
    assert collected(run, executor=Disorderly(2, failing=0.3)) == (front, rows)
    assert simulate(program, 300, 4, ("basic", "random"), first=7).sums == front.simulation.sums


@pytest.mark.usefixtures("small_units")
def test_processes_give_the_same_figures(monkeypatch):
    monkeypatch.setattr("interpreter.running.WORTH", 0.0)
    monkeypatch.setattr("interpreter.running.ALONE", 0.0)
    run = Run(p.two_handed(), 9, ("basic",), 0, 2000, rows="jsonl")
    assert collected(run, jobs=2) == collected(run)


def test_units_take_about_as_long_as_they_should():
    """Sizes follow the pace: never more than eight times the last, less towards the end."""
    sizes = [step.games for step in steps(Run(p.two_handed(), 1, ("random",), 0, 20_000))]
    assert sizes[0] == 1
    assert sum(sizes) == 20_000
    assert all(b <= 8 * a for a, b in pairwise(sizes))


def test_progress_goes_up_to_the_end():
    told = []
    simulate(p.two_handed(), 1200, 1, ("random",), progress=told.append)
    assert told == sorted(set(told))
    assert told[-1] == 1200


# ---- goals -------------------------------------------------------------------------------------------------

NAMES = list(make_stats(p.partnership(), no_sums()))


@pytest.mark.parametrize(
    ("text", "figure", "within", "relative"),
    [
        ("made ± 0.2%", "made", 0.002, False),
        ("declarers.made +- 0.2 %", "made", 0.002, False),
        ("made+-.01", "made", 0.01, False),
        ("bid ± 1%", "bid", 0.01, True),
        ("declarers.meld +/- 2", "meld of declarers", 2.0, False),
        ("0.gain ± 1.5", "gain of 0", 1.5, False),
        ("side 1.gain ± 1.5", "gain of 1", 1.5, False),
        ("gain, side 1 ± 1.5", "gain of 1", 1.5, False),
        ("Deals_per-game ± 3%", "deals per game", 0.03, True),
        ("share of meld ± 0.1%", "share of meld", 0.001, False),
        ("made ± 0.0000001%", "made", 1e-9, False),
        (f"gain of 0 ± 0.{'0' * 200}1", "gain of 0", 1e-201, False),
        (f"gain of 0 ± {'9' * 30}", "gain of 0", 1e30, False),
    ],
)
def test_goals_are_read(text, figure, within, relative):
    goal = read_goal(text, NAMES)
    assert (goal.figure, goal.within, goal.relative) == (figure, pytest.approx(within), relative)
    assert read_goal(str(goal), NAMES) == goal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("made", "write a figure"),
        ("made ± 0", "never be reached"),
        ("made ± 2", "part of a whole"),
        ("maid ± 1%", "did you mean 'made'"),
        ("xyzzy ± 1%", "figures are: bid"),
        ("made ± -1%", "write a figure"),
        ("made ± 1e-7", "write a figure"),
        (f"bid ± {'9' * 400}", "write a figure"),
        ("± 1%", "write a figure"),
    ],
)
def test_goals_that_are_refused(text, words):
    with pytest.raises(ValueError, match=words):
        read_goal(text, NAMES)


def test_a_goal_out_of_reach_is_said_as_it_can_be_read_again_and_waited_for():
    """However small the number: it is written without an exponent, and how long it takes is a number too."""
    goal = read_goal(f"made ± 0.{'0' * 200}1", NAMES)
    assert str(goal) == f"made ± 0.{'0' * 198}1%"
    games = simulate(p.partnership(), 150, 3)
    assert not goal.is_met(games.stats)
    expected = goal.expected(games.stats, 150)
    assert expected is not None
    assert expected > 10**12


def test_every_figure_can_be_a_goal():
    for make in (p.partnership, p.two_handed, p.three_handed):
        for name in (names := list(make_stats(make(), no_sums()))):
            assert find_figure(name.upper(), names) == name


@pytest.mark.parametrize("goal", ["made ± 4%", "gain of 0 ± 20", "bid ± 1%"])
def test_a_run_stops_where_the_interval_is_narrow_enough_and_nowhere_else(goal):
    """The count is found anew: among the counts at which it is asked, the first whose own run is sure enough."""
    program = p.partnership()
    stopped = simulate(program, seed=6, until=goal)
    looks = [FIRST_LOOK]
    while looks[-1] < stopped.games:
        looks.append(next_look(looks[-1]))
    assert looks[-1] == stopped.games
    read = read_goal(goal, NAMES)
    sure = []
    for games in looks:
        figure = simulate(program, games, 6).stats[read.figure]
        half = (figure.high - figure.low) / 2
        sure.append(half <= (figure.mean * read.within if read.relative else read.within))
    assert sure == [False] * (len(looks) - 1) + [True]
    with ThreadPoolExecutor(2) as pool:
        assert simulate(program, seed=6, until=goal, executor=pool) == stopped
    assert simulate(program, seed=6, until=goal, executor=Disorderly(3)) == stopped


def test_looks_depend_on_nothing_and_come_ever_more_seldom():
    looks = [next_look(0)]
    while looks[-1] < 10**9:
        looks.append(next_look(looks[-1]))
    assert looks[0] == 100
    assert all(b - a == a // 8 for a, b in pairwise(looks))
    for look, after in list(pairwise(looks))[:40]:
        assert next_look(look - 1) == look
        assert next_look((look + after) // 2) == after


def test_a_run_that_is_never_sure_ends_with_its_games():
    assert simulate(p.two_handed(), 300, until="deals per game ± 0.0001").games in (100, 300)
    assert simulate(p.partnership(), 300, until="gain of 0 ± 0.0001").games == 300


# ---- parts -------------------------------------------------------------------------------------------------


def part(program, games: int, k: int = 1, n: int = 1, seed: int = 5) -> Part:
    first, number = shard_of(games, k, n)
    run = simulate(program, number, seed, first=first)
    return Part(program, seed, ("basic",), first, number, games, run.sums, shard=(k, n))


@pytest.mark.parametrize(("games", "n"), [(100, 3), (7, 7), (1000, 999), (10**9, 17), (5, 1)])
def test_shards_are_the_whole_and_nothing_twice(games, n):
    cut = [shard_of(games, k, n) for k in range(1, n + 1)]
    assert [first for first, _ in cut] == [sum(number for _, number in cut[:k]) for k in range(n)]
    assert sum(number for _, number in cut) == games
    assert max(number for _, number in cut) - min(number for _, number in cut) <= 1


def test_parts_joined_are_the_run():
    program = p.partnership()
    parts = [part(program, 100, k, 3) for k in (3, 1, 2)]
    read = [part_of(text_of(one)) for one in parts]
    assert read == parts
    assert merged(read).simulation == simulate(program, 100, 5)


def test_parts_that_cannot_be_joined():
    program = p.partnership()
    one, two, three = (part(program, 30, k, 3) for k in (1, 2, 3))
    for parts, words in (
        ([one, three], r"missing: 2/3 \(games 10 to 19\)"),
        ([one, two, two, three], "shard 2/3 is given twice"),
        ([one, two, part(program, 30, 2, 2)], "overlap|count twice"),
        ([one, part(program, 31, 2, 3)], "30 games, the other of 31"),
        ([one, part(program, 30, 2, 3, seed=6)], "the seed differs"),
        ([one, evolve(two, players=("random",))], "players differs"),
        ([one, part(p.two_handed(), 30, 2, 3)], "one is of"),
        ([one, part(evolve(program, options={"x": "y"}), 30, 2, 3)], "options"),
        ([one, evolve(two, sums=no_sums()), three], "not finished: 0 of its 10"),
        ([], "no parts"),
    ):
        with pytest.raises(ValueError, match=words):
            merged(parts)


def test_damaged_and_foreign_parts_are_refused(tmp_path):
    text = text_of(part(p.partnership(), 20))
    random = Random(1)
    spoiled = [text[: random.randrange(1, len(text) - 1)] for _ in range(40)]
    for _ in range(80):
        at = random.randrange(len(text) - 1)
        spoiled.append(text[:at] + random.choice('0123456789abc{}[],"') + text[at + 1 :])
    for other in (*spoiled, "", "{}", "[]", "null", "[" * 100_000, json.dumps({"what": "part of a pinochle run"})):
        if other == text:
            continue
        try:
            same = json.loads(other) == json.loads(text)
        except (ValueError, RecursionError):
            same = False
        if not same:
            with pytest.raises((NoPartError, WrongVersionError)):
                part_of(other)
    path = tmp_path / "x"
    for raw in (b"\xff\xfe\x00", b"", b"hello"):
        path.write_bytes(raw)
        with pytest.raises(NoPartError):
            PartFile(path)
        assert path.read_bytes() == raw
    monkey = json.loads(text)
    monkey["format"] = 99
    with pytest.raises(WrongVersionError, match="format 99"):
        part_of(json.dumps(monkey))


def test_parts_of_another_version_are_refused(monkeypatch):
    one = part(p.partnership(), 20)
    monkeypatch.setattr("interpreter.parts.own_version", lambda: "other")
    text = text_of(one)
    monkeypatch.undo()
    with pytest.raises(WrongVersionError, match="another version"):
        part_of(text)


def test_a_part_is_replaced_whole_and_only_by_who_wrote_it(tmp_path, monkeypatch):
    one, two = part(p.partnership(), 20), part(p.partnership(), 30)
    path = tmp_path / "run"
    file = PartFile(path)
    assert file.found is None
    file.write(one)
    assert read_part(path) == one

    def broken(*_args):
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="no space"):
        file.write(two)
    monkeypatch.undo()
    assert read_part(path) == one
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
    path.write_text("my own notes, longer or shorter")
    with pytest.raises(NoPartError, match="somebody else"):
        file.write(two)
    assert path.read_text() == "my own notes, longer or shorter"


# ---- rows --------------------------------------------------------------------------------------------------


def test_rows_are_the_deals_that_game_plays():
    """Each row against the game stepped by hand: gains, totals, winners; and against the figures of the run."""
    program, games = p.partnership(), 15
    front, rows = collected(Run(program, 8, ("basic", "random"), 3, games, rows="csv"))
    text = (",".join(columns_of(program).names) + "\n").encode() + rows
    table = list(csv.DictReader(io.StringIO(text.decode())))
    for number in range(3, 3 + games):
        own = [row for row in table if row["game"] == str(number)]
        game = play_out(Game(program, 8, number), ["basic", "random"])
        assert [int(row["deal"]) for row in own] == list(range(1, len(own) + 1))
        assert [row["winner"] for row in own] == [""] * (len(own) - 1) + [str(game.winner)]
        assert [int(own[-1][f"total_{a}"]) for a in (0, 1)] == list(game.totals)
        for a in (0, 1):
            assert sum(int(row[f"gain_{a}"]) for row in own) == game.totals[a]
    stats = front.simulation.stats
    contracts = [row for row in table if row["bid"]]
    assert len(contracts) == stats["bid"].n
    for name, values in {
        "bid": [int(row["bid"]) for row in contracts],
        "made": [row["made"] == "yes" for row in contracts],
        "meld of 1": [int(row["meld_1"]) for row in table],
        "counters of 0": [int(row["counters_0"]) for row in table],
        "gain of 1": [int(row["gain_1"]) for row in table],
    }.items():
        assert statistics.fmean(values) == pytest.approx(stats[name].mean), name


def test_rows_as_lines_of_json_say_the_same():
    program = p.two_handed()
    table = csv.DictReader(
        io.StringIO(
            ",".join(columns_of(program).names)
            + "\n"
            + collected(Run(program, 1, ("basic",), 0, 30, rows="csv"))[1].decode()
        )
    )
    lines = collected(Run(program, 1, ("basic",), 0, 30, rows="jsonl"))[1].decode().splitlines()
    words = {None: "", True: "yes", False: "no"}
    for line, row in zip(lines, table, strict=True):
        told = json.loads(line)
        assert list(told) == list(row)
        assert {k: words[v] if v is None or isinstance(v, bool) else str(v) for k, v in told.items()} == row


def test_files_of_rows_go_on_at_their_mark_and_nowhere_else(tmp_path):
    columns = columns_of(p.two_handed())
    path = tmp_path / "rows.csv"
    file = rows_file(path, columns)
    file.add(b"1,2\n")
    mark = file.mark()
    file.add(b"3,4\n")
    file.close()
    again = rows_file(path, columns, mark)
    again.add(b"5,6\n")
    again.close()
    assert path.read_bytes().splitlines()[1:] == [b"1,2", b"5,6"]
    path.write_bytes(path.read_bytes().replace(b"1,2", b"1,3"))
    before = path.read_bytes()
    with pytest.raises(RowsFileError, match="not the file of rows"):
        rows_file(path, columns, mark)
    with pytest.raises(FileExistsError):
        rows_file(path, columns)
    assert path.read_bytes() == before
    with pytest.raises(RowsFileError, match=r"\.csv, \.jsonl or \.parquet"):
        rows_file(tmp_path / "rows.txt", columns)


def test_parquet_holds_the_same_rows(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    program = p.partnership()
    run = Run(program, 2, ("basic",), 5, 20, rows="numbers")
    file = rows_file(tmp_path / "rows.parquet", columns_of(program))
    for step in steps(run):
        file.add(step.rows)
    file.close()
    lines = collected(evolve(run, rows="jsonl"))[1].decode().splitlines()
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == [json.loads(line) for line in lines]
