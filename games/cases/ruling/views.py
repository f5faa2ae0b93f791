"""The pages of a ruling, an appeal and a committee: parse, ask what would follow, call one service, render."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.models import Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import current_player
from clubs.web.refusals import done, fulfilled, refusals_beside
from games.cases import parts
from games.cases.access import case_row
from games.cases.log import current, seconds_of
from games.cases.parts import Act
from games.cases.ruling.committee import MAX_MEMBERS, candidates, chosen_members
from games.cases.ruling.foreseen import foreseen_page
from games.cases.ruling.forms import AppealForm, DecisionForm, VoteForm
from games.cases.ruling.page import CasePage, case_page
from games.cases.ruling.shown import proposals_shown, ruling_shown
from games.cases.services import appealing, ruling
from games.errors import WrongMoment
from games.pages import edits, invitation_of, search_of, shows, viewer, writes


def _acting(act: Act) -> Callable[[Callable[[HttpRequest, CasePage, Player], HttpResponse]], Any]:
    """Hand a view the case and the person who may do something in it now.

    A page of status 403 says why another person may not; a person who may, but not now, is told so on the case's page.
    """

    def decorated(view: Callable[[HttpRequest, CasePage, Player], HttpResponse]) -> Any:
        @wraps(view)
        def answer(request: HttpRequest, case_id: UUID) -> HttpResponse:
            player = current_player(request)
            page = case_page(case_id, player, _invitation(request, case_id))
            assert page.seen.actor is not None, "somebody is signed in"
            try:
                parts.require_may(act, page.state, page.seen.actor, seconds_of(timezone.now()))
            except WrongMoment as refused:
                messages.error(request, refused.message)
                return redirect("games:case", case_id)
            return view(request, page, player)

        return never_cache(edits(answer))

    return decorated


def _invitation(request: HttpRequest, case_id: UUID) -> str:
    """Return the invitation code with which the request may see the table of a case."""
    return invitation_of(request, case_row(case_id).game)


@shows
def ruling_part(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The ruling, the appeal and the committee: a part of the page of their case."""
    page = case_page(case_id, viewer(request), _invitation(request, case_id))
    if not fragment_asked(request):
        return redirect("games:case", case_id)
    context = {
        "page": page, "seen": page.seen, "ruling": ruling_shown(page), "appeal": page.appeal,
        "ballot": proposals_shown(page),
    }  # fmt: skip
    return render(request, "games/cases/ruling/_part.html", context)


@_acting("rule")
def rule(request: HttpRequest, page: CasePage, player: Player) -> HttpResponse:
    """Rule on a case: first it shows what would follow."""

    def give(form: DecisionForm) -> None:
        ruling.rule(
            case_id=page.case.pk, player=player, decision=form.decision(), words=form.cleaned_data["words"],
            command=form.cleaned_data["command"] or uuid4(),
        )  # fmt: skip

    return _decide(request, page, give, "games/cases/ruling/rule.html", _("The ruling is given."))


@_acting("propose")
def propose(request: HttpRequest, page: CasePage, player: Player) -> HttpResponse:
    """Propose another decision to the committee: first it shows what would follow."""

    def give(form: DecisionForm) -> None:
        appealing.propose(
            case_id=page.case.pk, player=player, decision=form.decision(), words=form.cleaned_data["words"],
            command=form.cleaned_data["command"] or uuid4(),
        )  # fmt: skip

    to = "games:case_board"
    return _decide(request, page, give, "games/cases/ruling/propose.html", _("The committee sees your proposal."), to)


def _decide(
    request: HttpRequest, page: CasePage, give: Callable[[DecisionForm], None], template: str, words: str,
    to: str = "games:case",
) -> HttpResponse:  # fmt: skip
    """Answer the form of a decision: with what would follow until that was seen as it is, then by giving it."""
    form = DecisionForm(request.POST or None, terms=page.terms)
    context: dict[str, Any] = {"page": page, "form": form}
    is_sent = request.method == "POST" and request.POST.get("act") != "change"
    if is_sent and form.is_valid():
        with refusals_beside(form):
            foreseen = foreseen_page(page, form.decision(), current_player(request))
            context["foreseen"] = foreseen
            seen = form.cleaned_data["seen"]
            context["moved"] = bool(seen) and seen != foreseen.seal and request.POST.get("act") == "give"
            if seen == foreseen.seal and request.POST.get("act") == "give":
                give(form)
                messages.success(request, words)
                return redirect(to, page.case.pk)
        if form.errors:
            context.pop("foreseen", None)
    if "foreseen" in context:
        # What was filled in goes along, whatever part of the form it stands in.
        context["sent"] = [
            (name, value) for name, values in request.POST.lists() for value in values
            if name not in ("csrfmiddlewaretoken", "seen", "act", "follow_up")
        ]  # fmt: skip
    return render(request, template, context, status=422 if is_sent and form.errors else 200)


@writes
def withdraw_ruling(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Take the own ruling back before anybody has appealed."""
    player = current_player(request)
    words = _("The ruling is withdrawn. The case waits for a ruling again.")
    done(request, lambda: ruling.withdraw_ruling(case_id=case_id, player=player, command=uuid4()), words)
    return redirect("games:case", case_id)


@_acting("appeal")
def appeal(request: HttpRequest, page: CasePage, player: Player) -> HttpResponse:
    """Appeal against the ruling, for a side."""
    form = AppealForm(request.POST or None)

    def send() -> None:
        appealing.appeal(
            case_id=page.case.pk, player=player, words=form.cleaned_data["words"],
            command=form.cleaned_data["command"] or uuid4(),
        )  # fmt: skip

    if request.method == "POST" and fulfilled(form, send):
        messages.success(request, _("You have appealed. The club names a committee."))
        return redirect("games:case", page.case.pk)
    context = {"page": page, "form": form, "ruling": ruling_shown(page)}
    return render(request, "games/cases/ruling/appeal.html", context, status=422 if form.errors else 200)


@writes
def withdraw_appeal(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Withdraw the appeal of one's side: the ruling is final."""
    player = current_player(request)
    words = _("The appeal is withdrawn, and the ruling is final.")
    done(request, lambda: appealing.withdraw_appeal(case_id=case_id, player=player, command=uuid4()), words)
    return redirect("games:case", case_id)


@_acting("name-committee")
def committee(request: HttpRequest, page: CasePage, player: Player) -> HttpResponse:
    """Name the committee: people are searched by name and gathered in the address, then named together."""
    sent = request.POST if request.method == "POST" else request.GET
    members = chosen_members(page, sent.getlist("member"))
    if request.method == "POST":

        def name() -> None:
            appealing.name_committee(
                case_id=page.case.pk, player=player, members=[member.player for member in members], command=uuid4()
            )

        if done(request, name, _("The committee is named and notified.")):
            return redirect("games:case", page.case.pk)
    context = {
        "page": page, "members": members, "search": search_of(request), "most": MAX_MEMBERS,
        "candidates": candidates(page, player, search_of(request), members), "ruling": ruling_shown(page),
    }  # fmt: skip
    return render(
        request, "games/cases/ruling/committee.html", context, status=422 if request.method == "POST" else 200
    )


@_acting("vote")
def board(request: HttpRequest, page: CasePage, player: Player) -> HttpResponse:
    """The page of the committee: what it decides on, the proposals, and the member's vote."""
    shown = proposals_shown(page)
    form = VoteForm(request.POST or None, proposals=[(each.number, each.sentence) for each in shown.proposals])
    if not form.is_bound and shown.own is not None:
        form.initial["proposal"] = shown.own

    def cast() -> None:
        appealing.vote(
            case_id=page.case.pk, player=player, proposal=form.cleaned_data["proposal"],
            words=form.cleaned_data["words"], command=form.cleaned_data["command"] or uuid4(),
        )  # fmt: skip

    if request.method == "POST" and fulfilled(form, cast):
        if current(page.case.pk).status == "voting":
            messages.success(request, _("Your vote is saved. Until the committee has decided, nobody else sees it."))
        return redirect("games:case", page.case.pk)
    context = {"page": page, "form": form, "shown": shown, "ruling": ruling_shown(page)}
    return render(request, "games/cases/ruling/board.html", context, status=422 if form.errors else 200)
