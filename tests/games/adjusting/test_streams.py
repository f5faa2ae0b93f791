"""Streams with adjusted results: folded, told, replayed; a sheet takes no entries while one stands."""

import pytest
from django.core.management import call_command
from msgspec.structs import replace

import engine
from engine.written import SheetHand
from games import store
from games.adjusting.selectors import is_adjusted
from games.hands.history import record
from games.models import Sheet
from games.replaying.streams import first_refused
from games.sheets.errors import NotNow
from games.sheets.page import sheet_page
from games.sheets.selectors import load_state as load_sheet
from games.sheets.services import withdraw as take_back_entry
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state as load_table
from tests.games.helpers.adjusting import adjust, finished_sheet, withdraw
from tests.games.helpers.played import bots_play
from tests.games.helpers.sheets import MADE, settle, take_back
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_sheet_with_an_adjusted_result_takes_no_entries_until_it_is_withdrawn(four):
    sheet = finished_sheet(four)
    adjust(sheet.pk, 1)
    version = load_sheet(sheet.pk).version
    for write in (lambda: take_back(sheet.pk, four[0]), lambda: settle(sheet, four[0], 2, MADE)):
        with pytest.raises(NotNow) as refused:
            write()
        assert refused.value.code == "adjusted"
    assert load_sheet(sheet.pk).version == version

    withdraw(sheet.pk, 1)
    take_back_entry(sheet_id=sheet.pk, player=four[0])

    assert not load_sheet(sheet.pk).is_finished
    assert not is_adjusted(sheet.pk)
    assert first_refused(store.load(sheet.pk)) is None


def test_the_row_of_a_sheet_has_the_score_that_counts(four):
    """28-STK-2: the hand that failed takes its stake with it."""
    sheet = finished_sheet(four)
    before = Sheet.objects.get(pk=sheet.pk).score
    adjust(sheet.pk, 1)
    assert Sheet.objects.get(pk=sheet.pk).score == [before[0] - 2, before[1] + 2]
    withdraw(sheet.pk, 1)
    assert Sheet.objects.get(pk=sheet.pk).score == before


def test_the_pages_of_table_and_sheet_tell_of_an_adjusted_result(four):
    sheet, table = finished_sheet(four), bots_play("28-kerala-4")
    adjust(sheet.pk, 1)
    adjust(table, 1)
    text = "The result of hand 1 is adjusted by a ruling: the game's score is "
    assert sheet_page(Sheet.objects.get(pk=sheet.pk), four[0]).log[0].text == f"{text}0 : 1."
    assert [each.hand for each in load_table(table).adjustments] == [1]
    happened = table_view(table, None, now=load_table(table).since).happenings
    assert happened[-1].text.startswith(text)


@pytest.mark.parametrize(
    "rules",
    in_lanes(("28-kerala-4", "28-wikipedia-4", "56-standard-4", "56-kerala-6"), fast=("28-kerala-4", "56-standard-4")),
)
def test_an_adjustment_is_decided_again_by_the_replay(rules):
    game = bots_play(rules, 3)
    told = SheetHand("made", 0, 28, denomination="S", doubled=0) if rules.startswith("56") else MADE
    adjust(game, 1, replace(told, auction=None) if rules != "28-kerala-4" else told)
    adjust(game, 3, SheetHand("cancelled") if rules.startswith("56") else replace(told, outcome="failed", points=9))
    withdraw(game, 1)
    stored = store.load(game)
    assert first_refused(stored) is None

    for place in (-1, -2, -3):
        other = replace(stored[place], event=replace(stored[place].event, points=(99, 0)))
        forged = [*stored[:place], other, *(stored[place + 1 :] if place != -1 else ())]
        refused = first_refused(forged)
        assert refused is not None
        assert refused.version == other.version


def test_an_adjustment_has_no_place_before_the_end_or_of_a_hand_that_is_not_there(four):
    sheet = finished_sheet(four)
    adjust(sheet.pk, 1)
    stored = store.load(sheet.pk)
    wrong = replace(stored[-1], event=replace(stored[-1].event, hand=7))
    assert first_refused([*stored[:-1], wrong]).what == "there is no such hand"
    early = [one for one in stored if one.type not in ("MatchStopped", "GameFinished")]
    early = [replace(one, version=place) for place, one in enumerate(early, start=1)]
    assert first_refused(early).what == "the game is not over"


@pytest.mark.parametrize("rules", in_lanes(("28-wikipedia-4", "56-kerala-6"), fast=("28-wikipedia-4",)))
def test_the_record_says_what_was_played_and_its_audit_stays_clean(rules):
    """28-AUD-5, 56-AUD-1: cards, actions and results are those of the table, whatever counts since."""
    game = bots_play(rules, 2)
    before = record(game, checked=True)
    of_28 = replace(MADE, auction=None)
    adjust(game, 1, SheetHand("made", 0, 28, denomination="S", doubled=0) if rules.startswith("56") else of_28)

    after = record(game, checked=True)

    assert after == before
    assert engine.audit(after).verdict == "clean"
    call_command("verify_events", replay=True, verbosity=0)
