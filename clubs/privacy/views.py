"""Pages about one's own data: what others see, a copy of it, and its erasure."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.errors import ClubError
from clubs.forms import refuse
from clubs.privacy import selectors, services
from clubs.privacy.forms import ChoicesForm
from clubs.privacy.words import MATTERS
from clubs.privacy_models import Audience
from clubs.views.common import current_player


@login_required
@require_http_methods(["GET", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """What others see: a table of choices, and what they amount to."""
    player = current_player(request)
    chosen = selectors.choices_of(player)
    form = ChoicesForm(request.POST or None, initial=chosen)
    if request.method == "POST" and form.is_valid():
        try:
            services.choose(player=player, choices=form.cleaned_data)
        except ClubError as error:
            refuse(form, error)
        else:
            messages.success(request, _("What others see is as you chose."))
            return redirect("clubs:privacy")
    context = {"player": player, "form": form, "audiences": Audience.labels, "seen": _seen(chosen)}
    return render(request, "clubs/privacy.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def preview(request: HttpRequest) -> HttpResponse:
    """Show what others would see by choices that are not kept yet: a part of the page."""
    chosen = selectors.choices_of(current_player(request))
    asked = {what: request.GET.get(what, chosen[what]) for what in MATTERS}
    form = ChoicesForm(asked)
    seen = _seen(form.cleaned_data if form.is_valid() else chosen)
    return render(request, "clubs/privacy.html#preview", {"player": current_player(request), "seen": seen})


def _seen(chosen: dict[str, str]) -> list[dict[str, Any]]:
    """Return the rows of the preview."""
    return [
        {"matter": MATTERS[one.what], "stranger": one.stranger, "clubmate": one.clubmate}
        for one in selectors.preview(chosen)
    ]
