"""Deeds about the time of a match, which its two sides agree on."""

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
    match_of,
)
from tournaments.events import playing as events
from tournaments.state.times import deadline_of, is_open_for_times
from tournaments.state.tournament import MatchState, TournamentState


class ProposeTime(Deed, frozen=True):
    """Propose a time for a match to the other side, in seconds since 1970 UTC."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int
    entrant: int
    at: int


class AcceptTime(Deed, frozen=True):
    """Accept the time that the other side has proposed for a match; `at` names it, so that no other is accepted."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int
    entrant: int
    at: int


def propose_time(state: TournamentState, deed: ProposeTime, doer: Doer) -> list[Any]:
    """Decide the proposal of a time.

    Refused: `not-in-match`, `not-your-entrant`, `time-impossible`, `no-agreed-times`, `after-deadline`,
    `time-agreed`.
    """
    match = match_of(state, deed.match)
    _check_time_open(state, match, deed, doer)
    deadline = deadline_of(state, match)
    if deadline is not None and deed.at > deadline.timestamp() and not doer.is_one_of(STAFF):
        text = phrase("The days of this round end before that. Propose an earlier time, or ask the staff.")
        raise Refused("after-deadline", text, "at")
    if match.at == deed.at:
        raise Refused("time-agreed", phrase("The match already has this time."), "at")
    known = match.proposed
    if known is not None and known.at == deed.at:
        if match.side_of(known.entrant) == match.side_of(deed.entrant):
            return []
        # Both want the same time: they agree.
        return [events.MatchPlaced(match.number, match.table, match.room, deed.at)]
    return [events.TimeProposed(match.number, deed.entrant, deed.at)]


def accept_time(state: TournamentState, deed: AcceptTime, doer: Doer) -> list[Any]:
    """Decide that a proposed time stands.

    Refused: `not-in-match`, `not-your-entrant`, `time-impossible`, `no-agreed-times`, `other-proposal`,
    `own-proposal`.
    """
    match = match_of(state, deed.match)
    _check_time_open(state, match, deed, doer)
    if match.proposed is None or match.proposed.at != deed.at:
        raise Refused("other-proposal", phrase("This time is no longer proposed. Look at the match again."), "at")
    if match.side_of(match.proposed.entrant) == match.side_of(deed.entrant):
        raise Refused("own-proposal", phrase("The other side accepts this time, or proposes another."), "entrant")
    return [events.MatchPlaced(match.number, match.table, match.room, deed.at)]


def _check_time_open(state: TournamentState, match: MatchState, deed: ProposeTime | AcceptTime, doer: Doer) -> None:
    if match.side_of(deed.entrant) is None:
        raise Refused("not-in-match", phrase("This entrant does not play in the match."), "entrant")
    check_captain(doer, state.entrants[deed.entrant])
    check_time(deed.at)
    if not is_open_for_times(state, match):
        text = phrase("The two sides of this match do not agree on its time, or no longer do.")
        raise Refused("no-agreed-times", text, "match")
