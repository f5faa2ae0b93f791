"""The form by which a player's hands are searched."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.house.forms import rule_names
from clubs.models import Club
from games.players.hands import Wanted

MOST = 56
"""The highest number that can be bid in any game."""


class HandSearchForm(forms.Form):
    """Which of a player's hands to show; all of them as long as nothing is filled in."""

    rules = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    declarer = forms.ChoiceField(
        label=gettext_lazy("Declarer"),
        required=False,
        choices=[
            ("", gettext_lazy("anybody")),
            ("me", gettext_lazy("the player")),
            ("partner", gettext_lazy("a partner")),
            ("opponent", gettext_lazy("an opponent")),
        ],
    )
    came = forms.ChoiceField(
        label=gettext_lazy("Contract"),
        required=False,
        choices=[
            ("", gettext_lazy("any")),
            ("made", gettext_lazy("made")),
            ("failed", gettext_lazy("failed")),
            ("none", gettext_lazy("none, or ended by the director")),
        ],
    )
    number = forms.IntegerField(
        label=gettext_lazy("Number bid"), required=False, min_value=1, max_value=MOST,
        error_messages={
            "max_value": gettext_lazy("No game has a bid above 56; choose a lower one."),
            "min_value": gettext_lazy("The lowest bid of all games is above this; choose a higher one."),
        },
    )  # fmt: skip
    partner = forms.CharField(label=gettext_lazy("Partner"), required=False, max_length=60)
    opponent = forms.CharField(label=gettext_lazy("Opponent"), required=False, max_length=60)
    begins = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    ends = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"), required=False, queryset=Club.objects.none(), to_field_name="slug",
        empty_label=gettext_lazy("any"),
    )  # fmt: skip
    doubled = forms.BooleanField(label=gettext_lazy("Doubled only"), required=False)

    def __init__(self, *args: Any, clubs: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["rules"].choices = [  # type: ignore[attr-defined]
            ("", _("any")),
            ("28", _("any of 28")),
            ("56", _("any of 56")),
            *rule_names(),
        ]
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        for name in ("partner", "opponent"):
            self.fields[name].widget.attrs |= {"list": "partners", "autocomplete": "off"}

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        cleaned: dict[str, Any] = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        if begins and ends and ends < begins:
            self.add_error("ends", _("This is before the first day; choose the same day or a later one."))
        for name in ("partner", "opponent"):
            cleaned[name] = cleaned.get(name) or ""
        return cleaned

    def wanted(self) -> Wanted:
        """Return the search filters; the form must be valid."""
        chosen = self.cleaned_data
        rules = chosen["rules"]
        return Wanted(
            family=rules if rules in ("28", "56") else "",
            rules="" if rules in ("28", "56") else rules,
            begins=chosen["begins"],
            ends=chosen["ends"],
            partner=chosen["partner"],
            opponent=chosen["opponent"],
            number=chosen["number"],
            declarer=chosen["declarer"] or None,
            came=chosen["came"] or None,
            club=chosen["club"].slug if chosen["club"] else "",
            doubled=chosen["doubled"],
        )

    @property
    def is_asking(self) -> bool:
        """Return whether any field is filled in."""
        return self.is_bound and any(self.cleaned_data.get(name) for name in self.fields)
