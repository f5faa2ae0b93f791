"""How to play: eight short steps for each game, and a first hand with a coach for everybody."""

import re

import pytest
from django.urls import reverse

import engine
from games.learning.steps import COURSES
from games.models import Practice
from games.practice.guides import GUIDES

GAMES = sorted(COURSES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_in_eight_short_steps(game: str):
    course = COURSES[game]
    assert len(course.steps) == 8
    for step in course.steps:
        assert len(step.text.split()) <= 40, step.title
        assert any((step.cards, step.lines, step.seats))
        assert step.rules
    deck = set(engine.load_rules(course.rules).deck) | {"back"}
    assert {shown.card for step in course.steps for shown in step.cards} <= deck
    assert all((step.decided or 0) < len(GUIDES[game].steps) for step in course.steps)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_step_is_in_the_rule_book(game: str, client):
    for step in COURSES[game].steps:
        for rules, rule in step.rules:
            assert f'id="{rule}"' in client.get(reverse("games:rules", args=[rules])).content.decode()


@pytest.mark.django_db
def test_a_first_hand_is_dealt_to_a_visitor_and_the_coach_speaks(client):
    answer = client.post(reverse("games:learn_hand", args=[28]))
    practice = Practice.objects.get()
    assert answer["Location"] == reverse("games:practice", args=[practice.pk])
    page = client.get(answer["Location"]).content.decode()
    assert GUIDES["28"].steps[0].says in page
    assert re.search(r'id="do-hinted" value="bid:14"', page)


@pytest.mark.django_db
def test_try_it_begins_at_its_decision_and_nonsense_at_the_first(client):
    for sent, field in (("2", "fold:CK"), ("-1", "bid:14"), ("99", None), ("x", "bid:14")):
        Practice.objects.all().delete()
        page = client.post(reverse("games:learn_hand", args=[28]), {"decided": sent}, follow=True).content.decode()
        assert 'id="do-hinted"' in page
        assert field is None or f'value="{field}"' in page


@pytest.mark.django_db
def test_there_is_no_third_game(client):
    assert client.get("/learn/29/").status_code == 404
    assert client.post("/learn/29/hand/").status_code == 404
