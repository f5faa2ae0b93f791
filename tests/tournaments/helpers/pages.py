"""The pages of a tournament as a browser uses them: the forms that do deeds, and their buttons."""

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from clubs.models import Player
from tournaments.models import Tournament


def at(name: str, cup: Tournament, *more: Any) -> str:
    """Return the address of a page."""
    return reverse(f"tournaments:{name}", args=[cup.slug, *more])


def signed_in(player: Player) -> Client:
    """Return the browser of a player."""
    client = Client()
    client.force_login(player.user)
    return client


def forms_of(html: str) -> dict[str, dict[str, str]]:
    """Return the forms for deeds of a page by the text of their button, each with its fields."""
    found = {}
    for form in re.findall(r"<form[^>]*class=\"ask.*?</form>", html, re.DOTALL):
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
        text = re.search(r"<button[^>]*>\s*([^<]+?)\s*</button>", form)
        assert text is not None
        found[unescape(text[1])] = {name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}
    return found


def press(client: Client, cup: Tournament, page: str, button: str, **fields: Any) -> str:
    """Press a button of a page, with the fields filled in; return the page that follows, also that of a refusal."""
    form = forms_of(client.get(page).content.decode())[button]
    answer = client.post(at("do", cup), {**form, **fields}, follow=True)
    assert answer.status_code in (200, 422)
    return answer.content.decode()
