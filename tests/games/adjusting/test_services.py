"""Results that are adjusted after the game, and adjustments that are withdrawn: what is taken, and what is refused."""

from uuid import uuid4

import pytest

from engine.written import SheetHand
from games import store
from games.adjusting.services import adjust_result
from games.errors import TableError
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted, RowApplied
from games.models import Sheet, Table
from tests.games.helpers.adjusting import CASE, adjust, finished_sheet, stands, withdraw
from tests.games.helpers.logs import in_thread
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.sheets import FAILED, MADE, enter, sheet_of
from tests.games.helpers.tables import dealt_table

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(refused: pytest.ExceptionInfo[TableError]) -> str:
    return refused.value.code


def last(game) -> object:
    return store.load(game, opened=False)[-1].event


def test_an_adjusted_hand_of_a_sheet_is_an_event_with_what_the_game_comes_to(four):
    """28-AUD-6: nothing before it is touched; the row shows the score that counts."""
    sheet = finished_sheet(four, club=club_of(*four))
    before = store.load(sheet.pk)

    number = adjust(sheet.pk, 1, SheetHand("failed", 0, 16, points=12))

    assert store.load(sheet.pk)[:-1] == before
    assert last(sheet.pk) == ResultAdjusted(number, 1, str(CASE), FAILED, None, (0, 1), (1,))
    counts = stands(sheet.pk)
    assert (counts.before.points, counts.after.points, counts.changed) == ((2, 1), (0, 1), (1, 2, 3))
    assert Sheet.objects.get(pk=sheet.pk).version == len(before) + 1

    withdraw(sheet.pk, number)

    assert last(sheet.pk) == AdjustmentWithdrawn(1, str(CASE), (2, 1), (0,))
    assert stands(sheet.pk).after == counts.before


def test_an_adjusted_hand_of_a_live_table_counts_as_told():
    game = bots_play("56-standard-4", 3)
    was = stands(game)
    other = SheetHand("made", 1, 40, denomination="NT", doubled=0, points=50)

    adjust(game, 2, other)

    counts = stands(game)
    assert counts.before == was.after
    assert counts.now(2).scored.bid == 40
    assert counts.now(1) == was.was(1)
    assert Table.objects.get(pk=game).version == len(store.load(game, opened=False))
    withdraw(game, 1)
    assert stands(game).after == was.before


def test_a_command_done_twice_is_done_once(four):
    sheet = finished_sheet(four)
    command = uuid4()
    assert [adjust(sheet.pk, 1, command=command), adjust(sheet.pk, 1, command=command)] == [1, 1]
    back = uuid4()
    withdraw(sheet.pk, 1, command=back)
    withdraw(sheet.pk, 1, command=back)
    assert [one.type for one in store.load(sheet.pk)][-2:] == ["ResultAdjusted", "AdjustmentWithdrawn"]


def test_an_adjustment_replaces_the_one_before_it_and_withdrawn_gives_way_to_it(four):
    sheet = finished_sheet(four)
    first, second = adjust(sheet.pk, 1, FAILED), adjust(sheet.pk, 1, SheetHand("made", 1, 20, auction=1))
    both = stands(sheet.pk).after
    withdraw(sheet.pk, second)
    assert stands(sheet.pk).now(1).scored.outcome == "failed"
    withdraw(sheet.pk, first)
    assert both != stands(sheet.pk).after == stands(sheet.pk).before


def test_a_row_of_the_ledger_is_applied_with_the_contract_of_the_hand(four):
    """56-IRR-21: the side that did it loses the hand at its contract."""
    hand = SheetHand("made", 0, 30, denomination="S", doubled=0, points=40)
    sheet = finished_sheet(four, hand, hand, rules="56-standard-4", options={"ending": {"type": "open"}})

    adjust(sheet.pk, 2, None, row=RowApplied("56-IRR-21", "lose", 0))

    assert stands(sheet.pk).now(2).scored.outcome == "adjusted"
    assert stands(sheet.pk).now(2).scored.denomination == "S"
    assert last(sheet.pk).points == stands(sheet.pk).after.points


@pytest.mark.parametrize(
    ("hand", "more", "code"),
    [
        (9, {}, "no-such-hand"),
        (1, {"told": SheetHand("made", 0, 99)}, "no-such-number"),
        (1, {"told": None, "row": RowApplied("56-IRR-21", "lose", 0)}, "no-such-row"),
        (1, {"told": None}, "told-or-row"),
    ],
)
def test_what_no_hand_can_be_is_refused(four, hand, more, code):
    sheet = finished_sheet(four)
    version = len(store.load(sheet.pk))
    with pytest.raises(TableError) as refused:
        adjust(sheet.pk, hand, **more)
    assert code_of(refused) == code
    assert len(store.load(sheet.pk)) == version


def test_a_running_game_and_one_without_a_result_are_left_alone(four):
    sheet = sheet_of(four)
    enter(sheet, four[0], MADE)
    with pytest.raises(TableError) as refused:
        adjust(sheet.pk, 1)
    assert code_of(refused) == "not-over"
    with pytest.raises(TableError) as refused:
        adjust(dealt_table(four).pk, 1)
    assert code_of(refused) == "not-over"
    with pytest.raises(TableError) as refused:
        adjust_result(game=uuid4(), hand=1, case=CASE, told=FAILED, command=uuid4())
    assert code_of(refused) == "unknown-table"


def test_an_adjustment_is_withdrawn_once(four):
    sheet = finished_sheet(four)
    adjust(sheet.pk, 1)
    withdraw(sheet.pk, 1)
    with pytest.raises(TableError) as refused:
        withdraw(sheet.pk, 1)
    assert code_of(refused) == "withdrawn-already"
    with pytest.raises(TableError) as refused:
        withdraw(sheet.pk, 2)
    assert code_of(refused) == "no-such-adjustment"


def test_two_rulings_at_once_are_both_taken_one_after_the_other(four):
    """The lane of the stream is locked: the second is decided on what the first came to."""
    sheet = finished_sheet(four)
    workers = [in_thread(lambda hand=hand: adjust(sheet.pk, hand, FAILED)) for hand in (1, 3)]  # type: ignore[misc]
    for worker in workers:
        worker.join()
    assert [each.event.adjustment for each in stands(sheet.pk).adjustments] == [1, 2]
    assert set(stands(sheet.pk).standing) == {1, 3}
    assert last(sheet.pk).points == stands(sheet.pk).after.points == (-2, 1)
