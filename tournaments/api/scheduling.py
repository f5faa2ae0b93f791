"""Tables and times of a tournament: the schedule, a proposal of one, what clashes, and passes of captains.

Tables are named, times planned, matches placed and delays set by deeds (`tournaments_do`).
"""

from datetime import datetime
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from clubs.api.problems import Fault, Problem
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.writing import WritingView
from tournaments.api.finding import AsOf, found, needs_staff, state_as_of
from tournaments.deeds.base import STAFF
from tournaments.deeds.placing import waiting_matches
from tournaments.directing import passes
from tournaments.directing.clashing import clashes_told
from tournaments.directing.roles import doer_of
from tournaments.drafting.ahead import slots_ahead
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.log import states
from tournaments.models import EntrantPass, Tournament
from tournaments.overview.schedule import matches_shown
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import names_in
from tournaments.selectors.passes import pass_address, passes_out
from tournaments.state.schedule import starts
from tournaments.state.tournament import TournamentState
from tournaments.timetable.proposing import propose

operation = partial(described, tag="tournaments")

Seconds = Annotated[int, msgspec.Meta(ge=0, le=2**34)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=24 * 60)]


class TableOfVenue(msgspec.Struct, frozen=True):
    """A table of the venue, by short codes."""

    name: str
    room: str


class SessionPlanned(msgspec.Struct, frozen=True):
    """A time in which is played, in seconds since 1970 UTC."""

    begins: int
    ends: int


class RoundPlanned(msgspec.Struct, frozen=True):
    """The time of a round, in seconds since 1970 UTC.

    Attributes:
        planned: When it was planned to begin.
        at: When it begins, with the delays.
        ends: When its time is over; the same as `at` without a limit.
        minutes_late: How much later than planned it begins.
        carried: It no longer fitted into its session, and begins in a later one.
        outside: It is in no session, or goes on beyond the end of its session.
    """

    stage: int
    round: int
    planned: int
    at: int
    ends: int
    minutes_late: int
    carried: bool
    outside: bool


class MatchAtTable(msgspec.Struct, frozen=True):
    """A match of a released round, with its tables and its time.

    Attributes:
        entrants: The numbers of its entrants, as far as they are known.
        tables: One for each of its rooms; nothing: it has none.
        at: When it begins, in seconds since 1970 UTC; nothing: no time is settled.
        status: `waiting`, `queued` (it gets the next free table), `playing`, `over` or `open`.
    """

    match: int
    stage: int
    round: int
    sides: str
    entrants: tuple[int, ...]
    tables: tuple[TableOfVenue, ...]
    at: int | None
    status: str


class TournamentSchedule(msgspec.Struct, frozen=True):
    """The tables and times of a tournament.

    Attributes:
        hall: Tournaments of the club with the same code share their tables.
        allotting: How rounds are put on the tables; nothing without tables.
        waiting: The matches that wait for a table, the next one first.
    """

    version: int
    hall: str
    allotting: str | None
    tables: tuple[TableOfVenue, ...]
    match_minutes: int
    rest_minutes: int
    sessions: tuple[SessionPlanned, ...]
    rounds: tuple[RoundPlanned, ...]
    matches: tuple[MatchAtTable, ...]
    waiting: tuple[int, ...]


class SessionWished(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time in which can be played, in seconds since 1970 UTC."""

    begins: Seconds
    ends: Seconds


class ScheduleAsked(msgspec.Struct, forbid_unknown_fields=True):
    """What a proposal is made from.

    Attributes:
        sessions: The times in which can be played; those of the last day are repeated on the following days.
        match_minutes: How long a match may take; 0: as the plans of the stages say.
        rest_minutes: The rest between two rounds, at least.
        tables: How many tables there are; 0: those of the venue, or without one as many as are needed.
    """

    sessions: Annotated[tuple[SessionWished, ...], msgspec.Meta(min_length=1, max_length=60)]
    match_minutes: Minutes = 0
    rest_minutes: Minutes = 10
    tables: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0


class RoundProposed(msgspec.Struct, frozen=True):
    """The proposed time of a round; `turns` are the matches that follow one another at a table."""

    stage: int
    round: int
    at: int
    minutes: int
    turns: int


class ScheduleProposed(msgspec.Struct, frozen=True):
    """Proposed times; nothing is saved. The deed `SetSchedule` takes them over."""

    sessions: tuple[SessionPlanned, ...]
    rounds: tuple[RoundProposed, ...]


class ClashShown(msgspec.Struct, frozen=True):
    """Something that cannot be as it is placed.

    Attributes:
        kind: `table`, `players`, `rest`, `session`, `seat`, `seats` or `unknown-table`.
        match: The match that it is about.
        other: The other match; 0 without one.
        text: What clashes, and what would be right.
    """

    kind: str
    match: int
    other: int
    text: str


class ClashesShown(msgspec.Struct, frozen=True):
    """What clashes in a tournament as its matches are placed now."""

    version: int
    clashes: tuple[ClashShown, ...]


class EntrantPassShown(msgspec.Struct, frozen=True):
    """A pass of an entrant: whoever opens its address can say that the entrant is there."""

    id: UUID
    entrant: int
    address: str
    issued_at: datetime
    opened_at: datetime | None


class EntrantPasses(msgspec.Struct, frozen=True):
    """The passes of a tournament that are out."""

    passes: tuple[EntrantPassShown, ...]


class PassesAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The numbers of the entrants that get a pass; without any, all that have none."""

    entrants: Annotated[tuple[int, ...], msgspec.Meta(max_length=2_000)] = ()


class ScheduleOfTournament(ApiView):
    """The tables and times of a tournament."""

    @operation("tournaments_schedule", TournamentSchedule, parameters=AsOf, headers=[SEEN_BEFORE, ETAG])
    def get(self, request: Request, slug: str) -> Response:
        """Show tables, sessions, rounds with their delays, and the matches of released rounds at their tables."""
        tournament, asked = found(slug), self.asked(AsOf)
        state = state_as_of(tournament, asked, self.player())
        return answer_if_changed(request, _schedule(tournament, state), version=state.version)


class ScheduleProposals(WritingView):
    """Proposals of times."""

    key_required = False

    @operation("tournaments_propose_schedule", ScheduleProposed, body=ScheduleAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Propose times from the plan, the tables and the minutes a match, without saving them: for the staff."""
        player, tournament, asked = self.require_player(), found(slug), self.read(ScheduleAsked)
        state = states.current(tournament.pk)
        needs_staff(doer_of(tournament, player, state))
        windows = sorted((Session(one.begins, one.ends) for one in asked.sessions), key=lambda one: one.begins)
        for before, window in zip([None, *windows], windows, strict=False):
            if window.ends <= window.begins or (before is not None and window.begins < before.ends):
                text = _("Sessions end after they begin, and do not overlap.")
                fault = Fault("/sessions", text, "sessions-impossible")
                raise Problem("invalid-input", text, code="sessions-impossible", errors=(fault,))
        count = asked.tables or (len(state.venue.tables) if state.venue is not None else 0)
        slots = slots_ahead(state, asked.match_minutes)
        proposal = propose(slots, tables=count, windows=windows, rest_minutes=asked.rest_minutes)
        turns = {(stage, number): several for stage, number, several in proposal.waves}
        return Response(
            ScheduleProposed(
                tuple(SessionPlanned(one.begins, one.ends) for one in proposal.sessions),
                tuple(_proposed(one, turns.get((one.stage, one.round), 1)) for one in proposal.rounds),
            )
        )


class ClashesOfTournament(ApiView):
    """What clashes in a tournament."""

    @operation("tournaments_clashes", ClashesShown)
    def get(self, request: Request, slug: str) -> Response:
        """List what clashes as matches are placed now, also with other tournaments: for the staff."""
        player, tournament = self.require_player(), found(slug)
        state = states.current(tournament.pk)
        needs_staff(doer_of(tournament, player, state))
        shown = tuple(
            ClashShown(clash.kind, clash.match, clash.other, text) for clash, text in clashes_told(tournament, state)
        )
        return Response(ClashesShown(state.version, shown))


class PassesOfTournament(WritingView):
    """The passes of captains."""

    @operation("tournaments_passes", EntrantPasses)
    def get(self, request: Request, slug: str) -> Response:
        """List the passes that are out, with their addresses: for directors and assistants."""
        player, tournament = self.require_player(), found(slug)
        if not doer_of(tournament, player, states.current(tournament.pk)).is_one_of(STAFF):
            raise Problem("not-allowed", _("Passes are issued by the staff of the tournament."))
        return Response(_passes(request, tournament))

    @operation("tournaments_issue_passes", {201: EntrantPasses}, body=PassesAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Issue passes to entrants that have none: a captain checks in by it without an account."""
        player, tournament, asked = self.require_player(), found(slug), self.read(PassesAsked)
        passes.issue_passes(tournament=tournament, by=player, entrants=asked.entrants)
        address = f"/api/tournaments/{slug}/passes/"
        return Response(_passes(request, tournament), status=201, headers={"Location": address})


class PassOfTournamentRevoked(WritingView):
    """A pass of a captain that is revoked."""

    @operation("tournaments_revoke_pass", None)
    def post(self, request: Request, slug: str, pass_id: UUID) -> Response:
        """Revoke a pass at once; what was done by it stays."""
        passes.revoke_pass(tournament=found(slug), pass_id=pass_id, by=self.require_player())
        return Response(status=204)


def _schedule(tournament: Tournament, state: TournamentState) -> TournamentSchedule:
    venue, schedule = state.venue, state.schedule
    with clocks_of(tournament.club):
        lines = matches_shown(state, names_in(tournament))
    return TournamentSchedule(
        version=state.version,
        hall=venue.hall if venue is not None else "",
        allotting=venue.allotting if venue is not None else None,
        tables=_tables(venue.tables if venue is not None else ()),
        match_minutes=schedule.match_minutes if schedule is not None else 0,
        rest_minutes=schedule.rest_minutes if schedule is not None else 0,
        sessions=tuple(
            SessionPlanned(one.begins, one.ends) for one in (schedule.sessions if schedule is not None else ())
        ),
        rounds=tuple(
            RoundPlanned(one.stage, one.round, one.planned, one.at, one.ends, one.late, one.carried, one.outside)
            for one in starts(state)
        ),
        matches=tuple(_match(state, line) for line in lines),
        waiting=tuple(match.number for match in waiting_matches(state)),
    )


def _match(state: TournamentState, line: Any) -> MatchAtTable:
    match = state.matches[line.number]
    return MatchAtTable(
        match=match.number,
        stage=match.stage,
        round=match.round,
        sides=line.sides,
        entrants=line.entrants,
        tables=_tables(match.tables),
        at=None if line.at is None else int(line.at.timestamp()),
        status=line.how,
    )


def _tables(tables: tuple[VenueTable, ...]) -> tuple[TableOfVenue, ...]:
    return tuple(TableOfVenue(table.name, table.room) for table in tables)


def _proposed(one: RoundTime, turns: int) -> RoundProposed:
    return RoundProposed(one.stage, one.round, one.at, one.minutes, turns)


def _passes(request: Request, tournament: Tournament) -> EntrantPasses:
    root = request.build_absolute_uri("/").rstrip("/")
    return EntrantPasses(tuple(_pass(one, root) for one in passes_out(tournament)))


def _pass(one: EntrantPass, root: str) -> EntrantPassShown:
    return EntrantPassShown(one.pk, one.entrant.number, pass_address(one, root), one.issued_at, one.opened_at)
