"""Each lesson is a legal position whose right answer the bots uphold, and its texts fit its cards."""

import re
from collections import Counter
from random import Random

import pytest
from django.utils.translation import override

import engine
from engine.fiftysix.cards import UNIT
from games import bots
from games.bots.certainty import is_certain
from games.bots.fiftysix import rollout as rollout56
from games.bots.fiftysix.sampling import Knowledge56
from games.bots.knowledge import seat_of
from games.bots.memory import tricks_of
from games.bots.rollout import after, play_out, state_of, worth
from games.bots.sampling import Knowledge
from games.lessons.lesson import Lesson, moment_of, position_of, said
from games.lessons.selectors import ALL
from games.polls.answers import answer_of
from games.polls.showing import render
from games.rulebook.ledger import ledger

EVERY = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.slug)
SAMPLES = 60


def texts(lesson: Lesson) -> list[str]:
    """Return the sentences of a lesson."""
    return [lesson.question, *(choice.reason for choice in lesson.choices)]


def gains(lesson: Lesson) -> dict[str, float]:
    """Return what each offered card gains on average, over samples of what the seat cannot see."""
    moment = moment_of(lesson)
    view = engine.view(moment.game, lesson.seat)
    offered = {answer_of(action): action for action in view.legal}
    options = {choice.answer: offered[choice.answer] for choice in lesson.choices}
    total, chance = Counter[str](), Random(7)
    if lesson.family == "28":
        knowledge = Knowledge(view, tricks_of(moment.game))
        for _ in range(SAMPLES):
            start = state_of(view, knowledge.sample(chance))
            for answer, option in options.items():
                total[answer] += worth(play_out(after(start, option)), seat_of(view))
        return total
    rules, seen = engine.load_rules(lesson.rules), Knowledge56(view, tricks_of(moment.game))
    sides = tuple(rules.side_of(seat) for seat in range(rules.players))
    contract = rollout56.contract_of(rules, view.declarer, view.bid, view.denomination or "", view.doubled)
    laid = [UNIT[one.card] for one in view.trick]
    for _ in range(SAMPLES):
        start = rollout56.Lying(seen.sample(chance), laid, lesson.seat, list(view.points))
        for answer, option in options.items():
            lying = start.copy()
            rollout56.play(lying, UNIT[option.card], contract.trump, sides)
            rollout56.play_out(lying, contract, sides)
            total[answer] += rollout56.worth(lying, contract, sides[lesson.seat])
    return total


def test_there_are_ten_lessons_of_each_game():
    assert Counter(lesson.family for lesson in ALL) == {"28": 10, "56": 10}
    assert len({lesson.slug for lesson in ALL}) == len(ALL)


@EVERY
def test_the_position_is_legal_and_so_is_each_choice(lesson):
    """28-DEAL-1, 56-DEAL-1: the deal and each action so far are refused otherwise."""
    moment = moment_of(lesson)
    assert lesson.seat in engine.to_act(moment.game)
    legal = {answer_of(action) for action in engine.legal_actions(moment.game, lesson.seat)}
    answers = [choice.answer for choice in lesson.choices]
    assert len(answers) >= 2
    assert len(answers) == len(set(answers))
    assert set(answers) <= legal
    assert any(choice.right for choice in lesson.choices)
    assert not all(choice.right for choice in lesson.choices)
    assert len({choice.reason for choice in lesson.choices}) == len(answers), "each choice has a reason of its own"


@EVERY
def test_the_bots_judge_no_other_choice_better_than_the_right_one(lesson):
    """A call by the bot's own decision, a card by what it gains over samples, a claim by its certainty."""
    game = moment_of(lesson).game
    view = engine.view(game, lesson.seat)
    right = {choice.answer for choice in lesson.choices if choice.right}
    if right == {"claim"}:
        others = [seat for seat in range(game.rules.players) if game.rules.side_of(seat) != lesson.seat % 2]
        tricks = tricks_of(game)
        assert all(is_certain(engine.view(game, seat), lesson.seat, view.hand, tricks) for seat in others)
    elif view.phase != "play":
        assert right == {answer_of(bots.choose(view))}
    else:
        assert {answer_of(bots.choose(view))} <= right | {choice.answer for choice in lesson.choices}
        found = gains(lesson)
        assert max(found, key=found.__getitem__) in right


@EVERY
def test_the_texts_name_cards_that_the_seat_can_see(lesson):
    view = engine.view(moment_of(lesson).game, lesson.seat)
    seen = {*view.hand, *(one.card for one in view.trick), *filter(None, (view.indicator, view.trump_card))}
    tricks = position_of(lesson, explained=False).tricks
    seen |= {one.card for trick in tricks for one in trick.cards}
    for text in texts(lesson):
        assert set(re.findall(r"\{(\w+)\}", text)) <= seen


@EVERY
def test_each_rule_cited_is_in_the_ledger(lesson):
    known = {rule for section in ledger(lesson.family).sections for rule in section.rules}
    assert lesson.cites
    assert set(lesson.cites) <= known


@EVERY
@pytest.mark.parametrize("language", ["en", "ml"])
@pytest.mark.django_db
def test_the_page_shows_the_own_cards_and_no_place_is_left_empty(lesson, language):
    with override(language):
        shown = str(render(position_of(lesson, explained=True), language, asks=False))
        told = [said(text) for text in (lesson.title, *texts(lesson))]
    assert not [text for text in told if "{" in text]
    for card in engine.view(moment_of(lesson).game, lesson.seat).hand:
        assert f":{card}" in shown
