"""The demo: loaded once however often it is asked for, and never dead."""

from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs.members.guests import make_guest
from clubs.members.offices import give_office
from clubs.models import Club, HouseRules, Player, Team, User
from engine import load_rules
from games.cases.selectors import seen_case, window_of
from games.models import Case, HandCheck, Seat, Sheet, SheetPass, Table
from games.sheets.selectors import load_state
from games.sheets.waiting import open_hands
from tournaments.demo import loading, people
from tournaments.demo.disputes import GAME, load_disputes, load_review
from tournaments.demo.living import WAITING
from tournaments.demo.people import BOTS, LOGINS, PAIRS, PASSWORD
from tournaments.demo.sheets import load_sheet
from tournaments.demo.swiss import SERIES, SHOWN
from tournaments.demo.weeks import GUESTS, OFFICES
from tournaments.directing.opening import open_tournament
from tournaments.events.settings import Settings
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.state.disputes import disputed
from tournaments.tasks import keep_demo_alive

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_hall(monkeypatch):
    """The clock keeps no event in a hall here: `test_demo_hall` is about that, and it takes a while to be made."""
    monkeypatch.setattr("tournaments.tasks.keep_directing", lambda: None)


def counts() -> dict[str, int]:
    kept = (Club, Player, User, Team, HouseRules, Tournament, Table, HandCheck, Sheet, SheetPass)
    return {model.__name__: model.objects.count() for model in kept}


def series():
    return Tournament.objects.filter(name__startswith=SERIES)


def test_the_demo_is_refused_where_it_is_off(settings):
    settings.LELAM_DEMO = False

    with pytest.raises(CommandError, match="LELAM_DEMO"):
        call_command("load_demo")
    assert not User.objects.exists()


def test_its_sheet_has_hands_and_one_that_differs():
    club = people.make_people()
    owner = Player.objects.get(user__email="annamma@demo.example")

    sheet = load_sheet(club, owner)

    state = load_state(sheet.pk)
    assert len(state.results) == 4
    assert [(hand.number, hand.kind) for hand in open_hands(state)] == [(5, "differs")]
    assert SheetPass.objects.filter(sheet=sheet).count() == 2
    assert load_sheet(club, owner) == sheet


def test_its_disputes_are_one_whose_ruling_changed_the_bracket_and_one_for_a_director():
    club = people.make_people()
    owner = Player.objects.get(user__email="annamma@demo.example")

    load_disputes(club, owner)

    ruled, waiting = Case.objects.filter(club=club).order_by("number")
    assert (ruled.status, ruled.decision, waiting.status) == ("ruled", "adjusted", "review")
    cup = Tournament.objects.get(pk=ruled.host)
    state = states.current(cup.pk)
    assert state.matches[3].sides[0] == state.matches[1].sides[1], "the ruling put the other side into the final"
    assert [match.number for match in disputed(state)] == [1, 2]
    assert ruled.due_at is not None
    assert ruled.due_at <= timezone.now() + timedelta(minutes=1), "it is final a minute later"
    load_disputes(club, owner)
    assert Case.objects.count() == 2


def test_a_recent_hand_waits_for_a_director_one_for_an_answer_and_one_is_still_to_be_disputed():
    club = people.make_people()
    annamma, beeran, devaki = (
        Player.objects.get(user__email=f"{name}@demo.example") for name in ("annamma", "beeran", "devaki")
    )
    make_guest(club=club, by=annamma, name=GUESTS[0])
    give_office(club=club, by=annamma, player=devaki, role=OFFICES["Devaki"])

    load_review(club)
    load_review(club)

    case, other = Case.objects.order_by("number")
    assert case.status == "review", "the other side has answered"
    assert other.status == "open"
    assert "answer" in seen_case(other.pk, beeran).may
    for neutral in (annamma, devaki):
        assert "take" in seen_case(case.pk, neutral).may
    table = Table.objects.get(name=GAME)
    assert case.table == table
    assert timezone.now() - table.finished_at < timedelta(days=2)
    assert window_of(table.pk, 2).open
    Table.objects.update(finished_at=timezone.now() - timedelta(days=5))
    load_review(club)
    assert Case.objects.count() == 4, "the hands of a game of days ago can hardly be disputed any more"


def test_its_logins_are_printed_without_loading_anything(settings):
    settings.LELAM_DEMO = False
    printed = StringIO()

    call_command("load_demo", logins=True, stdout=printed)

    assert [line.split()[:2] for line in printed.getvalue().splitlines()] == [
        [login.email, PASSWORD] for login in LOGINS
    ]
    assert not User.objects.exists()


@pytest.mark.whole
def test_loading_brings_every_part_and_loading_again_adds_nothing(settings, client):
    settings.LELAM_DEMO = True
    settings.LELAM_BOT_SECONDS = 0.8  # as servers have it; at this pace a match played at once would end in the future
    call_command("load_demo", stdout=StringIO())

    status = dict(Tournament.objects.values_list("name", "status"))
    assert status["Monsoon Cup"] == Tournament.Status.FINISHED
    assert status["Onam Cup"] == Tournament.Status.OPEN
    assert series().get().status == Tournament.Status.PLAYING
    cup = Tournament.objects.get(name="Monsoon Cup")
    assert cup.won_by in BOTS
    tables = Table.objects.filter(pk__in=cup.games.values("pk"))
    assert [table.status for table in tables] == [Table.Status.FINISHED] * 7
    assert HandCheck.objects.get().verdict["verdict"] == "clean"
    assert HouseRules.objects.get().name == "Friday 28"
    assert Seat.objects.filter(table__name=WAITING).count() == 3
    for login in LOGINS:
        assert client.login(email=login.email, password=PASSWORD), login
    before = counts()

    call_command("load_demo", stdout=StringIO())

    assert counts() == before


def test_a_swiss_of_sixteen_pairs_is_always_played_and_old_editions_are_hidden(settings):
    settings.LELAM_DEMO = True
    people.make_people()
    for number in range(1, SHOWN + 2):
        keep_demo_alive()
        keep_demo_alive()
        assert series().count() == number
        edition = series().get(name=f"{SERIES} {number}")
        assert (edition.status, edition.entrants.count()) == (Tournament.Status.PLAYING, len(PAIRS))
        long_ago = timezone.now() - timedelta(hours=1)
        series().update(status=Tournament.Status.FINISHED, finished_at=long_ago)
    assert series().filter(hidden=False).count() == SHOWN


def test_a_tournament_of_people_is_theirs_whatever_its_name(settings):
    settings.LELAM_DEMO = True
    club = people.make_people()
    annamma = Player.objects.get(user__email="annamma@demo.example")
    keep_demo_alive()
    rules = load_rules("28-kerala-4")
    theirs = open_tournament(
        club=club,
        by=annamma,
        name=f"{SERIES} of Newcomer",
        settings=Settings(rules=rules.id, options={}, engine=rules.version, kind="pair"),
        command=uuid4(),
    )

    keep_demo_alive()

    theirs.refresh_from_db()
    assert (theirs.status, theirs.version, theirs.hidden) == (Tournament.Status.OPEN, 1, False)
    assert series().exclude(pk=theirs.pk).get().status == Tournament.Status.PLAYING
    long_ago = timezone.now() - timedelta(hours=1)
    series().exclude(pk=theirs.pk).update(status=Tournament.Status.FINISHED, finished_at=long_ago)
    keep_demo_alive()
    assert sorted(series().exclude(pk=theirs.pk).values_list("name", flat=True)) == [f"{SERIES} 1", f"{SERIES} 2"]


def test_the_cups_of_the_demo_are_its_own_whatever_people_open(settings):
    club = people.make_people()
    annamma = Player.objects.get(user__email="annamma@demo.example")
    rules = load_rules("28-kerala-4")
    theirs = open_tournament(
        club=club,
        by=annamma,
        name=loading.FINISHED,
        settings=Settings(rules=rules.id, options={}, engine=rules.version),
        command=uuid4(),
    )

    own = [
        loading._tournament(club, annamma, loading.FINISHED, hands=2, hands_in_final=3, teams=BOTS)
        for _time in range(2)
    ]

    assert own[0] == own[1] != theirs
    assert own[0].entrants.count() == len(BOTS)


def test_a_table_waits_again_when_somebody_took_the_free_seat(settings):
    settings.LELAM_DEMO = True
    people.make_people()
    keep_demo_alive()
    Table.objects.filter(name=WAITING).update(status=Table.Status.PLAYING)

    keep_demo_alive()
    keep_demo_alive()

    assert Table.objects.filter(name=WAITING, status=Table.Status.WAITING).count() == 1


def test_nothing_is_kept_alive_where_the_demo_is_off_or_was_never_loaded(settings):
    settings.LELAM_DEMO = True
    keep_demo_alive()
    settings.LELAM_DEMO = False
    people.make_people()
    keep_demo_alive()

    assert not Tournament.objects.exists()
    assert not Table.objects.exists()
