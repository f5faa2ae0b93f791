"""Forms of tournaments: shape only; what is allowed is said by the services."""

from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from clubs.choosing.fields import TeamField
from clubs.house.forms import rule_names
from clubs.house.selectors import house_rules_of, rules_of
from clubs.models import Club, HouseRules, Player, Team, TeamPlace
from clubs.officers.permissions import may
from games.tables.services.seats import LIMITS
from tournaments.models import Tournament
from tournaments.selectors.lineups import SideOfMatch, side_size
from tournaments.services.entries import LONGEST_WAIT


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
    rules = forms.ChoiceField(label=gettext_lazy("Game"), choices=partial(rule_names, sides=2))
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
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("No match is called before. Empty: the first ones are called when you start it."),
    )
    lineup_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for line-ups"),
        required=False,
        min_value=0,
        max_value=LONGEST_WAIT,
        initial=0,
        help_text=gettext_lazy("A round waits so long for the captains, or until all of them have named theirs."),
    )

    def clean_lineup_minutes(self) -> int:
        """Nothing means that no round waits."""
        return self.cleaned_data["lineup_minutes"] or 0

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
    """Enter a team: who runs the club's tournaments any of its teams, by name; a player one of their own.

    Attributes:
        has_teams: There is one to choose.
    """

    def __init__(self, *args: Any, tournament: Tournament, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club, size = tournament.club, side_size(tournament)
        label = gettext_lazy("Team")
        self.has_teams = True
        if may(player, "run_tournaments", club):
            self.fields["team"] = TeamField(club=club, size=size, label=label)
            return
        squads = TeamPlace.objects.filter(player=player, left_on=None).values("team")
        mine = Team.objects.filter(Q(pk__in=squads) | Q(captain=player), club=club, size=size)
        mine = mine.exclude(entries__tournament=tournament).order_by("name")
        self.has_teams = mine.exists()
        self.fields["team"] = forms.ModelChoiceField(
            label=label,
            queryset=mine,
            empty_label=gettext_lazy("Choose a team"),
        )


class SeatChoice(forms.ModelChoiceField):
    """A select of those who may sit for a team."""

    def label_from_instance(self, obj: Player) -> str:
        """Show the name."""
        return obj.name


class LineUpForm(forms.Form):
    """Name who sits for a team in a match: a select a seat."""

    def __init__(self, *args: Any, side: SideOfMatch, size: int, **kwargs: Any) -> None:
        """Make the selects.

        Args:
            args: As for any form.
            side: The team, with who may sit for it.
            size: How many sit.
            kwargs: As for any form.
        """
        super().__init__(*args, **{**kwargs, "prefix": f"side-{side.entry.pk}"})
        able = Player.objects.filter(pk__in=[player.pk for player in side.able]).order_by("name")
        chosen = side.players or side.able
        for number in range(size):
            self.fields[f"seat_{number}"] = SeatChoice(
                label=gettext("Seat {number}").format(number=number + 1),
                queryset=able,
                initial=chosen[number] if number < len(chosen) else None,
            )

    @property
    def players(self) -> list[Player]:
        """The chosen players in the order of the seats."""
        return [self.cleaned_data[name] for name in self.fields]
