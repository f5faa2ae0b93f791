"""Passes to a sheet: issued at the desk, opened on a phone, revoked, ended; and what a phone is shown by one."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import LedgerEntry, Player
from engine.written import SheetHand
from games.models import Sheet, SheetPass
from games.sheets import limits, passes, selectors, services
from tests.factories import ClubFactory, PlayerFactory
from tests.games.sheets.pages import address, text

pytestmark = pytest.mark.django_db

PLAYED = {"outcome": "made", "declarer": 0, "number": 20, "points": 21}


@pytest.fixture
def sheet(scorer: Player) -> Sheet:
    return services.open_sheet(
        player=scorer, rules="28-kerala-4", club=ClubFactory(founder=scorer), name="Pala against Ponnani",
        names=("Ammini", "Beeran", "Chacko", "Eapen"),
    )  # fmt: skip


def phone_with(sheet_pass: SheetPass) -> Client:
    """A browser that nobody is signed in to, and that has opened a pass."""
    phone = Client()
    answer = phone.get(reverse("games:sheet_pass", args=[passes.pass_token(sheet_pass)]))
    assert answer.status_code == 302
    return phone


def report(phone: Client, sheet: Sheet, **members: Any) -> Any:
    body = {"sides": [0], "hand": 1, "edit": 1, "told": PLAYED} | members
    return phone.post(address(sheet, "sheet_reports"), body, content_type="application/json")


def test_a_pass_is_issued_with_its_code_and_link_and_revoked(desk, sheet):
    for wish in ("0", "all"):
        assert desk.post(address(sheet, "sheet_pass_new"), {"sides": wish}).status_code == 302

    page = desk.get(address(sheet, "sheet_phones"))
    first, both = passes.passes_out(sheet)
    assert (first.sides, both.sides) == ([0], [0, 1])
    assert "Ammini and Chacko" in text(page)
    assert "Both sides, on one phone" in text(page)
    assert page.content.decode().count("<svg") >= 2
    link = f"http://testserver{reverse('games:sheet_pass', args=[passes.pass_token(first)])}"
    assert link in page.content.decode()
    phone = phone_with(first)
    assert "Last opened at" in text(desk.get(address(sheet, "sheet_phones")))

    desk.post(address(sheet, "sheet_pass_revoke", first.pk))

    assert "Ammini and Chacko" not in text(desk.get(address(sheet, "sheet_phones"))).partition("Another phone")[0]
    assert phone.get(address(sheet, "sheet_phone_state")).status_code in (403, 404)
    assert Client().get(reverse("games:sheet_pass", args=[passes.pass_token(first)])).status_code == 404


def test_a_side_that_is_not_there_gets_no_pass(desk, sheet):
    answer = desk.post(address(sheet, "sheet_pass_new"), {"sides": "2"})

    assert answer.status_code == 422
    assert not SheetPass.objects.exists()


def test_only_scorers_issue_passes_and_see_them(sheet):
    member = PlayerFactory(name="Fathima")
    join_club(club=sheet.club, player=member)
    client = Client()
    client.force_login(member.user)

    assert client.get(address(sheet, "sheet_phones")).status_code == 403
    assert client.post(address(sheet, "sheet_pass_new"), {"sides": "0"}).status_code == 403
    assert "Phones" not in text(client.get(address(sheet, "sheet")))


def test_a_pass_shows_its_own_sheet_and_nothing_else(scorer, sheet):
    other = services.open_sheet(
        player=scorer, rules="28-kerala-4", club=sheet.club, name="Kochi against Kollam", names=("Omana",)
    )
    own = services.open_sheet(player=scorer, rules="56-kerala-4", name="Devaki's own")
    phone = phone_with(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[0]))

    assert phone.get(address(sheet, "sheet_phone_state")).status_code == 200
    for page in ("sheet", "sheet_live", "sheet_phones", "sheet_names", "sheet_irregularities"):
        assert phone.get(address(sheet, page)).status_code in (302, 403, 404)
    for strange in (other, own):
        for page in ("sheet", "sheet_phone_state", "sheet_live", "sheet_phones"):
            answer = phone.get(address(strange, page))
            assert answer.status_code in (302, 403, 404)
            assert "Omana" not in answer.content.decode()
            assert "Kollam" not in answer.content.decode()
        assert report(phone, strange).status_code in (403, 404)
    assert phone.get(reverse("games:sheets")).status_code == 302
    assert phone.get(reverse("clubs:club", args=[sheet.club.slug])).context["player"] is None


def test_a_pass_of_one_side_does_not_speak_for_the_other(scorer, sheet):
    phone = phone_with(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[0]))

    for sides in ([1], [0, 1]):
        answer = report(phone, sheet, sides=sides)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-side")
    assert report(phone, sheet).status_code == 200
    assert selectors.load_state(sheet.pk).results == ()


def test_two_phones_that_agree_enter_a_hand(scorer, sheet):
    phones = [phone_with(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[side])) for side in (0, 1)]

    for side, phone in enumerate(phones):
        assert report(phone, sheet, sides=[side]).status_code == 200

    assert [scored.hand for _entry, scored in selectors.load_state(sheet.pk).results] == [1]


def test_a_forged_or_strange_token_opens_nothing(scorer, sheet):
    token = passes.pass_token(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[0]))

    for forged in (token[:-1] + ("A" if token[-1] != "A" else "B"), sheet.pk.hex, "nothing"):
        assert Client().get(reverse("games:sheet_pass", args=[forged])).status_code == 404


def test_passes_end_two_days_after_the_sheet(desk, scorer, sheet):
    issued = passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[0])
    phone = phone_with(issued)
    services.stop_match(sheet_id=sheet.pk, player=scorer)
    assert phone.get(address(sheet, "sheet_phone_state")).status_code == 200

    Sheet.objects.filter(pk=sheet.pk).update(finished_at=timezone.now() - passes.LASTS - timedelta(minutes=1))

    assert phone.get(address(sheet, "sheet_phone_state")).status_code in (403, 404)
    assert Client().get(reverse("games:sheet_pass", args=[passes.pass_token(issued)])).status_code == 404
    assert "its passes have ended" in text(desk.get(address(sheet, "sheet_phones")))
    assert desk.post(address(sheet, "sheet_pass_new"), {"sides": "0"}).status_code == 422


def test_a_pass_that_reports_too_fast_waits(scorer, sheet, monkeypatch):
    monkeypatch.setattr(limits, "MAX_REPORTS", 2)
    cache.clear()
    phone = phone_with(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[0]))

    answers = [report(phone, sheet, edit=edit) for edit in (1, 2, 3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "too-many-reports"
    other = phone_with(passes.issue_pass(sheet_id=sheet.pk, player=scorer, sides=[1]))
    assert report(other, sheet, sides=[1]).status_code == 200


def test_players_of_a_sheet_report_for_their_side_without_a_pass(scorer):
    club = ClubFactory(founder=scorer)
    four = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Eapen")]
    for player in four:
        join_club(club=club, player=player)
    sheet = services.open_sheet(player=scorer, rules="28-kerala-4", club=club, players=dict(enumerate(four)))
    client = Client()
    client.force_login(four[1].user)

    assert "Report on this phone" in text(client.get(address(sheet, "sheet")))
    assert report(client, sheet, sides=[0]).status_code == 403
    assert report(client, sheet, sides=[1]).status_code == 200


def test_people_on_no_list_sit_there_as_visitors_and_the_match_moves_nothing(desk, scorer):
    """As at a live table: a game with visitors is in everybody's games, and counts in no book of the club."""
    club = ClubFactory(founder=scorer)
    wish = {
        "rules": "28-kerala-4", "ending": "hands", "hands": 1, "club": club.pk, "dealer": 0, "visitors": "on",
        "name_0": scorer.name, "name_1": "Paappan", "name_2": "Kuttan", "name_3": "Pathrose",
    }  # fmt: skip

    assert desk.post(reverse("games:sheet_open"), wish).status_code == 302

    opened = Sheet.objects.get()
    seated = {seat.seat: seat.player for seat in opened.seats.select_related("player")}
    assert [seated[seat].is_visiting for seat in range(4)] == [False, True, True, True]
    assert opened.names == [scorer.name, "Paappan", "Kuttan", "Pathrose"]
    state = selectors.load_state(opened.pk)
    assert all(state.players)
    assert not state.counts
    services.enter_hand(sheet_id=opened.pk, player=scorer, told=SheetHand("made", 0, 20, points=21))
    assert not LedgerEntry.objects.filter(club=club).exists()


def test_a_visitor_needs_a_name_that_no_account_has(desk, scorer):
    PlayerFactory(name="Hamsa")
    club = ClubFactory(founder=scorer)
    wish = {
        "rules": "28-kerala-4", "ending": "hands", "hands": 1, "club": club.pk, "dealer": 0, "visitors": "on",
        "name_1": "Hamsa",
    }  # fmt: skip

    answer = desk.post(reverse("games:sheet_open"), wish)

    assert answer.status_code == 422
    assert not Sheet.objects.exists()
    assert not Player.objects.filter(visited_at__isnull=False).exists()
