"""The base of all deeds, those that do them, and refusals."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

import msgspec

from engine.phrases import Member, in_english, phrase
from tournaments.state.tournament import EntrantState, MatchState, StageState, TournamentState


class Role(StrEnum):
    """What a person is in a tournament; a person may have several roles."""

    DIRECTOR = "director"
    ASSISTANT = "assistant"
    SCORER = "scorer"
    CAPTAIN = "captain"
    PLAYER = "player"


EVERYBODY = frozenset(Role)
STAFF = frozenset({Role.DIRECTOR, Role.ASSISTANT})
SCORERS = frozenset({Role.DIRECTOR, Role.ASSISTANT, Role.SCORER})
DIRECTORS = frozenset({Role.DIRECTOR})


class Doer(msgspec.Struct, frozen=True):
    """The person who does a deed, with the roles as of now, or the server.

    Attributes:
        player: The id of the player; empty for the server.
        known_as: The ids of guests that the player has taken over.
        at: The time of the deed, in seconds since 1970 UTC; None: not known, and no deed is bound to a time.
        roles: The offices in this tournament, by its staff and by its club.
        is_server: The server itself does it: it has all roles.
    """

    player: str = ""
    roles: frozenset[Role] = frozenset()
    is_server: bool = False
    known_as: frozenset[str] = frozenset()
    at: int | None = None

    def is_one_of(self, roles: frozenset[Role]) -> bool:
        """Tell whether the person has one of the roles; the server has all."""
        return self.is_server or not self.roles.isdisjoint(roles)

    def is_captain_of(self, entrant: EntrantState) -> bool:
        """Tell whether the person is the captain of an entrant, the first of its squad."""
        return bool(self.player) and bool(entrant.squad) and entrant.squad[0] in (self.player, *self.known_as)


SERVER = Doer(is_server=True)
MAX_TIME = 1 << 34
"""In seconds since 1970: beyond the year 2500 nobody plans."""
POINTS = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,5})?")
"""Match points as a person writes them: an integer or "p/q"."""


class Deed(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """A command on a tournament.

    Attributes:
        allowed: The roles that may do it; others, such as the captain concerned, where its decider says so.
    """

    allowed: ClassVar[frozenset[Role]] = DIRECTORS


class Refused(Exception):  # noqa: N818  # a refusal, not a fault
    """The tournament does not admit the deed now.

    Attributes:
        code: A stable word for programs.
        text: The sentence, with named places (`engine.phrases`).
        members: What fills the places.
        field: The member of the deed that it is about; empty: the whole of it.
    """

    def __init__(self, code: str, text: str, field: str = "", **members: Member) -> None:
        super().__init__(in_english(text, members))
        self.code = code
        self.text = text
        self.field = field
        self.members = members


def entrant_of(state: TournamentState, number: int, field: str = "entrant") -> EntrantState:
    """Return an entrant that was not withdrawn, nor put into a team.

    Raises:
        Refused: `unknown-entrant`.
    """
    entrant = state.entrants.get(number)
    if entrant is None or entrant.is_gone:
        raise Refused("unknown-entrant", phrase("There is no entrant {number}."), field, number=number)
    return entrant


def check_no_free_agent(entrant: EntrantState, field: str = "entrant") -> None:
    """Refuse a single player where an entrant that plays is needed.

    Raises:
        Refused: `free-agent`.
    """
    if entrant.free:
        raise Refused("free-agent", phrase("A single player plays no match before the teams are drawn by lot."), field)


def check_captain(doer: Doer, entrant: EntrantState, field: str = "entrant") -> None:
    """Refuse everybody but the captain of an entrant and the staff.

    Raises:
        Refused: `not-your-entrant`.
    """
    if not (doer.is_one_of(STAFF) or doer.is_captain_of(entrant)):
        raise Refused("not-your-entrant", phrase("Only the captain of this entrant, or the staff, can do this."), field)


def stage_with(state: TournamentState, number: int, statuses: Sequence[str]) -> StageState:
    """Return a stage in one of some statuses.

    Raises:
        Refused: `unknown-stage`, `stage-planned`, `stage-running`, `stage-closed`.
    """
    stage = state.stages.get(number)
    if stage is None:
        raise Refused("unknown-stage", phrase("There is no stage {number}."), "stage", number=number)
    if stage.status not in statuses:
        raise Refused(f"stage-{stage.status}", _STATUS[stage.status], "stage", number=number)
    return stage


def match_of(state: TournamentState, number: int) -> MatchState:
    """Return a match with its entrants, of a running stage.

    Raises:
        Refused: `unknown-match`, `bye`, `match-open`, and those of `stage_with`.
    """
    match = state.matches.get(number)
    if match is None:
        raise Refused("unknown-match", phrase("There is no match {number}."), "match", number=number)
    stage_with(state, match.stage, ("running",))
    if match.is_bye:
        raise Refused("bye", phrase("Match {number} is a bye: nothing is played."), "match", number=number)
    if not match.is_filled:
        text = phrase("The entrants of match {number} are not decided yet.")
        raise Refused("match-open", text, "match", number=number)
    return match


def check_time(at: int | None) -> None:
    """Refuse a time that no clock shows, in seconds since 1970 UTC.

    Raises:
        Refused: `time-impossible`.
    """
    if at is not None and not 0 <= at < MAX_TIME:
        raise Refused("time-impossible", phrase("Give a time in seconds since 1970."), "at")


_STATUS = {
    "planned": phrase("Stage {number} has not begun."),
    "running": phrase("Stage {number} has already begun."),
    "closed": phrase("Stage {number} is closed; reopen it first."),
}
