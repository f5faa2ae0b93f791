"""The contents of the page of an evening: people, games, the standing, and its text for a chat."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Final
from uuid import UUID

import msgspec
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from clubs.base.days import today_in
from clubs.calendar.occurrences import Occurrence
from clubs.calendar.selectors import entries, who_comes
from clubs.house.selectors import house_rules
from clubs.house.words import FAMILIES
from clubs.models import Club, MeetingAnswer, Membership, Player, Season
from clubs.privacy.selectors import hidden_from, hidden_players
from engine.reckoning import winners_by
from games.evenings.pairs import Played, Sides
from games.models import PlayedGame, WrittenResult
from games.results.selectors.coming import not_followed, tallied
from games.results.selectors.standing import PlayerStanding, StandingPage, season_at, standing, standing_of
from games.store import projector
from games.words.citations import family_of
from games.words.numbers import signed
from games.words.phrases import translated

DEFAULT_RULES: Final = "28-kerala-4"
MOST_GAMES: Final = 200
"""The most games of an evening that its page shows."""
MOST_OTHERS: Final = 300
"""The most members that are offered beside those who are there."""
MOST_USUAL: Final = 20
"""The most members whose names can be pressed before they are noted."""
IN_TEXT: Final = 10
"""The lines of the season's standing in the text for a chat."""


class Person(msgspec.Struct, frozen=True):
    """A player who can be chosen; `here` is one who is there, `games` the number of games this evening."""

    id: str
    name: str
    here: bool
    games: int = 0


class SideOfGame(msgspec.Struct, frozen=True):
    """A side of a game of the evening."""

    side: int
    names: tuple[str, ...]
    points: int
    won: bool


class GameOfEvening(msgspec.Struct, frozen=True):
    """A game of the evening, as it was entered."""

    id: UUID
    number: int
    rules: str
    seats: tuple[str, ...]
    sides: tuple[SideOfGame, ...]


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """A club's evening.

    Attributes:
        meeting: The meeting on the calendar, if there is one on that day.
        people: Those who are there by name, then the others of the club.
        games: The entered games, the first one first.
        lines: The standing of these games alone, of the chosen family.
        season: The running season; None between seasons.
        standing: The standing of that season, or of all time, with results entered a moment ago.
    """

    club: Club
    day: date
    rules: engine.RuleSet
    rules_name: str
    meeting: Occurrence | None
    people: tuple[Person, ...]
    games: tuple[GameOfEvening, ...]
    lines: tuple[PlayerStanding, ...]
    season: Season | None
    standing: StandingPage

    @property
    def here(self) -> list[Person]:
        """The people who are there."""
        return [one for one in self.people if one.here]

    @property
    def played(self) -> list[Played]:
        """The games with the sides of the chosen game."""
        return [
            Played(game.seats, tuple(side.side for side in game.sides if side.won))
            for game in self.games
            if engine.load_rules(game.rules).sides == self.rules.sides
        ]


def day_of_evening(club: Club, viewer: Player | None, now: datetime | None = None) -> date:
    """Return the day of the club's running meeting, which may have begun before midnight; else today."""
    at = now or timezone.now()
    today = today_in(club, at)
    for entry in reversed(entries(club, today - timedelta(days=1), today, viewer)):
        one = entry.meeting
        if one is not None and not one.cancelled and one.starts <= at < one.ends:
            return one.starts.date()
    return today


def meeting_on(club: Club, day: date, viewer: Player | None) -> Occurrence | None:
    """Return the first meeting that the club holds on a day."""
    held = (entry.meeting for entry in entries(club, day, day, viewer))
    return next((one for one in held if one is not None and not one.cancelled), None)


def usual_rules(club: Club) -> str:
    """Return the rule set of the club's last entered result; else of its last game; else of its house rules."""
    last = WrittenResult.objects.filter(club=club).order_by("-entered_at").values_list("rules", flat=True)
    games = PlayedGame.objects.filter(
        projection_version=projector.serving("results"), club=club, ended_at__isnull=False
    ).order_by("-ended_at")
    house = house_rules(club).order_by("name").values_list("rules", flat=True)
    found = last.first() or games.values_list("rules", flat=True).first() or house.first()
    return found if found in engine.rule_set_ids() else DEFAULT_RULES


def rules_choices(club: Club) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rule sets by group: first those that the club uses, house rules under their name, then the others."""
    used: dict[str, str] = {}
    for house in house_rules(club).order_by("name"):
        if house.rules in engine.rule_set_ids():
            used.setdefault(house.rules, f"{house.name} ({translated(engine.load_rules(house.rules).name)})")
    usual = usual_rules(club)
    used = {usual: used.get(usual, translated(engine.load_rules(usual).name)), **used}
    groups = [(_("Played in {club}").format(club=club.name), list(used.items()))]
    others = [engine.load_rules(one) for one in engine.rule_set_ids() if one not in used]
    for family, label in FAMILIES.items():
        groups.append((str(label), [(one.id, translated(one.name)) for one in others if one.family == family]))
    return groups


def evening(*, club: Club, day: date, rules: str, viewer: Player, notes: Mapping[str, bool]) -> Evening:
    """Return a club's evening for a person who enters its results.

    Args:
        club: The club.
        day: The day, in the club's time zone.
        rules: The id of the rule set that is played.
        viewer: The person: members hidden from this person's lists are offered only if they are there.
        notes: Whether a player is there, by id, as this person noted it; a later note in the calendar counts more.

    Raises:
        RulesError: There is no such rule set.
    """
    rule_set = engine.load_rules(rules)
    rows = in_order_of_play(WrittenResult.objects.filter(club=club, played_on=day))[:MOST_GAMES]
    claimed = accounts_of(notes, *(row.players for row in rows))
    for row in rows:  # in memory only: a guest who became a member meanwhile is one person
        row.players = [claimed.get(player, player) for player in row.players]
    notes = {claimed.get(player, player): is_here for player, is_here in notes.items()}
    seated = Counter(player for row in rows for player in row.players)
    meeting = meeting_on(club, day, viewer)
    present = _present(meeting, viewer, seated, notes)
    people = _people(club, viewer, present, seated)
    names = {one.id: one.name for one in people} | _names(set(seated) - {one.id for one in people})
    counted = [row for row in rows if family_of(row.rules) == rule_set.family]
    season = season_at(club, day)
    more = not_followed(club=club, family=rule_set.family, season=season)
    return Evening(
        club=club,
        day=day,
        rules=rule_set,
        rules_name=translated(rule_set.name),
        meeting=meeting,
        people=people,
        games=tuple(_game(number, row, names) for number, row in enumerate(rows, start=1)),
        lines=tuple(standing_of([each for row in counted for each in tallied(row)])),
        season=season,
        standing=standing(club=club, family=rule_set.family, season=season, viewer=viewer, more=more),
    )


def in_order_of_play(results: Iterable[WrittenResult]) -> list[WrittenResult]:
    """Return the results that count in the order of entry, each correction in the place of the result it corrects.

    A result is withdrawn at the moment at which its correction is entered (`correct_result`).
    """
    places: dict[datetime, datetime] = {}
    ordered = []
    for row in sorted(results, key=lambda one: (one.entered_at, one.pk)):
        place = places.get(row.entered_at, row.entered_at)
        if row.withdrawn_at is None:
            ordered.append((place, row.pk, row))
        else:
            places[row.withdrawn_at] = place
    return [row for *_place, row in sorted(ordered)]


def _present(meeting: Occurrence | None, viewer: Player, seated: Iterable[str], notes: Mapping[str, bool]) -> set[str]:
    here = {one for one, is_here in notes.items() if is_here}
    if meeting is None:
        return {*seated, *here} - (notes.keys() - here)
    gone = MeetingAnswer.objects.filter(meeting=meeting.meeting, day=meeting.day, coming=False)
    away = {str(one) for one in gone.values_list("player_id", flat=True)}
    coming = {str(one.pk) for one in who_comes(meeting, viewer).coming}
    return coming | ({*seated, *here} - away)


def _people(club: Club, viewer: Player, present: set[str], seated: Counter[str]) -> tuple[Person, ...]:
    ids = {UUID(one) for one in present}
    members = Membership.objects.filter(club=club, player__is_bot=False)
    there = members.filter(player__in=ids).values_list("player_id", "player__name")
    others = members.exclude(player__in=ids).exclude(hidden_from(viewer, "lists")).order_by("player__name", "pk")
    rows = [(one, name, True) for one, name in there.order_by("player__name", "pk")]
    rows += [(one, name, False) for one, name in others.values_list("player_id", "player__name")[:MOST_OTHERS]]
    return tuple(Person(str(one), name, is_here, seated[str(one)]) for one, name, is_here in rows)


def pressable(found: Evening, noted: Collection[str]) -> list[Person]:
    """Return the people whose names can be pressed, by name: those who are there or noted, and the usual players.

    The usual ones are those of earlier days, there or not: no name moves when one is pressed.
    """
    last = WrittenResult.objects.filter(club=found.club, withdrawn_at=None, played_on__lt=found.day)
    games = last.order_by("-entered_at").values_list("players", flat=True)[:60]
    often = Counter(player for players in games for player in players)
    usual = sorted(found.people, key=lambda one: (-often[one.id], one.name, one.id))[:MOST_USUAL]
    kept = {*noted, *(one.id for one in usual)}
    return sorted((one for one in found.people if one.here or one.id in kept), key=lambda one: (one.name, one.id))


def accounts_of(*players: Iterable[str]) -> dict[str, str]:
    """Return the accounts that claimed guests among some players, by the guest's id."""
    claimed = Player.objects.filter(pk__in={*chain(*players)}, merged_into__isnull=False)
    return {str(guest): str(account) for guest, account in claimed.values_list("pk", "merged_into")}


def _names(ids: set[str]) -> dict[str, str]:
    """Return the names of players who are on the club's list no more."""
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=ids).values_list("pk", "name")}


def _game(number: int, row: WrittenResult, names: dict[str, str]) -> GameOfEvening:
    winners = winners_by(row.points)
    sides = tuple(
        SideOfGame(side, tuple(names.get(row.players[seat], "") for seat in seats), row.points[side], side in winners)
        for side, seats in enumerate(engine.load_rules(row.rules).sides)
    )
    return GameOfEvening(row.pk, number, row.rules, tuple(row.players), sides)


def names_of_sides(seats: Sequence[str], sides: Sides, people: Iterable[Person]) -> list[str]:
    """Return the names of each side, joined; empty for a side of which nobody is chosen yet."""
    names = {one.id: one.name for one in people}
    return [" & ".join(names[seats[seat]] for seat in side if seats[seat] in names) for side in sides]


def text_for_chat(found: Evening) -> str:
    """Return the standing as plain text, with the names that its picture has: a chat is read by anybody.

    A player who does not show the results to everybody has no name in it, the reader's own included.
    """
    ids = {one.player_id for one in (*found.lines, *found.standing.lines)}
    hidden = set(hidden_players(None, "results").filter(pk__in=ids).values_list("pk", flat=True))
    lines = [f"{found.club.name}, {date_format(found.day, 'l j F')}", found.rules_name]
    if found.lines:
        lines += ["", _("This evening"), *(_line(one, hidden) for one in found.lines)]
    best = found.standing.lines[:IN_TEXT]
    if best:
        lines += ["", found.season.name if found.season is not None else _("All time")]
        lines += [_line(one, hidden) for one in best]
    return "\n".join(lines)


def _line(one: PlayerStanding, hidden: set[UUID]) -> str:
    if not one.name or one.player_id in hidden:
        return _("{place}. a player").format(place=one.place)
    said = ngettext(
        "{place}. {name}: {points} pts, {games} game, {won} won, {difference}",
        "{place}. {name}: {points} pts, {games} games, {won} won, {difference}",
        one.games,
    )
    numbers = {"points": one.points, "games": one.games, "won": one.won, "difference": signed(one.difference)}
    return said.format(place=one.place, name=one.name, **numbers)
