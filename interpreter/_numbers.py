"""The small whole numbers of the kernel.

The compiled kernel reads the same numbers from `_numbers.pxd`, where they are constants of C; a test
keeps both equal, and equal to `codes.py` and `program.py`.
"""

# Sizes of the fixed arrays.
SEATS = 8
"""Most seats."""
TYPES = 64
"""Stride of arrays over card types (at most 52 are used)."""
COPIES = 8
"""Most copies of a card."""
VIEWS = 9
"""Views of a hand: one for each seat that looks at it, and the melds that lie open."""
MELD_VIEW = 8
"""Number of the last."""
ALL_SEATS = 255
"""Everybody at the table, as bits."""
ALL_VIEWS = 511
"""They, and the melds that lie open."""
DEALT_BIT = 63
"""In a set of cards, no type: those that the player was dealt."""
PACK = 416
"""Most cards of a deck."""
ACCOUNTS = 9
"""Stride of balances: an account a seat, and a joint one."""
JOINT_ACCOUNT = 8
"""Place of the joint one."""
LEDGERS = 16
"""Most ledgers."""
MELDS = 64
"""Most kinds of meld, over all modes."""
CALLS = 64
"""Most calls, over all modes."""
FRAMES = 8
"""Deepest nesting of call windows."""
STACK = 64
"""Deepest stack of a formula."""
OPTIONS = 10064
"""Most legal actions that are no cards."""
DUTIES = 16
"""Most duties in one list."""
CODE = 24576
"""Most integers of all code of a mode."""
CODES = 768
"""Most pieces of code of a mode."""
LIST = 4096
"""Room of the pooled short lists of a mode."""

# Actions.  A card to play, pass or bury is its type number.
PASS = 64
"""Pass, decline, or lay no more melds."""
TRUMP_ACTION = 65
"""Plus the suit; 69 is no trump."""
TAKE = 70
"""Take the contract that falls to one."""
AGREE = 71
"""Agree to the partner's call."""
TAKE_TURNED = 72
"""Take the card turned up at the last draw."""
TAKE_HIDDEN = 73
"""Leave it, and take the last face-down card."""
KEEP = 74
"""Keep the card one has looked at; the one after it is laid aside unseen."""
REJECT = 75
"""Lay it aside, and take the one after it."""
PASS_WORD = 76
"""Plus the number of a further word that passes (up to 79)."""
CALL_ACTION = 80
"""Plus the number of the call."""
MELD_ACTION = 160
"""Plus 4 times the number of the meld, plus the slot."""
BID_ACTION = 512
"""Plus the index of the ladder."""

SHAPES = 4096
"""So many states of a suit has the solver's table room for."""
BIAS = 32768
"""What is added to bounds that the solver remembers, so that none is below nothing."""

# What is being decided.
D_NONE = 0
D_BID = 1
D_TRUMP = 2
D_EXCHANGE = 3
D_BURY = 4
D_CALL = 5
D_AGREE = 6
D_MELD = 7
D_PLAY = 8
D_OVER = 9
D_DRAW = 10
D_BUILD = 11
D_REDRAW = 12
D_ASK = 13

# Steps of a deal; `Machine.step_once` is their table.
S_GAME = 0
S_DEALING = 1
S_BEFORE = 2
S_INSTEAD = 3
S_RUN = 4
S_AFTER = 5
S_NEXT = 6
S_TURNED = 7
S_SPEAK = 8
S_BID = 9
S_PLAY = 14
S_LEAD = 15
S_CARD = 16
S_ASK_CARD = 17
S_CARD_DONE = 18
S_TRICK_DONE = 19
S_TRICK_MELD = 20
S_DRAW = 21
S_TRICK_NEXT = 22
S_PLAYED = 23
S_SETTLE = 24
S_ENDING = 25
S_END = 26
S_OVER = 27
S_SAME_DEALER = 28
S_NEXT_DEALER = 29
S_LAST_DRAW = 30
S_BUILD = 31
S_REDRAW = 32
S_LEAD_FREE = 33
S_LEAD_CALLS = 34
S_LEAD_MELD = 35
S_HAND_DONE = 36

# Phases, in the order of `program.Phase`.
P_DEAL = 0
P_AUCTION = 1
P_WIDOW = 2
P_TRUMP = 3
P_EXCHANGE = 4
P_ASK = 5
P_REDRAW = 6
P_BURY = 7
P_MELD = 8
P_PLAY = 9
P_SCORE = 10
PHASES = 11

# Windows, in the order of `program.Window`.
W_BEFORE = 0
W_AFTER = 1
W_INSTEAD = 2
W_OWN_FIRST_BID = 3
W_OWN_BID = 4
W_FIRST_LEAD = 5
W_EACH_LEAD = 6
W_OWN_FIRST_CARD = 7
W_OWN_CARD = 8
W_OWN_CARD_DONE = 9
W_TRICK_DONE = 10
W_CALL_DONE = 11
W_TURNED = 12
W_DEAL_END = 13
W_GAME_START = 14
W_GAME_END = 15
WINDOWS = 16

# Sides, in the order of `program.Sides`.
SIDES_FIXED = 0
SIDES_ALONE = 1
SIDES_DECLARER = 2
SIDES_PARTNER = 3

# What fixes trump, in the order of `program.TrumpBy`.
BY_DECLARER = 0
BY_BID = 1
BY_TURN_UP = 2
BY_WIDOW = 3
BY_MARRIAGE = 4
BY_NOBODY = 5

# Effects, in the order of `program.Then`.
T_NOTHING = 0
T_OUTCOME = 1
T_STOP_PLAY = 2
T_SAME_DEALER = 3
T_NEXT_DEALER = 4
T_CLOSE_STOCK = 5

# Kinds of duty, in the order of `program.DutyKind`.
K_FOLLOW = 0
K_TRUMP = 1
K_BEAT = 2
K_BEAT_LED = 3
K_PLAY = 4
K_AVOID = 5

# Moments at which melds are laid one after another.
M_TRICK = 0
"""The winner of a trick lays them."""
M_HAND = 1
"""A player shows a meld without cards before his own card."""
M_FREE = 2
"""The leader lays what is free before he leads."""
M_LEAD = 3
"""The leader lays a meld and leads one of its cards."""

# Rules for a target that several accounts reach.
R_DECLARERS = 0
R_HIGHEST = 1
R_ANOTHER = 2
R_DRAW = 3
R_RAISE = 4

# Places where hidden cards lie.
IN_HAND = 0
IN_DECK = 1
"""The widow, or the stock."""
IN_BURIED = 2
IN_ASIDE = 3
"""A pile of cards that nobody took into his hand."""
IN_PASSING = 4
"""Cards passed on that wait on the table."""
NOWHERE = 5
"""Cards that play no part in the deal."""

# What breaks a tie, in the order of `program.TIE_BREAKS`.
B_DEALS_WON = 0
B_BEST_DEAL = 1
B_EXACT = 2
B_LOT = 3

# Results of a game, beside the number of the winning account.
NOBODY = -1
"""Seat number of nobody."""
UNDECIDED = -1
DRAWN = -2

# Places of the sums of a playout.
X_GAMES = 0
X_DEALS = 1
X_REDEALS = 2
X_CONTRACTS = 3
X_MADE = 4
X_SET = 5
X_CONCEDED = 6
X_UNFINISHED = 7
X_DRAWS = 8
X_BID = 10
X_LENGTH = 12
X_MELD_DECLARERS = 14
X_MELD_DEFENDERS = 16
X_COUNTERS_DECLARERS = 18
X_COUNTERS_DEFENDERS = 20
X_LAID = 22
X_SHARE = 24
X_COUNTERS = 30
X_ACCOUNT_MELD = 32
X_ACCOUNT_COUNTERS = 48
X_ACCOUNT_GAIN = 64
X_WINS = 80
X_POSITION = 96
X_OUTCOME = 128
X_PASSED_OUT = 9
X_LEDGER_END = 256
"""Of each ledger and account: the balance at the end of a game, and its square."""
X_LEDGER_CHANGE = 544
"""The same of the change in a deal."""
SUMS = 832
"""How many sums there are."""

# What a survey keeps of a game: parts and wholes of figures (F), and what is counted (H).
FIGURES = 16
"""Figures that comparisons keep of a game; its row has a part and a whole of each."""
DEALS_SHOWN = 64
"""Deals of a game that the race to the target is followed for."""
F_MADE = 0
F_SET = 1
F_CONCEDED = 2
F_PASSED_OUT = 3
F_BID = 4
F_MELD = 5
F_COUNTERS = 6
F_SHARE = 7
F_GAIN = 8
F_LENGTH = 9
F_SEAT = 10
F_DEAL = 11
F_OVERBID = 12
F_UPSET = 13
F_SWING = 14
F_LEAD = 15
H_BID = 0
H_MADE = 1
H_MELD = 2
H_COUNTERS = 3
H_GAIN = 4
H_LENGTH = 5
KINDS_COUNTED = 6
"""Kinds of values of which it is counted how often each came about."""

# Operations of the stack machine: `codes.Op`.
O_CONST = 0
O_LOAD = 1
O_ADD = 2
O_SUB = 3
O_MUL = 4
O_NEGATE = 5
O_DIVIDE = 6
O_EQ = 7
O_NE = 8
O_LT = 9
O_LE = 10
O_GT = 11
O_GE = 12
O_NOT = 13
O_AND = 14
O_OR = 15
O_SELECT = 16
O_MIN = 17
O_MAX = 18
O_ABS = 19
O_PER = 20
O_PER_PART = 21
O_ROUND = 22
O_ROUND_UP = 23
O_ROUND_DOWN = 24
O_ODD = 25
O_COUNT = 26
O_TAKEN = 27
O_TURNED = 28
O_PLAYED = 29
O_HOLDS = 30
O_MELDED = 31
O_MELD_OF = 32
O_CALLED = 33
O_OWN_CALLED = 34
O_OUTCOME = 35

# Registers: `codes.Name`.
N_PLAYERS = 0
N_SEAT = 1
N_DEALER = 2
N_DECLARER = 3
N_BID = 4
N_TARGET = 5
N_DEAL = 6
N_LEAD = 7
N_TOTAL = 8
N_ROUND = 9
N_NOBODY_BID = 10
N_OWN_BIDS = 11
N_BEST_MELD = 12
N_TRUMP = 13
N_TRUMP_NAMED = 14
N_MELD = 15
N_OWN_MELD = 16
N_LAID_MELD = 17
N_COUNTERS = 18
N_OWN_COUNTERS = 19
N_TRICKS = 20
N_OWN_TRICKS = 21
N_ALL_COUNTERS = 22
N_ALL_TRICKS = 23
N_TRICKS_PLAYED = 24
N_STOCK_LEFT = 25
N_HAND_LEFT = 26
N_STAKE = 27
N_MARGIN = 28
N_LAST_TRICK_WINNER = 29
N_FIRST_TRICK = 30
N_TRUMP_PLAYED = 31
N_LEDGER = 64

# Player words: `codes.Who`.
WHO_SELF = 0
WHO_DECLARER = 1
WHO_PARTNER = 2
WHO_DECLARERS = 3
WHO_DEFENDERS = 4
WHO_EVERYONE = 5
WHO_FROM_DEALER = 6
WHO_NONDEALERS = 7
WHO_LEADER = 8
WHO_WINNER = 9
WHO_LOSERS = 10
WHO_CALLER = 11
WHO_CALLER_OF = 12
WHO_OFFENDER = 13
WHO_OPPONENTS = 14
WHO_TRICK_WINNER = 15
WHO_TRICK_LOSER = 16
WHO_LAST_TRICK_WINNER = 17
WHO_OPPONENT_OF_DECLARER = 18
WHO_BANK = 19
WHO_JOINT = 20
WHO_IDLE = 21
