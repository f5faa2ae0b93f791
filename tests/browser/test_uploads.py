"""A file of records sent in pieces from a browser: over a lost connection, over a reload, and then taken in."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, Response, Route, expect

from clubs.models import Club, Player, Upload
from games.models import Sheet
from tests.browser.looks import fits
from tests.factories import ClubFactory
from tests.games.records.files import games, lines

pytestmark = pytest.mark.django_db(transaction=True)

PIECE = 1024 * 1024
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of more than two pieces: two games, each many times, and one with an error."""
    some = lines(*games(2, hands=6))
    path = tmp_path / "evenings.jsonl"
    path.write_bytes(some * (2 * PIECE // len(some) + 1) + b"{}\n")
    return path


@pytest.fixture
def page(person, sit) -> Page:
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    return sit(annamma, f"/clubs/{club.slug}/exchange/", **PHONE).page


def send(page: Page, file: Path) -> None:
    form = page.locator("#records")
    form.get_by_label("File", exact=True).set_input_files(file)
    form.get_by_role("button", name="Check the file").click()


def is_piece(request: Request) -> bool:
    return request.method == "PATCH"


@pytest.mark.timeout(240)
def test_sending_goes_on_by_itself_when_the_connection_is_back(page: Page, file: Path, worker):
    arrived: list[int] = []
    lost: list[int] = []

    def note(response: Response) -> None:
        if is_piece(response.request) and response.status == 204:
            arrived.append(int(response.request.headers["upload-offset"]))

    def lose(route: Route) -> None:
        if is_piece(route.request) and route.request.headers["upload-offset"] == str(PIECE) and not lost:
            lost.append(PIECE)
            page.context.set_offline(True)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.on("response", note)
    page.route("**/uploads/**", lose)
    send(page, file)
    word = page.locator("#records [data-word]")
    expect(word).to_contain_text("The connection is lost.", timeout=30_000)
    fits(page)
    assert Upload.objects.get().offset == PIECE
    page.context.set_offline(False)

    expect(page.get_by_text("Some entries have errors; they are left out.")).to_be_visible(timeout=90_000)
    assert arrived == [0, PIECE, 2 * PIECE]
    expect(page.locator("#faults tbody tr")).to_contain_text("the format is lelam-record/1")
    fits(page)
    assert not Sheet.objects.exists()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("The file is imported.")).to_be_visible(timeout=90_000)
    assert sorted(Sheet.objects.values_list("hands", flat=True)) == [6, 6]
    assert not Upload.objects.exists()


@pytest.mark.timeout(240)
def test_after_a_reload_sending_goes_on_with_the_same_file_where_it_stopped(page: Page, file: Path, worker):
    def only_the_first(route: Route) -> None:
        if is_piece(route.request) and route.request.headers["upload-offset"] != "0":
            route.abort()
        else:
            route.continue_()

    page.route("**/uploads/**", only_the_first)
    send(page, file)
    expect(page.locator("#records [data-word]")).to_contain_text("The connection is lost.", timeout=30_000)
    page.reload()  # first, or the page sends on by itself
    page.unroute("**/uploads/**")
    expect(page.get_by_text("sent. Choose the same file again to go on.")).to_be_visible()
    expect(page.get_by_role("button", name="Remove evenings.jsonl")).to_be_visible()
    fits(page)

    with page.expect_request(is_piece) as first:
        send(page, file)
    assert first.value.headers["upload-offset"] == str(PIECE)
    expect(page.get_by_text("Some entries have errors; they are left out.")).to_be_visible(timeout=90_000)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tus::'))") == []


def test_a_file_sent_in_part_can_be_removed(page: Page, file: Path):
    page.route("**/uploads/*/", lambda route: route.abort())
    send(page, file)
    expect(page.locator("#records [data-word]")).to_contain_text("The connection is lost.", timeout=30_000)
    page.reload()  # first, or the page sends on by itself
    page.unroute("**/uploads/*/")
    page.get_by_role("button", name="Remove evenings.jsonl").click()
    expect(page.get_by_text("Choose the same file again to go on.")).to_have_count(0)
    assert not Upload.objects.exists()


def test_a_refusal_is_shown_in_words_and_the_file_can_be_sent_again(page: Page, file: Path):
    club, by = Club.objects.get(), Player.objects.get(name="Annamma")
    ends = timezone.now() + timedelta(hours=1)
    for _ in range(3):
        Upload.objects.create(club=club, by=by, length=10, expires_at=ends)
    send(page, file)
    expect(page.locator("#records [data-word]")).to_contain_text("You are already sending 3 files.")
    expect(page.locator("#records").get_by_role("button", name="Check the file")).to_be_enabled()
    assert Upload.objects.count() == 3
