"""What the documentation shows works as shown."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_of_the_readme_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert results.attempted > 0
    assert results.failed == 0


def test_every_file_the_documentation_links_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8"))]
    files = [(page, link.split("#")[0]) for page, link in links if not link.startswith(("#", "http", "mailto:"))]

    assert len(files) > 20
    assert [f"{page.name}: {link}" for page, link in files if not (page.parent / link).exists()] == []
