"""What a tournament came to, as its archive states it: pure functions of its state, so that a check repeats them."""

from collections.abc import Iterator
from typing import Any

from tournaments.stages.stage import STAGE_TYPES
from tournaments.stages.writing import tournament_of
from tournaments.state.outcomes import Outcome, outcome_of
from tournaments.state.published import as_published
from tournaments.state.stages import stage_of
from tournaments.state.standing import rows_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import exactly
from tournaments.tiebreaks.ranking import Row


def results_of(state: TournamentState) -> dict[str, Any]:
    """Return the results of a tournament, ready for JSON: matches, standings, places; without drafts of rounds."""
    state = as_published(state)
    return {
        "version": state.version,
        "status": state.status,
        "places": [list(place) for place in state.places],
        "stages": [_stage(state, stage) for stage in state.stages.values() if stage.groups],
        "matches": list(_matches(state)),
    }


def written_stages(state: TournamentState) -> Iterator[dict[str, Any]]:
    """Yield each group of a stage as `lelam-tournament/1`, if the format has it; the id is `STAGE.GROUP`, both from 1.

    A group is a tournament of its own there: late entries and lots belong to a stage here and to a tournament there.
    """
    state = as_published(state)
    for stage in state.stages.values():
        if stage.plan.type in STAGE_TYPES:
            for group in range(len(stage.groups)):
                yield tournament_of(stage_of(state, stage.number, group), f"{stage.number}.{group + 1}")


def rows_told(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    """Return standings ready for JSON, as `manage.py tournaments rank` answers them."""
    return [
        {
            "entrant": row.entrant,
            "rank": row.rank,
            "values": {name: None if value is None else str(value) for name, value in row.values.items()},
            "decided_by": row.decided_by,
        }
        for row in rows
    ]


def is_ranked_alike(state: TournamentState, stage: StageState, group: int) -> bool:
    """Tell whether the public format says all that a group's standings follow from.

    It does not where points were given or carried, nor where a result was weighed to points that are fractions.
    """
    value = stage_of(state, stage.number, group)
    whole = all(
        isinstance(match.home_points, int | None) and isinstance(match.away_points, int | None)
        for match in value.matches
    )
    return stage.plan.type in STAGE_TYPES and not value.adjustments and whole


def _stage(state: TournamentState, stage: StageState) -> dict[str, Any]:
    return {
        "stage": stage.number,
        "type": stage.plan.type,
        "status": stage.status,
        "groups": [
            {
                "entrants": list(entrants),
                "places": [list(place) for place in stage.places[group]] if stage.places else [],
                "standings": rows_told(rows_of(state, stage.number, group)),
            }
            for group, entrants in enumerate(stage.groups)
        ],
    }


def _matches(state: TournamentState) -> Iterator[dict[str, Any]]:
    for number, match in sorted(state.matches.items()):
        yield {
            "match": number,
            "stage": match.stage,
            "group": match.group,
            "round": match.round,
            "sides": [list(side) for side in match.sides],
            "came_to": _outcome(outcome_of(state, match)),
        }


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "outcome": outcome.kind,
        "winner": outcome.winner,
        "points": [exactly(points) for points in outcome.points],
        "match_points": [str(points) for points in outcome.match_points],
    }
