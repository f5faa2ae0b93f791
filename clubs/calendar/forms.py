"""Forms of the calendar: shape only; what is allowed is said by the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.calendar.occurrences import WITHOUT_END
from clubs.calendar.services import MINUTES, NOTE_LENGTH, PLACE_LENGTH, TITLE_LENGTH
from clubs.models import Meeting


def _day(label: Any, **terms: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **terms)


def _time(label: Any) -> forms.TimeField:
    return forms.TimeField(label=label, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))


class MeetingForm(forms.Form):
    """Plan a meeting, or change it."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH)
    day = _day(_("Day"))
    at = _time(_("Begins at"))
    minutes = forms.IntegerField(label=_("Length (minutes)"), min_value=MINUTES[0], max_value=MINUTES[1], initial=180)
    place = forms.CharField(label=_("Place"), max_length=PLACE_LENGTH, required=False)
    note = forms.CharField(
        label=_("Note"), max_length=NOTE_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    weekly = forms.BooleanField(label=_("Every week"), required=False)
    repeats_until = _day(
        _("Last day"), required=False, help_text=_("Leave it empty if the club meets every week without an end.")
    )

    def clean(self) -> dict[str, Any]:
        """Return the fields as the services take them: a last day, or that there is none, instead of `weekly`."""
        said = super().clean() or {}
        weekly, until = said.pop("weekly", False), said.get("repeats_until")
        if weekly:
            said["repeats_until"] = until or WITHOUT_END
        elif until is not None:
            self.add_error("repeats_until", _("Tick “Every week”, or leave the last day empty."))
        return said


class MoveForm(forms.Form):
    """Hold one meeting of a series at another time or place."""

    to = _day(_("On"))
    at = _time(_("Begins at"))
    place = forms.CharField(
        label=_("Place"), max_length=PLACE_LENGTH, required=False, help_text=_("Only if it is not at the usual place.")
    )


def filled_with(meeting: Meeting) -> dict[str, Any]:
    """Return what the form of a meeting begins with."""
    return {
        "title": meeting.title,
        "day": meeting.day,
        "at": meeting.time,
        "minutes": meeting.minutes,
        "place": meeting.place,
        "note": meeting.note,
        "weekly": meeting.repeats_until is not None,
        "repeats_until": None if meeting.repeats_until == WITHOUT_END else meeting.repeats_until,
    }
