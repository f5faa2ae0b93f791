"""Forms of the schedule: tables, sessions and times of rounds, a proposal, a delay, a fixed seat, a swap."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import groupby
from typing import Any, Final

from django import forms
from django.utils.timezone import get_current_timezone, localtime, make_aware
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.deeds.scheduling import MAX_HALL, MAX_MINUTES, MAX_ROUNDS, MAX_SESSIONS, MAX_TABLES
from tournaments.events.scheduling import RoundTime, Session, VenueSet, VenueTable
from tournaments.state.tournament import TournamentState
from tournaments.timetable.proposing import Proposal
from tournaments.timetable.shifting import Schedule, Start

_RANGE: Final = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,3})")
MAX_LINES: Final = 12_000
"""The characters of the list of tables."""
ALLOTTING: Final = (
    ("top", gettext_lazy("the leaders at the first tables")),
    ("spread", gettext_lazy("at another table than before, if possible")),
    ("stay", gettext_lazy("at the same table as before, if possible")),
)


class Moment(forms.DateTimeInput):
    """A day and an hour, in the form that browsers have for them."""

    def __init__(self) -> None:
        super().__init__({"type": "datetime-local", "step": 60}, format="%Y-%m-%dT%H:%M")


class VenueForm(forms.Form):
    """The tables, as lines such as "Hall: 1-20"."""

    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        required=False,
        max_length=MAX_LINES,
        widget=forms.Textarea({"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One line for each room, with its tables in the order of use, the top tables first: “Hall: 1-20, "
            "22”. One room needs no name: “1-12”. Empty: the staff gives tables by hand."
        ),
    )
    hall = forms.CharField(
        label=gettext_lazy("Code of the hall"),
        required=False,
        max_length=MAX_HALL,
        help_text=gettext_lazy("Events of your club with the same code share the tables; no table is given twice."),
    )
    allotting = forms.ChoiceField(
        label=gettext_lazy("Entrants sit"), choices=ALLOTTING, initial="top", widget=forms.RadioSelect
    )

    def clean_tables(self) -> tuple[VenueTable, ...]:
        """Return the tables of the lines.

        Raises:
            ValidationError: A line cannot be read, or there are too many tables.
        """
        tables = [
            table
            for number, line in enumerate(self.cleaned_data["tables"].splitlines(), start=1)
            if line.strip()
            for table in _tables_in(number, line)
        ]
        if len(tables) > MAX_TABLES:
            raise forms.ValidationError(_("Name at most {most} tables.").format(most=MAX_TABLES))
        return tuple(tables)


def tables_text(tables: Iterable[VenueTable]) -> str:
    """Return tables as the form has them, runs of numbers as "1-20"."""
    lines = []
    for room, members in groupby(tables, key=lambda table: table.room):
        text = ", ".join(_runs([table.name for table in members]))
        lines.append(f"{room}: {text}" if room else text)
    return "\n".join(lines)


def venue_initial(venue: VenueSet | None) -> dict[str, Any]:
    """Return what the form of a venue is filled with."""
    if venue is None:
        return {}
    return {"tables": tables_text(venue.tables), "hall": venue.hall, "allotting": venue.allotting}


def _tables_in(number: int, line: str) -> Iterator[VenueTable]:
    room, colon, names = line.rpartition(":")
    room = room.strip()
    for part in (names if colon else line).split(","):
        name = part.strip()
        if not name:
            raise forms.ValidationError(
                _("Line {number}: name each table, such as “Hall: 1-20, 22”.").format(number=number)
            )
        match = _RANGE.fullmatch(name)
        if match is None:
            yield VenueTable(name, room)
            continue
        first, last = int(match[1]), int(match[2])
        if last < first or last - first >= MAX_TABLES:
            text = _("Line {number}: “{range}” is not a range of tables. Enter the smaller number first.")
            raise forms.ValidationError(text.format(number=number, range=name))
        yield from (VenueTable(str(table), room) for table in range(first, last + 1))


def _runs(names: Sequence[str]) -> Iterator[str]:
    run: list[int] = []
    for name in names:
        value = int(name) if name.isascii() and name.isdecimal() and not name.startswith("0") else None
        if value is not None and run and value == run[-1] + 1:
            run.append(value)
            continue
        yield from _run(run)
        run = [] if value is None else [value]
        if value is None:
            yield name
    yield from _run(run)


def _run(run: Sequence[int]) -> Iterator[str]:
    if len(run) > 2:
        yield f"{run[0]}-{run[-1]}"
    else:
        yield from map(str, run)


class SessionForm(forms.Form):
    """A session; an empty line is none."""

    begins = forms.DateTimeField(label=gettext_lazy("From"), required=False, widget=Moment)
    ends = forms.DateTimeField(label=gettext_lazy("To"), required=False, widget=Moment)

    def clean(self) -> dict[str, Any]:
        """Check that both times are given, in their order."""
        cleaned: dict[str, Any] = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        if begins and not ends and "ends" not in self.errors:
            self.add_error("ends", _("Give its end as well."))
        elif ends and not begins and "begins" not in self.errors:
            self.add_error("begins", _("Give its beginning as well."))
        elif begins and ends and ends <= begins:
            self.add_error("ends", _("A session ends after it begins."))
        return cleaned


class MinutesField(forms.IntegerField):
    """A number of minutes, of a day at most."""

    def __init__(self, **about: Any) -> None:
        widget = forms.TextInput({"inputmode": "numeric", "size": 4})
        super().__init__(min_value=0, max_value=MAX_MINUTES, widget=widget, **about)


class RoundForm(forms.Form):
    """The time of a round; without a time none is planned."""

    stage = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=99)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_ROUNDS)
    at = forms.DateTimeField(label=gettext_lazy("Begins"), required=False, widget=Moment)
    minutes = MinutesField(
        label=gettext_lazy("Minutes"),
        required=False,
    )


class TimesForm(forms.Form):
    """What holds for all rounds."""

    match_minutes = MinutesField(
        label=gettext_lazy("Minutes a match"),
        required=False,
        help_text=gettext_lazy("Empty: as in the plan of the stage."),
    )
    rest_minutes = MinutesField(
        label=gettext_lazy("Minutes of rest"),
        required=False,
        help_text=gettext_lazy("At least, between two matches of an entrant."),
    )


class ProposalForm(TimesForm):
    """What a proposal of times is made from."""

    day = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    begins = forms.TimeField(
        label=gettext_lazy("Play begins"), widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    ends = forms.TimeField(label=gettext_lazy("Play ends"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    break_from = forms.TimeField(
        label=gettext_lazy("Break from"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    break_to = forms.TimeField(
        label=gettext_lazy("Break to"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    field_order = ("day", "begins", "ends", "break_from", "break_to", "match_minutes", "rest_minutes")

    def clean(self) -> dict[str, Any]:
        """Check that the hours are in their order."""
        cleaned: dict[str, Any] = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        first, last = cleaned.get("break_from"), cleaned.get("break_to")
        if begins and ends and ends <= begins:
            self.add_error("ends", _("Play ends after it begins, on the same day."))
        elif (first is None) != (last is None) and not {"break_from", "break_to"} & set(self.errors):
            self.add_error("break_to" if last is None else "break_from", _("Give both times of the break, or none."))
        elif begins and ends and first and last and not begins < first < last < ends:
            self.add_error("break_from", _("The break must be between the beginning and the end of play."))
        return cleaned

    def windows(self) -> tuple[Session, ...]:
        """Return the sessions of the first day, by the present time zone."""
        cleaned = self.cleaned_data
        hours = [cleaned["begins"], cleaned["ends"]]
        if cleaned.get("break_from"):
            hours[1:1] = [cleaned["break_from"], cleaned["break_to"]]
        return tuple(
            Session(_seconds(cleaned["day"], first), _seconds(cleaned["day"], last))
            for first, last in zip(hours[::2], hours[1::2], strict=True)
        )


class DelayForm(forms.Form):
    """A delay of a round and all that follows; the first of the rounds that have not begun stands in it."""

    round = forms.ChoiceField(label=gettext_lazy("From"))
    minutes = MinutesField(
        label=gettext_lazy("Minutes later than planned"),
    )

    def __init__(self, *args: Any, rounds: Sequence[tuple[str, str]], ahead: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = rounds  # type: ignore[attr-defined]
        self.fields["round"].initial = ahead


class SeatForm(forms.Form):
    """The fixed seat of an entrant."""

    entrant = forms.ChoiceField(label=gettext_lazy("Entrant"))
    seat = forms.ChoiceField(label=gettext_lazy("Table"), required=False)

    def __init__(self, *args: Any, entrants: Sequence[tuple[str, str]], tables: Sequence[VenueTable], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tables = {str(number): table for number, table in enumerate(tables)}
        named = [(key, " · ".join(filter(None, (table.room, table.name)))) for key, table in self.tables.items()]
        self.fields["entrant"].choices = entrants  # type: ignore[attr-defined]
        self.fields["seat"].choices = [("", _("any table")), *named]  # type: ignore[attr-defined]

    def chosen(self) -> VenueTable:
        """Return the table that is chosen; one without a name for any."""
        return self.tables.get(self.cleaned_data["seat"], VenueTable(""))


class SwapForm(forms.Form):
    """Two matches that change their tables."""

    match = forms.ChoiceField(label=gettext_lazy("Match"))
    other = forms.ChoiceField(label=gettext_lazy("and match"))

    def __init__(self, *args: Any, matches: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].initial = matches[1][0] if len(matches) > 1 else None
        for name in ("match", "other"):
            self.fields[name].choices = matches  # type: ignore[attr-defined]


Sessions: Final = forms.formset_factory(SessionForm, extra=1, max_num=MAX_SESSIONS, absolute_max=MAX_SESSIONS + 1)
Rounds: Final = forms.formset_factory(RoundForm, extra=0, max_num=MAX_ROUNDS, absolute_max=MAX_ROUNDS)


def times_initial(schedule: Schedule | None) -> dict[str, Any]:
    """Return what the form of all rounds is filled with."""
    if schedule is None:
        return {"rest_minutes": 10}
    return {"match_minutes": schedule.match_minutes or None, "rest_minutes": schedule.rest_minutes}


def sessions_initial(sessions: Iterable[Session]) -> list[dict[str, Any]]:
    """Return what the lines of the sessions are filled with."""
    return [{"begins": shown(session.begins), "ends": shown(session.ends)} for session in sessions]


def rounds_initial(
    rounds: Iterable[tuple[int, int]], starts: Iterable[Start], schedule: Schedule | None
) -> list[dict[str, Any]]:
    """Return what the lines of the rounds are filled with: their times with the delays."""
    at = {(start.stage, start.round): start.at for start in starts}
    minutes = {(one.stage, one.round): one.minutes for one in schedule.rounds} if schedule is not None else {}
    return [
        {
            "stage": stage,
            "number": number,
            "at": shown(at[stage, number]) if (stage, number) in at else None,
            "minutes": minutes.get((stage, number)) or None,
        }
        for stage, number in sorted({*rounds, *at})
    ]


def proposal_initial(state: TournamentState, now: datetime) -> dict[str, Any]:
    """Return what the form of a proposal is filled with at first."""
    starts_at = state.settings.starts_at
    first = shown(starts_at) if starts_at is not None else localtime(now + timedelta(days=1))
    begins = first.time().replace(second=0, microsecond=0) if starts_at is not None else time(9, 30)
    afternoon = begins >= time(13)
    return {
        **times_initial(state.schedule),
        "day": first.date(),
        "begins": begins,
        "ends": time(22) if afternoon else time(18),
        "break_from": None if afternoon else time(13),
        "break_to": None if afternoon else time(14),
    }


def proposed_rounds(proposal: Proposal) -> list[dict[str, Any]]:
    """Return what the lines of the rounds are filled with by a proposal."""
    rounds = sorted(proposal.rounds, key=lambda one: (one.stage, one.round))
    return [{"stage": one.stage, "number": one.round, "at": shown(one.at), "minutes": None} for one in rounds]


def shown(at: int) -> datetime:
    """Return a time in seconds since 1970 UTC by the present time zone."""
    return datetime.fromtimestamp(at, get_current_timezone())


def sessions_in(formset: Any) -> tuple[Session, ...]:
    """Return the sessions of lines that are valid."""
    return tuple(
        Session(int(form.cleaned_data["begins"].timestamp()), int(form.cleaned_data["ends"].timestamp()))
        for form in formset
        if form.cleaned_data.get("begins")
    )


def rounds_in(formset: Any) -> tuple[RoundTime, ...]:
    """Return the rounds of lines that are valid."""
    return tuple(
        RoundTime(
            form.cleaned_data["stage"],
            form.cleaned_data["number"],
            int(form.cleaned_data["at"].timestamp()),
            form.cleaned_data["minutes"] or 0,
        )
        for form in formset
        if form.cleaned_data.get("at")
    )


def _seconds(day: Any, hour: time) -> int:
    return int(make_aware(datetime.combine(day, hour)).timestamp())
