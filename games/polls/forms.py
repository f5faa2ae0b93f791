"""The forms of polls: an answer with how sure one is; a position and the players who are asked."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubs.choosing.fields import PlayerField
from clubs.models import Club, Player
from games.cases.deciding import MAX_VOTERS
from games.cases.services.acting import MAX_WORDS
from games.polls.answers import SURE
from games.polls.position import Choice


class AnswerForm(forms.Form):
    """What a player would do, how sure, and why."""

    action = forms.CharField(max_length=20, widget=forms.HiddenInput)
    sure = forms.TypedChoiceField(
        label=_("How sure are you?"), choices=list(SURE.items()), coerce=int, widget=forms.RadioSelect,
        error_messages={"required": _("Say how sure you are.")},
    )  # fmt: skip
    words = forms.CharField(
        label=_("Your reason"), max_length=MAX_WORDS, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The director reads it with your name; the players of the hand read it without."),
    )  # fmt: skip


class PollForm(forms.Form):
    """A position of the hand, the players who are asked, and until when.

    Args:
        choices: The moments to choose from.
        voters: The players who can be ticked.
        club: The club in which others are searched.
    """

    step = forms.TypedChoiceField(label=_("Before which move?"), coerce=int)
    voters = forms.MultipleChoiceField(
        label=_("Players who are asked"), widget=forms.CheckboxSelectMultiple, required=False
    )
    more = PlayerField(label=_("Another player"), required=False)
    until = forms.DateTimeField(
        label=_("Until"), widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("The poll closes earlier if all have answered."),
    )  # fmt: skip
    clock = forms.BooleanField(label=_("Tell them how many seconds were left on the clock"), required=False)

    def __init__(
        self, *args: Any, choices: Sequence[Choice], voters: Iterable[tuple[str, str]], club: Club, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choices = {one.step: one for one in choices}
        self.fields["step"].choices = [(one.step, step_words(one)) for one in choices]  # type: ignore[attr-defined]
        self.fields["voters"].choices = list(voters)  # type: ignore[attr-defined]
        self.fields["more"].of(club)  # type: ignore[attr-defined]

    def clean_until(self) -> datetime:
        """Return the deadline, which is still to come."""
        until: datetime = self.cleaned_data["until"]
        if until <= timezone.now():
            raise forms.ValidationError(_("Choose a time in the future."), code="not-later")
        return until

    def clean(self) -> dict[str, Any]:
        """Take a player named in the field for another one among those who are asked."""
        cleaned: dict[str, Any] = super().clean() or {}
        ids = [UUID(one) for one in cleaned.get("voters", ())]
        more: Player | None = cleaned.get("more")
        if more is not None and more.real_id not in ids:
            ids.append(more.real_id)
        if not ids and "voters" not in self.errors and "more" not in self.errors:
            self.add_error("voters", _("Choose the players who are asked."))
        if len(ids) > MAX_VOTERS:
            text = ngettext("Ask {count} player at most.", "Ask {count} players at most.", MAX_VOTERS)
            self.add_error("voters", text.format(count=MAX_VOTERS))
        cleaned["asked"] = list(Player.objects.filter(pk__in=ids))
        return cleaned

    @property
    def choice(self) -> Choice:
        """The moment that was chosen."""
        return self.choices[self.cleaned_data["step"]]


def step_words(choice: Choice) -> str:
    """Return a moment to choose from: the step, the phase and what was done."""
    return f"{choice.step} · {choice.phase} · {choice.text}"
