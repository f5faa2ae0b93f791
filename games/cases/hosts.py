"""The port to what stands above games: a tournament that a game is part of.

The app above registers how the host of a game is found (`register_host`); a game without a host is a game of its club
alone.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct

from clubs.models import Player
from games.events.cases import Decision
from games.models import Case

from games.cases.windows import Windows  # isort: skip

Points: TypeAlias = tuple[int, ...]
"""What the game comes to for each side with a decision: game points, or in 56 stake points."""


class Change(Struct, frozen=True):
    """A difference that a decision makes in a tournament.

    Attributes:
        kind: A place in the standings, a match of the bracket, an entrant that goes on, or a match to be replayed.
        what: What changes, in words.
        before: As it is now, in words; empty for nothing.
        after: As it would be.
    """

    kind: Literal["standing", "bracket", "advances", "replay"]
    what: str
    before: str
    after: str


class Impact(Struct, frozen=True):
    """The differences that a decision would make in a tournament.

    Attributes:
        changes: The differences.
        refusal: The code by which the tournament refuses the decision unless it says what becomes of later matches;
            empty: it takes it as it is.
        message: The refusal in words.
        later: Later matches depend on the result.
        withheld: The reader may not see all results of the tournament, and so not all differences.
    """

    changes: tuple[Change, ...] = ()
    refusal: str = ""
    message: str = ""
    later: bool = False
    withheld: bool = False


class Host(Struct, frozen=True):
    """A tournament as the case of a hand knows it.

    Attributes:
        id: The id of the tournament.
        name: Its name.
        path: The path of its page.
        windows: How long the steps of a case last there.
        published_at: When the result was published; None: not yet.
        squads: The ids of the players of each side's squad.
        directs: Tells whether a player is a director of the tournament.
        preview: Returns the differences that a decision on a hand would make, as far as a reader may see them.
        apply: Applies a decision: the case, the decision, what the game comes to with it for each side, the winning
            sides, who decided, the words, the command; returns whether anything was changed. The same command again
            changes nothing and returns the same.
        reverse: Takes back what the decision of a case had changed: the case, who decided, the command; returns whether
            the tournament no longer counts the game as it was ruled.
        note: Notes that the game has an open case, or none any more.
        directors: The ids of the directors of the tournament, who are told of its cases.
    """

    id: UUID
    name: str
    path: str
    windows: Windows
    published_at: datetime | None
    squads: tuple[frozenset[str], ...]
    directs: Callable[[Player], bool]
    preview: Callable[[Decision, int, Player | None], Impact]
    apply: Callable[[Case, Decision, Points, Sequence[int], Player | None, str, UUID], bool]
    reverse: Callable[[Case, Player | None, UUID], bool]
    note: Callable[[Case, bool], None]
    directors: frozenset[str] = frozenset()


Find: TypeAlias = Callable[[UUID], Host | None]

_finders: Final[list[Find]] = []


def register_host(find: Find) -> None:
    """Register how the host of a game is found, by the id of the table or the sheet."""
    if find not in _finders:
        _finders.append(find)


def find_host(game_id: UUID) -> Host | None:
    """Return the host of a game; None: it is part of no tournament."""
    return next((host for find in _finders if (host := find(game_id)) is not None), None)
