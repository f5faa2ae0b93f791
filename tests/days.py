"""Days that are reckoned when a test begins: a run that goes past midnight has two todays."""

import sys
from collections.abc import Callable

import pytest


def fresh(module: str, **names: Callable[[], object]) -> object:
    """Return a fixture that gives constants of a test module a new value before each of its tests.

    Args:
        module: The module's `__name__`.
        names: Makes the value of each constant, in order; a later one may read those before it.
    """

    @pytest.fixture(autouse=True)
    def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
        for name, make in names.items():
            monkeypatch.setattr(sys.modules[module], name, make())

    return _fresh
