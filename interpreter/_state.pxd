cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._melds cimport MeldSet
from interpreter._tables cimport Tables

cdef class State:
    cdef Tables t
    cdef readonly list modes
    cdef readonly object program
    cdef unsigned long long seed
    cdef unsigned long long game
    cdef unsigned long long key
    cdef unsigned long long legal_mask
    cdef int step
    cdef int at
    cdef int depth
    cdef int deciding
    cdef int seat
    cdef int finished
    cdef int result
    cdef int unfinished
    cdef int mode
    cdef int deal
    cdef int redeal
    cdef int redeals
    cdef int dealer
    cdef int declarer
    cdef int bid
    cdef int bid_index
    cdef int bidder
    cdef int trump
    cdef int trump_fixed
    cdef int asked_trump
    cdef int turn_up
    cdef int stock_next
    cdef int closed
    cdef int opener
    cdef int speaker
    cdef int passed
    cdef int waiting_last
    cdef int taking
    cdef int giver
    cdef int receiver
    cdef int to_choose
    cdef int chosen_from
    cdef int bury_left
    cdef int n_laid
    cdef int leader
    cdef int led
    cdef int best_card
    cdef int best_seat
    cdef int best_led
    cdef int last_card
    cdef int tricks_played
    cdef int trump_played
    cdef int first_trick
    cdef int last_winner
    cdef int shortest
    cdef int phases_run
    cdef int stuck
    cdef int melds_laid
    cdef int melds_counted
    cdef int pending
    cdef int pending_mode
    cdef int pending_seat
    cdef int caller
    cdef int stake
    cdef int outcome
    cdef int outcome_row
    cdef int forced_row
    cdef int played_out
    cdef int by_call
    cdef int made
    cdef int deal_winner
    cdef int target
    cdef int offender
    cdef int shown_hands
    cdef int meld_done
    cdef int plan_ready
    cdef unsigned long long gone
    cdef int lying
    cdef int meld_moment
    cdef unsigned long long must_lead
    cdef int takes_turned
    cdef int closed_tricks
    cdef int redrawing
    cdef int n_options
    cdef int legal_known
    cdef unsigned long long hand[8]
    cdef unsigned char count[512]
    cdef unsigned char seen[64]
    cdef unsigned char deck[416]
    cdef int hand_left[8]
    cdef int trick[8]
    cdef int raw[8]
    cdef int tricks[8]
    cdef unsigned char taken[512]
    cdef int side[8]
    cdef int laid_meld[8]
    cdef int own_meld[8]
    cdef unsigned long long laid_kinds[8]
    cdef unsigned char melded[512]
    cdef int meld_of[512]
    cdef unsigned long long stream[9]
    cdef int spoken[8]
    cdef int bids[8]
    cdef int best_bid[8]
    cdef unsigned char chosen[64]
    cdef unsigned char avail[64]
    cdef unsigned char held[64]
    cdef unsigned char passed_card[512]
    cdef unsigned char buried[64]
    cdef int called[64]
    cdef int caller_of[64]
    cdef int frame_key[8]
    cdef int frame_at[8]
    cdef int frame_seats[8]
    cdef int frame_call[8]
    cdef int frame_mode[8]
    cdef int frame_seat[8]
    cdef int balance[144]
    cdef int gains[9]
    cdef int before[9]
    cdef unsigned long long uses[4096]
    cdef unsigned char broken[2048]
    cdef unsigned char laid_aside[512]
    cdef unsigned char rejected[512]
    cdef unsigned char pooled[64]
    cdef long long stack[260]
    cdef int places[5]
    cdef int stack_base
    cdef public object events
    cdef int passed_outs
    cdef int kept_outcome
    cdef int kept_made
    cdef int dealer_person
    cdef int figures_given
    cdef int idle
    cdef int as_account
    cdef int asking
    cdef int asked_card
    cdef int partner
    cdef int ring_left
    cdef int unseen
    cdef int account[8]
    # what each seat knows of the other hands
    cdef public int watched
    cdef int informed[9]
    cdef int melds_due
    cdef int melds_noted
    cdef int as_shown
    cdef int melds_stay
    cdef int with_widow
    cdef int holder
    cdef int to_deal
    cdef int decisions
    cdef unsigned char unknown[4608]
    cdef unsigned char at_melds[512]
    cdef int passed_by[8]
    cdef public list passes
    cdef int deals_won[9]
    cdef int best_deal[9]
    cdef int exact[9]
    # what few games use
    cdef int trick_size
    cdef int absent
    cdef int bid_suit
    cdef int bid_call
    cdef int bid_mode
    cdef int exposed
    cdef int widow_open
    cdef int widow_taken
    cdef int widow_owner
    cdef int forced_bury
    cdef int said_pass[8]
    cdef unsigned char buried_open[64]
    cdef int frame_from[8]
    cdef int options[10064]
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
    # cards that change hands, and who knows of it
    cdef void gain_card(self, int seat, int card, int seen) noexcept
    cdef void lose_card(self, int seat, int card, int seen, int melds_stay) noexcept
    cdef void open_melds(self) noexcept
    cdef void look_at(self, int view, int seat) noexcept
    @cython.locals(held=int, hidden=int)
    cdef int known_of(self, int view, int seat, int card) noexcept
    cdef void let_know(self, int seat, int card, int amount, int views) noexcept
    cdef void leave_unknown(self, int seat, int card, int hidden, int views) noexcept
    @cython.locals(held=int, hidden=int)
    cdef void keep_gain(self, int seat, int card, int seen) noexcept
    @cython.locals(known=int, lying=int, left=int)
    cdef void keep_loss(self, int seat, int card, int seen, int melds_stay) noexcept
    # players
    cdef int who_set(self, int who, int seat) noexcept
    cdef int first_of(self, int seats) noexcept
    cdef int seat_of(self, int account) noexcept
    cdef void seat_people(self) noexcept
    cdef int next_person(self) noexcept
    cdef int next_of(self, int seats, int after) noexcept
    cdef int side_seats(self, int seats) noexcept
    cdef int asked_seat(self) noexcept
    # registers
    cdef long long load(self, int name, int who, int seat) noexcept
    cdef long long load_seats(self, int name, int seats) noexcept
    cdef long long load_own(self, int name, int seat) noexcept
    cdef long long load_account(self, int name, int account) noexcept
    cdef int final_points(self, int raw) noexcept
    cdef int counters_of(self, int seats) noexcept
    cdef int contract_of(self, int seats) noexcept
    cdef int best_other(self, int ledger, int account) noexcept
    # melds of a hand
    @cython.locals(sided=bint)
    cdef unsigned long long entries_on(self, int seat) noexcept
    cdef bint named(self, int at, int n, int seat) noexcept
    cdef MeldSet melds_of(self, int seat)
    @cython.locals(melds=MeldSet)
    cdef int hand_meld(self, int seat, int trump) noexcept
    cdef int best_meld(self, int seat) noexcept
    @cython.locals(best=MeldSet, melds=MeldSet, worth=int)
    cdef MeldSet best_set(self, unsigned char* count, int base, unsigned long long held, unsigned long long on, int trump)
    # formulas
    @cython.locals(held=bint)
    cdef bint holds(self, int group, int seat) noexcept
    cdef int count_cards(self, int card_set, unsigned char* count, int base) noexcept
    @cython.locals(dealt=int, held=int, i=int)
    cdef int dealt_left(self, int seat, int card) noexcept
    @cython.locals(total=int, rest="unsigned long long")
    cdef int count_dealt(self, int seat, unsigned long long but) noexcept
    @cython.locals(a=int, b=int, op=int, depth=int, base=int, x="long long", y="long long")
    cdef long long run(self, int code, int seat) noexcept
    cdef long long push_fact(self, int op, int a, int seat) noexcept
    cdef bint true_for(self, int code, int seat) noexcept

cdef long long MOST
cdef long long to_multiple(long long number, long long of, int way) noexcept
cdef long long floor_divide(long long number, long long by) noexcept
