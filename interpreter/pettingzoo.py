"""Games as environments of PettingZoo, one agent after another (its AEC interface).

`env(program)` gives an environment with PettingZoo's usual guards, `raw_env(program)` one without.  An agent is
a seat, `seat_0` and so on, or one of the people where more of them are at the table than play.  An observation
has the `observation`, a vector that `Vectors.names` explains and that holds nothing a seat does not see, and the
`action_mask` of what it may do; action number k is `Vectors.actions[k]` of the machine.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from interpreter.extras import needed
from interpreter.game import Game
from interpreter.given import MOST_SEED
from interpreter.vectors import Vectors

if TYPE_CHECKING:
    from interpreter.program import Program

numpy = needed("numpy", "a PettingZoo environment", "pettingzoo")
AECEnv = needed("pettingzoo", "a PettingZoo environment", "pettingzoo").AECEnv
spaces = needed("gymnasium.spaces", "a PettingZoo environment", "pettingzoo")

REWARDS = ("win", "points")
LARGEST = 2**40
"""No figure of a game is larger."""


class raw_env(AECEnv):  # type: ignore[misc, valid-type]  # noqa: N801 - what PettingZoo calls it
    """A game as an environment.

    `rewards`: `win` gives 1 for the game to each agent of the winner and -1 to the others, when it is over;
    `points` gives each agent what its account gets of whatever decides the game, whenever it gets it.
    `deals` ends an episode after so many deals.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "pinochle_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, program: Program, *, rewards: str = "win", deals: int | None = None, render_mode: str | None = None
    ) -> None:
        """Make an environment of a Program; `reset` begins a game."""
        if rewards not in REWARDS:
            msg = f"rewards are {' or '.join(REWARDS)}, not {rewards!r}"
            raise ValueError(msg)
        if deals is not None and deals < 1:
            msg = f"an episode has one deal or more, not {deals}"
            raise ValueError(msg)
        super().__init__()
        self.program, self.kind, self.deals, self.render_mode = program, rewards, deals, render_mode
        self.vectors = Vectors(program)
        table = program.table
        names = [f"player_{k}" for k in range(table.people)] if table.people else []
        self.possible_agents = names or [f"seat_{seat}" for seat in range(table.seats)]
        size, actions = len(self.vectors.names), len(self.vectors.actions)
        self._numbers = {action: at for at, action in enumerate(self.vectors.actions)}
        seen = {
            "observation": spaces.Box(-LARGEST, LARGEST, (size,), numpy.int64),
            "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed: int | None = None
        self._episode = 0

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - gymnasium's
        """Return what observations of an agent are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - gymnasium's
        """Return which actions an agent has."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin game 0 of a seed, or without one the next game of the last seed."""
        del options
        if seed is not None:
            self._seed, self._episode = seed, 0
        elif self._seed is None:
            self._seed = int.from_bytes(os.urandom(8), "big") & MOST_SEED
        else:
            self._episode += 1
        self.game = Game(self.program, self._seed, self._episode)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._told = ""
        start = self.program.ledgers[self.program.rules.ending.ledger].start
        self._balances = [start] * self.program.table.accounts  # what comes before the first action is paid with it
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; nothing while he sits out."""
        seat = self._seat_of(agent)
        if seat < 0:
            size, actions = len(self.vectors.names), len(self.vectors.actions)
            return {"observation": numpy.zeros(size, numpy.int64), "action_mask": numpy.zeros(actions, numpy.int8)}
        seen = self.game.observation(seat)
        return {
            "observation": numpy.array(self.vectors.vector(seen), numpy.int64),
            "action_mask": numpy.array(self.vectors.mask(seen), numpy.int8),
        }

    def step(self, action: Any) -> None:  # noqa: ANN401 - a number of any kind, or None
        """Let the agent whose turn it is act.

        Raises `IllegalAction` for what is not allowed.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        chosen = self.vectors.actions[int(action)]
        who = self.agent_selection
        self.game.apply(chosen)
        self._told = f"{who}: {self.game.describe(chosen)}"
        self._reward()
        self._accumulate_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """See whose turn it is, and whether the episode is over."""
        over = self.game.is_over
        cut = not over and self.deals is not None and self.game.facts()["deal"] > self.deals
        if over or cut:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.game.current_person]

    def _reward(self) -> None:
        """Give each agent what the last action has brought."""
        self._clear_rewards()
        if self.kind == "points":
            balances = list(self.game.standing)
            gains = [now - before for now, before in zip(balances, self._balances, strict=True)]
            self._balances = balances
            self.rewards = {agent: gains[self._account_of(agent)] for agent in self.agents}
        elif self.game.is_over and self.game.winner != "draw":
            winner = self.game.winner
            self.rewards = {agent: 1 if self._account_of(agent) == winner else -1 for agent in self.agents}

    def _seat_of(self, agent: str) -> int:
        number = self.possible_agents.index(agent)
        if not self.program.table.people:
            return number
        accounts = self.game.seat_figures()["account"]
        return accounts.index(number) if number in accounts else -1

    def _account_of(self, agent: str) -> int:
        number = self.possible_agents.index(agent)
        return number if self.program.table.people else self.game.seat_figures()["account"][number]

    def render(self) -> str | None:
        """Return (or with `human` print) what was done last."""
        if self.render_mode == "human":
            print(self._told)  # noqa: T201 - that is what it is for
            return None
        return self._told

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(program: Program, **settings: Any) -> Any:  # noqa: ANN401 - as for `raw_env`
    """Return an environment with PettingZoo's guards: who does what is not allowed loses, nobody acts too early."""
    wrappers = needed("pettingzoo.utils.wrappers", "a PettingZoo environment", "pettingzoo")
    guarded = wrappers.TerminateIllegalWrapper(raw_env(program, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
