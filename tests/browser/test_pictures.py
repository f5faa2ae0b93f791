"""A photograph of a score sheet, sent from a phone: with the page's script, and without any."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from clubs.models import Picture
from games.sheets.services import open_sheet
from tests.browser.looks import fits
from tests.clubs.pictures.samples import GPS, HTML, ORIENTATION, photograph

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def sheet(person):
    scorer = person("Ammini")
    return scorer, open_sheet(player=scorer, rules="56-kerala-4", options={}, name="Meenachil and Pamba")


def large() -> bytes:
    """A noisy photograph of several megabytes, held sideways."""
    noise = Image.effect_noise((3000, 2250), 90).convert("RGB")
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    out = BytesIO()
    noise.save(out, "JPEG", quality=95, exif=exif)
    return out.getvalue()


def choose(page: Page, label: str, data: bytes) -> None:
    page.get_by_label(label).set_input_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": data})


def kept() -> Image.Image:
    return Image.open(BytesIO(bytes(Picture.objects.get().image)))


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_phone_adds_a_photograph_sees_it_and_removes_it(sit, sheet, scripts):
    scorer, row = sheet
    page = sit(scorer, f"/sheets/{row.pk}/", java_script_enabled=scripts, **PHONE).page
    expect(page.get_by_text("No picture yet.")).to_be_visible()
    assert page.get_by_label("Take a photograph").get_attribute("capture") == "environment"
    choose(page, "Take a photograph", photograph(6))
    page.get_by_role("button", name="Add the picture").click()
    shown = page.get_by_role("img", name="Picture 1")
    expect(shown).to_be_visible()
    if scripts:
        shown.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelector('.picture-list img').naturalHeight > 0")
        fits(page)
    assert kept().size == (480, 640)
    assert not kept().getexif().get_ifd(GPS)

    page.locator(".picture-list summary").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.get_by_text("No picture yet.")).to_be_visible()
    assert not Picture.objects.exists()


def test_a_large_photograph_is_made_smaller_before_it_is_sent(sit, sheet):
    scorer, row = sheet
    page = sit(scorer, f"/sheets/{row.pk}/", **PHONE).page
    data = large()
    assert len(data) > 3_000_000
    choose(page, "Or choose a picture", data)
    page.wait_for_function(
        "size => document.querySelector('.picture-form [name=picture]').files[0]?.size < size / 2", arg=len(data)
    )
    page.get_by_role("button", name="Add the picture").click()
    expect(page.get_by_role("img", name="Picture 1")).to_be_visible()
    assert kept().size == (1500, 2000)


def test_without_scripts_a_large_photograph_is_taken_as_it_is(sit, sheet):
    scorer, row = sheet
    page = sit(scorer, f"/sheets/{row.pk}/", java_script_enabled=False, **PHONE).page
    choose(page, "Or choose a picture", large())
    page.get_by_role("button", name="Add the picture").click()
    expect(page.get_by_role("img", name="Picture 1")).to_be_visible()
    assert kept().size == (1500, 2000)


def test_a_page_called_a_photograph_is_refused_beside_the_field(sit, sheet):
    scorer, row = sheet
    page = sit(scorer, f"/sheets/{row.pk}/", **PHONE).page
    choose(page, "Or choose a picture", HTML)
    page.get_by_role("button", name="Add the picture").click()
    expect(page.get_by_text("Send a photograph as JPEG, PNG or WebP.")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name="Meenachil and Pamba")).to_be_visible()
