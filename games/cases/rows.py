"""The rows of cases, written in the transaction of the events that they follow from."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from clubs.models import Player
from games.cases.decisions import takes_effect
from games.cases.moves import whose_move
from games.cases.state import CaseState
from games.events import cases as events
from games.models import Case, CasePerson, CaseText

_FOLLOWED: Final = (
    "status", "version", "outcome", "decision", "rule", "director", "due_at", "names_withheld", "owed", "closed_at",
)  # fmt: skip


def follow(case: Case, state: CaseState, happened: Sequence[Any]) -> None:
    """Have the rows of a case follow new events, with the lane of the case locked."""
    new = case._state.adding
    if not new:
        # The row was read before the lane was locked.
        case.refresh_from_db(fields=["owed"])
    move = whose_move(state)
    decision = state.decision
    case.status = Case.Status(state.status)
    case.version = state.version
    case.outcome = state.outcome
    case.decision = "" if decision is None else decision.kind
    case.rule = (decision.rule if decision is not None else "") or state.rule
    case.director_id = UUID(state.director) if state.director else None
    case.due_at = None if move.until is None else datetime.fromtimestamp(move.until, UTC)
    case.names_withheld = bool(state.withheld)
    case.closed_at = None if state.closed_at is None else datetime.fromtimestamp(state.closed_at, UTC)
    told = bool(state.host) and any(isinstance(event, events.CaseOpened | events.CaseClosed) for event in happened)
    case.owed = case.owed or told or is_owed(state)
    if new:
        case.save(force_insert=True)
    else:
        case.save(update_fields=_FOLLOWED)
    for event in happened:
        _keep_people(case, state, event)


def is_owed(state: CaseState) -> bool:
    """Tell whether a decision is still to take effect, or to be taken back."""
    if state.applied is not None:
        return state.applied.ruling != state.decided
    return takes_effect(state, state.decision)


def _keep_people(case: Case, state: CaseState, event: Any) -> None:
    """Keep a row for each person who has a part in a case by an event."""
    part = CasePerson.Part
    match event:
        case events.CaseOpened():
            for side, players in enumerate(event.sides):
                _add(case, players, part.PARTY, side)
            if event.side is None:
                _add(case, [event.raised_by], part.OFFICER)
        case events.CaseTaken():
            CasePerson.objects.filter(case=case, part=part.DIRECTOR).exclude(
                player__in=[UUID(ruling.by) for ruling in state.rulings]
            ).delete()
            _add(case, [event.by], part.DIRECTOR)
        case events.PollOpened():
            _add(case, event.voters, part.VOTER)
        case events.CommitteeNamed():
            CasePerson.objects.filter(case=case, part=part.MEMBER).exclude(player__in=map(UUID, event.members)).delete()
            _add(case, event.members, part.MEMBER)
        case events.DeadlinePassed(step="vote") if not state.committee:
            CasePerson.objects.filter(case=case, part=part.MEMBER).delete()


def _add(case: Case, players: Iterable[str], part: CasePerson.Part, side: int | None = None) -> None:
    known = Player.objects.filter(pk__in=[UUID(player) for player in players]).values_list("pk", flat=True)
    CasePerson.objects.bulk_create(
        [CasePerson(case=case, player_id=player, part=part, side=side) for player in known], ignore_conflicts=True
    )


def keep_words(case: Case, version: int, author: str, words: str, at: datetime) -> None:
    """Keep a person's words beside the event that they were written with."""
    player = Player.objects.filter(pk=UUID(author)).first() if author else None
    CaseText.objects.create(case=case, version=version, author=player, text=words, written_at=at)
