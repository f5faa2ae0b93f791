"""The form that begins a practice."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from clubs.house.forms import RulesForm, endings_of
from games.bots.levels import STEADY, STRONG
from games.screen.forms import MOST_PLAYERS

LEVELS = ((STEADY, gettext_lazy("normal")), (STRONG, gettext_lazy("strong (slower)")))


def without_end(rules: str) -> dict[str, Any]:
    """Return the options by which a game of a rule set goes on until its player has had enough, as JSON."""
    return {"ending": {"type": "open"}} if "open" in endings_of(engine.load_rules(rules)) else {}


class PracticeForm(RulesForm):
    """The game and its options, when one speaks in the first hand, and how well the bots play."""

    ending = forms.ChoiceField(choices=[("", "")], required=False, initial="", widget=forms.HiddenInput)
    place = forms.TypedChoiceField(
        label=gettext_lazy("Your place in the first hand"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", gettext_lazy("random")), *((place, str(place)) for place in range(1, MOST_PLAYERS + 1))],
        help_text=gettext_lazy("1 bids first; the last one deals."),
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Level of the bots"), choices=LEVELS, initial=STEADY, widget=forms.RadioSelect
    )

    def clean(self) -> dict[str, Any]:
        """Judge the rules, and the place."""
        cleaned = super().clean()
        rules_id = cleaned.get("rules")
        players = engine.load_rules(rules_id).players if rules_id else MOST_PLAYERS
        if (cleaned.get("place") or 1) > players:
            self.add_error("place", _("This game has %(players)s players.") % {"players": players})
        return cleaned

    def options(self) -> dict[str, Any]:
        """Return the options that were chosen, as JSON; where no hand has to decide the game, none does."""
        return super().options() | without_end(self.cleaned_data["rules"])
