cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._melds cimport MeldSet
from interpreter._state cimport State
from interpreter._tricks cimport Tricks
from interpreter._auction cimport Auction

cdef class Machine(Auction):
    cdef public list actions
    cdef void start_game(self) noexcept
    cdef void advance(self) noexcept
    cdef void step_once(self) noexcept
    cdef void before_deal(self) noexcept
    cdef void begin_phase(self) noexcept
    cdef void next_phase(self) noexcept
    cdef void run_phase(self) noexcept
    cdef void run_deal(self) noexcept
    cdef void run_trump(self) noexcept
    cdef void lack_trump(self) noexcept
    cdef void ask(self, int seat, int decision) noexcept
    cdef void next_speech(self) noexcept
    cdef void start_play(self) noexcept
    cdef void set_places(self) noexcept
    cdef void open_lead(self) noexcept
    cdef int to_play(self) noexcept
    cdef void open_card(self) noexcept
    cdef void after_card(self) noexcept
    cdef void finish_trick(self) noexcept
    cdef void after_trick(self) noexcept
    cdef void offer_melds(self) noexcept
    @cython.locals(before=bint)
    cdef void after_melds(self) noexcept
    cdef void redeal_cards(self, bint same) noexcept
    cdef void open_lead_windows(self) noexcept
    cdef void offer_bare_melds(self) noexcept
    cdef void offer_leader(self, int moment, int after) noexcept
    cdef void see_victory(self) noexcept
    cdef bint last_draw(self) noexcept
    cdef void draw_after_trick(self) noexcept
    cdef void next_to_build(self) noexcept
    cdef void start_redraw(self) noexcept
    cdef void next_to_redraw(self) noexcept
    # windows
    cdef bint open_window(self, int window, int phase, int seat) noexcept
    cdef void push_frame(self, int key, int call, int seat) noexcept
    @cython.locals(tables=Tables)
    cdef void step_window(self) noexcept
    @cython.locals(tables=Tables)
    cdef void step_call(self, int frame, int call) noexcept
    @cython.locals(tables=Tables)
    cdef int call_seats(self, int call, int only) noexcept
    @cython.locals(tables=Tables)
    cdef void make_call(self, int call, int mode, int seat) noexcept
    @cython.locals(tables=Tables)
    cdef void call_effect(self, int call, int mode) noexcept
    cdef void raise_stake(self, long long times) noexcept
    @cython.locals(tables=Tables)
    cdef void let_stand(self, int call, int mode) noexcept
    cdef bint may_call_bid(self, int points, int seat) noexcept
    cdef int row_of(self, int number) noexcept
    cdef void skip_phase(self) noexcept
    cdef void switch_mode(self, int mode) noexcept
    @cython.locals(tables=Tables)
    cdef void answer_call(self, bint yes) noexcept
    @cython.locals(tables=Tables)
    cdef void answer_partner(self, bint yes) noexcept
    @cython.locals(outside=bint, amount="long long")
    cdef bint pay(self, int payment, int only) noexcept
    cdef void note_payment(self, int payment, int payer, int receiver, int amount)
    cdef int paid_accounts(self, int who, int seat, int only) noexcept
    cdef bint true_of(self, int code, int account) noexcept
    cdef long long run_account(self, int code, int account) noexcept
    cdef void share_out(self) noexcept
    cdef int idle_accounts(self, int kind, int seats) noexcept
    cdef void pass_deal(self) noexcept
    cdef void find_next_dealer(self) noexcept
    cdef void break_off(self) noexcept
    cpdef int following_dealer(self) noexcept
    cdef void note_deal(self) noexcept
    @cython.locals(number="unsigned long long")
    cdef int break_tie(self, int level) noexcept
    cpdef int place(self, int person)
    cdef void change(self, int ledger, int account, long long amount, bint sets) noexcept
    cdef int accounts_of(self, int who, int seat) noexcept
    # settlement
    cdef void settle(self) noexcept
    cdef void find_winner(self) noexcept
    cdef void find_outcome(self) noexcept
    cdef void find_row(self, int seat) noexcept
    cdef int account_seat(self, int account) noexcept
    cdef int specific(self, int who) noexcept
    cdef long long gain_of(self, int account) noexcept
    cdef void take_gains(self) noexcept
    cdef void end_deal(self) noexcept
    cdef void deal_settled(self) noexcept
    cdef int game_result(self) noexcept
    cdef int outcome_result(self) noexcept
    cdef int only_other(self, int losers) noexcept
    @cython.locals(over=bint)
    cdef int code_result(self) noexcept
    cdef int both_reached(self, int reached) noexcept
    cdef int highest(self, int accounts) noexcept
    # actions
    @cython.locals(tables=Tables)
    cdef void find_legal(self) noexcept
    cdef bint card_decision(self) noexcept
    cdef bint is_legal(self, int action) noexcept
    cdef void act(self, int action) noexcept
    cdef void after_tricks(self) noexcept
    cdef void act_bid(self, int action) noexcept
    cdef int bid_points(self, int action) noexcept
    cdef void act_meld(self, int action) noexcept
    cdef void act_redraw(self, int action) noexcept
    @cython.locals(tables=Tables)
    cpdef int modes_call(self)
