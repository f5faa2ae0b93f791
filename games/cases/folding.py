"""The fold of a case: what each event changes in it. Pure.

No clock writes here: that a deadline has passed is an event (`DeadlinePassed`), and `games.cases.moves` tells which
deadline comes next.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final, Protocol, TypeAlias

from msgspec.structs import replace

from games.cases.state import (
    Answer,
    Appeal,
    Applied,
    Audit,
    CaseState,
    Evidence,
    Happened,
    Poll,
    PollAnswer,
    Proposal,
    Ruling,
    Verdict,
    Vote,
)
from games.events import cases as events

Changes: TypeAlias = dict[str, Any]
"""Members of a case with what they become."""


class Stored(Protocol):
    """A stored event (`games.store.StoredEvent`), as far as the fold reads it."""

    @property
    def version(self) -> int:
        """Its number in the stream."""

    @property
    def recorded_at(self) -> datetime:
        """When it was appended."""

    @property
    def actor(self) -> str:
        """The id of the person who did it; empty for the server."""

    @property
    def event(self) -> Any:
        """The event."""


def fold_all(state: CaseState, stored: Iterable[Stored]) -> CaseState:
    """Return a case after more events of its stream."""
    for each in stored:
        state = fold(state, each)
    return state


def fold(state: CaseState, stored: Stored) -> CaseState:
    """Return a case after one more event; an event that is none of a case changes the version alone."""
    at = int(stored.recorded_at.timestamp())
    happened = Happened(stored.version, at, stored.actor, stored.event)
    apply = _APPLY.get(type(stored.event))
    changes = {} if apply is None else apply(state, stored.event, happened)
    return replace(state, **changes, version=stored.version, timeline=(*state.timeline, happened))


def _opened(state: CaseState, event: events.CaseOpened, happened: Happened) -> Changes:
    names = set(event.__struct_fields__) - {"answer_until"}
    changes: Changes = {name: getattr(event, name) for name in names}
    changes |= {"opened_at": happened.at, "status": "open", "until": event.answer_until}
    return changes if event.answer_until is not None else changes | _review(replace(state, **changes), happened.at)


def _review(state: CaseState, at: int) -> Changes:
    return {"status": "review", "until": at + state.windows.ruling}


def _answered(state: CaseState, event: events.CaseAnswered, happened: Happened) -> Changes:
    answer = Answer(event.side, event.by, event.stance, happened.at, happened.version)
    changes: Changes = {"answers": {**state.answers, event.side: answer}}
    if state.status == "open" and not replace(state, **changes).unanswered:
        changes |= _review(state, happened.at)
    return changes


def _evidence(state: CaseState, event: events.EvidenceAdded, happened: Happened) -> Changes:
    added = Evidence(event.evidence, event.by, event.kind, event.item, event.step, happened.at, happened.version)
    return {"evidence": (*state.evidence, added)}


def _evidence_withdrawn(state: CaseState, event: events.EvidenceWithdrawn, happened: Happened) -> Changes:
    return {
        "evidence": tuple(
            replace(piece, withdrawn=True) if piece.number == event.evidence else piece for piece in state.evidence
        )
    }


def _taken(state: CaseState, event: events.CaseTaken, happened: Happened) -> Changes:
    return {"director": event.by}


def _released(state: CaseState, event: events.CaseReleased, happened: Happened) -> Changes:
    return {"director": ""}


def _audited(state: CaseState, event: events.CaseAudited, happened: Happened) -> Changes:
    audit = Audit(
        event.audit, event.through, event.digest, event.verdict, event.findings, happened.at, happened.version
    )
    return {"audits": (*state.audits, audit)}


def _poll_opened(state: CaseState, event: events.PollOpened, happened: Happened) -> Changes:
    poll = Poll(event.poll, event.by, event.seat, event.step, event.voters, event.until, happened.at, happened.version)
    return {"polls": (*state.polls, poll)}


def _poll_answered(state: CaseState, event: events.PollAnswered, happened: Happened) -> Changes:
    answer = PollAnswer(event.voter, event.action, event.sure, happened.at, happened.version)
    return {"polls": _with_poll(state, event.poll, lambda poll: {"answers": {**poll.answers, event.voter: answer}})}


def _poll_closed(state: CaseState, event: events.PollClosed, happened: Happened) -> Changes:
    polls = _with_poll(state, event.poll, lambda poll: {"closed_at": happened.at})
    # The time for a ruling stands still while a poll is open, and begins anew with the answers of the last.
    over = state.status == "review" and not any(poll.is_open for poll in polls)
    return {"polls": polls, **(_review(state, happened.at) if over else {})}


def _with_poll(state: CaseState, number: int, changed: Callable[[Poll], Changes]) -> tuple[Poll, ...]:
    return tuple(replace(poll, **changed(poll)) if poll.number == number else poll for poll in state.polls)


def _ruled(state: CaseState, event: events.CaseRuled, happened: Happened) -> Changes:
    ruling = Ruling(event.ruling, event.by, event.decision, happened.at, happened.version)
    return {"rulings": (*state.rulings, ruling), "status": "ruled", "until": event.appeal_until}


def _ruling_withdrawn(state: CaseState, event: events.CaseRulingWithdrawn, happened: Happened) -> Changes:
    rulings = tuple(
        replace(ruling, withdrawn=True) if ruling.number == event.ruling else ruling for ruling in state.rulings
    )
    return {"rulings": rulings, **_review(state, happened.at)}


def _applied(state: CaseState, event: events.DecisionApplied, happened: Happened) -> Changes:
    applied = Applied(event.ruling, event.adjustment, event.hosted)
    return {"applied": applied, "effects": state.effects + 1, "kept": state.kept and not event.hosted}


def _reversed(state: CaseState, event: events.DecisionReversed, happened: Happened) -> Changes:
    return {"applied": None, "kept": event.kept}


def _appealed(state: CaseState, event: events.CaseAppealed, happened: Happened) -> Changes:
    appeal = Appeal(event.by, event.side, happened.at, happened.version)
    return {"appeal": appeal, "status": "appealed", "until": event.name_until}


def _named(state: CaseState, event: events.CommitteeNamed, happened: Happened) -> Changes:
    return {**_without_ballot(state), "committee": event.members, "status": "voting", "until": event.vote_until}


def _without_ballot(state: CaseState) -> Changes:
    return {"votes": {}, "proposals": tuple(replace(proposal, void=True) for proposal in state.proposals)}


def _proposed(state: CaseState, event: events.DecisionProposed, happened: Happened) -> Changes:
    proposal = Proposal(event.proposal, event.by, event.decision, happened.at, happened.version)
    return {"proposals": (*state.proposals, proposal)}


def _voted(state: CaseState, event: events.VoteCast, happened: Happened) -> Changes:
    vote = Vote(event.member, event.proposal, happened.at, happened.version)
    return {"votes": {**state.votes, event.member: vote}}


def _appeal_decided(state: CaseState, event: events.AppealDecided, happened: Happened) -> Changes:
    return {"verdict": Verdict(event.proposal, event.votes, happened.at, happened.version)}


def _passed(state: CaseState, event: events.DeadlinePassed, happened: Happened) -> Changes:
    if event.step == "answer":
        return _review(state, happened.at)
    if event.step == "ruling":
        return {"director": "", "until": event.next}
    if event.step == "committee":
        return {"until": event.next}
    if event.step == "vote" and event.next is not None:
        return {**_without_ballot(state), "committee": (), "status": "appealed", "until": event.next}
    return {}  # what follows from the others comes next: a poll is closed, or the case


def _moved(state: CaseState, event: events.DeadlineMoved, happened: Happened) -> Changes:
    if event.step != "poll":
        return {"until": event.until}
    return {"polls": tuple(replace(poll, until=event.until) if poll.is_open else poll for poll in state.polls)}


def _closed(state: CaseState, event: events.CaseClosed, happened: Happened) -> Changes:
    polls = tuple(replace(poll, closed_at=happened.at) if poll.is_open else poll for poll in state.polls)
    return {
        "status": "closed", "outcome": event.outcome, "closed_at": happened.at, "until": None, "polls": polls,
    }  # fmt: skip


def _withheld(state: CaseState, event: events.NamesWithheld, happened: Happened) -> Changes:
    return {"withheld": state.withheld | {event.by}}


def _shown(state: CaseState, event: events.NamesShown, happened: Happened) -> Changes:
    return {"withheld": state.withheld - {event.by}}


_APPLY: Final[dict[type[Any], Callable[[CaseState, Any, Happened], Changes]]] = {
    events.CaseOpened: _opened,
    events.CaseAnswered: _answered,
    events.EvidenceAdded: _evidence,
    events.EvidenceWithdrawn: _evidence_withdrawn,
    events.CaseTaken: _taken,
    events.CaseReleased: _released,
    events.CaseAudited: _audited,
    events.PollOpened: _poll_opened,
    events.PollAnswered: _poll_answered,
    events.PollClosed: _poll_closed,
    events.CaseRuled: _ruled,
    events.CaseRulingWithdrawn: _ruling_withdrawn,
    events.DecisionApplied: _applied,
    events.DecisionReversed: _reversed,
    events.CaseAppealed: _appealed,
    events.CommitteeNamed: _named,
    events.DecisionProposed: _proposed,
    events.VoteCast: _voted,
    events.AppealDecided: _appeal_decided,
    events.DeadlinePassed: _passed,
    events.DeadlineMoved: _moved,
    events.CaseClosed: _closed,
    events.NamesWithheld: _withheld,
    events.NamesShown: _shown,
}
"""The members that each event changes; `CaseWithdrawn` and `AppealWithdrawn` change none, the case is closed next."""
