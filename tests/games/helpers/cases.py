"""A disputed hand for the tests: a club with directors, a finished game on a score sheet, and a case about its hand.

The log takes no event of the future, so a case begins days ago, at `BEGAN`, and goes on from there.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec

from clubs.models import Club, Player
from games.cases import log
from games.cases.services import raising
from games.cases.state import CaseState
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
    sheet = sheet_of(players, club=club, by=director, options={"ending": {"type": "hands", "count": hands}})
    enter(sheet, director, *[MADE] * hands)
    Sheet.objects.filter(pk=sheet.pk, finished_at__isnull=False).update(finished_at=BEGAN)
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
