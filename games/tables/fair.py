"""The provably fair deal: the server's commitment before a hand, and the pack that follows from it.

Before any player's number comes in, the server draws a secret of 32 bytes and publishes its `commitment`. Players may
then commit to numbers of their own (`number_commitment`) and open them when the list of commitments is closed. The
order of the pack follows from the secret, the list and the numbers by `shuffled`, and the secret is published when the
hand is over. `docs/reference/fair-deal.md` has the construction byte by byte; the script `static/verify/verify_deal.py`
and the page's `static/js/fair.js` are independent implementations. Pure, and only the standard library.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from engine.phrases import phrase
from engine.shuffling import below, shuffle, words

SECRET_BYTES: Final = 32
MIN_NUMBER_BYTES: Final = 16
"""Fewer bytes could be guessed from their fingerprint."""
MAX_NUMBER_BYTES: Final = 64
PROTOCOL: Final = 2
FORMATS: Final = {1: "lelam-deal/1", 2: "lelam-deal/2"}
"""The format of a deal's document, by protocol."""

_COMMITMENT: Final = b"lelam-commitment/1\0"
_NUMBER: Final = b"lelam-number/1\0"
_SEEDS: Final = {1: b"lelam-deal/1\0", 2: b"lelam-deal/2\0"}

BySeat: TypeAlias = Sequence[tuple[int, str]]
"""Seats with their texts in hexadecimal digits, at most one per seat."""


class Numbers(NamedTuple):
    """The players' contribution to a shuffle.

    Attributes:
        protocol: 2; 1 for a hand whose numbers came without commitments.
        promised: The commitments to numbers in the closed list, in any order; none under protocol 1.
        given: The numbers that were opened, in any order.
    """

    protocol: int = PROTOCOL
    promised: BySeat = ()
    given: BySeat = ()

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats that committed to a number and did not open it."""
        opened = dict(self.given)
        return tuple(seat for seat, _ in self.promised if seat not in opened)


class Dealt(NamedTuple):
    """The outcome of a deal: the pack from the top, and the dealer's seat if the dealer is chosen by lot."""

    pack: tuple[str, ...]
    lot: int


def draw_secret() -> str:
    """Return a new secret (hex)."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str, stream: UUID, hand: int) -> str:
    """Return the fingerprint that binds the server to a secret for one hand of one game.

    Args:
        secret: The secret (hex).
        stream: The id of the game.
        hand: The number of the hand, from 1.

    Returns:
        SHA-256 in hex.
    """
    return hashlib.sha256(_COMMITMENT + _place(stream, hand) + bytes.fromhex(secret)).hexdigest()


def number_commitment(number: str, stream: UUID, hand: int, seat: int) -> str:
    """Return the fingerprint by which a player commits to a number for one hand, from one seat.

    Args:
        number: The number (hex).
        stream: The id of the game.
        hand: The number of the hand, from 1.
        seat: The player's seat, from 0.

    Returns:
        SHA-256 in hex.
    """
    return hashlib.sha256(_NUMBER + _place(stream, hand) + bytes((seat,)) + bytes.fromhex(number)).hexdigest()


def shuffled(deck: Sequence[str], *, players: int, secret: str, stream: UUID, hand: int, numbers: Numbers) -> Dealt:
    """Return the pack, and the dealer by lot, that follow from a secret and the players' numbers.

    Args:
        deck: The rule set's cards in its own order.
        players: How many sit at the table.
        secret: The server's secret (hex).
        stream: The id of the game.
        hand: The number of the hand, from 1.
        numbers: The players' commitments and numbers.
    """
    protocol, promised, opened = numbers
    seed = hashlib.sha256(_SEEDS[protocol] + _place(stream, hand) + bytes.fromhex(secret))
    given = {seat: bytes.fromhex(number) for seat, number in opened}
    commitments = {seat: bytes.fromhex(text) for seat, text in promised}
    for seat in sorted(given if protocol == 1 else commitments):
        number = given.get(seat, b"")
        seed.update(bytes((seat,)) + commitments.get(seat, b"") + bytes((len(number),)) + number)
    source = words(seed.digest())
    pack = list(deck)
    shuffle(pack, source)
    return Dealt(tuple(pack), below(source, players))


def faults_of(deal: Mapping[str, Any], *, deck: Sequence[str], players: int, packet: int) -> list[str]:
    """Return the faults of a published deal; none if it is as promised.

    Args:
        deal: The document that a hand's page offers (`docs/reference/fair-deal.md`).
        deck: The rule set's cards in its own order.
        players: How many sit at the table.
        packet: How many cards are dealt together.
    """
    try:
        protocol = {form: number for number, form in FORMATS.items()}.get(deal["format"])
        if protocol is None:
            return [phrase("This is not a lelam-deal document.")]
        stream, hand, secret = UUID(str(deal["game"])), _number(deal["hand"]), str(deal["secret"])
        if protocol == 1:
            faults, published = [], str(deal["commitment"])
            given = [(_number(seat, players), str(number)) for seat, number in deal["entropies"]]
            if len(dict(given)) < len(given):
                faults.append(phrase("A seat has given more than one number."))
            numbers = Numbers(1, (), given)
        else:
            steps = Steps(stream, hand, players)
            faults = steps.faults(deal["steps"])
            published, numbers = steps.commitment, steps.numbers
        promised = commitment(secret, stream, hand)
        dealt = shuffled(deck, players=players, secret=secret, stream=stream, hand=hand, numbers=numbers)
        dealer, cards = _number(deal["dealer"], players), [tuple(held) for held in deal["cards"]]
        pack = tuple(deal["pack"])
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return [phrase("The document is incomplete, or part of it cannot be read.")]
    if hand == 0:
        faults.append(phrase("Hands are numbered from 1."))
    if promised != published:
        faults.append(phrase("The secret is not the one that was committed to."))
    if dealt.pack != pack:
        faults.append(phrase("The pack does not follow from the secret and the players' numbers."))
    if hand == 1 and dealer != dealt.lot:
        faults.append(phrase("The first dealer does not follow from the lot."))
    hands: list[tuple[str, ...]] = [()] * players
    for number, start in enumerate(range(0, len(dealt.pack), packet)):
        hands[(dealer + 1 + number) % players] += dealt.pack[start : start + packet]
    if hands != cards:
        faults.append(phrase("The cards were not dealt from that pack."))
    return faults


class Contents(NamedTuple):
    """The content of a published deal: the hand of a game, the server's commitment (hex), the players' contribution."""

    game: UUID
    hand: int
    commitment: str
    numbers: Numbers


def contents_of(deal: Mapping[str, Any]) -> Contents:
    """Return the content of a deal without faults.

    Args:
        deal: The document that a hand's page offers (`docs/reference/fair-deal.md`).
    """
    published = deal if deal["format"] == FORMATS[1] else deal["steps"][0]
    return Contents(UUID(str(deal["game"])), deal["hand"], published["commitment"], numbers_in(deal))


def numbers_in(deal: Mapping[str, Any]) -> Numbers:
    """Return the players' contribution to a published deal as written there, faults or not.

    Args:
        deal: The document that a hand's page offers (`docs/reference/fair-deal.md`).
    """
    if deal["format"] == FORMATS[1]:
        return Numbers(1, (), tuple((seat, number) for seat, number in deal["entropies"]))
    steps = deal["steps"]
    return Numbers(
        2,
        tuple((step["seat"], step["commitment"]) for step in steps if step["step"] == "number-promised"),
        tuple((step["seat"], step["number"]) for step in steps if step["step"] == "number-opened"),
    )


class Steps:
    """The published steps of a deal, checked in the order of the table's log.

    A number that fits no commitment, or is opened out of order, is ignored.

    Args:
        stream: The id of the game.
        hand: The number of the hand.
        players: How many sit at the table.

    Attributes:
        commitment: The server's commitment (hex); empty as long as there is none.
        promised: The players' commitments (hex) by seat.
        given: The numbers opened (hex) by seat.
        closed: The list of commitments is closed.
        dealt: The cards are dealt.
    """

    def __init__(self, stream: UUID, hand: int, players: int) -> None:
        self.commitment = ""
        self.promised: dict[int, str] = {}
        self.given: dict[int, str] = {}
        self.closed = self.dealt = False
        self._place = stream, hand
        self._players = players

    @property
    def numbers(self) -> Numbers:
        """The players' contribution to the shuffle."""
        return Numbers(2, tuple(self.promised.items()), tuple(self.given.items()))

    def faults(self, steps: Sequence[Mapping[str, Any]]) -> list[str]:
        """Take all steps and return their faults.

        Raises:
            KeyError: A step lacks a member; TypeError and ValueError where one cannot be read.
        """
        faults = []
        for step in steps:
            if step["step"] == "promised" and self.commitment:
                faults.append(phrase("The deal was promised a second time."))
            elif not self._take(step):
                faults.append(phrase("A step of the deal is out of order, or does not match its commitment."))
        if not self.dealt:
            faults.append(phrase("The steps end before the deal."))
        return list(dict.fromkeys(faults))

    def _take(self, step: Mapping[str, Any]) -> bool:
        """Take a step; return False if it is out of place."""
        kind, awaited = step["step"], bool(self.commitment) and not self.dealt
        if kind == "promised":
            self.commitment = str(step["commitment"])
            return True
        if kind == "number-promised":
            return awaited and not self.closed and self._put(self.promised, step, "commitment")
        if kind == "number-opened":
            return awaited and self.closed and self._opens(step) and self._put(self.given, step, "number")
        if kind == "closed" and awaited and self.promised and not self.closed:
            self.closed = True
            return True
        if kind == "dealt" and awaited and self.closed == bool(self.promised):
            self.dealt = True
            return True
        return False

    def _put(self, texts: dict[int, str], step: Mapping[str, Any], member: str) -> bool:
        """Record a seat's text, once per seat."""
        seat = _number(step["seat"], self._players)
        if seat in texts:
            return False
        texts[seat] = bytes.fromhex(step[member]).hex()
        return True

    def _opens(self, step: Mapping[str, Any]) -> bool:
        """Tell whether a step opens the number that its seat committed to."""
        seat = _number(step["seat"], self._players)
        return self.promised.get(seat) == number_commitment(str(step["number"]), *self._place, seat)


def _number(value: object, limit: int = 2**32) -> int:
    """Return a number of a document, from 0 to below a limit; raise `ValueError` for anything else."""
    if type(value) is not int or not 0 <= value < limit:
        raise ValueError("there is no such number")
    return value


def _place(stream: UUID, hand: int) -> bytes:
    """Return the bytes that bind a text to one hand of one game."""
    return stream.bytes + hand.to_bytes(4, "big")
