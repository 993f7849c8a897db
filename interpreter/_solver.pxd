cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._state cimport State
from interpreter._tricks cimport Tricks

cdef unsigned long long MASK64
cdef unsigned long long ODD64
cdef int MOST_POINTS
cdef long long MOST_NODES
cdef int UNKNOWN
cdef int UNBEATEN
cdef int STRENGTH
cdef int OURS
cdef int LENGTH
cdef int ELSEWHERE
cdef int RUFF
cdef int WINNING
cdef int THROWN

@cython.final
cdef class Solver(Tricks):
    cdef int friend[8]
    cdef int after[8]
    cdef int suit_of[64]
    cdef int worth[64]
    cdef int heavy[64]
    cdef unsigned long long marks[512]
    cdef unsigned long long turn_mark[8]
    cdef unsigned long long stride[512]
    cdef unsigned long long suit_at[4]
    cdef int direct[4]
    cdef unsigned long long shape_key[16384]
    cdef unsigned long long shape_of[16384]
    cdef int killers[512]
    cdef int answers[8192]
    cdef unsigned long long state_mark
    cdef public long long nodes
    cdef long long most_nodes
    cdef int stopped, quick, alike, flagged, sign
    cdef public int scale
    cdef int last_worth, steps
    cdef public int high, low, found_high, found_low, advised
    cdef int guess, sketching, root_left, root_laid, root_card
    cdef int on_table, table_up, bits, first_card
    cdef unsigned long long laid_cards, root_leads
    cdef unsigned long long places_mask, generation
    cdef unsigned long long[::1] memory
    @cython.locals(tables=Tables, row=int, divisor=int, total="long long", points=int, card=int, most=int)
    cpdef int begin(self, State other, int friends, bint least)
    @cython.locals(first=int, states=int, seat=int, card=int, at=int, i=int)
    cdef void number_suit(self, int suit) noexcept
    @cython.locals(tables=Tables, card=int, same=bint)
    cdef bint cards_are_alike(self) noexcept
    @cython.locals(tables=Tables, card=int, points=int)
    cdef int set_bounds(self) noexcept
    cpdef void ask_of(self, int card)
    @cython.locals(value=int, need=int, mine=int)
    cpdef bint search_on(self, long long most_nodes)
    @cython.locals(value=int)
    cdef bint brings_it(self, int card) noexcept
    @cython.locals(card=int)
    cpdef int one_that_brings_it(self, unsigned long long legal, int favourite, long long most_nodes)
    @cython.locals(left=int)
    cdef int reach(self, int need) noexcept
    cdef int after_playing(self, int card, int need) noexcept
    @cython.locals(seat=int, mine=int, hand="unsigned long long", key="unsigned long long", at="long long", move=int, known_high=int, known_low=int, found="unsigned long long", leads="unsigned long long", sure=int, allowed="unsigned long long", best=int, chosen=int, todo="unsigned long long", first="unsigned long long", card=int, value=int)
    cdef int lead(self, int need, int left, int high, int low) noexcept
    @cython.locals(seat=int, mine=int, allowed="unsigned long long", todo="unsigned long long", best=int, chosen=int, shapes="unsigned long long", rest="unsigned long long", card=int, value=int, place=int)
    cdef int follow(self, int need, int left, int high, int low) noexcept
    @cython.locals(found="unsigned long long")
    cdef int work_behind(self, long long at) noexcept
    @cython.locals(allowed="unsigned long long", kept="unsigned long long")
    cdef unsigned long long allowed_to(self, int seat) noexcept
    @cython.locals(seat=int, allowed="unsigned long long", card=int)
    cdef int first_line(self, int left) noexcept
    @cython.locals(at=int, n=int, suit=int, mark="unsigned long long", hand="unsigned long long", laid=int, led=int, best_led=int, best_card=int, best_seat=int, table=int, up=int, cards="unsigned long long", points=int, value=int)
    cdef int play(self, int seat, int card, int need, int left, int high, int low) noexcept
    @cython.locals(best=int)
    cdef bint beats_all(self, int card) noexcept
    @cython.locals(points=int, gain=int, up=int, winner=int, wanted=int, at=int, suit=int, played=int, first=int, key="unsigned long long", place="long long", found="unsigned long long", known=int)
    cdef int recall(self, int seat, int card, int need, int high, int low, unsigned long long shapes) noexcept
    @cython.locals(winner=int, gain=int, up=int, first=int, broken=int, laid=int, value=int)
    cdef int finish(self, int need, int left, int high, int low) noexcept
    @cython.locals(live="unsigned long long", other=int)
    cdef unsigned long long elsewhere(self, int seat) noexcept
    @cython.locals(live="unsigned long long", kept="unsigned long long", rest="unsigned long long", between="unsigned long long", last=int, card=int)
    cdef unsigned long long different(self, int seat, unsigned long long allowed) noexcept
    @cython.locals(live="unsigned long long", trumps="unsigned long long", rest="unsigned long long", cards="unsigned long long", hand="unsigned long long", others="unsigned long long", top="unsigned long long", points=int, tricks=int, card=int, n=int, mine=int, suit=int, first=int, rounds=int, other=int, won=int, drawn=int, i=int)
    cdef int sure_points(self, int seat, int left, int high) noexcept
    @cython.locals(live="unsigned long long", trumps="unsigned long long", cards="unsigned long long", rest="unsigned long long", row=int, best=int, most=int, last=int, of_suit=int, card=int, suit=int, other=int, score=int)
    cdef int next_lead(self, int seat, unsigned long long todo, int move, int killer) noexcept
    @cython.locals(rest="unsigned long long", row=int, led=int, best=int, most=int, score=int, card=int, suit=int)
    cdef int next_card(self, int seat, unsigned long long todo, int answer) noexcept
    @cython.locals(winner=int, best=int, follows="unsigned long long", trumps="unsigned long long", row=int, other=int, _=int, held="unsigned long long")
    cdef int likely_winner(self, int seat, int card) noexcept
    @cython.locals(total=int, rest="unsigned long long")
    cdef int length(self, int seat, unsigned long long cards) noexcept
    @cython.locals(total=int, left=int, size=int, worth=int, card=int, n=int, rest="unsigned long long")
    cdef int given(self, int seat, unsigned long long cards, int rounds, bint most) noexcept
    cdef unsigned long long all_shapes(self) noexcept
    @cython.locals(key="unsigned long long")
    cdef unsigned long long position(self, unsigned long long shapes, int seat, int played) noexcept
    @cython.locals(wanted="unsigned long long", at="long long", found="unsigned long long")
    cdef unsigned long long shape(self, int suit) noexcept
    @cython.locals(found="unsigned long long", last="unsigned long long", last_worth=int, last_alone=int, alone=int, card=int, held="unsigned long long", holders="unsigned long long", seats=int, seat=int, n=int)
    cdef unsigned long long shape_now(self, int suit) noexcept
