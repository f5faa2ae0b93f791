"""What a supposed result would bring in the club: the entries, seasons and places foreseen are those that come."""

from collections import Counter
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clubs.ledger.seasons import close_season
from clubs.models import LedgerEntry, Season
from engine.written import SheetHand
from games.adjusting.consequences import Entry, consequences_of
from games.adjusting.previews import foresee
from games.adjusting.services import adjust_result, withdraw_adjustment
from games.events.adjusting import RowApplied
from games.models import Kunukku
from games.players.ratings.services import compute_ratings
from games.projections import Kunukkus, Results, Stakes
from games.results.selectors.standing import places_with
from games.store import projector
from tests.factories import SeasonFactory
from tests.games.helpers.adjusting import CASE, adjust, finished_sheet
from tests.games.helpers.played import bots_play
from tests.games.helpers.sheets import FAILED, MADE, THEIRS

pytestmark = pytest.mark.django_db(transaction=True)

SPADES = SheetHand("made", 0, 30, denomination="S", doubled=0, points=40)
HEARTS = SheetHand("made", 1, 31, denomination="H", doubled=0, points=35)
LOST = SheetHand("failed", 0, 30, denomination="S", doubled=1, points=20)


def followed() -> None:
    projector.run_once(Stakes)
    assert projector.stopped_lanes() == []


def entries(game: UUID, after: int = 0) -> list[Entry]:
    """Return the entries of a game after the one of this number."""
    rows = LedgerEntry.objects.filter(stream=game).order_by("pk")[after:]
    return [
        Entry(
            row.kind == LedgerEntry.Kind.REVERSAL,
            row.hand,
            dict(row.postings.values_list("account__player", "amount")),
            row.season_id,
        )
        for row in rows.prefetch_related("postings")
    ]


def holds(game: UUID, hand: int, **decision) -> list[Entry]:
    """Foresee a decision, let it happen, and hold one against the other; return the entries."""
    followed()
    had = len(entries(game))
    foreseen = foresee(game, hand, **decision)
    wanted = [Entry(one.reverses, one.hand, one.amounts, one.season) for one in consequences_of(foreseen).entries]
    assert len(entries(game)) == had
    for one in foreseen.supposed:
        if one.type == "ResultAdjusted":
            adjust_result(game=game, hand=hand, case=CASE, told=one.event.told, row=one.event.row, command=uuid4())
        else:
            withdraw_adjustment(game=game, adjustment=one.event.adjustment, case=CASE, command=uuid4())
    followed()
    assert entries(game, had) == wanted
    return wanted


def test_the_entries_of_a_game_of_28_are_foreseen(club, four):
    """28-STK-2: the hand that counts otherwise is reversed and put down anew."""
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)

    came = holds(sheet.pk, 1, told=FAILED)

    assert [(entry.reverses, entry.hand) for entry in came] == [(True, 1), (False, 1)]
    assert sum(entry.amounts[four[0].pk] for entry in came) == -2


def test_the_entries_of_a_match_of_56_are_foreseen(club, four):
    """56-FMT-2: the whole match is settled anew."""
    options = {"ending": {"type": "open"}}
    sheet = finished_sheet(four, SPADES, HEARTS, SPADES, rules="56-standard-4", options=options, club=club)

    came = holds(sheet.pk, 2, row=RowApplied("56-IRR-25", "lose", offender=1))

    assert [(entry.reverses, entry.hand) for entry in came] == [(True, None), (False, None)]


def test_what_stays_moves_nothing_and_a_warning_neither(club, four):
    sheet = finished_sheet(four, club=club)

    assert holds(sheet.pk, 1) == []


def test_a_decision_in_the_place_of_another_takes_that_back_first(club, four):
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)
    followed()
    first = adjust(sheet.pk, 1, FAILED)

    assert holds(sheet.pk, 1, told=SheetHand("made", 1, 20, auction=1, points=21), replaces=first)


def test_a_game_at_a_live_table_is_foreseen(club, four):
    game = bots_play("28-kerala-4", 3, club=club, by=four[0])

    holds(game, 2, told=SheetHand("failed", 1, 20, auction=1, points=10))


def test_a_closed_season_stays_as_it_is(club, four):
    """A ruling after the season was closed: its entries are of the open season, and say of which they are not."""
    today = timezone.localdate()
    old = SeasonFactory(club=club, begins=today - timedelta(days=40), ends=today)
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)
    followed()
    close_season(season=old, by=four[0], carry=False)
    new = SeasonFactory(club=club, begins=today + timedelta(days=1), ends=today + timedelta(days=60))

    came = consequences_of(foresee(sheet.pk, 1, told=FAILED)).entries

    assert {(entry.season, entry.closed) for entry in came} == {(new.pk, old.pk)}
    holds(sheet.pk, 1, told=FAILED)
    assert not Season.objects.filter(pk=old.pk, closed_at=None).exists()


def test_of_a_game_without_a_club_nothing_follows(four):
    sheet = finished_sheet(four)

    assert consequences_of(foresee(sheet.pk, 1, told=FAILED)).entries == ()


HANDS_28 = st.sampled_from((MADE, FAILED, THEIRS, SheetHand("made", 1, 20, auction=1, points=28)))
HANDS_56 = st.sampled_from((SPADES, HEARTS, LOST, SheetHand("cancelled")))
ROWS = st.builds(
    RowApplied,
    st.sampled_from(("56-IRR-21", "56-IRR-24", "56-IRR-26")),
    st.just("lose"),
    offender=st.integers(0, 3),
)


@pytest.mark.whole
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=(Phase.explicit, Phase.generate),
)  # fmt: skip
@given(data=st.data())
def test_whatever_is_decided_comes_as_it_was_foreseen(club, four, data):
    is_28 = data.draw(st.booleans())
    hands = data.draw(st.lists(HANDS_28 if is_28 else HANDS_56, min_size=2, max_size=4))
    if all(hand.outcome == "cancelled" for hand in hands):
        hands.append(MADE if is_28 else SPADES)
    rules, options = ("28-kerala-4", {}) if is_28 else ("56-standard-4", {"ending": {"type": "open"}})
    sheet = finished_sheet(four, *hands, rules=rules, options=options, club=club)
    for _decision in range(data.draw(st.integers(1, 3))):
        hand = data.draw(st.integers(1, len(hands)))
        if is_28 or data.draw(st.booleans()):
            holds(sheet.pk, hand, told=data.draw(HANDS_28 if is_28 else HANDS_56))
        elif hands[hand - 1].declarer is not None:
            holds(sheet.pk, hand, row=data.draw(ROWS))


def all_followed() -> None:
    for projection in (Results, Kunukkus, Stakes):
        projector.run_once(projection)
    assert projector.stopped_lanes() == []


def test_the_places_in_the_standing_are_foreseen(club, four):
    """The game of the winners goes to the others: four players change places."""
    today = timezone.localdate()
    season = SeasonFactory(club=club, begins=today - timedelta(days=9), ends=today + timedelta(days=9))
    finished_sheet(four, MADE, club=club)
    sheet = finished_sheet(four, MADE, THEIRS, MADE, club=club)
    all_followed()

    found = consequences_of(foresee(sheet.pk, 1, told=FAILED))
    adjust(sheet.pk, 1, FAILED)
    all_followed()

    assert [standing.season for standing in found.standings] == [None, season]
    for standing in found.standings:
        places = places_with(club=club, family="28", season=standing.season)
        assert {one.player_id: one.after for one in standing.moved} == places
        assert all(one.before != one.after for one in standing.moved)


def test_the_games_that_are_rated_again_are_counted(club, four):
    sheets = [finished_sheet(four, MADE, THEIRS, MADE, club=club) for _game in range(3)]
    all_followed()
    compute_ratings()

    def rated_again(hand: int, told: SheetHand) -> int:
        return consequences_of(foresee(sheets[1].pk, hand, told=told)).rated_again

    assert rated_again(1, FAILED) == 2
    # The same side wins, and by as much.
    assert rated_again(1, SheetHand("made", 0, 17, auction=1, points=18)) == 0


def test_kunukku_are_foreseen(club, four):
    """28-WIK-3: a side that cannot pay puts one on; with another result it does not, or the other side does."""
    lost, won = SheetHand("failed", 0, 24), SheetHand("made", 0, 24)
    sheet = finished_sheet(four, *([lost] * 4), rules="28-wikipedia-4", club=club)
    all_followed()

    found = consequences_of(foresee(sheet.pk, 2, told=won)).wearing
    before = worn_now()
    adjust(sheet.pk, 2, won)
    all_followed()
    after = worn_now()

    assert found
    assert {one.player_id: (one.before, one.after) for one in found} == {
        player: (before.get(player, 0), after.get(player, 0))
        for player in {*before, *after}
        if before.get(player, 0) != after.get(player, 0)
    }


def worn_now() -> dict[UUID, int]:
    rows = Kunukku.objects.filter(projection_version=projector.serving("kunukku"), removed_at=None, salaam=False)
    return dict(Counter(rows.values_list("player", flat=True)))
