"""Games stepped one action at a time, their records, and matches of several games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from interpreter._machine import IllegalAction
from interpreter._search import Searching
from interpreter.actions import action as read_action
from interpreter.actions import action_words, outcome_names
from interpreter.given import balances_of_record, check_game, check_record
from interpreter.observation import Observation, observe
from interpreter.players import player_kinds, player_names
from interpreter.program import Program
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["RECORD_FORMAT", "Game", "IllegalAction", "Match", "play_out"]

RECORD_FORMAT = 1
"""Version of the mapping that `Game.record` returns."""
DECISIONS = (
    "",
    "bid",
    "trump",
    "exchange",
    "bury",
    "call",
    "agree",
    "meld",
    "play",
    "over",
    "draw",
    "build",
    "redraw",
    "ask",
)


class Game(Searching):
    """A game of a Program: `current_seat` chooses one of `legal_actions()`, `apply` carries it out."""

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        game: int = 0,
        players: Sequence[str] | None = None,
        *,
        dealer: int = -1,
        balances: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Begin game number `game` of a run; a match gives the first dealer and the balances to start with."""
        tables = tables_of(program)
        check_game(program, seed, game, players, dealer, balances)
        starts = None if balances is None else {k: list(v) for k, v in balances.items()}
        super().__init__(tables, seed, game, dealer, starts)
        self._address = (seed, game)
        self._first_dealer = dealer
        self._starts = starts
        self._players = () if players is None else player_names(program, players)

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players, one a seat, or nothing."""
        return self._players

    @property
    def seed_of_run(self) -> int:
        """Return the seed of the run that the game belongs to."""
        return self._address[0]

    @property
    def number(self) -> int:
        """Return the game's number in its run."""
        return self._address[1]

    @property
    def current_person(self) -> int:
        """Return which of the people at the table has to decide: his seat, unless more are there than play."""
        seat = self.current_seat
        return self.seat_figures()["account"][seat] if self.program.table.people and seat >= 0 else seat

    @property
    def phase(self) -> str:
        """Return the phase of the deal, or `over`."""
        if self.is_over:
            return "over"
        phases = list(type(self.program.rules.phases[0]))
        return str(phases[self.facts()["phase"]].value)

    @property
    def stage(self) -> str:
        """Return the stage of the play: `stock` or `playoff`."""
        return "stock" if self.facts()["stage"] else "playoff"

    @property
    def decision(self) -> str:
        """Return what the current seat decides: bid, trump, exchange, bury, call, agree, meld or play."""
        return DECISIONS[self.facts()["decision"]]

    @property
    def winner(self) -> int | str | None:
        """Return the winning account, `draw`, or None while the game goes on."""
        result = self.facts()["result"]
        if result == _DRAWN:
            return "draw"
        return result if result >= 0 else None

    @property
    def last_outcome(self) -> str | None:
        """Return the outcome of the last deal that was settled."""
        number = self.facts()["last_outcome"]
        return outcome_names(self.program)[number] if number >= 0 else None

    @property
    def last_made(self) -> bool | None:
        """Return whether the contract of the last deal that was settled was made; None where there was none."""
        made = self.facts()["last_made"]
        return bool(made) if made >= 0 else None

    def describe(self, action: int) -> str:
        """Return the words of an action."""
        return action_words(self.program, action)

    def action(self, text: str) -> int:
        """Return the action that a text says."""
        return read_action(self.program, text)

    def observation(self, seat: int) -> Observation:
        """Return what a seat sees."""
        return observe(self, seat)

    def copy(self) -> Game:
        """Return an independent game in the same state, with the same record."""
        twin = Game(self.program, *self._address)
        twin.copy_from(self)
        twin.actions = list(self.actions)
        twin._first_dealer = self._first_dealer
        twin._starts = self._starts
        twin._players = self._players
        return twin

    def ledgers(self) -> dict[str, list[int]]:
        """Return the balances of every ledger, one for each account."""
        return {ledger.name: self.ledger_balances(k) for k, ledger in enumerate(self.program.ledgers)}

    def tell_events(self, dealer: int | None = None, balances: dict[int, list[int]] | None = None) -> None:
        """Begin the game anew, as it began, and keep in `events` what happens besides the actions."""
        first = self._first_dealer if dealer is None else dealer
        super().tell_events(first, self._starts if balances is None else balances)

    def refuse(self, action: int) -> None:
        """Raise IllegalAction with the words of the action."""
        if self.is_over:
            msg = "the game is over"
            raise IllegalAction(msg)
        if not isinstance(action, int):
            msg = f"an action is a whole number, not {action!r}"
            raise IllegalAction(msg)
        choices = self.legal_actions()
        shown = ", ".join(self.describe(a) for a in choices[:12]) + (", ..." if len(choices) > 12 else "")
        msg = f"{self.describe(action)} is not allowed to seat {self.current_seat} here; allowed: {shown}"
        raise IllegalAction(msg)

    def record(self) -> dict[str, Any]:
        """Return all that replays this game, ready for JSON."""
        record = {
            "format": RECORD_FORMAT,
            "variant": self.program.variant,
            "options": dict(self.program.options),
            "program": json.loads(self.program.dumps()),
            "hash": self.program.hash,
            "seed": self._address[0],
            "game": self._address[1],
            "players": list(self._players),
            "actions": list(self.actions),
        }
        if self._first_dealer >= 0:
            record["dealer"] = self._first_dealer
        if self._starts:
            record["balances"] = {str(k): list(v) for k, v in self._starts.items()}
        return record

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> Game:
        """Return the game of a record, at its last action.

        Raises `ValueError` for a record that is damaged, of a newer format, or of another program.
        """
        game = cls.begin(record)
        for number, action in enumerate(record["actions"]):
            if isinstance(action, bool) or not isinstance(action, int):
                msg = f"action {number} of this record is {action!r}; a whole number is expected"
                raise ValueError(msg)  # noqa: TRY004 - one kind of error for all bad records
            try:
                game.apply(action)
            except IllegalAction as error:
                msg = f"action {number} of this record does not fit its game: {error}"
                raise ValueError(msg) from error
        return game

    @classmethod
    def begin(cls, record: Mapping[str, Any]) -> Game:
        """Return the game of a record, before its first action."""
        _check_record(record)
        program = Program.loads(json.dumps(record["program"]))
        if program.hash != record["hash"]:
            msg = "the program in this record is not the one that was played: its hash does not fit"
            raise ValueError(msg)
        check_record(program, record)
        balances = balances_of_record(record.get("balances"))
        players = record.get("players") or None
        return cls(program, record["seed"], record["game"], players, dealer=record.get("dealer", -1), balances=balances)


_DRAWN = -2


def _check_record(record: Mapping[str, Any]) -> None:
    """Raise ValueError for what is no record that this version reads."""
    expected = {"format": int, "program": dict, "hash": str, "seed": int, "game": int, "actions": list}
    if not hasattr(record, "get"):
        msg = "a record is a mapping"
        raise ValueError(msg)
    for key, kind in expected.items():
        if not isinstance(record.get(key), kind) or isinstance(record.get(key), bool):
            msg = f"this is no record of a game: {key!r} is missing or has the wrong kind"
            raise ValueError(msg)  # noqa: TRY004 - one kind of error for all bad records
    if record["format"] < 1:
        msg = f"this record has format {record['format']}; formats begin with 1"
        raise ValueError(msg)
    if record["format"] > RECORD_FORMAT:
        msg = f"this record has format {record['format']}; this version reads formats up to {RECORD_FORMAT}"
        raise ValueError(msg)


class Match:
    """Games of one Program one after another; the deal goes round, and ledgers that last a match go on."""

    def __init__(self, program: Program, seed: int = 0, players: Sequence[str] | None = None) -> None:
        """Begin a match; game g of it is game g of the run with this seed."""
        tables_of(program)
        self.program = program
        self.seed = seed
        self.players = players
        self.games: list[Game] = []

    def __iter__(self) -> Iterator[Game]:
        """Hand out games for ever; each must be over before the next is asked for."""
        while True:
            yield self.next_game()

    @property
    def balances(self) -> dict[str, list[int]]:
        """Return the balances of the ledgers that last a match."""
        kept = self._kept()
        return {ledger.name: kept[k] for k, ledger in enumerate(self.program.ledgers) if k in kept}

    def _kept(self) -> dict[int, list[int]]:
        lasting = [k for k, ledger in enumerate(self.program.ledgers) if ledger.lasts_match]
        if not self.games:
            accounts = self.program.table.accounts
            return {k: [self.program.ledgers[k].start] * accounts for k in lasting}
        return {k: self.games[-1].ledger_balances(k) for k in lasting}

    @classmethod
    def of(cls, game: Game) -> Match:
        """Return the match that a game belongs to, from this game on."""
        match = cls(game.program, game.seed_of_run, game.players or None)
        match.games.append(game)
        return match

    def next_game(self) -> Game:
        """Return the next game; the last one must be over."""
        if self.games and not self.games[-1].is_over:
            msg = "the last game of this match is not over yet"
            raise ValueError(msg)
        dealer = self.games[-1].following_dealer() if self.games else -1
        number = self.games[-1].number + 1 if self.games else 0
        game = Game(self.program, self.seed, number, self.players, dealer=dealer, balances=self._kept() or None)
        self.games.append(game)
        return game


def play_out(game: Game, players: Sequence[str]) -> Game:
    """Let players of the kernel finish a game; return it."""
    kinds = player_kinds(players)
    while not game.is_over:
        game.apply(game.choice(kinds[game.current_person % len(kinds)]))
    return game
