"""Everything a player could say, sensible or not."""

from collections.abc import Iterator

import engine
from engine.cards import CODES


def vocabulary(rules: engine.RuleSet, seat: int) -> Iterator[engine.Action]:
    """Yield every action there is for a seat: all words, all numbers around the admitted ones, all cards."""
    for value in range(rules.players * -1, 42):
        yield engine.Bid(seat, value)
    for card in (*CODES, "XX", ""):
        yield engine.Play(seat, card)
        yield engine.Fold(seat, card)
    for call in ("28S", "+C"):
        yield engine.Call(seat, call)
    for kind in engine.ACTION_TYPES.values():
        if kind not in (engine.Bid, engine.Play, engine.Fold, engine.Call):
            yield kind(seat)
