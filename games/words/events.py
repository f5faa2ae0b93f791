"""Sentences for the events of a table. None names a card that is hidden from anybody."""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy, gettext_noop, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

import engine
from games.events import tables as events
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted
from games.words.notation import SUITS_OF, call_notation, contract_notation
from games.words.numbers import figure

RANK_NAMES = {
    "J": pgettext_lazy("rank", "jack"), "9": pgettext_lazy("rank", "nine"), "A": pgettext_lazy("rank", "ace"),
    "T": pgettext_lazy("rank", "ten"), "K": pgettext_lazy("rank", "king"), "Q": pgettext_lazy("rank", "queen"),
    "8": pgettext_lazy("rank", "eight"), "7": pgettext_lazy("rank", "seven"), "6": pgettext_lazy("rank", "six"),
    "3": pgettext_lazy("rank", "three"),
}  # fmt: skip
SUIT_NAMES = {
    "S": pgettext_lazy("suit", "spades"), "H": pgettext_lazy("suit", "hearts"), "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}  # fmt: skip
_TURN_OF_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def card_words(card: str) -> str:
    """Return a card in words.

    >>> card_words("SJ")
    'the jack of spades'
    """
    return _("the {rank} of {suit}").format(rank=RANK_NAMES[card[1]], suit=SUIT_NAMES[card[0]])


_NAMED = re.compile("(?<=[0-9+])([♠♥♦♣]|NT|NS)|([♠♥♦♣])(?=[0-9+])")
"""The denomination of a call or contract in notation, after its number or before it."""
_NO_TRUMP = {"NT": gettext_lazy("no trump"), "NS": pgettext_lazy("a call", "no suit")}


def in_words(text: str) -> str:
    """Return a text with its calls in words: to be heard, and for paper, whose fonts have no signs of suits.

    >>> in_words("Ammini calls +♥: 29♥."), in_words("Beeran calls 29NS: 29NT.")
    ('Ammini calls + hearts: 29 hearts.', 'Beeran calls 29 no suit: 29 no trump.')
    """
    return _NAMED.sub(lambda found: f" {_named(found[1])}" if found[1] else f"{_named(found[2])} ", text)


def _named(denomination: str) -> str:
    return str(_NO_TRUMP[denomination] if denomination in _NO_TRUMP else SUIT_NAMES[SUITS_OF[denomination]])


def listed(names: Sequence[str]) -> str:
    """Return names as one text.

    >>> listed(["Ammini", "Beeran", "Chacko"])
    'Ammini, Beeran and Chacko'
    """
    if len(names) < 2:
        return "".join(names)
    # Translators: a list of names, such as "Ammini, Beeran and Chacko".
    return pgettext("a list", "{before} and {last}").format(before=", ".join(names[:-1]), last=names[-1])


_CALLED = {
    "pass": pgettext_lazy("a call", "pass"),
    "fold": pgettext_lazy("a call", "folds"),
    "keep": pgettext_lazy("a call", "keeps"),
    "concede": pgettext_lazy("a call", "concedes"),
    "thani": pgettext_lazy("a call", "thani"),
    "cot": pgettext_lazy("a call", "cot"),
    "double": pgettext_lazy("a call", "double"),
    "redouble": pgettext_lazy("a call", "redouble"),
    "redeal": pgettext_lazy("a call", "new deal"),
    "claim": pgettext_lazy("a call", "claims"),
    "surrender_offer": pgettext_lazy("a call", "offers"),
    "surrender_accept": pgettext_lazy("a call", "accepts"),
    "surrender_refuse": pgettext_lazy("a call", "refuses"),
}


def call_word(said: str) -> str:
    """Return the call of a turn for tables of calls: a call or number as it is, all else in a word.

    >>> call_word("+2S"), call_word("fold"), call_word("redeal")
    ('+2S', 'folds', 'new deal')
    """
    return _call_named(said, get_language()) if said in _CALLED else said


@cache
def _call_named(said: str, _language: str | None) -> str:
    return str(_CALLED[said])


_PHASES = {
    "auction": pgettext_lazy("phase of a hand", "Auction"),
    "auction2": pgettext_lazy("phase of a hand", "Second auction"),
    "fold": pgettext_lazy("phase of a hand", "Trump"),
    "trump": pgettext_lazy("phase of a hand", "Trump"),
    "raise": pgettext_lazy("phase of a hand", "Raise"),
    "surrender": pgettext_lazy("phase of a hand", "Surrender"),
    "concession": pgettext_lazy("phase of a hand", "Concession"),
    "claim": pgettext_lazy("phase of a hand", "Claim"),
    "ruling": pgettext_lazy("phase of a hand", "Ruling"),
    "violation": pgettext_lazy("phase of a hand", "Violation"),
}


def phase_words(phase: str, trick: int = 0) -> str:
    """Return the phase of a hand in words; `trick` is the number of the trick during play.

    >>> phase_words("auction2"), phase_words("play", 3)
    ('Second auction', 'Trick 3')
    """
    if phase == "play":
        return pgettext("phase of a hand", "Trick {number}").format(number=trick)
    return str(_PHASES.get(phase, _PHASES["auction"]))


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
        return _("The hand is cancelled; the same dealer deals again.")
    if scored.outcome == "adjusted":
        return _("The director ended the hand.")
    if scored.declarer is None:
        return _("Nobody bid: the hand is passed out.")
    contract = contract_notation(scored.bid, scored.denomination, scored.doubled)
    side = rules.side_of(scored.declarer)
    if scored.outcome == "conceded":
        return _("{name} conceded {contract}.").format(name=names[scored.declarer], contract=contract)
    team = _team(side, names, rules)
    if scored.bid is None:
        # A cot of the first cards is won by four tricks; points do not come into it.
        won = scored.outcome == "made"
        said = _("{name} won the four tricks of a cot.") if won else _("{name} lost a cot: not all four tricks.")
        return said.format(name=names[scored.declarer])
    if not scored.points:
        return _not_counted(scored.outcome).format(team=team, contract=contract)
    count = scored.points[side]
    return _with_points(scored.outcome, count).format(team=team, contract=contract, count=count)


def _not_counted(outcome: str) -> str:
    """Return the sentence of an outcome for which no points were counted."""
    if outcome == "made":
        return _("{team} made {contract}.")
    if outcome == "claimed":
        return _("{team} bid {contract}, and a claim ended the hand.")
    return _("{team} bid {contract} and did not make it.")


def _with_points(outcome: str, count: int) -> str:
    """Return the sentence of an outcome with the points of the bidder's side."""
    if outcome == "made":
        return ngettext(
            "{team} made {contract} with {count} point.", "{team} made {contract} with {count} points.", count
        )
    if outcome == "claimed":
        return ngettext(
            "{team} bid {contract} and have {count} point by the claim.",
            "{team} bid {contract} and have {count} points by the claim.",
            count,
        )
    return ngettext(
        "{team} bid {contract} and took only {count} point.",
        "{team} bid {contract} and took only {count} points.",
        count,
    )


def denomination_words(denomination: str) -> str:
    """Return the denomination of a call of 56: "hearts", or "no trump" for `NT`."""
    return str(SUIT_NAMES[denomination]) if denomination in SUIT_NAMES else _("no trump")


def over_words(winners: Sequence[str]) -> str:
    """Return the sentence for the end of a game, with the winners: "The game is over: Beeran and Devaki win."."""
    said = ngettext("The game is over: {winners} wins.", "The game is over: {winners} win.", len(winners))
    return said.format(winners=listed(winners))


def _finished(event: engine.GameFinished, names: Sequence[str], rules: engine.RuleSet) -> str:
    if not event.winners or len(event.winners) == len(rules.sides):
        return _("The game is over, and drawn.")
    return over_words([names[seat] for side in event.winners for seat in rules.sides[side]])


def _called(event: engine.CallMade, names: Sequence[str], rules: engine.RuleSet) -> str:
    name, call = names[event.seat], call_notation(event.call)
    if event.call == f"{event.number}{event.denomination}":
        return _("{name} calls {call}.").format(name=name, call=call)
    contract = contract_notation(event.number, event.denomination)
    return _("{name} calls {call}: {contract}.").format(name=name, call=call, contract=contract)


def _put_on(event: engine.KunukkuPlaced, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = ngettext("{names} puts on a kunukku.", "{names} put on a kunukku.", len(event.seats))
    return said.format(names=listed([names[seat] for seat in event.seats]))


def _taken_off(event: engine.KunukkuRemoved, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = ngettext("{names} takes off a kunukku.", "{names} take off a kunukku.", len(event.seats))
    return said.format(names=listed([names[seat] for seat in event.seats]))


def _dealt(event: engine.HandDealt, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("Hand {number}: {name} deals.").format(number=event.hand, name=names[event.dealer])


def _bid(event: engine.BidMade, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{name} bids {number}.").format(name=names[event.seat], number=event.value)


def _revealed(event: engine.TrumpRevealed, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = _("The {rank} of {suit} is turned up: {suit} are trump.")
    return said.format(rank=RANK_NAMES[event.card[1]], suit=SUIT_NAMES[event.card[0]])


def _played(event: engine.CardPlayed, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{name} plays {card}.").format(name=names[event.seat], card=card_words(event.card))


def _resumed(event: events.PlayResumed, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.seat is None:
        return _("The pause is over.")
    return _("{name} asks for the next deal.").format(name=names[event.seat])


def _closed(event: events.TableClosed, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("The table is closed: not enough players came.")


def _result_adjusted(event: ResultAdjusted, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = _("The result of hand {number} is adjusted by a ruling: the game's score is {points}.")
    return said.format(number=event.hand, points=" : ".join(map(figure, event.points)))


def _adjustment_withdrawn(event: AdjustmentWithdrawn, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = _("An adjusted result is withdrawn: the game's score is {points}.")
    return said.format(points=" : ".join(map(figure, event.points)))


def _stopped(event: events.GameStopped, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.at_once:
        return _("The tournament's director ends the game; it has no result.")
    return _("The tournament's director calls time: no further hand is dealt.")


_ONE_OF = {
    "S": gettext_lazy("a spade"), "H": gettext_lazy("a heart"), "D": gettext_lazy("a diamond"),
    "C": gettext_lazy("a club"),
}  # fmt: skip


def _team(side: int, names: Sequence[str], rules: engine.RuleSet) -> str:
    return listed([names[seat] for seat in rules.sides[side]])


def _ruled(event: engine.IrregularityRuled, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.offender is None:
        return _("The director rules by {rule}.").format(rule=event.rule)
    if event.remedy == "warn":
        return _("The director warns {name}, by {rule}.").format(name=names[event.offender], rule=event.rule)
    return _("The director rules against {name} by {rule}.").format(name=names[event.offender], rule=event.rule)


def _laid(event: engine.PenaltyCardPlaced, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = {"name": names[event.seat], "card": card_words(event.card)}
    if event.first:
        return _("{name} lays {card} open: it must be played at the first legal chance.").format(**said)
    return _("{name} lays {card} open: it need not be played first.").format(**said)


def _lifted(event: engine.PenaltyCardLifted, names: Sequence[str], rules: engine.RuleSet) -> str:
    return _("{name} has played {card}, which lay open.").format(name=names[event.seat], card=card_words(event.card))


def _demanded(event: engine.SuitDemanded, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.seat is None:
        return _("The next leader leads {card}.").format(card=_ONE_OF[event.suit])
    return _("{name} must lead {card}.").format(name=names[event.seat], card=_ONE_OF[event.suit])


def _forbidden(event: engine.SuitForbidden, names: Sequence[str], rules: engine.RuleSet) -> str:
    if event.seat is None:
        return _("The next leader may not lead {card}.").format(card=_ONE_OF[event.suit])
    return _("{name} may not lead {card}.").format(name=names[event.seat], card=_ONE_OF[event.suit])


def _limited(event: engine.CallLimited, names: Sequence[str], rules: engine.RuleSet) -> str:
    said = {"name": names[event.seat], "denomination": denomination_words(event.denomination)}
    return _("At the next turn, {name} may only pass or bid {denomination}.").format(**said)


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
    return _("The director withdraws ruling {number}.").format(number=event.ruling)


_SEAT_WORDS: dict[type[Any], str] = {
    engine.Passed: gettext_noop("{name} passes."),
    engine.TrumpFolded: gettext_noop("{name} folds a card face down."),
    engine.TrumpKept: gettext_noop("{name} keeps the trump."),
    engine.TrumpAsked: gettext_noop("{name} asks for the trump."),
    engine.Conceded: gettext_noop("{name} concedes."),
    engine.ThaniCalled: gettext_noop("{name} says thani: to win every trick alone."),
    engine.CotCalled: gettext_noop("{name} calls cot: to win the four tricks of the first batch."),
    engine.SurrenderOffered: gettext_noop("{name} offers to surrender."),
    engine.SurrenderAccepted: gettext_noop("{name} accepts the surrender."),
    engine.SurrenderRefused: gettext_noop("{name} refuses the surrender: play goes on."),
    engine.Doubled: gettext_noop("{name} doubles."),
    engine.Redoubled: gettext_noop("{name} redoubles."),
    engine.RedealCalled: gettext_noop("{name} holds only one suit and asks for a new deal."),
    engine.ClaimMade: gettext_noop("{name} claims the rest."),
    events.ClaimProposed: gettext_noop("{name} claims the rest and lays the cards open."),
    events.ClaimAgreed: gettext_noop("{name} agrees to the claim."),
    events.ClaimObjected: gettext_noop("{name} objects: play goes on."),
    events.HandConceded: gettext_noop("{name} concedes the hand for the side."),
    events.SeatTaken: gettext_noop("{name} sits down."),
    events.SeatLeft: gettext_noop("{name} leaves the table."),
    events.PlayerSubstituted: gettext_noop("{name} takes over the seat."),
    events.SubstituteNamed: gettext_noop("The seat of {name} has a new player from the next deal on."),
    events.SubstituteWithdrew: gettext_noop("The seat of {name} gets no new player after all."),
    events.BotSatIn: gettext_noop("{name} is away; a bot sits in."),
    events.PlayerReturned: gettext_noop("{name} is back."),
    events.PlayPaused: gettext_noop("{name} is delaying the next deal."),
    events.TurnTimedOut: gettext_noop("{name}'s time is up."),
}
_WORDS: dict[type[Any], Callable[[Any, Sequence[str], engine.RuleSet], str]] = {
    engine.HandDealt: _dealt,
    engine.BidMade: _bid,
    engine.TrumpRevealed: _revealed,
    engine.CardPlayed: _played,
    engine.CallMade: _called,
    engine.KunukkuPlaced: _put_on,
    engine.KunukkuRemoved: _taken_off,
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
    events.GameStopped: _stopped,
    events.TableClosed: _closed,
    ResultAdjusted: _result_adjusted,
    AdjustmentWithdrawn: _adjustment_withdrawn,
}


_DEEDS = {
    "bid": gettext_noop("{name} bids {value}"),
    "pass": gettext_noop("{name} passes"),
    "fold": gettext_noop("{name} folds {card}"),
    "keep": gettext_noop("{name} keeps the trump"),
    "ask": gettext_noop("{name} asks for the trump"),
    "reveal": gettext_noop("{name} turns the trump up"),
    "play": gettext_noop("{name} plays {card}"),
    "concede": gettext_noop("{name} concedes"),
    "call": gettext_noop("{name} calls {call}"),
    "double": gettext_noop("{name} doubles"),
    "redouble": gettext_noop("{name} redoubles"),
    "redeal": gettext_noop("{name} asks for a new deal"),
    "claim": gettext_noop("{name} claims the rest"),
    "surrender_offer": gettext_noop("{name} offers to surrender"),
    "surrender_accept": gettext_noop("{name} accepts the surrender"),
    "surrender_refuse": gettext_noop("{name} refuses the surrender"),
    "thani": gettext_noop("{name} says thani"),
    "cot": gettext_noop("{name} calls cot"),
}


def deed_words(action: engine.Action, names: Sequence[str]) -> str:
    """Return an action of a record in words, legal or not.

    >>> deed_words(engine.Play(1, "SJ"), ["Ammini", "Beeran"])
    'Beeran plays the jack of spades'
    """
    members = {name: getattr(action, name) for name in action.__struct_fields__}
    if isinstance(action, engine.Call):
        members["call"] = call_notation(action.call)
    if "card" in members:
        members["card"] = card_words(members["card"])
    return _(_DEEDS[str(action.__struct_config__.tag)]).format(name=names[action.seat], **members)


def is_told(event: object) -> bool:
    """Return whether an event has a sentence at the table."""
    return type(event) in _SEAT_WORDS or type(event) in _WORDS


def sentence(event: Any, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return an event in words that everybody may hear.

    Args:
        event: One for which `is_told` holds; its sealed members are not read.
        names: The players' names, one a seat.
        rules: The rule set.
    """
    return _sentence(event, tuple(names), rules, get_language())


@lru_cache(maxsize=2048)
def _sentence(event: Any, names: tuple[str, ...], rules: engine.RuleSet, _language: str | None) -> str:
    """Return the same, kept for a while: a table's page tells the last dozen events after each card."""
    plain = _SEAT_WORDS.get(type(event))
    if plain is not None:
        return _(plain).format(name=names[event.seat])
    return _WORDS[type(event)](event, names, rules)
