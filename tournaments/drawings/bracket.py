"""The drawing of a bracket: boxes and lines in whole units, part by part from the top.

Each part of a bracket (the winners' and losers' halves of a double elimination, a consolation) is drawn by itself. A
match stands half way between the matches whose winners it takes; those that take no winner of their part stand one
below the other, in the order of the final back to its sources.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from engine.phrases import phrase
from tournaments.pairing.bracket import CONSOLATION, FINAL, LOSERS, MAIN, WINNERS
from tournaments.stages.stage import KNOCK_OUT
from tournaments.state.brackets import is_needed
from tournaments.state.tournament import MatchState, StageState, TournamentState
from tournaments.summaries.matches import MatchView, match_view

WIDTH: Final = 256
"""The width of a box."""
LINE: Final = 30
"""The height of a side in its box."""
LABEL: Final = 24
"""The room above a box for what is said of the match."""
COLUMN: Final = WIDTH + 48
ROW: Final = LABEL + 2 * LINE + 10
HEAD: Final = 34
"""The room above a part for its name and those of its rounds."""
GAP: Final = 24
"""The room between two parts."""

PARTS: Final[dict[str, str]] = {
    WINNERS: phrase("Winners' bracket"),
    LOSERS: phrase("Losers' bracket"),
    FINAL: phrase("Final"),
    MAIN: phrase("Main bracket"),
    CONSOLATION: phrase("Consolation"),
    "": "",
}
"""The parts of a bracket as people call them, in the order in which they are drawn."""

_LAST_ROUNDS: Final = (phrase("Final"), phrase("Semi-finals"), phrase("Quarter-finals"))
_FINALS: Final = (phrase("First match"), phrase("Second match"))
"""Of the final of a double elimination, which the unbeaten side may lose once."""
_ROUND_OF: Final = phrase("Round of {count}")
_ROUND: Final = phrase("Round {number}")
THIRD: Final = phrase("Third place")


class Named(Struct, frozen=True):
    """A name with a place for a number (`engine.phrases`)."""

    text: str
    members: dict[str, int] = {}


class Source(Struct, frozen=True):
    """The match from which an open place is filled: `w` by its winner, `l` or `f` by its loser."""

    kind: str
    match: int


class Place(Struct, frozen=True):
    """A side of a match in the drawing.

    Attributes:
        entrants: Those that stand there; empty while that is open, or if nobody ever will.
        seed: Of the first of them in its stage.
        source: The match that fills the place; None where a seed does.
        nobody: No entrant will ever stand there.
    """

    entrants: tuple[int, ...]
    seed: int | None
    source: Source | None
    nobody: bool


class Box(Struct, frozen=True):
    """A match in the drawing; `x` and `y` are the top left corner of its box.

    Attributes:
        third: It is the match for third place.
        unneeded: It is a second final that is not played as it stands.
        follows: The entrants that play it, and those that may come to play it.
    """

    view: MatchView
    x: int
    y: int
    places: tuple[Place, Place]
    third: bool
    unneeded: bool
    follows: frozenset[int]

    @property
    def label_y(self) -> int:
        """The base line of what is said above the box."""
        return self.y - 7

    @property
    def middle(self) -> int:
        """The line between its sides."""
        return self.y + LINE


class Way(Struct, frozen=True):
    """A line from a match to the one that takes its winner.

    Attributes:
        path: As SVG writes it.
        open: The winner is not known yet.
        follows: The winner; before it is known, those that may win.
    """

    path: str
    open: bool
    follows: frozenset[int]


class Heading(Struct, frozen=True):
    """The name of a round of a part, at the place where it stands; `first` is its first box."""

    x: int
    y: int
    name: Named
    round: int
    status: str


class Part(Struct, frozen=True):
    """A part of a bracket: its name (empty where there is one part), its headings, boxes and lines."""

    name: str
    y: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]


class Drawing(Struct, frozen=True):
    """The drawing of the bracket of a group of a stage."""

    stage: int
    group: int
    width: int
    height: int
    parts: tuple[Part, ...]


def drawing_of(state: TournamentState, number: int, group: int = 0) -> Drawing:
    """Return the drawing of a bracket.

    Args:
        state: The tournament.
        number: The number of a stage whose bracket is drawn.
        group: The group, from 0.
    """
    stage = state.stages[number]
    matches = [match for match in state.matches_of(number, group) if match.slot is not None]
    may = _may_play(state, stage, matches)
    seeds = {entrant: seed for seed, entrant in enumerate(stage.groups[group], start=1)}
    parts: list[Part] = []
    y = 0
    names = {match.slot.bracket for match in matches if match.slot is not None}
    for name in (name for name in PARTS if name in names):
        own = [match for match in matches if match.slot is not None and match.slot.bracket == name]
        part, y = _part(state, stage, own, name if len(names) > 1 else "", y, may, seeds)
        parts.append(part)
    width = max((box.x + WIDTH for part in parts for box in part.boxes), default=0)
    return Drawing(number, group, width, y, tuple(parts))


def round_name(stage: StageState, matches: Sequence[MatchState], number: int, last: int) -> Named:
    """Return the name of a round of a part: of a knock-out as everybody calls it, else by its number in the part."""
    from_last = last - number
    if all(match.slot and match.slot.bracket == FINAL for match in matches):
        return Named(_FINALS[number - 1] if last > 1 else _LAST_ROUNDS[0])
    usual = stage.plan.type == KNOCK_OUT or all(match.slot and match.slot.bracket == MAIN for match in matches)
    if not usual:
        return Named(_ROUND, {"number": number})
    if from_last < len(_LAST_ROUNDS):
        return Named(_LAST_ROUNDS[from_last])
    return Named(_ROUND_OF, {"count": 2 ** (from_last + 1)})


def _part(
    state: TournamentState,
    stage: StageState,
    matches: Sequence[MatchState],
    name: str,
    top: int,
    may: Mapping[int, frozenset[int]],
    seeds: Mapping[int, int],
) -> tuple[Part, int]:
    """Return a part and where the next one begins."""
    rounds = sorted({match.round for match in matches})
    column = {number: place for place, number in enumerate(rounds)}
    rows = _rows(matches)
    first = top + HEAD + (HEAD if name else 0)
    at = {
        match.number: (column[match.round] * COLUMN, first + LABEL + round(rows[match.number] * ROW))
        for match in matches
    }
    boxes = tuple(_box(state, match, at[match.number], may, seeds) for match in matches)
    by_number = {box.view.number: box for box in boxes}
    headings = tuple(
        Heading(
            column[number] * COLUMN,
            first - 12,
            round_name(stage, matches, column[number] + 1, len(rounds)),
            number,
            _status_of([by_number[match.number].view for match in together]),
        )
        for number, together in _by_round(matches)
    )
    bottom = max(y for _x, y in at.values()) + 2 * LINE + GAP
    return Part(PARTS[name] if name else "", top + 18, headings, boxes, tuple(_ways(matches, by_number))), bottom


def _by_round(matches: Sequence[MatchState]) -> Iterator[tuple[int, list[MatchState]]]:
    for number, together in groupby(sorted(matches, key=lambda match: match.round), key=lambda match: match.round):
        yield number, list(together)


def _status_of(views: Sequence[MatchView]) -> str:
    """Return `over`, `playing` or `waiting` of a round."""
    if all(view.status == "over" for view in views):
        return "over"
    return "playing" if any(view.status in ("playing", "unconfirmed") for view in views) else "waiting"


def _rows(matches: Sequence[MatchState]) -> dict[int, float]:
    """Return the row of each match: half way between the matches of its part whose winners it takes."""
    own = {match.number: match for match in matches}
    fed = {feeder for match in matches for feeder in _winners_into(match) if feeder in own}
    rows: dict[int, float] = {}
    free = 0
    # The matches of the last rounds come first, and the final before one for third place.
    for root in sorted((match for match in matches if match.number not in fed), key=_last_first):
        waiting = [root]
        while waiting:
            match = waiting[-1]
            feeders = [own[number] for number in _winners_into(match) if number in own]
            open_ones = [feeder for feeder in feeders if feeder.number not in rows]
            if open_ones:
                waiting += reversed(open_ones)
                continue
            waiting.pop()
            if feeders:
                rows[match.number] = sum(rows[feeder.number] for feeder in feeders) / len(feeders)
            else:
                rows[match.number] = free
                free += 1
    return _apart(matches, rows)


def _last_first(match: MatchState) -> tuple[int, int]:
    takes_losers = match.slot is not None and match.slot.home[0] != "w" and match.slot.home[0] != "s"
    return -match.round + takes_losers, match.number


def _apart(matches: Sequence[MatchState], rows: dict[int, float]) -> dict[int, float]:
    """Return the rows with no two matches of a round upon each other: the lower one gives way."""
    for _number, together in _by_round(matches):
        below = -1.0
        for match in sorted(together, key=lambda match: rows[match.number]):
            rows[match.number] = max(rows[match.number], below + 1)
            below = rows[match.number]
    return rows


def _winners_into(match: MatchState) -> list[int]:
    """Return the matches whose winners a match takes."""
    assert match.slot is not None
    first = match.number - match.slot.number
    return [first + int(source[1:]) for source in (match.slot.home, match.slot.away) if source[0] == "w"]


def _box(
    state: TournamentState,
    match: MatchState,
    at: tuple[int, int],
    may: Mapping[int, frozenset[int]],
    seeds: Mapping[int, int],
) -> Box:
    assert match.slot is not None
    home, away = (
        _place(match, side, source, seeds)
        for side, source in zip(match.sides, (match.slot.home, match.slot.away), strict=True)
    )
    third = match.slot.home[0] == "l" and match.slot.away[0] == "l" and match.slot.bracket in ("", MAIN)
    return Box(
        view=match_view(state, match),
        x=at[0],
        y=at[1],
        places=(home, away),
        third=third and state.stages[match.stage].plan.options.get("third_place", False),
        unneeded=match.slot.if_needed and not is_needed(state, match),
        follows=may[match.number],
    )


def _place(match: MatchState, side: tuple[int, ...], source: str, seeds: Mapping[int, int]) -> Place:
    assert match.slot is not None
    entrants = tuple(entrant for entrant in side if entrant > 0)
    fed_by = None if source[0] == "s" else Source(source[0], match.number - match.slot.number + int(source[1:]))
    return Place(entrants, seeds.get(entrants[0]) if entrants else None, fed_by, bool(side) and not entrants)


def _ways(matches: Sequence[MatchState], boxes: Mapping[int, Box]) -> Iterator[Way]:
    for match in matches:
        assert match.slot is not None
        first = match.number - match.slot.number
        for place, source in enumerate((match.slot.home, match.slot.away)):
            feeder = boxes.get(first + int(source[1:])) if source[0] == "w" else None
            if feeder is None:
                continue
            box = boxes[match.number]
            if box.unneeded:
                continue
            start, turn = feeder.x + WIDTH, box.x - 24
            end = box.y + LINE // 2 + place * LINE
            winner = feeder.view.winner
            known = winner is not None
            yield Way(
                f"M{start} {feeder.middle}H{turn}V{end}H{box.x}",
                not known,
                frozenset(feeder.view.sides[winner]) if winner is not None else feeder.follows,
            )


def _may_play(state: TournamentState, stage: StageState, matches: Sequence[MatchState]) -> dict[int, frozenset[int]]:
    """Return the entrants that play each match or may come to: those of its sides, or of the matches that fill them."""
    may: dict[int, frozenset[int]] = {}
    for match in matches:
        assert match.slot is not None
        first = match.number - match.slot.number
        found: set[int] = set()
        for side, source in zip(match.sides, (match.slot.home, match.slot.away), strict=True):
            if side:
                found |= {entrant for entrant in side if entrant > 0}
            elif source[0] != "s":
                found |= may.get(first + int(source[1:]), frozenset())
        may[match.number] = frozenset(found)
    return may
