"""Line-ups: the eligible players of a team, the named ones, and the visibility before the match is called."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Case, Count, F, Prefetch, Q, When
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from clubs.models import Membership, Player, Team, TeamPlace
from clubs.officers.permissions import allowed
from clubs.officers.roles import active
from clubs.teams.squads import present
from games.store.projector import serving
from tournaments.models import Entry, LineUp, LineUpPlace, Match, MatchResult, Tournament
from tournaments.selectors.results import PROJECTION


def side_size(tournament: Tournament) -> int:
    """Return the number of players of a team in a match."""
    return len(engine.load_rules(tournament.rules, version=tournament.engine).sides[0])


def played_for_another(entry: Entry, players: Iterable[Player]) -> dict[UUID, Team]:
    """Return those of some players who have played for another team in the tournament, with that team.

    Bots belong to no team and sit wherever they are needed.
    """
    asked = {player.pk: player for player in players if not player.is_bot}
    sat = LineUpPlace.objects.filter(
        player__in=asked, line_up__fixed_at__isnull=False, line_up__entry__tournament=entry.tournament_id
    ).exclude(line_up__entry=entry)
    return {place.player_id: place.line_up.entry.team for place in sat.select_related("line_up__entry__team")}


def able(entry: Entry) -> list[Player]:
    """Return the players of the squad who are eligible for the next match, in the order of the seats.

    Left out are players who have played for another team in the tournament, and those suspended in the club today.
    """
    squad = [place.player for place in present().filter(team=entry.team_id)]
    elsewhere = played_for_another(entry, squad)
    suspended = set(
        Membership.objects.filter(~active(), club=entry.tournament.club_id, player__in=squad).values_list(
            "player_id", flat=True
        )
    )
    return [player for player in squad if player.pk not in elsewhere and player.pk not in suspended]


def line_ups(matches: Iterable[Match]) -> dict[tuple[int, int], LineUp]:
    """Return the line-ups of some matches by the keys of match and entry, with their places and players."""
    found = LineUp.objects.filter(match__in=[match.pk for match in matches]).prefetch_related(
        Prefetch("places", LineUpPlace.objects.select_related("player"))
    )
    return {(line_up.match_id, line_up.entry_id): line_up for line_up in found}


def is_open_to_all(match: Match, known: Mapping[tuple[int, int], LineUp]) -> bool:
    """Tell whether a match's line-ups are public: it is called, or both are in."""
    return match.table_id is not None or all((match.pk, entry) in known for entry in (match.home_id, match.away_id))


def waits_until(tournament: Tournament, match: Match) -> datetime | None:
    """Return the time at which the next match is called even without line-ups; None if it does not wait for them."""
    if match.next_at is None or match.table_id is not None:
        return None
    until = match.next_at + timedelta(minutes=tournament.lineup_minutes)
    if tournament.starts_at is not None:
        until = max(until, tournament.starts_at)
    return until if until > match.next_at else None


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer's relation to the teams of a tournament.

    Attributes:
        entries: The keys of the entries whose squads the viewer belongs to or captains.
        captains: Of these, the entries that the viewer captains.
        officer: Looks after any team of the club, or runs its tournaments.
        director: Runs its tournaments.
    """

    entries: frozenset[int] = frozenset()
    captains: frozenset[int] = frozenset()
    officer: bool = False
    director: bool = False

    def names(self, entry: int, other: int) -> bool:
        """Tell whether the viewer names the line-ups of an entry against another.

        An officer who belongs to the other team would see a line-up that its captain must not see.
        """
        return other not in self.entries and (self.officer or entry in self.captains)

    def sees(self, entry: int, other: int) -> bool:
        """Tell whether the viewer sees a line-up of an entry against another before both are in."""
        return other not in self.entries and (self.officer or entry in self.entries)


def viewer_of(tournament: Tournament, player: Player | None) -> Viewer:
    """Return a player's relation to the teams of a tournament (None: a visitor)."""
    if player is None:
        return Viewer()
    entries = Entry.objects.filter(tournament=tournament)
    squads = TeamPlace.objects.filter(player=player, left_on=None).values("team")
    captains = frozenset(entries.filter(team__captain=player).values_list("pk", flat=True))
    can = allowed(player, tournament.club)
    return Viewer(
        entries=captains | frozenset(entries.filter(team__in=squads).values_list("pk", flat=True)),
        captains=captains if "make_own_teams" in can else frozenset(),
        officer=bool(can & {"make_any_teams", "run_tournaments"}),
        director="run_tournaments" in can,
    )


@dataclass(frozen=True, slots=True)
class SideOfMatch:
    """One team of a match, with its line-up in the viewer's view.

    Attributes:
        entry: The team's entry.
        line_up: The line-up named or played; None as long as it is not named.
        players: Its players, in the order of the seats; None: hidden from this viewer, or not known yet.
        able: The eligible players, if the viewer may name the line-up; else empty.
        managed: The viewer may name it now.
        locked: The reason why it cannot be named any more; empty if it can.
    """

    entry: Entry
    line_up: LineUp | None
    players: tuple[Player, ...] | None
    able: tuple[Player, ...]
    managed: bool
    locked: str


def match_sides(match: Match, player: Player | None) -> tuple[SideOfMatch, SideOfMatch]:
    """Return both sides of a match in a player's view (None: a visitor)."""
    tournament, known, viewer = match.tournament, line_ups([match]), viewer_of(match.tournament, player)
    home, away = match.home_id, match.away_id
    return (
        _side(tournament, match, home, away, known, viewer),
        _side(tournament, match, away, home, known, viewer),
    )


def why_locked(match: Match, viewer: Viewer, *, both_in: bool) -> str:
    """Return the reason why a line-up of a match cannot be named now, whoever names it; empty: it can."""
    if match.table_id is not None:
        return _("The match is called; the line-up is fixed.")
    if match.tournament.status != Tournament.Status.PLAYING:
        return _("Line-ups are named while the tournament is played.")
    if both_in and not viewer.director:
        return _("Both line-ups are in. From now on only a director changes one.")
    return ""


def shown_players(
    match: Match, entry: int, other: int, known: Mapping[tuple[int, int], LineUp], viewer: Viewer
) -> tuple[Player, ...] | None:
    """Return the players of an entry, if the viewer may know them: before both are in, only the own team may."""
    line_up = known.get((match.pk, entry))
    if line_up is None or not (is_open_to_all(match, known) or viewer.sees(entry, other)):
        return None
    return tuple(place.player for place in line_up.places.all())


def _side(
    tournament: Tournament,
    match: Match,
    entry_id: int,
    other: int,
    known: Mapping[tuple[int, int], LineUp],
    viewer: Viewer,
) -> SideOfMatch:
    entry = Entry.objects.select_related("team", "tournament").get(pk=entry_id)
    names = viewer.names(entry_id, other)
    locked = why_locked(match, viewer, both_in=is_open_to_all(match, known)) if names else ""
    managed = names and not locked
    return SideOfMatch(
        entry=entry,
        line_up=known.get((match.pk, entry_id)),
        players=shown_players(match, entry_id, other, known, viewer),
        able=tuple(able(entry)) if managed else (),
        managed=managed,
        locked=locked,
    )


def played_after(team: Team, player: Player, day: date) -> str:
    """Return the reason why a player cannot have left a team on a day: a match played for it on a later one."""
    sat = LineUp.objects.filter(entry__team=team, places__player=player).exclude(fixed_at=None).order_by("-fixed_at")
    last = sat.values_list("fixed_at", flat=True).first()
    if last is None:
        return ""
    played = timezone.localdate(last, ZoneInfo(team.club.time_zone))
    if played <= day:
        return ""
    said = _("{player} played a match for {team} on {day}. Choose that day or a later one.")
    return said.format(player=player.name, team=team.name, day=date_format(played))


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of a team that has been called.

    Attributes:
        match: The match.
        other: The opponents.
        players: The players of the team.
        result: The score; None before the first hand is over.
        own: Game points of the team.
        against: Game points of the other.
        letter: `W`, `D` or `L`; empty while it is played.
    """

    match: Match
    other: Entry
    players: tuple[Player, ...]
    result: MatchResult | None
    own: int
    against: int
    letter: str


def results_aloud(letters: Iterable[str]) -> str:
    """Return results of matches, `W`, `D` or `L` each, as they are read aloud."""
    words = {"W": pgettext("a match", "won"), "D": pgettext("a match", "drew"), "L": pgettext("a match", "lost")}
    return " ".join(words[letter] for letter in letters)


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
        return results_aloud(match.letter for match in self.form)


def team_record(team: Team, *, last: int = 10) -> TeamRecord:
    """Return a team's matches in tournaments.

    Args:
        team: The team.
        last: The number of matches to return, the newest ones.
    """
    called = (
        Match.objects.filter(Q(home__team=team) | Q(away__team=team), table__isnull=False)
        .select_related("tournament", "home__team", "away__team", "table")
        .order_by("-table__created_at", "-pk")
    )
    finished = MatchResult.objects.filter(
        projection_version=serving(PROJECTION), match__in=called.order_by().values("pk"), finished=True
    )
    own = Case(When(match__home__team=team, then=MatchResult.Side.HOME), default=MatchResult.Side.AWAY)
    counted = finished.annotate(own=own).aggregate(
        won=Count("pk", filter=Q(winner=F("own"))),
        drawn=Count("pk", filter=Q(winner=None)),
        lost=Count("pk", filter=~Q(winner=None) & ~Q(winner=F("own"))),
    )
    matches = list(called[:last])
    results = {
        result.match_id: result
        for result in MatchResult.objects.filter(projection_version=serving(PROJECTION), match__in=matches)
    }
    known = line_ups(matches)
    return TeamRecord(
        matches=tuple(_team_match(team, match, results.get(match.pk), known) for match in matches), **counted
    )


def _team_match(
    team: Team, match: Match, result: MatchResult | None, known: Mapping[tuple[int, int], LineUp]
) -> TeamMatch:
    home = match.home.team_id == team.pk
    entry, other = (match.home, match.away) if home else (match.away, match.home)
    line_up = known.get((match.pk, entry.pk))
    points = (result.home_points, result.away_points) if result is not None else (0, 0)
    own, against = points if home else points[::-1]
    side = MatchResult.Side.HOME if home else MatchResult.Side.AWAY
    letter = ""
    if result is not None and result.finished:
        letter = "D" if result.winner is None else "W" if result.winner == side else "L"
    players = tuple(place.player for place in line_up.places.all()) if line_up is not None else ()
    return TeamMatch(match, other, players, result, own, against, letter)
