"""The first page of the API: its three requests, run as they are written, and its ways to the reference."""

import html
import json
import re

import pytest
from django.conf import settings
from django.test import Client

from config.api.pages import AREAS
from games.models import Practice
from tests.api.calls import program_of
from tests.api.curl import send
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

LINES = re.compile(r'<pre\s+class="secret"[^>]*><code>(.*?)</code></pre>', re.DOTALL)


def requests_of(page: str) -> list[str]:
    """Return the requests of the page as a reader copies them."""
    return [html.unescape(lines) for lines in LINES.findall(page)]


def run(lines: str, token: str = "") -> tuple[int, dict]:
    """Send what the shell would, and return the status and the answer."""
    answer = send(lines, settings.LELAM_ADDRESS, TOKEN=token)
    return answer.status_code, json.loads(answer.content)


def test_the_three_requests_of_the_first_page_work_as_they_are_written():
    program = program_of(PlayerFactory(name="Ammini"))
    public, own, practice = requests_of(Client().get("/api/").content.decode())

    status, said = run(public)
    assert status == 200
    assert "28-kerala-4" in json.dumps(said)
    assert run(own)[0] == 401
    status, said = run(own, program.token)
    assert (status, said["player"]["name"]) == (200, "Ammini")
    assert [run(practice, program.token)[0] for _ in range(2)] == [201, 201]
    assert Practice.objects.filter(player=program.player).count() == 1, "the same key twice began two"


def test_the_first_page_leads_a_signed_in_player_to_the_tokens_and_others_to_sign_in(client):
    assert '/accounts/login/?next=/me/tokens/"' in client.get("/api/").content.decode()
    client.force_login(PlayerFactory(name="Beeran").user)
    assert 'href="/me/tokens/"' in client.get("/api/").content.decode()


def test_every_group_that_the_first_page_names_is_one_of_the_reference(client):
    schema = json.loads(client.get("/api/schema/", headers={"accept": "application/vnd.oai.openapi+json"}).content)
    groups = {tag for path in schema["paths"].values() for way in path.values() for tag in way.get("tags", ())}
    named = [group for area in AREAS for group in area.groups]

    assert set(named) | {"rules", "problems", "tokens"} == groups
    assert len(named) == len(set(named))
