"""The commands of reviews: a player asks for one, the worker makes it."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base import locks
from clubs.base.retries import do_each
from clubs.models import Player
from clubs.people.selectors import ids_of
from games import store
from games.errors import TableError, TooFast, WrongMoment
from games.models import PlayReview, Practice, Table
from games.practice.selectors import room_in
from games.reviews.announce import review_asked_for
from games.reviews.decisions import at_table, in_practice
from games.reviews.grading import Report, report_on
from games.reviews.selectors import Reviewed, hand_reviewed, off_because, practice_reviewed

logger = logging.getLogger(__name__)

LOCK_NAMESPACE = 61
"""The namespace of the lock of a player's reviews (`clubs.base.locks`)."""
HOUR = timedelta(hours=1)
MAX_AN_HOUR = 60
"""So many reviews a player may ask for in an hour: each keeps the worker busy for some seconds."""


@transaction.atomic
def ask_for_review(*, table_id: UUID, hand: int, player: Player | None, invitation: str = "") -> PlayReview:
    """Ask for the review of a player's own decisions in a finished hand of a table; a repeated request does nothing.

    Raises:
        UnknownTable: There is no such finished hand, the player may not know of it, or decided nothing in it.
        WrongMoment: `review-off`: the hand may not be reviewed now.
        TooFast: The player asked for too many in an hour.
    """
    return _ask(hand_reviewed(table_id, hand, player, invitation=invitation), player)


@transaction.atomic
def ask_for_review_of_practice(*, practice_id: UUID, player: Player) -> PlayReview:
    """Ask for the review of the hand of a practice; a repeated request does nothing.

    Raises:
        UnknownTable: There is no such practice of this player, or its hand is not over.
        WrongMoment: The practice cannot be read any more.
        TooFast: The player asked for too many in an hour.
    """
    return _ask(practice_reviewed(practice_id, player), player)


def _ask(found: Reviewed, player: Player | None) -> PlayReview:
    assert player is not None  # a visitor has decided nothing
    if found.off:
        raise WrongMoment("review-off", found.off)
    locks.take(LOCK_NAMESPACE, str(player.pk))
    there = {"table": found.place} if isinstance(found.place, Table) else {"practice": found.place}
    same = PlayReview.objects.filter(**there, hand=found.hand, at=found.at, player__in=ids_of(player))
    if (kept := same.exclude(status=PlayReview.Status.FAILED).first()) is not None:
        return kept
    if PlayReview.objects.filter(player=player, asked_at__gt=timezone.now() - HOUR).count() >= MAX_AN_HOUR:
        raise TooFast("too-many-reviews", _("You have had many hands reviewed in this hour. Try again later."))
    same.delete()
    review = PlayReview.objects.create(**there, player=player, hand=found.hand, at=found.at)
    review_asked_for(review.pk)
    return review


def make_open_reviews(*, review_id: UUID | None = None, now: datetime | None = None) -> int:
    """Make the waiting reviews; one that fails is tried again later, and at last given up.

    Args:
        review_id: Only this one; by default all, in case a task was lost.
        now: The time; by default now.

    Returns:
        The number of reviews that are made or given up now.
    """
    waiting = PlayReview.objects.filter(status=PlayReview.Status.OPEN).order_by("asked_at")
    return do_each(
        waiting if review_id is None else waiting.filter(pk=review_id),
        lambda each: make_review(review_id=each),
        task="The review of a hand",
        now=now or timezone.now(),
        logger=logger,
    )


@transaction.atomic
def make_review(*, review_id: UUID) -> None:
    """Make a review and keep its report; done once, and not at all for a hand that is gone or may not be reviewed.

    Raises:
        PlayReview.DoesNotExist: There is no such review.
    """
    review = PlayReview.objects.select_for_update(of=("self",)).get(pk=review_id)
    if review.status != PlayReview.Status.OPEN:
        return
    try:
        report = _report(review)
    except TableError:
        report = None
    review.report = None if report is None else msgspec.to_builtins(report)
    review.status = PlayReview.Status.FAILED if report is None else PlayReview.Status.MADE
    review.made_at, review.due_at = timezone.now(), None
    review.save(update_fields=["report", "status", "made_at", "due_at"])


def _report(review: PlayReview) -> Report | None:
    """Return the report of a review; None if its hand is gone, or may not be reviewed now."""
    if review.practice_id is not None:
        practice = Practice.objects.get(pk=review.practice_id)
        if practice.version != review.at:
            return None
        return report_on(in_practice(room_in(practice)), f"{practice.pk}:{review.hand}")
    assert review.table_id is not None
    if off_because(review.table_id, review.hand):
        return None
    ids = {str(one) for one in ids_of(review.player)}
    return report_on(at_table(store.load(review.table_id), review.hand, ids), f"{review.table_id}:{review.hand}")
