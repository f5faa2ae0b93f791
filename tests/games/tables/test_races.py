"""Several at one table at once, in real transactions: nothing is lost, nothing is doubled, no table hangs."""

from datetime import timedelta
from uuid import uuid4, uuid5

import pytest
from django.db import transaction
from django.utils import timezone

import engine
from games import store
from games.events.tables import Terms
from games.hands.history import hand_history, record
from games.models import Seat, Table
from games.tables.selectors.states import forget_all, keep, load_state
from games.tables.services import clock, recording
from games.tables.services.clock import advance_due_tables, advance_table
from games.tables.services.play import act
from games.tables.services.seats import open_table, take_seat
from tests.games.helpers.tables import START, TWO_HANDS, dealt_table, due, people, person
from tests.races import at_once
from tests.servers import await_true

pytestmark = pytest.mark.django_db(transaction=True)


def versions(table) -> list[int]:
    """Return the versions of a table's stream."""
    return [one.version for one in store.load(table.pk, opened=False)]


def test_of_four_who_take_the_last_seat_one_gets_it():
    players = people()
    table = open_table(player=players[0], rules="28-kerala-4", options=TWO_HANDS, now=START)
    for seat in (1, 2):
        take_seat(table_id=table.pk, player=players[seat], seat=seat)
    rivals = [person(f"Rival {number}") for number in range(4)]
    came = at_once(*(lambda one=one: take_seat(table_id=table.pk, player=one, seat=3) for one in rivals))

    assert sum(isinstance(one, int) for one in came) == 1
    assert {one.code for one in came if not isinstance(one, int)} <= {"seat-taken", "begun"}
    assert Seat.objects.filter(table=table).count() == 4
    assert versions(table) == list(range(1, len(versions(table)) + 1))


def test_a_command_sent_four_times_at_once_is_done_once():
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)
    command = uuid4()

    def bid() -> int:
        return act(
            table_id=table.pk,
            player=players[state.turn],
            action=engine.Bid(state.turn, 16),
            expected_version=state.version,
            command=command,
        )

    assert at_once(bid, bid, bid, bid) == [state.version + 1] * 4
    assert load_state(table.pk).version == state.version + 1


def test_the_clock_and_the_player_at_the_last_moment_act_once_between_them():
    """Whichever comes first counts; the other finds the turn gone."""
    for _ in range(5):
        players = people()
        table = dealt_table(players, action_seconds=10, reserve_seconds=0)
        state = load_state(table.pk)
        deadline = state.deadline
        at_once(
            lambda table=table, state=state, players=players, deadline=deadline: act(
                table_id=table.pk,
                player=players[state.turn],
                action=engine.Bid(state.turn, 20),
                expected_version=state.version,
                command=uuid4(),
                now=deadline,
            ),
            lambda table=table, deadline=deadline: advance_table(table_id=table.pk, now=deadline),
            lambda table=table, deadline=deadline: advance_due_tables(now=deadline),
        )
        bids = [one.event.value for one in store.load(table.pk, opened=False) if one.type == "BidMade"]
        assert bids in ([14], [20])


def test_four_workers_play_a_table_of_bots_without_doubling_a_card():
    table = open_table(
        player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3), now=START
    )

    def work() -> None:
        while (at := Table.objects.values_list("due_at", flat=True).get(pk=table.pk)) is not None:
            advance_table(table_id=table.pk, now=at)

    assert at_once(work, work, work, work) == [None] * 4
    assert Table.objects.get(pk=table.pk).status == "finished"
    assert engine.audit(record(table.pk)).verdict == "clean"
    assert versions(table) == list(range(1, len(versions(table)) + 1))


def test_a_process_that_was_behind_reads_on_and_decides_again():
    players = people()
    table = dealt_table(players)
    behind = load_state(table.pk)
    act(
        table_id=table.pk,
        player=players[behind.turn],
        action=engine.Bid(behind.turn, 16),
        expected_version=None,
        command=uuid4(),
    )
    # As another process, that knows the table only as it was.
    forget_all()
    keep(behind)
    second = (behind.turn + 1) % 4
    version = act(
        table_id=table.pk,
        player=players[second],
        action=engine.Pass(second),
        expected_version=behind.version + 1,
        command=uuid4(),
    )

    assert version == behind.version + 2


def test_a_worker_that_does_again_what_another_has_done_keeps_the_deal_that_was_promised():
    """The step that ends a hand draws the secret of the next deal: the one in the log is the one to deal from."""
    table = open_table(
        player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3), now=START
    )
    while not load_state(table.pk).is_running or load_state(table.pk).hand < 2:
        behind, at = load_state(table.pk), Table.objects.values_list("due_at", flat=True).get(pk=table.pk)
        step = uuid5(table.pk, f"server:{behind.version}")

        def once(step=step, at=at) -> int:
            return recording.change(table_id=table.pk, decide=clock._server_events, command=step, now=at, task=False)

        once()
        now, row = load_state(table.pk), Table.objects.values("version", "due_at").get(pk=table.pk)
        # As another worker, that was told to do the same and knows the table only as it was.
        forget_all()
        keep(behind)
        assert once() == now.version
        assert load_state(table.pk) == now
        assert Table.objects.values("version", "due_at").get(pk=table.pk) == row
    assert hand_history(table.pk, 1, None).proof.holds


def test_what_is_undone_with_its_transaction_is_forgotten_too():
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)

    @transaction.atomic
    def act_and_fail() -> None:
        act(
            table_id=table.pk,
            player=players[state.turn],
            action=engine.Bid(state.turn, 16),
            expected_version=None,
            command=uuid4(),
        )
        assert load_state(table.pk).version == state.version + 1
        raise RuntimeError("the caller failed")

    with pytest.raises(RuntimeError):
        act_and_fail()
    assert load_state(table.pk) == state
    assert Table.objects.get(pk=table.pk).version == state.version


def test_a_real_worker_plays_deals_and_keeps_the_clock(worker):
    """One person at the table, who does nothing: bots and the clock play the game to its end."""
    player = person("Ammini")
    table = open_table(
        player=player,
        rules="28-kerala-4",
        options=TWO_HANDS,
        bots=(1, 2, 3),
        terms=Terms(action_seconds=5, reserve_seconds=0, pause_seconds=0),
        now=timezone.now() - timedelta(seconds=3),
    )

    def status() -> str:
        return Table.objects.values_list("status", flat=True).get(pk=table.pk)

    await_true(lambda: status() == "finished", "the worker to play the game", 90)
    types = [one.type for one in store.load(table.pk, opened=False)]
    assert types.count("TurnTimedOut") == 2
    assert types.count("BotSatIn") == 1
    assert engine.audit(record(table.pk)).verdict == "clean"
    assert not due(table.pk)
