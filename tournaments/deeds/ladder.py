"""Deeds about a ladder: challenges and their answers.

Time decides nothing by itself: a clock finds what is due (`tournaments.state.ladder.expired`, `inactive`), and the
server or the staff does the deed. Such a deed carries the time, which its caller takes from the server's clock; where a
person names a time that is still to come, that of the deed itself counts.
"""

from datetime import UTC, datetime
from typing import Any, ClassVar

from engine.phrases import phrase
from tournaments.deeds.base import (
    EVERYBODY,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_captain,
    check_time,
    entrant_of,
    stage_with,
)
from tournaments.events import ladder as events
from tournaments.stages.stage import LADDER
from tournaments.state.challenging import ChallengeState
from tournaments.state.ladder import answer_by, inactive, is_pending, ladder_rules, order_of, pending_of, refusals_of
from tournaments.state.tournament import StageState, TournamentState


class Challenge(Deed, frozen=True):
    """Challenge an entrant that stands above the challenger, within reach."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    stage: int
    challenger: int
    challenged: int


class AcceptChallenge(Deed, frozen=True):
    """Accept a challenge, with the time agreed on in seconds since 1970 UTC, if there is one already.

    Its match is played, reported and ruled on like any other; if it is never played, the staff decides it.
    """

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    stage: int
    challenge: int
    at: int | None = None


class RefuseChallenge(Deed, frozen=True):
    """Refuse a challenge."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    stage: int
    challenge: int


class WithdrawChallenge(Deed, frozen=True):
    """Take a challenge back before it is answered."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    stage: int
    challenge: int


class ExpireChallenge(Deed, frozen=True):
    """Close a challenge that was not answered in time. `now` is in seconds since 1970 UTC."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    challenge: int
    now: int


class MoveDown(Deed, frozen=True):
    """Move an entrant down that has not played for long. `now` is in seconds since 1970 UTC."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    entrant: int
    now: int


def challenge(state: TournamentState, deed: Challenge, doer: Doer) -> list[Any]:
    """Decide a challenge.

    Refused: `no-ladder`, `not-your-entrant`, `not-in-stage`, `already-left`, `out-of-reach`, `challenge-pending`.
    """
    stage = _ladder(state, deed.stage)
    _check_captain(state, deed.challenger, doer, "challenger")
    for field, entrant in (("challenger", deed.challenger), ("challenged", deed.challenged)):
        if entrant_of(state, entrant, field).number not in stage.field:
            raise Refused("not-in-stage", phrase("This entrant does not play in the stage."), field)
        if state.entrants[entrant].is_away:
            raise Refused("already-left", phrase("This entrant has already left."), field)
    order, reach = order_of(state, stage), ladder_rules(stage).reach
    if not 1 <= order.index(deed.challenger) - order.index(deed.challenged) <= reach:
        text = phrase("Challenge an entrant 1 to {reach} places above.")
        raise Refused("out-of-reach", text, "challenged", reach=reach)
    for field, entrant in (("challenger", deed.challenger), ("challenged", deed.challenged)):
        if (pending := pending_of(state, stage, entrant)) is not None:
            text = phrase("Entrant {entrant} has an open challenge, number {number}.")
            raise Refused("challenge-pending", text, field, entrant=entrant, number=pending.number)
    number = max((one.number for one in stage.challenges), default=0) + 1
    return [events.ChallengeMade(stage.number, number, deed.challenger, deed.challenged)]


def accept_challenge(state: TournamentState, deed: AcceptChallenge, doer: Doer) -> list[Any]:
    """Decide that a challenge is accepted, and give its match a number.

    Refused: as `refuse_challenge`, and `time-impossible`.
    """
    check_time(deed.at)
    stage, made = _open(state, deed.stage, deed.challenge)
    _check_captain(state, made.challenged, doer, "challenge")
    return [events.ChallengeAccepted(stage.number, made.number, state.last_match + 1, stage.last_round() + 1, deed.at)]


def refuse_challenge(state: TournamentState, deed: RefuseChallenge, doer: Doer) -> list[Any]:
    """Decide that a challenge is refused, and whether that counts as a lost match.

    Refused: `no-ladder`, `unknown-challenge`, `answered`, `not-your-entrant`.
    """
    stage, made = _open(state, deed.stage, deed.challenge)
    _check_captain(state, made.challenged, doer, "challenge")
    return [events.ChallengeRefused(stage.number, made.number, _is_lost(stage, made))]


def withdraw_challenge(state: TournamentState, deed: WithdrawChallenge, doer: Doer) -> list[Any]:
    """Decide that a challenge is taken back. Refused: as `refuse_challenge`."""
    stage, made = _open(state, deed.stage, deed.challenge)
    _check_captain(state, made.challenger, doer, "challenge")
    return [events.ChallengeWithdrawn(stage.number, made.number)]


def expire_challenge(state: TournamentState, deed: ExpireChallenge, doer: Doer) -> list[Any]:
    """Decide that a challenge was not answered in time.

    Refused: as `refuse_challenge`, `not-due`, `time-impossible`.
    """
    check_time(deed.now)
    stage, made = _open(state, deed.stage, deed.challenge)
    rules = ladder_rules(stage)
    if _now(deed, doer) < answer_by(made, rules):
        text = phrase("There are {days} days to answer a challenge; they are not over.")
        raise Refused("not-due", text, "challenge", days=rules.days)
    lost = rules.unanswered == "loss" or _is_lost(stage, made)
    return [events.ChallengeExpired(stage.number, made.number, lost)]


def move_down(state: TournamentState, deed: MoveDown, doer: Doer) -> list[Any]:
    """Decide that an entrant moves down for not playing.

    Refused: `no-ladder`, `not-in-stage`, `not-due`, `time-impossible`.
    """
    check_time(deed.now)
    stage = _ladder(state, deed.stage)
    rules = ladder_rules(stage)
    if entrant_of(state, deed.entrant).number not in stage.field:
        raise Refused("not-in-stage", phrase("This entrant does not play in the stage."), "entrant")
    if deed.entrant not in inactive(state, stage, rules, _now(deed, doer)):
        text = phrase("This entrant has not been without a match for as long as the settings say, or has an open one.")
        raise Refused("not-due", text, "entrant")
    return [events.EntrantMovedDown(stage.number, deed.entrant, rules.inactive_places)]


def _ladder(state: TournamentState, number: int) -> StageState:
    stage = stage_with(state, number, ("running",))
    if stage.plan.type != LADDER:
        raise Refused("no-ladder", phrase("Stage {number} is not a ladder."), "stage", number=number)
    return stage


def _open(state: TournamentState, number: int, wanted: int) -> tuple[StageState, ChallengeState]:
    """Return a challenge that waits for its answer, with its stage."""
    stage = _ladder(state, number)
    made = next((one for one in stage.challenges if one.number == wanted), None)
    if made is None:
        raise Refused("unknown-challenge", phrase("There is no challenge {number}."), "challenge", number=wanted)
    if made.status != "open" or not is_pending(state, stage, made):
        raise Refused("answered", phrase("Challenge {number} is no longer open."), "challenge", number=wanted)
    return stage, made


def _check_captain(state: TournamentState, entrant: int, doer: Doer, field: str) -> None:
    if not doer.is_one_of(STAFF):
        check_captain(doer, entrant_of(state, entrant, field), field)


def _is_lost(stage: StageState, made: ChallengeState) -> bool:
    return refusals_of(stage, made.challenged) >= ladder_rules(stage).refusals


def _now(deed: ExpireChallenge | MoveDown, doer: Doer) -> datetime:
    """Return the time that a deed goes by: the one it names; for people, as long as that is not to come."""
    latest = deed.now if doer.is_server or doer.at is None else doer.at
    return datetime.fromtimestamp(min(deed.now, latest), UTC)
