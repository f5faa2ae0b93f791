"""A table whose connection freezes without closing: shown soon, recovered from, and nothing pressed is lost unseen."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import engine
from games.tables.services.play import act
from tests.browser.acting import TO_PLAY, acts, played
from tests.browser.freezing import FreezingProxy, freezing_proxy
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30_000
"""Milliseconds after which a test gives up; nothing is measured by it."""
TO_HEAR = """
    window.heard = [];
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        const text = document.getElementById("link").textContent;
        if (text !== window.heard.at(-1)) window.heard.push(text);
    }).observe(document.getElementById("link"), { childList: true, characterData: true, subtree: true }));
"""
"""Notes each text of the sign, as a screen reader says it."""

COUNT_ANSWERS = """
    let answers = 0;
    document.addEventListener("htmx:wsBeforeMessage", ({ detail }) => {
        if (detail.message === "pong") { answers += 1; document.documentElement.dataset.answers = answers; }
    });
"""


@pytest.fixture
def proxy(live_server):
    """A way to the web server that can freeze."""
    with freezing_proxy(live_server) as made:
        yield made


@pytest.fixture
def table(four, deal_known):
    """A table at which seat 0 leads the first trick."""
    made = deal_known(four, HANDS)
    acts(made, four, *TO_PLAY)
    return made


def through(proxy: FreezingProxy, sitter, table) -> Page:
    """Open the table by way of the proxy."""
    sitter.page.add_init_script(TO_HEAR)
    sitter.page.goto(f"{proxy.address}/tables/{table.pk}/")
    expect(sitter.page.locator("#here")).to_have_attribute("data-seats", re.compile(r"\d"))
    sitter.live()
    return sitter.page


def is_offline(page: Page) -> None:
    expect(page.locator("#link")).to_have_text("offline, trying again", timeout=PATIENCE)
    expect(page.locator("#age")).to_have_text(re.compile("^last update \\d+ s ago$"))
    expect(page.locator("#table")).to_have_attribute("data-offline", "")
    assert float(page.locator("#hand").evaluate("hand => getComputedStyle(hand).opacity")) < 0.7


def test_a_frozen_connection_is_shown_and_a_card_played_meanwhile_is_played_once(table, four, sit, proxy):
    ammini = sit(four[0], "/tables/", viewport={"width": 360, "height": 740})
    page = through(proxy, ammini, table)
    proxy.freeze()
    page.locator("#card-HK").click()
    page.locator("#card-HK").click()
    is_offline(page)
    assert played(table.pk) == []

    proxy.thaw()

    expect(page.locator("#turn")).to_contain_text("Beeran to play", timeout=PATIENCE)
    ammini.live()
    expect(page.locator("#age")).to_be_empty()
    expect(page.locator("#why")).to_have_count(0)
    assert played(table.pk) == [(0, "HK")]
    assert page.evaluate("window.heard.filter((text) => text.startsWith('offline')).length") == 1, "said once"


@pytest.mark.whole
def test_a_card_for_a_table_that_has_moved_on_is_refused_in_sight(table, four, sit, proxy):
    """The card is on its way when the line freezes; meanwhile the same seat has played another one elsewhere."""
    ammini = sit(four[0], "/tables/")
    page = through(proxy, ammini, table)
    proxy.freeze()
    page.locator("#card-HK").click()
    page.locator("#card-HK").click()
    act(table_id=table.pk, player=four[0], action=engine.Play(0, "CA"), expected_version=None, command=uuid4())
    is_offline(page)

    proxy.thaw()

    expect(page.locator("#why")).to_contain_text("The table had already moved on", timeout=PATIENCE)
    assert played(table.pk) == [(0, "CA")]


@pytest.mark.whole
def test_a_message_written_to_a_frozen_line_is_sent_afterwards(table, four, sit, proxy):
    page = through(proxy, sit(four[0], "/tables/"), table)
    proxy.freeze()
    page.get_by_label("Message to the players").fill("Stuck in the lift")
    page.keyboard.press("Enter")
    is_offline(page)

    proxy.thaw()

    said = page.locator("#talk li[data-message]")
    expect(said).to_have_text(re.compile("Stuck in the lift"), timeout=PATIENCE)
    expect(said).to_have_count(1)
    expect(page.get_by_label("Message to the players")).to_have_value("")


def test_a_visitor_sees_a_frozen_line_too_and_the_network_that_comes_back_is_used_at_once(table, sit, proxy):
    guest = sit(None, "/tables/")
    guest.page.goto(f"{proxy.address}/tables/{table.pk}/")
    expect(guest.page.locator("#link")).to_have_text("live")
    guest.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(guest.page.locator("#link")).to_have_text("live", timeout=PATIENCE)

    proxy.freeze()
    expect(guest.page.locator("#link")).to_have_text("offline, trying again", timeout=PATIENCE)
    proxy.thaw()
    guest.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(guest.page.locator("#link")).to_have_text("live", timeout=PATIENCE)


def test_by_the_pages_clock_silence_is_slow_after_six_seconds_and_offline_after_eight(table, four, sit):
    """The page's own clock is driven here, so that nothing depends on the speed of the machine."""
    line = {"frozen": False}

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if line["frozen"] else socket.send(message))

    page = sit(four[0], "/tables/").page
    page.route_web_socket(re.compile("/ws/table/"), route)
    page.add_init_script(COUNT_ANSWERS)
    # It stands still unless it is driven.
    page.clock.install(time=0)
    page.clock.pause_at(60)
    page.goto(f"/tables/{table.pk}/")
    sign, answers = page.locator("#link"), page.locator("html")
    expect(page.locator("#here")).to_have_attribute("data-seats", re.compile(r"\d"))
    for count in range(1, 6):
        page.clock.run_for(3_250)
        expect(answers).to_have_attribute("data-answers", str(count))
        expect(sign).to_have_text("live")

    line["frozen"] = True
    page.clock.run_for(6_000)
    expect(sign).to_have_text("slow, waiting")
    page.clock.run_for(2_250)
    expect(sign).to_have_text("offline, trying again")
    expect(page.locator("#table")).to_have_attribute("data-offline", "")
