"""What a deed would change, said before it is done."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tournaments.deeds.base import Deed, Doer
from tournaments.deeds.deciding import check, decide
from tournaments.desk.history import foretold
from tournaments.drafting.drafts import draft_of
from tournaments.overview.wording import DASH, value_text
from tournaments.previews.comparing import FieldChange, Impact, MatchChange, Move, impact
from tournaments.previews.supposing import supposing
from tournaments.selectors.naming import Names
from tournaments.state.tournament import Side, TournamentState

MAX_SAID: Final = 60
"""The changes of a kind that are said."""


def preview_of(state: TournamentState, deed: Deed, doer: Doer, names: Names) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the log would say of a deed, and what it would change: nothing where all would stay where it is.

    Raises:
        Refused, DrawError, PairingError: The tournament does not admit the deed.
    """
    check(state, deed, doer)
    changed = tuple(_said(impact(state, supposing(state, [deed], doer)), names))
    return foretold(state, decide(state, deed, doer, draft_of(state, deed)), names), changed


def _said(changed: Impact, names: Names) -> Iterator[str]:
    for change in changed.fields:
        yield _field(change, names)
    for number, match in enumerate(changed.matches):
        if number < MAX_SAID:
            yield match_sentence(match, names)
    for number, move in enumerate(changed.moves):
        if number < MAX_SAID:
            yield _move(move, names)
    left = sum(max(0, len(several) - MAX_SAID) for several in (changed.matches, changed.moves))
    if left:
        yield _("And {count} more changes.").format(count=left)


def _move(move: Move, names: Names) -> str:
    about = {
        "name": names.of.get(move.entrant, ""),
        "stage": move.stage,
        "before": move.before or DASH,
        "after": move.after or DASH,
        "had": value_text("points", move.points_before),
        "has": value_text("points", move.points_after),
    }
    if move.before == move.after:
        said = _("{name} stays on place {after} of stage {stage}, with {has} instead of {had} match points.")
    elif move.points_before == move.points_after:
        said = _("{name} moves from place {before} to {after} of stage {stage}.")
    else:
        said = _(
            "{name} moves from place {before} to {after} of stage {stage}, with {has} instead of {had} match points."
        )
    return said.format(**about)


def match_sentence(change: MatchChange, names: Names) -> str:
    """Return what would be different about a match."""
    about = {
        "number": change.match, "before": _sides(change.before, names), "after": _sides(change.after, names)
    }  # fmt: skip
    if not change.after:
        said = _("Match {number}, {before}, disappears.")
    elif not change.before:
        said = _("Match {number} is new: {after}.")
    else:
        said = _("Match {number} is {after} instead of {before}.")
    return f"{said.format(**about)} {_('It has begun.')}" if change.has_begun else said.format(**about)


def _sides(sides: Sequence[Side], names: Names) -> str:
    return " · ".join(names.side(side) or _("somebody") for side in sides)


def _field(change: FieldChange, names: Names) -> str:
    came, went = (", ".join(names.of.get(number, "") for number in several) for several in (change.came, change.went))
    if not went:
        return _("{came} would play in stage {stage}.").format(came=came, stage=change.stage)
    if not came:
        return _("{went} would not play in stage {stage}.").format(went=went, stage=change.stage)
    return _("{came} would play in stage {stage} instead of {went}.").format(came=came, went=went, stage=change.stage)
