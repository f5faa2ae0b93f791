"""The forms of what is printed: shape only. They are sent by GET."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy

from clubs.house.forms import RulesForm
from clubs.house.words import ENDINGS
from games.paper.columns import MAX_HANDS


def language_field() -> forms.ChoiceField:
    """Return the choice of the language of the paper."""
    return forms.ChoiceField(label=gettext_lazy("Language of the paper"), choices=settings.LANGUAGES, required=False)


class BlankForm(RulesForm):
    """A rule set with its options, the number of rows, and the language of the paper."""

    ending = forms.ChoiceField(
        label=gettext_lazy("The game ends"),
        choices=(("", gettext_lazy("As usual in this game")), *ENDINGS),
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    rows = forms.IntegerField(
        label=gettext_lazy("Rows"),
        min_value=1,
        max_value=MAX_HANDS,
        required=False,
        help_text=gettext_lazy("A row is one hand. Empty: as many as the game has, or a full page."),
    )
    language = language_field()
    club = forms.SlugField(required=False, widget=forms.HiddenInput, max_length=60)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("language", get_language())


class PrintForm(forms.Form):
    """The table at which a match is played, the number of rows, and the language of the paper."""

    table = forms.CharField(
        label=gettext_lazy("Number of the table"), max_length=20, required=False, widget=forms.TextInput
    )
    rows = forms.IntegerField(
        label=gettext_lazy("Rows of the score sheet"), min_value=1, max_value=MAX_HANDS, required=False
    )
    language = language_field()

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("language", get_language())
