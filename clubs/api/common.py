"""What the endpoints of clubs share: finding a club, counting what changes it, and how refusals become problems.

Refusals about the input alone are faults in it; the others are conflicts with how things stand.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.throttling import BaseThrottle

from clubs.api.base import ApiView
from clubs.api.problems import Problem, refused
from clubs.errors import ClubError
from clubs.guesses import WINDOW, TooManyGuesses
from clubs.models import Club, Membership

T = TypeVar("T")

IN_THE_INPUT = {
    "name-empty", "name-too-long", "name-unreadable", "unknown-office", "unknown-door", "unknown-zone",
    "reason-missing", "reason-too-long", "until-past", "word-too-long", "bad-places", "bad-days",
    "minutes-out-of-range", "ends-before", "too-long", "text-too-long", "unknown-size",
    "bad-units", "same-account", "season-dates", "season-overlaps", "nobody", "next-missing", "team-size", "team-twice",
    "day-to-come", "not-the-squad",
}  # fmt: skip
"""The refusals that are about the input alone, and not about how things stand."""


def judged(do: Callable[[], T]) -> T:
    """Do what is asked.

    Raises:
        Problem: `unprocessable` where something sent is wrong, `throttled` after too many wrong codes.
    """
    try:
        return do()
    except TooManyGuesses as error:
        wait = {"Retry-After": str(WINDOW)}
        raise Problem("throttled", error.message, code=error.code, headers=wait) from None
    except ClubError as error:
        if error.code not in IN_THE_INPUT:
            raise
        raise refused(f"/{error.field}" if error.field else "", error.message, error.code) from None


def club_of(slug: str) -> Club:
    """Return the club of an address.

    Raises:
        Problem: `not-found`.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Problem("not-found", _("There is no such club."))
    return club


def place_of(slug: str, player_id: UUID) -> Membership:
    """Return the membership of an address, with its player and club.

    Raises:
        Problem: `not-found`.
    """
    club = club_of(slug)
    place = Membership.objects.select_related("player", "club").filter(club=club, player=player_id).first()
    if place is None:
        raise no_member()
    return place


def no_member() -> Problem:
    """Return the problem that there is no such member, or none that one may know of."""
    return Problem("not-found", _("There is no such member."))


class ClubView(ApiView):
    """An endpoint of a club's people: what changes something is counted as writing."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count only what changes something as writing."""
        self.throttle_scope = None if self.request.method in ("GET", "HEAD", "OPTIONS") else "write"
        return super().get_throttles()
