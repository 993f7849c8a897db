cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._solver cimport Solver
from interpreter._counting cimport Counting

cdef unsigned long long MASK64
cdef int TRIES
cdef int END_TRICKS
cdef int END_DEALS
cdef long long END_WORK

cdef class Imagining(Counting):
    cdef int slot_card[416]
    cdef int slot_place[416]
    cdef int n_slots
    cdef int bounded
    cdef unsigned long long luck
    cdef int dreaming
    cdef int tricks_to_go
    cdef int left_off
    cdef void before_deal(self) noexcept
    cdef void redeal_cards(self, bint same) noexcept
    cdef void after_trick(self) noexcept
    cdef Imagining base
    @cython.locals(solver=Solver, table=Imagining, total="long long[64]", rest="unsigned long long", card=int, best=int, least=bint, friends=int)
    cdef int likely_best(self, int favourite) noexcept
    cdef void set_luck(self, int seat) noexcept
    cdef int chance_below(self, int n) noexcept
    @cython.locals(all_hidden="unsigned long long")
    cdef void set_slots(self) noexcept
    cdef bint may_lie(self, int card, int slot) noexcept
    @cython.locals(n=int, i=int, k=int, card=int)
    cdef void shuffle_slots(self) noexcept
    @cython.locals(card=int, other=int)
    cdef bint exchange(self, int i, int k) noexcept
    @cython.locals(n=int, start=int, done=bint)
    cdef void repair_slots(self) noexcept
    @cython.locals(n=int, card=int)
    cdef void repair_round(self, int slot) noexcept
    cdef void forget_hidden(self, Imagining table, int me) noexcept
    @cython.locals(tables=Tables, n=int, slot=int)
    cdef void imagine(self, Imagining table, int me) noexcept
    @cython.locals(kind=int, at=int, card=int)
    cdef void take_rest(self, Imagining table) noexcept
    cdef void fill_place(self, Imagining table, int me, int place, int slot) noexcept
