"""The form of a blank score sheet."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy

from clubs.house.forms import RulesForm
from clubs.house.words import ENDINGS
from games.paper.columns import MAX_HANDS


class BlankForm(RulesForm):
    """A rule set with its options, the number of rows, and the language of the paper. It is sent by GET."""

    ending = forms.ChoiceField(
        label=gettext_lazy("The game ends"),
        choices=(("", gettext_lazy("As is usual in this game")), *ENDINGS),
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    rows = forms.IntegerField(
        label=gettext_lazy("Rows"),
        min_value=1,
        max_value=MAX_HANDS,
        required=False,
        help_text=gettext_lazy("A row is one hand. Without a number: as many as the game has, or a full page."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the paper"), choices=settings.LANGUAGES, required=False
    )
    club = forms.SlugField(required=False, widget=forms.HiddenInput, max_length=60)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("language", get_language())
