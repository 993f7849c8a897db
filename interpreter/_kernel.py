"""Loads the whole kernel and says how it runs."""

from __future__ import annotations

import os
import sys

from interpreter import _playout as _playout  # noqa: PLC0414 - the last of the chain loads all others
from interpreter import _pure

COMPILED: bool = _pure.is_compiled()
"""Whether the compiled kernel runs."""

if not COMPILED and os.environ.get("PINOCHLE_PURE") != "1":
    sys.stderr.write("pinochle: the kernel was not compiled here; it runs uncompiled, slower, with the same results\n")
