"""What a hand did beside moving points, in sentences: thani, cot, kunukku put on and taken off, a concession. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

import engine
from games import events, words

TOLD = (engine.KunukkuPlaced, engine.KunukkuRemoved, events.HandConceded)
"""The events that are told again beside the result, in their own words."""


def notes_of(
    view: engine.View, happened: Iterable[Any], names: Sequence[str], rules: engine.RuleSet
) -> tuple[str, ...]:
    """Return what is told beside the result of a hand.

    Args:
        view: The hand at its end, as everybody sees it.
        happened: The events of the hand, at least the last of them.
        names: The players' names, a seat each.
        rules: The rule set, with its options.

    Source: 28-COT-1, 28-THANI-1, 28-WIK-3, 28-WIK-4, 56-IRR-30.
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


def _took_all(view: engine.View, rules: engine.RuleSet) -> tuple[int, ...]:
    """Return the seats of the camp that took every trick of a hand played to its end: the declarer's, or the rest."""
    if view.declarer is None or sum(view.taken) != rules.hand_size:
        return ()
    ours = rules.sides[rules.side_of(view.declarer)]
    rest = tuple(seat for seat in range(rules.players) if seat not in ours)
    return next((camp for camp in (ours, rest) if sum(view.taken[seat] for seat in camp) == rules.hand_size), ())
