"""Checks: the program goes through a finished hand again for anybody who may see it; nothing follows."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.base import retries
from clubs.models import Player
from games import store
from games.errors import BadTerms, NotAllowed, UnknownTable
from games.events import tables as events
from games.hands.announce import check_asked_for
from games.hands.deals import deal_faults
from games.hands.history import finished_hands, record_of, verdict_of
from games.hands.notices import tell_audit, tell_failed_audit
from games.hands.on_sheets import people_of
from games.hands.sheet_records import hand_of, verdict_on
from games.models import HandCheck, Sheet, Table
from games.sheets.authors import Author, read_by
from games.sheets.errors import UnknownSheet
from games.sheets.selectors import load_state as load_sheet
from games.tables.selectors.access import visible_table
from games.tables.services.limits import require_room_for_a_check
from games.tables.state.folding import fold_all

logger = logging.getLogger(__name__)

LONGEST_QUESTION = 500
_ENDS = (events.HandOpened.__name__,)
"""The type of the event that ends a hand and lays its cards open."""


@transaction.atomic
def check_hand(
    *, table_id: UUID, hand: int, player: Player, question: str, step: int | None = None, invitation: str = ""
) -> HandCheck:
    """Ask for a check: the finished hand is audited from its events, and the table's viewers may read the report.

    Args:
        table_id: The table's id.
        hand: The number of the hand.
        player: The player who asks.
        question: In a sentence or two.
        step: The step of the hand's history that it is about.
        invitation: The code that came with the request, if any.

    Returns:
        The check; the audit follows.

    Raises:
        UnknownTable: There is no such table or finished hand, or the player may not know of it.
        BadTerms: The question is empty or too long.
        WrongMoment: The player's last check of this hand is still open.
        TooFast: The player has opened too many in a day.
    """
    table = visible_table(table_id, player, invitation)
    asked = _question(question)
    # Only the log tells: the number of the last hand grows with the commitment, and a game may end before the deal.
    if hand not in finished_hands(store.load(table_id, opened=False, only=_ENDS)):
        raise UnknownTable(_("There is no such finished hand."))
    return _open(table, hand, player, asked, step)


@transaction.atomic
def check_sheet_hand(*, sheet_id: UUID, hand: int, author: Author, question: str, step: int | None = None) -> HandCheck:
    """Ask for a check of a hand on a score sheet: what is known of it is audited, and readers of the sheet read it.

    Args:
        sheet_id: The sheet's id.
        hand: The number of the hand.
        author: The player who asks, with the pass that the browser holds, if any.
        question: In a sentence or two.
        step: The step of the hand's history that it is about.

    Raises:
        UnknownSheet: There is no such sheet or hand on it, or the player may not know of it.
        NotAllowed: The author has no account.
        BadTerms, WrongMoment, TooFast: As `check_hand`.
    """
    sheet = read_by(sheet_id, author)
    if author.player is None:
        raise NotAllowed("no-account", _("Sign in to check a hand."))
    asked = _question(question)
    if hand not in load_sheet(sheet_id).hands:
        raise UnknownSheet(_("This score sheet has no such hand."))
    return _open(sheet, hand, author.player, asked, step)


def _question(question: str) -> str:
    asked = question.strip()
    if not asked or len(asked) > LONGEST_QUESTION:
        raise BadTerms("no-question", _("Write 1 to {most} characters.").format(most=LONGEST_QUESTION), "question")
    return asked


def _open(place: Table | Sheet, hand: int, player: Player, question: str, step: int | None) -> HandCheck:
    require_room_for_a_check(place=place, hand=hand, player=player, now=timezone.now())
    there: dict[str, Any] = {"sheet": place} if isinstance(place, Sheet) else {"table": place}
    check = HandCheck.objects.create(**there, hand=hand, step=step, question=question, opened_by=player)
    check_asked_for(check.pk)
    return check


def audit_open_checks(*, check_id: UUID | None = None, now: datetime | None = None) -> int:
    """Audit the waiting checks; a failed audit is retried later, and at last given up.

    Args:
        check_id: Only this one; by default all, in case a task was lost.
        now: The time; by default now.

    Returns:
        The number of checks that are closed now.
    """
    waiting = HandCheck.objects.filter(status=HandCheck.Status.OPEN).order_by("opened_at")
    return retries.do_each(
        waiting if check_id is None else waiting.filter(pk=check_id),
        lambda each: audit_check(check_id=each),
        task="The audit of a check",
        now=now or timezone.now(),
        logger=logger,
        give_up=_give_up,
    )


@transaction.atomic
def audit_check(*, check_id: UUID) -> HandCheck:
    """Audit the hand of a check from its events and store the report; done once.

    The verdict is the hand's of `lelam-record/1`. At a table it has `record`, the verdict on the game up to it, and
    `deal`, the faults of the deal's proof; on a sheet `written`, whether its cards are known, `reports`, the members in
    which the sides differ, and `stands`, the result on the sheet. A hand that is unfinished, or does not stand on its
    sheet any more, has no verdict: the check is closed as failed.

    Raises:
        HandCheck.DoesNotExist: There is no such check.
    """
    check = HandCheck.objects.select_for_update(of=("self",)).get(pk=check_id)
    if check.status != HandCheck.Status.OPEN:
        return check
    if check.sheet_id is not None:
        return _audit_on_sheet(check, check.sheet_id)
    assert check.table_id is not None
    stored = store.load(check.table_id)
    if check.hand not in finished_hands(stored):
        _give_up(check)
        return check
    game = record_of(stored, upto=check.hand)
    judged = verdict_of(game)
    verdict: dict[str, Any] = msgspec.to_builtins(judged) if judged is not None else {"verdict": "violation"}
    verdict |= {"record": engine.audit(game).verdict, "deal": deal_faults(stored, check.hand)}
    return _close(check, verdict, _players_of(stored, check.hand))


def _audit_on_sheet(check: HandCheck, sheet_id: UUID) -> HandCheck:
    """Audit the hand of a check as it stands on its sheet now."""
    state = load_sheet(sheet_id)
    if check.hand not in state.hands:
        _give_up(check)
        return check
    checked = verdict_on(state, check.hand)
    verdict = msgspec.to_builtins(checked.hand) | {
        "written": checked.written,
        "reports": list(checked.reports),
        "stands": hand_of(state, check.hand, written=False)["result"],
    }
    return _close(check, verdict, people_of(state))


def _close(check: HandCheck, verdict: dict[str, Any], players: Iterable[str]) -> HandCheck:
    check.verdict, check.status, check.audited_at = verdict, HandCheck.Status.AUDITED, timezone.now()
    check.save(update_fields=["verdict", "status", "audited_at"])
    tell_audit(check, players)
    return check


def _give_up(check: HandCheck) -> None:
    """Close a check whose hand cannot be audited, and notify its player; call it with the row locked."""
    retries.give_up(check)
    tell_failed_audit(check)


def _players_of(stored: Sequence[store.StoredEvent], hand: int) -> list[str]:
    """Return the ids of the people who played a hand, by the events of their table."""
    dealt = next(one.version for one in stored if isinstance(one.event, engine.HandDealt) and one.event.hand == hand)
    state = fold_all(None, [one for one in stored if one.version <= dealt])
    assert state is not None  # a dealt hand has a table
    return [seat.player for seat in state.seats if seat.player and not seat.bot]
