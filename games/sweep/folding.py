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
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

import engine
from games.events import tables as events
from games.sealing.keyring import Keyring, SealError
from games.store import registry
from games.store.chain import DOMAIN, START
from games.store.limits import EARLIEST, EPOCH, MOST_ACTOR, MOST_BODY
from games.store.rows import BEGINS, CHAINED, FREE, LANE, SAID, STREAM, TYPE
from games.tables import fair

Look: TypeAlias = Generator[None, Sequence[bytes] | None, "Quick"]

_LONGEST_KEPT: Final = 64
"""Bytes of a body that is kept, with what its row says besides: it may come again."""
_MOST_KEPT: Final = 20_000
"""So many are kept. There are some thousand, unless somebody writes strange ones."""
_SEALED: Final = b"lelam-sealed/1\0"
_NOT_SEALED: Final = hashlib.sha256(b"").digest()
_EARLIEST: Final = ((EARLIEST - EPOCH) // EARLIEST.resolution).to_bytes(8, "big")
_length_at: Final = struct.Struct(">i").unpack_from
_OF_16_BIT: Final = (2).to_bytes(4, "big")
_OF_A_HASH: Final = (32).to_bytes(4, "big")
_BY_PERSON: Final = slice(SAID, -40), slice(-40, None)
"""What a row says, and the actor behind its length, if that is the id of a person."""
_BY_NOBODY: Final = slice(SAID, -4), slice(-4, None)
"""What a row says, and the actor behind its length, if that is empty."""
_FIRST: Final = (1).to_bytes(4, "big")

_sha256: Final = hashlib.sha256
_canonical: Final = msgspec.json.Encoder(order="sorted").encode

# What an event is for the fold.
_ACT, _OUTCOME, _PEOPLE, _OPENS, _COMMITS, _PROMISES, _CLOSES, _GIVES, _DEALS, _SHOWS, _CARD = range(11)


class _Type:
    """A type of event.

    Attributes:
        role: What it is for the fold.
        schema: As the chain hashes it.
        name: Behind its length, as the chain hashes it.
        is_sealed: A part of it is sealed.
        decoder: Reads the sealed part when it was opened.
    """

    __slots__ = ("_open", "_whole", "decoder", "is_sealed", "name", "role", "schema")

    def __init__(self, kind: registry.Kind, role: int) -> None:
        self.role, self.schema = role, kind.schema.to_bytes(2, "big")
        self.name = len(kind.name).to_bytes(4, "big") + kind.name.encode()
        self.is_sealed = bool(kind.sealed_fields)
        fields = msgspec.structs.fields(kind.event_class)
        # All members are there, and no others: so the form in JSON is the canonical one of the body that was read.
        self._open: Any = _decoder(f"{kind.name}Open", [one for one in fields if one.name not in kind.sealed_fields])
        self.decoder: Any = _decoder(f"{kind.name}Sealed", [one for one in fields if one.name in kind.sealed_fields])
        is_of_play = role in (_ACT, _CARD, _OUTCOME) and not self.is_sealed
        self._whole: Any = kind.decoder if is_of_play else None

    def say(self, body: bytes, sealed: bytes | None) -> "_Said":
        """Return what a body and a sealed text say.

        Raises:
            MsgspecError: The body is not of this type.
        """
        event = self._open.decode(body)
        digest = _sha256(_canonical(event)).digest()
        if sealed is not None:
            return self, digest + _sha256(sealed).digest(), event, None, sealed
        action = None
        if self._whole is not None:
            event = self._whole.decode(body)
            action = None if self.role == _OUTCOME else engine.action_of(event)
        return self, digest + _NOT_SEALED, event, action, None


_Said: TypeAlias = tuple[_Type, bytes, Any, Any, bytes | None]
"""What a row says, all of it but its place in the chain, the time, and who did it: the type, the digests of body and
sealed text, the event (of one that is sealed what lies open), the action that caused it, if it is one of play and not
sealed, and the sealed text."""


def _decoder(name: str, fields: Sequence[msgspec.structs.FieldInfo]) -> Any:
    """Return a decoder that refuses any other members than these, and takes each of them as it stands."""
    members = [(one.name, one.type) for one in fields]
    return msgspec.json.Decoder(msgspec.defstruct(name, members, frozen=True, forbid_unknown_fields=True))


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
    """Return the types that the fold knows, by schema and name as in a row.

    A stream with any other gets the closer look.
    """
    types = {}
    for event_class in registry.event_names().values():
        if event_class in _ROLES:
            role = _ROLES[event_class]
        elif event_class in _ACTS:
            role = _ACT
        elif event_class.__module__ == events.__name__:
            role = _PEOPLE
        else:
            continue
        one = _Type(registry.kind_of_class(event_class), role)
        types[b"".join((_OF_16_BIT, one.schema, one.name))] = one
    return types


_kept: Final[dict[bytes, _Said]] = {}
"""What rows say, by their bytes from the schema up to the actor."""


def _lengths(row: bytes) -> tuple[int, int, int, int]:
    """Return where a row's body begins and ends, the bytes of its sealed text, and where its actor begins.

    Below zero is the length of a column without a value.
    """
    body = TYPE + 8 + _length_at(row, TYPE)[0]
    body_ends = body + _length_at(row, body - 4)[0]
    (sealed_bytes,) = _length_at(row, body_ends)
    return body, body_ends, sealed_bytes, body_ends + 4 + max(0, sealed_bytes)


def _read(row: bytes) -> tuple[_Said, bytes]:
    """Read a row part by part; return what it says, and the actor behind its length."""
    body, body_ends, sealed_bytes, actor = _lengths(row)
    kind = _types()[row[SAID : body - 4]]
    (actor_bytes,) = _length_at(row, actor)
    if (
        not 0 < body_ends - body <= MOST_BODY
        or kind.is_sealed != (sealed_bytes >= 0)
        or not 0 <= actor_bytes <= MOST_ACTOR
    ):
        raise Odd
    if kind.is_sealed:
        return kind.say(row[body:body_ends], row[body_ends + 4 : actor]), row[actor:]
    if body_ends - body > _LONGEST_KEPT:
        return kind.say(row[body:body_ends], None), row[actor:]
    known = row[SAID:actor]
    said = _kept.get(known)
    if said is None:
        if len(_kept) == _MOST_KEPT:
            _kept.clear()
        said = _kept[known] = kind.say(row[body:body_ends], None)
    return said, row[actor:]


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
    rows = yield
    if not rows:
        raise Odd
    first = rows[0]
    stream, begins = first[STREAM], first[BEGINS]
    if first[CHAINED] != b"".join((begins, _FIRST, _OF_A_HASH, START, _OF_A_HASH)):
        raise Odd
    name = first[TYPE + 4 : TYPE + 4 + _length_at(first, TYPE)[0]]
    if name != b"TableOpened":
        if name == b"SheetOpened" or not _is_as_written(first):
            raise Odd
        return (yield from _passed_by())
    if first[LANE] != (stream[15] & 15).to_bytes(2, "big"):
        raise Odd

    decide, evolve, join, unpack = engine.decide, engine.evolve, b"".join, FREE.unpack_from
    sha256, kept = _sha256, _kept
    latest, until = _EARLIEST, now.to_bytes(8, "big")
    stored, number = START, 0
    versions = map(struct.Struct(">i").pack, count(1))
    state: Any = None
    deal = _Deal(UUID(bytes=stream))
    pending: list[Any] = []
    plays: list[engine.Play] = []
    hands = 0
    while rows is not None:
        number += len(rows)
        for row, version in zip(rows, versions, strict=False):
            # The chain. Times as bytes, the most significant first, compare like numbers; one below 0 lies above all.
            prev, earlier = stored, latest
            if row[CHAINED] != join((begins, version, _OF_A_HASH, prev, _OF_A_HASH)):
                raise Odd
            stored, command, seq, latest = unpack(row)
            if not earlier <= latest <= until:
                raise Odd
            # Most rows say what others said before, and a person did it or nobody: what is kept was read to its end, so
            # what is left is the actor.
            what, who = _BY_PERSON if row[-1] else _BY_NOBODY
            said, actor = kept.get(row[what]), row[who]
            if said is None:
                said, actor = _read(row)
            kind, digests, event, action, sealed = said
            header = (DOMAIN, prev, stream, version, kind.schema, command, seq, latest, kind.name, actor, digests)
            if sha256(join(header)).digest() != stored:
                raise Odd

            # The game.
            role = kind.role
            if role == _CARD:
                if pending:
                    raise Odd
                plays.append(action)
                continue
            if plays:
                state, pending = _played(state, plays)
                plays = []
            if sealed is not None:
                hidden = kind.decoder.decode(keys.open(sealed, join((_SEALED, stream, command, seq, kind.name[4:]))))
            if role == _ACT:
                if sealed is not None:
                    event = engine.TrumpFolded(event.seat, hidden.card)
                    action = engine.action_of(event)
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
            elif role == _OPENS and version == _FIRST:
                state = engine.new_game(engine.load_rules(event.rules, event.options, version=event.engine))
            else:
                deal.number(role, event)
        rows = yield
    if plays:
        state, pending = _played(state, plays)
    if pending:
        raise Odd
    return Quick(hands, number)


def _is_as_written(first: bytes) -> bool:
    """Tell whether the first event of a stream is of its type, or a table's might pass for another stream."""
    body, body_ends, sealed_bytes, actor = _lengths(first)
    sealed = first[body_ends + 4 : actor] if sealed_bytes >= 0 else b""
    stored, command, seq, at = FREE.unpack_from(first)
    header = (
        first[STREAM], _FIRST, first[SAID + 4 : TYPE], command, seq, at, first[TYPE : body - 4], first[actor:],
        _sha256(registry.recanonical(first[body:body_ends])).digest(), _sha256(sealed).digest(),
    )  # fmt: skip
    return bool(_sha256(b"".join((DOMAIN, START, *header))).digest() == stored)


def _passed_by() -> Look:
    """Pass by a stream that is no table's."""
    while (yield) is not None:
        pass
    return Quick(0, 0, is_table=False)
