"""The pages of the lessons, asked for without a browser."""

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.lessons.lesson import moment_of
from games.lessons.selectors import ALL
from games.models import LessonDone, Practice
from games.practice.selectors import room_in
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

FIRST = ALL[0]
RIGHT = next(choice.answer for choice in FIRST.choices if choice.right)
WRONG = next(choice.answer for choice in FIRST.choices if not choice.right)


def give(client: Client, answer: str):
    return client.post(reverse("games:lesson_answer", args=[FIRST.slug]), {"answer": answer}, follow=True)


def test_a_right_answer_is_kept_in_the_browser_without_an_account():
    client = Client()
    assert "0 of 10 done" in client.get(reverse("games:lessons")).content.decode()
    assert "Right." in give(client, RIGHT).content.decode()
    assert "1 of 10 done" in client.get(reverse("games:lessons")).content.decode()
    assert not LessonDone.objects.exists()


def test_a_call_with_a_plus_is_shown_as_the_answer_that_was_given():
    lesson, call = next((one, choice) for one in ALL for choice in one.choices if "+" in choice.answer)
    address = reverse("games:lesson_answer", args=[lesson.slug])

    shown = Client().post(address, {"answer": call.answer}, follow=True).content.decode()

    assert "your answer" in shown


def test_a_wrong_answer_is_told_with_every_reason_and_counts_for_nothing():
    client = Client()
    shown = give(client, WRONG).content.decode()
    assert "There is something better." in shown
    assert "nine, ace, ten" in shown
    assert "0 of 10 done" in client.get(reverse("games:lessons")).content.decode()


def test_the_lessons_of_a_player_with_an_account_are_known_in_every_browser():
    player = PlayerFactory()
    here, there = Client(), Client()
    give(here, RIGHT)
    for client in (here, there):
        client.force_login(player.user)
    give(here, RIGHT)
    give(here, RIGHT)
    assert LessonDone.objects.get().lesson == FIRST.slug
    assert "1 of 10 done" in there.get(reverse("games:lessons")).content.decode()


def test_what_is_no_answer_of_the_lesson_is_refused():
    answered = give(Client(), "play:SJ")
    assert answered.status_code == 422
    assert "Choose one of these answers." in answered.content.decode()
    assert Client().get(reverse("games:lesson", args=["no-such"])).status_code == 404


@pytest.mark.parametrize("lesson", [FIRST, ALL[-1]], ids=lambda lesson: lesson.slug)
def test_the_hand_is_played_on_from_the_position_without_an_account(lesson):
    client = Client()
    answered = client.post(reverse("games:lesson_play", args=[lesson.slug]), follow=True)
    assert answered.status_code == 200
    room = room_in(Practice.objects.get())
    assert engine.view(room.game, lesson.seat) == engine.view(moment_of(lesson).game, lesson.seat)
    assert room.decisions == 0
