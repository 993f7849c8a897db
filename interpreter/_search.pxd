cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._basic cimport Player
from interpreter._imagine cimport Imagining

cdef unsigned long long MASK64
cdef int MOST_TRIED
cdef int FEW
cdef int LONGEST
cdef int FEW_FORMS
cdef long long WIN
cdef int MOST_DEALS
cdef double DOUBT
cdef int LISTEN

cdef class Searching(Imagining):
    cdef int tried[64]
    cdef long long score[64]
    cdef int dropped[64]
    cdef double spread[64]
    cdef int n_tried
    cdef public long long deals_tried
    cdef Searching other
    cdef int choose(self) except? -1
    cdef int action_of(self, int kind) except? -1
    cdef void try_action(self, int action) noexcept
    cdef void find_tried(self, int favourite) noexcept
    @cython.locals(rest="unsigned long long", between="unsigned long long", alike=bint, same=bint, card=int, other=int, row=int)
    cdef void try_cards(self) noexcept
    @cython.locals(card=int)
    cdef bint none_hidden(self, unsigned long long cards) noexcept
    @cython.locals(below="unsigned long long", above="unsigned long long", rest="unsigned long long", card=int)
    cdef void try_near(self, int favourite) noexcept
    @cython.locals(favourite=int, best=int, lead=double, better=bint)
    cdef int search_action(self, int kind) except? -1
    cdef int try_deals(self, int seat, int deals) except -1
    @cython.locals(end=double, half=double, now=double, halved=bint)
    cdef int try_for(self, int seat, int milliseconds) except -1
    @cython.locals(left=int, drop=int, worst=int)
    cdef void drop_worse(self) noexcept
    @cython.locals(base=Imagining, other=Searching, worth="long long", first="long long", lead=double)
    cdef void try_once(self, int seat) noexcept
    cdef void begin_dream(self) noexcept
    @cython.locals(weighing=bint)
    cdef void play_dream(self) noexcept
    @cython.locals(tables=Tables, first=int, last=int)
    cdef bint has_few_forms(self) noexcept
    @cython.locals(mine=int, at=int, n=int, others="long long", lead="long long", points="long long", scale="long long", worth="long long", won="long long")
    cdef long long worth_to(self, int seat) noexcept
    cdef long long points_so_far(self, int account) noexcept
    @cython.locals(far="long long", about="long long")
    cdef long long scale(self) noexcept
