"""A disputed hand of a club, with nothing kept from other tests."""

import pytest

from games.cases import hosts, log
from games.models import Case
from tests.games.helpers.cases import FakeHost, World, disputed, world


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """No state of other tests is kept."""
    log.forget_all()


@pytest.fixture
def there(db: None) -> World:
    """A club, its people, and a finished game on a score sheet."""
    return world()


@pytest.fixture
def case(there: World) -> Case:
    """An open case: seat 0 disputes the only hand of a game."""
    return disputed(there)


@pytest.fixture
def host(there: World, monkeypatch: pytest.MonkeyPatch) -> FakeHost:
    """A tournament that the game is part of; it keeps what it is asked to do."""
    made = FakeHost(there)
    monkeypatch.setattr(hosts, "_finders", [made.find])
    return made
