"""The shared parts of tournaments over HTTP: for pages whose socket is shut."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.web.fragments import answered
from tournaments.delivery.parts import PARTS, answer_about
from tournaments.delivery.sockets import question_in
from tournaments.models import Tournament


@require_safe
def part(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """Return a part of a tournament as all readers share it; 304 to a browser that has it."""
    if part not in PARTS:
        raise Http404(_("There is no such part of the page."))
    query = request.GET.copy()
    query["part"] = part
    question = question_in(query, get_language() or "")
    beside = ("club", "director", "champion", "house")
    tournament = get_object_or_404(Tournament.objects.select_related(*beside), slug=slug)
    answer = None if question is None else answer_about(tournament, question)
    if answer is None or answer.fragment is None:
        raise Http404(_("This part is not kept: reload the page."))
    return answered(request, answer.fragment)
