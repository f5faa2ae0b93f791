"""The rules of a game for templates: a summary in a few sentences, and the address of the full text."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from clubs.house.words import summary_of
from games.tables.view.table import HouseNamed

register = template.Library()


@register.simple_tag
def game_summary(rules: str, options: Mapping[str, Any], version: int) -> list[str]:
    """Return a summary of a game by these rules, in a few sentences; for an unknown version a note that it is unknown.

    Args:
        rules: The rule set's id.
        options: Its options, or those that differ from its defaults.
        version: The version of the engine by which it is played.
    """
    try:
        return summary_of(engine.load_rules(rules, options, version=version))
    except engine.RulesError:
        return [
            _("It was played by version %(version)s of the rules, which this server does not know.")
            % {"version": version}
        ]


@register.simple_tag
def rules_page(rules: str, house: HouseNamed | UUID | None = None) -> str:
    """Return the address of a rule set's page, with the options chosen by house rules."""
    address = reverse("games:rules", args=[rules])
    chosen = house.id if isinstance(house, HouseNamed) else house
    return address if chosen is None else f"{address}?house={chosen}"
