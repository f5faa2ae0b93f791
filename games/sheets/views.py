"""The pages of score sheets: parse, call one service or selector, render."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache

import engine
from clubs.base.asked import number_in
from clubs.officers.permissions import clubs_where
from clubs.web.pages import current_player, paged, searched
from clubs.web.refusals import refusals_beside, refuse
from engine.fiftysix import rulings
from engine.fiftysix.irregularities import Chooser, Irregularity, find_irregularity
from games import store
from games.errors import TableError
from games.pages import edits, reads, search_of, writes
from games.rulings import words
from games.sheets import selectors, services
from games.sheets.errors import refused
from games.sheets.forms import ContractForm, HandForm, NamesForm, OpenSheetForm, SheetRulingForm, noted_initial
from games.sheets.glances import listed_sheets, sheet_rows
from games.sheets.page import SheetPage, sheet_page, written_page
from games.sheets.state import irregularities

ROWS = 20
"""How many sheets a page of their list has."""
MAX_CLUBS = 12
"""The clubs that the list of sheets offers to choose from."""
SHOWS = {
    "": gettext_lazy("All"),
    "open": pgettext_lazy("score sheets", "Running"),
    "mine": pgettext_lazy("score sheets", "Mine"),
}
"""The parts of the list of sheets, by the word in its address."""
SAID_ONCE = frozenset({Chooser.NOBODY, Chooser.DIRECTOR, Chooser.OFFENDER, Chooser.ANYBODY, Chooser.OTHER})
"""Who chooses whoever did it; that need not be said beside each player."""


@reads
def sheets(request: HttpRequest) -> HttpResponse:
    """The score sheets that the viewer may read, those of a club, the own ones or the running ones."""
    show, club = _list_filters(request)
    query = urlencode({"show": show, "club": club, "page": request.GET.get("page", "")[:6]})
    clubs = clubs_where(current_player(request), "read_sheets").values_list("slug", "name")
    context = {
        "show": show,
        "club": club,
        "shows": [(word, str(label)) for word, label in SHOWS.items()],
        "clubs": [("", _("All clubs")), *clubs[:MAX_CLUBS]] if clubs else (),
        "list_path": f"{reverse('games:sheets_list')}?{query}",
    }
    return render(request, "games/sheets.html", context)


@reads
def sheets_list(request: HttpRequest) -> HttpResponse:
    """The sheets of that list as a fragment, which the page keeps up to date."""
    player = current_player(request)
    show, club = _list_filters(request)
    found = listed_sheets(selectors.visible_sheets(player), player, show=show, club=club)
    page = paged(request, found, ROWS)
    context = {
        "page": page,
        "rows": sheet_rows(page),
        "query": urlencode({"show": show, "club": club}),
        "filtered": bool(show or club),
    }
    return render(request, "games/_sheets_list.html", context)


def _list_filters(request: HttpRequest) -> tuple[str, str]:
    """Return which sheets are wanted: a word of `SHOWS`, and the slug of a club."""
    show = searched(request, "show")
    return show if show in SHOWS else "", searched(request, "club")[:60]


@edits
def open_sheet(request: HttpRequest) -> HttpResponse:
    """Open a score sheet."""
    player = current_player(request)
    clubs = clubs_where(player, "keep_sheets")
    chosen = clubs.filter(slug=searched(request, "club")).first()
    if chosen is None and clubs.count() == 1:
        chosen = clubs.first()
    form = OpenSheetForm(request.POST or None, clubs=clubs, initial={"club": chosen})
    if request.method == "POST" and form.is_valid():
        wish = form.cleaned_data
        with refusals_beside(form):
            opened = services.open_sheet(
                player=player,
                **form.terms(),
                name=wish["name"],
                club=wish["club"],
                names=form.names(),
                players=form.players(),
                visitors=form.visiting(),
                dealer=wish["dealer"],
                command=wish["command"],
            )
            return redirect("games:sheet", opened.pk)
    return render(request, "games/sheet_open.html", {"form": form}, status=422 if form.errors else 200)


@reads
def sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """A score sheet."""
    return _page(request, _read(request, sheet_id))


@reads
def sheet_live(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """What of a sheet changes while somebody writes, as a fragment: the score, or with `?part=log` what was entered."""
    part = "log" if request.GET.get("part") == "log" else "live"
    return render(request, f"games/_sheet_{part}.html", {"page": _read(request, sheet_id)})


@writes
def sheet_hand(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Enter how the running hand came out."""
    page = written_page(sheet_id, current_player(request))
    form = HandForm(request.POST, names=page.names, rules=page.state.rules)
    return _entered(request, page, form, "hand_form", lambda said: services.enter_hand(**said, told=form.told()))


@writes
def sheet_contract(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Write down the contract of the running hand."""
    page = written_page(sheet_id, current_player(request))
    if page.family != "56":
        raise Http404(page.family)
    form = ContractForm(request.POST, names=page.names, sheet=page.state.sheet, prefix="c")
    row = find_irregularity(request.POST.get("then", ""))
    answer = _entered(
        request, page, form, "contract_form", lambda told: services.note_contract(**told, contract=form.contract())
    )
    if answer.status_code == 302 and row is not None:
        return redirect("games:sheet_ruling", sheet_id, row.id)
    return answer


@writes
def sheet_lift(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Write down that a penalty card was played."""
    seat = number_in(request.POST.get("seat", ""), figures=2)
    services.lift_card(
        sheet_id=sheet_id,
        player=current_player(request),
        seat=-1 if seat is None else seat,
        card=request.POST.get("card", ""),
    )
    return redirect("games:sheet", sheet_id)


@writes
def sheet_withdraw(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Take the last entry back, if it is still the one that was meant."""
    page = written_page(sheet_id, current_player(request))
    try:
        services.withdraw(
            sheet_id=sheet_id,
            player=current_player(request),
            entry=number_in(request.POST.get("entry", "")) or 0,
        )
    except TableError as error:
        return _page(request, page, problem=str(error))
    anchor = "#hand-form" if request.POST.get("back") == "form" else ""
    return redirect(f"{reverse('games:sheet', args=[sheet_id])}{anchor}")


@writes
def sheet_stop(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """End the match at the score as it stands."""
    page = written_page(sheet_id, current_player(request))
    try:
        services.stop_match(sheet_id=sheet_id, player=current_player(request))
    except TableError as error:
        return _page(request, page, problem=str(error))
    return redirect("games:sheet", sheet_id)


@never_cache
@edits
def sheet_names(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Write down who sits where."""
    page = written_page(sheet_id, current_player(request))
    form = NamesForm(request.POST or None, names=page.row.names)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            services.name_seats(sheet_id=sheet_id, player=current_player(request), names=form.names())
            return redirect("games:sheet", sheet_id)
    context = {"page": page, "form": form}
    return render(request, "games/sheet_names.html", context, status=422 if form.errors else 200)


@reads
def sheet_irregularities(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Everything that can go wrong, by when it happens, to choose from."""
    page = _ruled(request, sheet_id)
    search = search_of(request)
    sought = search.lower().split()
    all_rows = irregularities(page.state.rules)
    groups = []
    for phase, title in words.PHASES.items():
        known = [(row, str(words.HAPPENED[row.id]), words.WHO[row.chooser]) for row in all_rows if row.phase == phase]
        rows = [one for one in known if all(word in f"{one[1]} {one[0].id}".lower() for word in sought)]
        if rows:
            groups.append((title, rows))
    return render(request, "games/sheet_irregularities.html", {"page": page, "groups": groups, "search": search})


@never_cache
@edits
def sheet_ruling(request: HttpRequest, sheet_id: UUID, rule: str) -> HttpResponse:
    """A director's form for one irregularity: first it shows what would follow, then it is done."""
    page = _ruled(request, sheet_id)
    row = find_irregularity(rule)
    if row is None or row not in irregularities(page.state.rules):
        raise Http404(rule)
    state = page.state
    form = SheetRulingForm(
        request.POST or None, row=row, sheet=state.sheet, names=page.names, initial={"seen": state.version}
    )
    context: dict[str, Any] = {"page": page, "row": row, "form": form, "problem": ""}
    if request.method == "POST" and form.is_valid():
        ruling = form.ruling()
        try:
            context |= words.preview(ruling, rulings.rule(state.sheet, ruling), page.names, state.rules)
            context["choosing"] = words.choosing(state.sheet, row, ruling.offender, page.names)
            if form.is_confirmed(loses=context["loses"]):
                services.give_ruling(**_entry_arguments(request, page, form), ruling=ruling)
                return redirect("games:sheet", sheet_id)
        except engine.SheetError as error:
            refuse(form, refused(error))
            context.pop("follows", None)
        except store.ConflictError:
            context["problem"] = _("Somebody wrote on the sheet in the meantime. Look again, and then rule.")
            context.pop("follows", None)
    context |= _around(page, row)
    status = 422 if form.errors or context["problem"] else 200
    return render(request, "games/sheet_ruling.html", context, status=status)


def _around(page: SheetPage, row: Irregularity) -> dict[str, Any]:
    """Return what stands around a ruling's form."""
    sheet = page.state.sheet
    asks_contract = row.needs_contract and sheet.contract is None and not page.state.is_finished
    choosers = [
        (seat, page.names[seat], words.choosing(sheet, row, seat, page.names)) for seat in rulings.offenders(sheet, row)
    ]
    contract_form = None
    if asks_contract:
        contract_form = ContractForm(names=page.names, sheet=sheet, prefix="c", initial={"seen": page.state.version})
    return {
        "happened": words.HAPPENED[row.id],
        "phase": words.PHASES[row.phase],
        "who": words.WHO[row.chooser],
        "choosers": choosers,
        "quiet": SAID_ONCE,
        "before": words.warned_before(sheet, row, page.names),
        "contract_form": contract_form,
    }


def _read(request: HttpRequest, sheet_id: UUID) -> SheetPage:
    player = current_player(request)
    return sheet_page(selectors.visible_sheet(sheet_id, player), player)


def _ruled(request: HttpRequest, sheet_id: UUID) -> SheetPage:
    page = _read(request, sheet_id)
    if not page.may_rule:
        raise selectors.not_the_director()
    if not irregularities(page.state.rules):
        raise Http404(page.family)
    return page


def _entry_arguments(request: HttpRequest, page: SheetPage, form: Any) -> dict[str, Any]:
    """Return what every entry is told by its form: the sheet, who writes, what was seen, and the command."""
    return {
        "sheet_id": page.row.pk,
        "player": current_player(request),
        "expected_version": form.cleaned_data["seen"],
        "command": form.cleaned_data["command"],
    }


def _entered(
    request: HttpRequest, page: SheetPage, form: Any, name: str, enter: Callable[[dict[str, Any]], int]
) -> HttpResponse:
    """Make an entry of a form; the page says beside the field what is wrong with it."""
    problem = ""
    if form.is_valid():
        try:
            with refusals_beside(form):
                enter(_entry_arguments(request, page, form))
                # Back to the form: the next hand is entered without scrolling.
                return redirect(f"{reverse('games:sheet', args=[page.row.pk])}#hand-form")
        except store.ConflictError:
            problem = _("Somebody wrote on the sheet in the meantime. Look again: this was not entered.")
    return _page(request, page, problem=problem, **{name: form})


def _page(request: HttpRequest, page: SheetPage, problem: str = "", **forms: Any) -> HttpResponse:
    context: dict[str, Any] = {"page": page, "problem": problem, "address": reverse("games:sheet", args=[page.row.pk])}
    if page.may_write and page.state.is_running:
        sheet, seen = page.state.sheet, {"seen": page.state.version}
        context["hand_form"] = HandForm(names=page.names, rules=sheet.rules, initial=seen | noted_initial(sheet))
        if page.family == "56":
            context["contract_form"] = ContractForm(names=page.names, sheet=sheet, prefix="c", initial=seen)
    return render(request, "games/sheet.html", context | forms, status=422 if problem or forms else 200)
