"""Convention cards: the default ones, and those of partnerships as they were published."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import engine
from engine.fiftysix.ruleset import FiftySix
from games.card_models import CardEdition
from games.cards import Changes
from games.cards.force import rules_of
from games.cards.sheet import parts_of
from games.conventions import default_card as default_of


@require_safe
def default_card(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The default card of a rule set of 56."""
    rules = _rules(rules_id)
    context = {"rules": rules, "parts": parts_of(default_of(rules), Changes())}
    return render(request, "games/card_default.html", context)


@require_safe
def card_edition(request: HttpRequest, card_id: UUID, number: int) -> HttpResponse:
    """A card as it was published, for whoever has the link."""
    edition = CardEdition.objects.select_related("card", "published_by").filter(card=card_id, number=number).first()
    if edition is None:
        raise Http404("There is no such card.")
    rules = rules_of(edition.rules)
    context = {
        "rules": rules,
        "edition": edition,
        "parts": parts_of(default_of(rules), Changes.from_json(edition.changes)),
    }
    return render(request, "games/card_edition.html", context)


def _rules(rules_id: str) -> FiftySix:
    try:
        return rules_of(rules_id)
    except (engine.RulesError, TypeError):
        raise Http404("There is no such rule set of 56.") from None
