"""Files that officers send in pieces, and imports that read a file as a stream."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0022_pictures"),
    ]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="choices",
            field=models.JSONField(blank=True, default=dict, help_text="What the officer chose, by name."),
        ),
        migrations.AddField(
            model_name="importrun",
            name="line",
            field=models.BigIntegerField(default=0, help_text="The lines done."),
        ),
        migrations.AddField(
            model_name="importrun",
            name="offset",
            field=models.BigIntegerField(default=0, help_text="Of a file read as a stream: the bytes done."),
        ),
        migrations.AddField(
            model_name="importrun",
            name="seen",
            field=models.BinaryField(default=b"", help_text="Of a dry run in several turns: the ids of its entries."),
        ),
        migrations.AlterField(
            model_name="importrun",
            name="subject",
            field=models.CharField(help_text="What it holds: members, teams, results, records.", max_length=20),
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("file_name", models.CharField(blank=True, max_length=100)),
                ("length", models.BigIntegerField(help_text="Bytes of the whole file.")),
                ("offset", models.BigIntegerField(default=0, help_text="Bytes that have arrived.")),
                ("begun_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(help_text="Removed then, unless an import reads it.")),
                (
                    "by",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
                ),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
            options={
                "ordering": ["-begun_at"],
            },
        ),
        migrations.AddField(
            model_name="importrun",
            name="upload",
            field=models.ForeignKey(
                help_text="The file, if it came in pieces.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="clubs.upload",
            ),
        ),
        migrations.CreateModel(
            name="UploadPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.BigIntegerField(help_text="Its first byte in the file, from 0.")),
                ("data", models.BinaryField()),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pieces", to="clubs.upload"
                    ),
                ),
            ],
            options={
                "ordering": ["start"],
            },
        ),
        migrations.AddIndex(
            model_name="upload",
            index=models.Index(fields=["club", "by"], name="clubs_upload_of"),
        ),
        migrations.AddIndex(
            model_name="upload",
            index=models.Index(fields=["expires_at"], name="clubs_upload_ends"),
        ),
        migrations.AddConstraint(
            model_name="uploadpiece",
            constraint=models.UniqueConstraint(fields=("upload", "start"), name="clubs_upload_piece_once"),
        ),
    ]
