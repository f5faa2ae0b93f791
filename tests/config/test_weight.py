"""The bytes of a first visit: page, styles, scripts, fonts and drawings, as a browser that takes gzip gets them."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Practice
from games.tables.services.seats import open_table
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

MOST_BYTES = 100_000
WORDS = "/static/fonts/manjari-words-400-normal.woff2"
DRAWN = {"/static/cards/cards.svg", "/static/cards/icon.svg", "/static/manifest.json"}
PACKED = {"Accept-Encoding": "gzip"}


def weight(client: Client, path: str, language: str) -> dict[str, int]:
    """Return the bytes of a page and of each file that it loads, by address."""
    client.cookies["django_language"] = language
    page = client.get(path, headers=PACKED)
    assert page.status_code == 200
    text = client.get(path).content.decode()
    assert f'<html lang="{language}"' in text
    linked = set(re.findall(r'<(?:link|script)[^>]*?(?:href|src)="(/static/[^"]+)"', text, re.DOTALL)) | DRAWN
    linked |= {WORDS} if language == "en" else set()
    return {path: len(page.content)} | {file: len(client.get(file, headers=PACKED).content) for file in linked}


def front(client: Client) -> str:
    return "/"


def table(client: Client) -> str:
    opened = open_table(player=PlayerFactory(name="Annamma"), rules="28-kerala-4", bots=(1, 2, 3), command=uuid4())
    return reverse("games:table", args=[opened.pk])


def practice(client: Client) -> str:
    client.post(reverse("games:play_now"), {"game": "28"})
    return reverse("games:practice", args=[Practice.objects.get().pk])


@pytest.mark.parametrize("language", ["en", "ml"])
@pytest.mark.parametrize("page", [front, table, practice], ids=lambda page: page.__name__)
def test_a_first_visit_is_light(client: Client, page, language: str):
    files = weight(client, page(client), language)

    assert len(files) > 8
    assert sum(files.values()) < MOST_BYTES, sorted(files.items(), key=lambda file: -file[1])[:6]
