"""Score sheets of both families: a game played here and then entered on a sheet comes to the same."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import engine
from engine import reckoning, sheets
from engine.standing import leaders
from engine.written import SheetForm, SheetHand
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, random_events, rule_sets

HANDS = 4
SOME = settings(max_examples=max(1, settings().max_examples // 4))
"""As `FEW`, but more: these examples are quick."""
DECISIVE = (engine.KunukkuRemoved, engine.KunukkuPlaced, engine.HandScored, engine.GameFinished)
"""The events by which a hand is decided."""
SEATS = st.none() | st.integers(-1, 8)
MEMBERS: dict[str, st.SearchStrategy[Any]] = {
    "outcome": st.sampled_from(["made", "failed", "conceded", "claimed", "passed_out", "cancelled", "adjusted", ""]),
    "declarer": SEATS,
    "number": st.none() | st.integers(10, 60) | st.integers(),
    "denomination": st.none() | st.sampled_from(["S", "NT", "X"]),
    "doubled": st.none() | st.integers(-1, 3),
    "auction": st.none() | st.integers(0, 3),
    "points": st.none() | st.integers(-1, 57) | st.integers(),
    "shares": st.just(()) | st.lists(st.integers(-1, 57), max_size=4).map(tuple),
    "alone": st.sampled_from(["", "thani", "late_thani", "cot", "x"]),
    "soloist": SEATS,
    "swept": st.booleans(),
    "surrender": st.sampled_from(["", "accepted", "refused", "x"]),
}
"""Whatever can be written in each member of a hand."""


def split(events: list[engine.Event]) -> Iterator[list[engine.Event]]:
    """Yield the events of each hand."""
    starts = [place for place, event in enumerate(events) if isinstance(event, engine.HandDealt)]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield events[start:end]


def units(rules: engine.RuleSet, events: list[engine.Event]) -> list[dict[Any, int]]:
    """Return the units that each player gets by each decisive event of a game."""
    game = reckoning.Game(rules)
    for seat in range(rules.players):
        game.sit(seat, seat)
    moved = [game.scored(event) for event in events if isinstance(event, engine.HandScored)]
    return [*moved, game.finished()]


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_game_entered_on_a_sheet_comes_to_what_it_came_to_at_the_table(rule_set, data, seed):
    """28-AUD-6, 56-SCORE-5: hand by hand the same score, kunukku and end; the same standing, leaders and units."""
    rules = data.draw(rule_sets(rule_set))
    events = random_events(rules, Random(seed), HANDS)
    sheet, written = sheets.open_sheet(rules, events[0].dealer), []
    for hand in split(events):
        assert (sheet.running.hand, sheet.dealer) == (hand[0].hand, hand[0].dealer)
        told = sheets.told_of(rules, hand)

        decided = sheets.enter(sheet, told)

        assert decided == [event for event in hand if isinstance(event, DECISIVE)]
        assert sheets.tidied(rules, told) == told
        written += decided
        for event in decided:
            sheet = sheets.evolve(sheet, event)
    state = engine.replay(rules, events)
    assert sheet.tally == state.tally
    assert sheets.leaders(sheet) == leaders(rules, sheet.running)
    assert units(rules, written) == units(rules, events)


@EVERY_RULE_SET
@SOME
@given(data=st.data())
def test_whatever_is_written_is_entered_or_refused_with_a_reason(rule_set, data):
    """Nothing but a `SheetError` comes of nonsense, and what `check` lets pass is scored."""
    rules = data.draw(rule_sets(rule_set))
    hand = data.draw(offered(rules))
    for member in data.draw(st.lists(st.sampled_from(sorted(MEMBERS)), min_size=1, max_size=3)):
        hand = replace(hand, **{member: data.draw(MEMBERS[member])})
    sheet = sheets.open_sheet(rules, 0)
    refused = refusal(rules, hand)
    if refused is not None:
        assert refused.code
        assert refused.field in (*MEMBERS, "bid")
        assert refused.message.endswith(".")
        with pytest.raises(engine.SheetError):
            sheets.enter(sheet, hand)
        return
    tidy = sheets.tidied(rules, hand)
    assert sheets.tidied(rules, tidy) == tidy
    assert sheets.enter(sheet, tidy) == sheets.enter(sheet, hand)
    (scored,) = (event for event in sheets.enter(sheet, hand) if isinstance(event, engine.HandScored))
    assert (scored.outcome, scored.declarer, scored.bid) == (hand.outcome, hand.declarer, hand.number)
    assert scored.points is None or sum(scored.points) <= rules.deck_points


def refusal(rules: engine.RuleSet, hand: SheetHand) -> engine.SheetError | None:
    """Return what `check` says against a hand."""
    try:
        sheets.check(rules, hand)
    except engine.SheetError as refused:
        return refused
    return None


@st.composite
def offered(draw: st.DrawFn, rules: engine.RuleSet) -> SheetHand:
    """Draw a hand as a form lets one write it."""
    form = sheets.form_of(rules)
    outcome = draw(st.sampled_from(form.outcomes))
    if outcome in ("passed_out", "cancelled"):
        return SheetHand(outcome)
    hand = SheetHand(outcome, declarer=draw(st.integers(0, rules.players - 1)))
    alone = "" if outcome == "conceded" else draw(st.sampled_from(["", *form.alone]))
    if alone == "cot":
        return replace(hand, alone=alone)
    number = draw(st.integers(form.lowest, form.highest))
    hand = replace(hand, number=number, alone=alone)
    if form.denominations:
        hand = replace(hand, denomination=draw(st.sampled_from(form.denominations)), doubled=draw(st.integers(0, 2)))
    if form.auctions_differ:
        hand = replace(hand, auction=draw(st.sampled_from([1, 2] if number >= form.later_lowest else [1])))
    if alone == "late_thani":
        return replace(hand, soloist=draw(st.none() | st.integers(0, rules.players - 1)))
    if alone or outcome == "conceded":
        return hand
    surrender = draw(st.sampled_from(["", "accepted", "refused"])) if form.surrenders else ""
    swept = form.sweeps and surrender != "accepted" and draw(st.booleans())
    if surrender or swept:
        return replace(hand, surrender=surrender, swept=swept)
    return replace(hand, **draw(counted(rules, form, hand)))


@st.composite
def counted(draw: st.DrawFn, rules: engine.RuleSet, form: SheetForm, hand: SheetHand) -> dict[str, Any]:
    """Draw the card points of a hand as far as they were counted."""
    number, most = hand.number or 0, form.deck_points
    own = draw(st.integers(number, most) if hand.outcome == "made" else st.integers(0, number - 1))
    declaring = rules.side_of(hand.declarer or 0)
    first = draw(st.integers(0, most - own))
    others = [first, most - own - first]
    shares = tuple(own if side == declaring else others.pop() for side in range(len(rules.sides)))
    ways: list[dict[str, Any]] = [{}, {"points": own}]
    return draw(st.sampled_from([*ways, {"shares": shares}] if len(rules.sides) > 2 else ways))


@EVERY_RULE_SET
@SOME
@given(data=st.data())
def test_what_a_form_offers_can_be_entered_and_comes_to_the_same_whether_points_were_counted_or_not(rule_set, data):
    """28-SCO-1, 56-SCORE-1: who counted nothing agrees with who did."""
    rules = data.draw(rule_sets(rule_set))
    hand = data.draw(offered(rules))
    sheet = sheets.open_sheet(rules, 0)

    decided = sheets.enter(sheet, hand)

    assert uncounted(sheets.enter(sheet, replace(hand, points=None, shares=()))) == uncounted(decided)


def uncounted(events: list[engine.Event]) -> list[engine.Event]:
    """Return the events of a decided hand without its card points."""
    return [replace(event, points=None) if isinstance(event, engine.HandScored) else event for event in events]


@EVERY_RULE_SET
@SOME
@given(data=st.data())
def test_what_a_form_does_not_offer_cannot_be_entered(rule_set, data):
    """Numbers, outcomes, and what a player undertakes alone or a side offers."""
    rules = data.draw(rule_sets(rule_set))
    form = sheets.form_of(rules)
    hand = SheetHand("made", declarer=0, number=form.highest, auction=1 if form.auctions_differ else None)
    if form.denominations:
        hand = replace(hand, denomination="S")
    others = [replace(hand, number=number) for number in (form.lowest - 1, form.highest + 1)]
    outcomes = ("made", "failed", "conceded", "passed_out", "cancelled", "adjusted")
    others += [replace(hand, outcome=outcome) for outcome in outcomes if outcome not in form.outcomes]
    others += [replace(hand, alone=alone) for alone in ("thani", "late_thani", "cot") if alone not in form.alone]
    others += [] if form.sweeps else [replace(hand, swept=True)]
    others += [] if form.surrenders else [replace(hand, surrender="refused")]
    others += [] if form.later_lowest else [replace(hand, auction=2)]
    others += [] if form.doubles else [replace(hand, doubled=1)]
    others += [replace(hand, points=form.deck_points + 1), replace(hand, declarer=rules.players)]
    sheets.check(rules, hand)
    assert [other for other in others if refusal(rules, other) is None] == []


@pytest.mark.parametrize("rule_set", ["28-pagat-4", "56-kerala-4"])
def test_a_hand_that_is_not_scored_says_nothing_for_a_sheet(rule_set):
    rules = engine.load_rules(rule_set)

    with pytest.raises(ValueError, match="not scored"):
        sheets.told_of(rules, [engine.HandDealt(1, 0, ())])


def test_a_hand_that_a_director_adjusted_is_no_hand_of_a_sheet():
    """56-IRR-21."""
    adjusted = engine.HandScored(1, "adjusted", 0, 34, None, None, score=(0, 2), denomination="S", doubled=0)

    with pytest.raises(ValueError, match="adjusted is a ruling"):
        sheets.told_of(engine.load_rules("56-kerala-6"), [engine.HandAdjusted(1, 1, 2), adjusted])


@pytest.mark.parametrize(("points", "score"), [(40, (2, 0)), (39, (0, 3))])
def test_a_hand_that_a_claim_ended_is_made_by_its_points(points, score):
    """56-PLAY-6, 56-CON-3."""
    sheet = sheets.open_sheet(engine.load_rules("56-kerala-6"), 5)
    claimed = SheetHand("claimed", declarer=0, number=40, denomination="S", points=points)

    (scored,) = sheets.enter(sheet, claimed)

    assert (scored.outcome, scored.points, scored.score) == ("claimed", (points, 56 - points), score)


def test_a_claim_is_entered_with_its_points_and_is_in_no_form():
    """56-PLAY-6: a sheet without them does not know who won the hand."""
    rules = engine.load_rules("56-kerala-6")
    claimed = SheetHand("claimed", declarer=0, number=40, denomination="S")

    with pytest.raises(engine.SheetError) as refused:
        sheets.check(rules, claimed)

    assert (refused.value.code, refused.value.field) == ("points-missing", "points")
    assert "claimed" not in sheets.form_of(rules).outcomes


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("auction", 1),
        ("shares", (30, 26)),
        ("alone", "thani"),
        ("soloist", 0),
        ("swept", True),
        ("surrender", "refused"),
    ],
)
def test_a_hand_of_56_has_nothing_of_28(member, value):
    hand = SheetHand("made", declarer=0, number=40, denomination="S", **{member: value})

    with pytest.raises(engine.SheetError) as refused:
        sheets.check(engine.load_rules("56-kerala-6"), hand)

    assert (refused.value.code, refused.value.field) == ("not-of-56", member)


def test_a_hand_of_56_says_that_it_is_not_doubled():
    hand = SheetHand("made", declarer=0, number=40, denomination="S")

    assert sheets.tidied(engine.load_rules("56-kerala-6"), hand) == replace(hand, doubled=0)


def test_no_sheet_is_kept_of_a_game_of_neither_family():
    rules = replace(engine.load_rules("28-pagat-4"), id="29-pagat-4")

    with pytest.raises(engine.SheetError) as refused:
        sheets.open_sheet(rules, 0)

    assert refused.value.code == "no-score-sheets"
