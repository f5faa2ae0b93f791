"""What was called a dispute is a check: its table, and the notices and choices of its kind, have that name."""

import django.db.models.deletion
from django.db import migrations, models

RENAME = """
DO $$
DECLARE
    item record;
BEGIN
    FOR item IN SELECT conname AS name FROM pg_constraint
        WHERE conrelid = 'public.games_handcheck'::regclass AND starts_with(conname, '{old}')
    LOOP
        EXECUTE format('ALTER TABLE public.games_handcheck RENAME CONSTRAINT %I TO %I',
            item.name, overlay(item.name placing '{new}' from 1 for length('{old}')));
    END LOOP;
    FOR item IN SELECT indexname AS name FROM pg_indexes
        WHERE schemaname = 'public' AND tablename = 'games_handcheck' AND starts_with(indexname, '{old}')
    LOOP
        EXECUTE format('ALTER INDEX public.%I RENAME TO %I',
            item.name, overlay(item.name placing '{new}' from 1 for length('{old}')));
    END LOOP;
END $$;
"""
"""Constraints, and then the indexes that are of no constraint: those have their constraint's name by then."""
NAMES = "games_dispute", "games_handcheck"

KINDS = """
UPDATE clubs_notice SET kind = '{new}' WHERE kind = '{old}';
UPDATE clubs_notice SET path = regexp_replace(path, '^/{old_path}/', '/{new_path}/')
    WHERE kind = '{new}' AND starts_with(path, '/{old_path}/');
UPDATE clubs_noticechoices SET ways = (ways - '{old}') || jsonb_build_object('{new}', ways -> '{old}')
    WHERE ways ? '{old}';
UPDATE clubs_failedtask SET resolved_at = now() WHERE name LIKE 'games.tasks.audit%{task}%' AND resolved_at IS NULL;
"""
"""The tasks of the old names are gone with them; an open one that failed would stay in the list for ever."""
BEFORE = {"old": "dispute-audited", "old_path": "disputes"}
AFTER = {"new": "hand-checked", "new_path": "checks"}


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("games", "0037_adjusted_hands"),
    ]

    operations = [
        migrations.RenameModel("Dispute", "HandCheck"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(RENAME.format(old=NAMES[0], new=NAMES[1]), RENAME.format(old=NAMES[1], new=NAMES[0])),
            ],
            state_operations=[
                migrations.RemoveConstraint("handcheck", "games_dispute_somewhere"),
                migrations.AddConstraint(
                    "handcheck",
                    models.CheckConstraint(
                        condition=models.Q(("sheet__isnull", True), ("table__isnull", False))
                        | models.Q(("sheet__isnull", False), ("table__isnull", True)),
                        name="games_handcheck_somewhere",
                    ),
                ),
                migrations.AlterField(
                    "handcheck",
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="checks", to="games.table"
                    ),
                ),
                migrations.AlterField(
                    "handcheck",
                    "sheet",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="checks", to="games.sheet"
                    ),
                ),
                migrations.AlterField(
                    "handcheck",
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="checks",
                        to="clubs.player",
                    ),
                ),
                migrations.AlterField(
                    "handcheck",
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Being checked"),
                            ("audited", "Checked"),
                            ("failed", "Could not be checked"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                migrations.AlterField(
                    "handcheck",
                    "tries",
                    models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed."),
                ),
                migrations.AlterField(
                    "handcheck",
                    "due_at",
                    models.DateTimeField(blank=True, help_text="After a failure: when it is tried again.", null=True),
                ),
            ],
        ),
        migrations.RunSQL(
            KINDS.format(**BEFORE, **AFTER, task="dispute"),
            KINDS.format(
                old=AFTER["new"],
                old_path=AFTER["new_path"],
                new=BEFORE["old"],
                new_path=BEFORE["old_path"],
                task="check",
            ),
        ),
    ]
