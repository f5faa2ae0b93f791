"""Forms of the live table: joining by a name, opening a table."""

from typing import Any
from uuid import uuid4

import msgspec
from django import forms
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from clubs.house.forms import HouseChoice, HouseSelect, RulesForm
from clubs.house.selectors import house_rules_of
from clubs.models import Club, HouseRules
from clubs.people.services import NAME_LENGTH
from games.bots.levels import STEADY, STRONG
from games.events.tables import Terms

PACES = (
    (15, gettext_lazy("Quick: 15 seconds")),
    (30, gettext_lazy("Usual: 30 seconds")),
    (60, gettext_lazy("Calm: 60 seconds")),
    (180, gettext_lazy("No hurry: 3 minutes")),
)
USUAL = (
    "28-kerala-4",
    "28-kerala-3",
    "28-central-kerala-6",
    "56-international-4",
    "56-international-6",
    "56-international-8",
)
"""The rule sets that have a card above the list of all: one for each number of players."""
MOST_PLAYERS = 8
WAITS_SECONDS = 120
"""Seconds of the pause between hands where one person plays with bots: long enough to read the result, and to press
"Deal now" at leisure. Others wait for nobody for so long."""
SEATS = tuple(
    (seat, gettext_lazy("next after me") if seat == 1 else format_lazy(gettext_lazy("{seat} after me"), seat=seat))
    for seat in range(1, MOST_PLAYERS)
)


class JoinForm(forms.Form):
    """How somebody without an account sits down: by a name."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(
            attrs={"form": "join-form", "autocomplete": "nickname", "enterkeyhint": "go", "autocapitalize": "words"}
        ),
    )


class OpenTableForm(RulesForm):
    """The game, its clock, and who may sit. `command` is this form's own: sent twice, it opens one table."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    house = HouseChoice(
        label=gettext_lazy("House rules"),
        queryset=HouseRules.objects.none(),
        required=False,
        empty_label=gettext_lazy("none: choose the game here"),
        widget=HouseSelect,
    )
    bots = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Bots"),
        choices=SEATS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Seats in the order of play. Bots sit down at once; seats without a bot wait for people."
        ),
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Level of the bots"),
        choices=((STEADY, gettext_lazy("normal")), (STRONG, gettext_lazy("strong (slower)"))),
        initial=STEADY,
        required=False,
        widget=forms.RadioSelect,
    )
    action_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Time for each turn"), choices=PACES, coerce=int, initial=30
    )
    reserve_seconds = forms.IntegerField(
        label=gettext_lazy("Reserve for the whole game, in seconds"), min_value=0, max_value=3600, initial=120,
        help_text=gettext_lazy("Used when a turn takes longer; then the server passes or plays the lowest card."),
    )  # fmt: skip
    play_minutes = forms.IntegerField(
        label=gettext_lazy("Time limit (minutes)"), min_value=1, max_value=600, required=False,
        help_text=gettext_lazy("No hand starts after this; then the leader wins."),
    )  # fmt: skip
    name = forms.CharField(label=gettext_lazy("Name of the table"), max_length=60, required=False)
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"), queryset=Club.objects.none(), required=False, empty_label=gettext_lazy("No club")
    )
    invitation = forms.BooleanField(
        label=gettext_lazy("By invitation only"),
        required=False,
        help_text=gettext_lazy("You get a link to pass on; no list shows the table."),
    )
    shown = forms.BooleanField(
        label=gettext_lazy("Spectators see my hand, a minute late"),
        required=False,
        help_text=gettext_lazy("Otherwise they see no hand at all."),
    )
    uncounted = forms.BooleanField(
        label=gettext_lazy("Running score hidden"), required=False,
        help_text=gettext_lazy("As at a real table: the points appear when the hand is over."),
    )  # fmt: skip
    silent = forms.BooleanField(
        label=gettext_lazy("No chat"),
        required=False,
        help_text=gettext_lazy("Otherwise players at the table can write to each other."),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["house"].queryset = house_rules_of(clubs)  # type: ignore[attr-defined]

    def wants_rules(self, cleaned: dict[str, Any]) -> bool:
        """Tell whether the game is chosen here, and not by house rules."""
        return cleaned.get("house") is None

    def clean(self) -> dict[str, Any]:
        """Judge the rules, take only bots that the game has seats for, and keep house rules to their club."""
        cleaned = super().clean()
        house: HouseRules | None = cleaned.get("house")
        rules_id = house.rules if house is not None else cleaned.get("rules")
        players = engine.load_rules(rules_id).players if rules_id else 0
        cleaned["bots"] = tuple(seat for seat in cleaned.get("bots") or () if seat < players)
        if house is not None:
            if cleaned.get("club") not in (None, house.club):
                self.add_error("house", _("These are house rules of %(club)s.") % {"club": house.club.name})
            cleaned["club"] = house.club
        return cleaned

    def terms(self) -> Terms:
        """Return the terms of play."""
        cleaned = self.cleaned_data
        terms = Terms(
            action_seconds=cleaned["action_seconds"],
            reserve_seconds=cleaned["reserve_seconds"],
            play_minutes=cleaned["play_minutes"],
            shown_seat=0 if cleaned["shown"] else None,
            running_count=not cleaned["uncounted"],
            chat=not cleaned["silent"],
        )
        return msgspec.structs.replace(terms, pause_seconds=WAITS_SECONDS) if self.alone() else terms

    def alone(self) -> bool:
        """Tell whether every other seat has a bot."""
        house: HouseRules | None = self.cleaned_data["house"]
        rules = engine.load_rules(house.rules if house is not None else self.cleaned_data["rules"])
        return len(self.cleaned_data["bots"]) == rules.players - 1
