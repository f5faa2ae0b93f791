"""The checks of a deal that are common to every game."""

from functools import lru_cache
from itertools import chain

from engine.errors import IllegalAction
from engine.rules import RuleSet


def check_deal(
    rules: RuleSet,
    expected: int | None,
    dealer: int,
    cards: tuple[tuple[str, ...], ...],
    *,
    dealer_rule: str,
    cards_rule: str,
) -> None:
    """Refuse a hand of the wrong dealer, or of other cards than the deck in equal parts.

    Args:
        rules: The rule set.
        expected: The seat whose deal it is; None for any.
        dealer: The seat that dealt.
        cards: Each seat's cards.
        dealer_rule: The rule that says who deals.
        cards_rule: The rule that says what is dealt.

    Raises:
        IllegalAction: `wrong-deal`, for the dealer first.
    """
    if expected is not None and dealer != expected:
        raise IllegalAction("wrong-deal", dealer_rule, "Seat {seat} deals this hand.", seat=expected)
    if not 0 <= dealer < rules.players:
        raise IllegalAction("wrong-deal", dealer_rule, "The seats are 0 to {last}.", last=rules.players - 1)
    if len(cards) != rules.players or any(len(hand) != rules.hand_size for hand in cards):
        raise IllegalAction("wrong-deal", cards_rule, "Every seat gets {count} cards.", count=rules.hand_size)
    if sorted(chain.from_iterable(cards)) != _sorted(rules.deck):
        raise IllegalAction(
            "wrong-deal", cards_rule, "The cards are not the {count} of this game.", count=len(rules.deck)
        )


@lru_cache(maxsize=64)
def _sorted(deck: tuple[str, ...]) -> list[str]:
    """Return the cards of a deck in the order of their codes."""
    return sorted(deck)
