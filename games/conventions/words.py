"""A convention card in plain words, for pages and documents, in the reader's language."""

from collections.abc import Iterable

import msgspec
from django.utils.translation import gettext

from engine.conventions.model import OWN, Convention, ConventionCard, Meaning, Pattern, Wording
from engine.fiftysix.calls import (
    HIGHEST,
    LOWEST,
    NUMBER_NO_TRUMP,
    NUMBER_NOS,
    NUMBER_PASS,
    NUMBER_SUIT,
    PLUS_NOS,
    PLUS_SUIT,
    REVERSE,
    REVERSE_PLUS,
    Form,
)
from engine.phrases import phrase as _

_FORMS: dict[tuple[Form, str, bool], str] = {
    (NUMBER_SUIT, "any", False): _("number suit"),
    (NUMBER_SUIT, "last", False): _("number partner's suit"),
    (NUMBER_SUIT, "new", False): _("number new suit"),
    (NUMBER_NOS, "any", False): _("number NS"),
    (NUMBER_NO_TRUMP, "any", False): _("number NT"),
    (NUMBER_PASS, "any", False): _("number P"),
    (REVERSE, "any", False): _("suit number"),
    (REVERSE, "last", False): _("partner's suit number"),
    (REVERSE, "new", False): _("new suit number"),
    (PLUS_SUIT, "any", False): _("+suit"),
    (PLUS_SUIT, "last", False): _("+partner's suit"),
    (PLUS_SUIT, "new", False): _("+new suit"),
    (PLUS_SUIT, "any", True): _("+k suit"),
    (PLUS_SUIT, "last", True): _("+k partner's suit"),
    (PLUS_SUIT, "new", True): _("+k new suit"),
    (REVERSE_PLUS, "any", False): _("suit+"),
    (REVERSE_PLUS, "last", False): _("partner's suit+"),
    (REVERSE_PLUS, "new", False): _("new suit+"),
    (REVERSE_PLUS, "any", True): _("suit+k"),
    (REVERSE_PLUS, "last", True): _("partner's suit+k"),
    (REVERSE_PLUS, "new", True): _("new suit+k"),
    (PLUS_NOS, "any", False): _("+1NS"),
    (PLUS_NOS, "any", True): _("+1NS"),
}
"""The words of calls: by form, by the suit named, and by whether a digit follows the plus."""
_WORDS = {"pass": _("pass"), "double": _("double"), "redouble": _("redouble")}
_HIGHER = ("", _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"))
_ROLES = {
    "suit": _("X"),
    "last": _("partner's suit"),
    "before": _("the suit before that"),
    "theirs": _("their suit"),
    "rise": _("as many as the number goes up by"),
    "tops": _("one for each number it goes up by"),
}
_MOST_WRITTEN = 7

SUIT_WORDS = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
RANK_WORDS = {"J": _("jack"), "9": _("nine"), "A": _("ace"), "T": _("ten"), "K": _("king"), "Q": _("queen")}

SITUATIONS = {
    "opening": _("Opening"),
    "compulsory": _("Opening, having to bid"),
    "over nothing": _("After one's own pass, over a bid that had to be made"),
    "overcalled": _("Our lead, after they have bid"),
    "over suit": _("Over partner's suit"),
    "over suits": _("Over partner's suit, others named before"),
    "agreed": _("Over a suit agreed on"),
    "after own raise": _("After raising partner's suit"),
    "over no trump": _("Over partner's NS or NT"),
    "over two suits": _("Over partner's bid of two suits"),
    "again": _("Over one's own bid, or no trump of one's side"),
    "after their suit": _("After their suit"),
    "after their double": _("After their double of our suit"),
    "theirs": _("Their lead, nobody has bid"),
    "theirs, over nothing": _("Their lead, over a bid they had to make"),
    "theirs, they bid": _("Their lead, after their suit"),
    "theirs, they bid NOS": _("Their lead, after their NS or NT"),
}
"""The situations of calls, by the words of `engine.conventions.situations`."""

POSITIONS = {"first": _("first"), "middle": _("middle"), "last": _("last")}
"""The positions of callers among the players of a side."""

GROUPS = {
    "opening": _("Opening, with the lead"),
    "suit": _("Over partner's suit"),
    "no trump": _("Over partner's NS or NT"),
    "theirs": _("After their calls, and without the lead"),
    "nos": _("Other meanings of NS and NT"),
    OWN: _("Treatments of the partnership"),
}
"""The parts of a card, in the order of the auction."""
_GROUP_OF = {
    **dict.fromkeys(("opening", "compulsory"), "opening"),
    **dict.fromkeys(("over suit", "over suits", "agreed", "after own raise", "again"), "suit"),
    **dict.fromkeys(("over no trump", "over two suits", "over nothing"), "no trump"),
}


class CardLine(msgspec.Struct, frozen=True):
    """One line of a card: the situation, the caller, the call, its meaning."""

    situation: str
    who: str
    call: str
    tells: str
    by_agreement: bool


def lines_of(card: ConventionCard) -> tuple[CardLine, ...]:
    """Return a card's lines in the order in which a hand is matched against them."""
    return tuple(line_of(convention) for convention in card.conventions)


def line_of(convention: Convention) -> CardLine:
    """Return a line of a card in words; its situations by the words of `engine.conventions.situations`."""
    return CardLine(
        situation="; ".join(convention.situations),
        who=who_words(convention.positions),
        call=call_words(convention.call),
        tells=tells_words(convention.says),
        by_agreement=convention.by_agreement,
    )


def row_words(convention: Convention) -> tuple[str, str, str]:
    """Return in words the situation of a call, its caller and the call."""
    return situation_words(convention.situations), who_words(convention.positions), call_words(convention.call)


def group_of(convention: Convention) -> str:
    """Return the part of a card that a line stands in, a key of `GROUPS`."""
    if convention.table == OWN:
        return OWN
    if convention.nos == convention.row and convention.nos:
        return "nos"
    return _GROUP_OF.get(convention.situations[0], "theirs")


def situation_words(situations: Iterable[str]) -> str:
    """Return the situation of a call in words."""
    return "; ".join(gettext(SITUATIONS[one]) for one in situations)


def who_words(positions: tuple[str, ...]) -> str:
    """Return the caller's position in words."""
    if len(positions) == len(POSITIONS):
        return gettext("any")
    return ", ".join(gettext(POSITIONS[one]) for one in positions)


def tells_words(says: str) -> str:
    """Return the meaning of a call in words, for any suits."""
    return gettext(says).format(**{role: gettext(words) for role, words in _ROLES.items()})


def meaning_words(meaning: Meaning) -> str:
    """Return the meaning of a call made in an auction in words."""
    first, *others = dict.fromkeys(_wording(told) for told in meaning.told)
    for other in others:
        first = gettext("{first} Or: {other}").format(first=first, other=other)
    return first


def _wording(told: Wording) -> str:
    return gettext(told.says).format(
        suit=suit_words(told.suit),
        last=suit_words(told.last),
        before=suit_words(told.before),
        theirs=suit_words(told.theirs),
        rise=told.rise,
        tops=", ".join(gettext(RANK_WORDS[rank]) for rank in told.tops) or gettext("none"),
    )


def suit_words(suit: str) -> str:
    """Return a suit in words by its letter; without one, words for any suit."""
    return gettext(SUIT_WORDS[suit]) if suit in SUIT_WORDS else gettext("the suit")


def call_words(pattern: Pattern) -> str:
    """Return a pattern of calls in words."""
    if pattern.form is None:
        return gettext(_WORDS[pattern.word])
    call = gettext(_FORMS[pattern.form, pattern.suit, bool(pattern.digit)])
    low, high = pattern.rises
    if pattern.numbers[0] == pattern.numbers[1]:
        return gettext("{call}, the number {number}").format(call=call, number=pattern.numbers[0])
    if pattern.numbers[1] < HIGHEST:
        return gettext("{call}, up to {number}").format(call=call, number=pattern.numbers[1])
    if low == high:
        return gettext("{call}, {rise} higher").format(call=call, rise=_number_words(low))
    if high > _MOST_WRITTEN:
        return call if low == 1 else gettext("{call}, {rise} higher or more").format(call=call, rise=_number_words(low))
    members = {"call": call, "low": _number_words(low), "high": _number_words(high)}
    return gettext("{call}, {low} to {high} higher").format(**members)


_OPENING = frozenset({"opening", "compulsory"})


def example_words(pattern: Pattern, situations: Iterable[str]) -> str:
    """Return a call of a pattern in notation, with X for the suit; empty if it is not a contract bid.

    An opening counts from 27; of other calls the example is one over a bid of 28.

    >>> example_words(Pattern(form=PLUS_SUIT, digit=True, rises=(2, 2)), ["opening"])
    '+2X'
    """
    form = pattern.form
    if form is None:
        return ""
    bid = LOWEST - 1 if _OPENING.issuperset(situations) else LOWEST
    number = max(bid + pattern.rises[0], pattern.numbers[0])
    rise = str(number - bid) if pattern.digit or form is PLUS_NOS else ""
    call = {
        NUMBER_SUIT: f"{number}X", NUMBER_NOS: f"{number}NS", NUMBER_NO_TRUMP: f"{number}NT", NUMBER_PASS: f"{number}P",
        REVERSE: f"X{number}", PLUS_SUIT: f"+{rise}X", REVERSE_PLUS: f"X+{rise}", PLUS_NOS: f"+{rise}NS",
    }[form]  # fmt: skip
    if bid < LOWEST or number > bid + _MOST_WRITTEN:
        return call
    return gettext("{call} over {bid}").format(call=call, bid=bid)


def _number_words(number: int) -> str:
    """Return a rise in words, if there is a word for it, else in digits."""
    return gettext(_HIGHER[number]) if number < len(_HIGHER) else str(number)
