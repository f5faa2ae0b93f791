"""The events of a tournament's floor: numbers, opaque ids and codes. People's words are in rows beside them."""

from typing import ClassVar

import msgspec

from tournaments.floor.codes import Audience, Outcome, Phrase, Reason


class FloorEvent(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Base of these events; the stored name is the class's own, for good."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()


class FloorOpened(FloorEvent, frozen=True):
    """The first event of every stream. `tournament` is the id of the tournament whose floor it is."""

    tournament: str


class DirectorCalled(FloorEvent, frozen=True):
    """A table called the director.

    Attributes:
        call: The number of the call in the tournament, from 1.
        match: The number of the match.
        by: The id of the player, or "pass:" and the id of the pass to a score sheet.
        reason: A code.
        game: The number of the game in the match; None: none has been called.
        hand: The number of the hand it is about; None without.
        trick: The number of the trick in the hand; None without.
        table: The table where the match was played then, as the tournament calls it.
        worded: The caller wrote own words, which lie beside the log.
    """

    call: int
    match: int
    by: str
    reason: Reason
    game: int | None = None
    hand: int | None = None
    trick: int | None = None
    table: str = ""
    worded: bool = False


class CallClaimed(FloorEvent, frozen=True):
    """A member of the staff is on the way to a call.

    Attributes:
        by: The id of the member of the staff.
        until: When the claim ends, in seconds since 1970 UTC; others may claim the call then.
    """

    call: int
    by: str
    until: int


class CallReleased(FloorEvent, frozen=True):
    """The claim of a call was given up: somebody else may claim it."""

    call: int


class CallClosed(FloorEvent, frozen=True):
    """A call is done with; `by` is the id of the member of the staff, or the caller of a call that was taken back."""

    call: int
    by: str
    outcome: Outcome


class AnnouncementMade(FloorEvent, frozen=True):
    """The staff announced something.

    Attributes:
        announcement: Its number in the tournament, from 1.
        by: The id of the member of the staff.
        audience: The readers: `all`, the `tables` of some matches, or some `entrants`.
        to: The numbers of these matches or entrants; none for all.
        phrase: The code of a ready phrase; None: own words, which lie beside the log.
        round: The number of the round that the phrase names; None without.
        at: The time that the phrase names, in seconds since 1970 UTC; None without.
        minutes: The minutes that the phrase names; None without.
        until: How long it is shown, in seconds since 1970 UTC; None: until it is withdrawn.
    """

    announcement: int
    by: str
    audience: Audience = "all"
    to: tuple[int, ...] = ()
    phrase: Phrase | None = None
    round: int | None = None
    at: int | None = None
    minutes: int | None = None
    until: int | None = None


class AnnouncementWithdrawn(FloorEvent, frozen=True):
    """An announcement holds no longer."""

    announcement: int


class ArrivalNoted(FloorEvent, frozen=True):
    """A side of a match is at its table, or is not after all.

    Attributes:
        match: The number of the match.
        entrant: The number of the entrant.
        here: Whether it is there.
    """

    match: int
    entrant: int
    here: bool = True
