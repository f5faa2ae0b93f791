"""Ratings: what a game does to them, that they follow the results in any order, and grow unsure with time."""

from datetime import date, timedelta
from uuid import UUID

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Player
from games.models import GamePlayer, PlayedGame, ProjectionRun, Rating, RatingMark, WrittenResult
from games.players.ratings import services
from games.players.ratings.formula import MU, SIGMA, UNKNOWN, Strength, places, rate, shown, sigma_at
from games.players.ratings.services import compute_ratings, update_ratings
from games.projections import Results
from games.results.services import enter_result, withdraw_result
from games.store import projector, rebuilding
from tests.factories import PlayerFactory
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.rows import at, finished, sat, serving
from tests.games.helpers.tables import people, person

db = pytest.mark.django_db


def ratings() -> dict[tuple[UUID, str, UUID], tuple[float, float, int, object, bool]]:
    """Return all ratings, to the last bit."""
    return {
        (one.player_id, one.family, one.stream): (one.mu, one.sigma, one.games, one.rated_at, one.latest)
        for one in Rating.objects.all()
    }


def now_of(player: Player, family: str = "28") -> Rating:
    """Return the latest rating of a player."""
    return Rating.objects.get(player=player, family=family, latest=True)


def bot(name: str) -> Player:
    """Return a new bot."""
    return PlayerFactory(bot=True, name=name)


# The formula


def test_who_wins_rises_and_who_loses_falls_by_as_much_between_equals():
    (winners, losers) = rate([[UNKNOWN] * 2, [UNKNOWN] * 2], (1, 2), at(0))

    assert winners[0] == winners[1]
    assert winners[0].mu > MU > losers[0].mu
    assert winners[0].mu - MU == pytest.approx(MU - losers[0].mu)
    assert all(one.sigma < SIGMA and one.games == 1 and one.at == at(0) for one in (*winners, *losers))


def test_a_draw_lifts_the_weaker_side():
    weak, strong = Strength(20.0, 4.0, 30, at(0)), Strength(30.0, 4.0, 30, at(0))

    (below,), (above,) = rate([[weak], [strong]], (1, 1), at(0))

    assert below.mu > 20.0
    assert above.mu < 30.0


def test_an_upset_moves_more_than_what_was_expected():
    weak, strong = Strength(20.0, 4.0, 30, at(0)), Strength(30.0, 4.0, 30, at(0))

    upset = rate([[weak], [strong]], (1, 2), at(0))[0][0].mu - weak.mu
    expected = rate([[weak], [strong]], (2, 1), at(0))[1][0].mu - strong.mu

    assert upset > expected > 0


def test_of_two_in_a_team_the_less_known_one_moves_more():
    known, new = Strength(25.0, 3.0, 50, at(0)), UNKNOWN

    first, second = rate([[known, new], [UNKNOWN, UNKNOWN]], (1, 2), at(0))[0]

    assert second.mu - new.mu > first.mu - known.mu > 0


def test_of_three_sides_the_second_stands_between():
    first, second, third = rate([[UNKNOWN], [UNKNOWN], [UNKNOWN]], (1, 2, 3), at(0))

    assert first[0].mu > second[0].mu > third[0].mu


@given(st.integers(0, 20_000), st.floats(0.5, SIGMA))
def test_no_absence_makes_anybody_less_known_than_a_newcomer(days: int, sigma: float):
    strength = Strength(30.0, sigma, 40, at(0))

    assert sigma <= sigma_at(strength, at(days)) <= SIGMA
    assert sigma_at(strength, at(days)) <= sigma_at(strength, at(days + 1))


def test_after_ten_years_nothing_is_known_any_more():
    assert sigma_at(Strength(30.0, 3.0, 200, at(0)), at(3653)) == SIGMA


def test_a_rating_is_provisional_with_few_games_and_again_after_years_away():
    few, known = Strength(28.0, 3.0, 9, at(0)), Strength(28.0, 3.0, 10, at(0))

    assert shown(few, at(0)).provisional
    assert not shown(known, at(0)).provisional
    assert shown(known, at(9 * 365)).provisional


@pytest.mark.parametrize(
    ("teams", "ranks"), [([[UNKNOWN]], (1,)), ([[UNKNOWN], []], (1, 2)), ([[UNKNOWN], [UNKNOWN]], (1,))]
)
def test_no_game_is_rated_that_has_not_two_sides_with_places(teams: list[list[Strength]], ranks: tuple[int, ...]):
    with pytest.raises(ValueError, match="two teams"):
        rate(teams, ranks, at(0))


def test_losing_sides_stand_in_the_order_of_their_points():
    assert places((3, 9, 9), winners=(0,)) == (1, 2, 2)


# What is rated


@db
def test_everybody_in_a_game_has_a_rating_of_its_family():
    four = people()
    game = finished(four, winners=(1,))

    assert update_ratings() == 1

    assert {one.player for one in Rating.objects.filter(family="28", stream=game.stream, latest=True)} == set(four)
    assert now_of(four[0]).mu < MU < now_of(four[1]).mu


@db
def test_a_family_that_cannot_be_rated_keeps_the_other_from_nothing(monkeypatch: pytest.MonkeyPatch, caplog):
    four = people()
    finished(four, winners=(0,))
    finished(four, winners=(1,), rules="56-kerala-4", days=1)
    real = services._rate_from

    def rate_from(since, family, *rest):
        if family == "28":
            raise ArithmeticError("not a number")
        return real(since, family, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(services, "_rate_from", rate_from)
        assert update_ratings() == 1
    assert set(Rating.objects.values_list("family", flat=True)) == {"56"}
    assert "The update of ratings failed for 28: ArithmeticError" in caplog.text

    assert update_ratings() == 1
    assert set(Rating.objects.values_list("family", flat=True)) == {"28", "56"}


@db
def test_28_and_56_are_rated_apart():
    four = people()
    finished(four, winners=(0,))
    finished(four, winners=(1,), rules="56-kerala-4", days=1)

    update_ratings()

    assert now_of(four[0], "28").mu > MU > now_of(four[0], "56").mu


@db
@pytest.mark.parametrize("rules", ["28-pagat-6", "28-kerala-3", "56-kerala-8"])
def test_teams_of_several_and_three_sides_are_rated(rules: str):
    players = [person(f"Player {number}") for number in range(int(rules[-1]))]
    finished(players, rules=rules, winners=(1,))

    assert update_ratings() == 1
    assert Rating.objects.count() == len(players)


@db
@pytest.mark.parametrize(
    "more",
    [
        {"counts": False},
        {"winners": ()},
        {"seats": 3},
    ],
    ids=["friendly or taken back", "without a result", "somebody unknown"],
)
def test_what_does_not_count_is_not_rated(more: dict[str, object]):
    four: list[Player | None] = [*people()]
    if more.pop("seats", None):
        four[3] = None
    finished(four, **more)  # type: ignore[arg-type]

    assert update_ratings() == 0
    assert not Rating.objects.exists()


@db
def test_of_two_in_one_seat_the_one_of_most_hands_is_rated():
    four = people()
    game = finished([four[0], None, four[2], four[3]])
    sat(game, four[1], 1, 1, hands=7)
    late = person("Late")
    sat(game, late, 1, 1, hands=3)

    update_ratings()

    assert now_of(four[1]).mu < MU
    assert not Rating.objects.filter(player=late).exists()


@db
def test_people_who_met_people_are_rated_with_the_bots_among_them():
    two = people(2)
    partners = [bot("Unni"), bot("Kunju")]
    finished([two[0], two[1], *partners])

    update_ratings()

    assert Rating.objects.count() == 4


@db
def test_nobody_wins_a_rating_from_bots_alone_but_the_bots_learn_theirs():
    one, bots = person("Ammini"), [bot(name) for name in ("Unni", "Kunju", "Kuttan")]
    finished([one, *bots])

    update_ratings()

    assert set(Rating.objects.values_list("player", flat=True)) == {each.pk for each in bots}


# Following the results


@db
def test_a_later_game_goes_on_from_the_one_before():
    four = people()
    finished(four, winners=(0,))
    update_ratings()
    second = finished(four, winners=(0,), days=7)
    update_ratings()

    row = now_of(four[0])

    assert (row.stream, row.games) == (second.stream, 2)
    assert Rating.objects.filter(player=four[0]).count() == 2
    followed = ratings()
    compute_ratings()
    assert ratings() == followed


@db
def test_a_result_written_down_late_takes_its_place_in_the_order():
    four = people()
    finished(four, winners=(0,), days=0)
    finished(four, winners=(0,), days=14)
    update_ratings()
    finished(four, winners=(1,), days=7)
    update_ratings()

    followed = ratings()
    compute_ratings()

    assert ratings() == followed
    assert [one.games for one in Rating.objects.filter(player=four[0]).order_by("rated_at")] == [1, 2, 3]


@db
def test_a_withdrawn_result_was_never_played():
    four = people()
    first = finished(four, winners=(0,))
    finished(four, winners=(1,), days=1)
    update_ratings()

    PlayedGame.objects.filter(pk=first.pk).update(counts=False)
    update_ratings()

    assert not Rating.objects.filter(stream=first.stream).exists()
    assert now_of(four[0]).games == 1
    followed = ratings()
    compute_ratings()
    assert ratings() == followed


@db
def test_who_has_no_game_left_has_no_rating():
    four = people()
    game = finished(four)
    update_ratings()
    PlayedGame.objects.filter(pk=game.pk).update(counts=False)

    update_ratings()

    assert not Rating.objects.exists()


@db
def test_what_a_guest_won_is_the_claiming_players():
    four, guest = people(), person("Guest")
    finished([guest, *four[1:]], winners=(0,))
    finished(four, winners=(0,), days=1)
    update_ratings()

    Player.objects.filter(pk=guest.pk).update(merged_into=four[0])
    update_ratings()

    assert not Rating.objects.filter(player=guest).exists()
    assert now_of(four[0]).games == 2
    followed = ratings()
    compute_ratings()
    assert ratings() == followed

    Player.objects.filter(pk=guest.pk).update(merged_into=None)
    update_ratings()

    assert (now_of(guest).games, now_of(four[0]).games) == (1, 1)
    followed = ratings()
    compute_ratings()
    assert ratings() == followed


@db
def test_a_game_of_somebody_with_oneself_is_not_rated():
    """A guest is claimed by a player who sat at the same table: that cannot be, so nothing is concluded from it."""
    four = people()
    finished(four)
    Player.objects.filter(pk=four[1].pk).update(merged_into=four[0])

    assert update_ratings() == 0


@db
def test_games_that_end_together_are_rated_in_the_order_of_their_ids():
    four = people()
    low, high = UUID(int=1), UUID(int=2)
    finished(four, winners=(1,), stream=high)
    update_ratings()
    finished(four, winners=(0,), stream=low)
    update_ratings()

    assert list(Rating.objects.filter(player=four[0]).order_by("games").values_list("stream", flat=True)) == [low, high]


@db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    games=st.lists(
        st.tuples(st.permutations(range(5)), st.integers(0, 6), st.sampled_from([(0,), (1,), (0, 1)])),
        min_size=2, max_size=7,
    ),
    data=st.data(),
)  # fmt: skip
def test_ratings_are_the_same_in_whatever_order_results_become_known(games: list, data: st.DataObject):
    """Lanes of the log are followed apart, so any order may be met; some results are withdrawn again."""
    clear()
    five = [person(f"Player {number}") for number in range(5)]
    order = data.draw(st.permutations(range(len(games))))
    streams = [UUID(int=number + 1) for number in range(len(games))]
    for place in order:
        seats, days, winners = games[place]
        finished([five[seat] for seat in seats[:4]], winners=winners, days=days, stream=streams[place])
        if data.draw(st.booleans()):
            update_ratings()
    withdrawn = data.draw(st.sampled_from(streams))
    PlayedGame.objects.filter(stream=withdrawn).update(counts=False)
    update_ratings()

    followed = ratings()
    compute_ratings()

    assert ratings() == followed
    assert sum(1 for *_, latest in followed.values() if latest) == len({player for player, *_ in followed})


def clear() -> None:
    """Remove what an example before has left."""
    for model in (Rating, RatingMark, GamePlayer, PlayedGame):
        model.objects.all().delete()


@db
def test_ratings_are_computed_anew_when_the_read_model_was_rebuilt():
    four = people()
    finished(four, winners=(0,))
    update_ratings()
    before = now_of(four[0]).mu
    number = serving()
    ProjectionRun.objects.filter(name="results").update(number=number + 1)
    PlayedGame.objects.update(projection_version=number + 1, winners=[1])
    GamePlayer.objects.update(projection_version=number + 1)
    RatingMark.objects.all().delete()

    update_ratings()

    assert now_of(four[0]).mu < MU < before


@db
def test_rows_that_are_still_being_built_mark_nothing():
    four = people()
    game = finished(four)
    RatingMark.objects.all().delete()

    PlayedGame.objects.filter(pk=game.pk).update(projection_version=2)
    PlayedGame.objects.filter(pk=game.pk).update(counts=False)

    assert not RatingMark.objects.exists()


@db
def test_a_running_game_marks_nothing_until_it_ends():
    four = people()
    game = finished(four)
    PlayedGame.objects.filter(pk=game.pk).update(ended_at=None)
    RatingMark.objects.all().delete()

    PlayedGame.objects.filter(pk=game.pk).update(points=[1, 0], hands=1)
    assert not RatingMark.objects.exists()
    PlayedGame.objects.filter(pk=game.pk).update(ended_at=at(1))
    assert RatingMark.objects.count() == 1


@db
def test_a_change_far_back_waits_until_changes_rest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.players.ratings.services.MANY", 2)
    four = people()
    for days in range(1, 4):
        finished(four, days=days)
    update_ratings()
    finished(four, days=0)

    assert update_ratings() == 0
    RatingMark.objects.update(marked_at=timezone.now() - timedelta(minutes=1))
    assert update_ratings() == 4
    assert not RatingMark.objects.exists()


@db
def test_a_change_far_back_waits_no_longer_than_minutes_on_a_busy_evening(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.players.ratings.services.MANY", 2)
    four = people()
    for days in range(1, 4):
        finished(four, days=days)
    update_ratings()
    finished(four, days=0)
    RatingMark.objects.update(marked_at=timezone.now() - timedelta(minutes=6))
    finished(four, days=4)

    assert update_ratings() == 5


@db
def test_of_a_flood_of_changes_everything_is_computed_anew(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.players.ratings.services.MANY", 2)
    four = people()
    for days in range(4):
        finished(four, days=days)
    update_ratings()
    PlayedGame.objects.filter(ended_at__gte=at(1)).update(winners=[1])

    assert update_ratings() == 0
    RatingMark.objects.update(marked_at=timezone.now() - timedelta(minutes=1))
    assert update_ratings() == 4
    followed = ratings()
    compute_ratings()
    assert ratings() == followed


@db
def test_the_command_computes_all_ratings_anew(capsys: pytest.CaptureFixture[str]):
    four = people()
    finished(four)
    update_ratings()
    followed = ratings()
    Rating.objects.update(mu=1.0)

    call_command("compute_ratings")

    assert ratings() == followed
    assert capsys.readouterr().out == "Rated games: 1.\n"


# From the events


@pytest.mark.django_db(transaction=True)
def test_a_game_that_was_played_is_rated_and_a_rebuilt_read_model_changes_nothing():
    bots_play("28-kerala-4")
    projector.run_all()

    assert update_ratings() == 1
    followed = ratings()
    assert len(followed) == 4
    rebuilding.rebuild(Results)
    assert update_ratings() == 1  # the rows of another run are looked at anew
    assert ratings() == followed


@pytest.mark.django_db(transaction=True)
def test_results_written_down_in_any_order_withdrawn_and_of_a_guest_are_followed():
    four, guest = people(), person("Guest")
    club = club_of(*four, guest)

    def enter(players: list[Player], points: tuple[int, int], day: int) -> WrittenResult:
        return enter_result(
            club=club, player=four[0], rules="28-kerala-4", players=players, points=points,
            played_on=date(2026, 5, day), now=at(40),
        )  # fmt: skip

    def follow() -> None:
        projector.run_all()
        update_ratings()

    wrong = enter(four, (9, 2), 20)
    follow()
    enter([guest, *four[1:]], (3, 5), 8)
    follow()
    assert [one.games for one in Rating.objects.filter(player=four[1]).order_by("rated_at")] == [1, 2]
    withdraw_result(result_id=wrong.pk, player=four[0], reason="Written twice", now=at(41))
    Player.objects.filter(pk=guest.pk).update(merged_into=four[0])
    follow()

    assert now_of(four[0]).games == 1
    assert now_of(four[0]).mu < MU
    followed = ratings()
    compute_ratings()
    assert ratings() == followed
