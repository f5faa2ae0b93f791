"""The codes of the floor in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.floor.codes import OUTCOMES, REASONS
from tournaments.floor.state import Announcement, Call

_REASONS: Final[Mapping[str, Callable[[], str]]] = {
    "early-card": lambda: _("A card was shown before its turn"),
    "wrong-bid": lambda: _("A bid was wrong"),
    "revoke": lambda: _("A suit was not followed"),
    "score": lambda: _("The scores differ"),
    "away": lambda: _("A player is away"),
    "sheet-full": lambda: _("The score sheet is full"),
    "slow": lambda: _("Play is slow"),
    "other": lambda: _("Something else"),
}
_OUTCOMES: Final[Mapping[str, Callable[[], str]]] = {
    "ruled": lambda: _("A ruling was given"),
    "settled": lambda: _("Settled at the table"),
    "corrected": lambda: _("The score was corrected"),
    "nothing": lambda: _("No problem was found"),
    "withdrawn": lambda: _("Withdrawn by the caller"),
}
_PHRASES: Final[Mapping[str, Callable[[], str]]] = {
    "round-starts": lambda: _("Round {round} starts at {time}."),
    "round-delayed": lambda: _("Round {round} starts {minutes} minutes later than planned."),
    "pairings-out": lambda: _("The pairings of round {round} are published."),
    "take-seats": lambda: _("Please take your seats."),
    "time-left": lambda: _("{minutes} minutes are left to play."),
    "last-hand": lambda: _("Please finish the hand that you are playing: it is the last."),
    "hand-in": lambda: _("Please bring your score sheets to the desk."),
    "results-out": lambda: _("The results of round {round} are published."),
    "tea-break": lambda: _("Tea break until {time}."),
    "lunch-break": lambda: _("Lunch break until {time}."),
    "prizes-at": lambda: _("Prize-giving at {time}."),
    "come-to-desk": lambda: _("Please come to the desk."),
}
_BLANK: Final = "…"
"""Stands in the place of what is to be filled in."""


def reason_words(call: Call) -> str:
    """Return why the director is called, with the hand and the trick."""
    reason = _REASONS[call.reason]()
    if call.hand is None:
        return reason
    if call.trick is None:
        return pgettext("a call", "{reason} (hand {hand})").format(reason=reason, hand=call.hand)
    text = pgettext("a call", "{reason} (hand {hand}, trick {trick})")
    return text.format(reason=reason, hand=call.hand, trick=call.trick)


def reason_choices() -> list[tuple[str, str]]:
    """Return the reasons of a call with their words, for a form."""
    return [(code, _REASONS[code]()) for code in REASONS]


def outcome_choices() -> list[tuple[str, str]]:
    """Return the outcomes that the staff gives with their words, for a form."""
    return [(code, _OUTCOMES[code]()) for code in OUTCOMES]


def phrase_choices() -> list[tuple[str, str]]:
    """Return the ready phrases with their words, for a form; a blank stands for what is filled in."""
    blanks = {"round": _BLANK, "minutes": _BLANK, "time": _BLANK}
    return [(code, words().format(**blanks)) for code, words in _PHRASES.items()]


def announcement_words(told: Announcement, own: str = "") -> str:
    """Return an announcement in the reader's language, with times by the active clock.

    Args:
        told: The announcement.
        own: Its own words, where it has no phrase; empty where they were erased.
    """
    if told.phrase is None:
        return own
    time = "" if told.time is None else date_format(timezone.localtime(told.time), "H:i")
    return _PHRASES[told.phrase]().format(round=told.round, minutes=told.minutes, time=time)
