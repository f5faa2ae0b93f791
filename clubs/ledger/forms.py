"""Forms of the ledger and of seasons: shape only; the services say what is allowed."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from clubs.choosing.fields import PlayerField
from clubs.ledger.seasons import LONGEST_NAME
from clubs.ledger.services import MOST_UNITS
from clubs.models import Club, LedgerEntry, Player, Season
from clubs.officers.acts import LONGEST_REASON

ANY, BETWEEN = "", "none"
CHOSEN = 4
"""To so many members units are granted at a time, if not to all; programs grant them to as many as they like."""


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what a form was filled in with; None where it is only to be shown. Nothing at all is an answer too."""
    return request.POST if request.method == "POST" else None


def _day(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **more)


def _command() -> forms.UUIDField:
    """Return the form's own id: sent twice, it is done once."""
    return forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)


def _units() -> forms.IntegerField:
    return forms.IntegerField(label=_("Units"), min_value=1, max_value=MOST_UNITS)


def _reason(*, required: bool) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=required, help_text=_("Others read it in the ledger.")
    )


class LedgerFilter(forms.Form):
    """Which entries of the ledger are shown."""

    player = PlayerField(label=_("Player"), required=False, bots=True)
    season = forms.ChoiceField(label=_("Season"), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"), choices=[(ANY, _("All kinds")), *LedgerEntry.Kind.choices], required=False
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].choices = season_choices(club)  # type: ignore[attr-defined]
        self.fields["player"].of(club)  # type: ignore[attr-defined]


def season_choices(club: Club) -> list[tuple[str, Any]]:
    """Return the seasons of a club to choose from, with all of them and none."""
    named = [(str(pk), name) for pk, name in Season.objects.filter(club=club).values_list("pk", "name")]
    return [(ANY, _("All seasons")), *named, (BETWEEN, _("Between seasons"))]


class GrantForm(forms.Form):
    """Grant units."""

    command = _command()
    units = _units()
    everybody = forms.BooleanField(label=_("To every member"), required=False, initial=True)
    reason = _reason(required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, CHOSEN + 1):
            label = _("Or only to these") if number == 1 else _("And to")
            self.fields[f"player_{number}"] = PlayerField(label=label, required=False, club=club)
        self.order_fields(["units", "everybody"])

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        said: dict[str, Any] = super().clean() or {}
        if not said.get("everybody") and not self.players and not self.errors:
            self.add_error("player_1", _("Choose a member, or grant them to every member."))
        return said

    @property
    def players(self) -> list[Player]:
        """The members that were chosen."""
        named = (self.cleaned_data.get(f"player_{number}") for number in range(1, CHOSEN + 1))
        return [player for player in named if player is not None]


class SettleForm(forms.Form):
    """Write down what a player paid or received."""

    command = _command()
    player = PlayerField(label=_("Player"))
    way = forms.ChoiceField(
        label=_("What happened"),
        choices=[("pays", _("Paid units to the club")), ("receives", _("Received units from the club"))],
        widget=forms.RadioSelect,
        initial="pays",
    )
    units = _units()
    reason = _reason(required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].of(club)  # type: ignore[attr-defined]


class CorrectForm(forms.Form):
    """Correct an entry."""

    command = _command()
    giver = PlayerField(label=_("Given by"), required=False, bots=True, help_text=_("Empty: the club's bank."))
    taker = PlayerField(label=_("Given to"), required=False, bots=True, help_text=_("Empty: the club's bank."))
    units = _units()
    reason = _reason(required=True)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("giver", "taker"):
            self.fields[name].of(club)  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    """Say why."""

    reason = _reason(required=True)


class SeasonForm(forms.Form):
    """A season's name and its days."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    begins = _day(_("First day"))
    ends = _day(_("Last day"))


class CloseForm(forms.Form):
    """Close a season."""

    balances = forms.ChoiceField(
        label=_("Balances"),
        choices=[
            ("clear", _("Settle them: everybody starts again at 0")),
            ("carry", _("Carry them over into the next season")),
        ],
        widget=forms.RadioSelect,
        initial="clear",
    )
    season = forms.ModelChoiceField(
        label=_("The next season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("a new one, or none"),
    )
    name = forms.CharField(label=_("Name of a new season"), max_length=LONGEST_NAME, required=False)
    begins = _day(_("First day"), required=False)
    ends = _day(_("Last day"), required=False)
    sure = forms.BooleanField(
        label=_("Yes: close it before its last day"),
        error_messages={"required": _("Confirm that you are sure: it cannot be undone.")},
    )

    def __init__(self, *args: Any, closing: Season, early: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not early:
            del self.fields["sure"]
        later = Season.objects.filter(club=closing.club, closed_at=None, begins__gt=closing.begins)
        self.fields["season"].queryset = later.order_by("begins")  # type: ignore[attr-defined]
        if not later.exists():
            del self.fields["season"]
