"""Events about entrants: entries, squads, check-in, and those that leave, return or are disqualified."""

from typing import ClassVar, Literal

from tournaments.events.base import TournamentEvent

Leaving = Literal["void", "keep", "average"]
"""What becomes of the matches of an entrant that leaves: none counts, all count that were played, or the missing ones
count by the average of those that were played."""


class EntrantEntered(TournamentEvent, frozen=True):
    """An entrant was entered.

    Attributes:
        entrant: Its number, in the order of entry from 1.
        squad: The ids of its players; the first is its captain.
        team: The id of the team of a club; None for a squad made for this tournament.
        club: The id of the club it comes from; None: of none.
        waiting: It is on the waiting list.
    """

    entrant: int
    squad: tuple[str, ...]
    team: str | None = None
    club: str | None = None
    waiting: bool = False


class FreeAgentEntered(TournamentEvent, frozen=True):
    """A single player was entered, to be put into a team by lot.

    Attributes:
        entrant: Its number, in the order of entry as of all entrants.
        player: The id of the player.
        club: The id of the club the player comes from; None: of none.
    """

    entrant: int
    player: str
    club: str | None = None


class TeamsMade(TournamentEvent, frozen=True):
    """Teams were made of free agents in the order of a lot; each is an entrant, and its first player the captain.

    Attributes:
        lot: The number of the lot.
        first: The number of the first team; the others have the numbers after it.
        teams: Of each team the numbers of its free agents.
        waiting: So many of the last teams are on the waiting list.
    """

    lot: int
    first: int
    teams: tuple[tuple[int, ...], ...]
    waiting: int = 0


class EntrantMovedUp(TournamentEvent, frozen=True):
    """An entrant came from the waiting list into the field."""

    entrant: int


class EntrantWithdrew(TournamentEvent, frozen=True):
    """An entry was taken back before the entrant had played."""

    entrant: int


class SquadChanged(TournamentEvent, frozen=True):
    """The players of an entrant were changed; matches keep the players that played them."""

    entrant: int
    squad: tuple[str, ...]


class FeeNoted(TournamentEvent, frozen=True):
    """It was noted whether the fee of an entry is paid. Lelam moves no money."""

    entrant: int
    paid: bool


class EntrantCheckedIn(TournamentEvent, frozen=True):
    """An entrant is present, or was taken off the list of those present."""

    entrant: int
    present: bool = True


class EntrantsHeldOut(TournamentEvent, frozen=True):
    """A director went on without entrants that are absent; those on the waiting list that are there took their places.

    Attributes:
        entrants: Those that were held out.
        moved_up: Those that came from the waiting list into the field.
    """

    entrants: tuple[int, ...]
    moved_up: tuple[int, ...] = ()


class EntrantReadmitted(TournamentEvent, frozen=True):
    """An entrant that was held out is present and plays; `waiting`: on the waiting list, as there is no room."""

    entrant: int
    waiting: bool = False


class ByeWished(TournamentEvent, frozen=True):
    """An entrant will not play in a round and asked for a bye, or takes the wish back."""

    entrant: int
    stage: int
    round: int
    wished: bool = True


class EntrantLeft(TournamentEvent, frozen=True):
    """An entrant plays no more rounds of a stage, from `round` on; it may return."""

    entrant: int
    stage: int
    round: int
    matches: Leaving


class EntrantReturned(TournamentEvent, frozen=True):
    """An entrant that had left plays again, from `round` of a stage on."""

    entrant: int
    stage: int
    round: int


class EntrantJoined(TournamentEvent, frozen=True):
    """A late entrant plays in a stage that has begun, from `round` on."""

    entrant: int
    stage: int
    group: int
    round: int


class EntrantDisqualified(TournamentEvent, frozen=True):
    """A director took an entrant out of the tournament, from `round` of a stage on. `reason` is a code."""

    entrant: int
    stage: int
    round: int
    matches: Leaving
    reason: str


class MeetingForbidden(TournamentEvent, frozen=True):
    """Two entrants are not paired with one another as long as it can be avoided."""

    entrants: tuple[int, int]


class MeetingAllowed(TournamentEvent, frozen=True):
    """Two entrants may meet again."""

    entrants: tuple[int, int]


class SeedsSet(TournamentEvent, frozen=True):
    """The seeding order of all entrants, the first seed first."""

    order: tuple[int, ...]


class LotPromised(TournamentEvent, frozen=True):
    """The server committed itself to a secret for a lot, before any captain's number; it stays sealed until the draw.

    Source: `docs/reference/fair-lot.md`.

    Attributes:
        lot: Its number in the tournament, from 1.
        entrants: All that take part, ascending.
        commitment: The fingerprint of the secret (hex).
        secret: The secret (hex).
    """

    sealed_fields: ClassVar[tuple[str, ...]] = ("secret",)

    lot: int
    entrants: tuple[int, ...]
    commitment: str
    secret: str


class LotNumberPromised(TournamentEvent, frozen=True):
    """A captain committed to a number for a lot: the fingerprint of the number (hex), which is opened later."""

    lot: int
    entrant: int
    commitment: str


class LotClosed(TournamentEvent, frozen=True):
    """The list of the captains' fingerprints was closed: from now on the numbers are opened, and none is added."""

    lot: int


class LotNumberOpened(TournamentEvent, frozen=True):
    """A captain opened the number (hex) committed to for a lot."""

    lot: int
    entrant: int
    number: str


class LotDrawn(TournamentEvent, frozen=True):
    """A lot was drawn and its secret (hex) opened: the entrants in the order drawn."""

    lot: int
    secret: str
    order: tuple[int, ...]


class LotDropped(TournamentEvent, frozen=True):
    """A lot was given up before it was drawn, and its secret (hex) opened. `reason` is a code."""

    lot: int
    secret: str
    reason: str
