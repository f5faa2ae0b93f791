"""A lesson in a browser: from the list to the answer, its reasons, and the hand that is played on."""

import re

import pytest
from playwright.sync_api import expect

from games.lessons.selectors import ALL
from games.polls.answers import answer_words

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_newcomer_answers_a_lesson_and_plays_its_hand_on(sit):
    first = ALL[0]
    right = next(choice.answer for choice in first.choices if choice.right)
    page = sit(None, "/learn/lessons/", viewport={"width": 360, "height": 740}).page
    page.get_by_role("link", name=re.compile("^Begin")).first.click()
    page.get_by_role("button", name=answer_words(right)).click()
    expect(page.get_by_role("heading", name="Right.")).to_be_visible()
    page.get_by_role("button", name="Play it on").click()
    expect(page).to_have_url(re.compile("/practice/"))
    expect(page.locator("#hand .card")).not_to_have_count(0)
