"""The names that formulas may use: their types, their registers, and the moment they become known."""

from __future__ import annotations

from enum import IntEnum

from attrs import frozen

from interpreter.codes import WHO_ARGUMENT, Name, Who
from pinochle_dsl.model import Type


class Moment(IntEnum):
    """When a name becomes known in a deal; a later moment knows all that an earlier one does."""

    ALWAYS = 0
    DEAL = 1
    AUCTION = 2
    DECLARER = 3
    TRUMP = 4
    MELD = 5
    PLAY = 6
    END = 7


SAID = {
    Moment.ALWAYS: "always",
    Moment.DEAL: "once the cards are dealt",
    Moment.AUCTION: "in the auction",
    Moment.DECLARER: "after the auction",
    Moment.TRUMP: "once trump is named",
    Moment.MELD: "after the meld",
    Moment.PLAY: "once cards are played",
    Moment.END: "at the end of the deal",
}
"""How messages say a moment."""


@frozen(eq=False, repr=False)
class Known:
    """A name of the language."""

    type: Type
    register: Name
    moment: Moment
    currency: bool = False
    """Counted in the currency that decides the game: points, or another ledger."""


NAMES: dict[str, Known] = {
    "players": Known(Type.COUNT, Name.PLAYERS, Moment.ALWAYS),
    "seat": Known(Type.SEAT, Name.SEAT, Moment.DEAL),
    "dealer": Known(Type.SEAT, Name.DEALER, Moment.DEAL),
    "deal": Known(Type.COUNT, Name.DEAL, Moment.DEAL),
    "total": Known(Type.POINTS, Name.TOTAL, Moment.DEAL, currency=True),
    "lead": Known(Type.POINTS, Name.LEAD, Moment.DEAL, currency=True),
    "target": Known(Type.POINTS, Name.TARGET, Moment.DEAL, currency=True),
    "best_meld": Known(Type.POINTS, Name.BEST_MELD, Moment.DEAL),
    "all_counters": Known(Type.POINTS, Name.ALL_COUNTERS, Moment.DEAL),
    "all_tricks": Known(Type.COUNT, Name.ALL_TRICKS, Moment.DEAL),
    "tricks_played": Known(Type.COUNT, Name.TRICKS_PLAYED, Moment.DEAL),
    "stock_left": Known(Type.COUNT, Name.STOCK_LEFT, Moment.DEAL),
    "hand_left": Known(Type.COUNT, Name.HAND_LEFT, Moment.DEAL),
    "stake": Known(Type.COUNT, Name.STAKE, Moment.DEAL),
    "bid": Known(Type.POINTS, Name.BID, Moment.AUCTION),
    "nobody_bid": Known(Type.TRUTH, Name.NOBODY_BID, Moment.AUCTION),
    "round": Known(Type.COUNT, Name.ROUND, Moment.AUCTION),
    "own_bids": Known(Type.COUNT, Name.OWN_BIDS, Moment.AUCTION),
    "declarer": Known(Type.SEAT, Name.DECLARER, Moment.DECLARER),
    "trump": Known(Type.SUIT, Name.TRUMP, Moment.TRUMP),
    "trump_named": Known(Type.TRUTH, Name.TRUMP_NAMED, Moment.DEAL),
    "meld": Known(Type.POINTS, Name.MELD, Moment.MELD),
    "own_meld": Known(Type.POINTS, Name.OWN_MELD, Moment.MELD),
    "laid_meld": Known(Type.POINTS, Name.LAID_MELD, Moment.MELD),
    "counters": Known(Type.POINTS, Name.COUNTERS, Moment.PLAY),
    "own_counters": Known(Type.POINTS, Name.OWN_COUNTERS, Moment.PLAY),
    "tricks": Known(Type.COUNT, Name.TRICKS, Moment.PLAY),
    "own_tricks": Known(Type.COUNT, Name.OWN_TRICKS, Moment.PLAY),
    "first_trick": Known(Type.TRUTH, Name.FIRST_TRICK, Moment.PLAY),
    "trump_played": Known(Type.TRUTH, Name.TRUMP_PLAYED, Moment.PLAY),
    "margin": Known(Type.POINTS, Name.MARGIN, Moment.END, currency=True),
    "last_trick_winner": Known(Type.SEAT, Name.LAST_TRICK_WINNER, Moment.PLAY),
}

SUIT_NAMES = {"spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "none": 4}

MUST_FLAGS = ("trump_led", "trumped", "void", "partner_winning", "last_to_play", "first_trick")
"""Names a duty may see, in the order of `codes.Flag`."""

LEAD_FLAGS = ("first_trick", "trump_played", "only_trumps_left", "declarer_leads")
"""Names a duty of the leader may see, in the order of `codes.LeadFlag`."""


def who(kind: Who, argument: int = 0) -> int:
    """Return a who code."""
    return kind + WHO_ARGUMENT * argument


OF_WHOM: dict[str, tuple[int, Moment]] = {
    "declarer": (who(Who.DECLARER), Moment.DECLARER),
    "partner": (who(Who.PARTNER), Moment.DECLARER),
    "declarers": (who(Who.DECLARERS), Moment.DECLARER),
    "defenders": (who(Who.DEFENDERS), Moment.DECLARER),
    "dealer": (who(Who.FROM_DEALER), Moment.DEAL),
    "eldest": (who(Who.FROM_DEALER, 1), Moment.DEAL),
    "nondealer": (who(Who.NONDEALERS), Moment.DEAL),
    "leader": (who(Who.LEADER), Moment.PLAY),
    "winner": (who(Who.WINNER), Moment.END),
    "loser": (who(Who.LOSERS), Moment.END),
    "losers": (who(Who.LOSERS), Moment.END),
    "caller": (who(Who.CALLER), Moment.DEAL),
    "offender": (who(Who.OFFENDER), Moment.END),
    "opponents": (who(Who.OPPONENTS), Moment.DEAL),
    "opponent_of_declarer": (who(Who.OPPONENT_OF_DECLARER), Moment.DECLARER),
    "trick_winner": (who(Who.TRICK_WINNER), Moment.PLAY),
    "trick_loser": (who(Who.TRICK_LOSER), Moment.PLAY),
    "last_trick_winner": (who(Who.LAST_TRICK_WINNER), Moment.PLAY),
}
"""Players that `WHO.name` looks at in a formula (words of several parts joined by `_`)."""

SEATS = ("eldest", "leader", "caller", "partner", "trick_winner")
"""Further names of single seats, beside those that are registers of their own."""

WHO_KINDS = {
    "declarer": Who.DECLARER,
    "partner": Who.PARTNER,
    "declarers": Who.DECLARERS,
    "defenders": Who.DEFENDERS,
    "everyone": Who.EVERYONE,
    "nondealers": Who.NONDEALERS,
    "leader": Who.LEADER,
    "winner": Who.WINNER,
    "losers": Who.LOSERS,
    "caller": Who.CALLER,
    "offender": Who.OFFENDER,
    "opponents": Who.OPPONENTS,
    "opponent_of_declarer": Who.OPPONENT_OF_DECLARER,
    "bank": Who.BANK,
    "idle": Who.IDLE,
    "trick_winner": Who.TRICK_WINNER,
    "trick_loser": Who.TRICK_LOSER,
    "last_trick_winner": Who.LAST_TRICK_WINNER,
}
"""Rules of the grammar's `who` that need nothing more."""
