"""A stage of a running tournament as the value that formats, tie-breaks and checks work on. Pure."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tournaments.events.settings import MatchPlan
from tournaments.formats.points_race import SIDES
from tournaments.stages.stage import (
    AWARDED,
    BYE,
    FORFEIT,
    LADDER,
    PLAYED,
    POINTS_RACE,
    SWISS,
    VOID,
    Entrant,
    Match,
    Scoring,
    Stage,
)
from tournaments.state.brackets import is_needed
from tournaments.state.ladder import order_of
from tournaments.state.outcomes import Outcome, last_round, outcome_of, round_plan
from tournaments.state.races import race_of
from tournaments.state.tournament import EntrantState, MatchState, StageState, TournamentState
from tournaments.tiebreaks.race import points_of
from tournaments.tiebreaks.record import records_of


class Shown(Struct, frozen=True):
    """A group of a stage as a value, with what it was made of, so that it can be followed.

    Attributes:
        state: The tournament that it was made of.
        number: The stage's number.
        group: The group, from 0.
        matches: By the number of a match, its values in the stage before those that left are looked at.
    """

    state: TournamentState
    number: int
    group: int
    stage: Stage
    matches: Mapping[int, tuple[Match, ...]]


def stage_of(state: TournamentState, number: int, group: int = 0) -> Stage:
    """Return a group of a stage with everything that is certain in it so far.

    Entrants are named by their numbers as texts. Results that wait for a confirmation are still to be played here.
    Matches of three sides are left out; they have a value of their own (`tournaments.state.races`).

    Args:
        number: The stage's number.
        group: The group, from 0.
    """
    return show(state, number, group).stage


def show(state: TournamentState, number: int, group: int = 0, before: Shown | None = None) -> Shown:
    """Return a group of a stage as `stage_of` does, with what it was made of.

    Args:
        number: The stage's number.
        group: The group, from 0.
        before: What was shown of it at any other version of the tournament: only what differs is made anew. A match
            that is the same in both has the same value.
    """
    stage = state.stages[number]
    field = stage.groups[group]
    lots = _lots(state, field)
    joined = dict(stage.joined)
    entrants = tuple(
        Entrant(
            id=str(entrant),
            seed=seed,
            lot=lots.get(entrant),
            from_round=joined.get(entrant, 1),
            until_round=_until(state.entrants[entrant], number),
        )
        for seed, entrant in enumerate(field, start=1)
    )
    matches = _matches_of(state, stage, group, before)
    value = Stage(
        id=str(number),
        type=stage.plan.type,
        entrants=entrants,
        options=_options(state, stage, field),
        scoring=stage.scoring,
        tie_breaks=stage.plan.tie_breaks,
        adjustments=_adjustments(state, stage, group),
        matches=tuple(chain.from_iterable(matches.values())),
        order=tuple(map(str, order_of(state, stage))) if stage.plan.type == LADDER else (),
    )
    return Shown(state, number, group, _with_leavers(state, stage, value), matches)


def carried(state: TournamentState, number: int, group: int = 0) -> dict[int, Fraction]:
    """Return the match points that the entrants of a group keep from the stages they come from; empty without `carry`.

    Carried are the points from matches against entrants of the same group, so that all stand on what they did against
    one another; byes and what a director gave or took stay behind. A stage that carried points itself hands them on in
    the same way. With the option `carry` of the stage `"all"` everything is carried that stood in those standings.

    They count in `points` alone: the other criteria begin anew. Brackets and ladders have no use for them.
    """
    stage = state.stages[number]
    if not stage.plan.carry:
        return {}
    return _carried(state, stage, frozenset(stage.groups[group]), everything=stage.plan.options.get("carry") == "all")


def _carried(
    state: TournamentState, stage: StageState, field: frozenset[int], *, everything: bool
) -> dict[int, Fraction]:
    points = dict.fromkeys(field, Fraction(0))
    for number in dict.fromkeys(source.stage for source in stage.plan.source):
        source = state.stages[number]
        for group, members in enumerate(source.groups):
            won = _points_in(state, source, group, None if everything else field)
            for entrant in field.intersection(members):
                points[entrant] += won[entrant]
        if source.plan.carry and not everything:
            for entrant, before in _carried(state, source, field, everything=False).items():
                points[entrant] += before
    return points


def _points_in(
    state: TournamentState, stage: StageState, group: int, among: frozenset[int] | None
) -> dict[int, Fraction]:
    """Return the match points of a group: from matches among some entrants, or all points in its standings (None)."""
    names = None if among is None else set(map(str, among))
    if stage.plan.type == POINTS_RACE:
        race = race_of(state, stage.number, group, carried(state, stage.number, group))
        won = {entrant.id: Fraction(0) for entrant in race.entrants}
        for match in race.matches:
            if names is None or (match.outcome != BYE and names.issuperset(match.entrants)):
                for entrant, points in zip(match.entrants, points_of(race, match), strict=True):
                    won[entrant] += points
        if names is None:
            won = {entrant: points + race.adjustments[entrant] for entrant, points in won.items()}
        return {int(entrant): points for entrant, points in won.items()}
    records = records_of(stage_of(state, stage.number, group))
    return {
        int(entrant): records.fraction(
            record.points if names is None else sum(part.points for part in record.parts if part.opponent in names)
        )
        for entrant, record in records.of.items()
    }


def _adjustments(state: TournamentState, stage: StageState, group: int) -> dict[str, Fraction]:
    """Return the match points beside all matches, in all: those that are carried, and those given or taken."""
    points = {entrant: kept for entrant, kept in carried(state, stage.number, group).items() if kept}
    field = frozenset(stage.groups[group])
    for entrant, given in stage.adjustments:
        if entrant in field:
            points[entrant] = points.get(entrant, Fraction(0)) + Fraction(given)
    return {str(entrant): total for entrant, total in points.items()}


def _options(state: TournamentState, stage: StageState, field: tuple[int, ...]) -> dict[str, Any]:
    options = dict(stage.plan.options)
    if stage.plan.type == SWISS:
        known = set(field)
        options["rounds"] = stage.plan.rounds
        options["forbidden"] = [
            [str(one), str(other)] for one, other in sorted(state.forbidden) if {one, other} <= known
        ]
    return options


def _lots(state: TournamentState, field: tuple[int, ...]) -> dict[int, int]:
    """Return the places of a field in the last lot that was drawn among all of them, or among some of them."""
    drawn = [lot.order for lot in state.lots.values() if lot.order]
    among_all = [order for order in drawn if set(field) <= set(order)]
    among_some = [order for order in drawn if not set(field).isdisjoint(order)]
    order = next(reversed(among_all or among_some), ())
    return {entrant: place for place, entrant in enumerate(order, start=1)}


def _until(entrant: EntrantState, stage: int) -> int | None:
    """Return the last round of a stage in which an entrant plays; None: to the end."""
    if own := entrant.absences_in(stage):
        return next((absence.first - 1 for absence in own if absence.is_open), None)
    return 0 if any(absence.is_open and absence.stage < stage for absence in entrant.absences) else None


def _matches_of(
    state: TournamentState, stage: StageState, group: int, before: Shown | None
) -> dict[int, tuple[Match, ...]]:
    """Return the matches of a group as the standings count them, by number; nothing for those that do not count."""
    last = last_round(state, stage)
    known, absent = _known(state, stage, last, group, before), _with_other_absences(state, before)
    values: dict[int, tuple[Match, ...]] = {}
    for match in state.matches.values():
        if match.stage != stage.number or match.group != group:
            continue
        # Whether a match in a bracket is needed depends on another match.
        same = known.get(match.number) is match and (match.slot is None or not match.slot.if_needed)
        if before is not None and same and (not absent or absent.isdisjoint(match.entrants)):
            values[match.number] = before.matches[match.number]
        elif match.is_filled and len(match.sides) < SIDES and is_needed(state, match):
            values[match.number] = tuple(_matches(state, match, round_plan(stage.plan, match.round, last)))
        else:
            values[match.number] = ()
    return values


def _known(
    state: TournamentState, stage: StageState, last: int, group: int, before: Shown | None
) -> Mapping[int, MatchState]:
    """Return the matches before whose values hold where they and the absences of their entrants are the same."""
    if before is None or (before.number, before.group) != (stage.number, group):
        return {}
    then = before.state.stages[stage.number]
    if then.plan != stage.plan or (stage.plan.rounds_from_last and last_round(before.state, then) != last):
        return {}
    return before.state.matches


def _with_other_absences(state: TournamentState, before: Shown | None) -> set[int]:
    """Return the entrants that were absent otherwise before."""
    then = before.state.entrants if before is not None else {}
    return {
        number
        for number, entrant in state.entrants.items()
        if (known := then.get(number)) is not None and known is not entrant and known.absences != entrant.absences
    }


def _matches(state: TournamentState, match: MatchState, plan: MatchPlan) -> Iterator[Match]:
    """Yield a match as the standings count it; one of partners counts for each of them, against one opponent each."""
    outcome = outcome_of(state, match, plan)
    for names in zip(*match.sides, strict=True):
        yield _match(match, tuple(map(str, names)), outcome)


def _match(match: MatchState, names: tuple[str, ...], outcome: Outcome | None) -> Match:
    home, away = names[0], names[1] if len(names) > 1 else None
    number = match.slot.number if match.slot is not None else None
    if outcome is None:
        return Match(round=match.round, home=home, away=away, number=number)
    if outcome.kind == BYE:
        return Match(round=match.round, home=home, outcome=BYE, number=number)
    points = outcome.points or (None, None)
    return Match(
        round=match.round,
        home=home,
        away=away,
        outcome=outcome.kind,
        home_points=points[0],
        away_points=points[1],
        winner=None if outcome.winner is None else names[outcome.winner],
        match_points=(outcome.match_points[0], outcome.match_points[1]) if outcome.match_points else None,
        number=number,
    )


def _with_leavers(state: TournamentState, stage: StageState, value: Stage) -> Stage:
    """Return the stage with the matches of those that left it counted as the director chose.

    `keep` needs nothing: what was played counts, the rest is forfeited. With `void` no match of the entrant counts.
    With `average` each opponent gets for an unplayed match the average of the match points of its other matches.
    """
    choices = {
        str(entrant): absence.matches
        for entrant in stage.field
        for absence in state.entrants[entrant].absences
        if absence.stage == stage.number and absence.last is None
    }
    if not choices:
        return value
    matches = tuple(
        replace(match, outcome=VOID)
        if match.away is not None and "void" in (choices.get(match.home), choices.get(match.away))
        else match
        for match in value.matches
    )
    averaged = {entrant for entrant, choice in choices.items() if choice == "average"}
    if averaged:
        won = _averages(value, matches)
        matches = tuple(_averaged(match, averaged, won, value.scoring) for match in matches)
    return replace(value, matches=matches)


def _averaged(match: Match, averaged: set[str], won: dict[str, Fraction], scoring: Scoring) -> Match:
    if match.outcome != FORFEIT or match.away is None or match.has_points:
        return match
    if (match.home in averaged) == (match.away in averaged):
        return match
    points = (
        (scoring.forfeit_loss, won[match.away]) if match.home in averaged else (won[match.home], scoring.forfeit_loss)
    )
    return replace(match, outcome=AWARDED, match_points=points)


def _averages(stage: Stage, matches: tuple[Match, ...]) -> dict[str, Fraction]:
    """Return the average of the match points each entrant has from its played matches; those of a win without any."""
    scoring = stage.scoring
    points: dict[str, list[Fraction]] = {entrant.id: [] for entrant in stage.entrants}
    for match in matches:
        if match.outcome == PLAYED and match.has_points:
            for name in (match.home, match.away):
                if name is not None:
                    points[name].append(
                        scoring.draw if match.winner is None else scoring.win if match.winner == name else scoring.loss
                    )
    return {name: sum(had, Fraction(0)) / len(had) if had else scoring.win for name, had in points.items()}
