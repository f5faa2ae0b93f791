"""The administrator's view of tournaments, to look at: they are run by their directors."""

from django.contrib import admin

from clubs.admin import ReadOnly, ReadOnlyInline
from tournaments.models import Entrant, Tournament


class EntrantInline(ReadOnlyInline):
    """The entrants of a tournament."""

    model = Entrant


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments with their entrants."""

    list_display = ["name", "club", "status", "version", "champion"]
    list_filter = ["status"]
    search_fields = ["name"]
    inlines = [EntrantInline]
