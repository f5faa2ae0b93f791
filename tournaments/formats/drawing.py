"""The draw of a whole stage, by its format."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.formats.cross_group import draw_cross_group
from tournaments.formats.double_elimination import draw_double_elimination
from tournaments.formats.errors import DrawError
from tournaments.formats.individual import draw_individual
from tournaments.formats.knock_out import draw_knock_out
from tournaments.formats.round_robin import draw_round_robin
from tournaments.stages.stage import (
    CROSS_GROUP,
    DOUBLE_ELIMINATION,
    INDIVIDUAL,
    KNOCK_OUT,
    ROUND_ROBIN,
    Stage,
)

_DRAWS: Final[Mapping[str, Callable[[Stage], dict[str, Any]]]] = {
    ROUND_ROBIN: draw_round_robin,
    CROSS_GROUP: draw_cross_group,
    KNOCK_OUT: draw_knock_out,
    DOUBLE_ELIMINATION: draw_double_elimination,
    INDIVIDUAL: draw_individual,
}


def draw(stage: Stage) -> dict[str, Any]:
    """Return the members of the answer to a draw.

    Source: `docs/reference/tournament-format.md`, Schedules and brackets.

    Raises:
        DrawError: The stage has matches already, or its format or options admit no draw.
    """
    if stage.matches:
        raise DrawError("a draw is for a stage without matches; this one has some")
    if stage.type not in _DRAWS:
        raise DrawError("a Swiss has no draw: it is paired round by round")
    if len(stage.entrants) < 2:
        raise DrawError("a draw is for two entrants at least")
    return _DRAWS[stage.type](stage)
