"""Brackets in which everybody plays on: placing for every place, and the knock-out with consolation."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Refused
from tournaments.drafting.places import places_of
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.events.staging import BracketDrawn
from tournaments.formats import consolation, placing
from tournaments.formats.errors import DrawError
from tournaments.pairing.bracket import BracketMatch, Source
from tournaments.stages.stage import Entrant, Stage
from tournaments.state.outcomes import last_round, outcome_of, round_plan

ENTRANTS = st.integers(2, 200)
PLACING = StagePlan(type="placing")
CONSOLATION = StagePlan(type="consolation")

Played = list[tuple[int, int, int]]
"""Round, winner and loser of each match that was played."""


def played(matches: Sequence[BracketMatch], random: Random) -> Played:
    """Play a bracket of seeds; a place that nobody comes into gives its match to the other side."""
    left: dict[int, tuple[int, int]] = {}
    seeded: dict[int, set[int]] = {}
    done: Played = []

    def comes(source: Source) -> int:
        if source.kind == "seed":
            return source.number
        winner, loser = left[source.number]
        if source.kind == "first_loss":
            return loser if loser in seeded[source.number] else 0
        return winner if source.kind == "winner" else loser

    for match in matches:
        sides = [comes(match.home), comes(match.away)]
        seeded[match.number] = {
            side for side, source in zip(sides, (match.home, match.away), strict=True) if source.kind == "seed"
        }
        random.shuffle(sides)
        winner, loser = sorted(sides, reverse=True) if 0 in sides else sides
        left[match.number] = (winner, loser)
        if loser:
            done.append((match.round, winner, loser))
    return done


def ways(entrants: int, done: Played) -> list[tuple[tuple[int, ...], int]]:
    """Return for each entrant of a placing bracket its way by rounds (1 for a loss), and itself, in order of places."""
    rounds = max(number for number, _, _ in done)
    losses = {(loser, number) for number, _, loser in done}
    return sorted(
        (tuple(int((seed, number) in losses) for number in range(1, rounds + 1)), seed)
        for seed in range(1, entrants + 1)
    )


@settings(deadline=None, max_examples=40)
@given(ENTRANTS)
def test_a_placing_bracket_uses_each_source_once_and_only_later(entrants: int):
    matches = placing.bracket(entrants)
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    sources = [source for match in matches for source in (match.home, match.away)]
    assert len(set(sources)) == len(sources)
    rounds = {match.number: match.round for match in matches}
    assert all(
        rounds[source.number] < match.round
        for match in matches
        for source in (match.home, match.away)
        if source.kind != "seed"
    )
    assert {source.number for source in sources if source.kind == "seed"} == set(range(1, entrants + 1))
    assert max(rounds.values()) == (entrants - 1).bit_length()


@settings(deadline=None, max_examples=40)
@given(ENTRANTS, st.randoms(use_true_random=False))
def test_everybody_plays_for_each_place_and_nobody_twice_against_another(entrants: int, random: Random):
    done = played(placing.bracket(entrants), random)
    meetings = Counter(frozenset((winner, loser)) for _, winner, loser in done)
    assert all(len(pair) == 2 and times == 1 for pair, times in meetings.items())
    order = ways(entrants, done)
    assert len({way for way, _ in order}) == entrants, "each place is one entrant's"
    last = {seed: (number, won) for number, winner, loser in done for seed, won in ((winner, True), (loser, False))}
    for place, (way, seed) in enumerate(order):
        # No place comes from a bye: with its last match each entrant wins or loses against a neighbour in the order,
        # or as the third of three it loses to one of the two before it.
        number, won = last[seed]
        opponent = next(pair for pair in done if pair[0] == number and seed in pair[1:])
        other = next(at for at, (_, name) in enumerate(order) if name != seed and name in opponent[1:])
        assert (other == place + 1) if won else (other in (place - 1, place - 2))
        assert way[number - 1] == (not won)


@settings(deadline=None, max_examples=40)
@given(ENTRANTS, st.randoms(use_true_random=False))
def test_nobody_rests_while_others_of_its_block_play_but_one_of_an_odd_number(entrants: int, random: Random):
    done = played(placing.bracket(entrants), random)
    order = ways(entrants, done)
    way_of = {seed: way for way, seed in order}
    for number in range(1, len(order[0][0]) + 1):
        playing_now = {seed for at, winner, loser in done if at == number for seed in (winner, loser)}
        blocks: dict[tuple[int, ...], list[int]] = {}
        for way, seed in order:
            blocks.setdefault(way[: number - 1], []).append(seed)
        for block in blocks.values():
            resting = [seed for seed in block if seed not in playing_now]
            assert len(resting) == len(block) % 2
            assert all(way_of[seed][number - 1] == 0 for seed in resting)


@settings(deadline=None, max_examples=40)
@given(ENTRANTS, st.randoms(use_true_random=False))
def test_everybody_plays_in_all_rounds_but_three_at_most(entrants: int, random: Random):
    counts = Counter(seed for _, winner, loser in played(placing.bracket(entrants), random) for seed in (winner, loser))
    assert min(counts.values()) >= (entrants - 1).bit_length() - 3


@settings(deadline=None, max_examples=40)
@given(ENTRANTS)
def test_the_better_seeds_meet_as_late_as_possible_if_they_win(entrants: int):
    left: dict[int, tuple[int, int]] = {}
    for match in placing.bracket(entrants):
        one, other = sorted(
            source.number if source.kind == "seed" else left[source.number][source.kind == "loser"]
            for source in (match.home, match.away)
        )
        left[match.number] = (one, other)
        assert other > -(-entrants // 2**match.round)


@pytest.mark.parametrize("entrants", [1, 257])
def test_a_placing_bracket_is_for_2_to_256_entrants(entrants: int):
    field = tuple(Entrant(str(seed), seed) for seed in range(1, entrants + 1))
    with pytest.raises(DrawError):
        placing.bracket_of(Stage("1", "placing", field))


@settings(deadline=None, max_examples=40)
@given(ENTRANTS, st.integers(1, 2), st.booleans(), st.randoms(use_true_random=False))
def test_a_consolation_takes_those_that_lost_their_first_match(entrants: int, first: int, third: bool, random: Random):
    matches = consolation.bracket(entrants, first_rounds=first, third_place=third)
    sources = [(source.kind.replace("first_loss", "loser"), source.number) for match in matches
               for source in (match.home, match.away)]  # fmt: skip
    assert len(set(sources)) == len(sources)
    rounds = {match.number: match.round for match in matches}
    assert all(
        rounds[source.number] < match.round
        for match in matches
        for source in (match.home, match.away)
        if source.kind != "seed"
    )
    part = {match.number: match.bracket for match in matches}
    assert set(part.values()) <= {"main", "consolation"}
    done = played(matches, random)
    meetings = Counter(frozenset((winner, loser)) for _, winner, loser in done)
    assert all(len(pair) == 2 for pair in meetings)
    assert max(meetings.values()) == 1
    losses = Counter(loser for _, _, loser in done)
    assert max(losses.values()) <= 2
    counts = Counter(seed for _, winner, loser in done for seed in (winner, loser))
    if first == 2 and not third and entrants >= 4:
        assert min(counts.values()) >= 2, "everybody plays twice"
        finals = [max(match.round for match in matches if match.bracket == name) for name in ("main", "consolation")]
        assert finals[0] == finals[1]


def finish(play: Play, stage: int) -> None:
    """Play a bracket to its end: lower numbers win."""
    while play.open_matches(stage):
        play.play_round(stage)


def begun(plan: StagePlan, entrants: int) -> Play:
    play = Play()
    play.enter(entrants)
    play.pair(play.begin(plan))
    return play


def order(play: Play) -> list[tuple[int, ...]]:
    return list(places_of(play.state, 1))


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13])
def test_the_places_of_a_placing_stage_are_those_played_for(entrants: int):
    play = begun(PLACING, entrants)
    finish(play, 1)
    assert order(play) == [(number,) for number in range(1, entrants + 1)]
    play.do(staging.CloseStage(stage=1))
    assert play.state == play.folded()


def test_entrants_of_a_placing_stage_share_a_place_until_a_match_decides():
    play = begun(PLACING, 4)
    assert order(play) == [(1, 2, 3, 4)]
    play.play_round(1)
    assert order(play) == [(1, 2), (3, 4)]


def test_a_large_placing_bracket_is_drawn_in_several_events():
    play = begun(PLACING, 100)
    parts = [one.event for one in play.kept if isinstance(one.event, BracketDrawn)]
    assert len(parts) > 1
    finish(play, 1)
    assert order(play) == [(number,) for number in range(1, 101)]


def test_in_a_placing_stage_an_entrant_that_leaves_goes_down_to_the_end_of_its_block():
    play = begun(PLACING, 8)
    play.play_round(1)
    assert order(play) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    play.do(entering.Leave(entrant=1))
    finish(play, 1)
    assert order(play) == [(2,), (4,), (3,), (1,), (5,), (6,), (7,), (8,)]


def test_in_a_placing_stage_both_of_a_double_forfeit_stand_behind_their_block():
    play = begun(PLACING, 8)
    match = next(match for match in play.open_matches(1) if match.entrants == (1, 8))
    play.do(playing.DecideMatch(match=match.number, decision="double_forfeit"))
    finish(play, 1)
    assert order(play) == [(2,), (4,), (3,), (5,), (6,), (7,), (1, 8)]


def test_an_entrant_that_leaves_and_has_no_opponent_stands_behind_its_block():
    play = begun(PLACING, 8)
    match = next(match for match in play.open_matches(1) if match.entrants == (1, 8))
    for other in play.open_matches(1):
        if other != match:
            play.report(other.number, 9, 0)
    play.do(entering.Leave(entrant=4))
    play.do(playing.DecideMatch(match=match.number, decision="double_forfeit"))
    finish(play, 1)
    assert order(play) == [(2,), (3,), (4,), (5,), (6,), (7,), (1, 8)]


def test_the_consolation_is_played_side_by_side_and_its_champion_stands_behind_the_main_part():
    play = begun(CONSOLATION, 8)
    play.play_round(1)
    assert {play.state.matches[one.number].slot.bracket for one in play.open_matches(1)} == {"main", "consolation"}
    finish(play, 1)
    assert order(play) == [(1,), (2,), (3, 4), (5,), (6,), (7, 8)]


def test_a_seed_that_loses_at_once_after_a_bye_goes_over_and_others_do_not():
    play = begun(CONSOLATION, 6)
    upset: Callable[..., tuple[int, int]] = lambda match: (0, 9) if 1 in match.entrants else (9, 0)  # noqa: E731
    play.play_round(1)  # 4 beats 5, 3 beats 6
    play.play_round(1, upset)  # 4 beats 1, 2 beats 3
    (match,) = [match for match in play.open_matches(1) if match.slot.bracket == "consolation"]
    assert set(match.entrants) == {1, 5}
    nobody = next(match for match in play.state.matches.values() if 6 in match.entrants and match.round == 3)
    assert not nobody.is_filled, "3 had a match before it lost to 2, so 6 goes on alone"
    finish(play, 1)
    assert order(play) == [(2,), (4,), (3,), (1,), (6,), (5,)]


def test_with_a_match_for_third_losers_of_the_semi_finals_play_for_it():
    play = begun(StagePlan(type="consolation", options={"third_place": True}), 6)
    finish(play, 1)
    assert order(play) == [(1,), (2,), (3,), (4,), (5,), (6,)]


def test_the_finals_of_both_parts_are_played_as_the_last_round():
    plan = StagePlan(type="consolation", match=MatchPlan(hands=6), rounds_from_last=(MatchPlan(hands=13),))
    play = begun(plan, 11)
    stage = play.state.stages[1]
    last = last_round(play.state, stage)
    long = [match for match in play.state.matches.values() if round_plan(stage.plan, match.round, last).hands == 13]
    assert [match.slot.bracket for match in long] == ["main", "consolation"]


def test_a_correction_sends_another_loser_over():
    play = begun(CONSOLATION, 4)
    play.play_round(1)
    first = play.state.matches_of(1)[0]
    play.do(playing.CorrectResult(match=first.number, points=(0, 9), reason="slip"))
    final, below = play.open_matches(1)
    assert (final.slot.bracket, below.slot.bracket) == ("main", "consolation")
    assert 4 in final.entrants
    assert 1 in below.entrants


def test_both_of_a_double_forfeit_in_the_first_round_come_last():
    play = begun(CONSOLATION, 8)
    match = play.open_matches(1)[-1]
    gone = match.entrants
    play.do(playing.DecideMatch(match=match.number, decision="double_forfeit"))
    finish(play, 1)
    assert set(order(play)[-1]) == set(gone)
    assert all(outcome_of(play.state, one) for one in play.state.matches.values() if one.is_filled)


@pytest.mark.parametrize("options", [{"first_rounds": 3}, {"third_place": "yes"}])
def test_a_consolation_is_planned_with_settings_that_can_be(options: dict[str, object]):
    with pytest.raises(Refused) as refused:
        Play().do(opening.PlanStage(plan=StagePlan(type="consolation", options=options)))
    assert (refused.value.code, refused.value.field) == ("plan-impossible", "options")


def test_nobody_returns_into_a_bracket_or_chooses_a_bye_there():
    play = begun(PLACING, 4)
    with pytest.raises(Refused, match="bye"):
        play.do(entering.WishBye(entrant=1, stage=1, round=2))
    play.do(entering.Leave(entrant=1))
    with pytest.raises(Refused, match="cannot return"):
        play.do(entering.Return(entrant=1))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("placing", "consolation")), st.integers(2, 20), st.randoms(use_true_random=False), st.booleans()
)
def test_whatever_happens_a_bracket_comes_to_its_end(kind: str, entrants: int, random: Random, third: bool):
    options = {"third_place": third, "first_rounds": random.randint(1, 2)} if kind == "consolation" else {}
    play = begun(StagePlan(type=kind, options=options), entrants)
    left: set[int] = set()
    while matches := play.open_matches(1):
        match = random.choice(matches)
        chance = random.random()
        if chance < 0.06:
            play.do(playing.DecideMatch(match=match.number, decision="double_forfeit"))
        elif chance < 0.14 and not left.intersection(match.entrants):
            left.add(match.entrants[0])
            play.do(entering.Leave(entrant=match.entrants[0]))
        else:
            play.report(match.number, *random.choice(((9, 0), (0, 9))))
    assert sorted(chain(*order(play))) == list(range(1, entrants + 1))
    play.do(staging.CloseStage(stage=1))
    assert play.state == play.folded()
    final = max(
        (match for match in play.state.matches_of(1) if match.slot.bracket in ("", "main")),
        key=lambda match: (match.round, match.slot.bracket, -match.number if kind == "placing" else match.number),
    )
    outcome = outcome_of(play.state, final)
    if final.is_filled and outcome is not None and outcome.winner is not None:
        assert order(play)[0] == final.sides[outcome.winner]


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 24), st.randoms(use_true_random=False), st.booleans(), st.integers(1, 2))
def test_places_of_a_consolation_follow_from_how_often_and_when_an_entrant_lost(
    entrants: int, random: Random, third: bool, first: int
):
    play = begun(StagePlan(type="consolation", options={"third_place": third, "first_rounds": first}), entrants)
    while matches := play.open_matches(1):
        play.report(random.choice(matches).number, *random.choice(((9, 0), (0, 9))))
    below: dict[int, int] = {}
    main: dict[int, int] = {}
    over: set[int] = set()
    for match in play.state.matches_of(1):
        if match.is_filled:
            loser = match.entrants[1 - outcome_of(play.state, match).winner]
            (below if match.slot.bracket == "consolation" else main)[loser] = match.round
            over.update(match.entrants if match.slot.bracket == "consolation" else ())
    places = order(play)
    assert len(places[0]) == 1
    assert places[0][0] not in main
    standing = {entrant: place for place, level in enumerate(places) for entrant in level}
    for one in standing:
        for other in standing:
            if one in over and other not in over and main.get(other, 99) >= 2:
                assert standing[other] < standing[one]
            if one in over and other in over and below.get(one, 99) > below.get(other, 99):
                assert standing[one] < standing[other]
