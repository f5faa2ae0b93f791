"""The knock-out with consolation: an entrant that loses its first match plays a second knock-out.

Both are one bracket of one stage, with the parts `main` and `consolation`, so that the consolation goes on side by side
with the main part: a stage of its own could begin only after the main one was closed. The champion of the consolation
stands behind all that lost in the main part without going over.

The option `first_rounds` says which losers go over:

- 1: those of the first round. Where it has byes, the consolation has as many entrants as the first round has matches.
- 2 (if not given): those of the first two rounds that had no earlier match, so that everybody plays twice: a seed with
  a bye that loses at once goes over as well. Where seeds with and without a bye meet in round 2, it is the loser's way
  there that says whether it was its first match (`first_loss`). Such losers have a round for the consolation alone
  (round 3), after which both parts go on together and have their finals in the same round.

Losers of the final never go over, and those of the semi-finals do not where the option `third_place` lets them play for
third place. Nobody meets an opponent of the main part again: each match of the main part sends one loser over.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tournaments.formats.errors import DrawError
from tournaments.formats.options import flag_in, number_in
from tournaments.pairing.bracket import (
    CONSOLATION,
    MAIN,
    BracketBuilder,
    BracketMatch,
    Place,
    Source,
    first_places,
    play_round,
)
from tournaments.stages.stage import Stage

MAX_ENTRANTS: Final = 1_024


class Rules(Struct, frozen=True):
    """The options of a knock-out with consolation, as they are described above."""

    first_rounds: int = 2
    third_place: bool = False


def bracket(entrants: int, *, first_rounds: int = 2, third_place: bool = False) -> tuple[BracketMatch, ...]:
    """Return the matches of a knock-out with its consolation; in each round those of the main part come first.

    Args:
        entrants: Two at least, `MAX_ENTRANTS` at most.
        first_rounds: 1 or 2: whether losers of the second round that had a bye before go over as well.
        third_place: The losers of the semi-finals play for third place.
    """
    builder = BracketBuilder()
    first = first_places(entrants)
    rounds = len(first).bit_length() - 1
    # The rounds whose losers go over: never the final, nor semi-finals that are followed by a match for third place.
    open_rounds = min(first_rounds, rounds - (2 if third_place else 1))
    builder.next_round()
    places, losers = play_round(builder, first, MAIN)
    below: list[Place] = []
    if open_rounds >= 2 and None in first:
        builder.next_round()
        places, below = _second_round(builder, places, losers)
    elif open_rounds >= 1:
        below = _by_seed(first, losers)
    while len(places) > 1 or len(below) > 1:
        builder.next_round()
        if third_place and len(places) == 2 and len(losers) == 2:
            builder.play(losers[0], losers[1], MAIN)
        if len(places) > 1:
            places, losers = play_round(builder, places, MAIN)
        if len(below) > 1:
            below, _ = play_round(builder, below, CONSOLATION)
    return tuple(builder.matches)


def bracket_of(stage: Stage) -> tuple[BracketMatch, ...]:
    """Return the bracket of a stage.

    Raises:
        DrawError: There are fewer than two entrants, or too many, or an option is none.
    """
    if not 2 <= len(stage.entrants) <= MAX_ENTRANTS:
        raise DrawError(f"a knock-out with consolation has 2 to {MAX_ENTRANTS} entrants")
    rules = rules_of(stage)
    return bracket(len(stage.entrants), first_rounds=rules.first_rounds, third_place=rules.third_place)


def rules_of(stage: Stage) -> Rules:
    """Return the options of a knock-out with consolation.

    Raises:
        DrawError: One of them cannot be.
    """
    return Rules(number_in(stage, "first_rounds", 1, 2, default=2), flag_in(stage, "third_place"))


def _second_round(
    builder: BracketBuilder, places: Sequence[Place], losers: Sequence[Place]
) -> tuple[list[Place], list[Place]]:
    """Play the second round of the main part, and let one of each of its matches go on in the consolation.

    From the part of the bracket that meets in a match of the second round come two losers of the first, who meet at
    once; or one, who meets the loser of that match if it had a bye; or none, and that loser goes on alone.
    """
    arriving = [(losers[at], losers[at + 1]) for at in range(0, len(losers), 2)]
    after, lost = play_round(builder, places, MAIN)
    below: list[Place] = [
        builder.play(one, other, CONSOLATION)[0] if one is not None and other is not None else one or other
        for one, other in arriving
    ]
    builder.next_round()
    for place, (pair, loser) in enumerate(zip(arriving, lost, strict=True)):
        assert loser is not None
        if pair == (None, None):
            below[place] = loser
        elif None in pair:
            below[place], _ = builder.play(below[place], Source("first_loss", loser.number), CONSOLATION)
    return after, below


def _by_seed(first: Sequence[Place], losers: Sequence[Place]) -> list[Place]:
    """Return the places of a consolation of the losers of the first round, seeded by the lower seed of each match."""
    lower = {
        max(place.number for place in first[2 * at : 2 * at + 2] if place is not None): loser
        for at, loser in enumerate(losers)
        if loser is not None
    }
    seeded = [lower[seed] for seed in sorted(lower)]
    return [None if place is None else seeded[place.number - 1] for place in first_places(len(seeded))]
