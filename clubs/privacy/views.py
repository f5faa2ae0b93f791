"""Pages about one's own data: what others see, a copy of it, and its erasure."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.base import jobs
from clubs.models import Audience, Player
from clubs.privacy import selectors
from clubs.privacy.forms import ChoicesForm, EraseForm
from clubs.privacy.holdings import FORMER, obstacles, person_of
from clubs.privacy.services.choices import choose
from clubs.privacy.services.copies import KEPT, ask_copy
from clubs.privacy.services.erasing import GRACE, ask_erasure, take_back
from clubs.privacy.words import FILES, MATTERS
from clubs.web.files import on_the_way
from clubs.web.htmx import part_asked
from clubs.web.pages import current_player, edits, reads, writes
from clubs.web.refusals import refusals_beside


@edits
def choices(request: HttpRequest) -> HttpResponse:
    """What others see: a table of choices, and what they amount to."""
    player = current_player(request)
    chosen = selectors.choices_of(player)
    form = ChoicesForm(request.POST or None, initial=chosen)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            choose(player=player, choices=form.cleaned_data)
            messages.success(request, _("Your privacy choices are saved."))
            return redirect("clubs:privacy")
    context = {"player": player, "form": form, "audiences": Audience.labels, "seen": _seen(chosen)}
    return render(request, "clubs/privacy.html", context, status=422 if form.errors else 200)


@reads
def preview(request: HttpRequest) -> HttpResponse:
    """Show what others would see by choices that are not kept yet: a part of the page."""
    player = current_player(request)
    chosen = selectors.choices_of(player)
    form = ChoicesForm({what: request.GET.get(what, chosen[what]) for what in MATTERS})
    seen = _seen(form.cleaned_data if form.is_valid() else chosen)
    return render(request, "clubs/privacy.html#preview", {"player": player, "seen": seen})


@never_cache
@edits
def my_data(request: HttpRequest) -> HttpResponse:
    """A copy of one's data: asked for, being made, ready; and the way to be erased."""
    player = current_player(request)
    if request.method == "POST":
        ask_copy(player=player, language=get_language() or "")
        return redirect("clubs:my_data")
    context = _copy(player) | {
        "files": [(f"{name}.json", what) for name, what in FILES.items()],
        "erasure": selectors.find_erasure(player),
        "days": KEPT.days,
    }
    part = part_asked(request, "copy")
    return render(request, f"clubs/my_data.html{part}", context)


@never_cache
@reads
@reauthentication_required  # type: ignore[untyped-decorator]
def my_data_file(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The copy itself, for its owner, who has signed in a moment ago."""
    export = selectors.copy_to_fetch(current_player(request))
    if export is None:
        messages.error(request, _("There is no copy to download. Make one first."))
        return redirect("clubs:my_data")
    answer = StreamingHttpResponse(on_the_way(request, selectors.pieces(export)), content_type="application/zip")
    answer["Content-Length"] = str(export.size)
    answer["Content-Disposition"] = f'attachment; filename="lelam-{export.asked_at:%Y-%m-%d}.zip"'
    return answer


@never_cache
@edits
def erase(request: HttpRequest) -> HttpResponse:
    """Ask to be erased: what goes, what stays, and the name to type."""
    return _erase_for_sure(request) if request.method == "POST" else _erase(request, EraseForm())


@reauthentication_required  # type: ignore[untyped-decorator]
def _erase_for_sure(request: HttpRequest) -> HttpResponse:
    form = EraseForm(request.POST)
    if form.is_valid():
        with refusals_beside(form):
            erasure = ask_erasure(player=current_player(request), name=form.cleaned_data["name"])
            sentence = _("Your data will be erased on {day}. Until then you can withdraw this.")
            messages.success(request, sentence.format(day=date_format(localtime(erasure.due_at), "j F Y")))
            return redirect("clubs:erase")
    return _erase(request, form)


def _erase(request: HttpRequest, form: EraseForm) -> HttpResponse:
    player = current_player(request)
    context = {
        "player": player,
        "form": form,
        "erasure": selectors.find_erasure(player),
        "obstacles": [sentence for _code, sentence in obstacles(person_of(player))],
        "days": GRACE.days,
        "former": _(FORMER),
    }
    return render(request, "clubs/erase.html", context, status=422 if form.errors else 200)


@writes
def erase_not(request: HttpRequest) -> HttpResponse:
    """Take it back."""
    if take_back(player=current_player(request)):
        messages.success(request, _("Nothing will be erased. Your account stays as it is."))
    return redirect("clubs:my_data")


def _copy(player: Player) -> dict[str, Any]:
    """Return how the copy stands."""
    export = selectors.copy_of(player)
    progress = jobs.progress_of(export.pk) if export is not None and export.is_open else None
    return {"player": player, "export": export, "ready": selectors.copy_to_fetch(player), "progress": progress}


def _seen(chosen: dict[str, str]) -> list[dict[str, Any]]:
    """Return the rows of the preview."""
    return [
        {"matter": MATTERS[one.what], "stranger": one.stranger, "clubmate": one.clubmate}
        for one in selectors.preview(chosen)
    ]
