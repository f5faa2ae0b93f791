"""The administrator's view of people and clubs.

The services change people and clubs: they keep the rules, tell those concerned and write the officers' log. Here all
of it is looked at; the only decisions made here are which accounts may sign in, and which of them may come here.
"""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.http import HttpRequest

from clubs.models import Club, FailedTask, HouseRules, Membership, Player, Season, Team, TeamPlace, User


class NotEditable(BaseModelAdmin):  # type: ignore[type-arg]
    """Rows that nobody adds, changes or removes by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody removes."""
        return False


class ReadOnly(NotEditable, admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to be looked at."""


class ReadOnlyInline(NotEditable, admin.TabularInline):  # type: ignore[type-arg]
    """Rows to be looked at, on the page of another one."""

    extra = 0


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Accounts: whether one may sign in, and may come here. Its owner makes, erases and changes all else of it."""

    list_display = ["email", "is_active", "is_staff", "last_login"]
    search_fields = ["email"]
    exclude = ["password", "user_permissions"]
    readonly_fields = ["email", "last_login", "date_joined"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Leave it to superusers who comes here: others could give themselves every right."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *rights]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds: an account is made by signing up."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody removes: an account is erased by its owner."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players and bots."""

    list_display = ["name", "is_bot", "created_at"]
    search_fields = ["name"]


class MembershipInline(ReadOnlyInline):
    """The members of a club."""

    model = Membership


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Clubs with their members."""

    list_display = ["name", "place"]
    search_fields = ["name"]
    inlines = [MembershipInline]


class TeamPlaceInline(ReadOnlyInline):
    """The players of a team in the order of their seats."""

    model = TeamPlace
    fk_name = "team"


@admin.register(Team)
class TeamAdmin(ReadOnly):
    """Teams with their players."""

    list_display = ["name", "club"]
    search_fields = ["name"]
    inlines = [TeamPlaceInline]


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnly):
    """The versions of house rules."""

    list_display = ["name", "number", "club", "rules", "season", "retired_at"]
    search_fields = ["name", "club__name"]


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """The seasons of clubs."""

    list_display = ["name", "club", "begins", "ends"]
    search_fields = ["name", "club__name"]


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnly):
    """The tasks of the workers that fail, the last first."""

    list_display = ["name", "item", "times", "kind", "place", "first_at", "last_at", "resolved_at"]
    list_filter = ["name", ("resolved_at", admin.EmptyFieldListFilter)]
