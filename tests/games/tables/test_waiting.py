"""Who is told that it is their turn: who is not at the table, once a turn, and not once they have acted."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

import engine
from clubs.models import Notice, Player
from clubs.notices import holding
from games.events.tables import Terms
from games.hands.checks import audit_check, check_hand
from games.models import Table
from games.tables import presence
from games.tables.selectors.states import load_state
from games.tables.services import play
from games.tables.services.clock import advance_table
from games.tables.services.seats import leave_seat, open_table, take_seat
from games.tables.services.waiting import AWAY, awaited, tell_who_is_waited_for
from tests.factories import PlayerFactory
from tests.games.helpers.tables import play_on

pytestmark = pytest.mark.django_db
LATER = AWAY + timedelta(seconds=1)


@pytest.fixture
def people(db) -> list[Player]:
    names = ("Ammini", "Beeran", "Chacko", "Devaki")
    return [PlayerFactory(name=name, password="x") for name in names]


@pytest.fixture
def table(people) -> Table:
    """Four people at a table whose first hand is dealt: the one on turn has all their time."""
    table = open_table(player=people[0], rules="28-kerala-4")
    for seat, player in enumerate(people[1:], start=1):
        take_seat(table_id=table.pk, player=player, seat=seat)
    state = load_state(table.pk)
    advance_table(table_id=table.pk, now=state.deal_at)
    return Table.objects.get(pk=table.pk)


def on_turn(table: Table) -> tuple[int, Player]:
    state = load_state(table.pk)
    seat = state.turn
    return seat, Player.objects.get(pk=state.seats[seat].player)


def told(kind: str = "your-turn") -> list[Notice]:
    return list(Notice.objects.filter(kind=kind).select_related("player"))


def sweep(table: Table, after: timedelta = LATER) -> int:
    """Look for who is waited for, so long after the turn has begun; return how many turns are told anew."""
    before = {notice.key for notice in told()}
    tell_who_is_waited_for(now=load_state(table.pk).since + after)
    return len({notice.key for notice in told()} - before)


def act(table: Table) -> None:
    seat, player = on_turn(table)
    state = load_state(table.pk)
    action = engine.legal_actions(state.game, seat)[0]
    play.act(
        table_id=table.pk,
        player=player,
        action=action,
        expected_version=state.version,
        command=uuid4(),
        now=state.since,
    )


def test_who_is_on_turn_and_not_at_the_table_is_told_once(table):
    _, player = on_turn(table)

    assert sweep(table) == 1
    assert sweep(table) == 0
    assert sweep(table, LATER * 2) == 0
    (notice,) = told()
    assert notice.player == player
    assert notice.path == f"/tables/{table.pk}/"


def test_nobody_is_told_before_the_turn_has_waited(table):
    assert sweep(table, AWAY - timedelta(seconds=1)) == 0


def test_who_is_at_the_table_is_not_told(table):
    _, player = on_turn(table)
    presence.stay(table.pk, player.pk, "a connection")

    assert sweep(table) == 0
    presence.leave(table.pk, player.pk, "a connection")
    assert sweep(table) == 1


def test_a_turn_that_was_taken_is_taken_back_and_the_next_one_is_told(table):
    sweep(table)
    act(table)

    assert not holding.still_holds(told()[0])
    assert sweep(table) == 1
    (notice,) = told()
    assert notice.player == on_turn(table)[1]


def test_a_turn_is_not_told_any_more_once_its_player_has_come(table):
    _, player = on_turn(table)
    sweep(table)
    assert holding.still_holds(told()[0])

    presence.stay(table.pk, player.pk, "a connection")

    assert not holding.still_holds(told()[0])


def test_what_happens_at_the_table_without_ending_the_turn_tells_nobody_again(table):
    seat, player = on_turn(table)
    sweep(table)
    version = load_state(table.pk).version
    other = next(one for one in load_state(table.pk).seats if one.player != str(player.pk))
    leave_seat(table_id=table.pk, player=Player.objects.get(pk=other.player))
    assert load_state(table.pk).version > version
    assert on_turn(table)[0] == seat

    assert sweep(table) == 0
    assert len(told()) == 1


def test_a_turn_at_a_table_that_is_over_is_taken_back(table):
    sweep(table)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, due_at=None)

    sweep(table)

    assert told() == []


def test_bots_and_those_whom_a_bot_stands_in_for_are_not_waited_for(people):
    table = open_table(player=people[0], rules="28-kerala-4", bots=[1, 2, 3])
    leave_seat(table_id=table.pk, player=people[0])

    assert awaited(load_state(table.pk)) == {}
    assert tell_who_is_waited_for(now=timezone.now() + LATER) == 0


def test_where_nobody_can_say_who_is_connected_nobody_is_told(table, monkeypatch):
    monkeypatch.setattr(presence, "present_at", lambda tables: None)

    assert sweep(table) == 0


def test_a_table_at_which_all_are_connected_is_not_even_read(table, people, django_assert_num_queries):
    for player in people:
        presence.stay(table.pk, player.pk, "a connection")
    now = load_state(table.pk).since + LATER

    with django_assert_num_queries(3):
        tell_who_is_waited_for(now=now)


def test_who_is_elsewhere_is_told_that_the_game_begins(people):
    table = open_table(player=people[0], rules="28-kerala-4", terms=Terms(pause_seconds=60))
    for seat, player in enumerate(people[1:], start=1):
        take_seat(table_id=table.pk, player=player, seat=seat)
    presence.stay(table.pk, people[3].pk, "a connection")
    began = load_state(table.pk).began_at
    Table.objects.filter(pk=table.pk).update(due_at=began + timedelta(minutes=1))

    for _ in range(2):
        tell_who_is_waited_for(now=began + AWAY)

    assert {notice.player for notice in told("table-waits")} == set(people[:3])
    assert len(told("table-waits")) == 3


def test_a_notice_of_a_turn_holds_no_card_and_no_bid(table):
    sweep(table)

    assert set(told()[0].details) == {"table", "version"}
    assert UUID(told()[0].details["table"]) == table.pk


def test_the_page_of_the_table_counts_as_having_read_what_leads_there(table, client):
    _, player = on_turn(table)
    sweep(table)
    client.force_login(player.user)

    client.get(told()[0].path)

    assert told()[0].read_at is not None


def test_both_who_asked_and_who_played_are_told_of_an_audit(people):
    stranger = people.pop()
    table = open_table(player=people[0], rules="28-kerala-3", options={"ending": {"type": "hands", "count": 1}})
    for seat, player in enumerate(people[1:], start=1):
        take_seat(table_id=table.pk, player=player, seat=seat)
    play_on(table, people, lambda actions: actions[0], lambda state: state.ended_at is not None)
    check = check_hand(table_id=table.pk, hand=1, player=stranger, question="Was that right?")

    audit_check(check_id=check.pk)
    audit_check(check_id=check.pk)

    assert {notice.player for notice in told("hand-checked")} == {*people, stranger}
    assert told("hand-checked")[0].path == f"/checks/{check.pk}/"
