"""Groups of a stage: the snake, lots, and entrants of one club apart."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.deeds import opening, staging
from tournaments.events import entering as events
from tournaments.events.settings import StagePlan
from tournaments.flow.grouping import groups_of


def test_seeds_are_dealt_out_in_a_snake() -> None:
    assert groups_of(range(1, 13), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))


def test_one_group_is_the_field_in_its_order() -> None:
    assert groups_of((3, 1, 2), 1) == ((3, 1, 2),)


def test_the_last_row_of_an_uneven_field_goes_on_with_the_snake() -> None:
    assert groups_of(range(1, 8), 3) == ((1, 6, 7), (2, 5), (3, 4))
    assert groups_of(range(1, 6), 3) == ((1,), (2, 5), (3, 4))


@given(st.integers(1, 60), st.integers(1, 9))
def test_everybody_is_in_one_group_and_the_sizes_differ_by_one_at_most(entrants: int, count: int) -> None:
    groups = groups_of(range(entrants), count)
    assert sorted(entrant for group in groups for entrant in group) == list(range(entrants))
    sizes = {len(group) for group in groups}
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 9), st.data())
def test_each_row_of_seeds_is_spread_over_all_groups_whatever_the_clubs(count: int, data: st.DataObject) -> None:
    entrants = data.draw(st.integers(count, 60))
    clubs = {entrant: data.draw(st.sampled_from(("a", "b", "c", None))) for entrant in range(entrants)}
    groups = groups_of(range(entrants), count, clubs)
    for start in range(0, entrants - count + 1, count):
        row = set(range(start, start + count))
        assert [len(row & set(group)) for group in groups] == [1] * count


def test_two_of_one_club_are_in_different_groups_where_that_is_possible() -> None:
    """By the snake 1 and 4 would be together."""
    clubs = {1: "pala", 2: "kochi", 3: "thrissur", 4: "pala"}
    assert groups_of((1, 2, 3, 4), 2) == ((1, 4), (2, 3))
    assert groups_of((1, 2, 3, 4), 2, clubs) == ((1, 3), (2, 4))


def test_more_of_a_club_than_there_are_groups_are_spread_evenly() -> None:
    clubs = {entrant: "pala" if entrant % 2 else None for entrant in range(12)}
    groups = groups_of(range(12), 3, clubs)
    assert [Counter(clubs[entrant] for entrant in group)["pala"] for group in groups] == [2, 2, 2]


def begun(plan: StagePlan, entrants: int, clubs: tuple[str, ...] = ()) -> tuple[tuple[int, ...], ...]:
    play = Play()
    play.enter(entrants, clubs)
    play.begin(plan)
    return play.state.stages[1].groups


def test_a_stage_keeps_clubs_apart_only_if_its_plan_says_so() -> None:
    clubs = ("pala", "kochi", "kochi", "pala")
    assert begun(StagePlan(type="round_robin", groups=2), 4, clubs) == ((1, 4), (2, 3))
    assert begun(StagePlan(type="round_robin", groups=2, apart=1), 4, clubs) == ((1, 3), (2, 4))


def test_groups_follow_the_last_lot_where_the_plan_has_them_drawn() -> None:
    play = Play()
    play.enter(4)
    play.do(opening.PlanStage(plan=StagePlan(type="round_robin", groups=2, by_lot=True)))
    assert play.refusal(staging.BeginStage(stage=1)) == "no-lot"
    for lot, order in ((1, (1, 2, 3, 4)), (2, (4, 2, 1, 3))):
        play._keep([events.LotPromised(lot, (1, 2, 3, 4), "f", "s"), events.LotDrawn(lot, "s", order)])
    play.state = play.folded()
    play.do(staging.BeginStage(stage=1))
    assert play.state.stages[1].groups == ((4, 3), (2, 1))


def test_a_lot_that_leaves_somebody_out_is_no_lot_for_the_groups() -> None:
    play = Play()
    play.enter(4)
    play.do(opening.PlanStage(plan=StagePlan(type="round_robin", groups=2, by_lot=True)))
    play._keep([events.LotPromised(1, (1, 2, 3), "f", "s"), events.LotDrawn(1, "s", (1, 2, 3))])
    play.state = play.folded()
    assert play.refusal(staging.BeginStage(stage=1)) == "no-lot"


@given(st.integers(2, 6), st.data())
def test_no_exchange_within_a_row_would_keep_more_of_a_club_apart(count: int, data: st.DataObject) -> None:
    order = list(range(2 * count))
    clubs = {entrant: data.draw(st.sampled_from("abcd")) for entrant in order}
    groups = groups_of(order, count, clubs)
    first = [group[0] for group in groups]
    second = [group[1] for group in groups]
    met = sum(clubs[one] == clubs[other] for one, other in zip(first, second, strict=True))
    # What cannot be avoided: those of a club in the second row beyond the groups whose first is of another.
    forced = sum(
        max(0, sum(clubs[one] == club for one in second) + sum(clubs[one] == club for one in first) - count)
        for club in set(clubs.values())
    )
    assert met == forced
