"""Whom rulings are told: the people at the table, the known players of a sheet, and not who gave them."""

from datetime import timedelta

import pytest

from clubs.members.societies import join_club
from clubs.models import Notice, Player
from clubs.notices import selectors as notices
from clubs.notices import words
from engine.fiftysix.rulings import Ruling
from games.rulings.services import give_ruling
from games.sheets import services as sheets
from games.tables.selectors.states import load_state
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.tables import START, dealt_table, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Player]:
    names = ("Ammini", "Beeran", "Chacko", "Devaki")
    return [PlayerFactory(name=name, password="x") for name in names]


@pytest.fixture
def director(four):
    return PlayerFactory(name="Eapen", password="x")


@pytest.fixture
def club(director, four):
    club = ClubFactory(founder=director, name="Meenachil")
    for player in four:
        join_club(club=club, player=player)
    return club


def told(player: Player) -> list[tuple[str, str]]:
    found = words.texts_of(notices.notices_of(player), zone=notices.choices_of(player).hours.zone)
    return [(one.text, one.path) for one in found if one.kind == "ruling"]


def test_a_ruling_at_a_table_is_told_once_to_all_who_play_there(four, director, club):
    """56-IRR-27."""
    table = dealt_table(four, club=club, rules="56-kerala-4")
    said = {"rule": "56-IRR-27", "remedy": "warn", "offender": 0, "hand": load_state(table.pk).hand}
    command = {"command": table.pk, "now": START + timedelta(minutes=5)}

    for _ in range(2):
        give_ruling(table_id=table.pk, player=director, **said, **command)

    for player in four:
        assert told(player) == [(f"{table}: a director has given a ruling that concerns you.", f"/tables/{table.pk}/")]
    assert told(director) == []


def test_a_ruling_on_a_sheet_and_its_withdrawal_are_told_to_the_players_whom_it_knows(four, director, club):
    """56-IRR-2."""
    sheet = sheets.open_sheet(
        player=director, club=club, rules="56-kerala-4", options={}, name="Onam", players=dict(enumerate(four))
    )
    write = {"sheet_id": sheet.pk, "player": director}
    path = f"/sheets/{sheet.pk}/"

    sheets.give_ruling(**write, ruling=Ruling(rule="56-IRR-2", remedy="penalty-card", offender=2, card="SJ"))
    sheets.withdraw(**write)

    assert told(four[1]) == [
        ("Onam: a ruling that concerned you is withdrawn.", path),
        ("Onam: a director has given a ruling that concerns you.", path),
    ]
    assert told(director) == []


def test_a_hand_that_is_entered_on_a_sheet_is_no_ruling(director, club):
    sheet = sheets.open_sheet(player=director, club=club, rules="56-kerala-4", options={})

    sheets.enter_hand(sheet_id=sheet.pk, player=director, outcome="cancelled")

    assert not Notice.objects.filter(kind="ruling").exists()


def test_who_has_no_account_is_told_nothing(director, club):
    players = [person(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    for player in players:
        join_club(club=club, player=player)
    table = dealt_table(players, club=club, rules="56-kerala-4")

    give_ruling(
        table_id=table.pk, player=director, rule="56-IRR-27", remedy="warn", offender=0,
        hand=load_state(table.pk).hand, now=START + timedelta(minutes=5),
    )  # fmt: skip

    assert not Notice.objects.filter(kind="ruling").exists()
