"""Measuring how often what a call of 56 tells by the card is so: on random deals, called by the bots of the house.

Two numbers stand beside each row of a card: in how many of the calls the caller's hand was as the row says, and how
many hands of other deals would have been. The second tells how much the first means: nearly every hand has a suit of
four. Deals follow from the rule set's id and a number, so that the same measurement gives the same file.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

import engine
from engine.conventions import default_card, meanings_of
from engine.fiftysix.ruleset import FiftySix
from games import bots
from games.audits.frequencies import FORMAT, Measured, Measurement

DEALS: Final = 1000
"""The deals of each rule set in the file of the repository."""


def rule_sets() -> tuple[FiftySix, ...]:
    """Return the rule sets of 56."""
    rules = (engine.load_rules(name) for name in engine.rule_set_ids())
    return tuple(each for each in rules if isinstance(each, FiftySix))


def measure(
    rules: Iterable[FiftySix], deals: int = DEALS, progress: Callable[[str, int], object] | None = None
) -> Measurement:
    """Return how often the rows of the default cards of some rule sets held.

    Args:
        rules: The rule sets of 56.
        deals: The number of random deals of each.
        progress: Called with the id of each rule set that is done, and the number of calls that were looked at.
    """
    rows: dict[str, dict[str, Measured]] = {}
    for each in rules:
        rows[each.id] = _measure(each, deals)
        if progress is not None:
            progress(each.id, sum(row.cases for row in rows[each.id].values()))
    return Measurement(format=FORMAT, deals=deals, rules=rows)


def _measure(rules: FiftySix, deals: int) -> dict[str, Measured]:
    card = default_card(rules)
    counts: dict[str, list[int]] = {}
    others = _dealt(rules, deals)[1]
    for number in range(deals):
        state, cards = _dealt(rules, number)
        auction = _called(state)
        for meaning in meanings_of(card, auction, rules):
            if meaning is None or not all(reading.facts for reading in meaning.readings):
                continue
            row = counts.setdefault(meaning.convention.name, [0, 0, 0, 0])
            row[0] += 1
            row[1] += meaning.fits(cards[meaning.seat])
            row[2] += len(others)
            row[3] += sum(meaning.fits(hand) for hand in others)
        others = cards
    return {name: Measured(*row) for name, row in sorted(counts.items())}


def _dealt(rules: FiftySix, number: int) -> tuple[engine.State, tuple[tuple[str, ...], ...]]:
    """Return the game after a random deal, and each seat's cards."""
    keyed = [
        (hashlib.sha256(f"{rules.id}/{number}/{place}".encode()).digest(), place) for place in range(len(rules.deck))
    ]
    pack = tuple(rules.deck[place] for _, place in sorted(keyed))
    state = engine.new_game(rules)
    (dealt,) = engine.deal(state, pack, dealer=number % rules.players)
    assert isinstance(dealt, engine.HandDealt)
    return engine.evolve(state, dealt), dealt.cards


def _called(state: engine.State) -> tuple[engine.AuctionStep, ...]:
    """Return an auction of steady bots."""
    auction: tuple[engine.AuctionStep, ...] = ()
    while True:
        seen = engine.view(state, None)
        if seen.phase != "auction":
            return seen.auction or auction
        auction = seen.auction
        seat = seen.to_act[0]
        for event in engine.decide(state, bots.choose(engine.view(state, seat))):
            state = engine.evolve(state, event)


def encode(measurement: Measurement) -> bytes:
    """Return a measurement as the text of its file: a line for each row, so that a difference is read easily."""
    lines = [f'{{"format": "{measurement.format}", "deals": {measurement.deals}, "rules": {{']
    sets = list(measurement.rules.items())
    for place, (name, rows) in enumerate(sets):
        lines.append(f'  "{name}": {{')
        text = [f'    "{row}": {msgspec.json.encode(measured).decode()}' for row, measured in rows.items()]
        lines.append(",\n".join(text))
        lines.append("  }" + ("," if place + 1 < len(sets) else ""))
    return ("\n".join([*lines, "}}"]) + "\n").encode()
