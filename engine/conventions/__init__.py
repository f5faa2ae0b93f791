"""The default conventions of 56: the meanings of calls, as data for people, pages and bots.

    model           the words: facts about a hand, conventions, cards, meanings
    situations      what a call is made in, read off the public auction
    reading         `meaning_of`: what a call tells
    common          what the traditions share
    international, kerala, standard
                    the cards

Conventions bind nobody and break no rule (56-CNV-1). `docs/reference/conventions.md` tells them to people.
"""

from collections.abc import Mapping

from engine.conventions import international, kerala, standard
from engine.conventions.model import Convention, ConventionCard, Count, Meaning, Reading, Shape
from engine.conventions.reading import meaning_of, meanings_of, situation_at
from engine.conventions.situations import Situation
from engine.fiftysix.ruleset import FiftySix

CARDS: Mapping[str, ConventionCard] = {
    card.tradition: card for card in (international.CARD, kerala.CARD, standard.CARD)
}
"""The default cards, by the name that a rule set gives in `FiftySix.conventions`."""


def default_card(rules: FiftySix) -> ConventionCard:
    """Return the card that partners use unless they agree on another.

    Args:
        rules: A rule set of 56.

    Source: 56-CNV-1, 56-SET-1.
    """
    return CARDS[rules.conventions]


__all__ = [
    "CARDS",
    "Convention",
    "ConventionCard",
    "Count",
    "Meaning",
    "Reading",
    "Shape",
    "Situation",
    "default_card",
    "meaning_of",
    "meanings_of",
    "situation_at",
]
