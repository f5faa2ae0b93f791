"""Forms about hands: a question for a check, a proof to be checked."""

from django import forms
from django.utils.translation import gettext_lazy


class CheckForm(forms.Form):
    """A question about a finished hand."""

    question = forms.CharField(
        label=gettext_lazy("What should be checked?"), max_length=500, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One sentence is best: what happened, and what should have."),
    )  # fmt: skip
    step = forms.IntegerField(label=gettext_lazy("At which step"), min_value=0, max_value=999, required=False)


class VerifyForm(forms.Form):
    """A hand's proof, pasted as text."""

    proof = forms.CharField(
        label=gettext_lazy("The proof of a hand"), max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy("The text of a downloaded proof, from its first { to its last }."),
    )  # fmt: skip
