"""The two forms that a desk always has at hand: the result of a table, and an announcement."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.desk.gathering import EventDesk
from tournaments.floor.codes import PLACES
from tournaments.floor.services import MAX_MINUTES, MAX_ROUND, MAX_SHOWN_MINUTES, SHOWN_MINUTES
from tournaments.floor.words import phrase_choices
from tournaments.models import MAX_WORDS
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import MatchState

_NUMBER: Final = re.compile(r"[-\N{MINUS SIGN}]?\d{1,4}")
_BETWEEN: Final = re.compile(r"[\s:,;/]+|(?<=\d)\s*[-\N{EN DASH}]\s*(?=\d)")
_RANGE: Final = re.compile(r"(\d{1,4})\s*[-\N{EN DASH}]\s*(\d{1,4})")
MAX_TYPED: Final = 300
"""The characters of the tables that are typed."""


class _OfDesk(forms.Form):
    """A form of a desk of one event or of several; with several it asks which."""

    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    command = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, desks: Sequence[EventDesk], **kwargs: Any) -> None:
        kwargs.setdefault("initial", {})
        kwargs["initial"] = {"command": uuid4(), **kwargs["initial"]}
        super().__init__(*args, **kwargs)
        self.desks = {desk.slug: desk for desk in desks}
        field = self.fields["event"]
        if len(self.desks) > 1:
            field.choices = [(slug, desk.tournament.name) for slug, desk in self.desks.items()]  # type: ignore[attr-defined]
        else:
            field.choices = [(slug, slug) for slug in self.desks]  # type: ignore[attr-defined]
            field.widget = forms.HiddenInput()

    @property
    def desk(self) -> EventDesk | None:
        """The event that was chosen, or the only one."""
        chosen = self.cleaned_data.get("event") or next(iter(self.desks), "")
        return self.desks.get(chosen)


class ResultForm(_OfDesk):
    """The result of a table, typed in one line: the table, and the points of each side in their order."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=400)
    table = forms.CharField(
        label=pgettext_lazy("to be filled in", "Table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    points = forms.CharField(
        label=gettext_lazy("Points, such as 34 20"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": " ".join(f"{desk.slug}={desk.version}" for desk in kwargs["desks"])}
        super().__init__(*args, **kwargs)
        if not any(desk.has_tables for desk in self.desks.values()):
            self.fields["table"].label = _("Match")

    def clean(self) -> dict[str, Any]:
        """Find the match and its next game, and read the points."""
        cleaned = super().clean() or {}
        desk = self.desk
        if desk is None or not {"table", "points"} <= cleaned.keys():
            return cleaned
        number = match_at(desk, cleaned["table"])
        if number is None:
            self.add_error("table", no_such_table(desk, cleaned["table"]))
            return cleaned
        match = desk.state.matches[number]
        game = _next_game(desk, match)
        sides = desk.sides(number)
        if game is None:
            text = _("{table} already has a result. Open it to correct it.")
            self.add_error("table", text.format(table=desk.called(number)))
            return cleaned
        points = _points(cleaned["points"])
        if len(points) != len(match.sides):
            text = _("Give the points of each side, such as 34 20: {sides}.")
            self.add_error("points", text.format(sides=", ".join(sides)))
        cleaned |= {"match": number, "game": game, "read": points}
        return cleaned

    def version(self, slug: str) -> int | None:
        """Return the version of an event that the sender saw."""
        seen = dict(pair.partition("=")[::2] for pair in self.cleaned_data.get("seen", "").split())
        return int(seen[slug]) if seen.get(slug, "").isdecimal() else None


class AnnounceForm(_OfDesk):
    """An announcement: to whom, a ready phrase or own words, and for how long."""

    audience = forms.ChoiceField(
        label=pgettext_lazy("an announcement", "To"),
        choices=(
            ("all", gettext_lazy("everybody")),
            ("tables", gettext_lazy("some tables")),
            ("entrants", gettext_lazy("some entrants")),
        ),
    )
    to = forms.CharField(
        label=gettext_lazy("Tables or entrants"),
        max_length=MAX_TYPED,
        required=False,
        help_text=gettext_lazy("For example 12, 14-16; entrants also by name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    phrase = forms.ChoiceField(label=gettext_lazy("Ready phrase"), required=False)
    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=MAX_ROUND, required=False)
    at = forms.TimeField(
        label=gettext_lazy("Time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=MAX_MINUTES, required=False)
    words = forms.CharField(
        label=gettext_lazy("Your own words"),
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    malayalam = forms.CharField(
        label=gettext_lazy("The same in Malayalam (optional)"),
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "lang": "ml"}),
    )
    shown_minutes = forms.IntegerField(
        label=gettext_lazy("Shown for (minutes)"),
        min_value=1,
        max_value=MAX_SHOWN_MINUTES,
        required=False,
        help_text=gettext_lazy("Leave it empty to show it until it is withdrawn."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"shown_minutes": SHOWN_MINUTES}
        super().__init__(*args, **kwargs)
        self.fields["phrase"].choices = [("", _("your own words")), *phrase_choices()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Find the readers, and leave out what the phrase does not name."""
        cleaned = super().clean() or {}
        desk = self.desk
        if desk is None:
            return cleaned
        cleaned["readers"] = ()
        if cleaned.get("audience") in ("tables", "entrants") and "to" in cleaned:
            cleaned["readers"] = self._readers(desk, cleaned["audience"], cleaned["to"])
        phrase = cleaned.get("phrase", "")
        places = PLACES.get(phrase)
        for name in ("round", "at", "minutes"):
            if places is None or not getattr(places, name):
                cleaned[name] = None
                self.errors.pop(name, None)
            elif cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, _("This phrase needs it."))
        if phrase:
            cleaned["words"] = cleaned["malayalam"] = ""
        elif not cleaned.get("words") and "words" not in self.errors:
            self.add_error("words", _("Choose a phrase, or enter your own words."))
        return cleaned

    def at_seconds(self) -> int | None:
        """Return the time of the phrase, today by the present clock, in seconds since 1970 UTC."""
        at = self.cleaned_data.get("at")
        if at is None:
            return None
        today = timezone.localtime()
        return int(today.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0).timestamp())

    def _readers(self, desk: EventDesk, audience: str, text: str) -> tuple[int, ...]:
        """Return the matches at the tables, or the entrants, that somebody typed."""
        if not text.strip():
            self.add_error("to", _("Choose the tables or entrants that the announcement is for."))
            return ()
        found: list[int] = []
        for part in _parts(text):
            number = match_at(desk, part) if audience == "tables" else _entrant(desk, part)
            if number is None:
                unknown = _("There is no entrant {name}.").format(name=part)
                self.add_error("to", no_such_table(desk, part) if audience == "tables" else unknown)
                return ()
            found.append(number)
        return tuple(dict.fromkeys(found))


def match_at(desk: EventDesk, text: str) -> int | None:
    """Return the match at a table of the rounds that are played, or of its own number; None: there is none."""
    wanted = " ".join(text.split()).casefold()
    tables = {label.casefold(): number for number, label in desk.labels.items()}
    return tables.get(wanted)


def no_such_table(desk: EventDesk, text: str) -> str:
    """Return that there is no such table, and which there are; without tables, that there is no such match."""
    numbers = sorted(int(label) for label in desk.labels.values() if label.isdecimal())
    if not desk.labels:
        return _("No table is in play.")
    if not desk.has_tables:
        return _("There is no match {number}.").format(number=text.strip())
    if len(numbers) == len(desk.labels) == numbers[-1] - numbers[0] + 1:
        said = _("There is no table {table}; tables run from {first} to {last}.")
        return said.format(table=text.strip(), first=numbers[0], last=numbers[-1])
    return _("There is no table {table} in this round.").format(table=text.strip())


def _entrant(desk: EventDesk, text: str) -> int | None:
    wanted = " ".join(text.split()).casefold()
    if wanted.isdecimal() and len(wanted) < 6 and int(wanted) in desk.state.entrants:
        return int(wanted)
    named = [number for number, name in desk.names.of.items() if name.casefold() == wanted]
    return named[0] if len(named) == 1 else None


def _parts(text: str) -> Iterable[str]:
    """Yield the tables or entrants that a text names: separated by commas, numbers also as a range."""
    for part in filter(None, (one.strip() for one in re.split(r"[,;\n]", text))):
        span = _RANGE.fullmatch(part)
        if span is not None and 0 <= int(span[2]) - int(span[1]) < 1_000:
            yield from map(str, range(int(span[1]), int(span[2]) + 1))
        else:
            yield part


def _points(text: str) -> tuple[int, ...]:
    """Return the points that a text names; empty if it is no list of numbers."""
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        return ()
    return tuple(int(part.replace("\N{MINUS SIGN}", "-")) for part in parts)


def _next_game(desk: EventDesk, match: MatchState) -> int | None:
    """Return the game of a match whose result comes next; None: it has its result, or there is a decision."""
    if desk.views[match.number].status in ("over", "unconfirmed"):
        return None
    last = max(match_plan(desk.state, match).games, len(match.games))
    return next((number for number in range(1, last + 1) if match.game(number).report is None), None)
