"""The read model of results: who played, who won by how much, whose contracts were made; and its rebuild."""

from collections import defaultdict
from datetime import date
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

import engine
from clubs.members.societies import change_club
from clubs.models import ClubZoneChange
from engine import reckoning
from games import store
from games.events import tables as events
from games.models import BidCount, ClubTally, GamePlayer, PlayedGame
from games.projections import Results
from games.results.services import enter_result
from games.sheets import services as sheets
from games.sheets.errors import BadEntry
from games.store import projector
from tests.games.helpers.played import begun, bots_play, club_of, hand, happens, later
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.tables import people, person
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)


def followed() -> None:
    """Let the projection follow the log, and fail if it stopped."""
    projector.run_once(Results)
    assert projector.stopped_lanes() == []


def game_of(stream) -> PlayedGame:
    return PlayedGame.objects.get(projection_version=projector.serving("results"), stream=stream)


def shares(stream) -> dict[str, tuple[int, int, str]]:
    """Hands, difference and outcome of each player of a game by name."""
    rows = GamePlayer.objects.filter(game=game_of(stream)).select_related("player")
    return {row.player.name: (row.hands, row.difference, row.outcome) for row in rows}


def tally(club, player, span="all") -> ClubTally:
    return ClubTally.objects.get(projection_version=projector.serving("results"), club=club, player=player, span=span)


def said_by_the_log(stream):
    """What each seat won in a game, reckoned by its events alone: the hands, and its points less those of others."""
    difference, hands, before = defaultdict(int), 0, ()
    for stored in store.load(stream):
        scored = stored.event
        if isinstance(scored, engine.HandScored) and scored.outcome != "cancelled":
            rules = engine.load_rules(store.load(stream)[0].event.rules)
            won = scored.game_points or tuple(
                new - old for new, old in zip(scored.score, before or (0, 0), strict=True)
            )
            before, hands = scored.score, hands + 1
            for seat in range(rules.players):
                side = rules.side_of(seat)
                difference[seat] += sum(won[side] - other for other in won)
    return dict(difference), hands


@pytest.mark.parametrize("rules_id", in_lanes(engine.rule_set_ids()))
def test_a_game_of_any_rule_set_comes_to_what_its_events_say_and_a_rebuild_to_the_same(rules_id):
    """28-AUD-6, 56-SCORE-1: act, follow, reckon by the log alone, compare, build anew, compare."""
    owner = person("Ammini")
    stream = bots_play(rules_id, club=club_of(owner), by=owner)
    followed()

    game = game_of(stream)
    assert (game.kind, game.rules, game.family, game.counts) == ("table", rules_id, rules_id[:2], True)
    assert game.ended_at is not None
    rows = list(GamePlayer.objects.filter(game=game).order_by("seat"))
    difference, hands = said_by_the_log(stream)
    assert hands == game.hands >= 2  # a hand that everybody passes out is one beyond those agreed
    assert {row.seat: row.difference for row in rows} == difference
    assert sum(row.difference for row in rows) == 0
    assert {row.hands for row in rows} == {hands}
    assert {row.outcome for row in rows} <= {"W", "L", "D"}
    finished = next(one.event for one in store.load(stream) if isinstance(one.event, engine.GameFinished))
    assert game.winners == list(finished.winners)
    assert_rebuild_equals(Results)


def test_who_takes_a_seat_over_gets_the_hands_from_then_on():
    ammini, beeran, chacko, devaki = people()
    eapen = person("Eapen")
    stream = begun([ammini, beeran, chacko, devaki])
    happens(stream, hand(1, (2, 0)))
    happens(stream, events.SeatLeft(1, str(beeran.pk)), hand(2, (-3, 0), made=False))
    happens(stream, events.PlayerSubstituted(1, str(eapen.pk), str(beeran.pk)), events.BotSatIn(0))
    happens(stream, hand(3, (0, 4), declarer=1), engine.GameFinished((1,)))
    followed()

    assert shares(stream) == {
        "Ammini": (3, -5, "L"),
        "Beeran": (2, 1, "W"),
        "Chacko": (3, -5, "L"),
        "Devaki": (3, 5, "W"),
        "Eapen": (1, 4, "W"),
    }
    assert_rebuild_equals(Results)


def test_who_sits_down_for_no_hand_has_no_game():
    players, late = people(), person("Kuriakose")
    stream = begun(players)
    happens(stream, hand(1, (1, 0)), events.PlayerSubstituted(0, str(late.pk), str(players[0].pk)))
    happens(stream, engine.GameFinished((0,)))
    followed()

    assert not GamePlayer.objects.filter(player=late).exists()
    assert GamePlayer.objects.get(player=players[0]).outcome == "W"


def test_with_three_sides_each_hand_is_settled_between_every_two_of_them():
    """28-WIK-2."""
    stream = begun(people(3), "28-wikipedia-3")
    happens(stream, hand(1, (2, 0, 0)), hand(2, (0, -3, 0), declarer=1, made=False))
    happens(stream, engine.GameFinished((0, 2)))
    followed()

    assert shares(stream) == {"Ammini": (2, 7, "D"), "Beeran": (2, -8, "L"), "Chacko": (2, 1, "D")}


def test_a_match_of_games_begins_again_at_nought_after_each_and_penalties_count():
    """56-MATCH-2, 56-IRR-14."""
    stream = begun(people(), "56-international-4")

    def scored(number, score, games):
        return engine.HandScored(
            hand=number, outcome="made", declarer=0, bid=30, points=(34, 22), game_points=None, score=score, games=games
        )  # fmt: skip

    happens(stream, scored(1, (7, 0), (0, 0)), scored(2, (12, 0), (1, 0)))
    happens(stream, scored(3, (0, 2), (1, 0)), engine.PenaltyAwarded(1, 3), scored(4, (1, 5), (1, 0)))
    happens(stream, engine.PenaltyAwarded(0, 2), engine.GameFinished((0,)))
    followed()

    assert game_of(stream).points == [15, 5]
    assert shares(stream)["Ammini"] == (4, 10, "W")
    assert shares(stream)["Devaki"] == (4, -10, "L")


def test_a_cancelled_hand_is_no_hand():
    """56-SCORE-2."""
    stream = begun(people(), "56-international-4")
    cancelled = engine.HandScored(
        hand=1, outcome="cancelled", declarer=None, bid=None, points=None, game_points=None, score=(0, 0)
    )
    happens(stream, cancelled)
    followed()

    assert game_of(stream).hands == 0
    assert shares(stream) == {}


def test_contracts_are_counted_by_number_for_their_declarer():
    """28-SCO-1, 28-CON-1, 56-PLAY-6."""
    ammini, beeran, *others = people()
    stream = begun([ammini, beeran, *others], club=None)
    happens(stream, hand(1, (1, 0), bid=16), hand(2, (1, 0), bid=16), hand(3, (-2, 0), bid=20, made=False))
    happens(
        stream,
        engine.HandScored(hand=4, outcome="conceded", declarer=1, bid=17, points=None, game_points=(0, -2)),
        hand(5, (0, 2), declarer=1, bid=21),
        hand(6, (0, 2), declarer=1, bid=21),
    )
    followed()

    counted = {(one.player, one.number): (one.made, one.failed) for one in BidCount.objects.select_related("player")}
    assert counted == {(ammini, 16): (2, 0), (ammini, 20): (0, 1), (beeran, 17): (0, 1), (beeran, 21): (2, 0)}
    best = GamePlayer.objects.get(game=game_of(stream), player=beeran)
    assert (best.made, best.failed, best.highest, best.highest_hand) == (2, 1, 21, 5)


@pytest.mark.parametrize(
    ("outcome", "points", "made"), [("claimed", (30, 26), True), ("claimed", (27, 29), False), ("adjusted", None, None)]
)
def test_a_claimed_hand_is_made_by_its_points_and_an_adjusted_one_is_neither(outcome, points, made):
    """56-PLAY-6, 56-IRR-20."""
    rules = engine.load_rules("56-kerala-4")
    scored = engine.HandScored(
        hand=1, outcome=outcome, declarer=2, bid=28, points=points, game_points=None, score=(1, 0)
    )

    found = reckoning.contract_of(rules, scored)

    assert (None if found is None else found.made) is made


def test_a_friendly_game_is_shown_and_counts_nowhere():
    players = people()
    club = club_of(*players)
    stream = begun(players, club=club, friendly=True)
    happens(stream, hand(1, (2, 0)), engine.GameFinished((0,)))
    followed()

    assert game_of(stream).counts is False
    assert shares(stream)["Ammini"] == (1, 2, "W")
    assert not ClubTally.objects.exists()
    assert not BidCount.objects.exists()


def test_an_abandoned_game_never_ends_and_one_that_never_began_is_forgotten():
    running, closed = begun(people(), club=club_of(person("Fathima"))), begun([person("Ammini")])
    happens(running, hand(1, (2, 0)))
    happens(closed, events.TableClosed())
    followed()

    assert game_of(running).ended_at is None
    assert shares(running)["Ammini"] == (1, 2, "")
    assert not ClubTally.objects.exists()
    assert not PlayedGame.objects.filter(stream=closed).exists()


@pytest.mark.parametrize(("schema", "in_club"), [(2, True), (4, False)])
def test_a_club_is_told_by_the_table_where_the_event_is_older_than_that(schema, in_club):
    club = club_of(person("Fathima"))
    opened = store.load(begun(people(), club=club))[0]
    silent = replace(opened, schema=schema, event=replace(opened.event, club=None))

    Results(1).on_table_opened(silent)

    assert PlayedGame.objects.get().club == (club if in_club else None)


def test_the_tallies_of_a_club_are_by_day_month_and_in_all():
    players = ammini, beeran, *_ = people()
    club = club_of(*players)
    # 23:30 in Kerala on 31 May, and half past midnight on 1 June.
    for at, winner in ((later(30.23), 0), (later(30.271), 1), (later(30.272), 0)):
        stream = begun(players, club=club, at=at)
        happens(stream, hand(1, (3, 0) if winner == 0 else (0, 3), declarer=winner, bid=20), at=at)
        happens(stream, engine.GameFinished((winner,)), at=at)
    followed()

    whole = tally(club, ammini)
    assert (whole.games, whole.won, whole.lost, whole.difference, whole.hands) == (3, 2, 1, 3, 3)
    assert (whole.made, whole.failed) == (2, 0)
    months = ClubTally.objects.filter(player=beeran, span="month").order_by("begins")
    assert [(one.begins, one.games, one.won) for one in months] == [(date(2026, 5, 1), 1, 0), (date(2026, 6, 1), 2, 1)]
    days = ClubTally.objects.filter(player=beeran, span="day").order_by("begins")
    assert [(one.begins, one.games) for one in days] == [(date(2026, 5, 31), 1), (date(2026, 6, 1), 2)]
    assert_rebuild_equals(Results)


def test_a_game_is_of_the_day_on_which_it_ended_where_the_club_is():
    players = people()
    club = club_of(*players, zone="America/Toronto")
    # Half past ten of the evening of 1 May in Toronto, which is the second in Kerala.
    at = later(0).replace(day=2, hour=8, minute=0)
    happens(begun(players, club=club, at=at), hand(1, (3, 0)), engine.GameFinished((0,)), at=at)
    followed()

    assert tally(club, players[0], "day").begins == date(2026, 5, 1)


def test_a_change_of_a_clubs_zone_moves_no_game_of_the_past_to_another_day():
    """A game of midnight, a result written down, and a sheet keep their days; what comes after goes by the new zone."""
    players = people()
    # Between these two it is never the same day.
    club = club_of(*players, zone="Pacific/Pago_Pago")
    at = later(0).replace(day=2, hour=8, minute=0)
    happens(begun(players, club=club, at=at), hand(1, (3, 0)), engine.GameFinished((0,)), at=at)
    written = {"rules": "28-kerala-4", "players": players, "points": [4, 1]}
    enter_result(club=club, player=players[0], played_on=date(2026, 5, 3), **written)
    followed()
    days = [date(2026, 5, 1), date(2026, 5, 3)]
    assert sorted(PlayedGame.objects.values_list("day", flat=True)) == days

    change_club(club=club, by=players[0], name="Meenachil Sports Club", salaams=True, time_zone="Pacific/Kiritimati")
    assert_rebuild_equals(Results)

    assert sorted(PlayedGame.objects.values_list("day", flat=True)) == days
    (at,) = ClubZoneChange.objects.filter(club=club).values_list("at", flat=True)
    happens(begun(players, club=club, at=at), hand(1, (3, 0)), engine.GameFinished((0,)), at=at)
    followed()
    assert PlayedGame.objects.latest("ended_at").day == at.astimezone(ZoneInfo("Pacific/Kiritimati")).date()
    assert_rebuild_equals(Results)


def test_runs_of_won_games_are_the_same_in_whatever_order_the_lanes_come():
    players = ammini, beeran, *_ = people()
    club = club_of(*players)
    won = "WWLWWWDW"
    streams = [begun(players, club=club, at=later(day)) for day in range(len(won))]
    # The projection comes to the games in the order in which they are appended here, not in that of their time.
    for day in (3, 0, 5, 1, 7, 2, 6, 4):
        winners = {"W": (0,), "L": (1,), "D": (0, 1)}[won[day]]
        happens(streams[day], hand(1, (1, 0)), engine.GameFinished(winners), at=later(day))
        followed()

    assert (tally(club, ammini).longest, tally(club, ammini).streak) == (3, 1)
    assert (tally(club, beeran).longest, tally(club, beeran).streak) == (1, 0)
    assert_rebuild_equals(Results)


def test_bots_are_in_no_tally():
    owner = person("Ammini")
    bots_play("28-kerala-4", club=club_of(owner), by=owner)
    followed()
    assert GamePlayer.objects.count() == 4
    assert not ClubTally.objects.exists()
    assert not BidCount.objects.exists()


def test_a_hand_costs_so_many_questions_and_no_look_at_the_whole_game(django_assert_max_num_queries):
    stream = begun(people(), club=club_of(person("Fathima")))
    happens(stream, *(hand(number, (1, 0)) for number in range(1, 30)))
    followed()
    happens(stream, hand(30, (1, 0)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "load", None)
        projection = Results(projector.runs(Results)[0].number)
        scored = store.StoredEvent(
            1, 0, stream, 99, "HandScored", 2, uuid4(), 0, "", hand(31, (1, 0)), later(1), b""
        )  # fmt: skip
        with django_assert_max_num_queries(5):
            projection.on_hand_scored(scored)


def sheet_of(club, players, hands=2, **more):
    said = {"rules": "56-international-4", "options": {"ending": {"type": "hands", "count": hands}}, **more}
    return sheets.open_sheet(player=players[0], club=club, players=dict(enumerate(players)), **said)


def test_a_score_sheet_whose_players_are_known_counts_when_it_is_over():
    """56-SCORE-3, 56-MATCH-1."""
    players = people()
    club = club_of(*players)
    sheet = sheet_of(club, players)
    write = {"sheet_id": sheet.pk, "player": players[0]}
    sheets.enter_hand(**write, outcome="made", contract=(0, 34, "S", 0), points=40)
    followed()
    assert shares(sheet.pk)["Ammini"] == (1, 1, "")
    assert not ClubTally.objects.exists()

    sheets.enter_hand(**write, outcome="failed", contract=(1, 40, "NT", 0))
    followed()

    assert shares(sheet.pk) == {
        "Ammini": (2, 4, "W"), "Chacko": (2, 4, "W"), "Beeran": (2, -4, "L"), "Devaki": (2, -4, "L"),
    }  # fmt: skip
    assert (game_of(sheet.pk).kind, tally(club, players[0]).won) == ("sheet", 1)
    assert BidCount.objects.get(player=players[1]).failed == 1
    assert_rebuild_equals(Results)


def test_an_entry_taken_back_after_the_end_is_as_if_it_had_not_been():
    """56-IRR-14, 56-MATCH-1."""
    players = people()
    club = club_of(*players)
    sheet = sheet_of(club, players)
    write = {"sheet_id": sheet.pk, "player": players[0]}
    sheets.enter_hand(**write, outcome="made", contract=(0, 34, "S", 0), points=40)
    followed()
    before = shares(sheet.pk)
    sheets.enter_hand(**write, outcome="failed", contract=(0, 40, "NT", 0))
    followed()
    assert tally(club, players[1]).won == 1

    sheets.withdraw(**write)
    followed()

    assert shares(sheet.pk) == before
    assert (game_of(sheet.pk).ended_at, game_of(sheet.pk).winners) == (None, [])
    assert {(one.games, one.won, one.hands, one.longest) for one in ClubTally.objects.all()} == {(0, 0, 0, 0)}
    made = BidCount.objects.filter(made__gt=0) | BidCount.objects.filter(failed__gt=0)
    assert [(one.number, one.made, one.failed) for one in made] == [(34, 1, 0)]

    sheets.enter_hand(**write, outcome="made", contract=(1, 40, "NT", 0), points=50)
    followed()
    assert tally(club, players[1]).won == 1
    assert_rebuild_equals(Results)


def test_a_score_sheet_with_somebody_unknown_counts_for_nobody():
    players = people()
    club = club_of(*players)
    sheet = sheets.open_sheet(
        player=players[0], rules="56-international-4", options={"ending": {"type": "hands", "count": 1}}, club=club,
        players={0: players[0]}, names=["", "Somebody", "", ""],
    )  # fmt: skip
    assert sheet.names == ["Ammini", "Somebody", "", ""]
    sheets.enter_hand(sheet_id=sheet.pk, player=players[0], outcome="made", contract=(0, 34, "S", 0), points=40)
    followed()
    assert game_of(sheet.pk).counts is False
    assert not ClubTally.objects.exists()


def test_who_is_not_of_the_club_cannot_be_named_on_its_sheet():
    players = people()
    club = club_of(*players)
    for wrong, code in (
        ([*players[:3], person("Eapen")], "not-a-member"),
        ([*players[:3], players[0]], "player-twice"),
    ):
        with pytest.raises(BadEntry) as refused:
            sheet_of(club, wrong)
        assert (refused.value.code, refused.value.field) == (code, "name_3")
    with pytest.raises(BadEntry) as refused:
        sheet_of(None, players)
    assert refused.value.code == "no-club"
