"""Partly known and irregular hands of a record: what of them is certain however the unknown cards lie.

A hand with `unseen` lists the cards that somebody noted. All cards that were played, folded or turned up are known, so
an unknown card is in its hand from the deal to the end, and all that the rules ask of it is its suit: a seat that did
not follow hearts has none among them, one that bid a suit has at least one. A hand is judged by completing it: the
unknown cards are given out so that all demands hold, and the ordinary engine judges the completed hand. If it
refuses an action, that asks something more of the unknown cards, and the hand is completed again; an action that no
completion allows is a violation whatever the cards were.

| demand on the unknown cards | by |
| --- | --- |
| none of a suit | 28-PLAY-4, 56-PLAY-3; 28-REV-1, 28-REV-4; 28-REV-3, 28-PAG-5 |
| nothing but a suit | 28-PLAY-3; 56-AUC-10, a redeal |
| at least one of a suit, and one of another | 56-AUC-9, 56-AUC-10 |
| not all of a suit with one side | 56-AUC-17 |
| few of a suit in the first batch | 28-HSE-7 |

A marked action (`irregular`) that the rules forbid is applied as it happened (`Tradition.force`), and the hand is
judged on.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.actions import Act, Ask, Call, Cot, Fold, Pass, Play, Redeal, Reveal
from engine.cards import CODE_OF, NO_CARD
from engine.errors import IllegalAction
from engine.events import Event, HandScored
from engine.fiftysix import state as fiftysix
from engine.fiftysix.calls import READABLE
from engine.game import deal_hands, evolve, packets, view
from engine.giving import Cards, Demands, Facts, given_out, no_demands, with_most
from engine.record import HandRecord, step_events
from engine.rules import RuleSet, State
from engine.twentyeight import state as twentyeight

_CODES_BY_CARDS = frozenset(
    {"must-follow-suit", "may-not-ask", "may-not-reveal", "must-play-trump", "may-not-lead-trump"}
)
_RULES_BY_CARDS = frozenset({"56-AUC-9", "56-AUC-10", "56-PLAY-7"})


class Broken(NamedTuple):
    """An action that breaks a rule; of a wrong deal there is neither action nor seat."""

    action: int | None
    seat: int | None
    refused: IllegalAction


class Run(NamedTuple):
    """A hand replayed with certain cards.

    Attributes:
        state: The state after the last action that was applied.
        events: The events, the deal first.
        places: The index of the action behind each event; None for the deal and for a director's ruling.
        reached: How many actions were applied.
        irregular: The marked actions that broke a rule and were applied all the same.
        broken: The action at which the replay ended, if the rules forbid one.
        facts: The known cards.
        hand: The hand, with the card of every fold.
    """

    state: State
    events: tuple[Event, ...]
    places: tuple[int | None, ...]
    reached: int
    irregular: tuple[Broken, ...]
    broken: Broken | None
    facts: Facts
    hand: HandRecord

    @property
    def scored(self) -> HandScored | None:
        """The score of the hand, if it was decided."""
        return next((event for event in reversed(self.events) if isinstance(event, HandScored)), None)


class Judged(NamedTuple):
    """A hand judged as far as its cards are known.

    Attributes:
        run: A replay with one way for the unknown cards to lie.
        broken: The first action that breaks a rule, whatever they are; None if there is none.
        irregular: All actions that do, where each is marked and applied; empty otherwise.
        ends: The replays in which the hand comes out differently, this one first; none after a violation that does not
            stand.
        facts: The known cards of the hand.
    """

    run: Run
    broken: Broken | None
    irregular: tuple[Broken, ...]
    ends: tuple[Run, ...]
    facts: Facts


def judge_hand(state: State, hand: HandRecord) -> Judged:
    """Judge a hand of which not all cards are known, or in which irregular actions stand.

    Args:
        state: The game before it.
        hand: The hand as written.

    Source: 28-AUD-0, 56-AUD-2, 56-AUD-3.
    """
    wrong = _wrong_deal(state, hand)
    if wrong is not None:
        facts = Facts((), (), ())
        run = Run(state, (), (), 0, (), Broken(None, None, wrong), facts, hand)
        return Judged(run, run.broken, (), (), facts)
    facts = facts_of(state.rules, hand)
    marks = frozenset(number for number, _ in hand.irregular)
    ends, stopped = _replays(state, hand, marks)
    if not ends:
        if marks:
            _, stopped = _replays(state, hand, frozenset())
        assert stopped is not None
        return Judged(stopped, stopped.broken, (), (), facts)
    doubtful = (
        set()
        if hand.unseen is None
        else {broken.action for end in ends for broken in end.irregular if _by_cards(broken)}
    )
    for number in sorted(marks & doubtful):
        # A mark on a legal action changes nothing, so it counts only where no cards make the action legal.
        without = _replays(state, hand, marks - {number})[0]
        if without:
            ends, marks = without, marks - {number}
    run = ends[0]
    ends += [other for end in ends if (other := _other_end(state, end, marks)) is not None]
    return Judged(run, run.irregular[0] if run.irregular else None, run.irregular, tuple(ends), facts)


def refusal_of(before: State, hand: HandRecord) -> Broken | None:
    """Return the action at which a hand stops, as no way for the unknown cards to lie allows it; None if it does not.

    Args:
        before: The game before the hand.
        hand: A hand that can have been dealt; its marked actions stand if they can.
    """
    ends, stopped = _replays(before, hand, frozenset(number for number, _ in hand.irregular))
    return None if ends or stopped is None else stopped.broken


def _wrong_deal(state: State, hand: HandRecord) -> IllegalAction | None:
    """Return why no such hand can have been dealt, or None. Source: 56-AUD-2, 28-DEAL-1, 56-DEAL-1."""
    rules = state.rules
    unseen = hand.unseen
    try:
        if unseen is None:
            deal_hands(state, hand.cards, dealer=hand.dealer)
            return None
        # First what is wrong whatever the cards are.
        deal_hands(state, packets(rules, rules.deck, hand.dealer), dealer=hand.dealer)
    except IllegalAction as refused:
        return refused
    rule = f"{rules.family}-DEAL-1"
    if any(len(cards) + more != rules.hand_size for cards, more in zip(hand.cards, unseen, strict=True)):
        return IllegalAction("wrong-deal", rule, "Every seat gets {count} cards.", count=rules.hand_size)
    if Counter(card for cards in hand.cards for card in cards) - Counter(rules.deck):
        return IllegalAction("wrong-deal", rule, "The cards are not the {count} of this game.", count=len(rules.deck))
    return None


def facts_of(rules: RuleSet, hand: HandRecord) -> Facts:
    """Return the known cards of a hand: those listed and those that came out.

    An action with a card that its seat cannot have had, and those after it, say nothing of the cards.
    """
    if hand.unseen is None:
        return Facts(hand.cards, (0,) * rules.players, ())
    known = [list(cards) for cards in hand.cards]
    unseen = list(hand.unseen)
    pool = Counter(rules.deck) - Counter(card for cards in known for card in cards)
    gone = [Counter[str]() for _ in known]
    for action in hand.actions:
        card = action.card if isinstance(action, Play | Fold) else NO_CARD
        if not card:
            continue
        seat = action.seat
        if isinstance(action, Play):
            gone[seat][card] += 1
        if max(gone[seat][card], 1) <= known[seat].count(card):
            continue
        if not unseen[seat] or not pool[card]:
            break
        known[seat].append(card)
        unseen[seat] -= 1
        pool[card] -= 1
    left = tuple(pool.elements())
    without = [seat for seat, count in enumerate(unseen) if count]
    if len(without) == 1:
        # All others are known, so these are too.
        known[without[0]] += left
        unseen[without[0]], left = 0, ()
    return Facts(tuple(tuple(cards) for cards in known), tuple(unseen), left)


def _replays(state: State, hand: HandRecord, marks: frozenset[int]) -> tuple[list[Run], Run | None]:
    """Return the replays of a hand to its end, one for each card that may have been folded unseen.

    Args:
        state: The game before the hand.
        hand: The hand.
        marks: The actions that stand though a rule forbids them.

    Returns:
        The replays, and if there are none the one that came furthest.
    """
    ends: list[Run] = []
    furthest: Run | None = None
    # Only a trump that came up says anything of the result.
    turned_up = any(isinstance(action, Ask | Reveal) for action in hand.actions)
    for written in _with_folds(state.rules, hand):
        run = _judged(state, written, facts_of(state.rules, written), marks, no_demands(state.rules))
        assert run is not None, "without demands there is a completion"
        if run.broken is None:
            ends.append(run)
            if not turned_up:
                break
        elif furthest is None or run.reached > furthest.reached:
            furthest = run
    return ends, None if ends else furthest


def _with_folds(rules: RuleSet, hand: HandRecord) -> Iterator[HandRecord]:
    """Yield a hand with every card that may have been folded where nobody saw which, of like cards one.

    Of a card that is never played nothing matters but its suit. A hand has two folds at most, and the first one goes
    back where another seat folds after it (28-TRUMP-1), so that it matters only where it stays.
    """
    folds = [number for number, action in enumerate(hand.actions) if isinstance(action, Fold)][:2]
    hidden = [number for number in folds if hand.actions[number].card == NO_CARD]  # type: ignore[union-attr]
    facts = facts_of(rules, hand)
    if not hidden or not any(any(cards) for cards in (*facts.cards, facts.pool)):
        yield hand
        return
    choices = []
    for number in hidden:
        seat = hand.actions[number].seat
        if facts.cards[seat] and len(folds) == 2 and number == folds[0] and hand.actions[folds[1]].seat != seat:
            choices.append([facts.cards[seat][0]])
        else:
            choices.append(_like_cards(hand, facts, seat))
    for chosen in product(*choices):
        actions = list(hand.actions)
        for number, card in zip(hidden, chosen, strict=True):
            actions[number] = Fold(actions[number].seat, card)
        yield replace(hand, actions=tuple(actions))


def _like_cards(hand: HandRecord, facts: Facts, seat: int) -> list[str]:
    """Return cards that a seat may have folded: each that it played, and of the others one a suit."""
    played = {action.card for action in hand.actions if isinstance(action, Play) and action.seat == seat}
    others = {card[0]: card for card in facts.cards[seat] if card not in played}
    if facts.unseen[seat]:
        others = {card[0]: card for card in facts.pool} | others
    return [*others.values(), *sorted(played & set(facts.cards[seat]))] or [NO_CARD]


def _judged(before: State, hand: HandRecord, facts: Facts, marks: frozenset[int], demands: Demands) -> Run | None:
    """Return the replay of a completion that no rule forbids, or else of one that comes furthest.

    Args:
        before: The game before the hand.
        hand: The hand.
        facts: Its known cards.
        marks: The actions that stand though a rule forbids them.
        demands: The demands on the unknown cards.

    Returns:
        The replay; None if the unknown cards cannot lie as demanded.
    """
    given = given_out(before.rules, facts, demands)
    if given is None:
        return None
    furthest = _replay(before, hand, facts, _completed(before.rules, hand, facts, given, demands), marks)
    if furthest.broken is None:
        return furthest
    for more in _ways(furthest, demands):
        run = _judged(before, hand, facts, marks, more) if more != demands else None
        if run is not None and (run.broken is None or run.reached > furthest.reached):
            furthest = run
        if furthest.broken is None:
            break
    return furthest


def _ways(run: Run, demands: Demands) -> Iterator[Demands]:
    """Yield the demands under which the action that was refused can be legal: one of them holds if it is."""
    assert run.broken is not None
    number, seat, refused = run.broken
    if number is None or seat is None:
        return
    state: Any = run.state
    rules: RuleSet = state.rules
    action = run.hand.actions[number]
    trick = view(state, None).trick
    if refused.code in ("must-follow-suit", "may-not-ask", "may-not-reveal"):
        if trick:
            yield _without(run, demands, seat, trick[0].card[0])
    elif refused.code == "must-play-trump":
        yield with_most(demands, {(seat, CODE_OF[state.contract.indicator][0]): 0})
    elif refused.code == "may-not-lead-trump":
        trump = CODE_OF[state.contract.indicator][0]
        yield with_most(demands, {(seat, suit): 0 for suit in rules.suits if suit != trump})
    elif refused.rule == "56-AUC-9" and isinstance(action, Call):
        yield demands._replace(least={**demands.least, (seat, READABLE[action.call].denomination): 1})
    elif refused.rule == "56-AUC-10" and isinstance(action, Call):
        yield with_most(demands, {(seat, READABLE[action.call].denomination): run.facts.unseen[seat] - 1})
    elif refused.rule == "56-AUC-10" and isinstance(action, Redeal):
        for suit in rules.suits:
            yield with_most(demands, {(seat, other): 0 for other in rules.suits if other != suit})
    elif refused.rule == "56-PLAY-7" and _one_side_has_all(state):
        yield demands._replace(apart=_apart(rules, run.facts, state.last.denomination))


def _by_cards(broken: Broken) -> bool:
    """Return whether an action may have been refused for the unknown cards: for what `_ways` asks something more."""
    return broken.refused.code in _CODES_BY_CARDS or broken.refused.rule in _RULES_BY_CARDS


def _without(run: Run, demands: Demands, seat: int, suit: str) -> Demands:
    """Return the demands and that a seat has nothing of a suit; in a four-card cot, nothing in its first batch."""
    if not isinstance(run.state, twentyeight.CotPlaying):
        return with_most(demands, {(seat, suit): 0})
    late = demands.late[seat] | {suit}
    played = [action.card for action in run.hand.actions if isinstance(action, Play) and action.seat == seat]
    free = sum(card[0] not in late for card in (Counter(run.facts.cards[seat]) - Counter(played)).elements())
    # As many unknown cards of other suits as it takes to fill the first batch.
    wanted = max(run.state.rules.batches[0] - len(played) - free, 0)
    most = run.facts.unseen[seat] - wanted
    return demands._replace(
        late=(*demands.late[:seat], late, *demands.late[seat + 1 :]),
        early=(*demands.early[:seat], most, *demands.early[seat + 1 :]),
    )


def _apart(rules: RuleSet, facts: Facts, suit: str) -> tuple[str, tuple[int, ...]]:
    """Return how many unknown cards of a suit each side has at most, if neither has all of it. Source: 56-AUC-17."""
    whole = sum(card[0] == suit for card in rules.deck)
    known = [sum(card[0] == suit for seat in seats for card in facts.cards[seat]) for seats in rules.sides]
    return suit, tuple(whole - 1 - count for count in known)


def _one_side_has_all(state: State) -> bool:
    """Return whether a hand was over with its auction, as one side had all the trumps. Source: 56-AUC-17."""
    return (
        isinstance(state, fiftysix.Between)
        and isinstance(state.last, fiftysix.Auction)
        and state.result is not None
        and state.result.outcome == "cancelled"
        and state.last.said[-1].word == "pass"
    )


def _other_end(before: State, run: Run, marks: frozenset[int]) -> Run | None:
    """Return a replay of a hand that ends with its auction in which it comes out the other way. Source: 56-AUC-17.

    The hand is cancelled if one side has all the trumps, and is still to be played if not.
    """
    rules, facts, state = before.rules, run.facts, run.state
    if not run.hand.actions or not isinstance(run.hand.actions[-1], Pass) or not any(facts.unseen):
        return None
    nothing = no_demands(rules)
    alternatives: list[Demands] = []
    if _one_side_has_all(state):
        alternatives = [nothing._replace(apart=_apart(rules, facts, state.last.denomination))]  # type: ignore[attr-defined]
    elif isinstance(state, fiftysix.Playing) and state.contract.trump:
        suit = state.contract.denomination
        alternatives = [
            with_most(nothing, {(seat, suit): 0 for seat in range(rules.players) if seat not in seats})
            for seats in rules.sides
        ]
    for demands in alternatives:
        other = _judged(before, run.hand, facts, marks, demands)
        if other is not None and other.broken is None and (other.scored is None) != (run.scored is None):
            return other
    return None


def _completed(rules: RuleSet, hand: HandRecord, facts: Facts, given: list[Counter[str]], demands: Demands) -> Cards:
    """Return every seat's cards with the unknown ones given out, in an order in which they can have been dealt.

    Of a hand with unseen cards nobody knows the order, so the card folded first is in the first batch (28-FOLD-2), and
    in a four-card cot the cards that were played (28-HSE-7).
    """
    if hand.unseen is None:
        return hand.cards
    pool: dict[str, list[str]] = {}
    for card in facts.pool:
        pool.setdefault(card[0], []).append(card)
    first: list[set[str]] = [set() for _ in facts.cards]
    folded = next((action for action in hand.actions if isinstance(action, Fold)), None)
    if folded is not None:
        first[folded.seat].add(folded.card)
    if any(isinstance(action, Cot) for action in hand.actions):
        for action in hand.actions:
            if isinstance(action, Play):
                first[action.seat].add(action.card)
    cards = []
    for seat, known in enumerate(facts.cards):
        held = [*known, *(pool[suit].pop() for suit, count in given[seat].items() for _ in range(count))]
        held.sort(key=lambda card: (card not in first[seat], card[0] in demands.late[seat]))
        cards.append(tuple(held))
    return tuple(cards)


def _replay(before: State, hand: HandRecord, facts: Facts, cards: Cards, marks: frozenset[int]) -> Run:
    """Replay a hand with all its cards as far as the rules allow; a marked action stands."""
    (dealt,) = deal_hands(before, cards, dealer=hand.dealer)
    state = evolve(before, dealt)
    events: list[Event] = [dealt]
    places: list[int | None] = [None]
    irregular: list[Broken] = []
    reached = 0
    broken: Broken | None = None
    for number, step in hand.steps:
        try:
            came = step_events(state, step)
        except IllegalAction as refused:
            broken = Broken(number, getattr(step, "seat", None), refused)
            came = state.rules.tradition.force(state, step) if number in marks and isinstance(step, Act) else []
            if not came:
                break
            irregular.append(broken)
            broken = None
        for event in came:
            events.append(event)
            places.append(number)
            state = evolve(state, event)
        reached += number is not None
    return Run(state, tuple(events), tuple(places), reached, tuple(irregular), broken, facts, hand)
