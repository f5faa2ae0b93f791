"""Rows of finished games, as the projection `results` writes them, for the tests of what reads them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

import engine
from clubs.models import Club, Player
from games.models import BidCount, GamePlayer, PlayedGame, PlayedHand, ProjectionRun, Table
from games.tables.services.seats import next_number

FIRST = datetime(2026, 5, 1, 18, 0, tzinfo=timezone.get_default_timezone())


def at(days: float) -> datetime:
    """Return a moment so many days after the first of the tests."""
    return FIRST + timedelta(days=days)


def serving(name: str = "results") -> int:
    """Return the run of a projection that serves; begin one if there is none."""
    run, _ = ProjectionRun.objects.get_or_create(
        name=name, status=ProjectionRun.Status.SERVING, defaults={"number": 1, "version": 1}
    )
    return run.number


def finished(
    players: Sequence[Player | None],
    *,
    winners: Sequence[int] = (0,),
    points: Sequence[int] = (),
    days: float = 0,
    rules: str = "",
    club: Club | None = None,
    hands: int = 10,
    kind: str = "result",
    stream: UUID | None = None,
    **more: Any,
) -> PlayedGame:
    """Write down a finished game.

    Args:
        players: Who sat at each seat; None where that is not known.
        winners: The sides that won.
        points: The points of each side; by default 5 for the winners and 3 for the others.
        days: When it ended, in days after the first of the tests.
        rules: The rule set; by default the Kerala rules for so many players.
        club: Where.
        hands: How many were decided.
        kind: Of `PlayedGame.Kind`.
        stream: The id of the game.
        more: Other fields of the game.
    """
    rules = rules or f"28-kerala-{len(players)}"
    sides = engine.load_rules(rules).sides
    points = list(points or [5 if side in winners else 3 for side in range(len(sides))])
    run = serving()
    game = PlayedGame.objects.create(
        projection_version=run, stream=stream or uuid4(), kind=kind, club=club, rules=rules,
        family=rules.partition("-")[0], hands=hands, points=points, winners=list(winners),
        began_at=at(days) - timedelta(hours=1), ended_at=at(days), **more,
    )  # fmt: skip
    for seat, player in enumerate(players):
        if player is not None:
            side = next(side for side, seats in enumerate(sides) if seat in seats)
            sat(game, player, seat, side)
    return game


def sat(game: PlayedGame, player: Player, seat: int, side: int, *, hands: int | None = None) -> GamePlayer:
    """Write down who sat at a seat, for all the hands or for so many."""
    outcome = "" if not game.winners else "L" if side not in game.winners else "D" if len(game.winners) > 1 else "W"
    return GamePlayer.objects.create(
        projection_version=game.projection_version, game=game, player=player, seat=seat, side=side,
        hands=game.hands if hands is None else hands,
        difference=sum(game.points[side] - other for other in game.points),
        outcome=outcome, club=game.club, family=game.family, counts=game.counts, ended_at=game.ended_at,
    )  # fmt: skip


def bid(player: Player, number: int, made: int = 0, failed: int = 0, family: str = "28") -> BidCount:
    """Write down how often a player's contracts of a number were made and failed."""
    return BidCount.objects.create(
        projection_version=serving(), player=player, family=family, number=number, made=made, failed=failed
    )


def table_with_hands(
    players: Sequence[Player],
    hands: Sequence[dict[str, Any]],
    *,
    rules: str = "",
    days: float = 0,
    invitation: str = "",
    club: Club | None = None,
    opened_by: Player | None = None,
    **more: Any,
) -> PlayedGame:
    """Write down a finished game at a live table with its hands.

    Args:
        players: Who sat at each seat.
        hands: Of each hand what is not usual: `outcome`, `declarer`, `bid`, `points`, `doubled`, `players`.
        rules: The rule set; by default the Kerala rules for so many players.
        days: When it ended, in days after the first of the tests; a hand takes a minute.
        invitation: The code without which the table is not to be found.
        club: Where.
        opened_by: Who opened the table.
        more: As for `finished`.
    """
    rules = rules or f"28-kerala-{len(players)}"
    table = Table.objects.create(
        number=next_number(), rules=rules, club=club, invitation=invitation, opened_by=opened_by,
        status=Table.Status.FINISHED,
    )  # fmt: skip
    for number, hand in enumerate(hands, start=1):
        sides = len(engine.load_rules(rules).sides)
        one = {
            "outcome": "made",
            "declarer": 0,
            "bid": 16,
            "points": [16] + [12] * (sides - 1),
            "doubled": None,
            **hand,
        }
        PlayedHand.objects.create(
            projection_version=serving("hands"), table=table, number=number, version=number * 10,
            outcome=one["outcome"], declarer=one["declarer"], bid=one["bid"],
            result={
                "hand": number, "outcome": one["outcome"], "declarer": one["declarer"], "bid": one["bid"],
                "points": one["points"], "game_points": None, "doubled": one["doubled"],
                "denomination": "S" if rules.startswith("56") and one["bid"] else None,
            },
            players=[str(player.pk) for player in hand.get("players", players)],
            scored_at=at(days) - timedelta(minutes=len(hands) - number),
        )  # fmt: skip
    return finished(players, rules=rules, days=days, club=club, hands=len(hands), kind="table", stream=table.pk, **more)
