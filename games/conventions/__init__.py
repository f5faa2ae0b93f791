"""The default conventions of 56: what calls tell partners, as data that people, pages and bots read alike.

    model           the words: facts about a hand, conventions, cards, meanings
    situations      what a call is made in, read off the public auction
    reading         `meaning_of`: what a call tells
    telling         a card in plain words, line by line
    common          what the traditions share
    international, kerala, standard
                    the cards

Conventions bind nobody and break no rule (56-CNV-1). `docs/conventions.md` tells them to people.
"""

from collections.abc import Mapping

from engine.fiftysix.ruleset import FiftySix
from games.conventions import international, kerala, standard
from games.conventions.model import Convention, ConventionCard, Count, Meaning, Reading, Shape
from games.conventions.reading import meaning_of, meanings_of, situation_at
from games.conventions.situations import Situation
from games.conventions.telling import Line, line_of, lines_of, situation_words

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
    "Line",
    "Meaning",
    "Reading",
    "Shape",
    "Situation",
    "default_card",
    "line_of",
    "lines_of",
    "meaning_of",
    "meanings_of",
    "situation_at",
    "situation_words",
]
