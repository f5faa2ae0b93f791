"""Secrecy for the tests: the cards that a page names, and those that its viewer may know."""

import re
from uuid import UUID

import engine
from games import store
from games.templatetags.games import card_name
from games.words import card_words


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
    return {*seen.hand, *shown, *filter(None, (seen.indicator, seen.trump_card))}


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


def cards_in(text: str) -> set[str]:
    """Return every card that a text names, by its code, in words, or by the parts of a drawing."""
    named = {f"{suit}{rank}" for suit, rank in re.findall(r"\b([SHDC])([J9ATKQ8763])\b", text)}
    lower = text.lower()
    deck = engine.load_rules("28-wikipedia-8").deck
    named |= {card for card in deck if card_name(card).lower() in lower or card_words(card) in lower}
    for drawn in re.findall(r'<svg class="face".*?</svg>', text, re.S):
        rank, suit = re.search(r"#index-(\w+)", drawn), re.search(r"#suit-(\w)", drawn)
        if rank and suit:
            named.add(suit.group(1).upper() + rank.group(1).replace("10", "T"))
    return named
