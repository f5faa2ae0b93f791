"""Notices of findings: to the operators of the server, and to the directors of the club whose game it is.

One notice a person and night: of all clubs to an operator, of each club to its directors.
"""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from clubs.notices.services.telling import notify
from clubs.officers.permissions import PERMISSIONS
from clubs.officers.roles import officers
from games.models import SweepFinding, SweepRun
from games.sweep.hours import night_of


def tell_findings(run: SweepRun, findings: Iterable[SweepFinding], now: datetime) -> None:
    """Notify of new findings; call it in the transaction that writes them.

    Args:
        run: The run that found them: one that was asked for by day tells, too, what the night will not find new.
        findings: Those that nobody was told of.
        now: The time.
    """
    clubs = dict.fromkeys(finding.club for finding in findings)
    if not clubs:
        return
    key = f"{run.pk}-{_night_of(now)}"
    operators = list(Player.objects.filter(user__is_staff=True, user__is_active=True, is_bot=False))
    notify(
        players=operators,
        kind="sweep-finding",
        path=reverse("games:sweep"),
        key=key,
        details={"what": "server"},
        now=now,
    )
    for club in clubs:
        if club is not None:
            notify(
                players=[player for player in directors_of(club) if player not in operators],
                kind="sweep-finding",
                path=reverse("games:club_sweep", args=[club.slug]),
                key=f"{key}-{club.pk}",
                details={"club": str(club.pk)},
                now=now,
            )


def directors_of(club: Club) -> list[Player]:
    """Return the people of a club who may give rulings there."""
    return [one.player for one in officers(club) if one.role in PERMISSIONS["give_rulings"]]


def _night_of(now: datetime) -> str:
    """Return the day on which a night began, or the day it is outside the hours of the sweep."""
    day = night_of(now) or now.astimezone(timezone.get_default_timezone())
    return day.date().isoformat()
