"""The pages on which officers keep webhooks, and see what was sent to them."""

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from clubs.base.asked import id_in
from clubs.base.outgoing import LONGEST_ADDRESS
from clubs.errors import ClubError
from clubs.models import Club, Player
from clubs.web.pages import club_frame, current_player, edits, paged, require_page
from clubs.web.refusals import refusals_beside
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import services
from tournaments.webhooks.delivering import KEPT
from tournaments.webhooks.outbox import KINDS

SHOWN: Final = 30
ERRORS: Final = {
    "timeout": gettext_lazy("no answer in time"),
    "unreachable": gettext_lazy("not reached"),
    "address": gettext_lazy("the address is not allowed"),
}


class WebhookForm(forms.Form):
    """The address of a new webhook."""

    url = forms.CharField(
        max_length=LONGEST_ADDRESS,
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("It must begin with https:// and be on the internet."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )


@never_cache
@edits
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a club, and the form of a new one; its secret is shown on the answer alone."""
    club, player = _club(request, slug)
    form = WebhookForm(request.POST or None)
    secret = ""
    if form.is_bound and form.is_valid():
        with refusals_beside(form):
            _hook, secret = services.add_webhook(club=club, by=player, url=form.cleaned_data["url"])
            form = WebhookForm()
    context = club_frame(request, club, "settings") | {
        "form": form,
        "hooks": list(Webhook.objects.filter(club=club)),
        "secret": secret,
        "kinds": KINDS,
    }
    return render(request, "tournaments/webhooks/webhooks.html", context, status=422 if form.errors else 200)


@never_cache
@edits
def webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """What was sent to a webhook, and its buttons."""
    club, player = _club(request, slug)
    hook = Webhook.objects.filter(pk=webhook_id, club=club).first()
    if hook is None:
        raise Http404(_("There is no such webhook."))
    secret = ""
    if request.method == "POST":
        try:
            secret = _act(request, club, player, hook)
        except ClubError as refused:
            messages.error(request, refused.message)
        if not secret:
            there = Webhook.objects.filter(pk=webhook_id).exists()
            return (
                redirect("tournaments:webhook", slug, webhook_id) if there else redirect("tournaments:webhooks", slug)
            )
    page = paged(request, Delivery.objects.filter(webhook=hook).order_by("-pk"), SHOWN)
    for delivery in page:
        delivery.went = delivery.code or ERRORS.get(delivery.error, "")  # type: ignore[attr-defined]
    context = club_frame(request, club, "settings") | {
        "hook": hook,
        "page": page,
        "secret": secret,
        "kept_days": KEPT.days,
    }
    return render(request, "tournaments/webhooks/webhook.html", context)


def _act(request: HttpRequest, club: Club, player: Player, hook: Webhook) -> str:
    """Do what a button asks for; return a new secret, or an empty text."""
    known: dict[str, Any] = {"club": club, "by": player, "webhook_id": hook.pk}
    match request.POST.get("act"):
        case "rotate":
            return services.rotate_secret(**known)[1]
        case "ping":
            services.ping(**known)
        case "enable":
            services.enable_webhook(**known)
        case "remove":
            services.remove_webhook(**known)
        case "resend":
            if (message := id_in(request.POST.get("message", ""))) is None:
                raise Http404(_("There is no such message, or it has been deleted."))
            services.resend(**known, message=message)
        case _:
            raise Http404(_("There is no such button."))
    return ""


def _club(request: HttpRequest, slug: str) -> tuple[Club, Player]:
    club, player = get_object_or_404(Club, slug=slug), current_player(request)
    require_page(player, services.PERMISSION, club)
    return club, player
