"""What one is told, in a browser: the bell without loading anew, the list, the choices, and what is pushed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import NoticeChoices, Player, PushDevice
from clubs.notices import selectors
from clubs.notices.services.telling import notify
from tests.browser.looks import fits
from tests.clubs.notices.devices import Phone
from tests.servers import await_true

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 740}
Sit = Callable[..., Any]

SUBSCRIBING = """
  const said = %s;
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer;
  let kept = null;
  const made = (options) => ({
    endpoint: said.endpoint, options: { applicationServerKey: options.applicationServerKey.buffer },
    getKey: (name) => bytes(said[name]),
    unsubscribe: async () => { kept = null; sessionStorage.removeItem("kept"); return true; },
  });
  PushManager.prototype.subscribe = async function (options) {
    sessionStorage.setItem("kept", "yes");
    return (kept = made(options));
  };
  PushManager.prototype.getSubscription = async function () {
    const key = document.getElementById("push")?.dataset.key;
    if (sessionStorage.getItem("kept") && key) kept ??= made({ applicationServerKey: new Uint8Array(bytes(key)) });
    return kept;
  };
"""
"""A push service inside the page: the browser of the tests reaches none."""
SHOWING = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { tag, body, data }) => {
    self.shown.push([tag, title, body, data.path]);
  };
}"""
"""Records, inside the service worker, what it shows: Chromium without a window grants no notifications."""


def tell(player: Player, key: str) -> None:
    notify(players=[player], kind="request-answered", path="/clubs/", key=key)


def looks_again(page: Page) -> None:
    """Come back to the page from another tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_the_bell_counts_without_loading_the_page_anew_and_leads_to_what_is_new(person, sit: Sit):
    ammini = person("Ammini")
    page = sit(ammini, "/clubs/", viewport=PHONE).page
    # Here nothing is read by being shown: that is another test, and this one may take longer than two seconds.
    page.route(
        "**/me/notices/read/", lambda ask: ask.abort() if "quiet" in (ask.request.post_data or "") else ask.continue_()
    )
    bell = page.locator("#bell")
    expect(bell).to_have_attribute("data-unread", "0")
    page.evaluate("window.stayed = true")

    tell(ammini, "1")
    tell(ammini, "2")
    looks_again(page)
    expect(bell).to_have_attribute("data-unread", "2")
    expect(page.get_by_role("link", name="News, 2 unread")).to_be_visible()
    assert page.evaluate("window.stayed")

    bell.click()
    page.wait_for_url("**/me/notices/")
    expect(page.locator(".notices .unread")).to_have_count(2)
    fits(page)
    page.locator(".notices .unread a").first.click()
    page.wait_for_url("**/clubs/")
    expect(page.locator("#bell")).to_have_attribute("data-unread", "1")
    page.goto("/me/notices/")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator(".notices .unread")).to_have_count(0)
    assert selectors.count_unread(ammini) == 0


def test_news_that_are_in_view_for_two_seconds_are_read_and_what_came_later_is_not(person, sit: Sit):
    ammini = person("Ammini")
    tell(ammini, "1")
    page = sit(ammini, "/me/notices/", viewport=PHONE).page
    expect(page.locator(".notices .unread")).to_have_count(1)
    tell(ammini, "2")

    expect(page.get_by_role("button", name="Mark all as read")).to_be_hidden()

    expect(page.locator(".notices .unread")).to_have_count(1)
    expect(page.locator("#bell")).to_have_attribute("data-unread", "1")
    assert selectors.count_unread(ammini) == 1


def test_the_bell_asks_by_itself_while_its_page_is_looked_at(person, sit: Sit):
    ammini = person("Ammini")
    sitter = sit(ammini, "/clubs/")
    page = sitter.page
    page.clock.install()
    page.goto("/clubs/")
    tell(ammini, "1")

    page.clock.fast_forward(31_000)

    expect(page.locator("#bell")).to_have_attribute("data-unread", "1")


def test_choices_are_made_on_a_phone_the_time_zone_is_found_by_its_town(person, sit: Sit):
    ammini = person("Ammini")
    page = sit(ammini, "/me/notices/choices/", viewport=PHONE, timezone_id="America/Toronto").page
    turn = "It is my turn, and I am not at the table"
    page.get_by_label(f"{turn}: On my devices").uncheck()
    page.get_by_label(f"{turn}: By mail at once").check()
    page.get_by_label("Quiet from").fill("22:00")
    page.get_by_label("Quiet until").fill("07:00")
    zone = page.get_by_label("Your time zone")
    zone.fill("")
    zone.press_sequentially("new y")
    expect(page.locator("#zones option")).to_have_count(1)
    expect(page.locator("#zones option")).to_have_attribute("value", "America/New_York")
    page.get_by_role("button", name="This device is in America/Toronto: use that").click()
    fits(page)
    page.get_by_role("button", name="Save these choices").last.click()
    expect(page.get_by_text("Your choices are saved.")).to_be_visible()

    kept = NoticeChoices.objects.get(player=ammini)
    assert kept.ways == {"your-turn": {"push": False, "mail": True}}
    assert (kept.time_zone, kept.quiet_from.hour, kept.quiet_until.hour) == ("America/Toronto", 22, 7)
    expect(page.get_by_label(f"{turn}: On my devices")).not_to_be_checked()


def test_a_device_is_added_and_taken_off_where_the_browser_allows_it(person, sit: Sit):
    ammini, phone = person("Ammini"), Phone()
    sitter = sit(ammini, "/clubs/")
    sitter.context.grant_permissions(["notifications"])
    sitter.context.add_init_script(SUBSCRIBING % json.dumps(phone.subscription))
    page = sitter.page
    page.goto("/me/notices/choices/")

    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.locator("#push li")).to_have_count(1)
    expect(page.locator("#push li")).to_contain_text("this one")
    device = PushDevice.objects.get(player=ammini)
    assert (device.endpoint, device.p256dh) == (phone.endpoint, phone.subscription["p256dh"])
    page.get_by_role("button", name="Stop notifying me on this device").click()
    expect(page.locator("#push li")).to_have_count(0)

    assert not PushDevice.objects.exists()


def test_the_service_worker_shows_what_is_pushed_and_the_bell_counts_it(person, sit: Sit):
    """Pushed by the browser's own tools, since no push service is reached here."""
    ammini = person("Ammini")
    sitter = sit(ammini, "/clubs/")
    page = sitter.page
    tools = sitter.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda said: registrations.extend(said["registrations"]))
    tools.send("ServiceWorker.enable")
    with sitter.context.expect_event("serviceworker") as started:
        page.evaluate(
            "navigator.serviceWorker.register('/sw.js', { scope: '/' }).then(() => navigator.serviceWorker.ready)"
        )
    worker = started.value
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/sw.js")
    worker.evaluate(SHOWING)
    tell(ammini, "1")
    origin = page.evaluate("location.origin")

    for said in ({"text": "It is your turn.", "path": "/tables/1/", "tag": "a", "lang": "en"}, "no object", {}):
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": origin, "registrationId": registrations[-1]["registrationId"], "data": json.dumps(said)},
        )
    expect(page.locator("#bell")).to_have_attribute("data-unread", "1")
    await_true(lambda: len(worker.evaluate("self.shown")) == 3, "each is shown")
    assert sorted(worker.evaluate("self.shown")) == [
        ["a", "Lelam", "It is your turn.", "/tables/1/"],
        ["lelam", "Lelam", "", "/me/notices/"],
        ["lelam", "Lelam", "", "/me/notices/"],
    ]


@pytest.mark.parametrize("path", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "x", 7])
def test_what_is_pushed_leads_to_a_page_of_this_server_only(person, sit: Sit, path):
    sitter = sit(person("Ammini"), "/clubs/")
    page = sitter.page
    source = page.evaluate("fetch('/sw.js').then((answer) => answer.text())")
    rule = next(line for line in source.splitlines() if line.startswith("const pathOf"))

    assert page.evaluate(f"() => {{ {rule} return pathOf({json.dumps(path)}); }}") == "/me/notices/"
    assert page.evaluate(f"() => {{ {rule} return pathOf('/tables/1/'); }}") == "/tables/1/"
