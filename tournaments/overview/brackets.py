"""The bracket of a group as the page of a tournament shows it: a drawing, and the same in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.drawings.bracket import Box, Drawing, Part, drawing_of
from tournaments.overview.asked import Asked
from tournaments.overview.matches import PROVISIONAL, MatchShown, SideShown, match_shown, provisional
from tournaments.overview.svg import BoxShown, PartShown, svg_of
from tournaments.overview.wording import named, source_words, time_text
from tournaments.selectors.naming import Names
from tournaments.selectors.progress import progress_of
from tournaments.state.outcomes import match_plan
from tournaments.state.schedule import by_round
from tournaments.state.tournament import TournamentState
from tournaments.summaries.matches import MatchView

MAX_OPEN: Final = 16
"""The matches of a bracket whose words stand open below it."""


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
    """A drawing with its rounds and its words, and the matches of the entrant that is followed.

    Attributes:
        small: Its words are few enough to stand open below it.
    """

    drawing: Drawing
    svg: SafeString
    rounds: tuple[RoundOfBracket, ...]
    followed: tuple[MatchShown, ...]
    small: bool = False


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
    hands = hands_of(state, [box.view for part in drawing.parts for box in part.boxes])
    parts = tuple(_part(part, names, asked, first, page, hands) for part in drawing.parts)
    times = {round_number: at for (stage, round_number), at in by_round(state).items() if stage == number}
    boxes = sorted((box for part in parts for box in part.boxes), key=lambda box: box.box.view.round)
    return BracketShown(
        drawing,
        svg_of(parts, asked.follow),
        tuple(_rounds(parts, times)),
        tuple(box.match for box in boxes if asked.follow in box.match.view.entrants),
        len(boxes) <= MAX_OPEN,
    )


def rounds_shown(
    state: TournamentState, number: int, group: int, names: Names, slug: str
) -> tuple[RoundOfBracket, ...]:
    """Return the rounds of a bracket with their matches, part by part, without a drawing."""
    drawing = drawing_of(state, number, group)
    first = min((box.view.number for part in drawing.parts for box in part.boxes), default=1)
    page = reverse("tournaments:match", args=[slug, 0]).removesuffix("0/")
    return tuple(_rounds(_part(part, names, Asked(), first, page) for part in drawing.parts))


def hands_of(state: TournamentState, views: Iterable[MatchView]) -> dict[int, tuple[int, int]]:
    """Return for each match that is played at one table its running hand and the hands that it has; 0: not known."""
    playing = {view.stream: view.number for view in views if view.status == "playing" and view.stream}
    hands = {}
    for stream, progress in progress_of(list(playing)).items():
        match = state.matches[playing[stream]]
        game = next(game for game in match.games if game.stream == stream)
        hands[match.number] = (progress.done + 1, game.hands or match_plan(state, match).hands)
    return hands


def _rounds(parts: Iterable[PartShown], times: Mapping[int, int] = MappingProxyType({})) -> Iterator[RoundOfBracket]:
    for place, part in enumerate(parts):
        for turn, (heading, name) in enumerate(part.headings):
            matches = tuple(one.match for one in part.boxes if one.box.view.round == heading.round)
            live = sum(match.view.status in ("playing", "unconfirmed") for match in matches)
            over = heading.status == "over"
            yield RoundOfBracket(
                name=name,
                half="" if turn or part.name == name else part.name,
                status=_status(live, times.get(heading.round), over=over),
                now=bool(live),
                x=heading.x,
                y=heading.y,
                anchor=f"r{place}-{heading.round}",
                title=f"{part.name}: {name}" if part.name not in ("", name) else name,
                matches=matches,
            )


def _status(live: int, begins: int | None, *, over: bool) -> str:
    """Return how a round stands, in a word or by its hour."""
    if live:
        return _("{count} live").format(count=live)
    if over:
        return pgettext("a round", "over")
    return "" if begins is None else time_text(begins)


def _part(
    part: Part,
    names: Names,
    asked: Asked,
    first: int,
    page: str,
    hands: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> PartShown:
    follow = asked.follow
    played = {box.view.round for box in part.boxes if not box.unneeded}
    return PartShown(
        part=part,
        name=_(part.name) if part.name else "",
        headings=tuple((heading, named(heading.name)) for heading in part.headings if heading.round in played),
        boxes=tuple(
            _box(box, names, follow, first, page, hands.get(box.view.number)) for box in part.boxes if not box.unneeded
        ),
        ways=tuple((way, follow in way.follows) for way in part.ways),
    )


def _box(box: Box, names: Names, follow: int, first: int, page: str, hand: tuple[int, int] | None = None) -> BoxShown:
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
    match = replace(match, number=number, sides=tuple(sides))
    label = _("Third place") if box.third else _("Match {number}").format(number=number)
    extra = match.note or (match.badge if box.view.status in ("playing", "unconfirmed", "waiting") else "")
    if match.case:
        extra = " · ".join(filter(None, (f"{PROVISIONAL} {provisional()}", match.note)))
    if box.view.status == "playing":
        extra = _where(box.view, hand) or extra
    live = "● " if box.view.status == "playing" else ""
    has_page = box.view.status not in ("open", "draft")
    return BoxShown(
        box,
        match,
        f"{live}{label} · {extra}" if extra else label,
        f"{page}{box.view.number}/" if has_page else f"#m{number}",
        follow in box.follows,
    )


def _where(view: MatchView, hand: tuple[int, int] | None) -> str:
    """Return at which table a match is played, and how far it is; empty where neither is known."""
    words = [_("table {table}").format(table=view.table)] if view.table else []
    if hand is not None:
        number, hands = hand
        text = _("hand {number} of {hands}") if hands else _("hand {number}")
        words.append(text.format(number=min(number, hands or number), hands=hands))
    return ", ".join(words)
