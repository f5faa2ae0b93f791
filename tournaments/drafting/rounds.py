"""Drafts of rounds: the pairing of the next one, a schedule, or a whole bracket."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, count
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import Refused, stage_with
from tournaments.deeds.staging import Draft, PairRound, check_results
from tournaments.events.staging import BracketDrawn, Pairing, RoundPaired, Slot
from tournaments.flow.grouping import groups_of
from tournaments.formats import consolation, placing
from tournaments.formats.drawing import draw
from tournaments.formats.knock_out import written
from tournaments.formats.points_race import next_round, rounds_for
from tournaments.formats.swiss import pair_next
from tournaments.pairing.bracket import BracketMatch
from tournaments.stages.stage import (
    BRACKETS,
    CONSOLATION,
    CROSS_GROUP,
    INDIVIDUAL,
    LADDER,
    PLACING,
    POINTS_RACE,
    ROUND_ROBIN,
    SWISS,
    Stage,
)
from tournaments.state.races import meetings
from tournaments.state.stages import stage_of
from tournaments.state.tournament import Side, StageState, TournamentState

MAX_EVENTS: Final = 90
"""The events of one draft. A longer schedule takes several."""
MAX_SLOTS: Final = 250
"""The matches of a bracket in one event, so that its body stays below the limit of the log."""

_FURTHER: Final[Mapping[str, Callable[[Stage], tuple[BracketMatch, ...]]]] = {
    PLACING: placing.bracket_of,
    CONSOLATION: consolation.bracket_of,
}
"""The brackets that only a running tournament has."""


def draft_round(state: TournamentState, deed: PairRound) -> Draft:
    """Return the events that pair a stage: of a Swiss and a points race the next round, of others all that is left.

    Raises:
        Refused: `results-missing` and `unconfirmed` in a Swiss, `no-rounds` in a ladder, `all-rounds-paired`, and those
            of `stage_with`.
        DrawError, PairingError: The stage cannot be drawn or paired with its settings.
    """
    stage = stage_with(state, deed.stage, ("running",))
    if stage.plan.type == LADDER:
        raise Refused("no-rounds", phrase("A ladder is not paired: its entrants challenge each other."), "stage")
    if stage.plan.type == SWISS and not deed.anyway:
        check_results(state, stage)
    numbers = count(state.last_match + 1)
    if stage.plan.type in BRACKETS:
        events = _brackets(state, stage, state.last_match + 1)
    elif stage.plan.type == SWISS:
        events = _swiss(state, stage, numbers)
    elif stage.plan.type == POINTS_RACE:
        events = _race(state, stage, numbers)
    else:
        events = _schedules(state, stage, numbers)
    if not events:
        raise Refused("all-rounds-paired", phrase("All rounds of stage {number} are paired."), number=stage.number)
    return Draft(state.moved, tuple(events))


def _swiss(state: TournamentState, stage: StageState, numbers: Iterator[int]) -> list[Any]:
    if stage.last_round() >= stage.plan.rounds:
        return []
    events = []
    for group in range(len(stage.groups)):
        value, wished = swiss_before(state, stage, group, stage.last_round(group) + 1)
        paired = pair_next(value)
        pairings = [Pairing(next(numbers), ((int(home),), (int(away),))) for home, away in paired.pairs]
        byes = [*([int(paired.bye)] if paired.bye is not None else []), *wished]
        pairings += [Pairing(next(numbers), ((entrant,),)) for entrant in byes]
        cost = tuple(map(str, paired.cost))
        events.append(RoundPaired(stage.number, group, paired.round, tuple(pairings), state.moved, cost))
    return events


def swiss_before(state: TournamentState, stage: StageState, group: int, number: int) -> tuple[Stage, tuple[int, ...]]:
    """Return a group of a Swiss as a round is paired in it, and the entrants that rest in it by their own wish."""
    wished = tuple(entrant for entrant in stage.groups[group] if _wishes_bye(state, entrant, stage.number, number))
    value = _prepared(state, stage, _without(stage_of(state, stage.number, group), wished, number), number)
    return replace(value, matches=tuple(match for match in value.matches if match.round < number)), wished


def _race(state: TournamentState, stage: StageState, numbers: Iterator[int]) -> list[Any]:
    """Return the next round of all groups of a points race; of a group that has all of its rounds none."""
    events = []
    for group, field in enumerate(stage.groups):
        number = stage.last_round(group) + 1
        if number > (stage.plan.rounds or rounds_for(len(field))):
            continue
        before = race_before(state, stage, group, number)
        paired = next_round(before.players, before.met, before.rested, number)
        pairings = [Pairing(next(numbers), tuple((entrant,) for entrant in table)) for table in paired.tables]
        pairings += [Pairing(next(numbers), ((entrant,),)) for entrant in (*paired.resting, *before.wished)]
        events.append(RoundPaired(stage.number, group, number, tuple(pairings), state.moved))
    return events


class RaceBefore(Struct, frozen=True):
    """A group of a points race before a round.

    Attributes:
        players: The entrants that play in the round or may rest in it, in seeding order.
        met: How often two entrants meet in the rounds before it.
        rested: How often each has rested before it.
        wished: The entrants that rest in it by their own wish.
    """

    players: tuple[int, ...]
    met: Mapping[frozenset[int], int]
    rested: Mapping[int, int]
    wished: tuple[int, ...]


def race_before(state: TournamentState, stage: StageState, group: int, number: int) -> RaceBefore:
    """Return a group of a points race as a round is paired in it."""
    joined = dict(stage.joined)
    present = [
        entrant
        for entrant in stage.groups[group]
        if joined.get(entrant, 1) <= number and state.entrants[entrant].plays_in(stage.number, number)
    ]
    wished = tuple(entrant for entrant in present if _wishes_bye(state, entrant, stage.number, number))
    byes = (match for match in state.matches_of(stage.number, group) if match.is_bye and match.round < number)
    return RaceBefore(
        tuple(entrant for entrant in present if entrant not in wished),
        meetings(state, stage.number, group, before=number),
        Counter(match.entrants[0] for match in byes),
        wished,
    )


def _wishes_bye(state: TournamentState, entrant: int, stage: int, number: int) -> bool:
    return (stage, number) in state.entrants[entrant].byes and state.entrants[entrant].plays_in(stage, number)


def _without(stage: Stage, wished: Sequence[int], number: int) -> Stage:
    """Return the stage as if some entrants were not in the field of a round."""
    away = {str(entrant) for entrant in wished}
    return replace(
        stage,
        entrants=tuple(
            replace(entrant, until_round=number - 1) if entrant.id in away else entrant for entrant in stage.entrants
        ),
    )


def _prepared(state: TournamentState, stage: StageState, value: Stage, number: int) -> Stage:
    """Return the stage as a round of a Swiss is paired: entrants of one club apart, the upper half accelerated."""
    if number <= stage.plan.apart:
        clubs: defaultdict[str, list[str]] = defaultdict(list)
        for entrant in value.entrants:
            if (club := state.entrants[int(entrant.id)].club) is not None:
                clubs[club].append(entrant.id)
        together = [list(pair) for members in clubs.values() for pair in combinations(members, 2)]
        value = replace(value, options={**value.options, "forbidden": [*value.options["forbidden"], *together]})
    if number <= stage.plan.acceleration:
        adjustments = dict(value.adjustments)
        for entrant in value.entrants[: (len(value.entrants) + 1) // 2]:
            adjustments[entrant.id] = adjustments.get(entrant.id, Fraction(0)) + value.scoring.win
        value = replace(value, adjustments=adjustments)
    return value


def _schedules(state: TournamentState, stage: StageState, numbers: Iterator[int]) -> list[Any]:
    """Return the rounds of all groups that are not paired yet, round by round."""
    schedules = [draw(_unplayed(stage_of(state, stage.number, group)))["rounds"] for group in range(len(stage.groups))]
    events: list[Any] = []
    last = max((one.number for one in stage.rounds), default=0)
    for number in range(last + 1, max(map(len, schedules)) + 1):
        if len(events) + len(schedules) > MAX_EVENTS:
            break
        for group, rounds in enumerate(schedules):
            if number > len(rounds):
                continue
            pairings = tuple(Pairing(next(numbers), sides) for sides in _sides(rounds[number - 1]))
            events.append(RoundPaired(stage.number, group, number, pairings, state.moved))
    return events


def drawn_rounds(stage: Stage) -> list[Any]:
    """Return the rounds of a schedule that is drawn as a whole.

    Raises:
        DrawError: It cannot be drawn with its settings.
    """
    return list(draw(_unplayed(stage))["rounds"])


def has_rounds_left(state: TournamentState, stage: StageState) -> bool:
    """Tell whether a schedule that is drawn as a whole has rounds that are not paired yet."""
    if stage.plan.type not in (ROUND_ROBIN, CROSS_GROUP, INDIVIDUAL):
        return False
    return bool(_schedules(state, stage, count(state.last_match + 1)))


def _unplayed(stage: Stage) -> Stage:
    """Return a stage to be drawn; a cross-group without halves gets them by the seeds in a snake, as groups are."""
    options = dict(stage.options)
    if stage.type == CROSS_GROUP and "halves" not in options:
        names = [entrant.id for entrant in stage.entrants]
        options["halves"] = [[names[place] for place in half] for half in groups_of(range(len(names)), 2)]
    return replace(stage, options=options, matches=())


def _sides(drawn: Any) -> Iterator[tuple[Side, ...]]:
    """Yield the sides of each match of a round: of its pairs, or of its tables, where partners sit across."""
    if isinstance(drawn, dict):
        for table in drawn["tables"]:
            seats = [int(player) for player in table]
            yield tuple(seats[0::2]), tuple(seats[1::2])
    else:
        for home, away in drawn:
            yield (int(home),), (int(away),)


def _brackets(state: TournamentState, stage: StageState, first: int) -> list[Any]:
    """Return the brackets of all groups, in parts; none if they are drawn already."""
    if stage.rounds:
        return []
    events = []
    for group in range(len(stage.groups)):
        slots = [_slot(match) for match in drawn_matches(stage_of(state, stage.number, group))]
        for start in range(0, len(slots), MAX_SLOTS):
            part = tuple(slots[start : start + MAX_SLOTS])
            events.append(BracketDrawn(stage.number, group, first + start, part))
        first += len(slots)
    return events


def drawn_matches(stage: Stage) -> list[dict[str, Any]]:
    """Return the matches of a bracket; the public format does not have all of the formats."""
    if stage.type in _FURTHER:
        return [written(match) for match in _FURTHER[stage.type](stage)]
    return list(draw(stage)["matches"])


def _slot(match: dict[str, Any]) -> Slot:
    return Slot(
        match["match"],
        match["round"],
        _source(match["home"]),
        _source(match["away"]),
        match.get("bracket", ""),
        match.get("if_needed", False),
    )


def _source(source: dict[str, int]) -> str:
    ((kind, number),) = source.items()
    return f"{kind[0]}{number}"
