"""The pages of the case book."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.models import Club, Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import club_frame, paged
from games.casebook.data import as_data
from games.casebook.forms import BookForm
from games.casebook.selectors import clubs_in_book, find_case, looked_for, similar_to
from games.casebook.showing import Line, book_case, lines_of
from games.cases.selectors import seen_case
from games.hands.views import download
from games.models import Case
from games.pages import shows, viewer, without_page

ON_A_PAGE = 20


@shows
def book(request: HttpRequest) -> HttpResponse:
    """The case book: all cases that the reader may know."""
    player = viewer(request)
    form = BookForm(request.GET or None, clubs=clubs_in_book(player))
    return render(request, "games/casebook/book.html", _found(request, player, form))


@shows
def book_of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The case book of a club."""
    club = get_object_or_404(Club, slug=slug)
    player = viewer(request)
    form = BookForm(request.GET or None)
    context = _found(request, player, form, club.slug) | club_frame(request, club, "cases")
    return render(request, "games/casebook/book.html", context)


def _found(request: HttpRequest, player: Player | None, form: BookForm, club: str = "") -> dict[str, Any]:
    page = paged(request, looked_for(player, form.filters(club)), ON_A_PAGE)
    return {"form": form, "page": page, "lines": lines_of(list(page.object_list)), "query": without_page(request)}


@shows
def case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A case of the book, by its permanent address."""
    player = viewer(request)
    row = _case(request, slug, number)
    context = {"shown": book_case(row), "similar": _similar(row, player), "club": row.club}
    return render(request, "games/casebook/case.html", context)


@shows
def case_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as a file, for programs."""
    data = as_data(book_case(_case(request, slug, number)))
    return download(json.dumps(data, indent=1, ensure_ascii=False), f"case-{slug}-{number}.json")


def _case(request: HttpRequest, slug: str, number: int) -> Case:
    return find_case(get_object_or_404(Club, slug=slug), number, viewer(request))


@shows
def similar(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The cases of the book that are like a case, open or closed, whose page the reader may see: a fragment."""
    player = viewer(request)
    seen = seen_case(case_id, player)
    context = {"similar": _similar(seen.case, player), "case": seen.case}
    page = "games/casebook/_similar.html" if fragment_asked(request) else "games/casebook/similar.html"
    return render(request, page, context)


def _similar(case: Case, player: Player | None) -> list[tuple[Line, str]]:
    """Return the lines of similar cases, each with the reason why it is one of them."""
    alike = similar_to(case, player)
    lines = lines_of([one.case for one in alike])
    return [(line, one.reason) for line, one in zip(lines, alike, strict=True)]
