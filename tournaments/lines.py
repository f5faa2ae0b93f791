"""Answers to tournaments that are written down: one JSON object a line in, one a line out.

Source: `docs/reference/tournament-format.md`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from engine.lines import LONGEST_LINE
from tournaments.checking.findings import UncheckableError
from tournaments.checking.judging import judge
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError, PairingError
from tournaments.formats.swiss import pair_next
from tournaments.stages.reading import MalformedTournament, id_of, read_tournament
from tournaments.stages.stage import Stage, Tournament
from tournaments.tiebreaks.ranking import standings

VERBS: Final = {
    "rank": "the standings of every stage",
    "pair": "the next round of the last stage",
    "draw": "the schedule or bracket of the last stage",
    "check": "what is wrong with pairings, schedules and brackets",
}

_encoder: Final = msgspec.json.Encoder()


def answer_line(verb: str, line: bytes, longest: int = LONGEST_LINE) -> bytes:
    """Return the answer to one line, as a line of JSON with its line feed."""
    if len(line) > longest and not line.endswith(b"\n"):
        return _encoder.encode({"id": None, "problem": f"the line is longer than {longest} bytes"}) + b"\n"
    return _encoder.encode(answer(verb, line)) + b"\n"


def answer(verb: str, line: bytes | str) -> dict[str, Any]:
    """Return the answer to one tournament, ready for JSON; a line with a fault gets a `problem` and nothing else.

    Args:
        verb: One of `VERBS`.
        line: The tournament as one JSON object.
    """
    try:
        tournament = read_tournament(line, lenient=verb == "check")
        return {"id": tournament.id, **_ANSWERS[verb](tournament)}
    except (MalformedTournament, DrawError, PairingError, UncheckableError) as fault:
        return {"id": id_of(line), "problem": str(fault)}
    except MemoryError:
        return {"id": id_of(line), "problem": "the tournament is too large for the memory of this machine"}


def _rank(tournament: Tournament) -> dict[str, Any]:
    return {"stages": [{"id": stage.id, "standings": _rows(stage)} for stage in tournament.stages]}


def _rows(stage: Stage) -> list[dict[str, Any]]:
    return [
        {
            "entrant": row.entrant,
            "rank": row.rank,
            "values": {name: None if value is None else str(value) for name, value in row.values.items()},
            "decided_by": row.decided_by,
        }
        for row in standings(stage)
    ]


def _pair(tournament: Tournament) -> dict[str, Any]:
    paired = pair_next(_last(tournament), fewest=0, others=[entrant.id for entrant in tournament.entrants])
    return {
        "round": paired.round,
        "pairs": paired.pairs,
        "bye": paired.bye,
        "cost": [str(part) for part in paired.cost],
    }


def _draw(tournament: Tournament) -> dict[str, Any]:
    return draw(_last(tournament))


def _check(tournament: Tournament) -> dict[str, Any]:
    return {"problems": judge(tournament)}


def _last(tournament: Tournament) -> Stage:
    if not tournament.stages:
        raise MalformedTournament("there is no stage", "stages")
    return tournament.stages[-1]


_ANSWERS: Final[Mapping[str, Callable[[Tournament], dict[str, Any]]]] = {
    "rank": _rank,
    "pair": _pair,
    "draw": _draw,
    "check": _check,
}
