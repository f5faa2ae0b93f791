"""Sentences for the events of a hand other than points: thani, cot, kunukku put on and taken off. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

import engine
from games.events import tables as events
from games.words import events as words
from games.words.notation import contract_notation

TOLD = (engine.KunukkuPlaced, engine.KunukkuRemoved)
"""The events that are told again beside the result, in their own words."""


LISTED = (engine.ThaniCalled, engine.CotCalled, *TOLD, events.HandConceded)
"""The events that a list of hands tells with the result."""
_BY_NAME: dict[str, Any] = {kind.__name__: kind for kind in LISTED}


def listed_events(noted: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the events of `LISTED` that a read model keeps by name and members."""
    return [
        msgspec.convert({key: value for key, value in one.items() if key != "event"}, _BY_NAME[one["event"]])
        for one in noted
    ]


def list_notes(happened: Sequence[Any], names: Sequence[str], rules: engine.RuleSet) -> tuple[str, ...]:
    """Return the notes of a list beside the result of a hand, in the words of the events."""
    return tuple(
        words.sentence(event, names, rules) for event in happened if not isinstance(event, events.HandConceded)
    )


def notes_of(
    view: engine.View, happened: Iterable[Any], names: Sequence[str], rules: engine.RuleSet
) -> tuple[str, ...]:
    """Return the notes beside the result of a hand.

    Args:
        view: The hand at its end, as everybody sees it.
        happened: The events of the hand, at least the last of them.
        names: The players' names, a seat each.
        rules: The rule set, with its options.

    Source: 28-COT-1, 28-THANI-1, 28-WIK-3, 28-WIK-4.
    """
    notes = []
    if view.thani is not None and view.bid is not None:
        notes.append(_("{name} played thani, alone for every trick.").format(name=names[view.thani]))
    elif view.thani is not None:
        notes.append(_("{name} called cot, for the four tricks of the first cards.").format(name=names[view.thani]))
    elif getattr(rules, "cot", False) and (seats := _took_all(view, rules)):
        team = words.listed([names[seat] for seat in seats])
        notes.append(_("Cot: {team} took every trick, which counts double.").format(team=team))
    notes += [words.sentence(event, names, rules) for event in happened if isinstance(event, TOLD)]
    return tuple(notes)


def conceded_sentence(
    scored: engine.HandScored, happened: Iterable[Any], names: Sequence[str], rules: engine.RuleSet
) -> str:
    """Return the outcome of a conceded hand of 56; an empty text if nobody conceded. Source: 56-IRR-30."""
    seat = next((event.seat for event in happened if isinstance(event, events.HandConceded)), None)
    if seat is None or scored.declarer is None or scored.points is None or scored.bid is None:
        return ""
    side = rules.side_of(scored.declarer)
    said = {
        "team": words.listed([names[one] for one in rules.sides[side]]),
        "contract": contract_notation(scored.bid, scored.denomination, scored.doubled),
        "name": names[seat],
    }
    if scored.points[side] >= scored.bid:
        return _("{team} made {contract}: {name} conceded.").format(**said)
    return _("{team} bid {contract} and lost it: {name} conceded.").format(**said)


def _took_all(view: engine.View, rules: engine.RuleSet) -> tuple[int, ...]:
    """Return the seats of the camp that took every trick of a hand played to its end: the declarer's, or the rest."""
    if view.declarer is None or sum(view.taken) != rules.hand_size:
        return ()
    ours = rules.sides[rules.side_of(view.declarer)]
    rest = tuple(seat for seat in range(rules.players) if seat not in ours)
    return next((camp for camp in (ours, rest) if sum(view.taken[seat] for seat in camp) == rules.hand_size), ())
