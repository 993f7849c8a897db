"""Lets signals through while the compiled kernel runs."""

from __future__ import annotations


def let_signals_in() -> None:
    """Do nothing, uncompiled: Python handles signals (Ctrl-C, termination) whenever a function of its own starts."""
