"""Notices of the audit of a hand, to the player who asked and the players of the hand."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from clubs.notices.services.telling import notify
from games.models import HandCheck
from games.tables.notices import people


def tell_audit(check: HandCheck, players: Iterable[str]) -> None:
    """Notify the player who asked about a hand, and its players, of the audit; call it in the audit's transaction."""
    asked = [str(check.opened_by_id)] if check.opened_by_id else []
    notify(
        players=people([*asked, *players]),
        kind="hand-checked",
        path=reverse("games:check", args=[check.pk]),
        key=str(check.pk),
        details=_details(check, ""),
    )


def tell_failed_audit(check: HandCheck) -> None:
    """Notify the player who asked about a hand that it could not be audited; call it in that transaction."""
    if not check.opened_by_id:
        return
    notify(
        players=people([str(check.opened_by_id)]),
        kind="hand-checked",
        path=reverse("games:check", args=[check.pk]),
        key=str(check.pk),
        details=_details(check, "failed"),
    )


def _details(check: HandCheck, what: str) -> dict[str, Any]:
    """Return what a notice of an audit says; `what` says what came of it."""
    details: dict[str, Any] = {"hand": check.hand}
    if check.sheet_id is not None:
        details["sheet"] = check.sheet_id
        what = f"sheet-{what}" if what else "sheet"
    else:
        details["table"] = check.table_id
    return {**details, "what": what} if what else details
