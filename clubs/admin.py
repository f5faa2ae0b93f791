"""The administrator's view of people and clubs."""

from django.contrib import admin

from clubs.models import Club, Membership, Player, Team, TeamPlace, User


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
    autocomplete_fields = ["player"]
    extra = 0


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    """Teams with their players."""

    list_display = ["name", "club"]
    search_fields = ["name"]
    inlines = [TeamPlaceInline]
