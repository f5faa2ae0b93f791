"""Folding a table's stream: the effect of each event of people, clocks and deals. Pure."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec.structs import replace

import engine
from games.events import tables as events
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted
from games.tables.state import claims, promises, questions
from games.tables.state.playing import played
from games.tables.state.table import Note, SeatState, TableState
from games.words import events as words

NOTES_KEPT = 12


def fold(state: TableState | None, stored: Any) -> TableState:
    """Return the table after an event.

    Args:
        state: The table before it; None before the first.
        stored: The `store.StoredEvent`, sealed members opened.

    Raises:
        TypeError: The event has no place at this moment.
    """
    event = stored.event
    if state is None:
        if not isinstance(event, events.TableOpened):
            raise TypeError(f"{type(event).__name__} cannot be a table's first event")
        return _opened(stored.stream, event, stored.recorded_at)
    at = stored.recorded_at
    apply = _APPLIERS.get(type(event))
    state = played(state, event, at) if apply is None else apply(state, event, at)
    notes = state.notes
    if words.is_told(event):
        notes = (*notes[-NOTES_KEPT + 1 :], Note(stored.version, _without_sealed(event)))
    moved = state.moved if isinstance(event, questions.QUIET) else stored.version
    return replace(state, version=stored.version, moved=moved, notes=notes)


def fold_all(state: TableState | None, stored: Iterable[Any]) -> TableState | None:
    """Return the table after some events."""
    for one in stored:
        state = fold(state, one)
    return state


def _without_sealed(event: Any) -> Any:
    """Return an event without its sealed members."""
    sealed = type(event).sealed_fields
    return replace(event, **{name: () if name == "cards" else "" for name in sealed}) if sealed else event


def _opened(stream: UUID, terms: events.TableOpened, at: datetime) -> TableState:
    rules = engine.load_rules(terms.rules, terms.options, version=terms.engine)
    reserve = terms.reserve_seconds * 1000
    return TableState(
        stream=stream,
        version=1,
        terms=terms,
        rules=rules,
        seats=(SeatState(reserve=reserve),) * rules.players,
        game=engine.new_game(rules),
        opened_at=at,
        since=at,
        acted_at=at,
    )


def _with_seat(state: TableState, number: int, **changes: Any) -> TableState:
    seats = state.seats
    changed = replace(seats[number], **changes)
    return replace(state, seats=(*seats[:number], changed, *seats[number + 1 :]))


def _taken(state: TableState, event: events.SeatTaken, at: datetime) -> TableState:
    state = _with_seat(
        state, event.seat, player=event.player, bot=event.bot, level=event.level, left=False, sat_in=False, timeouts=0
    )
    state = _with_seat(state, event.seat, seated=state.version + 1)
    return replace(state, since=at, acted_at=at)


def _left(state: TableState, event: events.SeatLeft, at: datetime) -> TableState:
    if state.began_at is None:
        return _with_seat(state, event.seat, player="", bot=False, level="")
    state = replace(state, held=(*state.held, (event.seat, event.player)))
    return _with_seat(state, event.seat, left=True, sat_in=False, timeouts=0)


def _substituted(state: TableState, event: events.PlayerSubstituted, at: datetime) -> TableState:
    # An account that takes over its visiting player in the middle of a hand changes nothing for the player named next.
    kept = state.seats[event.seat].next if state.is_running and event.player != event.replaced else ""
    following = "" if kept == event.player else kept
    state = _with_seat(
        state, event.seat, player=event.player, bot=False, level="", left=False, sat_in=False, timeouts=0,
        next=following,
    )  # fmt: skip
    # A player who leaves and sits down again gains no time, and keeps the earlier messages.
    if event.player != event.replaced:
        # In the middle of a hand only when an account takes over its visiting player, and in old logs.
        since = state.hand if state.is_running else state.next_hand
        state = _with_seat(state, event.seat, seated=state.version + 1, since=since)
        state = _restarted(state, event.seat, at)
    return replace(state, acted_at=at)


def _named(state: TableState, event: events.SubstituteNamed, at: datetime) -> TableState:
    return replace(_with_seat(state, event.seat, next=event.player), acted_at=at)


def _withdrew(state: TableState, event: events.SubstituteWithdrew, at: datetime) -> TableState:
    return _with_seat(state, event.seat, next="")


def _sat_in(state: TableState, event: events.BotSatIn, at: datetime) -> TableState:
    return _restarted(_with_seat(state, event.seat, sat_in=True), event.seat, at)


def _returned(state: TableState, event: events.PlayerReturned, at: datetime) -> TableState:
    state = _with_seat(state, event.seat, sat_in=False, timeouts=0)
    return replace(_restarted(state, event.seat, at), acted_at=at)


def _restarted(state: TableState, seat: int, at: datetime) -> TableState:
    """Restart the time of a seat, if it is its turn."""
    return replace(state, since=at) if state.turn == seat else state


def _timed_out(state: TableState, event: events.TurnTimedOut, at: datetime) -> TableState:
    timeouts = state.seats[event.seat].timeouts + 1
    return replace(_with_seat(state, event.seat, timeouts=timeouts, reserve=0), timed_out=event.seat)


def _paused(state: TableState, event: events.PlayPaused, at: datetime) -> TableState:
    return replace(state, paused_by=event.seat, paused_at=at, acted_at=at)


def _resumed(state: TableState, event: events.PlayResumed, at: datetime) -> TableState:
    return replace(state, paused_by=None, resumed_at=at, acted_at=state.acted_at if event.seat is None else at)


def _hand_opened(state: TableState, event: events.HandOpened, at: datetime) -> TableState:
    # For everyone else: the table itself has known all of it since the deal.
    return state


def _conceded(state: TableState, event: events.HandConceded, at: datetime) -> TableState:
    # The claim that follows has the effect on the hand.
    return replace(state, acted_at=at)


def _closed(state: TableState, event: events.TableClosed, at: datetime) -> TableState:
    return replace(state, closed=True, ended_at=at)


def _stopped(state: TableState, event: events.GameStopped, at: datetime) -> TableState:
    if event.at_once:
        return replace(state, stopped=True, closed=True, ended_at=at, awaiting_deal=False, claim=None)
    return replace(state, stopped=True)


def _adjusted(state: TableState, event: ResultAdjusted, at: datetime) -> TableState:
    return replace(state, adjustments=(*state.adjustments, event), winners_now=event.winners)


def _unadjusted(state: TableState, event: AdjustmentWithdrawn, at: datetime) -> TableState:
    left = tuple(each for each in state.adjustments if each.adjustment != event.adjustment)
    return replace(state, adjustments=left, winners_now=event.winners if left else None)


_APPLIERS: dict[type[Any], Callable[[TableState, Any, datetime], TableState]] = {
    events.SeatTaken: _taken,
    events.SeatLeft: _left,
    events.PlayerSubstituted: _substituted,
    events.SubstituteNamed: _named,
    events.SubstituteWithdrew: _withdrew,
    events.BotSatIn: _sat_in,
    events.PlayerReturned: _returned,
    events.TurnTimedOut: _timed_out,
    events.PlayPaused: _paused,
    events.PlayResumed: _resumed,
    events.ClaimProposed: claims.proposed,
    events.ClaimAgreed: claims.agreed,
    events.ClaimObjected: claims.objected,
    events.HandConceded: _conceded,
    events.MeaningAsked: questions.asked,
    events.MeaningAdded: questions.added,
    events.DealCommitted: promises.committed,
    events.EntropyCommitted: promises.number_committed,
    events.EntropiesClosed: promises.closed,
    events.EntropyGiven: promises.number_given,
    events.HandOpened: _hand_opened,
    events.GameStopped: _stopped,
    events.TableClosed: _closed,
    ResultAdjusted: _adjusted,
    AdjustmentWithdrawn: _unadjusted,
}
