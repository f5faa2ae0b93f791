"""The effect of an event of play on a live table: the game, the clocks and the hand shown to spectators. Pure."""

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

import engine
from engine.reckoning import standing_of
from games.tables.state import promises
from games.tables.state.table import HandShown, TableState


def played(state: TableState, event: Any, at: datetime) -> TableState:
    """Return the table after an event of play.

    Raises:
        TypeError: A hand is dealt that was not promised.
    """
    turn = state.turn
    seats, timed_out, acted_at = state.seats, state.timed_out, state.acted_at
    changes: dict[str, Any] = {}
    if isinstance(event, engine.HandDealt):
        promises.check_dealt(state)
        changes = {
            "awaiting_deal": False,
            "cards": event.cards,
            "folded": (),
            "held": (),
            "refused": (),
            "questions": (),
            "before": standing_of(state.game),
            "paused_by": None,
        }
    elif isinstance(event, engine.GameFinished):
        changes = {"ended_at": at, "awaiting_deal": False}
    elif isinstance(event, engine.IrregularityRuled):
        changes = {"rulings": (*state.rulings, event)}
    elif isinstance(event, engine.ClaimMade | engine.HandAdjusted | engine.HandCancelled):
        changes = {"claim": None}
    elif isinstance(event, engine.TrumpFolded):
        changes = {"folded": (*state.folded, (event.seat, event.card))}
    number = getattr(event, "seat", None)
    # A trump that was asked for is turned up in the declarer's name, out of turn: no clock runs.
    mine = number == turn and not isinstance(event, engine.ClaimMade)
    if number is not None and (mine or isinstance(event, engine.Conceded)):
        seat = seats[number]
        if seat.attended and timed_out != number:
            reserve = seat.reserve
            if number == turn:
                over = (at - state.since) // timedelta(milliseconds=1) - state.terms.action_seconds * 1000
                reserve -= min(max(over, 0), reserve)
            if reserve != seat.reserve or seat.timeouts:
                seat = replace(seat, reserve=reserve, timeouts=0)
                seats = (*seats[:number], seat, *seats[number + 1 :])
            acted_at = at
        timed_out = None
    state = replace(
        state,
        game=engine.evolve(state.game, event),
        since=at,
        seats=seats,
        timed_out=timed_out,
        acted_at=acted_at,
        **changes,
    )
    return state if state.terms.shown_seat is None else _watched(state, event, at)


def _watched(state: TableState, event: Any, at: datetime) -> TableState:
    """Record the hand that the shown seat holds from now on."""
    seen = engine.view(state.game, state.terms.shown_seat)
    last = state.shown[-1] if state.shown else None
    if last is not None and (last.hand, last.cards) == (seen.hand_number, seen.hand):
        return state
    kept = tuple(shown for shown in state.shown if shown.hand == seen.hand_number)
    played = kept[-1].played if kept else ()
    if isinstance(event, engine.CardPlayed) and event.seat == state.terms.shown_seat:
        played = (*played, event.card)
    return replace(state, shown=(*kept, HandShown(at, seen.hand_number, seen.hand, played)))
