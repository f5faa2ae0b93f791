"""Personal data in each table of the database: its export, and the effect of an erasure.

Each app declares its tables in a module `personal_data`, which is loaded with the first question. A test goes through
all models: one that points to a player or an account and is not declared fails it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_noop

from clubs.models import Membership, Player, User
from clubs.people.selectors import ids_of

FORMER: Final = gettext_noop("Former player")
"""The name of every erased player."""


@dataclass(frozen=True, slots=True)
class Person:
    """The person whose data they are.

    Attributes:
        player: The player.
        ids: Its id, and those of the players without account that it has claimed.
        user: The id of the account, if there is one still.
        names: The names of all of them.
        email: The address of the account.
        clubs: The clubs of which the person is a member.
        base: The address of this server, without a slash at its end, for links.
    """

    player: Player
    ids: tuple[UUID, ...]
    user: UUID | None
    names: tuple[str, ...]
    email: str = ""
    clubs: tuple[UUID, ...] = ()
    base: str = ""

    def link(self, path: str) -> str:
        """Return the whole address of a page of this server."""
        return f"{self.base}{path}"


Rows = Callable[[Person], Iterable[Mapping[str, Any]]]
Files = Callable[[Person], Iterable[tuple[str, bytes]]]
Eraser = Callable[["QuerySet[Any]", Person], object]


@dataclass(frozen=True, slots=True)
class Holding:
    """The personal data in one table.

    Attributes:
        model: `app.Model`.
        of: The columns by which its rows are the person's: keys of players or of the account.
        file: The file of the copy that its rows stand in; empty: none, and `why` says why.
        fields: The columns in the copy.
        rows: What stands in the copy instead of the columns, where these say too little.
        files: Files that go into the copy beside it, in a folder of its name: a name and the bytes of each.
        erase: What an erasure does to the person's rows; None: they stay, and `why` says why.
        also: Further columns that name a person, by which a row is not the person's: who did it, say.
        why: Why it is not copied, or stays.
    """

    model: str
    of: tuple[str, ...] = ()
    file: str = ""
    fields: tuple[str, ...] = ()
    rows: Rows | None = None
    files: Files | None = None
    erase: Eraser | None = None
    also: tuple[str, ...] = ()
    why: str = ""

    def mine(self, person: Person) -> "QuerySet[Any]":
        """Return the person's rows."""
        model: type[Model] = apps.get_model(self.model)
        wanted = Q(pk__in=[])
        for column in self.of:
            target = _target(model, column)
            if target is User:
                wanted |= Q(**{column: person.user}) if person.user else Q(pk__in=[])
            else:
                wanted |= Q(**{f"{column}__in": person.ids})
        found = model._default_manager.filter(wanted).values("pk")  # a row once, however often it names the person
        return model._default_manager.filter(pk__in=found).order_by("pk")

    def copied(self, person: Person) -> Iterator[Mapping[str, Any]]:
        """Return what stands in the copy, one entry a row."""
        if self.rows is not None:
            yield from self.rows(person)
        else:
            yield from self.mine(person).values(*self.fields).iterator(chunk_size=1000)


def person_of(player: Player, base: str = "") -> Person:
    """Return the person whom a player stands for."""
    ids = ids_of(player)
    names = Player.objects.filter(pk__in=ids).values_list("name", flat=True)
    email = player.user.email if player.user else ""
    clubs = Membership.objects.filter(player__in=ids).values_list("club_id", flat=True)
    return Person(player, ids, player.user_id, tuple(names), email, tuple(clubs), base)


def delete(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove the rows: an eraser."""
    rows.delete()


def emptied(*columns: str) -> Eraser:
    """Return the eraser that leaves the rows and empties texts in them."""

    def empty(rows: "QuerySet[Any]", person: Person) -> None:
        rows.update(**dict.fromkeys(columns, ""))

    return empty


Obstacle = Callable[[Person], tuple[str, str] | None]
"""Returns why a person cannot be erased now, as a code and a sentence; None: nothing keeps them."""
Departure = Callable[[Person], object]
"""Has a person leave what is going on, before their rows are erased."""

_HOLDINGS: dict[str, Holding] = {}
_OBSTACLES: list[Obstacle] = []
_DEPARTURES: list[Departure] = []


def declare(*holdings: Holding, obstacles: Iterable[Obstacle] = (), departures: Iterable[Departure] = ()) -> None:
    """Take in what the tables of an app hold of persons; called by its module `personal_data`.

    Raises:
        ValueError: A table is declared twice.
    """
    for holding in holdings:
        if holding.model in _HOLDINGS:
            raise ValueError(f"{holding.model} is declared twice.")
        _HOLDINGS[holding.model] = holding
    _OBSTACLES.extend(obstacles)
    _DEPARTURES.extend(departures)


def holdings() -> tuple[Holding, ...]:
    """Return all that is declared, app by app."""
    _load()
    return tuple(_HOLDINGS.values())


def obstacles(person: Person) -> list[tuple[str, str]]:
    """Return what keeps a person from being erased now: codes with sentences."""
    _load()
    return [found for obstacle in _OBSTACLES if (found := obstacle(person)) is not None]


def departures() -> tuple[Departure, ...]:
    """Return what is done before the rows are erased."""
    _load()
    return tuple(_DEPARTURES)


@cache
def _load() -> None:
    autodiscover_modules("personal_data")


def _target(model: type[Model], column: str) -> type[Model]:
    """Return what a column such as `player` or `card__made_by` is a key of."""
    found: Any = model
    for step in column.split("__"):
        found = found._meta.get_field(step).related_model
    return found
