"""The rules language: `load` a variant, `check` a rules file.

Names are imported when first used, so that commands which need no rules start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinochle_dsl.diagnostics import Diagnostic, OptionError, RulesError
    from pinochle_dsl.loading import CheckResult, LoadedVariant, check, load

__all__ = ["CheckResult", "Diagnostic", "LoadedVariant", "OptionError", "RulesError", "check", "load"]

_HOMES = {
    "Diagnostic": "diagnostics",
    "OptionError": "diagnostics",
    "RulesError": "diagnostics",
    "CheckResult": "loading",
    "LoadedVariant": "loading",
    "check": "loading",
    "load": "loading",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
