cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._melds cimport MeldSet
from interpreter._tables cimport Tables

cdef class State:
    cdef Tables t
    cdef public list modes
    cdef public object program
    cdef unsigned long long seed  # Of the run.
    cdef unsigned long long game  # Number of the game in the run.
    cdef unsigned long long key  # What the random streams of this deal have in common.
    cdef unsigned long long legal_mask  # Cards that may be chosen, where a card is to be chosen.
    cdef int step  # What `Machine.step_once` does next.
    cdef int at  # Place in the list of phases.
    cdef int depth  # How many call windows are open.
    cdef int deciding  # What `seat` has to decide.
    cdef int seat  # Whose decision it is.
    cdef int finished  # 1 when the game is over.
    cdef int result  # Winning account of the game, UNDECIDED or DRAWN.
    cdef int unfinished  # 1 if the game was cut off.
    cdef int mode  # Rules that hold.
    cdef int deal  # Number of the deal, from 1.
    cdef int redeal  # How often it has been dealt anew.
    cdef int redeals  # How many redeals in the whole game.
    cdef int dealer
    cdef int declarer  # Seat, or -1.
    cdef int bid  # Points of the contract, or of the highest bid so far.
    cdef int bid_index  # The same as an index of the ladder; -1 if none or below it.
    cdef int bidder  # Who has bid it.
    cdef int trump  # 0 to 3, or 4: none.
    cdef int trump_fixed  # 1 once it is settled.
    cdef int asked_trump  # The trump that formulas look at.
    cdef int turn_up  # Type of the card turned up, or -1.
    cdef int stock_next  # Place in the deck of the next card of the stock.
    cdef int closed  # 1 once the stock is closed.
    cdef int opener  # First speaker of the auction.
    cdef int speaker
    cdef int passed  # Seats that have passed.
    cdef int waiting_last  # 1 while the one with the last word waits.
    cdef int taking  # 1 while somebody is asked who may not refuse the contract.
    cdef int giver  # Who chooses cards to pass or bury.
    cdef int receiver
    cdef int to_choose  # How many cards are still to be chosen.
    cdef int chosen_from  # First type that may still be chosen.
    cdef int bury_left  # Points of the buried cards not yet given to anybody.
    cdef int n_laid  # Cards on the table in this trick.
    cdef int leader  # Who leads or led to the trick.
    cdef int led  # Type of the card led.
    cdef int best_card  # Type of the card that wins so far.
    cdef int best_seat
    cdef int best_led  # Best card of the suit led.
    cdef int last_card  # Type of the last card played.
    cdef int tricks_played
    cdef int trump_played  # 1 once a trump has been played.
    cdef int first_trick  # 1 during the first trick of the deal.
    cdef int last_winner  # Who took the last trick, or -1.
    cdef int trick_left  # Who drew no card yet after this trick, as a count.
    cdef int melds_laid  # 1 once melds have been laid and counted.
    cdef int melds_counted  # 1 once floor and saving have been applied.
    cdef int pending  # Call that is being asked or agreed to (index in its mode).
    cdef int pending_mode
    cdef int pending_seat  # Who made the call that waits for agreement.
    cdef int caller  # Who made the latest call, or -1.
    cdef int stake
    cdef int outcome  # Number of the outcome of the deal (of all modes), or -1.
    cdef int outcome_row  # The same as a row of the mode, or -1.
    cdef int forced_row  # Row that a call or a lack of trump leads to, or -1.
    cdef int played_out  # 1 if the deal was played to the end.
    cdef int by_call  # 1 if a call ended the deal.
    cdef int made  # 1 made, 0 not, -1 nobody contracted.
    cdef int deal_winner  # Account that won the deal, or -1.
    cdef int target  # Score that wins.
    cdef int offender  # Set by a ruling only; else -1.
    cdef int figures_given  # 1 if card points stand in `raw` as they count (a query).
    cdef int shown_hands  # Seats whose hands are open.
    cdef int meld_done  # 1 once the one meld of this trick has been laid.
    cdef int plan_ready  # 1 while a player's plan for this choice of cards holds.
    cdef unsigned long long gone  # Types of which all copies have been played.
    cdef int lying  # Card points lying in the trick.
    cdef int n_options  # Legal actions that are no cards.
    cdef int legal_known  # 1 if the legal actions of this decision are known.
    cdef unsigned long long hand[8]  # Types each seat holds.
    cdef unsigned char count[512]  # How many of each type each seat holds.
    cdef unsigned char seen[64]  # How many of each type have been played.
    cdef unsigned char deck[416]  # The shuffled deck.
    cdef int hand_left[8]  # Cards in each hand.
    cdef int trick[8]  # Cards of the trick, in order.
    cdef int raw[8]  # Card points each seat has taken.
    cdef int tricks[8]
    cdef unsigned char taken[512]  # Cards each seat has taken in tricks; kept only where a formula asks.
    cdef int side[8]  # Side of each seat in this deal.
    cdef int laid_meld[8]  # Points of melds as laid.
    cdef int own_meld[8]  # Points of melds that count.
    cdef unsigned long long laid_kinds[8]  # Kinds of meld each seat has laid.
    cdef unsigned char melded[512]  # How many of each kind each seat has laid (kinds over all modes).
    cdef int meld_of[512]  # Points laid with each kind.
    cdef unsigned long long stream[9]  # Random streams: each seat's own, and the deal's.
    cdef int spoken[8]  # How often each seat has spoken.
    cdef int bids[8]  # How many bids each seat has made.
    cdef int best_bid[8]  # Highest bid of each seat in points, 0 if none.
    cdef unsigned char chosen[64]  # Cards chosen so far to pass or bury.
    cdef unsigned char avail[64]  # Cards that may be chosen.
    cdef unsigned char held[64]  # Cards passed and not yet taken up.
    cdef unsigned char passed_card[512]  # Cards each seat was given in the exchange.
    cdef unsigned char buried[64]
    cdef int called[64]  # Seats that made each call.
    cdef int caller_of[64]  # Who made each call last, or -1.
    cdef int frame_key[8]
    cdef int frame_at[8]
    cdef int frame_seats[8]
    cdef int frame_call[8]  # Call whose effect follows when the window closes, or -1.
    cdef int frame_mode[8]
    cdef int frame_seat[8]
    cdef int balance[144]  # Ledgers times accounts.
    cdef int gains[9]  # What each account got in the last deal settled.
    cdef int before[9]  # Points before the deal.
    cdef int options[2048]
    cdef unsigned long long uses[4096]  # For each copy on hand, the melds it lies in (melding over time): seat, type, copy.
    cdef long long stack[260]  # Of the stack machine.
    cdef int places[5]  # Draws of one number in the shuffle.
    cdef int mates[8]  # Seats on the side of each seat, as bits.
    cdef unsigned char at_melds[512]  # Hands when melds were laid at once.
    cdef int stack_base  # Where the running formula's part of it begins.
    # streams, copying
    cdef void copy_state(self, State other) noexcept
    cdef int draw(self, int stream, int n) noexcept
    cdef void start_streams(self) noexcept
    @cython.locals(counter="unsigned long long", bits="unsigned long long", product="unsigned long long", n=int)
    cdef void shuffle(self) noexcept
    @cython.locals(tables=Tables)
    cdef void clear_deal(self) noexcept
    cdef void clear_kept(self, Tables tables) noexcept
    cdef void clear_facts(self) noexcept
    cdef void deal_hands(self) noexcept
    cdef void give_card(self, int seat, int card) noexcept
    cdef void take_card(self, int seat, int card) noexcept
    # players
    cdef int who_set(self, int who, int seat) noexcept
    cdef int first_of(self, int seats) noexcept
    cdef int next_of(self, int seats, int after) noexcept
    cdef void make_mates(self) noexcept
    cdef int side_seats(self, int seats) noexcept
    cdef int asked_seat(self) noexcept
    # registers
    cdef long long load(self, int name, int who, int seat) noexcept
    cdef long long load_seats(self, int name, int seats) noexcept
    cdef long long load_own(self, int name, int seat) noexcept
    cdef long long load_account(self, int name, int account) noexcept
    cdef int final_points(self, int raw) noexcept
    cdef int counters_of(self, int seats) noexcept
    cdef int best_other(self, int ledger, int account) noexcept
    # melds of a hand
    @cython.locals(sided=bint)
    cdef unsigned long long entries_on(self, int seat) noexcept
    cdef bint named(self, int at, int n, int seat) noexcept
    cdef MeldSet melds_of(self, int seat)
    @cython.locals(melds=MeldSet)
    cdef int hand_meld(self, int seat, int trump) noexcept
    cdef int best_meld(self, int seat) noexcept
    # formulas
    @cython.locals(held=bint)
    cdef bint holds(self, int group, int seat) noexcept
    cdef int count_cards(self, int card_set, unsigned char* count, int base) noexcept
    @cython.locals(a=int, b=int, op=int, depth=int, base=int, x="long long", y="long long")
    cdef long long run(self, int code, int seat) noexcept
    cdef long long push_fact(self, int op, int a, int seat) noexcept
    cdef bint true_for(self, int code, int seat) noexcept

cdef long long MOST
cdef long long to_multiple(long long number, long long of, int way) noexcept
cdef long long floor_divide(long long number, long long by) noexcept
