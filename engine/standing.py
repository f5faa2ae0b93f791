"""The leading sides of a game, at its ending or when it is stopped before."""

from typing import Protocol

from engine.rules import RuleSet


class Accounts(Protocol):
    """The accounts of a game, None for those it does not keep; the score of a hand or a view has all of them."""

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


def leaders(rules: RuleSet, standing: Accounts) -> tuple[int, ...]:
    """Return the sides that are ahead, ties together.

    The side with most games won is, then where stakes or base cards are kept the one with fewest kunukku, then the one
    with most stakes or points.

    Args:
        rules: The rule set.
        standing: Its accounts, such as those of `engine.view` or `HandScored`.

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
    """Return the leading sides as `leaders` does, from separate accounts."""
    kept = stakes or score or ()
    # Where game points are kept they alone decide (28-END-3), whoever wears kunukku.
    worn = kunukku if stakes and kunukku else (0,) * rules.players
    won = games or (0,) * len(rules.sides)
    rank = [(won[side], -sum(worn[seat] for seat in seats), kept[side]) for side, seats in enumerate(rules.sides)]
    return tuple(side for side, place in enumerate(rank) if place == max(rank))
