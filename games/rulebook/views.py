"""The rule book: all games, and each rule set in reading order with every rule as a link target."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from clubs.base.asked import id_in
from clubs.house.selectors import HouseShown, find_house_rules, rules_of, shown
from games.hands.study import studies
from games.rulebook import notation as rows
from games.rulebook.facts import facts_of
from games.rulebook.index import games
from games.rulebook.pages import page_of


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """All rule sets, by game and tradition."""
    return render(request, "games/rule_sets.html", {"games": games()})


@require_safe
def notation(request: HttpRequest) -> HttpResponse:
    """How bids, calls and cards are written, and the names of all that is counted."""
    context = {
        "bids_28": rows.BIDS_28,
        "calls_56": rows.CALLS_56,
        "cards": rows.CARDS,
        "history": rows.HISTORY,
        "counted": rows.COUNTED,
    }
    return render(request, "games/notation.html", context)


def _house(house_id: str, rules_id: str) -> HouseShown | None:
    """Return the house rules that a link asks for, if they are made of this rule set."""
    known = id_in(house_id)
    house = None if known is None else find_house_rules(known)
    return shown(house) if house is not None and house.rules == rules_id else None


@require_safe
def rules(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The rules of one rule set. `?house=` shows what house rules made of it chose of its options."""
    try:
        rule_set = engine.load_rules(rules_id)
    except engine.RulesError:
        raise Http404(_("There is no such rule set.")) from None
    house = _house(request.GET.get("house", ""), rules_id)
    if house is not None and house.known:
        rule_set = rules_of(house.house)
    context = {
        "house": house,
        "rule_set": rule_set,
        "facts": facts_of(rule_set),
        "page": page_of(rules_id),
        "studies": any(study.told.rules == rules_id for study in studies().values()),
    }
    return render(request, "games/rules.html", context)
