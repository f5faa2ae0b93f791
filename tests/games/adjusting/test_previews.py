"""What another result of a hand would change, before it is decided: what is foreseen is what happens."""

from uuid import UUID, uuid4

import pytest

from engine.written import SheetHand
from games import store
from games.adjusting.previews import Foreseen, foresee
from games.adjusting.services import adjust_result, withdraw_adjustment
from games.errors import BadTerms, UnknownTable
from games.events.adjusting import RowApplied
from tests.games.helpers.adjusting import CASE, adjust, finished_sheet, stands
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.sheets import FAILED, MADE, THEIRS, enter, sheet_of
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

SPADES = SheetHand("made", 0, 30, denomination="S", doubled=0, points=40)
THEIRS_56 = SheetHand("made", 1, 31, denomination="H", doubled=0, points=35)


@pytest.fixture
def of_28(four):
    return finished_sheet(four, club=club_of(*four)).pk


@pytest.fixture
def of_56(four):
    hands = (SPADES, THEIRS_56, SPADES)
    return finished_sheet(four, *hands, rules="56-standard-4", options={"ending": {"type": "open"}}).pk


def happens_as(foreseen: Foreseen) -> None:
    """Let what was supposed happen, and hold it against what was foreseen."""
    for supposed in foreseen.supposed:
        event = supposed.event
        if supposed.type == "ResultAdjusted":
            adjust_result(
                game=foreseen.game, hand=event.hand, case=CASE, told=event.told, row=event.row, command=uuid4()
            )
        else:
            withdraw_adjustment(game=foreseen.game, adjustment=event.adjustment, case=CASE, command=uuid4())
    assert stands(foreseen.game).after == foreseen.change.after
    happened = store.load(foreseen.game, opened=False)[len(foreseen.stored) :]
    assert [(one.version, one.type) for one in happened] == [(one.version, one.type) for one in foreseen.supposed]
    assert [(one.event.points, one.event.winners) for one in happened] == [
        (one.event.points, one.event.winners) for one in foreseen.supposed
    ]


def test_another_result_changes_the_game_and_its_winners(of_28):
    """28-AUD-6: MADE, THEIRS and MADE are 2 : 1; with the first hand failed 0 : 1."""
    version = len(store.load(of_28))

    foreseen = foresee(of_28, 1, told=FAILED)

    assert len(store.load(of_28)) == version
    assert [hand.number for hand in foreseen.change.hands] == [1, 2, 3]
    assert (foreseen.change.before.points, foreseen.change.after.points) == ((2, 1), (0, 1))
    assert (foreseen.change.before.winners, foreseen.change.after.winners) == ((0,), (1,))
    assert not foreseen.waits
    happens_as(foreseen)


def test_a_result_that_stays_changes_nothing(of_28):
    foreseen = foresee(of_28, 1)

    assert (foreseen.supposed, foreseen.change.is_nothing) == ((), True)


@pytest.mark.parametrize(
    "row",
    in_lanes(
        (
            RowApplied("56-IRR-25", "lose", offender=0),
            RowApplied("56-IRR-14", "redeal", offender=1),
            RowApplied("56-IRR-24", "lose", offender=0),
            RowApplied("56-IRR-14", "complete", offender=1),
            RowApplied("56-IRR-14", "go-on", offender=1),
            RowApplied("56-IRR-27", "lose", offender=3),
            RowApplied("56-IRR-28", "redeal"),
        ),
        fast=(RowApplied("56-IRR-25", "lose", offender=0), RowApplied("56-IRR-14", "redeal", offender=1)),
    ),
)
def test_a_row_of_the_ledger_is_foreseen_as_it_is_applied(of_56, row):
    happens_as(foresee(of_56, 2, row=row))


def test_the_example_of_the_documentation_comes_to_what_it_says(four):
    """56-IRR-25, 56-SCORE-3: 30 spades defeated cost 2 stake points, twice that 4 (docs/reference/disputes.md)."""
    doubled_34 = SheetHand("failed", 2, 34, denomination="NT", doubled=1, points=20)
    options = {"ending": {"type": "open"}}
    match = finished_sheet(four, SPADES, THEIRS_56, doubled_34, SPADES, rules="56-international-4", options=options).pk

    found = foresee(match, 1, row=RowApplied("56-IRR-25", "lose", offender=2)).change
    normal = foresee(match, 1, row=RowApplied("56-IRR-24", "lose", offender=2)).change

    assert (found.before.points, found.after.points, normal.after.points) == ((2, 4), (1, 8), (1, 6))


def test_a_match_that_is_lost_ends_with_the_hand(of_56):
    """56-IRR-25: with the side's second revoke the director may declare the match lost; later hands count no more."""
    adjust(of_56, 1, None, row=RowApplied("56-IRR-25", "lose", offender=0))

    foreseen = foresee(of_56, 2, row=RowApplied("56-IRR-25", "match", offender=0))

    assert (foreseen.change.after.forfeited, foreseen.change.dropped) == (0, (3,))
    assert foreseen.change.after.winners == (1,)
    happens_as(foreseen)


def test_a_row_that_cannot_be_applied_is_refused_in_words(of_56):
    with pytest.raises(BadTerms) as refused:
        foresee(of_56, 1, row=RowApplied("56-IRR-25", "match", offender=0))

    assert (refused.value.code, refused.value.field) == ("not-repeated", "remedy")


def test_a_decision_that_replaces_another_withdraws_it_first(of_28):
    first = adjust(of_28, 1, FAILED)

    back = foresee(of_28, 1, replaces=first)
    other = foresee(of_28, 1, told=SheetHand("made", 1, 20, auction=1, points=21), replaces=first)

    assert back.change.after == stands(of_28).before
    assert [one.type for one in other.supposed] == ["AdjustmentWithdrawn", "ResultAdjusted"]
    happens_as(other)


def test_a_hand_of_a_live_table_is_foreseen_as_well():
    game = bots_play("56-standard-4", 3)

    happens_as(foresee(game, 2, told=SheetHand("made", 1, 40, denomination="NT", doubled=0, points=50)))
    happens_as(foresee(game, 1, row=RowApplied("56-IRR-28", "redeal")))


def test_of_a_running_game_the_score_so_far_is_foreseen(four):
    sheet = sheet_of(four)
    enter(sheet, four[0], MADE, THEIRS)

    foreseen = foresee(sheet.pk, 1, told=FAILED)

    assert foreseen.waits
    assert foreseen.change.after.points == (-1, 1)


def test_a_game_that_is_not_there_is_refused():
    with pytest.raises(UnknownTable):
        foresee(UUID(int=18), 1, told=FAILED)
