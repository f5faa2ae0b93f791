"""Written-down tournaments in the words of `docs/reference/tournament-format.md`: short ways to write and read them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tournaments.stages.reading import read_tournament
from tournaments.stages.stage import Stage

CASES = Path(__file__).parents[2] / "data" / "tournaments.jsonl"

Written = dict[str, Any]


def cases(verb: str) -> Iterator[Written]:
    """Yield the published cases of a command: its input and what is expected."""
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["verb"] == verb:
            yield case


def match(number: int, sides: Sequence[str], home: int | None = None, away: int | None = None, **more: Any) -> Written:
    """Return a match of a round, or a bye if one side alone is named; ids of one letter may stand together."""
    points = {} if home is None else {"home_points": home, "away_points": away}
    played_by = {"home": sides[0]} if len(sides) == 1 else {"home": sides[0], "away": sides[1]}
    outcome = {"outcome": "bye"} if len(sides) == 1 else {}
    return {"round": number, **played_by, **outcome, **points, **more}


def entrants(names: Iterable[str], **more: Written) -> list[Written]:
    """Return entrants in seeding order; `more` has further members by id."""
    return [{"id": name, "seed": seed, **more.get(name, {})} for seed, name in enumerate(names, start=1)]


def tournament(
    *matches: Written, names: Iterable[str] = "ABCD", of: Sequence[Written] | None = None, **stage: Any
) -> Written:
    """Return a tournament of one stage, a Swiss if no `type` is given; `of` are entrants with all their members."""
    return {
        "format": "lelam-tournament/1",
        "id": "cup",
        "entrants": entrants(names) if of is None else list(of),
        "stages": [{"id": "stage", "type": "swiss", "matches": list(matches), **stage}],
    }


def read(written: Written) -> Stage:
    """Return the last stage of a written tournament."""
    return read_tournament(json.dumps(written)).stages[-1]


def stage(*matches: Written, **members: Any) -> Stage:
    """Return the stage of `tournament` with the same arguments."""
    return read(tournament(*matches, **members))


def field(size: int, kind: str, **options: Any) -> Stage:
    """Return a stage of so many entrants, T1 to Tn, that has not begun."""
    names = [f"T{number}" for number in range(1, size + 1)]
    return stage(names=names, type=kind, options=options)
