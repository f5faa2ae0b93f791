"""Which entrants a stage takes over from earlier ones: places of each group, the best of the next place, wild cards."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from tournaments.events.settings import Qualifiers
from tournaments.stages.stage import POINTS_RACE
from tournaments.state.stages import stage_of
from tournaments.state.standing import rows_of
from tournaments.state.tournament import EntrantState, StageState, TournamentState
from tournaments.tiebreaks.race import CRITERIA as RACE_CRITERIA
from tournaments.tiebreaks.ranking import standings

_RECORD: Final = ("points", "difference", "scored")
"""The criteria by which entrants of different groups are compared."""


def field_of(state: TournamentState, number: int) -> tuple[int, ...]:
    """Return the entrants of a stage that is to begin, in seeding order.

    The winners of all groups come first, then those on second places, and so on; on one place the better record goes
    first. An entrant that declined is passed over: the next in line of its group takes the place. Wild cards come last.
    Those that have withdrawn, or left and not returned, are not among them.

    Args:
        number: The number of the stage; the stages it takes entrants from are closed.
    """
    stage = state.stages[number]
    if not stage.plan.source:
        everybody = [state.entrants[entrant] for entrant in state.entered()]
        present = [one.number for one in everybody if one.present or not state.settings.check_in]
        called = dict.fromkeys((*(entrant for entrant in present if entrant not in stage.declined), *stage.wild))
        return tuple(entrant for entrant in called if _comes(state.entrants[entrant]))
    seen: dict[int, None] = {}
    for source in stage.plan.source:
        seen.update(dict.fromkeys(qualified(state, source, stage)))
    seen.update(dict.fromkeys(stage.wild))
    return tuple(entrant for entrant in seen if _comes(state.entrants[entrant]))


def qualified(state: TournamentState, source: Qualifiers, stage: StageState) -> tuple[int, ...]:
    """Return the entrants that come from one source, in the order in which they are seeded."""
    earlier = state.stages[source.stage]
    lines = [_in_line(state, group, stage.declined) for group in earlier.places]
    taken: list[int] = []
    for place in range(source.first - 1, source.last):
        taken += _by_record(state, earlier, [line[place] for line in lines if place < len(line)])
    if source.best:
        next_ones = [line[source.last] for line in lines if source.last < len(line)]
        taken += best_of(state, earlier, next_ones)[: source.best]
    return tuple(taken)


def best_of(state: TournamentState, stage: StageState, entrants: Sequence[int]) -> list[int]:
    """Return entrants of different groups by their records, over equal numbers of matches.

    Where groups are of different sizes, the matches against the last of the larger groups are left out.
    """
    smallest = min((len(group) for group in stage.groups), default=0)
    records = {entrant: _record(state, stage, entrant, smallest) for entrant in entrants}
    return sorted(entrants, key=lambda entrant: (*(-value for value in records[entrant]), entrants.index(entrant)))


def _in_line(state: TournamentState, places: Sequence[Sequence[int]], declined: Sequence[int]) -> list[int]:
    """Return the entrants of a group by place, without those that do not go on."""
    return [
        entrant
        for place in places
        for entrant in place
        if entrant not in declined and not state.entrants[entrant].is_away
    ]


def _comes(entrant: EntrantState) -> bool:
    return not (entrant.withdrawn or entrant.is_away)


def _by_record(state: TournamentState, stage: StageState, entrants: Sequence[int]) -> list[int]:
    return list(entrants) if len(stage.groups) < 2 else best_of(state, stage, entrants)


def _record(state: TournamentState, stage: StageState, entrant: int, smallest: int) -> tuple[Fraction, ...]:
    """Return match points, difference and points scored of an entrant against the first of its group.

    A match of three sides is against two at once: of a points race all matches count.
    """
    group = next(number for number, members in enumerate(stage.groups) if entrant in members)
    if stage.plan.type == POINTS_RACE:
        values = next(row.values for row in rows_of(state, stage.number, group) if row.entrant == str(entrant))
        return tuple(Fraction(values[name] or 0) for name in RACE_CRITERIA)
    by_place = [str(other) for place in stage.places[group] for other in place]
    among = {*by_place[:smallest], str(entrant)}
    value = stage_of(state, stage.number, group)
    kept = tuple(match for match in value.matches if match.away is None or {match.home, match.away} <= among)
    rows = standings(replace(value, matches=kept, tie_breaks=_RECORD))
    values = next(row.values for row in rows if row.entrant == str(entrant))
    return tuple(Fraction(values[name] or 0) for name in _RECORD)
