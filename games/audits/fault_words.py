"""What can be wrong with the rows of a stream, and with a deal, in the reader's language."""

from typing import Final

from django.utils.translation import pgettext_lazy as pgettext

CHAIN: Final = {
    "missing": pgettext("what is wrong with an event", "the event before it is missing"),
    "version-back": pgettext("what is wrong with an event", "its number goes back"),
    "not-chained": pgettext("what is wrong with an event", "it is not chained to the event before it"),
    "other-lane": pgettext("what is wrong with an event", "it is among the events of other games"),
    "other-end": pgettext("what is wrong with an event", "the game was imported with a different end"),
    "time-not-finite": pgettext("what is wrong with an event", "its time is not valid"),
    "time-too-early": pgettext("what is wrong with an event", "its time is too early"),
    "time-to-come": pgettext("what is wrong with an event", "its time is in the future"),
    "time-back": pgettext("what is wrong with an event", "its time is before that of an earlier event"),
    "type-too-long": pgettext("what is wrong with an event", "its type is too long"),
    "actor-too-long": pgettext("what is wrong with an event", "its author is too long"),
    "seal-size": pgettext("what is wrong with an event", "its sealed part is too short or too long"),
    "body-too-long": pgettext("what is wrong with an event", "it is too long"),
    "hash": pgettext("what is wrong with an event", "its hash does not match its content"),
    "sealed-open-type": pgettext("what is wrong with an event", "it is sealed, and its type is not"),
    "not-sealed": pgettext("what is wrong with an event", "it is not sealed, and its type is"),
    "lies-open": pgettext("what is wrong with an event", "a part that should be sealed is open"),
    "unreadable": pgettext("what is wrong with an event", "it cannot be read"),
    "other": pgettext("what is wrong with an event", "it was changed"),
}
DEAL: Final = {
    "no-document": pgettext("what is wrong with a deal", "there is no proof of a known form"),
    "number-twice": pgettext("what is wrong with a deal", "a seat gave more than one number"),
    "incomplete-document": pgettext("what is wrong with a deal", "the proof is not complete"),
    "hand-number": pgettext("what is wrong with a deal", "the hand has no number"),
    "other-secret": pgettext("what is wrong with a deal", "the secret is not the one that was committed to"),
    "other-pack": pgettext(
        "what is wrong with a deal", "the pack does not follow from the secret and the numbers of the players"
    ),
    "other-dealer": pgettext("what is wrong with a deal", "the first dealer does not follow from the lot"),
    "other-cards": pgettext("what is wrong with a deal", "the cards were not dealt from that pack"),
    "promised-twice": pgettext("what is wrong with a deal", "it was promised a second time, or a number came too late"),
    "step-out-of-order": pgettext(
        "what is wrong with a deal", "a step is out of order, or does not match its commitment"
    ),
    "no-deal": pgettext("what is wrong with a deal", "its steps end before the deal"),
    "other-opening": pgettext("what is wrong with a deal", "the opened values are not those promised and dealt"),
    "other": pgettext("what is wrong with a deal", "it cannot be confirmed"),
}
