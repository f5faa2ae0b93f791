"""Forms of a score sheet: opening one, a hand's result, its contract, a ruling."""

from collections.abc import Sequence
from functools import partial
from typing import Any
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
from clubs.house.forms import RulesForm, RulesSelect, rule_names
from clubs.house.words import ENDINGS
from clubs.models import Club, Player
from engine.fiftysix import rulings
from engine.fiftysix.calls import HIGHEST, LOWEST
from engine.fiftysix.cards import CODES
from engine.fiftysix.irregularities import MOST_EXTRA, Irregularity
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.sheet import DENOMINATIONS, Sheet
from games.rulings.forms import RulingForm
from games.words.events import card_words, denomination_words

FAMILY = "56"
MOST_PLAYERS = 8
ENDS = ("hands", "games", "open")
COUNTED = "counted"
"""The result that follows from the declarers' card points."""
RESULTS = (
    (COUNTED, gettext_lazy("Counted: give the declarers' card points")),
    ("made", gettext_lazy("Made, by claim or agreement")),
    ("failed", gettext_lazy("Defeated, by claim or agreement")),
    ("passed_out", gettext_lazy("Passed out")),
    ("cancelled", gettext_lazy("Cancelled, to be dealt again")),
)
PLAYED = (COUNTED, "made", "failed")


def _number(label: Any, least: int, most: int) -> forms.IntegerField:
    """Return the field of a whole number; one out of range is told the range."""
    range_words = format_lazy(gettext_lazy("From {least} to {most}."), least=least, most=most)
    words = {"min_value": range_words, "max_value": range_words}
    return forms.IntegerField(label=label, min_value=least, max_value=most, error_messages=words)


class OpenSheetForm(RulesForm):
    """The match, its club, and who sits where. `command` is this form's own: sent twice, it opens one sheet."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    rules = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=partial(rule_names, family=FAMILY), widget=RulesSelect
    )
    ending = forms.ChoiceField(
        label=gettext_lazy("The match ends"),
        choices=[(word, label) for word, label in ENDINGS if word in ENDS],
        initial="hands",
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the match"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Such as “Meenachil against Pamba”."),
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("no club: only I see it"),
        help_text=gettext_lazy("A club's sheet is read by its members and written by those who keep its score."),
    )
    dealer = forms.TypedChoiceField(label=gettext_lazy("Who deals first"), coerce=int)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **more: Any) -> None:
        super().__init__(*args, **more)
        self._players: dict[int, Player] = {}
        chosen: Club | None = self.initial.get("club")
        self.initial["rules"] = self.initial.get("sheet_rules") or "56-standard-6"
        self.initial.setdefault("hands", 12)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        seats = [(seat, _("Seat {number}").format(number=seat + 1)) for seat in range(MOST_PLAYERS)]
        self.fields["dealer"].choices = seats  # type: ignore[attr-defined]
        for seat, label in seats:
            field = forms.CharField(label=label, max_length=60, required=False)
            if chosen is not None:
                field.widget = NameSearch(address=f"{reverse('clubs:player_search', args=[chosen.slug])}?bots=0")
            self.fields[f"name_{seat}"] = field

    def clean(self) -> dict[str, Any]:
        """Find who of the club's list is meant by the names."""
        cleaned = super().clean() or {}
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

    def name_rows(self) -> list[tuple[str, forms.BoundField]]:
        """Return the fields of the names, each with what its rule set must have; the first two seats always are."""
        return [(f"seat-{seat}" if seat else "", self[f"name_{seat}"]) for seat in range(MOST_PLAYERS)]

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


class _Entry(forms.Form):
    """Base of what is written on a sheet: the version that was seen, and the form's own command."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)


class ContractForm(_Entry):
    """The contract of the running hand."""

    declarer = forms.TypedChoiceField(label=gettext_lazy("Declarer"), coerce=int, empty_value=None)
    bid = _number(pgettext("of a contract", "Number"), LOWEST, HIGHEST)
    denomination = forms.ChoiceField(
        label=gettext_lazy("Trump"),
        choices=[("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"), ("NT", pgettext("trump", "none"))],
        widget=forms.RadioSelect,
    )
    doubled = forms.TypedChoiceField(
        label=gettext_lazy("Doubled"),
        coerce=int,
        choices=[(0, gettext_lazy("no")), (1, gettext_lazy("doubled")), (2, gettext_lazy("redoubled"))],
        initial=0,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, names: Sequence[str], sheet: Sheet, **more: Any) -> None:
        super().__init__(*args, **more)
        seats = [("", _("Who?")), *enumerate(names)]
        self.fields["declarer"].choices = seats  # type: ignore[attr-defined]
        if sheet.contract is not None:
            noted = sheet.contract
            self.initial.update(
                declarer=noted.declarer, bid=noted.number, denomination=noted.denomination, doubled=noted.doubled
            )

    def contract(self) -> tuple[int, int, str, int]:
        """Return declarer, number, denomination and doubles."""
        chosen = self.cleaned_data
        return chosen["declarer"], chosen["bid"], chosen["denomination"], chosen["doubled"]


class HandForm(ContractForm):
    """How the running hand came out."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("How did it come out?"), choices=RESULTS, initial=COUNTED, widget=forms.RadioSelect
    )
    points = _number(gettext_lazy("Card points of the declarers"), 0, HIGHEST)

    def __init__(self, *args: Any, sheet: Sheet, **more: Any) -> None:
        super().__init__(*args, sheet=sheet, **more)
        if sheet.rules.compulsory_bidder is not None:
            choices = [choice for choice in RESULTS if choice[0] != "passed_out"]
            self.fields["outcome"].choices = choices  # type: ignore[attr-defined]
        # Each says what it is for; which of them are needed follows from how the hand came out.
        for field, missing in (
            ("declarer", _("Say who played the contract.")),
            ("bid", _("Give the number of the contract, from 28 to 56.")),
            ("denomination", _("Say what was trump.")),
            ("points", _("Give the card points, 0 to 56, or say that the hand was claimed.")),
        ):
            self.fields[field].error_messages["required"] = missing

    def clean(self) -> dict[str, Any]:
        """Forgive what is missing of what the chosen result does not need."""
        cleaned: dict[str, Any] = super().clean() or {}
        outcome = cleaned.get("outcome")
        idle = () if outcome == COUNTED else ("points",)
        for field in idle if outcome in PLAYED else ("declarer", "bid", "denomination", "doubled", "points"):
            self.errors.pop(field, None)
        return cleaned

    def result(self) -> dict[str, Any]:
        """Return what the hand's entry needs."""
        chosen = self.cleaned_data
        outcome = chosen["outcome"]
        if outcome not in PLAYED:
            return {"outcome": outcome}
        points = chosen["points"] if outcome == COUNTED else None
        if outcome == COUNTED:
            outcome = "made" if points >= chosen["bid"] else "failed"
        return {"outcome": outcome, "contract": self.contract(), "points": points}


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
