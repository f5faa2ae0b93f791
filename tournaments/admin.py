"""The administrator's view of tournaments, to look at: they are run by their directors."""

from django.contrib import admin

from clubs.admin import ReadOnly, ReadOnlyInline
from tournaments.models import Entry, Match, Standing, Tournament


class EntryInline(ReadOnlyInline):
    """The teams of a tournament."""

    model = Entry


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments with their entries."""

    list_display = ["name", "club", "status", "winner"]
    list_filter = ["status"]
    search_fields = ["name"]
    inlines = [EntryInline]


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches and their tables."""

    list_display = ["__str__", "tournament", "stage", "round", "table"]
    list_filter = ["stage"]


@admin.register(Standing)
class StandingAdmin(ReadOnly):
    """Standings, to look at."""

    list_display = ["__str__", "tournament", "points", "difference", "computed_at"]
