"""The history of a hand in a browser: keys, slider, links to a step, the report of a dispute."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import engine
from games import selectors, services
from tests.browser.acting import TO_PLAY, acts
from tests.games.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)


def played_out(table, players) -> None:
    """Play the hand to its end, away from any browser."""
    acts(table, players, *TO_PLAY)
    while (state := selectors.load_state(table.pk)).ended_at is None:
        actions = [action for action in engine.legal_actions(state.game, state.turn) if isinstance(action, engine.Play)]
        services.act(
            table_id=table.pk, player=players[state.turn], action=actions[0], expected_version=None, command=uuid4()
        )


@pytest.fixture
def finished(four, deal_known):
    """A table whose one hand is over."""
    table = deal_known(four, HANDS)
    played_out(table, four)
    return table


def test_keys_step_jump_and_hide(finished, sit):
    """Left and right step, up and down go by tricks, H hides the hands; the address names the step."""
    page = sit(None, f"/tables/{finished.pk}/hands/1/?step=0").page
    at = page.locator("#replay")
    expect(at).to_have_attribute("data-step", "0")

    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-step", "1")
    expect(page.locator("#cap-t")).to_contain_text("Ammini bids 14")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_attribute("data-step", "0")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tricks .here th")).to_contain_text("1")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tricks .here th")).to_contain_text("2")
    page.keyboard.press("End")
    last = at.get_attribute("data-last") or ""
    expect(at).to_have_attribute("data-step", last)
    assert page.url.endswith(f"?step={last}")
    page.keyboard.press("h")
    expect(page.locator("#deal")).to_have_class(re.compile("shut"))


def test_the_slider_and_a_link_to_a_step_show_that_step(finished, sit):
    page = sit(None, f"/tables/{finished.pk}/hands/1/?step=4").page
    expect(page.locator("#cap-t")).to_contain_text("Devaki bids 17")

    page.locator("#step").fill("14")

    expect(page.locator("#replay")).to_have_attribute("data-step", "14")
    page.reload()
    expect(page.locator("#replay")).to_have_attribute("data-step", "14")


def test_a_record_is_downloaded_and_its_proof_checked(finished, sit):
    page = sit(None, f"/tables/{finished.pk}/hands/1/").page
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    text = download.value.path().read_bytes()

    assert [hand.verdict for hand in engine.audit(engine.decode_record(text)).hands] == ["clean"]


def test_a_disputed_hand_gets_its_report(finished, four, sit, worker):
    page = sit(four[0], f"/tables/{finished.pk}/hands/1/?step=14").page
    page.get_by_role("link", name="Dispute…").click()
    page.get_by_label("What do you question?").fill("Did Beeran have to follow?")
    page.get_by_role("button", name="Have it audited").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Did Beeran have to follow?")
    expect(page.locator("#report")).to_contain_text("Clean", timeout=30_000)
