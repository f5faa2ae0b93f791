"""What a game is played by, for templates: the rules in a few sentences, and where they are written."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from clubs.house.words import summary_of
from games.tableview import HouseNamed

register = template.Library()


@register.simple_tag
def game_summary(rules: str, options: Mapping[str, Any], version: int) -> list[str]:
    """Return what a game by these rules is, in a few sentences; of a version that is not known here, that this is so.

    Args:
        rules: The rule set's id.
        options: Its options, or those that differ from its defaults.
        version: The version of the engine by which it is played.
    """
    try:
        return summary_of(engine.load_rules(rules, options, version=version))
    except engine.RulesError:
        return [_("It was played by version %(version)s of the rules, which is not known here.") % {"version": version}]


@register.simple_tag
def rules_page(rules: str, house: HouseNamed | UUID | None = None) -> str:
    """Return the address of a rule set's page, with what house rules chose of its options."""
    address = reverse("games:rules", args=[rules])
    chosen = house.id if isinstance(house, HouseNamed) else house
    return address if chosen is None else f"{address}?house={chosen}"
