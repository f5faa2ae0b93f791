"""The words of the phone page, which its script puts together with what stands on the sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.fiftysix.calls import NO_TRUMP
from games.sheets.words import ALONE, AUCTIONS, MEMBERS, SURRENDERS
from games.words.events import SUIT_NAMES
from games.words.notation import SYMBOLS
from games.words.outcomes import OUTCOMES


def phone_words() -> dict[str, Any]:
    """Return the words in the reader's language; `{name}` and the like stand where the script puts something."""
    return {
        **_steps(),
        **_hands(),
        **_sending(),
        "outcomes": {outcome: str(word) for outcome, word in OUTCOMES.items()},
        "denominations": {
            **{suit: str(word) for suit, word in SUIT_NAMES.items()},
            NO_TRUMP: pgettext("contract", "no trump"),
        },
        "signs": SYMBOLS,
        "fields": {member: str(word) for member, word in MEMBERS.items()},
    }


def _keys(words: Mapping[Any, Any]) -> dict[str, str]:
    """Return words as they stand on keys."""
    return {str(value): capfirst(str(word)) for value, word in words.items()}


def _steps() -> dict[str, Any]:
    """Return the words of the keys by which a hand is reported."""
    return {
        "hand": _("Hand {number}"),
        "correcting": _("Hand {number}, corrected"),
        "deals": _("{dealer} deals, {opener} leads"),
        "steps": {
            "who": pgettext("a step of reporting a hand", "Declarer"),
            "bid": pgettext("a step of reporting a hand", "Bid"),
            "trump": pgettext("a step of reporting a hand", "Trump"),
            "result": pgettext("a step of reporting a hand", "Result"),
        },
        "ask": {
            "who": _("Whose contract was it?"),
            "bid": _("What was bid?"),
            "trump": _("What was trump?"),
            "result": _("What was the result?"),
        },
        "seats_of": _("Side of {names}"),
        "no_trump": pgettext("a key", "No trump"),
        "doubles": [
            pgettext("contract", "undoubled"),
            pgettext("contract", "doubled"),
            pgettext("contract", "redoubled"),
        ],
        "auctions": _keys(AUCTIONS),
        "alone": _keys(ALONE),
        "soloist": _("Who said thani?"),
        "swept": pgettext("a key", "All tricks"),
        "surrender": _keys(SURRENDERS),
        "made": pgettext("a key", "Made"),
        "failed": pgettext("a key", "Failed"),
        "conceded": pgettext("a key", "Conceded"),
        "passed_out": pgettext("a key", "Passed out"),
        "cancelled": pgettext("a key", "Cancelled"),
        "points": _("Card points of the declarer's side (optional)"),
        "points_most": _("Card points are 0 to {most}."),
        "erase": _("Delete the last digit"),
        "incomplete": _("Enter the result of hand {number}."),
        "report": _("Report: {hand}"),
        "stop_correcting": _("Leave it as it was"),
    }


def _hands() -> dict[str, Any]:
    """Return the words in which a hand is told."""
    return {
        # Translators: a hand on a score sheet, such as "Hand 5: Ammini 18, made with 21 points".
        "told": _("Hand {number}: {hand}"),
        "contract": pgettext("of a hand", "{name} {contract}"),
        "doubled": [
            "{contract}",
            pgettext("contract", "{contract} doubled"),
            pgettext("contract", "{contract} redoubled"),
        ],
        "later": _("{contract} in the second auction"),
        "undertaken": {
            "thani": _("{contract}, thani"),
            "late_thani": _("{contract}, late thani"),
            "cot": _("{name}, four-card cot"),
        },
        "soloed": _("{contract}, late thani by {soloist}"),
        "ended": {
            "made": _("{contract}, made"),
            "failed": _("{contract}, failed"),
            "conceded": _("{contract}, conceded"),
        },
        "counted": {
            "made": _("{contract}, made with {points} points"),
            "failed": _("{contract}, failed with {points} points"),
            "claimed": _("{contract}, claimed with {points} points"),
        },
        "all_tricks": _("{hand}, all tricks"),
        "surrendered": {
            "accepted": _("{hand}, surrender accepted"),
            "refused": _("{hand}, surrender refused"),
        },
        "taken_back": _("withdrawn"),
        "states": {
            "unsent": _("not sent yet"),
            "refused": _("not accepted"),
            "differs": _("differs"),
            "entered": pgettext("a hand", "entered"),
            "settled": _("settled by the scorer"),
            "ruled": _("ended by the director"),
            "waiting": _("waiting for the other side"),
            "yours": _("the other side has reported"),
            "before": _("waiting for the hands before it"),
            "back": _("withdrawn"),
        },
        "correct": _("Correct"),
        "correct_hand": _("Correct hand {number}"),
        "take_back": _("Take back"),
        "take_back_hand": _("Take back hand {number}"),
        "settle": _("Settle"),
        "settle_hand": _("Settle hand {number}"),
        "page": _("Page of the hand"),
        "page_of_hand": _("The page of hand {number}"),
        "discard": _("Discard"),
        "discard_hand": _("Discard the entry of hand {number}"),
        "mend": _("Correct"),
        "mend_hand": _("Correct the entry of hand {number}"),
        "is_entered": pgettext("a hand", "Entered"),
        "field": _("Differences"),
        "total": _("{change}, now {total}"),
        "kunukku": _("kunukku: {count}"),
        "games": _("games: {count}"),
        "no_hands": _("No hand is reported yet."),
        "over": _("The game is over."),
        # Translators: the players of the sides whose hands this phone reports.
        "reports_for": _("This phone reports for {names}."),
    }


def _sending() -> dict[str, Any]:
    """Return the words about the connection and what is not sent."""
    return {
        "link": {
            "live": pgettext("connection", "connected"),
            "offline": pgettext("connection", "no connection"),
            "lost": pgettext("connection", "signed out"),
        },
        "unsent": _("Not sent yet: {count}"),
        "offline": _("Without a connection everything is kept on this phone, and sent once there is one."),
        "lost": _("The sheet no longer knows this phone. Open your pass again, or sign in. Nothing is lost."),
        "handed_on": _("This phone was handed on in another window. Open your pass again to continue."),
        "refused": _("The sheet did not accept hand {number}: {problem}"),
        "not_kept": _(
            "This browser cannot keep anything without a connection. Stay on this page until everything is sent."
        ),
        "yes": pgettext("a choice", "yes"),
        "no": pgettext("a choice", "no"),
    }
