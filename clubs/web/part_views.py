"""The live parts of a page, in one request."""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.web.pages import shows
from clubs.web.parts import add_live_part, poll_context, read_paths


@shows
def parts(request: HttpRequest) -> HttpResponse:
    """Return those live parts of a page that changed since it showed them (`?seen=`); 204 if none did."""
    token = request.GET.get("parts", "")
    try:
        paths = read_paths(token)
    except BadSignature:
        raise Http404 from None
    now = [add_live_part(request, path) for path in paths]
    seen = request.GET.get("seen", "").split(".")
    changed = [part for part in now if part.digest not in seen[part.number : part.number + 1]]
    if not changed:
        return HttpResponse(status=204)
    return render(request, "clubs/parts.html", {"parts": changed, "poll": poll_context(now, token)})
