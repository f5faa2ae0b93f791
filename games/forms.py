"""Forms of the pages of play: opening a table, questioning a hand, checking a record."""

from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import QuerySet

import engine
from clubs.models import Club
from games.cited import family_of
from games.offered import OFFERED

ENDINGS = (
    ("hands", "After a number of hands"),
    ("elimination", "Until a side has no stakes left"),
    ("target", "Until a side has so many game points"),
    ("games", "A match of several games"),
    ("open", "When people stop, or the time is over"),
)
PACES = ((15, "Quick: 15 seconds"), (30, "Usual: 30 seconds"), (60, "Calm: 60 seconds"), (180, "No hurry: 3 minutes"))
MOST_PLAYERS = 8
SEATS = tuple((seat, "next after me" if seat == 1 else f"{seat} after me") for seat in range(1, MOST_PLAYERS))
LABELS = {
    "starting_stakes": ("Stakes each side starts with", ""),
    "cot": ("Cot", "Game points double where one side takes every trick."),
    "thani": ("Thani", "The bidder may undertake to win every trick alone."),
    "surrender": ("Surrender", "A side without a trick may offer to give in. Needs cot."),
    "four_card_cot": ("Four-card cot", "A player may undertake to win the four tricks of the first cards alone."),
    "four_card_cot_won": ("Four-card cot made is worth", ""),
    "four_card_cot_lost": ("Four-card cot lost costs", ""),
    "late_thani": ("Late thani", "Who has won six tricks alone may undertake the last two as well."),
    "late_thani_won": ("Late thani made is worth", ""),
    "late_thani_lost": ("Late thani lost costs", ""),
    "thani_kunukku": ("Kunukku for thani", "Who loses to a thani puts on a kunukku. Needs thani."),
    "salaams": ("Salaams", "Salaams instead of kunukku. Needs kunukku for thani."),
    "doubling": ("What a double does", ""),
}
"""What the options of the rule sets are called, and what they mean."""
WORDS = {"add": "adds one point, a redouble two", "multiply": "doubles the value, a redouble trebles it"}
MEMBERS: dict[str, tuple[str, ...]] = {
    "elimination": ("starting_stakes",),
    "hands": ("hands",),
    "target": ("game_points",),
    "games": ("best_of", "target", "lead"),
    "open": (),
}
"""The fields that each ending is made of."""
FAMILIES = {"28": "28: the trump is folded", "56": "56: calls name the trump"}


def rule_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rule sets that are offered, by id and name, grouped by game."""
    return [
        (label, [(rules, engine.load_rules(rules).name) for rules in OFFERED if family_of(rules) == family])
        for family, label in FAMILIES.items()
        if any(family_of(rules) == family for rules in OFFERED)
    ]


def endings_of(rules: engine.RuleSet) -> tuple[str, ...]:
    """Return the words of the endings that a rule set has."""
    return tuple(
        str(kind.__struct_config__.tag)
        for option in rules.declared
        if isinstance(option, engine.EndingOption)
        for kind in option.kinds
    )


class RulesSelect(forms.Select):
    """The choice of a rule set; each says what it has, so that the page shows the options of the one chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return an option with what its rule set has."""
        option = super().create_option(name, value, *args, **more)
        if value in OFFERED:
            rules = engine.load_rules(str(value))
            has = [declared.name for declared in rules.declared if declared.name != "ending"]
            has += [f"ending-{word}" for word in endings_of(rules)]
            has += [f"seat-{seat}" for seat in range(1, rules.players)]
            option["attrs"]["data-has"] = " ".join(has)
        return option


def option_fields() -> dict[str, forms.Field]:
    """Return a field for each option of the rule sets that are offered, but the ending."""
    fields: dict[str, forms.Field] = {}
    for rules_id in OFFERED:
        for option in engine.load_rules(rules_id).declared:
            label, hint = LABELS.get(option.name, (option.name, ""))
            said: dict[str, Any] = {"label": label, "help_text": hint, "required": False}
            match option:
                case engine.Flag():
                    fields.setdefault(option.name, forms.BooleanField(**said))
                case engine.Number():
                    number = forms.IntegerField(
                        min_value=option.low, max_value=option.high, initial=option.default, **said
                    )
                    fields.setdefault(option.name, number)
                case engine.Choice():
                    usual = [
                        ("", "as is usual in this game"),
                        *((word, WORDS.get(word, word)) for word in option.values),
                    ]
                    fields.setdefault(option.name, forms.ChoiceField(choices=usual, **said))
    return fields


class OpenTableForm(forms.Form):
    """The game, its clock, and who may sit. `command` is this form's own: sent twice, it opens one table.

    It has the options of every rule set; those that the chosen one does not have are hidden, and not read.
    """

    command = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)
    rules = forms.ChoiceField(label="Game", choices=rule_choices, widget=RulesSelect)
    bots = forms.TypedMultipleChoiceField(
        label="Bots of the house",
        choices=SEATS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Seats in the order of play. Bots sit down at once; seats without one wait for people.",
    )
    ending = forms.ChoiceField(label="The game ends", choices=ENDINGS, initial="hands", widget=forms.RadioSelect)
    hands = forms.IntegerField(label="Number of hands", min_value=1, max_value=500, initial=8)
    game_points = forms.IntegerField(label="Game points to reach", min_value=1, max_value=100, initial=10)
    best_of = forms.TypedChoiceField(label="Games", choices=[(n, f"best of {n}") for n in range(1, 10, 2)], coerce=int)
    target = forms.IntegerField(label="Stake points that win a game", min_value=1, max_value=100, initial=12)
    lead = forms.IntegerField(label="With a lead of at least", min_value=1, max_value=20, initial=2)
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
        self.fields |= option_fields()
        self.initial.setdefault("rules", OFFERED[0])

    def option_fields(self) -> list[forms.BoundField]:
        """Return the options of the games, but for those that belong to an ending."""
        return [self[name] for name in option_fields() if name != "starting_stakes"]

    def clean(self) -> dict[str, Any]:
        """Forgive what is wrong with fields that the chosen game or ending does not have, and judge the options."""
        cleaned: dict[str, Any] = super().clean() or {}
        ending = cleaned.get("ending")
        rules = engine.load_rules(cleaned["rules"]) if "rules" in cleaned else None
        declared = {option.name for option in rules.declared} if rules else set()
        hidden = {field for word, fields in MEMBERS.items() if word != ending for field in fields}
        for name in hidden | (option_fields().keys() - declared):
            self.errors.pop(name, None)
        cleaned["bots"] = tuple(seat for seat in cleaned.get("bots") or () if rules and seat < rules.players)
        if rules is None or self.errors:
            return cleaned
        if ending not in endings_of(rules):
            self.add_error("ending", "This game does not end so.")
            return cleaned
        try:
            engine.load_rules(rules.id, self.options())
        except engine.RulesError as refused:
            self.add_error(refused.option if refused.option in self.fields else None, str(refused))
        return cleaned

    def options(self) -> dict[str, Any]:
        """Return the options of the rule set."""
        said = self.cleaned_data
        rules = engine.load_rules(said["rules"])
        chosen: dict[str, Any] = {
            option.name: said[option.name]
            for option in rules.declared
            if option.name not in ("ending", "starting_stakes") and said.get(option.name) not in (None, "")
        }
        match said["ending"]:
            case "hands":
                chosen["ending"] = {"type": "hands", "count": said["hands"]}
            case "target":
                chosen["ending"] = {"type": "target", "game_points": said["game_points"]}
            case "games":
                members = {name: said[name] for name in MEMBERS["games"]}
                chosen["ending"] = {"type": "games", **members}
            case word:
                chosen["ending"] = {"type": word}
                if word == "elimination" and said.get("starting_stakes") is not None:
                    chosen["starting_stakes"] = said["starting_stakes"]
        return chosen


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
