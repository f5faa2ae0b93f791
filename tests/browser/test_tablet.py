"""The table on a tablet held upright: cards and seats grow with the mat instead of staying a phone's."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

import engine
from games.tables.services.play import act
from tests.browser.acting import TO_PLAY, acts
from tests.browser.looks import fits
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)

TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}


def width(place) -> float:
    return place.bounding_box()["width"]


def test_cards_and_seats_are_larger_on_a_tablet_than_on_a_phone(four, deal_known, sit):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    card = "HJ" if "HJ" in HANDS[0] else HANDS[0][0]
    act(table_id=table.pk, player=four[0], action=engine.Play(0, card), expected_version=None, command=uuid4())

    phone = sit(four[1], f"/tables/{table.pk}/", viewport={"width": 360, "height": 740}, has_touch=True).page
    tablet = sit(four[1], f"/tables/{table.pk}/", **TABLET).page
    for place, least in ((".hand .face", 78), (".trick .face", 84), (".seats .ring", 60)):
        assert width(tablet.locator(place).first) >= least
        assert width(tablet.locator(place).first) > width(phone.locator(place).first) * 1.3
    for place in (tablet.locator("#hand .card, #hand button").last, tablet.locator(".trick .face").first):
        expect(place).to_be_in_viewport(ratio=1)
    fits(tablet)
