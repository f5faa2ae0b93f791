"""Secrecy for the tests: the cards that a page names, and those that its viewer may know."""

import re
from functools import cache
from uuid import UUID

from django.conf import settings
from django.utils import translation

import engine
from games import store
from games.templatetags.games import card_name
from games.words.events import card_words
from tests.markup import tight


def states_of(table_id: UUID) -> dict[int, engine.State]:
    """Return the game at each version of its stream."""
    stored = store.load(table_id)
    rules = engine.load_rules(stored[0].event.rules, stored[0].event.options)
    state = engine.new_game(rules)
    found = {}
    for one in stored:
        if isinstance(one.event, engine.Happened):
            state = engine.evolve(state, one.event)
        found[one.version] = state
    return found


def known_to(seat: int | None, state: engine.State, shown: set[str]) -> set[str]:
    """Return the cards that a seat may know: its own, and all that have lain open."""
    seen = engine.view(state, seat)
    laid_open = (card for hand in seen.open_hands for card in hand)
    return {*seen.hand, *shown, *laid_open, *filter(None, (seen.indicator, seen.trump_card))}


def may_look_at(seat: int | None, state: engine.State) -> set[str]:
    """Return the cards that a seat may look at in a running hand of 56, where closed tricks stay closed.

    The trick just taken lies there until the next card does. Source: 56-SHOW-16.
    """
    seen = engine.view(state, seat)
    lying = seen.trick or (seen.last_trick.cards if seen.last_trick else ())
    return known_to(seat, state, {played.card for played in lying})


def shown_by(table_id: UUID) -> dict[int, set[str]]:
    """Return the cards that had lain open for all at each version: played, turned up, opened after the hand."""
    shown: set[str] = set()
    found = {}
    for one in store.load(table_id):
        if isinstance(one.event, engine.CardPlayed | engine.TrumpRevealed):
            shown = shown | {one.event.card}
        if type(one.event).__name__ == "HandOpened":
            shown = shown | {card for hand in one.event.cards for card in hand}
        found[one.version] = shown
    return found


@cache
def names_of_cards() -> dict[str, frozenset[str]]:
    """Return the names of each card in words, in every language, in lower case."""
    names: dict[str, set[str]] = {card: set() for card in engine.load_rules("28-wikipedia-8").deck}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for card, words in names.items():
                words |= {card_name(card).lower(), card_words(card).lower()}
    return {card: frozenset(words) for card, words in names.items()}


def said_in(text: str) -> set[str]:
    """Return every card that a text names in words."""
    lower = text.lower()
    return {card for card, words in names_of_cards().items() if any(word in lower for word in words)}


def cards_in(text: str) -> set[str]:
    """Return every card that a text names, by its code, in words of any language, or by the parts of a drawing."""
    named = {f"{suit}{rank}" for suit, rank in re.findall(r"\b([SHDC])([J9ATKQ8763])\b", text)} | said_in(text)
    for drawn in re.findall(r'<svg class="face".*?</svg>', text, re.S):
        rank, suit = re.search(r"#index-(\w+)", drawn), re.search(r"#suit-(\w)", drawn)
        if rank and suit:
            named.add(suit.group(1).upper() + rank.group(1).replace("10", "T"))
    return named


def drawn_in(text: str) -> set[str]:
    """Return every card that a history shows at any of its steps: in a hand, in the middle, in a trick, in words."""
    said, text = said_in(text), tight(text)
    suit = r'<svg class="pip"[^>]*data-suit="([shcd])"'
    found = {
        (pip, rank)
        for pip, cards in re.findall(rf'<li><span class="suit">{suit}.*?<span class="ks">(.*?)</li>', text, re.S)
        for rank in re.findall(r'<span class="k[^"]*"[^>]*>(10|\w)', cards)
    }
    found |= set(re.findall(r'<span class="face [^>]*data-suit="(.)"[^>]*><b>(10|\w)</b>', text))
    found |= {(pip, rank) for rank, pip in re.findall(rf'<span class="call">(10|\w){suit}', text)}
    return said | {pip.upper() + rank.replace("10", "T") for pip, rank in found}
