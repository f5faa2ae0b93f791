"""The clock: time for an action and a reserve, what the server does when both are up, absence, pauses, ends."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

import engine
from games import store
from games.hands.history import record
from games.models import Table
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_due_tables, advance_table
from games.tables.services.play import act, pause_deal, return_to_seat
from games.tables.services.seats import leave_seat, open_table
from games.tables.services.substitutes import substitute
from tests.games.helpers.tables import START, TWO_HANDS, dealt_table, due, people, person, play_on, table_of

pytestmark = pytest.mark.django_db

QUICK = {"action_seconds": 10, "reserve_seconds": 20, "pause_seconds": 5}
SECOND = timedelta(seconds=1)


def types(table, after: int = 0) -> list[str]:
    """Return the types of the events after a version."""
    return [one.type for one in store.load(table.pk, after=after)]


def first(actions):
    """Choose the first legal action."""
    return actions[0]


def act_after(table, players, seconds: float) -> engine.State:
    """Let the seat on turn act so long after its turn began."""
    state = load_state(table.pk)
    act(
        table_id=table.pk,
        player=players[state.turn],
        action=engine.legal_actions(state.game, state.turn)[0],
        expected_version=state.version,
        command=uuid4(),
        now=state.since + timedelta(seconds=seconds),
    )
    return load_state(table.pk)


def test_the_first_deal_waits_a_moment_for_numbers_and_no_longer():
    table = table_of(people(), **QUICK)

    assert not advance_table(table_id=table.pk, now=START + 2 * SECOND)
    assert advance_table(table_id=table.pk, now=START + 3 * SECOND)


def test_time_beyond_that_of_an_action_comes_out_of_the_reserve():
    players = people()
    table = dealt_table(players, **QUICK)
    seat = load_state(table.pk).turn

    assert act_after(table, players, 10).seats[seat].reserve == 20_000
    seat = load_state(table.pk).turn
    assert act_after(table, players, 17).seats[seat].reserve == 13_000


def test_the_server_acts_when_action_time_and_reserve_are_up_and_not_before():
    """28-AUC-2."""
    players = people()
    table = dealt_table(players, **QUICK)
    state = load_state(table.pk)
    assert table_view(table.pk, None, now=state.since).clock.left_seconds == 30

    assert not advance_table(table_id=table.pk, now=state.since + 29 * SECOND)
    assert advance_table(table_id=table.pk, now=state.since + 30 * SECOND)
    assert types(table, state.version) == ["TurnTimedOut", "BidMade"]
    view = table_view(table.pk, None)
    assert (view.game.bid, view.game.bidder) == (14, state.turn)
    assert view.seats[state.turn].reserve_left == 0
    assert [happening.text for happening in view.happenings[-2:]] == [
        f"{players[state.turn].name}'s time is up.",
        f"{players[state.turn].name} bids 14.",
    ]


def test_a_time_out_is_done_once_however_often_the_clock_comes():
    table = dealt_table(people(), **QUICK)
    state = load_state(table.pk)
    late = state.since + 30 * SECOND

    assert advance_table(table_id=table.pk, now=late)
    version = load_state(table.pk).version
    assert not advance_table(table_id=table.pk, now=late)
    assert advance_due_tables(now=late) == 0
    assert load_state(table.pk).version == version


def test_a_player_late_but_before_the_clock_still_acts():
    players = people()
    table = dealt_table(players, **QUICK)
    seat = load_state(table.pk).turn

    state = act_after(table, players, 45)
    assert state.seats[seat].reserve == 0
    assert "TurnTimedOut" not in types(table)


def test_after_two_time_outs_in_succession_a_bot_sits_in_until_the_player_acts():
    players = people()
    table = dealt_table(players, **QUICK)
    absent = load_state(table.pk).turn
    while not load_state(table.pk).seats[absent].sat_in:
        if load_state(table.pk).turn == absent:
            assert due(table.pk)
        else:
            act_after(table, players, 1)
    assert types(table).count("TurnTimedOut") == 2
    assert table_view(table.pk, players[absent]).seats[absent].sat_in
    assert "return" in table_view(table.pk, players[absent]).may

    play_on(table, players, first, lambda state: state.turn == absent)
    state = load_state(table.pk)
    act(
        table_id=table.pk,
        player=players[absent],
        action=engine.legal_actions(state.game, absent)[0],
        expected_version=state.version,
        command=uuid4(),
        now=state.since,
    )
    assert types(table, state.version)[0] == "PlayerReturned"
    assert not load_state(table.pk).seats[absent].sat_in


def test_acting_in_time_between_two_time_outs_keeps_the_bot_away():
    players = people()
    table = dealt_table(players, **QUICK)
    slow = load_state(table.pk).turn
    timed_out = 0
    while timed_out < 3:
        state = load_state(table.pk)
        if state.turn == slow and state.seats[slow].timeouts == 0:
            assert due(table.pk)
            timed_out += 1
        elif state.turn is None:
            assert due(table.pk)
        else:
            act_after(table, players, 1)

    assert "BotSatIn" not in types(table)


def test_nobody_gains_time_by_getting_up_and_sitting_down_again():
    players = people()
    table = dealt_table(players, **QUICK)
    state = load_state(table.pk)
    slow = {"table_id": table.pk, "player": players[state.turn], "now": state.since + 9 * SECOND}
    leave_seat(**slow)
    substitute(**slow, seat=state.turn)

    assert load_state(table.pk).deadline == state.deadline


def test_the_player_comes_back_by_saying_so():
    players = people()
    table = dealt_table(players, **QUICK)
    while (state := load_state(table.pk)) and not any(seat.sat_in for seat in state.seats):
        assert due(table.pk)
    away = next(number for number, seat in enumerate(state.seats) if seat.sat_in)
    return_to_seat(table_id=table.pk, player=players[away])

    assert load_state(table.pk).seats[away].attended
    version = load_state(table.pk).version
    assert return_to_seat(table_id=table.pk, player=players[away]) == version


def test_a_table_that_everybody_left_to_the_clock_still_ends():
    """28-END-3."""
    table = dealt_table(people(), **QUICK)
    steps = 0
    while due(table.pk):
        steps += 1
        assert steps < 500
    row = Table.objects.get(pk=table.pk)

    assert row.status == "finished"
    assert engine.audit(record(table.pk)).verdict == "clean"


def test_a_pause_ends_by_itself_after_five_minutes():
    players = people()
    table = dealt_table(players, **QUICK)
    play_on(table, players, first, lambda state: state.awaiting_deal)
    paused = load_state(table.pk).since
    pause_deal(table_id=table.pk, player=players[3], now=paused)
    version = load_state(table.pk).version

    assert not advance_table(table_id=table.pk, now=paused + 299 * SECOND)
    assert advance_table(table_id=table.pk, now=paused + 300 * SECOND)
    assert types(table, version)[:2] == ["PlayResumed", "HandDealt"]


def test_no_hand_begins_after_the_set_time_and_the_standing_decides():
    """28-END-3: playing for a set time is the table's business."""
    players = people()
    table = dealt_table(players, **QUICK, options={}, play_minutes=1)
    play_on(table, players, first, lambda state: state.hand == 2 or state.ended_at is not None, seconds=3)
    view = table_view(table.pk, None)

    stakes = [side.stakes for side in view.sides]
    assert (view.status, view.game.hand_number) == ("finished", 1)
    assert view.winners == tuple(side for side, left in enumerate(stakes) if left == max(stakes))
    assert not due(table.pk)
    assert engine.audit(record(table.pk)).verdict == "clean"


def test_a_set_time_that_runs_out_before_the_deal_ends_the_game_instead():
    players = people()
    table = dealt_table(players, **QUICK | {"pause_seconds": 120}, options={}, play_minutes=2)
    play_on(table, players, first, lambda state: state.hand == 2)
    version = load_state(table.pk).version

    assert due(table.pk)
    assert types(table, version) == ["GameFinished"]


def test_a_game_whose_people_have_all_been_gone_for_long_ends_with_the_hand():
    players = people()
    table = dealt_table(players, **QUICK, options={"ending": {"type": "hands", "count": 500}})
    for player in players:
        leave_seat(table_id=table.pk, player=player, now=START)
    assert due(table.pk)
    assert due(table.pk, late=timedelta(minutes=31))
    while due(table.pk):
        pass

    assert Table.objects.get(pk=table.pk).status == "finished"
    assert load_state(table.pk).hand <= 2


def test_a_table_that_nobody_fills_is_closed_after_some_hours():
    table = open_table(player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, now=START)

    assert not advance_table(table_id=table.pk, now=START + timedelta(hours=5, minutes=59))
    assert advance_due_tables(now=START + timedelta(hours=6)) == 1
    row = Table.objects.get(pk=table.pk)
    assert (row.status, row.due_at) == ("closed", None)
    assert table_view(table.pk, None).status == "closed"


def test_bots_take_their_time_so_that_people_can_follow(settings):
    settings.LELAM_BOT_SECONDS = 0.8
    table = open_table(
        player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3), now=START
    )
    due(table.pk)
    dealt = load_state(table.pk).since

    assert not advance_table(table_id=table.pk, now=dealt + timedelta(milliseconds=700))
    assert advance_table(table_id=table.pk, now=dealt + timedelta(milliseconds=800))
    assert Table.objects.get(pk=table.pk).due_at == dealt + timedelta(milliseconds=1600)


@pytest.mark.parametrize("fault", ["raises", "cheats"])
def test_a_bot_that_fails_holds_nobody_up_and_leaves_no_card_in_the_log(monkeypatch, caplog, fault):
    def choose(view):
        if fault == "raises":
            raise RuntimeError(f"I hold {view.hand}")
        return engine.Play(view.seat, "SJ" if "SJ" not in view.hand else "HJ")

    monkeypatch.setattr("games.bots.choose", choose)
    table = open_table(
        player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3), now=START
    )
    while due(table.pk):
        pass

    assert Table.objects.get(pk=table.pk).status == "finished"
    assert "bot" in caplog.text
    assert not re.search(r"\b[SHDC][J9ATKQ87]\b", caplog.text)


def test_one_table_that_fails_does_not_hold_the_others_up(monkeypatch, caplog):
    bad, good = (
        open_table(player=person(name), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3), now=START)
        for name in ("Ammini", "Beeran")
    )
    real = advance_table

    def advance(*, table_id, now=None):
        if table_id == bad.pk:
            raise OSError("no disk")
        return real(table_id=table_id, now=now)

    monkeypatch.setattr("games.tables.services.clock.advance_table", advance)
    assert advance_due_tables(now=START + timedelta(seconds=3)) == 1
    assert load_state(good.pk).version > 6
    assert str(bad.pk) in caplog.text
    put_off = Table.objects.get(pk=bad.pk).due_at
    assert put_off == START + timedelta(seconds=13), "many tables that fail do not fill the queue"
    assert caplog.text.count(str(bad.pk)) == 1
    advance_due_tables(now=START + timedelta(seconds=12))
    assert caplog.text.count(str(bad.pk)) == 1
    monkeypatch.undo()
    assert advance_due_tables(now=put_off) >= 1
    assert load_state(bad.pk).version > 6
