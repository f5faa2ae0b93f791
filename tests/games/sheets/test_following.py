"""What follows from a sheet of 28 in the read models and the ledger: entered, taken back, corrected, built anew."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, LedgerEntry
from engine.fiftysix.rulings import Ruling
from engine.written import SheetHand
from games.models import BidCount, ClubTally, GamePlayer, Kunukku, PlayedGame, PlayedHand
from games.projections import Hands, Kunukkus, Results, Stakes
from games.sheets import services, writing
from games.sheets.errors import BadEntry
from games.stakes.proof.whole import prove
from games.store import projector
from tests.clubs.helpers.ledgers import balance, books_are_right
from tests.games.helpers.played import club_of
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.sheets import FAILED, MADE, OPEN, THEIRS, WIKIPEDIA, enter, settle, sheet_of, take_back
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def four():
    return people()


@pytest.fixture
def club(four) -> Club:
    return club_of(*four)


def followed() -> None:
    for projection in (Hands, Results, Kunukkus, Stakes):
        projector.run_once(projection)
    assert projector.stopped_lanes() == []


def hands(sheet) -> list[tuple[int, str, list[int]]]:
    rows = PlayedHand.objects.filter(sheet=sheet).order_by("number")
    return [(row.number, row.outcome, row.result["stakes"]) for row in rows]


def test_each_hand_that_stands_on_a_sheet_is_a_hand(club, four):
    sheet = sheet_of([*four[:3], None], club=club)
    enter(sheet, four[0], MADE, THEIRS)
    followed()

    first, second = PlayedHand.objects.filter(sheet=sheet).order_by("number")
    assert (first.declarer, first.bid, first.made, second.declarer, second.made) == (0, 16, True, 1, True)
    assert first.players == [*(str(player.pk) for player in four[:3]), ""]
    assert (first.stream, first.place) == (sheet.pk, sheet)

    take_back(sheet.pk, four[0])
    enter(sheet, four[0], FAILED)
    followed()
    assert hands(sheet) == [(1, "made", [21, 19]), (2, "failed", [20, 20])]
    assert_rebuild_equals(Hands)


def test_a_correction_makes_the_later_hands_anew_and_they_keep_their_times(club, four):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE, THEIRS, MADE)
    followed()
    times = dict(PlayedHand.objects.values_list("number", "scored_at"))

    settle(sheet, four[0], 1, FAILED)
    followed()

    assert hands(sheet) == [(1, "failed", [19, 21]), (2, "made", [18, 22]), (3, "made", [19, 21])]
    assert dict(PlayedHand.objects.values_list("number", "scored_at")) == times
    settle(sheet, four[0], 2, FAILED)
    settle(sheet, four[0], 1, MADE)
    followed()
    assert hands(sheet) == [(1, "made", [21, 19]), (2, "failed", [20, 20]), (3, "made", [21, 19])]
    assert dict(PlayedHand.objects.values_list("number", "scored_at")) == times
    assert_rebuild_equals(Hands)


def test_a_hand_that_a_ruling_ended_goes_with_the_ruling():
    """56-IRR-24."""
    scorer = person("Ammini")
    sheet = sheet_of([scorer, *[None] * 5], "56-kerala-6", dealer=5)
    write = {"sheet_id": sheet.pk, "player": scorer}
    services.enter_hand(**write, outcome="made", contract=(0, 34, "S", 0))
    services.note_contract(**write, contract=(1, 40, "H", 0))
    services.give_ruling(**write, ruling=Ruling(rule="56-IRR-24", remedy="lose", offender=1))
    followed()
    assert [row.number for row in PlayedHand.objects.order_by("number")] == [1, 2]

    services.withdraw(**write)
    followed()

    assert [row.number for row in PlayedHand.objects.order_by("number")] == [1]
    assert_rebuild_equals(Hands)


def moved(sheet) -> list[tuple[str, int | None, int]]:
    """Return kind, hand and the units of Ammini of each entry in the ledger."""
    rows = LedgerEntry.objects.filter(stream=sheet.pk).order_by("pk")
    return [(row.kind, row.hand, row.postings.get(account__player__name="Ammini").amount) for row in rows]


def test_a_hand_taken_back_gives_its_units_back(club, four):
    """28-STK-2."""
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE, THEIRS)
    take_back(sheet.pk, four[0])
    followed()

    assert moved(sheet) == [("game", 1, 1), ("game", 2, -1), ("reversal", None, 1)]
    assert balance(club, four[0]) == 1
    take_back(sheet.pk, four[0])
    followed()
    assert balance(club, four[0]) == 0
    books_are_right()
    assert not prove().faults


@pytest.mark.parametrize("rules", ["28-kerala-4", WIKIPEDIA])
def test_the_ledger_of_a_corrected_sheet_is_proven(club, four, rules):
    """28-STK-2, 28-WIK-2: whatever was withdrawn, the units are those of the hands that stand."""
    sheet = sheet_of(four, rules, club=club, options=OPEN if rules == WIKIPEDIA else {})
    enter(sheet, four[0], MADE, FAILED, THEIRS, MADE)
    followed()
    settle(sheet, four[0], 2, MADE)
    followed()
    after = {player.name: balance(club, player) for player in four}
    settle(sheet, four[0], 3, FAILED)
    settle(sheet, four[0], 3, THEIRS)
    followed()

    assert {player.name: balance(club, player) for player in four} == after
    last = PlayedHand.objects.filter(sheet=sheet).order_by("-number").first()
    begins = 6 if rules == WIKIPEDIA else 20
    assert after["Ammini"] == last.result["stakes"][0] - begins
    books_are_right()
    assert not prove().faults


LOST = SheetHand("failed", 0, 17, points=10)
WON = SheetHand("made", 0, 17, points=20)
OTHERS = SheetHand("made", 1, 17, points=20)


def worn(*players) -> list[int]:
    return [Kunukku.objects.filter(player=player, removed_at=None).count() for player in players]


def test_kunukku_of_a_sheet_go_on_come_off_and_are_taken_back(club, four):
    """28-WIK-3, 28-WIK-4: the six base cards are lost in three hands, and the fourth cannot be paid."""
    sheet = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(sheet, four[0], LOST, LOST, LOST, LOST)
    followed()
    assert worn(*four) == [1, 0, 1, 0]
    assert_rebuild_equals(Kunukkus)

    enter(sheet, four[0], WON)
    followed()
    assert worn(*four) == [0, 0, 0, 0]
    take_back(sheet.pk, four[0])
    followed()
    assert worn(*four) == [1, 0, 1, 0]
    take_back(sheet.pk, four[0])
    followed()
    assert worn(*four) == [0, 0, 0, 0]
    assert_rebuild_equals(Results)


def test_a_correction_puts_kunukku_on_at_the_time_of_the_hand(club, four):
    """28-WIK-3: what came off in a later game comes off still."""
    sheet = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(sheet, four[0], LOST, OTHERS, OTHERS, LOST, LOST)
    followed()
    placed = Kunukku.objects.get(player=four[0]).placed_at
    later = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(later, four[0], WON)
    followed()
    assert worn(*four) == [0, 0, 1, 0]

    settle(sheet, four[0], 2, SheetHand("made", 1, 18, points=20))
    followed()

    kunukku = Kunukku.objects.get(player=four[0])
    assert (kunukku.placed_at, kunukku.removed_stream) == (placed, later.pk)
    assert worn(*four) == [0, 0, 1, 0]
    assert_rebuild_equals(Kunukkus)


def test_a_club_of_salaams_counts_them_on_its_sheets_too(club, four):
    """28-HSE-13."""
    club.salaams = True
    club.save()
    sheet = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(sheet, four[0], LOST, LOST, LOST, LOST)
    followed()
    assert list(Kunukku.objects.values_list("player__name", "salaam").order_by("player__name")) == [
        ("Ammini", True),
        ("Chacko", True),
    ]
    take_back(sheet.pk, four[0])
    followed()
    assert not Kunukku.objects.exists()


def test_salaams_of_the_rules_are_taken_back_and_made_again(club, four):
    """28-HSE-11, 28-HSE-13."""
    options = {"thani": True, "thani_kunukku": True, "salaams": True}
    sheet = sheet_of(four, "28-house-4", club=club, options=options)
    thani = SheetHand("made", 0, 20, alone="thani")
    enter(sheet, four[0], thani, thani)
    followed()
    twice = Kunukku.objects.filter(salaam=True).count()
    assert twice

    take_back(sheet.pk, four[0])
    enter(sheet, four[0], thani)
    followed()

    assert Kunukku.objects.filter(salaam=True).count() == twice
    assert_rebuild_equals(Kunukkus)


def test_a_sheet_of_28_counts_its_games_points_bids_and_winners(club, four):
    """28-END-2, 28-SCO-4."""
    options = {"ending": {"type": "hands", "count": 3}}
    sheet = sheet_of(four, club=club, options=options)
    enter(sheet, four[0], MADE, THEIRS, MADE)
    followed()
    game = PlayedGame.objects.get(stream=sheet.pk)
    assert (game.kind, game.family, game.hands, game.points, game.winners) == ("sheet", "28", 3, [2, 1], [0])
    assert [(bid.number, bid.made, bid.failed) for bid in BidCount.objects.filter(player=four[0])] == [(16, 2, 0)]
    ended = game.ended_at

    settle(sheet, four[0], 3, FAILED)
    followed()

    game.refresh_from_db()
    assert (game.points, game.winners, game.ended_at) == ([0, 1], [1], ended)
    assert [(bid.number, bid.made, bid.failed) for bid in BidCount.objects.filter(player=four[0])] == [(16, 1, 1)]
    assert set(ClubTally.objects.filter(player=four[0]).values_list("games", "won", "lost", "difference")) == {
        (1, 0, 1, -1)
    }
    assert GamePlayer.objects.get(game=game, player=four[1]).outcome == "W"
    assert_rebuild_equals(Results)


def test_a_match_corrected_long_after_its_end_stays_on_its_day(club, four):
    sheet = sheet_of(four, club=club, options={"ending": {"type": "hands", "count": 2}})
    enter(sheet, four[0], MADE, MADE)
    followed()
    game = PlayedGame.objects.get(stream=sheet.pk)

    settle(sheet, four[0], 1, FAILED)
    followed()

    again = PlayedGame.objects.get(stream=sheet.pk)
    assert (again.ended_at, again.day) == (game.ended_at, game.day)
    assert again.points == [0, 0]


def test_the_first_of_many_hands_is_corrected_with_one_reckoning(club, four):
    """The statements grow with the hands, not with their square."""
    counts = []
    for many in (6, 12):
        sheet = sheet_of(four, club=club)
        enter(sheet, four[0], *[MADE, THEIRS] * (many // 2))
        followed()
        settle(sheet, four[0], 1, FAILED)
        with CaptureQueriesContext(connection) as seen:
            projector.run_once(Results)
        counts.append(len(seen))
    followed()

    assert counts[1] < 2 * counts[0]
    assert_rebuild_equals(Results)


def test_the_first_of_very_many_hands_is_corrected_in_one_command(club, four):
    sheet = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(sheet, four[0], *[WON, OTHERS] * 20)

    settle(sheet, four[0], 1, LOST)
    followed()

    assert PlayedHand.objects.filter(sheet=sheet).count() == 40
    assert PlayedHand.objects.get(sheet=sheet, number=1).outcome == "failed"
    assert not prove().faults


def test_a_correction_that_reaches_back_too_far_is_refused_and_nothing_is_written(club, four, monkeypatch):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE, THEIRS, MADE)
    monkeypatch.setattr(writing, "MOST_EVENTS", 9)

    with pytest.raises(BadEntry) as refused:
        settle(sheet, four[0], 1, FAILED)

    assert refused.value.code == "too-far-back"
    followed()
    assert hands(sheet)[0] == (1, "made", [21, 19])
