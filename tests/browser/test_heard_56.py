"""A hand of 56 played by ear: from the tree that a screen reader reads, by roles and names and by nothing else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.practice import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]

PATIENCE = 60_000
"""In milliseconds: five bots move in between, one after another."""


def table_of(page: Page) -> Any:
    return page.get_by_role("region", name="The table")


def wait_for_my_turn(page: Page) -> str:
    """Wait until something is asked for: `call`, `card`, or `over` once the hand is decided."""
    place = page.get_by_role("region", name="Your place")
    calls = place.get_by_role("radio", name="Pass")
    turn = place.get_by_role("paragraph").filter(has_text=re.compile(r"Your (turn|lead)\b"))
    over = table_of(page).get_by_role("heading", level=2)
    expect(calls.or_(turn).or_(over).first).to_be_visible(timeout=PATIENCE)
    return "over" if over.count() else "call" if calls.count() else "card"


def call(page: Page, *, opening: bool) -> None:
    place = page.get_by_role("region", name="Your place")
    word = place.get_by_role("radio", name="Pass")
    if not opening:
        word.check(force=True)
    place.get_by_role("button", name=re.compile("^(Call|Pass|Say)")).click()
    expect(word).to_have_count(0, timeout=PATIENCE)


def play(page: Page) -> str:
    """Play the first card that is not dimmed, and return what it is called."""
    held = page.get_by_role("list", name="Your hand")
    count = held.get_by_role("button").count()
    card = held.get_by_role("button", disabled=False).first
    name = re.match(r"[A-Z][a-z]+ of [a-z]+", card.aria_snapshot().partition('"')[2])
    assert name is not None
    card.click()
    held.get_by_role("button", pressed=True).click()
    # Not the trick: it may be closed, and the next one begun, before anybody looks.
    expect(held.get_by_role("button")).not_to_have_count(count)
    return name[0]


def test_a_hand_of_56_is_played_from_the_accessibility_tree_alone(
    person: Callable[[str], Any], sit: Callable[..., Any]
):
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="56-kerala-6", options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", reduced_motion="reduce").page
    played: list[str] = []
    opening = True
    while (asked := wait_for_my_turn(page)) != "over":
        if asked == "call":
            call(page, opening=opening)
            opening = False
        else:
            played.append(play(page))

    assert 1 <= len(played) <= 8
    result = table_of(page)
    expect(result.get_by_role("heading", level=2)).not_to_be_empty()
    expect(result.get_by_role("row").filter(has_text="You")).to_have_count(1)
    expect(page.get_by_role("status").last).not_to_be_empty()
    expect(page.get_by_role("button", name=re.compile("Next hand|New game"))).to_be_visible()
