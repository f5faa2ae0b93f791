"""The days of a club's tournaments, for its calendar."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Final, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.calendar.selectors import zone
from clubs.calendar.sources import Planned
from clubs.models import Club
from tournaments.log.seen import seen
from tournaments.models import MatchGame, Tournament
from tournaments.selectors.naming import names_in
from tournaments.state.outcomes import last_round, round_plan
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import match_view

UNKNOWN: Final = "\N{EN DASH}"
"""A side of a bracket that is not known yet."""
_Round: TypeAlias = tuple[datetime, int, tuple[UUID, str, str]]
"""When a match of a round is played, and of which tournament: its id, its word in addresses, and its name."""


def tournament_days(club: Club, first: date, last: date) -> Iterable[Planned]:
    """Return from one day to another the starts of a club's tournaments, the days of rounds, and agreed times.

    Tournaments that were played on another installation have no place in the calendar.
    """
    at = zone(club)
    since = datetime.combine(first, time.min, tzinfo=at)
    until = datetime.combine(last + timedelta(days=1), time.min, tzinfo=at)
    for tournament in Tournament.objects.filter(club=club, origin="", starts_at__gte=since, starts_at__lt=until):
        assert tournament.starts_at is not None  # by the filter
        yield Planned(
            uid=f"tournament-{tournament.pk}",
            kind="tournament",
            title=tournament.name,
            day=tournament.starts_at.astimezone(at).date(),
            starts=tournament.starts_at.astimezone(at),
            path=reverse("tournaments:tournament", args=[tournament.slug]),
        )
    yield from _agreed(club, since, until, at)
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


def _agreed(club: Club, since: datetime, until: datetime, at: ZoneInfo) -> Iterable[Planned]:
    """Yield the matches to come that have a time of their own, in tournaments that are being played."""
    for tournament in Tournament.objects.filter(club=club, status=Tournament.Status.PLAYING, hidden=False):
        state = seen(tournament.pk)
        timed = [
            match
            for match in state.matches.values()
            if match.at is not None and since.timestamp() <= match.at < until.timestamp()
            if not match.games and match_view(state, match).status in ("open", "waiting")
        ]
        if not timed:
            continue
        names = names_in(tournament)
        for match in timed:
            begins = datetime.fromtimestamp(match.at or 0, at)
            yield Planned(
                uid=f"tournament-{tournament.pk}-match-{match.number}",
                kind="tournament",
                title=_("{tournament}: {sides}").format(
                    tournament=tournament.name, sides=" : ".join(names.side(side) or UNKNOWN for side in match.sides)
                ),
                day=begins.date(),
                starts=begins,
                path=reverse("tournaments:match", args=[tournament.slug, match.number]),
            )


def _called(
    club: Club, since: datetime, until: datetime, at: ZoneInfo
) -> dict[tuple[UUID, str, str], dict[date, tuple[datetime, set[int]]]]:
    """Return the tournaments with called rounds, with the days, the first time on each, and the rounds."""
    rows = _opened(club, since, until)
    rows += _without_table(club, since, until)
    found: dict[tuple[UUID, str, str], dict[date, tuple[datetime, set[int]]]] = {}
    for moment, number, tournament in sorted(rows):
        begins = moment.astimezone(at)
        days = found.setdefault(tournament, {})
        days.setdefault(begins.date(), (begins, set()))[1].add(number)
    return found


def _opened(club: Club, since: datetime, until: datetime) -> list[_Round]:
    """Return when the tables and score sheets of matches were opened."""
    games = MatchGame.objects.filter(tournament__club=club, opened_at__gte=since, opened_at__lt=until)
    games = games.filter(tournament__origin="")
    rows = games.values_list("tournament", "tournament__slug", "tournament__name", "match", "opened_at")
    found: list[_Round] = []
    for tournament, slug, name, number, opened in rows:
        match = seen(tournament).matches.get(number)
        if match is not None and opened is not None:
            found.append((opened, match.round, (tournament, slug, name)))
    return found


def _without_table(club: Club, since: datetime, until: datetime) -> list[_Round]:
    """Return when called matches of the desk could begin, which have no table; agreed times stand for themselves."""
    played = Tournament.objects.filter(club=club, origin="", created_at__lt=until).exclude(
        status=Tournament.Status.OPEN
    )
    played = played.filter(Q(finished_at=None) | Q(finished_at__gte=since))
    return [
        (moment, match.round, (tournament, slug, name))
        for tournament, slug, name in played.values_list("pk", "slug", "name")
        for match, moment in _moments(seen(tournament))
        if since <= moment < until
    ]


def _moments(state: TournamentState) -> Iterator[tuple[MatchState, datetime]]:
    """Yield the called matches of the desk without a time of their own, with when they could begin."""
    for stage in state.stages.values():
        called = {(one.number, one.group): one.called_at for one in stage.rounds if one.called_at is not None}
        last = last_round(state, stage)
        for match in state.matches_of(stage.number):
            called_at = called.get((match.round, match.group))
            if called_at is None or match.filled_at is None or match.is_bye or match.is_called:
                continue
            if match.at is None and round_plan(stage.plan, match.round, last).place == "desk":
                yield match, max(called_at, match.filled_at)


def _title(tournament: str, rounds: set[int]) -> str:
    if len(rounds) == 1:
        return _("{tournament}: round {number}").format(tournament=tournament, number=min(rounds))
    return _("{tournament}: rounds {first} to {last}").format(
        tournament=tournament, first=min(rounds), last=max(rounds)
    )
