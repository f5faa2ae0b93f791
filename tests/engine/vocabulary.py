"""Everything a player could say, sensible or not."""

from collections.abc import Iterator

import engine
from engine.cards import CODES

NUMBERS = range(26, 59)
"""The numbers of 56 and some on either side."""
RISES = range(10)
SUITS = "SHDC"

CALLS: tuple[str, ...] = (
    *(f"{number}{named}" for number in NUMBERS for named in ("S", "H", "D", "C", "NS", "NT", "P")),
    *(f"{named}{number}" for number in NUMBERS for named in ("S", "H", "D", "C", "NS", "NT", "P")),
    *(f"+{rise}{named}" for rise in ("", *RISES) for named in ("S", "H", "D", "C", "NS", "NT", "P")),
    *(f"{named}+{rise}" for rise in ("", *RISES) for named in ("S", "H", "D", "C", "NS", "NT", "P")),
    *("", "S", "28", "NS", "P", "28s", " 28S", "28S ", "28SS", "028S", "8S", "100S", "+10S", "-1S", "28X", "٢٨S"),
)
"""Every form of a call of 56, admitted somewhere or not, and texts that are no call. Source: 56-AUC-4."""


def vocabulary(rules: engine.RuleSet, seat: int) -> Iterator[engine.Action]:
    """Yield every action there is for a seat: all words, all numbers around the admitted ones, all cards, all calls."""
    for value in range(-rules.players, NUMBERS[-1]):
        yield engine.Bid(seat, value)
    for card in (*CODES, "XX", ""):
        yield engine.Play(seat, card)
        yield engine.Fold(seat, card)
    for call in CALLS:
        yield engine.Call(seat, call)
    for kind in engine.ACTION_TYPES.values():
        if kind not in (engine.Bid, engine.Play, engine.Fold, engine.Call):
            yield kind(seat)  # type: ignore[misc]
