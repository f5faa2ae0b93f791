"""Forms of convention cards: shape only; what may stand on a card is said by `games.conventions.check`."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.house.forms import rule_names
from clubs.models import Player
from engine.conventions import Convention
from engine.fiftysix.calls import NUMBER_SUIT, PLUS_NOS, PLUS_SUIT, REVERSE, REVERSE_PLUS
from engine.fiftysix.ruleset import FiftySix
from games.conventions.changes import StoredPattern, Treatment, stored_pattern
from games.conventions.check import LONGEST_MEANING, LONGEST_NAME
from games.conventions.words import POSITIONS, SITUATIONS, tells_words
from games.words.phrases import translated

LOWEST_RISE, HIGHEST_RISE = 1, 28
LOWEST, HIGHEST = 28, 56
_DIGIT = "+k"
_WITH_SUIT = (NUMBER_SUIT, REVERSE, PLUS_SUIT, REVERSE_PLUS)
_EXAMPLES = {
    "number suit": _("30♠: number and suit"),
    "number NOS": _("30NS: no trump, said as no suit"),
    "number no-trump": _("30NT: no trump"),
    "number pass": _("30P: no trump, said as a number and pass"),
    "reverse": _("♠30: suit and number"),
    "plus suit": _("+♠: plus and suit, no digit"),
    "plus suit+k": _("+2♠: plus, digit and suit"),
    "reverse plus": _("♠+: suit and plus, no digit"),
    "reverse plus+k": _("♠+2: suit, plus and digit"),
    "plus NOS+k": _("+1NS: plus and no suit"),
}
_WORDS = (("pass", _("pass")), ("double", _("double")), ("redouble", _("redouble")))


def call_choices(rules: FiftySix) -> list[tuple[str, Any]]:
    """Return what can be said by a rule set, each with an example."""
    found: list[tuple[str, Any]] = []
    for form in rules.forms:
        keys = [form.name] if form is not PLUS_NOS else []
        keys += [form.name + _DIGIT] if form in (PLUS_SUIT, REVERSE_PLUS, PLUS_NOS) else []
        found += [(key, _EXAMPLES[key]) for key in keys]
    return [*found, *_WORDS]


def _key_of(said: StoredPattern) -> str:
    if said.word != "call":
        return said.word
    return said.form + (_DIGIT if said.digit or said.form == PLUS_NOS.name else "")


class NewCardForm(forms.Form):
    """Make a card."""

    rules = forms.ChoiceField(
        label=_("Rule set"),
        choices=partial(rule_names, family="56"),
        help_text=_(
            "The card starts with the default conventions of the rule set. It can be used with any number of players."
        ),
    )
    name = forms.CharField(
        label=_("Name of the card"), max_length=LONGEST_NAME, help_text=_("Opponents read it; two names are enough.")
    )


class NameForm(forms.Form):
    """Call a card otherwise."""

    name = forms.CharField(label=_("Name of the card"), max_length=LONGEST_NAME)


class PartnerForm(forms.Form):
    """Ask a partner by name."""

    partner = forms.ModelChoiceField(
        label=_("Ask a partner"), queryset=Player.objects.none(), help_text=_("From your teams and your other cards.")
    )

    def __init__(self, *args: Any, partners: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = Player.objects.filter(pk__in=[one.pk for one in partners]).order_by("name")
        self.fields["partner"].queryset = known  # type: ignore[attr-defined]


def _whole(label: Any, least: int, most: int) -> forms.IntegerField:
    """Return a field for a number that may be left out."""
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class CallForm(forms.Form):
    """What is said: part of the forms of a row and of a treatment."""

    revision = forms.IntegerField(widget=forms.HiddenInput, required=False)
    call = forms.ChoiceField(label=_("The call"))
    suit = forms.ChoiceField(
        label=_("The suit it names"),
        choices=[("any", _("any suit")), ("last", _("partner's suit: the side's last")), ("new", _("another suit"))],
        required=False,
    )
    rise_from = _whole(_("Goes up by at least"), LOWEST_RISE, HIGHEST_RISE)
    rise_to = _whole(_("Goes up by at most"), LOWEST_RISE, HIGHEST_RISE)
    number_from = _whole(_("Lowest number"), LOWEST, HIGHEST)
    number_to = _whole(_("Highest number"), LOWEST, HIGHEST)
    says = forms.CharField(
        label=_("Its meaning"),
        max_length=LONGEST_MEANING,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("As you would explain it to an opponent. X can stand for the suit that the call names."),
    )

    def __init__(self, *args: Any, rules: FiftySix, said: StoredPattern | None, **kwargs: Any) -> None:
        initial = {} if said is None else _initial_of(said)
        super().__init__(*args, **{**kwargs, "initial": {**initial, **kwargs.get("initial", {})}})
        self.fields["call"].choices = call_choices(rules)  # type: ignore[attr-defined]
        refused = gettext("A call that %(rules)s does not allow (56-AUC-4).") % {"rules": translated(rules.name)}
        self.fields["call"].error_messages["invalid_choice"] = refused

    def said(self) -> StoredPattern:
        """Return what is said, as it is stored."""
        given = self.cleaned_data
        key = given["call"]
        if key in ("pass", "double", "redouble"):
            return StoredPattern(word=key)
        name, digit = key.removesuffix(_DIGIT), key.endswith(_DIGIT)
        plus = name in (PLUS_SUIT.name, REVERSE_PLUS.name)
        suits = name in {form.name for form in _WITH_SUIT}
        low = given["rise_from"] or LOWEST_RISE
        least = given["number_from"] or LOWEST
        return StoredPattern(
            form=name,
            rises=(low, given["rise_to"] or (given["rise_from"] or HIGHEST_RISE)),
            digit=digit if plus else None,
            suit=(given["suit"] or "any") if suits else "any",
            numbers=(least, given["number_to"] or (given["number_from"] or HIGHEST)),
        )


def _initial_of(said: StoredPattern) -> dict[str, Any]:
    low, high = said.rises
    least, most = said.numbers
    any_rise, any_number = (low, high) == (LOWEST_RISE, HIGHEST_RISE), (least, most) == (LOWEST, HIGHEST)
    return {
        "call": _key_of(said),
        "suit": said.suit,
        "rise_from": None if any_rise else low,
        "rise_to": None if any_rise else high,
        "number_from": None if any_number else least,
        "number_to": None if any_number else most,
    }


class RowForm(CallForm):
    """A row of the default card, as the partnership plays it."""

    off = forms.BooleanField(label=_("We do not play this"), required=False)
    field_order = ["off", "call", "suit", "rise_from", "rise_to", "number_from", "number_to", "says", "revision"]

    def __init__(self, *args: Any, rules: FiftySix, row: Convention, shown: Convention, **kwargs: Any) -> None:
        self.usual = stored_pattern(row.call)
        self.usual_words = tells_words(row.says)
        initial = {**kwargs.pop("initial", {}), "says": tells_words(shown.says)}
        super().__init__(*args, rules=rules, said=stored_pattern(shown.call), initial=initial, **kwargs)
        self.fields["says"].required = False

    def changed_call(self) -> StoredPattern | None:
        """Return what is said, or None where it is what the default card has."""
        said = self.said()
        # A call that may be written with a digit or without is shown as one of the two.
        alike = self.usual.digit is None and _initial_of(said) == _initial_of(self.usual)
        return None if alike or said == self.usual else said

    def changed_words(self) -> str:
        """Return what it tells, or nothing where it is what the default card has."""
        words = " ".join(self.cleaned_data["says"].split())
        return "" if words == self.usual_words else words


class TreatmentForm(CallForm):
    """A treatment of the partnership's own."""

    situations = forms.MultipleChoiceField(
        label=_("When the call is made"), widget=forms.CheckboxSelectMultiple, choices=list(SITUATIONS.items())
    )
    positions = forms.MultipleChoiceField(
        label=_("The player of the side"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(POSITIONS.items()),
        initial=list(POSITIONS),
    )
    field_order = [
        "situations", "positions", "call", "suit", "rise_from", "rise_to", "number_from", "number_to", "says",
        "revision",
    ]  # fmt: skip

    def __init__(self, *args: Any, rules: FiftySix, treatment: Treatment | None = None, **kwargs: Any) -> None:
        initial = kwargs.pop("initial", {})
        if treatment is not None:
            initial |= {
                "situations": list(treatment.situations),
                "positions": list(treatment.positions),
                "says": treatment.says,
            }
        super().__init__(*args, rules=rules, said=treatment.call if treatment else None, initial=initial, **kwargs)
        for name, words in (("situations", SITUATIONS), ("positions", POSITIONS)):
            self.fields[name].choices = [(key, _(said)) for key, said in words.items()]  # type: ignore[attr-defined]
