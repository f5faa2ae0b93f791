"""The knock-out: one loss and an entrant is out."""

from typing import Any

from tournaments.formats.errors import DrawError
from tournaments.formats.options import flag_in
from tournaments.pairing.bracket import BracketBuilder, BracketMatch, first_places, play_round
from tournaments.stages.stage import Stage


def bracket(entrants: int, *, third_place: bool = False) -> tuple[BracketMatch, ...]:
    """Return the matches of a knock-out, the final last.

    Args:
        entrants: Two at least.
        third_place: The losers of the semi-finals play for third place, in the round of the final; from four entrants.
    """
    builder = BracketBuilder()
    places = first_places(entrants)
    losers = places[:0]
    while len(places) > 2:
        builder.next_round()
        places, losers = play_round(builder, places)
    builder.next_round()
    if third_place and len(losers) == 2:
        builder.play(losers[0], losers[1])
    builder.play(places[0], places[1])
    return tuple(builder.matches)


def draw_knock_out(stage: Stage) -> dict[str, Any]:
    """Return the bracket as the public format has it.

    Raises:
        DrawError: There are fewer than two entrants.
    """
    if len(stage.entrants) < 2:
        raise DrawError("a knock-out has two entrants at least")
    return {
        "matches": [written(match) for match in bracket(len(stage.entrants), third_place=flag_in(stage, "third_place"))]
    }


def written(match: BracketMatch) -> dict[str, Any]:
    """Return a match as the public format has it."""
    return {
        "match": match.number,
        "round": match.round,
        "home": {match.home.kind: match.home.number},
        "away": {match.away.kind: match.away.number},
        **({"bracket": match.bracket} if match.bracket else {}),
        **({"if_needed": True} if match.if_needed else {}),
    }
