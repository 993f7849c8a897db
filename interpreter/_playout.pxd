cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._search cimport Searching

cdef long long FULL
cdef long long LARGE
cdef int ROW_WINNER

cdef class Playout(Searching):
    cdef long long sums[832]
    cdef long long at_deal[144]
    cdef long long meld_sums[8]
    cdef long long laid_sums[8]
    cdef long long counter_sums[8]
    cdef long long all_melds
    cdef long long all_score
    cdef int first_dealer
    cdef bint all_random
    cdef list carried
    cdef bint rows_kept
    cdef list rows
    cdef long long row_at
    cdef long long row_game
    cdef void add(self, int at, long long value) noexcept
    cdef void put(self, int at, long long value) noexcept
    cdef void put_product(self, int at, long long x, long long y) noexcept
    @cython.locals(more=object, times=object)
    cdef void put_large(self, int at, long long x, long long y)
    @cython.locals(meld="long long", laid="long long", counters="long long", raw=int, account=int, seat=int)
    cdef void sum_up_deal(self) noexcept
    @cython.locals(melds="long long", score="long long", account=int)
    cdef void deal_settled(self) noexcept
    cdef void ledgers_settled(self) noexcept
    @cython.locals(row=list, account=int, ledger=int, people=int)
    cdef void note_row(self)
    @cython.locals(meld="long long[2]", raw="int[2]")
    cdef void contract_settled(self) noexcept
    @cython.locals(card=int)
    cdef int score_hand(self) noexcept
    cdef void game_settled(self) noexcept
    @cython.locals(turns=int)
    cdef int play_game(self) except -1
    @cython.locals(total="long long", i="long long")
    cpdef long long score_hands(self, long long hands)
