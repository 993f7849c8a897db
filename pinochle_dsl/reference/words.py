"""What the words inside phrases mean, as the reference prints them and editors offer them.

Tests hold these tables beside the grammar and the names of formulas: a word that is missing here, or that
the language has not, fails them.
"""

from __future__ import annotations

NAMES = {
    "players": "how many play in the deal",
    "seat": "the player who is asked",
    "dealer": "who deals",
    "deal": "number of the deal in this game, from 1",
    "total": "what the account has in the game: before this deal, and after it in payments of its end and in `game`",
    "lead": "how far the account is ahead of the best other one (less than 0 when behind)",
    "target": "the target of the game",
    "best_meld": "the most that the hand could meld in the suit that suits it best",
    "all_counters": "all the points that can be won in tricks, the last trick included",
    "all_tricks": "how many tricks a deal has",
    "tricks_played": "tricks played so far",
    "stock_left": "cards left in the stock",
    "hand_left": "cards the player still holds",
    "stake": "`score.stake`, multiplied by the `stakes` of every call that was made",
    "bid": "the contract; during the auction the highest bid so far, 0 before the first",
    "nobody_bid": "nobody has bid yet",
    "round": "round of the auction, from 1",
    "own_bids": "how often this player has bid",
    "declarer": "who won the auction",
    "trump": "the trump suit, or `none`",
    "trump_named": "trump has been named",
    "meld": "melds of the side, as they count: nothing below the floor, nothing if they were not saved",
    "own_meld": "the same of this player alone",
    "laid_meld": "melds of the side as they were laid, before floor and saving",
    "counters": "points the side took in tricks, the last trick included",
    "own_counters": "the same of this player alone",
    "tricks": "tricks the side took",
    "own_tricks": "tricks this player took",
    "first_trick": "this is the first trick",
    "trump_played": "a trump has been played in this deal",
    "margin": "total of the winner less the best other total, after the deal (0 in a draw)",
    "last_trick_winner": "who took the last trick",
}
"""Names of formulas."""

SEATS = {
    "eldest": "next in turn after the dealer",
    "leader": "who leads to this trick, or to the next",
    "caller": "who made the latest call",
    "partner": "the declarer's partner",
    "trick_winner": "who took the latest trick",
}
"""Names of formulas that are single players and nothing else."""

SUITS = {
    "spades": "♠",
    "hearts": "♥",
    "diamonds": "♦",
    "clubs": "♣",
    "none": "no trump",
}

MUST_FLAGS = {
    "trump_led": "a trump was led to this trick",
    "trumped": "a trump lies on a plain suit that was led",
    "void": "the player holds none of the suit led",
    "partner_winning": "the card now winning is one of his side's",
    "last_to_play": "he is the last to play to the trick",
    "first_trick": "this is the first trick",
}
"""What a duty may ask of those who do not lead."""

LEAD_FLAGS = {
    "first_trick": "this is the first trick",
    "trump_played": "a trump has been played in this deal",
    "only_trumps_left": "the leader holds nothing but trumps",
    "declarer_leads": "the declarer is on lead",
}
"""What a duty may ask of the leader."""

FUNCTIONS = {
    "count": ("count(A)", "cards of the set in the hand", "a count"),
    "taken": ("taken(counters)", "cards of the set in tricks the account won", "a count"),
    "holds": ("holds(K Q of trump)", "the hand of the player asked holds these cards together", "true or false"),
    "turned": (
        "turned(9)",
        "the turn-up of now, after an exchange the card that lies there, is one of the set",
        "true or false",
    ),
    "played": ("played(7 of trump)", "the card just played is one of the set", "true or false"),
    "melded": ("melded(run)", "how often the account laid that meld; partners' melds add up", "a count"),
    "meld_of": ("meld_of(dix)", "what the account has for that meld", "points"),
    "called": ("called(concede)", "somebody made that call in this deal", "true or false"),
    "own_called": ("own_called(concede)", "this player made it", "true or false"),
    "outcome": ("outcome(set)", "the deal ended that way", "true or false"),
    "band": (
        "band(bid, 200: 2, 250: 4)",
        "the value of the highest step that is reached: 2 from 200, 4 from 250, nothing below",
        "the type of its values",
    ),
    "per": ("per(margin, 100)", "how many whole hundreds are in it", "a count"),
    "per_part": ("per_part(margin, 100)", "the same, and a part of a hundred counts as one", "a count"),
    "round": ("round(counters, 10)", "to the nearest ten, halves up", "the type of what is rounded"),
    "round_up": ("round_up(counters, 10)", "up to the next ten", "the type of what is rounded"),
    "round_down": ("round_down(counters, 10)", "down to the ten below", "the type of what is rounded"),
    "min": ("min(meld, 20)", "the smallest of two or more", "the type of its values"),
    "max": ("max(20, bid - meld)", "the largest of two or more", "the type of its values"),
    "abs": ("abs(lead)", "without its sign: 5 of -5", "the type of its value"),
    "odd": ("odd(deal)", "1, 3, 5 and so on", "true or false"),
}
"""Functions: how they are written, what they give, of which type."""

SIGNS = {
    "a if C else b": "a where the condition holds, else b",
    "C or D": "one of them holds, or both",
    "C and D": "both hold",
    "not C": "it does not hold",
    "a = b": "equal; also `!=` `<` `<=` `>` `>=`, one comparison at a time",
    "a + b": "and `a - b`, between values of one type",
    "a * 2": "points or a count, times a count",
    "a / 2": "divided by a number, to the nearest whole, halves up",
    "-a": "less than nothing: what is taken away",
    "WHO.name": "the same name of somebody else: `declarers.total`, `opponents.tricks`",
}
"""Signs of formulas, the loosest first."""

WHO = {
    "declarer": "who won the auction",
    "partner": "the declarer's partner",
    "declarers": "the declarer and his side",
    "defenders": "all the others",
    "everyone": "all who play",
    "anyone": "the same, for a call that each may make",
    "each": "the same, for a payment that each makes or gets",
    "dealer": "who deals",
    "eldest": "next in turn after the dealer",
    "nondealer": "all but the dealer; of two players, the other one",
    "left of dealer": "the seat at the dealer's left, whichever way turns go",
    "right of dealer": "the seat at his right",
    "2nd left of dealer": "the second at his left; so `3rd`, `4th`",
    "leader": "who leads to this trick, or to the next",
    "winner": "who wins the deal, or at the end of the game who wins that",
    "losers": "all others; also `loser`",
    "caller": "who made the latest call",
    "caller of NAME": "who made the call of that name",
    "offender": "who broke a rule (in rulings)",
    "opponents": "all who are not on the side that is asked",
    "opponent of declarer": "the other one of two players, or the seat after the declarer's",
    "trick winner": "who took the latest trick",
    "trick loser": "who did not, of two players",
    "last trick winner": "who took the last trick of the deal",
    "idle": "who sits out this deal",
    "bank": "nobody at the table: points come from nowhere and go there",
    "kitty": "a joint ledger of the file, by its name",
}
"""Players, as keys name them."""

WINDOWS = {
    "before PHASE": "as that phase of the deal begins: `before widow`",
    "after PHASE": "as it ends: `after meld`",
    "in place of trump": "the call is made instead of naming trump; also another phase",
    "at own first bid": "when a player speaks for the first time in the auction",
    "at own bid": "whenever he speaks in the auction",
    "before first lead": "before the first card is played",
    "before each lead": "before each trick, asked of the leader",
    "before own first card": "before a player's first card",
    "before own card": "before each of his cards",
    "after own card": "after each of his cards",
    "after each trick": "when a trick has been taken",
    "after turn_up": "when the card is turned up (payments)",
    "after call NAME": "as an answer to a call: doubling, challenging",
    "game start": "before the first deal (payments)",
    "game end": "when the game is over (payments)",
}
"""Moments at which something may be said or paid."""

DUTIES = {
    "follow suit": "play the suit led",
    "trump": "play a trump",
    "beat": "play a card that beats the one now winning",
    "beat the suit led": "play a higher card of the suit led, even if the trick has been trumped",
    "play A": "play one of a set of cards",
    "avoid trump": "play none of a set of cards",
    "beat when trump_led": "the duty only holds then",
    "beat unless partner_winning": "the duty holds but then",
}
"""Duties of the play.  Each keeps, of the cards still allowed, those that meet it, if there are any."""

TABLE_RULES = {
    "usual": "[follow suit, trump, beat]",
    "beat only when trump is led": "[follow suit, trump, beat when trump_led]",
    "and when trumping": "[follow suit, trump, beat when trump_led or void]",
    "no duty to trump": "[follow suit, beat unless void]",
    "who has none of the suit overtrumps if he can, else plays anything": "[follow suit, beat]",
    "never over your partner": "[follow suit, trump, beat unless partner_winning]",
    "any card": "[]",
    "the first lead is a trump (`lead:`)": "[play trump when first_trick]",
    "trumps are not led before one was played (`lead:`)": "[avoid trump unless trump_played or only_trumps_left]",
}
"""What tables say about the play, and how it is written."""

CARD_SETS = {
    "A 10": "all aces and tens",
    "9 of trump": "the nines of trump",
    "K Q of ♥": "the kings and queens of that suit",
    "Q♠ J♦": "exactly these cards",
    "counters": "all cards that have points",
    "trump": "all trumps",
    "plain suits": "all cards that are not trumps",
    "melded cards": "cards that were laid in melds (in `bury.not`, `exchange.not`)",
    "dealt cards": "cards that were dealt to the player, not taken later (in `bury.not`, `exchange.not`)",
    "any card": "every card",
    "all but A": "everything else",
    "A, trump": "several of these, with commas",
}
"""Sets of cards: any of them."""

GROUPS = {
    "K Q of trump": "both in the trump suit",
    "K Q of a plain suit": "both in one suit that is not trump; each suit is a meld of its own",
    "K Q of any suit": "both in one suit, trump or not; each suit is a meld of its own",
    "A of every suit": "one in each of the four suits",
    "7 of ♥": "in that suit",
    "Q♠ J♦": "exactly these cards",
    "4x A": "so many, whatever their suits",
    "2x K 2x Q of trump": "two of each",
    "9 of trump and K Q of trump": "both parts together",
}
"""Cards together."""

RAISES = {
    "10": "in tens; higher ones too, as long as they are tens",
    "10 or 20": "by ten or by twenty, nothing else",
    "5 only": "by five, nothing else",
    "1 below 60, then 5": "by ones up to 60, from there in fives",
}

OPENS = {
    "eldest": "he speaks first and may pass",
    "dealer": "he speaks first and may pass; so may any other [player](#words-for-players)",
    "dealer must bid": "he speaks first and may not pass",
    "left of dealer must bid": "he speaks first and may not pass; whoever it is, `must bid` binds him",
    "dealer at 50": "he already holds that bid; the next one speaks",
    "left of dealer at 500": "he already holds that bid; the next one speaks",
}

ALL_PASS = {
    "dealer takes 25": "once the others have passed the dealer has the contract for 25, and is not asked",
    "dealer takes 200 or more": "he must bid at least 200, and may bid more where `may_bid` lets him",
    "same dealer deals again": "the same dealer deals once more",
    "next dealer deals": "the deal passes on",
}

EFFECTS = {
    "stop play": "the deal is over, and the outcomes are tried",
    "same dealer deals again": "the deal is void, and the same dealer deals once more",
    "next dealer deals": "the deal is void and passes on",
    "close the stock": "nobody draws any more, and the duties of the playoff hold",
}
"""What may follow, beside the name of an outcome."""

PHASES = {
    "deal": "cards are dealt, and a card turned up",
    "auction": "players bid",
    "widow": "the widow is shown and taken",
    "trump": "trump is named",
    "exchange": "partners pass cards",
    "ask": "a card is asked for",
    "redraw": "cards are thrown away and drawn anew",
    "bury": "the declarer lays cards away",
    "meld": "melds are laid and counted",
    "play": "tricks are played",
    "score": "the deal is settled",
}
"""Phases of a deal, in their usual order."""

BOTH_REACH = {
    "declarers": "the declaring side, if it is one of them",
    "highest": "whoever has more; if they are equal, the next word",
    "another deal": "play on",
    "draw": "nobody wins",
    "target + 25": "the target rises by so much, and never falls back",
}

TIE_BREAKS = {
    "deals won": "who won more deals",
    "best deal": "who had the best single deal",
    "exact points": "points before rounding",
    "lot": "by lot",
}

FIRST_DEALER = {
    "random": "by lot",
    "seat 0": "that seat, from 0 to 7",
}

PASSES = {"pass": "the usual word"}

SPANS = {
    "4": "four",
    "3 or 4": "one of them",
    "2 to 6": "from two to six",
    "1 to 10 or 15 or 20": "both together",
}

PACKETS = {
    "4 4 4": "to each player, four at a time",
    "4 widow 2 4 widow 2 4": "and two to the widow in between",
    "3 turn 2": "and a card turned up in between",
}

QUESTIONS = {
    "meld": "what a hand may meld",
    "legal": "which cards may be played",
    "winner": "which card wins a trick",
    "settle": "what a deal comes to",
    "call": "whether a call may be made",
    "bid": "whether a bid may be made",
}
"""Questions that the examples of a file may ask."""

OF_EXAMPLES = {
    "suit": "the suit that is bid, where bids name one",
    "high": "the bid that stands and has to be topped; none unless said",
    "bidder": "seat that holds it: the one before unless said",
    "hand": "cards: `A♥ 10♥ K♥`, or `AH 10H KH`",
    "trick": "cards played so far, in order",
    "trump": "a suit, or `none`",
    "as": "`declarer` or `defender`",
    "total": "what the melds are worth",
    "stage": "`stock` or `playoff`",
    "leading": "seat that leads, from 0",
    "seat": "seat whose turn it is",
    "declarer": "seat of the declarer, from 0 in order of play",
    "partner": "seat of the partner, where he was found in the deal",
    "offender": "seat that broke a rule, where an outcome is a ruling: the declarer unless said",
    "first_trick": "`true` for the first trick",
    "trump_played": "`true` once a trump has been played",
    "legal": "the cards that may be played",
    "index": "which card of the trick wins, from 0",
    "bid": "the bid, in points",
    "meld": "points of melds, one for each account",
    "counters": "points taken in tricks, one for each account",
    "before": "totals before the deal, one for each account",
    "dealer": "seat of the dealer",
    "deal": "number of the deal, from 1",
    "tricks": "tricks taken, one for each account",
    "taken": "cards taken in tricks, a text for each account: `[A♠ 10♠, K♥]`; those that a rule asks for are enough",
    "last_trick": "seat that took the last trick",
    "melds": "melds laid: `1:dix=2, 0:run=1`",
    "called": "calls that were made: `NAME` or `NAME@SEAT`",
    "ledger": "balances before the deal",
    "outcome": "how the deal ends",
    "made": "whether the contract is made",
    "gains": "what each account gets",
    "totals": "totals after the deal",
    "winner": "account that wins the game, `draw`, or `null` while it goes on",
    "ledgers": "balances of ledgers after the deal: `{chips: [148, 152]}`; a joint one has a single balance",
    "name": "the name of a call",
    "offered": "whether it is offered",
    "allowed": "whether it may be bid",
}
"""What stands in such a question, and what should come out."""
