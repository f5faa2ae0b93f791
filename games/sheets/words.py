"""A hand of a sheet in words: member by member, as one line, and beside other hands."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.utils.translation import pgettext_lazy as pgettext

import engine
from engine.written import SheetHand
from games.words.events import denomination_words
from games.words.notation import contract_notation
from games.words.outcomes import outcome_word

ALONE: Final[Mapping[str, Any]] = {
    "thani": gettext_lazy("thani"),
    "late_thani": gettext_lazy("late thani"),
    "cot": gettext_lazy("four-card cot"),
}
SURRENDERS: Final[Mapping[str, Any]] = {
    "accepted": gettext_lazy("surrender accepted"),
    "refused": gettext_lazy("surrender refused"),
}
AUCTIONS: Final[Mapping[int, Any]] = {1: gettext_lazy("first auction"), 2: gettext_lazy("second auction or raise")}
DOUBLES: Final[Mapping[int, Any]] = {
    0: pgettext("doubled", "no"),
    1: gettext_lazy("doubled"),
    2: gettext_lazy("redoubled"),
}
MEMBERS: Final[Mapping[str, Any]] = {
    "told": gettext_lazy("The report"),
    "outcome": gettext_lazy("Outcome"),
    "declarer": gettext_lazy("Declarer"),
    "number": gettext_lazy("Bid"),
    "denomination": gettext_lazy("Trump"),
    "doubled": gettext_lazy("Doubled"),
    "auction": gettext_lazy("Auction"),
    "points": gettext_lazy("Card points"),
    "shares": gettext_lazy("Card points by side"),
    "alone": gettext_lazy("Alone"),
    "soloist": gettext_lazy("Thani said by"),
    "swept": gettext_lazy("All tricks"),
    "surrender": gettext_lazy("Surrender"),
}
"""The labels of the members of `SheetHand`, and of the whole."""
REASONS: Final[Mapping[str, Any]] = {
    "differed": gettext_lazy("the reports differed"),
    "slip": gettext_lazy("a slip of the pen"),
    "miscounted": gettext_lazy("a miscount"),
    "ruled": gettext_lazy("a ruling"),
    "other": pgettext("reason", "something else"),
}
"""Why a hand is settled, by the code of the event."""
_CLOSED: Final[Mapping[str, Any]] = {
    "desk": gettext_lazy("The result was entered at the desk."),
    "captains": gettext_lazy("The captains agreed on the result."),
    "called-off": gettext_lazy("This game was called off and has no result."),
}


def closed_words(reason: str) -> str:
    """Return why a sheet is closed, by the code of the event; empty for one that is not."""
    return str(_CLOSED.get(reason, ""))


def unit_words(rules: engine.RuleSet, tally: Any) -> str:
    """Return the unit of the sides' totals, as a heading."""
    if tally.stakes is not None:
        return _("Base cards") if tally.kunukku is not None else _("Stakes")
    return _("Stake points") if rules.family == "56" else _("Game points")


def on_one_phone(sides: int) -> str:
    """Return the words for a pass that speaks for all of so many sides."""
    return _("Both sides, on one phone") if sides == 2 else _("All sides, on one phone")


def told_contract(told: SheetHand) -> str:
    """Return the contract of a hand in words: "34♠ doubled", "20", "cot"; empty where nobody had one."""
    if told.declarer is None or (told.number is None and told.alone != "cot"):
        return ""
    return contract_notation(told.number, told.denomination, told.doubled)


def contract_by(name: str, number: int | None, denomination: str | None = None, doubled: int | None = None) -> str:
    """Return a contract with its declarer: "34♠ by Ammini". As `games.words.notation.contract_notation`."""
    return _("{contract} by {name}").format(contract=contract_notation(number, denomination, doubled), name=name)


def told_extras(told: SheetHand, names: Sequence[str]) -> tuple[str, ...]:
    """Return what is written of a hand beside contract, outcome and points."""
    extras = [] if told.auction is None else [str(AUCTIONS[told.auction])]
    if told.alone == "late_thani" and told.soloist is not None:
        extras.append(_("late thani of {name}").format(name=names[told.soloist]))
    elif told.alone and told.alone != "cot":
        extras.append(str(ALONE[told.alone]))
    if told.swept:
        extras.append(_("all tricks"))
    if told.surrender:
        extras.append(str(SURRENDERS[told.surrender]))
    return tuple(extras)


def told_line(told: SheetHand | None, names: Sequence[str]) -> str:
    """Return a hand in one line: "34♠ by Ammini, made, 40 card points"; of a report taken back, that it was."""
    if told is None:
        return _("withdrawn")
    parts = []
    if told.declarer is not None and told_contract(told):
        parts.append(contract_by(names[told.declarer], told.number, told.denomination, told.doubled))
    parts += [*told_extras(told, names), outcome_word(told.outcome)]
    if told.points is not None:
        parts.append(ngettext("{count} card point", "{count} card points", told.points).format(count=told.points))
    return ", ".join(parts)


def told_rows(
    hands: Sequence[SheetHand | None], names: Sequence[str], marked: Sequence[str] = ()
) -> tuple[tuple[str, tuple[str, ...], bool], ...]:
    """Return hands beside each other, member by member: label, a value each, and whether it is one that differs.

    Members that none of them has are left out, but for those that are marked.
    """
    rows = []
    for member in SheetHand.__struct_fields__:
        values = tuple("" if told is None else member_words(member, told, names) for told in hands)
        if any(values) or member in marked:
            rows.append((str(MEMBERS[member]), tuple(value or "\N{EN DASH}" for value in values), member in marked))
    return tuple(rows)


def member_words(member: str, told: SheetHand, names: Sequence[str]) -> str:
    """Return a member of a hand in words; empty where it says nothing."""
    value = getattr(told, member)
    if value in (None, "", ()) or value is False:
        return ""
    match member:
        case "outcome":
            return outcome_word(value)
        case "declarer" | "soloist":
            return names[value]
        case "denomination":
            return denomination_words(value)
        case "doubled":
            return str(DOUBLES[value])
        case "auction":
            return str(AUCTIONS[value])
        case "alone":
            return str(ALONE[value])
        case "surrender":
            return str(SURRENDERS[value])
        case "shares":
            return " : ".join(map(str, value))
        case "swept":
            return _("yes")
    return str(value)
