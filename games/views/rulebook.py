"""The rule book: one rule set in reading order, each id an anchor."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

import engine
from games.ledger import sections


@require_GET
def rule_sets(request: HttpRequest) -> HttpResponse:
    """The rule sets that can be played."""
    found = [engine.load_rules(rules) for rules in engine.rule_set_ids()]
    return render(request, "games/rule_sets.html", {"rule_sets": found})


@require_GET
def rules(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The rules of one rule set."""
    try:
        rule_set = engine.load_rules(rules_id)
        ledger = sections(rules_id)
    except (engine.RulesError, KeyError):
        raise Http404("There is no such rule set.") from None
    return render(request, "games/rules.html", {"rule_set": rule_set, "sections": ledger})
