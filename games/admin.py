"""Tables in the admin: to be looked at. What changes them are the services; events are not shown, they hold cards."""

from django.contrib import admin

from clubs.admin import ReadOnly, ReadOnlyInline
from games.models import HandCheck, PlayedHand, ProjectionCheckpoint, ProjectionRun, Seat, Sheet, Table


class SeatInline(ReadOnlyInline):
    """Who sits at the table."""

    model = Seat
    fields = ("number", "player")


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables."""

    list_display = ("number", "name", "club", "rules", "status", "hand_number", "due_at")
    list_filter = ("status", "rules")
    search_fields = ("name", "club__name")
    exclude = ("invitation",)
    inlines = (SeatInline,)


@admin.register(PlayedHand)
class PlayedHandAdmin(ReadOnly):
    """Finished hands."""

    list_display = ("place", "number", "outcome", "bid", "scored_at")
    list_select_related = ("table", "sheet")
    list_filter = ("outcome",)


@admin.register(HandCheck)
class HandCheckAdmin(ReadOnly):
    """Checks."""

    list_display = ("place", "hand", "question", "status", "opened_at")
    list_select_related = ("table", "sheet")
    list_filter = ("status",)


@admin.register(Sheet)
class SheetAdmin(ReadOnly):
    """Score sheets."""

    list_display = ("name", "club", "rules", "status", "hands", "created_at")
    list_filter = ("status", "rules")
    search_fields = ("name", "club__name")


class CheckpointInline(ReadOnlyInline):
    """How far a run has come in each lane, and what stopped it."""

    model = ProjectionCheckpoint
    fields = ("lane", "pos", "applied", "failed_pos", "failed_at", "error")


@admin.register(ProjectionRun)
class ProjectionRunAdmin(ReadOnly):
    """The buildings of the read models; `manage.py rebuild_projection` begins another."""

    list_display = ("name", "number", "version", "status", "stopped", "started_at", "switched_at")
    list_filter = ("status", "name")
    inlines = (CheckpointInline,)

    @admin.display(description="Stopped lanes")
    def stopped(self, run: ProjectionRun) -> int:
        """How many lanes cannot get on."""
        return run.checkpoints.exclude(error="").count()
