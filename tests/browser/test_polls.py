"""A player who is asked answers on a phone: a card by two taps, a call by its keys, and how sure."""

import re

from playwright.sync_api import expect

from games.polls.selectors import asked_by
from tests.browser.looks import fits
from tests.games.helpers.polled import disputed_table

PHONE = {"width": 360, "height": 740}


def test_a_player_answers_with_a_card_and_with_a_call(transactional_db: None, sit) -> None:
    there = disputed_table("56-kerala-4")
    me = there.members[0]
    played = next(one for one in there.choices if one.phase == "Trick 2")
    called = next(one for one in there.choices if one.phase == "Auction" and "calls" in one.text)
    card, _other = there.asks(*there.members[:2], choice=played)
    call, _other = there.asks(*there.members[:2], choice=called)
    sitter = sit(me, "/polls/", viewport=PHONE)
    page = sitter.page

    page.locator(f"a[href*='{card.pk}']").click()
    held = page.locator("#hand .card:not([aria-disabled])").last
    held.click()
    expect(held).to_have_attribute("aria-pressed", "true")
    held.click()
    expect(page.locator(".answering h2")).to_contain_text("Play the")
    fits(page)
    page.get_by_label("Fairly sure").check()
    page.get_by_label("Your reason").fill("It holds the trick.")
    page.get_by_role("button", name="Send my answer").click()
    expect(page.locator(".answering h2")).to_contain_text("Your answer: Play the")
    given = asked_by(card.pk, me)
    assert (given.sure, given.words) == (2, "It holds the trick.")

    page.goto(f"/polls/{call.pk}/")
    said = page.locator("#do-call")
    expect(said).to_have_text(re.compile("Call|Say"))
    said.click()
    page.get_by_label("A guess").check()
    page.get_by_role("button", name="Send my answer").click()
    expect(page.locator(".answering h2")).to_contain_text("Your answer: ")
    page.get_by_role("link", name="Change my answer").click()
    page.get_by_role("button", name="I know this hand").click()
    expect(page.locator(".answering h2")).to_have_text("You know this hand.")
    assert asked_by(call.pk, me).known
    # A position stands still: nothing of the table comes to it.
    assert (sitter.frames, sitter.talk) == ([], [])
