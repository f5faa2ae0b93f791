"""The table's page beyond Kerala's 28: seats for three to eight, raises, thani, cot, and the calls of 56."""

import re

import pytest
from django.template.loader import render_to_string

import engine
from engine import Fold
from games.screen.fragments import table_context
from games.screen.layout import board_of
from games.templatetags.games import card_name
from tests.games.helpers.boards import buttons, done, table_view
from tests.markup import tight


def scene(rules_id, *actions, options=None, dealer=None):
    """Return a table's view maker: a hand of the deck as it lies, after some actions by whoever is on turn."""
    rules = engine.load_rules(rules_id, options or {})
    state = engine.new_game(rules)
    for event in engine.deal(state, rules.deck, dealer=rules.players - 1 if dealer is None else dealer):
        state = engine.evolve(state, event)
    for make in actions:
        (seat,) = engine.to_act(state)
        state = done(state, make(seat))
    return lambda viewer: table_view(rules, state, viewer)


def calls(text):
    return lambda seat: engine.Call(seat, text)


def fragment(view):
    return tight(render_to_string("games/_table.html", table_context(view)))


@pytest.mark.parametrize(
    ("rules_id", "places"),
    [
        ("28-pagat-3", {1: "e", 2: "w"}),
        ("28-pagat-6", {1: "se", 2: "ne", 3: "n", 4: "nw", 5: "sw"}),
        ("28-wikipedia-8", {1: "se", 2: "e", 3: "ne", 4: "n", 5: "nw", 6: "w", 7: "sw"}),
    ],
)
def test_outside_kerala_the_turn_runs_counter_clockwise(rules_id, places):
    """28-SEAT-1."""
    seen = board_of(scene(rules_id)(0))

    assert {place.seat.number: place.at for place in seen.places} == places


def test_three_pairs_are_told_from_two_teams():
    """28-PAG-9, 28-CK6-1: partners sit opposite, or every second."""
    pairs = board_of(scene("28-pagat-6")(0))
    teams = board_of(scene("28-central-kerala-6")(0))

    assert [place.relation for place in pairs.places] == ["another side"] * 2 + ["your partner"] + ["another side"] * 2
    assert [place.seat.side for place in teams.places] == [1, 0, 1, 0, 1]
    assert {place.relation for place in teams.places} == {"your partner", "the other side"}


@pytest.mark.parametrize(("rules_id", "points"), [("28-pagat-6", 28), ("28-wikipedia-8", 40), ("56-kerala-8", 56)])
def test_the_race_is_about_the_points_of_the_deck(rules_id, points):
    """28-DECK-3, 28-W8-1, 56-DECK-2."""
    view = scene(rules_id)(0)

    assert board_of(view).all_points == points
    assert f"--all: {points}" in fragment(view)


def test_a_raise_turn_offers_raises_thani_and_leaving_it():
    """28-PAG-3, 28-THANI-1."""
    passing = [engine.Pass] * 3
    view = scene("28-pagat-4", lambda seat: engine.Bid(seat, 14), *passing, lambda seat: Fold(seat, "SJ"),
                 options={"thani": True})(0)  # fmt: skip
    seen = board_of(view)

    assert (seen.phase, seen.bids[0]) == ("raise", 24)
    assert {"pass", "thani"} <= seen.can
    assert {"pass", "bid", "thani"} <= set(buttons(fragment(view)))
    assert "Leave it at 14" in fragment(view)


def test_a_declarer_who_may_play_any_trump_is_told_so():
    """28-PAG-5."""
    assert not board_of(scene("28-pagat-4")(0)).indicator_binds
    assert board_of(scene("28-kerala-4")(0)).indicator_binds


def test_a_cot_lays_the_partners_hand_open_to_all():
    """28-HSE-6, 28-HSE-7."""
    shown = scene("28-house-4", engine.Cot, options={"four_card_cot": True})

    for viewer in (0, 1, 3, None):
        (opened,) = board_of(shown(viewer)).opened
        assert (opened.name, len(opened.cards)) == ("Chacko", 4)
        assert all(card_name(card) in fragment(shown(viewer)) for card in opened.cards)
    assert board_of(shown(0)).contract == "cot"


def test_the_pad_of_56_offers_exactly_the_legal_calls_in_words():
    """56-AUC-4, 56-SHOW-8: every form, each with the number it comes to."""
    view = scene("56-international-6", calls("29S"))(1)
    text = fragment(view)
    options = re.findall(r'<option value="([^"]+)"', text)

    assert options == [action.call for action in view.legal if isinstance(action, engine.Call)]
    assert "+2NS: 31 no trump, said as no suit, 2 over 29" in text
    assert re.search(r">♣30: 30 clubs<|>♦30: 30 diamonds<|>♥30: 30 hearts<|>♠30: 30 spades<", text)
    assert [key.value for key in board_of(view).instead] == ["pass", "double"]


def test_a_tradition_with_one_form_has_no_keys_for_forms():
    """56-AUC-4: Kerala says a number with a suit or with NS."""
    forms, numbers, named = board_of(scene("56-kerala-4")(0)).call_keys

    assert [key.value for key in forms] == ["number"]
    assert [key.value for key in numbers] == [str(number) for number in range(28, 57)]
    # 56-AUC-9: a suit that is not held cannot be named; the opener of the deck as it lies has no club.
    assert [key.value for key in named] == ["S", "H", "D", "NS"]


@pytest.mark.parametrize(
    ("rules_id", "line"),
    [
        ("56-international-6", "you cannot look at earlier calls"),
        ("56-kerala-6", "The last two contract bids: 29NS by Beeran, 30NS by Chacko."),
        ("56-standard-6", "You may look at each player's last call"),
    ],
)
def test_of_earlier_calls_each_tradition_shows_its_own(rules_id, line):
    """56-SHOW-10, 56-SHOW-24."""
    seen = board_of(scene(rules_id, calls("28NS"), calls("29NS"), calls("30NS"))(3))

    assert line in seen.review
    assert [said.call for said in seen.round] == ["28NS", "29NS", "30NS", "", "", ""]


def test_contract_double_and_opener_stay_visible_in_the_play():
    """56-SHOW-7, 56-SHOW-11, 56-PLAY-3."""
    six = [engine.Pass] * 6
    view = scene("56-international-6", calls("30NS"), engine.Double, *six)(0)
    text = fragment(view)

    assert view.game.phase == "play"
    assert board_of(view).contract == "30NT doubled"
    assert "opens" in text
    assert "Ammini, doubled" in text


def test_two_copies_of_a_card_are_two_buttons():
    """56-DECK-1."""
    text = fragment(scene("56-kerala-4", calls("28S"), *[engine.Pass] * 4)(0))

    assert 'id="card-SJ"' in text
    assert 'id="card-SJ-2"' in text
    assert buttons(text).count("play:SJ") == 2


def test_a_hand_of_twelve_lies_in_two_rows():
    assert board_of(scene("56-kerala-4")(0)).hand_rows == 2
    assert board_of(scene("56-kerala-6")(0)).hand_rows == 1
