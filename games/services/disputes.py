"""Questions about finished hands, and their audits."""

import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games import announce, store
from games.errors import BadTerms, UnknownTable
from games.models import Dispute
from games.selectors.access import visible_table
from games.selectors.hands import deal_faults, record_of, verdict_of
from games.selectors.states import load_state
from games.table import fold_all
from games.telling import tell_audit

logger = logging.getLogger(__name__)

LONGEST_QUESTION = 500


@transaction.atomic
def dispute_hand(
    *, table_id: UUID, hand: int, player: Player, question: str, step: int | None = None, invitation: str = ""
) -> Dispute:
    """Ask about a finished hand: it is audited anew from its events, and the report is open to all who see the table.

    Args:
        table_id: The table's id.
        hand: The number of the hand.
        player: Who asks.
        question: In a sentence or two.
        step: The step of the hand's history that it is about.
        invitation: The code that came with the request, if any.

    Returns:
        The dispute; the audit follows.

    Raises:
        UnknownTable: There is no such table or finished hand, or the player may not know of it.
        BadTerms: The question is empty or too long.
    """
    table = visible_table(table_id, player, invitation)
    asked = question.strip()
    if not asked or len(asked) > LONGEST_QUESTION:
        raise BadTerms("no-question", _("Ask in 1 to {most} characters.").format(most=LONGEST_QUESTION), "question")
    state = load_state(table_id, table.version)
    if not 1 <= hand <= state.hand or (hand == state.hand and (state.is_running or state.awaiting_deal)):
        raise UnknownTable(_("There is no such finished hand."))
    dispute = Dispute.objects.create(table=table, hand=hand, step=step, question=asked, opened_by=player)
    announce.hand_disputed(dispute.pk)
    return dispute


def audit_open_disputes() -> int:
    """Audit every dispute that still waits, so that none does for ever when its task was lost.

    Returns:
        How many were audited.
    """
    waiting = Dispute.objects.filter(status=Dispute.Status.OPEN).order_by("opened_at").values_list("pk", flat=True)
    done = 0
    for dispute_id in list(waiting):
        try:
            audit_dispute(dispute_id=dispute_id)
        except Exception:  # it holds no other up; the log says what stands in the way
            logger.exception("Dispute %s could not be audited", dispute_id)
        else:
            done += 1
    return done


@transaction.atomic
def audit_dispute(*, dispute_id: UUID) -> Dispute:
    """Audit the hand of a dispute from its events and keep what the audit says; done once.

    The verdict is the hand's of `lelam-record/1`, with `record`, the verdict on the game up to it, and `deal`, what is
    wrong with the deal's proof.

    Raises:
        Dispute.DoesNotExist: There is no such dispute.
    """
    dispute = Dispute.objects.select_for_update(of=("self",)).get(pk=dispute_id)
    if dispute.status == Dispute.Status.AUDITED:
        return dispute
    stored = store.load(dispute.table_id)
    game = record_of(stored, upto=dispute.hand)
    judged = verdict_of(game)
    verdict: dict[str, Any] = msgspec.to_builtins(judged) if judged is not None else {"verdict": "violation"}
    dispute.verdict = verdict | {
        "record": engine.audit(game).verdict,
        "deal": deal_faults(stored, dispute.hand),
    }
    dispute.status = Dispute.Status.AUDITED
    dispute.audited_at = timezone.now()
    dispute.save(update_fields=["verdict", "status", "audited_at"])
    tell_audit(dispute, _players_of(stored, dispute.hand))
    return dispute


def _players_of(stored: Sequence[store.StoredEvent], hand: int) -> list[str]:
    """Return the ids of the people who played a hand, by the events of their table."""
    dealt = next(one.version for one in stored if isinstance(one.event, engine.HandDealt) and one.event.hand == hand)
    state = fold_all(None, [one for one in stored if one.version <= dealt])
    assert state is not None  # a hand that was dealt has a table
    return [seat.player for seat in state.seats if seat.player and not seat.bot]
