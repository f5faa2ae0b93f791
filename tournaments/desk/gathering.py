"""What a desk knows of an event now: its running rounds, and of each of their tables what happens there.

A fixed number of queries for any number of tables. Only the rounds that are played are looked at.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Player
from games.models import Sheet
from games.sheets.differing import Differing, differing_hands
from games.tables import presence
from tournaments.deeds.base import DIRECTORS, SCORERS, STAFF, Doer
from tournaments.desk.disputes import CaseShown, cases_of
from tournaments.desk.tiles import Call, Facts, Tile, tile_of
from tournaments.directing.rows import DECIDED
from tournaments.floor import selectors as floors
from tournaments.floor.state import EMPTY, Arrival, FloorState
from tournaments.forecast.rounds import RoundForecast
from tournaments.models import MatchGame, Tournament
from tournaments.selectors.naming import Names, names_in
from tournaments.selectors.progress import forecast_of
from tournaments.state.schedule import limit_of, planned_start
from tournaments.state.tournament import MatchState, RoundState, StageState, TournamentState
from tournaments.summaries.matches import MatchView, match_view
from tournaments.summaries.rounds import rounds_in_all, running_rounds

AWAY_AFTER: Final = timedelta(minutes=1)
"""How long after its opening a table waits for its players before one of them counts as away."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A match whose side has not come: the sides that are there, and those that are not.

    Attributes:
        since: When it was called.
    """

    match: MatchState
    here: tuple[int, ...]
    absent: tuple[int, ...]
    since: datetime


@dataclass(frozen=True, slots=True, repr=False)
class EventDesk:
    """An event on a desk; its repr is short, for it ends in error pages.

    Attributes:
        now: When it was read, or the earlier moment that it is read as of.
        live: It is as of now, and deeds are offered.
        rounds: The numbers of the rounds that are played, with their stages.
        labels: Of each match its table, or its own number where it has none.
        claimants: The names of the staff who are on the way to calls, by id; also of callers.
        words: The own words of open calls by number.
        refused: The games whose results were not taken.
    """

    tournament: Tournament
    state: TournamentState
    doer: Doer
    names: Names
    now: datetime
    live: bool
    rounds: tuple[tuple[int, int], ...]
    matches: tuple[MatchState, ...]
    views: Mapping[int, MatchView]
    forecast: RoundForecast
    labels: Mapping[int, str]
    facts: Mapping[int, Facts]
    floor: FloorState = EMPTY
    people: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[int, str] = field(default_factory=dict)
    differing: tuple[Differing, ...] = ()
    match_of_sheet: Mapping[UUID, int] = field(default_factory=dict)
    cases: tuple[CaseShown, ...] = ()
    missing: tuple[Missing, ...] = ()
    refused: tuple[MatchGame, ...] = ()

    @property
    def slug(self) -> str:
        """The name of the tournament in addresses."""
        return self.tournament.slug

    @property
    def version(self) -> int:
        """The version of its log."""
        return self.state.version

    @property
    def staff(self) -> bool:
        """Whether the reader answers calls and announces."""
        return self.live and self.doer.is_one_of(STAFF)

    @property
    def directs(self) -> bool:
        """Whether the reader decides."""
        return self.live and self.doer.is_one_of(DIRECTORS)

    @property
    def scores(self) -> bool:
        """Whether the reader reports and confirms results."""
        return self.live and self.doer.is_one_of(SCORERS)

    @property
    def has_tables(self) -> bool:
        """Whether a match that is played has a table."""
        return any(match.table for match in self.matches)

    def sides(self, number: int) -> tuple[str, ...]:
        """Return the names of the sides of a match."""
        match = self.state.matches.get(number)
        return () if match is None else tuple(self.names.side(side) or "…" for side in match.sides)

    def called(self, number: int) -> str:
        """Return what people call the table of a match: table 5, or match 12 where it has none."""
        match = self.state.matches.get(number)
        if match is not None and match.table:
            return _("Table {table}").format(table=self.labels.get(number, match.table))
        return _("Match {table}").format(table=number)

    def tiles(self, event: str = "") -> list[Tile]:
        """Return its tables; `event` is its name on a desk of several."""
        return [
            tile_of(
                self.facts[match.number],
                slug=self.slug,
                event=event,
                label=self.labels[match.number],
                sides=self.sides(match.number),
                link=reverse("tournaments:match", args=[self.slug, match.number]),
                now=self.now,
            )
            for match in self.matches
        ]

    @property
    def title(self) -> str:
        """The rounds that are played; empty where none is."""
        if not self.rounds:
            return ""
        numbers = sorted({number for _stage, number in self.rounds})
        if len(numbers) > 1:
            return _("Rounds {numbers}").format(numbers=", ".join(map(str, numbers)))
        rounds = max(*(rounds_in_all(self.state, stage) for stage, _number in self.rounds), numbers[0])
        return _("Round {number} of {rounds}").format(number=numbers[0], rounds=rounds)


def event_desk(tournament: Tournament, state: TournamentState, doer: Doer, now: datetime) -> EventDesk:
    """Return a tournament as its desk knows it now."""
    desk = _quiet(tournament, state, doer, now, live=True)
    floor = floors.floor_of(tournament.pk)
    calls = {call.match: call for call in reversed(floor.open_calls)}
    people = floors.names_of(
        {one for call in floor.open_calls for one in (call.by, call.claimed_by)}
        | {told.by for told in floor.shown(now)}
    )
    worded = [call.number for call in floor.open_calls if call.worded]
    match_of = {UUID(game.stream): match.number for match in desk.matches for game in match.games if game.stream}
    running = {UUID(game.stream) for match in desk.matches for game in match.running_games}
    on_sheets = {UUID(game.stream) for match in desk.matches for game in match.running_games
                 if desk.views[match.number].place == "sheet"}  # fmt: skip
    sheets = Sheet.objects.filter(pk__in=on_sheets).select_related("club").order_by("created_at", "pk")
    differing = tuple(differing_hands(list(sheets))) if on_sheets else ()
    refused = MatchGame.objects.filter(tournament=tournament).exclude(refused__in=("", DECIDED)).order_by("match")
    here = _here(desk, running - on_sheets)
    missing = tuple(_missing(desk, floor, here))
    absent = {one.match.number for one in missing}
    differs: dict[int, int] = {}
    for hand in differing:
        differs.setdefault(match_of[hand.sheet.pk], hand.hand)
    untaken = {game.match for game in refused}
    facts = {
        number: Facts(
            view,
            desk.forecast.endings.get(number),
            None if (call := calls.get(number)) is None else Call(call.made_at, people.get(call.claimant(now), "")),
            differs.get(number, 0),
            bool(view.disputes),
            number in untaken,
            number in absent,
            here.away.get(number, ()),
        )
        for number, view in desk.views.items()
    }
    return replace(
        desk,
        facts=facts,
        floor=floor,
        people=people,
        words=floors.words_of_calls(tournament.pk, worded) if worded else {},
        differing=differing,
        match_of_sheet=match_of,
        cases=cases_of(state, now),
        missing=missing,
        refused=tuple(refused),
    )


def past_desk(tournament: Tournament, state: TournamentState, doer: Doer, at: datetime) -> EventDesk:
    """Return a tournament as its log had it at an earlier moment: tables and results, and nothing to be done."""
    return _quiet(tournament, state, doer, at, live=False)


def _quiet(tournament: Tournament, state: TournamentState, doer: Doer, now: datetime, *, live: bool) -> EventDesk:
    """Return what the log alone says of an event."""
    shown = [(stage, paired) for stage in _stages(state) for paired in running_rounds(state, stage)]
    matches = tuple(
        match
        for _stage, paired in shown
        for match in (state.matches[number] for number in paired.matches)
        if not match.is_bye and match.is_filled
    )
    views = {match.number: match_view(state, match) for match in matches}
    # How far a game was at an earlier moment is in no row: the forecast then knows the log alone.
    forecast = forecast_of(state, matches if live else (), now, limit=_limit(state, shown))
    names = names_in(tournament)
    return EventDesk(
        tournament=tournament,
        state=state,
        doer=doer,
        names=names,
        now=now,
        live=live,
        rounds=tuple(dict.fromkeys((stage.number, paired.number) for stage, paired in shown)),
        matches=matches,
        views=views,
        forecast=forecast,
        labels=labels_of(matches),
        facts={number: Facts(view, forecast.endings.get(number)) for number, view in views.items()},
    )


def _limit(state: TournamentState, shown: Sequence[tuple[StageState, RoundState]]) -> float | None:
    """Return until when the rounds that are played are planned, by the schedule; None: it has no times for them."""
    ends = [
        start + 60 * minutes
        for stage, paired in shown
        if (start := planned_start(state, stage.number, paired.number)) is not None
        and (minutes := limit_of(state, stage.number, paired.number)) is not None
    ]
    return float(max(ends)) if ends else None


def labels_of(matches: Iterable[MatchState]) -> dict[int, str]:
    """Return of each match its table, with its room where two rooms have such a table; without one its number."""
    known = list(matches)
    rooms: defaultdict[str, set[str]] = defaultdict(set)
    for match in known:
        if match.table:
            rooms[match.table].add(match.room)
    return {
        match.number: (f"{match.room} {match.table}".strip() if len(rooms[match.table]) > 1 else match.table)
        if match.table
        else str(match.number)
        for match in known
    }


def _stages(state: TournamentState) -> Sequence[StageState]:
    """Return the stages that are played; while none is, the last that was."""
    if state.running:
        return state.running
    closed = [stage for stage in state.stages.values() if stage.status == "closed"]
    return closed[-1:]


@dataclass(frozen=True, slots=True)
class _Here:
    """The players at live tables: of each match the sides with somebody there, and the names of those away."""

    sides: Mapping[int, frozenset[int]]
    away: Mapping[int, tuple[str, ...]]


def _here(desk: EventDesk, tables: Iterable[UUID]) -> _Here:
    """Return who is at the live tables of an event; nobody is away where that cannot be told."""
    wanted = set(tables)
    there = presence.present_at(sorted(wanted)) if wanted else {}
    if not wanted or there is None:
        return _Here({}, {})
    games = [(match, game) for match in desk.matches for game in match.running_games if UUID(game.stream) in wanted]
    seated = {UUID(player) for _match, game in games for side in game.seated for player in side}
    # A guest that an account has taken over sits as the account.
    people = {
        str(pk): (str(merged or pk), name)
        for pk, merged, name, is_bot in Player.objects.filter(pk__in=seated).values_list(
            "pk", "merged_into", "name", "is_bot"
        )
        if not is_bot
    }
    sides: dict[int, frozenset[int]] = {}
    away: dict[int, tuple[str, ...]] = {}
    for match, game in games:
        connected = there.get(UUID(game.stream), frozenset())
        for number, side in enumerate(game.seated):
            known = [people[player] for player in side if player in people]
            if not known or any(pk in connected for pk, _name in known):
                sides[match.number] = sides.get(match.number, frozenset()) | {number}
            gone = tuple(name for pk, name in known if pk not in connected)
            if gone and game.called_at is not None and desk.now - game.called_at >= AWAY_AFTER:
                away[match.number] = (*away.get(match.number, ()), *gone)
    return _Here(sides, away)


def _missing(desk: EventDesk, floor: FloorState, here: _Here) -> Iterator[Missing]:
    """Yield the matches whose side has not come though their time to come is over; nothing follows by itself."""
    minutes = desk.state.settings.no_show_minutes
    if minutes is None:
        return
    used = any(arrival.match in desk.views for arrival in floor.arrived)
    for match in desk.matches:
        view, ending = desk.views[match.number], desk.forecast.endings.get(match.number)
        facts = desk.facts[match.number]
        if ending is None or ending.began is None or not facts.is_played or len(match.sides) != 2:
            continue
        if ending.done or any(game.report is not None for game in match.games):
            continue
        if desk.now.timestamp() - ending.began < 60 * minutes:
            continue
        noted = {side for side, entrants in enumerate(match.sides)
                 if any(Arrival(match.number, entrant) in floor.arrived for entrant in entrants)}  # fmt: skip
        there = noted | here.sides.get(match.number, frozenset())
        absent = tuple(side for side in (0, 1) if side not in there)
        # A match without hands of its own tells nothing as long as no side in the round says that it is there.
        if absent and (view.place != "desk" or used):
            since = datetime.fromtimestamp(ending.began, desk.now.tzinfo)
            yield Missing(match, tuple(sorted(there)), absent, since)
