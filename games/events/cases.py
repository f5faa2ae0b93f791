"""The events of a case: a disputed hand from the dispute to the last word.

A case is a stream of its own. People stand in it by opaque ids, and the words that they write stand in rows beside it
(`games.models.CaseText`), where they can be erased. Moments are in seconds since 1970 UTC.
"""

from typing import ClassVar, Final, Literal, get_args

import msgspec

from engine.written import SheetHand
from games.events.adjusting import RowApplied
from games.events.base import TableEvent

Subject = Literal["call", "play", "revoke", "score", "deal", "time", "conduct", "exposed-card"]
SUBJECTS: Final[tuple[Subject, ...]] = get_args(Subject)
"""What a dispute can be about."""
Stance = Literal["agree", "contest"]
"""What the other side says: the dispute is right, or it is not."""
EvidenceKind = Literal["text", "picture", "step"]
DecisionKind = Literal["stands", "warning", "row", "adjusted", "weighted"]
DECISION_KINDS: Final[tuple[DecisionKind, ...]] = get_args(DecisionKind)
ReasonCode = Literal[
    "no-fault", "row", "revoke", "claim", "miscounted", "misinformation", "hesitation", "exposed-card", "deal-fault",
    "time", "conduct", "technical", "agreed", "other",
]  # fmt: skip
REASONS: Final[tuple[ReasonCode, ...]] = get_args(ReasonCode)
"""Why a decision is as it is; the words of the director or the committee lie beside the log."""
FollowUp = Literal["keep", "re_pair", "replay"]
"""What becomes of later matches of a tournament that were paired by the result as it was."""
Step = Literal["answer", "poll", "ruling", "appeal", "committee", "vote"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
"""The steps of a case that have a deadline."""
Outcome = Literal["withdrawn", "ruled", "upheld", "changed"]
"""How a case ended: withdrawn, by the ruling, or by a committee that let it stand or changed it."""


class Weighed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the results that a weighted decision is made of.

    Attributes:
        share: Its share as a fraction in lowest terms, such as `3/5`; all shares come to 1.
        told: How the hand counts by it; None: as it was played.
    """

    share: str
    told: SheetHand | None = None


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a director or a committee decides.

    Attributes:
        kind: `stands`: the result stays; `warning`: it stays, and a player or a side is warned; `row`: a row of the
            ledger of 56 is applied; `adjusted`: the hand counts as `told`; `weighted`: it counts in the tournament as
            a mixture of `weights`, and everywhere else as it was.
        reason: A code.
        row: The row with its remedy; of a warning only where the row has one.
        told: How the hand counts.
        weights: The results and their shares.
        rule: The rule that the decision cites; empty without.
        warned: The side that is warned; None without.
        follow_up: What becomes of later matches of the tournament.
    """

    kind: DecisionKind
    reason: ReasonCode
    row: RowApplied | None = None
    told: SheetHand | None = None
    weights: tuple[Weighed, ...] = ()
    rule: str = ""
    warned: int | None = None
    follow_up: FollowUp = "keep"


class Windows(msgspec.Struct, frozen=True):
    """How long the steps of a case last, in seconds; fixed when the case is opened.

    Attributes:
        dispute: From the publication of the result: a hand can be disputed.
        answer: The other side answers.
        poll: Players answer a poll.
        ruling: A director rules.
        appeal: A side can appeal.
        committee: Officers name a committee.
        vote: The committee votes.
    """

    dispute: int
    answer: int
    poll: int
    ruling: int
    appeal: int
    committee: int
    vote: int


class CaseOpened(TableEvent, frozen=True):
    """The first event of every case: a player of the hand, or a director, disputed a finished hand.

    Attributes:
        game: The id of the stream of the table or the score sheet.
        kind: Which of them it is.
        hand: The number of the hand.
        subject: What the dispute is about.
        raised_by: The id of the player.
        side: The player's side; None for an officer who played for none.
        sides: The ids of the people who played the hand, by side.
        seats: The ids by seat; empty for a bot, or where nobody is known.
        club: The id of the club in which the game was played.
        host: The id of the tournament that it is part of; empty without.
        rules: The id of the rule set.
        step: The step of the hand's history that it is about; None without.
        rule: The rule that the player cites; empty without.
        published_at: When the result was published, from which the window counts; None: not yet, or the game runs.
        closes_at: Until when the hand could be disputed; None: as long as the result is not published.
        answer_until: Until when the other side answers; None: nobody is on another side.
        windows: How long its steps last.
        without_account: The sides of people of whom nobody has an account: nobody waits for their answer.
    """

    schema: ClassVar[int] = 2

    game: str
    kind: Literal["table", "sheet"]
    hand: int
    subject: Subject
    raised_by: str
    side: int | None
    sides: tuple[tuple[str, ...], ...]
    seats: tuple[str, ...]
    club: str
    host: str
    rules: str
    step: int | None
    rule: str
    published_at: int | None
    closes_at: int | None
    answer_until: int | None
    windows: Windows
    without_account: tuple[int, ...] = ()


class CaseAnswered(TableEvent, frozen=True):
    """A side answered the dispute; a later answer of the side replaces it until the ruling."""

    side: int
    by: str
    stance: Stance


class EvidenceAdded(TableEvent, frozen=True):
    """Evidence came in; a text or a picture lies beside the log.

    Attributes:
        evidence: Its number in the case, from 1.
        by: The id of the person.
        kind: What it is.
        item: The id of the row that holds it; empty for a step.
        step: The step of the hand's history that it points to; None without.
    """

    evidence: int
    by: str
    kind: EvidenceKind
    item: str
    step: int | None


class EvidenceWithdrawn(TableEvent, frozen=True):
    """A person took evidence back."""

    evidence: int
    by: str


class CaseTaken(TableEvent, frozen=True):
    """A director took the case up, and rules on it unless another director takes it over."""

    by: str


class CaseReleased(TableEvent, frozen=True):
    """The director gave the case back: another director is to take it up."""

    by: str


class CaseAudited(TableEvent, frozen=True):
    """The hand was audited; the report itself lies beside the log and can be made anew.

    Attributes:
        audit: The number of the audit in the case, from 1.
        through: The version of the game's stream that was audited.
        digest: The SHA-256 of the report's canonical JSON (hex).
        verdict: `clean`, `findings`, or `incomplete` where something could not be looked at.
        findings: The codes of the findings, in the order of the report.
    """

    audit: int
    through: int
    digest: str
    verdict: str
    findings: tuple[str, ...]


class PollOpened(TableEvent, frozen=True):
    """A director put a position before players who do not know whose it is.

    Attributes:
        poll: Its number in the case, from 1.
        by: The id of the director.
        seat: The seat whose view is shown.
        step: The step of the hand's history before which it acts.
        voters: The ids of the players who are asked.
        until: Until when they answer.
    """

    poll: int
    by: str
    seat: int
    step: int
    voters: tuple[str, ...]
    until: int


class PollAnswered(TableEvent, frozen=True):
    """A player said what to do in a position; a later answer replaces it until the poll is closed.

    Attributes:
        poll: The number of the poll.
        voter: The id of the player.
        action: The action as pages write it, such as `play:SJ`, `call:+S` or `pass`; empty: the player knows the hand
            and does not answer.
        sure: How sure the player is, from 1 to 3; 0 without an answer.
    """

    poll: int
    voter: str
    action: str
    sure: int


class PollClosed(TableEvent, frozen=True):
    """A poll takes no more answers. `by` is the id of the director; empty: all have answered, or the time is over."""

    poll: int
    by: str


class CaseRuled(TableEvent, frozen=True):
    """A director ruled.

    Attributes:
        ruling: The number of the ruling in the case, from 1.
        by: The id of the director.
        decision: What is decided.
        appeal_until: Until when a side can appeal.
    """

    ruling: int
    by: str
    decision: Decision
    appeal_until: int


class CaseRulingWithdrawn(TableEvent, frozen=True):
    """The director took the ruling back before anybody appealed: the case waits for a ruling again."""

    ruling: int
    by: str


class DecisionApplied(TableEvent, frozen=True):
    """A decision took effect: on the game's stream, in the tournament, or in both.

    Attributes:
        ruling: The number of the ruling; 0 for the committee's decision.
        adjustment: The number of the adjustment in the game's stream; 0 where the game stays as it is.
        hosted: It was applied in the tournament.
    """

    ruling: int
    adjustment: int
    hosted: bool


class DecisionReversed(TableEvent, frozen=True):
    """What a decision had changed was taken back.

    Attributes:
        ruling: The number of the ruling; 0 for the committee's.
        kept: The tournament refused it, and counts the game as it was ruled.
    """

    schema: ClassVar[int] = 2

    ruling: int
    kept: bool = False


class CaseAppealed(TableEvent, frozen=True):
    """A side appealed against the ruling.

    Attributes:
        by: The id of the player.
        side: The player's side.
        name_until: Until when a committee is named.
    """

    by: str
    side: int
    name_until: int


class AppealWithdrawn(TableEvent, frozen=True):
    """The side withdrew its appeal: the ruling is final."""

    by: str


class CommitteeNamed(TableEvent, frozen=True):
    """The members of the committee were named, or named anew before the first vote.

    Attributes:
        by: The id of the officer.
        members: Their ids, an odd number.
        vote_until: Until when they vote.
    """

    by: str
    members: tuple[str, ...]
    vote_until: int


class DecisionProposed(TableEvent, frozen=True):
    """A member of the committee proposed another decision. `proposal` is its number in the case, from 1."""

    proposal: int
    by: str
    decision: Decision


class VoteCast(TableEvent, frozen=True):
    """A member of the committee voted; a later vote replaces it.

    Attributes:
        member: The id of the member.
        proposal: The number of the proposal; 0 lets the ruling stand.
        gone: The ids of the members who have not voted and cannot any more: they have left the club, or are suspended.
    """

    schema: ClassVar[int] = 2

    member: str
    proposal: int
    gone: tuple[str, ...] = ()


class AppealDecided(TableEvent, frozen=True):
    """The committee decided.

    Attributes:
        proposal: The number of the proposal that was carried; 0: the ruling stands.
        votes: The number of votes for it.
    """

    proposal: int
    votes: int


class DeadlinePassed(TableEvent, frozen=True):
    """A deadline passed without the act that it was for; what follows from it comes next.

    Attributes:
        step: The step.
        until: The deadline that passed.
        next: The new deadline; None: there is none.
    """

    step: Step
    until: int
    next: int | None


class DeadlineMoved(TableEvent, frozen=True):
    """A director set another deadline for a step."""

    step: Step
    until: int
    by: str


class CaseWithdrawn(TableEvent, frozen=True):
    """The person who had raised the dispute withdrew it before the ruling."""

    by: str


class CaseClosed(TableEvent, frozen=True):
    """The case is over, and the result of the hand is no longer provisional."""

    outcome: Outcome


class NamesWithheld(TableEvent, frozen=True):
    """A person of the case asked that the case book name nobody."""

    by: str


class NamesShown(TableEvent, frozen=True):
    """The person took that back; names are shown again once nobody withholds them."""

    by: str
