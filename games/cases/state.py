"""A case as its events make it (`games.cases.folding`). Pure. Moments are in seconds since 1970 UTC."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from games.events import cases as events

Status = Literal["open", "review", "ruled", "appealed", "voting", "closed"]
STATUSES: Final[tuple[Status, ...]] = ("open", "review", "ruled", "appealed", "voting", "closed")


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
        kept: When a decision was taken back, the tournament refused to follow: it counted the game by it still.
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
