"""The webhooks of a club: registered and kept by its directors, and what was sent to them."""

from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Paging, created, described, page_of, published
from clubs.api.common import ClubView, club_of, judged
from clubs.api.problems import Problem
from clubs.base.outgoing import LONGEST_ADDRESS
from clubs.models import Club, Player
from clubs.officers.permissions import require
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import services

operation = partial(described, tag="clubs")

IN_THE_INPUT = {"webhook-address"}
"""The refusals that are about the input alone."""


class WebhookWish(msgspec.Struct, forbid_unknown_fields=True):
    """A webhook to be registered: its https address."""

    url: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS, pattern=NO_NUL)]


class WebhookShown(msgspec.Struct, frozen=True):
    """A webhook.

    Attributes:
        made_at: When it was registered.
        failing_since: Since when no message was taken; null: the last one was.
        disabled_at: When it was disabled, as it had failed for days; null: it is on.
        secret: The secret with which messages are signed: in the answer that makes one, and null ever after.
    """

    id: UUID
    url: str
    made_at: datetime
    failing_since: datetime | None
    disabled_at: datetime | None
    secret: str | None = None


class WebhooksShown(msgspec.Struct, frozen=True):
    """The webhooks of a club."""

    webhooks: tuple[WebhookShown, ...]


class MessageShown(msgspec.Struct, frozen=True):
    """A message to a webhook.

    Attributes:
        message: Its id, the header `webhook-id` of each attempt.
        kind: Its `type`.
        status: `waiting`, `delivered` or `given_up`.
        next_at: When it is tried next, while it waits.
        code: The status of the last answer.
        error: What went wrong where there was no answer: `timeout`, `unreachable` or `address`.
    """

    message: UUID
    kind: str
    status: str
    made_at: datetime
    next_at: datetime
    tried_at: datetime | None
    attempts: int
    code: int | None
    error: str


MessagesPage = page_of(MessageShown)


def _shown(hook: Webhook, secret: str | None = None) -> WebhookShown:
    return published(WebhookShown, hook, secret=secret)


def _hook(club: Club, player: Player, webhook_id: UUID) -> Webhook:
    require(player, services.PERMISSION, club)
    hook = Webhook.objects.filter(pk=webhook_id, club=club).first()
    if hook is None:
        raise Problem("not-found", _("There is no such webhook."))
    return hook


def _messages(rows: list[Delivery]) -> list[MessageShown]:
    return [published(MessageShown, row) for row in rows]


class WebhooksOfClub(ClubView):
    """The webhooks of a club."""

    @operation("clubs_webhooks_list", WebhooksShown)
    def get(self, request: Request, slug: str) -> Response:
        """List the webhooks of a club: for its directors."""
        club = club_of(slug)
        require(self.require_player(), services.PERMISSION, club)
        return Response(WebhooksShown(tuple(map(_shown, Webhook.objects.filter(club=club)))))

    @operation("clubs_webhooks_create", {201: WebhookShown}, body=WebhookWish)
    def post(self, request: Request, slug: str) -> Response:
        """Register a webhook: for directors; its secret is in this answer alone."""
        club, player, wish = club_of(slug), self.require_player(), self.read(WebhookWish)
        hook, secret = judged(lambda: services.add_webhook(club=club, by=player, url=wish.url), IN_THE_INPUT)
        return created(_shown(hook, secret), f"/api/clubs/{slug}/webhooks/{hook.pk}/")


class OneWebhook(ClubView):
    """A webhook of a club."""

    @operation("clubs_webhooks_retrieve", WebhookShown)
    def get(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Show a webhook: for directors."""
        return Response(_shown(_hook(club_of(slug), self.require_player(), webhook_id)))

    @operation("clubs_webhooks_destroy")
    def delete(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Remove a webhook with its messages: for directors."""
        club, player = club_of(slug), self.require_player()
        services.remove_webhook(club=club, by=player, webhook_id=_hook(club, player, webhook_id).pk)
        return Response(status=204)


class RotatedSecret(ClubView):
    """A new secret of a webhook."""

    @operation("clubs_webhooks_rotate", WebhookShown)
    def post(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Make a new secret: for directors; messages are signed with the old one too for 24 hours."""
        club, player = club_of(slug), self.require_player()
        hook = _hook(club, player, webhook_id)
        return Response(_shown(*services.rotate_secret(club=club, by=player, webhook_id=hook.pk)))


class EnabledWebhook(ClubView):
    """A webhook that is on again."""

    @operation("clubs_webhooks_enable", WebhookShown)
    def post(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Enable a webhook that was disabled: for directors."""
        club, player = club_of(slug), self.require_player()
        hook = _hook(club, player, webhook_id)
        return Response(_shown(services.enable_webhook(club=club, by=player, webhook_id=hook.pk)))


class TrialMessages(ClubView):
    """A message without content."""

    @operation("clubs_webhooks_ping", {201: MessageShown})
    def post(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Send a webhook a message `ping`: for directors."""
        club, player = club_of(slug), self.require_player()
        hook = _hook(club, player, webhook_id)
        sent = judged(lambda: services.ping(club=club, by=player, webhook_id=hook.pk), set())
        return created(published(MessageShown, sent), f"/api/clubs/{slug}/webhooks/{hook.pk}/messages/")


class MessagesOfWebhook(ClubView):
    """What was sent to a webhook."""

    @operation("clubs_webhooks_messages", MessagesPage, parameters=Paging)
    def get(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """List the messages to a webhook, the latest first: for directors."""
        hook = _hook(club_of(slug), self.require_player(), webhook_id)
        rows = Delivery.objects.filter(webhook=hook).order_by("-pk")
        return self.page(rows, MessagesPage, self.asked(Paging), _messages)


class ResentMessage(ClubView):
    """A message that is sent again."""

    @operation("clubs_webhooks_resend", MessageShown)
    def post(self, request: Request, slug: str, webhook_id: UUID, message: UUID) -> Response:
        """Send a message again, under its own id: for directors."""
        club, player = club_of(slug), self.require_player()
        hook = _hook(club, player, webhook_id)
        if not Delivery.objects.filter(webhook=hook, message=message).exists():
            raise Problem("not-found", _("There is no such message, or it has been deleted."))
        sent = judged(lambda: services.resend(club=club, by=player, webhook_id=hook.pk, message=message), set())
        return Response(published(MessageShown, sent))
