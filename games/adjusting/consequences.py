"""What follows in a club from a result that is supposed: units, seasons, standings, ratings. Nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

import msgspec

import engine
from clubs.base.days import ZoneHistory, day_of
from clubs.models import Club, LedgerEntry, Player, Season
from engine import reckoning
from engine.adjusting import Game
from games.adjusting.kunukku import Wearing, wearing_of
from games.adjusting.previews import Foreseen
from games.models import PlayedGame, Rating, Table
from games.players.ratings.formula import places
from games.rescoring.reading import Played
from games.results.selectors.standing import Place, Tallied, places_with, season_at
from games.stakes import moves as stakes
from games.store import projector

RESULTS: Final = "results"


class Entry(msgspec.Struct, frozen=True):
    """An entry that would come into the ledger.

    Attributes:
        reverses: It takes an entry back.
        hand: The hand that moves the units; None where the whole game does.
        amounts: The units by player's id; they come to 0.
        season: The id of the season that it would be of; None for none.
        closed: The id of the closed season that it is about, and that stays as it is; None where that is open.
    """

    reverses: bool
    hand: int | None
    amounts: Mapping[UUID, int]
    season: UUID | None
    closed: UUID | None = None


class Moved(msgspec.Struct, frozen=True):
    """A player's place in a standing, as it is and as it would be."""

    player_id: UUID
    before: Place
    after: Place


class Standing(msgspec.Struct, frozen=True):
    """The places in a standing that would change.

    Attributes:
        season: The season; None for all time.
        moved: Those whose place, points or difference change, by their place afterwards.
    """

    season: Season | None
    moved: tuple[Moved, ...]


class Consequences(msgspec.Struct, frozen=True):
    """What follows in the club from a supposed result.

    Attributes:
        entries: The entries of the ledger, in their order.
        units: What each player gets by all of them, by id; without those who get nothing.
        wearing: The players whose kunukku or salaams change.
        standings: The standings of the game's family: of all time, and of the season of its day.
        rated_again: The number of games whose ratings are computed again, this game among them.
    """

    entries: tuple[Entry, ...] = ()
    units: Mapping[UUID, int] = {}
    wearing: tuple[Wearing, ...] = ()
    standings: tuple[Standing, ...] = ()
    rated_again: int = 0


def consequences_of(foreseen: Foreseen) -> Consequences:
    """Return what follows in the club from a supposed result; nothing of a game that is not over."""
    if foreseen.waits or not foreseen.supposed:
        return Consequences()
    entries = tuple(_entries(foreseen))
    units: dict[UUID, int] = {}
    for entry in entries:
        for player, more in entry.amounts.items():
            units[player] = units.get(player, 0) + more
    games = PlayedGame.objects.filter(
        projection_version=projector.serving(RESULTS), stream=foreseen.game, ended_at__isnull=False, counts=True
    )
    game = games.select_related("club").first()
    return Consequences(
        entries=entries,
        units={player: more for player, more in units.items() if more},
        wearing=wearing_of(foreseen),
        standings=() if game is None or game.club is None else tuple(_standings(foreseen, game, game.club)),
        rated_again=0 if game is None else _rated_again(foreseen, game),
    )


def _entries(foreseen: Foreseen) -> Iterator[Entry]:
    """Yield the entries that the supposed events would bring into the ledger.

    Source: 28-STK-2, 28-STK-4; `games.stakes`.
    """
    whole: Sequence[Any] = [*foreseen.stored, *foreseen.supposed]
    first = foreseen.stored[0]
    if first.type not in stakes.BEGINNINGS:
        return
    stream = stakes.Stream(first.version, first.type, first.event, _old_club(first))
    for stored in foreseen.stored[1:]:
        if stored.type in stakes.EVENTS:
            stream.postings(stored.version, stored.type, stored.event, lambda: whole)
    if stream.club is None:
        return
    seasons = _Seasons(UUID(stream.club), foreseen)
    for event in foreseen.supposed:
        for posting in stream.postings(event.version, event.type, event.event, lambda: whole):
            if posting.amounts:
                season, closed = seasons.of(posting)
                amounts = {UUID(player): units for player, units in posting.amounts.items()}
                yield Entry(posting.reverses is not None, posting.hand, amounts, season, closed)


def _old_club(first: Any) -> str | None:
    """Return the club of a table whose first event does not say it, as before the third schema."""
    if first.type != "TableOpened" or first.schema > stakes.LAST_WITHOUT_CLUB:
        return None
    club = Table.objects.filter(pk=first.stream).values_list("club_id", flat=True).first()
    return None if club is None else str(club)


class _Seasons:
    """The seasons of entries that are supposed, as the ledger would find them (`clubs_ledger_post`)."""

    def __init__(self, club: UUID, foreseen: Foreseen) -> None:
        self._seasons = list(Season.objects.filter(club=club).order_by("begins", "pk"))
        self._by_id = {season.pk: season for season in self._seasons}
        entries = LedgerEntry.objects.filter(club=club, stream=foreseen.game)
        self._of_entry: dict[tuple[int, int], UUID | None] = {
            (version or 0, part): season for version, part, season in entries.values_list("version", "part", "season")
        }
        self._late: dict[tuple[int, int], UUID | None] = {}
        self._whole = foreseen.stored
        self._zone = ZoneHistory().zone_at(club, foreseen.supposed[0].recorded_at) or "UTC"
        self._today = day_of(self._zone, foreseen.supposed[0].recorded_at)

    def of(self, posting: stakes.Posting) -> tuple[UUID | None, UUID | None]:
        """Return the season of an entry, and the closed one that it is about and does not touch."""
        place = (posting.version, posting.part)
        if posting.beside is not None:
            beside = (posting.version, posting.beside)
            self._of_entry[place] = self._of_entry[beside]
            return self._of_entry[place], self._late.get(beside)
        season = self._on(day_of(self._zone, self._whole[(posting.of or posting.version) - 1].recorded_at))
        if posting.reverses is not None:
            # The season of the entry itself; by its day where the ledger has not followed so far.
            season = self._of_entry.get((posting.reverses, posting.reverses_part), season)
        closed = season if season is not None and self._by_id[season].closed_at is not None else None
        self._late[place] = closed
        self._of_entry[place] = season if closed is None else self._open_from(self._today)
        return self._of_entry[place], closed

    def _on(self, day: date) -> UUID | None:
        return next((season.pk for season in self._seasons if season.begins <= day <= season.ends), None)

    def _open_from(self, day: date) -> UUID | None:
        return next((season.pk for season in self._seasons if season.closed_at is None and season.ends >= day), None)


def shares_of(played: Played, game: Game) -> dict[str, Tallied]:
    """Return what each player has of a finished game, as the tallies of the clubs count it, by the player's id.

    Args:
        played: The game as it was played, with its seats.
        game: What it comes to.
    """
    rules = played.rules
    hands: dict[tuple[int, str], int] = {}
    numbers: dict[str, list[int]] = {}
    seats: tuple[str, ...] = ()
    for hand in game.hands:
        seats = played.seats.get(hand.number, seats)
        scored = hand.scored
        decided = scored is not None and scored.outcome != reckoning.CANCELLED
        gained = reckoning.differences(hand.points)
        for seat, player in enumerate(seats):
            if not player:
                continue
            mine = numbers.setdefault(player, [0, 0])
            mine[0] += gained[rules.side_of(seat)]
            mine[1] += int(decided)
            hands[seat, player] = hands.get((seat, player), 0) + int(decided)
    return {
        player: Tallied(UUID(player), 1, *_won(rules, hands, player, game), difference, count)
        for player, (difference, count) in numbers.items()
    }


def _won(rules: engine.RuleSet, hands: Mapping[tuple[int, str], int], player: str, game: Game) -> tuple[int, int, int]:
    """Return whether a player has won, drawn or lost: by the seat in which the player sat for most hands."""
    own = [(-count, seat) for (seat, other), count in hands.items() if other == player]
    outcome = reckoning.outcome_for(rules.side_of(min(own)[1]), game.winners)
    return int(outcome == "W"), int(outcome == "D"), int(outcome == "L")


def _standings(foreseen: Foreseen, game: PlayedGame, club: Club) -> Iterator[Standing]:
    more = tuple(_difference(foreseen))
    season = None if game.day is None else season_at(club, game.day)
    for each in [None] if season is None else [None, season]:
        before = places_with(club=club, family=game.family, season=each)
        after = places_with(club=club, family=game.family, season=each, more=more)
        moved = [
            Moved(player, before[player], place)
            for player, place in after.items()
            if player in before and before[player] != place
        ]
        yield Standing(each, tuple(sorted(moved, key=lambda one: (one.after.place, one.before.place))))


def _difference(foreseen: Foreseen) -> Iterator[Tallied]:
    """Yield what is added to the numbers of each player, or taken off them; nothing for bots."""
    now = shares_of(foreseen.now.played, foreseen.now.after)
    then = shares_of(foreseen.now.played, foreseen.then.after)
    people = Player.objects.filter(pk__in=map(UUID, then), is_bot=False).values_list("pk", flat=True)
    for player in people:
        was, will = now.get(str(player), Tallied(player)), then[str(player)]
        less = [mine - had for mine, had in zip(will[1:], was[1:], strict=True)]
        if any(less):
            yield Tallied(player, *less)


def _rated_again(foreseen: Foreseen, game: PlayedGame) -> int:
    """Return how many games are rated again: those rated from this one on, if its placing changes."""
    if not game.rated:
        return 0
    now, then = foreseen.change.before, foreseen.change.after
    if places(list(now.points), now.winners) == places(list(then.points), then.winners):
        return 0
    rated = Rating.objects.filter(family=game.family)
    own = rated.filter(stream=game.stream).values_list("rated_at", flat=True).first()
    if own is None:
        return 0
    return rated.filter(rated_at__gte=own).values("stream").distinct().count()
