"""The form of a decision, which a director rules by and a member of a committee proposes with; of votes and appeals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from clubs.web.refusals import refuse
from engine import sheets
from engine.fiftysix.irregularities import MOST_EXTRA
from engine.written import SheetHand
from games.cases.decisions import MAX_RULE, MAX_WEIGHTS
from games.cases.ruling import shares
from games.cases.ruling.rows import OF_SUBJECT, rows_after, warns
from games.cases.ruling.words import FOLLOW_UPS, KIND_HINTS, KINDS, REASONS
from games.cases.services.acting import MAX_WORDS
from games.events.adjusting import RowApplied
from games.events.cases import Decision, Weighed
from games.rulebook.pages import holding
from games.rulings.words import HAPPENED, REMEDIES
from games.sheets.errors import refused
from games.sheets.forms import ChosenHandForm, hand_initial
from games.sheets.words import told_line

AS_PLAYED: Final = "played"
"""The choice of a hand as it was played."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a decision on a hand can be about.

    Attributes:
        rules: The rule set of the game, with its options.
        names: The names of the players, a seat each.
        sides: The sides by the names of their players.
        subject: What the dispute is about.
        rule: The rule that the dispute cites; empty without.
        played: The hand as it was played; None for one that a director decided at the table.
        hosted: The game is part of a tournament.
    """

    rules: engine.RuleSet
    names: tuple[str, ...]
    sides: tuple[str, ...]
    subject: str
    rule: str = ""
    played: SheetHand | None = None
    hosted: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of decisions that are possible: rows in 56 alone, shares in a tournament alone."""
        without = {"row"} if not rows_after(self.rules) else set()
        without |= set() if self.hosted else {"weighted"}
        return tuple(kind for kind in KINDS if kind not in without)

    @property
    def turned(self) -> SheetHand | None:
        """The hand with its contract failed instead of made, or made instead of failed; None for other outcomes."""
        if self.played is None or self.played.number is None:
            return None
        made = self.played.outcome == "made" or (
            self.played.outcome == "claimed" and (self.played.points or 0) >= self.played.number
        )
        other = msgspec.structs.replace(
            self.played, outcome="failed" if made else "made", points=None, shares=(), swept=False, surrender=""
        )
        try:
            return sheets.tidied(self.rules, other)
        except engine.SheetError:
            return None

    def is_played(self, told: SheetHand) -> bool:
        """Tell whether a hand, in its canonical form, is the one that was played."""
        return self.played is not None and told == sheets.tidied(self.rules, self.played)

    def choices(self) -> dict[str, tuple[str, SheetHand]]:
        """Return the results that are offered without filling in a hand: label and hand by a key."""
        offered = [(f"{self.turned.outcome}-instead", self.turned)] if self.turned is not None else []
        if "cancelled" in sheets.form_of(self.rules).outcomes:
            offered.append(("cancelled", SheetHand("cancelled")))
        return {key: (told_line(hand, self.names), hand) for key, hand in offered if hand != self.played}


class _ResultForm(ChosenHandForm):
    """One result of a decision, within the form of the whole."""

    def __init__(self, *args: Any, terms: Terms, **more: Any) -> None:
        super().__init__(*args, names=terms.names, rules=terms.rules, **more)
        self.terms = terms
        # They belong to the whole.
        del self.fields["seen"], self.fields["command"]

    def tidied(self) -> SheetHand | None:
        """Return the hand in its canonical form; None, with the reason beside its field, if no hand comes out so."""
        try:
            return sheets.tidied(self.rules, self.told())
        except engine.SheetError as fault:
            refusal = refused(fault)
            refusal.field = {"number": "bid"}.get(refusal.field, refusal.field)
            refuse(self, refusal)
        return None


class AdjustedForm(_ResultForm):
    """How the hand counts instead."""

    def __init__(self, *args: Any, terms: Terms, **more: Any) -> None:
        super().__init__(
            *args, terms=terms, prefix="hand", choices=terms.choices(), initial=hand_initial(terms.played), **more
        )
        self.fields["choice"].label = _("How does the hand count?")

    def result(self) -> SheetHand | None:
        """Return the hand; None, with the reason beside its field, if it cannot be decided so."""
        told = self.tidied()
        if told is not None and self.terms.is_played(told):
            self.add_error(
                "choice", _("That is how it was played. Choose “The result stands”, or enter another result.")
            )
            return None
        return told


class WeightForm(_ResultForm):
    """One of the results of a weighted decision, and its share; without a share it is none."""

    share = forms.CharField(max_length=12, widget=forms.TextInput(attrs={"size": 6, "inputmode": "text"}))

    def __init__(self, *args: Any, terms: Terms, number: int, **more: Any) -> None:
        label = _("As it was played")
        if terms.played is not None:
            label = _("As it was played: {hand}").format(hand=told_line(terms.played, terms.names))
        played = {AS_PLAYED: (label, terms.played or SheetHand("cancelled"))}
        offered = {**played, **terms.choices()}
        keys = list(offered)
        initial = {"choice": keys[number] if number < len(keys) else self.OTHERWISE}
        super().__init__(
            *args, terms=terms, prefix=f"result-{number}", choices=offered,
            initial=hand_initial(terms.played) | initial, **more,
        )  # fmt: skip
        self.number = number
        self.fields["share"].label = _("Share of result {number}").format(number=number + 1)
        self.fields["share"].required = number < 2
        self.fields["share"].error_messages["required"] = _("Give the share of this result, such as 60 % or 3/5.")
        self.fields["choice"].label = _("Result {number}").format(number=number + 1)

    @property
    def is_blank(self) -> bool:
        """Whether this further result is not wanted."""
        return self.number >= 2 and not (self.data.get(self.add_prefix("share")) or "").strip()

    def clean_share(self) -> Any:
        """Return the share as an exact fraction."""
        text = self.cleaned_data["share"]
        share = shares.read_share(text) if text else None
        if text and share is None:
            raise forms.ValidationError(_("A share is more than 0 and less than all, such as 60 % or 3/5."))
        return share

    def clean(self) -> dict[str, Any]:
        """Forgive all that is wrong with a result that is not wanted."""
        cleaned = super().clean()
        if self.is_blank:
            self.errors.clear()
        return cleaned

    def weighed(self) -> Weighed | None:
        """Return the result with its share; None, with the reason beside its field, if no hand comes out so."""
        share = shares.stored(self.cleaned_data["share"])
        if self.cleaned_data["choice"] == AS_PLAYED:
            return Weighed(share)
        told = self.tidied()
        if told is None:
            return None
        return Weighed(share, None if self.terms.is_played(told) else told)


class DecisionForm(forms.Form):
    """A decision, asked for twice: it shows what would follow, and is given once that was seen."""

    kind = forms.ChoiceField(label=gettext_lazy("What is decided?"), widget=forms.RadioSelect)
    remedy = forms.ChoiceField(label=gettext_lazy("Row and remedy"), required=False)
    offender = forms.TypedChoiceField(
        label=gettext_lazy("Who did it?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    extra = forms.TypedChoiceField(
        label=gettext_lazy("Further stake points"), coerce=int, required=False, initial=0,
        choices=[(number, str(number)) for number in range(MOST_EXTRA + 1)], widget=forms.RadioSelect,
    )  # fmt: skip
    warned = forms.TypedChoiceField(
        label=gettext_lazy("Who is warned?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=[("", "")])
    rule = forms.CharField(
        label=gettext_lazy("The rule"), max_length=MAX_RULE, required=False,
        help_text=gettext_lazy("The id of a rule of the rule book, such as 56-PLAY-3 or 28-TRUMP-4."),
    )  # fmt: skip
    words = forms.CharField(
        label=gettext_lazy("The reason, in words"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("The players read it, and so do readers of the case book."),
    )  # fmt: skip
    follow_up = forms.ChoiceField(
        label=gettext_lazy("Later matches"), choices=tuple(FOLLOW_UPS.items()), initial="keep", required=False,
        widget=forms.RadioSelect,
    )  # fmt: skip
    seen = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, terms: Terms, **more: Any) -> None:
        """Make the form.

        Args:
            data: What was sent; None for an empty form.
            terms: What the decision can be about.
            more: As for any form.
        """
        super().__init__(data, **more)
        self.terms = terms
        self.decided: Decision | None = None
        self.hand = AdjustedForm(data, terms=terms)
        self.weights = tuple(WeightForm(data, terms=terms, number=number) for number in range(MAX_WEIGHTS))
        fields: Any = self.fields
        fields["kind"].choices = [(kind, KINDS[kind]) for kind in terms.kinds]
        fields["offender"].choices = list(enumerate(terms.names))
        fields["warned"].choices = list(enumerate(terms.sides))
        fields["reason"].choices = [("", _("Choose the reason"))] + [
            (code, text) for code, text in REASONS.items() if code != "row" or "row" in terms.kinds
        ]
        self.initial.setdefault("rule", terms.rule)
        self._remedies = {
            f"{offered.row.id}:{remedy.key}": (offered.row, remedy)
            for offered in rows_after(terms.rules)
            for remedy in offered.remedies
        }
        fields["remedy"].choices = [
            ("", ""),
            *((key, REMEDIES[row.id, remedy.key]) for key, (row, remedy) in self._remedies.items()),
        ]

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        """The parts that are sent together."""
        return self, self.hand, *self.weights

    @property
    def kinds(self) -> tuple[tuple[str, str, str, bool], ...]:
        """The kinds to choose from: code, words, what it means, and whether it is chosen."""
        chosen = self["kind"].value()
        return tuple((kind, str(KINDS[kind]), str(KIND_HINTS[kind]), kind == chosen) for kind in self.terms.kinds)

    @property
    def rows(self) -> tuple[tuple[str, str, tuple[tuple[str, str, bool], ...]], ...]:
        """The rows to choose from that the dispute is most likely about: id, what happened, and the remedies."""
        return tuple(row for row in self._rows() if row[0] in OF_SUBJECT.get(self.terms.subject, ()))

    @property
    def other_rows(self) -> tuple[tuple[str, str, tuple[tuple[str, str, bool], ...]], ...]:
        """The other rows."""
        return tuple(row for row in self._rows() if row[0] not in OF_SUBJECT.get(self.terms.subject, ()))

    @property
    def reason_words(self) -> str:
        """The reason that was chosen, in words."""
        return str(REASONS.get(self.cleaned_data.get("reason", ""), ""))

    @property
    def chosen_row(self) -> str:
        """The id of the row that is chosen; empty for none."""
        return (self["remedy"].value() or "").partition(":")[0]

    @property
    def chosen_other(self) -> bool:
        """Whether the row that is chosen is one of the other rows."""
        return any(row[0] == self.chosen_row for row in self.other_rows)

    @property
    def takes_extra(self) -> bool:
        """Whether any remedy that is offered allows further stake points."""
        return any(remedy.takes_extra for _row, remedy in self._remedies.values())

    def _rows(self) -> list[tuple[str, str, tuple[tuple[str, str, bool], ...]]]:
        chosen = self["remedy"].value()
        return [
            (
                offered.row.id,
                str(HAPPENED[offered.row.id]),
                tuple(
                    (key, str(REMEDIES[offered.row.id, remedy.key]), key == chosen)
                    for remedy in offered.remedies
                    for key in [f"{offered.row.id}:{remedy.key}"]
                ),
            )
            for offered in rows_after(self.terms.rules)
        ]

    def clean_rule(self) -> str:
        """Return the rule, which is on the page of the game's rules."""
        rule: str = self.cleaned_data["rule"].strip().upper()
        if rule and rule not in holding(self.terms.rules):
            raise forms.ValidationError(
                _("The rules of this game have no rule with this id. Leave it out, or look it up.")
            )
        return rule

    def clean_words(self) -> str:
        """Return the words, with blanks at the ends left out."""
        words: str = self.cleaned_data["words"].strip()
        return words

    def clean(self) -> dict[str, Any]:
        """Put the decision together; what is missing of the chosen kind stands beside its field."""
        cleaned: dict[str, Any] = super().clean() or {}
        kind = cleaned.get("kind")
        made: Decision | None = None
        if kind is not None:
            common = {
                "reason": cleaned.get("reason", "other"),
                "rule": cleaned.get("rule", ""),
                "follow_up": (cleaned.get("follow_up") or "keep") if self.terms.hosted else "keep",
            }
            made = getattr(self, f"_{kind}")(cleaned, common)
            if made is None and not self.errors:
                self.add_error(None, _("Not decided yet: see the marked fields below."))
        self.decided = None if self.errors else made
        return cleaned

    def decision(self) -> Decision:
        """Return the decision of a form that is valid."""
        assert self.decided is not None, "the form is valid"
        return self.decided

    def _stands(self, _cleaned: dict[str, Any], common: dict[str, Any]) -> Decision:
        return Decision("stands", **common)

    def _warning(self, cleaned: dict[str, Any], common: dict[str, Any]) -> Decision | None:
        if cleaned.get("warned") is None:
            self.add_error("warned", _("Choose the side that is warned."))
            return None
        return Decision("warning", warned=cleaned["warned"], **common)

    def _row(self, cleaned: dict[str, Any], common: dict[str, Any]) -> Decision | None:
        chosen = self._remedies.get(cleaned.get("remedy") or "")
        if chosen is None:
            self.add_error("remedy", _("Choose the row and the remedy."))
            return None
        row, remedy = chosen
        offender: int | None = None if remedy.blameless else cleaned.get("offender")
        if offender is None and not remedy.blameless:
            self.add_error("offender", _("Say who did it."))
            return None
        applied = RowApplied(
            row.id, remedy.key, offender=offender, extra=(cleaned.get("extra") or 0) if remedy.takes_extra else 0
        )
        common |= {"rule": row.id}
        if offender is not None and warns(row, remedy):
            side = self.terms.rules.side_of(offender)
            return Decision("warning", row=applied, warned=side, **common)
        return Decision("row", row=applied, **common)

    def _adjusted(self, _cleaned: dict[str, Any], common: dict[str, Any]) -> Decision | None:
        told = self.hand.result() if self.hand.is_valid() else None
        return None if told is None else Decision("adjusted", told=told, **common)

    def _weighted(self, _cleaned: dict[str, Any], common: dict[str, Any]) -> Decision | None:
        wanted = [form for form in self.weights if not form.is_blank]
        if not all(form.is_valid() for form in wanted):
            return None
        last = wanted[-1]
        lacking = shares.missing(form.cleaned_data["share"] for form in wanted)
        if lacking:
            text = _("The shares add up to {total}, not to 100 %.").format(total=shares.share_words(1 - lacking))
            last.add_error("share", text)
            return None
        weights = [form.weighed() for form in wanted]
        if None in weights:
            return None
        results = [weighed.told for weighed in weights if weighed is not None]
        if any(results.count(result) > 1 for result in results):
            last.add_error("choice", _("Two of the results are the same: give one of them the share of both."))
            return None
        return Decision("weighted", weights=tuple(weighed for weighed in weights if weighed is not None), **common)


class WordsForm(forms.Form):
    """Words that are needed, and the form's own command."""

    words = forms.CharField(
        label=gettext_lazy("In your words"), max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 4})
    )
    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)


class AppealForm(WordsForm):
    """An appeal against a ruling."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["words"].label = _("Why do you appeal?")
        self.fields["words"].help_text = _("The committee reads this first. Say what the ruling got wrong.")


class VoteForm(forms.Form):
    """A member's vote on the ruling and the proposals."""

    proposal = forms.TypedChoiceField(label=gettext_lazy("Your vote"), coerce=int, widget=forms.RadioSelect)
    words = forms.CharField(
        label=gettext_lazy("Your reasons"), max_length=MAX_WORDS, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The parties read them after the decision."),
    )  # fmt: skip
    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, proposals: Sequence[tuple[int, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["proposal"].choices = list(proposals)  # type: ignore[attr-defined]
