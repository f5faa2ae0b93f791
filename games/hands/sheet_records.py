"""Score sheets as records, and what the auditor says of their hands.

A hand that nobody wrote down card by card is in the record with all cards unseen and the result that stands on the
sheet, so that a whole game is a record whatever of it is known.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import engine
from engine import sheets
from engine.directed import DirectorsRuling, with_event
from engine.errors import SheetError
from engine.fiftysix import state as fiftysix
from engine.record import FORMAT, HandRecord, Result, result_of
from engine.twentyeight import state as twentyeight
from games.events.sheets import HandEntered
from games.sheets.reports import differences
from games.sheets.state import Entry, SheetState
from games.words.phrases import translated

_BETWEEN: Mapping[str, Any] = {"28": twentyeight.Between, "56": fiftysix.Between}


class SheetVerdict(msgspec.Struct, frozen=True):
    """What can be said of a hand on a sheet.

    Attributes:
        hand: The auditor's verdict on its calls and cards; of a hand that nobody wrote down `incomplete`, or `mismatch`
            if what stands on the sheet does not follow from the rules.
        written: It is written down card by card, as far as somebody noted the cards.
        reports: The members of the result in which the last reports of the sides differ, from each other or from the
            sheet.
    """

    hand: engine.HandVerdict
    written: bool
    reports: tuple[str, ...] = ()


def record_of_sheet(state: SheetState, names: Sequence[str], *, upto: int | None = None) -> engine.Record:
    """Return the record of the decided hands of a sheet.

    Args:
        state: The sheet.
        names: The players' names, a seat each.
        upto: The last hand to be in it; all by default.
    """
    return _record(state, names, [number for number in state.hands if upto is None or number <= upto])


def verdict_on(state: SheetState, number: int) -> SheetVerdict:
    """Judge a hand that stands on a sheet: its calls and cards if they are known, else the result itself.

    The hands before it count as they stand on the sheet.
    """
    entry, known = state.hands[number], state.facts_of(number)
    differing = differences(known.reports, range(len(state.rules.sides)), _told(entry))
    if known.record is None:
        return SheetVerdict(_verdict_on_result(entry), written=False, reports=differing)
    hands = [other for other in state.hands if other <= number]
    judged = engine.audit(_record(state, [""] * state.rules.players, hands, written=(number,)))
    verdicts = judged.hands if isinstance(judged.hands, tuple) else ()
    if len(verdicts) < len(hands):
        # What stands before it on the sheet leads nowhere: judge the hand by itself.
        judged = engine.audit(_record(state, [""] * state.rules.players, [number], written=(number,)))
        verdicts = judged.hands if isinstance(judged.hands, tuple) else ()
    verdict = verdicts[-1] if verdicts else engine.HandVerdict("incomplete")
    return SheetVerdict(verdict, written=True, reports=differing)


def hand_of(state: SheetState, number: int, *, written: bool = True) -> dict[str, Any]:
    """Return a hand of a sheet in record form, with the result that stands there.

    Args:
        state: The sheet.
        number: The number of the hand.
        written: With its calls and cards as far as they are known; else with its result alone.
    """
    entry = state.hands[number]
    scored = entry.find(engine.HandScored)
    known = state.facts_of(number).record if written else None
    hand: dict[str, Any] = dict(known or _unseen(state, entry))
    result = msgspec.to_builtins(result_of(scored))
    hand["result"] = {name: list(value) if isinstance(value, tuple) else value for name, value in result.items()}
    if "rulings" not in hand and (rulings := _rulings(state, number, len(hand["actions"]))):
        hand["rulings"] = msgspec.to_builtins(rulings)
    return hand


def written_hand(state: SheetState, number: int) -> HandRecord | None:
    """Return a hand as it was written down card by card; None if nobody did."""
    if state.facts_of(number).record is None:
        return None
    return _record(state, [""] * state.rules.players, [number], written=(number,)).hands[0]


def before_hand(state: SheetState, number: int) -> engine.State:
    """Return the game before a hand of a sheet, as it stands on the sheet."""
    if number == min(state.hands):
        return engine.new_game(state.rules)
    entries = state.standing_entries
    decided = entries.index(state.hands[number - 1])
    between: engine.State = _BETWEEN[state.rules.family](state.rules, entries[decided + 1].before.sheet.tally)
    return between


def _record(
    state: SheetState, names: Sequence[str], numbers: Sequence[int], written: Sequence[int] | None = None
) -> engine.Record:
    """Return the record of some hands; `written` are those with their calls and cards, by default all."""
    value = {
        "format": FORMAT,
        "rules": state.rules.id,
        "engine": state.rules.version,
        "options": state.rules.options,
        "players": list(names),
        "hands": [hand_of(state, number, written=written is None or number in written) for number in sorted(numbers)],
    }
    return engine.read_record(msgspec.json.decode(msgspec.json.encode(value)))


def _unseen(state: SheetState, entry: Entry) -> dict[str, Any]:
    """Return a hand of which nobody noted a card."""
    rules = state.rules
    return {
        "dealer": entry.before.sheet.dealer,
        "cards": [[] for _ in range(rules.players)],
        "unseen": [rules.hand_size] * rules.players,
        "actions": [],
    }


def _rulings(state: SheetState, number: int, actions: int) -> tuple[DirectorsRuling, ...]:
    """Return a director's rulings in a hand, after its actions: a sheet does not know after which."""
    rulings: tuple[DirectorsRuling, ...] = ()
    for entry in state.standing_entries:
        if entry.ruling and entry.event.hand == number:
            for event in (entry.event, *entry.followed):
                rulings = with_event(rulings, event, actions)
    return tuple(ruled for ruled in rulings if ruled.effects)


def _told(entry: Entry) -> Any:
    return entry.event.told if isinstance(entry.event, HandEntered) else None


def _verdict_on_result(entry: Entry) -> engine.HandVerdict:
    """Return the verdict on a hand of which only the result is known: whether it follows from what is written of it."""
    stands = result_of(entry.find(engine.HandScored))
    told = _told(entry)
    if told is None:
        return engine.HandVerdict("incomplete", result=stands)
    try:
        events = sheets.enter(entry.before.sheet, told)
    except SheetError as fault:
        return engine.HandVerdict("mismatch", code=fault.code, message=translated(fault.text, fault.members))
    result = result_of(next(event for event in events if isinstance(event, engine.HandScored)))
    differs = tuple(name for name in Result.__struct_fields__ if getattr(result, name) != getattr(stands, name))
    if differs:
        return engine.HandVerdict("mismatch", result=result, differs=differs)
    return engine.HandVerdict("incomplete", result=result)
