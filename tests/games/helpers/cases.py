"""A disputed hand for the tests: a club with directors, a finished game on a score sheet, and a case about its hand.

The log takes no event of the future, so a case begins days ago, at `BEGAN`, and goes on from there.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import msgspec
from django.utils import timezone

from clubs.models import Club, Player
from games.cases import log
from games.cases.hosts import Host, Impact
from games.cases.services import raising
from games.cases.state import CaseState
from games.cases.windows import TOURNAMENT, Windows
from games.events.cases import Decision
from games.models import Case, Sheet
from tests.factories import ClubFactory, MembershipFactory, PlayerFactory
from tests.games.helpers.sheets import MADE, enter, sheet_of

BEGAN = datetime.now(UTC).replace(microsecond=0) - timedelta(days=60)
"""When the game ended and the disputes begin."""
STANDS = Decision("stands", "no-fault")


def at(**since: float) -> datetime:
    """Return a moment after `BEGAN`: `at(days=2)`."""
    return BEGAN + timedelta(**since)


@contextmanager
def then(moment: datetime) -> Iterator[None]:
    """Let services that take no time of their command act at a moment."""
    with patch.object(timezone, "now", return_value=moment):
        yield


class World(msgspec.Struct):
    """A club with its people, and a finished game of 28 on a score sheet: seats 0 and 2 against 1 and 3."""

    club: Club
    owner: Player
    director: Player
    other: Player
    members: list[Player]
    players: list[Player]
    sheet: Sheet

    @property
    def everybody(self) -> dict[str, Player]:
        """Everybody by the name of their role."""
        return {
            "raiser": self.players[0], "partner": self.players[2], "opponent": self.players[1],
            "second": self.players[3], "director": self.director, "other": self.other, "owner": self.owner,
            "member": self.members[0], "reader": self.members[3],
        }  # fmt: skip


def world(*, hands: int = 1) -> World:
    """Make a club with an owner, two directors, four more members, and a game of some hands that four others played."""
    players = [PlayerFactory() for _seat in range(4)]
    members = [PlayerFactory() for _each in range(4)]
    owner, director, other = PlayerFactory(), PlayerFactory(), PlayerFactory()
    club = ClubFactory(founder=owner, with_=[*players, *members])
    for each in (director, other):
        MembershipFactory(club=club, player=each, role="director")
    with then(BEGAN):
        sheet = sheet_of(players, club=club, by=director, options={"ending": {"type": "hands", "count": hands}})
        enter(sheet, director, *[MADE] * hands)
    sheet.refresh_from_db()
    return World(club, owner, director, other, members, players, sheet)


def disputed(there: World, *, now: datetime = BEGAN, by: Player | None = None, **more: Any) -> Case:
    """Raise a dispute about the first hand."""
    given = {"game": there.sheet.pk, "hand": 1, "subject": "score", "words": "It was 17.", "command": uuid4()} | more
    return raising.dispute(player=by or there.players[0], now=now, **given)


def do(service: Callable[..., Any], case: Case, player: Player, when: datetime, **arguments: Any) -> CaseState:
    """Do a command in a case; return the case afterwards."""
    service(case_id=case.pk, player=player, command=arguments.pop("command", None) or uuid4(), now=when, **arguments)
    return log.current(case.pk)


def refusal(call: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """Return the code with which a call is refused; empty if it is not."""
    try:
        call(*arguments, **named)
    except Exception as refused:
        code: str = refused.code  # type: ignore[attr-defined]  # anything else is a fault of the test
        return code
    return ""


class FakeHost:
    """A tournament that a game is part of, as the port of hosts knows it: it keeps what it is asked to do."""

    def __init__(self, there: World, *, published: datetime | None = BEGAN, windows: Windows = TOURNAMENT) -> None:
        self.there, self.published, self.windows = there, published, windows
        self.director = PlayerFactory()
        self.squads: tuple[frozenset[str], ...] = ()
        self.calls: list[tuple[Any, ...]] = []
        self.fails = False
        self.preview: Callable[[Decision, int, Player | None], Impact] = lambda decision, hand, viewer: Impact()
        self.standing = 0
        self.keeps = False

    def find(self, game: UUID) -> Host | None:
        if game != self.there.sheet.pk:
            return None
        return Host(
            id=UUID(int=5), name="The Cup", path="/tournaments/cup/", windows=self.windows,
            published_at=self.published, squads=self.squads, directs=lambda player: player == self.director,
            preview=self.preview, apply=self.apply, reverse=self.reverse, note=self.note,
            directors=frozenset({str(self.director.pk)}),
        )  # fmt: skip

    def apply(
        self, case: Case, decision: Decision, points: Any, winners: Any, by: Any, words: str, command: UUID
    ) -> bool:
        if self.fails:
            raise RuntimeError("the tournament is away")
        self.calls.append(("apply", decision.kind, points, winners, by, words))
        return decision.kind != "warning"

    def reverse(self, case: Case, by: Any, command: UUID) -> bool:
        self.calls.append(("reverse", by))
        return not self.keeps

    def note(self, case: Case, is_open: bool) -> None:
        self.calls.append(("note", is_open))
