"""Cards, suits and the places of the site, as markup."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

import engine
from clubs.web.pages import viewer_of
from games.sheets.keys import keys_of
from games.words.citations import claim_rule, rule_address
from games.words.drawings import (
    back,
    breakable,
    call,
    card_label,
    card_name,
    face,
    mark,
    pip,
    rank,
    shape,
    side_key,
    spoken,
    suit_key,
    suit_name,
    suits,
)
from games.words.events import call_word, listed
from games.words.numbers import figure, signed
from games.words.outcomes import outcome_word
from games.words.phrases import translated

register = template.Library()
for _shown in (
    card_name,
    card_label,
    suit_name,
    suit_key,
    side_key,
    rank,
    pip,
    spoken,
    suits,
    breakable,
    call,
    figure,
    signed,
    outcome_word,
):
    register.filter(_shown)
for _drawn in (face, back, mark, shape):
    register.simple_tag(_drawn)

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
PLACES = (
    ("home", _("Home"), "clubs:home", "M3 11.5 12 4l9 7.5M5.5 10v10h13V10"),
    ("tables", _("Tables"), "games:lobby", "M7 5h10v14H7zM10 2.5h7.5V15M12 9v6M9.500 12h5"),
    ("club", _("Clubs"), "clubs:list", "M12 3v2.5M12 5.5c-4.5 1.8-8 3.4-8 6h16c0-2.6-3.5-4.2-8-6zM6 11.5V20M18 11.5V20"
     "M12 11.5V20M3.5 20.5h17"),
    ("tournaments", _("Tournaments"), "tournaments:list", "M4 4h5v6H4zM4 14h5v6H4zM9 7h4v10H9M13 12h7"),
    ("me", _("Me"), "clubs:me", "M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 21c.6-4.6 3.6-7 7.5-7s6.9 2.4 7.5 7"),
)  # fmt: skip
ELSEWHERE = {
    "learn": ("games:learn",), "lessons": ("games:lessons",), "rules": ("games:rule_sets",),
    "verify": ("games:verify",), "api": ("api:start",), "sweep": ("games:sweep",),
}  # fmt: skip


@register.filter
def moment(milliseconds: int) -> datetime:
    """Return a time, given in ms since 1970, in the active time zone."""
    return localtime(datetime.fromtimestamp(milliseconds / 1000, tz=UTC))


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


@register.simple_tag
def rule_link(rules: str, rule: str) -> SafeString:
    """Link a rule on the page of a rule set."""
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(rules, rule), rule)


@register.simple_tag
def claim_link(rules: str) -> SafeString:
    """Link the rule by which claimed results are judged in a rule set."""
    return rule_link(rules, claim_rule(rules))


@register.simple_tag(takes_context=True)
def sheet_keys(context: Context) -> str:
    """Return the names of what this browser may keep of score sheets, by its account and its passes."""
    return " ".join(keys_of(context["request"]))


def current_place(request: HttpRequest | None) -> str:
    """Return the place of the site that a page belongs to, or an empty text."""
    match = getattr(request, "resolver_match", None)
    if request is None or match is None:
        return ""
    if match.route.startswith("players/<uuid:player_id>/"):
        own = viewer_of(request)
        return "me" if own is not None and own.pk == match.kwargs["player_id"] else "club"
    if match.route.startswith("clubs/<slug:slug>/") and match.url_name not in _NOWHERE:
        return "club"
    if match.app_name == "games":
        return _place_in_games(match.url_name or "")
    if match.app_name == "tournaments":
        return "tournaments"
    if match.app_name == "clubs":
        if f"/{match.route}".startswith("/me/"):
            return "me"
        return {"home": "home"}.get(match.url_name or "", "club")
    return "me" if (match.url_name or "").startswith(("account_", "mfa_")) else ""


_NOWHERE: Final = (
    "casebook", "sweep", "learn", "learn_game", "lessons", "lesson", "notation", "rule_sets", "rules",
    "studies", "study", "verify",
)  # fmt: skip
"""Pages of games that belong to no place: they are for everybody, and of no table or club."""
_OWN: Final = ("cases", "poll", "polls", "poll_answer", "poll_give", "poll_known")
"""Pages of games that show what waits for a person."""
_OF_CLUBS: Final = ("kunukku_", "result", "case", "poll_")
"""How the names of pages begin that belong to clubs; a dispute that is begun belongs to its hand."""


def _place_in_games(name: str) -> str:
    if name in _NOWHERE:
        return ""
    if name in _OWN:
        return "me"
    return "club" if name.startswith(_OF_CLUBS) and name != "case_new" else "tables"


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
def back_url(context: Context) -> str:
    """Return the page of this server from which one came; empty if there is none, or it is this page."""
    request = context.get("request")
    if request is None:
        return ""
    came = request.META.get("HTTP_REFERER", "")
    own = url_has_allowed_host_and_scheme(came, {request.get_host()}, require_https=request.is_secure())
    return came if own and urlsplit(came).path not in ("", request.path) else ""


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
