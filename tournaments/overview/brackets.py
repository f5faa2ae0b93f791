"""The bracket of a group as the page of a tournament shows it: a drawing, and the same in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.drawings.bracket import Box, Drawing, Part, drawing_of
from tournaments.overview.asked import Asked
from tournaments.overview.matches import MatchShown, SideShown, match_shown
from tournaments.overview.svg import BoxShown, PartShown, svg_of
from tournaments.overview.wording import named, source_words
from tournaments.selectors.naming import Names
from tournaments.state.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class RoundOfBracket:
    """A round of a part of the drawing: its name, how it stands in a word, where it is drawn, and its matches.

    Attributes:
        half: The name of the part, where there are several; it stands with the first round of each only.
        now: A match of it is being played.
        anchor: The name of its place in the words.
    """

    name: str
    half: str
    status: str
    now: bool
    x: int
    y: int
    anchor: str
    title: str
    matches: tuple[MatchShown, ...]


@dataclass(frozen=True, slots=True)
class BracketShown:
    """A drawing with its rounds and its words, and the matches of the entrant that is followed."""

    drawing: Drawing
    svg: SafeString
    rounds: tuple[RoundOfBracket, ...]
    followed: tuple[MatchShown, ...]


def bracket_shown(
    state: TournamentState, number: int, group: int, names: Names, asked: Asked, slug: str
) -> BracketShown:
    """Return the drawing of a bracket with the way of the entrant that is followed.

    Args:
        state: The tournament.
        number: The number of a stage.
        group: The group, from 0.
        names: Those of the tournament.
        asked: The entrant that is followed.
        slug: The tournament's, for the addresses of its matches.
    """
    drawing = drawing_of(state, number, group)
    first = min((box.view.number for part in drawing.parts for box in part.boxes), default=1)
    page = reverse("tournaments:match", args=[slug, 0]).removesuffix("0/")
    parts = tuple(_part(part, names, asked, first, page) for part in drawing.parts)
    boxes = sorted((box for part in parts for box in part.boxes), key=lambda box: box.box.view.round)
    return BracketShown(
        drawing,
        svg_of(parts, asked.follow),
        tuple(_rounds(parts)),
        tuple(box.match for box in boxes if asked.follow in box.match.view.entrants),
    )


def rounds_shown(
    state: TournamentState, number: int, group: int, names: Names, slug: str
) -> tuple[RoundOfBracket, ...]:
    """Return the rounds of a bracket with their matches, part by part, without a drawing."""
    drawing = drawing_of(state, number, group)
    first = min((box.view.number for part in drawing.parts for box in part.boxes), default=1)
    page = reverse("tournaments:match", args=[slug, 0]).removesuffix("0/")
    return tuple(_rounds(_part(part, names, Asked(), first, page) for part in drawing.parts))


def _rounds(parts: Iterable[PartShown]) -> Iterator[RoundOfBracket]:
    for place, part in enumerate(parts):
        for turn, (heading, name) in enumerate(part.headings):
            matches = tuple(one.match for one in part.boxes if one.box.view.round == heading.round)
            live = sum(match.view.status in ("playing", "unconfirmed") for match in matches)
            over = heading.status == "over"
            yield RoundOfBracket(
                name=name,
                half="" if turn or part.name == name else part.name,
                status=_("{count} live").format(count=live) if live else pgettext("a round", "over") if over else "",
                now=bool(live),
                x=heading.x,
                y=heading.y,
                anchor=f"r{place}-{heading.round}",
                title=f"{part.name}: {name}" if part.name not in ("", name) else name,
                matches=matches,
            )


def _part(part: Part, names: Names, asked: Asked, first: int, page: str) -> PartShown:
    follow = asked.follow
    played = {box.view.round for box in part.boxes if not box.unneeded}
    return PartShown(
        part=part,
        name=_(part.name) if part.name else "",
        headings=tuple((heading, named(heading.name)) for heading in part.headings if heading.round in played),
        boxes=tuple(_box(box, names, follow, first, page) for box in part.boxes if not box.unneeded),
        ways=tuple((way, follow in way.follows) for way in part.ways),
    )


def _box(box: Box, names: Names, follow: int, first: int, page: str) -> BoxShown:
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
    live = "● " if box.view.status == "playing" else ""
    has_page = box.view.status not in ("open", "draft")
    return BoxShown(
        box,
        match,
        f"{live}{label} · {extra}" if extra else label,
        f"{page}{box.view.number}/" if has_page else f"#m{number}",
        follow in box.follows,
    )
