"""A team's matches in tournaments, with the players who sat for it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player, Team
from clubs.people.selectors import ids_of
from tournaments.events.playing import Report
from tournaments.log import states
from tournaments.log.seen import seen
from tournaments.models import Entrant, MatchGame, Tournament
from tournaments.selectors.naming import names_in
from tournaments.stages.stage import VOID
from tournaments.state.outcomes import Outcome, outcome_of, total_points
from tournaments.state.tournament import MatchState, TournamentState

_Found = tuple[datetime, Entrant, TournamentState, MatchState]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of a team that has been called.

    Attributes:
        number: Of the match in its tournament.
        at: When its first game began.
        other: The name of the opponents.
        players: The players who sat for the team.
        score: The points of the team and of the other; None before a game is over.
        letter: `W`, `D` or `L`; empty while it is played.
        unplayed: It was decided without being played to its end.
    """

    tournament: Tournament
    number: int
    at: datetime
    other: str
    players: tuple[Player, ...]
    score: tuple[int | Fraction, int | Fraction] | None
    letter: str
    unplayed: bool


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """A team's matches: the last ones, the newest first, and the results of all."""

    matches: tuple[TeamMatch, ...]
    won: int
    drawn: int
    lost: int

    @property
    def form(self) -> tuple[TeamMatch, ...]:
        """The last five finished matches, the latest last."""
        return tuple(reversed([match for match in self.matches if match.letter][:5]))

    @property
    def form_words(self) -> str:
        """The form as it is read aloud."""
        words = {"W": pgettext("a match", "won"), "D": pgettext("a match", "drew"), "L": pgettext("a match", "lost")}
        return " ".join(words[match.letter] for match in self.form)


def team_record(team: Team, *, last: int = 10) -> TeamRecord:
    """Return a team's matches in tournaments.

    Args:
        team: The team.
        last: The number of matches to return, the newest ones.
    """
    called = sorted(_called(team, seen), key=lambda found: found[0], reverse=True)
    results: Counter[str] = Counter()
    for _at, entrant, state, match in called:
        results[_letter(match, entrant.number, outcome_of(state, match))] += 1
    shown = called[:last]
    sat = {player for _at, entrant, _state, match in shown for player in _seated(match, entrant.number)}
    players = Player.objects.select_related("merged_into").in_bulk([UUID(one) for one in sat])
    return TeamRecord(
        matches=tuple(_team_match(*found, players) for found in shown),
        won=results["W"],
        drawn=results["D"],
        lost=results["L"],
    )


def played_after(team: Team, player: Player, day: date) -> str:
    """Return the reason why a player cannot have left a team on a day: a match played for it on a later one."""
    ids = {str(pk) for pk in ids_of(player)}
    called = _called(team, states.current)
    sat = (at for at, entrant, _state, match in called if ids & set(_seated(match, entrant.number)))
    last = max(sat, default=None)
    if last is None:
        return ""
    played = timezone.localdate(last, ZoneInfo(team.club.time_zone))
    if played <= day:
        return ""
    said = _("{player} played a match for {team} on {day}. Choose that day or a later one.")
    return said.format(player=player.name, team=team.name, day=date_format(played))


def _called(team: Team, state_of: Callable[[UUID], TournamentState]) -> Iterable[_Found]:
    """Yield the matches of a team whose games have begun at a table or on a sheet, with the time of the first.

    Args:
        state_of: Returns a tournament: as it is, or as everybody may know it.
    """
    entrants = Entrant.objects.filter(team=team).select_related("tournament")
    began: dict[tuple[UUID, int], datetime] = {}
    games = MatchGame.objects.filter(tournament__entrants__in=entrants, opened_at__isnull=False)
    for tournament, number, at in games.order_by("-opened_at").values_list("tournament", "match", "opened_at"):
        assert at is not None  # by the filter
        began[tournament, number] = at
    for entrant in entrants:
        state = state_of(entrant.tournament_id)
        for match in state.matches.values():
            at = began.get((entrant.tournament_id, match.number))
            if at is not None and match.side_of(entrant.number) is not None:
                yield at, entrant, state, match


def _seated(match: MatchState, number: int) -> tuple[str, ...]:
    side = match.side_of(number)
    return match.seated[side] if side is not None and side < len(match.seated) else ()


def _letter(match: MatchState, number: int, outcome: Outcome | None) -> str:
    """Return the result of a match for an entrant: `W`, `D` or `L`; empty without one."""
    if outcome is None or outcome.kind == VOID:
        return ""
    if outcome.winner is None:
        return "D"
    return "W" if outcome.winner == match.side_of(number) else "L"


def _team_match(
    at: datetime, entrant: Entrant, state: TournamentState, match: MatchState, players: dict[UUID, Player]
) -> TeamMatch:
    own = match.side_of(entrant.number) or 0
    outcome = outcome_of(state, match)
    points = total_points(match)
    names = names_in(entrant.tournament, match.entrants)
    return TeamMatch(
        tournament=entrant.tournament,
        number=match.number,
        at=at,
        other=" & ".join(names.side(side) for place, side in enumerate(match.sides) if place != own),
        players=tuple(players[UUID(one)].real for one in _seated(match, entrant.number)),
        score=(points[own], points[1 - own]) if len(points) == 2 else None,
        letter=_letter(match, entrant.number, outcome),
        unplayed=match.decision is not None or any(_is_short(game.report) for game in match.games),
    )


def _is_short(report: Report | None) -> bool:
    return report is not None and report.ended_by in ("abandoned", "forfeit")
