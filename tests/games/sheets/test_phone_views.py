"""The phone's page and data, as the server gives them."""

import json
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games.models import Sheet, SheetPass
from games.sheets import passes, services
from games.sheets.keys import HEADER
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

MADE = {"outcome": "made", "declarer": 0, "number": 34, "denomination": "S", "doubled": 0}


@pytest.fixture
def scorer() -> Player:
    return PlayerFactory(name="Devaki", password="long-enough-word")


@pytest.fixture
def sheet(scorer) -> Sheet:
    return services.open_sheet(
        player=scorer, rules="56-kerala-4", options={}, dealer=3, names=("Ammini", "Beeran"), name="Meenachil"
    )


def link(sheet: Sheet, *sides: int) -> str:
    return reverse("games:sheet_pass", args=[passes.pass_token(SheetPass.objects.create(sheet=sheet, sides=[*sides]))])


def holder(sheet: Sheet, *sides: int) -> Client:
    client = Client()
    assert client.get(link(sheet, *sides)).status_code == 302
    return client


def path(sheet: Sheet, name: str = "sheet_phone") -> str:
    return reverse(f"games:{name}", args=[sheet.pk])


def report(client: Client, sheet: Sheet, *, key: str = "", **changed: object):
    told = {"sides": [0], "hand": 1, "edit": 1, "told": MADE, **changed}
    headers = {"sheet-key": key} if key else {}
    return client.post(path(sheet, "sheet_reports"), json.dumps(told), "application/json", headers=headers)


class Data(HTMLParser):
    """Reads the JSON of a page's element."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted, self.inside, self.text = wanted, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = dict(attrs).get("id") == self.wanted

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = False


def data_of(answer, name: str):
    reader = Data(name)
    reader.feed(answer.content.decode())
    return json.loads(reader.text)


def test_a_pass_leads_to_the_page_with_all_it_needs(sheet):
    answer = holder(sheet, 0).get(path(sheet))

    shown = data_of(answer, "sheet-data")
    assert (shown["speaks_for"], shown["may_settle"], shown["unit"]) == ([0], False, "Stake points")
    assert (shown["dealers"][0], shown["openers"][0]) == (3, 0)
    assert data_of(answer, "sheet-words")["denominations"]["NT"] == "no trump"
    assert "This page needs scripts" in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]


def test_the_name_under_which_a_browser_keeps_the_page_is_the_authors_own(sheet, scorer):
    signed_in = Client()
    signed_in.force_login(scorer.user)
    clients = [holder(sheet, 0), holder(sheet, 0), holder(sheet, 1), signed_in]
    keys = [client.get(path(sheet)).headers[HEADER] for client in clients]

    assert len(set(keys)) == 4
    assert [client.get(path(sheet, "sheet_phone_state")).headers[HEADER] for client in clients] == keys
    passes_ = {str(made.pk) for made in SheetPass.objects.all()}
    assert not any(key in passes_ or key == str(scorer.pk) for key in keys)


def test_a_page_of_a_signed_in_person_names_what_may_stay_on_the_phone(sheet, scorer):
    signed_in = Client()
    signed_in.force_login(scorer.user)
    key = signed_in.get(path(sheet)).headers[HEADER]
    other = Client()
    other.force_login(PlayerFactory(name="Beeran", password="long-enough-word").user)

    assert f'name="sheet-keys" content="{key}"' in signed_in.get("/clubs/").content.decode()
    assert key not in other.get("/clubs/").content.decode()
    assert "sheet-keys" not in Client().get("/clubs/").content.decode()


def test_nobody_else_opens_the_page(sheet):
    stranger = Client()
    stranger.force_login(PlayerFactory(name="Eapen", password="long-enough-word").user)
    for client in (Client(), stranger):
        assert client.get(path(sheet)).status_code == 404


def test_a_revoked_pass_says_so(sheet, scorer):
    client = holder(sheet, 0)
    passes.revoke_pass(sheet_id=sheet.pk, pass_id=SheetPass.objects.get().pk, player=scorer)

    for answer in (client.get(path(sheet, "sheet_phone_state")), report(client, sheet)):
        problem = json.loads(answer.content)
        assert (answer.status_code, problem["code"]) == (403, "pass-revoked")
    assert "This pass was revoked." in client.get(path(sheet)).content.decode()


def test_a_report_is_not_taken_in_the_name_of_another_author(sheet):
    first, second = holder(sheet, 0), holder(sheet, 0, 1)
    key = first.get(path(sheet)).headers[HEADER]

    refused = report(second, sheet, key=key)
    assert (refused.status_code, json.loads(refused.content)["code"]) == (403, "another-author")
    assert report(first, sheet, key=key).status_code == 200


def test_a_second_pass_asks_first_and_takes_the_place_of_the_first(sheet, scorer):
    client = holder(sheet, 0)
    elsewhere = services.open_sheet(player=scorer, rules="56-kerala-4", options={}, name="Pamba")
    wanted = link(elsewhere, 1)

    asked = client.get(wanted)
    assert asked.status_code == 200
    assert "Meenachil" in asked.content.decode()
    assert client.get(path(elsewhere)).status_code == 404

    assert client.post(wanted).status_code == 302
    assert client.get(path(elsewhere)).status_code == 200
    assert client.get(path(sheet)).status_code == 404


def test_a_scorer_of_two_tables_keeps_both_passes(sheet, scorer):
    client = holder(sheet, 0, 1)
    elsewhere = services.open_sheet(player=scorer, rules="56-kerala-4", options={}, name="Pamba")

    assert client.post(link(elsewhere, 0, 1), {"keep": "1"}).status_code == 302
    assert [client.get(path(one)).status_code for one in (sheet, elsewhere)] == [200, 200]


def test_the_same_pass_again_asks_nothing(sheet):
    client, wanted = Client(), link(sheet, 0)
    assert [client.get(wanted).status_code for _ in range(2)] == [302, 302]


def test_the_state_is_sent_again_when_a_name_has_changed(sheet, scorer):
    client = holder(sheet, 0)
    first = client.get(path(sheet, "sheet_phone_state"))
    same = client.get(path(sheet, "sheet_phone_state"), headers={"if-none-match": first.headers["ETag"]})
    assert same.status_code == 304

    services.name_seats(sheet_id=sheet.pk, player=scorer, names=["Ammini", "Beeran", "Chacko", "Devaki"])
    answer = client.get(path(sheet, "sheet_phone_state"), headers={"if-none-match": first.headers["ETag"]})
    assert answer.json()["names"][2] == "Chacko"


def test_a_hand_that_the_scorer_took_back_is_reported_with_a_higher_edit(sheet, scorer):
    client = holder(sheet, 0, 1)
    report(client, sheet, sides=[0, 1])
    services.withdraw(sheet_id=sheet.pk, player=scorer)

    (hand,) = client.get(path(sheet, "sheet_phone_state")).json()["hands"]
    assert (hand["number"], hand["told"], hand["edits"], hand["reports"]) == (1, None, [1, 1], [])


def test_the_end_of_the_game_is_said_in_words(scorer):
    options = {"ending": {"type": "hands", "count": 1}}
    sheet = services.open_sheet(
        player=scorer, rules="56-kerala-4", options=options, names=("Ammini", "Beeran", "Chacko", "Devaki")
    )
    client = holder(sheet, 0, 1)
    shown = report(client, sheet, sides=[0, 1]).json()
    assert (shown["over"], shown["result"]) == (True, "The game is over: Ammini and Chacko win.")
