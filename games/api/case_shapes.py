"""The answers of the API of cases."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from clubs.api.base import Paging, page_of
from clubs.api.people import ClubRef, PlayerRef, club_ref, player_ref
from clubs.models import Player
from engine.written import SheetHand
from games.cases.selectors import SeenCase
from games.cases.state import Evidence, Poll
from games.events.adjusting import RowApplied
from games.events.cases import (
    Decision,
    DecisionKind,
    EvidenceKind,
    FollowUp,
    ReasonCode,
    Stance,
    Step,
    Subject,
    Weighed,
)
from games.models import Case

PartOfCase = Literal["open", "review", "ruled", "appealed", "voting", "closed"]


class CaseReceipt(msgspec.Struct, frozen=True):
    """What a request did: the case, and its version after it."""

    case: UUID
    version: int

    @property
    def location(self) -> str:
        """The address of the case."""
        return f"/api/cases/{self.case}/"


class PollReceipt(msgspec.Struct, frozen=True):
    """The poll that was opened or closed: its number in the case."""

    case: UUID
    poll: int
    version: int | None = None

    @property
    def location(self) -> str:
        """The address of the case."""
        return f"/api/cases/{self.case}/"


class CaseQuery(Paging, forbid_unknown_fields=True):
    """The cases that are asked for."""

    status: PartOfCase | UnsetType = UNSET


class CaseEntry(msgspec.Struct, frozen=True):
    """A case in a list.

    Attributes:
        number: Its number in the club.
        game: The id of the table or the score sheet.
        due_at: The next deadline.
        provisional: The result of the hand may still change.
        outcome: How it ended; empty while it is open.
    """

    id: UUID
    number: int
    club: ClubRef
    game: UUID
    kind: Literal["table", "sheet"]
    hand: int
    subject: Subject
    status: PartOfCase
    outcome: str
    provisional: bool
    opened_at: datetime
    due_at: datetime | None
    closed_at: datetime | None


CaseEntryPage = page_of(CaseEntry)


class CaseMove(msgspec.Struct, frozen=True):
    """The move that a case waits for.

    Attributes:
        who: Those who are to act: `sides`, `voters`, `director`, `directors`, `parties`, `officers`, `committee` or
            `nobody`.
        step: The step.
        until: The deadline.
        people: The people, where they are known to you.
    """

    who: str
    step: Step | None
    until: datetime | None
    people: tuple[PlayerRef, ...]


class AnswerShown(msgspec.Struct, frozen=True):
    """The answer of a side."""

    side: int
    by: PlayerRef | None
    stance: Stance
    words: str
    at: datetime


class EvidenceShown(msgspec.Struct, frozen=True):
    """A piece of evidence; `picture` is the id of a picture."""

    number: int
    by: PlayerRef | None
    kind: EvidenceKind
    words: str
    picture: UUID | None
    step: int | None
    withdrawn: bool
    at: datetime


class AuditNoted(msgspec.Struct, frozen=True):
    """An audit of the hand: the report is at `/api/cases/{id}/audit/`."""

    number: int
    through: int
    digest: str
    verdict: str
    findings: tuple[str, ...]
    at: datetime


class PollAnswerShown(msgspec.Struct, frozen=True):
    """The answer of a voter; an empty action: the player knew the hand. `voter` is known to directors alone."""

    voter: PlayerRef | None
    action: str
    sure: int
    words: str


class PollShown(msgspec.Struct, frozen=True):
    """A poll; its answers come with its end."""

    number: int
    seat: int
    step: int
    asked: int
    until: datetime
    closed_at: datetime | None
    answers: tuple[PollAnswerShown, ...]


class DecisionShown(msgspec.Struct, frozen=True):
    """A decision; `row`, `told` and `weights` only where it has them."""

    kind: DecisionKind
    reason: ReasonCode
    rule: str
    row: RowApplied | None
    told: SheetHand | None
    weights: tuple[Weighed, ...]
    warned: int | None
    follow_up: FollowUp


class RulingShown(msgspec.Struct, frozen=True):
    """A ruling of a director."""

    number: int
    by: PlayerRef | None
    decision: DecisionShown
    words: str
    withdrawn: bool
    at: datetime


class AppealShown(msgspec.Struct, frozen=True):
    """The appeal of a side."""

    by: PlayerRef | None
    side: int
    words: str
    at: datetime


class ProposalShown(msgspec.Struct, frozen=True):
    """A decision that a member of the committee proposed; `void`: before a committee that is no longer."""

    number: int
    by: PlayerRef | None
    decision: DecisionShown
    words: str
    void: bool


class VoteShown(msgspec.Struct, frozen=True):
    """A vote; before the decision your own alone."""

    member: PlayerRef | None
    proposal: int
    words: str


class CaseShown(CaseEntry, frozen=True, kw_only=True):
    """A case as you may know it: what is secret to you is left empty.

    Attributes:
        version: Its version.
        step: The step of the hand's history that it is about.
        rule: The rule that the dispute cites.
        raised_by: The player who raised it.
        words: What that player wrote.
        sides: The people who played the hand, by side.
        side: Your own side.
        move: Whose move it is.
        mine: It is your move.
        may: What you may do now.
        decided: The number of the ruling that holds, 0 for the committee's decision.
        tournament: The id of the tournament that the game is part of.
        kept: The tournament kept the result as it was ruled when the ruling was taken back: a later stage had begun.
    """

    version: int
    step: int | None
    rule: str
    raised_by: PlayerRef | None
    words: str
    sides: tuple[tuple[PlayerRef, ...], ...]
    side: int | None
    move: CaseMove
    mine: bool
    may: tuple[str, ...]
    answers: tuple[AnswerShown, ...]
    evidence: tuple[EvidenceShown, ...]
    audits: tuple[AuditNoted, ...]
    polls: tuple[PollShown, ...]
    rulings: tuple[RulingShown, ...]
    appeal: AppealShown | None
    committee: tuple[PlayerRef, ...]
    proposals: tuple[ProposalShown, ...]
    votes: tuple[VoteShown, ...]
    decided: int | None
    tournament: UUID | None
    kept: bool


class WindowShown(msgspec.Struct, frozen=True):
    """The time in which a hand can be disputed; `reason` says why it cannot, `case` which case there is."""

    open: bool
    closes_at: datetime | None
    reason: str
    case: UUID | None


def entry_members(case: Case) -> dict[str, Any]:
    """Return the members of a case that a list shows."""
    return {
        "id": case.pk,
        "number": case.number,
        "club": club_ref(case.club),
        "game": case.table_id or case.sheet_id,
        "kind": "table" if case.table_id is not None else "sheet",
        "hand": case.hand,
        "subject": case.subject,
        "status": case.status,
        "outcome": case.outcome,
        "provisional": case.closed_at is None,
        "opened_at": case.opened_at,
        "due_at": case.due_at,
        "closed_at": case.closed_at,
    }


def entries_of(cases: Iterable[Case]) -> list[CaseEntry]:
    """Return cases as a list shows them."""
    return [CaseEntry(**entry_members(case)) for case in cases]


def shown(seen: SeenCase) -> CaseShown:
    """Return a case as a reader may know it, with the names of the people."""
    state, words = seen.state, seen.words
    known = _people(seen)
    return CaseShown(
        **entry_members(seen.case),
        version=state.version,
        step=state.step,
        rule=state.rule,
        raised_by=known.get(state.raised_by),
        words=words.get(1, ""),
        sides=tuple(_all(known, side) for side in state.sides),
        side=seen.side,
        move=CaseMove(seen.move.who, seen.move.step, _moment(seen.move.until), _all(known, seen.move.people)),
        mine=seen.mine,
        may=tuple(sorted(seen.may)),
        answers=tuple(
            AnswerShown(each.side, known.get(each.by), each.stance, words.get(each.version, ""), _at(each.at))
            for each in state.answers.values()
        ),
        evidence=tuple(
            EvidenceShown(
                each.number, known.get(each.by), each.kind, words.get(each.version, ""), _picture(each), each.step,
                each.withdrawn, _at(each.at),
            )
            for each in state.evidence
        ),
        audits=tuple(
            AuditNoted(each.number, each.through, each.digest, each.verdict, each.findings, _at(each.at))
            for each in state.audits
        ),
        polls=tuple(_poll(poll, known, words) for poll in state.polls),
        rulings=tuple(
            RulingShown(
                each.number, known.get(each.by), _decision(each.decision), words.get(each.version, ""), each.withdrawn,
                _at(each.at),
            )
            for each in state.rulings
        ),
        appeal=None if state.appeal is None else AppealShown(
            known.get(state.appeal.by), state.appeal.side, words.get(state.appeal.version, ""), _at(state.appeal.at)
        ),
        committee=_all(known, state.committee),
        proposals=tuple(
            ProposalShown(
                each.number, known.get(each.by), _decision(each.decision), words.get(each.version, ""), each.void
            )
            for each in state.proposals
        ),
        votes=tuple(
            VoteShown(known.get(each.member), each.proposal, words.get(each.version, ""))
            for each in state.votes.values()
        ),
        decided=state.decided if state.rulings else None,
        tournament=UUID(state.host) if state.host else None,
        kept=state.kept,
    )  # fmt: skip


def _picture(evidence: Evidence) -> UUID | None:
    return UUID(evidence.item) if evidence.kind == "picture" and evidence.item else None


def _poll(poll: Poll, known: Mapping[str, PlayerRef], words: Mapping[int, str]) -> PollShown:
    return PollShown(
        number=poll.number,
        seat=poll.seat,
        step=poll.step,
        asked=len(poll.voters),
        until=_at(poll.until),
        closed_at=_moment(poll.closed_at),
        answers=tuple(
            PollAnswerShown(known.get(each.voter), each.action, each.sure, words.get(each.version, ""))
            for each in poll.answers.values()
        ),
    )


def _decision(decision: Decision) -> DecisionShown:
    return DecisionShown(**{name: getattr(decision, name) for name in DecisionShown.__struct_fields__})


def _people(seen: SeenCase) -> dict[str, PlayerRef]:
    """Return the people of a case by their ids, in one query."""
    state = seen.state
    ids = {state.raised_by, *state.committee, *seen.move.people}
    ids.update(player for side in state.sides for player in side)
    for parts in (state.evidence, state.rulings, state.proposals, state.answers.values()):
        ids.update(part.by for part in parts)
    ids.update(voter for poll in state.polls for voter in poll.answers)
    ids.update(state.votes)
    if state.appeal is not None:
        ids.add(state.appeal.by)
    wanted = {UUID(one) for one in ids if len(one) == _ID}
    return {str(player.pk): player_ref(player) for player in Player.objects.filter(pk__in=wanted)}


_ID = 36
"""The length of a written id; voters whose names are secret are numbered."""


def _all(known: Mapping[str, PlayerRef], ids: Iterable[str]) -> tuple[PlayerRef, ...]:
    return tuple(known[one] for one in ids if one in known)


def _at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else _at(seconds)
