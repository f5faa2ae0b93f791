"""Forms of tournaments: shape only; what is allowed is said by the services."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy

import engine
from clubs.house.selectors import house_rules_of, rules_of
from clubs.models import Club, HouseRules, Player, Team
from clubs.permissions import may
from games.said import said
from games.services.tables import LIMITS
from tournaments.models import Tournament


def rule_choices() -> list[tuple[str, str]]:
    """Return the rule sets that matches of two teams can be played by, with their names."""
    loaded = [engine.load_rules(name) for name in engine.rule_set_ids()]
    return [(rules.id, said(rules.name)) for rules in loaded if len(rules.sides) == 2]


class TournamentForm(forms.Form):
    """Open a tournament. `command` is this form's own: sent twice, it opens one."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    house = forms.ModelChoiceField(
        label=gettext_lazy("House rules"),
        queryset=HouseRules.objects.none(),
        required=False,
        empty_label=gettext_lazy("none: choose the game here"),
        help_text=gettext_lazy("Each match then lasts so many hands as is said below, however else they end a game."),
    )
    rules = forms.ChoiceField(label=gettext_lazy("Game"), choices=rule_choices)
    hands_a_match = forms.IntegerField(label=gettext_lazy("Hands in a match"), min_value=1, max_value=100, initial=8)
    hands_in_final = forms.IntegerField(
        label=gettext_lazy("Hands in the final"), min_value=1, max_value=100, initial=12
    )
    action_seconds = forms.IntegerField(
        label=gettext_lazy("Seconds for a bid or a card"),
        min_value=LIMITS["action_seconds"][0],
        max_value=LIMITS["action_seconds"][1],
        initial=30,
        help_text=gettext_lazy("Each seat has two minutes in reserve besides."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        two_sided = [house.pk for house in house_rules_of([club]) if len(rules_of(house).sides) == 2]
        if two_sided:
            self.fields["house"].queryset = house_rules_of([club]).filter(pk__in=two_sided)  # type: ignore[attr-defined]
        else:
            del self.fields["house"]

    def clean(self) -> dict[str, Any]:
        """Take the rules from the house rules where some are chosen."""
        cleaned: dict[str, Any] = super().clean() or {}
        house: HouseRules | None = cleaned.pop("house", None)
        cleaned["house"] = house.pk if house is not None else None
        if house is not None:
            cleaned["rules"] = ""
            self.errors.pop("rules", None)
        return cleaned


class EntryForm(forms.Form):
    """Enter a team: who runs the club's tournaments any of its teams, a player their own."""

    team = forms.ModelChoiceField(
        label=gettext_lazy("Team"), queryset=Team.objects.none(), empty_label=gettext_lazy("Choose a team")
    )

    def __init__(self, *args: Any, tournament: Tournament, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club: Club = tournament.club
        teams = Team.objects.filter(club=club).exclude(entries__tournament=tournament)
        if not may(player, "run_tournaments", club):
            teams = teams.filter(places__player=player)
        self.fields["team"].queryset = teams.distinct().order_by("name")  # type: ignore[attr-defined]
