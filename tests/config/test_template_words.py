"""Every word of a template stands in the catalogue: none is written on a page beside the marks of translation."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
PAPER = TEMPLATES / "paper"
"""Templates of printed pages get all their words as data: `tests/games/paper`."""
UNTRANSLATED = {"Lelam", "NT", "CSV", "JSON", "PDF", "PDF A4", "PDF A3", "iCal", "SHA-256", ": the REST API", "post"}
"""A name, a sign of the players', formats of files, the pages of the API, which are English, and how a form is sent."""
RULE = re.compile(r"(28|56)-[A-Z]+-\d+\Z")
SPOKEN = {"alt", "aria-label", "aria-valuetext", "placeholder", "title"}
MARKED = re.compile(r"{%\s*(blocktrans(?:late)?|trans)\b.*?{%\s*end\1\s*%}", re.DOTALL)
FILTERED = re.compile(r"""\|default(?:_if_none)?[:(]["']([^"']*)|\|(pluralize|yesno)""")
TAG = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)


class Words(HTMLParser):
    """Gathers what people read or hear of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "kbd", "code")
        self.found += [said for name, said in attrs if name in SPOKEN and said]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "kbd", "code")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found += re.split(r" · |,", data)


def unmarked(source: str) -> list[str]:
    """Return the words of a template that are in no mark of translation."""
    words = Words()
    words.feed(TAG.sub("", MARKED.sub("", source)))
    words.found += [one for found in FILTERED.findall(source) for one in found]
    said = [one.strip() for one in words.found if re.search(r"[^\W\d_]{2}", one)]
    return [one for one in said if one not in UNTRANSLATED and not RULE.match(one) and not re.search("[ഀ-ൿ]", one)]


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(TEMPLATES.rglob("*")) if path.is_file() and PAPER not in path.parents],
    ids=lambda path: path.name,
)
def test_every_word_of_a_template_can_be_translated(path: Path):
    assert unmarked(path.read_text(encoding="utf-8")) == []


def test_words_beside_the_marks_are_found():
    source = """{% load i18n %}<h1 title="A plain title">{% translate "Marked" %} and not</h1>
    <p aria-label="{% translate 'Marked too' %}">{% blocktranslate %}All <b>of this</b>{% endblocktranslate %}</p>
    {{ name|default:"nobody" }}{{ count|pluralize }}"""

    assert unmarked(source) == ["A plain title", "and not", "nobody", "pluralize"]


def test_words_beside_the_marks_of_a_live_template_are_found():
    source = """<h1 title="A plain title">{% trans "a key" %}Marked{% endtrans %} and not</h1>
    {% trans number=count %}{{ number }} card{% pluralize %}{{ number }} cards{% endtrans %}
    {{ name|default("nobody", true) }}"""

    assert unmarked(source) == ["A plain title", "and not", "nobody"]
