"""Deeds about stages and rounds: begin, pair, release, call, close, and who goes on."""

from collections.abc import Collection, Sequence
from itertools import chain, count
from typing import Any, ClassVar, Final, Literal

import msgspec

from engine import load_rules
from engine.phrases import phrase
from tournaments.deeds.base import (
    POINTS,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_no_free_agent,
    entrant_of,
    stage_with,
)
from tournaments.deeds.placing import placing_events, round_placings
from tournaments.deeds.presence import absent
from tournaments.deeds.seating import check_players
from tournaments.events import staging as events
from tournaments.events.scheduling import VenueTable
from tournaments.events.settings import Settings, StagePlan
from tournaments.events.staging import Pairing
from tournaments.flow.grouping import groups_of
from tournaments.flow.qualifying import field_of
from tournaments.formats.points_race import SIDES
from tournaments.lots.lot import Lot
from tournaments.stages.stage import BRACKETS, POINTS_RACE, SWISS
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import is_over, last_round, round_plan
from tournaments.state.standing import rows_of
from tournaments.state.tournament import RoundState, StageState, TournamentState

UNPAIRED: Final = phrase(
    "Round {round} was paired without entrant {entrants}: discard the draft and pair it again, or pair by hand."
)
METHOD = 1
"""The version of the rules by which standings are computed."""


class Draft(msgspec.Struct, frozen=True):
    """What was computed for a deed, and on which version of the tournament's inputs.

    Attributes:
        basis: `TournamentState.moved` of the state it was computed on.
        events: What it would append.
    """

    basis: int
    events: tuple[Any, ...]


class StaleDraft(Exception):  # noqa: N818  # not a fault: it is computed again
    """The tournament has moved since a draft was computed."""


class BeginStage(Deed, frozen=True):
    """Begin a planned stage with the entrants that belong into it."""

    stage: int


class PairRound(Deed, frozen=True):
    """Pair the next round of a stage, or draw its schedule or bracket. With `anyway`, missing results are ignored."""

    stage: int
    anyway: bool = False


class EditPairings(Deed, frozen=True):
    """Pair a round by hand before it is released.

    Attributes:
        matches: The entrants of each side of each match, home first; one side alone rests.
    """

    stage: int
    round: int
    matches: tuple[tuple[tuple[int, ...], ...], ...]
    group: int = 0


class UnpairRound(Deed, frozen=True):
    """Throw the draft of the last round away."""

    stage: int
    round: int


class ReleaseRound(Deed, frozen=True):
    """Publish the pairings of a round, and put its matches on the tables of the venue, if there is one.

    `taken` are tables at which other tournaments of the hall play.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    round: int
    taken: tuple[VenueTable, ...] = ()


class CallRound(Deed, frozen=True):
    """Let the matches of a released round begin."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    round: int


class CloseStage(Deed, frozen=True):
    """Close a stage with its places."""

    stage: int


class ReopenStage(Deed, frozen=True):
    """Open a closed stage again, for a correction."""

    stage: int
    reason: str


class DeclineQualification(Deed, frozen=True):
    """Let an entrant not play in a planned stage: the next in line does."""

    stage: int
    entrant: int


class GiveWildCard(Deed, frozen=True):
    """Take an entrant into a planned stage that it has not qualified for."""

    stage: int
    entrant: int


class AdjustPoints(Deed, frozen=True):
    """Give match points to an entrant or take them, as an integer or "p/q"."""

    stage: int
    entrant: int
    points: str
    reason: str


class DecideTie(Deed, frozen=True):
    """Put entrants that are level on all criteria into an order."""

    stage: int
    order: tuple[int, ...]
    by: Literal["play", "desk"] = "desk"


def begin_stage(state: TournamentState, deed: BeginStage, doer: Doer) -> list[Any]:
    """Decide the field and the groups.

    Refused: `stage-running`, `stage-planned`, `entrants-absent`, `no-lot`, `wrong-sides`, `too-few-entrants`,
    `squad-too-small`.
    """
    stage = stage_with(state, deed.stage, ("planned",))
    for source in stage.plan.source:
        stage_with(state, source.stage, ("closed",))
    if not stage.plan.source:
        _check_present(state, stage)
    field = field_of(state, stage.number)
    if stage.plan.by_lot:
        lot = drawn_lot(state, field)
        if lot is None:
            raise Refused("no-lot", no_lot(stage.plan), "stage")
        field = tuple(sorted(field, key=lot.order.index))
    sides = least_of(stage.plan)
    if _sides_of(state.settings) != sides:
        text = phrase("This format needs a rule set of {count} sides.")
        raise Refused("wrong-sides", text, "stage", count=sides)
    if len(field) < sides * stage.plan.groups:
        raise Refused("too-few-entrants", too_few(stage.plan), "stage", least=sides, count=len(field))
    for entrant in field:
        check_players(state, stage.plan, entrant)
    clubs = {entrant: state.entrants[entrant].club for entrant in field} if stage.plan.apart else None
    return [events.StageBegun(stage.number, groups_of(field, stage.plan.groups, clubs), METHOD)]


def least_of(plan: StagePlan) -> int:
    """Return how many entrants a group of a stage needs at least: those of a match."""
    return SIDES if plan.type == POINTS_RACE else 2


def too_few(plan: StagePlan) -> str:
    """Return the sentence that a stage has too few entrants, with the places `least` and `count`."""
    if plan.groups > 1:
        return phrase("Each group needs at least {least} entrants; there are {count} in all.")
    return phrase("At least {least} entrants are needed; there are {count}.")


def no_lot(plan: StagePlan) -> str:
    """Return the sentence that a stage waits for its lot, in words that fit its format."""
    if plan.groups > 1:
        return phrase("Draw the lot for the groups first.")
    if plan.type in BRACKETS:
        return phrase("Draw the lot for the places in the bracket first.")
    return phrase("Draw the lot for the order of the entrants first.")


def absent_from(state: TournamentState, stage: StageState) -> list[int]:
    """Return the entrants of the entry list whose check-in a first stage waits for."""
    return [entrant for entrant in absent(state) if entrant not in (*stage.declined, *stage.wild)]


def _check_present(state: TournamentState, stage: StageState) -> None:
    """Refuse to begin without entrants that have not checked in, until a director goes on without them."""
    if missing := absent_from(state, stage):
        text = phrase("Not checked in yet: entrant {entrants}. Wait for them, or go on without them.")
        raise Refused("entrants-absent", text, "stage", entrants=", ".join(map(str, missing[:20])))


def drawn_lot(state: TournamentState, field: Collection[int]) -> Lot | None:
    """Return the last lot drawn that all of these entrants took part in, or None; none is drawn among nobody."""
    if not field:
        return None
    return next((lot for lot in reversed(state.lots.values()) if set(field) <= set(lot.order)), None)


def _sides_of(settings: Settings) -> int:
    """Return the number of sides of the rule set of a tournament."""
    return len(load_rules(settings.rules, settings.options, version=settings.engine).sides)


def check_results(state: TournamentState, stage: StageState) -> None:
    """Refuse to go on while results of a stage are missing or unconfirmed.

    Raises:
        Refused: `results-missing`, `unconfirmed`, with the numbers of the matches.
    """
    last = last_round(state, stage)
    plans = {number: round_plan(stage.plan, number, last) for number in {paired.number for paired in stage.rounds}}
    open_matches = [
        match
        for match in state.matches_of(stage.number)
        if not is_over(state, match, plans[match.round]) and is_needed(state, match)
    ]
    waiting = [match for match in open_matches if any(game.report is not None for game in match.games)]
    if missing := [match.number for match in open_matches if match not in waiting]:
        text = phrase("The results of match {matches} are missing.")
        raise Refused("results-missing", text, "stage", matches=", ".join(map(str, missing[:20])))
    if waiting:
        text = phrase("The results of match {matches} are waiting for confirmation.")
        raise Refused("unconfirmed", text, "stage", matches=", ".join(str(match.number) for match in waiting[:20]))


def edited(state: TournamentState, deed: EditPairings) -> tuple[Pairing, ...]:
    """Return the matches of a round as a director pairs it; matches keep their numbers as far as they go.

    An entrant that has left since the round was paired may be left out; those that came since are named too.

    Raises:
        Refused: `unknown-stage`, `no-rounds`, `not-paired`, `released`, `wrong-sides`, `wrong-entrants`.
    """
    stage = _with_rounds(state, deed.stage)
    paired = stage.round_of(deed.round, deed.group)
    if paired is None:
        raise Refused("not-paired", phrase("Round {number} is not paired yet."), "round", number=deed.round)
    _check_draft(paired)
    before = [state.matches[number] for number in paired.matches]
    sizes = {len(side) for match in before for side in match.sides if not match.is_bye}
    count_of_sides = SIDES if stage.plan.type == POINTS_RACE else 2
    for match in deed.matches:
        full = len(match) == count_of_sides and {len(side) for side in match} == sizes
        if not full and len(match) != 1:
            text = phrase("A match has {count} sides of the size paired; only one side can rest.")
            raise Refused("wrong-sides", text, "matches", count=count_of_sides)
    expected = {entrant for match in before for entrant in match.entrants}
    expected.update(set(unpaired(state, stage, deed.round)).intersection(stage.groups[deed.group]))
    away = {entrant for entrant in expected if not state.entrants[entrant].plays_in(stage.number, deed.round)}
    named = [entrant for match in deed.matches for side in match for entrant in side]
    if len(set(named)) != len(named) or not expected - away <= set(named) <= expected:
        text = phrase("Name every entrant of the round once, in a match or with the bye.")
        raise Refused("wrong-entrants", text, "matches")
    numbers = chain(paired.matches, count(state.last_match + 1))
    return tuple(Pairing(number, sides) for number, sides in zip(numbers, deed.matches, strict=False))


def unpair_round(state: TournamentState, deed: UnpairRound, doer: Doer) -> list[Any]:
    """Decide that a draft is thrown away. Refused: `released`, `not-paired`, `not-last`, `no-rounds`."""
    stage = _with_rounds(state, deed.stage)
    for paired in _rounds(stage, deed.round):
        _check_draft(paired)
    if deed.round != max(one.number for one in stage.rounds):
        raise Refused("not-last", phrase("A later round is paired; undo that first."), "round")
    return [events.RoundUnpaired(stage.number, deed.round)]


def release_round(state: TournamentState, deed: ReleaseRound, doer: Doer) -> list[Any]:
    """Decide that pairings are published. Refused: `not-paired`, `entrants-unpaired`."""
    stage = stage_with(state, deed.stage, ("running",))
    rounds = _rounds(stage, deed.round)
    if missing := unpaired(state, stage, deed.round):
        raise Refused(
            "entrants-unpaired", UNPAIRED, "round", round=deed.round, entrants=", ".join(map(str, missing[:20]))
        )
    if all(one.released for one in rounds):
        return []
    placings = round_placings(state, stage, deed.round, deed.taken) if state.venue is not None else ()
    released = events.RoundReleased(stage.number, deed.round)
    return [released, *placing_events(placings)]


def unpaired(state: TournamentState, stage: StageState, number: int) -> tuple[int, ...]:
    """Return the entrants that play in a round, but came or returned after its draft was paired."""
    if stage.plan.type not in (SWISS, POINTS_RACE):
        return ()
    joined = dict(stage.joined)
    return tuple(
        entrant
        for paired in stage.rounds
        if paired.number == number and not paired.released
        for entrant in _left_over(state, stage, paired)
        if joined.get(entrant, 1) <= number and state.entrants[entrant].plays_in(stage.number, number)
    )


def _left_over(state: TournamentState, stage: StageState, paired: RoundState) -> list[int]:
    """Return the entrants of a group that stand in no match of a round."""
    named = {entrant for number in paired.matches for entrant in state.matches[number].entrants}
    return [entrant for entrant in stage.groups[paired.group] if entrant not in named]


def call_round(state: TournamentState, deed: CallRound, doer: Doer) -> list[Any]:
    """Decide that a round begins. Refused: `not-paired`, `not-released`."""
    stage = stage_with(state, deed.stage, ("running",))
    rounds = _rounds(stage, deed.round)
    if not all(one.released for one in rounds):
        raise Refused("not-released", phrase("Release round {number} first."), "round", number=deed.round)
    return [] if all(one.called for one in rounds) else [events.RoundCalled(stage.number, deed.round)]


def reopen_stage(state: TournamentState, deed: ReopenStage, doer: Doer) -> list[Any]:
    """Decide that a closed stage goes on. Refused: `stage-needed`."""
    stage = stage_with(state, deed.stage, ("closed",))
    for later in state.stages.values():
        if later.status != "planned" and any(source.stage == stage.number for source in later.plan.source):
            text = phrase("Stage {number} took its entrants from this one; undo its beginning first.")
            raise Refused("stage-needed", text, "stage", number=later.number)
    return [events.StageReopened(stage.number, deed.reason)]


def decline_qualification(state: TournamentState, deed: DeclineQualification, doer: Doer) -> list[Any]:
    """Decide that an entrant does not go on. Refused: `not-qualified`."""
    stage = stage_with(state, deed.stage, ("planned",))
    entrant = entrant_of(state, deed.entrant)
    if entrant.number not in field_of(state, stage.number):
        if entrant.number in stage.declined:
            return []
        raise Refused("not-qualified", phrase("This entrant has not qualified for the stage."), "entrant")
    return [events.QualificationDeclined(stage.number, entrant.number)]


def give_wild_card(state: TournamentState, deed: GiveWildCard, doer: Doer) -> list[Any]:
    """Decide a wild card. Refused: `free-agent`, `already-qualified`."""
    stage = stage_with(state, deed.stage, ("planned",))
    entrant = entrant_of(state, deed.entrant)
    check_no_free_agent(entrant)
    if entrant.number in field_of(state, stage.number):
        raise Refused("already-qualified", phrase("This entrant is already in the stage."), "entrant")
    return [events.WildCardGiven(stage.number, entrant.number)]


def adjust_points(state: TournamentState, deed: AdjustPoints, doer: Doer) -> list[Any]:
    """Decide match points given or taken. Refused: `not-in-stage`, `points-unreadable`."""
    stage = stage_with(state, deed.stage, ("running",))
    if deed.entrant not in stage.field:
        raise Refused("not-in-stage", phrase("This entrant does not play in the stage."), "entrant")
    if not POINTS.fullmatch(deed.points):
        raise Refused("points-unreadable", phrase("Enter the points as 1, -2 or 1/2."), "points")
    return [events.PointsAdjusted(stage.number, deed.entrant, deed.points, deed.reason)]


def decide_tie(state: TournamentState, deed: DecideTie, doer: Doer) -> list[Any]:
    """Decide the order of entrants that are level. Refused: `not-in-stage`, `entrant-twice`, `not-level`."""
    stage = stage_with(state, deed.stage, ("running",))
    if not set(deed.order) <= set(stage.field):
        raise Refused("not-in-stage", phrase("An entrant does not play in the stage."), "order")
    if len(set(deed.order)) != len(deed.order) or len(deed.order) < 2:
        raise Refused("entrant-twice", phrase("Name at least two entrants, each once."), "order")
    if not is_level_group(state, stage, deed.order):
        text = phrase("Name all entrants that share a place and are level on all criteria, and no others.")
        raise Refused("not-level", text, "order")
    return [events.TieDecided(stage.number, deed.order, deed.by)]


def is_level_group(state: TournamentState, stage: StageState, entrants: Sequence[int]) -> bool:
    """Tell whether some entrants are all those that share a place in the standings of their group."""
    group = next(number for number, members in enumerate(stage.groups) if entrants[0] in members)
    rows = rows_of(state, stage.number, group)
    rank = next(row.rank for row in rows if row.entrant == str(entrants[0]))
    return {int(row.entrant) for row in rows if row.rank == rank} == set(entrants)


def _rounds(stage: StageState, number: int) -> list[RoundState]:
    rounds = [one for one in stage.rounds if one.number == number]
    if not rounds:
        raise Refused("not-paired", phrase("Round {number} is not paired yet."), "round", number=number)
    return rounds


def _with_rounds(state: TournamentState, number: int) -> StageState:
    """Return a running stage that is paired round by round, or by a schedule."""
    stage = stage_with(state, number, ("running",))
    if stage.plan.type in BRACKETS:
        raise Refused("no-rounds", phrase("A bracket is drawn as a whole; undo the draw instead."), "stage")
    return stage


def _check_draft(paired: RoundState) -> None:
    if paired.released:
        text = phrase("Round {number} is released; undo that first.")
        raise Refused("released", text, "round", number=paired.number)
