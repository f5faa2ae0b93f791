"""What somebody may not know of: a table by invitation answers a stranger as a table that is not there."""

import re
from dataclasses import replace
from uuid import UUID

import pytest

from tests.lanes import in_lanes
from tests.permissions.asking import Answer, Row, ask, params_of
from tests.permissions.matrix import ROWS
from tests.permissions.world import World

NOWHERE = UUID("7f0f9a52-0a5e-4f0e-8d8b-6d1d5a3c9b10")
AT_TABLES = {
    row.label: row
    for row in ROWS
    # An address of before leads on, whether there is such a table or not.
    if "code" not in row.of and "table_id" in params_of(row) and not row.name.startswith("games:once_")
}
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|csrfmiddlewaretoken\" value=\"\w+|nonce=\"[^\"]*")


def said(answer: Answer) -> tuple[int, str]:
    """What the stranger hears, but for ids that they sent themselves."""
    return answer.status, _IDS.sub("", answer.response.content.decode(errors="replace"))


@pytest.mark.parametrize("persona", in_lanes(("stranger", "guest", "scorer"), ["stranger"]))
@pytest.mark.parametrize("label", sorted(AT_TABLES))
def test_a_table_by_invitation_is_not_there_for_others(world: World, label: str, persona: str):
    row: Row = AT_TABLES[label]
    asked = {
        name: replace(row, path=lambda side, pk=pk: {"table_id": pk, "number": 1, "seat": 1}, query="")
        for name, pk in (("private", world.ours.private.pk), ("over", world.ours.finished.pk), ("nowhere", NOWHERE))
    }
    heard = {name: said(ask(world, one, persona)) for name, one in asked.items()}

    # Of what is not there a chat has the picture of Lelam: a refusal would tell that there is something.
    assert heard["nowhere"][0] == (200 if row.name == "games:hand_picture" else 404)
    assert heard["private"] == heard["nowhere"]
    assert heard["over"] == heard["nowhere"]
