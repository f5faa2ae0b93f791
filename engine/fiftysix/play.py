"""Playing tricks, and claiming the rest of them.

| rule | where |
| --- | --- |
| 56-PLAY-2, 56-PLAY-3, in the order of 56-AUD-4 | `judge_play` |
| 56-PLAY-1, 56-PLAY-5 | `apply_played` |
| 56-PLAY-4 | `trick_winner` |
| 56-PLAY-6 | `judge_claim` |

The first two run for every card of every replay, so they look each member up once and build one value.
`benchmarks/bench_engine.py` measures them. `play_on` is both of them for a run of cards.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.actions import Action, Claim, Play
from engine.events import CardPlayed, ClaimMade, Event
from engine.fiftysix.cards import POINTS, SUIT_CARDS, SUIT_OF_MASK, UNIT, kinds_of
from engine.fiftysix.score import score_claimed, score_played_out
from engine.fiftysix.state import Between, Game, Playing
from engine.refusals import card_not_held, must_follow, not_your_turn
from engine.tricks import Trick


def judge_play(state: Playing, action: Play) -> list[Event]:
    """Judge a card. Source: 56-PLAY-1, 56-PLAY-2, 56-PLAY-3, in this order."""
    seat = action.seat
    if seat != state.turn:
        raise not_your_turn("56-PLAY-1")
    unit = UNIT.get(action.card, 0)
    hand = state.held[seat]
    if not hand & 3 * unit:
        raise card_not_held("56-PLAY-2")
    trick = state.trick
    event = CardPlayed(seat, action.card)
    if not trick:
        return [event]
    led = state.led
    if not unit & led and hand & led:
        raise must_follow("56-PLAY-3", SUIT_OF_MASK[led])
    rules = state.rules
    if len(trick) == rules.players - 1 and len(state.tricks) == rules.hand_size - 1:
        return [event, *score_played_out(apply_played(state, event))]
    return [event]


def apply_played(state: Playing, event: CardPlayed) -> Playing:
    """Return the state after a card. Source: 56-PLAY-1, 56-PLAY-4."""
    unit = UNIT[event.card]
    seat = event.seat
    cards = state.held
    cards = (*cards[:seat], cards[seat] - unit, *cards[seat + 1 :])
    trick = state.trick
    players = state.rules.players
    turn = seat + 1
    if turn == players:
        turn = 0
    if not trick:
        return replace(state, held=cards, turn=turn, trick=(unit,), led=SUIT_CARDS[unit])
    trick += (unit,)
    if len(trick) < players:
        return replace(state, held=cards, turn=turn, trick=trick)
    points = 0
    for card in trick:
        points += POINTS[card]
    winner = trick_winner(trick, turn, state.led, state.contract.trump, players)
    side = state.rules.side_of(winner)
    taken = state.points
    return replace(
        state,
        held=cards,
        turn=winner,
        trick=(),
        points=(*taken[:side], taken[side] + points, *taken[side + 1 :]),
        tricks=(*state.tricks, Trick(turn, trick, winner, points)),
    )


def play_on(state: Playing, plays: Sequence[Play]) -> tuple[Playing, int]:
    """Play cards in a row, as `engine.game.play_on` says: `judge_play` and `apply_played` without a state a card.

    It stops before the last card of the hand.
    """
    rules, trump = state.rules, state.contract.trump
    players, unit_of, points_of = rules.players, UNIT.get, POINTS.__getitem__
    turn, led, trick = state.turn, state.led, state.trick
    held, tricks, points = list(state.held), list(state.tricks), list(state.points)
    left = (rules.hand_size - len(tricks)) * players - len(trick)
    played = 0
    for play in plays[: max(left - 1, 0)]:
        seat = play.seat
        unit = unit_of(play.card, 0)
        hand = held[turn]
        if seat != turn or not hand & 3 * unit:
            break
        if trick and not unit & led and hand & led:
            break
        played += 1
        held[seat] = hand - unit
        turn = (seat + 1) % players
        if not trick:
            trick, led = (unit,), SUIT_CARDS[unit]
            continue
        trick += (unit,)
        if len(trick) == players:
            taken = sum(map(points_of, trick))
            winner = trick_winner(trick, turn, led, trump, players)
            points[rules.side_of(winner)] += taken
            tricks.append(Trick(turn, trick, winner, taken))
            turn, trick = winner, ()
    after = replace(
        state, held=tuple(held), turn=turn, trick=trick, led=led, points=tuple(points), tricks=tuple(tricks)
    )
    return after, played


def trick_winner(trick: tuple[int, ...], leader: int, led: int, trump: int, players: int) -> int:
    """Return the seat that takes a trick, or would take it as it lies.

    Args:
        trick: The units of the cards, in the order played.
        leader: The seat that led.
        led: The mask of the suit led.
        trump: The trump suit's mask; 0 in no trump.
        players: The number of players at the table.

    Returns:
        A seat number.

    Source: 56-PLAY-4.
    """
    cards = 0
    for card in trick:
        cards |= card
    best = cards & trump or cards & led
    # The lowest bit of a suit is its highest card; the first of two equal cards is found first.
    return (leader + trick.index(best & -best)) % players


def judge_claim(state: Playing, action: Claim) -> list[Event]:
    """Judge a claim, in turn or not: any seat at the table may. Source: 56-PLAY-6."""
    if not 0 <= action.seat < state.rules.players:
        raise not_your_turn("56-PLAY-6")
    return [ClaimMade(action.seat), *score_claimed(state, action.seat)]


def apply_claimed(state: Playing, event: ClaimMade) -> Game:
    """Return the state with the hand over and not scored yet."""
    return Between(state.rules, state.tally, last=state)


def playable(state: Playing, seat: int) -> int:
    """Return the cards that the seat in turn may play. Source: 56-PLAY-2, 56-PLAY-3."""
    hand = state.held[seat]
    return (hand & state.led if state.trick else 0) or hand


def legal(state: Playing, seat: int) -> list[Action]:
    """Return everything a seat may do now: in turn its cards in game order, each once; then the claim."""
    if not 0 <= seat < state.rules.players:
        return []
    cards = kinds_of(playable(state, seat)) if seat == state.turn else ()
    return [*(Play(seat, card) for card in cards), Claim(seat)]


def reason_of(trick: Trick, trump: int) -> str:
    """Return why a trick was won, as in `engine.views.TrickTaken`. Source: 56-PLAY-4."""
    trumps = sum(bool(card & trump) for card in trick.cards)
    if not trumps:
        return "highest-led"
    if trick.cards[0] & trump:
        return "trump-led"
    return "only-trump" if trumps == 1 else "highest-trump"
