"""What the documentation shows works as shown."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
