"""The form on which the games of an export are selected: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from clubs.choosing.fields import PlayerField
from clubs.models import Club, Player
from games.records.exporting import Selection
from games.words.phrases import translated


class SelectionForm(forms.Form):
    """Select games."""

    rules = forms.ChoiceField(label=_("Game"), required=False)
    player = PlayerField(label=_("Player"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    finished = forms.BooleanField(label=_("Only finished games"), required=False)

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["player"].of(club)  # type: ignore[attr-defined]
        known = [(rules_id, translated(engine.load_rules(rules_id).name)) for rules_id in engine.rule_set_ids()]
        self.fields["rules"].choices = [("", _("All games")), *known]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order."""
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return cleaned

    def selection(self, viewer: Player) -> Selection:
        """Return the selection of a valid form, of what a player may see."""
        cleaned = self.cleaned_data
        return Selection(
            club=self.club,
            player=cleaned["player"],
            since=cleaned["since"],
            until=cleaned["until"],
            rules=cleaned["rules"],
            finished=cleaned["finished"],
            viewer=viewer,
        )
