"""Members: exported with their roles, imported as players without an account.

A file has no email addresses: they could be used to probe for accounts, and to write to strangers. Each imported
player gets a link from the officers by which an account takes over the player.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.base.days import today_in
from clubs.errors import ClubError
from clubs.exchange.people import Roll, an_id, several
from clubs.exchange.reading import ImportLine
from clubs.exchange.report import LineMessage
from clubs.exchange.subjects import Column, Plan, Subject, Tell
from clubs.members.guests import rename_guest
from clubs.members.offices import give_office
from clubs.members.selectors import is_suspended_now
from clubs.models import Club, Membership, Player
from clubs.names import clean_name, skeleton
from clubs.officers.permissions import may
from clubs.people.services import NAME_LENGTH

Role = Membership.Role
_ORDINARY = (Role.GUEST, Role.PLAYER)
_AT_ONCE = 500


@dataclass(slots=True)
class _New:
    """A new member."""

    name: str
    role: str
    joined: date | None


@dataclass(slots=True)
class _Change:
    """The changes of a member."""

    line: int
    player: Player
    name: str = ""
    role: str = ""


class _Planning:
    """Builds a plan, line by line."""

    def __init__(self, club: Club, by: Player) -> None:
        self.club, self.by = club, by
        self.roll = Roll(club)
        self.plan = Plan(carry=self._carry)
        self.new: list[_New] = []
        self.changes: list[_Change] = []
        self._known: dict[object, int] = {}
        self._gives_roles = may(by, "give_offices", club)

    def take(self, line: ImportLine) -> None:
        """Plan one line."""
        before = len(self.plan.faults)
        try:
            is_kept = any(player.name == line["name"] for player in self.roll.named(line["name"]))
            name = clean_name(line["name"], longest=NAME_LENGTH, kept=line["name"] if is_kept else "")
        except ClubError as error:
            self._fault(line, "name", error.message)
            return
        role = self._role(line)
        joined = self._joined(line)
        player = self._member(line, name)
        if len(self.plan.faults) > before:
            return
        stands = self._known.setdefault(player.pk if player else skeleton(name), line.number)
        if stands != line.number:
            self._fault(line, "name", _("Line {line} already has the same member.").format(line=stands))
        elif player is None:
            self._make(line, name, role, joined)
        else:
            self._change(line, player, name, role)

    def _member(self, line: ImportLine, name: str) -> Player | None:
        """Return the member of a line, or None for a new one."""
        cell = line["id"]
        uuid = an_id(cell)
        if cell and uuid is None:
            self._fault(line, "id", _("An id has 32 digits and letters from a to f. Leave it empty for a new person."))
        if uuid is not None and uuid in self.roll.memberships:
            return self.roll.memberships[uuid].player
        found = self.roll.named(name)
        if len(found) > 1:
            self._fault(line, "name", several(found))
        return found[0] if len(found) == 1 else None

    def _make(self, line: ImportLine, name: str, role: str, joined: date | None) -> None:
        if role and role not in _ORDINARY:
            text = _("{name} has no account, so cannot hold an office: imported as a player.")
            self.plan.remarks.append(LineMessage(line.number, "role", text.format(name=name)))
            role = Role.PLAYER
        role = role or Role.GUEST
        self.new.append(_New(name, role, joined))
        self.plan.make(line.number, _("{name} is new: {role}.").format(name=name, role=Role(role).label))

    def _change(self, line: ImportLine, player: Player, name: str, role: str) -> None:
        change = _Change(line.number, player)
        membership = self.roll.memberships[player.pk]
        if name != player.name:
            if player.kept_by_id == self.club.pk and player.merged_into_id is None:
                change.name = name
            elif skeleton(name) != skeleton(player.name):
                text = _("{player} has an account and chooses their own name, so the name stays.")
                self.plan.remarks.append(LineMessage(line.number, "name", text.format(player=player.name)))
        if role and role != membership.role:
            if not self._gives_roles:
                text = _("Only an owner of the club gives roles. Enter {role}, or leave it empty.")
                self._fault(line, "role", text.format(role=membership.role))
                return
            if role not in _ORDINARY and player.user_id is None:
                text = _("{player} has no account, so cannot hold an office. Enter guest or player.")
                self._fault(line, "role", text.format(player=player.name))
                return
            change.role = role
        if change.name or change.role:
            self.changes.append(change)
            became = Role(change.role or membership.role).label
            text = _("{before} ({was}) becomes {name} ({role}).")
            self.plan.change(
                line.number,
                text.format(
                    before=player.name, was=membership.get_role_display(), name=change.name or player.name, role=became
                ),
            )
        else:
            self.plan.left += 1

    def _role(self, line: ImportLine) -> str:
        role = line["role"].casefold()
        if role and role not in Role.values:
            known = ", ".join(Role.values)
            self._fault(line, "role", _("There is no such role. The roles are: {roles}.").format(roles=known))
        return role

    def _joined(self, line: ImportLine) -> date | None:
        return day_in(line, "joined", self.club, self.plan.faults)

    def _fault(self, line: ImportLine, column: str, text: str) -> None:
        self.plan.faults.append(LineMessage(line.number, column, text))

    def _carry(self, tell: Tell) -> list[LineMessage]:
        """Insert the new members in few statements, for there may be thousands; change the others one by one.

        The one entry of the file in the officers' log stands for all new members.
        """
        done = 0
        for start in range(0, len(self.new), _AT_ONCE):
            some = self.new[start : start + _AT_ONCE]
            players = Player.objects.bulk_create(Player(name=one.name, kept_by=self.club) for one in some)
            memberships = Membership.objects.bulk_create(
                Membership(club=self.club, player=player, role=one.role)
                for player, one in zip(players, some, strict=True)
            )
            dated = [(row, one.joined) for row, one in zip(memberships, some, strict=True) if one.joined is not None]
            for row, joined in dated:
                row.joined_at = datetime.combine(joined, time(12), ZoneInfo(self.club.time_zone))
            Membership.objects.bulk_update([row for row, _joined in dated], ["joined_at"], batch_size=_AT_ONCE)
            done += len(some)
            tell(done)
        for change in self.changes:
            try:
                if change.name:
                    rename_guest(club=self.club, by=self.by, guest=change.player, name=change.name)
                if change.role:
                    give_office(club=self.club, by=self.by, player=change.player, role=change.role)
            except ClubError as error:
                return [LineMessage(change.line, "role" if change.role else "name", error.message)]
            done += 1
            tell(done)
        return []


def plan_members(club: Club, by: Player, lines: list[ImportLine]) -> Plan:
    """Return the plan for importing a file of members."""
    planning = _Planning(club, by)
    for line in lines:
        planning.take(line)
    return planning.plan


def member_rows(club: Club) -> Iterator[Mapping[str, object]]:
    """Yield the members of a club by the order in which they came."""
    zone = ZoneInfo(club.time_zone)
    found = Membership.objects.filter(club=club).select_related("player", "club").order_by("pk")
    for one in found.iterator(chunk_size=1000):
        yield {
            "id": str(one.player_id),
            "name": one.player.name,
            "role": one.role,
            "joined": one.joined_at.astimezone(zone).date().isoformat(),
            "account": "yes" if one.player.user_id else "no",
            "suspended": "yes" if is_suspended_now(one) else "no",
        }


def day_in(line: ImportLine, column: str, club: Club, faults: list[LineMessage]) -> date | None:
    """Return the day in a cell; None if it is empty, or, with the fault noted, if it is invalid or in the future."""
    cell = line[column]
    if not cell:
        return None
    try:
        day = date.fromisoformat(cell)
    except ValueError:
        text = _("This is not a day. Enter year, month and day: {example}.")
        faults.append(LineMessage(line.number, column, text.format(example="2026-08-15")))
        return None
    if day > today_in(club):
        faults.append(LineMessage(line.number, column, _("That day is in the future.")))
        return None
    if day.year < 1900:
        faults.append(LineMessage(line.number, column, _("Give a day from 1900 on.")))
        return None
    return day


MEMBERS = Subject(
    name="members",
    title=gettext_lazy("Members"),
    about=gettext_lazy(
        "One line for each member. Members already on the club's list are found by id or name; all others are "
        "added as players without an account, whom an account can take over later by a link from an officer. A "
        "file removes nobody from the list."
    ),
    columns=(
        Column(
            "id", gettext_lazy("The id of the member, from a file exported here. Leave it empty for new people."), ()
        ),
        Column(
            "name", gettext_lazy("The name by which people know the member, up to 40 characters."),
            ("Ammini Varghese", "Beeran K.", "മറിയാമ്മ"), required=True,
        ),
        Column(
            "role",
            gettext_lazy(
                "guest, player, scorer, director, secretary or owner. Empty: new people become guests, others "
                "keep their role. Only owners change roles, and only people with an account hold an office."
            ),
            ("player", "guest", ""),
        ),
        Column("joined", gettext_lazy("The day on which a new member joined: year-month-day."), ("2024-08-15", "", "")),
        Column("account", gettext_lazy("In exports only: whether the member has an account."), (), told=True),
        Column("suspended", gettext_lazy("In exports only: whether the member is suspended now."), (), told=True),
    ),
    plan=plan_members,
    rows=member_rows,
    needs=("keep_guests",),
)  # fmt: skip
