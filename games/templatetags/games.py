"""Cards, suits and the places of the site, as markup."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

import engine
from engine.cards import RANK_POINTS
from games.players.charts import signed as with_sign
from games.words.citations import claim_rule, rule_address
from games.words.events import SUIT_NAMES, call_word, listed
from games.words.outcomes import outcome_word
from games.words.phrases import translated

register = template.Library()
register.filter(outcome_word)

RANKS = {
    "J": pgettext("rank", "Jack"), "9": pgettext("rank", "Nine"), "A": pgettext("rank", "Ace"),
    "T": pgettext("rank", "Ten"), "K": pgettext("rank", "King"), "Q": pgettext("rank", "Queen"),
    "8": pgettext("rank", "Eight"), "7": pgettext("rank", "Seven"), "6": pgettext("rank", "Six"),
    "3": pgettext("rank", "Three"),
}  # fmt: skip
MEMBERS = {
    "outcome": pgettext("member of a result", "outcome"),
    "declarer": pgettext("member of a result", "declarer"),
    "bid": pgettext("member of a result", "bid"),
    "denomination": pgettext("member of a result", "trump"),
    "doubled": pgettext("member of a result", "double"),
    "points": pgettext("member of a result", "points"),
    "game_points": pgettext("member of a result", "game points"),
    "stakes": pgettext("member of a result", "stakes"),
    "score": pgettext("member of a result", "score"),
    "kunukku": pgettext("member of a result", "kunukku"),
    "salaams": pgettext("member of a result", "salaams"),
}
SIDES = "abc"

PLACES = (
    ("home", _("Home"), "clubs:home", "M3 11.5 12 4l9 7.5M5.5 10v10h13V10"),
    ("tables", _("Tables"), "games:lobby", "M7 5h10v14H7zM10 2.5h7.5V15M12 9v6M9.500 12h5"),
    ("club", _("Clubs"), "clubs:list", "M12 3v2.5M12 5.5c-4.5 1.8-8 3.4-8 6h16c0-2.6-3.5-4.2-8-6zM6 11.5V20M18 11.5V20"
     "M12 11.5V20M3.5 20.5h17"),
    ("tournaments", _("Tournaments"), "tournaments:list", "M4 4h5v6H4zM4 14h5v6H4zM9 7h4v10H9M13 12h7"),
    ("me", _("Me"), "clubs:me", "M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 21c.6-4.6 3.6-7 7.5-7s6.9 2.4 7.5 7"),
)  # fmt: skip
ELSEWHERE = {
    "rules": ("games:rule_sets",), "study": ("games:studies",), "verify": ("games:verify",),
    "api": ("api-docs", "api:docs"),
}  # fmt: skip


@cache
def sprite() -> str:
    """Return the address of the sheet of cards and marks."""
    return static("cards/cards.svg")


def _use(symbol: str) -> SafeString:
    return format_html('<use href="{}#{}"/>', sprite(), symbol)


def card_points(card: str) -> int:
    """Return the card points of a card, 0 to 3."""
    return RANK_POINTS.get(card[1], 0)


@register.filter
def moment(milliseconds: int) -> datetime:
    """Return a time, given in ms since 1970, in the active time zone."""
    return localtime(datetime.fromtimestamp(milliseconds / 1000, tz=UTC))


@register.filter
def card_name(card: str) -> str:
    """Return the name of a card: `SJ` is "Jack of spades"."""
    return gettext("%(rank)s of %(suit)s") % {"rank": RANKS[card[1]], "suit": SUIT_NAMES[card[0]]}


@register.filter
def card_label(card: str) -> str:
    """Return the name of a card with its points: "Jack of spades, 3 points"."""
    worth = card_points(card)
    if not worth:
        return card_name(card)
    words = ngettext("%(card)s, %(points)d point", "%(card)s, %(points)d points", worth)
    return words % {"card": card_name(card), "points": worth}


@register.filter
def said(text: str) -> str:
    """Return a text of the engine, such as the name of a rule set, in the reader's language."""
    return translated(text)


@register.filter
def members_said(members: Sequence[str]) -> str:
    """Return the names of members of a result: "bid, game points"."""
    return ", ".join(str(MEMBERS.get(member, member)) for member in members)


@register.filter
def said_call(call: str) -> str:
    """Return the words of a turn of the auction: a call or a number as it is, anything else as a word."""
    return call_word(call)


@register.filter
def direction_word(direction: str) -> str:
    """Return the direction of play in words."""
    clockwise = direction == "clockwise"
    return str(pgettext("play goes", "clockwise") if clockwise else pgettext("play goes", "counter-clockwise"))


@register.filter
def suit_name(suit: str) -> str:
    """Return the name of a suit by its letter or by a card of it: `S` is "spades"."""
    return str(SUIT_NAMES[suit[0]])


@register.filter
def suit_key(card: str) -> str:
    """Return the lower-case letter of a card's suit, as used in the stylesheet."""
    return card[0].lower()


@register.filter
def side_key(side: int | None) -> str:
    """Return the letter of a side's colour and shape."""
    return SIDES[side] if side is not None and side < len(SIDES) else "c"


@register.filter
def side_of(rules: str, seat: int) -> int:
    """Return the side a seat plays for under a rule set."""
    return engine.load_rules(rules).side_of(seat)


@register.simple_tag
def shape_of(rules: str, seat: int) -> SafeString:
    """Draw the shape of the side a seat plays for under a rule set."""
    return shape(side_of(rules, seat))


@register.filter
def named(seats: Iterable[int], names: Sequence[str]) -> str:
    """Return the players at seats as a list in words: "Annamma and Chacko"."""
    return listed([names[seat] for seat in seats])


@register.filter
def rank(card: str) -> str:
    """Return a card's rank as players write it: `ST` is "10"."""
    return "10" if card[1] == "T" else card[1]


@register.simple_tag
@cache
def face(card: str) -> SafeString:
    """Draw a card's face."""
    layers = ["card-frame", f"index-{rank(card)}", f"suit-{suit_key(card)}"]
    if worth := card_points(card):
        layers.append(f"worth-{worth}")
    uses = format_html_join("", "{}", ((_use(layer),) for layer in layers))
    return format_html('<svg class="face" viewBox="0 0 60 90" aria-hidden="true">{}</svg>', uses)


@register.simple_tag
@cache
def back() -> SafeString:
    """Draw a card's back."""
    return format_html('<svg class="face" viewBox="0 0 60 90" aria-hidden="true">{}</svg>', _use("card-back"))


@register.simple_tag
def mark(symbol: str) -> SafeString:
    """Draw a mark of the sheet, such as `trick`, hidden from screen readers."""
    return format_html('<svg viewBox="0 0 24 24" aria-hidden="true">{}</svg>', _use(f"mark-{symbol}"))


@register.simple_tag
@cache
def shape(side: int | None) -> SafeString:
    """Draw the shape of a side: a disc, a triangle, a square."""
    drawn = _use(f"side-{side_key(side)}")
    return format_html('<svg class="shape" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', drawn)


@register.filter
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


@register.filter
def spoken(said: str) -> SafeString:
    """Write a call with its suit drawn: `+2S` is +2 and a spade, `pass` a word; `NS` and `NT` keep their letters."""
    return _spoken(call_word(said), get_language())


@cache
def _spoken(said: str, language: str | None) -> SafeString:
    parts = re.split(r"((?<!N)[SHDC])", said)
    return format_html_join("", "{}", ((pip(part) if part in SUIT_NAMES else part,) for part in parts if part))


@register.filter
def call(card: str) -> SafeString:
    """Write a card in running text: its rank and its suit's pip."""
    return format_html('<span class="call">{}{}</span>', rank(card), pip(card))


@register.simple_tag
def rule_link(rules: str, rule: str) -> SafeString:
    """Link a rule on the page of a rule set."""
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(rules, rule), rule)


@register.simple_tag
def claim_link(rules: str) -> SafeString:
    """Link the rule by which claimed results are judged in a rule set."""
    return rule_link(rules, claim_rule(rules))


def current_place(request: HttpRequest | None) -> str:
    """Return the place of the site that a page belongs to, or an empty text."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return ""
    if match.app_name == "games":
        return "club" if (match.url_name or "").startswith(("player_", "club_", "kunukku_", "result")) else "tables"
    if match.app_name == "tournaments":
        return "tournaments"
    if match.app_name == "clubs":
        if f"/{match.route}".startswith("/me/"):
            return "me"
        return {"home": "home"}.get(match.url_name or "", "club")
    return "me" if (match.url_name or "").startswith(("account_", "mfa_")) else ""


def _address(*names: str) -> str:
    for name in names:
        try:
            return reverse(name)
        except NoReverseMatch:
            continue
    return "/"


@register.simple_tag
def place_url(place: str) -> str:
    """Return the address of one of the site's places."""
    names = {key: (name,) for key, _, name, _ in PLACES} | ELSEWHERE
    return _address(*names[place])


@register.simple_tag(takes_context=True)
def places(context: Context) -> SafeString:
    """Draw the links to the site's places, the current one marked."""
    here = current_place(context.get("request"))
    return format_html_join(
        "",
        '<a href="{}"{}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg><i>{}</i></a>',
        (
            (_address(name), SafeString(' aria-current="page"') if key == here else "", path, label)
            for key, label, name, path in PLACES
        ),
    )


register.filter("listed", listed)


@register.filter
def signed(value: int | float) -> str:
    """Return a number of points or units with its sign."""
    return with_sign(value)
