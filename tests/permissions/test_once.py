"""The idempotency key: every operation of the API that changes something is done once for each key, or refuses it."""

import json

import pytest

from tests.permissions.asking import PERSONAS, Row, digest, prepare, send, undone
from tests.permissions.matrix import ROWS
from tests.permissions.rooms import operations
from tests.permissions.world import World

WRITING = {row.name: row for row in reversed(ROWS) if row.is_api and row.method != "GET" and row.who}
"""Of each operation that changes something the first row that lets anybody do it."""


def doer(row: Row) -> str:
    """Somebody who may, and changes something by it if anybody does."""
    return min((one for one in PERSONAS if one in row.who), key=lambda one: one in row.quiet)


def test_every_operation_that_changes_something_is_tried():
    assert set(WRITING) == {one.name for one in operations().values() if one.method != "GET"}


@pytest.mark.parametrize("name", sorted(WRITING))
def test_the_same_request_again_does_nothing_and_gets_the_first_answer(world: World, name: str):
    row = WRITING[name]
    persona = doer(row)
    with undone():
        address, said = prepare(world, row, persona, world.ours)
        before = digest()
        first = send(world, row, persona, address, said, idempotency_key="the-same")
        after = digest()
        if not operations()[name].takes_key:
            assert (first.status_code, json.loads(first.content)["code"]) == (400, "key-refused")
            assert after == before
            return
        again = send(world, row, persona, address, said, idempotency_key="the-same")
        assert digest() == after
        other = send(world, row, persona, address, said, idempotency_key="the-same", if_match='"17"')
        assert digest() == after

    assert first.status_code < 300, first.content
    assert "Idempotency-Replayed" not in first
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert [again.get(name) for name in ("Location", "ETag")] == [first.get(name) for name in ("Location", "ETag")]
    assert again["Idempotency-Replayed"] == "true"
    assert (other.status_code, json.loads(other.content)["code"]) == (422, "key-reused")
