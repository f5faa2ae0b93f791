"""Static files: whole, in part, or not again."""

import re
from gzip import decompress
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from fontTools.ttLib import TTFont
from PIL import ImageFont

from config import compression

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = "/static/js/table.js"


def test_a_static_file_comes_whole_and_as_no_stream(client: Client):
    answer = client.get(TABLE)

    assert (answer.status_code, answer.streaming) == (200, False)
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert len(answer.content) == int(answer.headers["Content-Length"]) > 1000


@pytest.mark.parametrize(
    ("headers", "status", "length"),
    [({"Range": "bytes=0-9"}, 206, 10), ({"If-Modified-Since": "Fri, 31 Dec 2100 00:00:00 GMT"}, 304, 0)],
)
def test_a_part_of_a_static_file_or_nothing_new_of_it_is_answered_so(client: Client, headers, status, length):
    answer = client.get(TABLE, headers=headers)

    assert (answer.status_code, len(answer.content)) == (status, length)


def test_the_small_font_has_the_malayalam_words_of_english_pages():
    """Its letters are those of the command in static/vendor/README.md; another word there needs the font made anew."""
    command = re.search(r"--text='(.*?)'", (ROOT / "static" / "vendor" / "README.md").read_text())
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    words = {word for page in pages for word in re.findall(r'lang="ml"[^>]*>([^<{]+)<', page)} | {"മലയാളം"}

    assert command is not None
    assert len(words) > 2
    assert [word for word in words if word not in command[1]] == []
    assert (ROOT / "static" / "fonts" / "manjari-words-400-normal.woff2").stat().st_size < 4000


def _drawn(name: str) -> ImageFont.FreeTypeFont:
    """Return a font of the pages with its joined letters."""
    plain = TTFont(ROOT / "static" / "fonts" / name)
    plain.flavor = None
    unpacked = BytesIO()
    plain.save(unpacked)
    unpacked.seek(0)
    return ImageFont.truetype(unpacked, 1000, layout_engine=ImageFont.Layout.RAQM)


def test_the_font_of_malayalam_pages_draws_the_catalogue_as_the_whole_font_does():
    """A joined letter that it lacks would be as wide as its parts.

    The small font has 640 units to the em, the whole one 2048.
    """
    with (ROOT / "config" / "locale" / "ml" / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [message.string for message in read_po(file)]
    said = [text for one in messages for text in ([one] if isinstance(one, str) else one)]
    words = {word for text in said for word in re.findall("[\u0d00-\u0d7f\u200c\u200d]+", text)}
    small, whole = _drawn("manjari-pages-400-normal.woff2"), _drawn("manjari-malayalam-400-normal.woff2")
    other = sorted(word for word in words if abs(small.getlength(word) - whole.getlength(word)) > 2 * len(word))

    assert len(words) > 5000
    assert len(other) < len(words) / 200, other[:30]
    assert (ROOT / "static" / "fonts" / "manjari-pages-400-normal.woff2").stat().st_size < 30_500


@pytest.mark.parametrize("path", [TABLE, "/static/css/pages.css", "/static/cards/cards.svg"])
def test_static_text_is_compressed_for_browsers_that_take_it(client: Client, path: str):
    plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip, br"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert decompress(packed.content) == plain.content
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Content-Encoding" not in plain.headers


def test_a_part_of_a_file_and_a_font_stay_as_they_are(client: Client):
    """The bytes of a range are those of the plain file; a font is compressed already."""
    part = client.get(TABLE, headers={"Accept-Encoding": "gzip", "Range": "bytes=0-899"})
    font = client.get("/static/fonts/manjari-words-400-normal.woff2", headers={"Accept-Encoding": "gzip"})

    assert (part.status_code, len(part.content)) == (206, 900)
    assert "Content-Encoding" not in part.headers
    assert "Content-Encoding" not in font.headers


@pytest.mark.django_db
def test_a_page_is_compressed_and_its_length_tells_nothing(client: Client):
    """Random bytes in each answer blur the length by which a secret of the page could be guessed (BREACH)."""
    answers = [client.get("/tables/", headers={"Accept-Encoding": "gzip"}) for _time in range(8)]

    assert {answer.headers["Content-Encoding"] for answer in answers} == {"gzip"}
    assert b"<!DOCTYPE html>" in decompress(answers[0].content)
    assert len({len(answer.content) for answer in answers}) > 2
    assert "Content-Encoding" not in client.get("/tables/").headers


@pytest.mark.django_db
def test_a_page_in_place_of_a_missing_file_is_compressed_like_every_page(client: Client):
    """It has a CSRF token and its reader's name, so its length must not tell of them, and nobody keeps it."""
    kept = compression._packed.cache_info().currsize
    missing = "/static/js/missing.js?word=" + "a" * 40
    answers = [client.get(missing, headers={"Accept-Encoding": "gzip"}) for _time in range(8)]

    assert {(answer.status_code, answer.headers["Content-Encoding"]) for answer in answers} == {(404, "gzip")}
    # The flag of a gzip header that says that a file name, here the random bytes, follows.
    assert any(answer.content[3] & 8 for answer in answers)
    assert compression._packed.cache_info().currsize == kept
