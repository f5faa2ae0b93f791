"""Conceding, scoring a hand, and deciding the game.

| rule | where |
| --- | --- |
| 28-CON-1, 28-CON-2, 28-CON-3 | `judge_concede_early`, `judge_concede_in_play`, `may_concede` |
| 28-CON-4, 28-SCO-1, 28-SCO-4 | `_score` |
| 28-END-2, 28-END-3 | `winners_after` |

The amounts and how stakes move are each tradition's own (`TwentyEight.game_points`, `TwentyEight.settle`).
"""

from msgspec.structs import replace

from engine.actions import Concede
from engine.errors import IllegalAction
from engine.events import Conceded, Event, GameFinished, HandScored
from engine.twentyeight.ruleset import Elimination, Hands, TwentyEight
from engine.twentyeight.state import Between, Contract, Deciding, Folding, Game, Hand, Playing


def judge_concede_early(state: Folding | Deciding, action: Concede) -> list[Event]:
    """Judge a concession in place of a fold. Source: 28-CON-1, 28-CON-2."""
    if isinstance(state, Folding):
        contract = Contract(state.bidder, state.bid, 1, 0, 0)
    else:
        contract = Contract(state.declarer, state.bid, state.bid_auction, 0, 0)
    if action.seat != contract.declarer:
        raise _not_the_bid_winner()
    return [Conceded(action.seat), *_score(state, contract, "conceded", None)]


def judge_concede_in_play(state: Playing, action: Concede) -> list[Event]:
    """Judge a concession during play, in turn or not. Source: 28-CON-1, 28-CON-2, 28-CON-3."""
    if action.seat != state.contract.declarer:
        raise _not_the_bid_winner()
    if not may_concede(state):
        raise IllegalAction("may-not-concede", "28-CON-3", "Your side has made the bid already.")
    return [Conceded(action.seat), *_score(state, state.contract, "conceded", None)]


def _not_the_bid_winner() -> IllegalAction:
    """Return the refusal of anybody else's concession."""
    return IllegalAction("may-not-concede", "28-CON-2", "Only the bid winner may concede.")


def may_concede(state: Playing) -> bool:
    """Say whether the declarer may still concede. Source: 28-CON-3."""
    contract = state.contract
    return state.points[state.rules.side_of(contract.declarer)] < contract.bid


def score_played_out(state: Playing) -> list[Event]:
    """Return the outcome of a hand whose last card is played. Source: 28-SCO-1."""
    outcome = "failed" if may_concede(state) else "made"
    return _score(state, state.contract, outcome, state.points)


def _score(state: Hand, contract: Contract, outcome: str, points: tuple[int, ...] | None) -> list[Event]:
    """Return the events that decide a hand, and the game with it if so.

    Source: 28-SCO-4, 28-CON-4, 28-AUD-6.
    """
    rules, tally = state.rules, state.tally
    change = rules.game_points(rules, contract.bid, contract.auction, outcome == "made")
    declaring = rules.side_of(contract.declarer)
    game_points = tuple(change if side == declaring else 0 for side in range(len(rules.sides)))
    stakes = score = None
    if tally.stakes is not None:
        stakes = rules.settle(rules, tally.stakes, contract.declarer, change)
    if tally.score is not None:
        score = tuple(old + new for old, new in zip(tally.score, game_points, strict=True))
    scored = HandScored(
        hand=tally.hand,
        outcome=outcome,
        declarer=contract.declarer,
        bid=contract.bid,
        points=points,
        game_points=game_points,
        stakes=stakes,
        score=score,
    )
    winners = winners_after(rules, tally.hand, stakes or score or ())
    return [scored, GameFinished(winners)] if winners else [scored]


def winners_after(rules: TwentyEight, hand: int, standing: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sides that have won after a hand; empty while the game goes on.

    Args:
        rules: The rule set.
        hand: The number of the hand just decided, from 1.
        standing: Stakes or score by side.

    Source: 28-END-2, 28-END-3.
    """
    ending = rules.ending
    if isinstance(ending, Elimination):
        return tuple(side for side, left in enumerate(standing) if left) if 0 in standing else ()
    if isinstance(ending, Hands):
        best = max(standing)
        return tuple(side for side, total in enumerate(standing) if total == best) if hand >= ending.count else ()
    return tuple(side for side, total in enumerate(standing) if total >= ending.game_points)


def apply_conceded(state: Hand, event: Conceded) -> Game:
    """Return the state with the hand over and not scored yet."""
    return Between(state.rules, state.tally, last=state)


def apply_scored(state: Hand | Between, event: HandScored) -> Game:
    """Return the state between two hands, with the stakes or score of the event."""
    tally = replace(state.tally, stakes=event.stakes, score=event.score)
    last = state.last if isinstance(state, Between) else state
    return Between(state.rules, tally, last, event)


def apply_finished(state: Between, event: GameFinished) -> Game:
    """Return the state of a decided game."""
    return replace(state, tally=replace(state.tally, finished=True, winners=event.winners))
