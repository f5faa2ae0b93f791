"""Matches and rounds as the page of a tournament shows them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.overview.asked import Asked
from tournaments.overview.pairings import broken_words, public_words
from tournaments.overview.wording import DASH, moment_text, number_text, value_text
from tournaments.selectors.naming import Names
from tournaments.stages.stage import FORFEIT, PLAYED
from tournaments.state.tournament import Side
from tournaments.summaries.matches import MatchView
from tournaments.summaries.pairings import Note
from tournaments.summaries.rounds import RoundView

MAX_MATCHES: Final = 60
"""The matches of a round that a page shows; a search finds the others."""
PROVISIONAL: Final = "\N{CIRCLE WITH LEFT HALF BLACK}"
"""The mark of a result that may change."""


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of a match: its name, or what will fill the place; its points; whether it won."""

    entrants: tuple[int, ...]
    name: str
    points: str
    won: bool
    lost: bool
    open: bool
    before: str = ""
    seed: str = ""

    @property
    def how(self) -> str:
        """`won`, `lost` or `open`; empty for neither."""
        return "won" if self.won else "lost" if self.lost else "open" if self.open else ""


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A game in one of several rooms: its name, its points, and the address of its table or its hands."""

    stream: str
    name: str
    points: str
    link: str
    over: bool


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match in a list or in a drawing.

    Attributes:
        badge: How it stands, in a few words.
        note: What else is to be said: how it was won without play, further games, the points of each game.
        link: The address of its table or its hands; empty where there is none to see.
        rooms: Its games, where it is played in several rooms at the same time.
        why: Why it was paired so, in sentences; empty where there is nothing to say but what holds for its round.
        case: The id of the case that keeps its result provisional; empty without.
        ruling: The id of the last case whose ruling changed its result; empty without, and while one is open.
    """

    view: MatchView
    number: int
    sides: tuple[SideShown, ...]
    badge: str
    note: str
    link: str
    rooms: tuple[RoomShown, ...] = ()
    why: tuple[str, ...] = ()
    case: str = ""
    ruling: str = ""

    @property
    def words(self) -> str:
        """The match and its result as a sentence, to be read aloud."""
        return f"{self.result} ({provisional()})" if self.case else self.result

    @property
    def result(self) -> str:
        """The same without the word for a result that may change, where a mark says it."""
        if self.view.status == "bye":
            return _("{name} has a bye").format(name=self.sides[0].name)
        scores = [side.points for side in self.sides if side.points]
        winner = next((side for side in self.sides if side.won), None)
        others = [side for side in self.sides if side is not winner]
        if winner is not None and len(others) == 1:
            if not scores:
                return _("{winner} beat {loser} without play").format(winner=winner.name, loser=others[0].name)
            said = _("{winner} beat {loser} {points} to {others}")
            return said.format(winner=winner.name, loser=others[0].name, points=winner.points, others=others[0].points)
        listed = ", ".join(f"{side.name} {side.points}".strip() for side in self.sides)
        return f"{listed} ({self.badge})"


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round: its matches, how many more there are than are shown, and by what it was paired, in sentences."""

    view: RoundView
    title: str
    status: str
    matches: tuple[MatchShown, ...]
    left_out: int
    why: tuple[str, ...] = ()


def round_shown(
    view: RoundView,
    before: Mapping[int, Fraction],
    names: Names,
    asked: Asked,
    rounds: int,
    notes: Mapping[tuple[Side, ...], Sequence[Note]],
    made_by: str = "",
) -> RoundShown:
    """Return a round; with a search only the matches of entrants whose names have it.

    Args:
        view: The round.
        before: The points by which it was paired.
        names: Those of the tournament.
        asked: The search.
        rounds: How many there are in all.
        notes: What is to be said of its pairings.
        made_by: By what they were made, in a sentence.
    """
    matches = [
        replace(
            match_shown(match, names, before if view.number > 1 else None),
            why=public_words(notes.get(match.sides, ()), names, by_hand=view.by_hand),
        )
        for match in view.matches
    ]
    if asked.search:
        wanted = asked.search.casefold()
        matches = [one for one in matches if any(wanted in side.name.casefold() for side in one.sides)]
    texts = {"released": _("released"), "called": _("being played"), "over": pgettext("a round", "over")}
    return RoundShown(
        view=view,
        title=_("Round {number} of {rounds}").format(number=view.number, rounds=max(rounds, view.number)),
        status=texts.get(view.status, ""),
        matches=tuple(matches[:MAX_MATCHES]),
        left_out=max(0, len(matches) - MAX_MATCHES),
        why=by_hand_words(view) if view.by_hand else (made_by,) if made_by else (),
    )


def by_hand_words(view: RoundView) -> tuple[str, ...]:
    """Return that a round was paired by hand, and in what that is worse than the engine's pairing."""
    if not view.broken:
        return (_("Paired by hand by a director."),)
    worse = _("Worse than the engine's pairing in: {criteria}.").format(criteria=broken_words(view.broken))
    return _("Paired by hand by a director."), worse


def match_shown(view: MatchView, names: Names, before: Mapping[int, Fraction] | None = None) -> MatchShown:
    """Return a match.

    Args:
        view: The match.
        names: Those of the tournament.
        before: The points by which its round was paired, if they are told.
    """
    sides = tuple(
        SideShown(
            entrants=tuple(entrant for entrant in side if entrant > 0),
            name=names.side(side),
            points=number_text(view.points[place]) if view.points and view.status != "bye" else "",
            won=view.winner == place and view.status == "over",
            lost=view.winner not in (None, place) and view.status == "over",
            open=not names.side(side),
            before=_points_before(before, side),
        )
        for place, side in enumerate(view.sides)
    )
    return MatchShown(
        view, view.number, sides, _badge(view), _note(view), _link(view), tuple(_rooms(view)), case=_case(view),
        ruling=_ruling(view),
    )  # fmt: skip


def provisional() -> str:
    """Return the word for a result that may change."""
    return pgettext("a result", "provisional")


def _case(view: MatchView) -> str:
    """Return the id of the oldest open case about a match; empty without."""
    return view.disputes[0].case if view.disputes else ""


def _ruling(view: MatchView) -> str:
    """Return the id of the last case whose ruling changed a match; empty without, and while a case is open."""
    return view.ruled[-1] if view.ruled and not view.disputes else ""


def _points_before(before: Mapping[int, Fraction] | None, side: Sequence[int]) -> str:
    """Return the points by which a side was paired; empty where they are not told."""
    return value_text("points", before.get(side[0], 0)) if before and side else ""


def _badge(view: MatchView) -> str:
    texts = {
        "bye": pgettext("a match", "bye"),
        "open": pgettext("a match", "to come"),
        "draft": pgettext("a match", "draft"),
        "waiting": pgettext("a match", "waiting for its call"),
        "playing": pgettext("a match", "being played"),
        "unconfirmed": pgettext("a match", "waiting for confirmation"),
    }
    if view.status != "over":
        if view.status == "waiting" and view.table:
            return _("table {table}").format(table=view.table)
        if view.status == "waiting" and view.at is not None:
            return moment_text(view.at)
        if view.status == "waiting" and view.place == "desk" and view.called:
            # Nothing calls it: it is played, and the desk enters its result.
            return pgettext("a match", "to be played")
        return texts[view.status]
    if view.winner is None and view.outcome == PLAYED:
        return pgettext("a match", "drawn")
    return pgettext("a match", "done")


def _note(view: MatchView) -> str:
    notes = {
        FORFEIT: _("walkover"),
        "double_forfeit": _("forfeited by both"),
        "awarded": _("weighted by a ruling") if view.weighed else _("decided by the director"),
        "void": _("does not count"),
    }
    found = [notes[view.outcome]] if view.outcome in notes else []
    if view.at is not None and (view.status == "open" or (view.status == "waiting" and view.table)):
        found.append(moment_text(view.at))
    if view.games and not view.rooms:
        found.append(", ".join(DASH.join(map(number_text, game)) for game in view.games))
    return " · ".join(found)


def _link(view: MatchView) -> str:
    """Return the address of the only table of a match; those of several rooms have their own."""
    return "" if view.rooms else _address(view.place, view.stream, over=view.status == "over")


def _address(place: str, stream: str, *, over: bool) -> str:
    if not stream or place == "desk":
        return ""
    if place == "sheet":
        return reverse("games:sheet", args=[stream])
    if over:
        return reverse("games:hand", args=[stream, 1])
    return reverse("games:table", args=[stream])


def _rooms(view: MatchView) -> Iterator[RoomShown]:
    several = any(game.turn > 1 for game in view.rooms)
    for game in view.rooms:
        over = bool(game.points)
        yield RoomShown(
            stream=game.stream,
            name=game_name(game.room, game.turn if several else 0),
            points=DASH.join(map(number_text, game.points)),
            link=_address(view.place, game.stream, over=over),
            over=over,
        )


def game_name(room: int, turn: int = 0) -> str:
    """Return the name of a game in one of several rooms; `turn` is its number in the room, 0 if there is but one."""
    if not turn:
        return _("room {room}").format(room=room)
    return _("room {room}, game {number}").format(room=room, number=turn)
