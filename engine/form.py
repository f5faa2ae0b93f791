"""The form of a hand record: the checks before any hand of it is judged.

The first fault, in reading order, is the one reported, with a JSON pointer to it. Source: 28-AUD-5, 56-AUD-1.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NoReturn

from engine.actions import ACTION_TYPES, Action, Bid, Call, Fold, Play
from engine.cards import BIT, NO_CARD
from engine.directed import MEMBERS, MOST_STAKE, DirectorsEffect, DirectorsRuling
from engine.errors import RecordError, RulesError
from engine.registry import FIRST, VERSION, load_rules, rule_set_ids, versions
from engine.rules import RuleSet

MOST_MARKS: Final = 50
"""The most marked actions of a hand. Each may take another replay to judge."""
MOST_ACTIONS: Final = 400
"""The most actions of a hand that is partly known or has a marked one."""
RULE_ID: Final = "(28|56)-[A-Z0-9]{1,8}-[0-9]{1,3}"
"""The form of a rule's id."""


class ReadHand(NamedTuple):
    """A hand with valid form."""

    dealer: int
    cards: tuple[tuple[str, ...], ...]
    actions: tuple[Action, ...]
    claim: Mapping[str, Any] | None
    rulings: tuple[DirectorsRuling, ...]
    unseen: tuple[int, ...] | None
    irregular: tuple[tuple[int, str], ...]


class ReadRecord(NamedTuple):
    """A record with valid form."""

    rules: RuleSet
    players: tuple[str, ...]
    hands: list[ReadHand]
    house: str


def read_form(value: object, expected_format: str) -> ReadRecord:
    """Check a JSON value from top to bottom and return its record.

    Raises:
        RecordError: At the first fault of form.
    """
    if not isinstance(value, dict):
        _fault("a record is an object", "")
    if value.get("format") != expected_format:
        _fault(f"the format is {expected_format}", "/format")
    rules = _rules(value)
    house = value.get("house", "")
    if not isinstance(house, str):
        _fault("house is what a club calls these rules, a text", "/house")
    players = value.get("players")
    if not isinstance(players, list) or len(players) != rules.players:
        _fault(f"players has one text a seat, {rules.players} in all", "/players")
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            _fault("a player is a text", f"/players/{seat}")
    hands = value.get("hands")
    if not isinstance(hands, list):
        _fault("hands is an array", "/hands")
    return ReadRecord(
        rules,
        tuple(players),
        [_hand(hand, rules, f"/hands/{number}") for number, hand in enumerate(hands)],
        house,
    )


def _rules(value: dict[str, object]) -> RuleSet:
    """Return the record's rule set with its options."""
    rule_set_id = value.get("rules")
    if not isinstance(rule_set_id, str):
        _fault("rules is the id of a rule set", "/rules")
    if rule_set_id not in rule_set_ids():
        _fault(f"there is no rule set {rule_set_id[:60]!r}", "/rules")
    version = value.get("engine", FIRST)
    if type(version) is not int or version not in versions():
        _fault(f"engine is the version of the rules, a whole number from {FIRST} to {VERSION}", "/engine")
    options = value.get("options", {})
    if not isinstance(options, dict):
        _fault("options is an object", "/options")
    try:
        return load_rules(rule_set_id, options, version=version)
    except RulesError as fault:
        _fault(str(fault), "/rules" if fault.option is None else f"/options/{_escape(fault.option)}")


def _hand(hand: object, rules: RuleSet, at: str) -> ReadHand:
    """Return a checked hand."""
    if not isinstance(hand, dict):
        _fault("a hand is an object", at)
    seats = range(rules.players)
    dealer = hand.get("dealer")
    if type(dealer) is not int or dealer not in seats:
        _fault(f"dealer is a seat, a whole number from 0 to {rules.players - 1}", f"{at}/dealer")
    cards = hand.get("cards")
    if not isinstance(cards, list) or len(cards) != rules.players:
        _fault(f"cards has one array a seat, {rules.players} in all", f"{at}/cards")
    for seat, held in enumerate(cards):
        if not isinstance(held, list):
            _fault("the cards of a seat are an array", f"{at}/cards/{seat}")
        for place, card in enumerate(held):
            if not isinstance(card, str) or card not in BIT:
                _fault("a card is a card code, such as SJ", f"{at}/cards/{seat}/{place}")
    unseen = _unseen(hand["unseen"], rules, f"{at}/unseen") if "unseen" in hand else None
    actions = hand.get("actions")
    if not isinstance(actions, list):
        _fault("actions is an array", f"{at}/actions")
    partly = unseen is not None
    done: list[Action] = []
    marks: list[tuple[int, str]] = []
    for number, action in enumerate(actions):
        done.append(_action(action, rules, seats, f"{at}/actions", number, partly))
        if "irregular" in action:
            marks.append((number, _mark(action["irregular"], f"{at}/actions/{number}/irregular")))
    if len(marks) > MOST_MARKS:
        _fault(f"a hand has at most {MOST_MARKS} irregular actions", f"{at}/actions/{marks[MOST_MARKS][0]}/irregular")
    if (partly or marks) and len(done) > MOST_ACTIONS:
        _fault(f"a hand that is partly known or irregular has at most {MOST_ACTIONS} actions", f"{at}/actions")
    claim = hand.get("result")
    if "result" in hand and not isinstance(claim, dict):
        _fault("a result is an object", f"{at}/result")
    rulings = _rulings(hand["rulings"], rules, len(done), f"{at}/rulings") if "rulings" in hand else ()
    known = tuple([tuple(held) for held in cards])
    return ReadHand(dealer, known, tuple(done), claim, rulings, unseen, tuple(marks))


def _unseen(unseen: object, rules: RuleSet, at: str) -> tuple[int, ...]:
    """Return the checked numbers of cards that nobody noted."""
    if not isinstance(unseen, list) or len(unseen) != rules.players:
        _fault(f"unseen has one number of cards a seat, {rules.players} in all", at)
    for seat, count in enumerate(unseen):
        if type(count) is not int or count < 0:
            _fault("the number of unseen cards of a seat is a whole number, 0 or more", f"{at}/{seat}")
    return tuple(unseen)


def _mark(rule: object, at: str) -> str:
    """Return the checked rule that an irregular action is said to have broken."""
    if not isinstance(rule, str) or not is_rule_id(rule):
        _fault("irregular is the id of the rule that was broken, a text such as 28-PLAY-4", at)
    return rule


def is_rule_id(text: str) -> bool:
    """Tell whether a text has the form of a rule's id.

    >>> is_rule_id("28-PLAY-4"), is_rule_id("Beeran looked at his neighbour's cards")
    (True, False)
    """
    return re.fullmatch(RULE_ID, text) is not None


def _rulings(rulings: object, rules: RuleSet, actions: int, at: str) -> tuple[DirectorsRuling, ...]:
    """Return checked rulings of a director."""
    if not isinstance(rulings, list):
        _fault("rulings is an array", at)
    if rulings and rules.tradition.direct is None:
        _fault("there are no rulings in this game", at)
    read: list[DirectorsRuling] = []
    for number, ruling in enumerate(rulings):
        if not isinstance(ruling, dict):
            _fault("a ruling is an object", f"{at}/{number}")
        after = ruling.get("after")
        earliest = read[-1].after if read else 0
        if type(after) is not int or not earliest <= after <= actions:
            _fault(
                f"after is how many actions were done before it, from {earliest} to {actions}", f"{at}/{number}/after"
            )
        rule = ruling.get("rule")
        if not isinstance(rule, str):
            _fault("rule is the id of a rule, a text", f"{at}/{number}/rule")
        effects = ruling.get("effects", [])
        if not isinstance(effects, list):
            _fault("effects is an array", f"{at}/{number}/effects")
        came = [_effect(effect, rules, f"{at}/{number}/effects/{place}") for place, effect in enumerate(effects)]
        read.append(DirectorsRuling(after, rule, tuple(came)))
    return tuple(read)


def _effect(effect: object, rules: RuleSet, at: str) -> DirectorsEffect:
    """Return a checked effect of a ruling."""
    if not isinstance(effect, dict):
        _fault("an effect is an object", at)
    word = effect.get("type")
    if not isinstance(word, str) or word not in MEMBERS:
        _fault(f"an effect is one of {', '.join(MEMBERS)}", f"{at}/type")
    limits = {"side": len(rules.sides) - 1, "stake": MOST_STAKE}
    for member in MEMBERS[word]:
        value = effect.get(member)
        if type(value) is not int or not 0 <= value <= limits[member]:
            _fault(f"{member} is a whole number from 0 to {limits[member]}", f"{at}/{member}")
    return DirectorsEffect(word, **{member: effect[member] for member in MEMBERS[word]})


def _action(action: object, rules: RuleSet, seats: range, at: str, number: int, partly: bool) -> Action:
    """Return a checked action; in a partly known hand a fold without a card has an empty one.

    This runs for every action of every record, so the right ones go through first.
    """
    if not isinstance(action, dict):
        _fault("an action is an object", f"{at}/{number}")
    seat = action.get("seat")
    if type(seat) is not int or seat not in seats:
        _fault(f"seat is a whole number from 0 to {rules.players - 1}", f"{at}/{number}/seat")
    word = action.get("type")
    kind = ACTION_TYPES.get(word) if isinstance(word, str) else None
    if kind is Play or kind is Fold:
        card = action.get("card")
        if not isinstance(card, str) or card not in BIT:
            if partly and card is None and kind is Fold:
                return Fold(seat, NO_CARD)
            _fault(f"a {word} has a card code", f"{at}/{number}/card")
        return Play(seat, card) if kind is Play else Fold(seat, card)
    if kind is Bid:
        value = action.get("value")
        if type(value) is not int:
            _fault("a bid has a whole number", f"{at}/{number}/value")
        return Bid(seat, value)
    if kind is Call:
        call = action.get("call")
        if not isinstance(call, str):
            _fault("a call has a text", f"{at}/{number}/call")
        if not rules.tradition.reads_call(call):
            _fault("there is no such call", f"{at}/{number}/call")
        return Call(seat, call)
    if kind is None:
        _fault("there is no such type of action", f"{at}/{number}/type")
    return kind(seat)  # type: ignore[return-value]


def _fault(message: str, at: str) -> NoReturn:
    """Report a fault of form."""
    raise RecordError(message, at)


def _escape(name: str) -> str:
    """Return a member's name escaped for a JSON pointer (RFC 6901)."""
    # JSON can escape half a character pair, which no verdict could carry in UTF-8.
    name = name.encode("utf-8", "replace").decode("utf-8")
    return name.replace("~", "~0").replace("/", "~1")
