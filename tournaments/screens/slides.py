"""The pages of a big screen: lists of a tournament as everybody may know it, divided into pages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.log.standings import standing_in
from tournaments.models import Tournament
from tournaments.overview.brackets import rounds_shown
from tournaments.overview.disputes import disputed_in, disputed_words
from tournaments.overview.heads import group_name, sentence_of, stage_name
from tournaments.overview.matches import PROVISIONAL, MatchShown, match_shown
from tournaments.overview.wording import moment_text, value_text
from tournaments.screens.asked import Asked
from tournaments.screens.paging import lines_for, pages_of, shared
from tournaments.selectors.naming import Names
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.schedule import starts
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.rounds import RoundView, current_round, round_of
from tournaments.summaries.tables import table_of
from tournaments.timetable.shifting import Start

FEWEST_LINES: Final = 5
"""A page with fewer rows has the type of so many."""
UNDECIDED: Final = ("playing", "unconfirmed", "waiting")
"""How the matches stand that are still to be decided, and whose sides are known."""
_FIGURES: Final = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Slide:
    """A page of the screen.

    Attributes:
        kind: One of `asked.KINDS`, or `now`.
        key: Its name on the screen, which stays the same in the next version.
        title: What it is, in a few words.
        below: More of it: the group, the first and last name, how many matches are done.
        number: Which page of its list it is, from 1.
        of: How many pages the list has on this screen.
        columns: Its rows, which are read downwards.
        lines: The lines that a column has room for.
        text: Of a page that is one sentence.
        until: When what it tells of begins or ends, in seconds since 1970 UTC; 0: at no time.
    """

    kind: str
    key: str
    title: str
    below: str = ""
    number: int = 1
    of: int = 1
    columns: tuple[tuple[Any, ...], ...] = ()
    lines: int = 1
    text: str = ""
    until: int = 0


@dataclass(frozen=True, slots=True)
class NameRow:
    """An entrant and the table that it plays at; without one, its opponents."""

    name: str
    table: str
    opponents: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: its table or number, its sides, and what it came to so far; one side alone has a bye."""

    label: str
    match: MatchShown

    @property
    def key(self) -> str:
        """The result in a word; another one when it is corrected."""
        mark = PROVISIONAL if self.match.case else ""
        return f"{self.match.view.number}:{'-'.join(side.points for side in self.match.sides)}{mark}"


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place in the standings; `cut`: the last from which entrants go on."""

    rank: int
    name: str
    value: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A planned round: when it begins, and how it stands: `over`, `now`, `next` or nothing."""

    time: str
    text: str
    note: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize and those who got it."""

    words: str
    name: str


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement to everybody: its number, when it was made in seconds since 1970 UTC, and its words."""

    number: int
    at: int
    time: str
    text: str


class Screen:
    """What a screen shows of one tournament."""

    def __init__(
        self,
        tournament: Tournament,
        state: TournamentState,
        names: Names,
        asked: Asked,
        told: Sequence[AnnouncementShown] = (),
        prizes: Sequence[PrizeRow] = (),
    ) -> None:
        self.tournament, self.state, self.names, self.asked = tournament, state, names, asked
        self.told, self.prizes = told, prizes
        self.stages = tuple(_stages(state, asked))
        self.rounds = tuple(self._rounds())

    def slides(self) -> tuple[Slide, ...]:
        """Return the pages in the order in which they are shown; always one at the least."""
        makers = {
            "announcements": self._announcements,
            "schedule": self._schedule,
            "names": self._by_name,
            "tables": self._by_table,
            "results": self._results,
            "bracket": self._bracket,
            "standings": self._standings,
            "prizes": self._prizes,
        }
        found = tuple(slide for kind in self.asked.show if kind in makers for slide in makers[kind]())
        return found or (Slide("now", "now", self.tournament.name, text=self.sentence),)

    @property
    def sentence(self) -> str:
        """How the tournament stands."""
        return sentence_of(self.state, self.names)

    def decided(self) -> tuple[MatchRow, ...]:
        """Return the results of the rounds that are being played, by table."""
        return tuple(row for row in self._matches() if row.match.view.status == "over")

    def _rounds(self) -> Iterator[RoundView]:
        """Yield the round of each group that is being played, or was played last."""
        for stage in self.stages:
            if stage.plan.type == LADDER:
                continue
            for group in range(len(stage.groups)):
                if self.asked.group in (0, group + 1):
                    number = current_round(self.state, stage.number, group)
                    if number is not None:
                        yield round_of(self.state, stage.number, group, number)

    def _open_rounds(self) -> tuple[RoundView, ...]:
        return tuple(one for one in self.rounds if one.status in ("released", "called"))

    def _matches(self, rounds: Sequence[RoundView] | None = None) -> list[MatchRow]:
        """Return the matches of rounds by table, those without one by number, byes last."""
        views = [view for one in (self.rounds if rounds is None else rounds) for view in one.matches]
        views = [view for view in views if view.status not in ("open", "draft")]
        views.sort(key=lambda view: (view.status == "bye", not view.table, _natural(view.table), view.number))
        return [MatchRow(view.table or f"#{view.number}", match_shown(view, self.names)) for view in views]

    def _round_title(self, rounds: Sequence[RoundView], text: str) -> str:
        numbers = {one.number for one in rounds}
        if len(numbers) != 1:
            return text
        return pgettext("a page of the screen", "{title}, round {number}").format(title=text, number=numbers.pop())

    # The pages

    def _by_name(self) -> Iterator[Slide]:
        rounds = self._open_rounds()
        rows = [
            NameRow(side.name, row.match.view.table, _others(row.match, place))
            for row in self._matches(rounds)
            for place, side in enumerate(row.match.sides)
        ]
        rows.sort(key=lambda row: row.name.casefold())
        title = self._round_title(rounds, pgettext("a page of the screen", "Tables and players"))
        has_tables = any(row.table for row in rows)
        for slide in self._paged("names", title, rows, columns=2 if has_tables else 1):
            names = [row.name for column in slide.columns for row in column]
            yield replace(slide, below=f"{_start(names[0])} \N{EN DASH} {_start(names[-1])}" if slide.of > 1 else "")

    def _by_table(self) -> Iterator[Slide]:
        rounds = self._open_rounds()
        title = self._round_title(rounds, pgettext("a page of the screen", "Tables"))
        for slide in self._paged("tables", title, self._matches(rounds)):
            labels = [row.label for column in slide.columns for row in column]
            yield replace(slide, below=f"{labels[0]} \N{EN DASH} {labels[-1]}" if slide.of > 1 else "")

    def _results(self) -> Iterator[Slide]:
        rows, count = self.decided(), sum(one.count for one in self.rounds)
        text = ngettext("{done} of {count} match is done", "{done} of {count} matches are done", count)
        below = text.format(done=len(rows), count=count)
        title = self._round_title(self.rounds, pgettext("a page of the screen", "Results"))
        yield from self._paged("results", title, rows, below=below)

    def _bracket(self) -> Iterator[Slide]:
        for stage in self.stages:
            if stage.plan.type in BRACKETS and stage.rounds:
                for group in range(len(stage.groups)):
                    if self.asked.group in (0, group + 1):
                        yield from self._bracket_of(stage, group)

    def _bracket_of(self, stage: StageState, group: int) -> Iterator[Slide]:
        """Yield the rounds of a bracket that are being played; once all is over, the last."""
        rounds = rounds_shown(self.state, stage.number, group, self.names, self.tournament.slug)
        live = [one for one in rounds if any(match.view.status in UNDECIDED for match in one.matches)]
        for one in live or [one for one in rounds if any(match.view.status == "over" for match in one.matches)][-1:]:
            rows = [
                MatchRow(match.view.table or f"#{match.number}", match)
                for match in one.matches
                if match.view.status in ("over", *UNDECIDED)
            ]
            kind = f"bracket-{stage.number}-{group}-{one.anchor}"
            yield from self._paged("bracket", one.title, rows, key=kind, below=self._group_words(stage, group))

    def _standings(self) -> Iterator[Slide]:
        for stage in self.stages:
            if stage.plan.type in BRACKETS or stage.plan.type == LADDER:
                continue
            for group in range(len(stage.groups)):
                if self.asked.group in (0, group + 1):
                    yield from self._standings_of(stage, group)

    def _standings_of(self, stage: StageState, group: int) -> Iterator[Slide]:
        table = table_of(self.state, standing_in(self.state, stage.number, group))
        criterion = table.criteria[0] if table.criteria else ""
        rows = [
            PlaceRow(
                line.rank,
                self.names.of.get(line.entrant, ""),
                value_text(criterion, line.values.get(criterion)),
                line.goes_on and not (place + 1 < len(table.lines) and table.lines[place + 1].goes_on),
            )
            for place, line in enumerate(table.lines)
        ]
        title = pgettext("a page of the screen", "Standings")
        kind = f"standings-{stage.number}-{group}"
        may_change = disputed_words(disputed_in(self.state, stage.number, group))
        below = " \N{MIDDLE DOT} ".join(filter(None, (self._group_words(stage, group), may_change)))
        columns = 1 if len(rows) <= self._lines(len(rows)) else 2
        yield from self._paged("standings", title, rows, key=kind, below=below, columns=columns)

    def _announcements(self) -> Iterator[Slide]:
        for told in self.told:
            yield Slide("announcement", f"announcement-{told.number}", _("Announcement"), told.time, text=told.text)

    def _schedule(self) -> Iterator[Slide]:
        """Yield the planned rounds, or the agreed times of matches, with the time to what begins or ends next."""
        title = pgettext("a page of the screen", "Schedule")
        planned = starts(self.state) if not self.state.is_over else ()
        if planned:
            rows = self._planned(planned)
            below, until = self._next(planned, rows)
            for slide in self._paged("schedule", title, rows, below=below):
                yield replace(slide, until=until)
            return
        agreed = [row for row in self._matches() if row.match.view.status == "waiting" and row.match.view.at]
        agreed.sort(key=lambda row: row.match.view.at or 0)
        rows_of_matches = [MatchRow(moment_text(row.match.view.at or 0), row.match) for row in agreed]
        if rows_of_matches:
            yield from self._paged("times", title, rows_of_matches)
        elif self.state.settings.starts_at is not None and not self.stages:
            at = self.state.settings.starts_at
            yield Slide("now", "schedule", title, _("It begins in"), text=moment_text(at), until=at)

    def _planned(self, planned: Sequence[Start]) -> list[TimeRow]:
        several = len({start.stage for start in planned}) > 1
        one_day = len({localtime(datetime.fromtimestamp(start.at, UTC)).date() for start in planned}) == 1
        hows = [self._how(start) for start in planned]
        first = next((place for place, how in enumerate(hows) if not how), None)
        rows = []
        for place, (start, how) in enumerate(zip(planned, hows, strict=True)):
            text = _("Round {number}").format(number=start.round)
            if several:
                text = f"{stage_name(self.state.stages[start.stage], several=True)} \N{MIDDLE DOT} {text}"
            late = ngettext("{minutes} minute late", "{minutes} minutes late", start.late).format(minutes=start.late)
            rows.append(
                TimeRow(
                    _hour(start.at) if one_day else moment_text(start.at),
                    text,
                    late if start.late > 0 and how != "over" else "",
                    "next" if place == first else how,
                )
            )
        return rows

    def _how(self, start: Start) -> str:
        """Return how a planned round stands: `over`, `now`, or nothing before it is called."""
        stage = self.state.stages.get(start.stage)
        paired = [one for one in stage.rounds if one.number == start.round and one.called] if stage else []
        if not paired:
            return ""
        views = [round_of(self.state, start.stage, one.group, one.number) for one in paired]
        return "over" if all(view.status == "over" for view in views) else "now"

    def _next(self, planned: Sequence[Start], rows: Sequence[TimeRow]) -> tuple[str, int]:
        """Return what ends or begins next, in words, and when."""
        for start, row in zip(planned, rows, strict=True):
            if row.how == "now" and start.ends > start.at:
                return _("{round} ends in").format(round=row.text), start.ends
            if row.how == "next":
                return _("{round} begins in").format(round=row.text), start.at
        return "", 0

    def _prizes(self) -> Iterator[Slide]:
        if not self.state.places:
            return
        rows, rank = [], 1
        for together in self.state.places:
            rows += [PlaceRow(rank, self.names.of.get(entrant, ""), "") for entrant in together]
            rank += len(together)
        winners = " \N{MIDDLE DOT} ".join(row.name for row in rows if row.rank == 1)
        yield Slide("winner", "winner", _("The winner"), text=winners)
        yield from self._paged("awards", pgettext("a page of the screen", "Prizes"), self.prizes)
        columns = 1 if len(rows) <= self._lines(len(rows)) else 2
        yield from self._paged("prizes", pgettext("a page of the screen", "Final places"), rows, columns=columns)

    # What they share

    def _paged(
        self, kind: str, title: str, rows: Sequence[Any], *, key: str = "", below: str = "", columns: int = 1
    ) -> Iterator[Slide]:
        lines = self._lines(len(rows))
        pages = shared(pages_of(rows, lines, columns), self.asked.share)
        room = max(FEWEST_LINES, max((len(column) for page in pages for column in page), default=0))
        for number, page in enumerate(pages, start=1):
            yield Slide(kind, f"{key or kind}-{number}", title, below, number, len(pages), page, room)

    def _lines(self, rows: int) -> int:
        return self.asked.lines or lines_for(rows)

    def _group_words(self, stage: StageState, group: int) -> str:
        words = [stage_name(stage, several=True)] if len(self.state.stages) > 1 else []
        if len(stage.groups) > 1:
            words.append(_("Group {name}").format(name=group_name(group)))
        return " \N{MIDDLE DOT} ".join(words)


def _stages(state: TournamentState, asked: Asked) -> Iterator[StageState]:
    """Yield the stages that are shown: the one asked for, else those being played, else the last that was."""
    if asked.stage in state.stages:
        yield state.stages[asked.stage]
        return
    begun = [stage for stage in state.stages.values() if stage.status != "planned"]
    yield from state.running or begun[-1:]


def _others(match: MatchShown, place: int) -> str:
    others = [side.name for number, side in enumerate(match.sides) if number != place]
    return " \N{MIDDLE DOT} ".join(others) or match.badge


def _hour(at: int) -> str:
    return date_format(localtime(datetime.fromtimestamp(at, UTC)), "H:i")


def _natural(text: str) -> list[tuple[int, str]]:
    """Return what a text is sorted by, its numbers by their values: A2 before A10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in _FIGURES.split(text.casefold()) if part]


def _start(name: str) -> str:
    """Return the beginning of a name, by which a reader finds its page."""
    return name[:3].strip()
