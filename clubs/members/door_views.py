"""Pages of a club's doors: joining and leaving, asking to be let in, invitations, and links for guests."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.base.guesses import TooManyGuesses
from clubs.base.networks import IPV6_SITE_PREFIX, network_of_request
from clubs.errors import ClubError
from clubs.members import selectors
from clubs.members.doors import (
    accept_invitation,
    answer_request,
    ask_to_join,
    find_by_code,
    make_invitation,
    require_valid,
    revoke_invitation,
    roles_to_invite,
    withdraw_request,
)
from clubs.members.forms import AskForm, CodeForm, InvitationForm
from clubs.members.guests import claim_guest, require_claimable, why_not
from clubs.members.societies import join_club, leave_club
from clubs.models import Club, Invitation, JoinRequest, Membership
from clubs.web.pages import club_frame, current_player, edits, paged, reads, require_page, viewer_of, writes
from clubs.web.refusals import done, refusals_beside, refuse


@writes
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member by the open door."""
    club = get_object_or_404(Club, slug=slug)
    done(
        request,
        lambda: join_club(club=club, player=current_player(request)),
        _("Welcome to {club}.").format(club=club.name),
    )
    return redirect("clubs:club", slug)


@writes
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop being a member."""
    club = get_object_or_404(Club, slug=slug)
    done(
        request,
        lambda: leave_club(club=club, player=current_player(request)),
        _("You have left {club}.").format(club=club.name),
    )
    return redirect("clubs:club", slug)


@edits
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the officers to be let in, or change what one wrote to them."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "overview")
    player = current_player(request)
    if request.method == "GET" and Membership.objects.filter(club=club, player=player).exists():
        return redirect("clubs:club", slug)
    mine = selectors.request_of(club=club, player=player)
    form = AskForm(request.POST or None, initial={"word": mine.word if mine else ""})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            ask_to_join(club=club, player=player, word=form.cleaned_data["word"])
            messages.success(request, _("The officers of {club} will answer.").format(club=club.name))
            return redirect("clubs:club", slug)
    return render(request, "clubs/ask.html", frame | {"form": form, "mine": mine}, status=422 if form.errors else 200)


@writes
def ask_withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's own request back."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    mine = selectors.request_of(club=club, player=player)
    if mine is not None:
        done(
            request,
            lambda: withdraw_request(request_id=mine.pk, player=player),
            _("Your request is withdrawn."),
        )
    return redirect("clubs:club", slug)


@reads
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits to be let in."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "members")
    require_page(frame["player"], "admit_members", club)
    return render(request, "clubs/requests.html", frame | {"page": paged(request, selectors.open_requests(club))})


@writes
def request_answer(request: HttpRequest, slug: str, request_id: UUID) -> HttpResponse:
    """Answer somebody who asks; the button says yes or no."""
    asked = get_object_or_404(JoinRequest.objects.select_related("player"), pk=request_id, club__slug=slug)
    admitted = request.POST.get("answer") == "yes"
    said = _("{player} is a member now.") if admitted else _("{player} is not admitted.")
    done(
        request,
        lambda: answer_request(request_id=asked.pk, by=current_player(request), admitted=admitted),
        said.format(player=asked.player.name),
    )
    return redirect("clubs:requests", slug)


@edits
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's invitations with their links and codes, and a form for another."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "members")
    require_page(frame["player"], "admit_members", club)
    roles = roles_to_invite(club=club, by=frame["player"])
    form = InvitationForm(request.POST or None, roles=roles)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            make_invitation(club=club, by=frame["player"], **form.cleaned_data)
            messages.success(request, _("The invitation is made. Send its link or read out its code."))
            return redirect("clubs:invitations", slug)
    page = paged(request, selectors.invitations(club))
    shown = [
        {
            "row": row,
            "live": selectors.is_live(row),
            "link": request.build_absolute_uri(reverse("clubs:invitation", args=[selectors.invitation_token(row)])),
            "code": selectors.invitation_code(row),
            "left": row.places - row.used,
        }
        for row in page
    ]
    context = frame | {"form": form, "page": page, "shown": shown}
    return render(request, "clubs/invitations.html", context, status=422 if form.errors else 200)


@writes
def invitation_revoke(request: HttpRequest, slug: str, invitation_id: UUID) -> HttpResponse:
    """Take an invitation back."""
    found = get_object_or_404(Invitation, pk=invitation_id, club__slug=slug)
    done(
        request,
        lambda: revoke_invitation(invitation_id=found.pk, by=current_player(request)),
        _("The invitation is withdrawn."),
    )
    return redirect("clubs:invitations", slug)


def guesser(request: HttpRequest) -> str:
    """Return who types a code: the player, or the network."""
    player = viewer_of(request)
    return str(player.pk) if player is not None else network_of_request(request)


@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Type the code of an invitation; it leads to the invitation's own page."""
    form = CodeForm(request.POST or None)
    too_often = False
    if request.method == "POST" and form.is_valid():
        try:
            found = find_by_code(
                code=form.cleaned_data["code"],
                guesser=guesser(request),
                network=network_of_request(request, IPV6_SITE_PREFIX),
            )
        except ClubError as error:
            refuse(form, error)
            too_often = isinstance(error, TooManyGuesses)
        else:
            return redirect("clubs:invitation", selectors.invitation_token(found))
    status = 429 if too_often else 422 if form.errors else 200
    return render(request, "clubs/code.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation by its link: what it is to, and the button that accepts it, after signing up if need be."""
    found = selectors.find_invitation(token)
    if found is None:
        raise Http404(_("There is no such invitation."))
    player = viewer_of(request)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        accepted = done(
            request,
            lambda: accept_invitation(invitation_id=found.pk, player=current_player(request)),
            _("Welcome to {club}.").format(club=found.club.name),
        )
        return redirect("clubs:club", found.club.slug) if accepted else redirect("clubs:invitation", token)
    over = ""
    try:
        require_valid(found)
    except ClubError as error:
        over = error.message
    context = {
        "invitation": found,
        "club": found.club,
        "over": over,
        "size": Membership.objects.filter(club=found.club).count(),
        "is_member": player is not None and Membership.objects.filter(club=found.club, player=player).exists(),
    }
    return render(request, "clubs/invitation.html", context)


@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """A link for a guest: who it is, and the button by which the account takes the history over."""
    found = selectors.find_claim(token)
    if found is None:
        raise Http404(_("There is no such link."))
    player = current_player(request) if request.user.is_authenticated else None
    if request.method == "POST":
        if player is None:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        claimed = done(
            request,
            lambda: claim_guest(claim_id=found.pk, player=player),
            _("Everything that {guest} played in {club} is yours now.").format(
                guest=found.guest.name, club=found.club.name
            ),
        )
        return redirect("clubs:player", player.pk) if claimed else redirect("clubs:claim", token)
    over = ""
    try:
        require_claimable(found)
    except ClubError as error:
        over = error.message
    context = {
        "claim": found,
        "club": found.club,
        "over": over,
        "player": player,
        "why_not": why_not(found.guest, player) if player is not None and not over else "",
    }
    return render(request, "clubs/claim.html", context)
