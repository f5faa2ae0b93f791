"""The read model of what games come to: who played, who won, what contracts were made.

Whoever holds a seat when a hand is scored has played it, also while a bot sits in: the seat is still theirs.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone

import engine
from clubs.base import locks
from clubs.base.days import ZoneHistory, day_of
from clubs.models import Club, Player
from engine import reckoning
from engine.reckoning import Account, Contract
from games import store
from games.events import results as written
from games.events import sheets
from games.events import tables as events
from games.models import BidCount, ClubTally, GamePlayer, PlayedGame, Sheet, Table
from games.rescoring.recount import Recount, recount
from games.results import tallies
from games.sheets.moments import Moments
from games.sheets.state import SheetState, fold_all
from games.store import StoredEvent, projector
from games.store.projector import Projection
from games.words.citations import family_of

TASK = "games.tasks.reckon_seasons"
LOCK_NAMESPACE = 31
"""The first number of the advisory lock under which rows are written that games of several lanes share."""

_ADD = (
    "INSERT INTO games_gameplayer AS kept (projection_version, game_id, player_id, seat, side, hands, difference, "
    "made, failed, highest, highest_hand, outcome, club_id, family, counts) VALUES {rows} "
    "ON CONFLICT (projection_version, game_id, seat, player_id) DO UPDATE SET hands = kept.hands + EXCLUDED.hands, "
    "difference = kept.difference + EXCLUDED.difference, made = kept.made + EXCLUDED.made, "
    "failed = kept.failed + EXCLUDED.failed, highest_hand = CASE WHEN EXCLUDED.highest > COALESCE(kept.highest, 0) "
    "THEN EXCLUDED.highest_hand ELSE kept.highest_hand END, highest = GREATEST(kept.highest, EXCLUDED.highest)"
)
_ROW = "(" + ", ".join(["%s"] * 11) + ", '', %s, %s, %s)"
_COUNT_BID = (
    "INSERT INTO games_bidcount AS kept (projection_version, player_id, family, number, made, failed) "
    "VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (projection_version, player_id, family, number) "
    "DO UPDATE SET made = kept.made + EXCLUDED.made, failed = kept.failed + EXCLUDED.failed"
)
_UNCOUNT_BID = (
    "UPDATE games_bidcount SET made = made - %s, failed = failed - %s "
    "WHERE projection_version = %s AND player_id = %s AND family = %s AND number = %s"
)


class Running(Account, frozen=True, kw_only=True):
    """What a row keeps of a running game, beside its points.

    Attributes:
        seats: Who sits where now, as ids; empty where nobody is known.
        bots: The seats that the house plays.
    """

    seats: tuple[str, ...]
    bots: tuple[int, ...] = ()

    def seated(self, seat: int, player: str, *, bot: bool) -> "Running":
        """Return the game with somebody at a seat; with nobody for an empty id."""
        seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])
        bots = tuple(sorted({*self.bots, seat} if bot else {*self.bots} - {seat}))
        return msgspec.structs.replace(self, seats=seats, bots=bots)


@projector.register
class Results(Projection):
    """Every game with its players, the contracts of each player by number, and the tallies of the clubs."""

    name = "results"
    version = 4
    models = (PlayedGame, GamePlayer, BidCount, ClubTally)

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        super().__init__(run, quiet=quiet)
        # Of this batch, which is one transaction: a game's events come in a row mostly.
        self._games: dict[UUID, PlayedGame | None] = {}
        self._withdrawn: dict[UUID, tuple[int, int]] = {}
        self._moments = Moments()
        self._zones = ZoneHistory()
        self._locked = False

    def finish(self) -> None:
        """Reckon the sheets anew whose last entries of the batch were withdrawn."""
        for stream in list(self._withdrawn):
            self._find(stream)

    # Tables

    def on_table_opened(self, stored: StoredEvent) -> None:
        """Begin a game at a live table."""
        table = Table.objects.filter(pk=stored.stream).values("club_id").first()
        if table is None:
            return
        terms: events.TableOpened = stored.event
        # Before the third schema only the row said in which club the game is.
        club = terms.club if stored.schema > 2 else table["club_id"]
        self._begin(
            stored, PlayedGame.Kind.TABLE, terms.rules, terms.options, terms.engine, club,
            counts=not terms.is_friendly, rated="ratings" in terms.counts,
        )  # fmt: skip

    def on_seat_taken(self, stored: StoredEvent) -> None:
        """Put a player at a seat; one who gets up before the first deal is followed by another."""
        self._seat(stored, stored.event.seat, stored.event.player, bot=stored.event.bot)

    def on_player_substituted(self, stored: StoredEvent) -> None:
        """Put the substitute at the seat, with the hands before if that is the account of the player replaced."""
        game = self._find(stored.stream)
        if game is not None:
            # Where an account took its visiting player over: two rows would be two games of one person.
            before = GamePlayer.objects.filter(game=game, seat=stored.event.seat, player=stored.event.replaced)
            before.filter(player__merged_into=stored.event.player).update(player=stored.event.player)
        self._seat(stored, stored.event.seat, stored.event.player, bot=False)

    def on_table_closed(self, stored: StoredEvent) -> None:
        """Forget a game that never began."""
        PlayedGame.objects.filter(projection_version=self.run, stream=stored.stream).delete()
        self._games[stored.stream] = None

    # Play

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Add a hand to those who played it."""
        game = self._find(stored.stream)
        if game is not None:
            self._add_hand(game, stored.event)

    def on_penalty_awarded(self, stored: StoredEvent) -> None:
        """Add stake points of a ruling. Source: 56-IRR-14."""
        game = self._find(stored.stream)
        if game is not None:
            self._add_award(game, stored.event)

    def on_game_finished(self, stored: StoredEvent) -> None:
        """Say who has won."""
        game = self._find(stored.stream)
        if game is not None and not _is_unplayed(game, stored.event.winners):
            at = self._moments.of(stored) if game.kind == PlayedGame.Kind.SHEET else stored.recorded_at
            self._finish(game, stored.event.winners, at)

    # Score sheets

    def on_sheet_opened(self, stored: StoredEvent) -> None:
        """Begin a game on a score sheet whose players are known; it counts if all of them are."""
        opened: sheets.SheetOpened = stored.event
        if not any(opened.players) or not Sheet.objects.filter(pk=stored.stream).exists() or _gone(opened.players):
            return
        game = self._begin(
            stored, PlayedGame.Kind.SHEET, opened.rules, opened.options, opened.engine, opened.club,
            counts=all(opened.players) and bool(opened.counts), rated="ratings" in opened.counts,
        )  # fmt: skip
        self._save_running(game, Running(seats=tuple(opened.players)))

    def on_entry_withdrawn(self, stored: StoredEvent) -> None:
        """Note that a sheet is to be reckoned without its last entry, before anything else happens on it.

        A correction withdraws many in a row, and the sheet is reckoned once for all of them.
        """
        first, _last = self._withdrawn.get(stored.stream, (stored.version, 0))
        self._withdrawn[stored.stream] = first, stored.version

    on_ruling_withdrawn = on_entry_withdrawn

    # Adjusted results

    def on_result_adjusted(self, stored: StoredEvent) -> None:
        """Reckon a finished game anew from the hands that count since a ruling, each with who sat there."""
        game = self._find(stored.stream)
        if game is None or game.ended_at is None:
            return
        happened = [one for one in store.load(stored.stream, opened=False) if one.version <= stored.version]
        now, before = recount(happened), recount(happened[:-1])
        if now is not None and before is not None and now.after != before.after:
            self._count_anew(game, before, now, _accounts_of(happened))

    on_adjustment_withdrawn = on_result_adjusted

    # Results written down

    def on_result_entered(self, stored: StoredEvent) -> None:
        """Write a whole game down."""
        entered: written.ResultEntered = stored.event
        if _gone(entered.players):
            return
        game = self._begin(
            stored, PlayedGame.Kind.RESULT, entered.rules, {}, entered.engine, entered.club, counts=True
        )  # fmt: skip
        # Every hand is every player's; of a game of which nobody counted them there are none.
        game.hands, game.points = entered.hands, list(entered.points)
        self._add(game, entered.players, entered.points, hands=entered.hands)
        # By the zone in which it was written down: the day is known, the hour is not.
        noon = datetime.combine(entered.played_on, time(12), ZoneInfo(self._zone(game, stored.recorded_at)))
        game.began_at = noon
        self._finish(game, reckoning.winners_by(entered.points), noon, day=entered.played_on)

    def on_result_withdrawn(self, stored: StoredEvent) -> None:
        """Let a result count no longer."""
        game = self._find(stored.stream)
        if game is None or not game.counts:
            return
        self._count_out(game)
        game.counts = False
        GamePlayer.objects.filter(game=game).update(counts=False)
        game.save(update_fields=["counts"])
        if game.club_id is not None:
            tallies.reckon_runs(game, tallies.players_of(game))

    # What they share

    def _begin(
        self,
        stored: StoredEvent,
        kind: PlayedGame.Kind,
        rules_id: str,
        options: dict[str, Any],
        version: int,
        club: Any,
        *,
        counts: bool,
        rated: bool = True,
    ) -> PlayedGame:
        rules = engine.load_rules(rules_id, options, version=version)
        known = Club.objects.filter(pk=club).exists() if club is not None else False
        game = PlayedGame.objects.create(
            projection_version=self.run,
            stream=stored.stream,
            kind=kind,
            club_id=club if known else None,
            rules=rules_id,
            family=family_of(rules_id),
            counts=counts,
            rated=rated,
            points=[0] * len(rules.sides),
            running=msgspec.to_builtins(Running(seats=("",) * rules.players)),
            began_at=stored.recorded_at,
        )
        self._games[stored.stream] = game
        return game

    def _find(self, stream: UUID) -> PlayedGame | None:
        if stream not in self._games:
            self._games[stream] = PlayedGame.objects.filter(projection_version=self.run, stream=stream).first()
        game = self._games[stream]
        if game is not None and stream in self._withdrawn:
            self._reckon_anew(game, *self._withdrawn.pop(stream))
        return game

    def _seat(self, stored: StoredEvent, seat: int, player: str, *, bot: bool) -> None:
        game = self._find(stored.stream)
        if game is not None:
            self._save_running(game, _running(game).seated(seat, player, bot=bot))

    def _save_running(self, game: PlayedGame, running: Running) -> None:
        game.running = msgspec.to_builtins(running)
        game.save(update_fields=["running"])

    def _add_hand(self, game: PlayedGame, scored: engine.HandScored) -> None:
        running, points = reckoning.scored_by(_running(game), scored, len(game.points))
        game.running = msgspec.to_builtins(running)
        if scored.outcome == reckoning.CANCELLED:
            game.save(update_fields=["running"])
            return
        game.hands += 1
        game.points = [old + new for old, new in zip(game.points, points, strict=True)]
        contract = reckoning.contract_of(engine.load_rules(game.rules), scored)
        self._add(game, running.seats, points, hands=1, contract=contract, hand=scored.hand)
        game.save(update_fields=["running", "hands", "points"])
        if contract is not None:
            self._count_bid(game, running, contract)

    def _add_award(self, game: PlayedGame, event: engine.PenaltyAwarded) -> None:
        running, points = reckoning.awarded(_running(game), event, len(game.points))
        game.running = msgspec.to_builtins(running)
        game.points = [old + new for old, new in zip(game.points, points, strict=True)]
        self._add(game, running.seats, points, hands=0)
        game.save(update_fields=["running", "points"])

    def _add(
        self,
        game: PlayedGame,
        seats: Sequence[str],
        points: Sequence[int],
        *,
        hands: int,
        contract: Contract | None = None,
        hand: int | None = None,
    ) -> None:
        """Add points that the sides have won to those who sit there."""
        rules = engine.load_rules(game.rules)
        gained = reckoning.differences(tuple(points))
        values: list[int | str | UUID | None] = []
        for seat, player in enumerate(seats):
            if not player:
                continue
            side = rules.side_of(seat)
            made = contract is not None and contract.declarer == seat and contract.made
            failed = contract is not None and contract.declarer == seat and not contract.made
            number = contract.number if contract is not None and made else None
            values += [
                self.run, game.pk, player, seat, side, hands, gained[side], int(made), int(failed),
                number, hand if made else None, game.club_id, game.family, game.counts,
            ]  # fmt: skip
        rows = len(values) // _ROW.count("%s")
        if rows:
            with connection.cursor() as cursor:
                cursor.execute(_ADD.format(rows=", ".join([_ROW] * rows)), values)

    def _finish(self, game: PlayedGame, winners: Sequence[int], at: datetime, *, day: date | None = None) -> None:
        running = _running(game)
        if game.kind != PlayedGame.Kind.RESULT and not game.hands:
            # A match can be forfeited before its first hand is decided.
            self._add(game, running.seats, [0] * len(game.points), hands=0)
        for side in range(len(game.points)):
            GamePlayer.objects.filter(game=game, side=side).update(
                outcome=reckoning.outcome_for(side, winners), ended_at=at
            )
        game.winners, game.ended_at, game.day = list(winners), at, day or day_of(self._zone(game, at), at)
        if game.kind != PlayedGame.Kind.SHEET:
            game.running = {}
        game.save()
        if game.counts and game.club_id is not None:
            self._lock()
            tallies.count_in(game)
            self._tell_of_the_past(game)

    def _count_out(self, game: PlayedGame) -> None:
        if game.counts and game.club_id is not None and game.ended_at is not None:
            self._lock()
            tallies.count_out(game)
            self._tell_of_the_past(game)

    def _tell_of_the_past(self, game: PlayedGame) -> None:
        """Have the seasons reckoned anew that were over, if a game of theirs came in or went late."""
        now = timezone.now()
        if game.day is not None and game.day < day_of(self._zone(game, now), now):
            club = str(game.club_id)
            self.effect(lambda: current_app.send_task(TASK, [club], retry=False, ignore_result=True))

    def _count_bid(self, game: PlayedGame, running: Running, contract: Contract, *, off: bool = False) -> None:
        """Count a contract with those of its declarer, or no longer."""
        player = running.seats[contract.declarer]
        if not player or not game.counts or contract.declarer in running.bots:
            return
        self._lock()
        made = int(contract.made)
        with connection.cursor() as cursor:
            if off:
                cursor.execute(_UNCOUNT_BID, [made, 1 - made, self.run, player, game.family, contract.number])
            else:
                cursor.execute(_COUNT_BID, [self.run, player, game.family, contract.number, made, 1 - made])

    def _reckon_anew(self, game: PlayedGame, first: int, last: int) -> None:
        """Reckon a sheet from what stands on it after entries were withdrawn.

        Args:
            game: The game.
            first: The version of the first withdrawal.
            last: The version of the last one; what happened between them changes no row.
        """
        happened = [one for one in store.load(game.stream, opened=False) if one.version <= last]
        old = fold_all(None, [one for one in happened if one.version < first])
        assert old is not None
        standing = fold_all(old, [one for one in happened if one.version >= first])
        assert standing is not None
        seats = _running(game).seats
        self._count_out(game)
        ended = game.ended_at
        for contract in _contracts(old):
            self._count_bid(game, Running(seats=seats), contract, off=True)
        GamePlayer.objects.filter(game=game).delete()
        game.running = msgspec.to_builtins(Running(seats=seats))
        game.hands, game.points, game.winners = 0, [0] * len(game.points), []
        game.ended_at = game.day = None
        game.save()
        for at, event in _standing(standing):
            if isinstance(event, engine.HandScored):
                self._add_hand(game, event)
            elif isinstance(event, engine.PenaltyAwarded):
                self._add_award(game, event)
            elif isinstance(event, engine.GameFinished) and not _is_unplayed(game, event.winners):
                self._finish(game, event.winners, at)
        if ended is not None and game.counts and game.club_id is not None:
            tallies.reckon_runs(game, sorted({UUID(player) for player in seats}))

    def _count_anew(self, game: PlayedGame, before: Recount, now: Recount, accounts: Mapping[str, str]) -> None:
        """Count a game with its adjusted results in place of what counted before; `accounts` are those of guests."""
        ended, day = game.ended_at, game.day
        assert ended is not None, "only finished games are adjusted"
        in_club = game.counts and game.club_id is not None
        players = {*tallies.players_of(game)} if in_club else set[UUID]()
        self._count_out(game)
        rules = engine.load_rules(game.rules)
        for hand in before.after.hands:
            contract = None if hand.scored is None else reckoning.contract_of(rules, hand.scored)
            if contract is not None:
                self._count_bid(game, _seated(before, hand.number), contract, off=True)
        GamePlayer.objects.filter(game=game).delete()
        game.running = msgspec.to_builtins(Running(seats=("",) * rules.players))
        game.hands, game.points, game.winners = 0, [0] * len(game.points), []
        game.ended_at = game.day = None
        for hand in now.after.hands:
            sitting = _seated(now, hand.number)
            if not set(accounts.values()).isdisjoint(sitting.seats):
                _take_over(game, accounts)
            game.running = msgspec.to_builtins(
                msgspec.structs.replace(_running(game), seats=sitting.seats, bots=sitting.bots)
            )
            game.save()
            for event in hand.events:
                if isinstance(event, engine.HandScored):
                    self._add_hand(game, event)
                elif isinstance(event, engine.PenaltyAwarded):
                    self._add_award(game, event)
        _take_over(game, accounts)
        self._finish(game, now.after.winners, ended, day=day)
        if in_club:
            tallies.reckon_runs(game, sorted({*players, *tallies.players_of(game)}))

    def _zone(self, game: PlayedGame, at: datetime) -> str:
        """Return the time zone of a game's club at a moment, or the server's."""
        zone = None if game.club_id is None else self._zones.zone_at(game.club_id, at)
        return zone or settings.TIME_ZONE

    def _lock(self) -> None:
        """Have the rows that games of several lanes share for this transaction alone."""
        if not self._locked:
            locks.take(LOCK_NAMESPACE, self.run)
            self._locked = True


def _is_unplayed(game: PlayedGame, winners: Sequence[int]) -> bool:
    """Tell whether a sheet ended level without a hand: that is no game, and stays one that is not over."""
    return game.kind == PlayedGame.Kind.SHEET and not game.hands and len(winners) == len(game.points)


def _running(game: PlayedGame) -> Running:
    return msgspec.convert(game.running, Running)


def _seated(counts: Recount, hand: int) -> Running:
    """Return who sat where in a hand of a finished game."""
    seats = counts.played.seats
    return Running(seats=seats.get(hand) or seats[max(seats)], bots=counts.played.bots.get(hand, ()))


def _take_over(game: PlayedGame, accounts: Mapping[str, str]) -> None:
    """Give accounts the hands that their visiting players have played before they were taken over at the table."""
    for guest, account in accounts.items():
        GamePlayer.objects.filter(game=game, player=UUID(guest)).update(player=account)


def _accounts_of(happened: Sequence[StoredEvent]) -> dict[str, str]:
    """Return the accounts that took their visiting players over at the table, by the ids of these."""
    pairs = {
        one.event.replaced: one.event.player for one in happened if isinstance(one.event, events.PlayerSubstituted)
    }
    guests = Player.objects.filter(pk__in=[guest for guest in pairs if guest]).values_list("pk", "merged_into")
    return {str(guest): pairs[str(guest)] for guest, account in guests if str(account) == pairs[str(guest)]}


def _standing(state: SheetState) -> list[tuple[datetime, Any]]:
    """Return what followed from the entries that stand on a sheet, each with its time."""
    return [(entry.at, event) for entry in state.entries if not entry.withdrawn for event in entry.followed]


def _contracts(state: SheetState) -> list[Contract]:
    """Return the contracts of the hands that stand on a sheet."""
    found = (reckoning.contract_of(state.rules, scored) for _, scored in state.results)
    return [contract for contract in found if contract is not None]


def _gone(ids: Sequence[str]) -> bool:
    """Tell whether there is no such player as one of these, as in a log that came without its tables."""
    wanted = {one for one in ids if one}
    return Player.objects.filter(pk__in=wanted).count() < len(wanted)
