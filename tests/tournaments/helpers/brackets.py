"""Brackets as they are drawn: played out with any results, and what can happen in them."""

from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

Written = dict[str, Any]
Source = tuple[str, int]
"""`seed`, `winner` or `loser`, and its number."""


class Played(NamedTuple):
    """A match of a bracket as it was played; entrants are seeds."""

    number: int
    round: int
    bracket: str
    home: int
    away: int
    winner: int

    @property
    def loser(self) -> int:
        return self.away if self.winner == self.home else self.home


class Bracket:
    """The matches of a draw as the public format has them."""

    def __init__(self, matches: list[Written]) -> None:
        self.matches = matches
        self.by_number = {match["match"]: match for match in matches}

    @staticmethod
    def sources(match: Written) -> tuple[Source, Source]:
        """Return the sources of home and away."""
        ((home, away),) = zip(match["home"].items(), match["away"].items(), strict=True)
        return home, away

    def of(self, bracket: str) -> list[Written]:
        return [match for match in self.matches if match.get("bracket", "") == bracket]

    @cached_property
    def filled_by(self) -> dict[Source, int]:
        """Return the match that each source fills a place of; a second final is left out."""
        return {
            source: match["match"]
            for match in self.matches
            if not match.get("if_needed")
            for source in self.sources(match)
        }

    def above(self, source: Source) -> Iterator[int]:
        """Yield the matches that an entrant plays from a place on as long as it wins."""
        while source in self.filled_by:
            number = self.filled_by[source]
            yield number
            source = "winner", number

    @cached_property
    def seeds(self) -> dict[int, set[int]]:
        """Return for each match the seeds that can play it without a loss."""
        found: dict[int, set[int]] = {}
        for match in self.matches:
            found[match["match"]] = {
                seed
                for kind, number in self.sources(match)
                for seed in ({number} if kind == "seed" else found[number] if kind == "winner" else ())
            }
        return found

    def play(self, won_by: Callable[[int, int], int]) -> list[Played]:
        """Return all matches as they are played with these results; a second final only where it is needed."""
        winners: dict[int, int] = {}
        losers: dict[int, int] = {}
        played = []
        for match in self.matches:
            home, away = (
                number if kind == "seed" else (winners if kind == "winner" else losers)[number]
                for kind, number in self.sources(match)
            )
            if match.get("if_needed") and winners[match["home"]["winner"]] == played[-1].home:
                continue
            winner = won_by(home, away)
            winners[match["match"]], losers[match["match"]] = winner, away if winner == home else home
            played.append(Played(match["match"], match["round"], match.get("bracket", ""), home, away, winner))
        return played

    def first_rematch(self) -> int | None:
        """Return the losers' round, from 1, of the first match in which two can meet who met in the winners' bracket.

        Of the two, one lost that match, and the other a later one that its winners come to.
        """
        rounds = sorted({match["round"] for match in self.of("losers")})
        found = []
        for match in self.of("winners"):
            below = set(self.above(("loser", match["match"])))
            for later in self.above(("winner", match["match"])):
                if self.by_number[later]["bracket"] == "winners":
                    found.append(next(each for each in self.above(("loser", later)) if each in below))
        known = [self.by_number[number] for number in found]
        return min((rounds.index(one["round"]) + 1 for one in known if one["bracket"] == "losers"), default=None)


def at_random(chance: Random) -> Callable[[int, int], int]:
    """Return results that are drawn."""
    return lambda home, away: chance.choice((home, away))


RESULTS: dict[str, Callable[[int, int], int]] = {"the-better": min, "the-worse": max}
"""Results in which the better seed always wins, or the worse."""


def check_first_seeds_apart(cup: Bracket, matches: list[Written], size: int) -> None:
    """Check that the first seeds cannot meet in some matches before as many entrants are left in them.

    Of the two sides of each match, the worse of their best seeds says how many may be left at most.
    """
    before: dict[int, int] = {}  # the matches, and so the losses, in earlier rounds
    for number, match in enumerate(matches):
        sides = [{source} if kind == "seed" else cup.seeds[source] for kind, source in cup.sources(match)]
        worse = max(min(side) for side in sides)
        left = size - before.setdefault(match["round"], number)
        assert left <= 1 << (worse - 1).bit_length()


def check_byes(cup: Bracket, size: int) -> None:
    """Check that the byes go to the first seeds."""
    in_round_one = {number for match in cup.matches if match["round"] == 1 for _, number in cup.sources(match)}
    byes = (1 << (size - 1).bit_length()) - size

    assert set(range(1, size + 1)) - in_round_one == set(range(1, byes + 1))
