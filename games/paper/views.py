"""The pages of printed matter, and the documents as files."""

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

import engine
from clubs.house.selectors import find_house_rules, rules_of, shown
from clubs.models import Club, HouseRules
from clubs.web.pages import searched
from games.pages import reads
from games.paper.documents import Match, score_sheet
from games.paper.forms import BlankForm

PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The policy of a PDF: the browser's own viewer may show it, and nothing in it may load anything."""


@reads
def paper(request: HttpRequest) -> HttpResponse:
    """Choose what a blank score sheet is for."""
    club = Club.objects.filter(slug=searched(request, "club", 60)).first()
    chosen = {name: request.GET[name] for name in ("rules",) if name in request.GET}
    form = BlankForm(initial={**chosen, "club": "" if club is None else club.slug})
    return render(request, "games/paper.html", {"form": form, "club": club})


@reads
def paper_sheet(request: HttpRequest) -> HttpResponse:
    """A blank score sheet as PDF, for house rules (`?house=`) or a rule set and options (`?rules=`)."""
    form = BlankForm(request.GET)
    if "house" in request.GET:
        house, rules = _house(request.GET["house"])
        return pdf(lambda: score_sheet(rules, match=Match(club=house.club.name)), f"lelam-{rules.id}")
    if not form.is_valid():
        club = Club.objects.filter(slug=searched(request, "club", 60)).first()
        return render(request, "games/paper.html", {"form": form, "club": club}, status=422)
    said = form.cleaned_data
    rules = engine.load_rules(said["rules"], form.options())
    named = Club.objects.filter(slug=said["club"]).values_list("name", flat=True).first() if said["club"] else None
    with override(said["language"] or None):
        match = Match(club=named or "")
        return pdf(lambda: score_sheet(rules, hands=said["rows"], match=match), f"lelam-{rules.id}")


def pdf(document: Callable[[], bytes], name: str) -> HttpResponse:
    """Return a document as a file that the browser shows, or keeps under a name."""
    answer = HttpResponse(document(), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{slugify(name) or "lelam"}.pdf"'
    answer["Content-Security-Policy"] = PDF_POLICY
    return answer


def _house(house_id: str) -> tuple[HouseRules, engine.RuleSet]:
    """Return house rules with their rule set.

    Raises:
        Http404: There are no such house rules, or this server cannot play by them.
    """
    try:
        house = find_house_rules(UUID(house_id))
    except ValueError:
        house = None
    if house is None or not shown(house).known:
        raise Http404(_("There are no such house rules."))
    return house, rules_of(house)
