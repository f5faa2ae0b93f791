"""The form of a picture: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TYPES = "image/jpeg,image/png,image/webp"


class PictureForm(forms.Form):
    """A photograph: taken now with the camera of a phone, or chosen from what is there."""

    camera = forms.FileField(
        label=gettext_lazy("Take a photograph"),
        required=False,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": TYPES, "capture": "environment"}),
    )
    picture = forms.FileField(
        label=gettext_lazy("Or choose a picture"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("JPEG, PNG or WebP, up to 12 MiB. Its place and time are not kept."),
        widget=forms.FileInput(attrs={"accept": TYPES}),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not cleaned.get("camera") and not cleaned.get("picture"):
            self.add_error("picture", _("Choose a picture first."))
        return cleaned

    def data_sent(self, most: int) -> bytes:
        """Return the picture's bytes, one more than `most` if it is larger."""
        file = self.cleaned_data.get("camera") or self.cleaned_data["picture"]
        data: bytes = file.read(most + 1)
        return data
