"""Notices of findings: to the operators of the server, and to the directors of the club whose game it is; each once."""

from collections.abc import Iterable

from django.urls import reverse

from clubs.models import Club, Player
from clubs.notices.services.telling import notify
from clubs.officers.permissions import PERMISSIONS
from clubs.officers.roles import officers
from games.models import SweepFinding


def tell_findings(findings: Iterable[SweepFinding]) -> None:
    """Notify of new findings, one notice a game; call it in the transaction that writes them."""
    by_stream: dict[object, SweepFinding] = {}
    for finding in findings:
        by_stream.setdefault(finding.stream, finding)
    operators = Player.objects.filter(user__is_staff=True, user__is_active=True, is_bot=False)
    for finding in by_stream.values():
        details = {"hand": finding.hand}
        notify(
            players=operators,
            kind="sweep-finding",
            path=reverse("games:sweep"),
            key=f"{finding.stream}",
            details={**details, "what": "server"},
        )
        if finding.club is not None:
            notify(
                players=directors_of(finding.club),
                kind="sweep-finding",
                path=reverse("games:club_sweep", args=[finding.club.slug]),
                key=f"{finding.stream}-club",
                details={**details, "club": str(finding.club.pk)},
            )


def directors_of(club: Club) -> list[Player]:
    """Return the people of a club who may give rulings there."""
    return [one.player for one in officers(club) if one.role in PERMISSIONS["give_rulings"]]
