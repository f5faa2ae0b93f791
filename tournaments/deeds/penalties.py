"""Penalties: a warning, or match points taken."""

from fractions import Fraction
from typing import Any, ClassVar

from engine.phrases import phrase
from tournaments.deeds.base import (
    DIRECTORS,
    POINTS,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_no_free_agent,
    entrant_of,
    stage_with,
)
from tournaments.events import penalties as events
from tournaments.events.penalties import PenaltyKind
from tournaments.state.tournament import TournamentState

MAX_POINTS = 99
"""The match points that a penalty takes, at most."""


class GivePenalty(Deed, frozen=True):
    """Warn an entrant or a player of it, or take match points. Only a director takes points.

    `points` is an integer or "p/q", more than 0. They are lost in `stage`: by default that of the match, else the only
    one that is played.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int
    kind: PenaltyKind
    reason: str
    points: str = ""
    stage: int | None = None
    player: str = ""
    match: int | None = None


def give_penalty(state: TournamentState, deed: GivePenalty, doer: Doer) -> list[Any]:
    """Decide a penalty.

    Refused: `unknown-entrant`, `free-agent`, `not-in-squad`, `unknown-match`, `not-in-match`, `reason-missing`,
    `points-extra`, `points-unreadable`, `stage-missing`, `not-in-stage`, those of `stage_with`.
    """
    entrant = entrant_of(state, deed.entrant)
    check_no_free_agent(entrant)
    if deed.player and deed.player not in entrant.squad:
        raise Refused("not-in-squad", phrase("This player is not in the squad of the entrant."), "player")
    match = None
    if deed.match is not None:
        match = state.matches.get(deed.match)
        if match is None:
            raise Refused("unknown-match", phrase("There is no match {number}."), "match", number=deed.match)
        if entrant.number not in match.entrants:
            raise Refused("not-in-match", phrase("This entrant does not play in the match."), "match")
    if not deed.reason:
        raise Refused("reason-missing", phrase("Choose the reason of the penalty."), "reason")
    if deed.kind == "warning":
        if deed.points:
            raise Refused("points-extra", phrase("A warning costs no points."), "points")
        return [events.PenaltyGiven(entrant.number, "warning", deed.reason, player=deed.player, match=deed.match)]
    if not doer.is_one_of(DIRECTORS):
        raise Refused("not-allowed", phrase("Only directors deduct match points; an assistant can warn."))
    if not POINTS.fullmatch(deed.points) or not 0 < Fraction(deed.points) <= MAX_POINTS:
        text = phrase("Enter the lost match points as 1, 2 or 1/2, {most} at most.")
        raise Refused("points-unreadable", text, "points", most=MAX_POINTS)
    number = deed.stage or (match.stage if match is not None else _only_stage(state))
    stage = stage_with(state, number, ("running",))
    if entrant.number not in stage.field:
        raise Refused("not-in-stage", phrase("This entrant does not play in the stage."), "entrant")
    return [
        events.PenaltyGiven(
            entrant.number, "points", deed.reason, stage.number, deed.points, player=deed.player, match=deed.match
        )
    ]


def _only_stage(state: TournamentState) -> int:
    """Return the one stage that is played.

    Raises:
        Refused: `stage-missing`.
    """
    if len(state.running) != 1:
        text = phrase("Choose the stage in which the points are lost: {count} stages are played.")
        raise Refused("stage-missing", text, "stage", count=len(state.running))
    return state.running[0].number
