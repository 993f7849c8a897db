cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._playout cimport Playout

cdef class Survey(Playout):
    cdef long long row[32]
    cdef long long worth[8]
    cdef int leader_after[1024]
    cdef long long race_first[64]
    cdef long long race_last[64]
    cdef long long race_over[64]
    cdef list counted
    cpdef void clear_survey(self)
    cdef void deal_hands(self) noexcept
    @cython.locals(total="long long", account=int, seat=int, trump=int)
    cdef void weigh_hands(self) noexcept
    @cython.locals(found=dict)
    cdef void count_one(self, int kind, long long value)
    @cython.locals(accounts=int, account=int, most="long long", least="long long", total="long long", gain="long long", laid="long long", counters="long long")
    cdef void deal_settled(self) noexcept
    @cython.locals(after=int)
    cdef int next_seat(self, int seat) noexcept
    @cython.locals(others="long long")
    cdef void add_advantage(self, int figure, int account, long long total) noexcept
    cdef void contract_seen(self, long long total) noexcept
    @cython.locals(best=int, account=int, level=bint)
    cdef void upset_seen(self) noexcept
    @cython.locals(at=int, leader=int, most="long long", least="long long", balance="long long", level=bint, number=int, account=int)
    cdef void lead_seen(self) noexcept
    @cython.locals(at=int, most="long long", least="long long", last=int, i=int, account=int)
    cdef void game_settled(self) noexcept
    @cython.locals(number="long long", i=int)
    cpdef void survey_games(self, long long first, long long games, long long[::1] rows, long long at, long long stride)

@cython.locals(size="long long", width="long long", game="long long", figure=int, i="long long", j="long long", x="long long", y="long long")
cpdef void add_products(long long[::1] rows, long long games, long long programs, long long[::1] sums, long long[::1] products)
