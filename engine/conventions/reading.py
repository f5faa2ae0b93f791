"""The meanings of the calls of an auction, by a convention card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.cards import SUITS
from engine.conventions import model
from engine.conventions.model import (
    Convention,
    ConventionCard,
    Count,
    CountByRise,
    Fact,
    Known,
    Meaning,
    NoTop,
    Reading,
    Shape,
    Wording,
)
from engine.conventions.situations import Situation, situation
from engine.fiftysix.calls import LOWEST, READABLE
from engine.fiftysix.cards import COPIES, RANKS
from engine.fiftysix.ruleset import FiftySix
from engine.views import AuctionStep

_LAST_RESORT = "general"
_LETTERS = frozenset(SUITS)


def meaning_of(card: ConventionCard, auction: tuple[AuctionStep, ...], index: int, rules: FiftySix) -> Meaning | None:
    """Return the meaning of a call when it was made, or None if the card has no row for it.

    Args:
        card: The card of the caller's side.
        auction: Everything said, in order.
        index: Which call, from 0.
        rules: The rule set, for its seats and who must bid.

    Raises:
        IndexError: There is no such call.

    Source: 56-CNV-2, 56-SHOW-26.
    """
    return meanings_of(card, auction[: index + 1], rules)[index]


@lru_cache(maxsize=4096)
def meanings_of(card: ConventionCard, auction: tuple[AuctionStep, ...], rules: FiftySix) -> tuple[Meaning | None, ...]:
    """Return the meaning of each call of an auction when it was made. Both sides are read by the same card."""
    if not auction:
        return ()
    past = meanings_of(card, auction[:-1], rules)
    return (*past, _read(card, auction, past, rules))


def situation_at(card: ConventionCard, auction: tuple[AuctionStep, ...], seat: int, rules: FiftySix) -> Situation:
    """Return the situation in which a seat calls next."""
    return situation(auction, meanings_of(card, auction, rules), seat, rules)


@lru_cache(maxsize=4096)
def _shown_before(card: ConventionCard, auction: tuple[AuctionStep, ...], side: int, rules: FiftySix) -> dict[str, int]:
    return shown_by_side(meanings_of(card, auction, rules), side, rules)


def shown_by_side(past: tuple[Meaning | None, ...], side: int, rules: FiftySix) -> dict[str, int]:
    """Return the number of copies of each card that a side's calls have shown for certain, by card code."""
    shown: dict[tuple[int, str], int] = {}
    for meaning in past:
        if meaning is None or rules.side_of(meaning.seat) != side:
            continue
        readings = meaning.readings if meaning.convention.doubtful else meaning.readings[:1]
        for code in (suit + rank for suit in SUITS for rank in RANKS):
            low = min((_low(reading, code) for reading in readings), default=0)
            shown[meaning.seat, code] = max(shown.get((meaning.seat, code), 0), low)
    total: dict[str, int] = {}
    for (_, code), low in shown.items():
        total[code] = min(COPIES, total.get(code, 0) + low)
    return total


def _low(reading: Reading, code: str) -> int:
    """Return the least number of copies of a card that a hand has."""
    return max((fact.low for fact in reading.facts if isinstance(fact, Count) and _is_just(fact, code)), default=0)


def _is_just(fact: Count, code: str) -> bool:
    return fact.suits == code[0] and fact.ranks == code[1]


def _read(
    card: ConventionCard,
    auction: tuple[AuctionStep, ...],
    past: tuple[Meaning | None, ...],
    rules: FiftySix,
) -> Meaning | None:
    """Return the meaning of the last call."""
    step = auction[-1]
    before = auction[:-1]
    moment = situation(before, past, step.seat, rules)
    shown = _shown_before(card, before, rules.side_of(step.seat), rules)
    found: list[tuple[Convention, tuple[Reading, ...]]] = []
    for convention in card.conventions:
        if not holds_in(convention, moment) or not matches(convention, step, moment):
            continue
        if found and (convention.table == _LAST_RESORT or convention.name.endswith("to-play")):
            continue
        # A partnership's own meaning of a call is not mixed with the usual one.
        if found and found[0][0].own and not convention.own:
            continue
        readings = _resolve(convention, step, moment, shown)
        if readings is not None:
            found.append((convention, readings))
    if not found:
        return None
    return Meaning(
        convention=found[0][0],
        seat=step.seat,
        readings=tuple(dict.fromkeys(reading for _, readings in found for reading in readings)),
        told=tuple(_tell(convention, step, moment, shown) for convention, _ in found),
    )


def holds_in(convention: Convention, moment: Situation) -> bool:
    """Return whether a convention applies to a situation."""
    return moment.kind in convention.situations and moment.position in convention.positions


def matches(convention: Convention, step: AuctionStep, moment: Situation) -> bool:
    """Return whether a call matches a convention's pattern."""
    pattern = convention.call
    if step.word != pattern.word:
        return False
    if step.word != "call":
        return True
    said = READABLE[step.call or ""]
    number = step.value or 0
    if said.form is not pattern.form or not pattern.rises[0] <= number - moment.base <= pattern.rises[1]:
        return False
    if not pattern.numbers[0] <= number <= pattern.numbers[1]:
        return False
    if pattern.digit is not None and pattern.digit != any(sign.isdigit() for sign in step.call or ""):
        return False
    if pattern.suit == "any" or said.denomination not in SUITS:
        return True
    return (said.denomination in moment.suits[-1:]) == (pattern.suit == "last")


def _suits_of(role: str, step: AuctionStep, moment: Situation, rise: int) -> str | None:
    """Return the letters of a role's suits, or None if there is no such suit."""
    named = step.denomination if step.denomination in _LETTERS else None
    last = moment.suits[-1] if moment.suits else None
    if role == model.ALL:
        return SUITS
    if role == model.NAMED:
        return named
    if role == model.LAST:
        return last
    if role == model.THEIRS:
        return moment.theirs
    if role == model.BESIDE:
        return SUITS.replace(named or last or "", "") if named or last else SUITS
    back = rise if step.call and not step.call.startswith("+") else 2
    return moment.suits[-back] if 2 <= back <= len(moment.suits) else None


def _resolve(
    convention: Convention, step: AuctionStep, moment: Situation, shown: dict[str, int]
) -> tuple[Reading, ...] | None:
    """Return a convention's readings of a call with letters for the roles, or None if it cannot be read so."""
    readings = []
    for facts in convention.shows:
        known: list[Known] = []
        for fact in facts:
            resolved = _resolve_fact(fact, step, moment, shown)
            if resolved is None:
                break
            known += resolved
        else:
            readings.append(Reading(tuple(known)))
    return tuple(readings) or None


def _resolve_fact(fact: Fact, step: AuctionStep, moment: Situation, shown: dict[str, int]) -> list[Known] | None:
    """Return a fact about letters, or None if it makes no sense."""
    rise = (step.value or LOWEST) - moment.base
    suits = _suits_of(fact.suits, step, moment, rise)
    if suits is None:
        return None
    if isinstance(fact, Count):
        return [Count(suits, fact.ranks, fact.low, fact.high)]
    if isinstance(fact, Shape):
        return [Shape(fact.word, suits)]
    if isinstance(fact, CountByRise):
        return [Count(suits, fact.ranks, rise + fact.plus, rise + fact.plus)]
    tops = next_tops(suits, shown)
    if isinstance(fact, NoTop):
        return [Count(suits, tops[0], 0, 0)] if tops else []
    number = rise + fact.plus if fact.number is None else fact.number
    if not 1 <= number <= len(tops):
        return None
    return list(_holding_tops(suits, tops, number))


def next_tops(suit: str, shown: dict[str, int]) -> tuple[str, ...]:
    """Return the ranks of a suit's cards that a side has not shown, high to low, twice where both copies are left.

    >>> next_tops("S", {"SJ": 1})[:3]
    ('J', '9', '9')
    """
    return tuple(rank for rank in RANKS for _ in range(COPIES - shown.get(suit + rank, 0)))


def _holding_tops(suit: str, tops: tuple[str, ...], number: int) -> Iterator[Count]:
    """Yield the facts of holding the first tops in sequence, and not one more."""
    held = tops[:number]
    for rank in dict.fromkeys(held):
        further = tops[number : number + 1] == (rank,)
        yield Count(suit, rank, held.count(rank), held.count(rank) if further else COPIES)
    if len(tops) > number and tops[number] not in held:
        yield Count(suit, tops[number], 0, 0)


def _tell(convention: Convention, step: AuctionStep, moment: Situation, shown: dict[str, int]) -> Wording:
    """Return a row of a card applied to a call."""
    rise = (step.value or LOWEST) - moment.base

    def letter(role: str) -> str:
        suits = _suits_of(role, step, moment, rise) or ""
        return suits if suits in _LETTERS else ""

    last = letter(model.LAST)
    return Wording(
        convention.says,
        suit=letter(model.NAMED),
        last=last,
        before=letter(model.BEFORE),
        theirs=letter(model.THEIRS),
        rise=rise,
        tops=next_tops(last, shown)[:rise] if last else (),
    )
