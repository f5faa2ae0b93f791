"""What the documentation shows works as shown."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_of_the_readme_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert results.attempted > 0
    assert results.failed == 0


def test_every_file_the_readme_links_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [part.split(")", 1)[0] for part in text.split("](")[1:]]

    assert links
    assert [link for link in links if not link.startswith(("#", "http")) and not (ROOT / link).exists()] == []
