cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._melds cimport MeldSet
from interpreter._state cimport State
from interpreter._tricks cimport Tricks

cdef class Auction(Tricks):
    cdef void start_auction(self) noexcept
    cdef int in_auction(self) noexcept
    cdef int turns_after_opener(self, int seat) noexcept
    cdef int next_bidder(self, int seats, int after) noexcept
    cdef bint has_last_word(self) noexcept
    cdef void next_speaker(self) noexcept
    cdef void end_auction(self) noexcept
    cdef void give_contract(self, int seat, int points) noexcept
    @cython.locals(tables=Tables)
    cdef void make_bid(self, int points) noexcept
    cdef void pass_bid(self) noexcept
    @cython.locals(bound=bint)
    cdef void list_bids(self) noexcept
    cdef int list_higher(self, int n) noexcept
    cdef int list_steps(self, int n, int at, int steps) noexcept
    cdef int list_taking(self) noexcept
    cdef int first_sides(self, int seats) noexcept
    cdef int first_pair(self, int seats) noexcept
    cdef int suits_to_bid(self, int seat) noexcept
    cdef int name_suits(self, int start, int n, int suits) noexcept
    cdef void expose_widow(self, int before) noexcept
    # trump
    cdef void list_trumps(self) noexcept
    @cython.locals(allowed=bint)
    cdef bint trump_allowed(self, int suit) noexcept
    cdef void set_trump(self, int suit) noexcept
    # widow, exchange, bury
    cdef void take_widow(self) noexcept
    cdef void share_widow(self) noexcept
    cdef int who_saw(self, int place, int owner) noexcept
    cdef void show_widow(self, int cards) noexcept
    cdef void start_exchange(self) noexcept
    @cython.locals(melds=MeldSet, kept=int)
    cdef void start_choosing(self, int giver, int cards, unsigned long long barred, bint melded) noexcept
    cdef unsigned long long choice_mask(self) noexcept
    cdef bint choose_card(self, int card) noexcept
    cdef void note_passes(self)
    @cython.locals(first=bint, waiting=bint)
    cdef bint hand_over(self) noexcept
    cdef int partner_of(self, int seat) noexcept
    cdef void start_ring(self) noexcept
    cdef void choose_in_ring(self, int giver) noexcept
    cdef bint pass_in_ring(self) noexcept
    cdef bint start_asking(self) noexcept
    cdef unsigned long long ask_mask(self) noexcept
    cdef bint ask_for(self, int card) noexcept
    cdef void make_partner(self, int seat) noexcept
    cdef void give_back(self) noexcept
    cdef int burier(self) noexcept
    cdef void start_burying(self) noexcept
    cdef void bury_cards(self) noexcept
