"""A person at a table: a whole game, double taps, keys, refusals, a lost connection."""

import re
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import WebSocketRoute, expect

import engine
from games.hands import history
from games.tables.selectors.states import load_state
from games.tables.services.seats import leave_seat
from tests.browser.acting import TO_PLAY, acts, played
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.timeout(240)
def test_one_browser_plays_a_whole_game_against_three_bots(person, sit, worker):
    """From the form that opens the table to the history of the last hand."""
    devaki = person("Devaki")
    me = sit(devaki, "/tables/new/")
    page = me.page
    page.get_by_text("More rules").click()
    page.get_by_label("After a number of hands").check()
    page.get_by_role("spinbutton", name="Number of hands").fill("2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
    table_id = UUID(page.url.rstrip("/").rsplit("/", 1)[1])
    me.live()

    while not me.finished:
        page.wait_for_function(
            "() => { const t = document.getElementById('table').dataset;"
            " return 'mine' in t || t.status === 'finished' || document.querySelector('[value=deal]'); }"
        )
        if me.finished:
            break
        seen = me.version
        # In one go: the next hand is also dealt by itself, and the button goes.
        if page.evaluate("() => { const b = document.querySelector('[value=deal]'); b?.click(); return b !== null; }"):
            me.await_version(seen + 1)
        elif page.locator("#table[data-mine]").count():
            me.does(me.choice())

    record = history.record(table_id, devaki)
    verdict = engine.audit(engine.decode_record(engine.encode_record(record)))
    assert [hand.verdict for hand in verdict.hands] == ["clean", "clean"]
    page.get_by_role("link", name="See the hand").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("made|took|conceded"))
    expect(page.get_by_role("link", name="Deal proven")).to_be_visible()


def test_a_card_that_may_not_be_played_says_why_and_links_its_rule(four, sit, deal_known):
    """28-PLAY-4."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY, (0, engine.Play(0, "HK")), (1, engine.Play(1, "HJ")), (2, engine.Play(2, "HT")))
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()
    before = devaki.version

    # Dimmed, not disabled: it can be pressed, and says why not. Playwright would wait for it to be enabled.
    devaki.page.locator("#card-CT").click(force=True)

    why = devaki.page.get_by_role("alert")
    expect(why).to_contain_text("heart")
    assert "/rules/28-kerala-4/#28-PLAY-4" in (why.get_by_role("link").get_attribute("href") or "")
    expect(devaki.page.locator("#card-CT")).to_have_attribute("aria-describedby", "why")
    assert devaki.version == before
    assert len(played(table.pk)) == 3

    devaki.does("play:HA")
    expect(why).to_have_count(0)


def test_a_double_tap_plays_one_card_once(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    ammini = sit(four[0], f"/tables/{table.pk}/")
    ammini.live()
    ammini.page.evaluate("() => window.lelamSettings.set('tap', 'one')")
    seen = ammini.version

    ammini.page.locator("#card-HK").dblclick()
    ammini.await_version(seen + 1)
    ammini.page.reload()
    ammini.live()

    assert played(table.pk) == [(0, "HK")]


def test_two_cards_pressed_at_once_play_the_first(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    ammini = sit(four[0], f"/tables/{table.pk}/")
    ammini.live()
    seen = ammini.version
    ammini.page.evaluate(
        """() => { window.lelamSettings.set('tap', 'one');
            document.getElementById('card-HK').click(); document.getElementById('card-D9').click(); }"""
    )
    ammini.await_version(seen + 1)
    ammini.page.reload()
    ammini.live()

    assert played(table.pk) == [(0, "HK")]


def test_a_hand_is_played_by_keys_alone(four, sit, deal_known):
    """Digits choose a bid and Enter makes it; P passes, K keeps; arrows choose a card, Enter plays it."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()
    keys = devaki.page.keyboard

    def press(*names: str) -> None:
        seen = devaki.version
        for name in names:
            keys.press(name)
        devaki.await_version(seen + 1)

    def choose(card: str) -> None:
        for _ in range(8):
            keys.press("ArrowRight")
            if devaki.page.evaluate("() => document.activeElement.dataset.card") == card:
                break
        expect(devaki.page.locator(f"#card-{card}")).to_have_attribute("aria-pressed", "true")

    press("1", "7", "Enter")
    devaki.await_version(acts(table, four, *TO_PLAY[4:7]))
    choose("S7")
    press("Enter")
    press("p")
    devaki.await_version(acts(table, four, *TO_PLAY[9:12]))
    press("k")
    led = [(seat, engine.Play(seat, card)) for seat, card in ((0, "HK"), (1, "HJ"), (2, "HT"))]
    devaki.await_version(acts(table, four, *led))
    choose("HA")
    press("Enter")
    assert devaki.page.evaluate("() => document.activeElement.className") == "card", "the focus was lost"

    assert played(table.pk)[-1] == (3, "HA")
    game = load_state(table.pk).game
    assert engine.view(game, 3).bid == 17
    assert engine.view(game, 3).indicator == "S7"


def test_focus_and_a_chosen_bid_stay_while_others_do_things(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()
    devaki.page.locator("#bid-19").check(force=True)
    devaki.page.locator("#bid-19").focus()
    seen = devaki.version

    leave_seat(table_id=table.pk, player=four[0], command=uuid4())
    devaki.await_version(seen + 1)

    expect(devaki.page.locator("#bid-19")).to_be_checked()
    expect(devaki.page.locator("#bid-19")).to_be_focused()
    expect(devaki.page.locator("#do-bid")).to_have_text("Bid 19")


def test_a_concession_asks_once_more(four, sit, deal_known):
    """28-CON-1."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()
    sure = devaki.page.get_by_role("button", name=re.compile("Yes, concede"))
    expect(sure).to_be_hidden()

    devaki.page.locator(".tools > #concede summary").click()
    sure.click()
    devaki.page.wait_for_function("() => document.getElementById('table').dataset.status === 'finished'")

    expect(devaki.page.locator("#result")).to_contain_text("conceded")


def test_after_a_lost_connection_the_table_goes_on_where_it_is(four, sit, deal_known):
    """While offline nothing can be pressed; afterwards the whole state is there, and the next action counts once."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    sockets: list[WebSocketRoute] = []
    cut = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        if cut["now"]:
            socket.close(code=1013)
            return
        socket.connect_to_server()
        sockets.append(socket)

    devaki = sit(four[3], "/tables/")
    page = devaki.page
    page.route_web_socket(re.compile("/ws/table/"), through)
    page.goto(f"/tables/{table.pk}/")
    devaki.live()

    cut["now"] = True
    sockets[-1].close(code=1012)
    expect(page.locator("#link")).to_contain_text("offline")
    expect(page.locator("#table")).to_have_attribute("data-offline", "")
    led = [(seat, engine.Play(seat, card)) for seat, card in ((0, "HK"), (1, "HJ"), (2, "HT"))]
    version = acts(table, four, *led)
    assert devaki.version < version

    cut["now"] = False
    devaki.await_version(version)
    devaki.live()
    devaki.does("play:HA")

    assert played(table.pk) == [(0, "HK"), (1, "HJ"), (2, "HT"), (3, "HA")]


def test_without_scripts_the_table_is_played_by_forms(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    ammini = sit(four[0], f"/tables/{table.pk}/", java_script_enabled=False)

    ammini.page.locator("#card-HK").click()

    expect(ammini.page.locator("#turn")).to_contain_text("Beeran to play")
    assert played(table.pk) == [(0, "HK")]
