"""The table as a page shows it: every phase, from a real hand of the engine, for one viewer."""

import re

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

import engine
from engine import Ask, Bid, Play
from games.screen.fragments import table_context
from games.screen.inputs import Refusal
from games.screen.layout import Board, alternating, board_of
from games.templatetags.games import card_name
from tests.games.helpers.boards import NAMES, buttons, done, played_until, result, started, table_view
from tests.games.helpers.moments import (
    BOUGHT,
    DEALT,
    FOLDED,
    FOLLOWED,
    KEPT,
    OPENED,
    RULES,
    SCORED,
    SECOND_OVER,
    TAKEN,
    TURNED_UP,
    VOID,
)
from tests.markup import one_line


def board(state: object, viewer: int | None, **more: object) -> Board:
    return board_of(table_view(RULES, state, viewer, **more))


def page(state: object, viewer: int | None, refusal: Refusal | None = None, **more: object) -> str:
    """Return the fragment as the viewer gets it."""
    context = table_context(table_view(RULES, state, viewer, **more), refusal=refusal)
    return one_line(render_to_string("games/_table.html", context))


def test_the_viewer_sits_at_the_bottom_and_the_turn_runs_clockwise():
    """28-SEAT-1: the seat after the viewer's lies to the left."""
    places = {place.seat.number: place.at for place in board(OPENED, 3).places}

    assert places == {0: "w", 1: "n", 2: "e"}


def test_partners_and_opponents_are_named():
    """28-SEAT-2."""
    relations = {place.seat.name: place.relation for place in board(OPENED, 3).places}

    assert relations == {"Ammini": "the other side", "Beeran": "your partner", "Chacko": "the other side"}


def test_a_hand_is_grouped_by_suit_with_the_colours_by_turns():
    """28-DECK-2: jack, nine, ace, ten within a suit."""
    ranks = RULES.ranks

    assert alternating(("D9", "SJ", "HA", "S9", "DJ", "CT"), ranks) == ("SJ", "S9", "HA", "CT", "DJ", "D9")
    assert alternating(("H7", "D8", "S9"), ranks) == ("H7", "S9", "D8")


def test_the_pad_offers_exactly_the_legal_bids():
    """28-AUC-3, 28-AUC-4."""
    seen = board(OPENED, 3)

    assert seen.bids == tuple(range(17, 29))
    assert (seen.asks, seen.says) == ("Your bid.", "17 or more, or pass.")
    assert "pass" in seen.can


@pytest.mark.parametrize(("low", "columns"), [(14, 5), (15, 7), (17, 6), (19, 5), (24, 5), (28, 5)])
def test_the_pad_has_few_rows_and_few_gaps(low, columns):
    playing = table_view(RULES, OPENED, 3, legal=tuple(Bid(3, value) for value in range(low, 29)))

    assert board_of(playing).bid_columns == columns


def test_the_opener_cannot_pass_and_is_told_so():
    """28-AUC-2."""
    seen = board(DEALT, 0)

    assert "pass" not in seen.can
    assert seen.says == "You open, so you bid: 14 or more."


def test_others_are_told_whose_turn_it_is():
    assert board(OPENED, 0).says == "Devaki to bid."
    assert board(BOUGHT, 0).says == "Devaki to fold the trump."
    assert board(KEPT, 3).says == "Ammini to lead."


def test_every_card_of_the_first_batch_can_be_folded():
    """28-FOLD-2."""
    assert [button for button in buttons(page(BOUGHT, 3)) if button.startswith("fold:")] == [
        f"fold:{card}" for card in ("SJ", "S9", "S7", "HA")
    ]


def test_the_declarer_may_keep_or_fold_another_suit():
    """28-TRUMP-1, 28-TRUMP-3."""
    text = page(SECOND_OVER, 3)

    assert "keep" in buttons(text)
    assert re.search(r'id="card-SJ"[^>]*aria-disabled="true"', text)
    assert not re.search(r'id="card-HA"[^>]*aria-disabled="true"', text)


def test_cards_that_cannot_follow_are_dimmed_and_the_others_lit():
    """28-PLAY-4."""
    cards = {card.code: card.may for card in board(FOLLOWED, 3).hand}

    assert {card for card, may in cards.items() if may} == {"HA", "H8", "H7", "HQ"}
    assert board(FOLLOWED, 3).says == "Follow hearts."


def test_the_winning_card_of_the_running_trick_is_marked():
    """28-TRICK-3."""
    assert [laid.card for laid in board(FOLLOWED, 3).trick if laid.best] == ["HJ"]


def test_a_taken_trick_lies_until_the_next_lead_and_says_why_it_was_won():
    """28-TRICK-3, 28-TRICK-4."""
    seen = board(TAKEN, 0)

    assert [laid.at for laid in seen.trick if laid.best] == ["w"]
    assert (seen.won_name, seen.won_card, seen.won_line) == ("Beeran", "HJ", "is the highest heart")
    assert "takes 5 points" in page(TAKEN, 0)


def test_only_the_declarer_sees_the_folded_card():
    """28-FOLD-3: everybody else sees a back."""
    for viewer in (0, 1, 2, None):
        text = page(VOID, viewer)
        assert "your trump" not in text
        assert "the folded trump is here" in text
        assert "Seven of spades" not in text
    assert "only you see it" in page(VOID, 3)


def test_the_declarer_is_offered_to_turn_the_trump_up():
    """28-REV-4."""
    assert "reveal" in buttons(page(VOID, 3))
    assert "ask" not in buttons(page(VOID, 3))


def test_who_cannot_follow_is_offered_to_ask():
    """28-REV-1."""
    void = done(TAKEN, Play(1, "SK"), Play(2, "S8"), Play(3, "S9"))

    assert "ask" in buttons(page(void, 0))
    assert Ask(0) in engine.legal_actions(void, 0)


def test_after_a_reveal_only_the_indicator_is_lit():
    """28-REV-5."""
    seen = board(TURNED_UP, 3)

    assert [card.code for card in seen.hand if card.may] == ["S7"]
    assert seen.says == "You turned the trump up, so you play it."


def test_a_concession_asks_once_more():
    """28-CON-1: the button lies behind a first one that only opens it."""
    text = page(KEPT, 3)
    inside = re.search(r'<details id="concede".*?</details>', text, re.S)

    assert inside is not None
    assert 'value="concede"' in inside.group()
    assert buttons(text).count("concede") == 1
    assert "concede" not in buttons(page(KEPT, 0))


def test_the_race_counts_to_the_contract_and_to_its_defeat():
    """28-SCO-1: 17 are needed, 12 defeat them."""
    ours, theirs = board(TAKEN, 3).we, board(TAKEN, 3).they

    assert (ours.line, theirs.line) == ("5 of 17 points", "0 of 12 points")
    assert ours.names == "You, Beeran"


def test_three_handed_allies_count_against_the_declarer_together():
    """28-SEAT-3."""
    rules, dealt = started("28-kerala-3", dealer=2)
    playing = played_until(done(dealt, Bid(0, 14)), lambda view: view.phase == "play")
    seen = board_of(table_view(rules, playing, 1))

    assert seen.we.sides == (1, 2)
    assert seen.they.sides == (0,)
    assert [place.at for place in seen.places] == ["e", "w"]


def test_the_auction_stands_in_columns_from_the_opener_on():
    seen = board(KEPT, 0)

    assert seen.auction_names == NAMES[:4]
    assert [[cell.word for cell in row] for row in seen.auction] == [
        ["14", "15", "16", "17"],
        ["pass", "pass", "pass", "folds"],
        ["", "", "", "pass"],
        ["pass", "pass", "pass", "keeps"],
    ]


def test_the_result_says_what_moved_and_offers_the_next_deal():
    """28-SCO-2."""
    scored = result(engine.view(SCORED, 3))
    text = page(SCORED, 3, result=scored, may=frozenset({"pause", "deal", "leave"}))

    assert "made 17 with 19 points" in text
    assert {"pause", "deal", "leave"} <= set(buttons(text))
    assert board(SCORED, 3, result=scored).result_rows[0].names == "You, Beeran"


def test_points_below_nought_have_a_minus_as_long_as_the_plus():
    lost = replace(result(engine.view(SCORED, 3)), before=(2, -1), after=(3, -2))
    text = page(SCORED, 3, result=lost)

    for figure in ("+1", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2"):
        assert f">{figure}<" in text


def test_a_finished_game_names_its_winners():
    """28-END-2."""
    assert board(SCORED, 3, status="finished", winners=(1,)).says == "The game is over: Beeran and Devaki win."
    assert board(SCORED, 3, status="finished", winners=()).says == "The game is over."


def test_after_a_ruling_the_result_that_counts_is_told_before_the_one_that_was_played():
    """28-END-2."""

    def says(now):
        return board(SCORED, 3, status="finished", winners=(1,), winners_now=now).says

    assert says((0,)) == "The game is over: Ammini and Chacko win. As played, Beeran and Devaki won."
    assert says((0, 1)) == "The game is over, and drawn. As played, Beeran and Devaki won."
    assert says((1,)) == says(None) == "The game is over: Beeran and Devaki win."
    scored = result(engine.view(SCORED, 3))
    for now, noted in ((None, False), ((0,), True)):
        assert ("This is the result as played;" in page(SCORED, 3, result=scored, winners_now=now)) is noted


def test_a_spectator_sees_backs_and_no_controls():
    for state in (OPENED, BOUGHT, FOLDED, SECOND_OVER, KEPT, FOLLOWED, VOID):
        text = page(state, None)
        assert buttons(text) == []
        assert 'class="hand"' not in text


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
@pytest.mark.parametrize("state", [DEALT, OPENED, BOUGHT, FOLDED, SECOND_OVER, KEPT, FOLLOWED, TAKEN, VOID, TURNED_UP])
def test_no_fragment_names_a_card_its_viewer_may_not_know(state, viewer):
    """Whatever is neither the viewer's own nor on the table stands nowhere in the HTML, by code or by name."""
    seen = engine.view(state, viewer)
    laid = {played.card for played in seen.trick + (seen.last_trick.cards if seen.last_trick else ())}
    known = {*seen.hand, *laid, *filter(None, (seen.indicator, seen.trump_card))}
    text = page(state, viewer)

    for card in set(RULES.deck) - known:
        assert not re.search(rf"\b{card}\b", text), card
        assert card_name(card).lower() not in text.lower()


def test_a_refusal_points_at_its_card_and_links_its_rule():
    """28-PLAY-4."""
    text = page(FOLLOWED, 3, Refusal("You hold a heart, so you must play one.", "must-follow-suit", "28-PLAY-4", "CT"))

    assert "/rules/28-kerala-4/#28-PLAY-4" in text
    assert re.search(r'id="card-CT"[^>]*aria-describedby="why"', text)


def test_the_live_region_says_the_options():
    assert "You may bid 17 to 28, pass." in page(OPENED, 3)
    assert "You may play 4 of your cards." in page(FOLLOWED, 3)
