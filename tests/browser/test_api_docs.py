"""The browsable pages of the API, under the policy that lets no foreign script run."""

import re

from playwright.sync_api import Page, expect


def test_the_pages_of_the_api_show_every_endpoint_and_try_one(page: Page, live_server: str):
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)

    page.goto(f"{live_server}/api/docs/")

    expect(page.get_by_role("heading", name=re.compile("Lelam"))).to_be_visible()
    expect(page.locator(".opblock")).not_to_have_count(0)
    page.locator("#operations-rules-rules_list .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator("#operations-rules-rules_list .live-responses-table")).to_contain_text("28-kerala-4")
    assert not refused
