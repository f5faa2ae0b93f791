"""Lots through the one door, on a real PostgreSQL: the secret at rest, what cannot be undone, and forged steps."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from games import store
from games.replaying.streams import first_refused
from tests.tournaments.helpers.play import DIRECTOR, settings
from tournaments.deeds import entering, lots
from tournaments.deeds.base import Deed, Doer, Refused, Role
from tournaments.events import entering as events
from tournaments.events.opening import DeedUndone
from tournaments.log import states
from tournaments.log.door import Done, open_tournament, perform, undo
from tournaments.log.errors import NotUndoable
from tournaments.lots.check import check_lot
from tournaments.lots.construction import number_commitment
from tournaments.lots.lot import Lot, written

pytestmark = pytest.mark.django_db(transaction=True)

NUMBER = "a1" * 32


@pytest.fixture
def stream() -> UUID:
    """A tournament of four pairs with a lot promised among them."""
    states.forget_all()
    stream = uuid4()
    open_tournament(stream, str(uuid4()), settings(), DIRECTOR, command=uuid4())
    for number in range(1, 5):
        do(stream, entering.Enter(squad=(f"p{number}a", f"p{number}b")))
    do(stream, lots.PromiseLot())
    return stream


def do(stream: UUID, deed: Deed, doer: Doer = DIRECTOR, **more: Any) -> Done:
    return perform(stream, deed, doer, **{"command": uuid4(), **more})


def lot(stream: UUID) -> Lot:
    return states.current(stream).lots[1]


def commit(stream: UUID) -> lots.PromiseNumber:
    promised = lot(stream)
    text = number_commitment(NUMBER, promised.place, promised.commitment, 2)
    return lots.PromiseNumber(lot=1, entrant=2, commitment=text)


def draw(stream: UUID) -> None:
    """Draw the lot with the number of one captain."""
    captain = Doer("p2a", frozenset({Role.CAPTAIN}))
    do(stream, commit(stream), captain)
    do(stream, lots.CloseLot(lot=1))
    do(stream, lots.OpenNumber(lot=1, entrant=2, number=NUMBER), captain)
    do(stream, lots.DrawLot(lot=1))


def rows(stream: UUID) -> str:
    """Return all that the log holds of a stream in clear."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(body::text, ' ') FROM games_event WHERE stream = %s", [stream])
        (text,) = cursor.fetchone()
    return str(text)


def test_the_secret_is_sealed_at_rest_until_the_draw(stream: UUID):
    secret = lot(stream).secret
    assert len(bytes.fromhex(secret)) == 32
    assert secret not in rows(stream)
    draw(stream)
    assert secret in rows(stream)
    assert check_lot(written(lot(stream))) == []


def test_each_lot_has_a_secret_of_its_own_and_a_repeated_command_the_first_one(stream: UUID):
    first = lot(stream).secret
    do(stream, lots.DropLot(lot=1, reason="mistake"))
    command = uuid4()
    do(stream, lots.PromiseLot(), command=command)
    do(stream, lots.PromiseLot(), command=command)
    assert sorted(states.current(stream).lots) == [1, 2]
    assert states.current(stream).lots[2].secret != first


def test_the_roles_come_before_the_draft(stream: UUID):
    with pytest.raises(Refused) as refused:
        do(stream, lots.PromiseLot(), Doer("p1a", frozenset({Role.CAPTAIN})))
    assert refused.value.code == "not-allowed"


def test_no_step_of_a_lot_can_be_undone(stream: UUID):
    draw(stream)
    for one in store.load(stream)[-5:]:
        with pytest.raises(NotUndoable):
            undo(stream, one.version, DIRECTOR, command=uuid4())


def test_a_lot_that_is_drawn_or_dropped_stands_in_the_replay(stream: UUID):
    draw(stream)
    do(stream, lots.PromiseLot(entrants=(1, 2)))
    do(stream, lots.DropLot(lot=2, reason="mistake"))
    assert first_refused(store.load(stream)) is None


@pytest.mark.parametrize(
    ("forged", "what"),
    [
        (events.LotPromised(1, (1, 2), "00" * 32, "11" * 32), "does not follow"),
        (events.LotPromised(2, (1, 2), "00" * 32, "11" * 32), "does not follow"),
        (events.LotPromised(2, (1,), "00" * 32, "11" * 32), "too-few-entrants"),
        (events.LotNumberPromised(1, 9, "00" * 32), "not there"),
        (events.LotNumberPromised(7, 1, "00" * 32), "was not promised"),
        (events.LotClosed(1), "no-numbers"),
        (events.LotNumberOpened(1, 2, NUMBER), "list-open"),
        (events.LotDrawn(1, "11" * 32, (1, 2, 3, 4)), "does not follow"),
        (events.LotDropped(1, "11" * 32, "mistake"), "does not follow"),
    ],
)
def test_a_forged_step_is_named_by_the_replay(stream: UUID, forged: Any, what: str):
    _assert_refused(stream, forged, what)


def test_nothing_is_added_to_a_lot_that_is_drawn_and_no_draw_is_undone(stream: UUID):
    draw(stream)
    last = states.current(stream).version
    _assert_refused(stream, events.LotNumberPromised(1, 3, "00" * 32), "lot-drawn")
    _assert_refused(stream, events.LotDrawn(1, lot(stream).secret, (1, 2, 3, 4)), "lot-drawn")
    _assert_refused(stream, DeedUndone(last, last), "on which others stand")


def _assert_refused(stream: UUID, forged: Any, what: str) -> None:
    stored = store.load(stream)
    with transaction.atomic():
        (last,) = store.append(stream, expected=stored[-1].version, events=[forged], command=uuid4())
        refused = first_refused([*stored, last])
        assert refused is not None
        assert refused.version == last.version
        assert what in refused.what
        transaction.set_rollback(True)
