"""Tallies of a club's finished games by player: by day, by month and in all (`ClubTally`)."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from games.models import ClubTally, GamePlayer, PlayedGame

ALL_TIME = date(1, 1, 1)
"""The first day of the rows of all time."""

_NUMBERS = ("games", "won", "drawn", "lost", "difference", "hands", "made", "failed")
_MORE = ", ".join(f"{name} = kept.{name} + EXCLUDED.{name}" for name in _NUMBERS)
_LESS = ", ".join(f"{name} = kept.{name} - gone.{name}" for name in _NUMBERS)
_ADD = (
    "INSERT INTO games_clubtally AS kept (projection_version, club_id, player_id, family, span, begins, "  # noqa: S608
    "games, won, drawn, lost, difference, hands, made, failed, longest, streak) VALUES {rows} "
    f"ON CONFLICT (projection_version, club_id, family, span, begins, player_id) DO UPDATE SET {_MORE}"
)
# Not an upsert of negative numbers: the constraint would reject the new row before the old one is found.
_SUBTRACT = (
    f"UPDATE games_clubtally AS kept SET {_LESS} FROM (VALUES {{rows}}) AS gone (projection_version, "  # noqa: S608
    "club_id, player_id, family, span, begins, games, won, drawn, lost, difference, hands, made, failed) "
    "WHERE kept.projection_version = gone.projection_version AND kept.club_id = gone.club_id::uuid "
    "AND kept.player_id = gone.player_id::uuid AND kept.family = gone.family "
    "AND kept.span = gone.span AND kept.begins = gone.begins::date"
)
_ROW = ", ".join(["%s"] * 14)
Value = int | str | date | UUID


class Share(NamedTuple):
    """One player's share of a game."""

    player: UUID
    outcome: str
    difference: int
    hands: int
    made: int
    failed: int


def count_in(game: PlayedGame) -> None:
    """Add a finished game to the tallies of its club."""
    shares, ended = _shares(game), _ended(game)
    if not shares:
        return
    rows = _rows(game, shares)
    with connection.cursor() as cursor:
        places = ", ".join([f"({_ROW}, 0, 0)"] * len(rows))
        cursor.execute(_ADD.format(rows=places), [value for row in rows for value in row])
    for share in shares:
        _add_to_run(game, share, ended)


def count_out(game: PlayedGame) -> None:
    """Remove a finished game from the tallies; its rows no longer count."""
    shares = _shares(game)
    if not shares:
        return
    rows = _rows(game, shares)
    with connection.cursor() as cursor:
        places = ", ".join([f"({_ROW})"] * len(rows))
        cursor.execute(_SUBTRACT.format(rows=places), [value for row in rows for value in row])


def reckon_runs(game: PlayedGame, players: Iterable[UUID]) -> None:
    """Recompute the runs of games won, such as after a game was withdrawn."""
    for player in players:
        _reckon_run(game, player)


def players_of(game: PlayedGame) -> list[UUID]:
    """Return the people of a game, ordered by id; bots are in no tally."""
    return [share.player for share in _shares(game)]


def _ended(game: PlayedGame) -> datetime:
    assert game.ended_at is not None, "only finished games are counted"
    return game.ended_at


def _club(game: PlayedGame) -> UUID:
    assert game.club_id is not None, "only games of a club are counted"
    return game.club_id


def _shares(game: PlayedGame) -> list[Share]:
    """Return each person's share of a game, ordered by id.

    A player of several seats has one share, with the outcome of the side on which the player played most hands.
    """
    found: dict[UUID, Share] = {}
    rows = GamePlayer.objects.filter(game=game, player__is_bot=False).order_by("player_id", "-hands", "seat")
    for row in rows.values_list("player_id", "outcome", "difference", "hands", "made", "failed"):
        player, outcome, *numbers = row
        first = found.get(player)
        if first is not None:
            outcome = first.outcome
            numbers = [old + new for old, new in zip(first[2:], numbers, strict=True)]
        found[player] = Share(player, outcome, *numbers)
    return list(found.values())


def _rows(game: PlayedGame, shares: list[Share]) -> list[list[Value]]:
    """Return the members of the rows to add: three for each player."""
    day, club = game.day, _club(game)
    assert day is not None, "a finished game has its day"
    span = ClubTally.Span
    return [
        [
            game.projection_version, club, share.player, game.family, kind, begins,
            1, int(share.outcome == "W"), int(share.outcome == "D"), int(share.outcome == "L"),
            share.difference, share.hands, share.made, share.failed,
        ]
        for kind, begins in ((span.ALL, ALL_TIME), (span.MONTH, day.replace(day=1)), (span.DAY, day))
        for share in shares
    ]  # fmt: skip


def _tally_of(game: PlayedGame, player: UUID) -> ClubTally:
    return ClubTally.objects.only("longest", "streak", "last_at").get(
        projection_version=game.projection_version,
        club_id=_club(game),
        family=game.family,
        span=ClubTally.Span.ALL,
        begins=ALL_TIME,
        player_id=player,
    )


def _add_to_run(game: PlayedGame, share: Share, ended: datetime) -> None:
    """Update the run of won games; a game that is not the latest may join two runs, or split one."""
    tally = _tally_of(game, share.player)
    if tally.last_at is not None and tally.last_at >= ended:
        _reckon_run(game, share.player)
        return
    tally.streak = tally.streak + 1 if share.outcome == "W" else 0
    tally.longest = max(tally.longest, tally.streak)
    tally.last_at = ended
    tally.save(update_fields=["streak", "longest", "last_at"])


def _reckon_run(game: PlayedGame, player: UUID) -> None:
    """Compute the runs of a player from all finished games of the club."""
    played = GamePlayer.objects.filter(
        projection_version=game.projection_version,
        player_id=player,
        club_id=_club(game),
        family=game.family,
        counts=True,
        ended_at__isnull=False,
    ).order_by("ended_at", "game__stream", "-hands", "seat")
    tally = _tally_of(game, player)
    tally.longest = tally.streak = 0
    tally.last_at = None
    before = None
    for number, outcome, ended in played.values_list("game_id", "outcome", "ended_at"):
        if number == before:
            continue
        before = number
        tally.streak = tally.streak + 1 if outcome == "W" else 0
        tally.longest = max(tally.longest, tally.streak)
        tally.last_at = ended
    tally.save(update_fields=["streak", "longest", "last_at"])
