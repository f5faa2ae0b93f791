"""Taking a seat over on a phone: named while a hand is played, seated with the next deal, told in its history."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

import engine
from games.events.tables import Terms
from games.tables.selectors.states import load_state
from games.tables.services.play import deal_now
from games.tables.services.seats import open_table
from tests.browser.looks import faults, fits
from tests.games.helpers.tables import TWO_HANDS, due, play_on
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


def plain(actions: list[engine.Action]) -> engine.Action:
    """Bid as low as may be, then pass, and play the first card."""
    return next((action for action in actions if isinstance(action, engine.Pass)), actions[0])


@pytest.mark.parametrize("rules", in_lanes(["28-kerala-4", "56-kerala-8"]))
def test_a_substitute_is_named_seated_and_told_of(person: Callable[..., Any], sit: Callable[..., Any], rules: str):
    host, guest = person("Annamma"), person("Kochouseph Chacko")
    others = range(1, engine.load_rules(rules).players)
    table = open_table(player=host, rules=rules, options=TWO_HANDS, bots=others, terms=Terms(action_seconds=600))
    due(table.pk)
    sitter = sit(guest, f"/tables/{table.pk}/", **PHONE)
    page = sitter.page
    sitter.live()

    page.locator("#seat-1 button").tap()

    expect(page.locator("#takes-over")).to_contain_text("with the next deal")
    expect(page.locator("#seat-1 .mark.next")).to_contain_text("Kochouseph")
    expect(page.locator("#hand .card")).to_have_count(0)
    fits(page)
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    page.get_by_role("button", name="Do not take over the seat").tap()
    expect(page.locator("#takes-over")).to_have_count(0)
    page.locator("#seat-1 button").tap()
    expect(page.locator("#takes-over")).to_have_count(1)

    play_on(table, [host] * len(table.seats.all()), plain, lambda state: state.hand == 2)
    deal_now(table_id=table.pk, player=host)
    due(table.pk)
    sitter.await_version(load_state(table.pk).version)

    expect(page.locator("#hand .card").first).to_be_visible()
    expect(page.locator(".me .mark.since")).to_have_text("from hand 2")
    fits(page)
    watcher = sit(None, f"/tables/{table.pk}/", **PHONE).page
    fits(watcher)
    watcher.goto(f"/tables/{table.pk}/hands/2/")
    expect(watcher.locator("#held")).to_contain_text("from hand 2: Kochouseph Chacko")
    fits(watcher)
