"""The log of a sheet in words: reports, what was entered, settled, corrected and taken back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games.events import sheets as events
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted
from games.models import SheetNote, SheetPass
from games.sheets.words import REASONS, closed_words, told_line
from games.words.events import listed, sentence
from games.words.notation import contract_notation

MAX_LINES: Final = 60
"""The lines of the log that a page shows, the latest ones."""
_SENTENCES: Final = (engine.IrregularityRuled, engine.RulingWithdrawn, ResultAdjusted, AdjustmentWithdrawn)
"""The events that have a sentence as at a live table."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A command in words. `note` is the reason as a scorer wrote it, `consequences` what followed on the sheet."""

    at: datetime
    text: str
    note: str
    consequences: tuple[str, ...]


class _Names:
    """The names that the log needs: of players, of passes, of seats."""

    def __init__(self, stored: Sequence[Any], seats: Sequence[str], rules: engine.RuleSet) -> None:
        actors = {event.actor for event in stored if event.actor}
        passes = SheetPass.objects.in_bulk([UUID(actor[5:]) for actor in actors if actor.startswith("pass:")])
        people = Player.objects.in_bulk([UUID(actor) for actor in actors if not actor.startswith("pass:")])
        self.seats, self.rules = seats, rules
        self._called: dict[str, str] = {str(pk): player.name for pk, player in people.items()}
        for pk, held in passes.items():
            self._called[f"pass:{pk}"] = _("The phone of {names}").format(names=self.sides(held.sides))

    def of(self, actor: str) -> str:
        """Return the name of an author."""
        return self._called.get(actor) or _("Somebody")

    def sides(self, sides: Iterable[int]) -> str:
        """Return sides by the names of their players."""
        return listed([self.seats[seat] for side in sides for seat in self.rules.sides[side]])


def log_lines(
    stored: Sequence[Any], *, sheet_id: UUID, names: Sequence[str], rules: engine.RuleSet
) -> tuple[LogLine, ...]:
    """Return the log of a sheet, a line for each command, the latest first.

    Args:
        stored: The stored events of the sheet.
        sheet_id: Its id.
        names: The names by seat.
        rules: Its rule set.
    """
    called = _Names(stored, names, rules)
    notes: Mapping[int, str] = dict(SheetNote.objects.filter(sheet=sheet_id).values_list("version", "text"))
    lines = []
    for _command, group in groupby(stored, key=lambda event: event.command):
        command = list(group)
        first = command[0]
        text = _text(first, called)
        if text:
            rest = tuple(_consequences(command[1:]))
            lines.append(LogLine(first.recorded_at, text, notes.get(first.version, ""), rest))
    return tuple(reversed(lines[-MAX_LINES:]))


def _text(stored: Any, called: _Names) -> str:
    say = _SAYS.get(type(stored.event))
    if say is not None:
        return say(stored.event, called.of(stored.actor), called)
    if isinstance(stored.event, _SENTENCES):
        return sentence(stored.event, called.seats, called.rules)
    return ""


def _consequences(rest: Sequence[Any]) -> Iterable[str]:
    """Say which hands came to be entered by a command, and which were reckoned again."""
    consequences = [stored.event for stored in rest]
    gone = any(isinstance(event, events.EntryWithdrawn | engine.RulingWithdrawn) for event in consequences)
    entered = [event.hand for event in consequences if isinstance(event, events.HandEntered)]
    if gone and entered:
        first, last = min(entered), max(entered)
        if first == last:
            yield _("Hand {number} is scored again.").format(number=first)
        else:
            yield _("Hands {first} to {last} are scored again.").format(first=first, last=last)
    elif entered:
        for number in entered:
            yield _("Hand {number} is entered.").format(number=number)
    elif gone:
        yield _("Later entries are undone too.")


def _reported(event: events.HandReported, who: str, called: _Names) -> str:
    members = {"who": who, "number": event.hand, "names": called.sides(event.sides)}
    if event.told is None:
        return _("{who} withdraws the report of hand {number}.").format(**members)
    line = told_line(event.told, called.seats)
    return _("{who} reports hand {number} for {names}: {line}.").format(line=line, **members)


def _settled(event: events.HandSettled, who: str, called: _Names) -> str:
    members = {
        "who": who, "number": event.hand, "line": told_line(event.told, called.seats),
        "reason": str(REASONS[event.reason]),
    }  # fmt: skip
    if event.was is None:
        return _("{who} settles hand {number}: {line}. Reason: {reason}.").format(**members)
    if event.was == event.told:
        return _("{who} confirms hand {number} as it is entered. Reason: {reason}.").format(**members)
    was = told_line(event.was, called.seats)
    return _("{who} corrects hand {number}. It was: {was}. It is: {line}. Reason: {reason}.").format(was=was, **members)


def _contract(event: events.ContractNoted, who: str, called: _Names) -> str:
    contract = contract_notation(event.number, event.denomination, event.doubled)
    return _("{who} notes the contract of hand {number}: {contract} by {name}.").format(
        who=who, number=event.hand, contract=contract, name=called.seats[event.declarer]
    )


_SAYS: Final[Mapping[type, Callable[[Any, str, _Names], str]]] = {
    events.SheetOpened: lambda event, who, called: _("{who} opens the sheet.").format(who=who),
    events.ContractNoted: _contract,
    events.HandReported: _reported,
    events.HandSettled: _settled,
    events.ReportsCleared: lambda event, who, called: _("{who} clears the reports of hand {number}.").format(
        who=who, number=event.hand
    ),
    events.HandEntered: lambda event, who, called: _("{who} enters hand {number}: {line}.").format(
        who=who, number=event.hand, line=told_line(event.told, called.seats)
    ),
    events.HandTranscribed: lambda event, who, called: _("{who} enters the cards of hand {number}.").format(
        who=who, number=event.hand
    ),
    events.MatchStopped: lambda event, who, called: _("{who} ends the match.").format(who=who),
    events.SheetClosed: lambda event, who, called: closed_words(event.reason),
    events.SheetReopened: lambda event, who, called: _("The sheet is open again."),
    events.EntryWithdrawn: lambda event, who, called: _("{who} undoes the last entry.").format(who=who),
    engine.PenaltyCardLifted: lambda event, who, called: sentence(event, called.seats, called.rules),
}
