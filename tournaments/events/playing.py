"""Events about matches: where they are played, what they come to, and how that was changed."""

from typing import ClassVar, Literal

import msgspec

from tournaments.events.base import TournamentEvent

EndedBy = Literal["ending", "time", "abandoned", "forfeit"]
Reporter = Literal["game", "side", "desk"]
Decision = Literal["walkover", "double_forfeit", "awarded", "void", "split"]


class Report(msgspec.Struct, frozen=True, array_like=True):
    """What a game came to.

    Attributes:
        points: The points of each side.
        winners: The sides that won it; empty: it was drawn.
        hands: Hands played; 0: not known.
        ended_by: How it ended.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int = 0
    ended_by: EndedBy = "ending"


class MatchPlaced(TournamentEvent, frozen=True):
    """A match got a table, a room, a time; each may be empty or None."""

    match: int
    table: str = ""
    room: str = ""
    at: int | None = None


class TimeProposed(TournamentEvent, frozen=True):
    """An entrant proposed a time for a match, in seconds since 1970 UTC; accepted, the match is placed at it."""

    match: int
    entrant: int
    at: int


class LineUpNamed(TournamentEvent, frozen=True):
    """A captain named the players of a match, in the order of their seats; sealed, and hidden until both are in."""

    sealed_fields: ClassVar[tuple[str, ...]] = ("players",)

    match: int
    entrant: int
    players: tuple[str, ...]


class MatchCalled(TournamentEvent, frozen=True):
    """A game of a match begins: `stream` is its table, score sheet, or a result entered by the desk."""

    match: int
    game: int
    stream: str
    line_ups: tuple[tuple[str, ...], ...] = ()


class MatchReported(TournamentEvent, frozen=True):
    """The result of a game became known, by the game itself, a side or the desk.

    Attributes:
        version: The version of the game's stream that it follows from; 0 where a person reported it.
        side: The side that reported it; None where the game or the desk did.
    """

    match: int
    game: int
    report: Report
    by: Reporter
    version: int = 0
    side: int | None = None


class MatchConfirmed(TournamentEvent, frozen=True):
    """The other side, or the desk, confirmed what a side had reported of some games."""

    match: int
    games: tuple[int, ...]


class MatchDecided(TournamentEvent, frozen=True):
    """A director decided a match without, or against, its games.

    Attributes:
        decision: How.
        winner: The side that a walkover goes to; None without.
        match_points: Of each side where they are awarded or split, as integers or "p/q".
        reason: A code; the words lie beside the log.
    """

    match: int
    decision: Decision
    winner: int | None = None
    match_points: tuple[str, ...] = ()
    reason: str = ""


class MatchExtended(TournamentEvent, frozen=True):
    """A level match goes on with a further game of so many hands."""

    match: int
    hands: int


class MatchReopened(TournamentEvent, frozen=True):
    """A decision or the result of a match was taken back; it is to be played, replayed or reported again."""

    match: int
    reason: str
    replay: bool = False


class MatchCorrected(TournamentEvent, frozen=True):
    """The result of a game was corrected: what it was, what it is, and why."""

    match: int
    game: int
    was: Report
    now: Report
    reason: str
    case: str = ""


class FollowUpChosen(TournamentEvent, frozen=True):
    """A director chose what follows from a changed result for matches paired by the old one."""

    match: int
    choice: Literal["keep", "re_pair", "replay"]


class TimeCalled(TournamentEvent, frozen=True):
    """A director called time in a game at a live table: its running hand is the last."""

    match: int
    game: int


class SubstitutePlayed(TournamentEvent, frozen=True):
    """A player of the squad took over a seat in the middle of a match."""

    match: int
    entrant: int
    player: str
    replaced: str
