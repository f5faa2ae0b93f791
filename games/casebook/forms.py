"""The search in the case book."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.casebook.selectors import DECIDED, Filters
from games.cases.words import SUBJECTS
from games.events.cases import SUBJECTS as SUBJECT_CODES

_OUTCOMES = {
    "ruled": _("By the ruling, without an appeal"),
    "upheld": _("Appealed, and the ruling upheld"),
    "changed": _("Appealed, and changed"),
}


class BookForm(forms.Form):
    """What a reader looks for; every field is optional, and what cannot be read finds everything.

    Args:
        clubs: The clubs to choose from; none in a club's own book.
    """

    q = forms.CharField(label=_("Words, rule or number"), max_length=60, required=False)
    family = forms.ChoiceField(
        label=_("Game"), required=False, choices=[("", _("28 and 56")), ("28", "28"), ("56", "56")]
    )
    subject = forms.ChoiceField(label=_("Subject"), required=False)
    rule = forms.CharField(label=_("Rule"), max_length=20, required=False)
    outcome = forms.ChoiceField(label=_("Outcome"), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("subject", [(code, str(SUBJECTS[code])) for code in SUBJECT_CODES])
        self._choose("outcome", [(code, str(_OUTCOMES[code])) for code in DECIDED])
        if clubs:
            self._choose("club", clubs)
        else:
            del self.fields["club"]

    def _choose(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        self.fields[name].choices = [("", _("All")), *choices]  # type: ignore[attr-defined]

    def filters(self, club: str = "") -> Filters:
        """Return what is looked for; in a club's own book `club` is its slug."""
        given = self.cleaned_data if self.is_valid() else {}
        return Filters(
            family=given.get("family", ""),
            rule=given.get("rule", "").strip().replace("\x00", ""),
            subject=given.get("subject", ""),
            outcome=given.get("outcome", ""),
            club=club or given.get("club", ""),
            text=given.get("q", "").strip().replace("\x00", ""),
        )

    @property
    def is_used(self) -> bool:
        """Whether anything is looked for."""
        return self.is_valid() and any(self.cleaned_data.values())

    @property
    def is_narrowed(self) -> bool:
        """Whether more is looked for than words."""
        return self.is_used and any(value for name, value in self.cleaned_data.items() if name != "q")
