"""Webhooks of clubs, and the outbox of what is sent to them."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

import games.sealing.fields


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("tournaments", "0015_archives"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=1000)),
                ("secret", games.sealing.fields.SealedField(help_text="What messages are signed with; shown once.")),
                (
                    "old_secret",
                    games.sealing.fields.SealedField(
                        blank=True, help_text="The secret before it, which signs too for a while."
                    ),
                ),
                ("old_until", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "failing_since",
                    models.DateTimeField(blank=True, help_text="Since when no message was taken.", null=True),
                ),
                (
                    "disabled_at",
                    models.DateTimeField(blank=True, help_text="It failed for too long; empty: it is on.", null=True),
                ),
                (
                    "leased_until",
                    models.DateTimeField(blank=True, help_text="Until when a worker has it for itself.", null=True),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="clubs.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["made_at"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "message",
                    models.UUIDField(default=uuid.uuid4, help_text="Its id, the same in each attempt.", unique=True),
                ),
                ("kind", models.CharField(max_length=40)),
                ("body", models.JSONField(help_text="What is sent: public facts, by ids and numbers.")),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("delivered", "Delivered"), ("given_up", "Given up")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("next_at", models.DateTimeField(help_text="When it is tried next.")),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "code",
                    models.PositiveSmallIntegerField(blank=True, help_text="The status of the last answer.", null=True),
                ),
                (
                    "error",
                    models.CharField(blank=True, help_text="What went wrong where there was no answer.", max_length=20),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="tournaments.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("club", "url"), name="tournaments_webhook_once"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")), fields=["webhook", "id"], name="tournaments_to_deliver"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["ended_at"], name="tournaments_delivered"),
        ),
    ]
