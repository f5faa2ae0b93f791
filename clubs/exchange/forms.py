"""Forms of files: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.exchange.subjects import subjects


class FileForm(forms.Form):
    """Send a file in."""

    subject = forms.ChoiceField(label=_("What it holds"))
    file = forms.FileField(
        label=_("File"),
        help_text=_("CSV or JSON in UTF-8, up to 2 MiB and 10,000 lines."),
        widget=forms.FileInput(attrs={"accept": ".csv,.json,.tsv,.txt,text/csv,application/json"}),
        max_length=200,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["subject"].choices = [(one.name, one.title) for one in subjects().values()]  # type: ignore[attr-defined]
