"""Tables in the admin: to be looked at. What changes them are the services; events are not shown, they hold cards."""

from django.contrib import admin
from django.http import HttpRequest

from games.models import Dispute, PlayedHand, Seat, Table
from games.sheet_models import Sheet
from games.store_models import ProjectionCheckpoint, ProjectionRun


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that nobody changes by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody removes."""
        return False


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    """Who sits at the table."""

    model = Seat
    extra = 0
    can_delete = False
    fields = ("number", "player")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False


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

    list_display = ("table", "number", "outcome", "bid", "scored_at")
    list_filter = ("outcome",)


@admin.register(Dispute)
class DisputeAdmin(ReadOnly):
    """Disputes."""

    list_display = ("table", "hand", "question", "status", "opened_at")
    list_filter = ("status",)


@admin.register(Sheet)
class SheetAdmin(ReadOnly):
    """Score sheets."""

    list_display = ("name", "club", "rules", "status", "hands", "created_at")
    list_filter = ("status", "rules")
    search_fields = ("name", "club__name")


class CheckpointInline(admin.TabularInline):  # type: ignore[type-arg]
    """How far a run has come in each lane, and what stopped it."""

    model = ProjectionCheckpoint
    extra = 0
    can_delete = False
    fields = ("lane", "pos", "applied", "failed_pos", "failed_at", "error")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False


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
