"""Every format of a running tournament, with 2 to 200 entrants and any results, by the deeds that people do.

What holds for all of them: nobody is in a round twice, the log folded from nothing is the state that was followed,
standings that follow the results are those from nothing and those of any moment since, and at the end each entrant has
one place. The tests of each format say what holds for it alone.
"""

from collections import Counter, defaultdict
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.deeds import ladder, playing, staging
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import PlanStage
from tournaments.drafting.places import places_of
from tournaments.events.settings import StagePlan
from tournaments.events.staging import RoundPaired
from tournaments.formats import individual
from tournaments.stages.stage import BRACKETS, RUNNING_TYPES
from tournaments.state.brackets import is_needed
from tournaments.state.ladder import order_of
from tournaments.state.outcomes import outcome_of
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import MatchState

MAX_REPORTS = 60
"""Of a large field only the first rounds are played; that of a bracket is played to its end by `tests/tournaments`."""
CRITERIA = ("points", "head_to_head", "difference", "buchholz", "seed")


class Format(NamedTuple):
    """How a format is planned.

    Attributes:
        plan: Its stage.
        least: The fewest entrants it can have.
        step: By how many their number goes up.
        examples: How many are played; few of the schedules, which have twenty thousand matches for 200 entrants.
        tournament: The settings of the tournament that differ from those of pairs at 28.
    """

    plan: StagePlan
    least: int = 2
    step: int = 1
    examples: int = 8
    tournament: dict[str, Any] = {}


SINGLES: dict[str, Any] = {"kind": "player", "side": 1, "squad": 2}
THREES: dict[str, Any] = {**SINGLES, "rules": "28-kerala-3"}
FORMATS = {
    "round robin": Format(StagePlan(type="round_robin", tie_breaks=CRITERIA), examples=3),
    "double round robin": Format(StagePlan(type="round_robin", options={"legs": 2}, tie_breaks=CRITERIA), examples=3),
    "groups": Format(StagePlan(type="round_robin", groups=2, tie_breaks=CRITERIA), least=4, examples=3),
    "cross-group": Format(StagePlan(type="cross_group", tie_breaks=CRITERIA), step=2, examples=3),
    "swiss": Format(StagePlan(type="swiss", rounds=3, tie_breaks=CRITERIA)),
    "knock-out": Format(StagePlan(type="knock_out")),
    "knock-out with a third place": Format(StagePlan(type="knock_out", options={"third_place": True})),
    "double elimination": Format(StagePlan(type="double_elimination")),
    "double elimination with a reset": Format(StagePlan(type="double_elimination", options={"reset": True})),
    "placing": Format(StagePlan(type="placing")),
    "consolation": Format(StagePlan(type="consolation")),
    "individual": Format(StagePlan(type="individual", options={"rounds": 3}), least=4, tournament=SINGLES),
    "ladder": Format(StagePlan(type="ladder")),
    "points race": Format(StagePlan(type="points_race", rounds=3), least=3, tournament=THREES),
}


def sizes(of: Format) -> st.SearchStrategy[int]:
    """Return so many entrants as a format can have, small fields as often as large ones."""
    most = 200 - (200 - of.least) % of.step
    return st.one_of(st.integers(of.least, 16), st.integers(of.least, most)).map(
        lambda size: size - (size - of.least) % of.step
    )


def begun(of: Format, entrants: int) -> Play:
    """Begin a stage and draw it, or pair its first round."""
    play = Play(**of.tournament)
    play.enter(entrants)
    play.do(PlanStage(plan=of.plan))
    play.do(staging.BeginStage(stage=1))
    if of.plan.type in ("swiss", "points_race"):
        play.do(staging.PairRound(stage=1))
    elif of.plan.type != "ladder":
        # A long schedule takes several deeds.
        while pairs_more(play):
            pass
    return play


def pairs_more(play: Play) -> bool:
    """Pair what is left of a stage; tell whether anything was."""
    try:
        play.do(staging.PairRound(stage=1))
    except Refused as refused:
        if refused.code != "all-rounds-paired":
            raise
        return False
    return True


class Follower:
    """Standings that are followed from one result to the next, with those of each moment."""

    def __init__(self) -> None:
        self.last: dict[int, Standing] = {}
        self.then: dict[int, dict[int, Any]] = {}

    def follow(self, play: Play) -> None:
        """Make the next standings from the last."""
        for group in range(len(play.state.stages[1].groups)):
            self.last[group] = standing_of(play.state, 1, group, self.last.get(group))
        self.then[play.state.version] = {group: standing.rows for group, standing in self.last.items()}


def report(play: Play, match: MatchState, chance: Random) -> None:
    """Report a match; in a bracket it is not level."""
    points = chance.sample(range(28), len(match.sides))
    if chance.random() < 0.2 and play.state.stages[1].plan.type not in BRACKETS:
        points = [7] * len(match.sides)
    play.do(playing.ReportGame(match=match.number, points=tuple(points)))


def play_on(play: Play, follower: Follower, chance: Random) -> bool:
    """Play a stage to its end, or so many matches of it; tell whether it was played to its end."""
    left = MAX_REPORTS
    if play.state.stages[1].plan.type == "ladder":
        return play_ladder(play, follower, chance)
    while left > 0:
        waiting = [one for one in play.state.stages[1].rounds if not one.called]
        for number in sorted({one.number for one in waiting})[:2]:
            play.do(staging.ReleaseRound(stage=1, round=number))
            play.do(staging.CallRound(stage=1, round=number))
        ready = ready_matches(play)
        if not ready and not waiting:
            if play.all_paired(1):
                return True
            play.do(staging.PairRound(stage=1))
        chance.shuffle(ready)
        for match in ready[:left]:
            report(play, match, chance)
            left -= 1
            if chance.random() < 0.2:
                follower.follow(play)
    return False


def ready_matches(play: Play) -> list[MatchState]:
    """Return the matches of called rounds that can be played now."""
    rounds = {(one.number, one.group) for one in play.state.stages[1].rounds if one.called}
    return [
        match
        for match in play.state.matches_of(1)
        if (match.round, match.group) in rounds
        and not match.is_bye
        and match.is_filled
        and is_needed(play.state, match)
        and outcome_of(play.state, match) is None
    ]


def play_ladder(play: Play, follower: Follower, chance: Random) -> bool:
    """Let entrants challenge others up to three places above and play, one challenge after the other."""
    for _ in range(MAX_REPORTS // 3):
        order = order_of(play.state, play.state.stages[1])
        below = chance.randrange(1, len(order))
        above = chance.randrange(max(0, below - 3), below)
        (made,) = play.do(ladder.Challenge(stage=1, challenger=order[below], challenged=order[above]))
        (accepted,) = play.do(ladder.AcceptChallenge(stage=1, challenge=made.challenge))
        report(play, play.state.matches[accepted.match], chance)
        follower.follow(play)
        assert sorted(order_of(play.state, play.state.stages[1])) == sorted(order)
    return True


def check_rounds(play: Play, of: Format, entrants: int) -> None:
    """Hold that nobody is in a round twice, and in a schedule everybody once."""
    stage = play.state.stages[1]
    assert sorted(entrant for group in stage.groups for entrant in group) == list(range(1, entrants + 1))
    playing_in: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for match in play.state.matches_of(1):
        playing_in[match.round, match.group] += match.entrants
    for (_number, group), there in playing_in.items():
        assert len(there) == len(set(there)) or of.plan.type == "ladder"
        assert set(there) <= set(stage.groups[group])
        if of.plan.type in ("round_robin", "cross_group", "swiss", "points_race", "individual"):
            resting = len(stage.groups[group]) - len(there)
            assert resting < (4 if of.plan.type == "individual" else 2)
    check_meetings(play, of)


def check_meetings(play: Play, of: Format) -> None:
    """Hold who has to meet in a schedule, and who may not."""
    stage = play.state.stages[1]
    met = Counter(
        frozenset(match.entrants) for match in play.state.matches_of(1) if not match.is_bye and len(match.sides) == 2
    )
    if of.plan.type == "round_robin":
        pairs = [frozenset(pair) for group in stage.groups for pair in combinations(group, 2)]
        assert met == Counter(pairs * of.plan.options.get("legs", 1))
    elif of.plan.type == "cross_group":
        one, other = (set(half) for half in halves(play))
        assert met == Counter(frozenset((a, b)) for a in one for b in other)
    elif of.plan.type == "swiss" and len(stage.groups[0]) > 6:
        assert set(met.values()) == {1}


def halves(play: Play) -> tuple[list[int], list[int]]:
    """Return the halves of a cross-group by its first round: homes and aways."""
    first = [event for event in play.events(RoundPaired) if event.round == 1]
    sides = [pairing.sides for event in first for pairing in event.pairings]
    return [side[0][0] for side in sides], [side[1][0] for side in sides]


@pytest.mark.parametrize("name", FORMATS)
def test_with_any_number_of_entrants_a_format_is_played_and_its_log_says_the_same_from_zero(name: str):
    of = FORMATS[name]

    @settings(max_examples=of.examples)
    @given(sizes(of), st.randoms(use_true_random=False))
    @example(of.least, Random(1))
    @example(200 if of.examples > 3 else 100, Random(2))
    def holds(entrants: int, chance: Random) -> None:
        play = begun(of, entrants)
        follower = Follower()
        follower.follow(play)
        ended = play_on(play, follower, chance)
        follower.follow(play)
        check_rounds(play, of, entrants)
        # Nothing is kept that the log does not say, now and of then.
        assert play.folded() == play.state
        for version in chance.sample(sorted(follower.then), min(4, len(follower.then))):
            then = play.folded(version)
            for group, rows in follower.then[version].items():
                assert standing_of(then, 1, group).rows == rows
        if ended:
            play.do(staging.CloseStage(stage=1))
            places = play.state.stages[1].places
            ranked = [entrant for group in places for level in group for entrant in level]
            assert sorted(ranked) == list(range(1, entrants + 1))
            assert tuple(places_of(play.state, 1, group) for group in range(len(places))) == places
            assert play.folded() == play.state

    with pytest.MonkeyPatch.context() as patched:
        # The search for even meetings is long; a short one has the same properties.
        patched.setattr(individual, "_STEPS", 200)
        holds()


def test_every_format_is_among_them():
    assert {of.plan.type for of in FORMATS.values()} == set(RUNNING_TYPES)
