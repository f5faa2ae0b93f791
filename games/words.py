"""What happens at a table in the players' words. Nothing here names a card that not everybody may know."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from engine.cards import SUIT_NAMES
from games import events

RANK_NAMES = {
    "J": "jack", "9": "nine", "A": "ace", "T": "ten", "K": "king", "Q": "queen", "8": "eight", "7": "seven",
    "6": "six", "3": "three",
}  # fmt: skip
_TURN_OF_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def card_words(card: str) -> str:
    """Return a card in words.

    >>> card_words("SJ")
    'the jack of spades'
    """
    return f"the {RANK_NAMES[card[1]]} of {SUIT_NAMES[card[0]]}s"


def listed(names: Sequence[str]) -> str:
    """Return names as one text.

    >>> listed(["Ammini", "Beeran", "Chacko"])
    'Ammini, Beeran and Chacko'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def counted(number: int, one: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "point"), counted(2, "point")
    ('1 point', '2 points')
    """
    return f"{number} {one}{'' if number == 1 else 's'}"


def code_of(event: object) -> str:
    """Return the stable word of a kind of event.

    >>> code_of(engine.Passed(1))
    'passed'
    >>> code_of(engine.TrumpAsked(1))
    'trump-asked'
    """
    return _TURN_OF_CASE.sub("-", type(event).__name__).lower()


def result_sentence(scored: engine.HandScored, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return how a hand came out: "Beeran and Devaki made 17 with 19 points."."""
    if scored.outcome == "cancelled":
        return "The hand is cancelled; the same dealer deals again."
    if scored.outcome == "adjusted":
        return _("The director ended the hand.")
    if scored.declarer is None:
        return "Nobody bid: the hand is passed out."
    contract = contract_words(scored.bid, scored.denomination, scored.doubled)
    side = rules.side_of(scored.declarer)
    team = listed([names[seat] for seat in rules.sides[side]])
    if scored.outcome == "conceded":
        return f"{names[scored.declarer]} conceded {contract}."
    taken = counted(scored.points[side], "point") if scored.points else "nothing"
    if scored.outcome == "made":
        return f"{team} made {contract} with {taken}."
    if scored.outcome == "claimed":
        return f"{team} bid {contract} and have {taken} by the claim."
    return f"{team} bid {contract} and took only {taken}."


def contract_words(bid: int | None, denomination: str | None = None, doubled: int | None = None) -> str:
    """Return a contract in words.

    Args:
        bid: Its number; None for a four-card cot, which has none.
        denomination: What it names in 56: a suit's letter or `NT`; None in 28.
        doubled: 0, or 1 for a doubled and 2 for a redoubled contract.

    >>> contract_words(17), contract_words(34, "S"), contract_words(28, "NT", 1)
    ('17', '34 spades', '28 no trump doubled')
    """
    words = "cot" if bid is None else str(bid)
    if denomination is not None:
        words += f" {denomination_words(denomination)}"
    return words + ("", " doubled", " redoubled")[doubled or 0]


def denomination_words(denomination: str) -> str:
    """Return what a call of 56 names: "hearts", or "no trump" for `NT`."""
    return f"{SUIT_NAMES[denomination]}s" if denomination in SUIT_NAMES else "no trump"


def _finished(event: engine.GameFinished, names: Sequence[str], rules: engine.RuleSet) -> str:
    winners = listed([names[seat] for side in event.winners for seat in rules.sides[side]])
    if not event.winners or len(event.winners) == len(rules.sides):
        return "The game is over, all square."
    many = sum(len(rules.sides[side]) for side in event.winners) > 1
    return f"The game is over: {winners} {'win' if many else 'wins'}."


def _called(event: engine.CallMade, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = f"{names[event.seat]} calls {event.call}"
    plain = f"{event.number}{event.denomination}"
    return f"{said}." if event.call == plain else f"{said}: {contract_words(event.number, event.denomination)}."


def _kunukku(seats: Sequence[int], names: Sequence[str], one: str, many: str) -> str:
    wearers = listed([names[seat] for seat in seats])
    return f"{wearers} {many if len(seats) > 1 else one} a kunukku."


def _resumed(event: events.PlayResumed, names: Sequence[str], rules: engine.RuleSet) -> str:
    return "The pause is over." if event.seat is None else f"{names[event.seat]} asks for the next deal."


_ONE_OF = {
    "S": gettext_lazy("a spade"), "H": gettext_lazy("a heart"), "D": gettext_lazy("a diamond"),
    "C": gettext_lazy("a club"),
}  # fmt: skip


def _team(side: int, names: Sequence[str], rules: engine.RuleSet) -> str:
    return listed([names[seat] for seat in rules.sides[side]])


def _ruled(event: engine.IrregularityRuled, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.offender is None:
        return _("The director rules by {rule}.").format(rule=event.rule)
    return _("The director rules against {name} by {rule}.").format(name=names[event.offender], rule=event.rule)


def _laid(event: engine.PenaltyCardPlaced, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = {"name": names[event.seat], "card": card_words(event.card)}
    if event.first:
        return _("{name} lays {card} open: it goes at the first legal chance.").format(**said)
    return _("{name} lays {card} open: it need not go first.").format(**said)


def _lifted(event: engine.PenaltyCardLifted, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{name} has played {card}, which lay open.").format(name=names[event.seat], card=card_words(event.card))


def _demanded(event: engine.SuitDemanded, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.seat is None:
        return _("Whoever leads next leads {card}.").format(card=_ONE_OF[event.suit])
    return _("{name} must lead {card}.").format(name=names[event.seat], card=_ONE_OF[event.suit])


def _forbidden(event: engine.SuitForbidden, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.seat is None:
        return _("Whoever leads next may not lead {card}.").format(card=_ONE_OF[event.suit])
    return _("{name} may not lead {card}.").format(name=names[event.seat], card=_ONE_OF[event.suit])


def _limited(event: engine.CallLimited, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = {"name": names[event.seat], "denomination": denomination_words(event.denomination)}
    return _("{name} may pass or bid {denomination} at the next turn, and nothing else.").format(**said)


def _awarded(event: engine.PenaltyAwarded, names: Sequence[str], rules: engine.RuleSet) -> str:
    return ngettext(
        "The director awards {count} stake point to {team}.",
        "The director awards {count} stake points to {team}.",
        event.stake,
    ).format(count=event.stake, team=_team(event.side, names, rules))


def _adjusted(event: engine.HandAdjusted, names: Sequence[str], rules: engine.RuleSet) -> str:
    if not event.stake:
        return _("The director ends the hand: it counts, and nothing more is scored in it.")
    return ngettext(
        "The director gives the hand to {team}: {count} stake point.",
        "The director gives the hand to {team}: {count} stake points.",
        event.stake,
    ).format(count=event.stake, team=_team(event.side, names, rules))


def _passes_owed(event: engine.PassesOwed, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{team} pass at their next turns.").format(team=_team(event.side, names, rules))


def _lead_given(event: engine.LeadGiven, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{name} has the lead.").format(name=names[event.seat])


def _cancelled(event: engine.HandCancelled, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("The director cancels the hand.")


def _forfeited(event: engine.MatchForfeited, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{team} lose the match by the director's ruling.").format(team=_team(event.side, names, rules))


def _withdrawn(event: engine.RulingWithdrawn, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("The director takes ruling {number} back.").format(number=event.ruling)


_SEAT_WORDS: dict[type[Any], str] = {
    engine.Passed: "{name} passes.",
    engine.TrumpFolded: "{name} folds a card face down.",
    engine.TrumpKept: "{name} keeps the trump.",
    engine.TrumpAsked: "{name} asks for the trump.",
    engine.Conceded: "{name} concedes.",
    engine.ThaniCalled: "{name} says thani: to win every trick alone.",
    engine.CotCalled: "{name} calls cot: to win the four tricks of the first batch.",
    engine.SurrenderOffered: "{name} offers to give the hand up.",
    engine.SurrenderAccepted: "{name} accepts the surrender.",
    engine.SurrenderRefused: "{name} refuses the surrender: every trick is played for.",
    engine.Doubled: "{name} doubles.",
    engine.Redoubled: "{name} redoubles.",
    engine.RedealCalled: "{name} holds one suit only and asks for a new deal.",
    engine.ClaimMade: "{name} claims the rest.",
    events.ClaimProposed: "{name} claims the rest and lays the cards open.",
    events.ClaimAgreed: "{name} agrees to the claim.",
    events.ClaimObjected: "{name} objects: play goes on.",
    events.SeatTaken: "{name} sits down.",
    events.SeatLeft: "{name} gets up.",
    events.PlayerSubstituted: "{name} takes the seat over.",
    events.BotSatIn: "{name} is away; a bot sits in.",
    events.PlayerReturned: "{name} is back.",
    events.PlayPaused: "{name} holds the next deal back.",
    events.TurnTimedOut: "{name}'s time is up.",
}
_WORDS: dict[type[Any], Callable[[Any, Sequence[str], engine.RuleSet], str]] = {
    engine.HandDealt: lambda event, names, rules: f"Hand {event.hand}: {names[event.dealer]} deals.",
    engine.BidMade: lambda event, names, rules: f"{names[event.seat]} bids {event.value}.",
    engine.TrumpRevealed: lambda event, names, rules: (
        f"{card_words(event.card).capitalize()} is turned up: {SUIT_NAMES[event.card[0]]}s are trump."
    ),
    engine.CardPlayed: lambda event, names, rules: f"{names[event.seat]} plays {card_words(event.card)}.",
    engine.CallMade: _called,
    engine.KunukkuPlaced: lambda event, names, rules: _kunukku(event.seats, names, "puts on", "put on"),
    engine.KunukkuRemoved: lambda event, names, rules: _kunukku(event.seats, names, "takes off", "take off"),
    engine.HandScored: result_sentence,
    engine.GameFinished: _finished,
    engine.IrregularityRuled: _ruled,
    engine.PenaltyCardPlaced: _laid,
    engine.PenaltyCardLifted: _lifted,
    engine.SuitDemanded: _demanded,
    engine.SuitForbidden: _forbidden,
    engine.CallLimited: _limited,
    engine.PassesOwed: _passes_owed,
    engine.LeadGiven: _lead_given,
    engine.PenaltyAwarded: _awarded,
    engine.HandAdjusted: _adjusted,
    engine.HandCancelled: _cancelled,
    engine.MatchForfeited: _forfeited,
    engine.RulingWithdrawn: _withdrawn,
    events.PlayResumed: _resumed,
    events.TableClosed: lambda event, names, rules: "The table is closed: not enough players came.",
}


_DEEDS = {
    "bid": "bids {value}", "pass": "passes", "fold": "folds {card}", "keep": "keeps the trump",
    "ask": "asks for the trump", "reveal": "turns the trump up", "play": "plays {card}", "concede": "concedes",
    "call": "calls {call}", "double": "doubles", "redouble": "redoubles", "redeal": "asks for a new deal",
    "claim": "claims the rest",
    "surrender_offer": "offers to give the hand up", "surrender_accept": "accepts the surrender",
    "surrender_refuse": "refuses the surrender", "thani": "says thani", "cot": "calls cot",
}  # fmt: skip


def deed_words(action: engine.Action, names: Sequence[str]) -> str:
    """Return an action of a record in words, legal or not.

    >>> deed_words(engine.Play(1, "SJ"), ["Ammini", "Beeran"])
    'Beeran plays the jack of spades'
    """
    members = {name: getattr(action, name) for name in action.__struct_fields__}
    if "card" in members:
        members["card"] = card_words(members["card"])
    return f"{names[action.seat]} {_DEEDS[str(action.__struct_config__.tag)].format(**members)}"


def is_told(event: object) -> bool:
    """Tell whether an event is one that the table speaks of."""
    return type(event) in _SEAT_WORDS or type(event) in _WORDS


def sentence(event: Any, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return an event in words that everybody may hear.

    Args:
        event: One for which `is_told` holds; its sealed members are not read.
        names: The players' names, one a seat.
        rules: The rule set.
    """
    plain = _SEAT_WORDS.get(type(event))
    if plain is not None:
        return plain.format(name=names[event.seat])
    return _WORDS[type(event)](event, names, rules)
