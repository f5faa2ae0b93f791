"""Brackets: matches whose places are filled by seeds, winners and losers. Byes are places nobody is in, so no match."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

WINNERS: Final = "winners"
LOSERS: Final = "losers"
FINAL: Final = "final"
MAIN: Final = "main"
CONSOLATION: Final = "consolation"


class Source(Struct, frozen=True):
    """The source of a place: a seed, the winner or loser of a match, or its loser if that was the loser's first match.

    A `first_loss` fills its place only if the entrant that lost came into the match from a seed, not from a match.
    """

    kind: Literal["seed", "winner", "loser", "first_loss"]
    number: int


class BracketMatch(Struct, frozen=True):
    """A match of a bracket.

    Attributes:
        number: From 1, in the order of the rounds.
        round: From 1; the sources of a match lie in earlier rounds.
        bracket: The part of a double elimination: `winners`, `losers` or `final`; of a knock-out with consolation:
            `main` or `consolation`; empty in others.
        if_needed: A second final, played if the first is lost by the side that had not lost before.
    """

    number: int
    round: int
    home: Source
    away: Source
    bracket: str = ""
    if_needed: bool = False


Place: TypeAlias = Source | None
"""The source of a place; None: nobody comes into it."""


class BracketBuilder:
    """Builds a bracket round by round; a match is made only where both places are filled by somebody."""

    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []
        self._round = 0
        self._made = True

    def next_round(self) -> None:
        """Begin the next round; a round without matches gets no number."""
        if self._made:
            self._round += 1
            self._made = False

    def play(self, home: Place, away: Place, bracket: str = "", *, if_needed: bool = False) -> tuple[Place, Place]:
        """Return the sources of a winner and a loser: of the match made, or the one who is there and nobody."""
        if home is None or away is None:
            return home or away, None
        number = len(self.matches) + 1
        self.matches.append(BracketMatch(number, self._round, home, away, bracket, if_needed))
        self._made = True
        return Source("winner", number), Source("loser", number)


def seeds_by_place(size: int) -> list[int]:
    """Return the seeds of a bracket in the order of its places, for a size that is a power of two.

    The first 2ᵏ seeds stand in different parts of it, so they cannot meet before only 2ᵏ are left.

    >>> seeds_by_place(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [one for seed in seeds for one in (seed, total - seed)]
    return seeds


def first_places(entrants: int) -> list[Place]:
    """Return the places of the first round; the byes go to the first seeds."""
    size = 1 << max(0, entrants - 1).bit_length()
    return [Source("seed", seed) if seed <= entrants else None for seed in seeds_by_place(size)]


def play_round(builder: BracketBuilder, places: Sequence[Place], bracket: str = "") -> tuple[list[Place], list[Place]]:
    """Let neighbours meet; return the sources of the winners and of the losers."""
    played = [builder.play(places[at], places[at + 1], bracket) for at in range(0, len(places), 2)]
    return [winner for winner, _ in played], [loser for _, loser in played]
