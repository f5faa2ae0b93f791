"""What an entrant needs, in sentences."""

from random import Random

import pytest

from tests.tournaments.helpers.play import Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.staging import BeginStage
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.summaries.needs import needs_in_words


def league(count: int, going_on: int) -> Play:
    play = Play()
    play.enter(count)
    play.do(PlanStage(plan=StagePlan(type="round_robin", tie_breaks=("points", "seed"))))
    play.do(PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=going_on),))))
    play.do(BeginStage(stage=1))
    return play


def said(play: Play, entrant: int) -> list[str]:
    return [str(sentence) for sentence in needs_in_words(play.state, 1, 0, entrant)]


def test_the_sentences_go_from_open_to_decided():
    play = league(4, 2)
    assert said(play, 1) == [], "nothing is paired yet"
    play.pair(1)
    assert any("you certainly go on; you have 0" in sentence for sentence in said(play, 1))
    for match in play.open_matches(1):
        if match.round < 3:
            play.report(match.number, 10 - match.sides[0][0], 10 - match.sides[1][0])
    verdicts = {entrant: said(play, entrant)[0] for entrant in (1, 2, 3, 4)}
    assert "You go on, whatever happens." in verdicts.values()
    for match in play.open_matches(1):
        play.report(match.number, 10 - match.sides[0][0], 10 - match.sides[1][0])
    assert said(play, 1) == ["You go on, whatever happens."]
    assert said(play, 4) == ["The places that go on are out of reach."]


def test_in_a_last_stage_the_first_place_counts_and_in_groups_of_one_nothing_does():
    play = Play()
    play.enter(4)
    play.pair(play.begin(StagePlan(type="round_robin")))
    assert any("certainly come first; you have 0" in sentence for sentence in said(play, 1))
    play = Play()
    play.enter(6)
    play.pair(play.begin(StagePlan(type="round_robin", groups=2)))
    assert said(play, 1) == []


def test_of_another_entrant_is_spoken_by_its_name():
    play = league(4, 2)
    play.pair(1)
    sentences = [str(one) for one in needs_in_words(play.state, 1, 0, 1, "Pamba")]
    assert "With 5 match points at the end Pamba certainly goes on; it has 0." in sentences
    assert not any("you" in sentence.casefold() for sentence in sentences)


@pytest.mark.parametrize("name", PLANS)
def test_it_can_be_asked_at_any_moment(name: str):
    play = RandomPlay(name, Random(7))
    for _ in range(60):
        play.step()
        for stage in play.state.stages.values():
            for group, field in enumerate(stage.groups):
                for entrant in field[:2]:
                    assert isinstance(needs_in_words(play.state, stage.number, group, entrant), tuple)
