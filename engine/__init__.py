"""The rules of the games: pure functions on frozen values, usable without anything else of this project.

A game is a list of events. `decide` judges what a player wants to do and returns the events of it, `evolve`
applies an event, and the state is whatever replaying the events gives:

>>> rules = load_rules("28-kerala-4")
>>> state = new_game(rules)
>>> for event in deal(state, rules.deck, dealer=3):
...     state = evolve(state, event)
>>> to_act(state)
frozenset({0})
>>> view(state, 0).hand
('SJ', 'S9', 'SA', 'ST')
>>> decide(state, Pass(0))
Traceback (most recent call last):
    ...
engine.errors.IllegalAction: You open the auction, so you must bid at least 14. (28-AUC-2)
>>> for event in decide(state, Bid(0, 16)):
...     state = evolve(state, event)
>>> view(state, None).bid
16

Randomness never lives here: the pack comes in with `deal`. `view` is the only way cards leave the engine
towards a person.
"""

from engine.actions import (
    ACTION_TYPES,
    Act,
    Action,
    Ask,
    Bid,
    Call,
    Claim,
    Concede,
    Cot,
    Double,
    Fold,
    Keep,
    Pass,
    Play,
    Redeal,
    Redouble,
    Reveal,
    SurrenderAccept,
    SurrenderOffer,
    SurrenderRefuse,
    Thani,
)
from engine.audit import HandVerdict, Standing, Verdict, audit, audit_text, encode_verdict
from engine.errors import IllegalAction, RecordError, RulesError
from engine.events import (
    BidMade,
    CallMade,
    CardPlayed,
    ClaimMade,
    Conceded,
    CotCalled,
    Doubled,
    Event,
    GameFinished,
    HandDealt,
    HandScored,
    Happened,
    KunukkuPlaced,
    KunukkuRemoved,
    Passed,
    RedealCalled,
    Redoubled,
    SurrenderAccepted,
    SurrenderOffered,
    SurrenderRefused,
    ThaniCalled,
    TrumpAsked,
    TrumpFolded,
    TrumpKept,
    TrumpRevealed,
)
from engine.game import (
    deal,
    deal_hands,
    decide,
    evolve,
    legal_actions,
    new_game,
    next_dealer,
    packets,
    refusal,
    replay,
    to_act,
    view,
)
from engine.options import Choice, EndingOption, Flag, Number, Option
from engine.record import (
    HandRecord,
    Record,
    Result,
    decode_record,
    encode_record,
    events_from_record,
    read_record,
    record_from_events,
    record_to_json,
    result_of,
)
from engine.registry import VERSION, load_rules, rule_set_ids
from engine.rules import RuleSet, State
from engine.views import AuctionStep, Played, TrickTaken, View

__all__ = [
    "ACTION_TYPES",
    "VERSION",
    "Act",
    "Action",
    "Ask",
    "AuctionStep",
    "Bid",
    "BidMade",
    "Call",
    "CallMade",
    "CardPlayed",
    "Choice",
    "Claim",
    "ClaimMade",
    "Concede",
    "Conceded",
    "Cot",
    "CotCalled",
    "Double",
    "Doubled",
    "EndingOption",
    "Event",
    "Flag",
    "Fold",
    "GameFinished",
    "HandDealt",
    "HandRecord",
    "HandScored",
    "HandVerdict",
    "Happened",
    "IllegalAction",
    "Keep",
    "KunukkuPlaced",
    "KunukkuRemoved",
    "Number",
    "Option",
    "Pass",
    "Passed",
    "Play",
    "Played",
    "Record",
    "RecordError",
    "Redeal",
    "RedealCalled",
    "Redouble",
    "Redoubled",
    "Result",
    "Reveal",
    "RuleSet",
    "RulesError",
    "Standing",
    "State",
    "SurrenderAccept",
    "SurrenderAccepted",
    "SurrenderOffer",
    "SurrenderOffered",
    "SurrenderRefuse",
    "SurrenderRefused",
    "Thani",
    "ThaniCalled",
    "TrickTaken",
    "TrumpAsked",
    "TrumpFolded",
    "TrumpKept",
    "TrumpRevealed",
    "Verdict",
    "View",
    "audit",
    "audit_text",
    "deal",
    "deal_hands",
    "decide",
    "decode_record",
    "encode_record",
    "encode_verdict",
    "events_from_record",
    "evolve",
    "legal_actions",
    "load_rules",
    "new_game",
    "next_dealer",
    "packets",
    "read_record",
    "record_from_events",
    "record_to_json",
    "refusal",
    "replay",
    "result_of",
    "rule_set_ids",
    "to_act",
    "view",
]
