"""The pace of an event and the end of a game: what holds of every forecast."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tournaments.forecast.ending import Game, end_of, own_pace
from tournaments.forecast.pace import PRIOR_HANDS, Stretch, pace_of, usual_hands, usual_seconds

SECONDS = st.floats(1, 4000)
STRETCHES = st.lists(st.builds(Stretch, st.integers(1, 60), SECONDS), max_size=12)


@st.composite
def games(draw: st.DrawFn) -> Game:
    began = draw(st.floats(0, 5_000))
    hands = draw(st.integers(1, 40))
    done = draw(st.none() | st.integers(0, hands))
    moved = began + (draw(st.floats(0, 5_000)) if done else 0)
    until = draw(st.none() | st.floats(0, 8_000).map(lambda more: began + more))
    return Game(began, hands, done, moved, until)


NOWS = st.floats(10_000, 20_000)


def test_before_anything_is_played_the_pace_is_that_of_the_rule_set():
    assert pace_of([], usual_seconds("28", 4)).seconds == 180
    assert usual_seconds("56", 6) > usual_seconds("28", 6)
    assert usual_hands("56") > usual_hands("28")
    assert pace_of([Stretch(0, 900.0), Stretch(3, 0.0)], 200).hands == 0


def test_much_play_outweighs_what_is_usual():
    pace = pace_of([Stretch(12, 12 * 100.0)] * 20, 180)
    assert pace.hands == 240
    assert 100 < pace.seconds < 105


@given(STRETCHES, SECONDS, st.integers(0, 11), st.floats(0, 4000))
def test_a_longer_stretch_never_makes_the_pace_shorter(stretches, usual, place, more):
    before = pace_of(stretches, usual).seconds
    if stretches:
        place %= len(stretches)
        stretches[place] = replace(stretches[place], seconds=stretches[place].seconds + more)
    assert pace_of(stretches, usual).seconds >= before - 1e-6


@given(st.lists(st.builds(Stretch, st.just(6), st.floats(600, 900)), min_size=5, max_size=20), st.floats(1, 10**6))
def test_one_table_that_stood_still_moves_the_pace_no_further_than_the_others_lie(stretches, idle):
    pace = pace_of([*stretches, Stretch(6, 900 + idle)], 120).seconds
    assert pace <= 150, "the slowest of the others plays a hand in 150 seconds"
    assert 6 * len(stretches) > PRIOR_HANDS


@given(games(), SECONDS, NOWS)
def test_no_running_game_ends_in_the_past(game, pace, now):
    assert end_of(game, pace, now) >= now


@given(games(), SECONDS, NOWS, st.floats(0, 5_000))
def test_waiting_without_a_hand_brings_no_end_nearer(game, pace, now, later):
    assert end_of(game, pace, now + later) >= end_of(game, pace, now) - 1e-6


@given(games(), SECONDS, NOWS, st.floats(0, 1_000))
def test_a_slower_event_ends_no_game_earlier(game, pace, now, slower):
    assert end_of(game, pace + slower, now) >= end_of(game, pace, now) - 1e-6


@given(games(), SECONDS, NOWS, st.integers(1, 20))
def test_more_hands_to_play_end_no_game_earlier(game, pace, now, more):
    assert end_of(replace(game, hands=game.hands + more), pace, now) >= end_of(game, pace, now) - 1e-6


@given(games(), SECONDS, NOWS)
def test_a_hand_that_is_done_ends_no_game_later_than_one_that_is_not(game, pace, now):
    if game.done is not None and game.done < game.hands:
        further = replace(game, done=game.done + 1)
        assert end_of(further, pace, now) <= end_of(game, pace, now) + 1e-6


@given(games(), SECONDS, NOWS)
def test_a_time_limit_admits_no_hand_after_it(game, pace, now):
    limited = replace(game, until=game.began + 600)
    own = pace if game.done is None else own_pace(game, pace)
    assert end_of(limited, pace, now) <= max(now, game.began + 600 + own, game.moved) + 1e-6


def test_a_table_whose_hand_takes_long_ends_as_much_later():
    game = Game(began=0, hands=10, done=5, moved=500)
    assert end_of(game, 100, now=500) == 1000
    assert end_of(game, 100, now=560) == 1000, "the running hand has its time"
    assert end_of(game, 100, now=900) == 1300, "five minutes late: the four hands after this one"
    assert end_of(Game(0, 10, None, 0), 100, now=500) == 1000
    assert end_of(Game(0, 10, 10, 900), 100, now=950) == 950, "only the report is missing"
