"""The quick look at a table's stream: is all of it as it should be?

One pass over the raw rows checks the chain, opens what is sealed, proves each deal and has the engine decide every
action again. Its answer is `yes`, or `look closer` (`games.sweep.judging`): it never says what is wrong, so a fault has
one name only, the one that the auditor, the chain and the proof of the deal give it. Where in doubt it looks closer;
`tests/games/sweep/test_folding.py` holds that no forged stream passes here.

It goes through every event of every table, so it is one loop over bytes, a generator for each stream: the log has the
tables of an evening between each other, and is read as it lies. Most bodies of a log occur again and again (a
seat plays a card, a seat passes): such a body is decoded, brought into its canonical form and hashed once in a process.
"""

import hashlib
import struct
from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

import engine
from games.events import tables as events
from games.sealing.keyring import Keyring, SealError
from games.store import registry
from games.store.chain import DOMAIN, START
from games.store.limits import EARLIEST, EPOCH, MOST_ACTOR, MOST_BODY
from games.store.rows import FIXED, TIME
from games.tables import fair

Look: TypeAlias = Generator[None, Sequence[bytes] | None, "Quick"]

_LONGEST_KEPT: Final = 64
"""Bytes of a body that is kept: it may come again."""
_MOST_KEPT: Final = 20_000
"""Bodies that are kept of a type. There are some hundred, unless somebody writes strange ones."""
_SEALED: Final = b"lelam-sealed/1\0"
_NOBODY: Final = hashlib.sha256(b"").digest()
_NONE: Final = b"\xff\xff\xff\xff"
"""The length of a column without a value."""
_EARLIEST: Final = ((EARLIEST - EPOCH) // EARLIEST.resolution).to_bytes(8, "big")
_LENGTH: Final = struct.Struct(">i")
_HEAD: Final = FIXED.size

# What an event is for the fold.
_ACT, _OUTCOME, _PEOPLE, _OPENS, _COMMITS, _PROMISES, _CLOSES, _GIVES, _DEALS, _SHOWS, _CARD = range(11)


class _Body(NamedTuple):
    """A body that was read: its event (sealed members left out), its digest, and the action that caused it."""

    event: Any
    digest: bytes
    action: Any


class _Type:
    """A type of event, and what is kept of its bodies."""

    def __init__(self, kind: registry.Kind, role: int) -> None:
        self.kind, self.role, self.schema = kind, role, kind.schema.to_bytes(2, "big")
        self.is_sealed = bool(kind.sealed_fields)
        self.kept: dict[bytes, _Body] = {}
        # The sealed members alone, of the same types.
        members = [field for field in msgspec.structs.fields(kind.event_class) if field.name in kind.sealed_fields]
        sealed = msgspec.defstruct(f"{kind.name}Sealed", [(field.name, field.type) for field in members], frozen=True)
        self.sealed_decoder: Any = msgspec.json.Decoder(sealed)

    def read(self, body: bytes) -> _Body:
        """Return what a body says.

        Raises:
            UnknownEventError, MsgspecError: It is not of this type.
        """
        digest = hashlib.sha256(registry.recanonical(body)).digest()
        if self.is_sealed:
            if registry.lies_open(self.kind.name, body):
                raise registry.UnknownEventError("what its type seals lies open")
            event = self.kind.shut_decoder.decode(body)
        else:
            event = self.kind.decoder.decode(body)
        action = engine.action_of(event) if self.role in (_ACT, _CARD) and not self.is_sealed else None
        read = _Body(event, digest, action)
        if len(body) <= _LONGEST_KEPT and len(self.kept) < _MOST_KEPT:
            self.kept[body] = read
        return read


_ROLES: Final[dict[type[Any], int]] = {
    events.TableOpened: _OPENS,
    events.DealCommitted: _COMMITS,
    events.EntropyCommitted: _PROMISES,
    events.EntropiesClosed: _CLOSES,
    events.EntropyGiven: _GIVES,
    engine.HandDealt: _DEALS,
    engine.CardPlayed: _CARD,
    events.HandOpened: _SHOWS,
    engine.HandScored: _OUTCOME,
    engine.KunukkuPlaced: _OUTCOME,
    engine.KunukkuRemoved: _OUTCOME,
    engine.GameFinished: _OUTCOME,
}
_ACTS: Final = (
    engine.BidMade, engine.Passed, engine.TrumpFolded, engine.TrumpKept, engine.TrumpAsked, engine.TrumpRevealed,
    engine.Conceded, engine.ThaniCalled, engine.CotCalled, engine.SurrenderOffered,
    engine.SurrenderAccepted, engine.SurrenderRefused, engine.CallMade, engine.Doubled, engine.Redoubled,
    engine.RedealCalled, engine.ClaimMade,
)  # fmt: skip


@lru_cache(maxsize=1)
def _types() -> dict[bytes, _Type]:
    """Return the types of events that the fold knows, by name. A stream with any other gets the closer look."""
    types = {}
    for name, event_class in registry.event_names().items():
        if event_class in _ROLES:
            role = _ROLES[event_class]
        elif event_class in _ACTS:
            role = _ACT
        elif event_class.__module__ == events.__name__:
            role = _PEOPLE
        else:
            continue
        types[name.encode()] = _Type(registry.kind_of_class(event_class), role)
    return types


class Odd(Exception):  # noqa: N818  # no error: the answer "look closer"
    """Something is not as it should be, or not known here."""


class Quick(NamedTuple):
    """What the quick look saw of a stream in which everything is as it should be.

    Attributes:
        hands: How many hands are finished.
        events: How many events there are.
        is_table: It is a table's stream; of others nothing was looked at but the first event.
    """

    hands: int
    events: int
    is_table: bool = True


REFUSALS: Final = (
    Odd, engine.IllegalAction, engine.RulesError, registry.UnknownEventError, SealError, msgspec.MsgspecError,
    struct.error, ArithmeticError, LookupError, TypeError, ValueError,
)  # fmt: skip
"""The exceptions of the quick look that mean: look closer."""


def begin_look(now: int, keys: Keyring) -> Look:
    """Return a quick look at a stream: it is sent rows, some at a time, and raises one of `REFUSALS` to look closer."""
    look = _look(now, keys)
    next(look)
    return look


def end_look(look: Look) -> Quick | None:
    """Return what a quick look saw when all rows were sent, or None to look closer."""
    try:
        look.send(None)
    except StopIteration as seen:
        quick: Quick = seen.value
        return quick
    except REFUSALS:
        return None
    return None


class _Deal:
    """The deal of a hand: what was promised of it, and whether everything follows from that."""

    def __init__(self, table: UUID, hand: int = 0, commitment: str = "", secret: str = "") -> None:
        self.table, self.hand, self.commitment, self.secret = table, hand, commitment, secret
        self.promised: dict[int, str] = {}
        self.given: dict[int, str] = {}
        self.closed = self.scored = False
        self.event: Any = None
        self.cards: Any = None

    def number(self, role: int, event: Any) -> None:
        """Take a step of the players' numbers."""
        if self.event is not None or event.hand != self.hand or self.hand == 0:
            raise Odd
        if role == _PROMISES:
            if self.closed or event.seat in self.promised:
                raise Odd
            self.promised[event.seat] = event.commitment
        elif role == _CLOSES:
            if self.closed or not self.promised:
                raise Odd
            self.closed = True
        elif role == _GIVES:
            promised = self.promised.get(event.seat)
            number = fair.number_commitment(event.entropy, self.table, self.hand, event.seat)
            if not self.closed or event.seat in self.given or promised != number:
                raise Odd
            self.given[event.seat] = event.entropy
        else:
            raise Odd

    def dealt(self, state: Any, event: Any, cards: Any) -> Any:
        """Take the deal; return the game after it."""
        if self.event is not None or event.hand != self.hand or self.closed != bool(self.promised):
            raise Odd
        (expected,) = engine.deal_hands(state, cards, dealer=event.dealer)
        if expected != engine.HandDealt(event.hand, event.dealer, cards):
            raise Odd
        self.event, self.cards = event, cards
        return engine.evolve(state, expected)

    def opened(self, state: Any, event: Any) -> None:
        """Take the opening of the decided hand, from which the deal has to follow."""
        dealt, rules, self.event = self.event, state.rules, _OVER
        if not self.scored or dealt is _OVER or (event.hand, event.secret, event.cards) != (
            self.hand, self.secret, self.cards,
        ):  # fmt: skip
            raise Odd
        if fair.commitment(self.secret, self.table, self.hand) != self.commitment:
            raise Odd
        if not all(0 <= seat < rules.players for seat in self.promised):
            raise Odd
        numbers = fair.Numbers(fair.PROTOCOL, tuple(self.promised.items()), tuple(self.given.items()))
        follows = fair.shuffled(
            rules.deck, players=rules.players, secret=self.secret, stream=self.table, hand=self.hand, numbers=numbers
        )
        if follows.pack != event.pack or engine.packets(rules, follows.pack, dealt.dealer) != self.cards:
            raise Odd
        if self.hand == 1 and dealt.dealer != follows.lot:
            raise Odd


_OVER: Final = object()


def _played(state: Any, plays: Sequence[engine.Play]) -> tuple[Any, list[Any]]:
    """Have cards played, one after the other; return the state, and what follows from the last of them."""
    happened: list[Any] = []
    done = 0
    while True:
        state, more = engine.play_on(state, plays[done:] if done else plays)
        done += more
        if done == len(plays):
            return state, happened[1:]
        if len(happened) > 1:
            raise Odd
        happened = engine.decide(state, plays[done])
        for one in happened:
            state = engine.evolve(state, one)
        done += 1


def _look(now: int, keys: Keyring) -> Look:
    """Look at the rows of a stream as they are sent; None ends them."""
    types, unpack, length, sha256 = _types(), FIXED.unpack_from, _LENGTH.unpack_from, hashlib.sha256
    decide, evolve = engine.decide, engine.evolve
    last, latest, number = START, _EARLIEST, 0
    until = now.to_bytes(8, "big")
    lane = b""
    state: Any = None
    deal = _Deal(UUID(int=0))
    pending: list[Any] = []
    plays: list[engine.Play] = []
    hands = 0
    while (rows := (yield)) is not None:
        for row in rows:
            of_lane, stream, version, prev_bytes, prev, hash_bytes, stored, schema, command, seq, time, size = unpack(
                row
            )
            number += 1
            if prev != last or prev_bytes != 32 or hash_bytes != 32:
                raise Odd
            # Numbers as bytes, the most significant first, compare like numbers; one below zero lies above all.
            if version != number.to_bytes(4, "big") or not latest <= time <= until:
                raise Odd
            last, latest = stored, time
            name_ends = _HEAD + size
            name = row[_HEAD:name_ends]
            if number == 1:
                if name != b"TableOpened":
                    return (yield from _passed_by(name))
                deal = _Deal(UUID(bytes=stream))
                lane = (stream[15] & 15).to_bytes(2, "big")
            kind = types[name]
            (actor_bytes,) = length(row, name_ends)
            head_ends = name_ends + 4 + actor_bytes
            (body_bytes,) = length(row, head_ends)
            body_ends = head_ends + 4 + body_bytes
            body = row[head_ends + 4 : body_ends]
            if of_lane != lane or schema != kind.schema or size + actor_bytes > MOST_ACTOR or body_bytes > MOST_BODY:
                raise Odd
            event, digest, action = kind.kept.get(body) or kind.read(body)
            role = kind.role
            if kind.is_sealed:
                sealed = row[body_ends + 4 :]
                sealed_digest = sha256(sealed).digest()
                place = b"".join((_SEALED, stream, command, seq, name))
                hidden = kind.sealed_decoder.decode(keys.open(sealed, place))
            else:
                if row[body_ends:] != _NONE:
                    raise Odd
                sealed_digest = _NOBODY
            parts = (
                DOMAIN, prev, stream, version, schema, command, seq, row[TIME:head_ends], digest, sealed_digest,
            )  # fmt: skip
            if sha256(b"".join(parts)).digest() != stored:
                raise Odd
            if role == _CARD:
                if pending:
                    raise Odd
                plays.append(action)
                continue
            if plays:
                state, pending = _played(state, plays)
                plays = []
            if role == _ACT:
                if kind.is_sealed:
                    folded = engine.TrumpFolded(event.seat, hidden.card)
                    event, action = folded, engine.action_of(folded)
                if pending:
                    if pending.pop(0) != event:
                        raise Odd
                    continue
                happened = decide(state, action)
                if happened[0] != event:
                    raise Odd
                for one in happened:
                    state = evolve(state, one)
                pending = happened[1:]
            elif pending:
                if role != _OUTCOME or pending.pop(0) != event:
                    raise Odd
                if type(event) is engine.HandScored:
                    deal.scored = True
            elif role == _PEOPLE:
                continue
            elif role == _COMMITS:
                if deal.hand != hands or event.hand != hands + 1 or event.protocol != fair.PROTOCOL:
                    raise Odd
                deal = _Deal(deal.table, event.hand, event.commitment, hidden.secret)
            elif role == _DEALS:
                state = deal.dealt(state, event, hidden.cards)
            elif role == _SHOWS:
                deal.opened(state, event)
                hands += 1
            elif role == _OPENS and number == 1:
                state = engine.new_game(engine.load_rules(event.rules, event.options, version=event.engine))
            else:
                deal.number(role, event)
    if plays:
        state, pending = _played(state, plays)
    if pending or number == 0:
        raise Odd
    return Quick(hands, number)


def _passed_by(name: bytes) -> Look:
    """Pass by a stream that is no table's; a score sheet gets the closer look."""
    if name == b"SheetOpened":
        raise Odd
    while (yield) is not None:
        pass
    return Quick(0, 0, is_table=False)
