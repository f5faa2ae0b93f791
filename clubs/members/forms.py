"""Forms of members, doors, guests, the log and a club's settings: shape only; services say what is allowed."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.members.doors import MOST_DAYS, MOST_PLACES, WORD_LENGTH
from clubs.members.selectors import SUSPENDED
from clubs.models import Club, Membership
from clubs.officers.acts import LONGEST_REASON
from clubs.officers.labels import grouped_choices
from clubs.people.services import NAME_LENGTH

_PUBLIC = _("The member reads it, and so does everybody who may see the log.")


class RoleForm(forms.Form):
    """Give a member another role."""

    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class SuspendForm(forms.Form):
    """Suspend a member."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_PUBLIC)
    until = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave it empty to suspend until an officer ends it."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class RemoveForm(forms.Form):
    """Remove a member."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)
    stay_out = forms.BooleanField(label=_("May not return before an officer allows it"), required=False)


class GuestForm(forms.Form):
    """The name of a player without an account."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)


class AskForm(forms.Form):
    """Ask to be let in."""

    word = forms.CharField(
        label=_("A message to the officers (optional)"),
        max_length=WORD_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example who you are, or who knows you."),
    )


class InvitationForm(forms.Form):
    """Make an invitation."""

    role = forms.ChoiceField(label=_("Role"), help_text=_("The role of people who join with it."))
    places = forms.IntegerField(
        label=_("Number of people"), min_value=1, max_value=MOST_PLACES, initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    days = forms.IntegerField(
        label=_("Valid for (days)"), min_value=1, max_value=MOST_DAYS, initial=14,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, roles: Iterable[Membership.Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]
        self.initial.setdefault("role", Membership.Role.PLAYER)


class CodeForm(forms.Form):
    """The code of an invitation, as somebody read it out."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Ten digits."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class SettingsForm(forms.Form):
    """What a club is called, where it is, and how people come in."""

    name = forms.CharField(label=_("Name"), max_length=80)
    place = forms.CharField(label=_("Place"), max_length=80, required=False, help_text=_("Town or district."))
    door = forms.ChoiceField(label=_("How people join"), choices=Club.Door.choices, widget=forms.RadioSelect)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        required=False,
        help_text=_("The club's days follow it."),
        widget=forms.TextInput(
            attrs={
                "list": "zones",
                "autocomplete": "off",
                "spellcheck": "false",
                "hx-get": reverse_lazy("clubs:notice_zones"),
                "hx-trigger": "input changed delay:200ms",
                "hx-target": "#zones",
            }
        ),
    )
    salaams = forms.BooleanField(
        label=_("Salaams instead of kunukku"),
        required=False,
        help_text=_("Players make salaams instead of putting on kunukku."),
    )


class RosterFilter(forms.Form):
    """Which members are listed."""

    q = forms.CharField(label=pgettext_lazy("a search", "Find"), max_length=60, required=False)
    role = forms.ChoiceField(label=_("Role"), required=False)

    def __init__(self, *args: Any, suspended: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All")), *Membership.Role.choices, *([(SUSPENDED, _("Suspended"))] if suspended else [])]
        self.fields["role"].choices = choices  # type: ignore[attr-defined]


class LogFilter(forms.Form):
    """Which acts are listed."""

    officer = forms.CharField(label=_("Officer"), max_length=60, required=False)
    member = forms.CharField(label=_("Member"), max_length=60, required=False)
    action = forms.ChoiceField(label=_("Action"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["action"].choices = [("", _("All")), *grouped_choices()]  # type: ignore[attr-defined]


class ClubForm(forms.Form):
    """Found a club."""

    name = forms.CharField(label=_("Name"), max_length=80)
    place = forms.CharField(label=_("Place"), max_length=80, required=False, help_text=_("Town or district."))
