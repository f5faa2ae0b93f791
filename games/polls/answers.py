"""Answers of a poll: an action as pages write it, and in words. Pure but for the words.

An answer is the text of `games.events.cases.PollAnswered.action`: the word of the action in a record and, behind a
colon, what it is done with: `play:SJ`, `bid:17`, `call:+2S`, `pass`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

import engine
from engine.actions import word_of
from games.screen.inputs import UnreadableError, action_of, read_deed
from games.words.events import card_words
from games.words.notation import call_notation

SURE: Final[Mapping[int, Promise]] = {
    3: gettext_lazy("Sure"),
    2: gettext_lazy("Fairly sure"),
    1: gettext_lazy("A guess"),
}
"""How sure a player can be of an answer."""
_WORDS: Final[Mapping[str, Promise]] = {
    "bid": gettext_lazy("Bid {value}"),
    "pass": gettext_lazy("Pass"),
    "fold": gettext_lazy("Fold {card}"),
    "keep": gettext_lazy("Keep the folded trump"),
    "ask": gettext_lazy("Ask for the trump"),
    "reveal": gettext_lazy("Turn the trump up"),
    "play": gettext_lazy("Play {card}"),
    "concede": gettext_lazy("Concede the hand"),
    "call": gettext_lazy("Call {call}"),
    "double": gettext_lazy("Double"),
    "redouble": gettext_lazy("Redouble"),
    "redeal": gettext_lazy("Ask for a new deal"),
    "claim": gettext_lazy("Claim the rest"),
    "surrender_offer": gettext_lazy("Offer to surrender"),
    "surrender_accept": gettext_lazy("Accept the surrender"),
    "surrender_refuse": gettext_lazy("Refuse the surrender"),
    "thani": gettext_lazy("Say thani"),
    "cot": gettext_lazy("Call cot"),
}


def answer_of(action: engine.Action) -> str:
    """Return an action as pages write it.

    >>> answer_of(engine.Play(1, "SJ")), answer_of(engine.Bid(0, 17)), answer_of(engine.Pass(2))
    ('play:SJ', 'bid:17', 'pass')
    """
    word = word_of(action)
    members = [getattr(action, name) for name in action.__struct_fields__[1:]]
    return f"{word}:{members[0]}" if members else word


def action_in(text: str, seat: int, legal: Sequence[engine.Action]) -> engine.Action | None:
    """Return the legal action that an answer names; None for any other text."""
    return next((action for action in legal if action.seat == seat and answer_of(action) == text), None)


def pressed(fields: Mapping[str, object], seat: int) -> engine.Action | None:
    """Return the action that the fields of the table's form name, legal or not; None where they name none.

    Args:
        fields: The fields as the live table sends them (`games.screen.inputs`).
        seat: The seat that acts.
    """
    try:
        deed = read_deed({name: fields[name] for name in fields} | {"version": "0"})
    except UnreadableError:
        return None
    return action_of(deed, seat) if deed.do in engine.ACTION_TYPES else None


def answer_words(text: str) -> str:
    """Return an answer in words.

    >>> answer_words("play:SJ"), answer_words("call:+2S"), answer_words("pass")
    ('Play the jack of spades', 'Call +2♠', 'Pass')
    """
    word, _colon, what = text.partition(":")
    members: dict[str, Any] = {"value": what, "call": call_notation(what)}
    if word in ("play", "fold"):
        members["card"] = card_words(what)
    return str(_WORDS[word]).format(**members)
