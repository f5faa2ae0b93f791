"""Queries about the ledger, for pages and the API."""

from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import BigIntegerField, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import Coalesce

from clubs.base.days import today_in
from clubs.ledger.settling import fewest
from clubs.models import Club, LedgerAccount, LedgerBalance, LedgerEntry, LedgerPosting, Membership, Player, Season
from clubs.officers.permissions import may
from clubs.people.selectors import ids_of
from clubs.privacy.selectors import may_see

Kind = LedgerEntry.Kind
CLOSING: Final = ("season.cleared", "season.carried")
"""The officers' acts that close a season."""
REVERSIBLE: Final = (Kind.GRANT, Kind.SETTLEMENT, Kind.CORRECTION)
PLAYED: Final = (Kind.GAME, Kind.REVERSAL, Kind.CORRECTION)
"""The entries by which people win and lose."""
NOT_PLAYED: Final = (Kind.GRANT, Kind.SETTLEMENT)
"""The entries whose corrections are none of play either."""


SHOWN: Final = 8
"""The most postings of an entry shown in a list."""


class AccountBalance(NamedTuple):
    """An account's balance in a season; `player` is None for the bank, `granted` the part of it that was granted."""

    player: UUID | None
    amount: int
    granted: int

    @property
    def won(self) -> int:
        """The units won (negative: lost), without grants."""
        return self.amount - self.granted


class Point(NamedTuple):
    """A player's winnings by the end of a day, and the part of that day."""

    day: date
    amount: int
    total: int


def seasons(club: Club) -> QuerySet[Season]:
    """Return the club's seasons, the latest first."""
    return Season.objects.filter(club=club).order_by("-begins", "name")


def current_season(club: Club) -> Season | None:
    """Return the open season that the club's day is in; else the last one that began and is open; else None."""
    today = today_in(club)
    return Season.objects.filter(club=club, closed_at=None, begins__lte=today).order_by("-begins", "name").first()


def closed_season_on(club: Club, day: date) -> Season | None:
    """Return the closed season of a club that a day is in, if there is one."""
    return Season.objects.filter(club=club, closed_at__isnull=False, begins__lte=day, ends__gte=day).first()


def has_account(*, club: Club, player: Player) -> bool:
    """Tell whether a player is a member of the club, or has an account in its ledger, own or a claimed guest's."""
    return (
        Membership.objects.filter(club=club, player=player).exists()
        or LedgerAccount.objects.filter(club=club, player__in=ids_of(player)).exists()
    )


def is_reversible(entry: LedgerEntry) -> bool:
    """Tell whether an officer may take an entry back: an officer's, but not the closing of a season."""
    return entry.act is not None and entry.kind in REVERSIBLE and entry.act.action not in CLOSING


def balances(club: Club, season: Season | None, *, search: str = "", sort: str = "-amount") -> QuerySet[LedgerBalance]:
    """Return each player's balance in a season, without the bank: rows with `real`, `name`, `amount` and `moved`.

    A claimed guest counts with the account. In a closed season all balances are 0: `final_balances` has the last ones.

    Args:
        club: The club.
        season: The season; None: what moved between seasons.
        search: Only players with this in their name.
        sort: `amount`, `moved` or `name`, with `-` the other way round.
    """
    found = LedgerBalance.objects.filter(club=club, season=season, account__player__isnull=False)
    rows = found.values(
        real=Coalesce("account__player__merged_into", "account__player"),
        name=Coalesce("account__player__merged_into__name", "account__player__name"),
    ).annotate(held=Sum("amount"), entries=Sum("moved"))
    if search:
        rows = rows.filter(name__icontains=search)
    return rows.order_by(*_order(sort))  # type: ignore[return-value]


def final_balances(season: Season, *, search: str = "", sort: str = "-amount") -> QuerySet[LedgerPosting]:
    """Return each player's balance at the close of a season, in rows like those of `balances`."""
    closing = LedgerPosting.objects.filter(_closes(season), account__player__isnull=False)
    moved = LedgerBalance.objects.filter(account=OuterRef("account"), season=season).values("moved")
    rows = closing.annotate(times=Subquery(moved)).values(
        real=Coalesce("account__player__merged_into", "account__player"),
        name=Coalesce("account__player__merged_into__name", "account__player__name"),
    ).annotate(held=-Sum("amount"), entries=Sum("times"))  # fmt: skip
    if search:
        rows = rows.filter(name__icontains=search)
    return rows.order_by(*_order(sort))  # type: ignore[return-value]


def bank(club: Club, season: Season | None) -> int:
    """Return the balance of the club's bank in a season; for a closed one, at its close."""
    if season is not None and season.closed_at is not None:
        found = LedgerPosting.objects.filter(_closes(season), account__player=None).aggregate(held=-Sum("amount"))
        return int(found["held"] or 0)
    kept = LedgerBalance.objects.filter(club=club, season=season, account__player=None).first()
    return kept.amount if kept else 0


def standing(season: Season) -> list[AccountBalance]:
    """Return the balance of each account in a season, including the bank, and the part that was granted."""
    rows: list[tuple[int, UUID | None, int]]
    if season.closed_at is None:
        rows = list(LedgerBalance.objects.filter(season=season).values_list("account", "account__player", "amount"))
    else:
        closing = LedgerPosting.objects.filter(_closes(season))
        rows = list(closing.values_list("account", "account__player", -F("amount")))
    granted = dict(
        LedgerPosting.objects.filter(entry__in=_grants(season)).values_list("account").annotate(units=Sum("amount"))
    )
    # A player with a balance of 0 at the end is in no closing entry, but may have lost granted units.
    empty = LedgerAccount.objects.filter(pk__in=granted.keys() - {account for account, _player, _amount in rows})
    rows += [(account, player, 0) for account, player in empty.values_list("pk", "player")]
    held = [AccountBalance(player, amount, granted.get(account, 0)) for account, player, amount in rows]
    return sorted(held, key=lambda one: (one.player is not None, str(one.player)))


def settlement(season: Season) -> list[tuple[UUID | None, UUID | None, int]]:
    """Return the settlement sheet of a season: the payments with payer, payee and units, as few as can be found.

    Granted units are given back first. A claimed guest counts with the account; None is the bank.
    """
    won: dict[UUID | None, int] = {}
    held = standing(season)
    claimed = LedgerAccount.objects.filter(club=season.club_id, player__merged_into__isnull=False)
    real: dict[UUID | None, UUID | None] = dict(claimed.values_list("player", "player__merged_into"))
    for one in held:
        player = real.get(one.player, one.player)
        won[player] = won.get(player, 0) + one.won
    return fewest(won)


class Stretch(NamedTuple):
    """Some entries of a long list, the latest first; `before` is where the next ones begin, None at the end."""

    rows: list[Any]
    before: int | None


def entries(
    club: Club,
    *,
    player: Player | None = None,
    season: Season | None = None,
    between: bool = False,
    kind: str = "",
    before: int | None = None,
    size: int = 25,
) -> Stretch:
    """Return entries of a club's ledger, the latest first, with what an officer said.

    Pages are found by cursor and never counted: a ledger has millions of entries.

    Args:
        club: The club.
        player: Only those that moved units of this player.
        season: Only those of this season.
        between: Only those of no season.
        kind: Only those of this kind.
        before: Only those with a smaller number.
        size: At most so many.
    """
    said: dict[str, Any] = {}
    if season is not None:
        said["season"] = season
    elif between:
        said["season"] = None
    if kind:
        said["kind"] = kind
    if before is not None:
        said["pk__lt"] = before
    found = LedgerEntry.objects.filter(club=club, **said)
    if player is not None:
        # From the player's own postings: there are few, where the club has many.
        accounts = _accounts(player, club)
        moved = LedgerPosting.objects.filter(account__in=accounts)
        moved = moved.filter(**{f"entry__{name}".replace("entry__pk", "entry"): value for name, value in said.items()})
        numbers = moved.order_by("-entry_id").values_list("entry_id", flat=True)[: len(accounts) * (size + 1)]
        found = LedgerEntry.objects.filter(pk__in=list(numbers))
    return _stretch(list(_with_details(found).order_by("-pk")[: size + 1]), size)


def find_entry(club: Club, number: int) -> LedgerEntry | None:
    """Return an entry of a club's ledger by its number, or None."""
    if not 0 < number < 2**63:
        return None
    return _with_details(LedgerEntry.objects.filter(club=club, pk=number)).first()


def corrections(entry: LedgerEntry) -> QuerySet[LedgerEntry]:
    """Return the entries that reverse or correct one, in their order."""
    return _with_details(LedgerEntry.objects.filter(corrects=entry)).order_by("pk")


def is_reversed(entry: LedgerEntry) -> bool:
    """Tell whether an entry was reversed."""
    return LedgerEntry.objects.filter(corrects=entry, kind=Kind.REVERSAL).exists()


def is_of(entry: LedgerEntry, player: Player | None) -> bool:
    """Tell whether an entry moved units of a player."""
    return player is not None and LedgerPosting.objects.filter(entry=entry, account__player__in=ids_of(player)).exists()


def may_see_statement(*, viewer: Player | None, player: Player, club: Club) -> bool:
    """Tell whether a viewer may see the entries of a player in a club.

    Players see their own, holders of `see_ledger` see all, and others see what the player lets them see.
    """
    own = viewer is not None and viewer.real_id == player.real_id
    return own or may(viewer, "see_ledger", club) or may_see(viewer, player, "stakes")


class ListedEntry(NamedTuple):
    """An entry of a list with some of its postings; `more`: it has further ones."""

    entry: LedgerEntry
    postings: tuple[LedgerPosting, ...]
    more: bool


def lines(shown: Sequence[LedgerEntry]) -> list[ListedEntry]:
    """Return the entries of a page with their postings: all of them, or the first few of many."""
    if not shown:
        return []
    # A grant to five thousand members has as many postings: of each entry a handful is looked up by its key.
    parts = [_of_entry(entry)[: SHOWN + 1] for entry in shown]
    found: dict[int, list[LedgerPosting]] = {entry.pk: [] for entry in shown}
    keys = parts[0].union(*parts[1:], all=True) if len(parts) > 1 else parts[0]
    of = LedgerAccount.objects.filter(pk__in={key.account_id for key in keys})
    accounts = of.select_related("player__merged_into").in_bulk()
    for posting in keys:
        posting.account = accounts[posting.account_id]
        found[posting.entry_id].append(posting)
    return [
        ListedEntry(entry, tuple(sorted(found[entry.pk][:SHOWN], key=_giver_first)), len(found[entry.pk]) > SHOWN)
        for entry in shown
    ]


def movements(entry: LedgerEntry, *, of: Player | None = None) -> QuerySet[LedgerPosting]:
    """Return the postings of an entry, most units given first; `of`: only those of this player."""
    found = LedgerPosting.objects.filter(entry=entry)
    if of is not None:
        found = found.filter(account__player__in=ids_of(of))
    return found.select_related("account__player__merged_into").order_by("amount", "account_id")


def _of_entry(entry: LedgerEntry) -> QuerySet[LedgerPosting]:
    return LedgerPosting.objects.filter(entry=entry).order_by("account_id")


def _giver_first(posting: LedgerPosting) -> tuple[int, int]:
    return (-posting.amount, posting.account_id)


def statement(
    player: Player,
    club: Club,
    season: Season | None = None,
    *,
    between: bool = False,
    before: int | None = None,
    size: int = 25,
) -> Stretch:
    """Return the postings of a player in a club, the latest first, each with `balance`, the balance after it.

    Args:
        player: The player; guests that the account has claimed count with it.
        club: The club.
        season: Only this season; None: all of them, the balance of each beginning with nothing.
        between: Only between seasons.
        before: Only entries with a smaller number.
        size: At most so many entries.
    """
    found = _postings(player, club, season, between=between)
    if before is not None:
        found = found.filter(entry__lt=before)
    # Whole entries: one may move the units both of the player and of a guest who is the player.
    moved = found.order_by("-entry_id").values_list("entry_id", flat=True).distinct()
    page = _stretch(list(moved[: size + 1]), size, of=lambda entry: entry)
    rows = list(found.filter(entry__in=page.rows).order_by("-entry_id", "-account_id"))
    accounts = _accounts(player, club)
    held: dict[UUID | None, int] = {}
    for posting in rows:
        of = posting.entry.season_id
        if of not in held:
            kept = LedgerBalance.objects.filter(account__in=accounts, season=of).aggregate(units=Sum("amount"))
            later = LedgerPosting.objects.filter(account__in=accounts, entry__gt=posting.entry_id, entry__season=of)
            held[of] = int(kept["units"] or 0) - int(later.aggregate(units=Sum("amount"))["units"] or 0)
        posting.balance = held[of]  # type: ignore[attr-defined]
        held[of] -= posting.amount
    return Stretch(rows, page.before)


def whole_statement(
    player: Player, club: Club, season: Season | None = None, *, between: bool = False
) -> QuerySet[LedgerPosting]:
    """Return all rows of `statement` in chronological order, for an export."""
    running = Window(
        Sum("amount"),
        partition_by=F("entry__season"),
        order_by=[F("entry").asc(), F("account").asc()],
        output_field=BigIntegerField(),
    )
    return _postings(player, club, season, between=between).annotate(balance=running).order_by("entry_id", "account_id")


def series(player_ids: Collection[UUID], club: Club | None = None) -> list[Point]:
    """Return a player's winnings over time, one point per day with entries, for a chart.

    Args:
        player_ids: The ids under which the ledger knows the player (`clubs.people.selectors.ids_of`).
        club: Only in this club.
    """
    accounts = LedgerAccount.objects.filter(player__in=player_ids)
    if club is not None:
        accounts = accounts.filter(club=club)
    found = (
        LedgerPosting.objects.filter(account__in=list(accounts.values_list("pk", flat=True)))
        .filter(entry__kind__in=PLAYED)
        .exclude(entry__corrects__kind__in=NOT_PLAYED)
        .exclude(entry__corrects__corrects__kind__in=NOT_PLAYED)
        .values_list("entry__day")
        .annotate(units=Sum("amount"))
        .order_by("entry__day")
    )
    total = 0
    points = []
    for day, units in found:
        total += units
        points.append(Point(day, units, total))
    return points


def total_of(player: Player, club: Club, season: Season | None = None) -> int:
    """Return a player's balance now: in a season, or in all open seasons of the club."""
    kept = LedgerBalance.objects.filter(club=club, account__player__in=ids_of(player))
    if season is not None:
        kept = kept.filter(season=season)
    return int(kept.aggregate(units=Sum("amount"))["units"] or 0)


def granted(season: Season) -> int:
    """Return the number of units that the club has granted in a season."""
    given = LedgerPosting.objects.filter(entry__in=_grants(season), account__player__isnull=False)
    return int(given.aggregate(units=Sum("amount"))["units"] or 0)


def _accounts(player: Player, club: Club) -> list[int]:
    """Return the accounts of a player in a club: its own, and those of the guests it has claimed."""
    return list(LedgerAccount.objects.filter(club=club, player__in=ids_of(player)).values_list("pk", flat=True))


def _postings(player: Player, club: Club, season: Season | None, *, between: bool) -> QuerySet[LedgerPosting]:
    found = LedgerPosting.objects.filter(account__in=_accounts(player, club))
    if season is not None or between:
        found = found.filter(entry__season=season)
    return found.select_related("entry__season", "entry__act__actor", "entry__act__given_reason")


def _with_details(found: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
    """Return entries with their related rows."""
    return found.select_related("season", "act__actor", "act__given_reason", "corrects")


def _stretch(rows: list[Any], size: int, of: Callable[[Any], int] = lambda row: row.pk) -> Stretch:
    """Return a page of rows out of one row more than its size."""
    return Stretch(rows[:size], of(rows[size - 1]) if len(rows) > size else None)


def _closes(season: Season) -> Q:
    return Q(entry__season=season, entry__kind=Kind.SETTLEMENT, entry__act__action__in=CLOSING)


def _grants(season: Season) -> QuerySet[LedgerEntry]:
    """Return the entries that granted units, or took a grant back."""
    taken_back = Q(kind=Kind.REVERSAL, corrects__kind=Kind.GRANT)
    return LedgerEntry.objects.filter(Q(kind=Kind.GRANT) | taken_back, season=season, stream=None)


def _order(sort: str) -> tuple[str, ...]:
    back = "-" if sort.startswith("-") else ""
    column = {"amount": "held", "moved": "entries", "name": "name"}.get(sort.removeprefix("-"), "held")
    return (f"{back}{column}", "name", "real")
