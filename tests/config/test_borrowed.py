"""What our catalogue says for Django, its REST framework and allauth is what they say."""

import re
from pathlib import Path

import allauth
import django
import pytest
import rest_framework
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.core.exceptions import ValidationError
from django.forms import CharField
from django.utils.translation import gettext, override

from config.borrowed import BORROWED, IN_ENGLISH
from config.messages import catalogue_path, english, extracted

DJANGO = Path(django.__file__).parent
WHERE = (
    Path(allauth.__file__).parent / "locale",
    Path(rest_framework.__file__).parent / "locale",
    DJANGO / "conf" / "locale",
    DJANGO / "contrib" / "auth" / "locale",
    DJANGO / "contrib" / "humanize" / "locale",
)


@pytest.fixture(scope="module")
def theirs() -> set[str]:
    """Every text that the packages have put into German, which they keep complete."""
    found: set[str] = set()
    for place in WHERE:
        path = place / "de" / "LC_MESSAGES" / "django.po"
        read = read_po if path.exists() else read_mo  # the REST framework brings the second only
        with (path if path.exists() else path.with_suffix(".mo")).open("rb") as file:
            for text in read(file):
                found.update([text.id] if isinstance(text.id, str) else text.id)
    return found


@pytest.fixture(scope="module")
def ours() -> dict[str, str | tuple[str, ...]]:
    return {text.id if isinstance(text.id, str) else text.id[0]: text.id for text in extracted() if text.id}


@pytest.mark.parametrize("text", BORROWED)
def test_a_borrowed_text_is_still_said_so_by_its_package(text: str, theirs: set[str]):
    assert text in theirs


def test_borrowed_texts_are_in_our_catalogue_with_their_plurals(ours, theirs: set[str]):
    assert set(BORROWED) <= set(ours)
    for counted in (
        "a minute ago",
        "%(num)d day",
        "This password is too short. It must contain at least %d character.",
    ):
        assert set(ours[counted]) <= theirs


def test_borrowed_texts_in_our_english_are_borrowed_and_compiled(ours, theirs: set[str]):
    counted = {text for text in IN_ENGLISH if not isinstance(text, str)}
    assert set(IN_ENGLISH) - counted <= set(BORROWED)
    assert counted <= set(ours.values())
    assert {form for text in counted for form in text} <= theirs
    assert catalogue_path("en", "mo").read_bytes() == english()
    assert gettext("Email Addresses") == "Email addresses"


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "At most 60 characters; this has 71."), ("ml", "പരമാവധി 60 അക്ഷരം; ഇതിൽ 71 ഉണ്ട്.")],
)
def test_a_text_that_is_too_long_is_told_its_lengths(language: str, says: str):
    with override(language), pytest.raises(ValidationError, match=re.escape(says)):
        CharField(max_length=60).clean("x" * 71)
