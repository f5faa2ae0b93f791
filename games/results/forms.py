"""Forms of results: writing one down, taking it back, lifting a kunukku. Shape only; the services say what may be."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from clubs.base.days import today_in
from clubs.choosing.fields import PlayerField
from clubs.house.forms import RulesSelect, rule_names
from clubs.house.words import FAMILIES
from clubs.models import Club, Player
from engine.limits import MOST_HANDS
from games.results.kunukku.selectors import Wearer
from games.results.services import LONGEST_NOTE

MOST_PLAYERS = 8
MOST_SIDES = 3
MAX_AGE: Final = timedelta(days=366)
"""The age up to which a result is entered by hand: an older day is a slip more often than not."""


def rule_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every rule set by id and name, those of 28 and of 56 apart."""
    return [(family, rule_names(family=family)) for family in FAMILIES]


class DayField(forms.DateField):
    """The day of a game at a real table, up to today; older days than `MAX_AGE` come from a file."""

    def __init__(self, *, club: Club) -> None:
        self.last = today_in(club)
        self.first = self.last - MAX_AGE
        bounds = {"min": self.first.isoformat(), "max": self.last.isoformat()}
        widget = forms.DateInput(attrs={"type": "date", **bounds}, format="%Y-%m-%d")
        super().__init__(label=_("Day"), initial=self.last, widget=widget)

    def validate(self, value: date | None) -> None:
        """Refuse a day to come, and one that is too long ago."""
        super().validate(value)
        if value is not None and value > self.last:
            raise ValidationError(_("That day is in the future."))
        if value is not None and value < self.first:
            text = _("Give a day from {first} on. Older results are imported from a file.")
            raise ValidationError(text.format(first=date_format(self.first, "j F Y")))


class ResultForm(forms.Form):
    """A game at a real table. `command` is this form's own: sent twice, it writes one result down."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    rules = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=rule_choices, initial="28-kerala-4", widget=RulesSelect
    )
    hands = forms.IntegerField(
        label=gettext_lazy("Number of hands"), required=False, min_value=0, max_value=MOST_HANDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    note = forms.CharField(
        label=gettext_lazy("Note"), required=False, max_length=LONGEST_NOTE,
        help_text=gettext_lazy("For example “final of the Onam evening”. Everybody who sees the result reads it."),
    )  # fmt: skip

    def __init__(self, *args: Any, club: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["played_on"] = DayField(club=club)
        for seat in range(MOST_PLAYERS):
            label = _("Seat {number}").format(number=seat + 1)
            self.fields[f"player_{seat}"] = PlayerField(club=club, label=label, required=False)
        for side in range(MOST_SIDES):
            label = _("Points of seat {number} and partners").format(number=side + 1)
            self.fields[f"points_{side}"] = forms.IntegerField(
                label=label, required=False, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
            )
        for seat in range(MOST_PLAYERS):
            # A browser must not ask for the seats of other games than the chosen one.
            self.fields[f"player_{seat}"].widget.is_required = False

    def clean(self) -> dict[str, Any]:
        """Ask for every seat and side that the chosen game has."""
        cleaned = super().clean() or {}
        rules_id = cleaned.get("rules")
        if rules_id:
            rules = engine.load_rules(rules_id)
            for seat in range(rules.players):
                if f"player_{seat}" not in self.errors and cleaned.get(f"player_{seat}") is None:
                    self.add_error(f"player_{seat}", _("Choose the player of this seat."))
            for side in range(len(rules.sides)):
                if f"points_{side}" not in self.errors and cleaned.get(f"points_{side}") is None:
                    self.add_error(f"points_{side}", _("Enter the points; 0 for none."))
        return cleaned

    def name_sides(self) -> None:
        """Label the points of each side with its players, where all of them are given."""
        rules_id = str(self["rules"].value())
        if rules_id not in engine.rule_set_ids():
            return
        for side, seats in enumerate(engine.load_rules(rules_id).sides):
            names = [
                str(self.fields[f"player_{seat}"].prepare_value(self[f"player_{seat}"].value()) or "") for seat in seats
            ]
            if all(names):
                # The field in the page has its label from before, once the form has been checked.
                self[f"points_{side}"].label = _("Points of {names}").format(names=" & ".join(names))

    def seat_rows(self) -> list[tuple[str, forms.BoundField]]:
        """Return the fields of the players, each with what its game must have."""
        return [(f"seat-{seat}" if seat else "", self[f"player_{seat}"]) for seat in range(MOST_PLAYERS)]

    def side_rows(self) -> list[tuple[str, forms.BoundField]]:
        """Return the fields of the points, each with what its game must have."""
        return [(f"side-{side}" if side > 1 else "", self[f"points_{side}"]) for side in range(MOST_SIDES)]

    def players(self) -> list[Player]:
        """Return who sat where in the chosen game."""
        rules = engine.load_rules(self.cleaned_data["rules"])
        return [self.cleaned_data[f"player_{seat}"] for seat in range(rules.players)]

    def points(self) -> list[int]:
        """Return what each side of the chosen game won."""
        rules = engine.load_rules(self.cleaned_data["rules"])
        return [self.cleaned_data[f"points_{side}"] for side in range(len(rules.sides))]


class ReasonForm(forms.Form):
    """Why a result is taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=LONGEST_NOTE,
        error_messages={"required": gettext_lazy("Give a reason.")},
    )  # fmt: skip


class LiftForm(ReasonForm):
    """Lift a kunukku. `seen` says which ones the page shows: of each player the oldest, as `id since`."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=4000, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, club: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player"] = PlayerField(club=club, label=_("Wearer"))
        self.order_fields(["player", "reason"])

    def show(self, wearers: Iterable[Wearer]) -> None:
        """Note what the page shows: after a refusal too, so that the officer may look again and repeat the request."""
        seen = ";".join(f"{one.player_id} {one.since.isoformat()}" for one in wearers)
        if self.is_bound:
            self.data = {name: self.data.get(name) for name in self.data} | {"seen": seen}
        else:
            self.initial["seen"] = seen

    def since(self) -> datetime | None:
        """Return since when the kunukku is worn that the page showed for the player; None where it showed none."""
        pairs = (entry.partition(" ") for entry in self.cleaned_data["seen"].split(";"))
        shown = {player: since for player, _blank, since in pairs}
        try:
            return datetime.fromisoformat(shown[str(self.cleaned_data["player"].real_id)])
        except (KeyError, ValueError):
            return None
