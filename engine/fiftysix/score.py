"""Scoring a hand, and deciding the match.

| rule | where |
| --- | --- |
| 56-CON-3, 56-SCORE-1 | `_score` |
| 56-SCORE-2 | `score_unplayed` |
| 56-SCORE-3, 56-SCORE-4 | `FiftySix.stake` |
| 56-PLAY-6 | `score_claimed` |
| 56-SCORE-5 | `_score`, `score_unplayed` |
| 56-MATCH-1 to 56-MATCH-3, 56-MATCH-5 | `decided`, `_games_after`, `_winners_after`, `apply_scored` |
"""

from msgspec.structs import replace

from engine.events import Event, GameFinished, HandScored
from engine.fiftysix.cards import ALL_POINTS
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.state import Auction, Between, Game, Playing, Tally
from engine.options import Games, Hands
from engine.standing import ahead


def score_unplayed(state: Auction, outcome: str) -> list[Event]:
    """Return the events that decide a hand without play: nothing is scored.

    Args:
        state: The hand.
        outcome: `passed_out` or `cancelled`.

    Source: 56-SCORE-2, 56-SCORE-5.
    """
    tally = state.tally
    scored = HandScored(
        hand=tally.hand,
        outcome=outcome,
        declarer=None,
        bid=None,
        points=None,
        game_points=None,
        score=tally.score,
    )
    return decided(state.rules, tally, scored)


def score_played_out(state: Playing) -> list[Event]:
    """Return the events that decide a hand whose last card is played. Source: 56-CON-3, 56-PLAY-5."""
    return _score(state, state.points)


def score_claimed(state: Playing, seat: int) -> list[Event]:
    """Return the events that decide a hand by a seat's claim. Source: 56-PLAY-6, 56-SCORE-5."""
    taken = list(state.points)
    taken[state.rules.side_of(seat)] += ALL_POINTS - sum(taken)
    return _score(state, tuple(taken), claimed=True)


def _score(state: Playing, points: tuple[int, ...], *, claimed: bool = False) -> list[Event]:
    """Return the events that decide a played hand.

    Args:
        state: The hand.
        points: The card points of each side.
        claimed: Whether the hand ended by a claim.

    Source: 56-CON-3, 56-SCORE-1, 56-SCORE-3, 56-SCORE-5.
    """
    rules, tally, contract = state.rules, state.tally, state.contract
    declaring = rules.side_of(contract.declarer)
    made = points[declaring] >= contract.number
    stake = rules.stake(contract.number, contract.doubled, made=made)
    score = tuple(total + stake * ((side == declaring) == made) for side, total in enumerate(tally.score))
    scored = HandScored(
        hand=tally.hand,
        outcome="claimed" if claimed else "made" if made else "failed",
        declarer=contract.declarer,
        bid=contract.number,
        points=points,
        game_points=None,
        score=score,
        denomination=contract.denomination,
        doubled=contract.doubled,
    )
    return decided(rules, tally, scored)


def decided(rules: FiftySix, tally: Tally, scored: HandScored) -> list[Event]:
    """Return the score of a hand as events: with the games won by it, and the match's end if it decides that.

    Args:
        rules: The rule set.
        tally: The standing in the hand.
        scored: The score of the hand; its `games` are still to be filled in.

    Source: 56-MATCH-1, 56-MATCH-2.
    """
    scored = replace(scored, games=_games_after(rules, tally, scored.score or ()))
    winners = _winners_after(rules, _tally_after(tally, scored))
    return [scored, GameFinished(winners)] if winners else [scored]


def _games_after(rules: FiftySix, tally: Tally, score: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the games each side has won, with this score after a hand. Source: 56-MATCH-2."""
    ending, games = rules.ending, tally.games
    if not isinstance(ending, Games) or games is None:
        return None
    first = max(score)
    if first < ending.target or first - min(score) < ending.lead:
        return games
    return tuple(won + (total == first) for won, total in zip(games, score, strict=True))


def _tally_after(tally: Tally, scored: HandScored) -> Tally:
    """Return the standing after a hand, but for the end of the match. Source: 56-DEAL-4, 56-MATCH-1, 56-MATCH-2."""
    cancelled = scored.outcome == "cancelled"
    return replace(
        tally,
        score=scored.score,
        games=scored.games,
        counted=tally.counted + (not cancelled),
        cancelled=cancelled,
        game_won=scored.games != tally.games,
    )


def _winners_after(rules: FiftySix, tally: Tally) -> tuple[int, ...]:
    """Return the sides that have won with this standing; empty while the match goes on.

    Source: 56-MATCH-1, 56-MATCH-2, 56-MATCH-3.
    """
    ending = rules.ending
    if isinstance(ending, Hands) and tally.counted >= ending.count:
        return ahead(rules, None, tally.score)
    if isinstance(ending, Games) and tally.games is not None:
        return tuple(side for side, won in enumerate(tally.games) if 2 * won > ending.best_of)
    return ()


def apply_scored(state: Playing | Between, event: HandScored) -> Game:
    """Return the state between two hands, with the accounts of the event."""
    last = state.last if isinstance(state, Between) else state
    return Between(state.rules, _tally_after(state.tally, event), last, event)


def apply_finished(state: Between, event: GameFinished) -> Game:
    """Return the state of a decided match."""
    return replace(state, tally=replace(state.tally, finished=True, winners=event.winners))
