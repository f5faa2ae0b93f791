"""Double elimination: the loser of a match goes on in the losers' bracket, and is out after a second loss.

The losers' bracket begins with the losers of the first round against one another. Then, round by round, the losers of
the next round of the winners' bracket drop into it, against those who are still there, who then meet one another.
"""

from typing import Any, Final

from tournaments.formats.errors import DrawError
from tournaments.formats.knock_out import written
from tournaments.formats.options import flag_in
from tournaments.pairing.bracket import FINAL, LOSERS, WINNERS, BracketBuilder, BracketMatch, first_places, play_round
from tournaments.stages.stage import Stage

DROPS: Final[dict[int, tuple[int, ...]]] = {
    1: (),
    2: (0,),
    3: (1, 0),
    4: (2, 0, 0),
    5: (2, 2, 0, 0),
    6: (4, 4, 3, 0, 0),
    7: (8, 8, 6, 0, 0, 0),
    8: (8, 8, 6, 4, 0, 0, 0),
    9: (16, 16, 12, 8, 5, 0, 0, 0),
    10: (32, 32, 24, 16, 10, 6, 0, 0, 0),
}
"""By the number of rounds of the winners' bracket: where the losers of its second, third … round drop.

The loser of match m of the round goes to place m XOR the number. The numbers keep two who have met apart for as long as
any such numbers can: the first possible rematch is in the losers' round 3, 4, 5, 7, 8, 9, 11 and 13 for 8 to 1,024.
"""
MAX_ENTRANTS: Final = 1 << max(DROPS)


def bracket(entrants: int, *, reset: bool = False) -> tuple[BracketMatch, ...]:
    """Return the matches of a double elimination, the final last.

    Args:
        entrants: Two at least, `MAX_ENTRANTS` at most.
        reset: A second final is played when the side from the losers' bracket wins the first.
    """
    builder = BracketBuilder()
    builder.next_round()
    places, dropped = play_round(builder, first_places(entrants), WINNERS)
    drops = DROPS[len(places).bit_length()]
    below = dropped
    if len(places) > 1:
        builder.next_round()
        below, _ = play_round(builder, dropped, LOSERS)
    for number, drop in enumerate(drops):
        builder.next_round()
        places, dropped = play_round(builder, places, WINNERS)
        if number:
            builder.next_round()
            below, _ = play_round(builder, below, LOSERS)
        builder.next_round()
        arriving = [dropped[place ^ drop] for place in range(len(dropped))]
        below = [builder.play(here, new, LOSERS)[0] for here, new in zip(below, arriving, strict=True)]
    builder.next_round()
    winner, loser = builder.play(places[0], below[0], FINAL)
    if reset:
        builder.next_round()
        builder.play(winner, loser, FINAL, if_needed=True)
    return tuple(builder.matches)


def draw_double_elimination(stage: Stage) -> dict[str, Any]:
    """Return the bracket as the public format has it.

    Raises:
        DrawError: There are fewer than two entrants, or too many.
    """
    if not 2 <= len(stage.entrants) <= MAX_ENTRANTS:
        raise DrawError(f"a double elimination has 2 to {MAX_ENTRANTS} entrants")
    matches = bracket(len(stage.entrants), reset=flag_in(stage, "reset"))
    return {"matches": [written(match) for match in matches]}
