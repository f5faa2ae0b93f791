"""The proof of some lanes of the log: every event read once, every entry read once, and the two compared.

It uses nothing of Django, so that it runs in processes of their own, but for the few streams with adjusted results.
Both are read by cursors of the server, in the order in which they lie on the disk; what is kept meanwhile is a running
game each, and what each event has moved.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, Final, NamedTuple

import django
import msgspec
import psycopg
from django.apps import apps
from django.conf import settings
from msgspec.structs import replace
from psycopg import sql

from engine.reckoning import Score
from games.events.base import BOOKS
from games.stakes import moves as stakes
from games.stakes.moves import Posting, Stream
from games.stakes.proof.faults import Fault

Conninfo = dict[str, Any]

_EVENTS: Final = sql.SQL(
    "SELECT type, version, stream::text, schema, body::text FROM games_event"
    " WHERE lane = {lane} AND pos <= {bound} AND type IN ({types}) ORDER BY pos"
)
_ENTRIES: Final = sql.SQL("""
    SELECT e.id, e.club_id::text, e.season_id::text, e.kind, e.stream::text, e.version, e.part, e.hand,
        CASE WHEN e.corrects_id IS NOT NULL THEN
            (SELECT c.stream || '/' || c.version || '/' || c.part FROM clubs_ledgerentry c
            WHERE c.id = e.corrects_id) END,
        array_agg(p.account_id)::text || array_agg(p.amount)::text
    FROM clubs_ledgerentry e LEFT JOIN clubs_ledgerposting p ON p.entry_id = e.id
    WHERE {condition} GROUP BY e.id ORDER BY e.id
""")
_LANES: Final = sql.SQL("get_byte(uuid_send(e.stream), 15) & 15 IN ({lanes})")


class Opened(msgspec.Struct, frozen=True):
    """The relevant members of the first event of a stream."""

    rules: str
    options: msgspec.Raw = msgspec.Raw(b"{}")
    engine: int = 1
    club: str | None = None
    friendly: bool = False  # before the fifth schema of a table
    counts: tuple[str, ...] = BOOKS
    players: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    played_on: str = ""


class Taken(msgspec.Struct, frozen=True):
    """A player who took a seat."""

    seat: int
    player: str


class Awarded(msgspec.Struct, frozen=True):
    """Stake points that a side was awarded."""

    side: int
    stake: int


class Slice(NamedTuple):
    """The findings of a proof of some lanes.

    Attributes:
        faults: The errors found.
        totals: The sums of the postings read here, by season and account.
        events: The number of events read.
        entries: The number of entries read.
    """

    faults: list[Fault]
    totals: dict[tuple[str | None, int], int]
    events: int
    entries: int


class StoredEntry(NamedTuple):
    """An entry as stored in the ledger."""

    id: int
    club: str
    season: str | None
    kind: str
    event: str
    version: int
    part: int
    hand: int | None
    corrects: str


_score: Final = msgspec.json.Decoder(Score).decode
_as_stored: Final = msgspec.json.Decoder(Opened).decode


def opened_as_stored(body: str) -> Opened:
    """Return the first event of a stream in its present shape."""
    opened = _as_stored(body)
    return replace(opened, counts=()) if opened.friendly else opened


_DECODE: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(stakes.BEGINNINGS, opened_as_stored),
    **dict.fromkeys(("SeatTaken", "PlayerSubstituted"), msgspec.json.Decoder(Taken).decode),
    "PenaltyAwarded": msgspec.json.Decoder(Awarded).decode,
    "HandScored": _score,
}
AT_ONCE: Final = 5000
"""So many rows are fetched at a time."""
REMEMBERED: Final = 50_000
"""So many ways of moving units are remembered: the same players move the same units again within the evening."""


def prove_lanes(
    conninfo: Conninfo,
    snapshot: str | None,
    lanes: Sequence[int],
    bounds: Mapping[int, int],
    *,
    deeds: bool = True,
    club: str | None = None,
    configured: str = "",
) -> Slice:
    """Prove the entries that follow from the events of some lanes.

    Args:
        conninfo: The connection string of the database.
        snapshot: The exported snapshot that shows the moment to prove; None: now.
        lanes: The lanes.
        bounds: Up to which position each lane's events have been put down.
        deeds: The entries of officers too, which follow from no event.
        club: Only this club.
        configured: The name of the settings of Django, for a process without.
    """
    with psycopg.connect(**conninfo, autocommit=True) as connection:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        if snapshot:
            connection.execute(sql.SQL("SET TRANSACTION SNAPSHOT {}").format(sql.Literal(snapshot)))
        # All of it is read in the order of the keys, in which it lies: merged so, nothing is sorted or hashed.
        connection.execute("SET LOCAL enable_hashjoin = off; SET LOCAL enable_hashagg = off")
        connection.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        connection.execute("SET LOCAL cursor_tuple_fraction = 1")
        connection.execute("SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off")
        clubs = {str(one) for (one,) in connection.execute("SELECT id FROM clubs_club")}
        if club is not None:
            clubs &= {club}
        log = _Log(clubs, configured)
        for lane in lanes:
            log.read(connection, lane, bounds.get(lane, 0))
        ledger = _Ledger(connection, log.due, club)
        condition = _LANES.format(lanes=sql.SQL(", ").join(map(sql.Literal, lanes)))
        if deeds:
            condition = sql.SQL("({} OR e.stream IS NULL)").format(condition)
        ledger.read(connection, condition)
        connection.execute("COMMIT")
    return Slice(ledger.faults(), ledger.totals(), log.events, ledger.entries)


class _Log:
    """The events of lanes, and their postings.

    Attributes:
        due: The postings of each stream, in its order, with its club.
        events: The number of events read.
    """

    def __init__(self, clubs: Collection[str], configured: str) -> None:
        self.due: dict[str, tuple[str, list[Posting]]] = {}
        self.events = 0
        self._clubs = clubs
        self._configured = configured

    def read(self, connection: psycopg.Connection[Any], lane: int, bound: int) -> None:
        """Read the events of a lane up to a position."""
        old_clubs = _old_clubs(connection, lane)
        streams: dict[str, Stream] = {}
        query = _EVENTS.format(
            lane=sql.Literal(lane),
            bound=sql.Literal(bound),
            types=sql.SQL(", ").join(map(sql.Literal, sorted(stakes.EVENTS))),
        )
        with connection.cursor(name="events") as cursor:
            cursor.itersize = AT_ONCE
            for kind, version, key, schema, body in cursor.execute(query):
                self.events += 1
                decode = _DECODE.get(kind)
                event = decode(body) if decode else None
                if version == 1:
                    if kind not in stakes.BEGINNINGS:
                        continue
                    old = old_clubs.get(key) if schema <= stakes.LAST_WITHOUT_CLUB else None
                    stream = Stream(1, kind, event, old)
                    if stream.club not in self._clubs:
                        continue
                    streams[key] = stream
                    if kind != "ResultEntered":
                        continue
                elif (stream := streams.get(key)) is None:  # type: ignore[assignment]
                    continue
                if kind in stakes.ADJUSTING:
                    postings = stream.postings(version, kind, event, partial(_whole, connection, key, self._configured))
                elif (posting := stream.follow(version, kind, event)) is not None:
                    postings = (posting,)
                else:
                    continue
                found = self.due.get(key)
                if found is None:
                    found = self.due[key] = (str(stream.club), [])
                found[1].extend(postings)


class _Ledger:
    """The entries of the ledger, each compared with the posting of its event.

    Attributes:
        entries: The number of entries read.
    """

    def __init__(
        self, connection: psycopg.Connection[Any], due: dict[str, tuple[str, list[Posting]]], club: str | None
    ) -> None:
        self.entries = 0
        self._due = due
        self._club = club
        self._faults: list[Fault] = []
        self._seen: dict[tuple[str | None, str], int] = {}
        self._totals: dict[tuple[str | None, int], int] = {}
        self._players = {
            account: (str(of), None if player is None else str(player))
            for account, of, player in connection.execute("SELECT id, club_id, player_id FROM clubs_ledgeraccount")
        }
        self._postings = lru_cache(maxsize=REMEMBERED)(self._read_postings)

    def read(self, connection: psycopg.Connection[Any], condition: sql.Composable) -> None:
        """Read entries and compare them."""
        if self._club is not None:
            condition = sql.SQL("{} AND e.club_id = {}").format(condition, sql.Literal(self._club))
        with connection.cursor(name="entries") as cursor:
            cursor.itersize = AT_ONCE
            for number, club, season, kind, stream, version, part, hand, corrects, said in cursor.execute(
                _ENTRIES.format(condition=condition)
            ):
                self.entries += 1
                key = (season, said)
                self._seen[key] = self._seen.get(key, 0) + 1
                if len(self._seen) > REMEMBERED:
                    self._add_up()
                amounts, total, clubs = self._postings(said)
                if stream is None and not total and len(amounts) > 1 and clubs == {club}:
                    continue
                event = "" if stream is None else f"{stream}/{version}"
                entry = StoredEntry(number, club, season, kind, event, version or 0, part, hand, corrects or "")
                self._compare(entry, stream or "", amounts, total, clubs)

    def faults(self) -> list[Fault]:
        """Return the errors after everything is read, including moves of the log without an entry."""
        for key, (_, left) in self._due.items():
            for posting in left:
                if posting.amounts:
                    event = f"{key}/{posting.version}"
                    self._faults.append(
                        Fault("missing", f"moved {_amounts_text(posting.amounts)}, and no entry says so", event=event)
                    )
        return self._faults

    def totals(self) -> dict[tuple[str | None, int], int]:
        """Return the sums of the postings, by season and account."""
        self._add_up()
        return self._totals

    def _add_up(self) -> None:
        """Add the collected postings to the totals."""
        for (season, said), times in self._seen.items():
            for account, amount in _pairs(said):
                self._totals[season, account] = self._totals.get((season, account), 0) + times * amount
        self._seen.clear()

    def _read_postings(self, said: str) -> tuple[dict[str | None, int], int, set[str]]:
        """Return what the postings of an entry give each player, their sum, and the clubs of the accounts."""
        amounts: dict[str | None, int] = {}
        clubs = set()
        pairs = _pairs(said)
        for account, amount in pairs:
            club, player = self._players.get(account, ("", f"account {account}"))
            amounts[player] = amounts.get(player, 0) + amount
            clubs.add(club)
        return amounts, sum(amount for _, amount in pairs), clubs

    def _compare(
        self, entry: StoredEntry, stream: str, amounts: Mapping[str | None, int], total: int, clubs: Collection[str]
    ) -> None:
        """Record the errors of an entry."""
        if total:
            self._note(entry, "not-zero", f"its postings come to {total:+}, not to 0")
        if len(amounts) < 2:
            self._note(entry, "few-postings", f"it has {len(amounts)} postings")
        if set(clubs) - {entry.club}:
            self._note(entry, "other-club", "it moves units on an account of another club")
        if not entry.event:
            return
        club, left = self._due.get(stream, ("", []))
        posting = self._take(left, entry.version, entry.part)
        if posting is None:
            self._note(entry, "too-many", "its event moved nothing, or an earlier entry says it already")
            return
        if club != entry.club:
            self._note(entry, "other-club", f"the game was played in club {club}")
        wanted: Mapping[Any, int] = posting.amounts
        if wanted != amounts:
            self._note(entry, "differs", f"it says {_amounts_text(amounts)}, the event {_amounts_text(wanted)}")
        of = "" if posting.reverses is None else f"{stream}/{posting.reverses}/{posting.reverses_part}"
        kind = "reversal" if of else "game"
        if (entry.kind, entry.hand, entry.corrects) != (kind, posting.hand, of):
            self._note(entry, "differs", f"it is a {entry.kind} (hand {entry.hand}), the event a {kind}")

    def _note(self, entry: StoredEntry, code: str, what: str) -> None:
        self._faults.append(Fault(code, what, entry.id, entry.event, entry.season))

    @staticmethod
    def _take(left: list[Posting], version: int, part: int) -> Posting | None:
        """Take what an event moved out of what is left to be found; mostly it is the first."""
        for place, posting in enumerate(left):
            if posting.version == version and posting.part == part:
                return left.pop(place)
        return None


def _pairs(said: str) -> list[tuple[int, int]]:
    """Return the postings of an entry, account and amount, as two arrays that the database writes say them.

    >>> _pairs("{7,9}{2,-2}")
    [(7, 2), (9, -2)]
    """
    if "NULL" in said:
        return []  # an entry without any
    accounts, amounts = said[1:-1].split("}{")
    return list(zip(map(int, accounts.split(",")), map(int, amounts.split(",")), strict=True))


def _whole(connection: psycopg.Connection[Any], stream: str, configured: str) -> Sequence[Any]:
    """Return all events of a stream.

    Its hands are of many types, which the registry of the store knows; it is Django's, and asked for here alone.
    """
    if not apps.ready:
        module = import_module(configured)
        settings.configure(**{name: getattr(module, name) for name in dir(module) if name.isupper()})
        django.setup()
    read: Callable[..., Sequence[Any]] = import_module("games.stakes.proof.streams").read_stream
    return read(connection, stream)


def _old_clubs(connection: psycopg.Connection[Any], lane: int) -> dict[str, str]:
    """Return the clubs of the tables of a lane whose first event does not say them."""
    rows = connection.execute(
        "SELECT e.stream, t.club_id FROM games_event e JOIN games_table t ON t.id = e.stream"
        " WHERE e.lane = %s AND e.version = 1 AND e.type = 'TableOpened' AND e.schema <= %s AND t.club_id IS NOT NULL",
        [lane, stakes.LAST_WITHOUT_CLUB],
    )
    return {str(stream): str(club) for stream, club in rows}


def _amounts_text(amounts: Mapping[Any, int]) -> str:
    return ", ".join(f"{player or 'bank'} {units:+}" for player, units in sorted(amounts.items(), key=str)) or "nothing"
