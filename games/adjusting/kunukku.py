"""The kunukku that players of a club would wear after a supposed result, and the salaams they would have made."""

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

import engine
from engine.adjusting import Counted
from engine.reckoning import contract_of
from games.adjusting.previews import Foreseen
from games.models import Kunukku, KunukkuGame, KunukkuOff
from games.sheets.moments import Moments
from games.store import projector

KUNUKKU: Final = "kunukku"


class Place(NamedTuple):
    """The place of a hand among all hands, in which what takes off which is reckoned."""

    at: datetime
    stream: UUID
    version: int


class Wearing(msgspec.Struct, frozen=True):
    """A player for whom something changes.

    Attributes:
        player_id: The player.
        before: How many kunukku the player wears in the club now.
        after: How many it would be.
        salaams_before: How many salaams the player has made in the club.
        salaams_after: How many it would be.
    """

    player_id: UUID
    before: int
    after: int
    salaams_before: int
    salaams_after: int


class _Hands(NamedTuple):
    """What the hands of the game put on and take off, each with the player."""

    on: tuple[tuple[UUID, Place], ...]
    off: tuple[tuple[UUID, Place], ...]
    salaams: tuple[UUID, ...]


def wearing_of(foreseen: Foreseen) -> tuple[Wearing, ...]:
    """Return the players whose kunukku or salaams a supposed result would change.

    Source: 28-WIK-3, 28-WIK-4, 28-HSE-12, 28-HSE-13; `games.results.kunukku.projection`.
    """
    run = projector.serving(KUNUKKU)
    game = KunukkuGame.objects.filter(projection_version=run, stream=foreseen.game).first()
    if game is None or foreseen.change.is_nothing:
        return ()
    then = _hands_of(foreseen, game)
    kept = Kunukku.objects.filter(projection_version=run, club=game.club_id)
    offs = KunukkuOff.objects.filter(projection_version=run, club=game.club_id)
    players = {player for player, _place in (*then.on, *then.off)} | set(then.salaams)
    players |= set(kept.filter(stream=foreseen.game).values_list("player", flat=True))
    players |= set(offs.filter(stream=foreseen.game).values_list("player", flat=True))
    changed = []
    for player in sorted(players):
        rows = kept.filter(player=player, salaam=False).values_list("placed_at", "stream", "version")
        on = [Place(*row) for row in rows]
        off = [Place(*row) for row in offs.filter(player=player).values_list("off_at", "stream", "version")]
        salaams = list(kept.filter(player=player, salaam=True).values_list("stream", flat=True))
        others = [stream for stream in salaams if stream != foreseen.game]
        wearing = Wearing(
            player,
            before=worn(on, off),
            after=worn(_with(on, then.on, player, foreseen.game), _with(off, then.off, player, foreseen.game)),
            salaams_before=len(salaams),
            salaams_after=len(others) + then.salaams.count(player),
        )
        if (wearing.before, wearing.salaams_before) != (wearing.after, wearing.salaams_after):
            changed.append(wearing)
    return tuple(changed)


def worn(on: Iterable[Place], off: Iterable[Place]) -> int:
    """Return how many kunukku a player still wears: each occasion takes the oldest off that is then worn.

    >>> from datetime import UTC
    >>> first, second, third = (Place(datetime(2026, 1, day, tzinfo=UTC), UUID(int=1), day) for day in (1, 2, 3))
    >>> worn([first, second], [third]), worn([second], [first]), worn([first], [first])
    (1, 1, 1)
    """
    waiting = deque(sorted(off))
    left = 0
    for place in sorted(on):
        # In one hand what comes off does so before any is put on (28-HSE-12), so equals take nothing off.
        while waiting and waiting[0] <= place:
            waiting.popleft()
        if waiting:
            waiting.popleft()
        else:
            left += 1
    return left


def _with(had: list[Place], then: Iterable[tuple[UUID, Place]], player: UUID, game: UUID) -> list[Place]:
    """Return the places of other games with those that this game would have."""
    return [place for place in had if place.stream != game] + [place for other, place in then if other == player]


def _hands_of(foreseen: Foreseen, game: KunukkuGame) -> _Hands:
    """Return what the hands of the game would put on and take off."""
    moments, made = Moments(), [0] * len(game.salaams)
    on: list[tuple[UUID, Place]] = []
    off: list[tuple[UUID, Place]] = []
    salaams: list[UUID] = []
    played = foreseen.then.played
    for hand in foreseen.change.after.hands:
        scored = hand.scored
        if scored is None:
            continue
        stored = foreseen.stored[played.versions[hand.number] - 1]
        place = Place(moments.of(stored), foreseen.game, stored.version)
        bots = played.bots.get(hand.number, ())
        seats = ["" if seat in bots else player for seat, player in enumerate(played.seats[hand.number])]
        put = [seat for seat in _seats(hand, engine.KunukkuPlaced) if seats[seat]]
        if game.salaam:
            salaams += [UUID(seats[seat]) for seat in put]
        else:
            on += [(UUID(seats[seat]), place) for seat in put]
            off += [(UUID(seats[seat]), place) for seat in _taken_off(hand, game) if seats[seat]]
        more = [seat for seat, count in enumerate(scored.salaams or ()) for _each in range(count - made[seat])]
        salaams += [UUID(seats[seat]) for seat in more if seats[seat]]
        made = list(scored.salaams or made)
    return _Hands(tuple(on), tuple(off), tuple(salaams))


def _taken_off(hand: Counted, game: KunukkuGame) -> Iterator[int]:
    """Yield the seats that take one off in a hand: one of this game, or the declarer one of another."""
    scored = hand.scored
    if scored is None or scored.kunukku is None:
        return
    own = tuple(_seats(hand, engine.KunukkuRemoved))
    yield from own
    contract = contract_of(engine.load_rules(game.rules), scored)
    if contract is not None and contract.made and contract.declarer not in own:
        yield contract.declarer


def _seats(hand: Counted, kind: type[engine.KunukkuPlaced | engine.KunukkuRemoved]) -> Iterator[int]:
    return (seat for event in hand.events if isinstance(event, kind) for seat in event.seats)
