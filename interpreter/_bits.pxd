# The C functions that stand for those of _bits.py in the compiled kernel.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest(unsigned long long m) { unsigned long i; _BitScanForward64(&i, m); return (int)i; }
    #else
    static inline int lowest(unsigned long long m) { return __builtin_ctzll(m); }
    #endif
    static inline unsigned long long bit_of(int n) { return 1ULL << n; }
    /* The n-th set bit without a branch: halves of halves, by how many bits they have. */
    static inline int nth_bit_by_halves(unsigned long long m, int n) {
        unsigned long long a = m - ((m >> 1) & 0x5555555555555555ULL);
        unsigned long long b = (a & 0x3333333333333333ULL) + ((a >> 2) & 0x3333333333333333ULL);
        unsigned long long c = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        unsigned long long sums = c * 0x0101010101010101ULL;   /* bits in the bytes up to each byte */
        unsigned long long above = (0x8080808080808080ULL | ((unsigned long long)n * 0x0101010101010101ULL)) - sums;
        int at = (int)(((((above >> 7) & 0x0101010101010101ULL) * 0x0101010101010101ULL) >> 56) << 3);
        int left = n - (int)((sums << 8 >> at) & 0xff), half, more;
        half = (int)((b >> at) & 15); more = -(left >= half); left -= half & more; at += 4 & more;
        half = (int)((a >> at) & 3); more = -(left >= half); left -= half & more; at += 2 & more;
        return at + (left >= (int)((m >> at) & 1));
    }
    /* One instruction does it where the processor has it, and not as a slow program inside (the first two Zens). */
    #if defined(__GNUC__) && defined(__x86_64__)
    static int deposits;
    static void __attribute__((constructor)) see_whether_it_deposits(void) {
        __builtin_cpu_init();
        deposits = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    static inline int nth_bit(unsigned long long m, int n) {
        if (deposits) {
            unsigned long long bit;
            __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(1ULL << n), "r"(m));
            return __builtin_ctzll(bit);
        }
        return nth_bit_by_halves(m, n);
    }
    #else
    static inline int nth_bit(unsigned long long m, int n) { return nth_bit_by_halves(m, n); }
    #endif
    #if defined(__POPCNT__)
    static inline int bit_count(unsigned long long m) { return __builtin_popcountll(m); }
    #else
    static inline int bit_count(unsigned long long m) {
        m = m - ((m >> 1) & 0x5555555555555555ULL);
        m = (m & 0x3333333333333333ULL) + ((m >> 2) & 0x3333333333333333ULL);
        m = (m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((m * 0x0101010101010101ULL) >> 56);
    }
    #endif
    static inline unsigned long long scramble(unsigned long long z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    static inline unsigned long long advance_stream(unsigned long long counter) { return counter + 0x9E3779B97F4A7C15ULL; }
    #if defined(__SIZEOF_INT128__)
    static inline unsigned long long high_product(unsigned long long a, unsigned long long b) {
        return (unsigned long long)(((unsigned __int128)a * b) >> 64);
    }
    #else
    static inline unsigned long long high_product(unsigned long long a, unsigned long long b) {
        unsigned long long low = (a & 0xffffffffULL) * (b & 0xffffffffULL);
        unsigned long long middle = (a >> 32) * (b & 0xffffffffULL) + (low >> 32);
        unsigned long long other = (a & 0xffffffffULL) * (b >> 32) + (middle & 0xffffffffULL);
        return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
    }
    #endif
    static inline unsigned long long low_product(unsigned long long a, unsigned long long b) { return a * b; }
    static inline int uneven(unsigned long long low, unsigned long long n) { return low < n && low < (0 - n) % n; }
    static inline int bounded(unsigned long long counter, unsigned long long n) {
        unsigned long long number = scramble(counter);
        while (uneven(number * n, n)) number = scramble(advance_stream(number));
        return (int)high_product(number, n);
    }
    static inline unsigned long long stream_key(unsigned long long seed, unsigned long long game,
                                                unsigned long long deal, unsigned long long redeal) {
        unsigned long long key = scramble(advance_stream(seed));
        key = scramble(advance_stream(key ^ game));
        key = scramble(advance_stream(key ^ deal));
        return scramble(advance_stream(key ^ redeal));
    }
    static inline unsigned long long stream_start(unsigned long long key, int purpose) {
        return scramble(advance_stream(key ^ (unsigned long long)(purpose + 1)));
    }
    """
    int lowest(unsigned long long) noexcept nogil
    unsigned long long bit_of(int) noexcept nogil
    int nth_bit(unsigned long long, int) noexcept nogil
    int bit_count(unsigned long long) noexcept nogil
    unsigned long long scramble(unsigned long long) noexcept nogil
    unsigned long long advance_stream(unsigned long long) noexcept nogil
    unsigned long long high_product(unsigned long long, unsigned long long) noexcept nogil
    unsigned long long low_product(unsigned long long, unsigned long long) noexcept nogil
    bint uneven(unsigned long long, unsigned long long) noexcept nogil
    int bounded(unsigned long long, unsigned long long) noexcept nogil
    unsigned long long stream_key(unsigned long long, unsigned long long, unsigned long long, unsigned long long) noexcept nogil
    unsigned long long stream_start(unsigned long long, int) noexcept nogil
