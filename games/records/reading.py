"""Reading a file of records, JSON Lines, in bounded memory, and judging each. Pure, but for the reader's language.

The file is untrusted: each limit is checked before the work that it bounds.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
from django.utils.translation import gettext as _

import engine
from engine import sheets
from engine.claimed import tellings
from engine.form import is_rule_id
from engine.record import parse_json, result_of
from engine.written import SheetHand
from games.records.words import is_sound_hand, verdict_sentence
from games.sheets.reporting import MAX_HAND_BYTES

MAX_LINE_BYTES: Final = 4 * 1024 * 1024
"""A longer line is an error; a hand takes some 2 kB."""
MAX_HANDS: Final = 1000
"""The most hands of a record."""
SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
"""Half a pair of characters, which JSON can escape, and no text can hold."""


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: Its number, from 1.
        end: The place of the byte after it.
        text: What stands in it; of a line that is too long only the beginning.
        too_long: It has more than `MAX_LINE_BYTES`.
    """

    number: int
    end: int
    text: bytes
    too_long: bool = False

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing stands in it."""
        return not self.text.strip()


class Hand(NamedTuple):
    """A hand of a sound record.

    Attributes:
        number: Its number, as the tally counts.
        dealer: The seat that deals.
        told: What a score sheet says of it.
        follows: The events that decide it on a sheet.
        record: The hand in record form, without its claimed result.
    """

    number: int
    dealer: int
    told: SheetHand
    follows: tuple[Any, ...]
    record: dict[str, Any]


class Game(NamedTuple):
    """A sound record: a game that can stand on a score sheet.

    Attributes:
        record: The record.
        digest: 16 bytes by which the game is known again: of all but the results, which follow from the rest.
        hands: Its hands.
        sheet: The engine's sheet after them.
    """

    record: engine.Record
    digest: bytes
    hands: tuple[Hand, ...]
    sheet: sheets.Sheet


class UnsoundError(Exception):
    """The line has no record that can stand on a score sheet; the message says why, in the reader's language."""


def read_lines(source: BinaryIO, number: int = 0, offset: int = 0) -> Iterator[Line]:
    """Yield the lines of a file from a place on.

    Args:
        source: The file, at the place.
        number: The lines before it.
        offset: The bytes before it.
    """
    while text := source.readline(MAX_LINE_BYTES + 1):
        number, offset = number + 1, offset + len(text)
        too_long = len(text) > MAX_LINE_BYTES and not text.endswith(b"\n")
        rest = text
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE_BYTES + 1)
            offset += len(rest)
        yield Line(number, offset, text[:64] if too_long else text, too_long)


def judge(line: Line) -> Game:
    """Return the game of a line.

    Raises:
        UnsoundError: It is no record, the auditor finds a fault in it, or no score sheet can hold it.
    """
    if line.too_long:
        most = MAX_LINE_BYTES // 1024 // 1024
        raise UnsoundError(_("The line is too long: it may have {most} MiB.").format(most=most))
    try:
        record = engine.read_record(parse_json(line.text))
    except engine.RecordError as fault:
        raise UnsoundError(_malformed(fault)) from None
    if any(SURROGATE.search(name) for name in record.players):
        raise UnsoundError(_("Use only letters, digits and ordinary signs."))
    if not record.hands:
        raise UnsoundError(_("The record has no hands."))
    for number, hand in enumerate(record.hands, 1):
        if not all(is_rule_id(ruling.rule) for ruling in hand.rulings):
            raise UnsoundError(_("Hand {hand}: a ruling names a rule by its id, such as 56-IRR-1.").format(hand=number))
    if len(record.hands) > MAX_HANDS:
        raise UnsoundError(_("The record has too many hands: it may have {most}.").format(most=MAX_HANDS))
    verdict = engine.audit(record)
    if not is_sound(verdict, record):
        raise UnsoundError(verdict_sentence(verdict, record))
    return _game(record, verdict)


def is_sound(verdict: engine.Verdict, record: engine.Record) -> bool:
    """Tell whether the auditor says of every hand of a record how it came out, and confirms what was claimed."""
    hands = verdict.hands if isinstance(verdict.hands, tuple) else ()
    return len(hands) == len(record.hands) and all(map(is_sound_hand, hands))


def _malformed(fault: engine.RecordError) -> str:
    if not fault.at:
        return _("This is not a record: {fault}.").format(fault=fault)
    return _("This is not a record: {fault} (at {place}).").format(fault=fault, place=fault.at)


def _game(record: engine.Record, verdict: engine.Verdict) -> Game:
    """Return a sound record as a game on a score sheet; every hand is scored there as the auditor scored it."""
    assert isinstance(verdict.hands, tuple)
    results = [hand.result for hand in verdict.hands]
    plain = engine.record_to_json(record)
    plain.pop("house", None)
    hands: list[Hand] = []
    try:
        sheet = sheets.open_sheet(record.rules, record.hands[0].dealer)
        for place, tellings in enumerate(_tellings(record, results)):
            result = results[place]
            number, dealer = sheet.running.hand, sheet.dealer
            told, follows = _entered(sheet, tellings, result)
            for event in follows:
                sheet = sheets.evolve(sheet, event)
            if dealer != record.hands[place].dealer:
                raise ValueError("a sheet has another dealer")
            written = _written(plain["hands"][place], result)
            if len(msgspec.json.encode(written)) > MAX_HAND_BYTES:
                text = _("Hand {hand} is too long: it may have {most} KiB.")
                raise UnsoundError(text.format(hand=place + 1, most=MAX_HAND_BYTES // 1024))
            hands.append(Hand(number, dealer, told, follows, written))
    except (ValueError, engine.SheetError):
        text = _("Hand {hand} cannot be on a score sheet: a director's ruling decided it.")
        raise UnsoundError(text.format(hand=len(hands) + 1)) from None
    plain["hands"] = [hand.record for hand in hands]
    canonical = msgspec.json.encode(plain, order="sorted")
    return Game(record, hashlib.sha256(canonical).digest()[:16], tuple(hands), sheet)


def _tellings(record: engine.Record, results: Sequence[Any]) -> Iterator[Iterable[SheetHand]]:
    """Yield for each hand what a sheet may say of it: of a hand known in full, one; else what leads to its result."""
    if any(hand.unseen is not None or hand.irregular for hand in record.hands):
        for result in results:
            yield tellings(record.rules, msgspec.to_builtins(result))
        return
    events = engine.events_from_record(record)
    begins = [place for place, event in enumerate(events) if isinstance(event, engine.HandDealt)]
    for begin, end in pairwise([*begins, len(events)]):
        yield (sheets.told_of(record.rules, events[begin:end]),)


def _entered(sheet: sheets.Sheet, tellings: Iterable[SheetHand], result: Any) -> tuple[SheetHand, tuple[Any, ...]]:
    """Return what a sheet says of a hand so that it has this result, with the events that follow.

    Raises:
        ValueError, SheetError: Nothing that a sheet can say leads to it.
    """
    for told in tellings:
        try:
            follows = tuple(sheets.enter(sheet, told))
        except engine.SheetError:
            continue
        scored = next(event for event in follows if isinstance(event, engine.HandScored))
        if result_of(scored) == result:
            return told, follows
    raise ValueError("a sheet scores the hand differently")


def _written(hand: dict[str, Any], result: Any) -> dict[str, Any]:
    """Return a hand as it is kept: without the claim, which follows from the rest, but of a partly known hand.

    There the result may be known from the claim alone; and its cards are in no particular order.
    """
    hand.pop("result", None)
    if "unseen" in hand:
        hand["cards"] = [sorted(cards) for cards in hand["cards"]]
        hand["result"] = msgspec.to_builtins(result)
    return hand
