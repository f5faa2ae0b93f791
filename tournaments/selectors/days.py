"""The days of a club's tournaments, for its calendar."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.calendar.selectors import zone
from clubs.calendar.sources import Planned
from clubs.models import Club
from tournaments.log import states
from tournaments.models import MatchGame, Tournament


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
    games = MatchGame.objects.filter(tournament__club=club, opened_at__gte=since, opened_at__lt=until)
    found: dict[tuple[UUID, str, str], dict[date, tuple[datetime, set[int]]]] = {}
    rows = games.values_list("tournament", "tournament__slug", "tournament__name", "match", "opened_at")
    for tournament, slug, name, number, opened in rows.order_by("opened_at"):
        match = states.current(tournament).matches.get(number)
        if match is not None and opened is not None:
            begins = opened.astimezone(at)
            days = found.setdefault((tournament, slug, name), {})
            days.setdefault(begins.date(), (begins, set()))[1].add(match.round)
    return found


def _title(tournament: str, rounds: set[int]) -> str:
    if len(rounds) == 1:
        return _("{tournament}: round {number}").format(tournament=tournament, number=min(rounds))
    return _("{tournament}: rounds {first} to {last}").format(
        tournament=tournament, first=min(rounds), last=max(rounds)
    )
