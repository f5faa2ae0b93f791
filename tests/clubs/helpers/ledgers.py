"""Entries for the tests of the ledger, and a look at what is in it."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from clubs.ledger.posting import Moved, Posted, post
from clubs.models import Club, LedgerBalance, LedgerEntry, LedgerPosting, Player, Season
from clubs.officers.acts import note_act

DAY = date(2026, 11, 20)
AT = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def game(club: Club, amounts: Mapping[Player, int], *, stream: UUID | None = None, **said: object) -> Moved:
    """Return what a game moved, asked for as the projection does."""
    wanted = {"day": DAY, "at": AT, "version": 7, "hand": 1, "stream": stream or uuid4(), **said}
    return Moved(club=club.pk, kind="game", amounts={player.pk: more for player, more in amounts.items()}, **wanted)  # type: ignore[arg-type]


def deed(club: Club, officer: Player, kind: str, amounts: Mapping[Player | None, int], **said: object) -> Moved:
    """Return what an officer moved, the act noted."""
    act = note_act(club=club, actor=officer, action="ledger.corrected", reason="as the book says")
    moved = {None if player is None else player.pk: more for player, more in amounts.items()}
    wanted = {"day": DAY, "at": AT, "act": act.pk, **said}
    return Moved(club=club.pk, kind=kind, amounts=moved, **wanted)  # type: ignore[arg-type]


def put(*moved: Moved) -> list[Posted]:
    """Put entries down."""
    return post(moved)


def balance(club: Club, player: Player | None, season: Season | None = None) -> int:
    """Return the kept balance of a player, or of the bank."""
    kept = LedgerBalance.objects.filter(club=club, season=season, account__player=player).first()
    return kept.amount if kept else 0


def books_are_right() -> None:
    """Fail where an entry does not come to 0, or a kept balance is not the sum of its postings."""
    sums: dict[int, int] = {}
    by_account: dict[tuple[int, UUID | None], int] = {}
    for entry, season, account, amount in LedgerPosting.objects.values_list(
        "entry_id", "entry__season_id", "account_id", "amount"
    ):
        sums[entry] = sums.get(entry, 0) + amount
        by_account[account, season] = by_account.get((account, season), 0) + amount
    assert set(sums.values()) <= {0}
    assert set(sums) == set(LedgerEntry.objects.values_list("pk", flat=True)), "an entry moves nothing"
    kept = {(row.account_id, row.season_id): row.amount for row in LedgerBalance.objects.all()}
    assert kept == by_account
