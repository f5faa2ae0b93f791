"""The administrator's view of people and clubs."""

from django.contrib import admin
from django.http import HttpRequest

from clubs.models import Club, HouseRules, Membership, Player, Season, Team, TeamPlace, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """Accounts; passwords are changed by their owners only."""

    list_display = ["email", "is_active", "is_staff", "last_login"]
    search_fields = ["email"]
    exclude = ["password", "user_permissions"]
    readonly_fields = ["last_login", "date_joined"]


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Players and bots."""

    list_display = ["name", "is_bot", "created_at"]
    search_fields = ["name"]
    autocomplete_fields = ["user"]


class MembershipInline(admin.TabularInline):
    """The members of a club."""

    model = Membership
    autocomplete_fields = ["player"]
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs with their members."""

    list_display = ["name", "place"]
    search_fields = ["name"]
    inlines = [MembershipInline]


class TeamPlaceInline(admin.TabularInline):
    """The players of a team in the order of their seats."""

    model = TeamPlace
    fk_name = "team"
    autocomplete_fields = ["player"]
    extra = 0


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    """Teams with their players."""

    list_display = ["name", "club"]
    search_fields = ["name"]
    inlines = [TeamPlaceInline]


class KeptAdmin(admin.ModelAdmin):
    """Rows that are made by the club's officers and changed by nobody here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Say no."""
        return False


@admin.register(HouseRules)
class HouseRulesAdmin(KeptAdmin):
    """The versions of house rules."""

    list_display = ["name", "number", "club", "rules", "season", "retired_at"]
    search_fields = ["name", "club__name"]


@admin.register(Season)
class SeasonAdmin(KeptAdmin):
    """The seasons of clubs."""

    list_display = ["name", "club", "begins", "ends"]
    search_fields = ["name", "club__name"]
