"""The form of signing up: the player's name beside the fields of allauth."""

from typing import Any

from allauth.core import context
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.accounts.visiting import find_visiting
from clubs.accounts.visitors import adopt_visiting_player
from clubs.errors import ClubError
from clubs.models import User
from clubs.people.services import NAME_LENGTH, free_name, make_player


class SignupForm(forms.Form):
    """What signing up asks beside the email address and the password: the name others see."""

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
        if visitor is not None and visitor.user_id is None:
            self.fields["name"].help_text = _(
                "Everybody at a table sees it. What you have played in this browser stays yours."
            )

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
