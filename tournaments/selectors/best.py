"""The best player of a tournament, from the hands that were played at its tables and on its score sheets.

In a hand with a contract the declarer gets 2 points if it is made and loses 2 if it fails, partners get or lose 1, and
where it fails each defender gets 1. A hand without a contract counts as played. The order is by the average of a hand,
among those with at least half as many hands as the player with the most. Players with the same average share a place.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final
from uuid import UUID

from django.core.cache import cache

import engine
from clubs.models import Player
from games.hands.lists import PROJECTION
from games.models import PlayedHand
from games.store import projector
from tournaments.log.outlooks import basis_of
from tournaments.state.tournament import TournamentState

MAX_BEST: Final = 20
"""The players that are listed."""
DECLARER, BESIDE, DEFENDER = 2, 1, 1
KEPT_SECONDS: Final = 300


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player did: hands played, contracts declared and made, and the points of the measure."""

    hands: int = 0
    declared: int = 0
    made: int = 0
    points: int = 0

    @property
    def average(self) -> Fraction:
        """The points of a hand."""
        return Fraction(self.points, max(1, self.hands))


@dataclass(frozen=True, slots=True)
class BestPlayer:
    """A player with the place; those that the measure does not separate share one."""

    rank: int
    player: UUID
    name: str
    tally: Tally


def best_players(state: TournamentState) -> tuple[BestPlayer, ...]:
    """Return the best players by the hands of all games whose results a reader may know; nobody before the first."""
    streams = sorted(
        game.stream
        for match in state.matches.values()
        for game in match.games
        if game.stream and game.report is not None
    )
    if not streams:
        return ()
    key = f"tournaments:best:1:{state.stream.hex}:{basis_of(state)}:{len(streams)}"
    kept = cache.get(key)
    if kept is None:
        kept = {
            player: [one.hands, one.declared, one.made, one.points] for player, one in _tallies(state, streams).items()
        }
        cache.set(key, kept, timeout=KEPT_SECONDS)
    return ranked({player: Tally(*counts) for player, counts in kept.items()})


def ranked(tallies: Mapping[str, Tally]) -> tuple[BestPlayer, ...]:
    """Return the players with enough hands in order."""
    least = Fraction(max((one.hands for one in tallies.values()), default=0), 2)
    enough = [(player, one) for player, one in tallies.items() if one.hands >= least and one.hands]
    names = dict(
        Player.objects.filter(pk__in=[UUID(player) for player, _one in enough], is_bot=False).values_list("pk", "name")
    )
    people = [(UUID(player), one) for player, one in enough if UUID(player) in names]
    people.sort(key=lambda row: (-row[1].average, -row[1].hands, names[row[0]]))
    best: list[BestPlayer] = []
    for place, (player, one) in enumerate(people[:MAX_BEST], start=1):
        rank = best[-1].rank if best and best[-1].tally.average == one.average else place
        best.append(BestPlayer(rank, player, names[player], one))
    return tuple(best)


def _tallies(state: TournamentState, streams: Iterable[str]) -> dict[str, Tally]:
    sides = engine.load_rules(state.settings.rules, state.settings.options, version=state.settings.engine).sides
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    rows = PlayedHand.objects.filter(projection_version=projector.serving(PROJECTION), stream__in=list(streams))
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for players, declarer, made in rows.values_list("players", "declarer", "made"):
        for seat, player in enumerate(players):
            if not player:
                continue
            own = counts[player]
            own[0] += 1
            if declarer is None or made is None:
                continue
            if seat == declarer:
                own[1] += 1
                own[2] += made
            own[3] += points_of(seat, declarer, made=made, side_of=side_of)
    real = _real(counts)
    merged: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for player, own in counts.items():
        known = real.get(player, player)
        merged[known] = [sum(pair) for pair in zip(merged[known], own, strict=True)]
    return {player: Tally(*own) for player, own in merged.items()}


def points_of(seat: int, declarer: int, *, made: bool, side_of: Mapping[int, int]) -> int:
    """Return what a hand with a contract is worth to the player of a seat."""
    if seat == declarer:
        return DECLARER if made else -DECLARER
    if side_of.get(seat) == side_of.get(declarer):
        return BESIDE if made else -BESIDE
    return 0 if made else DEFENDER


def _real(players: Iterable[str]) -> dict[str, str]:
    """Return the accounts of guests that were taken over."""
    ids = [UUID(player) for player in players if player]
    rows = Player.objects.filter(pk__in=ids, merged_into__isnull=False).select_related("merged_into")
    return {str(one.pk): str(one.real_id) for one in rows}
