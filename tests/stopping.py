"""Children that tests stop from the keyboard."""

from __future__ import annotations

import os
import signal
from typing import Any


def _hear() -> None:
    """Hear of Ctrl-C again: a shell lets what it starts in the background be deaf to it, and its children too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


HEARING: dict[str, Any] = {} if os.name == "nt" else {"preexec_fn": _hear}
"""What `subprocess.Popen` is told so that the child can be interrupted."""
