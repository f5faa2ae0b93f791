"""Erasure of a player: requested, withdrawn, carried out after a grace period.

An erased player keeps an id, which events and ledgers need, and gets a name that all erased players share.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.isolation import run_each, wait_after
from clubs.errors import ClubError
from clubs.models import Club, Erasure, Player, User
from clubs.names import skeleton
from clubs.privacy import announce
from clubs.privacy.holdings import FORMER, Person, departures, holdings, obstacles, person_of
from clubs.privacy.selectors import find_erasure

GRACE: Final = timedelta(days=7)
"""The grace period, in which an erasure can be withdrawn."""
AT_ONCE: Final = 20
"""The most erasures in one run; the others wait for the next."""
ONCE_MORE: Final = timedelta(minutes=15)
"""The time until the second pass over an erased player: a concurrent request may have written more."""

logger = logging.getLogger(__name__)


@transaction.atomic
def ask_erasure(*, player: Player, name: str, now: datetime | None = None) -> Erasure:
    """Request the player's erasure, carried out after the grace period.

    Args:
        name: The player's name, typed as a confirmation.

    Raises:
        ClubError: `name-differs`, or a blocker such as `last-owner`.
    """
    locked = Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=player.pk)
    if skeleton(name) != skeleton(locked.name):
        raise ClubError("name-differs", _("Type your name as shown above: {name}").format(name=locked.name), "name")
    open_ = find_erasure(player)
    if open_ is not None:
        return open_
    for code, sentence in obstacles(person_of(locked)):
        raise ClubError(code, sentence)
    at = now or timezone.now()
    erasure = Erasure.objects.create(player=locked, asked_at=at, due_at=at + GRACE)
    if locked.user:
        announce.erasure_asked(locked.user.email, locked.user.language, erasure.due_at)
    return erasure


@transaction.atomic
def take_back(*, player: Player, now: datetime | None = None) -> bool:
    """Withdraw an erasure that is not done yet.

    Returns:
        Whether there was one.
    """
    open_ = Erasure.objects.filter(player=player, taken_back_at=None, done_at=None)
    return bool(open_.update(taken_back_at=now or timezone.now()))


def carry_out_due(*, now: datetime | None = None, limit: int = AT_ONCE) -> int:
    """Carry out the due erasures, and make the due second passes.

    An erasure that fails is retried at growing intervals and never given up. Failed and blocked erasures do not stop
    the others.

    Args:
        limit: The most of each sort in one run; the others wait for the next.

    Returns:
        The number of erasures carried out.
    """
    at = now or timezone.now()
    may_be_tried = Erasure.objects.filter(Q(try_at=None) | Q(try_at__lte=at)).order_by(
        F("try_at").asc(nulls_first=True), "due_at"
    )
    due = may_be_tried.filter(taken_back_at=None, done_at=None, due_at__lte=at)
    done = may_be_tried.filter(swept_at=None, done_at__lte=at - ONCE_MORE)
    outcome = run_each(
        due.values_list("pk", flat=True)[:limit],
        lambda erasure_id: _carry_out_or_queue(erasure_id, at),
        task="An erasure",
        on_failure=lambda erasure_id, failure: _put_off(erasure_id, at),
        logger=logger,
    )
    run_each(
        done.values_list("pk", flat=True)[:limit],
        lambda erasure_id: look_over(erasure_id=erasure_id, now=at),
        task="The second look of an erasure",
        on_failure=lambda erasure_id, failure: _put_off(erasure_id, at),
        logger=logger,
    )
    return sum(outcome.results)


def _carry_out_or_queue(erasure_id: int, now: datetime) -> bool:
    """Carry out an erasure; a blocked one goes to the end of the queue."""
    done = carry_out(erasure_id=erasure_id, now=now)
    Erasure.objects.filter(pk=erasure_id).update(failures=0, try_at=None if done else now)
    return done


@transaction.atomic
def _put_off(erasure_id: int, now: datetime) -> None:
    """Schedule a retry of a failed erasure."""
    erasure = Erasure.objects.select_for_update(of=("self",)).get(pk=erasure_id)
    erasure.failures += 1
    erasure.try_at = now + wait_after(erasure.failures)
    erasure.save(update_fields=["failures", "try_at"])


def carry_out(*, erasure_id: int, now: datetime | None = None) -> bool:
    """Erase a player whose grace period is over.

    The player leaves all card tables first. Then, in one transaction, the personal data of every database table is
    erased (`holdings`), the player and claimed guests lose their names, and the account is deleted with its rows.
    Events and ledgers stay as they are. A blocker is noted, and the erasure is retried later.

    Returns:
        Whether it was done.
    """
    at = now or timezone.now()
    erasure = Erasure.objects.select_related("player__user").get(pk=erasure_id)
    if erasure.done_at or erasure.taken_back_at or erasure.due_at > at:
        return False
    person = person_of(erasure.player)
    if not _keeps(erasure, person):
        for leave in departures():
            leave(person)
    with transaction.atomic():
        # A concurrent change of members waits, so that a club is not left without an owner.
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=person.clubs).order_by("pk"))
        # A concurrent insert of a row of the player reads the player's row, and so waits for this lock.
        locked = list(Player.objects.select_for_update().filter(pk__in=person.ids).order_by("pk"))
        erasure = Erasure.objects.select_for_update(of=("self",)).select_related("player__user").get(pk=erasure_id)
        if erasure.done_at or erasure.taken_back_at:
            return False
        person = person_of(erasure.player)
        if {one.pk for one in locked} != set(person.ids) or _keeps(erasure, person):
            return False
        user = erasure.player.user
        _forget(person, at)
        erasure.done_at, erasure.obstacle = at, ""
        erasure.save(update_fields=["done_at", "obstacle"])
        if user is not None:
            announce.erased(person.email, user.language)
    logger.info("A player has been erased.")
    return True


def look_over(*, erasure_id: int, now: datetime | None = None) -> bool:
    """Make the second pass: erase what a concurrent request may have written during the erasure.

    Returns:
        Whether it was done.
    """
    at = now or timezone.now()
    with transaction.atomic():
        erasure = Erasure.objects.select_for_update(of=("self",)).select_related("player").get(pk=erasure_id)
        if erasure.done_at is None or erasure.swept_at is not None or erasure.done_at > at - ONCE_MORE:
            return False
        _forget(person_of(erasure.player), at)
        erasure.swept_at = at
        erasure.save(update_fields=["swept_at"])
    return True


def erase_now(*, player: Player, now: datetime | None = None) -> Erasure:
    """Erase a player at once: for an administrator, on behalf of players without an account or after a restored backup.

    For a claimed guest, the account's player is erased, with all guests it has claimed.

    Raises:
        ClubError: A blocker, such as `last-owner`.
    """
    at = now or timezone.now()
    player = player.real
    for code, sentence in obstacles(person_of(player)):
        raise ClubError(code, sentence)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        open_, _made = Erasure.objects.get_or_create(
            player=player, taken_back_at=None, done_at=None, defaults={"asked_at": at, "due_at": at}
        )
        if open_.due_at > at:
            open_.due_at = at
            open_.save(update_fields=["due_at"])
    carry_out(erasure_id=open_.pk, now=at)
    open_.refresh_from_db()
    return open_


def _keeps(erasure: Erasure, person: Person) -> bool:
    """Note the blockers of an erasure; return whether there are any."""
    found = obstacles(person)
    code = found[0][0] if found else ""
    if code != erasure.obstacle:
        Erasure.objects.filter(pk=erasure.pk).update(obstacle=code)
    return bool(found)


def _forget(person: Person, at: datetime) -> None:
    for holding in holdings():
        if holding.erase is not None:
            holding.erase(holding.mine(person), person)
    Player.objects.filter(pk__in=person.ids).update(name=FORMER, skeleton=skeleton(FORMER), user=None)
    Player.objects.filter(pk__in=person.ids, erased_at=None).update(erased_at=at)
    if person.user is not None:
        User.objects.filter(pk=person.user).delete()
