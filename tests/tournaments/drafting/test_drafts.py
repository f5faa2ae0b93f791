"""What is computed before a deed: rounds of a Swiss, edits by hand, long schedules, large brackets, stale drafts."""

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from msgspec.structs import replace

from games.store.limits import MOST_BODY
from tests.tournaments.helpers.play import DIRECTOR, Play
from tournaments.deeds import entering, playing, staging
from tournaments.deeds.base import Deed
from tournaments.deeds.deciding import decide
from tournaments.deeds.staging import StaleDraft
from tournaments.directing.due import due
from tournaments.drafting.rounds import MAX_EVENTS
from tournaments.events import entering as entering_events
from tournaments.events import staging as events
from tournaments.events.settings import StagePlan
from tournaments.formats.errors import DrawError, PairingError
from tournaments.formats.swiss import COST_PARTS
from tournaments.summaries.steps import next_steps

SWISS = StagePlan(type="swiss", rounds=4, tie_breaks=("points", "seed"))


def swiss(entrants: int, rounds: int = 0, **changes: Any) -> Play:
    """Return a Swiss with so many rounds played, in which the entrant with the smaller number wins."""
    play = Play(**changes)
    play.enter(entrants)
    play.begin(SWISS)
    for _ in range(rounds):
        play.pair(1)
        play.play_round(1)
    return play


def many(entrants: int, plan: StagePlan) -> Play:
    """Return a stage with many entrants that has begun."""
    play = Play()
    play._keep(
        [entering_events.EntrantEntered(number, (f"p{number}a", f"p{number}b")) for number in range(1, entrants + 1)]
    )
    play.state = play.folded()
    play.begin(plan)
    return play


def resting(play: Play, number: int) -> list[int]:
    return [match.entrants[0] for match in play.state.matches.values() if match.is_bye and match.round == number]


def size(event: Any) -> int:
    """Return the bytes of an event's body as the database writes it, with a blank after each comma and colon."""
    return len(json.dumps(msgspec.to_builtins(event)))


# Rounds of a Swiss.


def test_a_wished_bye_is_given_and_the_others_are_paired() -> None:
    play = swiss(6, 1)
    for entrant in (1, 2):
        play.do(entering.WishBye(entrant=entrant, stage=1, round=2))
    play.pair(1)
    assert resting(play, 2) == [1, 2]
    paired = [match for match in play.state.matches.values() if match.round == 2 and not match.is_bye]
    assert {entrant for match in paired for entrant in match.entrants} == {3, 4, 5, 6}


def test_a_wished_bye_that_leaves_an_odd_number_makes_another_rest_as_well() -> None:
    play = swiss(6)
    play.do(entering.WishBye(entrant=1, stage=1, round=1))
    play.pair(1)
    assert resting(play, 1) == [6, 1], "the last seed because it must, the first because it wished"


def test_a_wish_that_was_taken_back_or_is_for_another_round_is_no_wish() -> None:
    play = swiss(4)
    play.do(entering.WishBye(entrant=1, stage=1, round=1))
    play.do(entering.WishBye(entrant=1, stage=1, round=1, wished=False))
    play.do(entering.WishBye(entrant=2, stage=1, round=2))
    play.pair(1)
    assert resting(play, 1) == []


def test_one_that_has_left_gets_no_bye_for_its_wish() -> None:
    play = swiss(5, 1)
    play.do(entering.WishBye(entrant=1, stage=1, round=2))
    play.do(entering.Leave(entrant=1))
    play.pair(1)
    assert 1 not in [entrant for match in play.state.matches.values() if match.round == 2 for entrant in match.entrants]


def test_a_late_entrant_is_paired_from_its_first_round_on() -> None:
    play = swiss(4, 1)
    play.enter(1)
    play.do(entering.Join(entrant=5, stage=1))
    play.pair(1)
    assert 5 in resting(play, 2)


def test_a_draft_without_an_entrant_that_joined_since_waits_until_it_is_paired_again_or_by_hand() -> None:
    play = swiss(4, 1)
    play.do(staging.PairRound(stage=1))
    play.enter(1)
    play.do(entering.Join(entrant=5, stage=1))
    assert play.refusal(staging.ReleaseRound(stage=1, round=2)) == "entrants-unpaired"
    release, away, *_others = next_steps(play.state)
    assert (release.without, bool(release.why_not), away.chief) == ((5,), True, True)
    paired = tuple(match.sides for match in play.state.matches.values() if match.round == 2)
    by_hand = staging.EditPairings(stage=1, round=2, matches=paired)
    assert play.refusal(by_hand) == "wrong-entrants"
    play.do(replace(by_hand, matches=(*paired, ((5,),))))
    play.do(staging.ReleaseRound(stage=1, round=2))
    assert resting(play, 2) == [5]


def test_the_server_pairs_again_what_was_paired_without_a_late_entrant() -> None:
    play = swiss(4, 1)
    play.do(staging.PairRound(stage=1))
    play.enter(1)
    play.do(entering.Join(entrant=5, stage=1))
    automatic = replace(play.state, settings=replace(play.state.settings, automatic=True))
    assert due(automatic, play.state.at).deeds == (staging.UnpairRound(stage=1, round=2),)


def test_a_round_in_which_all_but_one_wish_a_bye_cannot_be_paired() -> None:
    play = swiss(4)
    for entrant in (1, 2, 3):
        play.do(entering.WishBye(entrant=entrant, stage=1, round=1))
    with pytest.raises(PairingError, match="no two entrants"):
        play.do(staging.PairRound(stage=1))


def test_forbidden_meetings_are_avoided_as_long_as_that_is_possible() -> None:
    play = swiss(4)
    play.do(entering.ForbidMeeting(entrants=(1, 3)))
    play.do(staging.PairRound(stage=1))
    assert {1, 3} not in [set(match.entrants) for match in play.state.matches.values()]
    assert play.state.stages[1].rounds[0].cost[0] == "0"


def test_groups_of_a_swiss_are_paired_side_by_side() -> None:
    play = Play()
    play.enter(9)
    play.begin(StagePlan(type="swiss", rounds=2, groups=2))
    play.pair(1)
    assert [(one.number, one.group) for one in play.state.stages[1].rounds] == [(1, 0), (1, 1)]
    for match in play.state.matches.values():
        assert set(match.entrants) <= set(play.state.stages[1].groups[match.group])


def test_a_draft_says_on_what_it_was_computed_and_what_it_costs() -> None:
    play = swiss(4, 1)
    moved = play.state.moved
    (paired,) = play.do(staging.PairRound(stage=1))
    assert paired.basis == moved
    assert len(paired.cost) == len(COST_PARTS)


# Edits by hand.


def edit(play: Play, *matches: Any) -> Any:
    (event,) = play.do(staging.EditPairings(stage=1, round=play.state.stages[1].last_round(), matches=matches))
    return event


def test_the_pairing_of_the_engine_written_by_hand_costs_the_same_and_breaks_nothing() -> None:
    play = swiss(6, 2)
    play.do(staging.PairRound(stage=1))
    paired = play.state.stages[1].rounds[-1]
    event = edit(play, *(play.state.matches[number].sides for number in paired.matches))
    assert (event.cost, event.broken) == (paired.cost, ())


def test_a_rematch_by_hand_is_named() -> None:
    play = swiss(4, 1)
    play.do(staging.PairRound(stage=1))
    met = [match.sides for match in play.state.matches.values() if match.round == 1]
    event = edit(play, *met)
    assert "rematches" in event.broken
    assert Fraction(event.cost[COST_PARTS.index("rematches")]) == 2
    stored = play.state.stages[1].rounds[-1]
    assert (stored.edited_cost, stored.broken) == (event.cost, event.broken)


def test_a_forbidden_meeting_by_hand_is_named() -> None:
    play = swiss(4)
    play.do(entering.ForbidMeeting(entrants=(1, 4)))
    play.do(staging.PairRound(stage=1))
    assert edit(play, ((1,), (4,)), ((2,), (3,))).broken[0] == "forbidden"


def test_the_bye_of_another_by_hand_is_named() -> None:
    play = swiss(5)
    play.do(staging.PairRound(stage=1))
    assert resting(play, 1) == [5]
    assert edit(play, ((1,), (2,)), ((4,), (5,)), ((3,),)).broken[0] == "bye_place"


def test_more_byes_than_there_have_to_be_are_named_and_not_compared() -> None:
    play = swiss(4)
    play.do(staging.PairRound(stage=1))
    event = edit(play, ((1,), (2,)), ((3,),), ((4,),))
    assert (event.cost, event.broken) == ((), ("byes",))


def test_one_that_wished_a_bye_and_is_paired_by_hand_is_not_compared() -> None:
    play = swiss(4)
    play.do(entering.WishBye(entrant=1, stage=1, round=1))
    play.do(staging.PairRound(stage=1))
    assert resting(play, 1) == [4, 1]
    assert edit(play, ((1,), (2,)), ((3,), (4,))).broken == ("byes",)
    assert edit(play, ((1,),), ((2,), (4,)), ((3,),)).broken == ("bye_place",)


def test_a_draft_is_edited_after_an_entrant_has_left_with_or_without_it() -> None:
    play = swiss(4)
    play.do(staging.PairRound(stage=1))
    play.do(entering.Leave(entrant=1))
    assert edit(play, ((2,), (3,)), ((4,),)).broken == ()
    assert edit(play, ((2,), (4,)), ((3,),)).broken == ()
    unfinished = staging.EditPairings(stage=1, round=1, matches=(((2,), (4,)),))
    assert play.refusal(unfinished) == "wrong-entrants"


def test_a_schedule_by_hand_has_no_cost() -> None:
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    play.do(staging.PairRound(stage=1))
    event = edit(play, ((1,), (2,)), ((3,), (4,)))
    assert (event.cost, event.broken) == ((), ())


def test_tables_of_an_individual_are_edited_with_their_partners() -> None:
    play = Play(kind="player", side=1, squad=1)
    for number in range(8):
        play.do(entering.Enter(squad=(f"p{number}",)))
    play.begin(StagePlan(type="individual", options={"rounds": 1}))
    play.do(staging.PairRound(stage=1))
    play.do(staging.EditPairings(stage=1, round=1, matches=(((1, 2), (3, 4)), ((5, 6), (7, 8)))))
    assert [match.sides for match in play.state.matches.values()] == [((1, 2), (3, 4)), ((5, 6), (7, 8))]
    alone = staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((5, 6, 3), (7, 8, 4))))
    assert play.refusal(alone) == "wrong-sides"


@given(st.integers(3, 9), st.integers(0, 2), st.randoms(use_true_random=False))
@examples(max_examples=30, deadline=None)
def test_no_pairing_by_hand_costs_less_than_that_of_the_engine(entrants: int, rounds: int, random: Random) -> None:
    play = swiss(entrants, rounds)
    play.do(staging.PairRound(stage=1))
    best = [Fraction(part) for part in play.state.stages[1].rounds[-1].cost]
    order = list(range(1, entrants + 1))
    random.shuffle(order)
    pairs = [((order[place],), (order[place + 1],)) for place in range(0, entrants - 1, 2)]
    event = edit(play, *pairs, *([((order[-1],),)] if entrants % 2 else []))
    had = [Fraction(part) for part in event.cost]
    assert had >= best
    assert event.broken == tuple(name for name, part, other in zip(COST_PARTS, had, best, strict=True) if part > other)
    assert bool(event.broken) >= (had > best)


# Stale drafts.


@pytest.mark.parametrize(
    ("deed", "between"),
    [
        (staging.PairRound(stage=1), entering.ForbidMeeting(entrants=(1, 2))),
        (staging.PairRound(stage=1), playing.CorrectResult(match=1, points=(0, 9), reason="misread")),
        (staging.PairRound(stage=1), entering.WishBye(entrant=1, stage=1, round=2)),
        (staging.PairRound(stage=1), entering.Leave(entrant=4)),
        (staging.PairRound(stage=1), staging.PairRound(stage=1)),
        (staging.CloseStage(stage=1), staging.AdjustPoints(stage=1, entrant=4, points="9", reason="late")),
    ],
)
def test_a_draft_is_stale_once_something_it_depends_on_has_changed(deed: Deed, between: Deed) -> None:
    play = swiss(4, 1)
    draft = play.draft(deed)
    assert play.do(between)
    with pytest.raises(StaleDraft):
        decide(play.state, deed, DIRECTOR, draft)


def test_an_edit_is_stale_once_another_edit_came_first() -> None:
    play = swiss(4)
    play.do(staging.PairRound(stage=1))
    deed = staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((3,), (4,))))
    draft = play.draft(deed)
    edit(play, ((1,), (4,)), ((2,), (3,)))
    with pytest.raises(StaleDraft):
        decide(play.state, deed, DIRECTOR, draft)


def test_a_draft_outlives_what_it_does_not_depend_on() -> None:
    play = swiss(4, 1)
    deed = staging.PairRound(stage=1)
    draft = play.draft(deed)
    play.do(entering.NoteFee(entrant=1, paid=True))
    play.do(playing.PlaceMatch(match=1, table="7"))
    assert decide(play.state, deed, DIRECTOR, draft) == list(draft.events)


def test_a_drafted_deed_without_its_draft_is_a_fault() -> None:
    with pytest.raises(TypeError, match="PairRound needs a draft"):
        decide(swiss(4).state, staging.PairRound(stage=1), DIRECTOR)


# Schedules and brackets.


def test_a_round_robin_of_two_hundred_is_drawn_by_three_deeds() -> None:
    play = many(200, StagePlan(type="round_robin"))
    drawn = []
    for _ in range(3):
        happened = play.do(staging.PairRound(stage=1))
        drawn.append(len(happened))
        assert max(map(size, happened)) < MOST_BODY
    assert drawn == [MAX_EVENTS, MAX_EVENTS, 19]
    assert play.refusal(staging.PairRound(stage=1)) == "all-rounds-paired"
    assert [one.number for one in play.state.stages[1].rounds] == list(range(1, 200))
    met = Counter(frozenset(match.entrants) for match in play.state.matches.values())
    assert (len(met), set(met.values())) == (200 * 199 // 2, {1})
    assert list(play.state.matches) == list(range(1, 200 * 199 // 2 + 1))
    for number in (1, 90, 91, 199):
        paired = play.state.stages[1].round_of(number)
        assert paired is not None
        assert len({entrant for one in paired.matches for entrant in play.state.matches[one].entrants}) == 200


def test_groups_of_a_schedule_are_drawn_round_by_round_and_none_is_cut_in_two() -> None:
    play = many(160, StagePlan(type="round_robin", groups=4))
    happened = play.do(staging.PairRound(stage=1))
    assert len(happened) == 88, "22 rounds of four groups; a 23rd would be beyond the limit"
    assert [(event.round, event.group) for event in happened[-4:]] == [(22, group) for group in range(4)]
    play.do(staging.PairRound(stage=1))
    assert play.state.stages[1].last_round() == 39


def test_groups_of_different_sizes_are_drawn_once_whichever_is_the_larger() -> None:
    """With clubs apart the fifth of a group may be in another group than the first."""
    play = Play()
    for number, club in enumerate("abcdefgha", start=1):
        play.do(entering.Enter(squad=(f"p{number}a", f"p{number}b"), club=club))
    play.begin(StagePlan(type="round_robin", groups=2, apart=1))
    assert [len(group) for group in play.state.stages[1].groups] == [4, 5]
    play.do(staging.PairRound(stage=1))
    assert [(one.number, one.group) for one in play.state.stages[1].rounds] == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (3, 0),
        (3, 1),
        (4, 1),
        (5, 1),
    ]
    assert play.refusal(staging.PairRound(stage=1)) == "all-rounds-paired"
    assert [event.round for event in play.do(staging.UnpairRound(stage=1, round=5))] == [5]
    assert [(event.round, event.group) for event in play.do(staging.PairRound(stage=1))] == [(5, 1)]


@pytest.mark.parametrize(
    ("kind", "options", "matches"),
    [
        ("knock_out", {"third_place": True}, 1_024),
        ("double_elimination", {"reset": True}, 2_047),
    ],
)
def test_a_bracket_of_a_thousand_and_more_is_drawn_in_parts_below_the_limit_of_the_log(
    kind: str, options: dict[str, Any], matches: int
) -> None:
    play = many(1_024, StagePlan(type=kind, options=options))
    happened = play.do(staging.PairRound(stage=1))
    assert max(map(size, happened)) < MOST_BODY
    assert len(happened) == -(-matches // 250)
    assert all(isinstance(event, events.BracketDrawn) for event in happened)
    assert list(play.state.matches) == list(range(1, matches + 1))
    first = [match for match in play.state.matches.values() if match.slot is not None and match.is_filled]
    assert sorted(entrant for match in first for entrant in match.entrants) == list(range(1, 1_025))
    assert play.refusal(staging.PairRound(stage=1)) == "all-rounds-paired"


def test_a_round_of_a_swiss_for_all_entrants_that_may_enter_fits_into_the_log() -> None:
    numbers = range(1, entering.MAX_ENTRANTS + 1, 2)
    pairings = tuple(events.Pairing(99_999, ((number,), (number + 1,))) for number in numbers)
    assert size(events.RoundPaired(1, 0, 1, pairings, 99_999, ("1/2",) * 8)) < MOST_BODY


def test_a_stage_with_impossible_options_is_not_drawn() -> None:
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin", options={"legs": 3}))
    with pytest.raises(DrawError, match="legs"):
        play.do(staging.PairRound(stage=1))
    assert play.state.stages[1].rounds == ()


def test_entrants_that_are_level_are_put_in_order_by_the_last_decision_that_names_them_all() -> None:
    play = Play()
    play.enter(3)
    play.pair(play.begin(StagePlan(type="round_robin", tie_breaks=("points",))))
    play.play_round(1, lambda match: (1, 1))
    for order in ((1, 2, 3), (3, 2, 1)):
        draft = play.draft(staging.CloseStage(stage=1))
        play.do(staging.DecideTie(stage=1, order=order))
        with pytest.raises(StaleDraft):
            decide(play.state, staging.CloseStage(stage=1), DIRECTOR, draft)
    assert play.refusal(staging.DecideTie(stage=1, order=(2, 3))) == "not-level"
    play.do(staging.CloseStage(stage=1))
    assert play.state.stages[1].places == (((3,), (2,), (1,)),)
