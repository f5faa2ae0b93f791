"""The outbox: rows of what is to be sent, written in the transaction of the events that it tells of.

Only facts that everybody may know are sent, by numbers and ids: no names, no words, no drafts, no hidden cards, and
nothing under embargo (`tournaments.log.seen`). A receiver reads the rest from the address in the message.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tournaments.events import cases, opening, playing, scheduling, staging
from tournaments.log.seen import seen_by
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.state.outcomes import outcome_of
from tournaments.state.published import is_released
from tournaments.state.tournament import TournamentState
from tournaments.summaries.matches import exactly

KINDS: Final = (
    "round.released",
    "result.confirmed",
    "result.corrected",
    "result.disputed",
    "dispute.closed",
    "stage.closed",
    "tournament.closed",
    "results.released",
    "schedule.changed",
    "delay.announced",
    "announcement.made",
    "tournament.changed",
    "ping",
)
_RESULTS: Final = (playing.MatchReported, playing.MatchConfirmed, playing.MatchDecided)
_CORRECTED: Final = (
    playing.MatchCorrected, playing.MatchReopened, cases.MatchWeighed, cases.MatchSetAside, cases.RulingTakenBack,
)  # fmt: skip
_SCHEDULED: Final = (scheduling.ScheduleSet, scheduling.MatchesPlaced, playing.MatchPlaced)

Fact = tuple[str, dict[str, Any]]


def note(tournament: Tournament, state: TournamentState, happened: Sequence[Any]) -> None:
    """Put what some events make known into the outbox of the club; in the transaction that appends them.

    Args:
        tournament: The tournament.
        state: The tournament after the events.
        happened: The events.
    """
    hooks = list(Webhook.objects.filter(club=tournament.club_id, disabled_at=None).values_list("pk", flat=True))
    if hooks:
        put(tournament, hooks, list(dict.fromkeys(map(_frozen, facts_of(state, happened)))), state.version)


def note_announcement(tournament: Tournament, number: int, audience: str, version: int) -> None:
    """Put an announcement to everybody into the outbox: that it was made, and not its words."""
    hooks = list(Webhook.objects.filter(club=tournament.club_id, disabled_at=None).values_list("pk", flat=True))
    if hooks and audience == "all":
        put(tournament, hooks, [("announcement.made", {"announcement": number})], version)


def put(tournament: Tournament, hooks: Sequence[Any], facts: Sequence[Any], version: int) -> None:
    """Write the rows of some facts, one for each webhook."""
    now = timezone.now()
    told = {
        "id": str(tournament.pk),
        "slug": tournament.slug,
        "version": version,
        "url": settings.LELAM_ADDRESS + reverse("tournaments:tournament", args=[tournament.slug]),
    }
    Delivery.objects.bulk_create(
        Delivery(
            webhook_id=hook,
            kind=kind,
            body={"type": kind, "timestamp": now.isoformat(), "data": {"tournament": told, **dict(members)}},
            next_at=now,
        )
        for kind, members in facts
        for hook in hooks
    )


def facts_of(state: TournamentState, happened: Sequence[Any]) -> Iterator[Fact]:
    """Yield what some events make known to everybody: its kind and its members."""
    known = seen_by(state)
    for event in happened:
        match event:
            case staging.RoundReleased(stage=stage, round=number):
                yield "round.released", {"stage": stage, "round": number}
            case staging.StageClosed(stage=stage) if not known.withheld:
                yield "stage.closed", {"stage": stage}
            case opening.TournamentClosed() | opening.TournamentAbandoned() if not known.withheld:
                yield "tournament.closed", {"status": state.status}
            case opening.ResultsReleased():
                yield "results.released", {}
            case cases.MatchDisputed(match=match) if _has_dispute(known, match, event.case):
                yield "result.disputed", {"match": match}
            case cases.DisputeClosed(match=match) if not known.withheld or _result(known, match):
                yield "dispute.closed", {"match": match}
            case scheduling.DelaySet():
                yield "delay.announced", {}
            case opening.DeedUndone() | opening.TournamentReopened() | opening.TournamentChanged():
                yield "tournament.changed", {}
            case cases.RulingTakenBack():
                # Later matches that were set aside may count again.
                yield "tournament.changed", {}
        if isinstance(event, _RESULTS) and (result := _result(known, event.match)):
            yield "result.confirmed", result
        elif isinstance(event, _CORRECTED) and event.match in known.matches and not known.withheld:
            yield "result.corrected", _result(known, event.match) or {"match": event.match}
        elif isinstance(event, _SCHEDULED):
            yield "schedule.changed", {}


def _has_dispute(known: TournamentState, number: int, case: str) -> bool:
    """Tell whether everybody may know that a match is disputed: its result is not withheld."""
    match = known.matches.get(number)
    return match is not None and any(dispute.case == case for dispute in match.disputes)


def _result(known: TournamentState, number: int) -> dict[str, Any]:
    """Return the result of a match as everybody may know it; empty where it is open, withheld or a draft."""
    match = known.matches.get(number)
    if match is None or not is_released(known, match):
        return {}
    outcome = outcome_of(known, match)
    if outcome is None:
        return {}
    return {
        "match": number,
        "stage": match.stage,
        "round": match.round,
        "sides": [list(side) for side in match.sides],
        "outcome": outcome.kind,
        "winner": outcome.winner,
        "points": [exactly(points) for points in outcome.points],
    }


def _frozen(fact: Fact) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """Return a fact as a value that can be compared: several events of a deed may make the same known."""
    kind, members = fact
    return kind, tuple((name, _tuple(value)) for name, value in members.items())


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
