"""The hand record, `lelam-record/1`: one game as typed values.

Reading checks the *form* of the whole record and nothing else (28-AUD-5); whether the play was legal is for
`engine.audit`. A `Record` that exists is well formed.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from engine.actions import (
    Act,
    Action,
    Ask,
    Bid,
    Call,
    Claim,
    Concede,
    Cot,
    Double,
    Fold,
    Keep,
    Pass,
    Play,
    Redeal,
    Redouble,
    Reveal,
    SurrenderAccept,
    SurrenderOffer,
    SurrenderRefuse,
    Thani,
    encode_action,
)
from engine.directed import DirectorsEffect, DirectorsRuling, with_event
from engine.errors import RecordError
from engine.events import (
    BidMade,
    CallMade,
    CardPlayed,
    ClaimMade,
    Conceded,
    CotCalled,
    Doubled,
    Event,
    HandDealt,
    HandScored,
    Happened,
    Passed,
    RedealCalled,
    Redoubled,
    SurrenderAccepted,
    SurrenderOffered,
    SurrenderRefused,
    ThaniCalled,
    TrumpAsked,
    TrumpFolded,
    TrumpKept,
    TrumpRevealed,
)
from engine.form import ReadHand, read_form
from engine.game import decide, direct
from engine.registry import VERSION, load_rules
from engine.rules import RuleSet, State

FORMAT = "lelam-record/1"

_LONGEST_NUMBER = 1000


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a hand came out; members that this outcome or rule set has not are None and left out.

    Source: 28-AUD-6, 56-SCORE-5.
    """

    outcome: str
    declarer: int | None = None
    bid: int | None = None
    denomination: str | None = None
    doubled: int | None = None
    points: tuple[int, ...] | None = None
    game_points: tuple[int, ...] | None = None
    stakes: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    kunukku: tuple[int, ...] | None = None
    salaams: tuple[int, ...] | None = None


Step: TypeAlias = Action | DirectorsRuling | DirectorsEffect
"""What a hand of a record goes by: what players did, and beside it what a director decided."""

_DIRECTED = (DirectorsRuling, DirectorsEffect)


class HandRecord(msgspec.Struct, frozen=True):
    """One hand: the cards in the order dealt, the players' actions, and the claimed result, if any.

    `claim` is kept as it was written: the auditor compares it member by member (28-AUD-7). `rulings` are a director's,
    beside the actions.

    Attributes:
        unseen: How many cards of each seat nobody noted, so that `cards` has the others in no particular order; None in
            a hand of which all cards are known. A fold of a card that nobody saw has the card `engine.cards.NO_CARD`.
        irregular: The actions that broke a rule while play went on: the index of each, and the rule that it is said to
            have broken.
    """

    dealer: int
    cards: tuple[tuple[str, ...], ...]
    actions: tuple[Action, ...]
    claim: Mapping[str, Any] | None = None
    rulings: tuple[DirectorsRuling, ...] = ()
    unseen: tuple[int, ...] | None = None
    irregular: tuple[tuple[int, str], ...] = ()

    @property
    def steps(self) -> Iterable[tuple[int | None, Step]]:
        """The actions with their indexes, and between them the rulings with their effects, which have none."""
        if not self.rulings:
            return enumerate(self.actions)
        steps: list[tuple[int | None, Step]] = []
        for place in range(len(self.actions) + 1):
            for ruled in self.rulings:
                if ruled.after == place:
                    steps += [(None, ruled), *((None, effect) for effect in ruled.effects)]
            steps += [(place, action) for action in self.actions[place : place + 1]]
        return steps


class Record(msgspec.Struct, frozen=True):
    """One game at one table. `players` has one name per seat; `house` is a club's name for these rules, or empty."""

    rules: RuleSet
    players: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    house: str = ""


def result_of(scored: HandScored) -> Result:
    """Return a hand's score in the words of the record."""
    return Result(**{name: getattr(scored, name) for name in Result.__struct_fields__})


def read_record(value: object) -> Record:
    """Return the record in a JSON value (as from `json.loads`).

    Raises:
        RecordError: It is not a record; `at` points to the first fault.

    Source: 28-AUD-5.
    """
    form = read_form(value, FORMAT)
    return Record(form.rules, form.players, tuple(_hand(hand) for hand in form.hands), form.house)


def read_hand(rules: RuleSet, value: Mapping[str, Any]) -> HandRecord:
    """Return a single hand from its JSON value, without the record that it stands in.

    Raises:
        RecordError: It is not well-formed; `at` is a JSON pointer into the hand.
    """
    record = {
        "format": FORMAT,
        "rules": rules.id,
        "engine": rules.version,
        "options": rules.options,
        "players": [""] * rules.players,
        "hands": [dict(value)],
    }
    try:
        return read_record(record).hands[0]
    except RecordError as fault:
        raise RecordError(str(fault), fault.at.removeprefix("/hands/0")) from None


def hand_to_json(rules: RuleSet, hand: HandRecord) -> dict[str, Any]:
    """Return the JSON value of a single hand. As `record_to_json`."""
    plain: dict[str, Any] = record_to_json(Record(rules, ("",) * rules.players, (hand,)))["hands"][0]
    return plain


def _hand(hand: ReadHand) -> HandRecord:
    """Return a checked hand as a typed value."""
    return HandRecord(hand.dealer, hand.cards, hand.actions, hand.claim, hand.rulings, hand.unseen, hand.irregular)


def step_events(state: State, step: Step) -> list[Event]:
    """Return the events of a step of a record.

    Raises:
        IllegalAction: The rules do not allow it.
    """
    return direct(state, step) if isinstance(step, _DIRECTED) else decide(state, step)


def parse_json(text: bytes | str) -> object:
    """Return the JSON value of a text.

    Strict where Python's own reader is not: UTF-8 only, and no NaN or Infinity. A byte order mark before it
    is skipped. Of a member that stands twice in one object the last counts.

    Raises:
        RecordError: It is not JSON, or nested too deeply to be a record.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant, parse_int=_whole)
    except UnicodeDecodeError:
        raise RecordError("the text is not UTF-8", "") from None
    except RecursionError:
        raise RecordError("the text is nested too deeply", "") from None
    except ValueError as fault:
        raise RecordError(f"the text is not JSON: {fault}", "") from None


def _no_constant(word: str) -> object:
    """Refuse NaN, Infinity and -Infinity, which are not JSON."""
    raise ValueError(f"{word} is not a JSON number")


def _whole(digits: str) -> int:
    """Return a whole number; one of absurd length is cut to a size that no rule set admits."""
    return int(digits[:_LONGEST_NUMBER])


def decode_record(text: bytes | str) -> Record:
    """Return the record in a JSON text.

    Raises:
        RecordError: It is not one.
    """
    return read_record(parse_json(text))


def record_to_json(record: Record) -> dict[str, Any]:
    """Return the record as a JSON object, with the options in full."""
    hands = []
    for hand in record.hands:
        plain: dict[str, Any] = {
            "dealer": hand.dealer,
            "cards": [list(cards) for cards in hand.cards],
        }
        if hand.unseen is not None:
            plain["unseen"] = list(hand.unseen)
        plain["actions"] = [encode_action(action) for action in hand.actions]
        for number, rule in hand.irregular:
            plain["actions"][number]["irregular"] = rule
        if hand.claim is not None:
            plain["result"] = dict(hand.claim)
        if hand.rulings:
            plain["rulings"] = msgspec.to_builtins(hand.rulings)
        hands.append(plain)
    return {
        "format": FORMAT,
        "rules": record.rules.id,
        "engine": record.rules.version,
        "options": record.rules.options,
        **({"house": record.house} if record.house else {}),
        "players": list(record.players),
        "hands": hands,
    }


def encode_record(record: Record) -> bytes:
    """Return the record as one line of JSON, without a line break."""
    return msgspec.json.encode(record_to_json(record))


_DEEDS: dict[type[Happened], type[Act]] = {
    Passed: Pass,
    TrumpKept: Keep,
    TrumpAsked: Ask,
    TrumpRevealed: Reveal,
    Conceded: Concede,
    ThaniCalled: Thani,
    CotCalled: Cot,
    SurrenderOffered: SurrenderOffer,
    SurrenderAccepted: SurrenderAccept,
    SurrenderRefused: SurrenderRefuse,
    Doubled: Double,
    Redoubled: Redouble,
    RedealCalled: Redeal,
    ClaimMade: Claim,
}
"""The action behind each event that has no member but its seat."""


def record_from_events(
    rules: str,
    options: Mapping[str, object],
    players: Iterable[str],
    events: Iterable[object],
    *,
    version: int = VERSION,
    house: str = "",
) -> Record:
    """Return the record of a game from its events.

    Args:
        rules: The rule set's id.
        options: The game's options.
        players: One name a seat.
        events: The game's stream. What is not an event of play (people, clocks) is passed over.
        version: The version of the engine by which it was played.
        house: What a club calls these rules, or empty.

    Raises:
        RulesError: There is no such rule set, option or version.
        ValueError: A hand's cards or a folded card are still sealed, or an event of play comes before the first deal.
    """
    hands: list[HandRecord] = []
    actions: list[Action] = []
    dealt: HandDealt | None = None
    claim: Mapping[str, Any] | None = None
    rulings: tuple[DirectorsRuling, ...] = ()
    asked = False

    def close() -> None:
        if dealt is not None:
            hands.append(HandRecord(dealt.dealer, dealt.cards, tuple(actions), claim, rulings))

    for event in events:
        if isinstance(event, HandDealt):
            if not isinstance(event.cards, tuple) or not event.cards:
                raise ValueError(f"the cards of hand {event.hand} are sealed")
            close()
            dealt, actions, claim, rulings = event, [], None, ()
        elif isinstance(event, HandScored):
            claim = msgspec.json.decode(msgspec.json.encode(result_of(event)))
        elif isinstance(event, TrumpRevealed) and asked:
            pass  # the deed was to ask
        elif isinstance(event, Happened) and (action := action_of(event)) is not None:
            if dealt is None:
                raise ValueError(f"{type(event).__name__} before the first deal")
            actions.append(action)
        elif isinstance(event, Happened):
            rulings = with_event(rulings, event, len(actions))
        asked = isinstance(event, TrumpAsked)
    close()
    return Record(load_rules(rules, options, version=version), tuple(players), tuple(hands), house)


def action_of(event: Happened) -> Action | None:
    """Return the action that caused an event; None for an outcome."""
    if any(not isinstance(getattr(event, name), str) for name in event.sealed_fields):
        raise ValueError("a folded card is sealed")
    if isinstance(event, BidMade):
        return Bid(event.seat, event.value)
    if isinstance(event, CallMade):
        return Call(event.seat, event.call)
    if isinstance(event, TrumpFolded):
        return Fold(event.seat, event.card)
    if isinstance(event, CardPlayed):
        return Play(event.seat, event.card)
    deed = _DEEDS.get(type(event))
    return None if deed is None else deed(event.seat)  # type: ignore[attr-defined, return-value]
