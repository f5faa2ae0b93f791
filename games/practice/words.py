"""A hint in words: the action as an order, and the form field that takes it."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.words.events import card_words
from games.words.notation import call_notation

_PLAIN: dict[type[Any], Any] = {
    engine.Pass: gettext_lazy("Pass"),
    engine.Keep: gettext_lazy("Keep your trump"),
    engine.Ask: gettext_lazy("Ask for the trump"),
    engine.Reveal: gettext_lazy("Turn your trump up"),
    engine.Double: gettext_lazy("Double"),
    engine.Redouble: gettext_lazy("Redouble"),
    engine.Redeal: gettext_lazy("Ask for a new deal"),
    engine.Thani: gettext_lazy("Say thani"),
    engine.Cot: gettext_lazy("Call cot"),
    engine.SurrenderOffer: gettext_lazy("Offer to surrender"),
    engine.SurrenderAccept: gettext_lazy("Accept: the hand ends"),
    engine.SurrenderRefuse: gettext_lazy("Refuse"),
    engine.Concede: gettext_lazy("Concede the hand"),
    engine.Claim: gettext_lazy("Claim the rest"),
}
_WITH: dict[type[Any], Callable[[Any], str]] = {
    engine.Bid: lambda action: _("Bid {number}").format(number=action.value),
    engine.Call: lambda action: _("Call {call}").format(call=call_notation(action.call)),
    engine.Fold: lambda action: _("Fold {card}").format(card=card_words(action.card)),
    engine.Play: lambda action: _("Play {card}").format(card=card_words(action.card)),
}


def order_words(action: engine.Action) -> str:
    """Return an action as an order: "Play the jack of spades"."""
    said = _WITH.get(type(action))
    return said(action) if said is not None else str(_PLAIN[type(action)])


def field_of(action: engine.Action) -> str:
    """Return the value of the form field `do` for an action: `play:SJ` (see `games.screen.inputs`)."""
    members = [str(getattr(action, name)) for name in action.__struct_fields__ if name != "seat"]
    return ":".join([str(action.__struct_config__.tag), *members])
