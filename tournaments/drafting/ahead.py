"""The rounds that a tournament is going to have, with the tables and minutes they need, as far as its plan says it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, Final

from tournaments.drafting.rounds import drawn_matches, drawn_rounds
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.formats.errors import DrawError
from tournaments.formats.points_race import SIDES, rounds_for
from tournaments.stages.stage import BRACKETS, INDIVIDUAL, LADDER, POINTS_RACE, SWISS, Entrant, Stage
from tournaments.state.outcomes import last_round, round_plan
from tournaments.state.tournament import StageState, TournamentState
from tournaments.timetable.proposing import Need

MINUTES_A_HAND: Final = 4
"""How long a hand is taken to last, where nothing is measured."""
USUAL_MINUTES: Final = 60
"""How long a match without a limit and without a number of hands is taken to last."""
MAX_DRAWN: Final = 128
"""The entrants of a group up to which a schedule is drawn to count its rounds."""


def slots_ahead(state: TournamentState, match_minutes: int = 0) -> tuple[tuple[Need, ...], ...]:
    """Return the rounds of all stages, those side by side together: a stage begins after those it takes entrants from.

    Rounds of several days and ladders have no time of their own and are left out.

    Args:
        match_minutes: How long a match may take; 0: as the plans say.
    """
    ends: dict[int, int] = {}
    slots: dict[int, list[Need]] = {}
    for stage in state.stages.values():
        if stage.plan.days or stage.plan.type == LADDER:
            continue
        first = max((ends.get(source.stage, 0) for source in stage.plan.source), default=0)
        tables = _tables(state, stage)
        last = max(tables, default=0)
        for number in sorted(tables):
            plan = round_plan(stage.plan, number, max(last, last_round(state, stage)))
            need = Need(stage.number, number, tables[number] * plan.rooms, match_minutes or usual_minutes(plan))
            slots.setdefault(first + number, []).append(need)
        ends[stage.number] = first + last
    return tuple(tuple(slots[place]) for place in sorted(slots))


def usual_minutes(plan: MatchPlan) -> int:
    """Return how many minutes a match may take, or is taken to last without a limit."""
    if plan.minutes:
        return plan.minutes
    games = ceil(plan.games / plan.rooms)
    return max(10, ceil(plan.hands * games * MINUTES_A_HAND / 5) * 5) if plan.hands else USUAL_MINUTES


def _tables(state: TournamentState, stage: StageState) -> Counter[int]:
    """Return how many matches the rounds of a stage have: those that are paired, and those to come."""
    counts: Counter[int] = Counter()
    for paired in stage.rounds:
        counts[paired.number] += sum(not state.matches[match].is_bye for match in paired.matches)
    drawn = max(counts, default=0)
    sizes = [len(group) for group in stage.groups] or _sizes(state, stage)
    for size in sizes:
        for number, count in _of_group(stage.plan, size):
            if number > drawn:
                counts[number] += count
    return +counts


def _sizes(state: TournamentState, stage: StageState) -> list[int]:
    """Return how many entrants the groups of a stage are going to have."""
    count = _field(state, stage)
    groups = stage.plan.groups
    return [count // groups + (number < count % groups) for number in range(groups)]


def _field(state: TournamentState, stage: StageState) -> int:
    if not stage.plan.source:
        return len(state.entered()) or state.settings.capacity or 0
    return sum(
        (source.last - source.first + 1) * state.stages[source.stage].plan.groups + source.best
        for source in stage.plan.source
        if source.stage in state.stages
    )


def _of_group(plan: StagePlan, size: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the rounds of a group with the matches of each."""
    if size < 2:
        return
    if plan.type in (SWISS, POINTS_RACE):
        sides = SIDES if plan.type == POINTS_RACE else 2
        rounds = plan.rounds or (rounds_for(size) if plan.type == POINTS_RACE else 0)
        yield from ((number, size // sides) for number in range(1, rounds + 1))
        return
    try:
        if plan.type in BRACKETS:
            yield from sorted(Counter(match["round"] for match in drawn_matches(_value(plan, size))).items())
        elif plan.type == INDIVIDUAL:
            # Its schedule is searched for, which takes long; the number of its tables needs no search.
            rounds, seats = int(plan.options.get("rounds", 1)), int(plan.options.get("seats", 4))
            yield from ((number, size // seats) for number in range(1, rounds + 1))
        elif size <= MAX_DRAWN:
            yield from enumerate(map(len, drawn_rounds(_value(plan, size))), start=1)
    except DrawError:
        return


def _value(plan: StagePlan, size: int) -> Stage:
    entrants: Sequence[Entrant] = [Entrant(id=str(number), seed=number) for number in range(1, size + 1)]
    options: dict[str, Any] = dict(plan.options)
    return Stage(id="1", type=plan.type, entrants=tuple(entrants), options=options)
