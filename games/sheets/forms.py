"""Forms of a score sheet: opening one, a hand's result, its contract, a ruling."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import pgettext_lazy as pgettext

import engine
from clubs.choosing.fields import NameSearch, PlayerField
from clubs.house.forms import HouseChoice, HouseSelect, RulesForm
from clubs.house.selectors import house_rules_of
from clubs.models import Club, HouseRules, Player
from engine import sheets
from engine.fiftysix import rulings
from engine.fiftysix.calls import HIGHEST, LOWEST
from engine.fiftysix.cards import CODES
from engine.fiftysix.irregularities import MOST_EXTRA, Irregularity
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.sheet import DENOMINATIONS, Sheet
from engine.written import SheetForm, SheetHand
from games.rulings.forms import RulingForm
from games.sheets.reporting import MAX_NOTE_CHARS
from games.sheets.words import ALONE, AUCTIONS, DOUBLES, REASONS, SURRENDERS, on_one_phone
from games.words.events import card_words, denomination_words

MOST_PLAYERS = 8
TRUMPS = (("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"), ("NT", pgettext("trump", "none")))
COUNTED = "counted"
"""The result that follows from the declarers' card points."""
RESULTS = {
    "made": gettext_lazy("Made, by claim or agreement"),
    "failed": gettext_lazy("Failed, by claim or agreement"),
    "conceded": gettext_lazy("Conceded by the declarer"),
    "passed_out": gettext_lazy("Passed out"),
    "cancelled": gettext_lazy("Cancelled, to be dealt again"),
}
"""The results that a form offers, by outcome."""
PLAYED = (COUNTED, "made", "failed", "conceded")
OF_PLAYED = (
    "declarer", "bid", "denomination", "doubled", "auction", "alone", "soloist", "swept", "surrender", "points",
)  # fmt: skip
"""The fields of a hand that was played."""
DECLARERS_POINTS = gettext_lazy("Card points of the declarers")


def _number(label: Any, least: int, most: int) -> forms.IntegerField:
    """Return the field of a whole number; one out of range is told the range."""
    range_words = format_lazy(gettext_lazy("From {least} to {most}."), least=least, most=most)
    words = {"min_value": range_words, "max_value": range_words}
    return forms.IntegerField(label=label, min_value=least, max_value=most, error_messages=words)


class OpenSheetForm(RulesForm):
    """The match, its club, and who sits where. `command` is this form's own: sent twice, it opens one sheet."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    house = HouseChoice(
        label=gettext_lazy("House rules"),
        queryset=HouseRules.objects.none(),
        required=False,
        empty_label=gettext_lazy("none: choose the game here"),
        widget=HouseSelect,
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the match"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("For example “Meenachil against Pamba”."),
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("no club: only I see it"),
        help_text=gettext_lazy("Members of the club can read its sheets; its scorers write on them."),
    )
    visitors = forms.BooleanField(
        label=gettext_lazy("Add names on no list as visitors"),
        required=False,
        help_text=gettext_lazy(
            "Their hands are kept for them as at a live table, and the match moves nothing in the club. "
            "Otherwise these names are shown only on this sheet."
        ),
    )
    dealer = forms.TypedChoiceField(label=gettext_lazy("First dealer"), coerce=int)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **more: Any) -> None:
        super().__init__(*args, **more)
        self._players: dict[int, Player] = {}
        chosen: Club | None = self.initial.get("club")
        self.initial["rules"] = self.initial.get("sheet_rules") or "56-standard-6"
        self.initial.setdefault("hands", 12)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["house"].queryset = house_rules_of(clubs)  # type: ignore[attr-defined]
        seats = [(seat, _("Seat {number}").format(number=seat + 1)) for seat in range(MOST_PLAYERS)]
        self.fields["dealer"].choices = seats  # type: ignore[attr-defined]
        for seat, label in seats:
            field = forms.CharField(label=label, max_length=60, required=False)
            if chosen is not None:
                field.widget = NameSearch(address=f"{reverse('clubs:player_search', args=[chosen.slug])}?bots=0")
            self.fields[f"name_{seat}"] = field

    def wants_rules(self, cleaned: dict[str, Any]) -> bool:
        """Tell whether the game is chosen here, and not by house rules."""
        return cleaned.get("house") is None

    def clean(self) -> dict[str, Any]:
        """Keep house rules to their club, and find who of the club's list is meant by the names."""
        cleaned = super().clean() or {}
        house: HouseRules | None = cleaned.get("house")
        if house is not None:
            if cleaned.get("club") not in (None, house.club):
                self.add_error("house", _("These are house rules of %(club)s.") % {"club": house.club.name})
            cleaned["club"], cleaned["rules"] = house.club, house.rules
        club, rules = cleaned.get("club"), cleaned.get("rules")
        if club is None or not rules:
            return cleaned
        listed = PlayerField(club=club, required=False)
        for seat in range(engine.load_rules(rules).players):
            try:
                player = listed.clean(cleaned.get(f"name_{seat}", ""))
            except forms.ValidationError as refused:
                # Who is on no list sits there all the same, and the match counts for nobody.
                if refused.code == "several":
                    self.add_error(f"name_{seat}", refused)
                continue
            if player is not None:
                self._players[seat] = player
                cleaned[f"name_{seat}"] = player.name
        return cleaned

    def players(self) -> dict[int, Player]:
        """Return those whom the chosen club knows by their names, by seat."""
        return self._players

    def visiting(self) -> tuple[int, ...]:
        """Return the seats of visitors: those with a name that the club does not know, if such names are visitors."""
        if not self.cleaned_data["visitors"]:
            return ()
        return tuple(seat for seat, name in enumerate(self.names()) if name and seat not in self._players)

    def name_rows(self) -> list[tuple[str, forms.BoundField]]:
        """Return the fields of the names, each with what its rule set must have; the first two seats always are."""
        return [(f"seat-{seat}" if seat else "", self[f"name_{seat}"]) for seat in range(MOST_PLAYERS)]

    def terms(self) -> dict[str, Any]:
        """Return the rules that are chosen: house rules, or a rule set with its options."""
        if self.cleaned_data["house"] is not None:
            return {"house": self.cleaned_data["house"].pk}
        return {"rules": self.cleaned_data["rules"], "options": self.options()}

    def names(self) -> list[str]:
        """Return the names of the seats that the chosen game has."""
        players = engine.load_rules(self.cleaned_data["rules"]).players
        return [self.cleaned_data[f"name_{seat}"] for seat in range(players)]


class NamesForm(forms.Form):
    """Who sits where."""

    def __init__(self, *args: Any, names: Sequence[str], **more: Any) -> None:
        super().__init__(*args, **more)
        for seat, name in enumerate(names):
            label = _("Seat {number}").format(number=seat + 1)
            self.fields[f"name_{seat}"] = forms.CharField(label=label, max_length=40, required=False, initial=name)

    def names(self) -> list[str]:
        """Return the names, a seat each."""
        return [self.cleaned_data[field] for field in self.fields]


class PassForm(forms.Form):
    """A pass for a phone: for one side, or for all of them on the same device."""

    sides = forms.ChoiceField(label=gettext_lazy("The phone reports for"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, sides: Sequence[str], **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [*((str(side), names) for side, names in enumerate(sides)), ("all", on_one_phone(len(sides)))]
        self.fields["sides"].choices = choices  # type: ignore[attr-defined]
        self._count = len(sides)

    def chosen(self) -> tuple[int, ...]:
        """Return the sides that were chosen."""
        word = self.cleaned_data["sides"]
        return tuple(range(self._count)) if word == "all" else (int(word),)


class _Entry(forms.Form):
    """Base of what is written on a sheet: the version that was seen, and the form's own command."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)


class ContractForm(_Entry):
    """The contract of the running hand of 56."""

    declarer = forms.TypedChoiceField(label=gettext_lazy("Declarer"), coerce=int, empty_value=None)
    bid = _number(pgettext("of a contract", "Number"), LOWEST, HIGHEST)
    denomination = forms.ChoiceField(
        label=gettext_lazy("Trump"),
        choices=TRUMPS,
        widget=forms.RadioSelect,
    )
    doubled = forms.TypedChoiceField(
        label=gettext_lazy("Doubled"),
        coerce=int,
        choices=list(DOUBLES.items()),
        initial=0,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, names: Sequence[str], sheet: Sheet, **more: Any) -> None:
        super().__init__(*args, **more)
        seats = [("", _("Who?")), *enumerate(names)]
        self.fields["declarer"].choices = seats  # type: ignore[attr-defined]
        self.initial.update(noted_initial(sheet))

    def contract(self) -> tuple[int, int, str, int]:
        """Return declarer, number, denomination and doubles."""
        chosen = self.cleaned_data
        return chosen["declarer"], chosen["bid"], chosen["denomination"], chosen["doubled"]


class HandForm(_Entry):
    """How a hand came out, with the fields that its rules have."""

    outcome = forms.ChoiceField(label=gettext_lazy("What was the result?"), initial=COUNTED, widget=forms.RadioSelect)
    declarer = forms.TypedChoiceField(label=gettext_lazy("Declarer"), coerce=int, empty_value=None)

    def __init__(self, *args: Any, names: Sequence[str], rules: engine.RuleSet, **more: Any) -> None:
        super().__init__(*args, **more)
        self.rules = rules
        form = sheets.form_of(rules)
        is_56 = bool(form.denominations)
        counted = _("Counted: enter the declarers' card points")
        outcomes = [(COUNTED, counted), *((word, RESULTS[word]) for word in form.outcomes)]
        self.fields["outcome"].choices = outcomes  # type: ignore[attr-defined]
        seats = list(enumerate(names))
        self.fields["declarer"].choices = [("", _("Who?")), *seats]  # type: ignore[attr-defined]
        self.fields["bid"] = _number(pgettext("of a contract", "Number"), form.lowest, form.highest)
        if form.denominations:
            self.fields["denomination"] = forms.ChoiceField(label=_("Trump"), choices=TRUMPS, widget=forms.RadioSelect)
        if form.doubles:
            self.fields["doubled"] = forms.TypedChoiceField(
                label=_("Doubled"), coerce=int, choices=list(DOUBLES.items()), initial=0, widget=forms.RadioSelect
            )
        if form.auctions_differ:
            self.fields["auction"] = _choice(_("Auction"), AUCTIONS.items(), number=True)
            self.fields["auction"].help_text = _(
                "Needed from {number} up, if the two auctions have different game points."
            ).format(number=form.later_lowest)
        if form.alone:
            alone = [("", pgettext("alone", "no")), *((word, ALONE[word]) for word in form.alone)]
            self.fields["alone"] = _choice(_("Did somebody play alone?"), alone)
        if "late_thani" in form.alone:
            self.fields["soloist"] = forms.TypedChoiceField(
                label=_("Late thani said by"), coerce=int, empty_value=None, required=False,
                choices=[("", _("the declarer")), *seats],
            )  # fmt: skip
        if form.sweeps:
            self.fields["swept"] = forms.BooleanField(label=_("One side took every trick"), required=False)
        if form.surrenders:
            answers = [("", pgettext("surrender", "no")), *SURRENDERS.items()]
            self.fields["surrender"] = _choice(_("Did a side offer to surrender?"), answers)
        self.fields["points"] = _number(DECLARERS_POINTS, 0, form.deck_points)
        self._say_what_is_missing(form, is_56=is_56)

    def _say_what_is_missing(self, form: SheetForm, *, is_56: bool) -> None:
        """Give each field its own words for being left out; which are needed follows from how the hand came out."""
        numbers = {"low": form.lowest, "high": form.highest, "most": form.deck_points}
        for field, missing in (
            ("declarer", _("Choose the player of the contract.")),
            ("bid", _("Enter the number of the contract, from {low} to {high}.")),
            ("denomination", _("Choose the trump.")),
            (
                "points",
                _("Enter the card points, 0 to {most}, or choose that the hand was claimed.")
                if is_56
                else _("Enter the card points, 0 to {most}, or choose whether it was made."),
            ),
        ):
            if field in self.fields:
                self.fields[field].error_messages["required"] = missing.format(**numbers)

    def clean(self) -> dict[str, Any]:
        """Forgive what is missing of what the chosen result does not need."""
        cleaned: dict[str, Any] = super().clean() or {}
        outcome, alone = cleaned.get("outcome"), cleaned.get("alone")
        if outcome == COUNTED and (alone or cleaned.get("surrender")):
            self.add_error("outcome", _("Choose whether it was made or failed: here the card points do not tell."))
        idle = [] if outcome == COUNTED else ["points"]
        if alone == "cot":
            idle += ["bid", "auction"]
        for field in idle if outcome in PLAYED else OF_PLAYED:
            self.errors.pop(field, None)
        return cleaned

    def told(self) -> SheetHand:
        """Return the hand as it is written."""
        chosen = self.cleaned_data
        outcome = chosen["outcome"]
        if outcome not in PLAYED:
            return SheetHand(outcome)
        alone = chosen.get("alone") or ""
        points = chosen["points"] if outcome == COUNTED else None
        if outcome == COUNTED:
            outcome = "made" if points >= chosen["bid"] else "failed"
        return SheetHand(
            outcome,
            declarer=chosen["declarer"],
            number=None if alone == "cot" else chosen["bid"],
            denomination=chosen.get("denomination"),
            doubled=chosen.get("doubled"),
            auction=None if alone == "cot" else chosen.get("auction") or None,
            points=points,
            alone=alone,
            soloist=chosen.get("soloist") if alone == "late_thani" else None,
            swept=bool(chosen.get("swept")),
            surrender=chosen.get("surrender") or "",
        )


class ChosenHandForm(HandForm):
    """How a hand comes out: as one of those that are offered, or otherwise, as the fields say."""

    OTHERWISE: ClassVar[str] = "otherwise"

    choice = forms.ChoiceField(label=gettext_lazy("What was the result?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, choices: Mapping[str, tuple[str, SheetHand]], **more: Any) -> None:
        """Make the form.

        Args:
            args: As for any form.
            choices: What can be chosen without filling in a hand: label and hand by a key.
            more: As for `HandForm`.
        """
        super().__init__(*args, **more)
        self._hands = {key: told for key, (_label, told) in choices.items()}
        others = [(self.OTHERWISE, _("Otherwise"))] if choices else [(self.OTHERWISE, _("As follows"))]
        offered = [*((key, label) for key, (label, _told) in choices.items()), *others]
        self.fields["choice"].choices = offered  # type: ignore[attr-defined]
        if not choices:
            self.initial["choice"] = self.OTHERWISE
        self.fields["outcome"].label = _("Outcome")

    def clean(self) -> dict[str, Any]:
        """Forgive what is wrong with a hand that is not chosen."""
        cleaned = super().clean()
        if cleaned.get("choice") != self.OTHERWISE:
            for name in ("outcome", *OF_PLAYED):
                self.errors.pop(name, None)
        return cleaned

    def told(self) -> SheetHand:
        """Return the hand that was chosen."""
        return self._hands.get(self.cleaned_data["choice"]) or super().told()


class SettleForm(ChosenHandForm):
    """How a hand came out after all: as a side says, or otherwise; why; asked twice, with what follows between."""

    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=tuple(REASONS.items()), widget=forms.RadioSelect)
    note = forms.CharField(
        label=gettext_lazy("The reason, in words"), max_length=MAX_NOTE_CHARS, required=False, widget=forms.Textarea
    )
    shown = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["note"].widget.attrs["rows"] = 2


def hand_initial(told: SheetHand | None) -> dict[str, Any]:
    """Return what the form of a hand begins with, to change what is written of it."""
    if told is None:
        return {}
    counted = told.points is not None and told.outcome in ("made", "failed") and not told.alone and not told.surrender
    return {
        "outcome": COUNTED if counted else told.outcome,
        "declarer": told.declarer,
        "bid": told.number,
        "denomination": told.denomination,
        "doubled": told.doubled or 0,
        "auction": told.auction or "",
        "points": told.points,
        "alone": told.alone,
        "soloist": told.soloist,
        "swept": told.swept,
        "surrender": told.surrender,
    }


def noted_initial(sheet: Any) -> dict[str, Any]:
    """Return what the form of the running hand begins with, if its contract was noted before."""
    noted = sheet.contract
    if noted is None:
        return {}
    return {
        "declarer": noted.declarer, "bid": noted.number, "denomination": noted.denomination, "doubled": noted.doubled
    }  # fmt: skip


def _choice(label: str, choices: Iterable[tuple[Any, Any]], *, number: bool = False) -> forms.TypedChoiceField:
    """Return the field of a choice that may be left out."""
    return forms.TypedChoiceField(
        label=label, choices=list(choices), coerce=int if number else str, empty_value=None if number else "",
        required=False, initial="", widget=forms.RadioSelect,
    )  # fmt: skip


class SheetRulingForm(_Entry, RulingForm):
    """A director's ruling on one irregularity of a match."""

    offender = forms.TypedChoiceField(
        label=gettext_lazy("Who did it?"), coerce=int, required=False, widget=forms.RadioSelect, empty_value=None
    )
    card = forms.ChoiceField(label=gettext_lazy("Which card?"), required=False)
    denomination = forms.ChoiceField(label=gettext_lazy("What did the call name?"), required=False)
    extra = forms.TypedChoiceField(
        label=gettext_lazy("Further stake points"),
        coerce=int,
        required=False,
        initial=0,
        choices=[(number, str(number)) for number in range(MOST_EXTRA + 1)],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, row: Irregularity, sheet: Sheet, names: Sequence[str], **more: Any) -> None:
        offenders = [(seat, names[seat]) for seat in rulings.offenders(sheet, row)]
        remedies = [remedy.key for remedy in row.remedies]
        super().__init__(*args, row=row, remedies=remedies, offenders=offenders, **more)
        if row.id == "56-IRR-20":
            self.fields["offender"].label = _("Who claimed?")
        if row.id == "56-IRR-30":
            self.fields["offender"].label = _("Who concedes?")
        cards = [("", _("Which one?")), *((code, card_words(code)) for code in CODES)]
        self.fields["card"].choices = cards  # type: ignore[attr-defined]
        named = [("", _("What?")), *((named, denomination_words(named)) for named in DENOMINATIONS)]
        self.fields["denomination"].choices = named  # type: ignore[attr-defined]
        if not any(remedy.needs_card for remedy in row.remedies):
            del self.fields["card"]
        if not any(remedy.needs_denomination for remedy in row.remedies):
            del self.fields["denomination"]
        if not any(remedy.takes_extra for remedy in row.remedies):
            del self.fields["extra"]
        if not offenders:
            del self.fields["offender"]

    def ruling(self) -> Ruling:
        """Return the ruling that was chosen."""
        chosen = self.cleaned_data
        return Ruling(
            rule=self.row.id,
            remedy=chosen["remedy"],
            offender=chosen.get("offender"),
            card=chosen.get("card") or "",
            denomination=chosen.get("denomination") or "",
            extra=chosen.get("extra") or 0,
        )
