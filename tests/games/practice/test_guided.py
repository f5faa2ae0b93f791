"""The guided first hands: the course of each guide is that of a good player, and its words fit the cards."""

import re

import pytest

import engine
from games import bots
from games.models import Practice
from games.practice import selectors, services, state
from games.practice.coach import action_named, coach, guide_of
from games.practice.guides import GUIDES, Guide
from games.practice.words import field_of
from tests.factories import PlayerFactory

FAMILIES = sorted(GUIDES)


def begun(guide: Guide) -> state.Room:
    """Return the hand as dealt, the bots on until it is the person's turn."""
    rules = engine.load_rules(guide.rules, guide.options)
    room = state.begin(rules, seat=guide.seat, dealer=guide.dealer, pack=guide.pack, level="steady")
    return on(state.replace(room, kept=state.replace(room.kept, guided=guide.family)))


def on(room: state.Room) -> state.Room:
    return state.bots_on(room, lambda _room, view: bots.decide(view).action)


def done(room: state.Room, field: str) -> state.Room:
    action = action_named(engine.view(room.game, room.kept.seat), field)
    assert action is not None, field
    return on(state.act(room, action, mine=True))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_coach_leads_through_the_whole_hand_as_a_bot_would_play_it(family: str):
    guide = GUIDES[family]
    room = begun(guide)
    assert sorted(guide.pack) == sorted(room.rules.deck)
    for step in guide.steps:
        view = engine.view(room.game, guide.seat)
        line = coach(room)
        assert line is not None
        assert (line.do, line.says, line.answer) == (step.do, step.says, "")
        assert field_of(bots.decide(view).action) == step.do
        assert all(action_named(view, field) for field in step.others), step
        room = done(room, step.do)
    assert room.is_over
    line = coach(room)
    assert line is not None
    assert (line.order, line.says) == ("", guide.end)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_end_tells_the_points_and_the_bid_of_the_hand(family: str):
    guide = GUIDES[family]
    room = begun(guide)
    for step in guide.steps:
        room = done(room, step.do)
    result = engine.view(room.game, None).result
    assert result.outcome == "made"
    assert re.findall(r"\d+", guide.end)[:2] == [str(result.points[0]), str(result.bid)]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_other_choice_gets_an_answer_and_the_coach_goes_on(family: str):
    guide = GUIDES[family]
    room = begun(guide)
    for step in guide.steps:
        for action in engine.view(room.game, guide.seat).legal:
            field = field_of(action)
            if field == step.do or action.__struct_config__.tag in {"claim", "concede"}:
                continue
            if action.__struct_config__.tag in {"call", "bid"} and field not in step.others and field[-2:] != "28":
                continue
            line = coach(done(room, field))
            assert line is not None
            assert line.answer == step.others.get(field, line.answer) != ""
            assert line.order or engine.to_act(done(room, field).game) == frozenset() or line.says == ""
        room = done(room, step.do)


def test_the_coach_is_silent_from_another_seat_and_over_other_cards():
    room = begun(GUIDES["28"])
    assert guide_of(room) is GUIDES["28"]
    assert coach(state.deal_again(room, 1)) is None
    assert coach(state.deal_new(room, sorted(room.rules.deck))) is None
    assert coach(state.room_of(room.rules, state.replace(room.kept, guided=""))) is None


@pytest.mark.django_db
@pytest.mark.parametrize(("family", "decided"), [("28", 0), ("28", 8), ("56", 3)])
def test_a_guided_practice_begins_at_any_of_its_decisions(family: str, decided: int):
    player, guide = PlayerFactory(), GUIDES[family]
    begun_at = services.begin_guided(player=player, guide=guide, decided=decided)
    room = selectors.room_in(Practice.objects.get(pk=begun_at.pk))
    line = coach(room)
    assert room.decisions == decided
    assert line is not None
    assert line.do == guide.steps[decided].do
