"""Read models after adjusted results: of games, hands, kunukku and ratings; built anew they come to the same."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

import engine
from clubs.models import Club, Player, Season
from engine.written import SheetHand
from games.events import tables as events
from games.models import BidCount, ClubTally, GamePlayer, Kunukku, PlayedGame, PlayedHand, Rating, SeasonFirst
from games.players.ratings.services import compute_ratings, update_ratings
from games.projections import Hands, Kunukkus, Results
from games.results.services import reckon_seasons
from games.store import projector
from tests.factories import SeasonFactory
from tests.games.helpers.adjusting import CASE, adjust, finished_sheet, stands, withdraw
from tests.games.helpers.played import begun, bots_play, hand, happens, later
from tests.games.helpers.projections import assert_rebuild_equals, rows, serving_run
from tests.games.helpers.sheets import FAILED, MADE, THEIRS
from tests.games.helpers.tables import person
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)
MODELS = (Results, Hands, Kunukkus)
TOLD = {
    "28-kerala-4": (MADE, FAILED, THEIRS),
    "28-kerala-3": tuple(SheetHand(outcome, seat, 16, auction=1) for outcome, seat in
                         (("made", 0), ("failed", 1), ("made", 2))),
    "28-wikipedia-4": tuple(SheetHand(outcome, seat, 18) for outcome, seat in
                            (("failed", 0), ("made", 0), ("failed", 1))),
    "28-house-4": (
        SheetHand("made", 0, 20), SheetHand("failed", 1, 18), SheetHand("made", 2, 24),
    ),
    "56-standard-4": tuple(
        SheetHand(outcome, seat, 30, denomination="S", doubled=seat) for outcome, seat in
        (("made", 0), ("failed", 1), ("made", 2))
    ),
}  # fmt: skip
"""Hands by rule set."""


def followed() -> dict[str, dict[str, list[tuple[Any, ...]]]]:
    """Let the read models follow the log, and return their rows."""
    for projection in MODELS:
        projector.run_once(projection)
    assert projector.stopped_lanes() == []
    return {projection.name: rows(projection, serving_run(projection).number) for projection in MODELS}


def game_of(stream: UUID) -> PlayedGame:
    return PlayedGame.objects.get(projection_version=projector.serving("results"), stream=stream)


def hand_of(stream: UUID, number: int) -> PlayedHand:
    return PlayedHand.objects.get(projection_version=projector.serving("hands"), stream=stream, number=number)


def test_an_adjusted_game_has_other_points_winners_and_contracts(club, four):
    """28-AUD-6, 28-END-3: players, tallies and contracts are reckoned from the hands that count."""
    sheet = finished_sheet(four, club=club)
    followed()
    adjust(sheet.pk, 1, FAILED)
    followed()

    game = game_of(sheet.pk)
    assert (game.points, game.winners) == ([0, 1], [1])
    own = GamePlayer.objects.get(game=game, player=four[0])
    assert (own.outcome, own.difference, own.made, own.failed) == ("L", -1, 1, 1)
    contracts = BidCount.objects.get(player=four[0], number=16)
    assert (contracts.made, contracts.failed) == (1, 1)
    tally = ClubTally.objects.get(player=four[0], span="all")
    assert (tally.games, tally.won, tally.lost, tally.streak) == (1, 0, 1, 0)
    assert_rebuild_equals(Results)


def test_a_hand_says_what_counts_what_it_was_and_by_which_case(club, four):
    sheet = finished_sheet(four, THEIRS, MADE, MADE, club=club, options={"starting_stakes": 2})
    followed()
    was = hand_of(sheet.pk, 2).result
    adjust(sheet.pk, 2, THEIRS)
    followed()

    hand = hand_of(sheet.pk, 2)
    assert (hand.declarer, hand.bid, hand.made, hand.case) == (1, 17, True, CASE)
    assert hand.was == {"result": was, "noted": []}
    gone = hand_of(sheet.pk, 3)
    assert (gone.outcome, gone.declarer, gone.made, gone.case) == ("dropped", None, None, None)
    assert gone.was["result"]["outcome"] == "made"
    assert hand_of(sheet.pk, 1).was is None
    assert_rebuild_equals(Hands)


@pytest.mark.parametrize("rules", in_lanes(TOLD, fast=("28-kerala-4", "56-standard-4")))
def test_adjusted_and_withdrawn_all_rows_are_as_they_were_and_in_whichever_order_the_same(rules, club, four):
    """Results, hands, kunukku and ratings; for every kind of accounts that a game keeps."""
    told = TOLD[rules]
    sheet = finished_sheet(four[: 3 if rules.endswith("3") else 4], *told, club=club, rules=rules)
    before, rated = followed(), ratings()
    adjust(sheet.pk, 1, told[1])
    adjust(sheet.pk, 3, told[0])
    both, strengths = followed(), ratings()
    assert both != before
    for projection in MODELS:
        if any(both[projection.name].values()):
            assert_rebuild_equals(projection)
    assert compute_ratings()
    assert strengths == ratings()

    withdraw(sheet.pk, 1)
    withdraw(sheet.pk, 2)
    assert (followed(), ratings()) == (before, rated)

    adjust(sheet.pk, 3, told[0])
    adjust(sheet.pk, 1, told[1])
    assert (followed(), ratings()) == (both, strengths)


@pytest.mark.parametrize("rules", in_lanes(("28-wikipedia-4", "28-pagat-6", "56-kerala-6"), fast=("28-wikipedia-4",)))
def test_a_game_of_bots_is_adjusted_and_put_back(rules, four, club):
    game = bots_play(rules, 4, club=club, by=four[0])
    before = followed()
    told = [hand.told for hand in stands(game).played.hands]
    for number, other in enumerate(reversed(told), start=1):
        adjust(game, number, other)
        followed()
    for projection in MODELS:
        if any(rows(projection, serving_run(projection).number).values()):
            assert_rebuild_equals(projection)
    for number in range(len(told), 0, -1):
        withdraw(game, number)
    assert followed() == before


def ratings() -> list[tuple[Any, ...]]:
    """Return all ratings, brought up to date."""
    while update_ratings():
        pass
    return sorted(Rating.objects.values_list("player", "stream", "mu", "sigma", "games", "latest"), key=repr)


def test_kunukku_are_put_on_and_come_off_by_what_counts(club, four):
    """28-WIK-3, 28-WIK-4."""
    rules = "28-wikipedia-4"
    lost = SheetHand("failed", 0, 22)
    sheet = finished_sheet(four, lost, lost, lost, club=club, rules=rules)
    followed()
    worn = {"projection_version": projector.serving("kunukku"), "removed_at": None, "salaam": False}
    count = Kunukku.objects.filter(**worn).count()
    assert count
    adjust(sheet.pk, 1, SheetHand("made", 0, 22))
    followed()
    assert Kunukku.objects.filter(**worn).count() < count
    assert_rebuild_equals(Kunukkus)


def test_the_hall_of_fame_names_the_winners_of_what_counts(club, four):
    """28-END-3: a season that is over is reckoned anew."""
    day = later(0).date()
    season = SeasonFactory(club=club, name="Onam", begins=day, ends=day)
    game = played_by(four, club)
    followed()
    reckon_seasons(club=club, anew=True)
    assert first_of(season) == {four[0].pk, four[2].pk}

    adjust(game, 1, SheetHand("failed", 0, 16, points=10))
    followed()
    reckon_seasons(club=club, anew=True)

    assert first_of(season) == {four[1].pk, four[3].pk}


def first_of(season: Season) -> set[UUID]:
    return set(SeasonFirst.objects.filter(season=season).values_list("player", flat=True))


def played_by(players: list[Player], club: Club) -> UUID:
    """Return a finished game of old at a table, of one hand that side 0 won."""
    rules = "28-pagat-4"
    stream = begun(players, rules, club=club, options={"ending": {"type": "target", "game_points": 1}}, at=later(0))
    dealt = engine.HandDealt(hand=1, dealer=3, cards=((),) * 4)
    scored = replace(hand(1, (1, 0), score=(1, 0)), points=(18, 10))
    happens(stream, dealt, scored, engine.GameFinished((0,)), at=later(0))
    return stream


def test_an_account_that_took_its_visiting_player_over_keeps_all_its_hands(club, four):
    """The contract of the visiting player's hand stays where it was counted."""
    account = person("Eli")
    stream = begun(four, "28-pagat-4", club=club, options={"ending": {"type": "target", "game_points": 9}}, at=later(0))
    dealt = [engine.HandDealt(hand=number, dealer=3, cards=((),) * 4) for number in (1, 2)]
    scored = [replace(hand(number, (1, 0), score=(number, 0)), points=(18, 10)) for number in (1, 2)]
    happens(stream, dealt[0], scored[0], at=later(0))
    Player.objects.filter(pk=four[0].pk).update(merged_into=account)
    taken = events.PlayerSubstituted(0, str(account.pk), str(four[0].pk))
    happens(stream, taken, dealt[1], scored[1], engine.GameFinished((0,)), at=later(0))
    before = followed()

    adjust(stream, 1, SheetHand("failed", 0, 16, points=10))
    assert followed() != before
    own = GamePlayer.objects.get(game=game_of(stream), player=account)
    assert (own.hands, own.made, own.failed) == (2, 1, 1)
    withdraw(stream, 1)

    assert followed() == before
