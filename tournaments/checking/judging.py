"""The judgement of a tournament: the findings of all its stages."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.checking.brackets import judge_bracket
from tournaments.checking.findings import Finding
from tournaments.checking.rounds import judge_field, judge_sides
from tournaments.checking.schedules import judge_cross_group, judge_round_robin
from tournaments.checking.swiss import judge_swiss
from tournaments.stages.stage import (
    CROSS_GROUP,
    DOUBLE_ELIMINATION,
    INDIVIDUAL,
    KNOCK_OUT,
    PLAYED,
    ROUND_ROBIN,
    SWISS,
    Stage,
    Tournament,
)


def _judge_individual(stage: Stage) -> list[Finding]:
    """A match has two sides and a table four or six players, so that a match says no more than when somebody plays."""
    return judge_field(stage, (match for match in stage.matches if match.outcome == PLAYED))


_JUDGES: Final[Mapping[str, Callable[[Stage], list[Finding]]]] = {
    SWISS: judge_swiss,
    ROUND_ROBIN: judge_round_robin,
    CROSS_GROUP: judge_cross_group,
    KNOCK_OUT: judge_bracket,
    DOUBLE_ELIMINATION: judge_bracket,
    INDIVIDUAL: _judge_individual,
}


def judge(tournament: Tournament) -> list[dict[str, Any]]:
    """Return what is wrong with the pairings, schedules and brackets of a tournament; nothing: all is right.

    Source: `docs/reference/tournament-format.md`, Checking.

    Raises:
        UncheckableError: The options of a stage cannot be read, or its costs cannot be compared exactly.
    """
    return [
        finding.written(stage.id)
        for stage in tournament.stages
        for finding in (*judge_sides(stage), *_JUDGES[stage.type](stage))
    ]
