"""Reading reviews: the player's own only, and none while a hand may still be asked about."""

from typing import NamedTuple
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.selectors import ids_of
from games import store
from games.errors import UnknownTable
from games.models import Case, PlayReview, Practice, Table
from games.practice.selectors import practice_of, room_in
from games.reviews.decisions import at_table, in_practice
from games.reviews.grading import Report
from games.reviews.hosts import belongs_to_running
from games.tables.selectors.access import visible_table
from games.tables.selectors.withheld import withheld_games


class Reviewed(NamedTuple):
    """A hand that a player may have reviewed.

    Attributes:
        place: The table or the practice.
        hand: The number of the hand.
        at: The version of the practice; 0 at a table.
        review: The review, if it was asked for.
        off: Why there is none now, in words; empty: there may be one.
    """

    place: Table | Practice
    hand: int
    at: int
    review: PlayReview | None
    off: str = ""

    @property
    def report(self) -> Report | None:
        """The report; None until it is made."""
        return None if self.review is None else report_of(self.review)


def report_of(review: PlayReview) -> Report | None:
    """Return the report of a review, or None while it has none."""
    return None if review.report is None else msgspec.convert(review.report, Report)


def hand_reviewed(table_id: UUID, hand: int, player: Player | None, *, invitation: str = "") -> Reviewed:
    """Return a finished hand of a table for the review of a player's own decisions.

    Raises:
        UnknownTable: There is no such finished hand, the player may not know of it, or decided nothing in it.
    """
    table = visible_table(table_id, player, invitation)
    if player is None:
        raise UnknownTable()
    ids = ids_of(player)
    review = PlayReview.objects.filter(table=table, hand=hand, player__in=ids).first()
    # The page of an open review asks every second: the game is replayed for the first request only.
    if review is None and not at_table(store.load(table_id), hand, {str(one) for one in ids}):
        raise UnknownTable(_("You had nothing to decide in this hand."))
    off = off_because(table_id, hand)
    return Reviewed(table, hand, 0, None if off else review, off)


def practice_reviewed(practice_id: UUID, player: Player) -> Reviewed:
    """Return the hand of a practice for the review of the player's own decisions.

    Raises:
        UnknownTable: There is no such practice of this player, its hand is not over, or the player decided nothing.
        WrongMoment: The practice cannot be read any more.
    """
    practice = practice_of(practice_id, player)
    room = room_in(practice)
    if not room.is_over or not in_practice(room):
        raise UnknownTable(_("Finish the hand first: then your play can be reviewed."))
    rows = PlayReview.objects.filter(practice=practice, at=practice.version)
    return Reviewed(practice, practice.hand_number, practice.version, rows.first())


def off_because(game_id: UUID, hand: int) -> str:
    """Return why a finished hand is not reviewed now, in words; empty: it may be."""
    if belongs_to_running(game_id):
        return _(
            "This hand belongs to a tournament that is still running. You can review it when the tournament is over."
        )
    if game_id in withheld_games():
        return _("The results of this game are withheld. You can review the hand when they are published.")
    if Case.objects.filter(game=game_id, hand=hand, closed_at__isnull=True).exists():
        return _("This hand is disputed. You can review it when the case is closed.")
    return ""
