"""Finished games of which hands count otherwise than they were played: what they come to then."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import engine
from engine import adjusting, sheets
from engine.adjusting import Change, Hand, hand_of, score_again
from engine.fiftysix import rulings
from engine.fiftysix.rulings import Ruling
from engine.standing import leaders
from engine.written import SheetHand
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, random_events, rule_sets

MADE_18 = SheetHand("made", 0, 16, auction=1, points=18)
BY_56 = {"doubled": 0, "denomination": "H"}


def split(rules: engine.RuleSet, events: list[Any]) -> list[Hand]:
    """Return the hands of a game that was played here."""
    starts = [place for place, event in enumerate(events) if isinstance(event, engine.HandDealt)]
    pairs = zip(starts, [*starts[1:], len(events)], strict=True)
    return [hand_of(rules, events[start:end], events[start].hand, events[start].dealer) for start, end in pairs]


def written(rules: engine.RuleSet, *told: SheetHand | list[Ruling]) -> list[Hand]:
    """Return the hands of a sheet with these results; a list of rulings decides its hand."""
    sheet: Any = sheets.open_sheet(rules, 0)
    hands = []
    for one in told:
        number, dealer = sheet.running.hand, sheet.dealer
        if isinstance(one, SheetHand):
            events = sheets.enter(sheet, one)
        else:
            events, at = [], sheet
            for ruling in one:
                events += rulings.rule(at, ruling)
                for event in events:
                    at = sheets.evolve(at, event)
        for event in events:
            sheet = sheets.evolve(sheet, event)
        hands.append(Hand(number, dealer, tuple(events), one if isinstance(one, SheetHand) else None))
    return hands


def won_56(declarer: int, number: int = 28, *, made: bool = True) -> SheetHand:
    return SheetHand("made" if made else "failed", declarer, number, points=40 if made else 10, **BY_56)


def of_56(**options: Any) -> engine.RuleSet:
    return engine.load_rules("56-standard-4", options)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS, hands=st.integers(1, 5))
def test_a_game_scored_again_as_it_was_played_comes_to_the_same(rule_set, data, seed, hands):
    """28-AUD-6, 56-SCORE-5: the same events of each hand, winners and accounts; also with a change to the same."""
    rules = data.draw(rule_sets(rule_set))
    events = random_events(rules, Random(seed), hands)
    played = split(rules, events)
    state = engine.replay(rules, events)

    again = score_again(rules, played)

    assert [hand.events for hand in again.hands] == [hand.events for hand in played]
    assert again.dropped == ()
    view = engine.view(state, None)
    assert again.finished == view.finished
    assert again.winners == (view.winners if view.finished else leaders(rules, view))
    assert again.standing == engine.reckoning.standing_of(state)
    same = {hand.number: Change(hand.told) for hand in played if hand.told is not None}
    assert score_again(rules, played, same) == again


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_what_a_changed_hand_moves_comes_to_nothing_and_later_hands_keep_what_was_played(rule_set, data, seed):
    """The hands before it stay as they are; the differences of the points of all sides come to 0."""
    rules = data.draw(rule_sets(rule_set))
    played = split(rules, random_events(rules, Random(seed), 4))
    place = data.draw(st.integers(0, len(played) - 1))
    other = data.draw(st.sampled_from([hand.told for hand in split(rules, random_events(rules, Random(seed + 1), 4))]))
    assume(other is not None)

    after = score_again(rules, played, {played[place].number: Change(other)})

    was = score_again(rules, played)
    assert after.hands[:place] == was.hands[:place]
    assert after.hands[place].scored.outcome == other.outcome
    assert sum(engine.reckoning.differences(after.points)) == 0
    assert {*after.dropped, *(hand.number for hand in after.hands)} == {hand.number for hand in played}
    kept = after.hands[place + 1 :]
    before = was.hands[place + 1 :][: len(kept)]
    assert [hand.scored.outcome for hand in kept] == [hand.scored.outcome for hand in before]


def test_hands_after_an_earlier_end_count_no_more():
    """56-MATCH-2, 56-MATCH-4: the match is won by the changed hand, and what came after it was played in vain."""
    rules = of_56(ending={"type": "games", "target": 3, "lead": 1, "best_of": 1})
    played = written(rules, won_56(0), won_56(1), won_56(0), won_56(0))
    assert score_again(rules, played, live=False).winners == (0,)

    after = score_again(rules, played, {1: Change(won_56(0, made=False))}, live=False)

    assert (after.winners, after.points, after.finished) == ((1,), (0, 3), True)
    assert ([hand.number for hand in after.hands], after.dropped) == ([1, 2], (3, 4))


def test_a_game_that_comes_to_no_end_any_more_ends_at_the_score():
    """28-END-3, 56-FMT-2: the leaders of what is left win; both if they are level."""
    rules = of_56(ending={"type": "games", "target": 3, "lead": 1, "best_of": 1})
    played = written(rules, won_56(0), won_56(0), won_56(1))
    assert not score_again(rules, played, live=False).finished
    level = score_again(rules, played, {1: Change(SheetHand("cancelled"))}, live=False)
    assert (level.points, level.winners, level.finished) == ((1, 1), (0, 1), False)


def test_awards_of_a_director_stay_beside_a_changed_hand_and_what_he_decided_stays_decided():
    """56-IRR-14, 56-IRR-24: the awarded point is kept; a lost hand is none of another hand's business."""
    rules = of_56()
    award = Ruling(rule="56-IRR-14", remedy="complete", offender=1)
    played = written(rules, [award], won_56(0), [Ruling(rule="56-IRR-14", remedy="redeal", offender=0)])
    was = score_again(rules, played, live=False)
    assert was.points == (2, 1)

    after = score_again(rules, played, {2: Change(won_56(0, made=False)), 1: Change(won_56(0))}, live=False)

    assert after.hands[0].points == (2, 0), "the contract and the award"
    assert [type(event) for event in after.hands[2].events] == [type(event) for event in was.hands[2].events]
    assert after.points == (2, 3)


def test_a_row_is_applied_to_a_finished_hand_with_its_contract():
    """56-IRR-25, 56-IRR-21: the revoking side loses the hand; a warning leaves the result as it was."""
    rules = of_56()
    played = [replace(hand, contract=adjusting.contract_in(rules, hand.scored)) for hand in written(rules, won_56(0))]
    lost = Change(ruling=Ruling(rule="56-IRR-21", remedy="lose", offender=0))
    warned = Change(ruling=Ruling(rule="56-IRR-27", remedy="warn", offender=0))

    after = score_again(rules, played, {1: lost}, live=False)

    assert after.hands[0].scored.outcome == "adjusted"
    assert after.points == (0, rules.stake(28, 0, made=False))
    assert score_again(rules, played, {1: warned}, live=False).points == score_again(rules, played, live=False).points


def test_a_match_lost_by_a_row_ends_with_that_hand():
    """56-IRR-25: on the second revoke of a side the director declares the match lost; later hands count no more."""
    rules = of_56()
    revoke = Ruling(rule="56-IRR-25", remedy="lose", offender=0)
    played = written(rules, won_56(0), won_56(0), won_56(0))
    played = [replace(hand, contract=adjusting.contract_in(rules, hand.scored)) for hand in played]
    lost = {1: Change(ruling=revoke), 2: Change(ruling=replace(revoke, remedy="match", offender=2))}

    after = score_again(rules, played, lost, live=False)

    assert (after.winners, after.forfeited, after.dropped) == ((1,), 0, (3,))
    with pytest.raises(engine.SheetError) as refused:
        score_again(rules, played, {2: lost[2]}, live=False)
    assert refused.value.code == "not-repeated"


def test_a_row_is_none_of_28():
    rules = engine.load_rules("28-kerala-4")
    played = written(rules, MADE_18)
    with pytest.raises(engine.SheetError) as refused:
        score_again(rules, played, {1: Change(ruling=Ruling(rule="56-IRR-21", remedy="lose", offender=0))}, live=False)
    assert refused.value.code == "no-such-row"
