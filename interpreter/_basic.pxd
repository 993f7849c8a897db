cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._tables cimport Tables
from interpreter._melds cimport MeldSet
from interpreter._state cimport State
from interpreter._machine cimport Machine

cdef long long MOST
cdef unsigned long long MASK64

cdef class Player(Machine):
    cdef int player[8]
    cdef unsigned long long plan_sign[8]
    cdef int plan_suit[8]
    cdef int plan_worth[8]
    cdef int plan[64]
    cdef int choose(self) except? -1
    cdef int random_action(self) noexcept
    cdef int basic_action(self) noexcept
    # estimates
    @cython.locals(count="unsigned char[64]", stream="unsigned long long")
    cdef int mean_meld(self) noexcept
    @cython.locals(sign="unsigned long long")
    cdef unsigned long long hand_sign(self, int seat) noexcept
    cdef int expected_counters(self, int seat, int trump) noexcept
    cdef int friends_of(self, int seat) noexcept
    cdef int tops_of(self, int seat) noexcept
    cdef int counters_with(self, int seat, int trump, int friends, int tops) noexcept
    cdef int share_with(self, int seat, int trump, int friends, int tops) noexcept
    cdef int allowance(self, int seat) noexcept
    @cython.locals(rules=Tables, other=int)
    cdef bint better_contract(self, int mode) noexcept
    cdef bint instead_of_trump(self) noexcept
    @cython.locals(kept="int[32]", rules=Tables, meld=int, others="long long", lead="long long")
    cdef long long contract_gain(self, int mode, int trump) noexcept
    @cython.locals(mask="unsigned long long", rest="unsigned long long", drawn=bint, held=int, sure=int, out=int)
    cdef bint takes_all(self, int seat, int trump) noexcept
    @cython.locals(allowed=bint)
    cdef void plan_contract(self, int seat) noexcept
    # decisions before the play
    cdef int basic_bid(self) noexcept
    cdef int basic_trump(self) noexcept
    @cython.locals(melds=MeldSet, rest="unsigned long long", held="unsigned long long")
    cdef int basic_ask(self) noexcept
    cdef int least_bids(self) noexcept
    cdef int basic_suit_bid(self) noexcept
    cdef int basic_choice(self) noexcept
    cdef int planned_card(self) noexcept
    @cython.locals(melds=MeldSet, score="int[64]", helping=bint, melding="unsigned long long")
    cdef void plan_choice(self, int seat) noexcept
    cdef int pass_score(self, int card, int loss) noexcept
    cdef int keep_score(self, int seat, int card, int loss) noexcept
    @cython.locals(held="unsigned long long")
    cdef int meld_loss(self, MeldSet melds, int seat, int card, int whole) noexcept
    @cython.locals(tables=Tables)
    cdef int basic_call(self) noexcept
    cdef bint hopeless(self) noexcept
    cdef bint weak_hand(self, int seat) noexcept
    cdef long long advantage(self, int row) noexcept
    cdef int basic_meld(self) noexcept
    @cython.locals(tables=Tables, number=int, called=int, caller_of=int, caller=int)
    cdef long long advantage_after(self, int call) noexcept
    @cython.locals(rest="unsigned long long", card=int)
    cdef bint strong_hand(self, int seat) noexcept
    cdef int basic_draw(self) noexcept
    @cython.locals(card=int, total=int)
    cdef int basic_keep(self) noexcept
    @cython.locals(promise="long long", suit=int, share=int)
    cdef int build_worth(self, int seat, int card) noexcept
    @cython.locals(melds=MeldSet, card=int, whole=int)
    cdef int basic_throw(self) noexcept
    # play
    @cython.locals(friend=bint)
    cdef int basic_card(self) noexcept
    cdef int trumps_out(self, int seat) noexcept
    @cython.locals(friend=bint)
    cdef int basic_stock_card(self) noexcept
    cdef int card_cost(self, int seat, int card) noexcept
    cdef int best_meld_to_lay(self, int seat) noexcept

@cython.locals(rest="unsigned long long", total=int)
cdef inline int held_of(Player state, int seat, unsigned long long mask) noexcept
@cython.locals(rest="unsigned long long", other=int)
cdef inline bint is_master(Player state, int seat, int card) noexcept
@cython.locals(trumps=bint, mine=bint, points=int, power=int)
cdef inline int lead_score(Player state, int seat, int card, int out) noexcept
@cython.locals(last=bint, points=int, power=int, unit=int, cheap=int)
cdef inline int follow_score(Player state, int seat, int card, bint friend) noexcept
