"""Playing tricks.

| rule | where |
| --- | --- |
| 28-PLAY-2 to 28-PLAY-6, 28-REV-3, 28-REV-5, 28-PAG-5 | `judge_play` |
| 28-PLAY-1, 28-PLAY-7, 28-TRICK-4, 28-PAG-4, 28-THANI-2 | `apply_played` |
| 28-TRICK-1, 28-TRICK-2, 28-TRICK-3, 28-BOOK-3, 28-W8-2 | `trick_winner` |

The first two functions run for every card of every replay, so they work on masks, look each member up once and
build one value. `benchmarks/bench_engine.py` measures them. `play_on` is both of them for a run of cards.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.actions import Action, Ask, Play, Reveal
from engine.cards import BIT, POINTS, SUIT_CARDS, SUIT_OF_MASK, bits_of, codes_of
from engine.errors import IllegalAction
from engine.events import CardPlayed, Event
from engine.refusals import card_not_held, must_follow
from engine.twentyeight.refusals import not_your_turn
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.state import Playing, TrumpedTrick


def judge_play(state: Playing, action: Play) -> list[Event]:
    """Judge a card. Source: 28-PLAY-2, 28-REV-5, 28-REV-3, 28-PLAY-4, 28-PLAY-3, in this order; 28-PLAY-6."""
    seat = action.seat
    if seat != state.turn:
        raise not_your_turn()
    bit = BIT.get(action.card, 0)
    hand = state.deal.hands[seat] & ~state.gone
    trick = state.trick
    if not bit & hand:
        # With an empty hand only the hidden indicator can be left, and it alone may be played then.
        contract = state.contract
        if hand or state.trump or bit != contract.indicator or seat != contract.declarer:
            raise card_not_held("28-PLAY-2")
    elif must := state.must:
        if not bit & must and hand & must:
            raise _bound(state)
    elif trick:
        led = state.led
        if not bit & led and hand & led:
            raise must_follow("28-PLAY-4", SUIT_OF_MASK[led])
    elif not state.trump and seat == state.contract.declarer:
        trump = state.contract.trump
        if bit & trump and hand & ~trump:
            raise IllegalAction("may-not-lead-trump", "28-PLAY-3", "While the trump is hidden you may not lead it.")
    event = CardPlayed(seat, action.card)
    if len(trick) == state.rules.players - 1 and len(state.tricks) == state.deal.size - 1:
        return [event, *state.rules.score_played_out(apply_played(state, event))]
    return [event]


def _bound(state: Playing) -> IllegalAction:
    """Return the refusal of a card other than the one an ask or a reveal calls for."""
    if state.must == state.contract.indicator:
        return IllegalAction("must-play-indicator", "28-REV-5", "You turned the trump up, so you must play that card.")
    if state.turn == state.contract.declarer:
        return IllegalAction("must-play-trump", "28-PAG-5", "You turned the trump up, so you must play a trump.")
    return IllegalAction(
        "must-play-trump", "28-REV-3", "You asked for the trump and hold one, so you must play a trump."
    )


def apply_played(state: Playing, event: CardPlayed) -> Playing:
    """Return the state after a card. Source: 28-PLAY-1, 28-PLAY-6."""
    bit = BIT[event.card]
    seat = event.seat
    gone = state.gone
    if bit & gone:
        # Only the hidden indicator is out of every hand and yet unplayed: playing it turns it up, before it
        # counts.
        state = replace(state, trump=state.contract.trump, turned_by=seat, plain=plain_cards(state))
    trick = state.trick
    rules = state.rules
    players = rules.players
    turn = seat + 1
    if turn == players:
        turn = 0
    if not trick:
        return replace(state, gone=gone | bit, turn=turn, trick=(bit,), led=SUIT_CARDS[bit])
    trick += (bit,)
    if len(trick) < players:
        return replace(state, gone=gone | bit, turn=turn, trick=trick, must=0)
    trump = state.trump
    points = 0
    for card in trick:
        points += POINTS[card]
    plain = state.plain
    winner = trick_winner(rules, trick, turn, state.led, trump, plain)
    side = rules.side_of(winner)
    taken = state.points
    return replace(
        state,
        gone=gone | bit,
        turn=winner,
        trick=(),
        must=0,
        points=(*taken[:side], taken[side] + points, *taken[side + 1 :]),
        tricks=(*state.tricks, TrumpedTrick(turn, trick, winner, points, trump, plain)),
        plain=0,
    )


def play_on(state: Playing, plays: Sequence[Play]) -> tuple[Playing, int]:
    """Play cards in a row, as `engine.game.play_on` says: `judge_play` and `apply_played` without a state a card.

    It stops before a card that turns the trump up, and before the last one of the hand.
    """
    rules, hands, contract, trump = state.rules, state.deal.hands, state.contract, state.trump
    players, bit_of, points_of = rules.players, BIT.get, POINTS.__getitem__
    declarer = -1 if trump else contract.declarer
    gone, turn, led, must, plain = state.gone, state.turn, state.led, state.must, state.plain
    trick, tricks, points = state.trick, list(state.tricks), list(state.points)
    left = (state.deal.size - len(tricks)) * players - len(trick)
    played = 0
    for play in plays[: max(left - 1, 0)]:
        seat = play.seat
        bit = bit_of(play.card, 0)
        hand = hands[turn] & ~gone
        if seat != turn or not bit & hand:
            break
        if must:
            if not bit & must and hand & must:
                break
        elif trick:
            if not bit & led and hand & led:
                break
        elif seat == declarer and bit & contract.trump and hand & ~contract.trump:
            break
        played += 1
        gone |= bit
        turn = (seat + 1) % players
        if not trick:
            trick, led = (bit,), SUIT_CARDS[bit]
            continue
        trick += (bit,)
        must = 0
        if len(trick) == players:
            taken = sum(map(points_of, trick))
            winner = trick_winner(rules, trick, turn, led, trump, plain)
            points[rules.side_of(winner)] += taken
            tricks.append(TrumpedTrick(turn, trick, winner, taken, trump, plain))
            turn, trick, plain = winner, (), 0
    after = replace(
        state, gone=gone, turn=turn, trick=trick, led=led, must=must, points=tuple(points), tricks=tuple(tricks),
        plain=plain,
    )  # fmt: skip
    return after, played


def plain_cards(state: Playing) -> int:
    """Return the number of cards of the running trick that can never be trumps, if the trump is turned up now.

    Source: 28-TRICK-2, 28-BOOK-3.
    """
    return 0 if state.rules.early_trumps else len(state.trick)


def trick_winner(rules: TwentyEight, trick: tuple[int, ...], leader: int, led: int, trump: int, plain: int = 0) -> int:
    """Return the seat that takes a trick, or would take it as it lies.

    Args:
        rules: The rule set.
        trick: The bits of the cards, in the order played.
        leader: The seat that led.
        led: The mask of the suit led.
        trump: The trump suit's mask once it is up, else 0.
        plain: The number of cards, from the first, that are never trumps.

    Returns:
        A seat number.

    Source: 28-TRICK-1, 28-TRICK-2, 28-TRICK-3, 28-BOOK-3, 28-W8-2.
    """
    cards, trumps = sum(trick), 0
    if trump:
        if plain:
            for card in trick[plain:]:
                trumps |= card & trump
        else:
            trumps = cards & trump
    best = trumps or cards & led
    if level := best & rules.level:
        place = min(trick.index(card) for card in bits_of(level))
    else:
        # The lowest bit of a suit is its highest card.
        place = trick.index(best & -best)
    return (leader + place) % rules.players


def playable(state: Playing, seat: int) -> int:
    """Return the cards that the seat in turn may play, as a mask.

    Source: 28-PLAY-2 to 28-PLAY-6, 28-REV-3, 28-REV-5.
    """
    hand = state.held(seat)
    contract = state.contract
    hidden = not state.trump
    if not hand:
        # Nothing but the hidden indicator is left.
        return contract.indicator if hidden and seat == contract.declarer else 0
    if state.must:
        return hand & state.must or hand
    if state.trick:
        return hand & state.led or hand
    if hidden and seat == contract.declarer:
        return hand & ~contract.trump or hand
    return hand


def legal(state: Playing, seat: int) -> list[Action]:
    """Return everything a seat may do now: cards in game order, then ask or reveal."""
    if seat != state.turn:
        return []
    actions: list[Action] = [Play(seat, card) for card in codes_of(playable(state, seat))]
    if not state.trump and state.trick and not state.held(seat) & state.led:
        actions.append(Reveal(seat) if seat == state.contract.declarer else Ask(seat))
    return actions


def reason_of(trick: TrumpedTrick) -> str:
    """Return why a trick was won, as in `engine.views.TrickTaken`. Source: 28-TRICK-1, 28-TRICK-3."""
    trumps = [card for card in trick.cards[trick.plain :] if card & trick.trump]
    if not trumps:
        return "highest-led"
    if trick.cards[0] & trick.trump and not trick.plain:
        return "trump-led"
    return "only-trump" if len(trumps) == 1 else "highest-trump"
