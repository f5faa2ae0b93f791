"""The pages of printed matter, asked for without a browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.house.services import make_house_rules
from clubs.members.societies import join_club
from games.models import SheetPass
from games.sheets.passes import issue_pass, pass_token, revoke_pass
from games.sheets.services import open_sheet
from tests.factories import ClubFactory, PlayerFactory
from tests.games.paper.printed import picture, shows_code, texts

pytestmark = pytest.mark.django_db
SHEET = "/paper/sheet.pdf"


@pytest.fixture
def player():
    return PlayerFactory(name="Ammini")


@pytest.fixture
def client(player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def test_a_blank_sheet_is_a_file_that_the_browser_shows(client):
    answer = client.get(SHEET, {"rules": "56-kerala-6", "rows": "20"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="lelam-56-kerala-6.pdf"'
    assert "no-store" in answer["Cache-Control"]
    assert "script" not in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert any("56, Kerala rules, six players" in page for page in texts(answer.content))


def test_the_same_sheet_twice_is_the_same_file(client):
    asked = {"rules": "28-kerala-4", "rows": "12", "language": "ml"}
    assert client.get(SHEET, asked).content == client.get(SHEET, asked).content


def test_the_paper_may_have_another_language_than_the_page(client):
    shown = texts(client.get(SHEET, {"rules": "56-kerala-6", "language": "ml"}).content)[0]
    assert "സ്കോർ ഷീറ്റ്" in shown
    assert "Score sheet" in texts(client.get(SHEET, {"rules": "56-kerala-6"}).content)[0]


def test_options_are_chosen_and_the_club_is_named(client):
    club = ClubFactory(name="Vembanad")
    asked = {
        "rules": "56-kerala-6", "doubling": "add", "ending": "games", "best_of": 3, "target": 10, "lead": 2,
        "club": club.slug,
    }  # fmt: skip
    [shown] = texts(client.get(SHEET, asked).content)
    assert "Vembanad" in shown
    assert "6 / 7" in shown
    assert "A game is won with 10 stake points and a lead of 2; the match is the best of 3." in " ".join(shown.split())


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"rules": "56-kerala-6", "rows": "61"}, "less than or equal to 60"),
        ({"rules": "56-kerala-6", "rows": "0"}, "greater than or equal to 1"),
        ({"rules": "30-kerala-6"}, "not one of the available choices"),
        ({"rules": "56-kerala-6", "ending": "elimination"}, "This game does not end in this way."),
        ({"rules": "28-house-4", "surrender": "on"}, "err"),
    ],
)
def test_what_cannot_be_printed_is_said_beside_its_field(client, asked, words):
    answer = client.get(SHEET, asked)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_house_rules_are_printed_as_the_club_chose_them(client, player):
    club = ClubFactory(name="Vembanad", founder=player)
    house = make_house_rules(club=club, by=player, name="Friday", rules="28-kerala-4", options={"starting_stakes": 33})
    [shown] = texts(client.get(SHEET, {"house": house.pk}).content)
    assert "Stakes: 33 each to begin with." in shown
    assert "Vembanad" in shown
    assert client.get(SHEET, {"house": "nonsense"}).status_code == 404
    assert client.get(SHEET, {"house": club.pk}).status_code == 404


def test_the_form_begins_with_what_its_link_asks_for(client):
    club = ClubFactory(name="Vembanad")
    page = client.get(reverse("games:paper"), {"rules": "28-pagat-6", "club": club.slug}).content.decode()
    assert re.search(r'value="28-pagat-6"[^>]* selected', page)
    assert "A blank sheet for a table of Vembanad" in page
    assert f'value="{club.slug}"' in page


def test_only_people_with_an_account_print(db):
    assert Client().get(SHEET, {"rules": "56-kerala-6"}).status_code == 302


@pytest.fixture
def sheet(player):
    return open_sheet(
        player=player,
        rules="28-kerala-4",
        options={},
        name="Meenachil and Pamba",
        club=ClubFactory(name="Vembanad", founder=player),
        names=("Ammini", "Beeran", "Chacko", "Devaki"),
    )


def printed(client: Client, sheet, document: str, **asked):
    return client.get(reverse("games:sheet_pdf", args=[sheet.pk, document]), asked)


def test_a_match_is_printed_with_its_names_and_its_code(client, sheet):
    answer = printed(client, sheet, "sheet", table="7", rows="15")
    [shown] = texts(answer.content)
    assert all(word in shown for word in ("Meenachil and Pamba", "Vembanad", "Ammini", "Devaki", "7"))
    assert shows_code(picture(answer.content), f"http://testserver/sheets/{sheet.pk}/")


def test_card_and_slips_need_a_pass_for_each_side(client, player, sheet):
    assert printed(client, sheet, "card").status_code == 302
    issue_pass(sheet_id=sheet.pk, player=player, sides=[0, 1])
    assert printed(client, sheet, "slips").status_code == 302
    assert "Make the passes" in client.get(reverse("games:sheet_print", args=[sheet.pk])).content.decode()

    made = [client.post(reverse("games:sheet_print_passes", args=[sheet.pk])).status_code for _time in range(2)]

    assert made == [302, 302]
    own = list(SheetPass.objects.filter(sheet=sheet).exclude(sides=[0, 1]).order_by("issued_at"))
    assert [one.sides for one in own] == [[0], [1]]
    assert "Make the passes" not in client.get(reverse("games:sheet_print", args=[sheet.pk])).content.decode()
    addresses = [f"http://testserver{reverse('games:sheet_pass', args=[pass_token(one)])}" for one in own]
    card, slips = printed(client, sheet, "card", table="7"), printed(client, sheet, "slips", table="7")
    assert "Table 7" in texts(card.content)[0]
    assert all(shows_code(picture(card.content), address) for address in addresses)
    assert all(shows_code(picture(slips.content), address) for address in addresses)


def test_a_revoked_pass_is_not_printed(client, player, sheet):
    client.post(reverse("games:sheet_print_passes", args=[sheet.pk]))
    revoked = SheetPass.objects.filter(sheet=sheet).first()
    revoke_pass(sheet_id=sheet.pk, pass_id=revoked.pk, player=player)
    assert printed(client, sheet, "card").status_code == 302
    client.post(reverse("games:sheet_print_passes", args=[sheet.pk]))
    shown = picture(printed(client, sheet, "card").content)
    old = f"http://testserver{reverse('games:sheet_pass', args=[pass_token(revoked)])}"
    assert not shows_code(shown, old)


def test_what_is_wrong_with_the_form_is_said_and_other_documents_are_not_there(client, sheet):
    assert printed(client, sheet, "sheet", rows="99").status_code == 422
    assert printed(client, sheet, "poster").status_code == 404


def test_only_those_who_keep_a_sheet_print_it(sheet):
    member = PlayerFactory(name="Beeran")
    other = Client()
    other.force_login(member.user)
    addresses = [
        reverse("games:sheet_print", args=[sheet.pk]),
        *(reverse("games:sheet_pdf", args=[sheet.pk, document]) for document in ("sheet", "card", "slips")),
    ]
    assert [other.get(address).status_code for address in addresses] == [404] * 4
    join_club(club=sheet.club, player=member)
    assert [other.get(address).status_code for address in addresses] == [403] * 4
    assert other.post(reverse("games:sheet_print_passes", args=[sheet.pk])).status_code == 403
    assert not SheetPass.objects.exists()
