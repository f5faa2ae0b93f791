"""Who is ahead: by what a game keeps, the same when its ending comes and when it is stopped before."""

from typing import Protocol

from engine.rules import RuleSet


class Standing(Protocol):
    """What a game keeps, None where it keeps none: a score of a hand, or a view, has all of it."""

    @property
    def stakes(self) -> tuple[int, ...] | None:
        """Each side's stakes or base cards."""

    @property
    def score(self) -> tuple[int, ...] | None:
        """Each side's points."""

    @property
    def kunukku(self) -> tuple[int, ...] | None:
        """The kunukku worn by each seat."""

    @property
    def games(self) -> tuple[int, ...] | None:
        """The games won by each side."""


def leaders(rules: RuleSet, standing: Standing) -> tuple[int, ...]:
    """Return the sides that are ahead, ties together.

    The side with most games won is, then where stakes or base cards are kept the one with fewest kunukku, then the one
    with most stakes or points.

    Args:
        rules: The rule set.
        standing: What it keeps, such as `engine.view` or `HandScored` tells.

    Source: 28-END-3, 28-WIK-5, 56-MATCH-1, 56-MATCH-2.
    """
    return ahead(rules, standing.stakes, standing.score, standing.kunukku, standing.games)


def ahead(
    rules: RuleSet,
    stakes: tuple[int, ...] | None,
    score: tuple[int, ...] | None,
    kunukku: tuple[int, ...] | None = None,
    games: tuple[int, ...] | None = None,
) -> tuple[int, ...]:
    """Return what `leaders` does, of the accounts one by one."""
    kept = stakes or score or ()
    # Where game points are kept they alone decide (28-END-3), whoever wears kunukku.
    worn = kunukku if stakes and kunukku else (0,) * rules.players
    won = games or (0,) * len(rules.sides)
    rank = [(won[side], -sum(worn[seat] for seat in seats), kept[side]) for side, seats in enumerate(rules.sides)]
    return tuple(side for side, place in enumerate(rank) if place == max(rank))
