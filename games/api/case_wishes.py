"""The bodies of the API of cases."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from clubs.api.base import NO_NUL
from engine.written import SheetHand
from games.cases.services.acting import MAX_WORDS
from games.events.adjusting import RowApplied
from games.events.cases import Decision, DecisionKind, FollowUp, ReasonCode, Stance, Step, Subject, Weighed

MOST = 10_000
"""No hand has so many steps, no case so many of anything."""

Words = Annotated[str, msgspec.Meta(max_length=MAX_WORDS, pattern=NO_NUL)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]
Short = Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)]


class DisputeWish(msgspec.Struct, forbid_unknown_fields=True):
    """A dispute about a finished hand.

    Attributes:
        subject: What it is about.
        words: What happened.
        step: The step of the hand's history that it is about.
        rule: The id of the rule that you cite.
    """

    subject: Subject
    words: Words
    step: Number | None = None
    rule: Short = ""


class StanceWish(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of a side: the dispute is right (`agree`), or it is not (`contest`)."""

    stance: Stance
    words: Words = ""


class EvidenceWish(msgspec.Struct, forbid_unknown_fields=True):
    """Evidence: words, a step of the hand's history, or words about a step."""

    words: Words = ""
    step: Number | None = None


class DeadlineWish(msgspec.Struct, forbid_unknown_fields=True):
    """A later deadline for the step at which the case is."""

    step: Step
    until: datetime


class PollWish(msgspec.Struct, forbid_unknown_fields=True):
    """A position to be put before players.

    Attributes:
        seat: The seat whose view they see.
        step: The step of the hand's history before which it acts.
        voters: The ids of the players.
        until: The deadline; left out: by the window of the case.
        clock: They see how many seconds the seat had left.
    """

    seat: Seat
    step: Number
    voters: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=1, max_length=30)]
    until: datetime | None = None
    clock: bool = False


class RowWish(msgspec.Struct, forbid_unknown_fields=True):
    """A row of the ledger of 56 with its remedy, as `RulingWish` has them."""

    rule: Short
    remedy: Short
    offender: Seat | None = None
    card: Short = ""
    denomination: Short = ""
    extra: Number = 0


class WeighedWish(msgspec.Struct, forbid_unknown_fields=True):
    """A result and its share, such as `3/5`; without `told` it is the result as it was played."""

    share: Short
    told: SheetHand | None = None


class DecisionWish(msgspec.Struct, forbid_unknown_fields=True):
    """A decision.

    Attributes:
        kind: `stands`, `warning`, `row` (of 56), `adjusted` (the hand counts as `told`), `weighted` (in a tournament).
        reason: Why, as a code.
        words: Why, in words.
        row: The row of the ledger.
        told: How the hand counts.
        weights: The results and their shares, which come to 1.
        rule: The id of the rule that the decision cites.
        warned: The side that is warned.
        follow_up: What becomes of later matches of the tournament that were paired by the old result.
    """

    kind: DecisionKind
    reason: ReasonCode
    words: Words
    row: RowWish | None = None
    told: SheetHand | None = None
    weights: Annotated[tuple[WeighedWish, ...], msgspec.Meta(max_length=4)] = ()
    rule: Short = ""
    warned: Seat | None = None
    follow_up: FollowUp = "keep"

    @property
    def decision(self) -> Decision:
        """The decision, as a case holds it."""
        return Decision(
            kind=self.kind,
            reason=self.reason,
            row=None if self.row is None else RowApplied(**msgspec.structs.asdict(self.row)),
            told=self.told,
            weights=tuple(Weighed(each.share, each.told) for each in self.weights),
            rule=self.rule,
            warned=self.warned,
            follow_up=self.follow_up,
        )


class ReasonWish(msgspec.Struct, forbid_unknown_fields=True):
    """Why, in words."""

    words: Words


class CommitteeWish(msgspec.Struct, forbid_unknown_fields=True):
    """The ids of the members of a committee: 1, 3 or 5."""

    members: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=1, max_length=5)]


class VoteWish(msgspec.Struct, forbid_unknown_fields=True):
    """A vote for a proposal; for `0` the ruling stands."""

    proposal: Number
    words: Words = ""


class NamesWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the case book is to name nobody."""

    withheld: bool
