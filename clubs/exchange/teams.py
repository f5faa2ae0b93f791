"""Teams with their squads and captains: one line per place."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.base.days import today_in
from clubs.errors import ClubError
from clubs.exchange.members import day_in
from clubs.exchange.people import Roll
from clubs.exchange.reading import ImportLine
from clubs.exchange.report import LineMessage
from clubs.exchange.subjects import Column, Plan, Subject, Tell
from clubs.models import Club, Player, Team, TeamPlace
from clubs.names import clean_name, skeleton
from clubs.teams.services import NAME_LENGTH, add_player, hand_captaincy, make_team
from clubs.teams.squads import present, team_sizes

_COLUMNS = {"name": "team", "players": "player", "player": "player", "size": "size", "captain": "captain"}
"""The column of each field that a refusal names."""
_YES = {"yes", "y", "1", "x", "true", "captain"}
_NO = {"", "no", "n", "0", "false"}


@dataclass(slots=True)
class _Wanted:
    """A team by the lines of a file."""

    name: str
    line: int
    size: int | None = None
    places: list[tuple[int, Player, date | None]] = field(default_factory=list)
    captain: tuple[int, Player] | None = None


class _Planning:
    """Builds a plan: first the lines, then team by team."""

    def __init__(self, club: Club, by: Player) -> None:
        self.club, self.by = club, by
        self.roll = Roll(club)
        self.teams = {skeleton(team.name): team for team in Team.objects.filter(club=club).select_related("captain")}
        self.squads: dict[object, set[object]] = {}
        for team_id, player_id in present().filter(team__club=club).values_list("team_id", "player_id"):
            self.squads.setdefault(team_id, set()).add(player_id)
        self.plan = Plan(carry=self._carry)
        self.wanted: dict[str, _Wanted] = {}
        self._deeds: list[tuple[int, Callable[[], object]]] = []

    def take(self, line: ImportLine) -> None:
        """Read one line."""
        faults = self.plan.faults
        if line["left"]:
            self.plan.left += 1
            self.plan.remarks.append(
                LineMessage(line.number, "left", _("This place has ended; ended places are exported only."))
            )
            return
        before = len(faults)
        try:
            team = self.teams.get(skeleton(line["team"]))
            name = clean_name(line["team"], longest=NAME_LENGTH, kept=team.name if team else "")
        except ClubError as error:
            faults.append(LineMessage(line.number, "team", error.message))
            return
        size = self._size(line)
        joined = day_in(line, "joined", self.club, faults)
        captain = line["captain"].casefold()
        if captain not in _YES | _NO:
            faults.append(
                LineMessage(line.number, "captain", _("Enter yes for the captain, otherwise leave it empty."))
            )
        if not line["player"]:
            faults.append(LineMessage(line.number, "player", _("Enter the name or the id of a member.")))
            return
        player = self.roll.find(line["player"], line.number, "player", faults)
        if player is None or len(faults) > before:
            return
        self._place(line, name, size, player, joined, captain in _YES)

    def _place(
        self, line: ImportLine, name: str, size: int | None, player: Player, joined: date | None, captain: bool
    ) -> None:
        faults = self.plan.faults
        team = self.wanted.setdefault(skeleton(name), _Wanted(name, line.number))
        if size is not None and team.size not in (None, size):
            text = _("The team has another size in line {line}.")
            faults.append(LineMessage(line.number, "size", text.format(line=team.line)))
        if any(player == other for _number, other, _joined in team.places):
            faults.append(LineMessage(line.number, "player", _("A player has one place in a team.")))
        if captain and team.captain is not None:
            text = _("The team already has a captain in line {line}.")
            faults.append(LineMessage(line.number, "captain", text.format(line=team.captain[0])))
        team.size = size if team.size is None else team.size
        team.places.append((line.number, player, joined))
        if captain:
            team.captain = (line.number, player)

    def _size(self, line: ImportLine) -> int | None:
        cell = line["size"]
        if not cell:
            return None
        if cell.isdecimal() and len(cell) < 3 and int(cell) in team_sizes():
            return int(cell)
        known = ", ".join(map(str, team_sizes()))
        self.plan.faults.append(
            LineMessage(line.number, "size", _("A team has one of these sizes: {sizes}.").format(sizes=known))
        )
        return None

    def settle(self) -> None:
        """Compare the teams of the file with those of the club."""
        for key, wanted in self.wanted.items():
            team = self.teams.get(key)
            if team is None:
                self._make(wanted)
            elif wanted.size not in (None, team.size):
                text = _("{team} has the size {size}, which cannot change. Enter {size}, or leave it empty.")
                self.plan.faults.append(LineMessage(wanted.line, "size", text.format(team=team.name, size=team.size)))
            else:
                self._fill(team, wanted)

    def _make(self, wanted: _Wanted) -> None:
        text = _("{player} joins {team}, a new team.")
        for line, player, _joined in wanted.places:
            self.plan.make(line, text.format(player=player.name, team=wanted.name))
        self._deeds.append((wanted.line, lambda: self._made(wanted)))

    def _made(self, wanted: _Wanted) -> None:
        today = today_in(self.club)
        days = [joined or today for _line, _player, joined in wanted.places]
        team = make_team(
            club=self.club,
            by=self.by,
            name=wanted.name,
            players=[player for _line, player, _joined in wanted.places],
            size=wanted.size or min(team_sizes()),
            captain=wanted.captain[1] if wanted.captain else None,
            on=min(days),
        )
        for (_line, player, _joined), day in zip(wanted.places, days, strict=True):
            if day != min(days):
                TeamPlace.objects.filter(team=team, player=player, left_on=None).update(joined_on=day)

    def _fill(self, team: Team, wanted: _Wanted) -> None:
        """Add the missing players to a team; a file removes no player."""
        squad = self.squads.get(team.pk, set())
        for line, player, joined in wanted.places:
            hands = wanted.captain is not None and wanted.captain[1] == player and team.captain_id != player.pk
            if player.pk not in squad:
                text = _("{player} joins {team}.")
                self.plan.make(line, text.format(player=player.name, team=team.name))
                self._deeds.append((line, lambda p=player, d=joined: add_player(team=team, by=self.by, player=p, on=d)))  # type: ignore[misc]
            elif hands:
                text = _("{player} becomes captain of {team}.")
                self.plan.change(line, text.format(player=player.name, team=team.name))
            else:
                self.plan.left += 1
            if hands:
                self._deeds.append((line, lambda p=player: hand_captaincy(team=team, by=self.by, player=p)))  # type: ignore[misc]

    def _carry(self, tell: Tell) -> list[LineMessage]:
        faults = []
        for number, (line, deed) in enumerate(self._deeds, 1):
            try:
                deed()
            except ClubError as error:
                faults.append(LineMessage(line, _COLUMNS.get(error.field, ""), error.message))
            tell(number)
        return faults


def plan_teams(club: Club, by: Player, lines: list[ImportLine]) -> Plan:
    """Return the plan for importing a file of teams."""
    planning = _Planning(club, by)
    for line in lines:
        planning.take(line)
    planning.settle()
    return planning.plan


def team_rows(club: Club) -> Iterator[Mapping[str, object]]:
    """Yield every present place of a team, and then its ended ones, team by team."""
    roll = Roll(club)
    found = TeamPlace.objects.filter(team__club=club).select_related("team", "player")
    for place in found.order_by("team__name", "team_id", "left_on", "position", "pk").iterator(chunk_size=1000):
        present_ = place.left_on is None
        yield {
            "team": place.team.name,
            "size": place.team.size,
            "player": roll.writes(place.player),
            "captain": "yes" if present_ and place.team.captain_id == place.player_id else "",
            "joined": place.joined_on.isoformat(),
            "left": "" if place.left_on is None else place.left_on.isoformat(),
        }


TEAMS = Subject(
    name="teams",
    title=gettext_lazy("Teams"),
    about=gettext_lazy(
        "One line for each player of a team; the lines are in the order of the seats, substitutes last. A team "
        "that already exists, found by its name, gets the players it does not have yet; a file removes nobody."
    ),
    columns=(
        Column(
            "team", gettext_lazy("The name of the team."), ("Vembanad", "Vembanad", "Pamba", "Pamba", "Pamba"),
            required=True,
        ),
        Column(
            "size", gettext_lazy("Number of players on its side of a table. Empty: two, or the present size."),
            ("2", "2", "2", "2", "2"),
        ),
        Column(
            "player", gettext_lazy("A member of the club: the name, or the id if several have it."),
            ("Ammini Varghese", "Beeran K.", "മറിയാമ്മ", "Chacko", "Devaki"), required=True,
        ),
        Column("captain", gettext_lazy("yes for the captain."), ("yes", "", "", "yes", "")),
        Column("joined", gettext_lazy("The first day: year-month-day. Empty: today."), ("2024-08-15",)),
        Column("left", gettext_lazy("In exports only: the first day without the player."), (), told=True),
    ),
    plan=plan_teams,
    rows=team_rows,
    needs=("make_any_teams",),
    place=1,
)  # fmt: skip
