"""Adjusted results in the ledger: what had moved is reversed, what the game comes to is put down, season by season."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from clubs.ledger.seasons import NextSeason, close_season
from clubs.models import LedgerBalance, LedgerEntry, LedgerPosting
from engine.written import SheetHand
from games.projections import Stakes
from games.stakes.proof.whole import prove
from games.store import projector, rebuilding
from tests.clubs.helpers.ledgers import books_are_right
from tests.factories import SeasonFactory
from tests.games.helpers.adjusting import adjust, finished_sheet, stands, withdraw
from tests.games.helpers.played import bots_play, later
from tests.games.helpers.sheets import FAILED, MADE, THEIRS, enter, take_back
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = SheetHand("made", 0, 16, shares=(16, 6, 6))
OF_56 = SheetHand("made", 0, 30, denomination="S", doubled=0, points=40)
LOST_56 = SheetHand("failed", 0, 30, denomination="S", doubled=0, points=20)


def followed() -> None:
    """Let the projection follow the log; every entry must follow from it, and the books must be right."""
    projector.run_once(Stakes)
    assert projector.stopped_lanes() == []
    books_are_right()
    assert prove(processes=1).faults == []


def balances() -> dict[tuple[object, object], int]:
    """Return what everybody has in each season."""
    kept = LedgerBalance.objects.exclude(amount=0)
    return {(season, name): amount for season, name, amount in kept.values_list(
        "season__name", "account__player__name", "amount"
    )}  # fmt: skip


def entries(game: UUID) -> list[tuple[str, int | None, int, int]]:
    """Return kind, hand, part, and what the first player got, of each entry of a game."""
    rows = LedgerPosting.objects.filter(entry__stream=game, account__player__name="Ammini").order_by("entry_id")
    return list(rows.values_list("entry__kind", "entry__hand", "entry__part", "amount"))


def test_a_hand_that_is_adjusted_is_reversed_and_put_down_anew(club, four):
    """28-STK-2: only what comes out otherwise moves; taken back, all is as it was."""
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)
    followed()
    before = balances()
    assert entries(sheet.pk) == [("game", 1, 0, 1), ("game", 2, 0, -1), ("game", 3, 0, 1)]

    adjust(sheet.pk, 1, FAILED)
    followed()

    assert entries(sheet.pk)[3:] == [("reversal", 1, 1, -1), ("game", 1, 2, -1)]
    assert balances()[None, "Ammini"] == before[None, "Ammini"] - 2

    withdraw(sheet.pk, 1)
    followed()

    assert entries(sheet.pk)[5:] == [("reversal", 1, 1, 1), ("game", 1, 2, 1)]
    assert balances() == before


def test_the_same_result_again_moves_nothing(club, four):
    sheet = finished_sheet(four, club=club)
    followed()
    adjust(sheet.pk, 1, MADE)
    followed()
    assert len(entries(sheet.pk)) == 3


def test_a_match_that_is_settled_at_its_end_is_settled_anew(club, four):
    """56-SCORE-3, 56-FMT-2: one entry for the whole match."""
    options = {"ending": {"type": "open"}}
    sheet = finished_sheet(four, OF_56, OF_56, rules="56-standard-4", options=options, club=club)
    followed()
    (settled,) = entries(sheet.pk)

    adjust(sheet.pk, 2, LOST_56)
    followed()

    points = stands(sheet.pk).after.points
    gained = points[0] - points[1]
    assert entries(sheet.pk)[1:] == [("reversal", None, 1, -settled[3]), ("game", None, 2, gained)]


def test_hands_that_count_no_more_move_nothing_any_more(club, four):
    """28-END-2: the game was over by the adjusted hand, so what was staked after it goes back."""
    sheet = finished_sheet(four, THEIRS, MADE, MADE, club=club, options={"starting_stakes": 2})
    followed()
    assert balances()[None, "Ammini"] == 1

    adjust(sheet.pk, 2, THEIRS)
    followed()

    assert stands(sheet.pk).after.dropped == (3,)
    assert entries(sheet.pk)[3:] == [("reversal", 2, 1, -1), ("game", 2, 2, -1), ("reversal", 3, 3, -1)]
    withdraw(sheet.pk, 1)
    followed()
    assert balances()[None, "Ammini"] == 1


def test_entries_taken_back_after_a_withdrawn_adjustment_are_reversed_where_they_stand_now(club, four):
    sheet = finished_sheet(four, MADE, MADE, club=club)
    followed()
    adjust(sheet.pk, 2, FAILED)
    withdraw(sheet.pk, 1)
    take_back(sheet.pk, four[0])  # the end
    take_back(sheet.pk, four[0])  # the second hand
    followed()
    assert balances()[None, "Ammini"] == 1
    enter(sheet, four[0], THEIRS)
    followed()
    assert balances() == {}


def test_a_ruling_after_the_season_is_closed_moves_units_in_the_open_season_alone(club, four):
    """The closed season stays as it was settled; the ruling is of its own day."""
    today = timezone.localdate()
    old = SeasonFactory(club=club, name="Onam", begins=today - timedelta(days=30), ends=today + timedelta(days=30))
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)
    followed()
    next_one = NextSeason(name="Vishu", begins=today + timedelta(days=1), ends=today + timedelta(days=90))
    new = close_season(season=old, by=four[0], carry=False, following=next_one)
    kept = list(LedgerEntry.objects.filter(season=old).values_list("pk", flat=True))

    adjust(sheet.pk, 1, FAILED)
    followed()

    assert list(LedgerEntry.objects.filter(season=old).values_list("pk", flat=True)) == kept
    ruled = LedgerEntry.objects.filter(stream=sheet.pk, part__gt=0)
    assert {(entry.season, entry.late, entry.day) for entry in ruled} == {(new, True, today)}
    assert balances() == {
        ("Vishu", "Ammini"): -2, ("Vishu", "Beeran"): 2, ("Vishu", "Chacko"): -2, ("Vishu", "Devaki"): 2,
    }  # fmt: skip
    withdraw(sheet.pk, 1)
    followed()
    assert balances() == {}
    rebuilding.rebuild(Stakes)
    assert projector.stopped_lanes() == []


def test_in_a_season_that_is_open_a_ruling_counts_where_the_game_did(club, four):
    """A new season that has begun since is not touched."""
    day = later(0).date()
    old = SeasonFactory(club=club, name="Onam", begins=day, ends=day + timedelta(days=30))
    SeasonFactory(club=club, name="Vishu", begins=day + timedelta(days=31), ends=day + timedelta(days=400))
    game = bots_play("28-kerala-4", 1, club=club, by=four[0])
    followed()

    adjust(game, 1, THEIRS)
    adjust(game, 1, MADE)
    followed()

    assert set(LedgerEntry.objects.values_list("season", flat=True)) == {old.pk}
    assert {entry.day for entry in LedgerEntry.objects.filter(kind="game")} == {day}


def test_a_hand_that_had_moved_nothing_moves_units_by_a_ruling_of_its_own_day_or_of_the_rulings(club, four):
    """28-WIK-6: a hand that was passed out has no entry to reverse."""
    today = timezone.localdate()
    old = SeasonFactory(club=club, name="Onam", begins=today - timedelta(days=30), ends=today)
    three = four[:3]
    sheet = finished_sheet(three, SheetHand("passed_out"), TOLD, rules="28-wikipedia-3", club=club)
    followed()
    adjust(sheet.pk, 1, TOLD)
    followed()
    assert {(e.season_id, e.day, e.late) for e in LedgerEntry.objects.filter(hand=1)} == {(old.pk, today, False)}
    withdraw(sheet.pk, 1)
    followed()
    close_season(season=old, by=four[0], carry=False)
    adjust(sheet.pk, 1, TOLD)
    followed()
    late = LedgerEntry.objects.filter(hand=1).latest("pk")
    assert (late.season, late.late) == (None, True)
    assert late.day == today


@pytest.mark.parametrize(
    "rules", in_lanes(("28-wikipedia-4", "28-kerala-4", "28-pagat-6", "56-kerala-4"), fast=("28-wikipedia-4",))
)
def test_a_game_of_bots_is_adjusted_and_put_back(rules, four, club):
    """All books are as they were; and built anew, the ledger finds its own entries."""
    game = bots_play(rules, 3, club=club, by=four[0])
    followed()
    before = balances()
    told = [hand.told for hand in stands(game).played.hands]
    for hand, other in enumerate(reversed(told), start=1):
        adjust(game, hand, other)
        followed()
    for number in (2, 1, 3):
        withdraw(game, number)
        followed()
    assert balances() == before
    rebuilding.rebuild(Stakes)
    assert projector.stopped_lanes() == []
    assert prove(processes=2).faults == []
