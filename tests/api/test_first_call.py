"""The first call, docs/reference/first-call.md: every request works as it is written, one after the other."""

import json
import re
from pathlib import Path

import pytest

from games.models import Practice
from tests.api.calls import program_of
from tests.api.curl import send
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "first-call.md"


def test_the_requests_of_the_page_work_one_after_the_other():
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    requests = [block for block in blocks if "curl " in block]
    public, own, begin, look, hint, act, again, stale, deal = requests
    program = program_of(PlayerFactory(name="Ammini"))
    known = {"API": "http://here/api", "TOKEN": program.token}

    def sent(lines: str) -> tuple[int, dict]:
        answer = send(lines, "http://here", **known)
        known["VERSION"] = answer.headers.get("ETag", known.get("VERSION", "")).strip('W/"')
        return answer.status_code, json.loads(answer.content)

    assert sent(public)[0] == 200
    status, said = sent(own)
    assert (status, said["player"]["name"]) == (200, "Ammini")
    status, said = sent(begin)
    assert status == 201
    known["PRACTICE"] = said["practice"]
    status, said = sent(look)
    assert (status, said["game"]["legal"] != []) == (200, True)
    version = known["VERSION"]
    assert int(version) == said["version"]
    status, said = sent(hint)
    assert status == 200
    without_seat = {name: value for name, value in said["action"].items() if name != "seat"}
    known |= {"VERSION": version, "ACTION": json.dumps(without_seat)}
    status, said = sent(act)
    assert status in (200, 201)
    known["VERSION"] = version
    assert sent(again)[0] == status, "the same key: the answer of before"
    known["VERSION"] = version
    status, said = sent(stale)
    assert (status, said["code"]) == (412, "stale")
    assert sent(deal)[0] in (200, 201)
    assert Practice.objects.filter(player=program.player).count() == 1
