"""The records of a club, each with the game, the hand or the day of it. Each is the first row of an index."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Final
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.officers.permissions import may
from clubs.privacy.selectors import hidden_from, seen_of
from games.models import ClubTally, GamePlayer, PlayedGame, Table
from games.results.selectors.played import game_path
from games.store import projector
from games.tables.selectors.access import visible

KINDS: Final = ("highest", "biggest", "longest", "made", "hands")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A record of a club.

    Attributes:
        kind: `highest` contract made, `biggest` win by difference, `longest` run of games won, most contracts `made` in
            a day, most `hands` played in a day.
        family: `28` or `56`.
        value: The number.
        players: Its holders: a whole side for the biggest win.
        day: The day; None for the longest run.
        path: The page of the hand, game or day; for a run that of the player. Empty if the viewer may not see it.
    """

    kind: str
    family: str
    value: int
    players: tuple[tuple[UUID, str], ...]
    day: date | None
    path: str

    @property
    def title(self) -> str:
        """The kind in words."""
        return {
            "highest": _("Highest contract made"),
            "biggest": _("Biggest win"),
            "longest": _("Longest run of games won"),
            "made": _("Most contracts made in a day"),
            "hands": _("Most hands in a day"),
        }[self.kind]

    @property
    def link_label(self) -> str:
        """The label of the link to `path`."""
        pages = {"highest": _("The hand"), "biggest": _("The game"), "longest": _("The player")}
        return pages.get(self.kind) or _("The day")


class _Held(msgspec.Struct, frozen=True):
    """The holder of a record, and its game, hand or day."""

    player: Player
    value: int
    day: date | None = None
    game: PlayedGame | None = None
    hand: int | None = None
    side: int = 0


def records(*, club: Club, family: str, viewer: Player | None) -> tuple[Record, ...]:
    """Return the records of a club in one family, each held by the first player whose results the viewer may see.

    Args:
        club: The club.
        family: `28` or `56`.
        viewer: The viewer; None for a visitor.
    """
    hidden = hidden_from(viewer, "results")
    played, tallies = _played(club, family).exclude(hidden), _tallies(club, family).exclude(hidden)
    days = tallies.filter(span=ClubTally.Span.DAY)
    held = {
        "highest": _of_game(played.filter(highest__isnull=False), "highest"),
        "biggest": _of_game(played.filter(outcome=GamePlayer.Outcome.WON, difference__gt=0), "difference"),
        "longest": _of_tally(tallies.filter(span=ClubTally.Span.ALL, longest__gt=1), "longest", "last_at"),
        "made": _of_tally(days.filter(made__gt=0), "made", "begins"),
        "hands": _of_tally(days.filter(hands__gt=0), "hands", "begins"),
    }
    best = {kind: one for kind, one in held.items() if one is not None}
    path = _paths(club, viewer, best.values())
    return tuple(
        Record(
            kind=kind,
            family=family,
            value=one.value,
            players=_side(one, viewer) if kind == "biggest" else _named([one.player]),
            day=one.day,
            path=path(one),
        )
        for kind, one in best.items()
    )


def _played(club: Club, family: str) -> "QuerySet[GamePlayer]":
    return GamePlayer.objects.filter(
        projection_version=projector.serving("results"),
        club=club,
        family=family,
        counts=True,
        ended_at__isnull=False,
        player__is_bot=False,
    ).select_related("player__merged_into", "game")


def _tallies(club: Club, family: str) -> "QuerySet[ClubTally]":
    return ClubTally.objects.filter(
        projection_version=projector.serving("results"), club=club, family=family
    ).select_related("player__merged_into")


def _of_tally(found: "QuerySet[ClubTally]", what: str, then: str) -> _Held | None:
    """Return the player with the highest count; of several the first who had it."""
    one = found.order_by(f"-{what}", then, "pk").first()
    if one is None:
        return None
    day = None if one.span == ClubTally.Span.ALL else one.begins
    return _Held(one.player, getattr(one, what), day)


def _of_game(found: "QuerySet[GamePlayer]", what: str) -> _Held | None:
    """Return the player of the game with the highest value; of several the first game's."""
    one = found.order_by(f"-{what}", "ended_at", "pk").first()
    if one is None:
        return None
    hand = one.highest_hand if what == "highest" else None
    return _Held(one.player, getattr(one, what), one.game.day, one.game, hand, one.side)


def _side(held: _Held, viewer: Player | None) -> tuple[tuple[UUID, str], ...]:
    """Return the side that won the biggest win; a player who does not let the viewer see it has no name."""
    rows = GamePlayer.objects.filter(game=held.game, side=held.side, difference=held.value).order_by("seat")
    players = [one.player for one in rows.select_related("player__merged_into")]
    return _named(players, seen_of(viewer, {one.pk for one in players}, "results"))


def _named(players: Iterable[Player], seen: frozenset[UUID] | None = None) -> tuple[tuple[UUID, str], ...]:
    real = [(one.real, seen is None or one.pk in seen) for one in players]
    return tuple((one.pk, one.name if told else "") for one, told in real)


def _paths(club: Club, viewer: Player | None, held: Iterable[_Held]) -> Callable[[_Held], str]:
    """Return the function from a record to its page, with one query for the tables that the viewer may find."""
    games = [one.game for one in held if one.game is not None]
    tables = [game.stream for game in games if game.kind == PlayedGame.Kind.TABLE]
    found = set(Table.objects.filter(visible(viewer), pk__in=tables).values_list("pk", flat=True))
    sheets = may(viewer, "read_sheets", club)

    def path(one: _Held) -> str:
        game = one.game
        if game is None and one.day is None:
            return reverse("clubs:player", args=[one.player.real.pk])
        if game is None:
            return f"{reverse('games:club_games', args=[club.slug])}?day={one.day:%Y-%m-%d}"
        if game.kind == PlayedGame.Kind.TABLE and game.stream not in found:
            return ""
        return "" if game.kind == PlayedGame.Kind.SHEET and not sheets else game_path(game.stream, game.kind, one.hand)

    return path
