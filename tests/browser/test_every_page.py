"""Every page, as a phone and a desktop show it: WCAG, fingers, width, standing still, few requests.

The measures:

- axe, by WCAG 2.2 A and AA: dark on a phone, light on a desktop, so that each theme and each size is judged;
- on a touch screen each control is at least 44 px high (WCAG 2.5.5);
- nothing is wider than a phone, in Malayalam too, whose words are longer, before its font has come;
- the cumulative layout shift is good (web.dev/cls);
- an open page asks seldom.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.looks import faults
from tests.browser.world import World, build, routes
from tests.database import clean
from tests.lanes import in_lanes
from tests.loops import browser_loop

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
# Not `is_mobile`: such a page tells of no shift.
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"}
MOST_SHIFT = 0.1
"""The cumulative layout shift up to which a page is good (web.dev/cls)."""
MOST_A_MINUTE = 8
"""Requests that an open page makes in a minute, but the pages of `QUICK`."""
QUICK = {
    "tournaments:tournament": 14, "clubs:import": 62, "clubs:my_data": 32, "games:check": 62,
    "games:case": 62, "games:case_rule": 62, "games:case_board": 62, "games:case_propose": 62,
}  # fmt: skip
"""Pages on which people wait for something that happens within seconds, and their requests a minute with the bell's."""
FAST = (
    "clubs:home", "clubs:club", "clubs:members", "games:lobby", "games:table", "games:hand", "games:practice",
    "tournaments:tournament", "account_login",
)  # fmt: skip
"""The routes whose first page is looked at in the fast lane; the other lane has the rest."""

VISITORS = {
    "account_login", "account_signup", "account_reset_password", "account_reset_password_done", "account_inactive",
    "account_reset_password_from_key_done", "account_email_verification_sent",
}  # fmt: skip
"""Pages of accounts for who is not signed in."""
MEMBERS = {
    "account_logout", "account_reauthenticate", "account_email", "account_change_password", "mfa_index",
    "mfa_list_webauthn", "mfa_add_webauthn", "mfa_generate_recovery_codes",
}  # fmt: skip
NO_PAGES = {
    "healthz": "a word for programs",
    "live": "a word for programs",
    "ready": "a word for programs",
    "account_set_password": "leads to changing it",
    "account_confirm_login_code": "needs a code by mail; codes are not in use",
    "account_confirm_email": "needs a key by mail; its page is one of two buttons like that of signing out",
    "account_reset_password_from_key": "needs a key by mail; its form is that of changing the password",
    "mfa_authenticate": "within signing in only",
    "mfa_reauthenticate": "needs a second factor",
    "mfa_reauthenticate_webauthn": "needs a passkey",
    "mfa_view_recovery_codes": "needs a second factor",
    "mfa_download_recovery_codes": "a file",
    "mfa_remove_webauthn": "needs a passkey",
    "mfa_edit_webauthn": "needs a passkey",
    "mfa_login_webauthn": "an answer to a script",
    "games:record": "a file",
    "games:paper_sheet": "a file",
    "games:sheet_pdf": "a file",
    "clubs:picture": "a file",
    "games:picture": "a file",
    "games:hand_picture": "a file",
    "games:result_picture": "a file",
    "games:standing_picture": "a file",
    "games:player_picture": "a file",
    "games:rules_picture": "a file",
    "tournaments:picture": "a file",
    "clubs:picture_small": "a file",
    "games:hand_record": "a file",
    "games:record_of_sheet": "a file",
    "games:hand_of_sheet_record": "a file",
    "games:hand_proof_file": "a file",
    "games:study_record": "a file",
    "games:cases_waiting": "a part of the first page",
    "games:case_audit_json": "a file",
    "games:case_audit_pdf": "a file",
    "games:case_live": "the living parts of the page of a case",
    "games:case_act": "leads to the case",
    "games:case_similar": "a part of the page of a case",
    "games:casebook_case_json": "a file",
    "games:case_ruling": "a part of the page of a case",
    "games:cases_of_game": "a part of the page of a game",
    "games:cases_of_hand": "a part of the page of a hand",
    "games:play_review_of_practice": "the review as of a hand at a table; it needs a hand played to its end",
    "games:once_check": "leads to the check",
    "games:once_check_hand": "leads to the check",
    "games:once_check_hand_of_sheet": "leads to the check",
    "games:card_treatment": "the form of a new treatment, filled in",
    "games:card_join": "needs a partner's invitation; one button",
    "games:sheet_live": "a part of the sheet's page",
    "games:sheets_list": "a part of the page of all sheets",
    "games:sheet_phone_state": "an answer to a script",
    "games:sheet_pass": "leads to the sheet on a phone; it asks a phone with another pass (test_sheet_phone_left)",
    "games:mine": "a part of the tables' page",
    "games:list": "a part of the tables' page",
    "games:cards_of_player": "a part of a player's page",
    "games:cards_of_team": "a part of a team's page",
    "tournaments:of_team": "a part of a team's page",
    "games:club_standing": "a part of the club's page",
    "games:kunukku_of_team": "a part of a team's page",
    "tournaments:winners_of_club": "a part of the hall of fame",
    "clubs:ledger_panel": "a part of the club's page",
    "clubs:ledger_statement_csv": "a file",
    "games:game": "leads to a game's page",
    "clubs:player_search": "a part of forms",
    "clubs:team_search": "a part of forms",
    "clubs:parts": "the live parts of a page",
    "clubs:calendar_next": "a part of the club's page",
    "clubs:calendar_mine": "a part of the first page",
    "clubs:waiting_mine": "a part of the first page",
    "games:results_mine": "a part of the first page",
    "games:first_steps": "a part of the first page",
    "games:player_rating_now": "a part of a player's page",
    "clubs:calendar_feed": "a file",
    "tournaments:lot_file": "a file",
    "tournaments:mine": "a part of the first page",
    "tournaments:now": "a part of the first page",
    "tournaments:floor": "a part of the page of a match",
    "tournaments:part": "a part of the page of a tournament",
    "tournaments:schedule_feed": "a file",
    "tournaments:print": "a file",
    "tournaments:archive": "of a tournament that is over: tests/tournaments/archive",
    "tournaments:archive_state": "a part of the page of an archive",
    "tournaments:archive_file": "a file",
    "tournaments:entrant_pass": "is looked at in tests/browser/test_directors_day.py",
    "tournaments:of_game": "a part of the pages of tables and hands",
    "tournaments:floor_at": "a part of the pages of tables and sheets",
    "clubs:house_summary": "a part of a form",
    "clubs:privacy_preview": "a part of a form",
    "clubs:notice": "leads to what a notice is about",
    "clubs:notices_bell": "a part of every page",
    "clubs:notice_zones": "a part of a form",
    "clubs:service_worker": "a script",
    "clubs:my_data_file": "a file",
    "clubs:export": "a file",
    "games:records_file": "a file",
    "clubs:uploads": "for the script of a page",
    "clubs:upload": "for the script of a page",
    "clubs:import_example": "a file",
}
"""Routes without a page of their own, and why."""
POSTS = {
    "games:poll_give", "games:poll_known", "games:poll_close",
    "games:case_withdraw_appeal", "games:case_withdraw_ruling",
    "clubs:erase_not",
    "clubs:token_revoke", "clubs:notices_read", "clubs:notice_read", "clubs:notice_pause", "clubs:notice_devices",
    "clubs:notice_device_replace", "clubs:notice_device_remove",
    "clubs:import_carry",
    "clubs:language", "clubs:join", "clubs:leave", "clubs:house_retire", "clubs:ask_withdraw", "clubs:request_answer",
    "clubs:invitation_revoke", "clubs:member_role", "clubs:member_suspend", "clubs:member_restore",
    "clubs:member_remove", "clubs:guest_rename", "clubs:guest_offer", "clubs:guest_withdraw", "clubs:guest_release",
    "clubs:team_disband", "clubs:team_rename", "clubs:team_join", "clubs:team_transfer", "clubs:team_leave",
    "clubs:team_captain", "clubs:team_order", "clubs:meeting_off", "clubs:meeting_answer", "clubs:meeting_move",
    "clubs:meeting_day_off", "clubs:meeting_day_on",
    "games:case_audit_again",
    "games:learn_hand",
    "games:sit", "games:deed", "games:chat", "games:card_name", "games:card_partner", "games:card_publish",
    "games:card_leave", "games:practice_deed", "games:play_now", "games:lesson_answer", "games:lesson_play",
    "games:sheet_hand", "games:sheet_contract", "games:sheet_lift", "games:evening_enter", "games:evening_here",
    "games:evening_person", "games:evening_correct", "games:evening_undo", "games:result_withdraw",
    "games:sheet_print_passes", "clubs:picture_remove",
    "games:sheet_reports", "games:sheet_leave", "games:sheet_clear", "games:sheet_pass_new", "games:sheet_pass_revoke",
    "games:sheet_withdraw", "games:sheet_stop", "games:sheet_names", "tournaments:enter_entrant", "tournaments:do",
    "tournaments:undo", "tournaments:answer_call", "tournaments:take_over", "tournaments:note_arrival",
    "tournaments:withdraw_announcement", "tournaments:settle_sheet", "tournaments:report_result",
    "tournaments:announce", "tournaments:follow", "tournaments:make_archive",
}  # fmt: skip
"""Routes that something is sent to."""


SHIFTS = """window.shifts = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts += one.value; })).observe({type: "layout-shift", buffered: true});"""
SETTLED = """() => document.fonts.ready.then(() => new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))))"""
POLLS = "() => [...document.querySelectorAll('[hx-trigger*=every]')].map((one) => one.getAttribute('hx-trigger'))"
RAISED = """() => [...document.querySelectorAll('main *')].filter((one) => getComputedStyle(one).order < 0)
  .map((one) => `shows above what comes before it: ${one.outerHTML.slice(0, 90)}`)"""
"""The parts that push down what a slow phone shows already."""
SMALL = """() => {
  const TAP = 44, IN_LIST = 28, faults = [];
  const visible = (one) => one.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true })
    && one.getClientRects().length > 0 && !one.closest('.sr, .vh, .skip');
  const say = (one, what) => faults.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)}`);
  // A pseudo-element that lies over the box and beyond it takes the finger as well.
  const beyond = (one) => {
    const after = getComputedStyle(one, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return 0;
    return Math.max(0, -parseFloat(after.top) || 0) + Math.max(0, -parseFloat(after.bottom) || 0);
  };
  const height = (one) => one.getBoundingClientRect().height + beyond(one);
  const ticked = (one) => one.matches('input[type=checkbox], input[type=radio]');
  const target = (one) => ticked(one) ? one.closest('label') ?? one.labels?.[0] ?? one : one;
  const controls = '.btn, button, select, textarea, input, summary, .tabs a, .chips > *, .places a, [role=tab]';
  for (const one of document.querySelectorAll(controls)) {
    const finger = target(one);
    if (one.type === 'hidden' || !visible(finger)) continue;
    if (height(finger) < TAP - .5) say(one, `${height(finger).toFixed(1)} px high`);
  }
  for (const one of document.querySelectorAll('.btn')) {
    if (!visible(one)) continue;
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), boxes = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const unseen = words.currentNode.parentElement.closest('.sr, .vh');
      if (words.currentNode.data.trim() && !unseen) boxes.push(...range.getClientRects());
    }
    if (!boxes.length) continue;
    const box = one.getBoundingClientRect();
    const above = Math.min(...boxes.map((word) => word.top)) - box.top;
    const below = box.bottom - Math.max(...boxes.map((word) => word.bottom));
    if (Math.abs(above - below) > 6) say(one, `label ${above.toFixed()} above, ${below.toFixed()} below`);
  }
  for (const one of document.querySelectorAll('.list a:not(.btn), .contents li a')) {
    if (!visible(one)) continue;
    const row = one.closest('li').getBoundingClientRect().height;
    if (height(one) < IN_LIST - .5 && row < TAP - .5)
      say(one, `${height(one).toFixed(1)} px in a row of ${row.toFixed(1)}`);
  }
  return faults;
}"""
"""The controls that a finger may miss, and the buttons whose label is off the middle."""


class Screens(NamedTuple):
    """A person's browsers, with one page each."""

    phone: Page
    malayalam: Page
    desktop: Page


def load(page: Page, path: str) -> list[str]:
    """Load a page until all of it is there; return what is wrong with how it came."""
    answer = page.goto(path)
    assert answer is not None, path
    assert answer.ok, path
    if page.locator("[ws-connect]").count():
        expect(page.locator("#link")).to_have_attribute("data-link", "ok")  # the socket has brought the table
    page.evaluate(SETTLED)
    found = []
    if (shifted := float(page.evaluate("window.shifts"))) >= MOST_SHIFT:
        found.append(f"shifts by {shifted:.3f}")
    if (wider := int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))) > 0:
        found.append(f"is {wider} px wider than the screen")
    return found


def a_minute(page: Page) -> float:
    """Return how many requests the polls of an open page make in a minute."""
    return sum(60 / int(seconds) for one in page.evaluate(POLLS) for seconds in re.findall(r"every (\d+)s", one))


def looked_at(screens: Screens, route: str, path: str) -> list[str]:
    """Return what is wrong with a page."""
    phone, malayalam, desktop = screens
    found = [f"{path} on a phone {fault}" for fault in load(phone, path)]
    found += [f"{path} on a phone in Malayalam {fault}" for fault in load(malayalam, path)]
    found += [f"{path} on a desktop {fault}" for fault in load(desktop, path)]
    if malayalam.locator("html").get_attribute("lang") != "ml":
        found.append(f"{path} is not in Malayalam")
    if (asked := a_minute(phone)) > QUICK.get(route, MOST_A_MINUTE):
        found.append(f"{path} asks {asked} times a minute")
    found += [f"{path} on a phone: {fault}" for fault in phone.evaluate(SMALL) + phone.evaluate(RAISED)]
    found += [f"{path} on a phone, dark: {fault}" for fault in faults(phone)]
    return found + [f"{path} on a desktop, light: {fault}" for fault in faults(desktop)]


@pytest.fixture(scope="module")
def kept_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """All there is a page of, made once for the tests of this module, none of which changes anything."""
    with django_db_blocker.unblock():
        cache.clear()
        made = build()
        connection.close()
    yield made
    with django_db_blocker.unblock():
        clean()
        cache.clear()


@pytest.fixture(scope="module")
def open_screens(kept_world: World, browser: Browser, live_server: str) -> Iterator[Callable[..., Screens]]:
    """Open the browsers of somebody with a session, or of nobody who is known.

    It asks for the world itself: after a test with a server and without it the database is emptied.
    """
    contexts: list[BrowserContext] = []

    def page(session: str, **options: Any) -> Page:
        # A service worker would fetch fonts and styles past the routes of these tests.
        context = browser.new_context(base_url=live_server, reduced_motion="reduce", service_workers="block", **options)
        contexts.append(context)
        context.add_init_script(SHIFTS + AXE_SCRIPT)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": live_server}])
        return context.new_page()

    def made(session: str = "") -> Screens:
        screens = Screens(page(session, **PHONE), page(session, **PHONE), page(session, **DESKTOP))
        # Before its font has come a phone shows its own, often wider letters; the page has to fit with those too.
        screens.malayalam.context.route("**/*.woff2", lambda route: route.abort())
        screens.malayalam.context.add_cookies([{"name": "django_language", "value": "ml", "url": live_server}])
        return screens

    yield made
    with browser_loop():  # the last test of the module may be one without a browser
        for context in contexts:
            context.close()


@pytest.fixture(scope="module")
def member(kept_world: World, open_screens: Callable[..., Screens], django_db_blocker: Any) -> Screens:
    """The browsers of the player who has a page of everything."""
    with django_db_blocker.unblock():
        client = Client()
        client.force_login(kept_world.member.user)
        connection.close()
    return open_screens(client.cookies["sessionid"].value)


@pytest.fixture(scope="module")
def visitor(open_screens: Callable[..., Screens]) -> Screens:
    """The browsers of nobody who is known."""
    return open_screens()


def pages_of(world: World, route: str) -> list[str]:
    """Return the pages of a route."""
    return list(dict.fromkeys(world.paths.get(route) or [reverse(route)]))


def test_every_route_is_looked_at_or_has_no_page(kept_world: World):
    """A new page cannot be forgotten: it is built in `world`, or it is said here why there is nothing to look at."""
    built, left_out = kept_world.paths.keys(), NO_PAGES.keys() | POSTS

    assert not left_out & built
    assert sorted(routes().keys() - built - left_out - VISITORS - MEMBERS) == []
    assert sorted((built | left_out | VISITORS | MEMBERS) - routes().keys()) == []


@pytest.mark.parametrize("route", in_lanes(sorted(routes().keys() - NO_PAGES.keys() - POSTS - VISITORS), FAST))
def test_the_first_page_of_a_route_is_good_for_a_member(kept_world: World, member: Screens, route: str):
    found = looked_at(member, route, pages_of(kept_world, route)[0])

    assert found == [], "\n".join(found)


@pytest.mark.whole
@pytest.mark.timeout(900)
def test_the_further_pages_of_all_routes_are_good_for_a_member(kept_world: World, member: Screens):
    further = [(route, path) for route, paths in kept_world.paths.items() for path in list(dict.fromkeys(paths))[1:]]
    found = [fault for route, path in further for fault in looked_at(member, route, path)]

    assert len(further) > 20
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "route", in_lanes([*sorted(VISITORS), "games:table", "clubs:club", "clubs:home", "games:lobby"], FAST)
)
def test_a_page_is_good_for_a_visitor(kept_world: World, visitor: Screens, route: str):
    """Of the tables the first one has a free seat, the sixth is in play."""
    paths = pages_of(kept_world, route)
    paths = [paths[0], paths[5]] if route == "games:table" else paths[:1]
    found = [fault for path in paths for fault in looked_at(visitor, route, path)]

    assert found == [], "\n".join(found)


def with_fault(page: Page, faulty: str) -> None:
    """Show a page with something faulty on it."""
    page.goto("/tables/")
    page.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", faulty)


def test_axe_would_find_a_fault(visitor: Screens):
    """The tests above can fail."""
    with_fault(visitor.desktop, '<input><p style="color:#ccc">pale</p>')

    assert {"label", "color-contrast"} <= {fault.partition(":")[0] for fault in faults(visitor.desktop)}


def test_a_small_button_would_be_found(visitor: Screens):
    with_fault(
        visitor.phone,
        '<a class="btn" href="/" style="display: block; min-height: 28px">low</a>'
        '<a class="btn" href="/" style="align-items: start">high up</a>'
        '<ul class="list"><li style="padding: 0"><a href="/" style="min-height: 0; line-height: 1">thin</a></li></ul>',
    )
    found = visitor.phone.evaluate(SMALL)

    assert any("28.0 px high" in fault and "low" in fault for fault in found)
    assert any("label" in fault and "high up" in fault for fault in found)
    assert any("in a row of" in fault and "thin" in fault for fault in found)


def test_what_is_too_wide_would_be_found(open_screens: Callable[..., Screens]):
    page = open_screens().phone
    page.add_init_script("addEventListener('load', () => main.prepend(Object.assign("
                         "document.createElement('div'), {style: 'width: 900px; height: 9px'})))")  # fmt: skip

    assert any(fault.endswith("px wider than the screen") for fault in load(page, "/"))


def test_a_shift_would_be_found(visitor: Screens):
    assert load(visitor.phone, "/") == []
    visitor.phone.evaluate("main.prepend(Object.assign(document.createElement('div'), {style: 'height: 300px'}))")

    visitor.phone.wait_for_function("most => window.shifts >= most", arg=MOST_SHIFT)


def test_a_page_stands_still_when_its_malayalam_font_comes_late(open_screens: Callable[..., Screens]):
    page = open_screens().malayalam
    page.context.unroute("**/*.woff2")

    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.context.route("**/*.woff2", late)

    with page.expect_request("**/*.woff2"):
        assert load(page, "/") == []
