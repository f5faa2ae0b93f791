"""The page that says who may do what in a club, made of the table of permissions."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Club, Membership
from clubs.officers.permissions import GROUPS, PERMISSIONS, SAID
from clubs.officers.roles import is_suspended
from clubs.web.pages import club_frame


@dataclass(frozen=True, slots=True)
class PermissionRow:
    """A permission: what it allows, and for each role in its order whether it has it."""

    said: Any
    cells: tuple[tuple[Membership.Role, bool], ...]


@require_safe
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what in a club: roles across, permissions down; the viewer's own role is marked."""
    frame = club_frame(request, get_object_or_404(Club, slug=slug), "members")
    groups = [
        (
            heading,
            [
                PermissionRow(SAID[name], tuple((role, role in PERMISSIONS[name]) for role in Membership.Role))
                for name in names
            ],
        )
        for heading, names in GROUPS
    ]
    context = frame | {
        "roles": list(Membership.Role),
        "groups": groups,
        "suspended": is_suspended(club=frame["club"], player=frame["player"]),
    }
    return render(request, "clubs/roles.html", context)
