"""Permissions in a club: one table, read by every service, page and operation of the API.

`PERMISSIONS` says which roles may do each thing. Services ask `require`, which raises; pages ask `may` or `allowed`, to
show only what works. `docs/reference/clubs.md` and the page of a club's roles print the table; a test compares doc and
table.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.errors import NotAllowed
from clubs.models import Club, Membership, Player, Team
from clubs.officers.roles import active, find_role, is_suspended

Role = Membership.Role
_EVERYBODY: Final = frozenset(Role)
_PLAYERS: Final = _EVERYBODY - {Role.GUEST}

PERMISSIONS: Final[Mapping[str, frozenset[Role]]] = {
    # To play
    "open_tables": _EVERYBODY,
    "find_members": _EVERYBODY,
    "answer_meetings": _EVERYBODY,
    "read_sheets": _EVERYBODY,
    "see_ledger": _PLAYERS,
    "make_own_teams": _PLAYERS,
    "enter_own_teams": _PLAYERS,
    # To keep the score
    "keep_sheets": frozenset({Role.SCORER, Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    "enter_results": frozenset({Role.SCORER, Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    "lift_kunukku": frozenset({Role.SCORER, Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    # To direct
    "run_tournaments": frozenset({Role.DIRECTOR, Role.OWNER}),
    "give_rulings": frozenset({Role.DIRECTOR, Role.OWNER}),
    "see_private_tables": frozenset({Role.DIRECTOR, Role.OWNER}),
    "make_house_rules": frozenset({Role.DIRECTOR, Role.OWNER}),
    "make_any_teams": frozenset({Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    "keep_calendar": frozenset({Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    "see_log": frozenset({Role.DIRECTOR, Role.SECRETARY, Role.OWNER}),
    # To keep the books
    "admit_members": frozenset({Role.SECRETARY, Role.OWNER}),
    "suspend_members": frozenset({Role.SECRETARY, Role.OWNER}),
    "keep_guests": frozenset({Role.SECRETARY, Role.OWNER}),
    "keep_seasons": frozenset({Role.SECRETARY, Role.OWNER}),
    "keep_ledger": frozenset({Role.SECRETARY, Role.OWNER}),
    "import_data": frozenset({Role.SECRETARY, Role.OWNER}),
    "export_data": frozenset({Role.SECRETARY, Role.OWNER}),
    "change_club": frozenset({Role.SECRETARY, Role.OWNER}),
    # To own
    "give_offices": frozenset({Role.OWNER}),
}
"""The permissions in a club, with their roles. A suspended member has no role for the time."""

SAID: Final[Mapping[str, Any]] = {
    "open_tables": gettext_lazy("Open tables of the club"),
    "find_members": gettext_lazy("Find members and teams by their names, to choose them"),
    "answer_meetings": gettext_lazy("Answer invitations to evenings and meetings"),
    "read_sheets": gettext_lazy("Read the club's score sheets"),
    "see_ledger": gettext_lazy("See the ledger, with everybody's balance"),
    "make_own_teams": gettext_lazy("Make a team and play in it"),
    "enter_own_teams": gettext_lazy("Enter their own team for a tournament"),
    "keep_sheets": gettext_lazy("Open score sheets and enter hands"),
    "enter_results": gettext_lazy("Enter results of real tables, and withdraw them"),
    "lift_kunukku": gettext_lazy("Remove a kunukku from a player"),
    "run_tournaments": gettext_lazy("Open and start tournaments, and enter any team"),
    "give_rulings": gettext_lazy("Give rulings on score sheets, and at tables where others play"),
    "see_private_tables": gettext_lazy("See the club's invitation-only tables, and pass the invitation on"),
    "make_house_rules": gettext_lazy("Make, change, freeze and retire house rules"),
    "make_any_teams": gettext_lazy("Make, change and disband any team"),
    "keep_calendar": gettext_lazy("Add evenings and meetings to the calendar"),
    "see_log": gettext_lazy("Read the officers' log"),
    "admit_members": gettext_lazy("Invite people, answer requests to join, and remove members"),
    "suspend_members": gettext_lazy("Suspend members, and see who is blocked"),
    "keep_guests": gettext_lazy("Manage players without an account, and connect them to their account"),
    "keep_seasons": gettext_lazy("Make and close seasons"),
    "keep_ledger": gettext_lazy("Enter grants, settlements and corrections in the ledger"),
    "import_data": gettext_lazy("Import members, teams and results from a file"),
    "export_data": gettext_lazy("Export members, teams and results to a file"),
    "change_club": gettext_lazy("Change the club's settings"),
    "give_offices": gettext_lazy("Give and withdraw offices"),
}
"""What each permission allows, in people's words: for the page of roles and `docs/reference/clubs.md`."""

GROUPS: Final[tuple[tuple[Any, tuple[str, ...]], ...]] = (
    (
        pgettext_lazy("what roles are for", "To play"),
        (
            "open_tables",
            "find_members",
            "answer_meetings",
            "read_sheets",
            "see_ledger",
            "make_own_teams",
            "enter_own_teams",
        ),
    ),
    (pgettext_lazy("what roles are for", "To keep the score"), ("keep_sheets", "enter_results", "lift_kunukku")),
    (
        pgettext_lazy("what roles are for", "To direct"),
        (
            "run_tournaments",
            "give_rulings",
            "see_private_tables",
            "make_house_rules",
            "make_any_teams",
            "keep_calendar",
            "see_log",
        ),
    ),
    (
        pgettext_lazy("what roles are for", "To keep the books"),
        (
            "admit_members",
            "suspend_members",
            "keep_guests",
            "keep_seasons",
            "keep_ledger",
            "import_data",
            "export_data",
            "change_club",
        ),
    ),
    (pgettext_lazy("what roles are for", "To own"), ("give_offices",)),
)
"""The permissions in the order in which people read them, under their headings."""

_PLURALS: Final = {
    Role.GUEST: pgettext_lazy("the people of a role", "guests"),
    Role.PLAYER: pgettext_lazy("the people of a role", "players"),
    Role.SCORER: pgettext_lazy("the people of a role", "scorers"),
    Role.DIRECTOR: pgettext_lazy("the people of a role", "directors"),
    Role.SECRETARY: pgettext_lazy("the people of a role", "secretaries"),
    Role.OWNER: pgettext_lazy("the people of a role", "owners"),
}
_NOT_MEMBER: Final = gettext_lazy("You are not a member of {club}.")
_SUSPENDED: Final = gettext_lazy("You are suspended in {club}.")


def may(player: Player | None, action: str, club: Club) -> bool:
    """Tell whether a player may do something in a club.

    Args:
        player: The player; None for a visitor, who has no permissions.
        action: A key of `PERMISSIONS`.
        club: The club.

    Raises:
        KeyError: There is no such permission.
    """
    roles = PERMISSIONS[action]
    return player is not None and find_role(club=club, player=player) in roles


def require(player: Player | None, action: str, club: Club) -> None:
    """Refuse what a player may not do in a club.

    Raises:
        NotAllowed: The player has no role that may; the message says which roles do.
        KeyError: There is no such permission.
    """
    if may(player, action, club):
        return
    if not find_role(club=club, player=player):
        why = _SUSPENDED if is_suspended(club=club, player=player) else _NOT_MEMBER
        raise NotAllowed(str(why).format(club=club.name))
    raise NotAllowed(
        _("In this club only these can do this: {roles}.").format(roles=", ".join(plural(PERMISSIONS[action])))
    )


def allowed(player: Player | None, club: Club) -> frozenset[str]:
    """Return all permissions of a player in a club, with one query for the role: for pages."""
    return allowed_to(find_role(club=club, player=player))


def allowed_to(role: str) -> frozenset[str]:
    """Return all permissions of a role, as `find_role` returns it."""
    return frozenset(name for name, roles in PERMISSIONS.items() if role in roles)


def clubs_where(player: Player | None, action: str) -> QuerySet[Club]:
    """Return the clubs in which a player may do something, by name: for choices and filters.

    Raises:
        KeyError: There is no such permission.
    """
    roles = PERMISSIONS[action]
    if player is None:
        return Club.objects.none()
    places = Membership.objects.filter(active(), player=player, role__in=roles)
    return Club.objects.filter(pk__in=places.values("club")).order_by("name")


def manages_team(player: Player | None, team: Team) -> bool:
    """Tell whether a player changes a team's squad and names its line-ups: its captain, and who does for any team."""
    if may(player, "make_any_teams", team.club):
        return True
    return player is not None and team.captain_id == player.pk and may(player, "make_own_teams", team.club)


def plural(roles: Iterable[Role]) -> list[str]:
    """Return the people of some roles as pages name them, in the order of `Membership.Role`."""
    chosen = set(roles)
    return [str(_PLURALS[role]) for role in Role if role in chosen]
