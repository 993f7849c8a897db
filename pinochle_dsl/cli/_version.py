"""Which version of the program this is."""

from __future__ import annotations

UNINSTALLED = "(not installed)"


def version() -> str:
    """Return the number of the installed version, or that there is none."""
    from importlib.metadata import PackageNotFoundError  # noqa: PLC0415 - start-up
    from importlib.metadata import version as installed  # noqa: PLC0415 - start-up

    try:
        return installed("pinochle-dsl")
    except PackageNotFoundError:
        return UNINSTALLED
