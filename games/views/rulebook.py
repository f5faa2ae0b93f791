"""The rule book: all games, and each rule set in reading order with every rule as a link target."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games import rulebook
from games.study import studies


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """All rule sets, by game and tradition."""
    return render(request, "games/rule_sets.html", {"games": rulebook.games()})


@require_safe
def rules(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The rules of one rule set."""
    try:
        rule_set = engine.load_rules(rules_id)
    except engine.RulesError:
        raise Http404(_("There is no such rule set.")) from None
    context = {
        "rule_set": rule_set,
        "facts": rulebook.facts_of(rule_set),
        "page": rulebook.page_of(rules_id),
        "studies": any(study.told.rules == rules_id for study in studies().values()),
    }
    return render(request, "games/rules.html", context)
