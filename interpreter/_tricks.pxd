cimport cython
from interpreter._bits cimport *
from interpreter._numbers cimport *
from interpreter._melds cimport MeldSet
from interpreter._tables cimport Tables
from interpreter._state cimport State

cdef unsigned long long MASK64
cdef int MOST_LAID

cdef class Tricks(State):
    cdef int play_stage(self) noexcept
    cdef int trick_flags(self) noexcept
    cdef int lead_flags(self) noexcept
    cdef unsigned long long duty_mask(self, int kind, unsigned long long cards) noexcept
    cdef unsigned long long legal_cards_mask(self) noexcept
    cdef unsigned long long legal_leads(self, int stage, unsigned long long allowed) noexcept
    cdef int present(self, int seat) noexcept
    cdef void win_widow(self) noexcept
    cdef bint play_on(self, int card) noexcept
    @cython.locals(tables=Tables)
    cdef void play_at_random(self) noexcept
    cdef int random_card(self) noexcept
    cdef void lay_card(self, int seat, int card) noexcept
    cdef void show_card(self, int card) noexcept
    cdef void take_trick(self) noexcept
    cdef void end_play(self) noexcept
    @cython.locals(last=bint, mine=bint, takes=bint)
    cdef void draw_cards(self) noexcept
    cdef void draw_card(self, int seat, bint turned) noexcept
    cdef bint face_down_left(self) noexcept
    cdef bint turn_up_left(self) noexcept
    # melding over time
    @cython.locals(used="unsigned long long", entry=int)
    cdef void use_up(self, int seat, int card) noexcept
    @cython.locals(used="unsigned long long", n=int)
    cdef void used_first(self, int seat, int card) noexcept
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
    @cython.locals(f=int, card=int)
    cdef void show_melds(self, int seat, MeldSet melds)
    cdef dict cards_named(self, dict times)
    cdef void keep_melds(self) noexcept
    cdef void forget_laying(self) noexcept
    @cython.locals(now=Tables, melds=MeldSet)
    cdef void open_melds(self) noexcept
    cdef void count_melds(self) noexcept
    cdef void note_meld(self, int seat, int form, int instance) noexcept
    cdef bint at_its_moment(self, int entry) noexcept
    cdef bint can_swap(self, int instance) noexcept
    cdef int slot_of(self, int entry, int card) noexcept
    @cython.locals(other="unsigned long long")
    cdef int lying_in(self, int seat, int entry, int card) noexcept
    @cython.locals(new=bint, missing=int)
    cdef int new_in_old(self, int seat, int entry, int slot, int instance) noexcept
    @cython.locals(needs_new=bint, fresh_first=bint, missing=int)
    cdef void replace_cards(self, int seat, int entry, int slot, int instance) noexcept
    cdef int meld_victory(self) noexcept
    @cython.locals(melds=MeldSet)
    cdef void lay_tricks(self) noexcept
    @cython.locals(melds=MeldSet)
    cdef void note_laying(self, int seat, MeldSet melds) noexcept
    cdef int builder(self) noexcept
    cdef void build_hand(self, int seat, bint keep) noexcept
    cdef void count_laid_aside(self) noexcept
    cdef int left_over(self) noexcept
    cdef int list_redraw(self, int seat) noexcept
    cdef void redraw_hand(self, int seat) noexcept
    @cython.locals(drawn=int, at=int)
    cdef void exchange_with_stock(self, int seat) noexcept

@cython.locals(tables=Tables, allowed="unsigned long long", kept="unsigned long long", trumps="unsigned long long", stage=int, flags=int, i=int)
cdef inline unsigned long long legal_now(Tricks state) noexcept
@cython.locals(tables=Tables, seat=int)
cdef inline bint play_now(Tricks state, int card) noexcept
cdef inline void put_card(Tricks state, int seat, int card) noexcept
@cython.locals(bit="unsigned long long", left=int)
cdef inline void move_card(Tricks state, int seat, int card) noexcept
@cython.locals(tables=Tables, n=int, best=int)
cdef inline void lay_now(Tricks state, int seat, int card) noexcept
@cython.locals(trumps="unsigned long long", i=int)
cdef inline void take_now(Tricks state) noexcept
@cython.locals(i=int)
cdef inline void give_trick(Tricks state, int winner) noexcept
@cython.locals(counter="unsigned long long")
cdef inline int pick_one(Tricks state, int seat, unsigned long long mask) noexcept
@cython.locals(tables=Tables, seats=int, row=int, left=int, seat=int, card=int, best=int, winner=int, lying=int, n=int, trumps="unsigned long long", suit="unsigned long long", laid="unsigned long long", allowed="unsigned long long", kept="unsigned long long", trumping="unsigned long long", beats="unsigned long long")
cdef void usual_tricks(Tricks state) noexcept
