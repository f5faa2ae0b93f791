"""What a big screen is to show, from its address."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from tournaments.screens.paging import Share

KINDS: Final = (
    "announcements", "names", "tables", "results", "bracket", "standings", "schedule", "prizes", "code",
)  # fmt: skip
"""The kinds of pages in the order in which they are shown."""
LEAST_LINES, MOST_LINES = 5, 20
LEAST_SECONDS, SECONDS, MOST_SECONDS = 3, 10, 120
MAX_SCREENS: Final = 20
MAX_NUMBER: Final = 10_000
WHOLE: Final = Share()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a screen is to show.

    Attributes:
        show: The kinds of pages.
        stage: The number of the only stage; 0: all that are being played.
        group: The only group, from 1; 0: all.
        lines: The lines of a page; 0: by the length of the list.
        share: The share of this screen in the pages of each list.
    """

    show: tuple[str, ...] = KINDS
    stage: int = 0
    group: int = 0
    lines: int = 0
    share: Share = WHOLE

    def query(self) -> str:
        """Return the query that asks for this, without its question mark; empty for what every screen shows."""
        fields = {
            "show": "" if self.show == KINDS else ",".join(self.show),
            "stage": self.stage,
            "group": self.group,
            "lines": self.lines,
            "share": "" if self.share == WHOLE else f"{self.share.part}-{self.share.of}",
        }
        return urlencode({name: value for name, value in fields.items() if value})


def asked_in(query: QueryDict) -> Asked:
    """Return what an address asks for; what cannot be read is not asked."""
    wanted = set(query.get("show", "").split(","))
    lines = number_in(query, "lines", MOST_LINES)
    return Asked(
        show=tuple(kind for kind in KINDS if kind in wanted) or KINDS,
        stage=number_in(query, "stage", MAX_NUMBER),
        group=number_in(query, "group", MAX_NUMBER),
        lines=max(LEAST_LINES, lines) if lines else 0,
        share=_share(query.get("share", "")),
    )


def seconds_in(query: QueryDict) -> int:
    """Return for how many seconds each page stands."""
    return max(LEAST_SECONDS, number_in(query, "seconds", MOST_SECONDS) or SECONDS)


def number_in(query: QueryDict, name: str, most: int) -> int:
    """Return a number of an address, at most the given one; 0 for what is none."""
    return _number(query.get(name, ""), most)


def _number(text: str, most: int) -> int:
    return min(most, int(text)) if text.isascii() and text.isdecimal() and len(text) <= 8 else 0


def _share(text: str) -> Share:
    part, _, of = text.partition("-")
    share = Share(_number(part, MAX_NUMBER), _number(of, MAX_NUMBER))
    return share if 1 <= share.part <= share.of <= MAX_SCREENS else WHOLE
