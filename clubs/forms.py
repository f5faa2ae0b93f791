"""Forms of people and clubs: shape only; what is allowed is said by the services."""

from typing import Any

from allauth.core import context
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.errors import ClubError
from clubs.models import User
from clubs.services import adopt_visiting_player, make_player
from clubs.services.people import NAME_LENGTH, free_name
from clubs.visiting import find_visiting


def refuse(form: forms.BaseForm, error: ClubError) -> None:
    """Put a refusal beside the field it is about, or above the form."""
    form.add_error(error.field if error.field in form.fields else None, error.message)


class SignupForm(forms.Form):
    """What signing up asks beside the e-mail address and the password: the name others see."""

    name = forms.CharField(
        label=_("Your name at the table"),
        max_length=NAME_LENGTH,
        help_text=_("Everybody at a table sees it. You can change it later."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["name", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        request = context.request
        visitor = find_visiting(request.session) if request is not None else None
        if visitor is not None:
            self.initial.setdefault("name", visitor.name)

    def clean_name(self) -> str:
        """Refuse a name that somebody else goes by."""
        try:
            return free_name(self.cleaned_data["name"])
        except ClubError as error:
            raise forms.ValidationError(error.message, code=error.code) from None

    def signup(self, request: HttpRequest, user: User) -> None:
        """Make the new account's player, or take the browser's visiting player; allauth calls it in its transaction."""
        visitor = find_visiting(request.session)
        if visitor is None or visitor.user_id is not None:
            make_player(name=self.cleaned_data["name"], user=user)
        else:
            adopt_visiting_player(visitor=visitor, user=user, name=self.cleaned_data["name"])


class NameForm(forms.Form):
    """Change the name one goes by."""

    name = forms.CharField(label=_("Your name at the table"), max_length=NAME_LENGTH)


class ClubForm(forms.Form):
    """Found a club."""

    name = forms.CharField(label=_("Name"), max_length=80)
    place = forms.CharField(label=_("Place"), max_length=80, required=False, help_text=_("Town or district."))
