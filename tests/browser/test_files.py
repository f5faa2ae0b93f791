"""Files in the browser, with a real worker: a list of members is mended and carried out; a copy of data is fetched."""

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubs.models import Membership
from tests.browser.looks import fits
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

FAULTY = "name;role;joined\nAmmini Varghese;king;2024-08-15\nമറിയാമ്മ;guest;15.8.2024\n"
MENDED = "name;role;joined\nAmmini Varghese;player;2024-08-15\nമറിയാമ്മ;guest;2024-08-15\n"
PASSWORD = "Kottayam-to-Pala-7"


@pytest.mark.timeout(240)
def test_a_secretary_sends_a_list_in_mends_its_errors_and_carries_it_out(person, sit, worker):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    page = sit(annamma, f"/clubs/{club.slug}/members/", viewport={"width": 360, "height": 740}).page

    page.get_by_role("link", name="Import or export").first.click()
    expect(page.get_by_label("Contents")).to_be_visible()
    fits(page)

    def send(text: str) -> None:
        page.get_by_label("Contents").select_option("members")
        form = page.locator("form").filter(has=page.get_by_label("Contents"))
        form.get_by_label("File", exact=True).set_input_files(
            {"name": "members.csv", "mimeType": "text/csv", "buffer": text.encode()}
        )
        form.get_by_role("button", name="Check the file").click()

    send(FAULTY)
    faults = page.locator("#faults tbody tr")
    expect(faults).to_have_count(2, timeout=60_000)
    expect(faults.nth(0)).to_contain_text("There is no such role.")
    expect(faults.nth(1)).to_contain_text("joined")
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    fits(page)

    page.get_by_role("link", name="Send the corrected file").click()
    send(MENDED)
    expect(page.get_by_text("The file has no errors.")).to_be_visible(timeout=60_000)
    assert Membership.objects.filter(club=club).count() == 1
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("The file is imported.")).to_be_visible(timeout=60_000)
    fits(page)

    assert Membership.objects.filter(club=club).count() == 3
    page.goto(f"/clubs/{club.slug}/exchange/")
    with page.expect_download() as given:
        page.get_by_role("link", name="CSV Members").click()
    text = Path(given.value.path()).read_text(encoding="utf-8-sig")
    assert "മറിയാമ്മ" in text


@pytest.mark.timeout(240)
def test_a_player_chooses_who_sees_what_and_fetches_a_copy(transactional_db, sit, worker):
    beeran = PlayerFactory(name="Beeran", password=PASSWORD, user__as_product=True)
    page = sit(beeran, "/me/settings/", viewport={"width": 360, "height": 740}).page

    page.get_by_role("link", name="Choose Privacy").click()
    preview = page.locator("#preview tr", has_text="Rating")
    expect(preview).to_contain_text("sees it")
    fits(page)
    page.get_by_role("radio", name="Rating: Nobody").check()
    expect(preview).not_to_contain_text("sees it")
    page.get_by_role("button", name="Save these choices").click()
    expect(page.get_by_text("Your privacy choices are saved.")).to_be_visible()
    expect(page.get_by_role("radio", name="Rating: Nobody")).to_be_checked()

    page.goto("/me/data/")
    page.get_by_role("button", name="Make a copy").click()
    expect(page.get_by_role("link", name="Download the copy")).to_be_visible(timeout=60_000)
    fits(page)
    page.get_by_role("link", name="Download the copy").click()
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_download() as given:
        page.locator("main form button[type=submit]").first.click()
    copy = zipfile.ZipFile(io.BytesIO(Path(given.value.path()).read_bytes()))
    assert b"beeran@example.org" in copy.read("account.json")
