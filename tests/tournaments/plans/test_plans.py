"""Presets, plans said back in words, and the plan of an earlier tournament."""

import string
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

import engine
from games.words.phrases import translated
from tests.tournaments.helpers.play import Play, settings
from tournaments.deeds import opening, staging
from tournaments.events.settings import Counting, MatchPlan, Qualifiers, Settings, StagePlan
from tournaments.plans.copying import as_before
from tournaments.plans.presets import PRESETS, Preset
from tournaments.plans.words import CRITERIA, Sentence, settings_in_words, stage_in_words
from tournaments.stages.reading import CRITERIA as ALL_CRITERIA
from tournaments.stages.stage import LADDER, RUNNING_TYPES
from tournaments.state.tournament import MatchState


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
@pytest.mark.parametrize("entrants", [3, 4, 6, 8, 13, 16, 24, 48, 90])
def test_a_preset_is_played_from_entry_to_places(preset: Preset, entrants: int):
    if preset.id == "international-56":
        entrants -= entrants % 2
    play = Play(**{name: value for name, value in preset.settings.items() if name != "check_in"})
    play.enter(entrants)
    plans = preset.stages(entrants)
    for plan in plans:
        plan = replace(plan, by_lot=False)
        stage = play.begin(plan)
        # Nothing is paired in a ladder: entrants challenge each other.
        while plan.type != LADDER and not play.all_paired(stage):
            play.pair(stage)
            while play.open_matches(stage):
                play.play_round(stage, _points)
        play.do(staging.CloseStage(stage=stage))
    play.do(opening.CloseTournament())
    assert play.state.status == "closed"
    assert len(play.state.places[0]) == 1
    assert sorted(entrant for place in play.state.places for entrant in place) == sorted(play.state.entrants)


def _points(match: MatchState) -> tuple[int, int]:
    """The better of two entrants wins, by points that eight hands can bring among ninety entrants."""
    home, away = (side[0] for side in match.sides)
    lead = 1 + abs(home - away) // 3
    return (lead, 0) if home < away else (0, lead)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_the_rules_of_a_preset_exist_and_have_two_sides(preset: Preset):
    assert len(engine.load_rules(preset.rules).sides) == 2
    assert set(preset.settings) <= {field.name for field in fields(Settings)}


def test_presets_have_names_of_their_own():
    assert len({preset.id for preset in PRESETS}) == len(PRESETS) == 8


@given(st.integers(2, 200))
def test_as_many_go_on_as_a_knock_out_of_the_preset_has(entrants: int):
    for preset in PRESETS:
        for plan in preset.stages(entrants):
            for source in plan.source:
                groups = preset.stages(entrants)[source.stage - 1].groups
                going_on = source.last * groups + source.best
                assert going_on & (going_on - 1) == 0


plans = st.builds(
    StagePlan,
    type=st.sampled_from(RUNNING_TYPES),
    options=st.fixed_dictionaries(
        {},
        optional={
            "legs": st.just(2),
            "rounds": st.integers(1, 9),
            "reset": st.booleans(),
            "carry": st.just("all"),
            "first_rounds": st.integers(1, 2),
            "refusals": st.integers(0, 2),
            "unanswered": st.sampled_from(["loss", "refusal"]),
            "inactive_days": st.integers(0, 30),
            "inactive_places": st.integers(1, 3),
            "by": st.sampled_from(["points", "places"]),
            "bye_points": st.integers(0, 5),
        },
    ),
    scoring=st.fixed_dictionaries(
        {}, optional={"win": st.just("3"), "forfeit_win": st.just("1"), "bye": st.just("1/2")}
    ),
    tie_breaks=st.lists(st.sampled_from(ALL_CRITERIA), unique=True).map(tuple),
    rounds=st.integers(0, 9),
    groups=st.integers(1, 4),
    by_lot=st.booleans(),
    apart=st.integers(0, 3),
    acceleration=st.integers(0, 3),
    days=st.integers(0, 14),
    carry=st.booleans(),
    source=st.lists(st.builds(Qualifiers, stage=st.just(1), last=st.integers(1, 3), best=st.integers(0, 2))).map(tuple),
    match=st.builds(MatchPlan, hands=st.integers(0, 24), games=st.integers(1, 5), best_of=st.booleans()),
    rounds_from_last=st.lists(st.builds(MatchPlan, hands=st.just(30), extra=st.just((6, 1))), max_size=2).map(tuple),
)


@given(plans)
def test_every_plan_can_be_said_in_sentences_without_open_places(plan: StagePlan):
    sentences = stage_in_words(plan)
    assert sentences
    for sentence in sentences:
        places = {name for _, name, _, _ in string.Formatter().parse(sentence.text) if name}
        assert places == set(sentence.members)
        said = translated(sentence.text, sentence.members)
        assert said == str(sentence)
        assert "{" not in said
        assert said[0].isupper()


@dataclass
class Said:
    """A change of a plan, and the sentence that it brings."""

    plan: StagePlan
    text: str


@pytest.mark.parametrize(
    "said",
    [
        Said(StagePlan(type="round_robin"), "Everybody meets everybody once."),
        Said(StagePlan(type="round_robin", options={"legs": 2}), "Everybody meets everybody twice, at home and away."),
        Said(StagePlan(type="round_robin", groups=4, by_lot=True), "There are 4 groups, drawn by lot."),
        Said(StagePlan(type="swiss", rounds=5, apart=2), "Entrants of one club do not meet in the first 2 rounds"),
        Said(
            StagePlan(type="swiss", scoring={"win": "3"}), "A win is worth 3 match points, a draw 1, a loss 0, a bye 2."
        ),
        Said(StagePlan(type="swiss", tie_breaks=("points", "lot")), "separated by: the lot."),
        Said(StagePlan(type="knock_out", match=MatchPlan(games=3, best_of=True)), "the first to win 2 of 3 games."),
        Said(
            StagePlan(type="knock_out", match=MatchPlan(extra=(6, 1))), "more games, of these numbers of hands: 6, 1."
        ),
        Said(StagePlan(type="knock_out", rounds_from_last=(MatchPlan(hands=24),)), "In the last round:"),
        Said(StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2, best=1),)), "The first 2 of each group"),
        Said(StagePlan(type="round_robin", days=14), "A round is open for 14 days"),
        Said(StagePlan(type="swiss", rounds=1), "A Swiss of one round:"),
        Said(StagePlan(type="cross_group", options={"rounds": 1}), "each plays one round against"),
        Said(StagePlan(type="swiss", rounds=3, carry=True), "against entrants of the same group are kept."),
        Said(StagePlan(type="swiss", rounds=3, carry=True, options={"carry": "all"}), "All match points of the"),
        Said(StagePlan(type="placing"), "matches decide every place."),
        Said(StagePlan(type="consolation"), "those that lose their first match play a second knock-out."),
        Said(StagePlan(type="consolation", options={"first_rounds": 1}), "the losers of the first round play a second"),
        Said(StagePlan(type="ladder", options={"reach": 5}), "up to 5 places above"),
        Said(StagePlan(type="ladder"), "not answered in 7 days counts as a lost match. Each refusal counts as a lost"),
        Said(StagePlan(type="ladder", options={"unanswered": "refusal"}), "in 7 days counts as a refusal."),
        Said(StagePlan(type="ladder", options={"refusals": 2}), "may refuse 2 challenges in a row"),
        Said(StagePlan(type="ladder", options={"inactive_days": 30}), "for 30 days moves down by one place."),
        Said(
            StagePlan(type="ladder", options={"inactive_days": 30, "inactive_places": 2}),
            "for 30 days moves down by 2 places.",
        ),
        Said(StagePlan(type="points_race", rounds=4), "A points race of 4 rounds:"),
        Said(StagePlan(type="points_race"), "until every entrant could have met every other. All entrants"),
        Said(
            StagePlan(type="points_race", options={"bye_points": 5}), "a bye is worth 5. Entrants level on points are"
        ),
        Said(StagePlan(type="points_race", options={"by": "places"}), "worth 2, 1 and 0 match points, a bye 2."),
    ],
    ids=lambda said: said.text,
)
def test_what_is_settled_is_said(said: Said):
    assert said.text in " ".join(map(str, stage_in_words(said.plan)))


def test_settings_are_said():
    first = " ".join(map(str, settings_in_words(settings(capacity=16, check_in=True, squad=4, line_up_minutes=10))))
    assert "There is room for 16 entrants" in first
    assert "up to 4 players, of whom 2 play" in first
    assert "Bots do not take seats." in first
    second = list(map(str, settings_in_words(settings(bots=True, open_to="director", counting=Counting(stakes=False)))))
    assert "A bot fills a seat without a player." in second
    assert "Only the directors enter players." in second
    assert "The games move no stakes." in second
    assert "The games move ratings." in second


def test_every_criterion_has_a_name():
    assert set(CRITERIA) == set(ALL_CRITERIA)
    assert str(Sentence(CRITERIA["lot"])) == "the lot"


def test_a_tournament_is_planned_as_an_earlier_one_without_its_date_and_dropped_stages():
    play = Play(starts_at=1_793_600_000, squad=5)
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=5)))
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=1)))
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=3)))
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=3, last=4),))))
    play.do(opening.DropStage(stage=2))
    again, stages = as_before(play.state)
    assert again == settings(squad=5)
    assert [plan.type for plan in stages] == ["swiss", "swiss", "knock_out"]
    assert stages[2].source == (Qualifiers(stage=2, last=4),)
