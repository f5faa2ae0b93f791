"""The live table's page, what is done at it without a socket, and opening one."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

import engine
from clubs.accounts.visiting import visit
from clubs.accounts.visitors import proposed_name
from clubs.errors import ClubError
from clubs.house.selectors import house_rules_of
from clubs.models import Club
from clubs.names import clean_name, is_called
from clubs.notices.services.reading import mark_path_read
from clubs.officers.permissions import clubs_where
from clubs.people.services import NAME_LENGTH
from clubs.web.pages import current_player, searched
from clubs.web.refusals import refusals_beside
from games.pages import acting, edits, for_people, invitation_of, playing, remember_invitation, viewer
from games.rulings.selectors import may_direct
from games.screen.forms import SEATS, USUAL, JoinForm, OpenTableForm
from games.screen.fragments import chat_context, seats_connected, table_context
from games.screen.inputs import Refusal, perform, write
from games.screen.wishes import sit_anywhere, wish_to_sit
from games.tables.selectors.access import names_beside
from games.tables.selectors.live import table_view
from games.tables.services import seats


@never_cache
@ensure_csrf_cookie
@require_safe
@for_people
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The table, as its viewer may see it. Notices that link here count as read."""
    answer = _page(request, table_id)
    player = viewer(request)
    if player is not None:
        mark_path_read(player=player, path=request.path)
    return answer


@never_cache
@require_POST
@for_people
def deed(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Do something at the table, for a browser without a socket; the page says why if it was refused."""
    player = acting(request)
    refusal = perform(table_id=table_id, player=player, fields=request.POST.dict())
    if refusal is None:
        return redirect(_address(request, table_id))
    return _page(request, table_id, refusal)


def _address(request: HttpRequest, table_id: UUID) -> str:
    invitation = invitation_of(request, table_id)
    address = reverse("games:table", args=[table_id])
    return f"{address}?invitation={invitation}" if invitation else address


ENTRANCES = {"sign-in": "account_login", "sign-up": "account_signup"}
"""The pages where an account is signed in to or made, by the word of the button that leads there."""


@never_cache
@require_POST
@for_people
def sit(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Sit down on the first free seat. A visitor without an account types a name, or signs in and is seated then."""
    invitation = invitation_of(request, table_id)
    player = acting(request)
    view = table_view(table_id, player, invitation=invitation)
    entrance = ENTRANCES.get(request.POST.get("then", ""))
    if entrance is not None and not request.user.is_authenticated:
        wish_to_sit(request.session, table_id, invitation)
        return redirect(f"{reverse(entrance)}?{urlencode({'next': _address(request, table_id)})}")
    form = JoinForm(request.POST)
    if view.joining == "name":
        if not form.is_valid():
            return _page(request, table_id, join=form)
        try:
            name = clean_name(form.cleaned_data["name"], longest=NAME_LENGTH)
            if is_called(name, (seat.name for seat in view.seats)):
                raise ClubError("name-at-table", _("Somebody at this table has this name. Choose another."))
            # The name changes at the other tables too.
            if player is not None and is_called(name, names_beside(player)):
                raise ClubError("name-at-table", _("Somebody at a table of yours has this name. Choose another."))
            player = visit(request, name=name)
        except ClubError as refused:
            form.add_error("name", refused.message)
            return _page(request, table_id, join=form)
    refusal = sit_anywhere(table_id, player, invitation)
    if refusal is not None:
        return _page(request, table_id, refusal)
    return redirect(_address(request, table_id))


@never_cache
@require_POST
@for_people
def chat(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Write to those who sit at the table, for a browser without a socket; the page says why if it was refused."""
    player = acting(request)
    refusal = write(table_id=table_id, player=player, fields=request.POST.dict())
    if refusal is None:
        return redirect(reverse("games:table", args=[table_id]) + "#chat")
    return _page(request, table_id, unsent=refusal)


def _page(
    request: HttpRequest,
    table_id: UUID,
    refusal: Refusal | None = None,
    *,
    unsent: Refusal | None = None,
    join: JoinForm | None = None,
) -> HttpResponse:
    invitation = invitation_of(request, table_id)
    player = playing(request)
    view = table_view(table_id, player, invitation=invitation)
    if not view.invitation_needed:
        remember_invitation(request, table_id, invitation)
    context = table_context(view, refusal=refusal, address=request.build_absolute_uri("/").rstrip("/"))
    context["invitation_code"] = invitation
    context["here"] = seats_connected(table_id)
    context["may_direct"] = may_direct(table_id, viewer(request))
    context |= chat_context(
        table_id, player, invitation=invitation, refusal=unsent, text=request.POST.get("text", "")[:400]
    )
    if view.joining:
        context["join"] = join = join or JoinForm(initial={"name": proposed_name()})
        if join.errors:
            join.fields["name"].widget.attrs["autofocus"] = True
    wrong = refusal or unsent or (join is not None and join.errors)
    return render(request, "games/table.html", context, status=422 if wrong else 200)


def _wanted(request: HttpRequest, clubs: QuerySet[Club]) -> dict[str, Any]:
    """Return what a link asks for: a game, house rules, or a club and then the first of its house rules."""
    rules = request.GET.get("rules", "")
    club = clubs.filter(slug=searched(request, "club")).first()
    offered = house_rules_of(clubs)
    if asked := request.GET.get("house", ""):
        house = next((one for one in offered if str(one.pk) == asked), None)
    elif club is not None and not rules:
        house = offered.filter(club=club).first()
    else:
        house = None
    wanted: dict[str, Any] = {"club": house.club if house is not None else club, "house": house}
    return wanted | ({"rules": rules} if rules in engine.rule_set_ids() else {})


def _rules_of(form: OpenTableForm) -> dict[str, Any]:
    """Return the rules that a form chooses: house rules, or a rule set with its options."""
    said = form.cleaned_data
    if said["house"] is not None:
        return {"house": said["house"].pk}
    return {"rules": said["rules"], "options": form.options()}


@edits
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table and sit down at it."""
    player = current_player(request)
    clubs = clubs_where(player, "open_tables")
    form = OpenTableForm(
        request.POST or None,
        clubs=clubs,
        initial={"bots": [seat for seat, _words in SEATS], **_wanted(request, clubs)},
    )
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form, denied=False):
            opened = seats.open_table(
                player=player,
                **_rules_of(form),
                name=said["name"],
                club=said["club"],
                invitation=said["invitation"],
                terms=form.terms(),
                bots=said["bots"],
                levels=dict.fromkeys(said["bots"], said["level"]),
                seat=0,
                command=said["command"],
            )
            return redirect("games:table", opened.pk)
    context = {"form": form, "usual": [engine.load_rules(rules_id) for rules_id in USUAL]}
    return render(request, "games/open.html", context, status=422 if form.errors else 200)
