"""The numbers that a Program's postfix code is written in.

A compiler writes them, the kernel reads them.  A number never changes its meaning within one
`PROGRAM_FORMAT`: records made with it must replay forever.
"""

from __future__ import annotations

from enum import IntEnum

PROGRAM_FORMAT = 1
"""Version of the serialised Program; raised whenever a number or a field changes its meaning."""

NO_TRUMP = 4
"""Trump index when there is none; 0 to 3 are ♠ ♥ ♦ ♣."""

NOBODY = -1
"""Seat number of nobody."""


class Op(IntEnum):
    """Instructions of the stack machine; each is three integers: op, a, b (unused ones are 0).

    Truth is 1 and 0.  There are no jumps: `SELECT` takes both branches from the stack, so a piece
    of code always ends after as many steps as it has instructions.
    """

    CONST = 0
    """Push a."""
    LOAD = 1
    """Push register a (a `Name`) of the player(s) b (a `who` code)."""
    ADD = 2
    SUB = 3
    MUL = 4
    NEGATE = 5
    DIVIDE = 6
    """Pop x, push x / a to the nearest whole number, halves up (towards plus infinity)."""
    EQ = 7
    NE = 8
    LT = 9
    LE = 10
    GT = 11
    GE = 12
    NOT = 13
    AND = 14
    OR = 15
    SELECT = 16
    """Pop other, condition, value (pushed in that order: value, condition, other); push one of them."""
    MIN = 17
    MAX = 18
    ABS = 19
    PER = 20
    """Pop n, x: how many whole n are in x (floor; 0 where n < 1)."""
    PER_PART = 21
    """Pop n, x: the same, a started n counts as one (ceiling)."""
    ROUND = 22
    """Pop n, x: x to the nearest multiple of n, halves up (x itself where n < 1; so the next two)."""
    ROUND_UP = 23
    ROUND_DOWN = 24
    ODD = 25
    COUNT = 26
    """Push how many cards of card set a the player in question holds."""
    TAKEN = 27
    """Push how many cards of card set a the tricks of the player's account hold."""
    TURNED = 28
    """Push whether the turn-up is one of card set a."""
    PLAYED = 29
    """Push whether the card just played is one of card set a."""
    HOLDS = 30
    """Push whether the player's hand holds group a (all its cards together)."""
    MELDED = 31
    """Push how many times the player's account has laid meld a (an index of `Program.melds`)."""
    MELD_OF = 32
    """Push the points the player's account has laid with meld a."""
    CALLED = 33
    """Push whether call a was made by anyone in this deal."""
    OWN_CALLED = 34
    """Push whether call a was made by the player in question in this deal."""
    OUTCOME = 35
    """Push whether the deal ended with outcome a (an index of `Program.outcomes`)."""


class Name(IntEnum):
    """Registers that formulas read.  `own_` registers are one player's, plain ones his side's."""

    PLAYERS = 0
    SEAT = 1
    DEALER = 2
    DECLARER = 3
    BID = 4
    """The contract in points (during the auction the highest bid so far; 0 if none)."""
    TARGET = 5
    DEAL = 6
    """Number of the deal in the game, from 1."""
    LEAD = 7
    """How far this account is ahead of the best other account (negative if behind), in game totals."""
    TOTAL = 8
    """Points of the account in the game before this deal is settled."""
    ROUND = 9
    """Round of the auction, from 1."""
    NOBODY_BID = 10
    OWN_BIDS = 11
    BEST_MELD = 12
    """Most points the hand could lay under the trump that suits it best."""
    TRUMP = 13
    TRUMP_NAMED = 14
    MELD = 15
    """Points of the side's melds that count (after floor and saving; before the play the laid ones)."""
    OWN_MELD = 16
    LAID_MELD = 17
    """Points of the side's melds as laid, before floor and saving."""
    COUNTERS = 18
    """Points the side has taken in tricks, the last trick included."""
    OWN_COUNTERS = 19
    TRICKS = 20
    OWN_TRICKS = 21
    ALL_COUNTERS = 22
    """Points of all cards of the deal that can be won in tricks, and the last trick."""
    ALL_TRICKS = 23
    TRICKS_PLAYED = 24
    STOCK_LEFT = 25
    HAND_LEFT = 26
    STAKE = 27
    MARGIN = 28
    """Winner's total minus the best other total, after the deal is settled (0 in a draw)."""
    LAST_TRICK_WINNER = 29
    FIRST_TRICK = 30
    TRUMP_PLAYED = 31
    LEDGER = 64
    """Balance of ledger k is register LEDGER + k (ledger 0, the points, is TOTAL)."""


class Who(IntEnum):
    """Kinds of player words.  A who code is kind + 64 * argument; it names a set of seats."""

    SELF = 0
    """The player in question himself (his side, for registers of a side)."""
    DECLARER = 1
    PARTNER = 2
    """The declarer's partner(s)."""
    DECLARERS = 3
    DEFENDERS = 4
    EVERYONE = 5
    """Every seat (`everyone`, `anyone`, `each`)."""
    FROM_DEALER = 6
    """The seat `argument` places after the dealer in order of play (0 the dealer, 1 eldest)."""
    NONDEALERS = 7
    LEADER = 8
    """Who leads to the current or the next trick."""
    WINNER = 9
    """Winner of the deal (at `game end`: of the game)."""
    LOSERS = 10
    """Everyone else when there is a winner; nobody in a draw."""
    CALLER = 11
    """Who made the latest call."""
    CALLER_OF = 12
    """Who made call `argument`."""
    OFFENDER = 13
    """Set by a ruling only."""
    OPPONENTS = 14
    """Everyone who is not on the side of the player in question."""
    TRICK_WINNER = 15
    TRICK_LOSER = 16
    """Everyone but the winner of the trick just played."""
    LAST_TRICK_WINNER = 17
    OPPONENT_OF_DECLARER = 18
    """First seat after the declarer that is not on his side."""
    BANK = 19
    """Nobody: the bank pays and takes without a balance."""
    JOINT = 20
    """The joint account of ledger `argument`."""
    IDLE = 21
    """Those at the table who sit this deal out; they have accounts, but no seats."""


WHO_ARGUMENT = 64
"""Factor of the argument in a who code."""


class Flag(IntEnum):
    """Bits of the state of a trick that a duty's condition may look at (index of its truth table)."""

    TRUMP_LED = 0
    TRUMPED = 1
    """The trick has been trumped (a trump lies on a plain suit lead)."""
    VOID = 2
    """The player holds none of the suit led."""
    PARTNER_WINNING = 3
    """The card now winning is a side member's, not one's own."""
    LAST_TO_PLAY = 4
    FIRST_TRICK = 5


class LeadFlag(IntEnum):
    """The same for the card that leads to a trick."""

    FIRST_TRICK = 0
    TRUMP_PLAYED = 1
    """A trump has been played in this deal."""
    ONLY_TRUMPS_LEFT = 2
    DECLARER_LEADS = 3
