"""Forms of teams: shape only; what is allowed is said by the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choosing.fields import PlayerField, TeamField
from clubs.models import Club, Player, Team
from clubs.teams.services import NAME_LENGTH
from clubs.teams.squads import present, size_choices

PLACES = {
    "first": _("First player"),
    "second": _("Second player"),
    "third": _("Third player"),
    "fourth": _("Fourth player"),
    "fifth": _("Fifth player"),
    "sixth": _("Sixth player"),
    "seventh": _("Seventh player"),
    "eighth": _("Eighth player"),
}
"""The fields of a new team's players: as many as the largest team can have."""


def day_field() -> forms.DateField:
    """Return a field for the day of a change; empty for today."""
    return forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Leave it empty for today."),
    )


class TeamForm(forms.Form):
    """Make a team."""

    name = forms.CharField(label=_("Name of the team"), max_length=NAME_LENGTH)
    size = forms.TypedChoiceField(label=_("Players a side"), choices=size_choices, coerce=int, initial=2)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, (name, label) in enumerate(PLACES.items()):
            self.fields[name] = PlayerField(club=club, bots=True, label=label, required=number == 0)
        self.fields["second"].help_text = _("Type part of the name. People who are not found join the club first.")

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the players who can sit at a table."""
        return [self[name] for name in list(PLACES)[:4]]

    @property
    def substitutes(self) -> list[forms.BoundField]:
        """The other fields of players."""
        return [self[name] for name in list(PLACES)[4:]]

    @property
    def players(self) -> list[Player]:
        """The chosen players in the order of their seats."""
        return [self.cleaned_data[name] for name in PLACES if self.cleaned_data.get(name)]


class TeamNameForm(forms.Form):
    """Give a team another name."""

    name = forms.CharField(label=_("Name of the team"), max_length=NAME_LENGTH)


class JoinTeamForm(forms.Form):
    """Put a member into a team."""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = PlayerField(club=club, bots=True, label=_("Member"))
        self.fields["on"] = day_field()


class LeaveTeamForm(forms.Form):
    """End a player's place in a team."""

    on = day_field()


class SquadChoice(forms.ModelChoiceField):
    """A select of a team's players."""

    def label_from_instance(self, obj: Player) -> str:
        """Show the name."""
        return obj.name


class TransferForm(forms.Form):
    """Let a player change to another team of the club."""

    player = SquadChoice(label=_("Player"), queryset=Player.objects.none())

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        squad = Player.objects.filter(pk__in=present().filter(team=team).values("player")).order_by("name")
        self.fields["player"].queryset = squad  # type: ignore[attr-defined]
        self.fields["team"] = TeamField(club=team.club, size=team.size, but=team, label=_("Changes to"))
        self.fields["on"] = day_field()
