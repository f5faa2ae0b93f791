"""Erasure: asked for with care, taken back in its days, and then nothing of the person is left anywhere."""

from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.errors import ClubError
from clubs.exchange.services import take_in
from clubs.ledger import services as ledger
from clubs.members.guests import make_guest
from clubs.members.societies import join_club
from clubs.models import (
    AccessToken,
    Erasure,
    ImportRun,
    Invitation,
    JoinRequest,
    Meeting,
    Membership,
    OfficerAct,
    Player,
    Team,
    TeamPlace,
    User,
)
from clubs.officers.acts import note_act
from clubs.people.services import rename_player
from clubs.privacy.holdings import FORMER, holdings
from clubs.privacy.selectors import find_erasure, may_see
from clubs.privacy.services import erasing
from clubs.privacy.services.copies import ask_copy, make_copy
from clubs.privacy.services.erasing import GRACE, ONCE_MORE, ask_erasure, carry_out, carry_out_due, look_over, take_back
from clubs.privacy.tasks import tend
from clubs.teams.services import make_team
from games.cases.services.answering import answer
from games.cases.services.raising import dispute
from games.conventions.services import make_card
from games.hands.checks import check_hand
from games.models import CaseText, ChatMessage, HandCheck, Seat, Table
from games.practice.services import begin_practice
from games.results.services import enter_result, withdraw_result
from games.sheets.services import open_sheet
from games.store import projector
from games.tables.services.chat import write_message
from games.tables.services.seats import open_table
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.sheets import MADE, enter, sheet_of
from tests.games.helpers.tables import due, play_on, table_of

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Zacharias Kuttanad"
EMAIL = "zacharias.k@example.org"
PLANTED = "Vallamkali-7391"
"""Stands in every text that the person writes."""
ONE_HAND = {"ending": {"type": "hands", "count": 1}}


@pytest.fixture
def zacharias() -> Player:
    return PlayerFactory(name=NAME, user__email=EMAIL, password="Kottayam-to-Pala-7")


@pytest.fixture
def others() -> list[Player]:
    return [PlayerFactory(name=name, password="x") for name in ("Ammini", "Beeran", "Chacko")]


def erased(player: Player) -> Erasure:
    """Ask for the erasure and have it carried out when it is due."""
    erasure = ask_erasure(player=player, name=player.name)
    assert not carry_out(erasure_id=erasure.pk)
    assert carry_out(erasure_id=erasure.pk, now=timezone.now() + GRACE)
    erasure.refresh_from_db()
    return erasure


def columns() -> list[tuple[str, str, str]]:
    """Every column of the database, with its type."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
        )
        return cursor.fetchall()


def places_of(*texts: str) -> dict[str, int]:
    """The columns in which one of the texts stands, in any capitals, with how many rows."""
    found = {}
    with connection.cursor() as cursor:
        for table, column, kind in columns():
            written = f"encode(\"{column}\", 'escape')" if kind == "bytea" else f'"{column}"::text'
            asked = " OR ".join([f"{written} ILIKE %s"] * len(texts))
            cursor.execute(f'SELECT count(*) FROM "{table}" WHERE {asked}', [f"%{text}%" for text in texts])
            if count := cursor.fetchone()[0]:
                found[f"{table}.{column}"] = count
    return found


def live_a_life(person: Player, others: list[Player]) -> Table:
    """Have the person write something wherever the house lets people write, and play a hand."""
    club = ClubFactory(founder=others[0], name="Meenachil Card Club", place="Pala")
    for player in (person, *others[1:]):
        join_club(club=club, player=player)
    Membership.objects.filter(player=person).update(role=Membership.Role.SECRETARY)
    team = make_team(club=club, by=others[0], name="Pamba", players=[person, others[1]])
    Team.objects.filter(pk=team.pk).update(captain=person)
    note_act(club=club, actor=others[0], action="member.suspended", subject=person, reason=f"{NAME} shouted {PLANTED}")
    note_act(club=club, actor=person, action="club.changed", reason=f"because {PLANTED}")
    guest = Player.objects.create(name=f"{NAME} sr", kept_by=club, merged_into=person)
    note_act(club=club, actor=others[0], action="guest.renamed", subject=guest, reason=f"once {PLANTED}")
    AccessToken.objects.create(user=person.user, name=f"program {PLANTED}")
    LogEntry.objects.create(
        user=others[0].user, action_flag=CHANGE, object_id=str(person.pk), object_repr=str(person),
        content_type=ContentType.objects.get_for_model(Player), change_message=NAME,
    )  # fmt: skip
    for client in (Client(), Client()):
        client.force_login(person.user)
    ask_copy(player=person)
    table = table_of([person, *others], rules="56-international-4", options=ONE_HAND)
    Table.objects.filter(pk=table.pk).update(name=f"Room of {PLANTED}", opened_by=person)
    write_message(table_id=table.pk, player=person, text=f"I said {PLANTED}")
    play_on(table, [person, *others], lambda actions: actions[0], lambda state: state.ended_at is not None)
    projector.run_all()
    check_hand(table_id=table.pk, hand=1, player=person, question=f"Why {PLANTED}?")
    open_sheet(
        player=others[0], rules="56-kerala-4", options=ONE_HAND, names=(NAME.lower(), "Beeran", "", ""), club=club
    )
    open_sheet(player=person, rules="56-kerala-4", options=ONE_HAND, names=("Me",), name=PLANTED)
    sheet = sheet_of([person, *others], club=club, by=person, options=ONE_HAND)
    enter(sheet, person, MADE)
    case = dispute(game=sheet.pk, hand=1, player=person, subject="score", words=f"It was 17 {PLANTED}", command=uuid4())
    answer(case_id=case.pk, player=others[0], stance="contest", words=f"{NAME.upper()} miscounted.", command=uuid4())
    make_card(player=person, rules="56-kerala-4", name=f"Card {PLANTED}")
    result = enter_result(
        club=club, player=person, rules="28-kerala-4", players=[person, *others], points=(3, -1),
        played_on=timezone.localdate(), note=f"Note {PLANTED}",
    )  # fmt: skip
    withdraw_result(result_id=result.pk, player=person, reason=f"Slip {PLANTED}")
    Invitation.objects.create(
        club=club, made_by=person, digest="0" * 64, expires_at=timezone.now() + timedelta(days=9), places=3
    )
    JoinRequest.objects.create(club=club, player=person, word=f"Let me in {PLANTED}", answered_at=timezone.now())
    Meeting.objects.create(
        club=club, made_by=person, title="Friday", note=f"Call {PLANTED}", day=timezone.localdate(), time=time(18)
    )
    take_in(club=club, by=person, subject="members", data=f"name\n{PLANTED}\n".encode(), file_name=f"{PLANTED}.csv")
    begin_practice(player=person, rules="56-kerala-4", options=ONE_HAND)
    assert make_copy(export_id=ask_copy(player=person).pk)
    return table


def test_nothing_of_an_erased_person_is_left_in_any_column(zacharias, others):
    table = live_a_life(zacharias, others)
    assert {
        "games_chatmessage.text",
        "clubs_actreason.text",
        "clubs_user.email",
        "django_admin_log.object_repr",
    } <= set(places_of(NAME, EMAIL, PLANTED))
    user, events = zacharias.user_id, places_of(str(zacharias.pk))["games_event.body"]

    erased(zacharias)

    assert places_of(NAME, EMAIL, PLANTED) == {}
    assert places_of(str(user)) == {}
    assert places_of(str(zacharias.pk))["games_event.body"] == events
    call_command("verify_events", verbosity=0)
    projector.run_all()
    call_command("prove_ledger", verbosity=0)
    shown = Player.objects.get(pk=zacharias.pk)
    assert (shown.name, shown.user, bool(shown.erased_at)) == (FORMER, None, True)
    assert set(Player.objects.filter(merged_into=zacharias).values_list("name", flat=True)) == {FORMER}
    assert OfficerAct.objects.filter(subject=zacharias).get().reason == ""
    assert list(CaseText.objects.values_list("text", flat=True)) == ["", f"{FORMER} miscounted."]
    assert not Membership.objects.filter(player=zacharias).exists()
    assert not Invitation.objects.filter(made_by=zacharias, revoked_at=None).exists()
    assert not TeamPlace.objects.filter(player=zacharias, left_on=None).exists()
    history = Client().get(reverse("games:hand", args=[table.pk, 1]))
    assert history.status_code == 200
    assert FORMER in history.content.decode()
    assert Client().get(reverse("clubs:player", args=[zacharias.pk])).status_code == 200


def test_every_text_that_is_not_erased_has_its_reason(zacharias):
    """A new table with words of people in it is declared, or the test above would not know of it."""
    for holding in holdings():
        assert holding.erase is not None or holding.why, holding.model


def test_the_others_stay_as_they_were(zacharias, others):
    live_a_life(zacharias, others)
    before = places_of("Ammini", "ammini@example.org")

    erased(zacharias)

    assert places_of("Ammini", "ammini@example.org") == before


def test_whoever_is_signed_in_is_signed_out_everywhere(zacharias):
    browser = Client()
    browser.force_login(zacharias.user)
    _token, secret = AccessToken.objects.create(user=zacharias.user, name="program")

    erased(zacharias)

    assert browser.get(reverse("clubs:me")).status_code == 302
    assert Client().get("/api/me/", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_it_takes_the_own_name_and_is_done_only_after_its_days(zacharias):
    with pytest.raises(ClubError) as refused:
        ask_erasure(player=zacharias, name="Zacharias")
    assert (refused.value.code, refused.value.field) == ("name-differs", "name")

    erasure = ask_erasure(player=zacharias, name=f" {NAME.upper()} ")
    assert ask_erasure(player=zacharias, name=NAME) == erasure
    assert not carry_out(erasure_id=erasure.pk, now=erasure.due_at - timedelta(seconds=1))
    assert Player.objects.get(pk=zacharias.pk).name == NAME
    assert "withdraw this" in mail.outbox[0].body


def test_it_can_be_taken_back_until_then(zacharias):
    erasure = ask_erasure(player=zacharias, name=NAME)

    assert take_back(player=zacharias)
    assert not take_back(player=zacharias)
    assert find_erasure(zacharias) is None
    assert not carry_out(erasure_id=erasure.pk, now=erasure.due_at)
    assert Player.objects.get(pk=zacharias.pk).name == NAME


def test_the_last_owner_of_a_club_with_other_members_hands_it_over_first(zacharias, others):
    club = ClubFactory(founder=zacharias, name="Meenachil")
    erasure = ask_erasure(player=zacharias, name=NAME)
    join_club(club=club, player=others[0])
    second = PlayerFactory(name="Devaki", password="x")
    join_club(club=ClubFactory(founder=second, name="Pala"), player=others[0])
    with pytest.raises(ClubError, match="only owner of Pala"):
        ask_erasure(player=second, name="Devaki")

    assert not carry_out(erasure_id=erasure.pk, now=erasure.due_at)
    assert Erasure.objects.get(pk=erasure.pk).obstacle == "last-owner"

    Membership.objects.filter(player=others[0]).update(role=Membership.Role.OWNER, suspended_at=erasure.asked_at)
    assert not carry_out(erasure_id=erasure.pk, now=erasure.due_at), "an owner who can act"
    Membership.objects.filter(player=others[0]).update(suspended_at=None)
    assert carry_out(erasure_id=erasure.pk, now=erasure.due_at)


def test_who_sits_at_a_running_table_leaves_it_as_anybody_may(zacharias, others):
    playing = table_of([zacharias, *others], rules="28-kerala-4", options=ONE_HAND)
    due(playing.pk)
    waiting = open_table(player=zacharias, rules="28-kerala-4", options=ONE_HAND, command=uuid4())

    erased(zacharias)

    assert not Seat.objects.filter(player=zacharias, table__status="waiting").exists()
    assert Client().get(reverse("games:table", args=[playing.pk])).status_code == 200
    assert Client().get(reverse("games:table", args=[waiting.pk])).status_code == 200
    call_command("verify_events", verbosity=0)


def test_what_a_request_under_way_wrote_is_erased_when_all_is_looked_over(zacharias, others):
    table = table_of([zacharias, *others], rules="28-kerala-4", options=ONE_HAND)
    erasure = erased(zacharias)
    ChatMessage.objects.create(
        table=table, player=zacharias, seat=0, version=1, text=PLANTED, command=uuid4(), sent_at=timezone.now()
    )

    assert not look_over(erasure_id=erasure.pk)
    assert look_over(erasure_id=erasure.pk, now=erasure.done_at + ONCE_MORE)
    assert not look_over(erasure_id=erasure.pk, now=erasure.done_at + 2 * ONCE_MORE)
    assert places_of(PLANTED) == {}


def test_an_erased_player_shows_nothing_and_is_nobodys_name(zacharias, others):
    erased(zacharias)

    assert not may_see(others[0], Player.objects.get(pk=zacharias.pk), "results")
    with pytest.raises(ClubError):
        rename_player(player_id=others[0].pk, name=FORMER)


# Pages


def test_the_page_asks_for_the_password_and_the_name(zacharias):
    browser = Client()
    browser.force_login(zacharias.user)
    assert "Kept" in browser.get(reverse("clubs:erase")).content.decode()

    first = browser.post(reverse("clubs:erase"), {"name": NAME})
    assert first["Location"].startswith(reverse("account_reauthenticate"))
    assert find_erasure(zacharias) is None

    browser.post(reverse("account_reauthenticate"), {"password": "Kottayam-to-Pala-7"})
    assert browser.post(reverse("clubs:erase"), {"name": "Somebody"}).status_code == 422
    assert browser.post(reverse("clubs:erase"), {"name": NAME}).status_code == 302
    assert "Your data will be erased on" in browser.get(reverse("clubs:erase")).content.decode()
    assert browser.post(reverse("clubs:erase_not")).status_code == 302
    assert find_erasure(zacharias) is None


def test_the_question_of_an_erased_person_is_gone_from_its_page(zacharias, others):
    live_a_life(zacharias, others)
    check = HandCheck.objects.get()

    erased(zacharias)

    page = Client().get(reverse("games:check", args=[check.pk])).content.decode()
    assert PLANTED not in page
    assert "The question has been erased" in page


# By the administrator


def test_an_erasure_that_fails_keeps_nobody_waiting_and_is_tried_again(zacharias, others, monkeypatch, caplog):
    asked = [ask_erasure(player=player, name=player.name) for player in (zacharias, others[0])]
    real = erasing._forget

    def forget(person, at):
        if zacharias.pk in person.ids:
            raise LookupError(NAME)
        real(person, at)

    due = timezone.now() + GRACE
    with monkeypatch.context() as patch:
        patch.setattr(erasing, "_forget", forget)
        assert carry_out_due(now=due) == 1
        assert carry_out_due(now=due + timedelta(seconds=59)) == 0

    bad, good = (Erasure.objects.get(pk=one.pk) for one in asked)
    assert good.done_at == due
    assert (bad.done_at, bad.failures, bad.try_at) == (None, 1, due + timedelta(minutes=1))
    assert f"An erasure failed for {bad.pk}: LookupError" in caplog.text
    assert caplog.text.count("An erasure failed") == 1
    assert NAME not in caplog.text
    assert carry_out_due(now=due + timedelta(minutes=1)) == 1
    assert places_of(NAME) == {}


def test_an_erasure_that_something_stands_in_the_way_of_goes_to_the_end_of_the_queue(zacharias, others):
    asked = [ask_erasure(player=player, name=player.name) for player in (zacharias, others[0])]
    club = ClubFactory(founder=zacharias, name="Meenachil")
    join_club(club=club, player=others[1])
    due = timezone.now() + GRACE

    assert [carry_out_due(now=due, limit=1) for _ in range(3)] == [0, 1, 0]

    kept, done = (Erasure.objects.get(pk=one.pk) for one in asked)
    assert (kept.obstacle, kept.failures) == ("last-owner", 0)
    assert done.done_at == due


def test_the_workers_care_for_personal_data_goes_on_where_one_step_fails(zacharias, monkeypatch, caplog):
    erasure = ask_erasure(player=zacharias, name=NAME)
    Erasure.objects.update(due_at=timezone.now())

    def fail():
        raise OSError("no disk")

    monkeypatch.setattr("clubs.privacy.tasks.remove_old_copies", fail)
    tend()

    erasure.refresh_from_db()
    assert erasure.done_at is not None
    assert "OSError" in caplog.text


def test_an_administrator_who_names_several_is_told_of_each_that_cannot_be_erased(others, capsys):
    club = ClubFactory(founder=others[0], name="Meenachil")
    join_club(club=club, player=others[1])
    nobody = uuid4()

    with pytest.raises(CommandError) as refused:
        call_command("erase_player", str(others[0].pk), str(nobody), str(others[2].pk))

    assert "only owner" in str(refused.value)
    assert f"There is no player {nobody}." in str(refused.value)
    assert f"{others[2].pk} is erased." in capsys.readouterr().out


def test_an_administrator_erases_who_has_no_account_and_lists_who_was_erased(others, capsys):
    club = ClubFactory(founder=others[0], name="Meenachil")
    guest = make_guest(club=club, by=others[0], name=NAME)

    call_command("erase_player", str(guest.pk))
    call_command("erase_player")
    call_command("erase_player", "--since", "2999-01-01")

    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == [str(guest.pk)] * 2
    assert places_of(NAME) == {}


def test_an_administrator_erases_the_whole_person_by_the_id_of_a_guest_that_is_one(zacharias, others):
    club = ClubFactory(founder=others[0], name="Meenachil")
    guest = make_guest(club=club, by=others[0], name=NAME)
    Player.objects.filter(pk=guest.pk).update(merged_into=zacharias)
    account = zacharias.user_id

    call_command("erase_player", str(guest.pk))

    assert not User.objects.filter(pk=account).exists()
    assert places_of(NAME) == {}


def test_reasons_of_corrections_that_moved_the_persons_units_go_and_reports_of_files_that_name_them(others):
    club = ClubFactory(founder=others[0], name="Meenachil")
    guest = make_guest(club=club, by=others[0], name=NAME)
    entry = ledger.grant(club=club, by=others[0], units=20)
    ledger.correct(
        club=club, by=others[0], entry=entry, giver=guest, taker=others[0], units=5, reason=f"{NAME} got too many"
    )
    report = {"deeds": [{"line": 2, "column": "", "text": f"{NAME} is new: Guest."}]}
    ImportRun.objects.create(club=club, by=others[0], subject="members", report=report)
    Membership.objects.filter(player=guest).delete()

    call_command("erase_player", str(guest.pk))

    assert places_of(NAME) == {}


@pytest.mark.parametrize("words", [["00000000-0000-0000-0000-000000000000"], ["--since", "yesterday"]])
def test_an_administrator_is_told_what_cannot_be_done(db, words):
    with pytest.raises(CommandError):
        call_command("erase_player", *words)


def test_an_administrator_cannot_take_the_last_owner_from_a_club(others):
    club = ClubFactory(founder=others[0], name="Meenachil")
    join_club(club=club, player=others[1])

    with pytest.raises(CommandError, match="only owner"):
        call_command("erase_player", str(others[0].pk))
