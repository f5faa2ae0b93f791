"""Choosing a member or a team of a club by name: a field that searches as one types, not a list of thousands.

A browser without scripts sends the name as it was typed; with htmx the names that match are offered below the field.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.base.asked import id_in
from clubs.models import Audience, Club, Membership, Player, Team
from clubs.privacy.selectors import hidden_from

OFFERED = 12
"""The most names offered; for others more letters are typed."""
_MARK = " #"
"""Stands between a name that two members have and the beginning of the player's id."""
_MARK_LENGTH = 6


def matching_members(
    *, club: Club, viewer: Player | None, text: str, bots: bool = False, accounts: bool = False
) -> list[Membership]:
    """Return some of the club's members and guests whose name contains a text, names that begin with it first.

    Args:
        club: The club.
        viewer: The viewer; members hidden from this viewer's lists are left out.
        text: A part of the name; empty for the first ones by name.
        bots: Whether bots are among them.
        accounts: Only those with an account.
    """
    found = _members(club, bots).filter(player__name__icontains=text).exclude(hidden_from(viewer, "lists"))
    if accounts:
        found = found.filter(player__user__isnull=False)
    found = found.order_by("player__name", "pk")
    first = list(found.filter(player__name__istartswith=text)[:OFFERED])
    rest = found.exclude(player__name__istartswith=text)[: OFFERED - len(first)] if text else []
    return [*first, *rest]


def labels(members: Iterable[Membership]) -> list[tuple[str, Membership]]:
    """Return each member with the text that chooses this one: the name, marked where another one has it too."""
    members = list(members)
    seen = Counter(member.player.skeleton for member in members)
    return [(label(member.player, marked=seen[member.player.skeleton] > 1), member) for member in members]


def label(player: Player, *, marked: bool = False) -> str:
    """Return the text that chooses a player: the name, with a mark where it is not the only one."""
    return f"{player.name}{_MARK}{player.pk.hex[:_MARK_LENGTH]}" if marked else player.name


def _members(club: Club, bots: bool) -> QuerySet[Membership]:
    found = Membership.objects.filter(club=club).select_related("player")
    return found if bots else found.filter(player__is_bot=False)


class NameSearch(forms.TextInput):
    """A text field with the names that match below it (`templates/partials/player_search.html`).

    Attributes:
        address: Where the names are searched; `field` says there which parameter has the text.
    """

    def __init__(self, *, address: str, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "maxlength": "60", **(attrs or {})})
        self.address = address

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the field with its empty list of names."""
        context = self.get_context(name, value, attrs)["widget"]
        return render_to_string(
            "partials/player_search.html", {"widget": context, "address": f"{self.address}&field={name}"}
        )


class PlayerField(forms.CharField):
    """A member of a club, a guest without account too, by name; `cleaned_data` has the player.

    The beginning of a name is enough if only one name begins so.
    Takes the player's id as well, as programs and links send it.
    """

    default_error_messages = {
        "unknown": _("Nobody in the club is called %(name)s. Type a part of the name and choose from the list."),
        "beginning": _("Several names begin with %(name)s. Type more of the name, or choose from the list."),
        "several": _("Several members are called %(name)s. Choose one of them from the list."),
    }

    def __init__(self, *, club: Club | None = None, bots: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)
        self.bots = bots
        self.club = club
        if club is not None:
            self.of(club)

    def of(self, club: Club) -> None:
        """Choose among the members of this club: for fields that a class declares, in the form's `__init__`."""
        self.club = club
        address = reverse("clubs:player_search", args=[club.slug])
        self.widget = NameSearch(address=f"{address}?bots={int(self.bots)}", attrs=self.widget.attrs)
        self.widget.is_required = self.required

    def prepare_value(self, value: Any) -> Any:
        """Show a player, or a player's id, by name."""
        if isinstance(value, str):
            value = id_in(value) or value
        if isinstance(value, UUID):
            value = Player.objects.filter(pk=value).first() or ""
        return label(value) if isinstance(value, Player) else value

    def clean(self, value: Any) -> Any:
        """Return the player of that name, or None if the field is optional and empty."""
        text = super().clean(value)
        if not text:
            return None
        assert self.club is not None
        members, several = _members(self.club, self.bots), "several"
        if (known := id_in(text)) is not None:
            found = list(members.filter(player_id=known))
        else:
            found = list(members.filter(player__name__iexact=text)[:2])
            name, mark, begins = text.rpartition(_MARK)
            if not found and mark and len(begins) == _MARK_LENGTH:
                named = members.filter(player__name__iexact=name)
                found = [member for member in named if member.player.pk.hex.startswith(begins)]
            if not found and (beginning := self._beginning(members, text)):
                found, several = beginning, "beginning"
        if len(found) != 1:
            code = several if found else "unknown"
            raise forms.ValidationError(self.error_messages[code], code=code, params={"name": text})
        return found[0].player

    def _beginning(self, members: QuerySet[Membership], text: str) -> list[Membership]:
        """Return members, two at most, whose name begins so; those whom no list shows are typed in full."""
        unlisted = members.filter(player__privacy__lists=Audience.NOBODY)
        return list(members.filter(player__name__istartswith=text).exclude(pk__in=unlisted.values("pk"))[:2])


class TeamField(forms.CharField):
    """A team of a club by name; `cleaned_data` has the team. Takes the team's id as well.

    Attributes:
        teams: Those that can be chosen.
    """

    default_error_messages = {
        "unknown": _("There is no team called %(name)s to choose. Type a part of the name and choose from the list."),
    }

    def __init__(self, *, club: Club, size: int = 0, but: Team | None = None, **kwargs: Any) -> None:
        """Let a team be chosen.

        Args:
            club: The club of the teams.
            size: Only teams of so many a side; 0: all.
            but: Not this one.
            kwargs: As for any field.
        """
        address = reverse("clubs:team_search", args=[club.slug])
        kwargs.setdefault("widget", NameSearch(address=f"{address}?size={size or ''}"))
        super().__init__(max_length=60, **kwargs)
        self.teams = matching_teams(club=club, size=size)
        if but is not None:
            self.teams = self.teams.exclude(pk=but.pk)

    def prepare_value(self, value: Any) -> Any:
        """Show a team, or a team's id, by name."""
        if isinstance(value, str) and (known := id_in(value)) is not None:
            value = self.teams.filter(pk=known).first() or ""
        return value.name if isinstance(value, Team) else value

    def clean(self, value: Any) -> Any:
        """Return the team of that name, or None if the field is optional and empty."""
        text = super().clean(value)
        if not text:
            return None
        known = id_in(text)
        found = self.teams.filter(name__iexact=text) if known is None else self.teams.filter(pk=known)
        team = found.first()
        if team is None:
            raise forms.ValidationError(self.error_messages["unknown"], code="unknown", params={"name": text})
        return team


def matching_teams(*, club: Club, text: str = "", size: int = 0) -> QuerySet[Team]:
    """Return the club's teams whose name contains a text, by name.

    Args:
        club: The club.
        text: A part of the name; empty for all.
        size: Only those of so many a side; 0: all.
    """
    found = Team.objects.filter(club=club, name__icontains=text).order_by("name")
    return found.filter(size=size) if size else found
