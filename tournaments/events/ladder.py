"""Events about a ladder: challenges, their answers, and entrants that move down because they do not play.

The order of the ladder is in no event: it follows from these events and from the results of the matches
(`tournaments.state.ladder`). A challenge has a number in its stage, from 1.
"""

from tournaments.events.base import TournamentEvent


class ChallengeMade(TournamentEvent, frozen=True):
    """An entrant challenged another that stands above it; the time to answer runs from now on."""

    stage: int
    challenge: int
    challenger: int
    challenged: int


class ChallengeAccepted(TournamentEvent, frozen=True):
    """A challenge was accepted, and its match may begin.

    Attributes:
        match: The number of the match in the tournament; the challenged entrant is its home side.
        round: The number of the round that holds this match alone.
        at: The time agreed on, in seconds since 1970 UTC; None: none yet.
    """

    stage: int
    challenge: int
    match: int
    round: int
    at: int | None = None


class ChallengeRefused(TournamentEvent, frozen=True):
    """A challenge was refused. `lost`: the refusal counts as a lost match."""

    stage: int
    challenge: int
    lost: bool


class ChallengeExpired(TournamentEvent, frozen=True):
    """A challenge was not answered in time. `lost`: that counts as a lost match."""

    stage: int
    challenge: int
    lost: bool


class ChallengeWithdrawn(TournamentEvent, frozen=True):
    """A challenge was taken back before it was answered."""

    stage: int
    challenge: int


class EntrantMovedDown(TournamentEvent, frozen=True):
    """An entrant that had not played for long moved down by so many places."""

    stage: int
    entrant: int
    places: int
