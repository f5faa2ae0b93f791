"""Every address that answers with a page, and with a fragment of it where htmx asks, says so in `Vary`."""

import re
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django_htmx.middleware import HtmxDetails

from clubs.web.htmx import RecordedHtmx
from tests.browser.world import build
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

FRAGMENTS = {
    "clubs:log": {"log"},
    "clubs:members": {"members"},
    "clubs:teams": {"teams"},
    "clubs:ledger": {"entries"},
    "clubs:ledger_balances": {"balances"},
    "clubs:import": {"run"},
    "clubs:my_data": {"copy"},
    "games:club_results": {"standing"},
    "games:club_sweep": {"sweep"},
    "games:sweep": {"sweep"},
    "tournaments:desk": {"desk"},
    "tournaments:desks": {"desk"},
    "tournaments:lots": {"live"},
    "tournaments:tournament": {"live", "mine"},
}
"""Routes that answer a target of htmx with that part alone."""
WHENEVER_ASKED = {
    "clubs:pictures",
    "games:case_audit", "games:case_polls", "games:evening", "games:evening_of", "games:transcript",
    "games:club_form", "games:club_games", "games:club_hall", "games:club_kunukku", "games:club_records",
    "games:check", "games:kunukku_of_player", "games:player_figures", "games:player_games", "games:player_hands",
    "games:play_review",
    "games:player_partners", "games:player_rating", "games:player_standing", "games:practice", "games:recent",
}  # fmt: skip
"""Routes that answer any request of htmx with a fragment."""
PROPERTIES = {
    "boosted": "HX-Boosted",
    "current_url": "HX-Current-URL",
    "history_restore_request": "HX-History-Restore-Request",
    "prompt": "HX-Prompt",
    "target": "HX-Target",
    "trigger": "HX-Trigger",
    "trigger_name": "HX-Trigger-Name",
}


def whole(answer: Any) -> bool:
    """Return whether an answer is a page; no fragment has a head."""
    return "<head>" in answer.content.decode()


def varies(answer: Any) -> set[str]:
    return {name.strip() for name in answer.headers.get("Vary", "").split(",")}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("which", in_lanes(["known", "every"], ["known"]))
def test_a_page_and_its_fragment_both_say_what_decided_between_them(which):
    """`known`: the routes listed above; `every`: all routes, so that none is missing from the lists."""
    world = build()
    client = Client()
    client.force_login(world.member.user)
    aimed: dict[str, set[str]] = {}
    always = set()
    for route, paths in world.paths.items():
        if which == "known" and route not in FRAGMENTS.keys() | WHENEVER_ASKED:
            continue
        for path in dict.fromkeys(paths):
            page = client.get(path)
            if not page.headers.get("Content-Type", "").startswith("text/html"):
                continue
            asked = {"HX-Request": "true"}
            fragment = client.get(path, headers=asked)
            assert whole(page), path
            differs = not whole(fragment)
            if differs:
                always.add(route)
            # A page whose work is done, or with nothing to filter, asks for no part; its view would answer one.
            shown = set(re.findall(r'hx-target="#([\w-]+)"', page.content.decode()))
            for target in sorted(shown | FRAGMENTS.get(route, set())):
                part = client.get(path, headers={**asked, "HX-Target": target})
                if not differs and not whole(part):
                    assert "HX-Request" in varies(page) & varies(part), path
                    assert "HX-Target" in varies(page) & varies(part), path
                    aimed.setdefault(route, set()).add(target)
            if differs or route in aimed:
                assert "HX-Request" in varies(page) & varies(fragment), path
                for header in ("HX-History-Restore-Request", "HX-Boosted"):
                    target = next(iter(aimed.get(route, {"main"})))
                    restored = client.get(path, headers={**asked, header: "true", "HX-Target": target})
                    assert whole(restored), f"{path} with {header}"
                    assert header in varies(page) & varies(fragment) & varies(restored), path

    assert (aimed, always) == (FRAGMENTS, WHENEVER_ASKED)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_header_of_htmx_that_was_read_is_noted(name):
    request = RequestFactory().get("/")
    htmx = RecordedHtmx(request)
    assert htmx.names_read == set()

    getattr(htmx, name)
    assert htmx.names_read == {PROPERTIES[name]}
    assert not htmx
    assert htmx.names_read == {PROPERTIES[name], "HX-Request"}
    assert isinstance(htmx, HtmxDetails)


def test_a_page_without_fragments_does_not_vary_by_htmx(client):
    assert not any(name.startswith("HX-") for name in varies(client.get("/rules/")))
