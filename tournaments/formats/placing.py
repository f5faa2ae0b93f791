"""The placing bracket: everybody plays on, and every place from the first to the last is decided by matches.

All entrants begin as one block that plays for the places 1 to n. In each round the entrants of a block meet in pairs:
the winners form the block of its upper places, the losers that of its lower ones, until a block of two plays for two
places. In a block of an odd number one entrant has a bye and goes on with the winners, so that nobody is left out for
longer than a round: 9 entrants become 5 and 4, then 3, 2, 2 and 2. A bye decides no place: after it the entrant plays
for each place against those that won in its block. Blocks never come together again, so nobody meets twice.

Within a block entrants stand in the order of the best seeds that can have come there; the first meets the last, the
second the last but one. So of n entrants the first ⌈n ÷ 2ᵏ⌉ seeds cannot meet in round k, if they win. The bye goes to
one of the better half that can have had fewest byes so far.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tournaments.formats.errors import DrawError
from tournaments.pairing.bracket import BracketBuilder, BracketMatch, Source
from tournaments.stages.stage import Stage

MAX_ENTRANTS: Final = 256


class _Member(Struct, frozen=True):
    """A member of a block: the source it comes from, and the most byes that an entrant from there can have had."""

    source: Source
    byes: int = 0


def bracket(entrants: int) -> tuple[BracketMatch, ...]:
    """Return the matches of a placing bracket; in each round those for the first places come first.

    Args:
        entrants: Two at least, `MAX_ENTRANTS` at most.
    """
    builder = BracketBuilder()
    blocks = [[_Member(Source("seed", seed)) for seed in range(1, entrants + 1)]]
    while any(len(block) > 1 for block in blocks):
        builder.next_round()
        blocks = [part for block in blocks for part in _play(builder, block)]
    return tuple(builder.matches)


def bracket_of(stage: Stage) -> tuple[BracketMatch, ...]:
    """Return the bracket of a stage.

    Raises:
        DrawError: There are fewer than two entrants, or too many.
    """
    if not 2 <= len(stage.entrants) <= MAX_ENTRANTS:
        raise DrawError(f"a placing bracket has 2 to {MAX_ENTRANTS} entrants")
    return bracket(len(stage.entrants))


def _play(builder: BracketBuilder, block: Sequence[_Member]) -> list[list[_Member]]:
    """Let a block meet in pairs; return the blocks of its winners and of its losers."""
    if len(block) < 2:
        return []
    half = (len(block) + 1) // 2
    resting = min(range(half), key=lambda place: block[place].byes) if len(block) % 2 else None
    playing = [place for place in range(len(block)) if place != resting]
    winners: dict[int, _Member] = {}
    losers: list[_Member] = []
    if resting is not None:
        winners[resting] = _Member(block[resting].source, block[resting].byes + 1)
    for near, far in zip(playing[: len(playing) // 2], reversed(playing), strict=False):
        home, away = block[near], block[far]
        winner, loser = builder.play(home.source, away.source)
        assert winner is not None
        assert loser is not None
        byes = max(home.byes, away.byes)
        winners[near] = _Member(winner, byes)
        losers.insert(0, _Member(loser, byes))
    return [[winners[place] for place in sorted(winners)], losers]
