"""Stands in for the `cython` module where Cython is not installed and the kernel runs uncompiled."""


class cython:  # noqa: N801 - stands in for the module of this name
    """What the kernel asks of Cython at run time: whether it was compiled."""

    compiled = False
