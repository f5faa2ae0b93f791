"""The options of rule sets in words: their labels, their meanings, and the summary of a game with some of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

import engine

Words = str | Promise

FAMILIES: dict[str, Words] = {
    "28": gettext_lazy("28: the trump is folded"),
    "56": gettext_lazy("56: calls name the trump"),
}
ENDINGS: tuple[tuple[str, Words], ...] = (
    ("hands", gettext_lazy("After a number of hands")),
    ("elimination", gettext_lazy("Until a side has no stakes left")),
    ("target", gettext_lazy("First to a number of game points")),
    ("games", gettext_lazy("A match of several games")),
    ("open", gettext_lazy("When players stop, or the time is over")),
)
"""The endings of games by their types."""
LABELS: dict[str, tuple[Words, Words]] = {
    "ending": (gettext_lazy("The game ends"), ""),
    "starting_stakes": (gettext_lazy("Stakes each side starts with"), ""),
    "cot": (gettext_lazy("Cot"), gettext_lazy("Game points double if one side takes every trick.")),
    "thani": (gettext_lazy("Thani"), gettext_lazy("The bidder may play alone and try to win every trick.")),
    "surrender": (gettext_lazy("Surrender"), gettext_lazy("A side without a trick may offer to surrender. Needs cot.")),
    "four_card_cot": (
        gettext_lazy("Four-card cot"),
        gettext_lazy("A player may play alone and try to win the four tricks of the first cards."),
    ),
    "four_card_cot_won": (gettext_lazy("Four-card cot made is worth"), ""),
    "four_card_cot_lost": (gettext_lazy("Four-card cot lost costs"), ""),
    "late_thani": (
        gettext_lazy("Late thani"),
        gettext_lazy("A player who has won six tricks alone may also try the last two."),
    ),
    "late_thani_won": (gettext_lazy("Late thani made is worth"), ""),
    "late_thani_lost": (gettext_lazy("Late thani lost costs"), ""),
    "thani_kunukku": (
        gettext_lazy("Kunukku for thani"),
        gettext_lazy("Players who lose to a thani put on a kunukku. Needs thani."),
    ),
    "salaams": (gettext_lazy("Salaams"), gettext_lazy("Salaams instead of kunukku. Needs kunukku for thani.")),
    "doubling": (gettext_lazy("Value of a double"), ""),
}
"""The labels of the options of rule sets, and their meanings."""
CHOICES: dict[str, Words] = {
    "add": gettext_lazy("adds one point, a redouble two"),
    "multiply": gettext_lazy("doubles the value, a redouble trebles it"),
}
"""The words that an option may be a choice of."""


@dataclass(frozen=True, slots=True)
class OptionSaid:
    """An option in words.

    Attributes:
        name: Its name in a record.
        label: Its label.
        meaning: Its meaning; may be empty.
        value: The chosen value.
        usual: The default value.
        differs: Whether the two differ.
        rule: The rule that defines it.
        idle: The flag without which it has no effect is off.
    """

    name: str
    label: str
    meaning: str
    value: str
    usual: str
    differs: bool
    rule: str
    idle: bool


def label_of(name: str) -> str:
    """Return the label of an option."""
    return str(LABELS[name][0])


def ending_words(ending: Any, rules: engine.RuleSet) -> str:
    """Return how a game ends, as a sentence.

    Args:
        ending: The ending, as `RuleSet.options` has it.
        rules: The rule set, with its options.
    """
    match ending["type"]:
        case "hands":
            count = ending["count"]
            return ngettext("The game ends after %(count)s hand.", "The game ends after %(count)s hands.", count) % {
                "count": count
            }
        case "elimination":
            return _("The game ends when a side has no stakes left; each starts with %(stakes)s.") % {
                "stakes": rules.options["starting_stakes"]
            }
        case "target":
            points = ending["game_points"]
            return ngettext(
                "The first side to have %(points)s game point wins the game.",
                "The first side to have %(points)s game points wins the game.",
                points,
            ) % {"points": points}
        case "games":
            return _(
                "The match is the best of %(games)s games; a game is won with %(target)s stake points and a lead of "
                "%(lead)s."
            ) % {"games": ending["best_of"], "target": ending["target"], "lead": ending["lead"]}
    return _("The game ends when players stop, or when the time is over.")


def value_words(option: engine.Option, value: Any, rules: engine.RuleSet) -> str:
    """Return the value of an option in words.

    Args:
        option: The option.
        value: Its value, as `RuleSet.options` has it.
        rules: The rule set, with its options.
    """
    match option:
        case engine.Flag():
            return pgettext("an option", "played") if value else pgettext("an option", "not played")
        case engine.EndingOption():
            return ending_words(value, rules)
        case engine.Choice():
            return str(CHOICES.get(value, value))
    return str(value)


def options_said(rules: engine.RuleSet) -> list[OptionSaid]:
    """Return every option of a rule set in words, those that differ from the defaults first."""
    usual = engine.load_rules(rules.id, version=rules.version)
    chosen, common = rules.options, usual.options
    said = [
        OptionSaid(
            name=option.name,
            label=label_of(option.name),
            meaning=str(LABELS[option.name][1]),
            value=value_words(option, chosen[option.name], rules),
            usual=value_words(option, common[option.name], usual),
            differs=chosen[option.name] != common[option.name],
            rule=option.rule,
            idle=isinstance(option, engine.Number) and bool(option.within) and not chosen[option.within],
        )
        for option in rules.declared
    ]
    return sorted(said, key=lambda option: not option.differs)


def summary_of(rules: engine.RuleSet) -> list[str]:
    """Return a summary of a game by these rules in a few sentences: the game, the chosen options, and the ending."""
    flags = [option for option in rules.declared if isinstance(option, engine.Flag) and rules.options[option.name]]
    name = _(rules.name)
    if flags:
        listed = get_text_list([label_of(flag.name).lower() for flag in flags], _("and"))
        said = [_("%(game)s, with %(options)s.") % {"game": name, "options": listed}]
    else:
        said = [_("%(game)s.") % {"game": name}]
    said += [
        _("%(option)s: %(value)s.") % {"option": option.label, "value": option.value}
        for option in options_said(rules)
        if option.differs and not option.idle and not _is_told(rules, option.name)
    ]
    return [*said, ending_words(rules.options["ending"], rules)]


def _is_told(rules: engine.RuleSet, name: str) -> bool:
    """Tell whether the other sentences cover an option: the flags, the ending, and its stakes."""
    told = {option.name for option in rules.declared if isinstance(option, engine.Flag | engine.EndingOption)}
    return name in told | {"starting_stakes"}


def rules_words(fault: engine.RulesError, rules_id: str, options: Mapping[str, Any]) -> str:
    """Return the reason why options are refused, in plain words.

    Args:
        fault: The refusal.
        rules_id: The rule set.
        options: The options that were chosen.
    """
    try:
        declared = {option.name: option for option in engine.load_rules(rules_id).declared}
    except engine.RulesError:
        return _("There is no such rule set.")
    option = declared.get(fault.option or "")
    if option is None:
        return _("This game has no such option.")
    if isinstance(option, engine.Flag) and option.needs and options.get(option.name) is True:
        return _("%(option)s is played only together with %(needed)s: choose both, or neither.") % {
            "option": label_of(option.name),
            "needed": label_of(option.needs).lower(),
        }
    match option:
        case engine.Number():
            return _("A whole number from %(low)s to %(high)s.") % {"low": option.low, "high": option.high}
        case engine.Flag():
            return _("Choose yes or no.")
        case engine.EndingOption():
            return _("This game does not end in this way.")
    return _("Choose one of the values offered.")
