"""Forms of rules: a rule set with its options, house rules, and the season they are frozen for."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from clubs.house.selectors import coming_seasons, rules_of
from clubs.house.words import CHOICES, ENDINGS, FAMILIES, LABELS, rules_words
from clubs.models import Club, HouseRules, Season

MEMBERS: dict[str, tuple[str, ...]] = {
    "elimination": ("starting_stakes",),
    "hands": ("hands",),
    "target": ("game_points",),
    "games": ("best_of", "target", "lead"),
    "open": (),
}
"""The fields that each ending is made of."""
MOST_GAMES = 9


def rule_names(*, family: str = "", sides: int | None = None) -> list[tuple[str, str]]:
    """Return the rule sets by id and name: all of them, or those of a family, or with so many sides."""
    known = [engine.load_rules(rules_id) for rules_id in engine.rule_set_ids()]
    return [
        (rules.id, _(rules.name))
        for rules in known
        if family in ("", rules.family) and sides in (None, len(rules.sides))
    ]


def rule_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rule sets by id and name, grouped by game."""
    return [(str(label), rule_names(family=family)) for family, label in FAMILIES.items()]


def endings_of(rules: engine.RuleSet) -> tuple[str, ...]:
    """Return the words of the endings that a rule set has."""
    return tuple(
        str(kind.__struct_config__.tag)
        for option in rules.declared
        if isinstance(option, engine.EndingOption)
        for kind in option.kinds
    )


def has_of(rules: engine.RuleSet) -> str:
    """Return what a rule set has, as the page's styles look for it: options, endings, further seats and sides."""
    has = [declared.name for declared in rules.declared if declared.name != "ending"]
    has += [f"ending-{word}" for word in endings_of(rules)]
    has += [f"seat-{seat}" for seat in range(1, rules.players)]
    return " ".join([*has, *(f"side-{side}" for side in range(1, len(rules.sides)))])


class RulesSelect(forms.Select):
    """The choice of a rule set; each says what it has, so that the page shows the options of the one chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return an option with what its rule set has."""
        option = super().create_option(name, value, *args, **more)
        if value in engine.rule_set_ids():
            option["attrs"]["data-has"] = has_of(engine.load_rules(str(value)))
        return option


class HouseSelect(forms.Select):
    """The choice of house rules; each says what its rule set has, so that the page shows the seats there are."""

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return an option with what its rule set has."""
        option = super().create_option(name, value, *args, **more)
        instance = getattr(value, "instance", None)
        if instance is not None:
            option["attrs"]["data-has"] = has_of(rules_of(instance))
        return option


class HouseChoice(forms.ModelChoiceField):
    """A select of house rules, club by club."""

    def label_from_instance(self, obj: HouseRules) -> str:
        """Show the name and the club, for two clubs may have rules of one name."""
        return _("%(rules)s (%(club)s)") % {"rules": obj.name, "club": obj.club.name}


def option_fields() -> dict[str, forms.Field]:
    """Return a field for each option that any rule set has, but the ending."""
    fields: dict[str, forms.Field] = {}
    for rules_id in engine.rule_set_ids():
        for option in engine.load_rules(rules_id).declared:
            label, hint = LABELS[option.name]
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
                    usual = [("", _("as usual in this game")), *((word, CHOICES[word]) for word in option.values)]
                    fields.setdefault(option.name, forms.ChoiceField(choices=usual, **said))
    return fields


def conditions() -> dict[str, str]:
    """Return for each option that only counts with a flag the name of that flag."""
    found: dict[str, str] = {}
    for rules_id in engine.rule_set_ids():
        for option in engine.load_rules(rules_id).declared:
            if flag := getattr(option, "needs", "") or getattr(option, "within", ""):
                found[option.name] = flag
    return found


def best_of_choices() -> list[tuple[int, str]]:
    """Return the numbers of games that a match may be the best of."""
    return [(number, _("best of %(number)s") % {"number": number}) for number in range(1, MOST_GAMES + 1, 2)]


class RulesForm(forms.Form):
    """A rule set with its options.

    It has the options of every rule set; those that the chosen one does not have are hidden, and not read.
    """

    rules = forms.ChoiceField(label=gettext_lazy("Game"), choices=rule_choices, widget=RulesSelect)
    ending = forms.ChoiceField(
        label=gettext_lazy("The game ends"), choices=ENDINGS, initial="hands", widget=forms.RadioSelect
    )
    hands = forms.IntegerField(label=gettext_lazy("Number of hands"), min_value=1, max_value=500, initial=8)
    game_points = forms.IntegerField(label=gettext_lazy("Game points to reach"), min_value=1, max_value=100, initial=10)
    best_of = forms.TypedChoiceField(label=gettext_lazy("Games"), coerce=int, choices=best_of_choices)
    target = forms.IntegerField(
        label=gettext_lazy("Stake points that win a game"), min_value=1, max_value=100, initial=12
    )
    lead = forms.IntegerField(label=gettext_lazy("With a lead of at least"), min_value=1, max_value=20, initial=2)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields |= option_fields()
        self.initial.setdefault("rules", engine.rule_set_ids()[0])

    def option_rows(self) -> list[tuple[forms.BoundField, str]]:
        """Return the options, but for those that belong to an ending, each with the flag it counts with, if any."""
        flags = conditions()
        return [(self[name], flags.get(name, "")) for name in option_fields() if name != "starting_stakes"]

    def clean(self) -> dict[str, Any]:
        """Forgive what is wrong with fields that the chosen game or ending does not have, and judge the options."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.wants_rules(cleaned):
            self.forgive(
                {"rules", "ending"} | option_fields().keys() | {name for one in MEMBERS.values() for name in one}
            )
            return cleaned
        ending = cleaned.get("ending")
        rules = engine.load_rules(cleaned["rules"]) if "rules" in cleaned else None
        declared = {option.name: option for option in rules.declared} if rules else {}
        hidden = {field for word, fields in MEMBERS.items() if word != ending for field in fields}
        idle = {
            name
            for name, option in declared.items()
            if isinstance(option, engine.Number) and option.within and not cleaned.get(option.within)
        }
        self.forgive(hidden | idle | (option_fields().keys() - declared.keys()))
        if rules is None or self.errors:
            return cleaned
        if ending and ending not in endings_of(rules):
            self.add_error("ending", _("This game does not end in this way."))
            return cleaned
        options = self.options()
        try:
            engine.load_rules(rules.id, options)
        except engine.RulesError as refused:
            at = refused.option if refused.option in self.fields else None
            self.add_error(at, rules_words(refused, rules.id, options))
        return cleaned

    def wants_rules(self, cleaned: dict[str, Any]) -> bool:
        """Tell whether the rules are chosen in this form, and not elsewhere."""
        return True

    def forgive(self, names: set[str]) -> None:
        """Forget what is wrong with these fields."""
        for name in names:
            self.errors.pop(name, None)

    def options(self) -> dict[str, Any]:
        """Return the options that were chosen, as JSON."""
        said = self.cleaned_data
        chosen: dict[str, Any] = {}
        for option in engine.load_rules(said["rules"]).declared:
            value = said.get(option.name)
            idle = isinstance(option, engine.Number) and option.within and not said.get(option.within)
            if option.name not in ("ending", "starting_stakes") and value not in (None, "") and not idle:
                chosen[option.name] = value
        match said["ending"]:
            case "":
                pass
            case "hands":
                chosen["ending"] = {"type": "hands", "count": said["hands"]}
            case "target":
                chosen["ending"] = {"type": "target", "game_points": said["game_points"]}
            case "games":
                chosen["ending"] = {"type": "games", **{name: said[name] for name in MEMBERS["games"]}}
            case word:
                chosen["ending"] = {"type": word}
                if word == "elimination" and said.get("starting_stakes") is not None:
                    chosen["starting_stakes"] = said["starting_stakes"]
        return chosen


def initial_of(rules_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return what a form of these rules begins with."""
    initial = {"rules": rules_id, "ending": "", **options}
    ending = options.get("ending")
    if isinstance(ending, dict):
        initial |= ending
        initial["ending"] = ending["type"]
        if ending["type"] == "hands":
            initial["hands"] = ending["count"]
    elif "starting_stakes" in options:
        initial["ending"] = "elimination"
    return initial


class HouseRulesForm(RulesForm):
    """House rules: a name, and a rule set with its options."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Your members' name for it, such as “Friday 28”."),
    )
    ending = forms.ChoiceField(
        label=gettext_lazy("The game ends"),
        choices=(("", gettext_lazy("As usual in this game")), *ENDINGS),
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, house: HouseRules | None = None, **more: Any) -> None:
        if house is not None:
            more["initial"] = {"name": house.name, **initial_of(house.rules, house.options), **more.get("initial", {})}
        super().__init__(*args, **more)


class FreezeForm(forms.Form):
    """The season that house rules are frozen for: one that the club has, or a new one."""

    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("a new season"),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the season"), max_length=60, help_text=gettext_lazy("For example “Winter 2026”.")
    )
    begins = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}))
    sure = forms.BooleanField(
        label=gettext_lazy("Yes: nobody can change these rules before the season is over."),
        error_messages={"required": gettext_lazy("Confirm that you are sure: it cannot be undone.")},
    )

    def __init__(self, *args: Any, club: Club, makes: bool = True, **more: Any) -> None:
        """Make the form.

        Args:
            args: As for any form.
            club: The club.
            makes: Whether a new season may be made here.
            more: As for any form.
        """
        super().__init__(*args, **more)
        seasons = self.fields["season"]
        seasons.queryset = coming_seasons(club)  # type: ignore[attr-defined]
        if not makes:
            for name in ("name", "begins", "ends"):
                del self.fields[name]
            seasons.required = True
            seasons.empty_label = gettext_lazy("choose one")  # type: ignore[attr-defined]
            seasons.help_text = gettext_lazy("Only members who keep the club's books make seasons.")

    def clean(self) -> dict[str, Any]:
        """Forgive what is wrong with a new season where one is chosen that the club has."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("season") is not None:
            for field in ("name", "begins", "ends"):
                self.errors.pop(field, None)
                cleaned.setdefault(field, None)
        return cleaned
