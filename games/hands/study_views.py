"""Hands to study: the collection, and each hand of it step by step with what the auditor says."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.hands.replay import replay_of
from games.hands.study import Study, beside, deals
from games.hands.study import studies as all_studies
from games.hands.views import download, step_of


def _get(name: str) -> Study:
    found = all_studies().get(name)
    if found is None:
        raise Http404(_("There is no such hand."))
    return found


@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    """The collection, deal by deal."""
    return render(request, "games/studies.html", {"deals": list(deals())})


@require_safe
def study(request: HttpRequest, name: str) -> HttpResponse:
    """A hand of the collection, step by step."""
    found = _get(name)
    replay = replay_of(found.told, step=step_of(request))
    previous, following = beside(name)
    context = {"replay": replay, "history": found.told, "study": found, "previous": previous, "next": following}
    return render(request, "games/study.html", context)


@require_safe
def study_record(request: HttpRequest, name: str) -> HttpResponse:
    """The record of a hand, as `audit_records` and other programs read it."""
    return download(_get(name).record, f"lelam-56-book-{name}.json")
