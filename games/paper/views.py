"""The pages of printed matter, and the documents as files."""

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

import engine
from clubs.base.asked import id_in
from clubs.house.selectors import find_house_rules, rules_of, shown
from clubs.models import Club, HouseRules
from clubs.web.pages import current_player, searched
from clubs.web.refusals import done
from games.models import Sheet
from games.pages import reads, writes
from games.paper.documents import Match, score_sheet, seat_slips, table_cards
from games.paper.forms import BlankForm, PrintForm
from games.paper.matches import issue_missing_passes, match_of, passes_of_sides, rules_of_sheet, table_of
from games.sheets.page import title_of
from games.sheets.selectors import written_sheet

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
    chosen = form.cleaned_data
    rules = engine.load_rules(chosen["rules"], form.options())
    named = Club.objects.filter(slug=chosen["club"]).values_list("name", flat=True).first() if chosen["club"] else None
    with override(chosen["language"] or None):
        match = Match(club=named or "")
        return pdf(lambda: score_sheet(rules, hands=chosen["rows"], match=match), f"lelam-{rules.id}")


@reads
def sheet_print(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Choose what is printed for a match: its score sheet, the card of its table, a slip for each seat."""
    sheet = written_sheet(sheet_id, current_player(request))
    return _print_page(request, sheet, PrintForm())


@writes
def sheet_print_passes(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Issue the passes that the card and the slips need."""
    player = current_player(request)
    written_sheet(sheet_id, player)
    done(request, lambda: issue_missing_passes(sheet_id=sheet_id, player=player))
    return redirect("games:sheet_print", sheet_id)


@reads
def sheet_pdf(request: HttpRequest, sheet_id: UUID, document: str) -> HttpResponse:
    """A match as PDF: its score sheet, the card of its table, or the slips of its seats."""
    sheet = written_sheet(sheet_id, current_player(request))
    form = PrintForm(request.GET)
    if document not in ("sheet", "card", "slips"):
        raise Http404(_("There is no such document."))
    if not form.is_valid():
        return _print_page(request, sheet, form)
    chosen = form.cleaned_data
    with override(chosen["language"] or None):
        if document == "sheet":
            match = match_of(request, sheet, chosen["table"])
            return pdf(lambda: score_sheet(rules_of_sheet(sheet), hands=chosen["rows"], match=match), "lelam-sheet")
        table = table_of(request, sheet, chosen["table"])
        if table is None:
            return redirect("games:sheet_print", sheet_id)
        documents = table_cards if document == "card" else seat_slips
        return pdf(lambda: documents([table]), f"lelam-{document}")


def _print_page(request: HttpRequest, sheet: Sheet, form: PrintForm) -> HttpResponse:
    has_passes = None not in passes_of_sides(sheet)
    context = {"sheet": sheet, "title": title_of(sheet), "form": form, "has_passes": has_passes}
    return render(request, "games/sheet_print.html", context, status=422 if form.errors else 200)


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
    known = id_in(house_id)
    house = None if known is None else find_house_rules(known)
    if house is None or not shown(house).known:
        raise Http404(_("There are no such house rules."))
    return house, rules_of(house)
