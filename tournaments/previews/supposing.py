"""Supposing deeds, or another plan of a stage: the tournament as it would be."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import SERVER, Deed, Doer, Refused
from tournaments.deeds.deciding import check, decide
from tournaments.deeds.lots import UNFORESEEABLE
from tournaments.drafting.drafts import draft_of
from tournaments.state.folding import fold_all
from tournaments.state.tournament import TournamentState


class Supposed(Struct, frozen=True):
    """An event that was not appended, in the place that it would have."""

    stream: UUID
    version: int
    event: Any
    recorded_at: datetime


def supposing(state: TournamentState, deeds: Iterable[Deed], doer: Doer = SERVER) -> TournamentState:
    """Return a tournament as it would be after some deeds, one after the other; the given state stays as it is.

    Raises:
        Refused, DrawError, PairingError: As `decide`: the tournament does not admit one of them; `not-foreseen`: the
            draw of a lot, which a director could otherwise see before deciding for it or against it.
    """
    for deed in deeds:
        if isinstance(deed, UNFORESEEABLE):
            raise Refused("not-foreseen", phrase("Nobody sees the outcome of a lot before it is drawn."))
        check(state, deed, doer)
        state = after(state, decide(state, deed, doer, draft_of(state, deed)))
    return state


def after(state: TournamentState, happened: Sequence[Any]) -> TournamentState:
    """Return a tournament after events that are not appended."""
    folded = fold_all(
        state,
        [
            Supposed(state.stream, version, event, state.at)
            for version, event in enumerate(happened, start=state.version + 1)
        ],
    )
    assert folded is not None
    return folded


def planned_otherwise(state: TournamentState, stage: int, **changes: Any) -> TournamentState:
    """Return a tournament as it would be if a stage had another plan, such as another scoring or other tie-breaks.

    Args:
        stage: The number of a stage.
        changes: Members of `StagePlan`.
    """
    copy = state.copied()
    known = copy.stages[stage]
    copy.stages[stage] = replace(known, plan=replace(known.plan, **changes))
    return copy
