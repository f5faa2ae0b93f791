"""A list on paper: its head, its columns and its sections, and names as the fonts have them."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.timezone import now as now_of
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct

from games.paper.typesetting import Document, printable
from tournaments.overview.heads import embargo_words, group_name, stage_name
from tournaments.overview.wording import DASH, moment_text
from tournaments.prints.wish import Wish
from tournaments.state.schedule import planned_start
from tournaments.summaries.rounds import rounds_in_all

MAX_DATA_BYTES: Final = 4 * 1024 * 1024
"""The data of one document: lists of a thousand entrants with long names have less."""


class Column(Struct, frozen=True):
    """A column: its head; its share of the width (0: as its texts need, below 0: in millimetres); how its cells look.

    Attributes:
        kind: `text`, `bold`, `table` (a number that is read from afar), or `tick`: a box to tick before the text.
    """

    label: str
    width: float = 0
    align: str = "left"
    kind: str = "text"


class Section(Struct, frozen=True):
    """A table with its heading.

    Attributes:
        note: Stands before it.
        lines: The rows before which a dashed line stands, from 0.
        below: Sentences after it.
        breaks: It begins a page.
    """

    heading: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    lines: tuple[int, ...] = ()
    below: tuple[str, ...] = ()
    breaks: bool = False


class Listing(Document, frozen=True):
    """A list.

    Attributes:
        of: What of the tournament it shows, such as the stage and the round.
        as_of: When it was as it stands here.
        pages: "Page {page} of {pages}".
        columns: The columns of a page.
        flipped: The page lies on its side.
    """

    club: str
    tournament: str
    of: str
    as_of: str
    pages: str
    sections: tuple[Section, ...]
    columns: int = 1
    flipped: bool = False


def heading_of(wish: Wish, title: str, *, with_round: bool = True, with_stage: bool = True) -> dict[str, Any]:
    """Return the members that all documents of a tournament begin with.

    Args:
        wish: What is printed.
        title: The title of the document.
        with_round: The document is about a round.
        with_stage: It is about a stage.
    """
    stage = wish.shown if with_stage else None
    parts = []
    if stage is not None:
        parts.append(stage_name(stage, several=len(wish.state.stages) > 1))
        if with_round and wish.round:
            rounds = max(rounds_in_all(wish.state, stage.number), wish.round)
            parts.append(_("Round {number} of {rounds}").format(number=wish.round, rounds=rounds))
            if (begins := planned_start(wish.state, wish.stage, wish.round)) is not None:
                parts.append(moment_text(begins))
        if wish.group and len(stage.groups) > 1:
            parts.append(_("Group {name}").format(name=group_name(wish.group - 1)))
    if wish.state.withheld:
        parts.append(embargo_words(wish.state, now_of()))
    moment = wish.at or now_of()
    return {
        "language": (get_language() or "en")[:2],
        "title": title,
        "club": printable(wish.tournament.club.name),
        "tournament": printable(wish.tournament.name),
        "of": " · ".join(parts),
        "as_of": _("as of {moment}").format(moment=date_format(localtime(moment), "j F Y, H:i")),
        "pages": _("Page {page} of {pages}"),
    }


def name_printed(wish: Wish, entrant: int) -> str:
    """Return the name of an entrant, or its number where the fonts lack a letter of the name."""
    return printable(wish.names.of.get(entrant, "")) or _("Entrant {number}").format(number=entrant)


def side_printed(wish: Wish, side: Sequence[int]) -> str:
    """Return the name of a side; a dash while it is open, or for nobody."""
    known = [name_printed(wish, entrant) for entrant in side if entrant > 0]
    return " & ".join(known) or DASH
