"""Forms of an evening: a game of it, and a person who is there. Shape only; the services say what may be."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.choosing.fields import PlayerField
from clubs.models import Club
from clubs.people.services import NAME_LENGTH
from games.results.forms import DayField, ResultForm


class GameForm(ResultForm):
    """A game of the evening: its players by seat and its points by side. The page knows the day."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("played_on", "hands", "note"):
            del self.fields[name]


class DayForm(forms.Form):
    """The day of an evening."""

    def __init__(self, *args: Any, club: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.auto_id = "evening-%s"
        self.fields["day"] = DayField(club=club)


class MemberForm(forms.Form):
    """A member of the club who is there."""

    def __init__(self, *args: Any, club: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"] = PlayerField(club=club, label=gettext_lazy("Name"))


class GuestForm(forms.Form):
    """A guest, without an account, who is there."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
