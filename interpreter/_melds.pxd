cimport cython

from interpreter._bits cimport *
from interpreter._numbers cimport *

cdef int IMPOSSIBLE
cdef int TRAIL
cdef unsigned long long MASK64

cdef class Component:
    cdef public list families, resources
    cdef public int size, tabled, first_family
    cdef int n_resources, n_families
    cdef int types[512]
    cdef int radix[512]
    cdef int stride[512]
    cdef int digits[512]
    cdef int family_first[1024]
    cdef int family_last[1024]
    cdef int most[1024]
    cdef int worth_at[1024]
    cdef int bound[1025]
    cdef int chosen[1024]
    cdef int best_chosen[1024]
    cdef int best_digits[512]
    cdef int trail[4096]
    cdef int best_trail[4096]
    cdef int n_trail
    cdef int best_n_trail
    cdef unsigned char in_class[512]
    cdef long long rate[1025]
    cdef long long rate_of[1025]
    cdef long long cards_left
    cdef int has_class
    cdef int best_value
    cdef int[::1] instance_at
    cdef int[::1] instance_resource
    cdef int[::1] instance_amount
    cdef int[::1] worth
    cdef int[::1] levels
    cdef dict cache
    cdef void fill_level(self, int family, int[::1] here, int[::1] there) noexcept
    @cython.locals(every="unsigned long long", mask="unsigned long long")
    cpdef unsigned long long needs(self)
    cdef void share_table(self, Component twin)
    cdef bint fits(self, int instance) noexcept
    cdef void take(self, int instance, int sign) noexcept
    cdef void put_down(self, int instance) noexcept
    cdef void pick_up(self, int instance) noexcept
    cdef void keep_trail(self) noexcept
    @cython.locals(amount="long long", worth="long long", cards="long long", least="long long", times="long long")
    cdef void find_rates(self) noexcept
    @cython.locals(fraction="long long")
    cdef int most_from(self, int family) noexcept
    cdef int cell(self) noexcept
    cdef void read_digits(self, unsigned char* count, int base) noexcept
    cdef int value(self, unsigned char* count, int base) noexcept
    cdef void lay_out(self, unsigned char* count, int base) noexcept
    cdef bint walk(self, int family, int left, int instance, int goal) noexcept
    cdef void search(self) noexcept
    cdef void branch(self, int family, int laid, int instance, int score) noexcept

cdef class MeldSet:
    cdef public list components
    cdef int part_start[6]
    cdef int part_first[2048]
    cdef int part_last[2048]
    cdef int part_table[2048]
    cdef unsigned long long part_needs[2048]
    cdef unsigned long long part_types[2048]
    cdef unsigned long long part_rare[2048]
    cdef int family_start[6]
    cdef int[::1] item_type
    cdef int[::1] item_stride
    cdef int[::1] values
    cdef int[::1] family_entry
    cdef int[::1] family_slot
    cdef int[::1] laid
    cdef int[::1] laid_points
    cdef unsigned char used[64]
    cdef unsigned char asked[64]
    cdef unsigned long long asked_types
    @cython.locals(component=Component)
    cdef int best(self, unsigned char* count, int base, unsigned long long held, int trump) noexcept
    @cython.locals(found="unsigned long long", part=int)
    cdef unsigned long long touched(self, unsigned long long held, int trump) noexcept
    @cython.locals(component=Component)
    cdef void lay_out(self, unsigned char* count, int base, int trump) noexcept
