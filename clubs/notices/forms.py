"""Forms of the choices about notices: shape only; what is allowed is said by the services."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import NoticeChoices
from clubs.notices import push
from clubs.notices.kinds import KINDS, PUSH, WAY_HEADS, WAY_NAMES, WAYS, Kind, Words
from clubs.notices.selectors import Chosen
from clubs.notices.times import find_zone, zones_like

_CLOCK = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
_WANTED = "wanted"


@dataclass(frozen=True, slots=True)
class NoticeSwitch:
    """A kind by a way: the box to tick, or none where the kind does not go that way."""

    way: str
    label: Words
    name: str
    offered: bool
    ticked: bool


class ChoicesForm(forms.Form):
    """What a person is told by which ways, when the collected mail comes, and when nothing does."""

    digest = forms.ChoiceField(label=_("How often"), choices=NoticeChoices.Digest.choices)
    digest_at = forms.TimeField(label=_("At what time"), widget=_CLOCK)
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=_CLOCK)
    quiet_until = forms.TimeField(
        label=_("Quiet until"),
        required=False,
        widget=_CLOCK,
        help_text=_("Notifications in quiet hours are sent once these are over. Your page always shows all of them."),
    )
    time_zone = forms.CharField(
        label=_("Your time zone"),
        max_length=64,
        help_text=_("Type the name of a large town near you."),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, *, chosen: Chosen) -> None:
        stored = chosen.stored
        initial = {
            name: getattr(stored, name) for name in ("digest", "digest_at", "quiet_from", "quiet_until", "time_zone")
        }
        super().__init__(data, initial=initial)
        self._chosen = chosen
        self._ticked = set(data.getlist(_WANTED)) if data is not None else None

    def clean_time_zone(self) -> str:
        """Return the zone's own name; refuse a name that is none, with those that are like it."""
        said = self.cleaned_data["time_zone"]
        zone = find_zone(said)
        if zone is not None:
            return zone.key
        like = zones_like(said)[:4]
        message = gettext("There is no such time zone; choose one of the list.")
        if like:
            message = gettext("There is no such time zone. Is it one of these: {zones}?").format(zones=", ".join(like))
        raise forms.ValidationError(message)

    def ways(self) -> dict[str, dict[str, bool]]:
        """Return by kind and way what is ticked."""
        ticked = self._ticked or set()
        return {
            kind.name: {way: f"{kind.name}.{way}" in ticked for way in self._offered(kind)} for kind in KINDS.values()
        }

    def groups(self) -> Iterator[tuple[Words, list[tuple[Kind, list[NoticeSwitch]]]]]:
        """Yield the kinds under their headings, each with its boxes."""
        for group, kinds in groupby(KINDS.values(), key=lambda kind: kind.group):
            yield group, [(kind, [self._switch(kind, way) for way in self.shown_ways()]) for kind in kinds]

    def heads(self) -> list[Words]:
        """Return the short names of the ways, at the head of their columns."""
        return [WAY_HEADS[way] for way in self.shown_ways()]

    def columns(self) -> int:
        """Return how many columns the table of the choices has."""
        return len(self.shown_ways()) + 1

    @staticmethod
    def shown_ways() -> list[str]:
        """Return the ways that this server has."""
        return [way for way in WAYS if way != PUSH or push.is_offered()]

    def _offered(self, kind: Kind) -> list[str]:
        return [way for way in self.shown_ways() if way in kind.ways]

    def _switch(self, kind: Kind, way: str) -> NoticeSwitch:
        name = f"{kind.name}.{way}"
        usual = self._chosen.ways.get(kind.name, {}).get(way, way in kind.by)
        ticked = usual if self._ticked is None else name in self._ticked
        return NoticeSwitch(way, WAY_NAMES[way], name, way in self._offered(kind), ticked)


class PauseForm(forms.Form):
    """Until when nothing is to go out."""

    paused_until = forms.DateTimeField(
        label=_("Until"), widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    )

    def __init__(self, data: Any = None, *, zone: ZoneInfo) -> None:
        self._zone = zone
        tomorrow = timezone.now().astimezone(zone) + timedelta(days=1)
        super().__init__(data, initial={"paused_until": tomorrow.replace(hour=8, minute=0, second=0, tzinfo=None)})

    def clean_paused_until(self) -> datetime:
        """Return the moment that the person's own clock shows."""
        said: datetime = self.cleaned_data["paused_until"]
        return said.replace(tzinfo=self._zone)
