"""Deeds about the tournament itself: its settings, stages, staff and end."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import DIRECTORS, Deed, Doer, Refused, Role, stage_with
from tournaments.deeds.entering import waiting_list
from tournaments.deeds.planning import MAX_WAIT, check_plan, check_rooms, check_settings
from tournaments.deeds.presence import check_in_window
from tournaments.events import opening as events
from tournaments.events.entering import EntrantMovedUp
from tournaments.events.settings import Settings, StagePlan
from tournaments.state.tournament import TournamentState

MAX_STAGES = 20


class ChangeTournament(Deed, frozen=True):
    """Change the settings before the first stage begins."""

    settings: Settings


class RunRounds(Deed, frozen=True):
    """Let the server pair, release and call the rounds from now on, or leave that to the staff."""

    automatic: bool


class PlanStage(Deed, frozen=True):
    """Plan a stage, or replace the plan of one that has not begun. Without a number it comes last."""

    plan: StagePlan
    stage: int | None = None


class DropStage(Deed, frozen=True):
    """Drop a stage that has not begun."""

    stage: int


class NameStaff(Deed, frozen=True):
    """Give a player an office in this tournament."""

    player: str
    role: Literal["director", "assistant", "scorer"]


class ReleaseStaff(Deed, frozen=True):
    """Take a player's office in this tournament."""

    player: str


class ExtendCheckIn(Deed, frozen=True):
    """Let captains check in for so many minutes more: from now, or from the end of check-in if that is to come."""

    minutes: int


class OpenEntries(Deed, frozen=True):
    """Take entries again."""


class CloseEntries(Deed, frozen=True):
    """Take no more entries."""


class CloseTournament(Deed, frozen=True):
    """Close the tournament with the places of its last stage."""

    allowed: ClassVar[frozenset[Role]] = DIRECTORS


class ReopenTournament(Deed, frozen=True):
    """Open a closed tournament again, for a correction."""

    reason: str


class AbandonTournament(Deed, frozen=True):
    """End the tournament without places."""

    reason: str


def change_tournament(state: TournamentState, deed: ChangeTournament, doer: Doer) -> list[Any]:
    """Decide a change of the settings; with more room, those who wait move up.

    Refused: `already-begun`, `settings-impossible`, `plan-impossible`.
    """
    if any(stage.status != "planned" for stage in state.stages.values()):
        raise Refused("already-begun", phrase("The tournament has begun; its settings are fixed."))
    if deed.settings == state.settings:
        return []
    check_settings(deed.settings)
    for stage in state.stages.values():
        check_rooms(stage.plan, deed.settings)
    room, waiting = deed.settings.capacity, waiting_list(state)
    free = len(waiting) if room is None else max(0, room - len(state.entered()))
    return [events.TournamentChanged(deed.settings), *(EntrantMovedUp(entrant) for entrant in waiting[:free])]


def run_rounds(state: TournamentState, deed: RunRounds, doer: Doer) -> list[Any]:
    """Decide who runs the rounds, also in the middle of a stage."""
    if deed.automatic == state.settings.automatic:
        return []
    return [events.TournamentChanged(replace(state.settings, automatic=deed.automatic))]


def extend_check_in(state: TournamentState, deed: ExtendCheckIn, doer: Doer) -> list[Any]:
    """Decide a later end of check-in.

    Refused: `already-begun`, `no-end`, `minutes-impossible`, `settings-impossible`.
    """
    if any(stage.status != "planned" for stage in state.stages.values()):
        raise Refused("already-begun", phrase("The tournament has begun; its settings are fixed."))
    settings = state.settings
    _opens, closes = check_in_window(settings)
    if not settings.check_in or closes is None or settings.starts_at is None:
        raise Refused("no-end", phrase("Check-in has no end here: there is nothing to extend."))
    if not 1 <= deed.minutes <= MAX_WAIT:
        raise Refused("minutes-impossible", phrase("Give 1 to 1,440 minutes."), "minutes")
    until = max(closes, doer.at or closes) + 60 * deed.minutes
    # In whole minutes, and not earlier than asked for.
    extended = replace(settings, check_in_closes=(settings.starts_at - until) // 60)
    check_settings(extended)
    return [events.TournamentChanged(extended)]


def plan_stage(state: TournamentState, deed: PlanStage, doer: Doer) -> list[Any]:
    """Decide the plan of a stage.

    Refused: `plan-impossible`, `too-many-stages`, `unknown-stage`, `stage-running`, `later-stage`.
    """
    check_plan(deed.plan)
    check_rooms(deed.plan, state.settings)
    number = deed.stage
    if number is None:
        number = max(state.stages, default=0) + 1
        if number > MAX_STAGES:
            raise Refused("too-many-stages", phrase("A tournament has {most} stages at most."), most=MAX_STAGES)
    else:
        stage_with(state, number, ("planned",))
    for source in deed.plan.source:
        if source.stage >= number or source.stage not in state.stages:
            text = phrase("A stage takes its entrants from an earlier stage; {number} is not earlier.")
            raise Refused("later-stage", text, "source", number=source.stage)
    return [events.StagePlanned(number, deed.plan)]


def drop_stage(state: TournamentState, deed: DropStage, doer: Doer) -> list[Any]:
    """Decide that a stage is not played. Refused: `stage-running`, `stage-needed`."""
    stage_with(state, deed.stage, ("planned",))
    for stage in state.stages.values():
        if any(source.stage == deed.stage for source in stage.plan.source):
            text = phrase("Stage {number} takes its entrants from this one.")
            raise Refused("stage-needed", text, "stage", number=stage.number)
    return [events.StageDropped(deed.stage)]


def name_staff(state: TournamentState, deed: NameStaff, doer: Doer) -> list[Any]:
    """Decide an office."""
    return [] if state.staff.get(deed.player) == deed.role else [events.StaffNamed(deed.player, deed.role)]


def release_staff(state: TournamentState, deed: ReleaseStaff, doer: Doer) -> list[Any]:
    """Decide the end of an office."""
    return [events.StaffReleased(deed.player)] if deed.player in state.staff else []


def open_entries(state: TournamentState, deed: OpenEntries, doer: Doer) -> list[Any]:
    """Decide that entries are taken. Refused: `already-begun`."""
    if state.status == "playing":
        raise Refused("already-begun", phrase("The tournament has begun; late entrants join a stage."))
    return [] if state.status == "open" else [events.EntriesOpened()]


def close_entries(state: TournamentState, deed: CloseEntries, doer: Doer) -> list[Any]:
    """Decide that no more entries are taken."""
    return [events.EntriesClosed()] if state.status == "open" else []


def close_tournament(state: TournamentState, deed: CloseTournament, doer: Doer) -> list[Any]:
    """Decide the end. Refused: `stages-open`, `nothing-played`."""
    open_stages = [stage.number for stage in state.stages.values() if stage.status != "closed"]
    if open_stages:
        text = phrase("Stage {number} is not closed; close or drop it first.")
        raise Refused("stages-open", text, number=open_stages[0])
    if not state.stages:
        raise Refused("nothing-played", phrase("No stage was played; abandon the tournament instead."))
    return [events.TournamentClosed(final_places(state))]


def final_places(state: TournamentState) -> tuple[tuple[int, ...], ...]:
    """Return the places of a tournament whose stages are closed: the last stage first, then those left in earlier ones.

    Of several groups the same places stand side by side.
    """
    places: list[tuple[int, ...]] = []
    placed: set[int] = set()
    for stage in sorted(state.stages.values(), key=lambda stage: -stage.number):
        depth = max((len(group) for group in stage.places), default=0)
        for place in range(depth):
            level: Sequence[int] = [
                entrant
                for group in stage.places
                if place < len(group)
                for entrant in group[place]
                if entrant not in placed
            ]
            if level:
                places.append(tuple(level))
                placed.update(level)
    return tuple(places)


def reopen_tournament(state: TournamentState, deed: ReopenTournament, doer: Doer) -> list[Any]:
    """Decide that a closed tournament goes on. Refused: `not-over`."""
    if not state.is_over:
        raise Refused("not-over", phrase("The tournament is not over."))
    return [events.TournamentReopened(deed.reason)]


def abandon_tournament(state: TournamentState, deed: AbandonTournament, doer: Doer) -> list[Any]:
    """Decide an end without places."""
    return [events.TournamentAbandoned(deed.reason)]
