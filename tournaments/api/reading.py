"""Reading a tournament, as of now or of any minute: plan, entrants, standings, rounds, and its log."""

from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, Paging, described, page_of, published
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from tournaments.api.directing import no_such_stage
from tournaments.api.finding import AsOf, doer_now, found, needs_staff, state_as_of
from tournaments.deeds.base import SCORERS
from tournaments.events.settings import Settings, StagePlan
from tournaments.log.outlooks import outlook_in
from tournaments.log.told import log_of
from tournaments.models import Tournament
from tournaments.overview.disputes import disputed_in
from tournaments.overview.wording import said
from tournaments.plans.words import settings_in_words, stage_in_words
from tournaments.selectors.naming import Names, names_in
from tournaments.state.published import as_published
from tournaments.state.standing import standing_of
from tournaments.state.times import deadline_of
from tournaments.state.tournament import TournamentState
from tournaments.summaries.matches import MatchView, exactly
from tournaments.summaries.rounds import rounds_of
from tournaments.summaries.tables import table_of

operation = partial(described, tag="tournaments", headers=[SEEN_BEFORE, ETAG])


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant.

    Attributes:
        number: Its number in the tournament.
        players: The names of its squad, the captain first.
        status: `entered`, `waiting`, `withdrawn`, `held_out`, `left` or `disqualified`; of a single player
            `free_agent`, or `in_team` once teams are made.
        present: It has checked in.
    """

    number: int
    name: str
    players: tuple[str, ...]
    status: str
    present: bool


class StageOfPlan(msgspec.Struct, frozen=True):
    """A stage: its plan, as it is settled and in words, and the entrants of its groups once it has begun."""

    number: int
    status: str
    plan: StagePlan
    words: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    rounds: int


class LogShown(msgspec.Struct, frozen=True):
    """A tournament as of a version of its log; `withheld`: results since an embargo began are left out for you."""

    version: int
    as_of: datetime
    status: str
    settings: Settings
    words: tuple[str, ...]
    entrants: tuple[EntrantShown, ...]
    stages: tuple[StageOfPlan, ...]
    places: tuple[tuple[int, ...], ...]
    withheld: bool


class PlaceInStage(msgspec.Struct, frozen=True):
    """An entrant in the standings.

    Attributes:
        rank: Its place; entrants that nothing separates share one.
        values: By criterion, exactly: an integer or "p/q"; nothing where the criterion separates nobody.
        decided_by: The criterion that put it below the line above.
        outlook: Whether it can still reach the places that count (`goal`), on match points: `safe`, `live` or `out`;
            nothing where that is not asked, as in a bracket, a stage that is over or a large group.
        outlook_exact: By all possible results; else by a bound, by which `live` may be safe or out in truth.
    """

    rank: int
    entrant: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    values: dict[str, str | None]
    decided_by: str
    outlook: str | None
    outlook_exact: bool


class StandingsShown(msgspec.Struct, frozen=True):
    """The standings of a group of a stage.

    Attributes:
        goes_on: The last place from which a later stage takes entrants; 0: none does.
        goal: The number of places for which each line has an outlook: those that go on, or the first of a last stage.
            0: there is no outlook.
        disputed: The numbers of the matches in it with an open case, whose results may change.
    """

    version: int
    stage: int
    group: int
    criteria: tuple[str, ...]
    goes_on: int
    goal: int
    lines: tuple[PlaceInStage, ...]
    disputed: tuple[int, ...] = ()


class SideOfMatch(msgspec.Struct, frozen=True):
    """A side of a match: its entrants, none as long as that is open, and its points over all games.

    Points are a number; a text such as "33/5" where a ruling weighed the result.
    """

    entrants: tuple[int, ...]
    name: str
    points: int | str | None


class GameInRoom(msgspec.Struct, frozen=True):
    """A game of a match in several rooms: its number, its room from 1, its table or sheet, and its points."""

    number: int
    room: int
    points: tuple[int | str, ...] | None
    table: UUID | None


class MatchOfRound(msgspec.Struct, frozen=True):
    """A match.

    Attributes:
        status: `bye`, `open`, `waiting`, `playing`, `unconfirmed` or `over`; `draft` for the staff.
        outcome: How it ended; empty while it is not over.
        winner: The number of the winning side, from 0.
        table: The id of the table or sheet of its last game.
        at: The time that it is played at; nothing: none is settled.
        deadline: Until when it is to be played, where its round is open for several days.
        proposed: A time that one side has proposed and the other has not answered.
        proposed_by: The entrant that proposed it.
        rooms: Its games, where it is played in several rooms at the same time.
        cases: The open cases about it: until they are closed its result may change.
        weighed: A ruling made it a mixture of results, in exact shares.
    """

    number: int
    round: int
    sides: tuple[SideOfMatch, ...]
    status: str
    outcome: str
    winner: int | None
    table: UUID | None
    at: datetime | None
    deadline: datetime | None
    proposed: datetime | None
    proposed_by: int | None
    rooms: tuple[GameInRoom, ...] = ()
    cases: tuple[UUID, ...] = ()
    weighed: bool = False


class RoundOfStage(msgspec.Struct, frozen=True):
    """A round of a group; drafts are for the staff."""

    number: int
    status: str
    matches: tuple[MatchOfRound, ...]


class RoundsShown(msgspec.Struct, frozen=True):
    """The rounds of a group of a stage."""

    version: int
    stage: int
    group: int
    rounds: tuple[RoundOfStage, ...]


class OfGroup(AsOf, forbid_unknown_fields=True):
    """The group, from 1, and the moment."""

    group: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1


class LogEntry(msgspec.Struct, frozen=True):
    """An event of the log; what is sealed is left out, and an undone one counts no longer."""

    version: int
    type: str
    at: datetime
    actor: str
    undone: bool
    members: dict[str, Any]


LogEntryPage = page_of(LogEntry)


class OneLog(ApiView):
    """A tournament as its log has it."""

    @operation("tournaments_state", LogShown, parameters=AsOf)
    def get(self, request: Request, slug: str) -> Response:
        """Show a tournament: its settings and plan, in words too, its entrants and its places."""
        tournament, asked = found(slug), self.asked(AsOf)
        state = state_as_of(tournament, asked, self.player())
        return answer_if_changed(request, _shown(tournament, state), version=state.version)


class StandingsOfStage(ApiView):
    """The standings of a stage."""

    @operation("tournaments_stage_standings", StandingsShown, parameters=OfGroup)
    def get(self, request: Request, slug: str, stage: int) -> Response:
        """Show the standings of a group of a stage: with every value, exactly."""
        tournament, asked = found(slug), self.asked(OfGroup)
        state = state_as_of(tournament, asked, self.player())
        group = _group(state, stage, asked)
        table, names = table_of(state, standing_of(as_published(state), stage, group)), names_in(tournament)
        outlook = outlook_in(state, stage, group)
        verdicts = {} if outlook is None else outlook.of
        lines = tuple(
            PlaceInStage(
                line.rank,
                line.entrant,
                names.of.get(line.entrant, ""),
                line.played,
                line.won,
                line.drawn,
                line.lost,
                {name: _exact(value) for name, value in line.values.items()},
                line.decided_by,
                verdicts[line.entrant].verdict if line.entrant in verdicts else None,
                line.entrant in verdicts and verdicts[line.entrant].exact,
            )
            for line in table.lines
        )
        goal = 0 if outlook is None else outlook.goal.places
        disputed = tuple(match.number for match in disputed_in(state, stage, group))
        shown = StandingsShown(state.version, stage, group + 1, table.criteria, table.cut, goal, lines, disputed)
        return answer_if_changed(request, shown, version=state.version)


class RoundsOfStage(ApiView):
    """The rounds of a stage."""

    @operation("tournaments_stage_rounds", RoundsShown, parameters=OfGroup)
    def get(self, request: Request, slug: str, stage: int) -> Response:
        """Show the rounds of a group of a stage: with every match and bye."""
        tournament, asked = found(slug), self.asked(OfGroup)
        player = self.player()
        state = state_as_of(tournament, asked, player)
        group = _group(state, stage, asked)
        staff = player is not None and doer_now(tournament, player).is_one_of(SCORERS)
        names = names_in(tournament)
        rounds = tuple(
            RoundOfStage(one.number, one.status, tuple(_match(state, view, names) for view in one.matches))
            for one in rounds_of(state, stage, group, drafts=staff)
        )
        return answer_if_changed(request, RoundsShown(state.version, stage, group + 1, rounds), version=state.version)


class EventsOfTournament(ApiView):
    """The log of a tournament."""

    @operation("tournaments_log", LogEntryPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List the events of a tournament, the last first: for its staff."""
        player, tournament, asked = self.require_player(), found(slug), self.asked(Paging)
        needs_staff(doer_now(tournament, player))
        told = log_of(tournament.pk)[::-1]
        return self.page(told, LogEntryPage, asked, lambda rows: [published(LogEntry, row) for row in rows])


def _shown(tournament: Tournament, state: TournamentState) -> LogShown:
    names = names_in(tournament)
    return LogShown(
        version=state.version,
        as_of=state.at,
        status=state.status,
        settings=state.settings,
        words=tuple(map(said, settings_in_words(state.settings))),
        entrants=tuple(_entrant(state, number, names) for number in state.order),
        stages=tuple(
            StageOfPlan(
                stage.number,
                stage.status,
                stage.plan,
                tuple(map(said, stage_in_words(stage.plan))),
                stage.groups,
                max((one.number for one in stage.rounds if one.released), default=0),
            )
            for stage in state.stages.values()
        ),
        places=state.places,
        withheld=state.withheld,
    )


def _entrant(state: TournamentState, number: int, names: Names) -> EntrantShown:
    entrant = state.entrants[number]
    status = (
        "withdrawn"
        if entrant.withdrawn
        else "in_team"
        if entrant.made_into
        else "free_agent"
        if entrant.free
        else "held_out"
        if entrant.held_out
        else "waiting"
        if entrant.waiting
        else "disqualified"
        if entrant.is_disqualified
        else "left"
        if entrant.is_away
        else "entered"
    )
    return EntrantShown(number, names.of.get(number, ""), names.players.get(number, ()), status, entrant.present)


def _group(state: TournamentState, number: int, asked: OfGroup) -> int:
    stage = state.stages.get(number)
    if stage is None or asked.group > len(stage.groups):
        raise no_such_stage()
    return asked.group - 1


def _match(state: TournamentState, view: MatchView, names: Names) -> MatchOfRound:
    match = state.matches[view.number]
    sides = tuple(
        SideOfMatch(
            tuple(entrant for entrant in side if entrant > 0),
            names.side(side),
            exactly(view.points[place]) if view.points else None,
        )
        for place, side in enumerate(view.sides)
    )
    return MatchOfRound(
        view.number,
        view.round,
        sides,
        view.status,
        view.outcome,
        view.winner,
        _table(view, view.stream),
        _moment(match.at),
        deadline_of(state, match),
        _moment(None if match.proposed is None else match.proposed.at),
        None if match.proposed is None else match.proposed.entrant,
        tuple(
            GameInRoom(game.number, game.room, tuple(map(exactly, game.points)) or None, _table(view, game.stream))
            for game in view.rooms
        ),
        tuple(UUID(dispute.case) for dispute in view.disputes),
        view.weighed,
    )


def _table(view: MatchView, stream: str) -> UUID | None:
    return UUID(stream) if stream and view.place != "desk" else None


def _moment(at: int | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)


def _exact(value: Fraction | int | None) -> str | None:
    return None if value is None else str(value)
