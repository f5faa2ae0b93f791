"""No player takes the worker from the others: tables, checks and practices have limits, and people come first."""

from datetime import timedelta
from uuid import uuid4, uuid5

import pytest
from django.test import Client
from django.utils import timezone

from config.celery import heartbeat
from games import store
from games.errors import TableError
from games.hands.checks import audit_open_checks, check_hand
from games.models import HandCheck, Practice, Table
from games.practice.services import MOST, begin_practice
from games.screen.inputs import perform
from games.tables.selectors.states import load_state
from games.tables.services import clock, seats
from games.tables.services.clock import advance_due_tables
from games.tables.services.seats import leave_seat, open_table, seat_bot, take_seat
from tests.api.calls import caller
from tests.factories import ClubFactory, GuestFactory, MembershipFactory, PlayerFactory, owner_of
from tests.games.helpers.played import bots_play
from tests.games.helpers.tables import due
from tests.races import at_once

RULES = "28-kerala-4"


@pytest.fixture(autouse=True)
def _as_by_default(settings):
    settings.LELAM_TABLES_PER_PLAYER = 5
    settings.LELAM_BOTS_ALONE = False


def opened(player, **terms):
    return open_table(player=player, **{"rules": RULES, "bots": (1, 2, 3)} | terms)


def refusal(do):
    with pytest.raises(TableError) as refused:
        do()
    return refused.value.code


@pytest.mark.django_db
def test_a_player_has_five_tables_going_on_and_opens_another_when_one_is_over():
    player, other = PlayerFactory(), PlayerFactory()
    command = uuid4()
    first, *_ = [opened(player, command=command), *(opened(player) for _ in range(4))]

    assert refusal(lambda: opened(player)) == "too-many-tables"
    assert opened(player, command=command) == first, "the same command is the same table, and no other"
    assert opened(other).opened_by == other
    Table.objects.filter(pk=first.pk).update(status=Table.Status.FINISHED)
    assert opened(player)


@pytest.mark.django_db
def test_tables_for_which_the_players_were_named_are_not_counted():
    director, *players = PlayerFactory.create_batch(5)
    for _ in range(6):
        open_table(player=director, rules=RULES, seat=None, players=dict(enumerate(players)))

    assert opened(director)


@pytest.mark.django_db
def test_an_officer_opens_the_tables_of_an_evening_beside_the_own_ones(settings):
    settings.LELAM_TABLES_PER_PLAYER = 2
    director, member, *others = PlayerFactory.create_batch(5)
    club = ClubFactory(with_=[member, *others])
    MembershipFactory(club=club, player=director, role="director")
    GuestFactory(club=club, by=owner_of(club))
    accounts = club.memberships.filter(player__user__isnull=False).count()
    for _ in range(accounts):
        opened(director, club=club)
    for _ in range(2):
        opened(director)
        opened(member, club=club)

    assert accounts > 2
    assert refusal(lambda: opened(director, club=club)) == "too-many-tables", "a table for each account"
    assert refusal(lambda: opened(director)) == "too-many-tables"
    assert refusal(lambda: opened(member, club=club)) == "too-many-tables", "no officer"
    assert refusal(lambda: opened(member)) == "too-many-tables"


@pytest.mark.django_db
def test_clubs_without_members_give_no_room_for_tables(settings):
    settings.LELAM_TABLES_PER_PLAYER = 2
    owner = PlayerFactory()
    *clubs, last = ClubFactory.create_batch(3, founder=owner)
    for club in clubs:
        opened(owner, club=club)

    assert refusal(lambda: opened(owner, club=last)) == "too-many-tables"
    assert opened(owner)


@pytest.mark.django_db
def test_the_refusal_is_a_problem_for_programs_and_a_sentence_for_people(client: Client, settings):
    settings.LELAM_TABLES_PER_PLAYER = 1
    beeran = caller("Beeran")
    opened(beeran.player)
    client.force_login(beeran.player.user)

    answer = beeran.post("tables/", {"rules": RULES})
    page = client.post(
        "/tables/new/",
        {"rules": RULES, "ending": "hands", "hands": "3", "action_seconds": "60", "reserve_seconds": "90"},
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-tables")
    assert page.status_code == 422
    assert "You already have 1 unfinished table open." in page.content.decode()
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_opened_at_once_are_five():
    player = PlayerFactory()

    came = at_once(*(lambda: opened(player) for _ in range(20)))

    assert sorted(getattr(one, "code", "") for one in came) == [""] * 5 + ["too-many-tables"] * 15
    assert Table.objects.count() == 5


@pytest.mark.django_db
def test_bots_do_not_play_among_themselves(settings):
    player = PlayerFactory()

    assert refusal(lambda: opened(player, seat=None, bots=(0, 1, 2, 3))) == "bots-only"
    table = opened(player, seat=None)
    assert refusal(lambda: seat_bot(table_id=table.pk, player=player, seat=0)) == "bots-only"
    assert load_state(table.pk).status == "waiting"
    take_seat(table_id=table.pk, player=player, seat=0)
    assert load_state(table.pk).is_full


def meanwhile(monkeypatch: pytest.MonkeyPatch, do):
    """Let something happen after the next look at a table's row, before it is decided what follows."""
    real = seats.visible_table

    def looked_at(*asked):
        row = real(*asked)
        monkeypatch.setattr(seats, "visible_table", real)
        do()
        return row

    monkeypatch.setattr(seats, "visible_table", looked_at)


@pytest.mark.django_db
def test_bots_are_seated_by_the_table_as_it_stands(monkeypatch: pytest.MonkeyPatch):
    player, other = PlayerFactory(), PlayerFactory()
    table, free = (opened(player, seat=None, bots=bots) for bots in ((1, 2), (1,)))
    take_seat(table_id=table.pk, player=other, seat=3)

    def a_bot_instead():
        leave_seat(table_id=table.pk, player=other)
        seat_bot(table_id=table.pk, player=player, seat=3)

    meanwhile(monkeypatch, a_bot_instead)
    assert refusal(lambda: seat_bot(table_id=table.pk, player=player, seat=0)) == "bots-only"
    meanwhile(monkeypatch, lambda: seat_bot(table_id=free.pk, player=player, seat=2))
    seat_bot(table_id=free.pk, player=player, seat=3)

    sitting = [seat.player for seat in load_state(free.pk).seats]
    assert sitting[0] == ""
    assert len(set(sitting)) == 4, "each another bot"
    assert sorted(str(seat.player_id) for seat in free.seats.all()) == sorted(sitting[1:])


@pytest.mark.django_db
def test_tables_of_people_are_served_before_those_of_bots(settings, monkeypatch: pytest.MonkeyPatch):
    """A hundred tables that nobody sat at kept everybody else waiting for seconds."""
    settings.LELAM_BOTS_ALONE = True
    settings.LELAM_BOTS_ALONE_SECONDS = 60
    host, left = PlayerFactory(), PlayerFactory()
    bots = [opened(host, seat=None, bots=(0, 1, 2, 3)) for _ in range(3)]
    abandoned, table = opened(left), opened(PlayerFactory())
    leave_seat(table_id=abandoned.pk, player=left)
    served = []
    monkeypatch.setattr(clock, "advance_table", lambda *, table_id, now: not served.append(table_id))

    advance_due_tables(now=timezone.now() + timedelta(seconds=10))
    everybody = list(served)
    settings.LELAM_BOTS_ALONE_SECONDS = 0
    advance_due_tables(now=timezone.now() + timedelta(seconds=10))

    assert everybody[0] == table.pk
    assert set(everybody[1:]) == {abandoned.pk, *(one.pk for one in bots)}
    assert served[len(everybody) :] == [table.pk], "the others get no more than their time"


@pytest.mark.django_db
def test_a_table_of_bots_asks_for_no_task_of_its_own(settings, monkeypatch: pytest.MonkeyPatch):
    settings.LELAM_BOTS_ALONE = True
    asked = []
    monkeypatch.setattr("games.tables.announce.table_due", lambda table_id, at: asked.append(table_id))

    of_bots = opened(PlayerFactory(), seat=None, bots=(0, 1, 2, 3))
    of_people = opened(PlayerFactory())
    for table in (of_bots, of_people):
        assert due(table.pk)

    assert set(asked) == {of_people.pk}


@pytest.mark.django_db
def test_the_health_page_says_that_people_wait_for_the_worker(client: Client):
    table, waiting = opened(PlayerFactory()), opened(PlayerFactory(), bots=())
    late = timezone.now() - timedelta(seconds=17)
    Table.objects.filter(pk=waiting.pk).update(due_at=timezone.now() + timedelta(hours=1))
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(seconds=2))
    heartbeat("clock")
    assert client.get("/healthz?only=clock").json() == {"clock": "ok"}
    Table.objects.filter(pk=table.pk).update(due_at=late)

    answer = client.get("/healthz?only=clock")

    assert answer.status_code == 503
    assert answer.json()["clock"].startswith("late by 1")


def checked(table, player, hand=1):
    return check_hand(table_id=table.pk, hand=hand, player=player, question="Why?")


@pytest.mark.django_db(transaction=True)
def test_one_question_about_a_hand_is_open_at_a_time(settings):
    settings.LELAM_BOTS_ALONE = True
    player, other = PlayerFactory(), PlayerFactory()
    table = Table.objects.get(pk=bots_play(RULES, 1, by=other))

    came = at_once(*(lambda: checked(table, player) for _ in range(20)))

    assert sorted(getattr(one, "code", "") for one in came) == [""] + ["check-open"] * 19
    assert HandCheck.objects.filter(table=table).count() == 1
    assert checked(table, other)
    audit_open_checks()
    assert checked(table, player), "the first is answered"


@pytest.mark.django_db
def test_so_many_questions_a_day(settings):
    settings.LELAM_BOTS_ALONE = True
    settings.LELAM_CHECKS_A_DAY = 2
    player, other = PlayerFactory(), PlayerFactory()
    table = Table.objects.get(pk=bots_play(RULES, 1, by=other))
    for _ in range(2):
        checked(table, player)
        audit_open_checks()

    assert refusal(lambda: checked(table, player)) == "too-many-checks"
    assert checked(table, other)
    HandCheck.objects.filter(opened_by=player).update(opened_at=timezone.now() - timedelta(hours=25))
    assert checked(table, player)


@pytest.mark.django_db(transaction=True)
def test_practices_begun_at_once_leave_as_many_as_are_kept():
    player = PlayerFactory()
    for _ in range(MOST):
        begin_practice(player=player, rules=RULES, options={})

    came = at_once(*(lambda: begin_practice(player=player, rules=RULES, options={}) for _ in range(12)))

    assert all(isinstance(one, Practice) for one in came), came
    assert Practice.objects.filter(player=player).count() == MOST


@pytest.mark.django_db(transaction=True)
def test_nobody_takes_the_id_of_the_server_s_next_command_at_a_table():
    """The table would stand still, as if it were done: neither a key nor a form chooses such an id."""
    ammini, beeran = caller("Ammini"), caller("Beeran")
    table = opened(ammini.player, bots=(1,))
    guesses = []

    def guess() -> str:
        guesses.append(uuid5(table.pk, f"server:{load_state(table.pk).version}"))
        return str(guesses[-1])

    assert beeran.post(f"tables/{table.pk}/seats/2/take/", {}, key=guess()).status_code == 200
    sent = {"do": "bot:3", "version": str(load_state(table.pk).version), "command": guess()}
    assert perform(table_id=table.pk, player=ammini.player, fields=sent) is None

    peoples = {stored.command for stored in store.load(table.pk) if stored.actor}
    assert len(peoples) > len(guesses)
    assert peoples.isdisjoint(guesses)
    due(table.pk)
    assert load_state(table.pk).began_at is not None
