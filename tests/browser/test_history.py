"""The history of a hand in a browser: keys, slider, links to a step, the report of a check."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import engine
from games.hands.study import studies
from games.reviews.services import make_open_reviews
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from tests.browser.acting import TO_PLAY, acts
from tests.browser.looks import fits
from tests.games.helpers.moments import HANDS
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)


def played_out(table, players) -> None:
    """Play the hand to its end, away from any browser."""
    acts(table, players, *TO_PLAY)
    while (state := load_state(table.pk)).ended_at is None:
        actions = [action for action in engine.legal_actions(state.game, state.turn) if isinstance(action, engine.Play)]
        act(table_id=table.pk, player=players[state.turn], action=actions[0], expected_version=None, command=uuid4())


@pytest.fixture
def finished(four, deal_known):
    """A table whose one hand is over."""
    table = deal_known(four, HANDS)
    played_out(table, four)
    return table


def test_keys_step_jump_and_hide(finished, sit):
    """Left and right step, up and down go by tricks, H hides the hands; the address names the step."""
    page = sit(None, f"/tables/{finished.pk}/hands/1/").page
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
    page.wait_for_url(f"**/?step={last}")
    page.keyboard.press("h")
    expect(page.locator("#deal")).to_have_class(re.compile("shut"))


@pytest.mark.timeout(120)
def test_a_player_sees_the_grades_of_the_own_decisions_at_their_steps(finished, four, sit):
    """Asked for on the page of the hand; nobody else sees a grade."""
    page = sit(four[3], f"/tables/{finished.pk}/hands/1/").page
    page.get_by_role("button", name="Review my play").click()
    expect(page.get_by_text("Being reviewed")).to_be_visible()
    make_open_reviews()
    lines = page.locator("#my-play [data-grade]")
    expect(lines.first).to_be_visible()
    expect(page.locator("#log .graded")).to_have_count(lines.count())
    expect(page.locator("#cap .graded")).to_have_count(0)
    lines.first.locator("[data-step]").click()
    expect(page.locator("#cap .graded")).to_have_text(lines.first.locator(".badge").inner_text())
    expect(page.locator("#cap-t")).to_contain_text("Devaki")
    expect(sit(four[0], f"/tables/{finished.pk}/hands/1/").page.locator(".graded")).to_have_count(0)


def test_a_hand_just_played_is_reviewed_at_one_press(finished, four, sit):
    page = sit(four[3], f"/tables/{finished.pk}/").page
    page.get_by_role("button", name="Review my play").click()
    page.wait_for_url("**/hands/1/my-play/")
    expect(page.get_by_text("Being reviewed")).to_be_visible()


def test_the_slider_and_a_link_to_a_step_show_that_step(finished, sit):
    page = sit(None, f"/tables/{finished.pk}/hands/1/?step=4").page
    expect(page.locator("#cap-t")).to_contain_text("Devaki bids 17")

    page.locator("#step").fill("14")

    expect(page.locator("#replay")).to_have_attribute("data-step", "14")
    page.wait_for_url("**/?step=14")
    page.reload()
    expect(page.locator("#replay")).to_have_attribute("data-step", "14")


BELOW_THE_DIAGRAM = """() => {
    const [deal, bar] = ["#deal", ".stepper"].map((one) => document.querySelector(one).getBoundingClientRect());
    return bar.top - deal.bottom;
}"""


def test_a_history_opens_at_the_deal_with_every_card_whole_and_its_buttons_in_sight(finished, sit):
    for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
        page = sit(None, f"/tables/{finished.pk}/hands/1/", viewport=size).page

        expect(page.locator("#replay")).to_have_attribute("data-step", "0")
        expect(page.locator(".k")).to_have_count(32)
        expect(page.locator(".k.gone")).to_have_count(0)
        expect(page.locator("#mid .face:visible")).to_have_count(0)
        # As wide as the window and not scrolled: all four hands and the buttons lie on the first screen.
        for place in (*page.locator("#deal .hand").all(), page.locator("#on"), page.locator("#cap-t")):
            expect(place).to_be_in_viewport(ratio=1)
        assert page.evaluate(BELOW_THE_DIAGRAM) >= 0


OVER_OR_CUT = """() => {
    const rect = (one) => one.getBoundingClientRect();
    const around = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    };
    // What is seen of a hand; words that are only heard have a box too.
    const box = (hand) => {
        const seen = [around(hand.querySelector("h3")), ...[...hand.querySelectorAll("small, .k, .void")].map(rect)];
        const [left, top] = ["left", "top"].map((side) => Math.min(...seen.map((one) => one[side])));
        const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...seen.map((one) => one[side])));
        return { left, right, top, bottom };
    };
    const hits = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const hands = [...document.querySelectorAll("#deal .hand")];
    const middle = rect(document.getElementById("mid"));
    const others = (hand) => hands.filter((one) => one !== hand).map(box);
    const over = hands.filter((hand) => [middle, ...others(hand)].some((one) => hits(box(hand), one)));
    const outside = hands.filter((hand) => box(hand).left < 0 || box(hand).right > innerWidth);
    const cut = [...document.querySelectorAll(".nm")].filter((name) => name.scrollWidth > name.clientWidth + 1
        || around(name).right > rect(name.closest("th")).right + 1);
    return [...over, ...outside, ...cut].map((one) => one.textContent.replace(/\\s+/g, " ").trim());
}"""
LONG = ("Velayudhankutty", "Kuriakose", "Balakrishnan", "വേലായുധൻകുട്ടി")


@pytest.mark.parametrize("width", [360, 320])
def test_on_a_phone_no_hand_lies_under_the_middle_and_no_name_is_cut(width, person, deal_known, sit):
    players = [person(name) for name in LONG]
    table = deal_known(players, HANDS)
    played_out(table, players)
    phone = {"viewport": {"width": width, "height": 740}, "has_touch": True}

    page = sit(None, f"/tables/{table.pk}/hands/1/", **phone).page
    assert page.evaluate(OVER_OR_CUT) == []
    fits(page)
    page.goto("/study/deal-1-kerala/")
    assert page.evaluate(OVER_OR_CUT) == []


def test_a_call_is_written_alike_in_the_auction_in_the_log_and_in_the_middle(sit):
    page = sit(None, "/study/deal-2-standard/").page

    auction = page.locator(".auction a", has=page.locator('.pip[data-suit="s"]')).first
    expect(auction).to_have_text("34")
    auction.click()
    expect(page.locator("#cap-t")).to_have_text(re.compile(r"calls 34\.$"))
    for place in (auction, page.locator("#cap-t"), page.locator("#mid .mid-t:visible")):
        expect(place.get_by_role("img", name="spades", include_hidden=True)).to_have_count(1)
    page.get_by_role("link", name="Notation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Notation")


NORMAL = """(html) => {
    const words = (text) => text.split(/\\s+/).filter(Boolean);
    const attributes = (node) => [...node.attributes]
        .filter(({ name }) => node.id !== "step" || name !== "value")
        .map(({ name, value }) => [name, name === "class" ? words(value).sort().join(" ") : value])
        .filter(([name, value]) => name !== "class" || value)
        .sort().join("|");
    const walk = (node) => node.nodeType === Node.TEXT_NODE ? words(node.data).join(" ") : [
        node.tagName, node.id === "step" ? node.value : "", attributes(node),
        [...node.childNodes].map(walk).filter(String),
    ];
    const root = html === null ? document : new DOMParser().parseFromString(html, "text/html");
    return JSON.stringify(walk(root.getElementById("replay")));
}"""
"""Writes the board down so that two drawings of one step are the same text: the page's, or one that the server sent."""


def steps_like_the_server(page, path: str) -> int:
    """Step through a whole hand by the button, then back by the key, and compare every board with the server's.

    Returns:
        The number of steps.
    """
    last = int(page.locator("#replay").get_attribute("data-last") or 0)
    asked: list[str] = []
    # The browser looks again for files that it has, as for the tab's icon whenever the address changes.
    page.on("request", lambda request: None if "/static/" in request.url else asked.append(request.url))
    drawn = []
    for step in range(last + 1):
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
        drawn.append(page.evaluate(NORMAL, None))
        page.locator("#on").click()
    for step in range(last - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(NORMAL, None) == drawn[step], f"step {step} looks different on the way back"
    assert asked == [], "stepping asks the server for nothing"

    assert len(set(drawn)) == last + 1
    for step, board in enumerate(drawn):
        sent = page.request.get(f"{path}?step={step}").text()
        assert page.evaluate(NORMAL, sent) == board, f"step {step} is not what the server draws"
    return last + 1


@pytest.mark.timeout(240)
def test_each_step_of_a_hand_of_28_is_drawn_like_the_servers_without_a_request(finished, sit):
    path = f"/tables/{finished.pk}/hands/1/"

    assert steps_like_the_server(sit(None, path).page, path) == len(TO_PLAY) + 1 + 32


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", in_lanes(["deal-1-kerala", "deal-2-standard"], ["deal-1-kerala"]))
def test_each_step_of_a_hand_of_56_is_drawn_like_the_servers_without_a_request(name, sit):
    """Two copies of each card: what has gone of them is told apart by the same rule."""
    path = f"/study/{name}/"

    assert steps_like_the_server(sit(None, path).page, path) == len(studies()[name].told.steps)


def test_without_scripts_each_step_is_a_page(finished, sit):
    page = sit(None, f"/tables/{finished.pk}/hands/1/", java_script_enabled=False).page

    page.get_by_role("link", name="One step on").click()
    expect(page.locator("#cap-t")).to_contain_text("Ammini bids 14")
    page.get_by_role("link", name="Last step").click()
    expect(page.locator(".k:not(.gone)")).to_have_count(0)
    expect(page.locator("#mid .face:visible")).to_have_count(4)


def test_a_record_is_downloaded_and_its_proof_checked(finished, sit):
    page = sit(None, f"/tables/{finished.pk}/hands/1/").page
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    text = download.value.path().read_bytes()

    assert [hand.verdict for hand in engine.audit(engine.decode_record(text)).hands] == ["clean"]


def test_a_checked_hand_gets_its_report(finished, four, sit, worker):
    page = sit(four[0], f"/tables/{finished.pk}/hands/1/?step=14").page
    page.get_by_role("link", name="Check…").click()
    page.get_by_label("What should be checked?").fill("Did Beeran have to follow?")
    page.get_by_role("button", name="Check the hand").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Did Beeran have to follow?")
    expect(page.locator("#report")).to_contain_text("Clean", timeout=60_000)
