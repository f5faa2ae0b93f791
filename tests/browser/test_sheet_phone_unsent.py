"""A phone at a score sheet without a connection or a session: nothing reported is lost, and nothing counts twice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from clubs.models import Player
from games.models import SheetPass
from games.sheets import passes
from tests.browser.phones import PHONE, Phone, entered, hand, press, ready, report, reports_of, states, told
from tests.browser.seats import Sitter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]


def test_hands_are_reported_without_a_connection_and_sent_once_there_is_one(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)
    for number in (1, 2, 3):
        report(other, 1, 16 + number, "outcome-failed")
        states(other, **{f"h{number}": "waiting"})
    ready(one)

    one.context.set_offline(True)
    for number in (1, 2, 3):
        report(one, 1, 16 + number, "outcome-failed")
        states(one, **{f"h{number}": "unsent"})
    expect(one.locator("#unsent")).to_contain_text("Not sent yet: 3")
    one.reload()
    expect(one.locator("#unsent")).to_contain_text("Not sent yet: 3")
    expect(one.locator("#link")).to_have_text("no connection")
    states(one, h1="unsent", h3="unsent")
    expect(one.locator("#entry h2")).to_have_text("Hand 4")
    assert entered(sheet) == {}
    one.get_by_role("link", name="All rules").click()
    expect(one.get_by_role("heading", level=1)).to_be_visible()
    one.go_back()

    one.context.set_offline(False)
    states(one, h1="entered", h2="entered", h3="entered")
    expect(one.locator("#unsent")).to_have_count(0)
    told(other, h3="entered")
    assert [kept.number for kept in entered(sheet).values()] == [17, 18, 19]
    assert [reports_of(sheet, number) for number in (1, 2, 3)] == [2, 2, 2]


def test_sends_that_are_doubled_delayed_and_reordered_give_each_hand_once(new_sheet, phone: Phone):
    """The answer to a report is lost, so it is sent again; a copy of an old one arrives long after."""
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)
    held: list[dict[str, Any]] = []

    def lossy(route: Route) -> None:
        route.fetch()  # it arrives
        if len(held) < 3:
            held.append({"data": route.request.post_data, "headers": dict(route.request.headers)})
            route.abort("connectionreset")  # and nobody hears of it
        else:
            route.continue_()  # it arrives once more

    one.route("**/reports/", lossy)
    for number in (1, 2):
        report(one, 0, 16 + number, "outcome-made")
    states(one, h1="waiting", h2="waiting")
    press(one, "seat-0", "bid-19", "outcome-made", "report")
    hand(one, 3).get_by_role("button", name="Correct hand 3").click()
    press(one, "step-bid", "bid-20", "report")
    expect(hand(one, 3)).to_contain_text("Ammini 20, made")
    states(one, h3="waiting")
    for late in reversed(held):
        answer = one.request.post(f"/sheets/{sheet.pk}/reports/", data=late["data"], headers=late["headers"])
        assert answer.ok
    for number in (1, 2):
        report(other, 0, 16 + number, "outcome-made")
    report(other, 0, 20, "outcome-made")

    states(other, h3="entered")
    told(one, h1="entered", h2="entered", h3="entered")
    assert [kept.number for kept in entered(sheet).values()] == [17, 18, 20]
    assert [reports_of(sheet, number) for number in (1, 2, 3)] == [2, 2, 3]


def test_an_entry_that_was_never_sent_is_taken_back_as_if_it_had_not_been(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    page.context.set_offline(True)
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    report(page, 0, 19, "outcome-made")
    states(page, h2="unsent")

    hand(page, 2).get_by_role("button", name="Take back hand 2").click()
    expect(hand(page, 2)).to_have_count(0)
    page.context.set_offline(False)

    states(page, h1="waiting")
    assert (reports_of(sheet, 1), reports_of(sheet, 2)) == (1, 0)


def test_a_revoked_pass_says_so_and_what_was_entered_is_kept(new_sheet, phone: Phone, scorer: Player):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    page.context.set_offline(True)
    report(page, 0, 18, "outcome-made")
    for made in SheetPass.objects.all():
        passes.revoke_pass(sheet_id=sheet.pk, pass_id=made.pk, player=scorer)
    page.context.set_offline(False)

    expect(page.locator("#notes")).to_contain_text("This pass was revoked. Ask for a new one at the desk.")
    expect(page.locator("#link")).to_have_text("signed out")
    states(page, h1="unsent")


def test_a_phone_whose_session_is_gone_keeps_its_entries_until_the_pass_is_opened_again(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    link = f"/sheets/pass/{passes.pass_token(SheetPass.objects.get())}/"
    page.context.clear_cookies()
    report(page, 0, 18, "outcome-made")
    expect(page.locator("#notes")).to_contain_text("Open your pass again, or sign in.")
    states(page, h1="unsent")

    page.goto(link)

    states(page, h1="waiting")
    assert reports_of(sheet, 1) == 1


def test_two_windows_of_one_phone_send_each_entry_once(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    second = page.context.new_page()
    second.goto(page.url)
    page.context.set_offline(True)
    report(page, 0, 18, "outcome-made")
    states(second, h1="unsent")
    report(second, 0, 19, "outcome-made")
    answered = []
    # Not requests: a window also tries while there is no connection.
    page.context.on("response", lambda answer: answered.append(answer.url) if "/reports/" in answer.url else None)
    page.context.set_offline(False)

    for window in (page, second):
        states(window, h1="waiting", h2="waiting")
    assert len(answered) == 2


def test_a_browser_that_keeps_nothing_says_so_and_sends_while_its_page_is_open(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.reload()
    page.context.set_offline(True)
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    expect(page.locator("#notes")).to_contain_text("Stay on this page until everything is sent.")
    page.context.set_offline(False)

    states(page, h1="waiting")
    assert reports_of(sheet, 1) == 1


def test_nothing_but_the_sheet_its_rules_and_their_files_is_kept(new_sheet, sit: Callable[..., Sitter], scorer: Player):
    sheet = new_sheet()
    page = sit(scorer, f"/sheets/{sheet.pk}/phone/", **PHONE).page
    ready(page)
    for path in ("/tables/", "/me/", f"/sheets/{sheet.pk}/", f"/sheets/{sheet.pk}/phone/state/", "/rules/56-kerala-4/"):
        page.goto(path)
    page.goto(f"/sheets/{sheet.pk}/phone/")
    ready(page)

    kept = page.evaluate("""async () => (await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()""")
    pages = {path for path in kept if not path.startswith("/static/")}
    assert pages == {f"/sheets/{sheet.pk}/phone/", "/rules/28-kerala-4/"}
    assert {"/static/js/sheet.js", "/static/css/sheet_phone.css", "/static/cards/cards.svg"} <= set(kept)
