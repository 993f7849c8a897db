"""Bit tricks and the random numbers of the kernel.

The compiled kernel uses the C functions of the same names in `_bits.pxd`.  Both give the same numbers.

Randomness is addressed, never shared.  A stream is a 64-bit counter that advances by an odd constant;
`scramble` of the counter is the next number (SplitMix64).  The start of a stream is `stream_start` of
(seed, game, deal, redeal, purpose) and of nothing else, so any deal of any game can be dealt alone.
Purposes: 0 the shuffle, 1 the first dealer of a game (deal and redeal 0), 2 + seat a seat's own choices.
`bounded` makes an even draw of such a number by Lemire's multiplication and rejection; a rejected number
is scrambled on, so that every draw advances its stream by exactly one.  The shuffle makes several draws of
one number, with one rejection for all of them.
"""

MASK64 = 0xFFFFFFFFFFFFFFFF
STEP64 = 0x9E3779B97F4A7C15
"""The odd constant that a stream advances by (2^64 divided by the golden ratio)."""


def lowest(mask: int) -> int:
    """Return the number of the lowest bit set."""
    return (mask & -mask).bit_length() - 1


def bit_of(number: int) -> int:
    """Return the mask of one bit."""
    return 1 << number


def nth_bit(mask: int, n: int) -> int:
    """Return the number of the bit set that has n set bits below it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def bit_count(mask: int) -> int:
    """Return how many bits are set."""
    return mask.bit_count()


def scramble(number: int) -> int:
    """Return the finishing mix of SplitMix64."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK64
    return number ^ (number >> 31)


def high_product(number: int, n: int) -> int:
    """Return the upper 64 bits of a product of two 64-bit numbers."""
    return number * n >> 64


def low_product(number: int, n: int) -> int:
    """Return the lower 64 bits of a product of two 64-bit numbers."""
    return number * n & MASK64


def uneven(low: int, n: int) -> bool:
    """Tell whether a draw below n whose product has these lower bits would make some results likelier."""
    return low < n and low < (MASK64 + 1 - n) % n


def bounded(counter: int, n: int) -> int:
    """Return the draw from 0 to n - 1, each equally likely, that belongs to a counter of a stream."""
    number = scramble(counter)
    while uneven(low_product(number, n), n):
        number = scramble(advance_stream(number))
    return high_product(number, n)


def advance_stream(counter: int) -> int:
    """Return the next counter of a stream."""
    return (counter + STEP64) & MASK64


def stream_key(seed: int, game: int, deal: int, redeal: int) -> int:
    """Return what the streams of one deal have in common."""
    key = scramble(advance_stream(seed & MASK64))
    key = scramble(advance_stream(key ^ game))
    key = scramble(advance_stream(key ^ deal))
    return scramble(advance_stream(key ^ redeal))


def stream_start(key: int, purpose: int) -> int:
    """Return the first counter of the stream for a purpose."""
    return scramble(advance_stream(key ^ (purpose + 1)))
