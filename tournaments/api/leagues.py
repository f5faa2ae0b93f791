"""Reading tournaments: the list of all, and the round robins without a log with their line-ups."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.people import ClubRef, PlayerRef, Search, TeamShown, team_shown
from clubs.api.problems import Problem, unknown
from clubs.models import Club, Player
from games.tables.selectors.house import house_named
from games.tables.view.table import HouseNamed
from tournaments.log import states
from tournaments.models import Entry, Tournament
from tournaments.overview.pages import sentence_of
from tournaments.selectors.naming import names_in
from tournaments.selectors.page import Fixture, LeagueRow, tournament_page
from tournaments.selectors.results import tournaments
from tournaments.services.lineups import name_line_up

operation = partial(described, tag="tournaments")


class TournamentQuery(Paging):
    """Which tournaments."""

    search: Search = ""
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] | msgspec.UnsetType = msgspec.UNSET


class TournamentEntry(msgspec.Struct, frozen=True):
    """A tournament in the list of tournaments; `status` is open, playing, finished or abandoned.

    Attributes:
        teams: How many teams, pairs or players have entered.
        version: The version of its log; 0: it has none, and is a round robin with a final.
    """

    slug: str
    name: str
    club: ClubRef
    rules: str
    status: str
    teams: int
    winner: str | None
    version: int
    created_at: datetime
    finished_at: datetime | None


class EntryRef(msgspec.Struct, frozen=True):
    """A team in a tournament, by its seed and name."""

    seed: int
    team: UUID
    name: str


class MatchShown(msgspec.Struct, frozen=True):
    """A match.

    Attributes:
        stage: `round_robin` or `final`.
        round: The round, from 1.
        home: The team in the even seats.
        away: The team in the odd seats.
        state: `waiting`, `playing` or `finished`.
        table: The table at which it is played, once it is called.
        hands: Hands finished.
        of_hands: Hands to be played.
        score: Game points of home and away; nothing before the first hand is over.
        winner: Which team won the game, whatever the score, or the final after a draw; nothing while it is played, or
            if it was drawn.
        ended_by: `rules`: played to its end; `forfeit`: a director ruled that a team lost it; `absence`: all people at
            the table were away for half an hour, so that it ended at the score as it stood. Nothing while it is played,
            or not known yet.
        line_ups: Who sits for home and away, in the order of their seats. Nothing: not named yet, or hidden from you
            until both line-ups are in or the match is called.
        called_by: When it is called even without its line-ups; nothing: it does not wait for them.
    """

    id: int
    stage: str
    round: int
    home: EntryRef
    away: EntryRef
    state: str
    table: UUID | None
    hands: int
    of_hands: int
    score: tuple[int, int] | None
    winner: EntryRef | None
    ended_by: Literal["rules", "forfeit", "absence"] | None
    line_ups: tuple[tuple[PlayerRef, ...] | None, tuple[PlayerRef, ...] | None]
    called_by: datetime | None


class LineUpNamed(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit for a team: as many players of its squad as sit at the table, in the order of the seats."""

    players: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=1, max_length=8)]


class StandingsRow(msgspec.Struct, frozen=True):
    """A row of the table of the round robin.

    Attributes:
        points: Match points: two a win, one a draw.
        mutual: Match points from the matches among those level on points; nothing if nobody is level.
        difference: Game points won less lost.
        why: Why the team stands where it does.
        steps: The criteria in the order they were tried, with the values compared.
    """

    rank: int
    entry: EntryRef
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    mutual: int | None
    difference: int
    why: str
    steps: tuple[str, ...]


class Standings(msgspec.Struct, frozen=True):
    """The table of the round robin, the first team first; empty before the first match is over."""

    results: tuple[StandingsRow, ...]


class Matches(msgspec.Struct, frozen=True):
    """The matches of a tournament: the round robin by rounds, then the final."""

    results: tuple[MatchShown, ...]


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament with its teams; matches and standings have addresses of their own.

    Of one with a log (`version` above 0) `/state/` says more; the hands, the time and the line-ups are in its settings.
    """

    slug: str
    name: str
    club: ClubRef
    rules: str
    house: HouseNamed | None
    status: str
    sentence: str
    director: PlayerRef | None
    hands_a_match: int
    hands_in_final: int
    action_seconds: int
    starts_at: datetime | None
    lineup_minutes: int
    teams: tuple[TeamShown, ...]
    winner: EntryRef | None
    version: int
    created_at: datetime
    finished_at: datetime | None


TournamentEntryPage = page_of(TournamentEntry)


def _found(slug: str) -> Tournament:
    tournament = (
        Tournament.objects.select_related("club", "director", "winner__team", "house__club").filter(slug=slug).first()
    )
    if tournament is None:
        raise Problem("not-found", _("There is no such tournament."))
    return tournament


def _league(slug: str) -> Tournament:
    """Return a tournament without a log.

    Raises:
        Problem: `not-found`.
    """
    tournament = _found(slug)
    if tournament.version:
        raise Problem("not-found", _("This tournament has a log: read the standings and rounds of its stages."))
    return tournament


def _entry(entry: Entry) -> EntryRef:
    return EntryRef(entry.seed, entry.team_id, entry.team.name)


def _fixtures(tournament: Tournament, player: Player | None) -> list[Fixture]:
    shown = tournament_page(tournament, player)
    fixtures = [fixture for number in shown.rounds for fixture in number.fixtures]
    return [*fixtures, shown.final] if shown.final is not None else fixtures


def _match(fixture: Fixture) -> MatchShown:
    match = fixture.match
    return published(
        MatchShown,
        fixture,
        id=match.pk,
        stage=match.stage,
        round=match.round,
        home=_entry(match.home),
        away=_entry(match.away),
        table=match.table_id,
        winner=_entry(fixture.winner) if fixture.winner else None,
        called_by=fixture.until,
    )


def _standing(row: LeagueRow) -> StandingsRow:
    steps = tuple(f"{step.name}: {step.text}" for step in row.steps)
    return published(StandingsRow, row.standing, entry=_entry(row.standing.entry), why=row.title, steps=steps)


class ListOfTournaments(ApiView):
    """The tournaments."""

    @operation("tournaments_list", TournamentEntryPage, parameters=TournamentQuery)
    def get(self, request: Request) -> Response:
        """List tournaments: those being played first, the finished ones last."""
        asked = self.asked(TournamentQuery)
        found = tournaments(search=asked.search)
        if asked.club is not msgspec.UNSET:
            found = tournaments(search=asked.search, club=Club.objects.filter(slug=asked.club).first() or Club())
        return self.page(found, TournamentEntryPage, asked, lambda rows: map(_listed, rows))


def _listed(row: Any) -> TournamentEntry:
    return published(TournamentEntry, row, teams=row.size, winner=row.won_by or None)


class OneTournament(ApiView):
    """A tournament."""

    @operation("tournaments_retrieve", TournamentShown)
    def get(self, request: Request, slug: str) -> Response:
        """Show a tournament: where it stands and who plays in it."""
        tournament = _found(slug)
        if tournament.version:
            sentence, teams = sentence_of(states.current(tournament.pk), names_in(tournament)), []
        else:
            shown = tournament_page(tournament, None)
            sentence, teams = shown.sentence, [team_shown(entry.team) for entry in shown.entries]
        return Response(
            published(
                TournamentShown,
                tournament,
                house=house_named(tournament.house),
                sentence=sentence,
                teams=teams,
                winner=_entry(tournament.winner) if tournament.winner else None,
            )
        )


class StandingsOfTournament(ApiView):
    """The standings of a tournament."""

    @operation("tournaments_standings", Standings)
    def get(self, request: Request, slug: str) -> Response:
        """Show the table of the round robin: with the reason for every place."""
        shown = tournament_page(_league(slug), None)
        return Response(Standings(tuple(_standing(row) for row in shown.rows)))


class MatchesOfTournament(ApiView):
    """The matches of a tournament."""

    @operation("tournaments_matches", Matches)
    def get(self, request: Request, slug: str) -> Response:
        """List the matches of a tournament: with the tables at which they are played."""
        return Response(Matches(tuple(map(_match, _fixtures(_league(slug), self.player())))))


class LineUpOfMatch(ApiView):
    """The line-up of a team in a match."""

    @operation("tournaments_line_up_name", MatchShown, body=LineUpNamed)
    def put(self, request: Request, slug: str, match_id: int, team_id: UUID) -> Response:
        """Name who sits for a team in a match that is not called yet: for its captain and the club's officers."""
        player = self.require_player()
        asked = self.read(LineUpNamed)
        tournament = _league(slug)
        entry = Entry.objects.select_related("team").filter(tournament=tournament, team=team_id).first()
        if entry is None or not tournament.matches.filter(pk=match_id).exists():
            raise Problem("not-found", _("There is no such match, or the team does not play in the tournament."))
        known = Player.objects.in_bulk(asked.players)
        if len(known) != len(set(asked.players)):
            raise unknown("/players", _("There is no such player."))
        named = [known[pk] for pk in asked.players]
        name_line_up(match_id=match_id, entry=entry, by=player, players=named)
        return Response(next(_match(one) for one in _fixtures(tournament, player) if one.match.pk == match_id))
