"""Forms of the pages of play: opening a table, questioning a hand, checking a record."""

from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import QuerySet

import engine
from clubs.models import Club
from games.offered import OFFERED

ENDINGS = (
    ("elimination", "Until a side has no stakes left"),
    ("hands", "After a number of hands"),
    ("target", "Until a side has so many game points"),
)
PACES = ((15, "Quick: 15 seconds"), (30, "Usual: 30 seconds"), (60, "Calm: 60 seconds"), (180, "No hurry: 3 minutes"))
SEATS = ((1, "to my left"), (2, "opposite me"), (3, "to my right"))


def rule_choices() -> list[tuple[str, str]]:
    """Return the rule sets that are offered, by id and name."""
    return [(rules, engine.load_rules(rules).name) for rules in OFFERED]


class OpenTableForm(forms.Form):
    """The game, its clock, and who may sit. `command` is this form's own: sent twice, it opens one table."""

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    rules = forms.ChoiceField(label="Game", choices=rule_choices, widget=forms.RadioSelect)
    bots = forms.TypedMultipleChoiceField(
        label="Bots of the house",
        choices=SEATS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="They sit down at once. Seats without one wait for people.",
    )
    ending = forms.ChoiceField(label="The game ends", choices=ENDINGS, initial="elimination", widget=forms.RadioSelect)
    starting_stakes = forms.IntegerField(label="Stakes each side starts with", min_value=1, max_value=1000, initial=20)
    hands = forms.IntegerField(label="Number of hands", min_value=1, max_value=500, initial=8)
    game_points = forms.IntegerField(label="Game points to reach", min_value=1, max_value=100, initial=10)
    action_seconds = forms.TypedChoiceField(label="Time for each turn", choices=PACES, coerce=int, initial=30)
    reserve_seconds = forms.IntegerField(
        label="Reserve for the whole game, in seconds", min_value=0, max_value=3600, initial=120,
        help_text="Used up when a turn takes longer; then the server passes or plays the lowest card.",
    )  # fmt: skip
    play_minutes = forms.IntegerField(
        label="Play for so many minutes", min_value=1, max_value=600, required=False,
        help_text="No hand begins after it; the standing then decides.",
    )  # fmt: skip
    name = forms.CharField(label="Name of the table", max_length=60, required=False)
    club = forms.ModelChoiceField(label="Club", queryset=Club.objects.none(), required=False, empty_label="No club")
    invitation = forms.BooleanField(
        label="By invitation only", required=False, help_text="You get a link to pass on; the table is in no list."
    )
    shown = forms.BooleanField(
        label="Spectators see my hand, a minute late", required=False, help_text="Otherwise they see no hand at all."
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["rules"].initial = OFFERED[0]

    def clean(self) -> dict[str, Any]:
        """Forgive what is wrong with the numbers of the endings that were not chosen."""
        cleaned: dict[str, Any] = super().clean() or {}
        needed = {"elimination": "starting_stakes", "hands": "hands", "target": "game_points"}
        for ending, field in needed.items():
            if ending != cleaned.get("ending"):
                self.errors.pop(field, None)
        players = engine.load_rules(cleaned["rules"]).players if "rules" in cleaned else 4
        cleaned["bots"] = tuple(seat for seat in cleaned.get("bots") or () if seat < players)
        return cleaned

    def options(self) -> dict[str, Any]:
        """Return the options of the rule set."""
        said = self.cleaned_data
        if said["ending"] == "hands":
            return {"ending": {"type": "hands", "count": said["hands"]}}
        if said["ending"] == "target":
            return {"ending": {"type": "target", "game_points": said["game_points"]}}
        return {"starting_stakes": said["starting_stakes"]}


class DisputeForm(forms.Form):
    """A question about a finished hand."""

    question = forms.CharField(
        label="What do you question?", max_length=500, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One sentence is best: what happened, and what should have.",
    )  # fmt: skip
    step = forms.IntegerField(label="At which step", min_value=0, max_value=999, required=False)


class VerifyForm(forms.Form):
    """A hand's proof, pasted."""

    proof = forms.CharField(
        label="The proof of a hand", max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text="The text of a downloaded proof, from its first { to its last }.",
    )  # fmt: skip
