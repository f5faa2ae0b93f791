"""Cards, suits and sides as markup, with their names."""

import re
from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import pgettext_lazy as pgettext

from engine.cards import RANK_POINTS
from games.words.events import SUIT_NAMES, call_word
from games.words.notation import SUITS_OF, call_notation

RANKS = {
    "J": pgettext("rank", "Jack"), "9": pgettext("rank", "Nine"), "A": pgettext("rank", "Ace"),
    "T": pgettext("rank", "Ten"), "K": pgettext("rank", "King"), "Q": pgettext("rank", "Queen"),
    "8": pgettext("rank", "Eight"), "7": pgettext("rank", "Seven"), "6": pgettext("rank", "Six"),
    "3": pgettext("rank", "Three"),
}  # fmt: skip
SIDES = "abc"
_WORD = re.compile("[A-Za-z]{8,}")
_SYLLABLE = re.compile("(?<=[a-z]{3})(?=(?:[bcdgkpst]h|[b-df-gj-np-tv-z])[aeiou][a-z]?)", re.IGNORECASE)
_SIGNS = re.compile(f"([{''.join(SUITS_OF)}])")


@cache
def sprite() -> str:
    """Return the address of the sheet of cards and marks."""
    return static("cards/cards.svg")


def _use(symbol: str) -> SafeString:
    return format_html('<use href="{}#{}"/>', sprite(), symbol)


def card_points(card: str) -> int:
    """Return the card points of a card, 0 to 3."""
    return RANK_POINTS.get(card[1], 0)


def card_name(card: str) -> str:
    """Return the name of a card: `SJ` is "Jack of spades"."""
    return gettext("%(rank)s of %(suit)s") % {"rank": RANKS[card[1]], "suit": SUIT_NAMES[card[0]]}


def card_label(card: str) -> str:
    """Return the name of a card with its points: "Jack of spades, 3 points"."""
    worth = card_points(card)
    if not worth:
        return card_name(card)
    words = ngettext("%(card)s, %(points)d point", "%(card)s, %(points)d points", worth)
    return words % {"card": card_name(card), "points": worth}


def suit_name(suit: str) -> str:
    """Return the name of a suit by its letter or by a card of it: `S` is "spades"."""
    return str(SUIT_NAMES[suit[0]])


def suit_key(card: str) -> str:
    """Return the lower-case letter of a card's suit, as used in the stylesheet."""
    return card[0].lower()


def side_key(side: int | None) -> str:
    """Return the letter of a side's colour and shape."""
    return SIDES[side] if side is not None and side < len(SIDES) else "c"


def rank(card: str) -> str:
    """Return a card's rank as players write it: `ST` is "10"."""
    return "10" if card[1] == "T" else card[1]


@cache
def face(card: str) -> SafeString:
    """Draw a card's face."""
    layers = (f"suit-{suit_key(card)}", f"index-{rank(card)}")
    uses = format_html_join("", "{}", ((_use(layer),) for layer in layers))
    return format_html('<svg class="face" viewBox="0 0 60 90" aria-hidden="true">{}</svg>', uses)


@cache
def back() -> SafeString:
    """Draw a card's back."""
    return format_html('<svg class="face" viewBox="0 0 60 90" aria-hidden="true">{}</svg>', _use("card-back"))


@cache
def mark(symbol: str) -> SafeString:
    """Draw a mark of the sheet, such as `trick`, hidden from screen readers."""
    return format_html('<svg viewBox="0 0 24 24" aria-hidden="true">{}</svg>', _use(f"mark-{symbol}"))


@cache
def shape(side: int | None) -> SafeString:
    """Draw the shape of a side: a disc, a triangle, a square."""
    drawn = _use(f"side-{side_key(side)}")
    return format_html('<svg class="shape" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', drawn)


def pip(suit: str) -> SafeString:
    """Draw a suit in running text, with its name for screen readers."""
    return _pip(suit, get_language())


@cache
def _pip(suit: str, language: str | None) -> SafeString:
    # Cached by language, since the suit is named.
    return format_html(
        '<svg class="pip" viewBox="0 0 24 24" data-suit="{}" role="img" aria-label="{}">{}</svg>',
        suit_key(suit), suit_name(suit), _use(f"pip-{suit_key(suit)}"),
    )  # fmt: skip


def spoken(said: str) -> SafeString:
    """Write a call with its suit drawn: `+2S` is +2 and a spade, `pass` a word; `NS` and `NT` keep their letters."""
    return suits(call_notation(call_word(said)))


def breakable(name: str) -> str:
    """Return a name that a narrow column may break between two syllables, with a hyphen: "Kuria-kose".

    A word of fewer than eight letters stays whole, and one in another script breaks at any letter.
    """
    return _WORD.sub(lambda word: _SYLLABLE.sub("\N{SOFT HYPHEN}", word[0]), name)


def suits(text: str) -> SafeString:
    """Write a text with the signs of its suits drawn, each in its colour and with its name: "34♥ by Ammini"."""
    return _drawn(str(text), get_language())


@lru_cache(maxsize=2048)
def _drawn(text: str, language: str | None) -> SafeString:
    parts = _SIGNS.split(text)
    return format_html_join("", "{}", ((pip(SUITS_OF[part]) if part in SUITS_OF else part,) for part in parts if part))


def call(card: str) -> SafeString:
    """Write a card in running text: its rank and its suit's pip."""
    return format_html('<span class="call">{}{}</span>', rank(card), pip(card))
