"""The table and the practice on a phone, upright and sideways: question, answer and own cards on one screen."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

import engine
from games.events.tables import Terms
from games.models import Practice
from games.practice import services as practices
from games.tables.selectors.states import load_state
from games.tables.services.seats import open_table
from tests.browser.acting import TO_PLAY, acts, settle
from tests.browser.conftest import begin
from tests.browser.hints import do_it, hint
from tests.games.helpers.boards import NAMES
from tests.games.helpers.moments import HANDS
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
UPRIGHT, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
LOW = {"width": 360, "height": 640}
"""What the bars of a browser leave of `UPRIGHT`."""
SIDEWAYS = ({"width": 740, "height": 360}, {"width": 844, "height": 390})
FAULTS = """(wanted) => {
  const faults = [], round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
  const seen = (one) => one.checkVisibility() && one.getClientRects().length;
  const shown = (query) => [...document.querySelectorAll(query)].filter(seen);
  const off = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  for (const query of wanted) {
    if (!shown(query).length) faults.push(`${query} is not there`);
    for (const one of shown(query)) {
      const box = one.getBoundingClientRect();
      if (off(box)) faults.push(`${query} is off the screen: ${round(box)}`);
    }
  }
  const parts = shown('.score, .mat, .own > :not(.part), .own > .part > *, .meanings, .top')
    .map((one) => [one.id || one.className, one.getBoundingClientRect()]);
  for (const [index, [name, one]] of parts.entries()) for (const [other, two] of parts.slice(index + 1)) {
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (across > 2 && down > 2) faults.push(`${name} lies over ${other}`);
  }
  const lit = shown('#hand[data-turn] .card').filter((card) => card.getBoundingClientRect().width < 44);
  if (lit.length) faults.push(`cards ${lit[0].getBoundingClientRect().width} px wide`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} px wide`);
  if (scrollY) faults.push('the page has scrolled');
  return faults;
}"""
OWN = ["#hand li", ".me", "#turn"]
"""What must be on the screen of a person on turn."""


def calm(actions: list[engine.Action]) -> engine.Action:
    """Choose a pass, a kept trump or a card before all else."""
    for kind in (engine.Pass, engine.Keep, engine.Play, engine.Fold, engine.Bid, engine.Call):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "rules",
    ["28-kerala-4", "28-pagat-6", "28-wikipedia-8", "56-international-6", "56-international-8", "56-standard-8"],
)
def test_on_a_low_screen_the_question_and_all_own_cards_are_seen(person, sit: Callable[..., Any], rules: str):
    """In the auction and in play, between the bars of a browser and sideways, nothing over anything else."""
    count = engine.load_rules(rules).players
    players = [person(name) for name in NAMES[:count]]
    table = open_table(
        player=players[0], rules=rules, options={"ending": {"type": "hands", "count": 1}},
        players=dict(enumerate(players)), terms=Terms(action_seconds=600), command=uuid4(),
    )  # fmt: skip
    begin(table.pk)

    def faults(*wanted: str) -> list[str]:
        turn = load_state(table.pk).turn
        sitter = sit(players[turn], f"/tables/{table.pk}/", viewport=SIDEWAYS[0], **TOUCH)
        sitter.live()
        found = []
        for size in (LOW, *SIDEWAYS):
            sitter.page.set_viewport_size(size)
            found += [f"{size['width']}: {fault}" for fault in sitter.page.evaluate(FAULTS, [*OWN, *wanted])]
        sitter.page.set_viewport_size({"width": 320, "height": 640})
        assert sitter.page.evaluate("document.documentElement.scrollWidth") <= 320
        return found

    keys = "#pad .bids label" if rules.startswith("28") else "#pad .named label"
    assert faults("#pad", "#pad .btn", keys) == []
    while True:
        state = load_state(table.pk)
        game = engine.view(state.game, None)
        if game.phase == "play" and len(game.trick) == count - 1:
            break
        legal = engine.legal_actions(state.game, state.turn)
        # Somebody has to bid, or the cards are thrown in.
        bids = [one for one in legal if isinstance(one, engine.Bid | engine.Call)] if game.bid is None else []
        acts(table, players, (state.turn, bids[0] if bids else calm(legal)))
    assert faults(".trick li", ".seats .seat") == []


def test_the_card_to_fold_is_named_on_a_button_that_is_always_there(four, sit: Callable[..., Any], deal_known: Any):
    """28-FOLD-1: as wide as the hand, disabled until a card is chosen; nothing moves when one is."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:7])
    devaki = sit(four[3], f"/tables/{table.pk}/", viewport=UPRIGHT, **TOUCH)
    devaki.live()
    page, fold = devaki.page, devaki.page.locator("#do-fold")
    places = """() => ['.mat', '.me', '#do-fold', '#hand']
      .map((one) => JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""
    before = page.evaluate(places)

    expect(fold).to_be_disabled()
    expect(page.get_by_role("button", name="Tap the card you want to fold")).to_have_id("do-fold")
    assert (fold.bounding_box() or {})["width"] >= 340
    page.locator("#card-S7").tap()
    expect(fold).to_be_enabled()
    expect(page.get_by_role("button", name=re.compile("^Fold 7 ?spades as trump$"))).to_have_id("do-fold")
    assert page.evaluate(places) == before
    page.locator("#card-SJ").tap()
    expect(page.get_by_role("button", name=re.compile("^Fold J ?spades as trump$"))).to_have_id("do-fold")
    seen = devaki.version
    fold.tap()
    devaki.await_version(seen + 1)
    assert engine.view(load_state(table.pk).game, 3).indicator == "SJ"


def test_the_words_on_the_button_that_keeps_the_trump_are_one_text(four, sit: Callable[..., Any], deal_known: Any):
    """As several items of the button they broke each by itself, with a hole between."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:-1])
    keep = sit(four[3], f"/tables/{table.pk}/", viewport=UPRIGHT, **TOUCH).page.locator("#do-keep")
    expect(keep).to_have_accessible_name(re.compile("^Keep 7 ?spades as trump$"))
    assert keep.evaluate("(it) => [...it.childNodes].filter((one) => one.textContent.trim()).length") == 1


def test_keys_are_listed_for_those_who_have_some(four, sit: Callable[..., Any], deal_known: Any):
    table = deal_known(four, HANDS)
    path = f"/tables/{table.pk}/"

    expect(sit(four[0], path).page.locator(".keys")).to_be_visible()
    expect(sit(four[0], path, viewport=UPRIGHT, **TOUCH).page.locator(".keys")).to_be_hidden()


def assert_in_sight(page: Page, *more: str) -> None:
    """Assert that a hint is whole, with its button and the hand, on every size of screen, and above the hand."""
    for size in (UPRIGHT, *SIDEWAYS, DESKTOP):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        assert (
            page.evaluate(
                FAULTS,
                [".advice", "#do-hinted", "#do-hint", "#hand li", *more],
            )
            == []
        ), size
        box, hand = page.locator(".advice").bounding_box(), page.locator("#hand").bounding_box()
        assert box
        assert hand
        assert box["y"] + box["height"] <= hand["y"] + 1 or box["x"] + box["width"] <= hand["x"], size
        assert page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.advice'))"
        )


@pytest.mark.timeout(240)
@pytest.mark.parametrize("rules", in_lanes(["28-kerala-4", "56-kerala-6"]))
def test_a_hint_is_seen_with_the_hand_and_marks_what_it_means(person, sit: Callable[..., Any], rules: str):
    """First the bid or call, then the card: ringed, chosen or raised, with its button, whole on each screen."""
    ammini = person("Ammini")
    practice: Practice = practices.begin_practice(player=ammini, rules=rules, options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", viewport=UPRIGHT, reduced_motion="reduce", **TOUCH).page
    expect(page.locator("#hint")).to_have_attribute("role", "status")

    hint(page)
    expect(page.locator("#pad label[data-advised] input:checked").first).to_be_attached()
    if rules.startswith("28"):
        chosen = page.locator("#pad label[data-advised] input").get_attribute("value")
        assert page.locator("#do-hinted").get_attribute("value") == f"bid:{chosen}"
    assert_in_sight(page, "#pad [data-advised]")

    while page.locator("#table").get_attribute("data-phase") != "play" or not page.locator("#hand[data-turn]").count():
        do_it(page)
        hint(page)
    card = page.locator("#hand [data-advised]")
    expect(card).to_have_count(1)
    expect(card).to_have_attribute("aria-pressed", "true")
    assert card.get_attribute("value") == page.locator("#do-hinted").get_attribute("value")
    assert_in_sight(page)


@pytest.mark.parametrize(
    ("rules", "button"),
    [
        ("28-kerala-4", "#do-bid"),
        ("28-wikipedia-8", "#do-bid"),
        ("56-international-6", "#do-call"),
        ("56-international-8", "#do-call"),
        ("56-kerala-6", "#do-call"),
        ("56-standard-8", "#do-call"),
    ],
)
def test_between_the_bars_of_a_browser_the_hand_is_seen_with_the_pad_and_its_hint(
    person, sit: Callable[..., Any], rules: str, button: str
):
    ammini = person("Ammini")
    practice: Practice = practices.begin_practice(player=ammini, rules=rules, options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", viewport=LOW, reduced_motion="reduce", **TOUCH).page
    expect(page.locator(button)).to_be_visible()
    assert page.evaluate(FAULTS, [*OWN, button]) == []

    hint(page)
    assert page.evaluate(FAULTS, [*OWN, button, "#do-hinted", ".advice"]) == []


@pytest.mark.parametrize("language", ["en", "ml"])
@pytest.mark.parametrize(("game", "button"), [("28", "#do-bid"), ("56", "#do-call")])
def test_between_the_bars_of_a_browser_a_newcomer_sees_the_hand_with_what_a_bid_is(
    sit: Callable[..., Any], language: str, game: str, button: str
):
    page = sit(None, "/practice/", viewport=LOW, locale=language, reduced_motion="reduce", **TOUCH).page
    page.goto("/")
    page.get_by_role("button").and_(page.locator(f"[name=game][value='{game}']")).first.click()
    page.wait_for_url("**/practice/*/")
    settle(page)
    assert page.evaluate(FAULTS, [*OWN, button, ".what-a-bid-is"]) == []


@pytest.mark.timeout(240)
def test_a_table_is_opened_by_a_card_and_left_by_its_menu(person, sit: Callable[..., Any]):
    page = sit(person("Devaki"), "/tables/new/", viewport=UPRIGHT, reduced_motion="reduce", **TOUCH).page
    page.get_by_role("link", name=re.compile(r"^28\s+6 players$")).tap()
    expect(page.get_by_label("Game", exact=True)).to_have_value("28-central-kerala-6")
    expect(page.locator("[data-rules][aria-current]")).to_have_count(1)
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/"))
    assert load_state(UUID(page.url.split("/")[-2])).rules.id == "28-central-kerala-6"

    menu = page.locator("#menu")
    menu.locator("summary").tap()
    expect(menu.get_by_role("link", name="Rules of this game")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="Settings")).to_be_hidden()
    menu.locator("summary").tap()
    menu.get_by_role("link", name="Settings").tap()
    expect(page.get_by_label("Four colours")).to_be_in_viewport()
    expect(menu.get_by_role("link", name="Settings")).to_be_hidden()

    menu.locator("summary").scroll_into_view_if_needed()
    menu.locator("summary").tap()
    menu.get_by_role("button", name="Leave the table").tap()
    expect(page.locator("#do-leave")).to_have_count(0)
