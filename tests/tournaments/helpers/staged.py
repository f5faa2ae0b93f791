"""Whole stages with made-up results, as the public format writes them: made by our own draws and pairings."""

import json
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from tournaments.generating import playing
from tournaments.lines import answer

Line = dict[str, Any]


def ask(verb: str, line: Line) -> dict[str, Any]:
    """Return the answer to a tournament."""
    return answer(verb, json.dumps(line))


def tournament(kind: str, entrants: int, **stage: Any) -> Line:
    """Return a tournament with one stage without matches."""
    return {
        "format": "lelam-tournament/1",
        "id": "made-up",
        "entrants": [{"id": f"E{seed}", "seed": seed} for seed in range(1, entrants + 1)],
        "stages": [{"id": "one", "type": kind, "options": {}, "matches": [], **stage}],
    }


def stage_of(line: Line) -> dict[str, Any]:
    """Return its last stage."""
    return line["stages"][-1]


def result(random: Random, home: str, away: str, *, decisive: bool = False) -> dict[str, Any]:
    """Return how a match ended; a decisive one has a winner."""
    how = random.choice(
        ("played",) * 5 + (("forfeit",) if decisive else ("forfeit", "awarded", "double_forfeit", "void"))
    )
    if how == "forfeit":
        return {"outcome": how, "winner": random.choice((home, away))}
    if how == "awarded":
        return {"outcome": how, "match_points": {"home": "6/5", "away": "4/5"}}
    if how in ("double_forfeit", "void"):
        return {"outcome": how}
    points = random.randint(-5, 14)
    lead = random.choice((-2, -1, 1, 2)) if decisive else random.randint(-2, 2)
    return {"home_points": points + lead, "away_points": points}


def play_swiss(line: Line, rounds: int, random: Random) -> Line:
    """Pair and play rounds of a Swiss; some entrants come late or leave."""
    playing.play_swiss(line, rounds, partial(_play_round, random))
    return line


def play_schedule(line: Line, random: Random) -> Line:
    """Draw a schedule and play it."""
    playing.play_schedule(line, partial(_play_round, random))
    return line


def play_bracket(line: Line, random: Random) -> Line:
    """Draw a bracket and play it to the end."""
    playing.play_bracket(line, partial(_play_round, random))
    return line


def _play_round(random: Random, fixtures: Sequence[playing.Fixture]) -> list[Line]:
    return [
        fixture.written(result(random, fixture.home, fixture.away, decisive=fixture.decisive)) for fixture in fixtures
    ]
