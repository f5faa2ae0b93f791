"""What the endpoints of clubs share: finding a club, counting what changes it, and how refusals become problems.

Refusals about the input alone are faults in it; the others are conflicts with how things stand.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly

from clubs.api.base import ApiView
from clubs.api.problems import Problem, refused
from clubs.base.guesses import WINDOW, TooManyGuesses
from clubs.errors import ClubError
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


def judged(do: Callable[[], T], in_the_input: Collection[str] | None = IN_THE_INPUT) -> T:
    """Do what is asked.

    Args:
        do: Does it.
        in_the_input: The codes of the refusals that are about the input alone; None for all that name a field.

    Raises:
        Problem: `unprocessable` where something sent is wrong, `throttled` after too many wrong codes.
    """
    try:
        return do()
    except TooManyGuesses as error:
        wait = {"Retry-After": str(WINDOW)}
        raise Problem("throttled", error.message, code=error.code, headers=wait) from None
    except ClubError as error:
        if not (error.field if in_the_input is None else error.code in in_the_input):
            raise
        at = f"/options/{error.field}" if error.code == "bad-option" else f"/{error.field}" if error.field else ""
        raise refused(at, error.message, error.code) from None


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
    throttle_scope = "write"
    reading_is_free = True


class PublicClubView(ClubView):
    """An endpoint of a club that everybody reads."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
