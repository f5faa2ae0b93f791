"""What follows from the games: the ledger, the kunukku, and what adds up over all of them."""

import itertools
from collections import Counter, deque
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils.timezone import localtime

import engine
from benchmarks.large_club.games import Game, Member
from benchmarks.large_club.rows import Copies, batches
from clubs.models import Club, LedgerAccount, LedgerBalance, Season
from engine import reckoning
from games.models import Kunukku, KunukkuOff

RUN = 1
"""The number that the first run of every projection has."""


class Books:
    """The ledger: writes the entries of games, and keeps the balances."""

    def __init__(self, copies: Copies, club: Club, crowd: Sequence[Member]) -> None:
        accounts = LedgerAccount.objects.using("owner").bulk_create(
            LedgerAccount(club=club, player_id=one.id) for one in crowd
        )
        self._copies = copies
        self._club = club
        self._accounts = {account.player_id: account.pk for account in accounts}
        self._seasons = list(Season.objects.filter(club=club))
        self._entries = itertools.count(1)
        self._balances: dict[tuple[int, UUID], list[int]] = {}

    def write(self, game: Game, first: int, ends: Sequence[datetime]) -> None:
        """Put down what a game moved.

        Args:
            game: The game.
            first: The version of the first event after those of `opening`.
            ends: When each hand ended.
        """
        for before, hand, amounts in game.played.moved:
            at = ends[-1 if hand is None else hand - 1]
            day = localtime(at).date()
            season = next(one for one in self._seasons if one.begins <= day <= one.ends)
            entry = next(self._entries)
            self._copies.put(
                "clubs_ledgerentry", entry, self._club.pk, season.pk, "game", game.stream, first + before, hand, None,
                None, day, "f", at.isoformat(),
            )  # fmt: skip
            for seat, units in amounts.items():
                account = self._accounts[game.players[seat]]
                self._copies.put("clubs_ledgerposting", entry, account, units)
                balance = self._balances.setdefault((account, season.pk), [0, 0])
                balance[0] += units
                balance[1] += 1

    def balance(self) -> None:
        """Write the balances that the entries come to."""
        for some in batches(self._balances.items()):
            LedgerBalance.objects.using("owner").bulk_create(
                LedgerBalance(club=self._club, season_id=season, account_id=account, amount=amount, moved=moved)
                for (account, season), (amount, moved) in some
            )


class Worn:
    """The kunukku: who put one on in which hand, and what took it off, the oldest first. Source: 28-WIK-3, 28-WIK-4."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._worn: dict[UUID, deque[Kunukku]] = {}
        self._rows: list[Kunukku] = []
        self._offs: list[KunukkuOff] = []

    def follow(self, game: Game, first: int, ends: Sequence[datetime]) -> None:
        """Take in a game in which kunukku are put on."""
        version = first
        for number, (hand, at) in enumerate(zip(game.played.hands, ends, strict=True), start=1):
            removed: tuple[int, ...] = ()
            placed: tuple[int, ...] = ()
            for one in hand:
                if one.name == "KunukkuRemoved":
                    removed = one.event.seats
                elif one.name == "KunukkuPlaced":
                    placed = one.event.seats
                elif one.name == "HandScored":
                    contract = reckoning.contract_of(game.played.rules, one.event)
                    for seat in removed:
                        self._off(game, seat, number, version, at, "made")
                    if contract is not None and contract.made and contract.declarer not in removed:
                        self._off(game, contract.declarer, number, version, at, "declared")
                    for seat in placed:
                        self._on(game, seat, number, version, at, one.event)
                version += 1

    def _on(self, game: Game, seat: int, hand: int, version: int, at: datetime, scored: engine.HandScored) -> None:
        row = Kunukku(
            projection_version=RUN,
            player_id=game.players[seat],
            club=self._club,
            stream=game.stream,
            rules=game.played.rules.id,
            hand=hand,
            version=version,
            why={"outcome": scored.outcome, "declarer": None, "number": scored.bid, "denomination": None},
            placed_at=at,
        )
        self._rows.append(row)
        self._worn.setdefault(game.players[seat], deque()).append(row)

    def _off(self, game: Game, seat: int, hand: int, version: int, at: datetime, how: str) -> None:
        player = game.players[seat]
        self._offs.append(
            KunukkuOff(
                projection_version=RUN, player_id=player, club=self._club, stream=game.stream, version=version,
                hand=hand, how=how, off_at=at,
            )
        )  # fmt: skip
        if self._worn.get(player):
            row = self._worn[player].popleft()
            row.removed_stream, row.removed_hand, row.how, row.removed_at = game.stream, hand, how, at

    def write(self) -> None:
        """Write the rows."""
        for rows in batches(self._rows):
            Kunukku.objects.bulk_create(rows)
        for offs in batches(self._offs):
            KunukkuOff.objects.bulk_create(offs)


class Sums:
    """What adds up over the games: bids made and failed, and the tallies of days, months and all time."""

    def __init__(self) -> None:
        self.bids: dict[tuple[UUID, str, int], list[int]] = {}
        self.tallies: dict[tuple[UUID, str, str, date], dict[str, Any]] = {}

    def add(self, game: Game, day: date, ended_at: datetime) -> None:
        """Count a finished game."""
        family = game.played.family
        for player, part in zip(game.players, game.played.parts, strict=True):
            for place, numbers in enumerate((part.made, part.failed)):
                for number, times in numbers.items():
                    self.bids.setdefault((player, family, number), [0, 0])[place] += times
            for span, begins in (("all", date(1, 1, 1)), ("month", day.replace(day=1)), ("day", day)):
                tally = self.tallies.setdefault((player, family, span, begins), Counter())
                tally["games"] += 1
                tally[{"W": "won", "D": "drawn", "L": "lost"}[part.outcome]] += 1
                tally["difference"] += part.difference
                tally["hands"] += part.hands
                tally["made"] += part.made.total()
                tally["failed"] += part.failed.total()
                if span == "all":
                    tally["streak"] = tally["streak"] + 1 if part.outcome == "W" else 0
                    tally["longest"] = max(tally["longest"], tally["streak"])
                    tally["last_at"] = ended_at
