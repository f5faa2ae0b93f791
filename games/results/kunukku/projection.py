"""The read model of kunukku: who wears one, since which hand and why, and how each came off.

Within a game the rules say what goes on and comes off. What is still worn at its end stays on: it comes off in a later
game of the club in which kunukku are worn, when its wearer declares and makes the contract, or when an officer lifts
it; the oldest first, one each time. So what comes off when hangs on several games, and the lanes of the log come in no
order: what happened is kept, put on (`Kunukku`) and off (`KunukkuOff`), and what takes off which is reckoned anew from
the moment of each event that comes in. Source: 28-WIK-3, 28-WIK-4, 28-HSE-12, 28-HSE-13.
"""

from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

import engine
from clubs.base import locks
from clubs.models import Club, Player
from clubs.notices.services.telling import notify
from engine.reckoning import contract_of
from engine.twentyeight.ruleset import TwentyEight
from games import store
from games.events import results as written
from games.events import sheets
from games.events import tables as events
from games.models import Kunukku, KunukkuGame, KunukkuOff, Sheet, Table
from games.rescoring.recount import recount
from games.sheets.moments import Moments
from games.store import StoredEvent, projector
from games.store.projector import Projection

LOCK_NAMESPACE = 32
"""The first number of the advisory lock for reckoning what takes off which: games of several lanes share it."""
STILL_NEWS = timedelta(hours=1)
MADE, DECLARED, LIFTED = "made", "declared", "lifted"


class _Off(NamedTuple):
    """What takes a kunukku off."""

    at: datetime
    stream: UUID
    version: int
    hand: int | None
    how: str


@projector.register
class Kunukkus(Projection):
    """Every kunukku put on and every salaam made in the games of clubs that move kunukku."""

    name = "kunukku"
    version = 3
    models = (Kunukku, KunukkuOff, KunukkuGame)

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        super().__init__(run, quiet=quiet)
        # Of this batch, which is one transaction.
        self._games: dict[UUID, KunukkuGame | None] = {}
        self._moments = Moments()
        self._locked = False
        self._silent = False

    def on_table_opened(self, stored: StoredEvent) -> None:
        """Begin to follow a game of a club in which kunukku are put on, or salaams made."""
        terms: events.TableOpened = stored.event
        table = Table.objects.filter(pk=stored.stream).values("club_id").first()
        if table is None or "kunukku" not in terms.counts:
            return
        # Before the third schema only the row said in which club the game is.
        club = terms.club if stored.schema > 2 else table["club_id"]
        self._begin(stored, club, [])

    def on_sheet_opened(self, stored: StoredEvent) -> None:
        """Begin to follow a sheet of a club, if it counts: all its players are known."""
        terms: sheets.SheetOpened = stored.event
        counts = "kunukku" in terms.counts and bool(terms.players) and all(terms.players)
        known = Player.objects.filter(pk__in=filter(None, terms.players)).count() == len(set(terms.players))
        if counts and known and Sheet.objects.filter(pk=stored.stream).exists():
            self._begin(stored, terms.club, terms.players)

    def _begin(self, stored: StoredEvent, club: Any, seats: Sequence[str]) -> None:
        terms = stored.event
        rules = engine.load_rules(terms.rules, terms.options, version=terms.engine)
        if not has_kunukku(rules) or club is None or not Club.objects.filter(pk=club).exists():
            return
        self._games[stored.stream] = KunukkuGame.objects.create(
            projection_version=self.run,
            stream=stored.stream,
            club_id=club,
            rules=terms.rules,
            salaam=terms.salaams,
            seats=list(seats) or [""] * rules.players,
            salaams=[0] * rules.players,
        )

    def on_seat_taken(self, stored: StoredEvent) -> None:
        """Put a player at a seat; a bot of the house wears nothing that anybody would ask for."""
        self._seat(stored, "" if stored.event.bot else stored.event.player)

    def on_player_substituted(self, stored: StoredEvent) -> None:
        """Put the substitute at the seat; what was worn there goes with who wears it."""
        self._seat(stored, stored.event.player)

    def on_kunukku_placed(self, stored: StoredEvent) -> None:
        """Note who puts one on; the hand's score comes next. Source: 28-WIK-3."""
        self._note(stored, "on")

    def on_kunukku_removed(self, stored: StoredEvent) -> None:
        """Note who takes one off; the hand's score comes next. Source: 28-WIK-4."""
        self._note(stored, "off")

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Write down what the hand put on and took off, and what its declarer takes off of other games."""
        game = self._find(stored.stream)
        if game is None:
            return
        # A sheet's correction changes what the hands after it put on, but not when they were played.
        at = self._moments.of(stored)
        made = self._follow_hand(game, stored, game.moved.get("off", []), game.moved.get("on", []), at)
        if game.moved or made:
            game.moved = {}
            game.save(update_fields=["moved", "salaams"])

    def on_entry_withdrawn(self, stored: StoredEvent) -> None:
        """Take back what the last entry of a sheet put on and took off; `entry` is the version of the entry."""
        game = self._find(stored.stream)
        if game is None:
            return
        changed = self._delete(game, stored.event.entry)
        game.moved = {}
        game.save(update_fields=["moved", "salaams"])
        self._reckon_all(game, changed)

    def on_result_adjusted(self, stored: StoredEvent) -> None:
        """Put on and take off in a finished game what follows from the hands that count since a ruling."""
        game = self._find(stored.stream)
        happened = [] if game is None else store.load(stored.stream, opened=False)[: stored.version]
        now, before = recount(happened), recount(happened[:-1])
        if game is None or now is None or before is None or now.after == before.after:
            return
        changed = self._delete(game, 0)
        seats, game.salaams = list(game.seats), [0] * len(game.salaams)
        self._silent = True
        for hand in now.after.hands:
            if hand.scored is None:
                continue
            bots = now.played.bots.get(hand.number, ())
            sitting = now.played.seats[hand.number]
            game.seats = ["" if seat in bots else player for seat, player in enumerate(sitting)]
            scored = happened[now.played.versions[hand.number] - 1]
            self._follow_hand(
                game,
                replace(scored, event=hand.scored),
                [seat for one in hand.events if isinstance(one, engine.KunukkuRemoved) for seat in one.seats],
                [seat for one in hand.events if isinstance(one, engine.KunukkuPlaced) for seat in one.seats],
                self._moments.of(scored),
            )
        self._silent = False
        game.seats, game.moved = seats, {}
        game.save(update_fields=["moved", "salaams"])
        self._reckon_all(game, changed)

    on_adjustment_withdrawn = on_result_adjusted

    def on_kunukku_lifted(self, stored: StoredEvent) -> None:
        """Let a player take the oldest one off."""
        lifted: written.KunukkuLifted = stored.event
        known = Player.objects.filter(pk=lifted.player).exists() and Club.objects.filter(pk=lifted.club).exists()
        if known:
            self._off(UUID(lifted.club), UUID(lifted.player), stored, None, LIFTED, stored.recorded_at)

    def _follow_hand(
        self, game: KunukkuGame, stored: StoredEvent, off: list[int], on: list[int], at: datetime
    ) -> list[int]:
        """Write down what a hand put on and took off, by its score; return the seats that made a salaam."""
        scored: engine.HandScored = stored.event
        self._take_off(game, stored, off, at)
        self._put_on(game, stored, on, at, salaam=game.salaam)
        made = [seat for seat, count in enumerate(scored.salaams or ()) for _ in range(count - game.salaams[seat])]
        self._put_on(game, stored, made, at, salaam=True)
        game.salaams = list(scored.salaams or game.salaams)
        return made

    def _delete(self, game: KunukkuGame, version: int) -> list[tuple[UUID, datetime]]:
        """Delete what a game put on and took off after a version; return the players concerned, with the moments."""
        later = {"projection_version": self.run, "stream": game.stream, "version__gt": version}
        on = Kunukku.objects.filter(**later)
        off = KunukkuOff.objects.filter(**later)
        changed = [*on.filter(salaam=False).values_list("player", "placed_at"), *off.values_list("player", "off_at")]
        if not game.salaam:
            # Salaams of the rules: of those of the club the rules know nothing.
            for player in on.filter(salaam=True).values_list("player", flat=True):
                if str(player) in game.seats:
                    game.salaams[game.seats.index(str(player))] -= 1
        on.delete()
        off.delete()
        return changed

    def _reckon_all(self, game: KunukkuGame, changed: list[tuple[UUID, datetime]]) -> None:
        """Reckon what takes off which for several players, each since the first change."""
        for player in {player for player, _at in changed}:
            self._reckon(game.club_id, player, min(at for other, at in changed if other == player))

    def _find(self, stream: UUID) -> KunukkuGame | None:
        if stream not in self._games:
            self._games[stream] = KunukkuGame.objects.filter(projection_version=self.run, stream=stream).first()
        return self._games[stream]

    def _seat(self, stored: StoredEvent, player: str) -> None:
        game = self._find(stored.stream)
        if game is not None:
            game.seats[stored.event.seat] = player
            game.save(update_fields=["seats"])

    def _note(self, stored: StoredEvent, what: str) -> None:
        game = self._find(stored.stream)
        if game is not None:
            game.moved = {**game.moved, what: list(stored.event.seats)}
            game.save(update_fields=["moved"])

    def _take_off(self, game: KunukkuGame, stored: StoredEvent, seats: list[int], at: datetime) -> None:
        """Write down what comes off in a hand. Source: 28-WIK-4."""
        scored: engine.HandScored = stored.event
        if game.salaam or scored.kunukku is None:
            return  # salaams are made instead, by these rules or in this club: nothing is worn here (28-HSE-13)
        for seat in seats:
            if game.seats[seat]:
                self._off(game.club_id, UUID(game.seats[seat]), stored, scored.hand, MADE, at)
        contract = contract_of(engine.load_rules(game.rules), scored)
        if contract is not None and contract.made and contract.declarer not in seats and game.seats[contract.declarer]:
            # None of this game: what the declarer still wears of others comes off by this contract.
            self._off(game.club_id, UUID(game.seats[contract.declarer]), stored, scored.hand, DECLARED, at)

    def _put_on(self, game: KunukkuGame, stored: StoredEvent, seats: list[int], at: datetime, *, salaam: bool) -> None:
        """Write down who puts one on in a hand, or makes a salaam. Source: 28-WIK-3, 28-HSE-11, 28-HSE-13."""
        scored: engine.HandScored = stored.event
        why = {
            "outcome": scored.outcome,
            "declarer": None if scored.declarer is None else game.seats[scored.declarer] or None,
            "number": scored.bid,
            "denomination": scored.denomination,
        }
        for seat in seats:
            if not game.seats[seat]:
                continue
            Kunukku.objects.create(
                projection_version=self.run,
                player_id=game.seats[seat],
                club_id=game.club_id,
                stream=stored.stream,
                rules=game.rules,
                salaam=salaam,
                hand=scored.hand,
                version=stored.version,
                why=why,
                placed_at=at,
            )
            self._tell(stored, game.club_id, UUID(game.seats[seat]), "salaam" if salaam else "", at)
            if not salaam:
                self._reckon(game.club_id, UUID(game.seats[seat]), at)

    def _off(self, club: UUID, player: UUID, stored: StoredEvent, hand: int | None, how: str, at: datetime) -> None:
        KunukkuOff.objects.create(
            projection_version=self.run,
            club_id=club,
            player_id=player,
            stream=stored.stream,
            version=stored.version,
            hand=hand,
            how=how,
            off_at=at,
        )
        if self._reckon(club, player, at) and how != LIFTED:
            self._tell(stored, club, player, "off", at)

    def _tell(self, stored: StoredEvent, club: UUID, player: UUID, what: str, at: datetime) -> None:
        """Have the player told, unless the hand is of long ago, as where a log is followed from its beginning.

        Of a hand that is entered again the player was told when it was entered first; of a ruling, by its case.
        """
        if not self._silent and at == stored.recorded_at > timezone.now() - STILL_NEWS:
            self.effect(lambda: _notify(club, player, what, f"{stored.stream}:{stored.version}:{what}"))

    def _reckon(self, club: UUID, player: UUID, since: datetime) -> bool:
        """Find which of a player's kunukku each occasion since a moment takes off: the oldest then worn.

        Returns:
            Whether one came off that was worn.
        """
        if not self._locked:
            locks.take(LOCK_NAMESPACE, self.run)
            self._locked = True
        mine = {"projection_version": self.run, "club": club, "player": player}
        open_then = Q(placed_at__gte=since) | Q(removed_at__isnull=True) | Q(removed_at__gte=since)
        kunukku = Kunukku.objects.filter(open_then, **mine, salaam=False).order_by("placed_at", "stream", "version")
        offs = KunukkuOff.objects.filter(**mine, off_at__gte=since).order_by("off_at", "stream", "version")
        waiting: deque[_Off] = deque(
            _Off(*found) for found in offs.values_list("off_at", "stream", "version", "hand", "how")
        )
        came_off = False
        for one in kunukku:
            place = (one.placed_at, one.stream, one.version)
            # In one hand what comes off does so before any is put on (28-HSE-12), so equals take nothing off.
            while waiting and waiting[0][:3] <= place:
                waiting.popleft()
            taken = waiting.popleft() if waiting else None
            came_off = came_off or (taken is not None and not one.how)
            _save_removed(one, taken)
        return came_off


def _notify(club_id: UUID, player_id: UUID, what: str, key: str) -> None:
    """Tell a player of a kunukku that went on or came off, or of a salaam."""
    club = Club.objects.get(pk=club_id)
    notify(
        players=Player.objects.filter(pk=player_id).select_related("merged_into"),
        kind="kunukku",
        path=reverse("games:club_kunukku", args=[club.slug]),
        key=key,
        details={"club": str(club_id), "what": what},
    )


def has_kunukku(rules: engine.RuleSet) -> bool:
    """Tell whether kunukku are put on by a rule set with its options, or salaams made. Source: 28-WIK-3, 28-HSE-13."""
    if not isinstance(rules, TwentyEight):
        return False
    tally = rules.opening_tally()
    return tally.kunukku is not None or tally.salaams is not None


def _save_removed(one: Kunukku, off: _Off | None) -> None:
    """Bring a row up to what takes it off, if that is another than it says."""
    found: dict[str, Any] = {
        "removed_stream": None if off is None else off.stream,
        "removed_hand": None if off is None else off.hand,
        "how": "" if off is None else off.how,
        "removed_at": None if off is None else off.at,
    }
    if any(getattr(one, name) != value for name, value in found.items()):
        for name, value in found.items():
            setattr(one, name, value)
        one.save(update_fields=list(found))
