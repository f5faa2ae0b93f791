"""Phones and one sheet: hands reported with thumbs, by one phone or by one for each side."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Route, expect

from clubs.models import Membership, Player
from tests.browser.looks import faults, fits
from tests.browser.phones import PHONE, Phone, entered, hand, press, report, reports_of, states, told
from tests.browser.seats import Sitter
from tests.factories import ClubFactory
from tests.lanes import in_lanes

SLOW_TO_KEEP = """() => {
  const { prototype } = window.lelamOutbox.Outbox, { put } = prototype;
  prototype.put = async function (entry) {
    await new Promise((resolve) => { window.keeps = resolve; });
    return put.call(this, entry);
  };
}"""
"""Entries are kept when the test calls `window.keeps`."""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]


def test_two_phones_report_a_hand_of_28_and_it_is_entered(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)

    expect(one.locator("#entry")).to_contain_text("Devaki deals, Ammini leads")
    press(one, "seat-0", "bid-18", "digit-2", "digit-1")
    expect(one.locator('[data-id="report"]')).to_have_text("Report: Hand 1: Ammini 18, made with 21 points")
    press(one, "report")
    states(one, h1="waiting")
    told(other, h1="yours")
    expect(hand(other, 1)).not_to_contain_text("Ammini")
    report(other, 0, 18, "outcome-made")

    states(other, h1="entered")
    told(one, h1="entered")
    expect(one.locator("#score")).to_contain_text("21")
    kept = entered(sheet)[1]
    assert (kept.declarer, kept.number, kept.points, kept.outcome) == (0, 18, 21, "made")
    expect(one.locator("#entry h2")).to_have_text("Hand 2")


def test_reports_that_differ_stand_side_by_side_until_they_agree(new_sheet, phone: Phone):
    sheet = new_sheet("56-kerala-4")
    one, other = phone(sheet, 0), phone(sheet, 1)
    report(one, 0, 34, "40", trump="S")
    states(one, h1="waiting")
    press(other, "seat-0", "bid-36", "doubled-1", "trump-S", "digit-4", "digit-0", "report")

    states(other, h1="differs")
    told(one, h1="differs")
    for page in (one, other):
        rows = hand(page, 1).locator("tr.differs")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_have_text(re.compile("Bid.*34.*36"))
        expect(rows.nth(1)).to_have_text(re.compile("Doubled.*undoubled.*doubled"))
        fits(page)
    assert entered(sheet) == {}
    hand(one, 1).get_by_role("button", name="Correct hand 1").click()
    press(one, "step-bid", "bid-36", "step-trump", "doubled-1")
    expect(one.locator('[data-id="report"]')).to_have_text("Report: Hand 1: Ammini 36♠ doubled, made with 40 points")
    press(one, "report")

    states(one, h1="entered")
    told(other, h1="entered")
    assert (entered(sheet)[1].number, entered(sheet)[1].doubled) == (36, 1)


def test_an_entered_hand_is_corrected_by_both_and_taken_back_by_both(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)
    for page in (one, other):
        report(page, 1, 18, "outcome-made")
    states(other, h1="entered")
    told(one, h1="entered")

    for page, state in ((one, "differs"), (other, "entered")):
        hand(page, 1).get_by_role("button", name="Correct hand 1").click()
        press(page, "outcome-failed", "report")
        expect(page.locator(f'[data-hand="1"][data-state="{state}"]', has_text="failed")).to_be_visible()
    assert entered(sheet)[1].outcome == "failed"

    for page, state in ((one, "differs"), (other, "back")):
        hand(page, 1).get_by_role("button", name="Take back hand 1").click()
        states(page, h1=state)
    assert entered(sheet) == {}
    told(one, h1="back")
    expect(one.locator("#entry h2")).to_have_text("Hand 1")


def test_one_phone_for_both_sides_enters_a_hand_at_once(new_sheet, phone: Phone):
    """28-WIK: base cards, and kunukku with the fourth hand that fails."""
    page = phone(new_sheet("28-wikipedia-4"), 0, 1)
    for number in range(1, 5):
        expect(page.locator("#score")).not_to_contain_text("kunukku: 1")
        report(page, 1, 16, "outcome-failed")
        expect(page.locator(f'#hands-list [data-hand="{number}"][data-state="entered"]')).to_be_visible()
    expect(page.locator("#score")).to_contain_text("Base cards")
    expect(page.locator("#score")).to_contain_text("kunukku: 1")


def test_three_play_alone_in_kerala_with_stakes(new_sheet, phone: Phone):
    sheet = new_sheet("28-kerala-3")
    pages = [phone(sheet, side) for side in range(3)]
    for page in pages[:2]:
        report(page, 2, 16, "outcome-made")
    states(pages[1], h1="entered")
    for page in (pages[0], pages[2]):
        told(page, h1="entered")
    expect(pages[2].locator("#score li")).to_have_count(3)
    expect(pages[2].locator("#score")).to_contain_text("Stakes")
    assert entered(sheet)[1].declarer == 2


def test_a_report_that_the_sheet_does_not_take_is_kept_beside_its_reason(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)

    def wrong(route: Route) -> None:
        route.continue_(post_data=(route.request.post_data or "").replace('"number":18', '"number":13'))

    page.route("**/reports/", wrong)
    report(page, 0, 18, "outcome-made")
    states(page, h1="refused")
    expect(hand(page, 1).get_by_role("alert")).to_have_text("The sheet did not accept hand 1: A bid is from 14 to 28.")
    page.unroute("**/reports/")
    page.reload()
    states(page, h1="refused")
    hand(page, 1).get_by_role("button", name="Correct the entry of hand 1").click()
    press(page, "step-bid", "bid-20", "report")

    states(page, h1="waiting")
    expect(page.locator("#unsent")).to_have_count(0)
    assert reports_of(sheet, 1) == 1


def test_a_reader_who_reports_for_nobody_sees_the_score(new_sheet, sit: Callable[..., Sitter], person):
    member = person("Member")
    sheet = new_sheet()
    sheet.club = ClubFactory()
    sheet.save(update_fields=["club"])
    Membership.objects.create(club=sheet.club, player=member)
    page = sit(member, f"/sheets/{sheet.pk}/phone/", **PHONE).page

    expect(page.locator("#score")).to_contain_text("Stakes")
    expect(page.locator("#entry")).to_be_hidden()


@pytest.mark.parametrize("look", in_lanes(["en light", "ml dark", "en dark", "ml light"], ["en light", "ml dark"]))
@pytest.mark.parametrize("rules", in_lanes(["28-kerala-3", "28-wikipedia-4", "56-standard-8"], ["28-kerala-3"]))
def test_the_page_is_good_at_every_step(new_sheet, phone: Phone, rules: str, look: str):
    language, scheme = look.split()
    viewport = {"width": 360, "height": 640 if scheme == "light" else 740}
    page = phone(new_sheet(rules), 0, language=language, color_scheme=scheme, viewport=viewport)
    page.evaluate(AXE_SCRIPT)
    later = {"28-kerala-3": ["auction-2"], "56-standard-8": ["trump-H"]}.get(rules, [])
    for key in ("seat-0", "bid-28", *later, "outcome-made"):
        fits(page)
        assert faults(page) == []
        press(page, key)
    expect(page.locator('[data-id="report"]')).to_be_in_viewport(ratio=1)
    press(page, "report")
    expect(page.locator("#hands-list > li").first).to_have_attribute("data-state", "waiting")
    fits(page)
    assert faults(page) == []


def test_a_phone_that_keeps_a_report_slowly_takes_the_next_keys_for_no_hand_before(new_sheet, phone: Phone):
    """Anything shown meanwhile, such as an answer of the server, began the same hand anew: the next took its place."""
    page = phone(new_sheet(), 0, 1)
    page.evaluate(SLOW_TO_KEEP)
    report(page, 0, 18, "outcome-made")
    page.context.set_offline(True)
    expect(page.locator("#link")).to_have_text("no connection")

    expect(page.locator('[data-id="report"]')).to_have_text("Report: Hand 1: Ammini 18, made")
    page.evaluate("window.keeps()")
    expect(page.locator("#entry h2")).to_have_text("Hand 2")
    expect(page.locator("#entry [data-id=seat-0]")).to_be_visible()


def test_house_rules_offer_what_they_have(new_sheet, phone: Phone):
    """28-THANI-1, 28-HSE-2, 28-HSE-6, 28-HSE-9, 28-COT-1."""
    options = {"thani": True, "late_thani": True, "cot": True, "four_card_cot": True, "surrender": True}
    sheet = new_sheet("28-house-4", **options)
    page = phone(sheet, 0, 1)

    press(page, "seat-0", "alone-thani", "bid-18")
    expect(page.locator("#entry .ps-digits")).to_have_count(0)
    press(page, "outcome-made", "report")
    states(page, h1="entered")
    press(page, "seat-1", "alone-cot", "outcome-failed", "report")
    states(page, h2="entered")
    press(page, "seat-0", "alone-late_thani", "bid-18", "solo-2", "outcome-failed", "report")
    states(page, h3="entered")
    report(page, 3, 20, "surrender-accepted", "outcome-made")
    states(page, h4="entered")
    press(page, "seat-2", "bid-20", "swept", "outcome-failed")
    fits(page)
    expect(page.locator('[data-id="report"]')).to_have_text("Report: Hand 5: Chacko 20, failed, all tricks")
    press(page, "report")
    states(page, h5="entered")

    kept = entered(sheet)
    assert [each.alone for each in kept.values()] == ["thani", "cot", "late_thani", "", ""]
    assert (kept[3].soloist, kept[4].surrender, kept[5].swept) == (2, "accepted", True)


def test_a_hand_is_passed_out_or_cancelled_with_one_key(new_sheet, phone: Phone):
    sheet = new_sheet("56-standard-6")
    page = phone(sheet, 0, 1)
    for number, outcome in enumerate(("passed_out", "cancelled"), start=1):
        press(page, outcome, "report")
        states(page, **{f"h{number}": "entered"})
    assert [kept.outcome for kept in entered(sheet).values()] == ["passed_out", "cancelled"]
    press(page, "cancelled", "seat-1")
    expect(page.locator('[data-id="step-bid"]')).to_have_attribute("aria-current", "step")


def test_a_scorer_comes_from_a_hand_that_differs_to_its_settling(
    new_sheet, phone: Phone, sit: Callable[..., Sitter], scorer: Player
):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)
    report(one, 0, 18, "outcome-made")
    report(other, 0, 19, "outcome-made")
    page = sit(scorer, f"/sheets/{sheet.pk}/phone/", **PHONE).page
    states(page, h1="differs")

    page.get_by_role("link", name="Settle hand 1").click()

    expect(page.get_by_text("As reported by Ammini and Chacko")).to_be_visible()
    expect(page.get_by_text("As reported by Beeran and Devaki")).to_be_visible()
