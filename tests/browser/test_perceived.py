"""The table perceived otherwise: without motion, in the reader's own colours, in the order a phone reads it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.practice import services
from tests.browser.acting import TO_PLAY, acts
from tests.games.helpers.moments import HANDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
MOVES = """() => [...document.querySelectorAll('body *')].filter((one) => ['', '::before', '::after'].some((part) => {
  const style = getComputedStyle(one, part || null);
  return style.animationName !== 'none' || style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
})).map((one) => one.outerHTML.slice(0, 90))"""
DRAWN = """(selector) => { const style = getComputedStyle(document.querySelector(selector));
  return [style.outlineStyle, style.outlineWidth, style.borderTopColor].join(' '); }"""


def moving(page: Page) -> list[str]:
    """Return the elements of a page that have an animation or a transition, the reminder of the own turn included."""
    page.evaluate("document.querySelector('.state')?.setAttribute('data-waits', '')")
    found: list[str] = page.evaluate(MOVES)
    return found + page.evaluate(
        "() => document.getAnimations().map((one) => one.effect.target.outerHTML.slice(0, 90))"
    )


def test_nothing_moves_for_readers_who_want_no_motion(person: Callable[[str], Any], four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    practice = services.begin_practice(player=four[3], rules="28-kerala-4", options={}, place=1)
    places = ["/", f"/tables/{table.pk}/", f"/practice/{practice.pk}/", "/hands/", "/learn/28/"]

    assert moving(sit(four[3], places[1]).page), "the table has no motion that could be left out"
    calm = sit(four[3], places[0], reduced_motion="reduce").page
    for place in places:
        calm.goto(place)
        assert moving(calm) == [], place


def test_in_the_readers_own_colours_what_is_chosen_is_said_by_a_line(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    page = sit(four[3], f"/tables/{table.pk}/", forced_colors="active").page

    chosen = page.evaluate(DRAWN, "#pad input:checked + .key")
    assert chosen != page.evaluate(DRAWN, "#pad input:not(:checked) + .key")
    assert chosen.startswith("solid 3px")
    page.goto("/tables/")
    assert page.evaluate(DRAWN, ".places [aria-current]").startswith("solid 3px")
    assert not page.evaluate(DRAWN, ".places a:not([aria-current])").startswith("solid 3px")


def test_a_phone_reads_the_table_from_the_place_over_the_score_and_the_others_to_the_own_cards(four, sit, deal_known):
    """The order is that of docs/reference/accessibility.md: what is asked comes right before what answers it."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    devaki = sit(four[3], f"/tables/{table.pk}/", **PHONE)
    devaki.live()

    expect(devaki.page.get_by_role("main")).to_match_aria_snapshot("""
        - main:
          - link "Back to the tables"
          - heading [level=1]
          - status: live
          - region "Contract and points"
          - region "The table":
            - list:
              - listitem
              - listitem
              - listitem
            - paragraph
          - region "Your place":
            - paragraph: Your bid. 17 or more, or pass.
            - group "Your bid"
            - list "Your hand"
          - complementary "Auction, tricks and what happened"
    """)
