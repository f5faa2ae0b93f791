"""Hands at a real table, written down by tapping on a phone: the sample deals of the 56 book."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from clubs.models import Player
from engine.fiftysix.calls import FORMS, READABLE
from engine.record import read_hand
from games.hands.study import BOOK
from games.models import Sheet, TranscriptDraft
from games.sheets.authors import Author
from games.sheets.errors import BadEntry
from games.sheets.selectors import load_state
from games.sheets.services import open_sheet
from games.transcripts.services import write_action
from tests.browser.looks import fits
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}
DEALS = {deal["name"]: deal for deal in map(json.loads, BOOK.read_text(encoding="utf-8").splitlines())}
FAST = ("deal-1-international", "deal-2-international")
"""One with a pass too many, and one with revokes; others are passed out or go by the rules."""


def tap_call(page: Page, text: str, bid: int) -> None:
    """Choose number and form of a call, and tap what it names."""
    said = READABLE[text]
    assert said.form is not None
    number = page.locator(f'[name="number"][value="{said.number_over(bid)}"]')
    if not number.is_visible():
        page.locator(".numbers summary").click()
    number.check()
    place = FORMS.index(said.form)
    if said.denomination == "NT":
        page.locator(f'button[value="say {place}"]').click()
        return
    form = page.locator(f'[name="said_as"][type="radio"][value="{place}"]')
    if form.count():
        form.check()
    page.locator(f'button[value="say - {said.denomination}"]').click()


def note_what_happened(page: Page, action: dict[str, Any]) -> None:
    """Choose an action that no key offers."""
    page.get_by_text("Something else happened").click()
    what = f"play {action['card']}" if "card" in action else action["type"]
    page.locator('[name="who"]').select_option(str(action["seat"]))
    page.locator('[name="what"]').select_option(what)
    page.get_by_role("button", name="Note what happened").click()


def tap(page: Page, action: dict[str, Any], bid: int) -> None:
    """Tap an action of a record on the key that offers it, or else note that it happened."""
    word = f"play {action['card']}" if "card" in action else action["type"]
    if action["type"] == "call":
        tap_call(page, action["call"], bid)
    elif page.locator(f'button[name="deed"][value="{word}"]').count():
        page.locator(f'button[name="deed"][value="{word}"]').click()
    else:
        note_what_happened(page, action)


def written(sheet: Sheet, scorer: Player, number: int, action: engine.Action) -> bool:
    """Write an action down without a browser if a rule admits it; tell whether one does."""
    try:
        write_action(sheet_id=sheet.pk, number=1, author=Author(scorer), seen=number, action=action)
    except BadEntry:
        return False
    return True


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", in_lanes(DEALS, FAST))
def test_a_deal_of_the_book_is_tapped_and_judged_as_it_was_published(name, person, sit):
    """56-AUD-7: no cards are noted before, so every verdict comes from what was called and played.

    Tapped are the auction, the first trick and the last, and all that no rule admits; the rest is written beside.
    """
    deal = DEALS[name]
    (printed,) = deal["hands"]
    scorer = person("Devaki")
    sheet = open_sheet(player=scorer, rules=deal["rules"], options={}, dealer=printed["dealer"], names=deal["players"])
    page = sit(scorer, f"/sheets/{sheet.pk}/hands/1/transcript/", **PHONE).page
    (published,) = engine.audit(deal).hands
    rules = engine.load_rules(deal["rules"])
    actions = read_hand(rules, printed).actions
    first = next((number for number, action in enumerate(actions) if isinstance(action, engine.Play)), len(actions))
    between = range(first + rules.players, len(actions) - rules.players)
    bid, is_behind = 0, False

    for number, action in enumerate(printed["actions"]):
        if number in between and written(sheet, scorer, number, actions[number]):
            is_behind = True
            continue
        if is_behind:
            page.reload()
            is_behind = False
        if action["type"] == "call":
            before, bid = bid, READABLE[action["call"]].number_over(bid)
            tap(page, action, before)
        else:
            tap(page, action, bid)
        expect(page.locator(".deeds li")).to_have_count(number + 1)
        if page.get_by_role("heading", name="The hand stops here").count():
            break
    fits(page)

    if published.rule == "56-AUD-3":
        # A pass too many: the game cannot go on from it.
        draft = TranscriptDraft.objects.get()
        assert judged(deal, draft.record)[:3] == ("violation", published.action, published.rule)
        return
    page.get_by_role("button", name="Save on the sheet").click()
    expect(page.get_by_role("heading", name="Source of the result")).to_be_visible()
    state = load_state(sheet.pk)
    record = state.facts_of(1).record
    assert record is not None
    verdict, action, rule, result = judged(deal, record)
    if published.verdict == "violation":
        assert (verdict, action, rule) == ("violation", published.action, published.rule)
        assert result.points is not None
    else:
        assert (verdict, result) == ("clean", published.result)
    ((_, scored),) = state.results
    assert engine.result_of(scored) == result
    assert not TranscriptDraft.objects.exists()


def judged(deal: dict[str, Any], hand: dict[str, Any]) -> tuple[Any, ...]:
    """Return what the auditor says of a hand that was written down."""
    (verdict,) = engine.audit({**deal, "hands": [hand]}).hands
    return verdict.verdict, verdict.action or None, verdict.rule or None, verdict.result


@pytest.mark.timeout(240)
def test_cards_are_noted_before_and_only_those_held_are_offered(person, sit):
    """56-PLAY-2, 56-PLAY-3: a tap is taken back, and a card that another player has can be noted for nobody else."""
    deal = DEALS["deal-4-standard"]
    (printed,) = deal["hands"]
    scorer = person("Devaki")
    sheet = open_sheet(player=scorer, rules=deal["rules"], options={}, dealer=printed["dealer"], names=deal["players"])
    page = sit(scorer, f"/sheets/{sheet.pk}/hands/1/transcript/?noting=0", **PHONE).page
    held = printed["cards"][0]
    for place, card in enumerate(held):
        page.locator(f'.noting button[value="{card}"]').click()
        expect(page.locator(".cards-of").first.locator(".c")).to_have_count(place + 1)
    fits(page)
    expect(page.locator(".cards-of").first.get_by_text("unknown")).to_have_count(0)
    page.get_by_role("link", name="Close").click()
    expect(page.locator(".noting")).to_have_count(0)

    bid = 0
    for number, action in enumerate(printed["actions"]):
        if action["type"] == "play" and action["seat"] == 0:
            offered = page.locator('button[name="deed"][value^="play"]').evaluate_all(
                "keys => keys.map(key => key.value)"
            )
            assert {key.removeprefix("play ") for key in offered} <= set(held)
            break
        before = bid
        if action["type"] == "call":
            bid = READABLE[action["call"]].number_over(bid)
        tap(page, action, before)
        expect(page.locator(".deeds li")).to_have_count(number + 1)
    page.get_by_role("button", name="Undo the last tap").click()
    expect(page.locator(".deeds li")).to_have_count(number - 1)
