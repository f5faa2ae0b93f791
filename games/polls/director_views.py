"""The polls of a case: the director's form and a look at the position, closing, and the results for those who may."""

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from clubs.base.asked import id_in
from clubs.models import Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import current_player
from clubs.web.refusals import done, refusals_beside
from games.cases import log
from games.cases.parts import require_may
from games.cases.selectors import SeenCase, seen_case
from games.cases.services.polling import check_voters
from games.errors import UnknownCase
from games.pages import edits, reads, writes
from games.polls import services
from games.polls.forms import PollForm
from games.polls.selectors import choices_of, position_of, results_of, suggested
from games.polls.showing import render as render_position
from games.words.phrases import translated

USUAL = 7
"""So many of the suggested players are ticked to begin with."""


def _directed(request: HttpRequest, case_id: UUID) -> SeenCase:
    """Return a case that the reader directs and in which a poll can be opened now.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `games.cases.parts.require_may`.
    """
    seen = seen_case(case_id, current_player(request))
    assert seen.actor is not None
    require_may("open-poll", log.current(case_id), seen.actor, log.seconds_of(timezone.now()))
    return seen


@reads
def polls_of_case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The polls of a case and what came of them, for those who read the case: a fragment, or a page of its own."""
    seen = seen_case(case_id, current_player(request))
    context = results_context(seen)
    if fragment_asked(request) and not (context["results"] or context["may_open"]):
        return HttpResponse("")
    return render(
        request, "games/polls/_results.html" if fragment_asked(request) else "games/polls/results.html", context
    )


def results_context(seen: SeenCase) -> dict[str, Any]:
    """Return what the fragment with the polls of a case reads."""
    return {
        "case": seen.case,
        "results": results_of(seen),
        "may_open": "open-poll" in seen.may,
        "may_close": "close-poll" in seen.may,
    }


@edits
def new(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Choose a position and the players who are asked."""
    player = current_player(request)
    seen = _directed(request, case_id)
    state = log.current(case_id)
    choices = choices_of(seen.case)
    offered = suggested(seen.case, state)
    ticked = request.POST.getlist("voters")
    added = _added(ticked, {str(one.player.pk) for one in offered})
    voters = [
        *((str(one.pk), one.name) for one in added),
        *((str(one.player.pk), _rated(one.player.name, one.rating.rating)) for one in offered),
    ]
    initial = {
        "step": request.GET.get("step") or state.step,
        "voters": [str(one.player.pk) for one in offered[:USUAL]],
        "until": timezone.localtime(log.moment_of(log.seconds_of(timezone.now()) + state.windows.poll)),
    }
    form = PollForm(request.POST or None, choices=choices, voters=voters, club=seen.case.club, initial=initial)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with refusals_beside(form):
            if request.POST.get("do") == "add":
                services.check_uninvolved(seen.case, asked["asked"])
                check_voters(seen.case, asked["asked"])
                return _with_added(request, seen, form, voters, suggests=bool(offered))
            services.open_poll(
                case_id=case_id, player=player, seat=form.choice.seat, step=asked["step"], voters=asked["asked"],
                until=asked["until"], clock=asked["clock"], command=uuid4(),
            )  # fmt: skip
            return redirect("games:case", case_id)
    context = {"form": form, "case": seen.case, "choices": choices, "suggested": bool(offered)}
    return render(request, "games/polls/new.html", context, status=422 if form.errors else 200)


def _rated(name: str, rating: int) -> str:
    return _("{name} (rating {rating})").format(name=name, rating=rating)


def _added(ids: list[str], offered: set[str]) -> list[Player]:
    """Return the players that were added by name before."""
    wanted = [one for one in map(id_in, ids) if one is not None and str(one) not in offered]
    return list(Player.objects.filter(pk__in=wanted).order_by("name"))


def _with_added(
    request: HttpRequest, seen: SeenCase, form: PollForm, voters: list[tuple[str, str]], *, suggests: bool
) -> HttpResponse:
    """Return the form with one more player to ask."""
    chosen = [str(one.pk) for one in form.cleaned_data["asked"]]
    known = {value for value, _label in voters}
    more = [(str(one.pk), one.name) for one in form.cleaned_data["asked"] if str(one.pk) not in known]
    kept = {"step": form.cleaned_data["step"], "until": timezone.localtime(form.cleaned_data["until"]),
            "clock": form.cleaned_data["clock"], "voters": chosen}  # fmt: skip
    again = PollForm(choices=list(form.choices.values()), voters=[*more, *voters], club=seen.case.club, initial=kept)
    context = {
        "form": again, "case": seen.case, "choices": list(form.choices.values()), "suggested": suggests,
    }  # fmt: skip
    return render(request, "games/polls/new.html", context)


@reads
def look(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """A position of the hand as those who are asked would see it, for those who read the case."""
    seen = seen_case(case_id, current_player(request))
    if not seen.insider:
        raise UnknownCase
    said = request.GET.get("step", "")
    step = int(said) if said.isascii() and said.isdigit() and len(said) < 6 else -1
    choice = next((one for one in choices_of(seen.case) if one.step == step), None)
    context: dict[str, Any] = {"case": seen.case, "choice": choice, "position": ""}
    if choice is not None:
        position = position_of(seen.case, choice.seat, choice.step)
        context["rules"] = translated(engine.load_rules(position.view.rules).name)
        context["position"] = render_position(
            position, get_language() or settings.LANGUAGE_CODE, clock="clock" in request.GET, asks=False
        )
    return render(request, "games/polls/look.html", context, status=200 if choice is not None else 404)


@writes
def close(request: HttpRequest, case_id: UUID, number: int) -> HttpResponse:
    """Close a poll with the answers that it has."""
    player = current_player(request)
    done(
        request,
        lambda: services.close_poll(case_id=case_id, player=player, poll=number, command=uuid4()),
        _("The poll is closed."),
    )
    return redirect(f"{reverse('games:case', args=[case_id])}#polls")
