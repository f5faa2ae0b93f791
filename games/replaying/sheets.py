"""Replaying a score sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

import engine
from engine import sheets
from engine.fiftysix import rulings
from engine.fiftysix import sheet as fiftysix
from games.events import sheets as events
from games.replaying.adjusting import expected_adjustment
from games.replaying.refused import Refused, compare, require
from games.rescoring.reading import ADJUSTING
from games.sheets import reckoning
from games.sheets.reckoning import ruling_of, with_consequences
from games.sheets.state import CLOSING, SheetState, fold


def replay_sheet(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a sheet, deciding each command anew with the engine from the sheet before it.

    Raises:
        Refused: An event has no place there, or its score or ruling is not the engine's.
    """
    state: SheetState | None = None
    past: list[Any] = []
    for command in commands:
        first = command[0]
        adjusts = isinstance(first.event, ADJUSTING)
        by_server = adjusts or isinstance(first.event, CLOSING)
        require(first.actor or by_server, first, "nobody did it, and the server writes nothing else on a sheet")
        if state is None:
            by = first.event.opened_by
            require(by in (None, first.actor), first, "its actor is not the one whom it names")
        try:
            expected = [first.event] if state is None else _expected(state, first, past)
            if state is not None and not adjusts:
                expected = with_consequences(state, expected, at=first.recorded_at, actor=first.actor)
            compare(command, expected)
            require(len(command) == len(expected), command[-1], "it does not follow from its command")
            for one in command:
                state = fold(state, one)
            past += command
        except Refused:
            raise
        except engine.SheetError as fault:
            raise Refused(first.version, f"the sheet refuses it: {fault.code}") from None
        except Exception as fault:
            raise Refused(first.version, f"it cannot be replayed: {type(fault).__name__}") from None


def _expected(state: SheetState, one: Any, past: Sequence[Any]) -> Sequence[Any]:
    """Return the events of a command by its first; `past` is all that is stored before it.

    Raises:
        Refused: No command begins with it now.
        SheetError: The sheet refuses it.
    """
    event, sheet, last = one.event, state.sheet, state.last
    if isinstance(event, ADJUSTING):
        return expected_adjustment(past, one)
    match event:
        case events.SheetClosed():
            require(state.is_running, one, "the sheet does not run")
            return [event]
        case events.SheetReopened():
            require(state.closed, one, "the sheet is not closed")
            return [event]
    written = isinstance(event, events.HandTranscribed)
    require(written or not state.adjustments, one, "a result is adjusted, and nothing is entered while that stands")
    require(written or not state.closed, one, "the sheet is closed, and nothing is entered while it is")
    match event:
        case events.ContractNoted():
            contract = fiftysix.contract_of(
                state.rules,  # type: ignore[arg-type]
                event.declarer, event.number, event.denomination, event.doubled,
            )  # fmt: skip
            fiftysix.note_contract(sheet, contract)
            return [_replaced(event, hand=sheet.running.hand)]
        case events.HandEntered():
            require(event.source == "scorer", one, "it follows from no report")
            return reckoning.enter_hand(state, event.told, "scorer")
        case events.HandReported() | events.HandSettled():
            if event.told is not None:
                sheets.check(state.rules, event.told)
            return [event]
        case events.ReportsCleared() | events.HandTranscribed():
            return [event]
        case engine.IrregularityRuled():
            return rulings.rule(sheet, ruling_of(event))
        case engine.PenaltyCardLifted():
            lies = any((lying.seat, lying.card) == (event.seat, event.card) for lying in state.standing.cards)
            require(lies, one, "no such penalty card lies open")
            return [event]
        case events.MatchStopped():
            return reckoning.stop(state)
        case engine.RulingWithdrawn():
            ruled = last is not None and isinstance(last.event, engine.IrregularityRuled)
            require(ruled and last is not None and last.ruling == event.ruling, one, "that is not the last ruling")
            return [event]
        case events.EntryWithdrawn():
            entered = last is not None and not isinstance(last.event, engine.IrregularityRuled)
            require(entered and last is not None and last.version == event.entry, one, "that is not the last entry")
            return [event]
    raise Refused(one.version, f"{one.type} has no place here")


def _replaced(event: Any, **members: Any) -> Any:
    return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__} | members)
