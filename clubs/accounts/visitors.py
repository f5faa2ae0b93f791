"""The life of a visiting player: made for a browser, named, taken over by an account, or erased when unused."""

import logging
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.isolation import run_each, trace_of
from clubs.errors import ClubError
from clubs.members.guests import why_not
from clubs.models import Erasure, Player, User
from clubs.people.services import free_name
from clubs.people.takeovers import HANDOVERS, move
from clubs.privacy.holdings import departures, person_of
from clubs.privacy.services.erasing import take_back

ERASURES_AT_ONCE: Final = 1000
"""The most visiting players erased in one run."""

logger = logging.getLogger(__name__)


def make_visiting_player(*, name: str = "") -> Player:
    """Make a player for a visitor without an account.

    Args:
        name: The name at tables; empty for a visitor who only practises.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    return Player.objects.create(name=free_name(name) if name else "", visited_at=timezone.now())


def proposed_name() -> str:
    """Return a name for somebody who wants to sit down and has none yet: "Guest 27"."""
    return _("Guest {number}").format(number=10 + secrets.randbelow(990))


@transaction.atomic
def name_visiting_player(*, player: Player, name: str) -> Player:
    """Change the name of a visiting player.

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    if locked.is_visiting and locked.user_id is None:
        locked.name = free_name(name, but=locked)
        locked.save(update_fields=["name"])
    return locked


@transaction.atomic
def note_visit(*, player: Player, now: datetime | None = None) -> None:
    """Note that a visiting player still plays; a pending erasure is cancelled."""
    at = now or timezone.now()
    if Player.objects.filter(pk=player.pk, visited_at__isnull=False, erased_at=None).update(visited_at=at):
        take_back(player=player, now=at)


@transaction.atomic
def adopt_visiting_player(*, visitor: Player, user: User, name: str) -> Player:
    """Make the visiting player of a browser the player of an account that signs up there.

    The player keeps the id, and so the seat at a running table, the hands and the practices. The account's first
    sign-in ends the visit (`settle_visiting_player`).

    Raises:
        ClubError: The name cannot be used (`free_name`).
    """
    player = Player.objects.select_for_update(of=("self",)).get(pk=visitor.pk)
    if not player.is_visiting or player.user_id or player.merged_into_id or player.erased_at:
        return Player.objects.create(name=free_name(name), user=user)  # taken over in another tab meanwhile
    player.name, player.user = free_name(name, but=player), user
    player.save(update_fields=["name", "user"])
    take_back(player=player)  # the erasure of a visitor must not become that of the account
    return player


def settle_visiting_player(*, user: User) -> None:
    """End the visit of a player taken over by a new account, at the account's first sign-in."""
    Player.objects.filter(user=user, visited_at__isnull=False).update(visited_at=None)


def take_over_visiting_player(*, visitor: Player, player: Player) -> str:
    """Merge the visiting player of a browser into the player of an account that signs in there.

    The account's player gets the seats at running tables; events keep the visiting player's id, and readers follow
    `merged_into`. If the two cannot be merged, as when both sat at one table, the visiting player leaves the tables
    instead, so that nobody plays on with two hands of one deal.

    Returns:
        The reason why they were not merged; empty if they were.
    """
    try:
        with transaction.atomic():
            ids = [visitor.pk, player.pk]
            # no_key: rows that refer to the players need not wait. Else a player sitting down would deadlock with us.
            locked = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids).order_by("pk")
            found = {one.pk: one for one in locked}[visitor.pk]
            if not found.is_visiting or found.user_id or found.merged_into_id or found.erased_at:
                return ""
            for hand_over in HANDOVERS:
                hand_over(found, player)
            if said := why_not(found, player):
                raise ClubError("not-the-same", said)
            move(found, player)
            found.merged_into, found.name, found.visited_at = player, player.name, None
            found.save(update_fields=["merged_into", "name", "visited_at"])
            take_back(player=found)
        return ""
    except ClubError as refused:
        said = refused.message
    except Exception as failure:  # whoever signs in is let in all the same
        logger.error("A visiting player could not be taken over: %s", trace_of(failure))  # noqa: TRY400  # no texts
        said = _("Something went wrong on the server.")
    person = person_of(visitor)
    run_each(
        departures(),
        lambda leave: leave(person),
        task="The departure of a visiting player",
        name=lambda leave: getattr(leave, "__qualname__", ""),
        logger=logger,
    )
    return said


def prune_visiting_players(*, now: datetime | None = None, at_once: int = ERASURES_AT_ONCE) -> int:
    """Request the erasure of visiting players who have not played for `LELAM_VISITOR_DAYS` days.

    The erasure is like a requested one, but due at once: `carry_out_due` does it, and retries it after a failure.

    Args:
        at_once: The most players in one statement.

    Returns:
        The number of erasures requested.
    """
    at = now or timezone.now()
    last = at - timedelta(days=settings.LELAM_VISITOR_DAYS)
    open_ = Erasure.objects.filter(taken_back_at=None, done_at=None)
    old = Player.objects.filter(visited_at__lt=last, user=None, merged_into=None, erased_at=None)
    count = 0
    while due := list(old.exclude(pk__in=open_.values("player_id")).order_by("visited_at")[:at_once]):
        Erasure.objects.bulk_create(Erasure(player=player, asked_at=at, due_at=at) for player in due)
        count += len(due)
    return count
