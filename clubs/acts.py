"""The log of what officers do: written in the transaction of the deed, and never changed."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Club, OfficerAct, Player


def note_act(
    *,
    club: Club,
    actor: Player,
    action: str,
    subject: Player | None = None,
    details: Mapping[str, Any] | None = None,
    reason: str = "",
) -> OfficerAct:
    """Write down something an officer did; call it in the transaction that does it.

    Args:
        club: The club for which it was done.
        actor: The officer.
        action: A stable word in the past tense, such as `membership.suspended`.
        subject: The player whom it concerns, if one.
        details: Ids, codes and numbers that say the rest; no names, for those can be erased.
        reason: Why, in the officer's words.
    """
    return OfficerAct.objects.create(
        club=club, actor=actor, action=action, subject=subject, details=dict(details or {}), reason=reason
    )
