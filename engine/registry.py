"""Every rule set, by its id. A new tradition is a module of its own and one line here."""

from collections.abc import Callable, Mapping

from engine.errors import RulesError
from engine.fiftysix import international, standard
from engine.fiftysix import kerala as kerala_of_56
from engine.rules import RuleSet
from engine.twentyeight import book, house, kerala, pagat, wikipedia

VERSION = 1
"""How the engine plays. It grows when a rule set comes to judge, score or deal differently; what was played before is
then still loaded by its own version."""

_LOADERS: dict[str, Callable[[Mapping[str, object]], RuleSet]] = {
    **kerala.RULE_SETS,
    **pagat.RULE_SETS,
    **wikipedia.RULE_SETS,
    **book.RULE_SETS,
    **house.RULE_SETS,
    **international.RULE_SETS,
    **kerala_of_56.RULE_SETS,
    **standard.RULE_SETS,
}


def rule_set_ids() -> tuple[str, ...]:
    """Return the id of every rule set that can be played."""
    return tuple(_LOADERS)


def load_rules(rule_set_id: str, options: Mapping[str, object] | None = None, *, version: int = VERSION) -> RuleSet:
    """Return a rule set with its options.

    Args:
        rule_set_id: Such as `28-kerala-4`.
        options: Values for the options that the rule set declares; the others have their defaults.
        version: The version of the engine by which a game was begun.

    Raises:
        RulesError: There is no such rule set, option, value or version.

    >>> load_rules("28-kerala-3", {"starting_stakes": 6}).players
    3
    """
    if version != VERSION:
        raise RulesError(f"this program plays by version {VERSION} of the rules, not by version {version}")
    loader = _LOADERS.get(rule_set_id)
    if loader is None:
        # A record may claim any text as its rules; the message stays a line.
        raise RulesError(f"there is no rule set {rule_set_id[:60]!r}")
    return loader({} if options is None else options)
