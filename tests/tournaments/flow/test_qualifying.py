"""Qualifying: places of groups, the best of the next place, the next in line, wild cards."""

from collections.abc import Mapping

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, staging
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.flow.qualifying import best_of, field_of

TIE_BREAKS = ("points", "difference", "seed")
GROUPS = StagePlan(type="round_robin", groups=2, tie_breaks=TIE_BREAKS)


def closed(entrants: int, plan: StagePlan = GROUPS, margins: Mapping[tuple[int, int], int] | None = None) -> Play:
    """Return a closed first stage, in which the entrant with the smaller number wins.

    Args:
        margins: By winner and loser, the difference of their points where it is not 2; negative: the loser wins.
    """
    play = Play()
    play.enter(entrants)
    play.pair(play.begin(plan))
    while open_matches := play.open_matches(1):
        for match in open_matches:
            (home,), (away,) = match.sides
            winner, loser = sorted((home, away))
            lead = (margins or {}).get((winner, loser), 2)
            play.report(match.number, 10 + (lead if home == winner else 0), 10 + (lead if away == winner else 0))
    play.do(staging.CloseStage(stage=1))
    return play


def field(play: Play, *sources: Qualifiers) -> tuple[int, ...]:
    """Return who would play in a second stage with some sources."""
    return now(follow(play, *sources))


def follow(play: Play, *sources: Qualifiers) -> Play:
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=sources)))
    return play


def now(play: Play) -> tuple[int, ...]:
    return field_of(play.state, 2)


# Groups are (1, 4, 5, 8) and (2, 3, 6, 7).


def test_the_first_of_one_group_go_on_in_their_order() -> None:
    play = closed(5, StagePlan(type="round_robin", tie_breaks=TIE_BREAKS))
    assert field(play, Qualifiers(stage=1, last=3)) == (1, 2, 3)


def test_the_winners_of_all_groups_come_before_the_seconds() -> None:
    going_on = field(closed(8), Qualifiers(stage=1, last=2))
    assert (set(going_on[:2]), set(going_on[2:])) == ({1, 2}, {3, 4})


def test_on_one_place_the_better_record_comes_first() -> None:
    better_second = closed(8, margins={(2, 3): 9})
    assert field(better_second, Qualifiers(stage=1)) == (2, 1)
    better_first = closed(8, margins={(1, 4): 9})
    assert field(better_first, Qualifiers(stage=1)) == (1, 2)


def test_places_in_the_middle_play_for_their_own_cup() -> None:
    assert set(field(closed(8), Qualifiers(stage=1, first=3, last=4))) == {5, 6, 7, 8}


def test_two_sources_follow_one_another_and_nobody_comes_twice() -> None:
    play = closed(8)
    both = field(play, Qualifiers(stage=1), Qualifiers(stage=1, last=2))
    assert (set(both[:2]), set(both[2:]), len(both)) == ({1, 2}, {3, 4}, 4)


def test_the_best_of_the_third_places_go_on() -> None:
    play = closed(9, StagePlan(type="round_robin", groups=3, tie_breaks=TIE_BREAKS))
    assert play.state.stages[1].groups == ((1, 6, 7), (2, 5, 8), (3, 4, 9))
    assert field(play, Qualifiers(stage=1, last=2, best=2))[6:] == (7, 8), "level: in the order of the groups"
    other = closed(9, StagePlan(type="round_robin", groups=3, tie_breaks=TIE_BREAKS), {(4, 9): 1, (5, 8): 5})
    assert field(other, Qualifiers(stage=1, last=2, best=2))[6:] == (9, 7)


def test_thirds_of_groups_of_different_sizes_are_compared_without_the_last_of_the_larger() -> None:
    """The win of 6 over 7 is left out; by their defeats 5 is better."""
    play = closed(7, margins={(6, 7): 9, (3, 6): 5})
    assert play.state.stages[1].groups == ((1, 4, 5), (2, 3, 6, 7))
    assert best_of(play.state, play.state.stages[1], [6, 5]) == [5, 6]
    assert field(play, Qualifiers(stage=1, last=2, best=1))[-1] == 5
    other = closed(7, margins={(1, 5): 9, (3, 6): 5})
    assert field(other, Qualifiers(stage=1, last=2, best=1))[-1] == 6


def test_an_entrant_that_declines_leaves_its_place_to_the_next_in_line_of_its_group() -> None:
    play = follow(closed(8), Qualifiers(stage=1, last=2))
    before = now(play)
    play.do(staging.DeclineQualification(stage=2, entrant=1))
    assert set(now(play)) == {*before, 5} - {1}
    assert set(now(play)[:2]) == {2, 4}, "the second of its group is now its first"


def test_an_entrant_that_has_declined_may_be_the_best_third_no_more() -> None:
    play = follow(closed(8), Qualifiers(stage=1, last=2, best=1))
    third = now(play)[-1]
    play.do(staging.DeclineQualification(stage=2, entrant=third))
    assert third not in now(play)
    assert len(now(play)) == 5


def test_an_entrant_that_has_left_is_passed_over() -> None:
    play = Play()
    play.enter(4)
    play.pair(play.begin(StagePlan(type="round_robin", tie_breaks=TIE_BREAKS)))
    play.play_round(1)
    play.do(entering.Disqualify(entrant=1, reason="conduct"))
    play.do(staging.CloseStage(stage=1))
    assert field(play, Qualifiers(stage=1, last=2)) == (2, 3)


def test_one_that_has_left_and_returned_goes_on() -> None:
    play = Play()
    play.enter(4)
    play.pair(play.begin(StagePlan(type="round_robin", tie_breaks=TIE_BREAKS)))
    play.play_round(1)
    play.do(entering.Leave(entrant=1))
    play.do(staging.CloseStage(stage=1))
    follow(play, Qualifiers(stage=1, last=2))
    assert now(play) == (2, 3)
    play.do(entering.Return(entrant=1))
    assert now(play) == (1, 2)


def test_wild_cards_come_last_in_the_order_in_which_they_were_given() -> None:
    play = follow(closed(8), Qualifiers(stage=1))
    before = now(play)
    play.do(staging.GiveWildCard(stage=2, entrant=8))
    play.do(staging.GiveWildCard(stage=2, entrant=5))
    assert now(play) == (*before, 8, 5)


def test_a_wild_card_is_given_back_by_declining_and_can_be_given_again() -> None:
    play = follow(closed(8), Qualifiers(stage=1))
    before = now(play)
    play.do(staging.GiveWildCard(stage=2, entrant=8))
    play.do(staging.DeclineQualification(stage=2, entrant=8))
    assert now(play) == before
    assert play.do(staging.DeclineQualification(stage=2, entrant=8)) == []
    play.do(staging.GiveWildCard(stage=2, entrant=8))
    assert now(play) == (*before, 8)


def test_a_wild_card_of_one_that_withdraws_is_nobodys() -> None:
    play = follow(closed(8), Qualifiers(stage=1))
    play.enter(1)
    play.do(staging.GiveWildCard(stage=2, entrant=9))
    assert now(play)[-1] == 9
    play.do(entering.Withdraw(entrant=9))
    assert 9 not in now(play)


def test_the_first_stage_takes_the_entry_list_without_those_that_wait_or_withdrew() -> None:
    play = Play(capacity=3)
    play.enter(5)
    play.do(entering.Withdraw(entrant=2))
    play.do(entering.SetSeeds(order=(5, 4, 3, 2, 1)))
    play.do(opening.PlanStage(plan=GROUPS))
    assert field_of(play.state, 1) == (4, 3, 1)


def test_where_entrants_check_in_only_those_present_begin() -> None:
    play = Play(check_in=True)
    play.enter(3)
    for entrant in (1, 3):
        play.do(entering.CheckIn(entrant=entrant))
    play.do(opening.PlanStage(plan=GROUPS))
    assert field_of(play.state, 1) == (1, 3)


def test_one_that_was_disqualified_begins_no_stage_of_the_entry_list() -> None:
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="swiss", rounds=1))
    play.do(entering.Disqualify(entrant=2))
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out")))
    assert field_of(play.state, 2) == (1, 3, 4)


def test_the_first_of_a_knock_out_go_on_by_their_places() -> None:
    play = closed(4, StagePlan(type="knock_out", options={"third_place": True}))
    assert field(play, Qualifiers(stage=1, last=3)) == (1, 2, 3)


def test_the_next_stage_is_seeded_by_the_order_of_those_that_qualified() -> None:
    play = follow(closed(8, margins={(2, 3): 9}), Qualifiers(stage=1, last=2))
    expected = now(play)
    play.do(staging.BeginStage(stage=2))
    play.do(staging.PairRound(stage=2))
    assert play.state.stages[2].groups == (expected,)
    first = next(match for match in play.state.matches_of(2))
    assert first.sides == ((2,), (expected[3],))
