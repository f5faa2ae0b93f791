"""Results written down and taken back, and kunukku lifted: who may, what is refused, what follows."""

from datetime import date, timedelta
from uuid import uuid4

import pytest

from clubs.members.guests import make_guest
from clubs.models import Membership, Notice, OfficerAct, Season
from games import store
from games.errors import BadTerms, NotAllowed
from games.events.results import KunukkuLifted
from games.models import ClubTally, GamePlayer, PlayedGame, SeasonFirst, WrittenResult
from games.projections import Kunukkus, Results
from games.results import services
from games.results.errors import NotWorn, OtherWorn, UnknownResult
from games.results.kunukku.selectors import kunukku_of
from games.store import projector
from tests.factories import PlayerFactory, UserFactory
from tests.games.helpers.kunukku import WIKIPEDIA, lost, made
from tests.games.helpers.played import begun, club_of, happens, later
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 5, 1)


@pytest.fixture
def players():
    return people()


@pytest.fixture
def club(players):
    """A club whose owner is the first player."""
    return club_of(*players)


def entered(club, players, **more):
    said = {"rules": "28-kerala-4", "points": [7, 3], "played_on": DAY, "hands": 9, "now": later(1), **more}
    return services.enter_result(club=club, player=players[0], players=players, **said)


def followed():
    projector.run_once(Results)
    projector.run_once(Kunukkus)
    assert projector.stopped_lanes() == []


def refusal(call, *args, **named):
    with pytest.raises(BadTerms) as refused:
        call(*args, **named)
    return refused.value.code, refused.value.field


def test_a_result_counts_like_a_game_that_was_played_here(club, players):
    result = entered(club, players, note="Onam evening")
    followed()

    game = PlayedGame.objects.get()
    assert (game.stream, game.kind, game.day, game.points, game.winners) == (result.pk, "result", DAY, [7, 3], [0])
    shares = {row.player: (row.hands, row.difference, row.outcome) for row in GamePlayer.objects.all()}
    assert shares == dict(zip(players, [(9, 4, "W"), (9, -4, "L")] * 2, strict=True))
    assert ClubTally.objects.get(player=players[0], span="all").won == 1
    assert OfficerAct.objects.get().action == "result.entered"
    assert_rebuild_equals(Results)


def test_a_result_names_nobody_in_its_event_and_says_nothing_that_was_typed(club, players):
    result = entered(club, players, note="Onam evening")
    stored = store.load(result.pk)[0].event
    assert "Onam" not in repr(stored)
    assert players[1].name not in repr(stored)
    assert WrittenResult.objects.get().note == "Onam evening"


def test_a_guest_without_an_account_stands_in_a_result(club, players):
    guest = make_guest(club=club, by=players[0], name="Govindan")
    entered(club, [*players[:3], guest])
    followed()
    assert GamePlayer.objects.get(player=guest).outcome == "L"


def test_the_same_command_twice_writes_one_result(club, players):
    command = uuid4()
    first, second = (entered(club, players, command=command) for _ in range(2))
    assert first == second
    assert WrittenResult.objects.count() == 1
    assert len(store.load(first.pk)) == 1


def test_those_who_sat_there_are_told_but_not_who_wrote_it(club, players):
    writer, told = (PlayerFactory(name=name, password=uuid4().hex) for name in ("Govindan", "Hari"))
    Membership.objects.bulk_create(Membership(club=club, player=one, role="scorer") for one in (writer, told))
    result = entered(club, [writer, told, *players[:2]])
    services.withdraw_result(result_id=result.pk, player=writer, reason="Wrong")

    found = [(one.player, one.details.get("what", "")) for one in Notice.objects.filter(kind="result-entered")]
    assert sorted(found, key=str) == [(told, ""), (told, "withdrawn")]


@pytest.mark.parametrize("role", ["guest", "player"])
def test_only_who_keeps_the_score_writes_results_and_takes_them_back(club, players, role):
    Membership.objects.filter(club=club, player=players[1]).update(role=role)
    with pytest.raises(NotAllowed):
        entered(club, [players[1], players[0], *players[2:]])
    result = entered(club, players)
    with pytest.raises(NotAllowed):
        services.withdraw_result(result_id=result.pk, player=players[1], reason="Wrong")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"played_on": date(2026, 5, 3)}, ("day-to-come", "played_on")),
        ({"played_on": date(1850, 5, 3)}, ("day-long-ago", "played_on")),
        ({"points": [7]}, ("sides-wrong", "points")),
        ({"points": [73, 3]}, ("out-of-range", "points_0")),
        ({"points": [7, -91]}, ("out-of-range", "points_1")),
        ({"hands": 999}, ("out-of-range", "hands")),
        ({"rules": "28-kerala-3", "points": [1, 1, 1]}, ("seats-wrong", "players")),
        ({"rules": "56-kerala-4", "points": [-1, 3]}, ("out-of-range", "points_0")),
        ({"note": "x" * 201}, ("name-too-long", "note")),
    ],
)
def test_what_cannot_be_the_result_of_such_a_game_is_refused(club, players, more, expected):
    """28-SCO-2, 56-SCORE-1."""
    assert refusal(entered, club, players, **more) == expected
    assert not WrittenResult.objects.exists()


def test_no_game_of_the_days_of_a_closed_season_is_entered_withdrawn_or_corrected(club, players):
    season = Season.objects.create(club=club, name="Monsoon", begins=DAY, ends=DAY)
    result = entered(club, players)
    Season.objects.filter(pk=season.pk).update(closed_at=later(1))
    withdrawn = {"result_id": result.pk, "player": players[0]}

    assert refusal(entered, club, players) == ("season-closed", "played_on")
    assert refusal(services.withdraw_result, **withdrawn, reason="Wrong") == ("season-closed", "played_on")
    corrected = {"players": players, "points": [3, 7], "command": uuid4()}
    assert refusal(services.correct_result, **withdrawn, **corrected) == ("season-closed", "played_on")

    result.refresh_from_db()
    assert (result.withdrawn_at, WrittenResult.objects.count()) == (None, 1)
    entered(club, players, played_on=DAY - timedelta(days=1))
    assert WrittenResult.objects.count() == 2


def test_a_game_that_is_sent_again_after_its_season_was_closed_is_entered_once(club, players):
    command = uuid4()
    result = entered(club, players, command=command)
    Season.objects.create(club=club, name="Monsoon", begins=DAY, ends=DAY, closed_at=later(1))
    assert entered(club, players, command=command) == result


def test_who_is_not_on_the_clubs_list_or_sits_twice_is_refused(club, players):
    assert refusal(entered, club, [*players[:3], person("Eapen")]) == ("not-a-member", "player_3")
    assert refusal(entered, club, [*players[:3], players[0]]) == ("player-twice", "player_3")


def test_a_result_taken_back_counts_no_longer_and_says_why(club, players):
    result = entered(club, players)
    other = entered(club, players, points=[0, 5], played_on=date(2026, 4, 30))
    followed()
    services.withdraw_result(result_id=result.pk, player=players[0], reason="The pairs were mixed up")
    services.withdraw_result(result_id=result.pk, player=players[0], reason="")
    followed()

    row = WrittenResult.objects.get(pk=result.pk)
    assert (row.withdrawn_by, row.reason) == (players[0], "The pairs were mixed up")
    assert PlayedGame.objects.get(stream=result.pk).counts is False
    tally = ClubTally.objects.get(player=players[0], span="all")
    assert (tally.games, tally.won, tally.difference, tally.longest) == (1, 0, -5, 0)
    assert len(store.load(result.pk)) == 2
    assert OfficerAct.objects.filter(action="result.withdrawn").count() == 1
    assert [one.stream for one in PlayedGame.objects.filter(counts=True)] == [other.pk]
    assert_rebuild_equals(Results)


def test_nothing_is_taken_back_without_a_reason_and_nothing_that_is_not_there(club, players):
    result = entered(club, players)
    assert refusal(services.withdraw_result, result_id=result.pk, player=players[0], reason=" ") == (
        "reason-missing", "reason",
    )  # fmt: skip
    with pytest.raises(UnknownResult):
        services.withdraw_result(result_id=uuid4(), player=players[0], reason="Wrong")


def test_an_officer_lifts_a_kunukku_once_with_a_reason(club, players):
    """28-WIK-4."""
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    followed()
    command = uuid4()
    lifting = {"club": club, "player": players[0], "wearer": players[2], "reason": "His wedding", "command": command}
    first = services.lift_kunukku(**lifting)
    again = services.lift_kunukku(**lifting)
    assert (again.stream, again.version) == (first.stream, first.version)
    followed()

    worn = kunukku_of(player=players[2], viewer=players[0])
    assert (len(worn.worn), [one.how for one in worn.past]) == (1, ["lifted"])
    assert [type(one.event) for one in store.load(first.stream)] == [KunukkuLifted]
    act = OfficerAct.objects.get(action="kunukku.lifted")
    assert (act.actor, act.subject, act.reason) == (players[0], players[2], "His wedding")
    with pytest.raises(NotAllowed):
        services.lift_kunukku(**{**lifting, "player": players[1], "command": None})
    with pytest.raises(NotWorn):
        services.lift_kunukku(**{**lifting, "wearer": players[1], "command": None})


def lifts(club, officer, wearer, **more):
    return services.lift_kunukku(club=club, player=officer, wearer=wearer, reason="Onam", **more)


def worn_since(player):
    return kunukku_of(player=player, viewer=player).worn[0].since


def test_two_officers_who_see_the_same_lift_one_kunukku_however_late_the_board_is(club, players):
    """28-WIK-4."""
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    happens(stream, *lost(2, (0, 2), (2, 0, 2, 0)), at=later(1))
    followed()
    Membership.objects.filter(club=club, player=players[1]).update(role="director")
    seen = worn_since(players[2])
    Notice.objects.all().delete()

    lifts(club, players[0], players[2], since=seen)
    for sight in (seen, None):
        with pytest.raises(OtherWorn):
            lifts(club, players[1], players[2], since=sight)
    followed()
    with pytest.raises(OtherWorn):
        lifts(club, players[1], players[2], since=seen)

    assert len(kunukku_of(player=players[2], viewer=players[2]).worn) == 1
    assert OfficerAct.objects.filter(action="kunukku.lifted").count() == 1
    lifts(club, players[1], players[2], since=worn_since(players[2]))
    followed()
    assert kunukku_of(player=players[2], viewer=players[2]).worn == ()
    assert_rebuild_equals(Kunukkus)


def test_of_one_kunukku_three_quick_liftings_are_one_act_and_one_notice(club, players):
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    followed()
    wearer = players[2]
    wearer.user = UserFactory(name="Chacko")
    wearer.save()
    Notice.objects.all().delete()

    lifts(club, players[0], wearer)
    for _ in range(2):
        with pytest.raises(NotWorn):
            lifts(club, players[0], wearer)
    followed()
    with pytest.raises(NotWorn):
        lifts(club, players[0], wearer)

    assert OfficerAct.objects.filter(action="kunukku.lifted").count() == 1
    assert Notice.objects.filter(player=wearer, kind="kunukku").count() == 1


def test_a_kunukku_that_a_contract_took_off_is_not_lifted_and_the_next_one_neither(club, players):
    """28-WIK-4."""
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    happens(stream, *lost(2, (0, 2), (2, 0, 2, 0)), at=later(1))
    followed()
    seen = worn_since(players[2])
    happens(stream, made(3, 2), at=later(2))
    followed()

    with pytest.raises(OtherWorn):
        lifts(club, players[0], players[2], since=seen)


def test_a_season_that_cannot_be_reckoned_keeps_no_other_waiting(club, players, monkeypatch, caplog):
    later_one, bad = (
        Season.objects.create(club=club, name=name, begins=date(2026, month, 1), ends=date(2026, month, 28))
        for name, month in (("March", 3), ("April", 4))
    )
    entered(club, players, played_on=date(2026, 3, 14))
    followed()
    real = services.firsts_of

    def firsts_of(*, season, family):
        if season == bad:
            raise ArithmeticError("not a number")
        return real(season=season, family=family)

    monkeypatch.setattr(services, "firsts_of", firsts_of)

    assert services.reckon_seasons() == 1
    assert set(SeasonFirst.objects.values_list("season", flat=True)) == {later_one.pk}
    assert f"The hall of fame of a season failed for {bad.pk}: ArithmeticError" in caplog.text


def test_who_came_first_in_a_season_is_kept_once_it_is_over_and_reckoned_anew_when_it_changes(club, players):
    season = Season.objects.create(club=club, name="Summer", begins=date(2026, 4, 15), ends=date(2026, 5, 10))
    entered(club, players)
    entered(club, players, played_on=date(2026, 4, 14), points=[0, 9])
    followed()

    assert services.reckon_seasons(club=club) == 1
    assert services.reckon_seasons(club=club) == 0
    firsts = {row.player: (row.games, row.won, row.difference) for row in SeasonFirst.objects.filter(family="28")}
    assert firsts == {players[0]: (1, 1, 4), players[2]: (1, 1, 4)}

    Season.objects.filter(pk=season.pk).update(begins=date(2026, 4, 1))
    assert services.reckon_seasons() == 1
    assert {row.player for row in SeasonFirst.objects.all()} == {players[1], players[3]}
