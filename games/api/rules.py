"""The rule sets, with their options."""

from functools import partial
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import ApiView, described, published
from clubs.api.problems import Problem
from games.words.phrases import translated

operation = partial(described, tag="rules")


class RulesShown(msgspec.Struct, frozen=True):
    """A rule set.

    Attributes:
        id: Its id, such as `28-kerala-4`.
        name: What people call it.
        about: What sets its tradition apart.
        players: How many sit at the table.
        direction: `clockwise` or `counter-clockwise`: how the turn runs around a real table.
        suits: The suit letters, in game order.
        ranks: The ranks of each suit, high to low.
        deck: Every card's code, in game order; one that the deck has twice stands twice.
        batches: How many cards a seat gets at a time.
        sides: The seats of each side.
        options: The options there are, with their defaults.
        page: Where the rules are written.
    """

    id: str
    name: str
    about: str
    players: int
    direction: str
    suits: str
    ranks: str
    deck: tuple[str, ...]
    batches: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    options: dict[str, Any]
    page: str


class RulesList(msgspec.Struct, frozen=True):
    """Every rule set."""

    results: tuple[RulesShown, ...]


def _shown(rules_id: str) -> RulesShown:
    rules = engine.load_rules(rules_id)
    page = reverse("games:rules", args=[rules.id])
    return published(RulesShown, rules, name=translated(rules.name), about=translated(rules.about), page=page)


class ListOfRules(ApiView):
    """The rule sets."""

    @operation("rules_list", RulesList)
    def get(self, request: Request) -> Response:
        """List the rule sets: with their options."""
        return Response(RulesList(tuple(_shown(rules_id) for rules_id in engine.rule_set_ids())))


class OneRuleSet(ApiView):
    """A rule set."""

    @operation("rules_retrieve", RulesShown)
    def get(self, request: Request, rules_id: str) -> Response:
        """Show a rule set: its cards, sides and options."""
        if rules_id not in engine.rule_set_ids():
            raise Problem("not-found", _("There is no such rule set."))
        return Response(_shown(rules_id))
