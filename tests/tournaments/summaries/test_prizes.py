"""Prizes: who gets which, overall and in categories, one each or several, and shared where entrants are level."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.summaries.prizes import PrizeWanted, places_so_far, winners_of

JUNIORS = frozenset({2, 4, 5})
PLACES = ((1,), (2,), (3,), (4, 5), (6,))


def won(*prizes: PrizeWanted, several: bool = False, barred: tuple[int, ...] = ()) -> dict[int, tuple[int, ...]]:
    return winners_of(prizes, PLACES, several=several, barred=barred)


def test_places_overall_and_in_a_category():
    prizes = (PrizeWanted(1, 1), PrizeWanted(2, 2), PrizeWanted(3, 1, JUNIORS))
    assert won(*prizes, several=True) == {1: (1,), 2: (2,), 3: (2,)}


def test_an_entrant_with_a_prize_is_passed_over_in_a_category():
    prizes = (PrizeWanted(1, 1), PrizeWanted(2, 2), PrizeWanted(3, 1, JUNIORS))
    assert won(*prizes) == {1: (1,), 2: (2,), 3: (4, 5)}


def test_level_entrants_share_every_place_that_they_cover():
    prizes = (PrizeWanted(1, 4), PrizeWanted(2, 5), PrizeWanted(3, 6))
    assert won(*prizes) == {1: (4, 5), 2: (4, 5), 3: (6,)}


def test_nobody_gets_a_prize_for_a_place_that_nobody_has_or_that_is_barred():
    assert won(PrizeWanted(1, 9)) == {1: ()}
    assert won(PrizeWanted(1, 1), barred=(1,)) == {1: (2,)}
    assert won(PrizeWanted(1, 1, frozenset())) == {1: ()}


@given(
    st.permutations(range(1, 9)),
    st.lists(st.tuples(st.integers(1, 5), st.none() | st.frozensets(st.integers(1, 8))), max_size=8),
)
def test_nobody_wins_two_prizes_of_categories_unless_that_is_allowed(order, wanted):
    prizes = [PrizeWanted(number, place, among) for number, (place, among) in enumerate(wanted)]
    prizes.sort(key=lambda one: one.among is not None)
    places = tuple((entrant,) for entrant in order)
    winners = winners_of(prizes, places, several=False)
    overall = [entrant for one in prizes if one.among is None for entrant in winners[one.id]]
    beside = [entrant for one in prizes if one.among is not None for entrant in winners[one.id]]
    assert not set(overall) & set(beside)
    taken: set[int] = set(overall)
    for one in prizes:
        if one.among is not None:
            assert not taken & set(winners[one.id])
            taken |= set(winners[one.id])
            assert set(winners[one.id]) <= one.among


def test_places_follow_the_standings_until_the_end_and_those_who_left_are_in_none():
    from tournaments.deeds.entering import Leave
    from tournaments.deeds.opening import CloseTournament
    from tournaments.deeds.staging import CloseStage

    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin", tie_breaks=("points", "seed"), match=MatchPlan(place="desk")))
    play.pair(1)
    play.play_round(1)
    assert places_so_far(play.state)[0] == (1,)
    play.do(Leave(entrant=1))
    assert all(1 not in level for level in places_so_far(play.state))
    play.do(CloseStage(stage=1))
    play.do(CloseTournament())
    assert places_so_far(play.state) == play.state.places
