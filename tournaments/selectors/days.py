"""The days of a club's tournaments, for its calendar."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Min
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.calendar.selectors import zone
from clubs.calendar.sources import Planned
from clubs.models import Club
from tournaments.models import Match, Tournament


def tournament_days(club: Club, first: date, last: date) -> Iterable[Planned]:
    """Return the starts of a club's tournaments, and the days of their rounds, from one day to another."""
    at = zone(club)
    since = datetime.combine(first, time.min, tzinfo=at)
    until = datetime.combine(last + timedelta(days=1), time.min, tzinfo=at)
    for tournament in Tournament.objects.filter(club=club, starts_at__gte=since, starts_at__lt=until):
        assert tournament.starts_at is not None  # by the filter
        yield Planned(
            uid=f"tournament-{tournament.pk}",
            kind="tournament",
            title=tournament.name,
            day=tournament.starts_at.astimezone(at).date(),
            starts=tournament.starts_at.astimezone(at),
            path=reverse("tournaments:tournament", args=[tournament.slug]),
        )
    for (tournament_id, slug, name), rounds in _called(club, since, until, at).items():
        for day, (begins, numbers) in rounds.items():
            yield Planned(
                uid=f"tournament-{tournament_id}-{day.isoformat()}",
                kind="tournament",
                title=_title(name, numbers),
                day=day,
                starts=begins,
                path=reverse("tournaments:tournament", args=[slug]),
            )


def _called(
    club: Club, since: datetime, until: datetime, at: ZoneInfo
) -> dict[tuple[UUID, str, str], dict[date, tuple[datetime, set[int]]]]:
    """Return the tournaments with called rounds, with the days, the first time on each, and the rounds."""
    rows = (
        Match.objects.filter(tournament__club=club, table__created_at__gte=since, table__created_at__lt=until)
        .values_list("tournament", "tournament__slug", "tournament__name", "round")
        .annotate(at=Min("table__created_at"))
        .order_by("at")
    )
    found: dict[tuple[UUID, str, str], dict[date, tuple[datetime, set[int]]]] = {}
    for tournament, slug, name, number, called in rows:
        begins = called.astimezone(at)
        days = found.setdefault((tournament, slug, name), {})
        days.setdefault(begins.date(), (begins, set()))[1].add(number)
    return found


def _title(tournament: str, rounds: set[int]) -> str:
    if len(rounds) == 1:
        return _("{tournament}: round {number}").format(tournament=tournament, number=min(rounds))
    return _("{tournament}: rounds {first} to {last}").format(
        tournament=tournament, first=min(rounds), last=max(rounds)
    )
