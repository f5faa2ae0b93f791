"""Tables as tiles: the state of each in colour and word, late ones first, then those that need somebody."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.forecast.rounds import Ending
from tournaments.overview.wording import DASH, number_text
from tournaments.summaries.matches import MatchView

MAX_TILES: Final = 120
"""The tiles that a desk shows at once; a search or a filter finds the others."""

KINDS: Final = (
    "late", "call", "taken", "refused", "differ", "disputed", "missing", "confirm", "away", "playing", "waiting",
    "done",
)  # fmt: skip
"""The states of a table, those first that need somebody most; of several the first is shown large."""
MARKS: Final[Mapping[str, str]] = {
    "late": "▲", "call": "◆", "taken": "◆", "refused": "✕", "differ": "◐", "disputed": "§", "missing": "◇",
    "confirm": "◔", "away": "◌", "playing": "▸", "waiting": "○", "done": "✓",
}  # fmt: skip
"""The shape of each state, beside its word."""
FILTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "late": ("late",),
    "calls": ("call", "taken"),
    "refused": ("refused",),
    "differ": ("differ",),
    "disputed": ("disputed",),
    "missing": ("missing", "away"),
    "confirm": ("confirm",),
    "playing": ("playing",),
    "waiting": ("waiting",),
    "done": ("done",),
}
"""The states that each filter shows."""
_FILTER_WORDS: Final[Mapping[str, Any]] = {
    "late": pgettext_lazy("tables", "Late"),
    "calls": pgettext_lazy("tables", "Calls"),
    "refused": pgettext_lazy("tables", "Result not taken"),
    "differ": pgettext_lazy("tables", "Sheets differ"),
    "disputed": pgettext_lazy("tables", "Disputed"),
    "missing": pgettext_lazy("tables", "Missing"),
    "confirm": pgettext_lazy("tables", "To confirm"),
    "playing": pgettext_lazy("tables", "Playing"),
    "waiting": pgettext_lazy("tables", "Waiting"),
    "done": pgettext_lazy("tables", "Done"),
}


_WORDS: Final[Mapping[str, Any]] = {
    "refused": pgettext_lazy("a table", "Result not taken"),
    "differ": pgettext_lazy("a table", "Sheets differ"),
    "disputed": pgettext_lazy("a table", "Disputed"),
    "missing": pgettext_lazy("a table", "No-show?"),
    "confirm": pgettext_lazy("a table", "To confirm"),
    "away": pgettext_lazy("a table", "Player away"),
    "playing": pgettext_lazy("a table", "Playing"),
    "waiting": pgettext_lazy("a table", "Waiting"),
    "done": pgettext_lazy("a table", "Done"),
}


@dataclass(frozen=True, slots=True)
class Call:
    """A call from a table: since when it waits, and the name of who is on the way; empty: nobody is."""

    since: datetime
    claimant: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a table.

    Attributes:
        differs: The first hand whose reports differ; 0: none does.
        disputed: A hand of it is disputed.
        refused: A result of it was not taken.
        missing: A side has not come, and a walkover is proposed.
        away: The names of players whose connection to their table is lost.
    """

    view: MatchView
    ending: Ending | None = None
    call: Call | None = None
    differs: int = 0
    disputed: bool = False
    refused: bool = False
    missing: bool = False
    away: tuple[str, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether it is being played: at a table, on a sheet, or, once it is called, where the desk enters results."""
        view = self.view
        return view.status == "playing" or (view.status == "waiting" and view.called and view.place == "desk")


@dataclass(frozen=True, slots=True)
class Tile:
    """A table as the desk shows it.

    Attributes:
        slug: The tournament that it belongs to.
        event: Its name, where a desk looks after several; else empty.
        label: The table, or the number of the match where it has none.
        sides: The names of its sides.
        kinds: Its states, the first is shown large.
        word: The first state in words.
        also: The other states that need somebody, each with its mark and in words.
        link: The page of its match.
        done: The hands that are played; None: not known.
        ends: When it will end; None: it is over, or has not begun.
        aside: What stands in place of the end: a result, a hand.
        since: Since when its call waits, in seconds since 1970 UTC; 0: no call of it waits.
        late: By how many seconds it will end after the limit.
    """

    slug: str
    event: str
    match: int
    label: str
    is_table: bool
    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    word: str
    also: tuple[tuple[str, str], ...]
    link: str
    done: int | None
    hands: int
    ends: datetime | None
    aside: str
    since: int = 0
    late: int = 0

    @property
    def kind(self) -> str:
        """The state that is shown large."""
        return self.kinds[0]

    @property
    def mark(self) -> str:
        """The shape of that state."""
        return MARKS[self.kind]

    @property
    def key(self) -> str:
        """What tells it apart on a desk of several events; the id of its element."""
        return f"{self.slug}-{self.match}"

    @property
    def spoken(self) -> str:
        """All of it as a sentence, to be read aloud."""
        name = _("Table {table}") if self.is_table else _("Match {table}")
        parts = [name.format(table=self.label), self.word, *(word for _mark, word in self.also)]
        parts.append(f" {DASH} ".join(self.sides))
        if self.done is not None and self.hands:
            parts.append(_("{done} of {hands} hands").format(done=self.done, hands=self.hands))
        if self.ends is not None:
            parts.append(_("ends about {time}").format(time=clock(self.ends)))
        elif self.aside:
            parts.append(self.aside)
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter: its name in the address, its mark and word, and how many tables it shows."""

    name: str
    mark: str
    word: str
    count: int


def kinds_of(facts: Facts) -> tuple[str, ...]:
    """Return the states of a table, the one first that needs somebody most; at least one."""
    status, over = facts.view.status, facts.view.status == "over"
    call = facts.call
    holds = {
        "late": facts.is_played and facts.ending is not None and facts.ending.late > 0,
        "call": call is not None and not call.claimant,
        "taken": call is not None and bool(call.claimant),
        "refused": facts.refused,
        "differ": bool(facts.differs),
        "disputed": facts.disputed,
        "missing": facts.missing and not over,
        "confirm": status == "unconfirmed",
        "away": bool(facts.away) and not over,
        "playing": facts.is_played,
        "waiting": status in ("waiting", "open", "draft") and not facts.is_played,
        "done": over,
    }
    return tuple(kind for kind in KINDS if holds[kind]) or ("waiting",)


def tile_of(facts: Facts, *, slug: str, event: str, label: str, sides: Sequence[str], link: str, now: datetime) -> Tile:
    """Return a table as the desk shows it; names and states are in the reader's language."""
    view, ending, kinds = facts.view, facts.ending, kinds_of(facts)
    shown, played = kinds[0], facts.is_played and ending is not None and ending.ends is not None
    return Tile(
        slug=slug,
        event=event,
        match=view.number,
        label=label,
        is_table=bool(view.table),
        sides=tuple(sides),
        kinds=kinds,
        word=_word(shown, facts, now),
        also=tuple((MARKS[kind], _word(kind, facts, now)) for kind in kinds[1:] if kind not in _PLAIN),
        link=link,
        done=None if ending is None else ending.done,
        hands=0 if ending is None else ending.hands,
        ends=datetime.fromtimestamp(ending.ends or 0, UTC) if played and ending is not None else None,
        aside=_aside(facts),
        since=int(facts.call.since.timestamp()) if facts.call is not None and not facts.call.claimant else 0,
        late=ending.late if ending is not None and "late" in kinds else 0,
    )


_PLAIN: Final = ("playing", "waiting", "done")
"""The states that need nobody."""


def ordered(tiles: Iterable[Tile], *, by_number: bool = False) -> list[Tile]:
    """Return tiles late first, the latest before, then those that need somebody, then by the end, the last first."""
    if by_number:
        return sorted(tiles, key=_number)
    return sorted(tiles, key=_urgency)


def _urgency(tile: Tile) -> tuple[Any, ...]:
    ends = 0.0 if tile.ends is None else -tile.ends.timestamp()
    waits = tile.since or float("inf")
    return KINDS.index(tile.kind), -tile.late, waits if tile.kind == "call" else 0, ends, *_number(tile)


def _number(tile: Tile) -> tuple[Any, ...]:
    """Return the order of labels as people count: 2 before 10, names after numbers."""
    return (tile.event, not tile.label.isdecimal(), int(tile.label) if tile.label.isdecimal() else 0, tile.label)


def chips_of(tiles: Collection[Tile], chosen: str) -> list[Chip]:
    """Return the filters that show a table, and the one that is chosen."""
    counts = Counter(name for tile in tiles for name, kinds in FILTERS.items() if not set(kinds).isdisjoint(tile.kinds))
    return [
        Chip(name, MARKS[kinds[0]], str(_FILTER_WORDS[name]), counts[name])
        for name, kinds in FILTERS.items()
        if counts[name] or name == chosen
    ]


def chosen_tiles(tiles: Iterable[Tile], show: str, search: str) -> list[Tile]:
    """Return the tiles of a filter (`FILTERS`; empty: all) whose table or sides a search finds."""
    kinds, wanted = FILTERS.get(show, ()), " ".join(search.split()).casefold()
    return [
        tile
        for tile in tiles
        if (not kinds or not set(kinds).isdisjoint(tile.kinds))
        and (not wanted or tile.label.casefold() == wanted or any(wanted in side.casefold() for side in tile.sides))
    ]


def clock(moment: datetime) -> str:
    """Return the time of a moment by the present time zone, such as 14:05."""
    return date_format(localtime(moment), "H:i")


def minutes_text(seconds: int) -> str:
    """Return a length of time as 2:40, or from an hour on as 1:02:40."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _word(kind: str, facts: Facts, now: datetime) -> str:
    """Return a state of a table in words."""
    if kind == "late" and facts.ending is not None:
        return pgettext("a table", "Late {minutes} min").format(minutes=max(1, facts.ending.late // 60))
    if kind == "call" and facts.call is not None:
        waited = int((now - facts.call.since).total_seconds())
        return pgettext("a table", "Call {time}").format(time=minutes_text(waited))
    if kind == "taken" and facts.call is not None:
        return pgettext("a table", "{name} is going").format(name=facts.call.claimant)
    return str(_WORDS[kind])


def _aside(facts: Facts) -> str:
    """Return the result of a match, as far as it is known, or the hand whose reports differ."""
    if facts.differs:
        return _("hand {number}").format(number=facts.differs)
    view = facts.view
    if view.status in ("over", "unconfirmed") and view.points:
        return DASH.join(map(number_text, view.points))
    return ""
