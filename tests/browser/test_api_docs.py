"""The browsable pages of the API, under the policy that lets no foreign script run."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import AccessToken, Player
from tests.api.calls import Caller
from tests.browser.seats import Sitter


def unfold(page: Page, group: str) -> None:
    """Show the operations of a group."""
    page.locator(f'.opblock-tag[data-tag="{group}"]').click()


@pytest.mark.whole
def test_the_pages_of_the_api_show_every_endpoint_and_try_one(page: Page, live_server: str):
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)

    page.goto(f"{live_server}/api/docs/")

    expect(page.get_by_role("heading", name=re.compile("Lelam"))).to_be_visible()
    unfold(page, "rules")
    page.locator("#operations-rules-rules_list .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator("#operations-rules-rules_list .live-responses-table")).to_contain_text("28-kerala-4")
    assert not refused


def test_a_player_makes_an_access_token_on_the_pages_of_the_api(
    sit: Callable[..., Sitter], person: Callable[[str], Player], live_server: str
):
    ammini = person("Ammini")
    page = sit(ammini, "/api/docs/").page

    unfold(page, "tokens")
    operation = page.locator("#operations-tokens-tokens_create")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("textarea").fill(json.dumps({"name": "my bot", "days": 7}))
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table tbody .response-col_status")).to_contain_text("201")

    assert AccessToken.objects.get().name == "my bot"
    shown = operation.locator(".live-responses-table tbody .response-col_description pre").first.inner_text()
    token = json.loads(shown)["token"]
    assert json.loads(Caller(token=token).get("me/").content)["player"]["id"] == str(ammini.pk)
