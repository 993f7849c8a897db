"""What every part of the compiler shares: the model, the context of formulas, and the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from lark import Token

from interpreter.codes import Name, Who
from interpreter.program import IN_PLAY, Phase, Then, Window
from pinochle_dsl.expressions import FIXED_PLACE, LARGEST, Context, Scope, compile_phrase, evaluate
from pinochle_dsl.model import Phrase, Type, Variant
from pinochle_dsl.names import LEAD_FLAGS, MUST_FLAGS, WHO_KINDS, Moment, who
from pinochle_dsl.slips import person_meant
from pinochle_dsl.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.program import Code
    from pinochle_dsl.findings import Findings, Path
    from pinochle_dsl.syntax import Tree

DEFAULT_PHASES = tuple(Phase)
"""Order of the phases unless a file says otherwise."""

EFFECTS = {
    "stop play": Then.STOP_PLAY,
    "same dealer deals again": Then.SAME_DEALER,
    "next dealer deals": Then.NEXT_DEALER,
    "close the stock": Then.CLOSE_STOCK,
}
"""What `then` and `lacking` may say beside the name of an outcome."""

WINDOWS = {
    "before": Window.BEFORE,
    "after": Window.AFTER,
    "in_place_of": Window.IN_PLACE_OF,
    "before_first_lead": Window.BEFORE_FIRST_LEAD,
    "before_each_lead": Window.BEFORE_EACH_LEAD,
    "before_own_first_card": Window.BEFORE_OWN_FIRST_CARD,
    "before_own_card": Window.BEFORE_OWN_CARD,
    "after_own_card": Window.AFTER_OWN_CARD,
    "after_each_trick": Window.AFTER_EACH_TRICK,
    "at_own_first_bid": Window.AT_OWN_FIRST_BID,
    "at_own_bid": Window.AT_OWN_BID,
    "after_turn_up": Window.AFTER_TURN_UP,
    "game_start": Window.GAME_START,
    "game_end": Window.GAME_END,
    "after_call": Window.AFTER_CALL,
}

IN_AUCTION = {Window.AT_OWN_FIRST_BID, Window.AT_OWN_BID}

OWN = IN_AUCTION | {Window.BEFORE_OWN_FIRST_CARD, Window.BEFORE_OWN_CARD, Window.AFTER_OWN_CARD}
"""Moments that belong to one player."""


@define(eq=False, repr=False)
class Builder:
    """One compilation: a model, the seats chosen, and what formulas refer to."""

    model: Variant
    seats: int
    context: Context
    findings: Findings
    phases: tuple[Phase, ...] = DEFAULT_PHASES
    removed: frozenset[str] = frozenset()
    """Sections that a contract of another kind does without."""
    changed: frozenset[str] | None = None
    """Sections that a contract changes; None for the game as it starts."""

    # ---- formulas ---------------------------------------------------------------------------------

    def code(self, phrase: Phrase | None, want: Type, scope: Scope, path: Path) -> Code:
        """Return the code of a formula, or no code for one that is not said."""
        if phrase is None:
            return ()
        return compile_phrase(phrase, want, scope, self.context, self.findings, path)

    def conditions(self, said: Phrase | Mapping[str, Phrase] | None, scope: Scope, path: Path) -> Code:
        """Return the code of a condition, or of named conditions that must all hold."""
        if said is None or isinstance(said, Phrase):
            return self.code(said, Type.TRUTH, scope, path)
        code: Code = ()
        for name, phrase in said.items():
            one = self.code(phrase, Type.TRUTH, scope, (*path, name))
            code = (*code, *one, *AND) if code else one
        return code

    def number(self, phrase: Phrase | None, want: Type, path: Path, default: int = 0, **constants: int) -> int:
        """Return the value of a formula that is fixed when the file is compiled."""
        if phrase is None:
            return default
        known = {"players": self.seats, **constants}
        scope = Scope(FIXED_PLACE, Moment.ALWAYS, constants=known)
        code = compile_phrase(phrase, want, scope, self.context, self.findings, path)
        return evaluate(code, lambda _register, _who: 0) if code else default

    def table_number(self, phrase: Phrase | None, want: Type, path: Path, default: int = 0, low: int = 0) -> int:
        """Return such a value, which must not be below `low` (0 or 1)."""
        before = len(self.findings.items)
        value = self.number(phrase, want, path, default)
        if value < low and len(self.findings.items) == before:
            below = f"{value} is less than nothing" if value < 0 else "0 is too little here"
            self.findings.add("PIN310", path, below, f"write {low} or more")
            return max(default, low)
        return value

    def literal(self, token: Token, phrase: Phrase, path: Path) -> int:
        """Return a points literal of an auction phrase, rescaled."""
        value = int(token[:12]) * phrase.scale
        if int(token[:12]) > LARGEST or value.denominator != 1:
            large = value.denominator == 1
            self.findings.add(
                "PIN304" if large else "PIN305",
                path,
                f"{token[:12]} is too large" if large else f"{token} points do not come out even in this file's unit",
                f"numbers go up to {LARGEST:,}" if large else "say the value again in this file",
                start=token.start_pos,
                end=token.end_pos,
            )
            return LARGEST
        return int(value)

    # ---- words ------------------------------------------------------------------------------------

    def who(self, phrase: Phrase | None, path: Path, default: int = -1) -> int:
        """Return the who code of a player word."""
        return default if phrase is None else self.who_code(phrase.tree, path)

    def who_code(self, tree: Tree, path: Path) -> int:
        """Return the who code of a player word's tree."""
        word = str(tree.data)
        if word in WHO_KINDS:
            if word in self.context.absent:
                self.findings.add("PIN308", path, f"there is no {word} in this game: {self.context.absent[word]}")
            if word == "idle" and self.model.players.at_table is None:
                self.findings.add("PIN308", path, "nobody sits out in this game", "say `players: {at_table: 4}`")
            return who(WHO_KINDS[word])
        left = -1 if self.model.players.direction == "counterclockwise" else 1
        places = {"dealer": 0, "eldest": 1, "left_of_dealer": left, "right_of_dealer": -left}
        if word in places:
            return who(Who.FROM_DEALER, places[word] % self.seats)
        token = tree.children[0]
        if word == "nth_left":
            return who(Who.FROM_DEALER, left * int(str(token)[0]) % self.seats)
        if word == "caller_of":
            return who(Who.CALLER_OF, self.reference(str(token), self.context.calls, "call", path))
        name = str(token)
        ledger = self.model.ledgers.get(name)
        if ledger is not None and ledger.joint:
            return who(Who.JOINT, self.context.ledgers.index(name))
        self.findings.add("PIN308", path, f"`{name}` is no player here", person_meant(name) or PLAYERS_ARE)
        return who(Who.BANK)

    def reference(self, name: str, names: tuple[str, ...], kind: str, path: Path) -> int:
        """Return the number of a named thing, with a finding where there is none."""
        if name in names:
            return names.index(name)
        self.findings.add("PIN307", path, f"there is no {kind} `{name}`", near(name, names, f"{kind}s are"))
        return 0

    def effect(self, text: str, path: Path) -> tuple[Then, int]:
        """Return what `then` or `lacking` leads to, and the outcome's number if it is one."""
        if text in EFFECTS:
            return EFFECTS[text], -1
        if text in self.context.outcomes:
            return Then.OUTCOME, self.context.outcomes.index(text)
        self.findings.add(
            "PIN307",
            path,
            f"`{text}` is neither an outcome nor something that can follow",
            near(text, (*self.context.outcomes, *EFFECTS), "add it to `outcomes`, or write one of these:"),
        )
        return Then.NOTHING, -1

    def window(self, phrase: Phrase, path: Path) -> tuple[Window, Phase | None, int]:
        """Return a moment: its window, its phase, and the call it answers."""
        window = WINDOWS[str(phrase.tree.data)]
        if not phrase.tree.children:
            return window, None, -1
        word = str(phrase.tree.children[0])
        if window is Window.AFTER_CALL:
            return window, None, self.reference(word.strip(), self.context.calls, "call", path)
        phase = Phase(word)
        if phase not in self.phases:
            self.findings.add("PIN405", path, f"there is no phase {word} in this game")
        return window, phase, -1

    # ---- moments ------------------------------------------------------------------------------------

    def moment(self, window: Window, phase: Phase | None) -> Moment:
        """Return what is known at a window, given the order of the phases."""
        if window is Window.GAME_START:
            return Moment.ALWAYS
        if window in (Window.AFTER_TURN_UP, Window.AFTER_CALL):
            return Moment.DEAL if window is Window.AFTER_TURN_UP else Moment.PLAY
        if window in (Window.DEAL_END, Window.GAME_END):
            return Moment.END
        if window in IN_PLAY:
            return Moment.PLAY
        if window in IN_AUCTION:
            return Moment.AUCTION
        if phase not in self.phases:
            return Moment.END
        done = self.phases[: self.phases.index(phase) + (window is Window.AFTER)]
        moment = Moment.ALWAYS
        for gone in done:
            moment = max(moment, MOMENT_AFTER.get(gone, Moment.ALWAYS))
        if moment is Moment.DECLARER and self.model.auction is None:
            moment = Moment.DEAL
        return moment

    def scope(self, place: str, moment: Moment, *extra: str) -> Scope:
        """Return a scope; trump is known early where it is turned up."""
        known = set(extra)
        if self.turned_trump or self.early_trump:
            known |= {"trump"} if moment >= (Moment.DEAL if self.turned_trump else Moment.AUCTION) else set()
        return Scope(place, moment, constants={"players": self.seats}, extra=frozenset(known))

    @property
    def early_trump(self) -> bool:
        """Whether a card of the widow fixes trump before the auction."""
        phases = self.phases
        fixed = self.model.trump is not None and self.model.trump.by == "widow card"
        known = Phase.TRUMP in phases and Phase.AUCTION in phases
        return fixed and known and phases.index(Phase.TRUMP) < phases.index(Phase.AUCTION)

    @property
    def turned_trump(self) -> bool:
        """Whether the turn-up fixes trump."""
        return self.model.trump is not None and self.model.trump.by == "turn-up"


AND = (14, 0, 0)

MOMENT_AFTER = {
    Phase.DEAL: Moment.DEAL,
    Phase.AUCTION: Moment.DECLARER,
    Phase.TRUMP: Moment.TRUMP,
    Phase.MELD: Moment.MELD,
    Phase.PLAY: Moment.PLAY,
    Phase.SCORE: Moment.END,
}

PLAYERS_ARE = (
    "players are: declarer, partner, declarers, defenders, dealer, eldest, left of dealer, winner, losers, each"
)
BUILT_LATER = "`pinochle code PIN901` says what is not played yet, `pinochle cookbook` what else can be said"

MUST_SCOPE = Scope("in a duty", Moment.ALWAYS, flags=MUST_FLAGS)
LEAD_SCOPE = Scope("in a duty of the leader", Moment.ALWAYS, flags=LEAD_FLAGS)


def near(text: str, names: tuple[str, ...], prefix: str) -> str:
    """Return a hint with the closest name, or with all of them."""
    close = nearest(text, names)
    if close:
        return f"did you mean `{close}`?"
    return f"{prefix} {', '.join(names)}" if names else "this game has none"


def uses(code: Code, *names: Name) -> bool:
    """Return whether code reads one of some registers."""
    loads = {a for op, a, _ in zip(code[::3], code[1::3], code[2::3], strict=True) if op == 1}
    return bool(loads & set(names))
