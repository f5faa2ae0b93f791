"""The section of time: what each action took, whose clock ran out, and who acted for whom.

Connections are kept in Redis alone and leave no trace in the log, so nothing is known of them.
"""

from datetime import timedelta
from typing import Any

import engine
from engine.record import action_of
from games.audits.material import Material, Moment
from games.audits.report import Fact, Finding, Section
from games.events import tables as events
from games.tables.state.table import SeatState

NAME = "time"
_MILLISECOND = timedelta(milliseconds=1)


def timing(material: Material) -> Section:
    """Tell how long each action took, and which of them somebody else did for the player."""
    if not material.is_table:
        return Section(NAME, True, (), (Finding("no-clock", "unknown"),))
    terms = material.stored[0].event
    members = {"action_seconds": terms.action_seconds, "reserve_seconds": terms.reserve_seconds}
    looked_at = [Fact("clock", members=members)]
    findings: list[Finding] = []
    reserve = _reserves(material)
    asked = False
    for moment in material.moments:
        event, step = moment.stored.event, material.step_at(moment.stored.version)
        if isinstance(event, engine.HandDealt):
            looked_at += _seated(moment)
        elif _is_action(event) and event.seat == moment.before.turn:
            looked_at.append(_thought(moment, step, reserve))
        elif _is_action(event) and not asked:
            # A concession or a claim beside one's turn: no clock ran for it.
            looked_at.append(Fact("beside-turn", step, members={"seat": event.seat}))
        elif (finding := _noticed(event, step)) is not None:
            findings.append(finding)
        # A trump that was asked for is turned up by the asking.
        asked = isinstance(event, engine.TrumpAsked)
    findings.append(Finding("connections", "unknown"))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _is_action(event: Any) -> bool:
    return isinstance(event, engine.Event) and action_of(event) is not None


def _seated(moment: Moment) -> list[Fact]:
    """Return who holds each seat at the deal: a person, a bot of the house, or a bot for somebody."""
    return [
        Fact("seat", 0, members={"seat": number, "by": _holder(seat)})
        for number, seat in enumerate(moment.before.seats)
    ]


def _holder(seat: SeatState) -> str:
    if seat.bot:
        return "bot"
    if seat.left:
        return "bot-for-leaver"
    return "bot-for-absent" if seat.sat_in else "person"


def _reserves(material: Material) -> dict[int, list[tuple[int, int]]]:
    """Return the reserve of each seat after each event of the hand, by version."""
    kept: dict[int, list[tuple[int, int]]] = {}
    for moment in material.moments:
        # The state before an event is that after the one before it.
        for number, seat in enumerate(moment.before.seats):
            kept.setdefault(number, []).append((moment.before.version, seat.reserve))
    return kept


def _thought(moment: Moment, step: int | None, reserves: dict[int, list[tuple[int, int]]]) -> Fact:
    """Return an action with its time and its doer."""
    state, stored = moment.before, moment.stored
    seat = stored.event.seat
    holder = _holder(state.seats[seat])
    if holder == "person" and state.timed_out == seat:
        holder = "server"
    before = state.seats[seat].reserve
    after = next((left for version, left in reserves[seat] if version >= stored.version), before)
    members = {
        "seat": seat,
        "ms": max(0, (stored.recorded_at - state.since) // _MILLISECOND),
        "reserve_used_ms": before - after,
        "by": holder,
    }
    return Fact("action", step, members=members)


def _noticed(event: Any, step: int | None) -> Finding | None:
    """Return what happened around an action, if it is worth knowing."""
    match event:
        case events.TurnTimedOut():
            return Finding("timed-out", "notice", step, members={"seat": event.seat})
        case events.BotSatIn():
            return Finding("bot-sat-in", "notice", step, members={"seat": event.seat})
        case events.PlayerReturned():
            return Finding("returned", "notice", step, members={"seat": event.seat})
        case events.SeatLeft():
            return Finding("left", "notice", step, members={"seat": event.seat})
        case events.PlayerSubstituted() if event.player == event.replaced:
            return Finding("back-at-seat", "notice", step, members={"seat": event.seat})
        case events.PlayerSubstituted():
            return Finding("substituted", "notice", step, members={"seat": event.seat})
        case events.PlayPaused():
            return Finding("paused", "notice", 0, members={"seat": event.seat})
    return None
