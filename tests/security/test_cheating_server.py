"""A server that cheats at the deal: what it writes into the log is refused by whatever reads the log afterwards.

The cheating server is this process with its own checks off; all others read the same log with theirs on.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

import engine
from clubs.models import Player
from games import store
from games.events import tables as events
from games.hands.history import hand_history
from games.models import Table
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services.play import commit_entropy, give_entropy
from games.tables.services.recording import commitment_to
from games.tables.state import folding, promises
from tests.games.helpers.scripts import run_script
from tests.games.helpers.tables import START, due, people, play_on, table_of

pytestmark = pytest.mark.django_db


@contextmanager
def without_checks() -> Iterator[None]:
    """Fold whatever the log says of a deal."""

    def promised(state: object, event: events.DealCommitted, at: object) -> object:
        return promises.committed(replace(state, hand=event.hand - 1, awaiting_deal=False), event, at)

    def given(state: object, event: events.EntropyGiven, at: object) -> object:
        numbers = (*state.promise.numbers, (event.seat, event.entropy))
        return replace(state, promise=replace(state.promise, numbers=numbers))

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(folding._APPLIERS, events.DealCommitted, promised)
        patch.setitem(folding._APPLIERS, events.EntropyGiven, given)
        patch.setattr(promises, "check_dealt", lambda _state: None)
        yield


def write(table: Table, *happened: object) -> None:
    """Append events as they are, past every service."""
    version = Table.objects.get(pk=table.pk).version
    store.append(table.pk, expected=version, events=happened, command=uuid4(), now=START)
    Table.objects.filter(pk=table.pk).update(version=version + len(happened))


def commitments(table: Table, seats: tuple[int, ...]) -> list[events.EntropyCommitted]:
    """Return commitments of some seats to their numbers."""
    return [events.EntropyCommitted(1, seat, fair.number_commitment(number(seat), table.pk, 1, seat)) for seat in seats]


def number(seat: int) -> str:
    """Return the number that a seat commits to."""
    return f"{seat + 1:02x}" * 32


def numbers(seats: tuple[int, ...]) -> list[events.EntropyGiven]:
    """Return the numbers of some seats."""
    return [events.EntropyGiven(1, seat, number(seat)) for seat in seats]


ALL = (0, 1, 2, 3)


def promise_again(table: Table) -> None:
    """With four numbers in: promise another secret, by which the numbers are forgotten."""
    write(table, *commitments(table, ALL), events.EntropiesClosed(1), *numbers(ALL), commitment_to(table.pk, 1))


def open_another_number(table: Table) -> None:
    """Open a number that seat 1 did not commit to."""
    forged = replace(numbers((1,))[0], entropy="ff" * 32)
    write(table, *commitments(table, ALL), events.EntropiesClosed(1), *numbers((0, 2, 3)), forged)


def open_without_commitment(table: Table) -> None:
    """Add a number of the server's own for a seat that committed to none, after having seen the others."""
    write(table, *commitments(table, (0, 1)), events.EntropiesClosed(1), *numbers((0, 1, 2)))


def open_before_the_end_of_the_list(table: Table) -> None:
    """Let a seat commit to its number after another's is open."""
    write(table, *commitments(table, (0,)), *numbers((0,)), *commitments(table, (1,)), events.EntropiesClosed(1))


def deal_before_the_end_of_the_list(table: Table) -> None:
    """Deal as if nobody had committed to a number."""
    write(table, *commitments(table, ALL))
    state = load_state(table.pk)
    write(table, *engine.deal(state.game, folding_pack(state).pack, dealer=folding_pack(state).lot))


def folding_pack(state: object) -> fair.Dealt:
    """Return the pack that follows from what a state holds."""
    promise = state.promise
    return fair.shuffled(
        state.rules.deck, players=4, secret=promise.secret, stream=state.stream, hand=1, numbers=promise.shuffle
    )


CHEATS = [
    promise_again,
    open_another_number,
    open_without_commitment,
    open_before_the_end_of_the_list,
    deal_before_the_end_of_the_list,
]


@pytest.fixture
def players() -> list[Player]:
    """Four players."""
    return people()


def played_by(cheat: Callable[[Table], None], players: list[Player]) -> Table:
    """Return a table whose first hand is over, its deal made by a cheating server."""
    table = table_of(players)
    with without_checks():
        cheat(table)
        due(table.pk)
        play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    return table


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheating_servers_log_is_refused_by_everything_that_reads_it(cheat, players, tmp_path):
    table = played_by(cheat, players)

    with pytest.raises(TypeError):
        folding.fold_all(None, store.load(table.pk))
    with pytest.raises(CommandError) as refused:
        call_command("verify_deal", table=table.pk)
    assert refused.value.returncode == 1
    page = Client().get(f"/tables/{table.pk}/hands/1/verify/")
    assert "No: this deal is not as promised" in page.content.decode()
    proof = Client().get(f"/tables/{table.pk}/hands/1/proof.json").json()
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(proof))
    assert run_script(path)[0] == 1


def test_a_number_after_the_deal_is_refused_by_everything_that_reads_it(players):
    table = table_of(players)
    due(table.pk)
    with without_checks():
        write(table, *numbers((0,)))
        play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)

    with pytest.raises(TypeError):
        folding.fold_all(None, store.load(table.pk))
    assert not hand_history(table.pk, 1, None).proof.holds


def test_an_honest_servers_log_is_not_refused(players):
    table = table_of(players)
    for seat, player in enumerate(players):
        commitment = fair.number_commitment(number(seat), table.pk, 1, seat)
        commit_entropy(table_id=table.pk, player=player, hand=1, commitment=commitment, now=START)
    for seat, player in enumerate(players):
        give_entropy(table_id=table.pk, player=player, hand=1, entropy=number(seat), now=START)
    due(table.pk)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)

    call_command("verify_deal", table=table.pk)
    assert len(hand_history(table.pk, 1, None).proof.numbers) == 4
