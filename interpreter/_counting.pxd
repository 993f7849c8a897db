cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._state cimport State
from interpreter._solver cimport Solver
from interpreter._basic cimport Player

cdef unsigned long long MASK64
cdef int SOLVER_BITS
cdef long long MOST_WORK
cdef int SURE

cdef class Counting(Player):
    cdef unsigned long long lacks[8]
    cdef long long decided
    # what one seat cannot see
    cdef int pool[64]
    cdef int fixed[512]
    cdef int n_hidden
    cdef int n_places
    cdef int place_kind[40]
    cdef int place_at[40]
    cdef int place_size[40]
    cdef unsigned long long place_mask[40]
    cdef Solver solver
    cdef int n_taken
    cdef int taken_form[4]
    cdef int taken_instance[4]
    cdef int hope_of[256]
    cdef int way_of[256]
    cdef int way
    cdef int draw_chance[16]
    cdef int solved
    @cython.locals(source=Counting)
    cdef void copy_state(self, State other) noexcept
    cdef void start_game(self) noexcept
    cdef void clear_facts(self) noexcept
    cdef void keep_gain(self, int seat, int card, int seen) noexcept
    cdef void act(self, int action) noexcept
    @cython.locals(tables=Tables, suit="unsigned long long", cards="unsigned long long", left="unsigned long long", flags=int, applies=int, void=int, at=int)
    cdef void note_card(self, int card) noexcept
    cdef void note_asking(self, int card) noexcept
    @cython.locals(held=int, known=int, shown=int)
    cdef int known_by(self, int seat, int other, int card) noexcept
    cdef void add_place(self, int kind, int at, int size, unsigned long long mask) noexcept
    cdef bint is_dealt(self) noexcept
    @cython.locals(tables=Tables, known=int, left=int)
    cdef void gather(self, int me) noexcept
    @cython.locals(tables=Tables, lying=bint, shown=int, at=int)
    cdef void gather_deck(self) noexcept
    @cython.locals(tables=Tables, mine=bint, shown=int, hidden=int, mask="unsigned long long")
    cdef void gather_aside(self, int me) noexcept
    cdef bint all_is_known(self) noexcept
    cdef int solved_card(self, int favourite) noexcept
    cdef Solver new_solver(self)
    @cython.locals(solver=Solver)
    cdef int best_of_all(self, int favourite)
    cdef int likely_best(self, int favourite) noexcept
    cdef bint shuns_points(self) noexcept
    @cython.locals(rest="unsigned long long", card=int, laid="int[8]", lead="long long", others="long long")
    cdef long long gain_with(self, int taker) noexcept
    cdef int counting_action(self) noexcept
    @cython.locals(draws=int, misses=int)
    cdef int chance_to_draw(self, int copies) noexcept
    @cython.locals(tables=Tables, entry=int, kind=int, best=int, chance=int, new=bint, card=int, have=int, missing=int)
    cdef int hope(self, int seat, int form, int without) noexcept
    @cython.locals(tables=Tables, total=int, taken=int)
    cdef int spent(self, int entry, int card) noexcept
    cdef void take(self, int form, int instance) noexcept
    @cython.locals(tables=Tables, score=int, most=int, worth=int)
    cdef int counting_meld(self) noexcept
    cdef int worth_of(self, int action) noexcept
    @cython.locals(tables=Tables, first=int, end=int, total="long long", worth=int, tricks=int, chance=int, rival=int, left=int)
    cdef int hopes(self, int seat, int but, int without) noexcept
    @cython.locals(tables=Tables, wanted="unsigned long long", entry=int, best=int, most="long long", promise="long long")
    cdef int rival_of(self, int form, int first, int end) noexcept
    @cython.locals(tables=Tables, friend=bint, score=int, most=int, card=int, rest="unsigned long long")
    cdef int counting_stock_card(self) noexcept
    cdef int keeping(self, int card) noexcept
    @cython.locals(tables=Tables, rest="unsigned long long", better=int, held=int, chance=int)
    cdef int winning_chance(self, int seat, int card) noexcept
    @cython.locals(friend=bint, score=int, most=int, card=int, out=int, safe=int, rest="unsigned long long")
    cdef int counting_card(self) noexcept
    @cython.locals(trumps=bint, mine=bint, points=int, power=int, chance=int, win=int, lose=int, row=int)
    cdef int lead_worth(self, int seat, int card, int out) noexcept
    @cython.locals(points=int, power=int, unit=int, cheap=int, cost=int, chance=int, lying=int, row=int)
    cdef int follow_worth(self, int card, bint friend, int safe) noexcept
    @cython.locals(chance=int, other=int)
    cdef int chance_to_hold(self, int seat, int card, int led) noexcept
    @cython.locals(strong="unsigned long long", suit="unsigned long long", trumps="unsigned long long", high=int, void=int)
    cdef int chance_to_beat(self, int other, int card, int led) noexcept
    @cython.locals(free="unsigned long long", rest="unsigned long long", size=int, total=int, wanted=int, misses=int, card=int)
    cdef int chance_held(self, int other, unsigned long long cards) noexcept
