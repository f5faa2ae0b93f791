"""Pages of a club's members: the list, one member with what officers may do, and players without an account."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.members import selectors
from clubs.members.forms import GuestForm, RemoveForm, RoleForm, RosterFilter, SuspendForm
from clubs.members.guests import make_guest, offer_claim, release_guest, rename_guest, withdraw_claim
from clubs.members.offices import give_office, remove_member, restore_member, suspend_member
from clubs.models import Club, GuestClaim, Membership, Player
from clubs.web.htmx import part_asked
from clubs.web.pages import club_frame, current_player, edits, paged, reads, require_page, writes
from clubs.web.refusals import done, fulfilled, refusals_beside

_MANAGES = frozenset({"admit_members", "suspend_members", "give_offices", "keep_guests"})


@require_safe
def member_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The members, a page at a time: `?q=` searches the names, `?role=` keeps a role or the suspended."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "members")
    sees_suspended = "suspend_members" in frame["can"]
    form = RosterFilter(request.GET, suspended=sees_suspended)
    asked = form.cleaned_data if form.is_valid() else {}
    found = selectors.roster(
        club=club, viewer=frame["player"], search=asked.get("q", "").strip(), role=asked.get("role", "")
    )
    page = paged(request, found)
    size, filtered = Membership.objects.filter(club=club).count(), any(asked.values())
    context = frame | {
        "form": form,
        "page": page,
        "size": size,
        "unlisted": 0 if filtered else size - page.paginator.count,
        "filtered": filtered,
        "suspended": {one.pk for one in page if selectors.is_suspended_now(one)} if sees_suspended else (),
        "manages": bool(_MANAGES & frame["can"]),
        "waiting": selectors.open_requests(club).count() if "admit_members" in frame["can"] else 0,
        "kept_out": selectors.kept_out(club).count() if "suspend_members" in frame["can"] else 0,
    }
    part = part_asked(request, "members")
    return render(request, f"clubs/members.html{part}", context)


def _place(slug: str, player_id: UUID) -> Membership:
    found = Membership.objects.select_related("club", "player")
    return get_object_or_404(found, club__slug=slug, player_id=player_id)


@reads
def member_page(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """A member, for the officers: role, suspension, removal, and what the log says."""
    return _member_page(request, _place(slug, player_id))


def _member_page(request: HttpRequest, place: Membership, **bound: forms.Form) -> HttpResponse:
    club, player = place.club, place.player
    frame = club_frame(request, club, "members")
    can = frame["can"]
    if not _MANAGES & can:
        raise PermissionDenied(_("This page is for officers who manage members."))
    suspended = selectors.is_suspended_now(place)
    claim = selectors.live_claim(player) if player.kept_by_id else None
    context = frame | {
        "place": place,
        "member": player,
        "is_guest": player.kept_by_id is not None,
        "is_self": frame["player"] == player,
        "suspended": suspended,
        "reason": selectors.suspension_reason(place) if suspended else "",
        "role_form": RoleForm(initial={"role": place.role}),
        "suspend_form": SuspendForm(),
        "remove_form": RemoveForm(),
        "guest_form": GuestForm(initial={"name": player.name}),
        "claim": claim,
        "claim_link": _address(request, "clubs:claim", selectors.claim_token(claim)) if claim else "",
        "claims": selectors.claims_by(club=club, player=player) if "give_offices" in can else (),
        "lines": selectors.log_lines(selectors.acts(club=club, subject=player)[:10]) if "see_log" in can else (),
        **bound,
    }
    return render(request, "clubs/member.html", context, status=422 if bound else 200)


def _address(request: HttpRequest, name: str, token: str) -> str:
    return request.build_absolute_uri(reverse(name, args=[token]))


def _filled(
    request: HttpRequest, place: Membership, which: str, form: forms.Form, do: Callable[..., Any]
) -> HttpResponse | None:
    """Do what a form of the member's page says; return the page where that was refused."""
    if fulfilled(form, lambda: do(club=place.club, by=current_player(request), **form.cleaned_data)):
        return None
    return _member_page(request, place, **{which: form})


@writes
def member_role(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Give a member another role."""
    place = _place(slug, player_id)
    require_page(current_player(request), "give_offices", place.club)
    form = RoleForm(request.POST)
    refused = _filled(request, place, "role_form", form, lambda **said: give_office(player=place.player, **said))
    return refused or redirect("clubs:member", slug, player_id)


@writes
def member_suspend(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Suspend a member."""
    place = _place(slug, player_id)
    require_page(current_player(request), "suspend_members", place.club)
    form = SuspendForm(request.POST)
    refused = _filled(request, place, "suspend_form", form, lambda **said: suspend_member(player=place.player, **said))
    return refused or redirect("clubs:member", slug, player_id)


@writes
def member_restore(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """End a suspension, or let somebody who was kept out come back."""
    club = get_object_or_404(Club, slug=slug)
    player = get_object_or_404(Player, pk=player_id)
    done(
        request,
        lambda: restore_member(club=club, by=current_player(request), player=player),
        _("{player} is no longer suspended.").format(player=player.name),
    )
    if Membership.objects.filter(club=club, player=player).exists():
        return redirect("clubs:member", slug, player_id)
    return redirect("clubs:kept_out", slug)


@writes
def member_remove(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Remove a member."""
    place = _place(slug, player_id)
    action = "keep_guests" if place.player.kept_by_id is not None else "admit_members"
    require_page(current_player(request), action, place.club)
    form = RemoveForm(request.POST)
    refused = _filled(request, place, "remove_form", form, lambda **said: remove_member(player=place.player, **said))
    return refused or redirect("clubs:members", slug)


@reads
def kept_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is no member and cannot come in for now."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "members")
    require_page(frame["player"], "suspend_members", club)
    return render(request, "clubs/kept_out.html", frame | {"page": paged(request, selectors.kept_out(club))})


@edits
def guest_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a player without an account on the list."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "members")
    require_page(frame["player"], "keep_guests", club)
    form = GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            guest = make_guest(club=club, by=current_player(request), name=form.cleaned_data["name"])
            return redirect("clubs:member", slug, guest.pk)
    return render(request, "clubs/guest_new.html", frame | {"form": form}, status=422 if form.errors else 200)


@writes
def guest_rename(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Change what the club calls a player without an account."""
    place = _place(slug, player_id)
    require_page(current_player(request), "keep_guests", place.club)
    form = GuestForm(request.POST)
    refused = _filled(request, place, "guest_form", form, lambda **said: rename_guest(guest=place.player, **said))
    return refused or redirect("clubs:member", slug, player_id)


@writes
def guest_offer(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Make the link by which an account takes over a player without one."""
    place = _place(slug, player_id)
    done(request, lambda: offer_claim(club=place.club, by=current_player(request), guest=place.player))
    return redirect("clubs:member", slug, player_id)


@writes
def guest_withdraw(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """Take that link back."""
    place = _place(slug, player_id)
    done(request, lambda: withdraw_claim(club=place.club, by=current_player(request), guest=place.player))
    return redirect("clubs:member", slug, player_id)


@writes
def guest_release(request: HttpRequest, slug: str, claim_id: UUID) -> HttpResponse:
    """Undo that an account took over a player without one."""
    claim = get_object_or_404(GuestClaim, pk=claim_id, club__slug=slug)
    released = done(
        request,
        lambda: release_guest(claim_id=claim.pk, by=current_player(request)),
        _("{player} is again a player without an account.").format(player=claim.name),
    )
    return redirect("clubs:member", slug, claim.guest_id) if released else redirect("clubs:members", slug)
