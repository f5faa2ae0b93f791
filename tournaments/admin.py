"""The administrator's view of tournaments; results come from the tables and are not edited here."""

from django.contrib import admin

from tournaments.models import Entry, Match, Standing, Tournament


class EntryInline(admin.TabularInline):
    """The teams of a tournament."""

    model = Entry
    autocomplete_fields = ["team"]
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    """Tournaments with their entries."""

    list_display = ["name", "club", "status", "winner"]
    list_filter = ["status"]
    search_fields = ["name"]
    autocomplete_fields = ["director"]
    readonly_fields = ["winner", "finished_at"]
    inlines = [EntryInline]


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Matches and their tables."""

    list_display = ["__str__", "tournament", "stage", "round", "table"]
    list_filter = ["stage"]
    raw_id_fields = ["tournament", "home", "away", "table"]


@admin.register(Standing)
class StandingAdmin(admin.ModelAdmin):
    """Standings, to look at."""

    list_display = ["__str__", "tournament", "points", "difference", "computed_at"]

    def has_add_permission(self, request: object) -> bool:
        """Standings are computed."""
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        """Standings are computed."""
        return False
