"""Standings that are followed from one change to the next are those from zero."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.strategies import SEEDS
from tests.tournaments.helpers.play import Play
from tests.tournaments.tiebreaks.changes import changed, random_stage, tie_breaks
from tournaments.deeds import entering, playing, staging
from tournaments.deeds.base import Refused
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.formats.errors import DrawError, PairingError
from tournaments.stages.stage import Entrant, Match, Stage
from tournaments.state.stages import show, stage_of
from tournaments.state.standing import standing_of
from tournaments.tiebreaks.following import records_after, standings_after
from tournaments.tiebreaks.ranking import level_with, standings, standings_by, standings_of
from tournaments.tiebreaks.record import records_of

EIGHT = ("points", "head_to_head", "difference", "buchholz", "wins", "median_buchholz", "sonneborn_berger", "quotient")


def played(entrants=6, rounds=3):
    """Return a stage in which the home side always wins by one, and the field turns by one a round."""
    names = [f"T{number}" for number in range(entrants)]
    matches = []
    for number in range(rounds):
        turned = [names[0], *names[1 + number :], *names[1 : 1 + number]]
        pairs = zip(turned[: entrants // 2], turned[: entrants // 2 - 1 : -1], strict=True)
        matches += [Match(number + 1, home, away, home_points=2, away_points=1) for home, away in pairs]
    members = tuple(Entrant(name, seed) for seed, name in enumerate(names, start=1))
    return Stage("stage", "swiss", members, tie_breaks=EIGHT, matches=tuple(matches))


def with_match(stage, place, **changes):
    matches = list(stage.matches)
    matches[place] = replace(matches[place], **changes)
    return replace(stage, matches=tuple(matches))


def exact(records):
    """Return what records say, whatever their scale is."""
    return records.last, {
        name: (
            own.entrant,
            records.fraction(own.points),
            own.wins,
            own.scored,
            own.conceded,
            [(part.match, part.opponent, records.fraction(part.points), part.counted, part.met) for part in own.parts],
        )
        for name, own in records.of.items()
    }


@given(SEEDS)
def test_standings_and_records_are_the_same_from_zero_whatever_changes(seed):
    chance = Random(seed)
    stage = random_stage(chance)
    known = standings_of(records_of(stage))

    for _ in range(chance.randint(1, 8)):
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            stage = changed(stage, chance)
        before, known = known, standings_after(known, stage)

        assert known.rows == standings(stage)
        assert exact(known.records) == exact(records_of(stage))
        # Those before are as they were: still those of their own stage, made of their own values.
        assert before.rows == standings(before.records.stage) == standings_by(before.records, before.values).rows
        assert exact(before.records) == exact(records_of(before.records.stage))


def test_only_the_records_of_a_changed_match_are_new():
    stage = played()
    known = records_of(stage)

    after = records_after(known, with_match(stage, 3, home_points=0))

    (home, away) = (stage.matches[3].home, stage.matches[3].away)
    assert {name for name in after.of if after.of[name] is not known.of[name]} == {home, away}


def test_a_match_in_the_middle_touches_no_others():
    """A bracket writes a match as soon as its sides are known."""
    stage = played()
    less = replace(stage, matches=(*stage.matches[:4], *stage.matches[5:]))
    known = records_of(less)

    after = records_after(known, stage)

    assert {name for name in after.of if after.of[name] is not known.of[name]} == {
        stage.matches[4].home,
        stage.matches[4].away,
    }


def test_an_award_in_thirds_and_its_end_leave_exact_values():
    stage = played()
    awarded = with_match(stage, 0, outcome="awarded", match_points=(Fraction(4, 3), Fraction(2, 3)))
    known = standings_of(records_of(stage))

    third = standings_after(known, awarded)
    again = standings_after(third, stage)

    assert third.rows == standings(awarded)
    assert {row.entrant: row.values["points"] for row in third.rows}[stage.matches[0].away] % 1 == Fraction(2, 3)
    assert again.rows == known.rows


def test_the_first_result_of_a_round_counts_for_the_buchholz_of_all():
    stage = played(rounds=2)
    paired = replace(stage, matches=(*stage.matches, Match(3, "T0", "T2"), Match(3, "T1", "T3"), Match(3, "T4", "T5")))
    known = standings_of(records_of(paired))

    after = standings_after(known, with_match(paired, 6, home_points=1, away_points=1))

    own = {row.entrant: row.values for row in known.rows}
    for row in after.rows:
        if row.entrant in ("T1", "T3", "T4", "T5"):
            assert row.values["points"] == own[row.entrant]["points"]
            assert row.values["buchholz"] >= own[row.entrant]["buchholz"] + row.values["points"]


@given(SEEDS)
def test_those_a_criterion_is_compared_among_are_level_on_all_before(seed):
    chance = Random(seed)
    stage = replace(random_stage(chance, kind="swiss"), tie_breaks=("points", *EIGHT[2:4], "head_to_head", "seed"))
    rows = standings(stage)

    for row in rows:
        level = level_with(rows, row.entrant, "head_to_head")
        keys = {one.entrant: tuple(one.values.values())[:3] for one in rows}
        assert set(level) == {name for name, key in keys.items() if key == keys[row.entrant]}
        assert (row.values["head_to_head"] == 0) >= (len(level) == 1)
    assert level_with(rows, rows[0].entrant, "points") == tuple(row.entrant for row in rows)


# Of a running tournament

PLANS = (
    StagePlan(type="swiss", rounds=5),
    StagePlan(type="swiss", rounds=5, scoring={"win": "5/2", "draw": "4/3"}),
    StagePlan(type="swiss", rounds=4, rounds_from_last=(MatchPlan(games=2),)),
    StagePlan(type="round_robin", groups=2),
    StagePlan(type="knock_out", options={"third_place": True}),
    StagePlan(type="double_elimination", options={"reset": True}),
    StagePlan(type="placing"),
    StagePlan(type="consolation"),
)


def attempt(play, deed):
    try:
        return bool(play.do(deed))
    except (Refused, DrawError, PairingError):
        return False


def something(play, chance):
    """Do something that a director could do; much of it is refused."""
    number = chance.choice(list(play.state.matches) or [1])
    entrant = chance.choice(list(play.state.entrants))
    points = (chance.randint(0, 3), chance.randint(0, 3))
    deeds = (
        *(playing.ReportGame(match=number, points=points),) * 6,
        playing.ReportGame(match=number, points=points, game=2),
        playing.CorrectResult(match=number, points=points, reason="slip"),
        playing.DecideMatch(match=number, decision="walkover", winner=chance.choice((0, 1)), reason="late"),
        playing.DecideMatch(match=number, decision="double_forfeit", reason="late"),
        playing.DecideMatch(match=number, decision="void", reason="late"),
        playing.DecideMatch(match=number, decision="awarded", match_points=("6/5", "4/5"), reason="late"),
        playing.ReopenMatch(match=number, reason="slip"),
        entering.Leave(entrant=entrant, matches=chance.choice(("keep", "void", "average"))),
        entering.Disqualify(entrant=entrant, matches=chance.choice(("keep", "void", "average")), reason="x"),
        entering.Return(entrant=entrant),
        entering.Join(entrant=entrant, stage=1),
        staging.AdjustPoints(stage=1, entrant=entrant, points=chance.choice(("1", "-1/3")), reason="late"),
        *(staging.PairRound(stage=1, anyway=True),) * 3,
        staging.UnpairRound(stage=1, round=play.state.stages[1].last_round()),
    )
    deed = chance.choice(deeds)
    done = attempt(play, deed)
    if done and isinstance(deed, staging.PairRound) and chance.random() < 0.9:
        last = play.state.stages[1].last_round()
        attempt(play, staging.ReleaseRound(stage=1, round=last))
        attempt(play, staging.CallRound(stage=1, round=last))


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.type)
@given(seed=SEEDS)
def test_the_standings_of_a_running_tournament_are_the_same_from_zero_whatever_happens(plan, seed):
    chance = Random(seed)
    play = Play()
    play.enter(chance.randint(4, 7))
    number = play.begin(
        StagePlan(
            **{name: getattr(plan, name) for name in plan.__struct_fields__ if name != "tie_breaks"},
            tie_breaks=tie_breaks(chance) or ("points",),
        )
    )
    assert number == 1
    play.pair(1)
    play.play_round(1, lambda match: (chance.randint(0, 2), chance.randint(0, 2)))
    group = chance.randrange(plan.groups)
    kept = [standing_of(play.state, 1, group)]
    if chance.random() < 0.3:
        play.enter(1)

    for _ in range(12):
        something(play, chance)
        # Any that was shown before will do, and each is left as it is.
        before = chance.choice((kept[-1], kept[-1], chance.choice(kept)))
        kept.append(standing_of(play.state, 1, group, before))
        zero = standing_of(play.state, 1, group)

        assert kept[-1].shown.stage == zero.shown.stage == stage_of(play.state, 1, group)
        assert kept[-1].rows == zero.rows
    # An undone deed makes a state in which nothing is the same object.
    play.state = play.folded()
    assert standing_of(play.state, 1, group, kept[0]).rows == kept[-1].rows
    for one in kept:
        assert one.shown.stage == stage_of(one.shown.state, 1, group)
        assert one.rows == standings(one.shown.stage)


def test_after_one_result_the_values_of_all_other_matches_are_kept():
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="swiss", rounds=3))
    play.pair(1)
    before = show(play.state, 1)
    first = play.open_matches(1)[0]

    play.report(first.number, 3, 1)

    after = show(play.state, 1, 0, before)
    new = [number for number in after.matches if after.matches[number] is not before.matches[number]]
    assert new == [first.number]


@pytest.mark.parametrize(
    "changes",
    [
        {"match": MatchPlan(games=2)},
        {"rounds_from_last": (MatchPlan(games=2), MatchPlan(games=2), MatchPlan(games=2))},
        {"scoring": {"win": "3"}},
        {"tie_breaks": ("difference",)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_the_standings_with_another_plan_are_those_from_zero(changes):
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="swiss", rounds=3))
    play.pair(1)
    play.play_round(1)
    before = standing_of(play.state, 1)
    state = play.state.copied()
    state.stages[1] = replace(state.stages[1], plan=replace(state.stages[1].plan, **changes))

    after = standing_of(state, 1, 0, before)

    assert after.rows == standing_of(state, 1).rows != before.rows


def test_results_count_anew_where_further_rounds_move_the_last_ones_with_a_plan_of_their_own():
    play = Play()
    play.enter(6)
    play.begin(StagePlan(type="swiss", rounds=1, rounds_from_last=(MatchPlan(games=2),)))
    play.pair(1)
    play.play_round(1)
    before = standing_of(play.state, 1)
    state = play.state.copied()
    stage = state.stages[1]
    state.stages[1] = replace(stage, rounds=(*stage.rounds, replace(stage.rounds[0], number=2, matches=())))

    after = standing_of(state, 1, 0, before)

    assert {row.values["points"] for row in before.rows} == {0}
    assert {row.values["points"] for row in after.rows} == {0, 2}


def test_points_that_were_given_twice_are_added():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="swiss", rounds=3, tie_breaks=("points",)))
    play.do(staging.AdjustPoints(stage=1, entrant=2, points="3", reason="late"))
    before = standing_of(play.state, 1)
    play.do(staging.AdjustPoints(stage=1, entrant=2, points="-1/3", reason="late"))

    after = standing_of(play.state, 1, 0, before)

    assert (before.rows[0].entrant, before.rows[0].values["points"]) == ("2", 3)
    assert (after.rows[0].entrant, after.rows[0].values["points"]) == ("2", Fraction(8, 3))


def test_the_standings_of_another_group_are_made_anew():
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="round_robin", groups=2))
    play.pair(1)
    play.play_round(1)

    assert standing_of(play.state, 1, 1, standing_of(play.state, 1, 0)).rows == standing_of(play.state, 1, 1).rows
