"""Every page of the site, judged by axe: light and dark, on a phone and a desktop, by WCAG 2.2 A and AA."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.world import build, routes

pytestmark = pytest.mark.django_db(transaction=True)

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
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
    "games:deed", "games:chat", "games:card_name", "games:card_partner", "games:card_publish",
    "games:card_leave", "games:practice_deed", "games:sheet_hand", "games:sheet_contract", "games:sheet_lift",
    "games:result_withdraw",
    "games:sheet_withdraw", "games:sheet_stop", "games:sheet_names", "tournaments:enter", "tournaments:withdraw",
    "tournaments:start",
}  # fmt: skip
"""Routes that something is sent to."""


def faults(page: Page, *rules: str) -> list[str]:
    """Return what axe finds wrong with a page as it is shown now."""
    only: dict[str, Any] = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    answer = page.evaluate("options => axe.run(document, options)", {"runOnly": only, "resultTypes": ["violations"]})
    return [
        f"{one['id']}: {node['html'][:150]} {node['any'][0]['message'][:150] if node['any'] else ''}"
        for one in answer["violations"]
        for node in one["nodes"]
    ]


def judged(page: Page, path: str) -> list[str]:
    """Return what is wrong with a page, in both themes and sizes."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(DESKTOP)
    answer = page.goto(path)
    if answer is None or not answer.ok:
        return [f"{path} is not there"]
    page.evaluate(AXE_SCRIPT)
    long = page.evaluate("document.querySelectorAll('*').length") > LONG
    found = [f"{path} light, desktop: {fault}" for fault in faults(page)]
    page.emulate_media(color_scheme="dark")
    if not long:
        found += [f"{path} dark, desktop: {fault}" for fault in faults(page, *COLOURS)]
    page.set_viewport_size(PHONE)
    found += [f"{path} dark, phone: {fault}" for fault in faults(page)]
    page.emulate_media(color_scheme="light")
    if not long:
        found += [f"{path} light, phone: {fault}" for fault in faults(page, *COLOURS)]
    return found


def test_every_route_is_looked_at_or_has_no_page():
    """A new page cannot be forgotten: it is built in `world`, or it is said here why there is nothing to look at."""
    world = build()
    left_out = NO_PAGES.keys() | POSTS

    assert not left_out & world.paths.keys()
    assert sorted(routes().keys() - world.paths.keys() - left_out - VISITORS - MEMBERS) == []
    assert sorted((world.paths.keys() | left_out | VISITORS | MEMBERS) - routes().keys()) == []


@pytest.mark.timeout(600)
def test_axe_finds_nothing_on_any_page(sit: Callable[..., Any]):
    """WCAG 2.2 A and AA as far as a program can tell."""
    from django.urls import reverse

    world = build()
    member, visitor = sit(world.member, "/tables/").page, sit(None, "/tables/").page
    found = []
    for route in sorted(VISITORS):
        found += judged(visitor, reverse(route))
    for route in sorted(MEMBERS):
        found += judged(member, reverse(route))
    for path in sorted({path for paths in world.paths.values() for path in paths}):
        found += judged(member, path)
    # The first table has a free seat, the last one is over; between them lies one in play.
    tables = world.paths["games:table"]
    for path in (tables[0], tables[5], *world.paths["clubs:club"], *world.paths["clubs:home"]):
        found += judged(visitor, path)

    assert found == [], "\n".join(found)


def test_axe_would_find_a_fault(sit: Callable[..., Any]):
    """The test above can fail."""
    page = sit(None, "/tables/").page
    faulty = '<input><p style="color:#ccc">pale</p>'
    page.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", faulty)
    page.evaluate(AXE_SCRIPT)

    assert {"label", "color-contrast"} <= {fault.split(":")[0] for fault in faults(page)}
