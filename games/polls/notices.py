"""Notices to the players who are asked in a poll; they say nothing of the case."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from clubs.notices.services.telling import notify
from games.models import PollInvitation


def tell_asked(invitations: Iterable[PollInvitation], until: datetime, *, now: datetime) -> None:
    """Notify players that they are asked, each with the own address; call it in the transaction of the poll."""
    for invitation in invitations:
        notify(
            players=[invitation.voter],
            kind="poll-asked",
            path=reverse("games:poll_answer", args=[invitation.pk]),
            key=str(invitation.pk),
            details={"at": until.isoformat()},
            now=now,
        )
