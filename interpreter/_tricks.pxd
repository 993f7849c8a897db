cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._melds cimport MeldSet
from interpreter._tables cimport Tables
from interpreter._state cimport State

cdef class Tricks(State):
    cdef int play_stage(self) noexcept
    cdef int trick_flags(self) noexcept
    cdef int lead_flags(self) noexcept
    cdef unsigned long long duty_mask(self, int kind, unsigned long long cards) noexcept
    cdef unsigned long long legal_cards_mask(self) noexcept
    cdef unsigned long long legal_leads(self, int stage, unsigned long long allowed) noexcept
    cdef bint play_on(self, int card) noexcept
    cdef void play_at_random(self) noexcept
    cdef int random_card(self) noexcept
    cdef void lay_card(self, int seat, int card) noexcept
    cdef void show_card(self, int card) noexcept
    cdef void take_trick(self) noexcept
    @cython.locals(card=int)
    cdef void end_play(self) noexcept
    @cython.locals(last=bint, mine=bint)
    cdef void draw_cards(self) noexcept
    cdef void draw_card(self, int seat, bint turned) noexcept
    cdef bint face_down_left(self) noexcept
    cdef bint turn_up_left(self) noexcept
    # melding over time
    cdef void use_up(self, int seat, int card) noexcept
    cdef int usable(self, int seat, int entry, int card) noexcept
    cdef int fresh(self, int seat, int card) noexcept
    cdef int form_instance(self, int seat, int form) noexcept
    @cython.locals(new=bint)
    cdef bint instance_fits(self, int seat, int entry, int instance) noexcept
    cdef int instance_shown(self, int seat, int entry, int instance) noexcept
    cdef bint may_lay(self, int seat, int form) noexcept
    @cython.locals(free_only=bint)
    cdef int list_melds(self, int seat) noexcept
    @cython.locals(fresh_first=bint, needs_new=bint)
    cdef void lay_meld(self, int seat, int form) noexcept
    @cython.locals(want_fresh=bint)
    cdef void mark(self, int seat, int entry, int card, int amount, bint fresh_first) noexcept
    cdef void swap_turn_up(self, int seat, int card) noexcept
    cdef int find_form(self, int meld, int slot) noexcept
    cdef void lay_all(self) noexcept
    @cython.locals(melds=MeldSet)
    cdef void track_melds(self, int seat) noexcept
    cdef void count_melds(self) noexcept

@cython.locals(tables=Tables, allowed="unsigned long long", kept="unsigned long long", trumps="unsigned long long", stage=int, flags=int, i=int)
cdef inline unsigned long long legal_now(Tricks state) noexcept
@cython.locals(tables=Tables, seat=int)
cdef inline bint play_now(Tricks state, int card) noexcept
@cython.locals(bit="unsigned long long", left=int)
cdef inline void move_card(Tricks state, int seat, int card) noexcept
@cython.locals(tables=Tables, n=int, best=int)
cdef inline void lay_now(Tricks state, int seat, int card) noexcept
@cython.locals(tables=Tables, trumps="unsigned long long", winner=int, i=int)
cdef inline void take_now(Tricks state) noexcept
@cython.locals(counter="unsigned long long")
cdef inline int pick_one(Tricks state, unsigned long long mask) noexcept
