"""A case folded from its events. Pure.

No clock writes here: that a deadline has passed is an event (`DeadlinePassed`), and `games.cases.moves` tells which
deadline comes next. Moments are in seconds since 1970 UTC.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from games.events import cases as events

Status = Literal["open", "review", "ruled", "appealed", "voting", "closed"]
STATUSES: Final[tuple[Status, ...]] = ("open", "review", "ruled", "appealed", "voting", "closed")


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


class Happened(Struct, frozen=True):
    """An event of the case in its place: what the timeline is made of."""

    version: int
    at: int
    actor: str
    event: Any


class Answer(Struct, frozen=True):
    """The answer of a side; its words stand under `version`."""

    side: int
    by: str
    stance: events.Stance
    at: int
    version: int


class Evidence(Struct, frozen=True):
    """A piece of evidence; of a text the words stand under `version`."""

    number: int
    by: str
    kind: events.EvidenceKind
    item: str
    step: int | None
    at: int
    version: int
    withdrawn: bool = False


class Audit(Struct, frozen=True):
    """An audit of the hand."""

    number: int
    through: int
    digest: str
    verdict: str
    findings: tuple[str, ...]
    at: int
    version: int


class PollAnswer(Struct, frozen=True):
    """The answer of a voter; its words stand under `version`. `action` is empty where the player knows the hand."""

    voter: str
    action: str
    sure: int
    at: int
    version: int


class Poll(Struct, frozen=True):
    """A position that was put before players.

    Attributes:
        answers: The answers by voter.
        closed_at: When it was closed; None: it is open.
    """

    number: int
    by: str
    seat: int
    step: int
    voters: tuple[str, ...]
    until: int
    at: int
    version: int
    answers: Mapping[str, PollAnswer] = {}
    closed_at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it takes answers, as long as its deadline has not passed."""
        return self.closed_at is None


class Ruling(Struct, frozen=True):
    """A ruling; its words stand under `version`."""

    number: int
    by: str
    decision: events.Decision
    at: int
    version: int
    withdrawn: bool = False


class Appeal(Struct, frozen=True):
    """The appeal of a side; its words stand under `version`."""

    by: str
    side: int
    at: int
    version: int


class Proposal(Struct, frozen=True):
    """Another decision that a member of the committee proposed; its words stand under `version`.

    `void` says that it came from a committee that was dissolved or named anew.
    """

    number: int
    by: str
    decision: events.Decision
    at: int
    version: int
    void: bool = False


class Vote(Struct, frozen=True):
    """The vote of a member; its words stand under `version`. `proposal` 0 lets the ruling stand."""

    member: str
    proposal: int
    at: int
    version: int


class Verdict(Struct, frozen=True):
    """The decision of the committee: the proposal that was carried, 0 for the ruling, and the votes for it."""

    proposal: int
    votes: int
    at: int
    version: int


class Applied(Struct, frozen=True):
    """The decision that has taken effect: the number of the ruling, 0 for the committee's."""

    ruling: int
    adjustment: int
    hosted: bool


class CaseState(Struct, frozen=True, kw_only=True):
    """A case at one version of its stream. The first members are those of `CaseOpened`.

    Attributes:
        version: The version of the stream; 0: there is no case yet.
        status: Where it stands.
        until: The deadline of the present step, polls aside; None: there is none.
        director: The id of the director who has taken it up; empty: nobody has.
        answers: The answers by side.
        appeal: The appeal; None before it.
        committee: The ids of the members; empty: not named.
        votes: The votes by member.
        verdict: What the committee decided; None before.
        applied: The decision that is in effect; None: the result is as it was.
        effects: How often a decision took effect so far.
        kept: The tournament counts the game by a decision that was taken back since, as it refused to follow.
        withheld: The ids of the people who asked that the case book name nobody.
        timeline: All events in order.
    """

    version: int = 0
    game: str = ""
    kind: str = "table"
    hand: int = 0
    subject: str = ""
    raised_by: str = ""
    side: int | None = None
    sides: tuple[tuple[str, ...], ...] = ()
    seats: tuple[str, ...] = ()
    club: str = ""
    host: str = ""
    rules: str = ""
    step: int | None = None
    rule: str = ""
    published_at: int | None = None
    closes_at: int | None = None
    windows: events.Windows = events.Windows(0, 0, 0, 0, 0, 0, 0)
    without_account: tuple[int, ...] = ()
    opened_at: int = 0
    status: Status = "open"
    until: int | None = None
    director: str = ""
    answers: Mapping[int, Answer] = {}
    evidence: tuple[Evidence, ...] = ()
    audits: tuple[Audit, ...] = ()
    polls: tuple[Poll, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    appeal: Appeal | None = None
    committee: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    votes: Mapping[str, Vote] = {}
    verdict: Verdict | None = None
    applied: Applied | None = None
    effects: int = 0
    kept: bool = False
    outcome: str = ""
    closed_at: int | None = None
    withheld: frozenset[str] = frozenset()
    timeline: tuple[Happened, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether the case is over."""
        return self.status == "closed"

    @property
    def answering(self) -> tuple[int, ...]:
        """The sides that can answer: those of people, but for the side that disputed."""
        return tuple(number for number, side in enumerate(self.sides) if side and number != self.side)

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The sides whose answer is awaited still: not of people who had no account when the dispute was raised."""
        return tuple(side for side in self.answering if side not in self.answers and side not in self.without_account)

    @property
    def parties(self) -> frozenset[str]:
        """The ids of the people who played the hand, with the person who disputed it."""
        return frozenset(player for side in self.sides for player in side) | {self.raised_by}

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling that was not withdrawn; None: there is none."""
        return next((ruling for ruling in reversed(self.rulings) if not ruling.withdrawn), None)

    @property
    def open_polls(self) -> tuple[Poll, ...]:
        """The polls that are not closed."""
        return tuple(poll for poll in self.polls if poll.is_open)

    @property
    def ballot(self) -> tuple[Proposal, ...]:
        """The proposals that the committee votes on, beside the ruling."""
        return tuple(proposal for proposal in self.proposals if not proposal.void)

    @property
    def carried(self) -> Proposal | None:
        """The proposal by which a committee has changed the ruling; None: none has."""
        number = self.verdict.proposal if self.verdict is not None else 0
        return next((proposal for proposal in self.proposals if number and proposal.number == number), None)

    @property
    def decision(self) -> events.Decision | None:
        """The decision that holds now; None: there is none, or the dispute was withdrawn."""
        if self.carried is not None:
            return self.carried.decision
        return None if self.ruling is None else self.ruling.decision

    @property
    def decided(self) -> int | None:
        """The number of the ruling whose decision holds now, 0 for the committee's; None: there is none."""
        if self.outcome == "changed":
            return 0
        return None if self.ruling is None else self.ruling.number

    def poll(self, number: int) -> Poll | None:
        """Return a poll by its number."""
        return next((poll for poll in self.polls if poll.number == number), None)

    def side_of(self, ids: Iterable[str]) -> int | None:
        """Return the side for which a person played the hand; None: for none."""
        known = set(ids)
        return next((number for number, side in enumerate(self.sides) if known.intersection(side)), None)


EMPTY: Final = CaseState()
"""A case of which nothing has happened yet."""


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


Changes = dict[str, Any]


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
