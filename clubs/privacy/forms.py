"""Forms about one's own data: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Audience
from clubs.privacy.words import MATTERS


class ChoicesForm(forms.Form):
    """What others see: one choice of an audience for each matter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for matter in MATTERS.values():
            self.fields[matter.name] = forms.ChoiceField(
                label=str(matter.title),
                choices=[(one.value, one.label) for one in matter.audiences],
                widget=forms.RadioSelect,
            )

    def rows(self) -> list[dict[str, Any]]:
        """Return the table of the page: a row a matter, a cell an audience, None where it cannot be chosen."""
        rows = []
        for matter in MATTERS.values():
            field = self[matter.name]
            value = field.value()
            cells = [
                {"value": one.value, "label": one.label, "chosen": value == one.value}
                if one in matter.audiences
                else None
                for one in Audience
            ]
            rows.append({"matter": matter, "field": field, "cells": cells})
        return rows


class EraseForm(forms.Form):
    """Ask to be erased."""

    name = forms.CharField(
        label=_("Your name at the table, typed as shown above"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
