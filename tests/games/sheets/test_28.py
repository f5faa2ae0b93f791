"""Score sheets of 28: opening them, entering hands, and what their page says."""

from typing import Any

import pytest
from django.urls import reverse

import engine
from clubs.models import Player
from engine.written import SheetHand
from games.models import Sheet
from games.sheets import selectors, services
from tests.factories import ClubFactory, HouseRulesFactory
from tests.games.sheets.pages import address, text

pytestmark = pytest.mark.django_db

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamsa")


def opened(scorer: Player, rules: str, **options: Any) -> Sheet:
    count = engine.load_rules(rules).players
    return services.open_sheet(player=scorer, rules=rules, options=options, names=NAMES[:count])


def entry(sheet: Sheet, **fields: object) -> dict[str, object]:
    return {"seen": selectors.load_state(sheet.pk).version, "outcome": "counted", "declarer": 0} | fields


def last_told(sheet: Sheet) -> SheetHand:
    return selectors.load_state(sheet.pk).results[-1][0].event.told


@pytest.mark.parametrize("rules", engine.rule_set_ids())
def test_every_rule_set_can_be_kept_on_a_sheet_and_its_page_stands(desk, scorer, rules):
    sheet = opened(scorer, rules)
    form = engine.sheets.form_of(engine.load_rules(rules))
    fields = {"bid": form.highest, "denomination": "S", "doubled": 0, "points": form.deck_points, "auction": "2"}

    assert desk.post(address(sheet, "sheet_hand"), entry(sheet, **fields)).status_code == 302

    page = text(desk.get(address(sheet)))
    assert "Enter hand 2" in page
    assert f"{form.deck_points} card points" in page


def test_a_sheet_of_28_is_opened_by_its_form(desk):
    wish = {
        "rules": "28-wikipedia-6", "ending": "open", "hands": 12, "best_of": 3, "target": 12, "lead": 2,
        "game_points": 10, "dealer": 5, "name_0": "Ammini", "name_5": "Fathima", "name_7": "nobody",
    }  # fmt: skip

    answer = desk.post(reverse("games:sheet_open"), wish)

    sheet = Sheet.objects.get()
    assert answer.url == address(sheet)
    assert (sheet.rules, sheet.names, sheet.score) == ("28-wikipedia-6", ["Ammini", "", "", "", "", "Fathima"], [6] * 3)
    page = text(desk.get(answer.url))
    assert "Base cards" in page
    assert "irregularity" not in page.lower()


def test_a_sheet_is_opened_by_the_house_rules_of_a_club(desk, scorer):
    club = ClubFactory(founder=scorer, name="Meenachil")
    house = HouseRulesFactory(club=club, rules="28-house-4", options={"cot": True, "thani": True}, name="Friday 28")

    answer = desk.post(
        reverse("games:sheet_open"), {"house": house.pk, "rules": "56-kerala-4", "ending": "hands", "dealer": 1}
    )

    sheet = Sheet.objects.get()
    state = selectors.load_state(sheet.pk)
    assert answer.url == address(sheet)
    assert (sheet.house, sheet.club, sheet.rules) == (house, club, "28-house-4")
    assert state.rules.options["cot"]
    assert "Friday 28" in text(desk.get(answer.url))


def test_house_rules_of_another_club_open_no_sheet(desk, scorer):
    club, other = ClubFactory(founder=scorer), ClubFactory(founder=scorer)
    house = HouseRulesFactory(club=other, rules="28-house-4", name="Sunday 28")
    wish = {"house": house.pk, "club": club.pk, "rules": "56-kerala-4", "ending": "hands", "dealer": 1}

    answer = desk.post(reverse("games:sheet_open"), wish)

    assert answer.status_code == 422
    assert "These are house rules of" in text(answer)
    assert not Sheet.objects.exists()


def test_the_auction_is_asked_for_where_it_decides_what_a_bid_is_worth(desk, scorer):
    """28-AUC2-2."""
    sheet = opened(scorer, "28-kerala-4")
    low = desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=20, points=21))
    assert low.status_code == 302

    answer = desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=25, points=26))
    assert answer.status_code == 422
    assert "Say whether that was bid in the first auction or the second." in text(answer)
    desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=25, points=26, auction=2))

    assert last_told(sheet).auction == 2
    assert "second auction or raise" in text(desk.get(address(sheet)))


@pytest.mark.parametrize(
    ("rules", "options", "fields", "told"),
    [
        ("28-kerala-4", {}, {"outcome": "conceded", "bid": 19}, SheetHand("conceded", 0, 19, auction=1)),
        ("28-wikipedia-3", {}, {"outcome": "passed_out"}, SheetHand("passed_out")),
        (
            "28-house-4", {"thani": True}, {"outcome": "made", "bid": 16, "alone": "thani"},
            SheetHand("made", 0, 16, alone="thani"),
        ),
        (
            "28-house-4", {"cot": True}, {"outcome": "counted", "bid": 16, "points": 28, "swept": "on"},
            SheetHand("made", 0, 16, points=28, swept=True),
        ),
    ],
)  # fmt: skip
def test_a_hand_of_28_is_entered_as_it_came_out(desk, scorer, rules, options, fields, told):
    sheet = opened(scorer, rules, **options)

    answer = desk.post(address(sheet, "sheet_hand"), entry(sheet, **fields))

    assert answer.status_code == 302, text(answer)
    entered = last_told(sheet)
    assert (entered.outcome, entered.number, entered.alone) == (told.outcome, told.number, told.alone)
    assert (entered.swept, entered.declarer) == (told.swept, told.declarer)
    assert desk.get(address(sheet)).status_code == 200


def test_with_thani_the_outcome_is_said_and_not_counted(desk, scorer):
    """28-THANI-1."""
    sheet = opened(scorer, "28-house-4", thani=True)

    answer = desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=16, points=28, alone="thani"))

    assert answer.status_code == 422
    assert "Choose whether it was made or failed" in text(answer)


def test_kunukku_stand_beside_the_players_who_wear_them(desk, scorer):
    """28-WIK-3: who cannot pay wears one."""
    sheet = opened(scorer, "28-wikipedia-4")
    for _hand in range(4):
        desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=25, points=3))

    state = selectors.load_state(sheet.pk)
    worn = state.sheet.running.kunukku
    assert sum(worn), state.sheet.running
    page = text(desk.get(address(sheet)))
    assert f"{max(worn)} kunukku" in page
    assert "put on a kunukku" in page


def test_only_56_has_contracts_noted_ahead_and_rulings(desk, scorer):
    sheet = opened(scorer, "28-kerala-4")

    assert desk.get(address(sheet, "sheet_irregularities")).status_code == 404
    assert desk.get(address(sheet, "sheet_ruling", "56-IRR-1")).status_code == 404
    assert desk.post(address(sheet, "sheet_contract"), {"c-seen": 1}).status_code == 404


def test_a_game_of_28_ends_and_says_so(desk, scorer):
    sheet = opened(scorer, "28-kerala-3", ending={"type": "hands", "count": 1})

    desk.post(address(sheet, "sheet_hand"), entry(sheet, bid=15, points=18))

    page = text(desk.get(address(sheet)))
    assert "The game is over: Ammini wins." in page
    assert Sheet.objects.get().status == "finished"
