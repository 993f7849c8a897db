"""Results for notebooks, arrays and data frames, vectors for learning, and PettingZoo's own test."""

from __future__ import annotations

import subprocess
import sys
import warnings
from html.parser import HTMLParser
from random import Random

import pytest

from interpreter import Game, deals, paired, simulate
from interpreter.extras import MissingLibraryError, needed
from interpreter.game import play_out
from interpreter.vectors import Vectors, all_actions
from pinochle_dsl import load
from tests.interpreter import programs as p
from tests.interpreter.imagining import swap_hidden

# ---- notebooks ---------------------------------------------------------------------------------------------


class Table(HTMLParser):
    """Gathers the cells of a table, and sees that everything that is opened is closed."""

    def __init__(self, html: str) -> None:
        """Read a document."""
        super().__init__()
        self.rows, self.open = [], []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        """Note what is opened."""
        del attrs
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        """Note what is closed."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Note a cell."""
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1].append(data)


def test_notebooks_show_tables():
    run = simulate(p.partnership(), 50, 1)
    rows = Table(run._repr_html_()).rows
    assert rows[0] == ["Figure", "Mean", "95% interval", "Of"]
    assert [row[0] for row in rows[1:]] == list(run.stats)
    made = next(row for row in rows if row[0] == "made")
    assert made[1] == f"{100 * run.stats['made'].mean:.1f}%"
    both = Table(paired([p.partnership(), p.partnership()], 5)._repr_html_()).rows
    assert {len(row) for row in both} == {3}
    table = deals(p.partnership(), 20)
    shown = Table(table._repr_html_()).rows
    assert len(shown) == 1 + 20 + 1
    assert shown[-1] == [f"and {len(table) - 20:,} more"]


def test_rows_answer_as_a_table_does():
    table = deals(p.partnership(), 30, 2, jobs=2)
    assert table == deals(p.partnership(), 30, 2)
    assert len(table) == len(list(table)) == simulate(p.partnership(), 30, 2).deals
    assert [row["gain_0"] for row in table] == table["gain_0"]
    with pytest.raises(KeyError, match="columns are: game, deal"):
        table["nothing"]


def test_arrays_and_frames_say_the_same():
    numpy, pandas, arrow = (pytest.importorskip(name) for name in ("numpy", "pandas", "pyarrow"))
    run = simulate(p.partnership(), 50, 1)
    arrays, frame = run.arrays(), run.frame()
    assert arrays["mean"].tolist() == [figure.mean for figure in run.stats.values()]
    assert frame.set_index("figure").loc["made", "n"] == run.stats["made"].n
    assert run.frame("pyarrow").to_pydict() == run.columns()
    table = deals(p.three_handed(), 40, 3)
    arrays, frame = table.arrays(), table.frame("pandas")
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(table.frame("pyarrow"), arrow.Table)
    assert list(arrays) == list(frame.columns) == table.columns.names
    for name, values in arrays.items():
        said = [None if isinstance(v, float) and numpy.isnan(v) else v for v in values.tolist()]
        assert said == table[name], name
    stats = simulate(p.three_handed(), 40, 3).stats
    assert frame["gain_1"].mean() == pytest.approx(stats["gain of 1"].mean)
    assert paired([p.partnership()] * 2, 5).frame().shape[1] == 7


def test_no_library_is_needed_until_it_is_asked_for():
    code = (
        "import sys\n"
        "for name in ('numpy', 'pandas', 'pyarrow', 'pettingzoo', 'distributed'): sys.modules[name] = None\n"
        "from interpreter import simulate, deals\nfrom tests.interpreter import programs as p\n"
        "run = simulate(p.partnership(), 5)\nrun._repr_html_()\ndeals(p.partnership(), 5)['bid']\n"
        "for ask in (run.frame, run.arrays, deals(p.partnership(), 5).arrays):\n"
        "    try:\n        ask()\n    except ValueError as problem:\n        print(problem)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.count("which is not installed: pip install") == 3
    with pytest.raises(ValueError, match="pandas, polars, pyarrow"):
        simulate(p.partnership(), 5).frame("excel")
    with pytest.raises(MissingLibraryError, match=r"pip install 'pinochle-dsl\[cluster\]'"):
        needed("no_such_library", "a cluster", "cluster")


@pytest.mark.parametrize("name", ["schnapsen", "three-handed-kitty", "two-handed-ko", "racehorse-six"])
def test_rows_tell_what_decides_the_game(name):
    program = load(name).compile()
    table, accounts = deals(program, 6, 2), range(program.table.accounts)
    for number in range(6):
        own = [row for row in table if row["game"] == number]
        game = play_out(Game(program, 2, number), ["basic"])
        assert own[-1]["winner"] == str(game.winner)
        for a in accounts:
            change = [row[f"gain_{a}"] for row in own]
            totals = [row[f"total_{a}"] for row in own]
            assert totals == [totals[0] + sum(change[1 : k + 1]) for k in range(len(own))]
        if not any(ledger.joint for ledger in program.ledgers):  # a kitty is paid out when the game is over
            assert [own[-1][f"total_{a}"] for a in accounts] == list(game.standing)


# ---- vectors -----------------------------------------------------------------------------------------------

SHIPPED = [
    *("cardgames-io", "two-handed-ko", "schnapsen", "racehorse-six", "six-deck-bezique", "two-handed-draw-first"),
    *("partnership-suit-bids", "five-handed-called-partner", "binokel-three", "check-pinochle", "triple-deck"),
]


@pytest.mark.parametrize("name", SHIPPED)
def test_vectors_have_a_place_for_everything(name):
    """Of random games every action has its place, every mask is what is allowed, every vector fits its names."""
    program = load(name).compile()
    vectors, random = Vectors(program), Random(name)
    assert len(set(vectors.names)) == len(vectors.names)
    assert len(set(vectors.actions)) == len(vectors.actions)
    for number in range(2):
        game = Game(program, 1, number)
        for _ in range(250):
            if game.is_over:
                break
            seen = game.observation(game.current_seat)
            allowed = [action for action, may in zip(vectors.actions, vectors.mask(seen), strict=True) if may]
            assert sorted(allowed) == sorted(game.legal_actions())
            places = dict(zip(vectors.names, vectors.vector(seen), strict=True))
            held = {card: seen.hand.count(card) for card in vectors.cards}
            assert {card: places[f"hand: {card}"] for card in vectors.cards} == held
            assert places["to act is 0"] == 1
            game.apply(random.choice(game.legal_actions()))
        assert len(vectors.vector(game.observation(0))) == len(vectors.names)


@pytest.mark.parametrize("make", [p.partnership, p.two_handed, p.three_handed])
def test_vectors_do_not_depend_on_hidden_cards(make):
    vectors, random = Vectors(make()), Random(3)
    game = Game(make(), 4)
    for step in range(300):
        if game.is_over:
            break
        if step % 7 == 0:
            twin, seat = swap_hidden(game, random), game.current_seat
            assert vectors.vector(twin.observation(seat)) == vectors.vector(game.observation(seat))
        game.apply(random.choice(game.legal_actions()))


def test_all_actions_have_words_of_their_own():
    for name in SHIPPED[:6]:
        program = load(name).compile()
        for action in all_actions(program):
            words = Game(program).describe(action)
            assert not words.startswith("action "), words


# ---- PettingZoo --------------------------------------------------------------------------------------------


@pytest.fixture
def zoo():
    pytest.importorskip("pettingzoo")
    from interpreter import pettingzoo

    return pettingzoo


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "schnapsen", "cutthroat", "racehorse-six"])
def test_pettingzoo_finds_nothing(zoo, name, capsys):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        # it warns of vectors that are no pictures, and of rewards in one step for many
        warnings.simplefilter("ignore")
        api_test(zoo.env(load(name).compile(), rewards="points"), num_cycles=120)
        api_test(zoo.env(load(name).compile(), deals=1), num_cycles=120)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_plays_the_same_games_again(zoo):
    from pettingzoo.test import seed_test

    program = p.partnership()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: zoo.env(program), num_cycles=100)


@pytest.mark.parametrize("make", [p.partnership, p.two_handed, p.three_handed])
@pytest.mark.parametrize("rewards", ["win", "points"])
def test_rewards_are_what_the_game_says(zoo, make, rewards):
    program = make()
    env = zoo.env(program, rewards=rewards)
    for episode in range(3):
        env.reset(seed=8) if episode == 0 else env.reset()
        game, total = Game(program, 8, episode), dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            _, reward, over, cut, _ = env.last(observe=False)
            total[agent] += reward
            if over or cut:
                env.step(None)
                continue
            action = game.choice(1)
            game.apply(action)
            env.step(env.unwrapped.vectors.actions.index(action))
        assert game.is_over
        accounts = game.seat_figures()["account"]
        if rewards == "points":
            expected = [game.totals[account] for account in accounts]
        else:
            expected = [0 if game.winner == "draw" else 1 if account == game.winner else -1 for account in accounts]
        assert list(total.values()) == expected


def test_an_episode_of_some_deals(zoo):
    env = zoo.env(p.partnership(), deals=2, rewards="points")
    env.reset(seed=3)
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(seen["action_mask"].argmax()))
        if cut:
            break
    assert cut
    assert not over
    with pytest.raises(ValueError, match="win or points"):
        zoo.env(p.partnership(), rewards="money")


def test_who_does_what_is_not_allowed_loses(zoo):
    env = zoo.env(p.partnership())
    env.reset(seed=1)
    agent = env.agent_selection
    seen, *_ = env.last()
    env.step(int(seen["action_mask"].argmin()))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
