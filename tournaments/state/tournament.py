"""The state of a tournament at one version of its stream.

Entrants, stages and matches are frozen values, held in dicts by their numbers. A fold copies the dicts once for any
number of events (`tournaments.state.folding`); nothing else changes them.
"""

from datetime import datetime
from fractions import Fraction
from typing import Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Struct

from tournaments.events.cases import WeighedReport
from tournaments.events.entering import Leaving
from tournaments.events.penalties import PenaltyKind
from tournaments.events.playing import MatchDecided, Report, Reporter
from tournaments.events.scheduling import VenueSet, VenueTable
from tournaments.events.settings import Settings, StagePlan
from tournaments.events.staging import Slot
from tournaments.lots.lot import Lot
from tournaments.stages.stage import Scoring
from tournaments.state.challenging import ChallengeState, LadderStep
from tournaments.timetable.shifting import Schedule

Status = Literal["open", "closed_entries", "playing", "closed", "abandoned"]
StageStatus = Literal["planned", "running", "closed"]

OVER: Final = ("closed", "abandoned")

Side: TypeAlias = tuple[int, ...]
"""The entrants of a side of a match: one, or partners who are brought together for it."""
OPEN: Final[Side] = ()
"""A side of a match in a bracket: it is not decided yet which entrant it is."""
NOBODY: Final[Side] = (-1,)
"""A side of a match in a bracket: no entrant will ever be it."""


class Absence(Struct, frozen=True):
    """Rounds in which an entrant does not play: from `first` of a stage to `last`, or to the end of the tournament."""

    stage: int
    first: int
    last: int | None = None
    matches: Leaving = "keep"
    disqualified: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the entrant has not returned."""
        return self.last is None

    def holds(self, number: int) -> bool:
        """Tell whether it covers a round of its stage."""
        return self.first <= number and (self.last is None or number <= self.last)


class EntrantState(Struct, frozen=True):
    """An entrant.

    Attributes:
        number: Its number in the tournament.
        squad: The ids of its players, the captain first.
        waiting: It is on the waiting list.
        withdrawn: The entry was taken back before play.
        free: It is a single player, a free agent, and no team.
        made_into: The number of the team that the free agent was put into; 0: none.
        held_out: It was absent, and the tournament begins without it.
        present: It has checked in.
        absences: When it does not play.
        byes: The stages and rounds in which it wishes a bye.
        seat: The table that it plays at always; None: any.
    """

    number: int
    squad: tuple[str, ...]
    team: str | None = None
    club: str | None = None
    waiting: bool = False
    withdrawn: bool = False
    free: bool = False
    made_into: int = 0
    held_out: bool = False
    present: bool = False
    fee_paid: bool = False
    absences: tuple[Absence, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    seat: VenueTable | None = None

    @property
    def is_entered(self) -> bool:
        """Whether it has a place in the field."""
        return not (self.waiting or self.withdrawn or self.free or self.held_out)

    @property
    def is_free(self) -> bool:
        """Whether it is a single player without a team."""
        return self.free and not self.is_gone

    @property
    def is_gone(self) -> bool:
        """Whether it is an entrant no more: taken back, or put into a team."""
        return self.withdrawn or bool(self.made_into)

    @property
    def is_disqualified(self) -> bool:
        """Whether a director took it out of the tournament."""
        return any(absence.disqualified for absence in self.absences)

    @property
    def is_away(self) -> bool:
        """Whether it has left and not returned."""
        return any(absence.is_open for absence in self.absences)

    def absences_in(self, stage: int) -> tuple[Absence, ...]:
        """Return its absences in a stage; where it has none, it has left an earlier stage for good or is present."""
        return tuple(absence for absence in self.absences if absence.stage == stage)

    def plays_in(self, stage: int, number: int) -> bool:
        """Tell whether the entrant plays in a round of a stage."""
        if own := self.absences_in(stage):
            return not any(absence.holds(number) for absence in own)
        return not any(absence.is_open and absence.stage < stage for absence in self.absences)


class GameState(Struct, frozen=True):
    """A game of a match.

    Attributes:
        number: Its number in the match, from 1.
        stream: The id of its table or score sheet; empty until it is called.
        hands: The hands it is played over; 0: to the end of the rule set.
        report: What it came to; None: not known yet.
        by: The source of the report, with the `side` where a side reported it.
        version: The version of the game's stream that the report follows from.
        confirmed: The report is certain: the game or the desk gave it, or the other side confirmed it.
        seated: The players of each side in it, once it is called.
        time_called: Its running hand is the last.
        called_at: When it was called; None before, and where the desk enters the result.
        reported_at: When it was reported first.
        weighed: The mixture of results that it counts as by a ruling; empty: it counts as it is reported.
        ruled: The cases whose rulings changed it, in that order.
        before: What it was before the first of them; None without.
    """

    number: int
    stream: str = ""
    hands: int = 0
    report: Report | None = None
    by: Reporter | None = None
    version: int = 0
    side: int | None = None
    confirmed: bool = False
    seated: tuple[tuple[str, ...], ...] = ()
    time_called: bool = False
    called_at: datetime | None = None
    reported_at: datetime | None = None
    weighed: tuple[WeighedReport, ...] = ()
    ruled: tuple[str, ...] = ()
    before: "GameState | None" = None

    @property
    def is_certain_elsewhere(self) -> bool:
        """Whether its result is certain without the game: the desk gave it, or both sides did."""
        return self.confirmed and self.by in ("desk", "side")


class DisputeState(Struct, frozen=True):
    """An open case about a hand of a match; `case` is the id of its stream."""

    case: str
    game: int
    hand: int


class SetAside(Struct, frozen=True):
    """A match as it was before a ruling changed who plays in it (`tournaments.events.cases.MatchSetAside`)."""

    case: str
    match: "MatchState"


class TimeProposal(Struct, frozen=True):
    """A time that an entrant has proposed for a match, in seconds since 1970 UTC."""

    entrant: int
    at: int


class MatchState(Struct, frozen=True):
    """A match or a bye.

    Attributes:
        number: Its number in the tournament.
        sides: The entrants of its sides; `OPEN` or `NOBODY` in a bracket. One side alone is a bye.
        slot: Its place in a bracket; None in other formats.
        games: Those called so far, and those before them.
        decision: What a director decided; None without.
        filled_at: When all its entrants were known; None: they are not yet.
        line_ups: The players of entrants that were named.
        seated: The players of each side, once the match is called; those of all rooms.
        substitutes: Those who took over from others since, each after the one who was replaced.
        replays: How often it was begun anew.
        further: The tables of its other rooms, where it is played in several.
        queued_at: When it began to wait for a free table; None: it never did.
        at: The time that it is played at, in seconds since 1970 UTC; None: none is settled.
        proposed: A time that one side has proposed and the other has not answered.
        disputes: The open cases about it: until they are closed its result may change.
        set_aside: What it was before rulings changed who plays in it.
    """

    number: int
    stage: int
    group: int
    round: int
    sides: tuple[Side, ...]
    slot: Slot | None = None
    games: tuple[GameState, ...] = ()
    decision: MatchDecided | None = None
    filled_at: datetime | None = None
    line_ups: tuple[tuple[int, tuple[str, ...]], ...] = ()
    seated: tuple[tuple[str, ...], ...] = ()
    substitutes: tuple[tuple[str, str], ...] = ()
    replays: int = 0
    table: str = ""
    room: str = ""
    further: tuple[VenueTable, ...] = ()
    queued_at: datetime | None = None
    at: int | None = None
    proposed: TimeProposal | None = None
    follow_up: str = ""
    disputes: tuple[DisputeState, ...] = ()
    set_aside: tuple[SetAside, ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether it is no match but a bye."""
        return len(self.sides) == 1

    @property
    def tables(self) -> tuple[VenueTable, ...]:
        """The tables that it is played at: none, one, or one for each of its rooms."""
        return (VenueTable(self.table, self.room), *self.further) if self.table else ()

    @property
    def waits_for_table(self) -> bool:
        """Whether it gets the next table that is free."""
        return self.queued_at is not None and not self.table

    @property
    def confirmed(self) -> bool:
        """Whether games are reported, and all their reports are certain."""
        reported = [game for game in self.games if game.report is not None]
        return bool(reported) and all(game.confirmed for game in reported)

    @property
    def running_games(self) -> tuple[GameState, ...]:
        """The games that are called and not reported: one, or in several rooms one a room."""
        return tuple(game for game in self.games if game.stream and game.report is None)

    @property
    def is_filled(self) -> bool:
        """Whether all its sides have their entrants."""
        return OPEN not in self.sides and NOBODY not in self.sides

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants of all sides."""
        return tuple(entrant for side in self.sides if side != NOBODY for entrant in side)

    @property
    def has_begun(self) -> bool:
        """Whether a game of it has begun or is reported, or a director has decided it."""
        return self.is_called or self.decision is not None

    def game(self, number: int) -> GameState:
        """Return a game of it, which may not be called or reported yet."""
        return self.games[number - 1] if number <= len(self.games) else GameState(number)

    def with_game(self, game: GameState) -> "MatchState":
        """Return it with a game as it is now; of several rooms the last may report first."""
        before = tuple(map(self.game, range(1, game.number)))
        return msgspec.structs.replace(self, games=(*before, game, *self.games[game.number :]))

    def side_of(self, entrant: int) -> int | None:
        """Return the number of the side of an entrant, or None if it does not play in the match."""
        return next((number for number, side in enumerate(self.sides) if entrant in side), None)

    @property
    def is_called(self) -> bool:
        """Whether a game of it has begun or is reported."""
        return bool(self.games)


class RoundState(Struct, frozen=True):
    """A round of a group of a stage: a draft until it is released, played when it is called.

    Attributes:
        called_at: When it was called; None before.
        basis: `TournamentState.moved` of the state it was paired on.
        cost: The cost of the engine's pairing; empty where there is none, or the field is another since.
        edited_cost: The cost of the pairing by hand, where a director changed it.
        broken: The criteria in which that is worse.
        engine: The sides of the engine's pairing, where a director changed it.
    """

    number: int
    group: int
    matches: tuple[int, ...]
    released: bool = False
    called: bool = False
    called_at: datetime | None = None
    basis: int = 0
    cost: tuple[str, ...] = ()
    edited_cost: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    engine: tuple[tuple[Side, ...], ...] = ()


class StageState(Struct, frozen=True):
    """A stage.

    Attributes:
        groups: The entrants of each group in seeding order; empty before it begins.
        rounds: In order, the groups of a round side by side.
        places: Of each group, once the stage is closed.
        adjustments: Match points given (or taken) to entrants by a director, as they are written in the events.
        ties: Orders that were decided by the desk or by extra play.
        joined: Late entrants, each with its first round.
        began_at: When the stage began; None before.
        challenges: Of a ladder, in the order of their numbers.
        steps: Of a ladder, what its order depends on (`tournaments.state.ladder`).
    """

    number: int
    plan: StagePlan
    status: StageStatus = "planned"
    method: int = 1
    groups: tuple[tuple[int, ...], ...] = ()
    rounds: tuple[RoundState, ...] = ()
    places: tuple[tuple[tuple[int, ...], ...], ...] = ()
    declined: tuple[int, ...] = ()
    wild: tuple[int, ...] = ()
    adjustments: tuple[tuple[int, str], ...] = ()
    ties: tuple[tuple[int, ...], ...] = ()
    joined: tuple[tuple[int, int], ...] = ()
    began_at: datetime | None = None
    challenges: tuple[ChallengeState, ...] = ()
    steps: tuple[LadderStep, ...] = ()

    @property
    def field(self) -> tuple[int, ...]:
        """The entrants of all groups."""
        return tuple(entrant for group in self.groups for entrant in group)

    @property
    def scoring(self) -> Scoring:
        """Its match points."""
        return Scoring(**{name: Fraction(points) for name, points in self.plan.scoring.items()})

    def round_of(self, number: int, group: int = 0) -> RoundState | None:
        """Return a round of a group, or None if it is not paired."""
        return next((one for one in self.rounds if (one.number, one.group) == (number, group)), None)

    def challenge(self, number: int) -> ChallengeState:
        """Return a challenge of a ladder."""
        return next(one for one in self.challenges if one.number == number)

    def last_round(self, group: int = 0) -> int:
        """Return the number of the last round that is paired in a group, 0 before the first."""
        return max((one.number for one in self.rounds if one.group == group), default=0)


class Embargo(Struct, frozen=True):
    """Results that not everybody may see.

    Attributes:
        until: The hour at which it is over, in seconds since 1970 UTC; None: when a director releases the results.
        known: The tournament when it began: what everybody has seen.
    """

    until: int | None
    known: "TournamentState"

    def holds(self, at: datetime) -> bool:
        """Tell whether it is in force at a moment."""
        return self.until is None or at.timestamp() < self.until


class PenaltyState(Struct, frozen=True):
    """A penalty: a warning, or match points lost in a stage.

    Attributes:
        version: The version of its event, by which it is undone, and beside which its words lie.
        player: The id of the player whom it is about; empty: the entrant as a whole.
        match: The match in which it happened; None without.
    """

    version: int
    at: datetime
    entrant: int
    kind: PenaltyKind
    reason: str
    stage: int = 0
    points: str = ""
    player: str = ""
    match: int | None = None


class TournamentState(Struct):
    """A tournament. Only the fold changes one, and only its own copy.

    Attributes:
        stream: The tournament's id.
        version: The version of its stream.
        at: The time of the last event.
        order: All entrants in seeding order, those on the waiting list last.
        followers: By the number of a match, those of the matches in its bracket that take its winner or loser.
        staff: The offices of players in this tournament.
        places: The final places, once it is closed.
        penalties: Those given so far, in order.
        last_match: The highest number that a match was given; numbers are never given again.
        moved, timed: The versions of the last events that standings and pairings, or tables and times, may depend on.
        venue, schedule: Its tables and its times (`tournaments.state.schedule`); None: none are named or planned.
        embargo: Over results that not everybody may see, in force or past its hour; None: there is none.
        withheld: Such results are left out (`tournaments.state.published`), but for the matches of `shown_to`.
    """

    stream: UUID
    version: int
    at: datetime
    club: str
    settings: Settings
    status: Status = "open"
    entrants: dict[int, EntrantState] = msgspec.field(default_factory=dict)
    order: tuple[int, ...] = ()
    stages: dict[int, StageState] = msgspec.field(default_factory=dict)
    matches: dict[int, MatchState] = msgspec.field(default_factory=dict)
    followers: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    staff: dict[str, str] = msgspec.field(default_factory=dict)
    forbidden: frozenset[tuple[int, int]] = frozenset()
    lots: dict[int, Lot] = msgspec.field(default_factory=dict)
    places: tuple[tuple[int, ...], ...] = ()
    penalties: tuple[PenaltyState, ...] = ()
    last_match: int = 0
    moved: int = 1
    timed: int = 1
    venue: VenueSet | None = None
    schedule: Schedule | None = None
    embargo: Embargo | None = None
    withheld: bool = False
    shown_to: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"TournamentState({self.stream}/{self.version})"

    def copied(self) -> "TournamentState":
        """Return a copy that a fold may change."""
        return msgspec.structs.replace(
            self,
            entrants=dict(self.entrants),
            stages=dict(self.stages),
            matches=dict(self.matches),
            followers=dict(self.followers),
            staff=dict(self.staff),
            lots=dict(self.lots),
        )

    @property
    def is_over(self) -> bool:
        """Whether the tournament was closed or abandoned."""
        return self.status in OVER

    @property
    def running(self) -> tuple[StageState, ...]:
        """The stages that are being played: one after the other, or side by side."""
        return tuple(stage for stage in self.stages.values() if stage.status == "running")

    def entered(self) -> tuple[int, ...]:
        """Return the entrants with a place in the field, in seeding order."""
        return tuple(number for number in self.order if self.entrants[number].is_entered)

    def free_agents(self) -> tuple[int, ...]:
        """Return the single players without a team, in the order of their numbers."""
        return tuple(number for number, entrant in sorted(self.entrants.items()) if entrant.is_free)

    def matches_of(self, stage: int, group: int | None = None) -> tuple[MatchState, ...]:
        """Return the matches of a stage, or of a group of it, in their order."""
        return tuple(
            match for match in self.matches.values() if match.stage == stage and (group is None or match.group == group)
        )
