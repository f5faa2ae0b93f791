"""Every rule set, by its id. A new tradition is a module of its own and one line here."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from engine.errors import RulesError
from engine.fiftysix import international, standard
from engine.fiftysix import kerala as kerala_of_56
from engine.rules import RuleSet
from engine.twentyeight import book, house, kerala, pagat, wikipedia

Loader = Callable[[Mapping[str, object]], RuleSet]
"""Returns a rule set with these options."""

_LOADERS: Mapping[int, Mapping[str, Loader]] = {
    1: {
        **kerala.RULE_SETS,
        **pagat.RULE_SETS,
        **wikipedia.RULE_SETS,
        **book.RULE_SETS,
        **house.RULE_SETS,
        **international.RULE_SETS,
        **kerala_of_56.RULE_SETS,
        **standard.RULE_SETS,
    },
}
"""Every rule set, by the version of the engine and the id.

A rule set that comes to judge or score differently stays as it is, and its successor gets the next version:
`{**_LOADERS[1], **mended.RULE_SETS}`. What was played before is loaded by its own version for ever. Seats, sides, cards
and the way they are dealt belong to an id in every version; where they differ it is another game, with another id.
`tests/engine/test_versions.py` holds both.
"""

FIRST = min(_LOADERS)
"""The version of a record that names none."""
VERSION = max(_LOADERS)
"""The version by which new games are played."""


def versions() -> tuple[int, ...]:
    """Return the versions of the engine whose games can be played on, replayed and audited."""
    return tuple(_LOADERS)


def rule_set_ids() -> tuple[str, ...]:
    """Return the id of every rule set that can be played."""
    return tuple(_LOADERS[VERSION])


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
    if version not in _LOADERS:
        raise RulesError(
            "this program knows the versions 1 to {latest} of its rules, not version {version}",
            latest=VERSION,
            version=version,
        )
    loader = _LOADERS[version].get(rule_set_id)
    if loader is None:
        # A record may claim any text as its rules; the message stays a line.
        raise RulesError("there is no rule set {id}", id=repr(rule_set_id[:60]))
    if not options:
        return _standard(rule_set_id, version)
    rules = loader(options)
    return rules if rules.version == version else replace(rules, version=version)


@cache
def _standard(rule_set_id: str, version: int) -> RuleSet:
    """Return a rule set with the defaults of all options; pages ask for it after every card."""
    rules = _LOADERS[version][rule_set_id]({})
    return rules if rules.version == version else replace(rules, version=version)
