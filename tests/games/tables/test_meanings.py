"""Asking at a live table what a call means: who may, when, and who comes to know of it."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

import engine
from games import errors, store
from games.events import tables as events
from games.hands.history import hand_history
from games.models import MeaningNote
from games.tables.selectors.live import happenings, table_view
from games.tables.selectors.states import load_state
from games.tables.services.meanings import add_meaning
from games.tables.services.play import act
from games.tables.services.recording import ConflictError
from games.tables.services.seats import open_table, seat_bot, take_seat
from tests.games.helpers.asking import ONE_HAND, ask, say, view
from tests.games.helpers.tables import START, due, page_of, people, play_on, state_of, table_of

pytestmark = pytest.mark.django_db


def opened(*calls, rules="56-kerala-4", **terms):
    """A table of four people in the auction after these calls, and its players from the opener on."""
    players = people(4)
    table = table_of(players, rules=rules, options=ONE_HAND, **terms)
    assert due(table.pk)
    say(table, players, *calls)
    opener = engine.view(load_state(table.pk).game, None).opener
    return table, [players[(opener + place) % 4] for place in range(4)]


def add(table, player, asker, text="It may be three cards.", call=0):
    state = load_state(table.pk)
    add_meaning(
        table_id=table.pk, player=player, call=call, asker=state.seat_of(asker.pk), text=text,
        now=state.since + timedelta(seconds=2),
    )  # fmt: skip


def page(table, player):
    """What a player's page shows, less what follows from the time and the number of events alone."""
    html = re.sub(r'data-now="\d+"', "", page_of(table, player))
    return re.sub(r'(data-version|name="version"\s+value)="\d+"', "", html)


def happened(table, kind):
    return [one.event for one in store.load(table.pk) if isinstance(one.event, kind)]


def refused(kind, do, *given, **named):
    with pytest.raises(kind) as refusal:
        do(*given, **named)
    return refusal.value.code


def test_an_opponent_asks_and_reads_at_once_what_the_card_says():
    """56-SHOW-26."""
    table, (opener, left, *_) = opened("29NS")
    ask(table, left)

    (asked,) = view(table, left).asked
    assert (asked.mine, asked.said, asked.card, asked.edition) == (True, "29NS", None, None)
    assert asked.text == "Four jacks."
    assert asked.row == ("Opening", "first, middle", "number NS, two higher")
    assert not asked.treatment
    assert view(table, left).askable == ()
    assert asked.of == view(table, opener).viewer


def test_the_asking_is_an_event_with_the_card_that_answered():
    """56-SHOW-26."""
    table, (opener, left, *_) = opened("28NS")
    seats = {player.pk: load_state(table.pk).seat_of(player.pk) for player in (opener, left)}
    ask(table, left)

    assert happened(table, events.MeaningAsked) == [
        events.MeaningAsked(seat=seats[left.pk], of=seats[opener.pk], call=0, card=None, edition=None)
    ]


def test_asked_twice_is_asked_once():
    table, (_, left, *_) = opened("28NS")

    assert ask(table, left) == ask(table, left)
    assert len(happened(table, events.MeaningAsked)) == 1


def test_nobody_asks_about_the_own_side():
    """56-SHOW-26."""
    table, (opener, _, partner, _) = opened("28NS")

    assert refused(errors.NotAllowed, ask, table, partner) == "own-side"
    assert refused(errors.NotAllowed, ask, table, opener) == "own-side"
    assert view(table, partner).askable == ()


def test_who_does_not_sit_here_asks_nothing():
    table, _ = opened("28NS")
    (stranger,) = people(1)

    assert refused(errors.NotSeated, ask, table, stranger) == "not-seated"
    assert table_view(table.pk, stranger).askable == ()


def test_a_call_that_was_replaced_is_asked_about_no_more():
    """56-SHOW-10, 56-SHOW-26."""
    table, (_, left, *_) = opened("28NS", "pass", "29NS", "pass", "30NS", rules="56-standard-4")

    assert refused(errors.WrongMoment, ask, table, left) == "not-open-to-questions"
    assert [one.call for one in view(table, left).askable] == [2, 4]


def test_in_kerala_the_last_two_bids_stay_open_to_questions():
    """56-SHOW-24, 56-SHOW-26."""
    table, (opener, *_) = opened("28NS", "29NS", "pass", "pass", "30NS", "pass")

    assert [one.call for one in view(table, opener).askable] == [1, 3, 5]
    ask(table, opener, 1)
    assert view(table, opener).asked[0].said == "29NS"


def test_calls_may_be_asked_about_until_the_first_lead_and_not_after():
    """56-SHOW-26."""
    table, players = opened("28NS")
    seated = sorted(players, key=lambda player: load_state(table.pk).seat_of(player.pk))
    passed = lambda actions: next(one for one in actions if isinstance(one, engine.Pass | engine.Play))  # noqa: E731
    play_on(table, seated, passed, lambda state: engine.view(state.game, None).phase == "play")
    left = players[1]
    assert [one.said for one in view(table, left).askable] == ["28NS", "pass", "pass"]
    ask(table, left, 0)
    assert view(table, left).asked[0].text

    play_on(table, seated, passed, lambda state: bool(engine.view(state.game, None).trick))
    assert view(table, left).askable == ()
    assert view(table, left).asked == ()
    assert refused(errors.WrongMoment, ask, table, players[3]) == "not-open-to-questions"


def test_a_call_out_of_the_auction_or_in_a_game_of_28_is_none_to_ask_about():
    table, (_, left, *_) = opened("28NS")
    assert refused(errors.WrongMoment, ask, table, left, 9) == "not-open-to-questions"
    assert refused(errors.WrongMoment, ask, table, left, -1) == "not-open-to-questions"

    players = people(4)
    other = table_of(players)
    due(other.pk)
    assert refused(errors.WrongMoment, ask, other, players[1]) == "not-open-to-questions"


def test_only_the_asker_and_the_callers_partners_come_to_know_of_a_question():
    """56-SHOW-26."""
    table, (opener, left, partner, right) = opened("28NS")
    before = {player: page(table, player) for player in (opener, left, partner, right, None)}
    told = len(view(table, opener).happenings)
    ask(table, left)
    after = {player: page(table, player) for player in before}

    assert after[opener] == before[opener]
    assert after[right] == before[right]
    assert after[None] == before[None]
    assert after[left] != before[left]
    assert after[partner] != before[partner]
    assert len(view(table, opener).happenings) == told
    assert view(table, opener).asked == view(table, right).asked == table_view(table.pk, None).asked == ()


def test_a_question_is_in_no_history_and_in_no_list_of_what_happened():
    """56-SHOW-26."""
    table, (opener, left, partner, _) = opened("28NS")
    steps = hand_history(table.pk, 1, opener).steps
    since = state_of(table).version
    ask(table, left)
    add(table, partner, left)

    assert hand_history(table.pk, 1, opener).steps == steps
    assert happenings(table.pk, since, left) == []


def test_a_partner_of_the_caller_adds_a_line_that_the_asker_and_the_adder_see():
    """56-SHOW-26."""
    table, (opener, left, partner, right) = opened("28NS")
    ask(table, left)
    (asked,) = view(table, partner).asked
    assert (asked.may_add, asked.mine, asked.text) == (True, False, "")
    rest = {player: page(table, player) for player in (opener, right, None)}
    add(table, partner, left, "  It may be\n three cards. ")

    seat = view(table, partner).viewer
    assert view(table, left).asked[0].added == ((seat, "It may be three cards."),)
    assert view(table, partner).asked[0].added == ((seat, "It may be three cards."),)
    assert not view(table, partner).asked[0].may_add
    assert {player: page(table, player) for player in rest} == rest


def test_what_is_added_stands_in_no_event():
    table, (_, left, partner, _) = opened("28NS")
    ask(table, left)
    add(table, partner, left, "Three cards may do")

    (event,) = happened(table, events.MeaningAdded)
    assert event.__struct_fields__ == ("seat", "asker", "call")
    assert MeaningNote.objects.get().text == "Three cards may do"


@pytest.mark.parametrize("text", ["", "  \n", "a" * 201, "a\x00b"])
def test_an_addition_is_one_line_of_text(text):
    table, (_, left, partner, _) = opened("28NS")
    ask(table, left)

    assert refused(errors.BadTerms, add, table, partner, left, text) == "no-text"
    assert not MeaningNote.objects.exists()


def test_text_of_an_addition_is_escaped():
    table, (_, left, partner, _) = opened("28NS")
    ask(table, left)
    add(table, partner, left, "<b>{suit}</b>")

    assert "&lt;b&gt;{suit}&lt;/b&gt;" in page(table, left)


def test_the_caller_the_other_side_and_who_has_added_add_nothing():
    """56-SHOW-26."""
    table, (opener, left, partner, right) = opened("28NS")
    assert refused(errors.WrongMoment, add, table, partner, left) == "not-asked"
    ask(table, left)

    assert refused(errors.WrongMoment, add, table, opener, left) == "not-asked"
    assert refused(errors.WrongMoment, add, table, right, left) == "not-asked"
    add(table, partner, left)
    assert refused(errors.WrongMoment, add, table, partner, left) == "not-asked"


def test_asking_takes_nobodys_time_and_stops_nothing():
    table, (_, _, _, right) = opened("28NS")
    before = state_of(table)
    ask(table, right)
    after = state_of(table)

    assert (after.turn, after.since, after.deadline, after.seats) == (
        before.turn, before.since, before.deadline, before.seats,
    )  # fmt: skip


def test_a_call_decided_on_before_a_question_came_in_is_not_too_late():
    table, (_, left, _, right) = opened("28NS")
    seen = state_of(table)
    ask(table, right)

    act(
        table_id=table.pk, player=left, action=engine.Pass(seen.turn), expected_version=seen.version, command=uuid4(),
        now=seen.since + timedelta(seconds=2),
    )  # fmt: skip
    assert state_of(table).turn != seen.turn
    with pytest.raises(ConflictError):
        act(
            table_id=table.pk, player=left, action=engine.Pass(seen.turn), expected_version=seen.version,
            command=uuid4(), now=seen.since + timedelta(seconds=2),
        )  # fmt: skip


def test_a_bot_adds_nothing_and_its_calls_are_explained_by_the_default_card(settings):
    """56-CNV-1."""
    settings.LELAM_BOT_SECONDS = 5  # so that bots act one after the other
    players = people(2)
    table = open_table(player=players[0], seat=0, rules="56-kerala-4", options=ONE_HAND, bots=[2], now=START)
    take_seat(table_id=table.pk, player=players[1], seat=1, invitation="", now=START, command=uuid4())
    seat_bot(table_id=table.pk, player=players[0], seat=3, now=START, command=uuid4())
    assert due(table.pk)
    while {0, 2} - {step.seat for step in engine.view(load_state(table.pk).game, None).auction}:
        say(table, players, "pass") if load_state(table.pk).turn in (0, 1) else due(table.pk)
    calls = {one.seat: one.call for one in view(table, players[1]).askable}
    ask(table, players[1], calls[2])
    ask(table, players[1], calls[0])

    assert [one.card for one in view(table, players[1]).asked] == [None, None]
    (asked,) = view(table, players[0]).asked
    assert (asked.of, asked.may_add) == (2, True)
    assert {side.card for side in view(table, players[0]).cards} == {None}
