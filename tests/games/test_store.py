"""The event log: appending, conflicts, repeated commands, what is read back."""

import uuid

import pytest

from engine.events import BidMade, HandDealt, Passed
from games import store

pytestmark = pytest.mark.django_db

CARDS = (("SJ", "S9"), ("HJ", "H9"), ("DJ", "D9"), ("CJ", "C9"))


def test_what_was_appended_is_read_back_in_order():
    stream = uuid.uuid4()
    events = [HandDealt(hand=1, dealer=3, cards=CARDS), BidMade(seat=0, value=16)]

    appended = store.append(stream, expected=0, events=events, command=uuid.uuid4(), actor="a")
    store.append(stream, expected=2, events=[Passed(seat=1)], command=uuid.uuid4())

    loaded = store.load(stream)
    assert [stored.event for stored in loaded] == [*events, Passed(seat=1)]
    assert [stored.version for stored in loaded] == [1, 2, 3]
    assert loaded[:2] == appended
    assert store.load(stream, after=2) == loaded[2:]
