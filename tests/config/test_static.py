"""Static files: whole, in part, or not again."""

import re
from pathlib import Path

import pytest
from django.test import Client

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
