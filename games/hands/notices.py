"""Notices of the audit of a hand, to the player who asked and the players of the hand."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from clubs.notices.services.telling import notify
from games.models import Dispute
from games.tables.notices import people


def tell_audit(dispute: Dispute, players: Iterable[str]) -> None:
    """Notify the player who asked about a hand, and its players, of the audit; call it in the audit's transaction."""
    asked = [str(dispute.opened_by_id)] if dispute.opened_by_id else []
    notify(
        players=people([*asked, *players]),
        kind="dispute-audited",
        path=reverse("games:dispute", args=[dispute.pk]),
        key=str(dispute.pk),
        details=_details(dispute, ""),
    )


def tell_failed_audit(dispute: Dispute) -> None:
    """Notify the player who asked about a hand that it could not be audited; call it in that transaction."""
    if not dispute.opened_by_id:
        return
    notify(
        players=people([str(dispute.opened_by_id)]),
        kind="dispute-audited",
        path=reverse("games:dispute", args=[dispute.pk]),
        key=str(dispute.pk),
        details=_details(dispute, "failed"),
    )


def _details(dispute: Dispute, what: str) -> dict[str, Any]:
    """Return what a notice of an audit says; `what` says what came of it."""
    details: dict[str, Any] = {"hand": dispute.hand}
    if dispute.sheet_id is not None:
        details["sheet"] = dispute.sheet_id
        what = f"sheet-{what}" if what else "sheet"
    else:
        details["table"] = dispute.table_id
    return {**details, "what": what} if what else details
