"""Export and import of results: one line per game. The export has every game played; the import records results.

Each result is imported in a transaction of its own: an event is appended for each, and appending thousands in one
transaction would block every table of the server. Each has a command id derived from the content of its line, so that a
file sent again, or picked up by another worker, records nothing twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from typing import Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from clubs.exchange.members import day_in
from clubs.exchange.people import Roll, an_id
from clubs.exchange.reading import ImportLine
from clubs.exchange.report import LineMessage
from clubs.exchange.subjects import Column, Plan, Subject, Tell
from clubs.ledger.selectors import closed_season_on
from clubs.models import Club, Player
from games.errors import BadTerms, TableError
from games.models import Case, GamePlayer, PlayedGame, WrittenResult
from games.results.services import LONGEST_NOTE, check_not_closed, check_score, enter_result
from games.store import projector
from games.words.names import name_or_none

MOST_PLAYERS: Final = 8
MOST_SIDES: Final = 3
_COMMANDS: Final = UUID("9d6b1a0e-41a2-4a0e-8a5e-6c9f0a3c2b99")
_AT_ONCE: Final = 500
BOT: Final = "bot"
"""The name of a bot in files; bots belong to this server."""
_SEAT_COLUMNS: Final = tuple(f"player_{seat + 1}" for seat in range(MOST_PLAYERS))
_MINUS: Final = "\u2212"


@dataclass(frozen=True, slots=True)
class _Game:
    """The game of a line. Games equal in all of these are distinguished by their number in the file."""

    rules: str
    players: tuple[str, ...]
    points: tuple[int, ...]
    hands: int
    played_on: date

    def command(self, club: Club, number: int) -> UUID:
        """Return the id of the command that records it, the same each time."""
        said = (club.pk, self.rules, self.players, self.points, self.hands, self.played_on, number)
        return uuid5(_COMMANDS, repr(tuple(map(str, said))))


@dataclass(frozen=True, slots=True)
class _Deed:
    """A result to be recorded."""

    line: int
    game: _Game
    players: tuple[Player, ...]
    note: str
    number: int


class _Planning:
    """Builds a plan, line by line."""

    def __init__(self, club: Club, by: Player) -> None:
        self.club, self.by = club, by
        self.roll = Roll(club)
        self.plan = Plan(carry=self._carry)
        self.deeds: list[_Deed] = []
        self._closed_on = cache(partial(closed_season_on, club))
        self._seen: Counter[_Game] = Counter()
        self._streams = {str(one) for one in _games(club).values_list("stream", flat=True)}
        self._known: Counter[_Game] = Counter()
        claimed = Player.objects.filter(kept_by=club, merged_into__isnull=False).values_list("pk", "merged_into")
        real = {str(guest): str(player) for guest, player in claimed}
        # Withdrawn results as well: a file sent again does not bring them back.
        for one in WrittenResult.objects.filter(club=club).iterator(chunk_size=2000):
            self._streams.add(str(one.pk))
            players = tuple(real.get(player, player) for player in one.players)
            self._known[_Game(one.rules, players, tuple(one.points), one.hands, one.played_on)] += 1

    def take(self, line: ImportLine) -> None:
        """Plan one line."""
        if line["id"] and str(an_id(line["id"])) in self._streams:
            self.plan.left += 1
            return
        if line["counts"].casefold() == "no":
            self._leave_out(line, "counts", _("This game does not count in any club, and is left out."))
            return
        bot = next((seat for seat in _SEAT_COLUMNS if line[seat].casefold() == BOT), "")
        if bot:
            self._leave_out(line, bot, _("A bot played in this game, so it is left out."))
            return
        found = self._game(line)
        if found is None:
            return
        game, players, note = found
        self._seen[game] += 1
        if self._seen[game] <= self._known[game]:
            self.plan.left += 1
            return
        try:
            check_not_closed(self._closed_on(game.played_on))
        except BadTerms as error:
            self._fault(line, "date", error.message)
            return
        self.plan.make(line.number, _result_text(game, players))
        self.deeds.append(_Deed(line.number, game, players, note, self._seen[game]))

    def _leave_out(self, line: ImportLine, column: str, why: str) -> None:
        self.plan.left += 1
        self.plan.remarks.append(LineMessage(line.number, column, why))

    def _game(self, line: ImportLine) -> tuple[_Game, tuple[Player, ...], str] | None:
        """Return the game of a line; None, with its faults noted, if it is invalid."""
        before = len(self.plan.faults)
        day = day_in(line, "date", self.club, self.plan.faults)
        if not line["date"]:
            self._fault(line, "date", _("Enter the day of the game."))
        hands = self._number(line, "hands") if line["hands"] else 0
        try:
            note = name_or_none(line["note"], longest=LONGEST_NOTE, field="note")
        except BadTerms as error:
            self._fault(line, "note", error.message)
        rules = self._rules(line)
        if rules is None:
            return None
        players = self._players(line, rules)
        points = self._points(line, rules)
        if len(self.plan.faults) > before or day is None or hands is None or points is None:
            return None
        try:
            check_score(rules, points, hands)
        except BadTerms as error:
            column = error.field
            side = column.removeprefix("points_")
            self._fault(line, f"points_{int(side) + 1}" if side.isdecimal() else column, error.message)
            return None
        ids = tuple(str(player.pk) for player in players)
        return _Game(rules.id, ids, points, hands, day), players, note

    def _rules(self, line: ImportLine) -> engine.RuleSet | None:
        try:
            return engine.load_rules(line["rules"])
        except engine.RulesError:
            known = ", ".join(engine.rule_set_ids())
            self._fault(line, "rules", _("There is no such game. The games are: {rules}.").format(rules=known))
            return None

    def _players(self, line: ImportLine, rules: engine.RuleSet) -> tuple[Player, ...]:
        found: list[Player] = []
        for seat in range(MOST_PLAYERS):
            column = f"player_{seat + 1}"
            cell = line[column]
            if seat >= rules.players:
                if cell:
                    words = ngettext("This game has {count} player.", "This game has {count} players.", rules.players)
                    self._fault(line, column, words.format(count=rules.players))
                continue
            if not cell:
                self._fault(line, column, _("Enter the name or the id of a member."))
                continue
            player = self.roll.find(cell, line.number, column, self.plan.faults)
            if player is None:
                continue
            if player in found:
                self._fault(line, column, _("{name} sits at two seats.").format(name=player.name))
            elif player.is_bot:
                self._fault(
                    line, column, _("{name} is a bot, and cannot sit at a real table.").format(name=player.name)
                )
            else:
                found.append(player)
        return tuple(found)

    def _points(self, line: ImportLine, rules: engine.RuleSet) -> tuple[int, ...] | None:
        found: list[int] = []
        for side in range(MOST_SIDES):
            column = f"points_{side + 1}"
            if side >= len(rules.sides):
                if line[column]:
                    count = len(rules.sides)
                    words = ngettext("This game has {count} side.", "This game has {count} sides.", count)
                    self._fault(line, column, words.format(count=count))
                continue
            number = self._number(line, column)
            if number is not None:
                found.append(number)
        return tuple(found) if len(found) == len(rules.sides) else None

    def _number(self, line: ImportLine, column: str) -> int | None:
        cell = line[column].replace(_MINUS, "-")
        if cell.removeprefix("-").isdecimal() and len(cell) < 8:
            return int(cell)
        self._fault(line, column, _("Enter a whole number."))
        return None

    def _fault(self, line: ImportLine, column: str, text: str) -> None:
        self.plan.faults.append(LineMessage(line.number, column, text))

    def _carry(self, tell: Tell) -> list[LineMessage]:
        faults = []
        for done, deed in enumerate(self.deeds, 1):
            try:
                enter_result(
                    club=self.club,
                    player=self.by,
                    rules=deed.game.rules,
                    players=deed.players,
                    points=deed.game.points,
                    played_on=deed.game.played_on,
                    hands=deed.game.hands,
                    note=deed.note,
                    of_many=True,
                    command=deed.game.command(self.club, deed.number),
                )
            except TableError as error:
                faults.append(LineMessage(deed.line, "", error.message))
            tell(done)
        return faults


def _result_text(game: _Game, players: tuple[Player, ...]) -> str:
    """Return a result in words: each side with its points."""
    sides = engine.load_rules(game.rules).sides
    names = [", ".join(players[seat].name for seat in side) for side in sides]
    points = [str(one).replace("-", _MINUS) for one in game.points]
    return "; ".join(f"{name}: {one}" for name, one in zip(names, points, strict=True))


def plan_results(club: Club, by: Player, lines: list[ImportLine]) -> Plan:
    """Return the plan for importing a file of results."""
    planning = _Planning(club, by)
    for line in lines:
        planning.take(line)
    return planning.plan


def _games(club: Club) -> "QuerySet[PlayedGame]":
    return PlayedGame.objects.filter(club=club, projection_version=projector.serving("results"))


def result_rows(club: Club) -> Iterator[Mapping[str, object]]:
    """Yield every finished game of a club, at tables, on sheets and recorded, the oldest first."""
    roll = Roll(club)
    zone = ZoneInfo(club.time_zone)
    last: tuple[datetime, int] | None = None
    while some := _next_games(club, last):
        last = (_end(some[-1]), some[-1].pk)
        yield from _rows(some, roll, zone)


def _end(game: PlayedGame) -> datetime:
    """Return the time at which a finished game ended."""
    assert game.ended_at is not None
    return game.ended_at


def _next_games(club: Club, last: tuple[datetime, int] | None) -> list[PlayedGame]:
    """Return the next batch of finished games, since a club may have two hundred thousand."""
    found = _games(club).filter(ended_at__isnull=False)
    if last is not None:
        found = found.filter(ended_at__gte=last[0]).exclude(ended_at=last[0], pk__lte=last[1])
    return list(found.order_by("ended_at", "pk")[:_AT_ONCE])


def _rows(games: Iterable[PlayedGame], roll: Roll, zone: ZoneInfo) -> Iterator[Mapping[str, object]]:
    seats: dict[int, dict[int, GamePlayer]] = {}
    for one in (
        GamePlayer.objects.filter(game__in=[game.pk for game in games])
        .select_related("player__merged_into")
        .order_by("pk")
    ):
        seats.setdefault(one.game_id, {})[one.seat] = one  # the last player of the seat
    results = WrittenResult.objects.in_bulk([game.stream for game in games])
    disputed = Case.objects.provisional(game.stream for game in games)
    for game in games:
        written = results.get(game.stream)
        played_on = written.played_on if written else _end(game).astimezone(zone).date()
        row: dict[str, object] = {
            "id": str(game.stream),
            "date": played_on.isoformat(),
            "rules": game.rules,
            "hands": game.hands,
            "note": written.note if written else "",
            "kind": game.kind,
            "counts": "yes" if game.counts else "no",
            "provisional": "yes" if game.stream in disputed else "no",
        }
        for seat, one in seats.get(game.pk, {}).items():
            row[f"player_{seat + 1}"] = BOT if one.player.is_bot else roll.writes(one.player.real)
        row |= {f"points_{side + 1}": points for side, points in enumerate(game.points)}
        yield row


_SEATS: Final = ("Ammini Varghese", "Beeran K.", "മറിയാമ്മ", "Chacko")

RESULTS = Subject(
    name="results",
    title=gettext_lazy("Results"),
    about=gettext_lazy(
        "One line for each game. The players are members of the club; import the members first. All finished "
        "games are exported; games that the club already has are found by their id or content, and stay "
        "unchanged."
    ),
    columns=(
        Column("id", gettext_lazy("The id of the game, from a file exported here. Empty for new games."), ()),
        Column(
            "date", gettext_lazy("The day of the game: year-month-day."), ("2026-08-15", "2026-08-15"),
            required=True,
        ),
        Column(
            "rules", gettext_lazy("The game: the last word in the address of its rules page."),
            ("28-kerala-4", "56-kerala-4"), required=True,
        ),
        *(
            Column(
                f"player_{seat}",
                gettext_lazy("The player in the first seat: name, or id if several have it. Seats follow in turn.")
                if seat == 1
                else gettext_lazy("The player in the next seat; empty if the game has fewer."),
                (_SEATS[seat - 1],) * 2 if seat <= len(_SEATS) else (),
                required=seat <= len(_SEATS) - 1,
            )
            for seat in range(1, MOST_PLAYERS + 1)
        ),
        *(
            Column(
                f"points_{side}",
                gettext_lazy("Points won by the side of the first seat: game points, in 56 stake points.")
                if side == 1
                else gettext_lazy("Points won by the next side; empty if the game has fewer."),
                (("3", "12"), ("-1", "7"), ())[side - 1],
                required=side < MOST_SIDES,
            )
            for side in range(1, MOST_SIDES + 1)
        ),
        Column("hands", gettext_lazy("Number of hands; empty if nobody has counted."), ("6", "")),
        Column("note", gettext_lazy("A note of up to 200 characters."), ("", "")),
        Column("kind", gettext_lazy("In exports only: table, sheet or result."), (), told=True),
        Column(
            "counts", gettext_lazy("In exports: no for games that do not count in a club. These are not imported."), (),
            told=True,
        ),
        Column(
            "provisional", gettext_lazy("In exports only: “yes” for games that are disputed and may change."), (),
            told=True,
        ),
    ),
    plan=plan_results,
    rows=result_rows,
    needs=("enter_results",),
    whole=False,
    place=2,
)  # fmt: skip
