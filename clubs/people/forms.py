"""Forms of players: shape only; what is allowed is said by the services."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.people.services import NAME_LENGTH


class NameForm(forms.Form):
    """Change the name one goes by."""

    name = forms.CharField(label=_("Your name at the table"), max_length=NAME_LENGTH)
