"""Forms of a case: shape only. `command` is a form's own id: sent twice, it is done once."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engine
from games.cases import words
from games.cases.decisions import MAX_RULE
from games.cases.services.acting import MAX_WORDS
from games.cases.windows import MAX_SECONDS, MIN_SECONDS
from games.events.cases import Windows
from games.rulebook.pages import holding

UNITS: Final = ((60, _("minutes")), (3600, _("hours")), (86400, _("days")))
WINDOWS: Final = (
    ("dispute", _("To dispute a hand"), _("From the end of the game; always open while the game runs.")),
    ("answer", _("To answer"), _("The other side answers the dispute.")),
    ("poll", _("To answer a poll"), _("Players are asked what they would do, without names.")),
    ("ruling", _("To rule"), _("A director decides, after the answers or the last poll.")),
    ("appeal", _("To appeal"), _("A side asks for a committee.")),
    ("committee", _("To name a committee"), _("The owner or a director names the members.")),
    ("vote", _("To vote"), _("The committee decides.")),
)  # fmt: skip
_FIRST_YEAR: Final = 2000
_LAST_YEAR: Final = 9998


def _command() -> forms.UUIDField:
    return forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)


def _words(label: Any, help_text: Any = "", *, required: bool = True, rows: int = 4) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=required, max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": rows}),
    )  # fmt: skip


Steps = Sequence[tuple[int, str]]
"""The steps of a hand's history, each with its sentence."""


class _StepForm(forms.Form):
    """A form that points to a step of a hand; without the field where no step is known."""

    none: Any = ""

    def __init__(self, *args: Any, steps: Steps, **more: Any) -> None:
        super().__init__(*args, **more)
        field = self.fields["step"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", self.none), *((number, f"{number}. {sentence}") for number, sentence in steps)]
        if not steps:
            del self.fields["step"]


def _step(label: Any, *, required: bool = False) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, required=required)


class DisputeForm(_StepForm):
    """What is disputed, and why."""

    none = _("the whole hand")
    command = _command()
    subject = forms.ChoiceField(
        label=_("What is it about?"), choices=list(words.SUBJECTS.items()), widget=forms.RadioSelect,
        error_messages={"required": _("Choose what the dispute is about.")},
    )  # fmt: skip
    step = _step(_("At which step"))
    words = _words(
        _("What happened, and what should have happened?"),
        _("The other side, the directors and a committee read it; nobody else while the case is open."),
    )
    rule = forms.CharField(
        label=_("The rule"), required=False, max_length=MAX_RULE,
        help_text=_("The id of a rule of the rule book, such as 56-PLAY-3 or 28-TRUMP-4."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "spellcheck": "false"}),
    )  # fmt: skip

    def __init__(self, *args: Any, rules: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self._rules = rules

    def clean_rule(self) -> str:
        """Return the rule, which is on the page of the game's rules."""
        rule: str = self.cleaned_data["rule"].strip().upper()
        if rule and rule not in holding(engine.load_rules(self._rules)):
            raise forms.ValidationError(
                _("The rules of this game have no rule with this id. Leave it out, or look it up.")
            )
        return rule

    def cards(self) -> Iterator[tuple[Any, Any]]:
        """Yield the subjects to choose from, each with what it means."""
        for choice in self["subject"]:
            yield choice, words.SUBJECT_HINTS[str(choice.data["value"])]


class AnswerForm(forms.Form):
    """The answer of a side."""

    command = _command()
    stance = forms.ChoiceField(
        label=_("Is the dispute right?"), choices=list(words.STANCES.items()), widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of them.")},
    )  # fmt: skip
    words = _words(_("Your answer in words"), _("The other side, the directors and a committee read it."))


class StatementForm(forms.Form):
    """A statement as evidence."""

    command = _command()
    words = _words(_("Your statement"), _("What you saw or heard, in your own words."))


class PointForm(_StepForm):
    """A step of the hand as evidence."""

    none = pgettext_lazy("choose a step", "Choose …")
    command = _command()
    step = _step(_("Step of the hand"), required=True)


class DeadlineForm(forms.Form):
    """Another deadline for the step at which a case is, by the clock of the club."""

    command = _command()
    until = forms.DateTimeField(
        label=_("New deadline"), input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip

    def clean_until(self) -> datetime:
        """Return the deadline, which is no year that a clock cannot show in every zone."""
        until: datetime = self.cleaned_data["until"]
        if not _FIRST_YEAR <= until.year <= _LAST_YEAR:
            raise forms.ValidationError(_("Choose a time in the future."), code="not-later")
        return until

    def seconds(self) -> int:
        """Return the deadline in seconds since 1970 UTC."""
        until: datetime = self.cleaned_data["until"]
        return int(until.timestamp())


class WindowsForm(forms.Form):
    """How long the steps of a case last in a club: of each a number and its unit."""

    command = _command()

    def __init__(self, *args: Any, windows: Windows, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, label, hint in WINDOWS:
            number, unit = _in_units(getattr(windows, name))
            self.fields[name] = forms.IntegerField(
                label=label, help_text=hint, initial=number, min_value=1, max_value=MAX_SECONDS // MIN_SECONDS,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )  # fmt: skip
            self.fields[f"{name}_unit"] = forms.TypedChoiceField(
                label=_("Unit"), choices=UNITS, initial=unit, coerce=int,
                widget=forms.Select(attrs={"aria-label": format_lazy("{}: {}", label, _("Unit"))}),
            )  # fmt: skip

    def rows(self) -> Iterator[tuple[Any, Any]]:
        """Yield the windows, each with its number and its unit."""
        for name, _label, _hint in WINDOWS:
            yield self[name], self[f"{name}_unit"]

    def windows(self) -> Windows:
        """Return the windows in seconds."""
        values = self.cleaned_data
        return Windows(**{name: values[name] * values[f"{name}_unit"] for name, _label, _hint in WINDOWS})


def _in_units(seconds: int) -> tuple[int, int]:
    """Return a time as a number of the largest unit that divides it.

    >>> _in_units(172800), _in_units(5400)
    ((2, 86400), (90, 60))
    """
    unit = next((unit for unit, _label in reversed(UNITS) if seconds and seconds % unit == 0), 60)
    return max(1, seconds // unit), unit
