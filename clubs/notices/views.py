"""Pages of notices: parse, call one service or selector, render."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.errors import ClubError
from clubs.notices import links, push, selectors, sessions, words
from clubs.notices.forms import ChoicesForm, PauseForm
from clubs.notices.kinds import DIGEST
from clubs.notices.services import choosing
from clubs.notices.services.choosing import choose, resume, stop_way
from clubs.notices.services.devices import add_device, remove_device, remove_endpoint, replace_device
from clubs.notices.services.reading import mark_all_read, mark_read
from clubs.notices.times import zones_like
from clubs.web.pages import current_player, edits, paged, reads, shows, writes
from clubs.web.refusals import refusals_beside


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser says of its subscription; `old` is the address that it had before."""

    endpoint: str
    p256dh: str = ""
    auth: str = ""
    old: str = ""


@never_cache
@reads
def notices(request: HttpRequest) -> HttpResponse:
    """What is new, the newest first. `?unread=1` leaves out what was read."""
    player = current_player(request)
    chosen = selectors.choices_of(player)
    unread_only = request.GET.get("unread") == "1"
    found = selectors.notices_of(player)
    page = paged(request, found.filter(read_at=None) if unread_only else found)
    rows = list(page.object_list)
    context = {
        "notices": words.texts_or_excuse(rows, zone=chosen.hours.zone),
        "page": page,
        "unread_only": unread_only,
        "unread": selectors.count_unread(player),
        "newest": rows[0].told_at.isoformat() if rows else "",
        "paused_until": _pause_of(chosen),
        "zone": chosen.hours.zone,
    }
    return render(request, "clubs/notices/list.html", context)


@shows
def bell(request: HttpRequest) -> HttpResponse:
    """Answer with the bell of the header; with nothing to who is signed in no more."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "clubs/notices/_bell.html", {"unread": selectors.count_unread(current_player(request))})


@reads
def notice(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """Go where a notice leads; it counts as read."""
    player = current_player(request)
    found = selectors.find_notice(player, notice_id)
    if found is None:
        return redirect("clubs:notices")
    mark_read(player=player, notice_id=notice_id)
    return redirect(found.path)


@writes
def notice_read(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """Mark one notice as read."""
    if not mark_read(player=current_player(request), notice_id=notice_id):
        raise Http404(_("There is no such notice."))
    return redirect("clubs:notices")


@writes
def all_read(request: HttpRequest) -> HttpResponse:
    """Mark all as read that the page showed, or that is older; `quiet=1`: the page itself asks, and stays as it is."""
    until: datetime | None = None
    if said := request.POST.get("until", ""):
        try:
            until = datetime.fromisoformat(said)
        except ValueError:
            until = None
        until = until if until is not None and until.tzinfo is not None else timezone.now()
    mark_all_read(player=current_player(request), until=until)
    if request.POST.get("quiet") == "1":
        return HttpResponse(status=204)
    return redirect("clubs:notices")


@edits
def choices(request: HttpRequest) -> HttpResponse:
    """What one is told, by which ways, and when."""
    player = current_player(request)
    form = ChoicesForm(request.POST if request.method == "POST" else None, chosen=selectors.choices_of(player))
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            choose(player=player, ways=form.ways(), **form.cleaned_data)
            messages.success(request, _("Your choices are saved."))
            return redirect("clubs:notice_choices")
    return _choices_page(request, form=form)


@writes
def pause(request: HttpRequest) -> HttpResponse:
    """Let nothing go out for a time, or end that."""
    player = current_player(request)
    chosen = selectors.choices_of(player)
    if request.POST.get("do") == "resume":
        resume(player=player)
        messages.success(request, _("The pause is over."))
        return redirect("clubs:notice_choices")
    form = PauseForm(request.POST, zone=chosen.hours.zone)
    if form.is_valid():
        with refusals_beside(form):
            choosing.pause(player=player, until=form.cleaned_data["paused_until"])
            messages.success(request, _("You get no notifications until then."))
            return redirect("clubs:notice_choices")
    return _choices_page(request, pause_form=form)


@require_safe
def zones(request: HttpRequest) -> HttpResponse:
    """Answer with the time zones whose names contain what is typed, for the list beside the field."""
    return render(request, "clubs/notices/_zones.html", {"zones": zones_like(request.GET.get("time_zone", "")[:64])})


@writes
def devices(request: HttpRequest) -> HttpResponse:
    """Add the device that asks, or take it off (`?remove=1`); as JSON, for the script beside the list."""
    player = current_player(request)
    said = _subscription(request)
    if said is None:
        return JsonResponse({"error": _("The input could not be read; nothing was done.")}, status=400)
    if request.GET.get("remove") == "1":
        remove_endpoint(player=player, endpoint=said.endpoint)
        sessions.forget_device(request)
        return HttpResponse(status=204)
    try:
        added = add_device(
            player=player,
            endpoint=said.endpoint,
            p256dh=said.p256dh,
            auth=said.auth,
            name=device_name(request.headers.get("User-Agent", "")),
            language=get_language() or "",
        )
    except ClubError as error:
        return JsonResponse({"error": error.message}, status=422)
    sessions.keep_device(request, added.pk)
    return HttpResponse(status=204)


@csrf_exempt  # the service worker asks it, which has no token; it names the device by an address that is a secret
@require_POST
def device_replace(request: HttpRequest) -> HttpResponse:
    """Give a device the new address that its push service has for it."""
    said = _subscription(request)
    if said is None:
        return JsonResponse({"error": _("The input could not be read; nothing was done.")}, status=400)
    try:
        known = replace_device(old=said.old, endpoint=said.endpoint, p256dh=said.p256dh, auth=said.auth)
    except ClubError as error:
        return JsonResponse({"error": error.message}, status=422)
    return HttpResponse(status=204 if known else 404)


@writes
def device_remove(request: HttpRequest, device_id: UUID) -> HttpResponse:
    """Have a device take nothing any more."""
    if not remove_device(player=current_player(request), device_id=device_id):
        raise Http404(_("There is no such device."))
    messages.success(request, _("This device gets no more notifications."))
    return redirect("clubs:notice_choices")


@csrf_exempt  # mail programs ask it by themselves, with one click; the signature says whose mails it stops
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails by the link at their end: a page that asks once, and the deed (RFC 8058)."""
    found = links.who_stops_what(token)
    if found is None:
        return render(request, "clubs/notices/stop.html", {"known": False}, status=404)
    player, way = found
    if request.method == "POST":
        stop_way(player=player, way=way)
    context = {"known": True, "done": request.method == "POST", "collected": way == DIGEST}
    return render(request, "clubs/notices/stop.html", context)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script that takes what is pushed; at the root, so that it may act for every page."""
    found = finders.find("js/sw.js")
    if found is None:
        raise Http404
    with open(found, "rb") as script:  # noqa: PTH123  # finders name files by text
        answer = HttpResponse(script.read(), content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = "/"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _subscription(request: HttpRequest) -> Subscription | None:
    try:
        said = msgspec.json.decode(request.body, type=Subscription)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
    # The one character that the database cannot look for.
    return None if "\x00" in said.endpoint + said.old + said.p256dh + said.auth else said


def _choices_page(
    request: HttpRequest, *, form: ChoicesForm | None = None, pause_form: PauseForm | None = None
) -> HttpResponse:
    player = current_player(request)
    chosen = selectors.choices_of(player)
    refused = any(one is not None and one.is_bound and one.errors for one in (form, pause_form))
    context: dict[str, Any] = {
        "player": player,
        "form": form or ChoicesForm(chosen=chosen),
        "pause_form": pause_form or PauseForm(zone=chosen.hours.zone),
        "paused_until": _pause_of(chosen),
        "zone": chosen.hours.zone,
        "address": selectors.address_of(player),
        "mail_arrives": settings.MAIL_ARRIVES,
        "push_key": push.public_key() if push.is_offered() else "",
        "devices": selectors.devices_of(player),
        "this_device": sessions.device_of(request),
    }
    return render(request, "clubs/notices/choices.html", context, status=422 if refused else 200)


def _pause_of(chosen: selectors.Chosen) -> datetime | None:
    until = chosen.hours.paused_until
    return until if until is not None and until > timezone.now() else None


_BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def device_name(agent: str) -> str:
    """Return what a device is called, from what its browser says of itself: "Chrome, Android"."""
    browser = next((name for mark, name in _BROWSERS if re.search(rf"\b{mark}", agent)), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return ", ".join(part for part in (browser, system) if part)
