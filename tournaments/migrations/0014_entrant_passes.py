"""Passes of entrants for check-in, without an account."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table of its own."""

    dependencies = [("clubs", "0023_uploads"), ("tournaments", "0013_embargo")]

    operations = [
        migrations.CreateModel(
            name="EntrantPass",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("issued_at", models.DateTimeField(auto_now_add=True)),
                (
                    "opened_at",
                    models.DateTimeField(blank=True, help_text="When it was last opened on a device.", null=True),
                ),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="passes", to="tournaments.entrant"
                    ),
                ),
                (
                    "issued_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={"ordering": ["issued_at", "pk"]},
        ),
        migrations.AddConstraint(
            model_name="entrantpass",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)), fields=("entrant",), name="tournaments_one_pass_an_entrant"
            ),
        ),
    ]
