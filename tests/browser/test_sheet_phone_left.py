"""A phone at a score sheet that changes hands: what was not sent is told, and the next person finds nothing of it."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import expect

from clubs.models import Player
from games.models import SheetPass
from games.sheets import passes
from tests.browser.looks import faults, fits
from tests.browser.phones import PHONE, Phone, entered, open_pass, ready, report, report_unsent, reports_of, states
from tests.browser.seats import Sitter
from tests.browsers import hold_back

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]

LEFT = """async () => [
  ...(await indexedDB.databases()).map((one) => one.name).filter((name) => name.startsWith('lelam-sheet-')),
  ...(await caches.keys()).filter((name) => name.startsWith('lelam-sheet-')),
]"""
"""What this browser keeps of score sheets."""
HOME = re.compile(r"^http://[^/]+/$")


def test_leaving_a_phone_warns_of_unsent_entries_and_leaves_nothing_behind(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    assert len(page.evaluate(LEFT)) == 2
    report_unsent(page)

    page.get_by_role("button", name="Leave this phone").click()
    expect(page.get_by_text("Unsent score sheet entries: 1.")).to_be_visible()
    fits(page)
    assert len(page.evaluate(LEFT)) == 2
    page.get_by_role("button", name="Leave it and remove them").click()

    page.wait_for_url(HOME)
    assert page.evaluate(LEFT) == []
    page.goto(f"/sheets/{sheet.pk}/phone/")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Meenachil")
    assert entered(sheet) == {}


def test_nothing_is_kept_that_arrives_after_the_phone_was_left(new_sheet, phone: Phone):
    """The worker is still fetching the rules when the phone changes hands."""
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    held = hold_back(page.context, "**/rules/*/")
    with page.context.expect_event("request", lambda request: "/rules/" in request.url):
        report_unsent(page)
    page.get_by_role("button", name="Leave this phone").click()
    page.get_by_role("button", name="Leave it and remove them").click()
    page.wait_for_url(HOME)

    with page.context.expect_event("requestfinished", lambda request: "/rules/" in request.url):
        held.pop().continue_()
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert page.evaluate(LEFT) == []


def test_leaving_a_phone_can_wait_until_everything_is_sent(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    report_unsent(page)
    page.get_by_role("button", name="Leave this phone").click()
    page.get_by_role("button", name="Wait until they are sent").click()
    expect(page.get_by_text("Still unsent: 1.")).to_be_visible()
    page.unroute("**/reports/")

    page.wait_for_url(HOME)
    assert page.evaluate(LEFT) == []
    assert reports_of(sheet, 1) == 1


def test_signing_out_with_unsent_entries_warns_and_the_next_person_finds_nothing(
    new_sheet, sit: Callable[..., Sitter], scorer: Player
):
    sheet = new_sheet()
    page = sit(scorer, f"/sheets/{sheet.pk}/phone/", **PHONE).page
    ready(page)
    report_unsent(page)

    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("Unsent score sheet entries: 1.")).to_be_visible()
    page.get_by_role("button", name="Sign out and remove them").click()

    page.wait_for_url(HOME)
    assert page.evaluate(LEFT) == []


def test_another_person_who_signs_in_finds_nothing_of_the_one_before(
    new_sheet, sit: Callable[..., Sitter], scorer: Player, person, live_server
):
    """The session of the first is gone without signing out."""
    sheet = new_sheet()
    page = sit(scorer, f"/sheets/{sheet.pk}/phone/", **PHONE).page
    ready(page)
    report_unsent(page)
    page.context.clear_cookies()

    page.goto("/accounts/login/")
    expect(page.locator("#unsent-note")).to_contain_text("on this phone: 1")
    client = Client()
    client.force_login(person("Beeran").user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server}])
    page.goto("/clubs/")

    page.wait_for_function(f"async () => (await ({LEFT})()).length === 0")
    assert reports_of(sheet, 1) == 0


def test_another_pass_takes_the_place_of_the_first_after_a_question(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    report_unsent(page)
    kept = page.evaluate(LEFT)

    open_pass(page, sheet, 1)
    expect(page.get_by_role("heading", name="Another pass is open on this phone")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    fits(page)
    page.get_by_role("button", name="Open the new pass in its place").click()
    expect(page.get_by_text("Unsent score sheet entries: 1.")).to_be_visible()
    page.get_by_role("button", name="Open it and remove them").click()

    ready(page)
    expect(page.locator("#unsent")).to_have_count(0)
    assert set(page.evaluate(LEFT)) & set(kept) == set()


def test_an_entry_is_not_taken_in_the_name_of_somebody_else(new_sheet, phone: Phone):
    """The page of the first pass is still open when the second is opened where no script runs."""
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    second = SheetPass.objects.create(sheet=sheet, sides=[0, 1])
    token = re.search(r"csrftoken=(\w+)", page.evaluate("document.cookie"))
    assert token is not None
    path = f"/sheets/pass/{passes.pass_token(second)}/"
    assert page.request.post(path, headers={"X-CSRFToken": token[1]}).ok

    report(page, 0, 18, "outcome-made")

    expect(page.locator("#link")).to_have_text("signed out")
    states(page, h1="unsent")
    assert reports_of(sheet, 1) == 0


def test_what_somebody_before_did_not_send_is_told_before_it_is_removed(new_sheet, phone: Phone):
    """Nobody left the phone: its session ended, and the next person opened a pass."""
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    report_unsent(page)
    before = set(page.evaluate(LEFT))
    page.context.clear_cookies()

    open_pass(page, sheet, 1)
    expect(page.get_by_text("unsent entries of somebody else: 1")).to_be_visible()
    fits(page)
    assert before <= set(page.evaluate(LEFT))
    page.get_by_role("button", name="Remove them").click()

    expect(page.get_by_role("button", name="Remove them")).to_be_hidden()
    assert before & set(page.evaluate(LEFT)) == set()
