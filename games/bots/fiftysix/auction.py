"""The bot's calls in 56.

It speaks by its rule set's conventions as long as there is something to show and the side can afford the number; then
it bids what the side is worth, by the cards that partners have shown and those that they may have. It leaves the lowest
number that is worth the same stake alone while nobody competes (56-CNV-4).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import engine
from engine.cards import SUITS
from engine.conventions import Convention, Meaning, Situation, default_card, meaning_of, meanings_of, situation_at
from engine.conventions.reading import holds_in
from engine.fiftysix.calls import (
    HIGHEST,
    LOWEST,
    NO_TRUMP,
    NUMBER_NO_TRUMP,
    NUMBER_NOS,
    NUMBER_PASS,
    NUMBER_SUIT,
    PLUS_NOS,
    PLUS_SUIT,
    READABLE,
    REVERSE,
    Form,
)
from engine.fiftysix.ruleset import FiftySix
from games.bots.choice import Choice
from games.bots.fiftysix.strength import chance_of, estimate
from games.bots.fiftysix.worlds import Hand, deal_worlds
from games.bots.knowledge import rules_of, seat_of

WORLDS = 16
"""So many ways in which the cards may lie are looked at before a call."""

TURNS_TO_SHOW = 2
"""So many turns a player shows features; then it bids what the side is worth, or passes."""

AFFORDABLE = 0.5
"""The chance of making the number that a call showing a feature has to leave."""

GAIN = 0.25
"""Stake points that a bid has to be better than a pass: estimates scatter, and the others may still go wrong."""

SURE = 0.06
"""The chance of making it that a doubled contract has at most. Source: 56-CNV-4."""


UNLIKELY = 0.3
"""A contract with less chance than this is one to run from, or to double."""

WITHOUT_THE_LEAD = 0.6
"""The chance that the other side's call has to leave: it calls only with a very good hand."""


class Prospect:
    """The value of contracts to the seat's side, over the worlds that agree with the auction."""

    def __init__(self, view: engine.View, rules: FiftySix, past: Sequence[Meaning | None]) -> None:
        """Take what the worlds are dealt from; they are dealt when first asked for."""
        self._view, self._past = view, past
        self.rules = rules
        self.side = rules.side_of(seat_of(view))
        self.opener = view.auction[0].seat if view.auction else seat_of(view)
        self._estimates: dict[tuple[int, str], list[float]] = {}

    @cached_property
    def _worlds(self) -> list[list[Hand]]:
        return deal_worlds(self._view, self._past, WORLDS)

    def chance(self, side: int, number: int, denomination: str) -> float:
        """Return the chance that a side makes a contract."""
        key = side, denomination
        if key not in self._estimates:
            seats, others = self.rules.sides[side], self.rules.sides[1 - side]
            lead = seats.index(self.opener) if self.opener in seats else None
            self._estimates[key] = [
                estimate(
                    [hands[at] for at in seats], [hands[at] for at in others], denomination, lead, self.rules.players
                )
                for hands in self._worlds
            ]
        return chance_of(number, self._estimates[key], denomination, self.rules.players)

    def worth(self, side: int, number: int, denomination: str, doubled: int = 0) -> float:
        """Return the stake points that a side's contract brings the seat's side on average, less what it costs."""
        chance = self.chance(side, number, denomination)
        won = self.rules.stake(number, doubled, made=True) * chance
        lost = self.rules.stake(number, doubled, made=False) * (1 - chance)
        return won - lost if side == self.side else lost - won

    def best_chance(self, number: int) -> float:
        """Return the chance to make a number in the side's best denomination."""
        return max(self.chance(self.side, number, denomination) for denomination in (*SUITS, NO_TRUMP))


def choose_call(view: engine.View) -> Choice:
    """Return the call that the bot makes, and why.

    Args:
        view: The view of the seat whose turn it is.
    """
    rules, seat = rules_of(view), seat_of(view)
    assert isinstance(rules, FiftySix)
    for action in view.legal:
        if isinstance(action, engine.Redeal):
            return Choice(action, "one-suit")
    card = default_card(rules)
    past = meanings_of(card, view.auction, rules)
    moment = situation_at(card, view.auction, seat, rules)
    calls = {action.call: action for action in view.legal if isinstance(action, engine.Call)}
    prospect = Prospect(view, rules, past)
    shown = _conventional(view, rules, moment, calls, prospect)
    if shown is not None:
        return shown
    return _by_strength(view, rules, moment, calls, prospect)


def texts_of(convention: Convention, moment: Situation, lowest: int, highest: int) -> Iterator[str]:
    """Yield the calls of a convention's pattern, by rising number.

    Args:
        convention: The convention.
        moment: The situation, for the number that plus calls count from.
        lowest: The lowest number that may be bid.
        highest: The highest to think of.
    """
    pattern = convention.call
    form = pattern.form
    for rise in range(max(1, lowest - moment.base), min(pattern.rises[1], highest - moment.base) + 1):
        number = moment.base + rise
        if rise < pattern.rises[0] or not pattern.numbers[0] <= number <= pattern.numbers[1]:
            continue
        for suit in SUITS if _names_a_suit(form) else ("",):
            yield _text(form, suit, number, rise, written=pattern.digit is not False)


def _names_a_suit(form: Form | None) -> bool:
    return form not in (NUMBER_NOS, NUMBER_NO_TRUMP, NUMBER_PASS, PLUS_NOS)


def _text(form: Form | None, suit: str, number: int, rise: int, *, written: bool) -> str:
    """Return a call as it is said."""
    if form in (NUMBER_SUIT, NUMBER_NOS, NUMBER_NO_TRUMP, NUMBER_PASS):
        return f"{number}{_WORDS.get(form, suit)}"
    if form is REVERSE:
        return f"{suit}{number}"
    digit = str(rise) if written else ""
    if form is PLUS_SUIT:
        return f"+{digit}{suit}"
    return f"+{rise}NS" if form is PLUS_NOS else f"{suit}+{digit}"


_WORDS = {NUMBER_NOS: "NS", NUMBER_NO_TRUMP: "NT", NUMBER_PASS: "P"}

_SHOWING = ("opening", "over partner", "over no trump", "what NOS says", "theirs")
"""The tables by which the bot speaks; what is beyond them it bids by strength."""


def _conventional(
    view: engine.View,
    rules: FiftySix,
    moment: Situation,
    calls: dict[str, engine.Call],
    prospect: Prospect,
) -> Choice | None:
    """Return the first call of the card that the hand fits and the side can afford, or None."""
    seat = seat_of(view)
    card = default_card(rules)
    opening = moment.kind in ("opening", "compulsory")
    if sum(step.seat == seat for step in view.auction) >= TURNS_TO_SHOW:
        return None
    if _nothing_new(view, rules, moment):
        return None
    least = WITHOUT_THE_LEAD if moment.kind.startswith("theirs") else AFFORDABLE
    for convention in card.conventions:
        if convention.table not in _SHOWING or not holds_in(convention, moment):
            continue
        if not opening and not any(convention.shows):
            continue
        if convention.call.word != "call":
            action = engine.Pass(seat) if convention.call.word == "pass" else engine.Double(seat)
            meaning = _fitting_meaning(view, rules, action.seat, convention, None) if action in view.legal else None
            if meaning is not None:
                return Choice(action, "convention", {"meaning": meaning})
            continue
        for text in texts_of(convention, moment, moment.base + 1, min(moment.base + 7, HIGHEST)):
            meaning = _fitting_meaning(view, rules, seat, convention, text) if text in calls else None
            if meaning is None:
                continue
            number = _number_of(text, moment)
            if opening or prospect.best_chance(number) >= least:
                return Choice(calls[text], "convention", {"meaning": meaning})
    return None


def _nothing_new(view: engine.View, rules: FiftySix, moment: Situation) -> bool:
    """Return whether the seat has called in such a situation before: it would show the same feature again."""
    seat = seat_of(view)
    turns = [index for index, step in enumerate(view.auction) if step.seat == seat]
    card = default_card(rules)
    return any(situation_at(card, view.auction[:turn], seat, rules).kind == moment.kind for turn in turns)


def _number_of(text: str, moment: Situation) -> int:
    return READABLE[text].number_over(moment.base if moment.base >= LOWEST else 0)


def _fitting_meaning(
    view: engine.View, rules: FiftySix, seat: int, convention: Convention, text: str | None
) -> Meaning | None:
    """Return the meaning of a call if the hand fits it, else None."""
    if text is None:
        step = engine.AuctionStep(seat, 1, convention.call.word)
    else:
        said = READABLE[text]
        step = engine.AuctionStep(seat, 1, "call", said.number_over(view.bid or 0), text, said.denomination)
    auction = (*view.auction, step)
    meaning = meaning_of(default_card(rules), auction, len(view.auction), rules)
    return meaning if meaning is not None and meaning.fits(view.hand) else None


def _by_strength(
    view: engine.View,
    rules: FiftySix,
    moment: Situation,
    calls: dict[str, engine.Call],
    prospect: Prospect,
) -> Choice:
    """Return the bid of the highest value to the side, or a pass if none is better by enough."""
    seat = seat_of(view)
    side = rules.side_of(seat)
    passing = engine.Pass(seat)
    if view.bid is None and passing in view.legal and (moment.kind == "opening" or rules.pass_bids):
        # No bid shows a weak hand, and the other side's compulsory bid is worth waiting for.
        return Choice(passing, "wait")
    standing, gain = 0.0, GAIN
    if view.bid is not None and view.bidder is not None and view.denomination is not None:
        holder = rules.side_of(view.bidder)
        standing = prospect.worth(holder, view.bid, view.denomination, view.doubled)
        double = engine.Double(seat)
        if holder != side and double in view.legal and _is_hopeless(prospect, holder, view.bid, view.denomination):
            chance = prospect.chance(holder, view.bid, view.denomination)
            return Choice(double, "double", {"chance": chance, **_contract(view.bid, view.denomination)})
        if holder == side:
            # Partners who each know better would outbid each other for nothing.
            gain *= 1 + sum(step.seat == seat and step.word == "call" for step in view.auction)
    best, action = standing + gain, None
    facts: dict[str, Any] = {}
    for number in sorted({moment.base + 1, *(band.lowest for band in rules.bands if band.lowest > moment.base)}):
        for denomination in (*SUITS, NO_TRUMP):
            call = _plain(calls, number, denomination)
            if call is None:
                continue
            # A contract that is likely to fail is likely to be doubled.
            doubled = int(prospect.chance(side, number, denomination) < UNLIKELY)
            worth = prospect.worth(side, number, denomination, doubled)
            if worth > best:
                best, action = worth, call
                facts = {"chance": prospect.chance(side, number, denomination), **_contract(number, denomination)}
    if action is not None:
        return Choice(action, "contract", facts)
    if passing in view.legal:
        if view.bid is None or view.bidder is None:
            return Choice(passing, "nothing-to-bid")
        ours = rules.side_of(view.bidder) == side
        return Choice(passing, "leave-ours" if ours else "leave-theirs", _contract(view.bid, view.denomination or ""))
    lowest = calls.get(f"{LOWEST}P") or min(calls.values(), key=lambda call: _number_of(call.call, moment))
    return Choice(lowest, "must-call")


def _contract(number: int, denomination: str) -> dict[str, Any]:
    return {"number": number, "denomination": denomination}


def _is_hopeless(prospect: Prospect, holder: int, number: int, denomination: str) -> bool:
    """Return whether a contract is sure to fail, with no better one open to its side. Source: 56-CNV-4."""
    if prospect.chance(holder, number, denomination) > SURE:
        return False
    return all(prospect.chance(holder, number + 1, other) < UNLIKELY for other in (*SUITS, NO_TRUMP))


def _plain(calls: dict[str, engine.Call], number: int, denomination: str) -> engine.Call | None:
    """Return the call that names a number and a denomination and means nothing more, if there is one."""
    if denomination != NO_TRUMP:
        return calls.get(f"{number}{denomination}")
    return calls.get(f"{number}NT") or calls.get(f"{number}NS")
