"""The one seam of simulations, comparisons and tournaments: whoever plays the units, the figures are the same."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from interpreter import comparison, duplicate, paired, simulate, tournament
from interpreter.comparison import Pairs
from interpreter.running import WorkersLostError
from interpreter.working import Games, Unit, WrongVersionError, own_version, play_unit
from tests.interpreter import programs as p
from tests.interpreter.executors import Disorderly, die_once, other_version


def simulated(**how):
    return simulate(p.partnership(), 300, 4, ("basic", "random"), **how)


def compared(**how):
    return paired([p.partnership(), p.partnership(exchange=None), p.two_handed()], 120, 4, **how)


def contested(**how):
    return tournament(p.three_handed(), ("basic", "random"), 300, 4, **how)


KINDS = pytest.mark.parametrize("play", [simulated, compared, contested])
UNIX = pytest.mark.skipif(os.name == "nt", reason="kills as Unix does")
Play = Callable[..., object]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes are started even for little work."""
    monkeypatch.setattr("interpreter.running.WORTH", 0.0)
    monkeypatch.setattr("interpreter.running.ALONE", 0.0)


@KINDS
@pytest.mark.usefixtures("small_units", "soon")
def test_whoever_plays_the_figures_are_the_same(play: Play) -> None:
    whole = play()
    assert play(jobs=2) == whole
    assert play(executor=Disorderly(1)) == whole
    assert play(executor=Disorderly(2, failing=0.3)) == whole
    with ThreadPoolExecutor(3) as pool:
        assert play(executor=pool) == whole


@KINDS
@UNIX
@pytest.mark.usefixtures("small_units", "soon")
def test_a_worker_that_dies_costs_its_share_of_time_alone(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = play()
    mark = tmp_path / "died"
    with monkeypatch.context() as patch:
        patch.setattr("interpreter.running.prepare_worker", partial(die_once, str(mark)))
        assert play(jobs=2) == whole
    assert mark.exists()
    mark.unlink()
    with (
        ProcessPoolExecutor(2, initializer=die_once, initargs=(str(mark),)) as pool,
        pytest.warns(RuntimeWarning, match="rest is played by processes of this machine"),
    ):
        assert play(executor=pool) == whole
    assert mark.exists()


@KINDS
def test_a_worker_of_another_version_is_refused(play: Play) -> None:
    with (
        ProcessPoolExecutor(1, initializer=other_version) as pool,
        pytest.raises(WrongVersionError, match="another version of the machine"),
    ):
        play(executor=pool)


@KINDS
def test_a_worker_that_always_fails_ends_it(play: Play) -> None:
    with pytest.raises(WorkersLostError, match=r"again and again.*gone"):
        play(executor=Disorderly(1, failing=1.0))


def test_a_unit_of_another_version_is_not_even_unpacked() -> None:
    with pytest.raises(WrongVersionError, match="another version of the machine"):
        play_unit("another", b"whatever another version may send")
    program = p.two_handed()
    packed = pickle.dumps(Unit((program.dumps(),), Games(3, (0,)), 5, 7))
    assert play_unit(own_version(), packed).found.sums == list(simulate(program, 7, 3, "random", first=5).sums)


@pytest.mark.usefixtures("small_units", "soon")
@pytest.mark.parametrize("executor", [None, Disorderly(4)], ids=["processes", "disorder"])
def test_what_grows_has_whole_games_from_the_first_on(executor: Disorderly | None) -> None:
    """Whoever stops it has the figures of so many games under every variant, as if no more had been asked for."""
    programs = [p.partnership(), p.two_handed()]
    seen: list[Pairs] = list(comparison.growing(programs, 60, 7, jobs=2, executor=executor))
    assert [pairs.games for pairs in seen] == sorted({pairs.games for pairs in seen})
    assert seen[-1].games == 60
    for pairs in (seen[0], seen[len(seen) // 2]):
        assert pairs.comparison == paired(programs, pairs.games, 7)
    players = ("basic", "random")
    for result in list(duplicate.growing(p.three_handed(), players, 120, 7, 2, executor=executor))[::5]:
        assert result == tournament(p.three_handed(), players, result.games, 7)


def test_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="nothing is given to compare"):
        paired([])
