"""The pages of score sheets, asked for without a browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members.societies import join_club
from clubs.models import Player
from engine.fiftysix.irregularities import IRREGULARITIES
from games.models import Sheet
from games.sheets import selectors, services
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")
SPADES = (0, 34, "S", 0)


@pytest.fixture
def account():
    """Make a player with an account, and a client that is signed in to it."""

    def make(name: str) -> tuple[Player, Client]:
        player = PlayerFactory(name=name)
        client = Client()
        client.force_login(player.user)
        return player, client

    return make


@pytest.fixture
def director(account):
    return account("Devaki")


@pytest.fixture
def sheet(director) -> Sheet:
    return services.open_sheet(player=director[0], rules="56-kerala-6", options={}, names=NAMES, dealer=5)


def address(sheet: Sheet, page: str = "sheet", *more: object) -> str:
    return reverse(f"games:{page}", args=[sheet.pk, *more])


def text(answer) -> str:
    """What is read on a page, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def entry(sheet: Sheet, **fields: object) -> dict[str, object]:
    seen = selectors.load_state(sheet.pk).version
    return {"seen": seen, "outcome": "counted", "declarer": 0, "bid": 34, "denomination": "S", "doubled": 0} | fields


def test_a_sheet_is_opened_by_its_form(director):
    player, client = director
    wish = {
        "rules": "56-international-4", "ending": "hands", "hands": 12, "best_of": 3, "target": 12, "lead": 2,
        "name": "Meenachil against Pamba", "dealer": 3, "name_0": "Ammini", "name_7": "nobody",
    }  # fmt: skip

    answer = client.post(reverse("games:sheet_open"), wish)

    opened = Sheet.objects.get()
    assert answer.url == address(opened)
    assert (opened.names, opened.opened_by) == (["Ammini", "", "", ""], player)
    page = text(client.get(answer.url))
    assert "Meenachil against Pamba" in page
    assert "Ammini, Seat 3" in page


def test_a_form_that_cannot_be_read_says_what_is_wrong(director):
    _, client = director

    answer = client.post(reverse("games:sheet_open"), {"rules": "28-kerala-4", "ending": "hands", "dealer": 9})

    assert answer.status_code == 422
    assert not Sheet.objects.exists()


def test_the_first_dealer_is_a_seat_of_the_game(director):
    _, client = director
    wish = {"rules": "56-kerala-4", "ending": "open", "dealer": 7}

    answer = client.post(reverse("games:sheet_open"), wish)

    assert answer.status_code == 422
    assert "no such seat" in text(answer)


def test_a_hand_is_entered_by_its_form(director, sheet):
    _, client = director

    answer = client.post(address(sheet, "sheet_hand"), entry(sheet, points=40))

    assert answer.url == f"{address(sheet)}#hand-form"
    shown = client.get(address(sheet))
    page = text(shown)
    assert re.search('34<svg class="pip"[^>]* data-suit="s" role="img" aria-label="spades">', shown.content.decode())
    assert "40 card points" in page
    assert "1 : 0" in page
    assert "Enter hand 2" in page
    assert page.index("Enter hand 2") < page.index("Hand 1 entered: ") < page.index("Undo")


def test_an_entry_is_undone_above_the_next_hand(director, sheet):
    _, client = director
    client.post(address(sheet, "sheet_hand"), entry(sheet, points=40))
    last = re.search(r'name="entry" value="(\d+)"', client.get(address(sheet)).content.decode())[1]

    answer = client.post(address(sheet, "sheet_withdraw"), {"entry": last, "back": "form"})

    assert answer.url == f"{address(sheet)}#hand-form"
    assert "Enter hand 1" in text(client.get(address(sheet)))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"points": ""}, "Enter the card points"),
        ({"points": "57"}, "From 0 to 56"),
        ({"points": 40, "declarer": ""}, "Choose the player"),
        ({"points": 40, "bid": ""}, "Enter the number"),
        ({"points": 40, "bid": "27"}, "From 28 to 56"),
        ({"points": 40, "denomination": ""}, "Choose the trump"),
        ({"outcome": "passed_out"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_with_a_hand_stands_beside_the_field(director, sheet, fields, said):
    _, client = director

    answer = client.post(address(sheet, "sheet_hand"), entry(sheet, **fields))

    assert answer.status_code == 422
    assert said in text(answer)
    assert selectors.load_state(sheet.pk).version == 1


def test_who_wrote_in_between_is_not_written_over(director, sheet):
    player, client = director
    stale = entry(sheet, points=40)
    services.enter_hand(sheet_id=sheet.pk, player=player, outcome="cancelled")

    answer = client.post(address(sheet, "sheet_hand"), stale)

    assert answer.status_code == 422
    assert "Somebody wrote on the sheet in the meantime" in text(answer)


def test_every_irregularity_can_be_found_and_has_its_form(director, sheet):
    _, client = director
    page = client.get(address(sheet, "sheet_irregularities"))

    for row in IRREGULARITIES:
        link = address(sheet, "sheet_ruling", row.id)
        assert link in page.content.decode()
        form = client.get(link)
        assert form.status_code == 200
        assert reverse("games:rules", args=[sheet.rules]) + f"#{row.id}" in form.content.decode()


def test_irregularities_are_searched_by_words(director, sheet):
    _, client = director

    page = client.get(address(sheet, "sheet_irregularities"), {"q": "revoke opponents"}).content.decode()

    assert re.findall(r"56-IRR-\d+(?=</span>)", page) == ["56-IRR-25"]


def test_what_holds_in_other_traditions_only_is_not_offered(director):
    """56-IRR-29."""
    player, client = director
    sheet = services.open_sheet(player=player, rules="56-standard-6", options={})

    assert "56-IRR-29" not in client.get(address(sheet, "sheet_irregularities")).content.decode()
    assert client.get(address(sheet, "sheet_ruling", "56-IRR-29")).status_code == 404
    assert client.get(address(sheet, "sheet_ruling", "56-IRR")).status_code == 404


def test_a_ruling_is_shown_in_words_before_it_is_given(director, sheet):
    """56-IRR-2: Chacko is next in turn after Beeran."""
    _, client = director
    link = address(sheet, "sheet_ruling", "56-IRR-2")
    said = {"seen": 1, "offender": 1, "remedy": "penalty-card", "card": "SJ"}
    assert "Chacko chooses: the opponent next in turn." in text(client.get(link))

    shown = client.post(link, said)
    assert shown.status_code == 200
    assert "Beeran lays the jack of spades open: it must be played at the first legal chance." in text(shown)
    assert selectors.load_state(sheet.pk).version == 1
    given = client.post(link, {**said, "shown": "on"})

    assert given.url == address(sheet)
    page = text(client.get(given.url))
    assert "Beeran lays the jack of spades open" in page
    assert "Ruling 1, hand 1" in page
    client.post(address(sheet, "sheet_lift"), {"seat": 1, "card": "SJ"})
    assert selectors.load_state(sheet.pk).standing.cards == ()


def test_a_lost_hand_asks_once_more(director, sheet):
    """56-IRR-24."""
    player, client = director
    services.note_contract(sheet_id=sheet.pk, player=player, contract=SPADES)
    link = address(sheet, "sheet_ruling", "56-IRR-24")
    said = {"seen": 2, "offender": 0, "remedy": "lose", "shown": "on"}

    doubtful = client.post(link, said)
    assert doubtful.status_code == 422
    assert "Confirm that you are sure." in text(doubtful)
    given = client.post(link, {**said, "sure": "on"})

    assert given.url == address(sheet)
    assert selectors.load_state(sheet.pk).results[0][1].score == (0, 2)


def test_without_a_contract_the_form_asks_for_it_first(director, sheet):
    """56-IRR-24."""
    _, client = director
    link = address(sheet, "sheet_ruling", "56-IRR-24")
    assert "The contract first" in text(client.get(link))

    noted = client.post(
        address(sheet, "sheet_contract"),
        {"c-seen": 1, "c-declarer": 0, "c-bid": 40, "c-denomination": "NT", "c-doubled": 1, "then": "56-IRR-24"},
    )

    assert noted.url == link
    assert "The contract first" not in text(client.get(link))
    assert "40NT doubled by Ammini" in text(client.get(address(sheet)))


@pytest.mark.parametrize(
    ("rule", "fields", "said"),
    [
        ("56-IRR-2", {"remedy": "penalty-card", "card": "SJ"}, "Say who did it."),
        ("56-IRR-2", {"offender": 1, "remedy": "penalty-card"}, "Name the card."),
        ("56-IRR-6", {"offender": 2, "remedy": "limit"}, "Say what was bid"),
        ("56-IRR-6", {"offender": 1, "remedy": "accept"}, "Select a valid choice"),
        ("56-IRR-27", {"offender": 1, "remedy": "match"}, "not happened often enough"),
        ("56-IRR-27", {"offender": 1}, "This field is required"),
    ],
)
def test_what_a_ruling_lacks_is_said_beside_the_field(director, sheet, rule, fields, said):
    _, client = director

    answer = client.post(address(sheet, "sheet_ruling", rule), {"seen": 1, **fields})

    assert answer.status_code == 422
    assert said in text(answer)


def test_the_last_entry_is_taken_back_on_the_page(director, sheet):
    player, client = director
    services.enter_hand(sheet_id=sheet.pk, player=player, outcome="made", contract=SPADES)
    assert "the result of hand 1" in text(client.get(address(sheet)))

    gone = client.post(address(sheet, "sheet_withdraw"), {"entry": 2})

    assert gone.url == address(sheet)
    assert selectors.load_state(sheet.pk).results == ()
    again = client.post(address(sheet, "sheet_withdraw"), {"entry": "2"})
    assert again.status_code == 422
    assert "nothing to undo" in text(again)


def test_a_match_ends_on_the_page_and_then_nothing_can_be_entered(director, sheet):
    _, client = director

    client.post(address(sheet, "sheet_stop"))

    page = text(client.get(address(sheet)))
    assert "The game is over, and drawn." in page
    assert "Enter hand" not in page
    assert client.post(address(sheet, "sheet_stop")).status_code == 422
    assert client.post(address(sheet, "sheet_ruling", "56-IRR-1"), {"seen": 3, "remedy": "redeal"}).status_code == 422


def test_names_are_changed_on_their_page(director, sheet):
    _, client = director

    answer = client.post(address(sheet, "sheet_names"), {"name_0": "Gopi"})

    assert answer.url == address(sheet)
    assert "Gopi" in text(client.get(answer.url))
    assert client.post(address(sheet, "sheet_names"), {"name_0": "\u202e"}).status_code == 422


def test_members_read_a_clubs_sheet_and_find_no_form_on_it(account, director):
    player, client = director
    member, looking = account("Beeran")
    _, stranger = account("Chacko")
    club = ClubFactory(founder=player, name="Meenachil")
    join_club(club=club, player=member)
    sheet = services.open_sheet(player=player, rules="56-kerala-6", options={}, club=club)

    read = looking.get(address(sheet))
    assert read.status_code == 200
    assert "Enter the hand" not in text(read)
    assert address(sheet) in looking.get(reverse("games:sheets")).content.decode()
    assert "Stake points" in text(looking.get(address(sheet, "sheet_live")))
    assert "No hand is entered yet." in text(looking.get(address(sheet, "sheet_live"), {"part": "log"}))
    for page in ("sheet_hand", "sheet_contract", "sheet_withdraw", "sheet_stop", "sheet_lift", "sheet_names"):
        assert looking.post(address(sheet, page)).status_code == 403
    assert looking.get(address(sheet, "sheet_irregularities")).status_code == 403
    assert stranger.get(address(sheet)).status_code == 404
    assert address(sheet) not in stranger.get(reverse("games:sheets")).content.decode()
    assert "accounts/login" in Client().get(address(sheet)).url
    assert client.get(address(sheet)).status_code == 200
