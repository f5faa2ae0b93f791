"""Conceding, scoring a hand, and deciding the game.

| rule | where |
| --- | --- |
| 28-CON-1, 28-CON-2, 28-CON-3 | `judge_concede_early`, `judge_concede_in_play`, `may_concede` |
| 28-CON-4 | `score_conceded`; 28-SCO-1: `has_made`; 28-SCO-4, 28-AUD-6: `score_hand` |
| 28-SCO-2, 28-SCO-3, 28-PAG-6 | `score_contract`; what contracts are worth is `TwentyEight.bands` |
| 28-THANI-3, 28-COT-1 | `score_alone`, `score_played_out` |
| 28-WIK-4 | `kunukku_off`, `_kunukku_events` |
| 28-WIK-6 | `score_passed_out` |
| 28-END-2, 28-END-3, 28-PAG-7, 28-WIK-5, 28-BOOK-2 | `winners_after` |

How stakes and kunukku move is each rule set's own (`TwentyEight.settle`). The score of a hand follows from the rules,
the standing before it and its contract, without a card: `engine.twentyeight.sheet` scores by the same functions.
"""

from msgspec.structs import replace

from engine.actions import Concede
from engine.errors import IllegalAction
from engine.events import Conceded, Event, GameFinished, HandScored, KunukkuPlaced, KunukkuRemoved
from engine.options import Elimination, Hands, Target
from engine.standing import ahead
from engine.twentyeight.ruleset import Settled, TwentyEight
from engine.twentyeight.state import Between, Contract, Deciding, Folding, Game, Hand, Playing, Solo, Tally


def judge_concede_early(state: Folding | Deciding, action: Concede) -> list[Event]:
    """Judge a concession in place of a fold. Source: 28-CON-1, 28-CON-2."""
    if isinstance(state, Folding):
        contract = Contract(state.bidder, state.bid, 1, 0, 0)
    else:
        contract = Contract(state.declarer, state.bid, state.bid_auction, 0, 0)
    if action.seat != contract.declarer:
        raise _not_the_bid_winner()
    return [Conceded(action.seat), *score_conceded(state.rules, state.tally, contract)]


def judge_concede_in_play(state: Playing, action: Concede) -> list[Event]:
    """Judge a concession during play, in turn or not. Source: 28-CON-1, 28-CON-2, 28-CON-3."""
    if action.seat != state.contract.declarer:
        raise _not_the_bid_winner()
    if not may_concede(state):
        raise IllegalAction(
            "may-not-concede", "28-CON-3", "Your side has already made the bid, so you may not concede."
        )
    return [Conceded(action.seat), *score_conceded(state.rules, state.tally, state.contract)]


def _not_the_bid_winner() -> IllegalAction:
    """Return the refusal of anybody else's concession."""
    return IllegalAction("may-not-concede", "28-CON-2", "Only the bid winner may concede.")


def score_conceded(rules: TwentyEight, tally: Tally, contract: Contract) -> list[Event]:
    """Return the events that decide a conceded hand: it scores as failed. Source: 28-CON-4."""
    change = -rules.band_of(contract.bid, contract.auction).failed
    return score_hand(rules, tally, contract, "conceded", None, change)


def may_concede(state: Playing) -> bool:
    """Return whether the declarer may still concede. Source: 28-CON-3."""
    return not has_made(state)


def has_made(state: Playing) -> bool:
    """Return whether the declarer's side has taken the contract in card points. Source: 28-SCO-1."""
    contract = state.contract
    return state.points[state.rules.side_of(contract.declarer)] >= contract.bid


def score_played_out(state: Playing) -> list[Event]:
    """Return the outcome of a hand whose last card is played.

    Source: 28-SCO-1 to 28-SCO-3, 28-PAG-6, 28-THANI-3, 28-COT-1.
    """
    rules, tally, contract, solo = state.rules, state.tally, state.contract, state.contract.solo
    if solo is not None:
        won = all(trick.winner == solo.seat for trick in state.tricks)
        return score_alone(rules, tally, contract, solo, state.points, won=won)
    times = 2 if rules.cot and one_camp_took_all(state) else 1
    return score_contract(rules, tally, contract, state.points, made=has_made(state), times=times)


def score_contract(
    rules: TwentyEight,
    tally: Tally,
    contract: Contract,
    points: tuple[int, ...] | None,
    *,
    made: bool,
    times: int = 1,
) -> list[Event]:
    """Return the events that decide a hand by the value of its contract.

    Args:
        rules: The rule set.
        tally: The standing before the hand.
        contract: The contract.
        points: The card points taken, by side; None if nobody counted them.
        made: Whether the declarer's side wins.
        times: How often it counts.

    Source: 28-SCO-2, 28-SCO-3, 28-PAG-6.
    """
    band = rules.band_of(contract.bid, contract.auction)
    outcome, change = ("made", band.made) if made else ("failed", -band.failed)
    return score_hand(rules, tally, contract, outcome, points, times * change)


def score_alone(
    rules: TwentyEight, tally: Tally, contract: Contract, solo: Solo, points: tuple[int, ...] | None, *, won: bool
) -> list[Event]:
    """Return the events that decide a hand in which one player went for every trick. Source: 28-THANI-3."""
    outcome, change = ("made", solo.won) if won else ("failed", -solo.lost)
    return score_hand(rules, tally, contract, outcome, points, change, scorer=solo.seat)


def one_camp_took_all(state: Playing) -> bool:
    """Return whether the declarer's side, or the others together, took every trick. Source: 28-COT-1."""
    rules = state.rules
    declaring = rules.side_of(state.contract.declarer)
    return len({rules.side_of(trick.winner) == declaring for trick in state.tricks}) == 1


def score_passed_out(rules: TwentyEight, tally: Tally) -> list[Event]:
    """Return the outcome of a hand that nobody bid on: nothing changes hands. Source: 28-WIK-6, 28-AUD-6."""
    scored = HandScored(
        hand=tally.hand,
        outcome="passed_out",
        declarer=None,
        bid=None,
        points=None,
        game_points=(0,) * len(rules.sides),
        stakes=tally.stakes,
        score=tally.score,
        kunukku=tally.kunukku,
    )
    return [scored]


def score_hand(
    rules: TwentyEight,
    tally: Tally,
    contract: Contract,
    outcome: str,
    points: tuple[int, ...] | None,
    change: int,
    scorer: int | None = None,
) -> list[Event]:
    """Return the events that decide a hand, and the game with it if so.

    Args:
        rules: The rule set.
        tally: The standing before the hand.
        contract: The contract of the hand.
        outcome: `made`, `failed` or `conceded`.
        points: The card points taken, by side; None where they do not matter.
        change: The game points of the scorer's side.
        scorer: The seat whose side scores; the declarer if left out.

    Source: 28-SCO-4, 28-AUD-6.
    """
    scorer = contract.declarer if scorer is None else scorer
    scoring = rules.side_of(scorer)
    game_points = tuple(change if side == scoring else 0 for side in range(len(rules.sides)))
    settled = rules.settle(rules, tally, scorer, change, outcome == "made") if rules.settle else Settled()
    scored = HandScored(
        hand=tally.hand,
        outcome=outcome,
        declarer=contract.declarer,
        bid=contract.bid or None,
        points=points,
        game_points=game_points,
        stakes=settled.stakes,
        score=tally.score and tuple(old + new for old, new in zip(tally.score, game_points, strict=True)),
        kunukku=tally.kunukku
        and tuple(worn - (seat in settled.off) + (seat in settled.on) for seat, worn in enumerate(tally.kunukku)),
        salaams=tally.salaams and tuple(made + (seat in settled.salaams) for seat, made in enumerate(tally.salaams)),
    )
    return [*_kunukku_events(settled), *_decided(rules, tally, scored)]


def kunukku_off(rules: TwentyEight, tally: Tally, declarer: int) -> tuple[int, ...]:
    """Return the seats that take a kunukku off after a made contract.

    Args:
        rules: The rule set.
        tally: The standing before the hand.
        declarer: The seat that bid it, or played alone.

    Source: 28-WIK-4.
    """
    worn = tally.kunukku
    if not worn:
        return ()
    team = rules.sides[rules.side_of(declarer)]
    just_put_on = all(tally.put_on[seat] == tally.hand - 1 for seat in team)
    return tuple(seat for seat in (team if just_put_on else (declarer,)) if worn[seat])


def _kunukku_events(settled: Settled) -> list[Event]:
    """Return the events of kunukku taken off and put on, in this order. Source: 28-WIK-4."""
    events: list[Event] = []
    if settled.off:
        events.append(KunukkuRemoved(settled.off))
    if settled.on:
        events.append(KunukkuPlaced(settled.on))
    return events


def _decided(rules: TwentyEight, tally: Tally, scored: HandScored) -> list[Event]:
    """Return the score of a hand as events: with the game's end, if the hand decides it.

    Args:
        rules: The rule set.
        tally: The standing before the hand.
        scored: The hand's score.
    """
    winners = winners_after(rules, tally_after(tally, scored))
    return [scored, GameFinished(winners)] if winners else [scored]


def tally_after(tally: Tally, scored: HandScored) -> Tally:
    """Return the standing after a hand. Source: 28-WIK-5: a passed-out hand does not count."""
    return replace(
        tally,
        stakes=scored.stakes,
        score=scored.score,
        kunukku=scored.kunukku,
        salaams=scored.salaams,
        counted=tally.counted + (scored.outcome != "passed_out"),
    )


def winners_after(rules: TwentyEight, tally: Tally) -> tuple[int, ...]:
    """Return the sides that have won with this standing; empty while the game goes on.

    Source: 28-END-2, 28-END-3, 28-PAG-7, 28-WIK-5, 28-BOOK-2.
    """
    ending = rules.ending
    kept = tally.stakes or tally.score or ()
    if isinstance(ending, Elimination):
        return tuple(side for side, left in enumerate(kept) if left) if 0 in kept else ()
    if isinstance(ending, Target):
        return tuple(side for side, total in enumerate(kept) if total >= ending.game_points)
    if isinstance(ending, Hands) and tally.counted >= ending.count:
        return ahead(rules, tally.stakes, tally.score, tally.kunukku)
    return ()


def apply_conceded(state: Hand, event: Conceded) -> Game:
    """Return the state with the hand over and not scored yet."""
    return Between(state.rules, state.tally, last=state)


def apply_kunukku_off(state: Playing, event: KunukkuRemoved) -> Game:
    """Return the state with a kunukku less on each of these seats. Source: 28-WIK-4."""
    return replace(state, tally=taken_off(state.tally, event.seats))


def apply_kunukku_on(state: Playing, event: KunukkuPlaced) -> Game:
    """Return the state with a kunukku more on each of these seats, put on in this hand. Source: 28-WIK-3."""
    return replace(state, tally=put_on(state.tally, event.seats))


def taken_off(tally: Tally, seats: tuple[int, ...]) -> Tally:
    """Return the standing with a kunukku less on each of these seats. Source: 28-WIK-4."""
    return replace(tally, kunukku=tuple(worn - (seat in seats) for seat, worn in enumerate(tally.kunukku or ())))


def put_on(tally: Tally, seats: tuple[int, ...]) -> Tally:
    """Return the standing with a kunukku more on each of these seats, put on in its hand. Source: 28-WIK-3."""
    last = tuple(tally.hand if seat in seats else hand for seat, hand in enumerate(tally.put_on))
    worn = tuple(count + (seat in seats) for seat, count in enumerate(tally.kunukku or ()))
    return replace(tally, kunukku=worn, put_on=last)


def apply_scored(state: Hand | Between, event: HandScored) -> Game:
    """Return the state between two hands, with the accounts of the event."""
    last = state.last if isinstance(state, Between) else state
    return Between(state.rules, tally_after(state.tally, event), last, event)


def apply_finished(state: Between, event: GameFinished) -> Game:
    """Return the state of a decided game."""
    return replace(state, tally=replace(state.tally, finished=True, winners=event.winners))
