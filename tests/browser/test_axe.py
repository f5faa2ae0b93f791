"""Every page: judged by axe, light and dark, on a phone and a desktop, by WCAG 2.2 A and AA; and room in Malayalam."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from tests.browser.looks import faults
from tests.browser.world import World, build, routes
from tests.database import clean
from tests.loops import browser_loop

COLOURS = ["color-contrast", "link-in-text-block"]
"""What a theme may break and a size may not."""
LONG = 600
"""A page of more elements repeats itself: it is judged light on a desktop and dark on a phone only."""
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}

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
    "games:hand_record": "a file",
    "games:hand_proof_file": "a file",
    "games:study_record": "a file",
    "games:card_treatment": "the form of a new treatment, filled in",
    "games:card_join": "needs a partner's invitation; one button",
    "games:sheet_live": "a part of the sheet's page",
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
    "clubs:calendar_feed": "a file",
    "tournaments:mine": "a part of the first page",
    "tournaments:now": "a part of the first page",
    "clubs:house_summary": "a part of a form",
    "clubs:privacy_preview": "a part of a form",
    "clubs:notice": "leads to what a notice is about",
    "clubs:notices_bell": "a part of every page",
    "clubs:notice_zones": "a part of a form",
    "clubs:service_worker": "a script",
    "clubs:my_data_file": "a file",
    "clubs:export": "a file",
    "clubs:import_example": "a file",
}
"""Routes without a page of their own, and why."""
POSTS = {
    "clubs:erase_not",
    "clubs:notices_read", "clubs:notice_read", "clubs:notice_pause", "clubs:notice_devices",
    "clubs:notice_device_replace", "clubs:notice_device_remove",
    "clubs:import_carry",
    "clubs:language", "clubs:join", "clubs:leave", "clubs:house_retire", "clubs:ask_withdraw", "clubs:request_answer",
    "clubs:invitation_revoke", "clubs:member_role", "clubs:member_suspend", "clubs:member_restore",
    "clubs:member_remove", "clubs:guest_rename", "clubs:guest_offer", "clubs:guest_withdraw", "clubs:guest_release",
    "clubs:team_disband", "clubs:team_rename", "clubs:team_join", "clubs:team_transfer", "clubs:team_leave",
    "clubs:team_captain", "clubs:team_order", "clubs:meeting_off", "clubs:meeting_answer", "clubs:meeting_move",
    "clubs:meeting_day_off", "clubs:meeting_day_on",
    "games:sit", "games:deed", "games:chat", "games:card_name", "games:card_partner", "games:card_publish",
    "games:card_leave", "games:practice_deed", "games:sheet_hand", "games:sheet_contract", "games:sheet_lift",
    "games:result_withdraw",
    "games:sheet_withdraw", "games:sheet_stop", "games:sheet_names", "tournaments:enter", "tournaments:withdraw",
    "tournaments:start",
}  # fmt: skip
"""Routes that something is sent to."""


def judged(page: Page, path: str, *, whole: bool) -> list[str]:
    """Return what is wrong with a page: by daylight on a desktop, or in both themes and sizes."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(DESKTOP)
    answer = page.goto(path)
    if answer is None or not answer.ok:
        return [f"{path} is not there"]
    page.evaluate(AXE_SCRIPT)
    found = [f"{path} light, desktop: {fault}" for fault in faults(page)]
    if not whole:
        return found
    long = page.evaluate("document.querySelectorAll('*').length") > LONG
    page.emulate_media(color_scheme="dark")
    if not long:
        found += [f"{path} dark, desktop: {fault}" for fault in faults(page, *COLOURS)]
    page.set_viewport_size(PHONE)
    found += [f"{path} dark, phone: {fault}" for fault in faults(page)]
    page.emulate_media(color_scheme="light")
    if not long:
        found += [f"{path} light, phone: {fault}" for fault in faults(page, *COLOURS)]
    return found


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
def member(kept_world: World, browser: Browser, live_server: str, django_db_blocker: Any) -> Iterator[Page]:
    """A browser of the player who has a page of everything."""
    with django_db_blocker.unblock():
        client = Client()
        client.force_login(kept_world.member.user)
        connection.close()
    context = browser.new_context(base_url=live_server)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server}])
    yield context.new_page()
    with browser_loop():  # the last test of the module may be one without a browser
        context.close()


@pytest.fixture(scope="module")
def visitor(kept_world: World, browser: Browser, live_server: str) -> Iterator[Page]:
    """A browser of nobody who is known."""
    context = browser.new_context(base_url=live_server)
    yield context.new_page()
    with browser_loop():  # the last test of the module may be one without a browser
        context.close()


def pages_of(world: World, route: str) -> list[str]:
    """Return the pages of a route."""
    return world.paths.get(route) or [reverse(route)]


def test_every_route_is_looked_at_or_has_no_page(kept_world: World):
    """A new page cannot be forgotten: it is built in `world`, or it is said here why there is nothing to look at."""
    built, left_out = kept_world.paths.keys(), NO_PAGES.keys() | POSTS

    assert not left_out & built
    assert sorted(routes().keys() - built - left_out - VISITORS - MEMBERS) == []
    assert sorted((built | left_out | VISITORS | MEMBERS) - routes().keys()) == []


IN_BOTH_LANES = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.whole)], ids=str)
"""By daylight on a desktop the first page of each route; in the other lane every page in each theme and size."""


@IN_BOTH_LANES
@pytest.mark.parametrize("route", sorted(routes().keys() - NO_PAGES.keys() - POSTS - VISITORS))
def test_axe_finds_nothing_on_a_page_of_a_member(kept_world: World, member: Page, route: str, whole: bool):
    """WCAG 2.2 A and AA as far as a program can tell."""
    paths = pages_of(kept_world, route)
    found = [fault for path in (paths if whole else paths[:1]) for fault in judged(member, path, whole=whole)]

    assert found == [], "\n".join(found)


@IN_BOTH_LANES
@pytest.mark.parametrize("route", [*sorted(VISITORS), "games:table", "clubs:club", "clubs:home"])
def test_axe_finds_nothing_on_a_page_of_a_visitor(kept_world: World, visitor: Page, route: str, whole: bool):
    """Of the tables the first one has a free seat, the sixth is in play."""
    paths = pages_of(kept_world, route)
    paths = [paths[0], paths[5]] if route == "games:table" else paths
    found = [fault for path in (paths if whole else paths[:1]) for fault in judged(visitor, path, whole=whole)]

    assert found == [], "\n".join(found)


def test_axe_would_find_a_fault(visitor: Page):
    """The tests above can fail."""
    visitor.goto("/tables/")
    faulty = '<input><p style="color:#ccc">pale</p>'
    visitor.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", faulty)
    visitor.evaluate(AXE_SCRIPT)

    assert {"label", "color-contrast"} <= {fault.split(":")[0] for fault in faults(visitor)}


@pytest.mark.whole
def test_every_page_in_malayalam_is_as_wide_as_a_phone(
    kept_world: World, browser: Browser, member: Page, live_server: str
):
    """Longer words find room."""
    options = {"base_url": live_server, "viewport": PHONE, "storage_state": member.context.storage_state()}
    with contextlib.closing(browser.new_context(**options)) as context:
        context.add_cookies([{"name": "django_language", "value": "ml", "url": live_server}])
        page = context.new_page()
        wider = {}
        for path in sorted({path for paths in kept_world.paths.values() for path in paths}):
            if path.startswith("/api/"):
                continue
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == "ml"
            if more := page.evaluate("document.documentElement.scrollWidth - window.innerWidth"):
                wider[path] = more
    assert wider == {}
