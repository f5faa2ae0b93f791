"""The desk between two phones: hands that differ, settling and correcting them, clearing reports, and the log."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members.societies import join_club
from clubs.models import Player
from engine.written import SheetHand
from games.models import Sheet, SheetNote
from games.sheets import reporting, selectors, services
from games.sheets.authors import Author
from games.sheets.phone import phone_sheet
from games.sheets.waiting import open_hands
from games.words.numbers import figure
from tests.factories import ClubFactory, PlayerFactory
from tests.games.sheets.pages import address, text

pytestmark = pytest.mark.django_db

TWENTY = SheetHand("made", declarer=0, number=20, points=21)
OTHER = SheetHand("failed", declarer=0, number=20, points=18)


@pytest.fixture
def sheet(scorer: Player) -> Sheet:
    return services.open_sheet(
        player=scorer, rules="28-pagat-4", name="Pala against Ponnani", names=("Ammini", "Beeran", "Chacko", "Eapen"),
        options={"ending": {"type": "open"}},
    )  # fmt: skip


def report(sheet: Sheet, side: int, hand: int, told: SheetHand | None, edit: int = 1) -> None:
    reporting.report_hand(
        sheet_id=sheet.pk, author=Author(sheet.opened_by), sides=[side], hand=hand, edit=edit, told=told
    )


def both(sheet: Sheet, hand: int, told: SheetHand) -> None:
    for side in (0, 1):
        report(sheet, side, hand, told)


def waiting(sheet: Sheet) -> list[tuple[int, str]]:
    return [(hand.number, hand.kind) for hand in open_hands(selectors.load_state(sheet.pk))]


def results(sheet: Sheet) -> list[tuple[int, str]]:
    return [(scored.hand, scored.outcome) for _entry, scored in selectors.load_state(sheet.pk).results]


def wish(sheet: Sheet, **fields: object) -> dict[str, object]:
    return {"seen": selectors.load_state(sheet.pk).version, "reason": "differed", "note": ""} | fields


def test_a_hand_waits_for_the_other_side_and_later_hands_for_it(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    both(sheet, 2, TWENTY)

    assert waiting(sheet) == [(1, "side"), (2, "earlier")]
    page = text(desk.get(address(sheet)))
    assert "waits for Beeran and Eapen." in page
    assert "Hand 2 is agreed, and waits for the hands before it." in page
    report(sheet, 1, 1, TWENTY)
    assert waiting(sheet) == []
    assert "Reports" not in text(desk.get(address(sheet, "sheet_live")))


def test_hands_that_differ_come_first_with_both_reports_and_the_field_marked(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 1, 1, OTHER)
    report(sheet, 0, 2, TWENTY)

    assert waiting(sheet) == [(1, "differs"), (2, "side")]
    page = desk.get(address(sheet))
    assert "Hand 1: the reports differ." in text(page)
    marked = re.findall(r'<tr class="differs">(.*?)</tr>', page.content.decode(), re.S)
    assert [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).split()[0] for row in marked] == ["Outcome", "Card"]
    assert address(sheet, "sheet_settle", 1) in page.content.decode()


def test_a_scorer_settles_as_one_side_says_after_seeing_what_follows(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 1, 1, OTHER)
    both(sheet, 2, TWENTY)
    form = desk.get(address(sheet, "sheet_settle", 1)).content.decode()
    choice = re.findall(r'name="choice" value="(\d+)"', form)[0]

    shown = desk.post(address(sheet, "sheet_settle", 1), wish(sheet, choice=choice, note="Counted again."))
    assert "Consequences" in text(shown)
    assert "20 by Ammini, made, 21 card points" in text(shown)
    assert results(sheet) == []
    done = desk.post(address(sheet, "sheet_settle", 1), wish(sheet, choice=choice, note="Counted again.", shown="on"))

    assert done.url == address(sheet)
    assert results(sheet) == [(1, "made"), (2, "made")]
    assert waiting(sheet) == []
    page = text(desk.get(address(sheet)))
    assert "Devaki settles hand 1: 20 by Ammini, made, 21 card points. Reason: the reports differed." in page
    assert "Counted again." in page
    assert SheetNote.objects.get().text == "Counted again."


def test_a_scorer_settles_otherwise(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 1, 1, OTHER)
    said = wish(sheet, choice="otherwise", outcome="counted", declarer=2, bid=22, points=22, reason="miscounted")

    assert "22 by Chacko, made" in text(desk.post(address(sheet, "sheet_settle", 1), said))
    desk.post(address(sheet, "sheet_settle", 1), {**said, "shown": "on"})

    entry = selectors.load_state(sheet.pk).hands[1]
    assert (entry.event.told.declarer, entry.event.told.number, entry.event.source) == (2, 22, "settled")


def test_what_is_wrong_with_a_settlement_stands_beside_the_field(desk, sheet):
    report(sheet, 0, 1, TWENTY)

    for fields, words in (
        ({"choice": "otherwise", "outcome": "counted", "declarer": 2, "bid": 29, "points": 22}, "From 14 to 28"),
        ({"choice": "otherwise", "outcome": "counted", "declarer": 2, "bid": 20}, "Enter the card points"),
        ({"choice": "999"}, "Select a valid choice"),
        ({"choice": "otherwise", "outcome": "made", "declarer": 2, "bid": 20, "reason": "?"}, "Select a valid choice"),
    ):
        answer = desk.post(address(sheet, "sheet_settle", 1), wish(sheet, shown="on") | fields)
        assert answer.status_code == 422
        assert words in text(answer)
    assert results(sheet) == []


def test_an_earlier_hand_is_corrected_and_its_page_shows_what_changes_in_the_later_ones(desk, sheet):
    for hand in (1, 2, 3):
        both(sheet, hand, TWENTY)
    totals = [scored.score for _entry, scored in selectors.load_state(sheet.pk).results]
    said = wish(sheet, choice="otherwise", outcome="counted", declarer=0, bid=20, points=18, reason="slip")

    shown = text(desk.post(address(sheet, "sheet_settle", 1), said))

    assert "Correct hand 1" in shown
    for total in totals:
        assert " : ".join(map(figure, total)) in shown
    assert [scored.score for _entry, scored in selectors.load_state(sheet.pk).results] == totals
    desk.post(address(sheet, "sheet_settle", 1), {**said, "shown": "on"})
    after = [scored.score for _entry, scored in selectors.load_state(sheet.pk).results]
    assert after != totals
    for total in after:
        assert " : ".join(map(figure, total)) in shown
    page = text(desk.get(address(sheet)))
    assert "It was: 20 by Ammini, made, 21 card points. It is: 20 by Ammini, failed, 18 card points." in page
    assert "Hands 1 to 3 are scored again." in page


def test_a_correction_is_done_once_and_not_over_what_another_scorer_wrote(desk, scorer, sheet):
    both(sheet, 1, TWENTY)
    stale = wish(sheet, choice="otherwise", outcome="counted", declarer=0, bid=20, points=18, shown="on")
    services.enter_hand(sheet_id=sheet.pk, player=scorer, told=TWENTY)

    answer = desk.post(address(sheet, "sheet_settle", 1), stale)

    assert answer.status_code == 422
    assert "Somebody wrote on the sheet in the meantime" in text(answer)
    assert results(sheet) == [(1, "made"), (2, "made")]


def test_a_later_report_against_an_entered_hand_is_shown_and_changes_nothing(desk, sheet):
    both(sheet, 1, TWENTY)
    report(sheet, 1, 1, OTHER, edit=2)

    assert waiting(sheet) == [(1, "differs")]
    assert results(sheet) == [(1, "made")]
    page = text(desk.get(address(sheet)))
    assert "Entered" in page
    said = wish(sheet, choice="otherwise", outcome="counted", declarer=0, bid=20, points=21, shown="on")
    desk.post(address(sheet, "sheet_settle", 1), said)
    assert waiting(sheet) == []


def test_on_the_phones_too_a_settled_hand_differs_no_more_until_a_later_report(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 1, 1, OTHER)
    said = wish(sheet, choice="otherwise", outcome="counted", declarer=0, bid=20, points=21, shown="on")
    desk.post(address(sheet, "sheet_settle", 1), said)

    (hand,) = phone_sheet(sheet, Author(sheet.opened_by)).hands
    assert (hand.settled, hand.differs) == (True, ())

    report(sheet, 1, 1, OTHER, edit=2)
    (hand,) = phone_sheet(sheet, Author(sheet.opened_by)).hands
    assert hand.differs


def test_reports_are_cleared_and_made_anew(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 1, 1, OTHER)

    assert desk.post(address(sheet, "sheet_clear", 1)).url == address(sheet)

    assert waiting(sheet) == []
    assert "Devaki clears the reports of hand 1." in text(desk.get(address(sheet)))
    assert desk.post(address(sheet, "sheet_clear", 1)).status_code == 404
    for side in (0, 1):
        report(sheet, side, 1, TWENTY, edit=2)
    assert results(sheet) == [(1, "made")]
    assert desk.post(address(sheet, "sheet_clear", 1)).status_code == 404


def test_there_is_nothing_to_settle_of_a_hand_that_nobody_knows(desk, sheet):
    assert desk.get(address(sheet, "sheet_settle", 1)).status_code == 200
    assert desk.get(address(sheet, "sheet_settle", 2)).status_code == 404
    assert desk.get(address(sheet, "sheet_settle", 0)).status_code == 404


def test_a_report_taken_back_is_no_report(desk, sheet):
    report(sheet, 0, 1, TWENTY)
    report(sheet, 0, 1, None, edit=2)

    assert waiting(sheet) == []
    assert "withdraws the report of hand 1." in text(desk.get(address(sheet)))


def test_the_list_shows_at_a_glance_which_table_needs_its_scorer(desk, scorer, sheet):
    calm = services.open_sheet(player=scorer, rules="56-kerala-4", options={}, name="Kochi against Kollam")
    report(sheet, 0, 1, TWENTY)
    waits = text(desk.get(reverse("games:sheets_list")))
    assert "a side has not reported since" in waits
    assert waits.index("Kochi") < waits.index("Pala")

    report(sheet, 1, 1, OTHER)

    page = text(desk.get(reverse("games:sheets")))
    assert "Hand 1 differs" in page
    assert page.index("Pala") < page.index("Kochi")
    services.stop_match(sheet_id=calm.pk, player=scorer)
    assert "Kochi" not in text(desk.get(reverse("games:sheets_list"), {"show": "open"}))
    assert "Kochi" in text(desk.get(reverse("games:sheets_list"), {"show": "mine"}))


def test_the_own_sheets_are_those_one_opened_or_sits_at(scorer):
    club = ClubFactory(founder=scorer)
    player, member = PlayerFactory(name="Ammini"), PlayerFactory(name="Hamsa")
    for one in (player, member):
        join_club(club=club, player=one)
    services.open_sheet(player=scorer, rules="28-kerala-4", club=club, players={0: player}, name="Kochi against Kollam")

    for reader, sees in ((scorer, True), (player, True), (member, False)):
        client = Client()
        client.force_login(reader.user)
        assert ("Kochi" in text(client.get(reverse("games:sheets_list"), {"show": "mine"}))) == sees
        assert "Kochi" in text(client.get(reverse("games:sheets_list"), {"club": club.slug}))
        assert "Kochi" not in text(client.get(reverse("games:sheets_list"), {"club": "another"}))
