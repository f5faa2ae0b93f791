"""What pages show of adjusted results, asked for without a browser."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games.projections import Hands, Results
from games.store import projector
from tests.factories import PlayerFactory
from tests.games.helpers.adjusting import adjust, finished_sheet, withdraw
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.sheets import FAILED, MADE, THEIRS
from tests.games.helpers.tables import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def reader() -> Player:
    return PlayerFactory(name="Ravi")


@pytest.fixture
def read(reader):
    client = Client()
    client.force_login(reader.user)

    def shown(name: str, *arguments: object) -> str:
        answer = client.get(reverse(f"games:{name}", args=arguments))
        assert answer.status_code == 200
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))

    return shown


def test_the_page_of_a_hand_says_how_it_counts_and_leads_to_the_case(reader, read):
    """28-END-2: a hand that was staked after the game's end counts no more, and says so."""
    players = [reader, *people(3)]
    options = {"starting_stakes": 2}
    sheet = finished_sheet(players, THEIRS, MADE, MADE, club=club_of(*players), options=options)
    assert "Adjusted by" not in read("hand_of_sheet", sheet.pk, 2)

    adjust(sheet.pk, 2, THEIRS)

    page = read("hand_of_sheet", sheet.pk, 2)
    assert "Adjusted by a case. It counts as: Ammini and Chacko made 17 with 20 points." in page
    assert "The score after it is 0 : 4." in page
    assert "on hand 2 the game was over before this hand: it does not count." in read("hand_of_sheet", sheet.pk, 3)
    assert "See the case" not in read("hand_of_sheet", sheet.pk, 1)


def test_the_sheet_shows_the_score_and_the_hands_that_count(reader, read):
    players = [reader, *people(3)]
    sheet = finished_sheet(players, MADE, THEIRS, MADE, club=club_of(*players))
    adjust(sheet.pk, 1, FAILED)
    page = read("sheet", sheet.pk)
    assert "The result of hand 1 was adjusted by a case." in page
    assert "With that, the game's score is 0 : 1; as played it was 2 : 1." in page
    assert "The game is over: Ammini and Chacko win." in page
    assert "Undo the last entry" not in page
    assert page.count("⚖ adjusted") == 1


def test_the_list_of_sheets_has_the_total_that_counts(reader, read):
    sheet = finished_sheet([reader, *people(3)], MADE, THEIRS, MADE)

    def listed() -> tuple[str, bool]:
        page = read("sheets")
        return re.search(r"\d+ : \d+", page)[0], "⚖ adjusted" in page

    assert listed() == ("21 : 19", False)
    number = adjust(sheet.pk, 1, FAILED)
    assert listed() == ("19 : 21", True)
    withdraw(sheet.pk, number)
    assert listed() == ("21 : 19", False)


def test_the_page_of_a_live_hand_and_lists_of_hands_mark_it(reader, read):
    game = bots_play("28-kerala-4", 2, by=reader)
    adjust(game, 1, MADE)
    for projection in (Results, Hands):
        projector.run_once(projection)
    assert "Adjusted by a case. It counts as:" in read("hand", game, 1)
    assert "⚖ adjusted" in read("recent")
    assert "The result of hand 1 was adjusted by a case. See the case With that, the game's score is" in read(
        "table", game
    )
