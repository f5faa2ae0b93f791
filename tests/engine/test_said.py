"""The strip of bids: everything said, folded and kept in a hand, as every seat and the public see it."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.views import AuctionStep
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, game_steps, rule_sets

WORDS: dict[type[engine.Event], str] = {
    engine.BidMade: "bid",
    engine.Passed: "pass",
    engine.TrumpFolded: "fold",
    engine.TrumpKept: "keep",
    engine.CallMade: "call",
    engine.Doubled: "double",
    engine.Redoubled: "redouble",
    engine.RedealCalled: "redeal",
    engine.ThaniCalled: "thani",
    engine.CotCalled: "cot",
}


def told(event: engine.Event, before: engine.View, after: engine.View) -> AuctionStep | None:
    """Return what the strip says of an event; None for what is no word of an auction, such as a late thani."""
    word = WORDS.get(type(event))
    if word is None or before.phase == "play":
        return None
    auction = 1 if before.phase in ("auction", "fold") else 2
    if isinstance(event, engine.BidMade):
        return AuctionStep(event.seat, auction, word, event.value)
    if isinstance(event, engine.CallMade):
        return AuctionStep(event.seat, auction, word, event.number, event.call, event.denomination)
    if isinstance(event, engine.Passed) and before.bidder != event.seat == after.bidder:
        return AuctionStep(event.seat, auction, word, 28, denomination="NT")
    return AuctionStep(event.seat, auction, word)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_everything_said_stands_in_the_strip_in_order(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-AUC-1 to 28-AUC2-5, 56-AUC-1 to 56-AUC-16: who, in which auction, what; and no card that is folded."""
    rules = data.draw(rule_sets(rule_set))
    state = engine.new_game(rules)
    strip: list[AuctionStep] = []
    for step in game_steps(rules, Random(seed), hands=2):
        if step.action is None:
            strip = []
        for event in step.events:
            before, state = engine.view(state, None), engine.evolve(state, event)
            now = engine.view(state, None)
            said = told(event, before, now)
            strip += [] if said is None else [said]
            assert now.auction == tuple(strip)
        assert engine.view(state, 0).auction == tuple(strip)
