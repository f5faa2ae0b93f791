"""Posting entries to the ledger: by games, through their projection, and by officers.

`by` is the officer who gives the command and keeps the ledger. `command` is the command's id: a repeated command is not
done again. A command returns the id of its entry.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import day_of
from clubs.errors import ClubError
from clubs.ledger import selectors
from clubs.ledger.posting import LedgerRefused, Moved, lock, post
from clubs.models import Club, LedgerEntry, Membership, OfficerAct, Player
from clubs.notices.services.telling import notify
from clubs.officers.acts import cleaned_reason, note_act
from clubs.officers.permissions import require

MOST_UNITS = 100_000
"""The most units of an entry; more is taken for a typing error."""

Kind = LedgerEntry.Kind


def post_game(
    *,
    club_id: UUID,
    stream: UUID,
    version: int,
    hand: int | None,
    amounts: Mapping[UUID, int],
    at: datetime,
    run: int | None = None,
) -> int | None:
    """Post the units that an event of a game moved, once for each event.

    Args:
        stream: The id of the game.
        version: The version of the event.
        hand: The number of the hand, if one moved the units.
        amounts: The units that each player receives (negative: pays), 0 in sum.
        at: The time of the event; its day in the club decides the season.
        run: The run of the projection; not used.

    Returns:
        The id of the entry; None if nothing moved.

    Raises:
        LedgerRefused: `differs`: the ledger has another entry for this event.
        Club.DoesNotExist: There is no such club.
    """
    if not any(amounts.values()):
        return None
    day = day_of(Club.objects.values_list("time_zone", flat=True).get(pk=club_id), at)
    moved = Moved(
        club=club_id, kind=Kind.GAME, amounts=dict(amounts), day=day, at=at, stream=stream, version=version, hand=hand
    )
    return post([moved])[0].entry


@transaction.atomic
def grant(
    *,
    club: Club,
    by: Player,
    units: int,
    players: Collection[Player] | None = None,
    reason: str = "",
    command: UUID | None = None,
) -> int:
    """Grant players the same number of units from the club's bank, as a starting balance.

    Args:
        units: The units for each player.
        players: The players; None for every member.
        reason: The officer's reason.

    Raises:
        NotAllowed: `by` does not keep the ledger.
        ClubError: `bad-units`, `nobody`, `not-a-member`, or `reason-too-long`.
    """
    require(by, "keep_ledger", club)
    if (before := _entered_before(club, command)) is not None:
        return before
    units = _units(units)
    members = Membership.objects.filter(club=club)
    if players is None:
        chosen = list(members.order_by("player_id").values_list("player_id", flat=True))
    else:
        chosen = sorted({player.pk for player in players})
        if members.filter(player__in=chosen).count() < len(chosen):
            raise ClubError("not-a-member", _("Choose members of the club only."), "players")
    if not chosen:
        raise ClubError("nobody", _("Choose at least one player."), "players")
    act = note_act(
        club=club,
        actor=by,
        action="ledger.granted",
        details={"units": units, "players": len(chosen)},
        reason=cleaned_reason(reason),
        command=command,
    )
    entry = _put(club, act, Kind.GRANT, {**dict.fromkeys(chosen, units), None: -units * len(chosen)})
    _tell(club, by, dict.fromkeys(chosen, units), "grant", entry)
    return entry


@transaction.atomic
def settle(
    *,
    club: Club,
    by: Player,
    player: Player,
    units: int,
    pays: bool,
    reason: str = "",
    command: UUID | None = None,
) -> int:
    """Post that a player paid units into the club's bank, or received them from it.

    Args:
        player: A member, or another holder of an account in the ledger.
        pays: The player paid; else received.
        reason: The officer's reason.

    Raises:
        NotAllowed: `by` does not keep the ledger.
        ClubError: `bad-units`, `not-a-member`, or `reason-too-long`.
    """
    require(by, "keep_ledger", club)
    if (before := _entered_before(club, command)) is not None:
        return before
    units = _units(units)
    _known(club, player)
    act = note_act(
        club=club,
        actor=by,
        action="ledger.paid" if pays else "ledger.received",
        subject=player,
        details={"units": units},
        reason=cleaned_reason(reason),
        command=command,
    )
    gets = units if pays else -units
    entry = _put(club, act, Kind.SETTLEMENT, {player.pk: gets, None: -gets})
    _tell(club, by, {player.pk: gets}, "settlement", entry)
    return entry


@transaction.atomic
def correct(
    *,
    club: Club,
    by: Player,
    entry: int,
    giver: Player | None,
    taker: Player | None,
    units: int,
    reason: str,
    command: UUID | None = None,
) -> int:
    """Correct an entry by moving units from one account to another.

    Args:
        entry: The entry to correct; it stays as it is.
        giver: The player whose balance falls; None for the bank.
        taker: The player whose balance rises; None for the bank.
        reason: The officer's reason; it may not be empty.

    Raises:
        NotAllowed: `by` does not keep the ledger.
        ClubError: `no-such-entry`, `bad-units`, `same-account`, `not-a-member`, `reason-missing`, `reason-too-long`.
    """
    require(by, "keep_ledger", club)
    if (before := _entered_before(club, command)) is not None:
        return before
    found = _entry(club, entry)
    units = _units(units)
    if (giver and giver.pk) == (taker and taker.pk):
        raise ClubError("same-account", _("Units move from one account to another."), "taker")
    for player, field in ((giver, "giver"), (taker, "taker")):
        if player is not None:
            _known(club, player, field)
    act = note_act(
        club=club,
        actor=by,
        action="ledger.corrected",
        subject=taker or giver,
        details={"entry": found.pk, "units": units},
        reason=cleaned_reason(reason, missing=_("Give a reason: others read it in the ledger.")),
        command=command,
    )
    moved: dict[UUID | None, int] = {
        giver.pk if giver else None: -units,
        taker.pk if taker else None: units,
    }
    made = _put(club, act, Kind.CORRECTION, moved, corrects=found.pk)
    _tell(club, by, {player: amount for player, amount in moved.items() if player}, "correction", made)
    return made


@transaction.atomic
def reverse_entry(*, club: Club, by: Player, entry: int, reason: str) -> int:
    """Reverse an entry of an officer.

    An entry of a game cannot be reversed: it follows from the game's events, and can be corrected.

    Raises:
        NotAllowed: `by` does not keep the ledger.
        ClubError: `no-such-entry`, `not-reversible`, `reversed-already`, `reason-missing`, `reason-too-long`.
    """
    require(by, "keep_ledger", club)
    lock([club.pk])
    found = _entry(club, entry)
    if not selectors.is_reversible(found):
        raise ClubError("not-reversible", _("This entry follows from something else, and cannot be changed."))
    if LedgerEntry.objects.filter(corrects=found, kind=Kind.REVERSAL).exists():
        raise ClubError("reversed-already", _("This entry is already reversed."))
    act = note_act(
        club=club,
        actor=by,
        action="ledger.reversed",
        details={"entry": found.pk},
        reason=cleaned_reason(reason, missing=_("Give a reason: others read it in the ledger.")),
    )
    amounts = found.postings.values_list("account__player", "amount")
    back: dict[UUID | None, int] = {player: -amount for player, amount in amounts}
    made = _put(club, act, Kind.REVERSAL, back, corrects=found.pk)
    _tell(club, by, {player: amount for player, amount in back.items() if player}, "correction", made)
    return made


def _entered_before(club: Club, command: UUID | None) -> int | None:
    """Return the entry of an earlier run of the command, if any; lock the club until the transaction ends."""
    if command is None:
        return None
    lock([club.pk])
    return LedgerEntry.objects.filter(club=club, act__command=command).values_list("pk", flat=True).first()


def _put(club: Club, act: OfficerAct, kind: str, amounts: Mapping[UUID | None, int], **said: Any) -> int:
    """Post an entry of an officer, as of now; return its id."""
    now = timezone.now()
    moved = Moved(club=club.pk, kind=kind, amounts=amounts, day=day_of(club.time_zone, now), at=now, act=act.pk, **said)
    return post([moved])[0].entry


def _entry(club: Club, entry: int) -> LedgerEntry:
    found = LedgerEntry.objects.filter(club=club, pk=entry).select_related("act").first()
    if found is None:
        raise ClubError("no-such-entry", _("The ledger has no such entry."), "entry")
    return found


def _known(club: Club, player: Player, field: str = "player") -> None:
    if not selectors.has_account(club=club, player=player):
        raise ClubError(
            "not-a-member",
            _("{player} is not a member of {club}.").format(player=player.name, club=club.name),
            field,
        )


def _units(units: int) -> int:
    if not 0 < units <= MOST_UNITS:
        raise ClubError("bad-units", _("Enter a number of units from 1 to {most}.").format(most=MOST_UNITS), "units")
    return units


def _tell(club: Club, by: Player, amounts: Mapping[UUID, int], what: str, entry: int) -> None:
    """Notify players of an entry for them, without the officer's name."""
    path = reverse("clubs:ledger_entry", args=[club.slug, entry])
    people = {player.pk: player for player in Player.objects.filter(pk__in=amounts, is_bot=False)}
    by_amount: dict[int, list[Player]] = {}
    for player_id, amount in amounts.items():
        if player_id in people and player_id != by.pk:
            by_amount.setdefault(amount, []).append(people[player_id])
    for amount, players in by_amount.items():
        details = {"club": str(club.pk), "amount": amount, "what": what}
        notify(players=players, kind="ledger-entry", path=path, details=details, key=f"entry-{entry}")


__all__ = ["LedgerRefused", "correct", "grant", "post_game", "reverse_entry", "settle"]
