"""Writing the club: its people, every game with all that is kept of it, and what adds up."""

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import psycopg
from django.db import transaction
from django.utils.timezone import localtime

from benchmarks.large_club.books import RUN, Books, Sums, Worn
from benchmarks.large_club.games import (
    EVENT_COLUMNS,
    HAND_TIME,
    Game,
    Member,
    Stream,
    games,
    members,
    opening,
)
from benchmarks.large_club.pool import pool
from benchmarks.large_club.rows import Copies, batches, tell, without_indexes
from clubs.models import Club, Membership, Player, Season, Team, TeamPlace, User
from games import store
from games.models import BidCount, ClubTally, GamePlayer, PlayedGame, ProjectionCheckpoint, Seat, Table
from games.store import projector

BIG = (
    "games_event", "games_table", "games_seat", "games_playedhand", "games_playedgame", "games_gameplayer",
    "clubs_ledgerentry", "clubs_ledgerposting",
)  # fmt: skip


HAND_COLUMNS = (
    "projection_version", "table_id", "number", "version", "outcome", "declarer", "bid", "result", "noted", "players",
    "scored_at",
)  # fmt: skip


COPIED: dict[str, Sequence[str]] = {
    "games_event": EVENT_COLUMNS,
    "games_playedhand": HAND_COLUMNS,
    "clubs_ledgerentry": (
        "id", "club_id", "season_id", "kind", "stream", "version", "hand", "act_id", "corrects_id", "day", "late",
        "recorded_at",
    ),
    "clubs_ledgerposting": ("entry_id", "account_id", "amount"),
}  # fmt: skip
"""What is written by COPY, with its columns."""


SLUG = "large"


@dataclass(frozen=True, slots=True)
class LargeClub:
    """What was written: the club, and people to look at it with."""

    slug: str
    officer: UUID
    busiest: UUID
    games: int
    hands: int


def fill(
    address: str, *, people: int = 5_000, count: int = 200_000, years: float = 3.0, pool_games: int = 40
) -> LargeClub:
    """Write the club with its people, their games and all that read models keep of them.

    Args:
        address: The database, as the role that owns the tables.
        people: How many members.
        count: How many games, of some 26 hands each.
        years: Over how long they are spread.
        pool_games: How many games of each kind the bots play.
    """
    until = datetime.now(UTC).replace(microsecond=0)
    tell(f"bots play {pool_games} games of each kind")
    kinds = pool(pool_games)
    crowd = members(people)
    club, officer = _people(crowd, until, years)
    projector.run_all()
    tables = [*BIG, "games_bidcount", "games_clubtally", "clubs_ledgeraccount", "clubs_ledgerbalance"]
    with psycopg.connect(address, autocommit=True) as owner, without_indexes(owner, tables):
        tell(f"{count} games")
        hands = _play_all(address, club, crowd, games(crowd, kinds, count, years=years, until=until, seed=7))
        tell("keys and indexes")
    tell("checkpoints and statistics")
    _follow()
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute("SELECT setval('games_event_pos_seq', (SELECT max(pos) FROM games_event))")
        owner.execute(
            "SELECT setval(pg_get_serial_sequence('clubs_ledgerentry', 'id'), max(id)) FROM clubs_ledgerentry"
        )
        owner.execute("VACUUM ANALYZE")
    busiest = max(crowd, key=lambda one: one.eagerness).id
    return LargeClub(club.slug, officer, busiest, count, hands)


def _people(crowd: Sequence[Member], until: datetime, years: float) -> tuple[Club, UUID]:
    """Write the club, its members with accounts, its seasons and its teams."""
    with transaction.atomic():
        User.objects.bulk_create(
            [User(id=one.id, email=f"{one.name.replace(' ', '.').lower()}@example.org", password="!") for one in crowd]
        )
        Player.objects.bulk_create([Player(id=one.id, user_id=one.id, name=one.name) for one in crowd])
        club = Club.objects.create(slug=SLUG, name="Large Club", place="Kottayam")
        roles = [Membership.Role.OWNER, *[Membership.Role.DIRECTOR] * 4]
        Membership.objects.bulk_create(
            Membership(club=club, player_id=one.id, role=roles[place] if place < len(roles) else Membership.Role.PLAYER)
            for place, one in enumerate(crowd)
        )
        year = timedelta(days=365)
        for back in range(int(years), -1, -1):
            ends = localtime(until).date() - year * back
            Season.objects.create(
                club=club, name=f"Season {ends.year}", begins=ends - year + timedelta(days=1), ends=ends
            )
        for number in range(len(crowd) // 20):
            team = Team.objects.create(club=club, name=f"Team {number:03}")
            for place, one in enumerate(crowd[number * 2 : number * 2 + 2]):
                TeamPlace.objects.create(team=team, player_id=one.id, position=place, joined_on=date(2020, 1, 1))
    return club, crowd[0].id


def _play_all(address: str, club: Club, crowd: Sequence[Member], all_games: Iterable[Game]) -> int:
    """Write every game: its events, its table, its hands, and what projections keep of it. Return the hands."""
    sums, worn = Sums(), Worn(club)
    hands = 0
    positions = itertools.count(1)
    with Copies(address, COPIED) as copies:
        books = Books(copies, club, crowd)
        for part in batches(all_games):
            ends = []
            for game in part:
                first, last, times = _play(copies, game, club.pk, positions)
                ends.append(Ends(last, times[-1]))
                books.write(game, first, times)
                if game.played.wears:
                    worn.follow(game, first, times)
                if game.played.winners is not None:
                    sums.add(game, localtime(times[-1]).date(), times[-1])
                hands += len(times)
            _index_games(club, part, ends)
            tell(f"game {part[-1].number}, {hands} hands")
    tell("bids, tallies, kunukku and balances")
    _keep(club, sums)
    worn.write()
    books.balance()
    return hands


class Ends(NamedTuple):
    """Where a game's stream has got to, and when."""

    version: int
    ended_at: datetime


def _play(copies: Copies, game: Game, club: UUID, positions: Iterator[int]) -> tuple[int, int, list[datetime]]:
    """Write a game's events and its hands.

    Returns:
        The version of the first event of play, that of the last event, and when each hand ended.
    """
    stream = Stream(copies, game.stream, positions)
    version = 0
    for one in opening(game, club):
        version = stream.write(one, game.began_at)
    first = version + 1
    players = json.dumps([str(one) for one in game.players])
    times = []
    for number, (hand, kept) in enumerate(zip(game.played.hands, game.played.kept, strict=True), start=1):
        at = game.began_at + HAND_TIME * number
        times.append(at)
        for one in hand:
            version = stream.write(one, at)
            if one.name == "HandScored":
                scored = one.event
                copies.put(
                    "games_playedhand", RUN, game.stream, number, version, scored.outcome, scored.declarer, scored.bid,
                    *kept, players, at.isoformat(),
                )  # fmt: skip
    return first, version, times


def _index_games(club: Club, part: Sequence[Game], ends: Sequence[Ends]) -> None:
    """Write the rows by which games are found."""
    both = list(zip(part, ends, strict=True))
    Table.objects.bulk_create(
        Table(
            id=game.stream,
            number=game.number,
            club=club,
            rules=game.played.rules.id,
            options=game.played.rules.options,
            engine=game.played.rules.version,
            fixed_seats=True,
            status=Table.Status.FINISHED if game.played.winners is not None else Table.Status.CLOSED,
            version=end.version,
            hand_number=len(game.played.hands),
            finished_at=end.ended_at,
        )
        for game, end in both
    )
    Seat.objects.bulk_create(
        Seat(table_id=game.stream, number=seat, player_id=one)
        for game, _ in both
        for seat, one in enumerate(game.players)
    )
    played = PlayedGame.objects.bulk_create(
        PlayedGame(
            projection_version=RUN,
            stream=game.stream,
            kind=PlayedGame.Kind.TABLE,
            club=club,
            rules=game.played.rules.id,
            family=game.played.family,
            hands=game.played.decided,
            points=list(game.played.points),
            winners=list(game.played.winners or ()),
            running={"seats": [str(one) for one in game.players]},
            began_at=game.began_at,
            day=localtime(end.ended_at).date() if game.played.winners is not None else None,
            ended_at=end.ended_at if game.played.winners is not None else None,
        )
        for game, end in both
    )
    GamePlayer.objects.bulk_create(
        GamePlayer(
            projection_version=RUN,
            game=row,
            player_id=one,
            seat=seat,
            side=piece.side,
            hands=piece.hands,
            difference=piece.difference,
            made=piece.made.total(),
            failed=piece.failed.total(),
            highest=piece.highest and piece.highest[0],
            highest_hand=piece.highest and piece.highest[1],
            outcome=piece.outcome,
            club=club,
            family=game.played.family,
            ended_at=row.ended_at,
        )
        for row, game in zip(played, part, strict=True)
        for seat, (one, piece) in enumerate(zip(game.players, game.played.parts, strict=True))
    )


def _keep(club: Club, sums: Sums) -> None:
    """Write what adds up over the games."""
    for some in batches(sums.bids.items()):
        BidCount.objects.bulk_create(
            BidCount(projection_version=RUN, player_id=player, family=family, number=number, made=made, failed=failed)
            for (player, family, number), (made, failed) in some
        )
    for some in batches(sums.tallies.items()):
        ClubTally.objects.bulk_create(
            ClubTally(
                projection_version=RUN, club=club, player_id=player, family=family, span=span, begins=begins, **tally
            )
            for (player, family, span, begins), tally in some
        )


def _follow() -> None:
    """Have every projection stand at the end of the log."""
    for lane, end in store.lane_ends().items():
        ProjectionCheckpoint.objects.filter(lane=lane).update(pos=end, applied=store.count_lane(lane, end))
