"""Forms of files: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.exchange.subjects import Subject, tables


class FileForm(forms.Form):
    """Send a file in."""

    subject = forms.ChoiceField(label=_("Contents"))
    file = forms.FileField(
        label=_("File"),
        help_text=_("CSV or JSON in UTF-8, up to 2 MiB and 10,000 lines."),
        widget=forms.FileInput(attrs={"accept": ".csv,.json,.tsv,.txt,text/csv,application/json"}),
        max_length=200,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["subject"].choices = [(name, subject.title) for name, subject in tables().items()]  # type: ignore[attr-defined]


class StreamForm(forms.Form):
    """Send a file in that is read as a stream; a script sends it in pieces, and then says which upload it is."""

    subject = forms.CharField(widget=forms.HiddenInput)
    upload = forms.UUIDField(widget=forms.HiddenInput, required=False)
    file = forms.FileField(label=_("File"), max_length=200)

    def __init__(self, subject: Subject, *args: Any, **kwargs: Any) -> None:
        # Two forms stand on the page: the ids of their fields differ.
        super().__init__(*args, **{"initial": {"subject": subject.name}, "auto_id": f"{subject.name}_%s"} | kwargs)
        assert subject.stream is not None
        self.about = subject
        self.fields["file"].widget.attrs["accept"] = subject.stream.accept
        self.fields["file"].required = not self.data.get("upload")
        for choice in subject.stream.choices:
            self.fields[choice.name] = forms.ChoiceField(label=choice.label, choices=choice.options)
