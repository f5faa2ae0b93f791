"""The bracket of a group as the page of a tournament shows it: a drawing, and the same in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.drawings.bracket import Box, Drawing, Heading, Part, Way, drawing_of
from tournaments.overview.asked import Asked
from tournaments.overview.matches import MatchShown, SideShown, match_shown
from tournaments.overview.wording import named, source_words
from tournaments.selectors.naming import Names
from tournaments.state.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class BoxShown:
    """A match in the drawing with the words that stand in it."""

    box: Box
    match: MatchShown
    label: str
    rows: tuple[tuple[int, SideShown], ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the drawing."""

    part: Part
    name: str
    headings: tuple[tuple[Heading, str], ...]
    boxes: tuple[BoxShown, ...]
    ways: tuple[tuple[Way, bool], ...]


@dataclass(frozen=True, slots=True)
class BracketShown:
    """A drawing with its words."""

    drawing: Drawing
    parts: tuple[PartShown, ...]
    words: tuple[tuple[str, tuple[MatchShown, ...]], ...]


def bracket_shown(state: TournamentState, number: int, group: int, names: Names, asked: Asked) -> BracketShown:
    """Return the drawing of a bracket with the way of the entrant that is followed."""
    drawing = drawing_of(state, number, group)
    first = min((box.view.number for part in drawing.parts for box in part.boxes), default=1)
    parts = tuple(_part(part, names, asked, first) for part in drawing.parts)
    words = []
    for part in parts:
        for heading, name in part.headings:
            told = tuple(one.match for one in part.boxes if one.box.view.round == heading.round)
            words.append((f"{part.name}: {name}" if part.name else name, told))
    return BracketShown(drawing, parts, tuple(words))


def _part(part: Part, names: Names, asked: Asked, first: int) -> PartShown:
    follow = asked.follow
    return PartShown(
        part=part,
        name=_(part.name) if part.name else "",
        headings=tuple((heading, named(heading.name)) for heading in part.headings),
        boxes=tuple(_box(box, names, follow, first) for box in part.boxes if not box.unneeded),
        ways=tuple((way, follow in way.follows) for way in part.ways),
    )


def _box(box: Box, names: Names, follow: int, first: int) -> BoxShown:
    match = match_shown(box.view, names)
    sides = []
    for place, side in zip(box.places, match.sides, strict=True):
        name = side.name
        if place.nobody:
            name = pgettext("a place in a bracket", "nobody")
        elif side.open and place.source is not None:
            name = source_words(place.source, lambda number: number - first + 1)
        seed = "" if place.seed is None else str(place.seed)
        sides.append(SideShown(side.entrants, name, side.points, side.won, side.lost, side.open, seed=seed))
    number = box.view.number - first + 1
    match = MatchShown(box.view, number, tuple(sides), match.badge, match.note, match.link, match.rooms)
    label = _("Third place") if box.third else _("Match {number}").format(number=number)
    extra = match.note or (match.badge if box.view.status in ("playing", "unconfirmed", "waiting") else "")
    return BoxShown(
        box,
        match,
        f"{label} · {extra}" if extra else label,
        ((box.y + 20, sides[0]), (box.middle + 20, sides[1])),
        follow in box.follows,
    )
