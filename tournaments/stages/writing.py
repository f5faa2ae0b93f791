"""Writing `lelam-tournament/1`: a stage becomes a tournament of one stage, as `tournaments.stages.reading` reads it.

Source: `docs/reference/tournament-format.md`.
"""

from typing import Any

import msgspec
from msgspec import UNSET

from tournaments.stages.reading import FORMAT
from tournaments.stages.stage import PLAYED, Entrant, Match, Scoring, Stage


def tournament_of(stage: Stage, name: str) -> dict[str, Any]:
    """Return a stage as a tournament that is written down, ready for JSON.

    Adjustments and the order of a ladder have no place in the format and are left out, and so are the points of a
    weighed result that are fractions: it is an awarded match with its exact match points.

    Args:
        stage: The stage, of one of the formats of `STAGE_TYPES`.
        name: The id of the tournament.
    """
    return {
        "format": FORMAT,
        "id": name,
        "entrants": [_entrant(entrant) for entrant in stage.entrants],
        "stages": [
            {
                "id": stage.id,
                "type": stage.type,
                "options": msgspec.to_builtins(dict(stage.options)),
                "scoring": {points: str(getattr(stage.scoring, points)) for points in Scoring.__struct_fields__},
                "tie_breaks": list(stage.tie_breaks),
                "matches": [_match(match) for match in stage.matches],
            }
        ],
    }


def _entrant(entrant: Entrant) -> dict[str, Any]:
    written: dict[str, Any] = {"id": entrant.id, "seed": entrant.seed}
    if entrant.lot is not None:
        written["lot"] = entrant.lot
    if entrant.from_round != 1:
        written["from_round"] = entrant.from_round
    if entrant.until_round is not None:
        written["until_round"] = entrant.until_round
    return written


def _match(match: Match) -> dict[str, Any]:
    written: dict[str, Any] = {"round": match.round, "home": match.home}
    if match.away is not None:
        written["away"] = match.away
    if match.outcome != PLAYED:
        written["outcome"] = match.outcome
    if isinstance(match.home_points, int) and isinstance(match.away_points, int):
        written |= {"home_points": match.home_points, "away_points": match.away_points}
    if match.winner is not UNSET and match.away is not None:
        written["winner"] = match.winner
    if match.match_points is not None:
        written["match_points"] = dict(zip(("home", "away"), map(str, match.match_points), strict=True))
    if match.number is not None:
        written["match"] = match.number
    return written
