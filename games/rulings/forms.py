"""The form of a director's ruling, which a live table and a score sheet share."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.fiftysix.irregularities import Irregularity
from games.rulings.words import REMEDIES


class RulingForm(forms.Form):
    """A ruling on one irregularity, which is asked twice: it shows what would follow, and does it once that was seen.

    `sure` is asked for where the hand or the match is lost.
    """

    offender = forms.TypedChoiceField(label=gettext_lazy("Who did it?"), coerce=int, widget=forms.RadioSelect)
    remedy = forms.ChoiceField(label=gettext_lazy("Remedy"), widget=forms.RadioSelect)
    shown = forms.BooleanField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(label=gettext_lazy("Yes, I am sure."), required=False)

    def __init__(
        self, *args: Any, row: Irregularity, remedies: Sequence[str], offenders: Iterable[tuple[int, str]], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.row = row
        self.fields["remedy"].choices = [(key, REMEDIES[row.id, key]) for key in remedies]  # type: ignore[attr-defined]
        self.fields["offender"].choices = list(offenders)  # type: ignore[attr-defined]
        if len(remedies) == 1:
            self.initial["remedy"] = remedies[0]

    def is_confirmed(self, *, loses: bool) -> bool:
        """Tell whether what follows was seen, and is wanted where the hand is lost; else the form asks for it."""
        chosen = self.cleaned_data
        if chosen["shown"] and loses and not chosen["sure"]:
            self.add_error("sure", _("Confirm that you are sure."))
            return False
        return bool(chosen["shown"])
