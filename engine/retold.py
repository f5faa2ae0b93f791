"""The events of a record, for replaying it and for showing it step by step."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.cards import NO_CARD
from engine.events import Event, HandDealt, TrumpFolded, TrumpRevealed
from engine.game import deal_hands, evolve, new_game
from engine.partly import Broken, Judged, judge_hand
from engine.record import HandRecord, Record, step_events
from engine.rules import State


class Retold(NamedTuple):
    """A hand of a record as events: those that make the state, and beside each what may be shown of it.

    Of a partly known hand the state follows from one legal way for the unknown cards to lie, so it knows cards that
    were made up. Evolve a state with `events`, and show `shown`, which is the same but for such cards: each is
    `NO_CARD`, an empty text, to be shown face down. So `shown[0].cards` has each seat's known cards, then an empty text
    for each other, and a fold that nobody saw has no card. Of such a state show what is public without
    `View.trump_card`, and of hands only `shown[0].cards` less the cards played.

    Attributes:
        events: The deal, what was done and what followed from it.
        shown: The same, with no card that nobody saw.
        places: The index of the action behind each event; None for the deal and for a director's ruling.
        irregular: The actions that broke a rule and stood, in order.
        broken: The action that breaks a rule and ends the telling; None if there is none.
        unseen: How many cards of each seat stay unknown.
    """

    events: tuple[Event, ...]
    shown: tuple[Event, ...]
    places: tuple[int | None, ...]
    irregular: tuple[Broken, ...]
    broken: Broken | None
    unseen: tuple[int, ...]


def retell(before: State, hand: HandRecord) -> Retold:
    """Return the events of a hand up to the first action that breaks a rule and does not stand.

    Args:
        before: The game before the hand.
        hand: The hand; it may be partly known or have irregular actions.
    """
    judged = judge_hand(before, hand)
    run = judged.run
    broken = None if judged.ends else judged.broken
    return Retold(run.events, _shown(judged, hand), run.places, run.irregular, broken, judged.facts.unseen)


def _shown(judged: Judged, hand: HandRecord) -> tuple[Event, ...]:
    """Return the events of a replay without the cards that nobody saw."""
    facts, run = judged.facts, judged.run
    cards = tuple(
        (*known, *(NO_CARD for _ in range(count))) for known, count in zip(facts.cards, facts.unseen, strict=True)
    )
    shown: list[Event] = []
    hidden = False
    for event, place in zip(run.events, run.places, strict=True):
        if isinstance(event, HandDealt):
            event = replace(event, cards=cards)
        elif isinstance(event, TrumpFolded):
            hidden = place is not None and getattr(hand.actions[place], "card", None) == NO_CARD
        if hidden and isinstance(event, TrumpFolded | TrumpRevealed):
            event = replace(event, card=NO_CARD)
        shown.append(event)
    return tuple(shown)


def events_from_record(record: Record) -> list[Event]:
    """Return the events of a record's game; claimed results are ignored.

    Of a partly known hand they are those of one legal way for the unknown cards to lie (see `Retold`).

    Raises:
        IllegalAction: A hand or an action breaks a rule, and does not stand as irregular.
    """
    state = new_game(record.rules)
    events: list[Event] = []
    for hand in record.hands:
        for event in _events(state, hand):
            events.append(event)
            state = evolve(state, event)
    return events


def _events(state: State, hand: HandRecord) -> Iterator[Event]:
    """Yield the events of a hand."""
    if hand.unseen is not None or hand.irregular:
        retold = retell(state, hand)
        if retold.broken is not None:
            raise retold.broken.refused
        yield from retold.events
        return
    for event in deal_hands(state, hand.cards, dealer=hand.dealer):
        yield event
        state = evolve(state, event)
    for _, step in hand.steps:
        for event in step_events(state, step):
            yield event
            state = evolve(state, event)
