"""Calls and cards that a rule forbids and that the table let stand, in a game of 56.

A record may say so of an action (`docs/reference/record-format.md`). The event is that of the legal action; each is
applied as the table did: an insufficient or inadmissible call stands (56-IRR-11, 56-IRR-13), a call or lead out of turn
is accepted (56-IRR-3, 56-IRR-9, 56-IRR-16, 56-IRR-17), a revoke stays (56-IRR-24).
"""

from typing import Any

from msgspec.structs import replace

from engine.actions import Act, Call, Double, Play, Redeal, Redouble
from engine.errors import IllegalAction
from engine.events import CallMade, Doubled, Event, RedealCalled, Redoubled
from engine.fiftysix.calls import HIGHEST, LOWEST, READABLE
from engine.fiftysix.cards import UNIT
from engine.fiftysix.play import judge_play
from engine.fiftysix.score import score_unplayed
from engine.fiftysix.state import Auction, Game, Playing


def force(state: Game, action: Act) -> list[Event]:
    """Return the events of a forbidden action that stands, or none if the game cannot go on from it."""
    if isinstance(state, Auction):
        return _call(state, action)
    if isinstance(state, Playing) and isinstance(action, Play):
        return _play(state, action)
    return []


def _call(state: Auction, action: Act) -> list[Event]:
    """Return the events of a call out of turn, or of one that the moment or the cards forbid."""
    if action.seat != state.turn:
        state = replace(state, turn=action.seat)
        judge: Any = state.rules.tradition.judges[Auction].get(type(action))
        try:
            events: list[Event] = judge(state, action) if judge else []
        except IllegalAction:
            return _call(state, action)
        return events
    seat = action.seat
    if isinstance(action, Call):
        called = READABLE[action.call]
        number = called.number_over(state.bid)
        if LOWEST <= number <= HIGHEST:
            return [CallMade(seat, action.call, number, called.denomination)]
    elif isinstance(action, Double) and state.bid and not state.doubled:
        return [Doubled(seat)]
    elif isinstance(action, Redouble) and state.doubled == 1:
        return [Redoubled(seat)]
    elif isinstance(action, Redeal):
        return [RedealCalled(seat), *score_unplayed(state, "cancelled")]
    return []


def _play(state: Playing, action: Play) -> list[Event]:
    """Return the events of a revoke or of a lead out of turn: of the card, as if the seat held no other."""
    seat, unit = action.seat, UNIT.get(action.card, 0)
    if not state.held[seat] & 3 * unit or (state.trick and seat != state.turn):
        return []
    held = (*state.held[:seat], unit, *state.held[seat + 1 :])
    return judge_play(replace(state, turn=seat, held=held), action)
