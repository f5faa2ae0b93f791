"""The drawing of a bracket as SVG, built piece by piece: by a template one of 1,024 entrants is twice as large."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.drawings.bracket import LINE, WIDTH, Box, Heading, Part, Way
from tournaments.overview.matches import MatchShown, SideShown

MAX_NAME: Final = 22
"""The characters of a name that have room in a box, also where they are bold."""
MAX_BESIDE: Final = 17
"""The same beside the points of a match."""
_ROUND: Final = 7
"""The radius of the corners of a row that is followed."""
_INSIDE: Final = WIDTH - 2
_ROWS: Final = (
    f"M1 {LINE}v-{LINE - 1 - _ROUND}a{_ROUND} {_ROUND} 0 0 1 {_ROUND} -{_ROUND}h{_INSIDE - 2 * _ROUND}"
    f"a{_ROUND} {_ROUND} 0 0 1 {_ROUND} {_ROUND}v{LINE - 1 - _ROUND}z",
    f"M1 {LINE}v{LINE - 1 - _ROUND}a{_ROUND} {_ROUND} 0 0 0 {_ROUND} {_ROUND}h{_INSIDE - 2 * _ROUND}"
    f"a{_ROUND} {_ROUND} 0 0 0 {_ROUND} -{_ROUND}v-{LINE - 1 - _ROUND}z",
)
"""The ground of the upper and of the lower row of a box."""


@dataclass(frozen=True, slots=True)
class BoxShown:
    """A match in the drawing with the words that stand in it, and the address of its page, or of its words."""

    box: Box
    match: MatchShown
    label: str
    link: str
    mine: bool


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the drawing."""

    part: Part
    name: str
    headings: tuple[tuple[Heading, str], ...]
    boxes: tuple[BoxShown, ...]
    ways: tuple[tuple[Way, bool], ...]


def svg_of(parts: Iterable[PartShown], follow: int) -> SafeString:
    """Return what stands inside the drawing; rows name their entrants, so that the page's script finds them."""
    return mark_safe("".join(piece for part in parts for piece in _part(part, follow)))  # noqa: S308  # all is escaped


def _part(part: PartShown, follow: int) -> Iterator[str]:
    if part.name:
        yield f'<text class="half" y="{part.part.y}">{escape(part.name)}</text>'
    for heading, name in part.headings:
        if name != part.name:
            yield f'<text class="head {heading.status}" x="{heading.x}" y="{heading.y}">{escape(name)}</text>'
    # One path for all lines of a kind: a thousand elements less. The followed ones come last, on top.
    for kind in ("way", "way tbd", "way mine", "way tbd mine"):
        if lines := "".join(way.path for way, mine in part.ways if kind == _kind(way, mine=mine)):
            yield f'<path class="{kind}" d="{lines}"/>'
    for shown in part.boxes:
        yield from _box(shown, follow)
    yield f'<path class="mid" d="{"".join(f"M{shown.box.x} {shown.box.middle}h{WIDTH}" for shown in part.boxes)}"/>'


def _kind(way: Way, *, mine: bool) -> str:
    return f"way{' tbd' if way.open else ''}{' mine' if mine else ''}"


def _box(shown: BoxShown, follow: int) -> Iterator[str]:
    box, match = shown.box, shown.match
    mine = f"{' mine' if shown.mine else ''}{' disputed' if match.case else ''}"
    yield (
        f'<a class="mt {match.view.status}{mine}" href="{escape(shown.link)}" transform="translate({box.x} {box.y})" '
        f'tabindex="-1"><text class="lb" y="-7">{escape(shown.label)}</text><rect width="{WIDTH}" height="{2 * LINE}" '
        f'rx="8"/>'
    )
    for place, side in enumerate(match.sides):
        if follow in side.entrants:
            yield f'<path class="own" d="{_ROWS[place]}"/>'
    for place, side in enumerate(match.sides):
        yield from _row(side, 20 + place * LINE, follow)
    yield "</a>"


def _row(side: SideShown, y: int, follow: int) -> Iterator[str]:
    has_points = bool(side.points or side.won)
    how = " ".join(filter(None, (side.how, "mine" if follow in side.entrants else "", "pt" if has_points else "")))
    entrants = f' data-entrant="{" ".join(map(str, side.entrants))}"' if side.entrants else ""
    yield f'<g class="{how}"{entrants}>' if how else f"<g{entrants}>"
    if side.seed:
        yield f'<text class="sd" x="29" y="{y}">{side.seed}</text>'
    room = MAX_BESIDE if has_points else MAX_NAME
    name = side.name if len(side.name) <= room else f"{side.name[: room - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    yield f'<text x="37" y="{y}">{escape(name)}</text>'
    if has_points:
        won = "\N{CHECK MARK} " if side.won else ""
        yield f'<text class="sc" x="{WIDTH - 12}" y="{y}">{won}{side.points}</text>'
    yield "</g>"
