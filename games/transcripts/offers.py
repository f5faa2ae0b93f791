"""The keys that are offered at one moment of a hand that is written down. Pure.

A hand is written down as a hand of `lelam-record/1`, in which cards may be unknown. Offered is what the rules admit
with some way for the unknown cards to lie (`engine.partly`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

import engine
from engine.actions import encode_action
from engine.cards import NO_CARD
from engine.fiftysix import calls
from engine.fiftysix.calls import Form
from engine.fiftysix.ruleset import FiftySix
from engine.giving import Facts
from engine.partly import Judged, facts_of, judge_hand, refusal_of

SUIT_FORMS = (calls.NUMBER_SUIT, calls.REVERSE, calls.PLUS_SUIT, calls.REVERSE_PLUS)
NO_TRUMP_FORMS = (calls.NUMBER_NOS, calls.NUMBER_NO_TRUMP, calls.NUMBER_PASS, calls.PLUS_NOS)
NO_TRUMPS = {
    calls.NUMBER_NOS: "NS", calls.NUMBER_NO_TRUMP: "NT", calls.NUMBER_PASS: "P", calls.PLUS_NOS: "+NS",
}  # fmt: skip
"""The label of the key of each form that names no trump."""
_KEYED = (engine.Play, engine.Fold, engine.Call, engine.Claim, engine.Ask, engine.Reveal, engine.Redeal)
"""The actions that have keys of their own, or depend on cards that may be unknown."""


class CallPad(msgspec.Struct, frozen=True):
    """The calls of 56 that a seat can make: a number, and a suit or no trump, in one of the forms.

    Attributes:
        numbers: The numbers above the last bid.
        suits: The suits that may be named.
        forms: The forms in which a suit is named: the place of each, and an example of it.
        no_trumps: The forms that name no trump, likewise.
    """

    numbers: tuple[int, ...]
    suits: tuple[str, ...]
    forms: tuple[tuple[int, str], ...]
    no_trumps: tuple[tuple[int, str], ...]


class Offers(msgspec.Struct, frozen=True):
    """The keys that are offered.

    Attributes:
        seat: The seat in turn; None where the hand is over or cannot go on.
        words: The actions without a card, bids of 28 among them.
        plays: The cards that can be played.
        folds: The cards that can be folded.
        hidden_fold: A card can be folded that nobody saw.
        pad: The calls of 56, if a seat can bid.
        claims: The seats that can claim for their sides, one a side.
    """

    seat: int | None = None
    words: tuple[engine.Action, ...] = ()
    plays: tuple[str, ...] = ()
    folds: tuple[str, ...] = ()
    hidden_fold: bool = False
    pad: CallPad | None = None
    claims: tuple[int, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A hand so far: judged, with its known cards and its public view."""

    rules: engine.RuleSet
    hand: engine.HandRecord
    judged: Judged
    facts: Facts
    seen: engine.View

    @property
    def stopped(self) -> bool:
        """Whether the rules know no way on."""
        return not self.judged.ends

    @property
    def scored(self) -> engine.HandScored | None:
        """The score of the hand, if the cards decide it."""
        scores = {end.scored for end in self.judged.ends}
        return next(iter(scores)) if len(scores) == 1 else None


def blank(rules: engine.RuleSet, dealer: int) -> engine.HandRecord:
    """Return a hand of which nothing is known but its dealer."""
    return engine.HandRecord(dealer, ((),) * rules.players, (), unseen=(rules.hand_size,) * rules.players)


def moment_of(rules: engine.RuleSet, hand: engine.HandRecord) -> Moment:
    """Return a hand as it stands."""
    judged = judge_hand(engine.new_game(rules), hand)
    return Moment(rules, hand, judged, facts_of(rules, hand), engine.view(judged.run.state, None))


def offers_at(moment: Moment) -> Offers:
    """Return the keys that are offered now."""
    state = moment.judged.run.state
    turn = sorted(engine.to_act(state)) if not moment.stopped and moment.scored is None else []
    if not turn:
        return Offers()
    seat = turn[0]
    in_play = moment.seen.phase == "play"
    legal = engine.legal_actions(state, seat)
    kinds = {type(action) for action in legal}
    words: list[engine.Action] = [action for action in legal if not isinstance(action, _KEYED)]
    # These depend on cards that may be unknown.
    depending: list[engine.Action] = [engine.Ask(seat), engine.Reveal(seat)] if in_play else [engine.Redeal(seat)]
    words += [action for action in depending if admits(moment, action)]
    declarer = moment.seen.declarer
    if in_play and declarer not in (None, seat):
        words += [action for action in engine.legal_actions(state, declarer) if isinstance(action, engine.Concede)]
    return Offers(
        seat=seat,
        words=tuple(words),
        plays=_admitted(moment, seat, engine.Play) if in_play else (),
        folds=_admitted(moment, seat, engine.Fold) if engine.Fold in kinds else (),
        hidden_fold=engine.Fold in kinds and admits(moment, engine.Fold(seat, NO_CARD)),
        pad=_pad(moment, seat),
        claims=tuple(seats[0] for seats in moment.rules.sides) if engine.Claim in kinds else (),
    )


def _admitted(moment: Moment, seat: int, kind: type[engine.Play | engine.Fold]) -> tuple[str, ...]:
    """Return the cards with which a seat can do something. Of unknown cards one of a suit is like another."""
    known = moment.facts.cards[seat]
    suits: dict[str, bool] = {}
    admitted = []
    for card in own_cards(moment, seat):
        if card in known or card[0] not in suits:
            allowed = admits(moment, kind(seat, card))
            if card not in known:
                suits[card[0]] = allowed
        else:
            allowed = suits[card[0]]
        if allowed:
            admitted.append(card)
    return tuple(admitted)


def own_cards(moment: Moment, seat: int) -> Iterator[str]:
    """Yield each card that a seat may still hold, once, in game order."""
    gone = Counter(
        action.card for action in moment.hand.actions if isinstance(action, engine.Play) and action.seat == seat
    )
    held = Counter(moment.facts.cards[seat]) - gone
    if moment.facts.unseen[seat]:
        held += Counter(moment.facts.pool)
    yield from (card for card in dict.fromkeys(moment.rules.deck) if held[card])


def admits(moment: Moment, action: engine.Action) -> bool:
    """Return whether the rules admit an action next, with some way for the unknown cards to lie."""
    # The replay has one such way; most of what it allows needs no other.
    seen = getattr(action, "card", action) != NO_CARD
    if seen and engine.refusal(moment.judged.run.state, action) is None:
        return True
    return refusal_of(engine.new_game(moment.rules), with_action(moment.hand, action)) is None


def _pad(moment: Moment, seat: int) -> CallPad | None:
    """Return the calls of 56 that a seat can make, or None if it can make none."""
    rules, seen = moment.rules, moment.seen
    if not isinstance(rules, FiftySix) or seen.phase != "auction":
        return None
    bid = seen.bid or 0
    numbers = tuple(range(max(calls.LOWEST, bid + 1), calls.HIGHEST + 1))
    if not numbers:
        return None
    forms = tuple(form for form in SUIT_FORMS if form in rules.forms)
    no_trumps = tuple(form for form in NO_TRUMP_FORMS if form in rules.forms)
    suits = tuple(
        suit for suit in rules.suits if admits(moment, engine.Call(seat, text_of(forms[0], suit, numbers[0], bid)))
    )
    named = tuple(form for form in no_trumps if admits(moment, engine.Call(seat, text_of(form, "", numbers[0], bid))))
    if not suits and not named:
        return None
    return CallPad(
        numbers,
        suits,
        tuple((calls.FORMS.index(form), form.examples[0]) for form in forms) if suits else (),
        tuple((calls.FORMS.index(form), NO_TRUMPS[form]) for form in named),
    )


def text_of(form: Form, suit: str, number: int, bid: int) -> str:
    """Return a call as it is said.

    >>> text_of(calls.REVERSE_PLUS, "C", 31, 30), text_of(calls.PLUS_NOS, "", 31, 30)
    ('C+', '+1NS')
    """
    rise = number - (bid or calls.LOWEST - 1)
    plus = "" if rise == 1 else str(rise)
    return {
        calls.NUMBER_SUIT: f"{number}{suit}",
        calls.REVERSE: f"{suit}{number}",
        calls.PLUS_SUIT: f"+{plus}{suit}",
        calls.REVERSE_PLUS: f"{suit}+{plus}",
        calls.NUMBER_NOS: f"{number}NS",
        calls.NUMBER_NO_TRUMP: f"{number}NT",
        calls.NUMBER_PASS: f"{number}P",
        calls.PLUS_NOS: f"+{rise}NS",
    }[form]


def form_at(place: str) -> Form | None:
    """Return a form of calls by its place among them all, as a key sends it; None for no such place."""
    return calls.FORMS[int(place)] if place in map(str, range(len(calls.FORMS))) else None


def with_action(hand: engine.HandRecord, action: engine.Action) -> engine.HandRecord:
    """Return a hand with one more action."""
    return replace(hand, actions=(*hand.actions, action))


def as_it_happened(rules: engine.RuleSet, hand: engine.HandRecord) -> engine.HandRecord:
    """Return a hand with every action marked that breaks a rule, as far as the game can go on from it.

    A card that comes out may show that an earlier one broke a rule: then that is marked.
    """
    before = engine.new_game(rules)
    while True:
        broken = refusal_of(before, hand)
        marked = dict(hand.irregular)
        if broken is None or broken.action is None or broken.action in marked:
            return hand
        marked[broken.action] = broken.refused.rule
        hand = replace(hand, irregular=tuple(sorted(marked.items())))


def without_last(hand: engine.HandRecord) -> engine.HandRecord:
    """Return a hand without its last action."""
    left = len(hand.actions) - 1
    if left < 0:
        return hand
    return replace(
        hand, actions=hand.actions[:left], irregular=tuple(mark for mark in hand.irregular if mark[0] < left)
    )


def with_card(rules: engine.RuleSet, hand: engine.HandRecord, seat: int, card: str) -> engine.HandRecord:
    """Return a hand with one copy more of a card noted for a seat, or with none where there is no more of it to note.

    Raises:
        ValueError: There is no such seat or card, or the seat has no unseen card left.
    """
    if not 0 <= seat < rules.players or card not in rules.deck:
        raise ValueError(card)
    facts = facts_of(rules, hand)
    listed = list(hand.cards[seat])
    unseen = list(hand.unseen or ())
    copies, known = listed.count(card), facts.cards[seat].count(card)
    if (known > copies) or (card in facts.pool and facts.unseen[seat]):
        listed.append(card)
        unseen[seat] -= 1
    elif copies:
        listed = [other for other in listed if other != card]
        unseen[seat] += copies
    else:
        raise ValueError(card)
    cards = (*hand.cards[:seat], tuple(listed), *hand.cards[seat + 1 :])
    return replace(hand, cards=cards, unseen=tuple(unseen))


def key_text(action: engine.Action) -> str:
    """Return an action as its key sends it: its word and its member."""
    plain = encode_action(action)
    return " ".join(str(value) for name, value in plain.items() if name != "seat")


def action_of_key(seat: int, words: Sequence[str]) -> engine.Action | None:
    """Return the action that a key sends; None for words that are no action. As `key_text`."""
    if not words:
        return None
    kind = engine.ACTION_TYPES.get(words[0])
    try:
        if kind is None or len(words) > 2:
            return None
        if kind is engine.Bid:
            return engine.Bid(seat, int(words[1][:4]))
        if kind is engine.Call:
            return engine.Call(seat, words[1]) if calls.is_readable(words[1]) else None
        if kind is engine.Fold:
            return engine.Fold(seat, words[1] if len(words) > 1 else NO_CARD)
        if kind is engine.Play:
            return engine.Play(seat, words[1])
        action: engine.Action = kind(seat)  # type: ignore[assignment]
    except (IndexError, ValueError):
        return None
    return action
