"""A points race of a running tournament as the value that its standings work on. Pure."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tournaments.formats.points_race import SIDES, meetings_of, rules_of
from tournaments.stages.stage import BYE, POINTS_RACE, VOID, Entrant, Stage
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, StageState, TournamentState
from tournaments.tiebreaks.race import Race, RaceMatch


def race_of(state: TournamentState, number: int, group: int, carried: Mapping[int, Fraction]) -> Race:
    """Return a group of a points race with everything that is certain in it so far.

    Args:
        number: The stage's number.
        group: The group, from 0.
        carried: Points kept from earlier stages (`tournaments.state.stages.carried`).
    """
    stage = state.stages[number]
    rules = rules_of(Stage(str(number), POINTS_RACE, (), stage.plan.options))
    by_places = rules.by == "places"
    field = stage.groups[group]
    return Race(
        entrants=tuple(Entrant(str(entrant), seed) for seed, entrant in enumerate(field, start=1)),
        matches=tuple(
            one for match in state.matches_of(number, group) if (one := _match(state, stage, match)) is not None
        ),
        by_places=by_places,
        place_points=rules.place_points,
        bye=stage.scoring.bye if by_places else Fraction(rules.bye_points),
        scoring=stage.scoring,
        adjustments={
            str(entrant): carried.get(entrant, Fraction(0))
            + sum((Fraction(points) for other, points in stage.adjustments if other == entrant), Fraction(0))
            for entrant in field
        },
    )


def meetings(
    state: TournamentState, number: int, group: int = 0, *, before: int | None = None
) -> Counter[frozenset[int]]:
    """Return how often two entrants of a points race meet in the rounds that are paired, or in those before a round."""
    return meetings_of(
        match.entrants
        for match in state.matches_of(number, group)
        if (before is None or match.round < before) and is_meeting(match)
    )


def is_meeting(match: MatchState) -> bool:
    """Tell whether the entrants of a match of a points race meet in it: void matches do not count."""
    return len(match.sides) == SIDES and (match.decision is None or match.decision.decision != "void")


def _match(state: TournamentState, stage: StageState, match: MatchState) -> RaceMatch | None:
    outcome = outcome_of(state, match)
    if outcome is None:
        return None
    names = tuple(str(side[0]) for side in match.sides)
    if outcome.kind == BYE:
        return RaceMatch(match.round, names, BYE)
    kind = VOID if any(_is_void(state, stage, entrant) for entrant in match.entrants) else outcome.kind
    winner = None if outcome.winner is None else names[outcome.winner]
    # A match of three sides is never weighed, so its points are whole.
    return RaceMatch(match.round, names, kind, tuple(map(int, outcome.points)), winner, outcome.match_points)


def _is_void(state: TournamentState, stage: StageState, entrant: int) -> bool:
    """Tell whether no match of an entrant counts, because it left the stage so."""
    return any(
        absence.matches == "void" and absence.is_open for absence in state.entrants[entrant].absences_in(stage.number)
    )
