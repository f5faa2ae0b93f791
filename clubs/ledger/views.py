"""Pages of the ledger: parse, call one service or selector, render."""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.base.asked import id_in, number_in
from clubs.ledger import selectors, services
from clubs.ledger.disputes import games_in_dispute
from clubs.ledger.forms import (
    BETWEEN,
    CorrectForm,
    GrantForm,
    LedgerFilter,
    ReasonForm,
    SettleForm,
    posted,
    season_choices,
)
from clubs.models import Club, LedgerEntry, Player, Season
from clubs.web.files import TYPES, as_csv, on_the_way
from clubs.web.htmx import part_asked
from clubs.web.pages import (
    club_at,
    club_frame,
    current_player,
    edits,
    paged,
    player_at,
    reads,
    require_page,
    searched,
    viewer_of,
)
from clubs.web.refusals import refusals_beside

SORTS = ("-amount", "amount", "name", "-name", "-moved", "moved")
PANEL = 5
COLUMNS = ("entry", "day", "season", "kind", "game", "hand", "units", "balance", "reason", "provisional")


@reads
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """What moved in the club, the latest first: `?q=`, `?season=` and `?kind=` keep some of it."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "ledger")
    require_page(frame["player"], "see_ledger", club)
    form = LedgerFilter(request.GET, club=club)
    asked = form.cleaned_data if form.is_valid() else {}
    season = asked.get("season", "")
    found = selectors.entries(
        club,
        player=asked.get("player"),
        season=_season_of(club, season),
        between=season == BETWEEN,
        kind=asked.get("kind", ""),
        before=_before(request),
    )
    context = frame | {
        "form": form,
        "stretch": found,
        "lines": selectors.lines(found.rows) if form.is_valid() else [],
        "filtered": any(asked.values()),
        "current": selectors.current_season(club),
    }
    part = part_asked(request, "entries")
    return render(request, f"clubs/ledger.html{part}", context)


@reads
def panel(request: HttpRequest, slug: str) -> HttpResponse:
    """The ledger as a panel of the club's first page: who has most now, and oneself."""
    club = club_at(request, slug)
    player = viewer_of(request)
    require_page(player, "see_ledger", club)
    season = selectors.current_season(club)
    context = {
        "club": club,
        "season": season,
        "rows": selectors.balances(club, season)[:PANEL],
        "own": None if player is None else selectors.total_of(player, club, season),
        "player": player,
    }
    return render(request, "clubs/_ledger_panel.html", context)


@reads
def balances(request: HttpRequest, slug: str) -> HttpResponse:
    """What everybody has in a season: `?season=`, `?q=` and `?sort=`."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "ledger")
    require_page(frame["player"], "see_ledger", club)
    asked = request.GET.get("season", "")
    current = selectors.current_season(club)
    season = _season_of(club, asked) if asked and asked != BETWEEN else None if asked == BETWEEN else current
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else SORTS[0]
    search = searched(request)
    closed = season is not None and season.closed_at is not None
    if closed and season is not None:
        found: Any = selectors.final_balances(season, search=search, sort=sort)
    else:
        found = selectors.balances(club, season, search=search, sort=sort)
    context = frame | {
        "page": paged(request, found),
        "season": season,
        "closed": closed,
        "choices": season_choices(club)[1:],
        "chosen": BETWEEN if season is None else str(season.pk),
        "search": search,
        "sort": sort,
        "bank": selectors.bank(club, season),
        "own": selectors.total_of(frame["player"], club, season) if frame["player"] is not None else None,
    }
    part = part_asked(request, "balances")
    return render(request, f"clubs/ledger_balances.html{part}", context)


@reads
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """An entry: what moved, why, and what corrects it; who does not see the ledger sees the own part of it."""
    club, found = _entry(slug, entry_id)
    frame = club_frame(request, club, "ledger")
    whole = "see_ledger" in frame["can"]
    if not whole and not selectors.is_of(found, frame["player"]):
        require_page(frame["player"], "see_ledger", club)
    movements = selectors.movements(found, of=None if whole else frame["player"])
    context = frame | {
        "entry": found,
        "entries": [found],
        "page": paged(request, movements),
        "later": selectors.lines(list(selectors.corrections(found))) if whole else [],
        "reversible": selectors.is_reversible(found) and not selectors.is_reversed(found),
    }
    return render(request, "clubs/ledger_entry.html", context)


@require_safe
def statement(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """What moved a player's units, and what it came to: `?season=` keeps one of the seasons."""
    club, player, season = _statement_of(request, slug, player_id)
    frame = club_frame(request, club, "ledger")
    asked = request.GET.get("season", "")
    found = selectors.statement(player, club, season, between=asked == BETWEEN, before=_before(request))
    context = frame | {
        "of": player,
        "own": frame["player"] == player,
        "season": season,
        "chosen": asked if season is not None or asked == BETWEEN else "",
        "choices": season_choices(club),
        "stretch": found,
        "total": selectors.total_of(player, club, season),
    }
    return render(request, "clubs/ledger_statement.html", context)


@require_safe
def statement_csv(request: HttpRequest, slug: str, player_id: UUID) -> StreamingHttpResponse:
    """A player's statement as CSV, in the order in which it happened."""
    club, player, season = _statement_of(request, slug, player_id)
    asked = request.GET.get("season", "")
    rows = selectors.whole_statement(player, club, season, between=asked == BETWEEN)
    disputed = games_in_dispute(club)
    pieces = as_csv(COLUMNS, (_cells(row, disputed) for row in rows.iterator(chunk_size=1000)))
    answer = StreamingHttpResponse(on_the_way(request, pieces), content_type=TYPES["csv"])
    answer["Content-Disposition"] = f'attachment; filename="statement-{club.slug}.csv"'
    return answer


@edits
def grant(request: HttpRequest, slug: str) -> HttpResponse:
    """Grant units to every member, or to some."""
    club, player = _officer(request, slug)
    form = GrantForm(posted(request), club=club)

    def do() -> int:
        said = form.cleaned_data
        chosen = None if said["everybody"] else form.players
        return services.grant(
            club=club, by=player, units=said["units"], players=chosen, reason=said["reason"], command=said["command"]
        )

    return _deed(request, club, form, do, _("Grant units"), _("The units are granted."))


@edits
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Write down that a player paid or received units."""
    club, player = _officer(request, slug)
    form = SettleForm(posted(request), club=club, initial={"player": request.GET.get("player", "")})

    def do() -> int:
        said = form.cleaned_data
        return services.settle(
            club=club, by=player, player=said["player"], units=said["units"], pays=said["way"] == "pays",
            reason=said["reason"], command=said["command"],
        )  # fmt: skip

    return _deed(request, club, form, do, _("Enter a settlement"), _("The settlement is entered."))


@edits
def correct(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Correct an entry."""
    found = _entry(slug, entry_id)[1]
    club, player = _officer(request, slug)
    form = CorrectForm(posted(request), club=club)

    def do() -> int:
        return services.correct(club=club, by=player, entry=found.pk, **form.cleaned_data)

    title = _("Correct entry %(number)s") % {"number": found.pk}
    return _deed(request, club, form, do, title, _("The correction is entered."), found)


@edits
def reverse_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Take back what an officer put down."""
    found = _entry(slug, entry_id)[1]
    club, player = _officer(request, slug)
    form = ReasonForm(posted(request))

    def do() -> int:
        return services.reverse_entry(club=club, by=player, entry=found.pk, reason=form.cleaned_data["reason"])

    title = _("Reverse entry %(number)s") % {"number": found.pk}
    return _deed(request, club, form, do, title, _("The entry is reversed."), found)


def _deed(
    request: HttpRequest,
    club: Club,
    form: forms.Form,
    do: Callable[[], int],
    title: str,
    said: str,
    found: LedgerEntry | None = None,
) -> HttpResponse:
    """Show the form of an officer's entry, or put the entry down and show it."""
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            made = do()
            messages.success(request, said)
            return redirect("clubs:ledger_entry", club.slug, made)
    context = club_frame(request, club, "ledger") | {
        "form": form,
        "heading": title,
        "entry": found,
        "lines": selectors.lines([found]) if found else [],
    }
    return render(request, "clubs/ledger_form.html", context, status=422 if form.errors else 200)


def _officer(request: HttpRequest, slug: str) -> tuple[Club, Player]:
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    require_page(player, "keep_ledger", club)
    return club, player


def _entry(slug: str, entry_id: int) -> tuple[Club, LedgerEntry]:
    club = get_object_or_404(Club, slug=slug)
    found = selectors.find_entry(club, entry_id)
    if found is None:
        raise Http404(_("The ledger has no such entry."))
    return club, found


def _season_of(club: Club, asked: str) -> Season | None:
    """Return the season that is asked for by its id, or None."""
    season_id = id_in(asked)
    return None if season_id is None else Season.objects.filter(club=club, pk=season_id).first()


def _statement_of(request: HttpRequest, slug: str, player_id: UUID) -> tuple[Club, Player, Season | None]:
    """Return whose statement is asked for, if this one may see it."""
    club, player, viewer = club_at(request, slug), player_at(request, player_id), viewer_of(request)
    if not selectors.has_account(club=club, player=player):
        raise Http404(_("The ledger has no such player."))
    if not selectors.may_see_statement(viewer=viewer, player=player, club=club):
        raise PermissionDenied(_("This player does not show stakes to you."))
    return club, player, _season_of(club, request.GET.get("season", ""))


def _before(request: HttpRequest) -> int | None:
    """Return the number before which a long list goes on."""
    return number_in(request.GET.get("before", ""), figures=18)


def _cells(posting: Any, disputed: Collection[UUID]) -> dict[str, object]:
    """Return a row of a statement as a file has it."""
    entry: LedgerEntry = posting.entry
    return {
        "entry": entry.pk,
        "day": entry.day.isoformat(),
        "season": entry.season.name if entry.season else "",
        "kind": entry.kind,
        "game": entry.stream or "",
        "hand": entry.hand or "",
        "units": posting.amount,
        "balance": posting.balance,
        "reason": entry.act.reason if entry.act else "",
        "provisional": "yes" if entry.stream in disputed else "no",
    }
