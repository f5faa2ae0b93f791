"""Hands told again, records, lists of hands, and checks with their audits."""

import importlib
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.utils import timezone

import engine
from clubs.models import Club, Membership, Notice, NoticeChoices
from games import errors
from games.hands import checks
from games.hands import history as history_selectors
from games.hands.checks import audit_check, audit_open_checks, check_hand
from games.hands.history import hand_history
from games.hands.lists import get_check, played_hands, recent_hands
from games.models import HandCheck, PlayedHand
from games.projections import Hands
from games.store import projector
from games.tables.selectors.lists import my_tables, open_tables
from games.tables.selectors.live import happenings, table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import leave_seat, open_table
from games.tables.services.substitutes import substitute
from tests.api.calls import caller
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.tables import START, TWO_HANDS, dealt_table, due, people, person, play_on
from tests.strategies import lively

pytestmark = pytest.mark.django_db
SECRET = "SJ H9"


def bots_game(**terms):
    """Return a finished game of four bots."""
    wanted = {"rules": "28-kerala-4", "options": TWO_HANDS, "now": START, "seat": None, "bots": (0, 1, 2, 3)}
    table = open_table(player=person("Ammini"), **wanted | terms)
    while due(table.pk):
        pass
    return table


@pytest.mark.parametrize("seed", range(4))
def test_a_history_tells_every_action_of_the_record_with_the_cards_left(seed):
    """28-TRICK-4."""
    players = people()
    table = dealt_table(players)
    play_on(table, players, lively(Random(seed), concede=0), lambda state: state.hand == 2)
    history = hand_history(table.pk, 1, None)
    hand = history_selectors.record(table.pk, upto=1).hands[0]
    steps = [step for step in history.steps if step.action is not None]

    assert [step.action for step in steps] == list(range(len(hand.actions)))
    assert [(step.seat, step.kind) for step in steps] == [
        (action.seat, str(action.__struct_config__.tag)) for action in hand.actions
    ]
    assert history.steps[0].kind == "deal"
    assert [step.index for step in history.steps] == list(range(len(history.steps)))
    assert history.steps[-1].hands == ((),) * 4
    assert history.steps[-1].points == history.result.points == history.tricks[-1].so_far
    assert len(history.tricks) == 8
    for trick in history.tricks:
        assert history.steps[trick.last_step].trick == trick.cards
        assert sum(card.seat == trick.winner for card in trick.cards) == 1
    assert [entry.word for entry in history.auction if entry.won] == ["bid"]
    assert history.step_at(None) is history.steps[-1]
    assert history.step_at(9999) is history.steps[-1]
    assert history.step_at(0) is history.steps[0]


def test_histories_lead_to_the_hands_before_and_after():
    table = bots_game()
    first, second = (hand_history(table.pk, number, None) for number in (1, 2))

    assert (first.previous, first.next, second.previous, second.next) == (None, 2, 1, None)
    assert second.result.finished
    assert second.dealer == (first.dealer + 1) % 4
    with pytest.raises(errors.UnknownTable):
        hand_history(table.pk, 3, None)


def test_a_history_tells_of_the_clock_and_the_bot_that_sat_in():
    players = people()
    table = dealt_table(players, action_seconds=5, reserve_seconds=0)
    while load_state(table.pk).hand == 1:
        assert due(table.pk)
    kinds = [step.kind for step in hand_history(table.pk, 1, None).steps]

    assert kinds.count("timeout") == 8
    assert kinds.count("bot") == 4


def test_names_in_a_history_are_those_to_whom_the_hand_was_dealt():
    players = people()
    table = dealt_table(players)
    leave_seat(table_id=table.pk, player=players[0], now=START)
    eapen = person("Eapen")
    substitute(table_id=table.pk, player=eapen, seat=0, now=START)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)

    assert hand_history(table.pk, 1, None).players[0] == "Ammini"
    assert hand_history(table.pk, 2, None).players[0] == "Eapen"


def test_the_record_of_a_running_game_holds_its_finished_hands_only():
    players = people()
    table = dealt_table(players)
    assert history_selectors.record(table.pk).hands == ()

    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)
    record = history_selectors.record(table.pk)
    assert len(record.hands) == 1
    assert record.players == ("Ammini", "Beeran", "Chacko", "Devaki")
    assert engine.audit(engine.decode_record(engine.encode_record(record))).verdict == "clean"
    with pytest.raises(errors.UnknownTable):
        history_selectors.record(table.pk, upto=2)


def test_the_hands_of_a_table_by_invitation_are_shown_to_those_invited_only():
    player = person("Ammini")
    table = bots_game(invitation=True)
    projector.run_once(Hands)

    for read in (
        lambda: hand_history(table.pk, 1, player),
        lambda: history_selectors.record(table.pk, player),
        lambda: happenings(table.pk, 0, player),
        lambda: check_hand(table_id=table.pk, hand=1, player=player, question="Why?"),
    ):
        with pytest.raises(errors.UnknownTable):
            read()
    assert len(recent_hands(player)) == 0
    assert len(recent_hands(table.opened_by)) == 2


def test_finished_hands_are_listed_by_the_projection_which_can_be_built_anew():
    players = people()
    club = Club.objects.create(slug="pala", name="Pala")
    Membership.objects.create(club=club, player=players[0])
    table = dealt_table(players, club=club)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    devaki, eapen = players[3], person("Eapen")
    Membership.objects.create(club=club, player=eapen)
    leave_seat(table_id=table.pk, player=devaki, now=START)
    substitute(table_id=table.pk, player=eapen, seat=3, now=START)
    players[3] = eapen
    play_on(table, players, lambda actions: actions[0], lambda state: state.ended_at is not None)
    assert_rebuild_equals(Hands)
    projector.run_all()

    hands = list(played_hands(table))
    assert [hand.players[3] for hand in hands] == [str(devaki.pk), str(eapen.pk)]
    page = Paginator(recent_hands(None, club="pala"), 1).get_page(1)
    assert (page.paginator.count, page[0].number, page[0].players[3]) == (2, 2, "Eapen")
    assert page[0].sentence == table_view(table.pk, None).result.sentence
    assert len(recent_hands(None, player_id=eapen.pk)) == 1
    assert len(recent_hands(None, club="elsewhere")) == 0


def test_tables_where_it_is_ones_turn_come_first():
    players = people()
    idle, waiting = dealt_table(players), dealt_table(players)
    me = players[load_state(waiting.pk).turn]
    if load_state(idle.pk).turn == load_state(waiting.pk).turn:
        seat = load_state(idle.pk).turn
        act(table_id=idle.pk, player=me, action=engine.Bid(seat, 14), expected_version=None, command=uuid4())
    entries = my_tables(me)

    assert [entry.my_turn for entry in entries] == [True, False]
    assert entries[0].id == waiting.pk
    assert entries[0].turn == me.name
    assert {entry.id for entry in open_tables(None)[:10]} == {idle.pk, waiting.pk}
    assert len(open_tables(None, player_id=person("Eapen").pk)) == 0


def test_a_check_is_audited_and_says_that_play_and_deal_were_right():
    table = bots_game()
    asker = person("Beeran")
    check = check_hand(table_id=table.pk, hand=2, player=asker, question=" Was that right? ", step=7)
    assert (check.status, check.question, check.verdict) == ("open", "Was that right?", None)

    audited = audit_check(check_id=check.pk)
    assert audited.status == "audited"
    assert (audited.verdict["verdict"], audited.verdict["record"], audited.verdict["deal"]) == ("clean", "clean", [])
    assert audited.verdict["result"]["outcome"] in ("made", "failed")
    at = audited.audited_at
    assert audit_check(check_id=check.pk).audited_at == at
    assert get_check(check.pk, None) == check


def test_a_check_whose_task_got_lost_is_audited_all_the_same():
    table = bots_game()
    check = check_hand(table_id=table.pk, hand=1, player=person("Beeran"), question="And this?")

    assert audit_open_checks() == 1
    assert get_check(check.pk, None).status == "audited"
    assert audit_open_checks() == 0


@pytest.mark.parametrize("hand", [0, 2, 3])
def test_only_a_finished_hand_is_checked(hand):
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)
    with pytest.raises(errors.UnknownTable):
        check_hand(table_id=table.pk, hand=hand, player=players[0], question="Why?")
    assert not HandCheck.objects.exists()


def undealt_table(players):
    """Return a game whose set time ran out when its second hand was promised and not dealt."""
    slow = {"action_seconds": 10, "reserve_seconds": 20, "pause_seconds": 120}
    table = dealt_table(players, **slow, options={}, play_minutes=2)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    while due(table.pk):
        pass
    state = load_state(table.pk)
    assert (state.status, state.hand, state.awaiting_deal) == ("finished", 2, False)
    return table


def test_a_hand_that_was_promised_and_never_dealt_is_not_checked(client):
    players = people()
    table = undealt_table(players)

    with pytest.raises(errors.UnknownTable):
        check_hand(table_id=table.pk, hand=2, player=players[0], question="Why?")
    eapen = caller("Eapen")
    by_api = eapen.post(f"tables/{table.pk}/hands/2/check/", {"question": "Why?"})
    client.force_login(eapen.player.user)
    by_page = client.post(f"/tables/{table.pk}/hands/2/check/", {"question": "Why?"})

    assert (by_api.status_code, by_page.status_code) == (404, 404)
    assert not HandCheck.objects.exists()
    assert check_hand(table_id=table.pk, hand=1, player=players[0], question="Why?").hand == 1


def test_an_old_check_over_a_hand_that_was_never_dealt_comes_to_an_end(client, caplog):
    players = people()
    table = undealt_table(players)
    asker = caller("Eapen").player
    check = HandCheck.objects.create(table=table, hand=2, question="Why?", opened_by=asker)
    other = check_hand(table_id=table.pk, hand=1, player=players[0], question="And this?")

    assert audit_open_checks() == 2
    assert audit_open_checks() == 0

    assert get_check(check.pk, None).status == "failed"
    assert get_check(other.pk, None).status == "audited"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    page = client.get(f"/checks/{check.pk}/")
    assert page.status_code == 200
    assert "there is nothing to check" in page.content.decode()
    (told,) = Notice.objects.filter(player=asker)
    assert (told.kind, told.details["what"]) == ("hand-checked", "failed")


def test_an_audit_that_fails_holds_no_other_up_is_put_off_and_at_last_given_up(client, monkeypatch, caplog):
    table = bots_game()
    asker = caller("Eapen").player
    bad = check_hand(table_id=table.pk, hand=1, player=asker, question="Why?")
    good = check_hand(table_id=table.pk, hand=2, player=asker, question="And this?")
    real = checks.deal_faults

    def faults(stored, hand):
        if hand == 1:
            raise RuntimeError(SECRET)
        return real(stored, hand)

    monkeypatch.setattr(checks, "deal_faults", faults)
    now = timezone.now()

    assert audit_open_checks(now=now) == 1
    assert get_check(good.pk, None).status == "audited"
    bad.refresh_from_db()
    assert (bad.status, bad.tries, bad.due_at) == ("open", 1, now + timedelta(minutes=1))
    assert f"failed for {bad.pk}: RuntimeError" in caplog.text
    assert "in audit_check" in caplog.text
    assert SECRET not in caplog.text
    assert "will be tried again" in client.get(f"/checks/{bad.pk}/").content.decode()

    logged = len(caplog.records)
    assert audit_open_checks(now=now + timedelta(seconds=59)) == 0
    assert len(caplog.records) == logged, "it is not tried before its time"
    for hours in range(48):
        audit_open_checks(now=now + timedelta(hours=hours))

    bad.refresh_from_db()
    assert (bad.status, bad.tries, bad.audited_at) == ("failed", 7, None)
    assert "was stopped" in client.get(f"/checks/{bad.pk}/").content.decode()


@pytest.mark.parametrize("question", ["", "   ", "x" * 501])
def test_a_check_asks_something(question):
    table = bots_game()
    with pytest.raises(errors.BadTerms):
        check_hand(table_id=table.pk, hand=1, player=person("Beeran"), question=question)


def test_the_row_of_a_hand_says_what_the_event_said():
    table = bots_game()
    projector.run_once(Hands)
    row = PlayedHand.objects.get(table=table, number=1)

    assert row.outcome == hand_history(table.pk, 1, None).result.outcome
    assert len(row.players) == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/disputes/{id}/", "/checks/{id}/"),
        ("/tables/{id}/hands/3/dispute/?step=4", "/tables/{id}/hands/3/check/?step=4"),
        ("/sheets/{id}/hands/3/dispute/", "/sheets/{id}/hands/3/check/"),
    ],
)
def test_a_check_is_found_at_the_address_of_the_time_when_it_was_called_a_dispute(client, old, new):
    known = uuid4()
    answer = client.get(old.format(id=known))

    assert (answer.status_code, answer.headers["Location"]) == (301, new.format(id=known))


def test_notices_and_choices_of_checks_keep_what_they_were_when_the_name_changes():
    kinds = importlib.import_module("games.migrations.0039_checks").Migration.operations[-1]
    player = person("Beeran")
    Notice.objects.create(player=player, kind="dispute-audited", key="1", path="/disputes/1/", told_at=timezone.now())
    NoticeChoices.objects.create(player=player, ways={"dispute-audited": {"push": True}, "ruling": {"page": False}})

    with connection.cursor() as cursor:
        cursor.execute(kinds.sql)
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'games_dispute%'")
        assert cursor.fetchall() == []

    assert Notice.objects.values_list("kind", "path").get() == ("hand-checked", "/checks/1/")
    assert NoticeChoices.objects.get().ways == {"hand-checked": {"push": True}, "ruling": {"page": False}}
