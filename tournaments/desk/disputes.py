"""Disputed results on the desk: the open cases of an event, whose move each is, and warnings before a step."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cases import log as cases
from games.models import Case
from tournaments.deeds.base import Deed
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.staging import BeginStage, CloseStage, PairRound
from tournaments.desk.tiles import clock
from tournaments.state.disputes import disputed
from tournaments.state.tournament import MatchState, TournamentState

_MOVES: Final[dict[str, Any]] = {
    Case.Status.OPEN: gettext_lazy("waiting for the other side's answer"),
    Case.Status.REVIEW: gettext_lazy("waiting for a director to take it"),
    Case.Status.RULED: gettext_lazy("ruled; a side may appeal"),
    Case.Status.APPEALED: gettext_lazy("appealed; waiting for the officers to name a committee"),
    Case.Status.VOTING: gettext_lazy("waiting for the committee's decision"),
}
"""Whose move a case is, by where it stands."""


@dataclass(frozen=True, slots=True)
class CaseShown:
    """An open case, or a closed one whose ruling was taken back and is kept by the tournament.

    Attributes:
        number: Of the case in its club.
        match: The number of the match.
        move: Whose move it is, in words.
        until: Until when; empty where there is no deadline.
        overdue: The deadline has passed.
        link: The address of its page, for those who may open it.
        id: Its id.
    """

    number: int
    match: int
    hand: int
    move: str
    until: str
    overdue: bool
    link: str
    id: str


def cases_of(
    state: TournamentState, now: datetime, matches: Collection[int] = (), *, named: bool = True
) -> tuple[CaseShown, ...]:
    """Return the open cases of an event, overdue ones first, then those whose deadline comes next.

    Last come the closed cases whose ruling was taken back and still counts here, as the tournament could not follow.

    Args:
        state: The tournament.
        now: The present.
        matches: Only those about these matches; empty: all.
        named: The director of a case is named; an open case is told to others without.
    """
    about = {
        UUID(dispute.case): (match, dispute.hand)
        for match in disputed(state)
        if not matches or match.number in matches
        for dispute in match.disputes
    }
    about |= _kept(state, matches)
    rows = Case.objects.filter(pk__in=about).select_related("director__merged_into") if about else ()
    known = sorted(rows, key=lambda case: (case.due_at is None, case.due_at or now, case.number))
    return tuple(
        CaseShown(
            case.number,
            match.number,
            hand,
            _move(case, match, named=named),
            "" if case.due_at is None else clock(case.due_at),
            case.due_at is not None and case.due_at <= now,
            reverse("games:case", args=[case.pk]),
            str(case.pk),
        )
        for case in known
        for match, hand in (about[case.pk],)
    )


def _move(case: Case, match: MatchState, *, named: bool) -> str:
    if _is_kept(case, match):
        return _("the ruling was withdrawn; the tournament keeps its result, because a later stage has begun with it")
    if case.status == Case.Status.REVIEW and case.director is not None:
        if not named:
            return _("waiting for a director's ruling")
        return _("waiting for the ruling of {name}").format(name=case.director.real.name)
    if case.status == Case.Status.RULED and _is_kept_out(case, match):
        return _("ruled; the tournament keeps its result, because later matches depend on it; a side may appeal")
    return str(_MOVES.get(case.status, ""))


def _is_kept(case: Case, match: MatchState) -> bool:
    """Tell whether a match counts by the ruling of a case that was taken back."""
    return any(str(case.pk) in game.ruled for game in match.games) and cases.state_of(case).kept


def _kept(state: TournamentState, matches: Collection[int]) -> dict[UUID, tuple[MatchState, int]]:
    """Return the closed cases by whose rulings matches count though they were taken back: match and hand of each."""
    ruled = {
        UUID(case): match
        for match in state.matches.values()
        if not matches or match.number in matches
        for game in match.games
        for case in game.ruled
    }
    rows = Case.objects.filter(pk__in=ruled, closed_at__isnull=False) if ruled else ()
    return {row.pk: (ruled[row.pk], row.hand) for row in rows if _is_kept(row, ruled[row.pk])}


def _is_kept_out(case: Case, match: MatchState) -> bool:
    """Tell whether a ruling changed the game alone, as the tournament could not follow."""
    if any(str(case.pk) in game.ruled for game in match.games):
        return False
    applied = cases.current(case.pk).applied
    return applied is not None and bool(applied.adjustment) and not applied.hosted


def warning(state: TournamentState, deed: Deed) -> str:
    """Return which results that a step builds on are disputed, in a sentence; empty where none is."""
    matches = tuple(_built_on(state, deed))
    if not matches:
        return ""
    text = ngettext(
        "Match {numbers} is disputed; its result may change.",
        "Matches {numbers} are disputed; their results may change.",
        len(matches),
    )
    return text.format(numbers=", ".join(str(match.number) for match in matches))


def _built_on(state: TournamentState, deed: Deed) -> Iterator[MatchState]:
    """Yield the disputed matches on whose results a step builds."""
    stages: Collection[int] = ()
    match deed:
        case PairRound(stage=stage) | CloseStage(stage=stage):
            stages = (stage,)
        case BeginStage(stage=stage):
            stages = {source.stage for source in state.stages[stage].plan.source}
        case CloseTournament():
            stages = state.stages.keys()
    return (match for match in disputed(state) if match.stage in stages)
