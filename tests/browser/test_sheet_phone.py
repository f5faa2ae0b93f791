"""Two phones and one sheet: hands reported with thumbs, over a connection that comes and goes."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import Locator, Page, Route, expect

from clubs.models import Membership, Player
from games.models import Sheet, SheetPass
from games.sheets import passes, selectors, services
from tests.browser.looks import faults, fits
from tests.browser.seats import Sitter
from tests.factories import ClubFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamza")
LEFT = """async () => [
  ...(await indexedDB.databases()).map((one) => one.name).filter((name) => name.startsWith('lelam-sheet-')),
  ...(await caches.keys()).filter((name) => name.startsWith('lelam-sheet-')),
]"""
"""What this browser keeps of score sheets."""
HOME = re.compile(r"^http://[^/]+/$")

Phone = Callable[..., Page]


@pytest.fixture
def scorer(person) -> Player:
    return person("Scorer")


@pytest.fixture
def new_sheet(scorer: Player) -> Callable[..., Sheet]:
    def make(rules: str = "28-kerala-4", **options: Any) -> Sheet:
        players = int(rules[-1])
        return services.open_sheet(
            player=scorer, rules=rules, options=options, names=NAMES[:players], name="Meenachil", dealer=players - 1
        )

    return make


@pytest.fixture
def phone(sit: Callable[..., Sitter]) -> Phone:
    """Open a phone at a sheet with a pass for sides of it."""

    def make(sheet: Sheet, *sides: int, language: str = "en", **options: Any) -> Page:
        sitter = sit(None, "/healthz/live", **{**PHONE, **options})
        open_pass(sitter.page, sheet, *sides, language=language)
        return sitter.page

    return make


def open_pass(page: Page, sheet: Sheet, *sides: int, language: str = "en") -> SheetPass:
    made = SheetPass.objects.create(sheet=sheet, sides=list(sides))
    if language != "en":
        page.context.add_cookies([{"name": "django_language", "value": language, "url": urljoin(page.url, "/")}])
    page.goto(f"/sheets/pass/{passes.pass_token(made)}/")
    return made


def ready(page: Page) -> None:
    """Wait until the phone can go on without a connection."""
    expect(page.locator("#sheet[data-kept=yes]")).to_be_visible()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'#entry [data-id="{key}"]').click()


def report(page: Page, seat: int, number: int, *result: str, trump: str = "") -> None:
    """Report the next hand: the bidder, the bid, the trump, and keys of the result or the card points as digits."""
    press(page, f"seat-{seat}", f"bid-{number}", *([f"trump-{trump}"] if trump else []))
    for word in result:
        press(page, *([f"digit-{digit}" for digit in word] if word.isdecimal() else [word]))
    press(page, "report")


def hand(page: Page, number: int) -> Locator:
    return page.locator(f'#hands-list [data-hand="{number}"]')


def states(page: Page, **wanted: str) -> None:
    """Wait until the hands have these states, such as `h1="entered"`."""
    for name, state in wanted.items():
        expect(hand(page, int(name[1:]))).to_have_attribute("data-state", state)


def entered(sheet: Sheet) -> dict[int, Any]:
    return {number: entry.event.told for number, entry in selectors.load_state(sheet.pk).hands.items()}


def reports_of(sheet: Sheet, number: int) -> int:
    return len(selectors.load_state(sheet.pk).facts_of(number).reports)


def test_two_phones_report_a_hand_of_28_and_it_is_entered(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)

    expect(one.locator("#entry")).to_contain_text("Devaki deals, Ammini leads")
    press(one, "seat-0", "bid-18", "digit-2", "digit-1")
    expect(one.locator('[data-id="report"]')).to_have_text("Report: Hand 1: Ammini 18, made with 21 points")
    press(one, "report")
    states(one, h1="waiting")
    states(other, h1="yours")
    expect(hand(other, 1)).not_to_contain_text("Ammini")
    report(other, 0, 18, "outcome-made")

    states(other, h1="entered")
    states(one, h1="entered")
    expect(one.locator("#score")).to_contain_text("21")
    told = entered(sheet)[1]
    assert (told.declarer, told.number, told.points, told.outcome) == (0, 18, 21, "made")
    expect(one.locator("#entry h2")).to_have_text("Hand 2")


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
    one.get_by_role("link", name="The whole rules").click()
    expect(one.get_by_role("heading", level=1)).to_be_visible()
    one.go_back()

    one.context.set_offline(False)
    states(one, h1="entered", h2="entered", h3="entered")
    expect(one.locator("#unsent")).to_have_count(0)
    states(other, h3="entered")
    assert [told.number for told in entered(sheet).values()] == [17, 18, 19]
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

    states(one, h1="entered", h2="entered", h3="entered")
    assert [told.number for told in entered(sheet).values()] == [17, 18, 20]
    assert [reports_of(sheet, number) for number in (1, 2, 3)] == [2, 2, 3]


def test_reports_that_differ_stand_side_by_side_until_they_agree(new_sheet, phone: Phone):
    sheet = new_sheet("56-kerala-4")
    one, other = phone(sheet, 0), phone(sheet, 1)
    report(one, 0, 34, "40", trump="S")
    states(one, h1="waiting")
    press(other, "seat-0", "bid-36", "doubled-1", "trump-S", "digit-4", "digit-0", "report")

    for page in (one, other):
        states(page, h1="differs")
        rows = hand(page, 1).locator("tr.differs")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_have_text(re.compile("Bid.*34.*36"))
        expect(rows.nth(1)).to_have_text(re.compile("Doubled.*undoubled.*doubled"))
        fits(page)
    assert entered(sheet) == {}
    hand(one, 1).get_by_role("button", name="Correct hand 1").click()
    press(one, "step-bid", "bid-36", "step-trump", "doubled-1")
    expect(one.locator('[data-id="report"]')).to_have_text(
        "Report: Hand 1: Ammini 36 spades doubled, made with 40 points"
    )
    press(one, "report")

    states(one, h1="entered")
    states(other, h1="entered")
    assert (entered(sheet)[1].number, entered(sheet)[1].doubled) == (36, 1)


def test_an_entered_hand_is_corrected_by_both_and_taken_back_by_both(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)
    for page in (one, other):
        report(page, 1, 18, "outcome-made")
    states(one, h1="entered")

    for page, state in ((one, "differs"), (other, "entered")):
        hand(page, 1).get_by_role("button", name="Correct hand 1").click()
        press(page, "outcome-failed", "report")
        expect(page.locator(f'[data-hand="1"][data-state="{state}"]', has_text="failed")).to_be_visible()
    assert entered(sheet)[1].outcome == "failed"

    for page, state in ((one, "differs"), (other, "back")):
        hand(page, 1).get_by_role("button", name="Take back hand 1").click()
        states(page, h1=state)
    assert entered(sheet) == {}
    expect(one.locator("#entry h2")).to_have_text("Hand 1")


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


def test_one_phone_for_both_sides_enters_a_hand_at_once(new_sheet, phone: Phone):
    """28-WIK: base cards and kunukku, to the end of the game."""
    page = phone(new_sheet("28-wikipedia-4"), 0, 1)
    number = 0
    while number < 40 and page.locator(".ps-over").count() == 0:
        number += 1
        report(page, 1, 16, "outcome-failed")
        expect(page.locator(f'#hands-list [data-hand="{number}"][data-state="entered"]')).to_be_visible()
    expect(page.locator("#score")).to_contain_text("Base cards")
    expect(page.locator("#score")).to_contain_text("kunukku: 1")


def test_three_play_alone_in_kerala_with_stakes(new_sheet, phone: Phone):
    sheet = new_sheet("28-kerala-3")
    pages = [phone(sheet, side) for side in range(3)]
    for page in pages[:2]:
        report(page, 2, 16, "outcome-made")
    states(pages[0], h1="entered")
    states(pages[2], h1="entered")
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
    expect(hand(page, 1).get_by_role("alert")).to_have_text("The sheet did not take hand 1: A bid is from 14 to 28.")
    page.unroute("**/reports/")
    page.reload()
    states(page, h1="refused")
    hand(page, 1).get_by_role("button", name="Mend the entry of hand 1").click()
    press(page, "step-bid", "bid-20", "report")

    states(page, h1="waiting")
    expect(page.locator("#unsent")).to_have_count(0)
    assert reports_of(sheet, 1) == 1


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
    expect(page.locator("#link")).to_have_text("signed off")
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
    sent = []
    page.context.on("request", lambda request: sent.append(request.url) if "/reports/" in request.url else None)
    page.context.set_offline(False)

    for window in (page, second):
        states(window, h1="waiting", h2="waiting")
    assert len(sent) == 2


def test_leaving_a_phone_warns_of_unsent_entries_and_leaves_nothing_behind(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    assert len(page.evaluate(LEFT)) == 2
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")

    page.get_by_role("button", name="Leave this phone").click()
    expect(page.get_by_text("Entries of a score sheet that are not sent yet: 1.")).to_be_visible()
    fits(page)
    assert len(page.evaluate(LEFT)) == 2
    page.get_by_role("button", name="Leave it and remove them").click()

    page.wait_for_url(HOME)
    assert page.evaluate(LEFT) == []
    page.goto(f"/sheets/{sheet.pk}/phone/")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Meenachil")
    assert entered(sheet) == {}


def test_leaving_a_phone_can_wait_until_everything_is_sent(new_sheet, phone: Phone):
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    page.get_by_role("button", name="Leave this phone").click()
    page.get_by_role("button", name="Wait until they are sent").click()
    expect(page.get_by_text("Still to be sent: 1.")).to_be_visible()
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
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")

    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("Entries of a score sheet that are not sent yet: 1.")).to_be_visible()
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
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    page.context.clear_cookies()

    page.goto("/accounts/login/")
    expect(page.locator("#unsent-note")).to_contain_text("not sent yet: 1")
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
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    kept = page.evaluate(LEFT)

    open_pass(page, sheet, 1)
    expect(page.get_by_role("heading", name="Another pass is open on this phone")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    fits(page)
    page.get_by_role("button", name="Open the new pass in its place").click()
    expect(page.get_by_text("Entries of a score sheet that are not sent yet: 1.")).to_be_visible()
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

    expect(page.locator("#link")).to_have_text("signed off")
    states(page, h1="unsent")
    assert reports_of(sheet, 1) == 0


def test_a_reader_who_reports_for_nobody_sees_the_score(new_sheet, sit: Callable[..., Sitter], person):
    member = person("Member")
    sheet = new_sheet()
    sheet.club = ClubFactory()
    sheet.save(update_fields=["club"])
    Membership.objects.create(club=sheet.club, player=member)
    page = sit(member, f"/sheets/{sheet.pk}/phone/", **PHONE).page

    expect(page.locator("#score")).to_contain_text("Stakes")
    expect(page.locator("#entry")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ml"])
@pytest.mark.parametrize(
    ("rules", "trump"),
    [
        ("28-kerala-3", ""),
        pytest.param("28-wikipedia-4", "", marks=pytest.mark.whole),
        pytest.param("56-standard-8", "H", marks=pytest.mark.whole),
    ],
)
def test_the_page_is_good_at_every_step(new_sheet, phone: Phone, rules: str, trump: str, language: str):
    sheet = new_sheet(rules)
    for scheme, size in (("light", (360, 640)), ("dark", (360, 740))):
        page = phone(sheet, 0, language=language, color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
        page.evaluate(AXE_SCRIPT)
        later = ["auction-2"] if rules == "28-kerala-3" else []
        for key in ("seat-0", "bid-28", *later, *([f"trump-{trump}"] if trump else []), "outcome-made"):
            fits(page)
            assert faults(page) == []
            press(page, key)
        expect(page.locator('[data-id="report"]')).to_be_in_viewport(ratio=1)
        press(page, "report")
        expect(page.locator("#hands-list > li").first).to_have_attribute("data-state", "waiting")
        fits(page)
        assert faults(page) == []


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

    told = entered(sheet)
    assert [hand.alone for hand in told.values()] == ["thani", "cot", "late_thani", "", ""]
    assert (told[3].soloist, told[4].surrender, told[5].swept) == (2, "accepted", True)


def test_a_hand_is_passed_out_or_cancelled_with_one_key(new_sheet, phone: Phone):
    sheet = new_sheet("56-standard-6")
    page = phone(sheet, 0, 1)
    for number, outcome in enumerate(("passed_out", "cancelled"), start=1):
        press(page, outcome, "report")
        states(page, **{f"h{number}": "entered"})
    assert [told.outcome for told in entered(sheet).values()] == ["passed_out", "cancelled"]
    press(page, "cancelled", "seat-1")
    expect(page.locator('[data-id="step-bid"]')).to_have_attribute("aria-current", "step")


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


def test_what_somebody_before_did_not_send_is_told_before_it_is_removed(new_sheet, phone: Phone):
    """Nobody left the phone: its session ended, and the next person opened a pass."""
    sheet = new_sheet()
    page = phone(sheet, 0)
    ready(page)
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")
    before = set(page.evaluate(LEFT))
    page.context.clear_cookies()

    open_pass(page, sheet, 1)
    expect(page.get_by_text("entries that somebody else did not send: 1")).to_be_visible()
    fits(page)
    assert before <= set(page.evaluate(LEFT))
    page.get_by_role("button", name="Remove them").click()

    expect(page.get_by_role("button", name="Remove them")).to_be_hidden()
    assert before & set(page.evaluate(LEFT)) == set()


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

    expect(page.get_by_text("As Ammini and Chacko say")).to_be_visible()
    expect(page.get_by_text("As Beeran and Devaki say")).to_be_visible()
