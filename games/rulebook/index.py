"""All rule sets, by game and tradition."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_noop

import engine
from games.rulebook.facts import summary_of
from games.rulebook.ledger import Table, ledger
from games.rulebook.pages import TableShown, shown_table, tradition_of
from games.words.citations import family_of
from games.words.phrases import translated

NAMES = (
    gettext_noop("28, Kerala rules"),
    gettext_noop("28, common rules"),
    gettext_noop("28 with base cards"),
    gettext_noop("28, Central Kerala"),
    gettext_noop("28, the race to fifteen"),
    gettext_noop("28 by house rules"),
    gettext_noop("56, International rules"),
    gettext_noop("56, Kerala rules"),
    gettext_noop("56, Standard rules"),
)
"""The names of traditions: those of their first rule sets, without the number of players."""


@dataclass(frozen=True, slots=True)
class RuleSetEntry:
    """A rule set in the list."""

    id: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Tradition:
    """The rule sets of one tradition, with their common features in a sentence."""

    name: str
    about: str
    entries: tuple[RuleSetEntry, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A family of games: its traditions, and the ledger's table of all its rule sets."""

    family: str
    traditions: tuple[Tradition, ...]
    table: TableShown | None


def games() -> tuple[Game, ...]:
    """Return all rule sets, by game and tradition, in the order of the registry."""
    return _games(get_language())


@lru_cache(maxsize=len(settings.LANGUAGES))
def _games(language: str | None) -> tuple[Game, ...]:
    # Cached by language: it holds names and summaries.
    grouped: dict[str, dict[str, list[engine.RuleSet]]] = {}
    for rules_id in engine.rule_set_ids():
        rules = engine.load_rules(rules_id)
        grouped.setdefault(family_of(rules_id), {}).setdefault(tradition_of(rules_id), []).append(rules)
    return tuple(
        Game(family, tuple(_tradition(found) for found in traditions.values()), _side_by_side(family))
        for family, traditions in grouped.items()
    )


def _tradition(found: list[engine.RuleSet]) -> Tradition:
    entries = tuple(RuleSetEntry(rules.id, translated(rules.name), summary_of(rules)) for rules in found)
    return Tradition(gettext(found[0].name.rpartition(", ")[0]), translated(found[0].about), entries)


def _side_by_side(family: str) -> TableShown | None:
    """Return the ledger's table of the family's rule sets, each id a link to its page."""
    known = set(engine.rule_set_ids())
    for section in ledger(family).sections:
        for block in section.blocks:
            if isinstance(block, Table) and any(row.cells[0].strip("`") in known for row in block.rows):
                return shown_table(block, lambda name: reverse("games:rules", args=[name]) if name in known else "")
    return None
