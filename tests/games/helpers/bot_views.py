"""Views for the tests of the bots."""

import engine


def view(rules: str, **members: object) -> engine.View:
    """A view in play from seat 0, of any rule set of 28."""
    loaded = engine.load_rules(rules)
    plain: dict[str, object] = {
        "rules": rules, "seat": 0, "phase": "play", "hand_number": 1, "dealer": loaded.players - 1, "opener": 0,
        "to_act": (0,), "counts": (8,) * loaded.players, "points": (0,) * len(loaded.sides),
        "taken": (0,) * loaded.players, "declarer": 1, "bid": 16, "bid_auction": 1, "bidder": 1,
    }  # fmt: skip
    return engine.View(**(plain | members))  # type: ignore[arg-type]


def plays(*cards: str) -> tuple[engine.Action, ...]:
    return tuple(engine.Play(0, card) for card in cards)


def raising(hand: tuple[str, ...], *extra: engine.Action) -> engine.View:
    """The declarer's raise turn in `28-pagat-4`; the first card is the indicator."""
    bids = tuple(engine.Bid(0, value) for value in range(24, 29))
    return view(
        "28-pagat-4", phase="raise", declarer=0, bidder=0, bid=16, hand=hand[1:], indicator=hand[0], indicator_at=0,
        counts=(7, 8, 8, 8), legal=(*bids, engine.Pass(0), *extra),
    )  # fmt: skip
