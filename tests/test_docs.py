"""What the documentation shows works as shown."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"
CATALOGUE = ROOT / "config" / "locale" / "ml" / "LC_MESSAGES" / "django.po"
PLACE = r"%\(\w+\)[sd]|\{\w*\}"
"""A place of a text that something is put into."""
MAX_PICTURE_BYTES = 60_000


def test_the_example_of_the_readme_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert results.attempted > 0
    assert results.failed == 0


SHOWN = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("config", "engine", "games", "clubs", "tournaments")
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", SHOWN)
def test_the_examples_in_the_docstrings_do_what_they_say(name: str) -> None:
    results = doctest.testmod(import_module(name))

    assert results.attempted > 0
    assert results.failed == 0


def test_every_file_the_documentation_links_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8"))]
    files = [(page, link.split("#")[0]) for page, link in links if not link.startswith(("#", "http", "mailto:"))]

    assert len(files) > 20
    assert [f"{page.name}: {link}" for page, link in files if not (page.parent / link).exists()] == []


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {
        re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in re.findall(r"^#+ (.*)$", text, re.M)
    }


def test_every_heading_the_documentation_links_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    known = {page: anchors(page) for page in pages}
    lost = []
    for page in pages:
        for file, anchor in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", page.read_text("utf-8")):
            target = (page.parent / file).resolve() if file else page
            if anchor not in known.get(target, {anchor}):
                lost.append(f"{page.name}: {file}#{anchor}")

    assert sum(map(len, known.values())) > 400
    assert lost == []


def test_the_way_in_leads_to_every_page_of_the_documentation() -> None:
    way = ROOT / "docs" / "README.md"
    linked = {
        (way.parent / link.split("#")[0]).resolve() for link in re.findall(r"\]\(([^)\s]+)\)", way.read_text("utf-8"))
    }
    pages = {page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "decisions"}

    assert sorted(str(page.relative_to(ROOT)) for page in pages - linked - {way}) == []


def texts_of_pages() -> tuple[set[str], list[re.Pattern[str]]]:
    """The texts of pages as they are, and those with places as patterns."""
    with CATALOGUE.open("rb") as file:
        ids = [
            text for message in read_po(file) for text in ([message.id] if isinstance(message.id, str) else message.id)
        ]
    plain = {text for text in ids if not re.search(PLACE, text)}
    # A text of places alone would fit everything.
    with_places = {text for text in set(ids) - plain if len(re.findall(r"\w", re.sub(PLACE, "", text))) >= 4}
    return plain, [re.compile(".+".join(map(re.escape, re.split(PLACE, text)))) for text in with_places]


def test_every_bold_word_of_a_guide_is_a_text_of_a_page() -> None:
    """Readers look for a button by its name: a name that was changed on the page is changed in the guide."""
    plain, with_places = texts_of_pages()
    named = [
        (page.name, re.sub(r"\s+", " ", name))
        for page in (*GUIDES.glob("*.md"), ROOT / "docs" / "troubleshooting.md")
        for name in re.findall(r"\*\*([^*]+)\*\*", page.read_text("utf-8"))
    ]

    assert len(named) > 150
    assert [
        f"{page}: {name}"
        for page, name in named
        if name not in plain and not any(pattern.fullmatch(name) for pattern in with_places)
    ] == []


def test_every_picture_of_a_guide_is_there_small_and_told_in_words() -> None:
    shown = {
        (GUIDES / file).resolve(): words
        for page in GUIDES.glob("*.md")
        for file, words in re.findall(r'<img src="([^"]+)" width="\d+" alt="([^"]+)">', page.read_text("utf-8"))
    }
    there = set((GUIDES / "pictures").glob("*.webp"))

    assert len(shown) > 8
    assert set(shown) == there
    assert [path.name for path in there if path.stat().st_size > MAX_PICTURE_BYTES] == []
    assert {Image.open(path).width for path in there} == {540}, "those of a phone, by docs/guides/pictures.py"


def test_no_guide_has_code() -> None:
    """Players and officers read them who never saw a terminal."""
    assert [
        page.name for page in GUIDES.glob("*.md") if re.search(r"^```|\.py\b|make run", page.read_text("utf-8"), re.M)
    ] == []


def test_the_glossary_has_each_word_once_and_in_order() -> None:
    tables = (ROOT / "docs" / "glossary.md").read_text("utf-8").split("\n## ")[1:]
    for table in tables:
        words = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)[2:]
        assert len(words) > 40
        assert len(set(words)) == len(words)
    games = re.findall(r"^\| ([^|]+) \|", tables[0], re.MULTILINE)[2:]
    assert games == sorted(games, key=str.lower)


def test_every_attack_that_the_page_on_security_names_is_a_test() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    names = set(re.findall(r"`([\w/]*test_[\w*]+\.py)`", page))
    missing = [name for name in names if not [*ROOT.glob(name), *(ROOT / "tests").rglob(name.rpartition("/")[2])]]

    assert len(names) > 25
    assert missing == []


def test_every_module_of_attacks_stands_on_the_page_on_security() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    modules = {path.name for path in (ROOT / "tests" / "security").glob("test_*.py")}

    assert sorted(name for name in modules if name not in page) == []
