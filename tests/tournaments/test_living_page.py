"""A tournament's page in a browser: it lives without being loaded again."""

import re

import pytest
from playwright.sync_api import expect

from tournaments.services.running import call_round, start_tournament
from tournaments.services.standings import compute_standings

pytestmark = pytest.mark.django_db(transaction=True)


def test_results_come_by_themselves_and_an_opened_explanation_stays_open(
    page, live_server, director, tournament, score
):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    call_round(tournament_id=begun.pk, number=1)
    first, second = begun.matches.filter(round=1)
    score(first, 1, 0, last=True)
    rows = compute_standings(tournament_id=begun.pk)
    page.goto(f"{live_server}/tournaments/{begun.slug}/")
    page.evaluate("document.body.dataset.loaded = 'once'")

    page.locator(f"#place-{rows[0].entry_id} .val").click()
    expect(page.locator(".why")).to_contain_text("Vembanad is first: nobody else has 2 points.")
    score(second, 4, -2)
    match = page.locator(f"#match-{second.pk}")
    expect(match).to_contain_text("1 of 2 hands", timeout=15_000)
    expect(match.locator(".score")).to_have_text(re.compile(r"4\s*" + "\N{MINUS SIGN}2"))

    expect(page.locator(".why")).to_be_visible()
    expect(page.locator(f"#place-{rows[0].entry_id} .val")).to_have_attribute("aria-expanded", "true")
    page.locator(f"#place-{rows[0].entry_id} .val").click()
    expect(page.locator(".why")).to_have_count(0)
    assert page.evaluate("document.body.dataset.loaded") == "once"
