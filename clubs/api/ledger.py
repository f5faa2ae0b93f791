"""The stakes ledger of a club: entries, balances, statements and seasons; for its officers what they enter."""

from collections.abc import Iterable
from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Paging, created, described, page_of, published
from clubs.api.common import ClubView, PublicClubView, club_of, judged
from clubs.api.people import PlayerRef, Search, player_ref
from clubs.api.problems import Problem
from clubs.api.seasons import season_of
from clubs.errors import NotAllowed
from clubs.ledger import selectors, services
from clubs.models import Club, LedgerEntry, LedgerPosting, Player
from clubs.officers.acts import LONGEST_REASON
from clubs.officers.permissions import may, require

operation = partial(described, tag="ledger")

Kind = Literal["", "game", "grant", "settlement", "correction", "reversal", "opening"]
Units = Annotated[int, msgspec.Meta(ge=1, le=services.MOST_UNITS)]
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON, pattern=NO_NUL)]
Before = Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1, description="Only entries with a smaller number.")]


class Movement(msgspec.Struct, frozen=True):
    """What an entry put on an account; without a player it is the club's bank."""

    player: PlayerRef | None
    units: int


class EntryShown(msgspec.Struct, frozen=True):
    """An entry of a ledger, in units.

    Attributes:
        number: Its number; later entries have higher ones.
        kind: What it is.
        day: The club's day of it.
        season: The id of its season, or nothing.
        late: It came when the season of that day was closed.
        game: The id of the game that moved the units, or nothing.
        hand: The hand that moved them, or nothing.
        reason: Why, in an officer's words.
        entered_by: The officer, or nothing.
        follows: The number of the entry that it reverses or corrects, or nothing.
        recorded_at: When it was put down.
        movements: What moved; they come to 0.
    """

    number: int
    kind: str
    day: date
    season: UUID | None
    late: bool
    game: UUID | None
    hand: int | None
    reason: str
    entered_by: PlayerRef | None
    follows: int | None
    recorded_at: datetime
    movements: tuple[Movement, ...]


class EntryLine(msgspec.Struct, frozen=True):
    """An entry in a list. Of what moved the first accounts are told; `more`: there are others."""

    entry: EntryShown
    more: bool


class EntryStretch(msgspec.Struct, frozen=True):
    """Some entries, the latest first; `before` is the number to ask for the next ones with, nothing at the end."""

    results: tuple[EntryLine, ...]
    before: int | None


class EntryQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which entries: of a player, a season or a kind."""

    player: UUID | None = None
    season: UUID | None = None
    kind: Kind = ""
    before: Before | None = None


class StatementLine(msgspec.Struct, frozen=True):
    """What an entry moved for a player, and what the units of its season came to then."""

    number: int
    kind: str
    day: date
    season: UUID | None
    game: UUID | None
    hand: int | None
    reason: str
    units: int
    balance: int


class StatementShown(msgspec.Struct, frozen=True):
    """A player's statement, the latest first; `total` is what the player has now, `before` as in a list of entries."""

    player: PlayerRef
    total: int
    results: tuple[StatementLine, ...]
    before: int | None


class StatementQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which part of a statement."""

    season: UUID | None = None
    before: Before | None = None


class BalanceShown(msgspec.Struct, frozen=True):
    """What a player has in a season (in a closed one: had when it was closed), after so many entries."""

    player: PlayerRef
    units: int
    entries: int


class BalanceQuery(Paging):
    """Whose balances, and in which season; without one those of the running season, or between seasons."""

    season: UUID | None = None
    search: Search = ""
    sort: Literal["-amount", "amount", "name", "-name", "moved", "-moved"] = "-amount"


class GrantWish(msgspec.Struct, forbid_unknown_fields=True):
    """Units to begin with, the same for each; without players for every member."""

    units: Units
    players: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=1000)] | None = None
    reason: Reason = ""


class SettlementWish(msgspec.Struct, forbid_unknown_fields=True):
    """What a player paid into the club's bank (`pays`), or else received from it."""

    player: UUID
    units: Units
    pays: bool
    reason: Reason = ""


class CorrectionWish(msgspec.Struct, forbid_unknown_fields=True):
    """Units that should have moved otherwise; without a giver or a taker it is the club's bank."""

    units: Units
    reason: Reason
    giver: UUID | None = None
    taker: UUID | None = None


class ReversalWish(msgspec.Struct, forbid_unknown_fields=True):
    """Why an entry is taken back."""

    reason: Reason


BalancePage = page_of(BalanceShown)


def _about(entry: LedgerEntry) -> dict[str, Any]:
    """Return what every list calls otherwise than the row of an entry does."""
    reason = entry.act.reason if entry.act else ""
    return {"number": entry.pk, "season": entry.season_id, "game": entry.stream, "reason": reason}


def _entry_shown(entry: LedgerEntry, postings: Iterable[LedgerPosting]) -> EntryShown:
    return published(
        EntryShown,
        entry,
        **_about(entry),
        entered_by=entry.act.actor if entry.act else None,
        follows=entry.corrects_id,
        movements=tuple(Movement(_holder(posting), posting.amount) for posting in postings),
    )


def _holder(posting: LedgerPosting) -> PlayerRef | None:
    player = posting.account.player
    return None if player is None else player_ref(player.real)


def _player(player_id: UUID) -> Player:
    found = Player.objects.select_related("merged_into").filter(pk=player_id).first()
    if found is None:
        raise Problem("not-found", _("There is no such player."))
    return found.real


def _entry(club: Club, number: int) -> LedgerEntry:
    found = selectors.find_entry(club, number)
    if found is None:
        raise Problem("not-found", _("The ledger has no such entry."))
    return found


def _entered(club: Club, number: int) -> Response:
    entry = _entry(club, number)
    shown = _entry_shown(entry, selectors.lines([entry])[0].postings)
    return created(shown, f"/api/clubs/{club.slug}/ledger/{number}/")


class Entries(ClubView):
    """The entries of a ledger."""

    @operation("ledger_list", EntryStretch, parameters=EntryQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List what moved in a club, the latest first: for its players and officers."""
        club, asked = club_of(slug), self.asked(EntryQuery)
        require(self.require_player(), "see_ledger", club)
        found = selectors.entries(
            club,
            player=_player(asked.player) if asked.player else None,
            season=season_of(club, asked.season) if asked.season else None,
            kind=asked.kind,
            before=asked.before,
        )
        lines = selectors.lines(found.rows)
        results = tuple(EntryLine(_entry_shown(line.entry, line.postings), line.more) for line in lines)
        return Response(EntryStretch(results, found.before))


class OneEntry(ClubView):
    """An entry of a ledger."""

    @operation("ledger_retrieve", EntryShown)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        """Show an entry: with all that it moved to who sees the ledger, else with what it moved of yours."""
        club = club_of(slug)
        player, entry = self.require_player(), _entry(club, entry_id)
        whole = may(player, "see_ledger", club)
        if not whole and not selectors.is_of(entry, player):
            require(player, "see_ledger", club)
        return Response(_entry_shown(entry, selectors.movements(entry, of=None if whole else player)))


class Corrections(ClubView):
    """Corrections of an entry."""

    @operation("ledger_correct", {201: EntryShown}, body=CorrectionWish)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        """Correct an entry by another one: for secretaries and owners."""
        club, by = club_of(slug), self.require_player()
        require(by, "keep_ledger", club)
        entry, wish = _entry(club, entry_id), self.read(CorrectionWish)
        made = judged(
            lambda: services.correct(
                club=club, by=by, entry=entry.pk, giver=_player(wish.giver) if wish.giver else None,
                taker=_player(wish.taker) if wish.taker else None, units=wish.units, reason=wish.reason,
            )
        )  # fmt: skip
        return _entered(club, made)


class Reversal(ClubView):
    """The reversal of an entry."""

    @operation("ledger_reverse", {201: EntryShown}, body=ReversalWish)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        """Take back what an officer entered, by an entry of its own: for secretaries and owners."""
        club, by = club_of(slug), self.require_player()
        require(by, "keep_ledger", club)
        entry, wish = _entry(club, entry_id), self.read(ReversalWish)
        made = judged(lambda: services.reverse_entry(club=club, by=by, entry=entry.pk, reason=wish.reason))
        return _entered(club, made)


class Grants(ClubView):
    """Grants of units."""

    @operation("ledger_grant", {201: EntryShown}, body=GrantWish)
    def post(self, request: Request, slug: str) -> Response:
        """Grant units to every member, or to some: for secretaries and owners."""
        club, by = club_of(slug), self.require_player()
        wish = self.read(GrantWish)
        players = None if wish.players is None else list(Player.objects.filter(pk__in=wish.players))
        if players is not None and len(players) < len(set(wish.players or ())):
            raise Problem("not-found", _("There is no such player."))
        made = judged(lambda: services.grant(club=club, by=by, units=wish.units, players=players, reason=wish.reason))
        return _entered(club, made)


class Settlements(ClubView):
    """Settlements with the club's bank."""

    @operation("ledger_settle", {201: EntryShown}, body=SettlementWish)
    def post(self, request: Request, slug: str) -> Response:
        """Write down that a player paid or received units: for secretaries and owners."""
        club, by = club_of(slug), self.require_player()
        require(by, "keep_ledger", club)
        wish = self.read(SettlementWish)
        player = _player(wish.player)
        made = judged(
            lambda: services.settle(
                club=club, by=by, player=player, units=wish.units, pays=wish.pays, reason=wish.reason
            )
        )
        return _entered(club, made)


class Balances(ClubView):
    """What everybody has."""

    @operation("ledger_balances", BalancePage, parameters=BalanceQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List what each player has in a season: for the club's players and officers."""
        club, asked = club_of(slug), self.asked(BalanceQuery)
        require(self.require_player(), "see_ledger", club)
        season = season_of(club, asked.season) if asked.season else selectors.current_season(club)
        found: Any
        if season is not None and season.closed_at is not None:
            found = selectors.final_balances(season, search=asked.search, sort=asked.sort)
        else:
            found = selectors.balances(club, season, search=asked.search, sort=asked.sort)

        def shown(rows: list[dict[str, Any]]) -> list[BalanceShown]:
            people = Player.objects.in_bulk([row["real"] for row in rows])
            return [BalanceShown(player_ref(people[row["real"]]), row["held"], row["entries"] or 0) for row in rows]

        return self.page(found, BalancePage, asked, shown)


class Statement(PublicClubView):
    """A player's statement."""

    @operation("ledger_statement", StatementShown, parameters=StatementQuery)
    def get(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Show what moved a player's units: to the player, to who sees the ledger, and as the player lets others."""
        club, asked, player = club_of(slug), self.asked(StatementQuery), _player(player_id)
        if not selectors.has_account(club=club, player=player):
            raise Problem("not-found", _("The ledger has no such player."))
        if not selectors.may_see_statement(viewer=self.player(), player=player, club=club):
            raise NotAllowed(_("This player does not show stakes to you."))
        season = season_of(club, asked.season) if asked.season else None
        found = selectors.statement(player, club, season, before=asked.before)
        results = tuple(_statement_line(posting) for posting in found.rows)
        total = selectors.total_of(player, club, season)
        return Response(StatementShown(player_ref(player), total, results, found.before))


def _statement_line(posting: Any) -> StatementLine:
    entry: LedgerEntry = posting.entry
    return published(StatementLine, entry, **_about(entry), units=posting.amount, balance=posting.balance)
