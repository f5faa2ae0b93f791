"""Templates come without the indentation of their source, and with nothing else missing."""

import re

import pytest
from django.template import Engine, Origin
from django.template.loader import get_template

from config.templates import UnindentedLoader


@pytest.fixture
def read(tmp_path):
    """Read a template's source as the loader does."""

    def contents(name: str, source: str) -> str:
        path = tmp_path / name
        path.write_text(source, "utf-8")
        return UnindentedLoader(Engine.get_default()).get_contents(Origin(name=str(path), template_name=name))

    return contents


def test_lines_lose_their_indentation_and_keep_their_number(read):
    assert read("page.html", "<p>\n    one\n\n\t  two  three\n</p>\n") == "<p>\none\n\ntwo  three\n</p>\n"


def test_a_mail_in_plain_text_stays_as_it_is(read):
    assert read("mail.txt", "Dear\n    reader\n") == "Dear\n    reader\n"


def test_the_pages_of_the_site_are_read_so():
    source = get_template("games/table.html").template.source

    assert re.search(r"\n[ \t]", source) is None
    assert "\n" in source
