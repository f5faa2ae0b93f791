"""Texts about pairings: why they are as they are, what a pairing by hand breaks, and where seeds come from."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.events.settings import StagePlan
from tournaments.overview.wording import number_text
from tournaments.selectors.naming import Names
from tournaments.stages.stage import CROSS_GROUP, INDIVIDUAL, POINTS_RACE, ROUND_ROBIN, SWISS
from tournaments.summaries.pairings import Note
from tournaments.summaries.seeding import Origin

CRITERIA: Final[Mapping[str, Any]] = {
    "forbidden": gettext_lazy("pairs to keep apart"),
    "rematches": gettext_lazy("repeated meetings"),
    "byes": gettext_lazy("repeated byes"),
    "bye_points": gettext_lazy("points of the entrant that rests"),
    "bye_place": gettext_lazy("entrants below the one that rests"),
    "difference": gettext_lazy("differences of points, squared"),
    "floats": gettext_lazy("repeated floats"),
    "distance": gettext_lazy("distance from the ideal opponents"),
}
"""The criteria of a pairing as people call them (`tournaments.formats.swiss.COST_PARTS`)."""

_UNSAID: Final = ("off",)
"""The notes of which nothing is said on the public page."""


def broken_words(broken: Iterable[str]) -> str:
    """Return the criteria in which a pairing by hand is worse, in a list."""
    return ", ".join(str(CRITERIA.get(name, name)) for name in broken)


def note_words(note: Note, names: Names, *, forced: bool = False) -> str:
    """Return what is to be said of a pairing or a bye.

    Args:
        note: The note.
        names: Those of the tournament.
        forced: The engine paired, which does that only where it must.
    """
    one, *others = (names.of.get(entrant, "") for entrant in note.entrants)
    about = {
        "name": one,
        "other": others[0] if others else "",
        "points": number_text(note.points),
        "fewer": number_text(note.others),
        "rounds": ", ".join(map(str, note.rounds)),
    }
    return _text(note, forced=forced).format(**about)


def _text(note: Note, *, forced: bool) -> str:
    match note.code:
        case "kept_apart":
            return _("{name} and {other} must be kept apart.")
        case "one_club":
            return _("{name} and {other} are from the same club.")
        case "met":
            if forced:
                return ngettext(
                    "{name} and {other} have met in round {rounds}: no pairing was without a repeated meeting.",
                    "{name} and {other} have met in rounds {rounds}: no pairing was without a repeated meeting.",
                    len(note.rounds),
                )
            return ngettext(
                "{name} and {other} have met already, in round {rounds}.",
                "{name} and {other} have met already, in rounds {rounds}.",
                len(note.rounds),
            )
        case "float":
            return _("{name}, on {points}, meets {other}, on {fewer}.")
        case "down_again":
            return _("{name} meets fewer points for the second round running.")
        case "up_again":
            return _("{name} meets more points for the second round running.")
        case "off":
            return ngettext(
                "{name} and {other} are {points} place from the ideal opponent.",
                "{name} and {other} are {points} places from the ideal opponent.",
                int(note.points),
            )
        case "wished":
            return _("{name} rests, as requested.")
        case "rested":
            return ngettext(
                "{name} has rested before, in round {rounds}.",
                "{name} has rested before, in rounds {rounds}.",
                len(note.rounds),
            )
        case "first_in_line":
            return _("{name} rests: the lowest of the entrants with the fewest byes.")
        case "rested_least":
            return _("{name} rests: nobody has rested less often.")
        case "rests_on_more":
            if forced:
                return _("{name} rests, on {points}: if {other}, on {fewer}, rested, others would have to meet again.")
            return _("{name} rests, on {points}, before {other}, on {fewer}.")
        case _:
            if forced:
                return _("{name} rests: if {other}, lower in the standings, rested, others would have to meet again.")
            return _("{name} rests, though {other} is lower in the standings.")


def public_words(notes: Sequence[Note], names: Names, *, by_hand: bool) -> tuple[str, ...]:
    """Return what the public page says of a pairing or a bye."""
    return tuple(_public(note, names, by_hand=by_hand) for note in notes if note.code not in _UNSAID)


def _public(note: Note, names: Names, *, by_hand: bool) -> str:
    if note.code == "float":
        # Its points stand beside the name.
        return _("{name} floats down.").format(name=names.of.get(note.entrants[0], ""))
    return note_words(note, names, forced=not by_hand)


def round_words(plan: StagePlan, number: int) -> str:
    """Return by what the pairings of a round were made, in a sentence; empty for what needs none."""
    if plan.type == SWISS:
        if number <= plan.acceleration:
            return _("Paired by points, with a win added for the upper half of the seeds (accelerated).")
        if number == 1:
            return _("Paired by seeds: the upper half against the lower half.")
        return _("Paired by points: within the same points the upper half against the lower, and nobody twice.")
    words = {
        ROUND_ROBIN: gettext_lazy("Drawn in advance: everybody meets everybody."),
        CROSS_GROUP: gettext_lazy("Drawn in advance: everybody meets the other half."),
        INDIVIDUAL: gettext_lazy("Drawn in advance: partners and opponents change from round to round."),
        POINTS_RACE: gettext_lazy("Paired so that few meet again; results do not matter."),
    }
    return str(words.get(plan.type, ""))


def origin_words(origin: Origin, group_name: str) -> str:
    """Return where a seed comes from.

    Args:
        origin: The seed.
        group_name: The name of the group of the earlier stage, where that had several.
    """
    match origin.kind:
        case "place" if origin.group is not None:
            text = _("place {place} of group {group} in stage {stage}")
            return text.format(place=origin.place, group=group_name, stage=origin.stage)
        case "place":
            return _("place {place} in stage {stage}").format(place=origin.place, stage=origin.stage)
        case "lot":
            return _("place {place} in lot {lot}").format(place=origin.place, lot=origin.lot)
        case "wild":
            return _("wild card")
        case _:
            return _("by the order of the entries")
