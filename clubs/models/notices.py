"""Notices: their texts' data, their pending deliveries, and each person's choices.

A notice holds a kind, ids, codes and numbers, and is put into words when it is read; so it tells nothing that its
reader may not know by then, speaks the reader's language, and forgets a name when the name is erased.
"""

import uuid
from datetime import time

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.people import Player, own_time_zone

MORNING = time(8, 0)


class Notice(models.Model):
    """A notice to one player. Two of a kind with the same `key` are one notice."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40, help_text="A row of clubs.notices.kinds.")
    key = models.CharField(max_length=120, help_text="What it is about, once for each player and kind.")
    path = models.CharField(max_length=300, help_text="The address of the page it leads to, on this server.")
    details = models.JSONField(default=dict, blank=True, help_text="Ids, codes and numbers; no words of people.")
    shown = models.BooleanField(default=True, help_text="It stands on the person's page; else it only went out.")
    told_at = models.DateTimeField(help_text="When it happened.")
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-told_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "kind", "key"], name="clubs_notice_once")]
        indexes = [
            models.Index(fields=["player", "-told_at"], condition=Q(shown=True), name="clubs_notice_recent"),
            models.Index(fields=["player"], condition=Q(shown=True, read_at=None), name="clubs_notice_unread"),
            models.Index(fields=["kind", "key"], name="clubs_notice_about"),
            models.Index(fields=["told_at"], name="clubs_notice_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PushDevice(models.Model):
    """A person's browser that receives notices by web push.

    Its address and keys are secrets: with them anyone can send to it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_devices")
    name = models.CharField(max_length=60, help_text="What it is, from what the browser says of itself.")
    language = models.CharField(max_length=10, blank=True, default="")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    added_at = models.DateTimeField(auto_now_add=True)
    reached_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="How often in a row it was not reached.")

    class Meta:
        ordering = ["added_at"]

    def __str__(self) -> str:
        return self.name


class NoticeDelivery(models.Model):
    """A way by which a notice has to go out, or went. A row is claimed by a lock, so that two workers send it once."""

    class Way(models.TextChoices):
        DIGEST = "digest", _("In the digest")
        MAIL = "mail", _("By mail at once")
        PUSH = "push", _("On my devices")

    class Outcome(models.TextChoices):
        SENT = "sent", _("Sent")
        READ = "read", _("Read before it was sent")
        PAST = "past", _("Past before it could be sent")
        UNWANTED = "unwanted", _("No longer wanted")
        NOWHERE = "nowhere", _("No address or device to send it to")
        REFUSED = "refused", _("The mail server or the push service refused it")
        FAILED = "failed", _("A server error kept it from being sent")

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    way = models.CharField(max_length=6, choices=Way)
    device = models.ForeignKey(PushDevice, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(help_text="Not to be sent before; moved past quiet hours.")
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)

    class Meta:
        ordering = ["due_at"]
        verbose_name_plural = "notice deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way", "device"], nulls_distinct=False, name="clubs_delivery_once"
            )
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(done_at=None), name="clubs_delivery_due"),
            models.Index(fields=["player", "way"], condition=Q(done_at=None), name="clubs_delivery_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.way}"


class NoticeChoices(models.Model):
    """A person's choices of notices, ways and hours. Without a row the defaults of `kinds` apply."""

    class Digest(models.TextChoices):
        DAILY = "daily", _("Every day")
        WEEKLY = "weekly", _("Every Monday")
        NEVER = "never", _("Never")

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="notice_choices")
    ways = models.JSONField(
        default=dict, blank=True, help_text="By kind and way: true or false where chosen otherwise."
    )
    digest = models.CharField(max_length=6, choices=Digest, default=Digest.DAILY)
    digest_at = models.TimeField(default=MORNING, help_text="When the collected mail is sent, by the person's clock.")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True, help_text="Before quiet_from: it ends the next day.")
    time_zone = models.CharField(max_length=64, default=own_time_zone)
    paused_until = models.DateTimeField(null=True, blank=True, help_text="Nothing goes out before.")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "notice choices"
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="clubs_quiet_hours_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"Choices of {self.player_id}"
