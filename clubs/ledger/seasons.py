"""Making, changing and closing the seasons of a club; `by` is the officer who does it."""

from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import FIRST_DAY, LAST_DAY, day_of
from clubs.errors import ClubError
from clubs.ledger import selectors
from clubs.ledger.posting import Moved, lock, post
from clubs.models import Club, LedgerEntry, Player, Season
from clubs.names import clean_name, is_called
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import require

LONGEST_NAME = 60
LONGEST_SEASON = timedelta(days=731)

Kind = LedgerEntry.Kind


class NextSeason(NamedTuple):
    """The season after a closed one: an existing season of the club, or a new one."""

    season: UUID | None = None
    name: str = ""
    begins: date | None = None
    ends: date | None = None


@transaction.atomic
def make_season(*, club: Club, by: Player, name: str, begins: date | None, ends: date | None) -> Season:
    """Make a season of a club.

    Args:
        begins: Its first day.
        ends: Its last day.

    Raises:
        NotAllowed: `by` does not keep the seasons.
        ClubError: `season-exists`, `season-dates`, `season-overlaps`, or the name cannot be used.
    """
    require(by, "keep_seasons", club)
    lock([club.pk])
    season = Season(club=club)
    _set(season, name, begins, ends)
    season.save(force_insert=True)
    note_act(club=club, actor=by, action="season.made", details={"season": str(season.pk)})
    return season


@transaction.atomic
def change_season(*, season: Season, by: Player, name: str, begins: date | None, ends: date | None) -> Season:
    """Rename a season, or change its days while it is open and has no entries.

    Raises:
        NotAllowed: `by` does not keep the seasons.
        ClubError: as `make_season`, or `season-used`.
    """
    club = season.club
    require(by, "keep_seasons", club)
    lock([club.pk])
    season.refresh_from_db()
    moved = (begins, ends) != (season.begins, season.ends)
    if moved and (season.closed_at is not None or LedgerEntry.objects.filter(season=season).exists()):
        raise ClubError("season-used", _("Units have moved in this season, so you cannot change its days."), "begins")
    _set(season, name, begins, ends, same_days=not moved)
    season.save(update_fields=["name", "begins", "ends"])
    note_act(club=club, actor=by, action="season.changed", details={"season": str(season.pk)})
    return season


@transaction.atomic
def close_season(*, season: Season, by: Player, carry: bool, following: NextSeason | None = None) -> Season | None:
    """Close a season: no more entries, all balances go to 0, and the next season begins.

    If the balances are cleared, the settlement sheet says who pays whom. If they are carried over, the next season
    begins with them. A season closed before its last day ends today.

    Args:
        carry: Carry the balances over; else clear them.
        following: The next season; None for none, which cannot be if balances are carried over.

    Returns:
        The next season.

    Raises:
        NotAllowed: `by` does not keep the seasons.
        ClubError: `season-closed`, `season-not-begun`, `next-missing`, `no-such-season`, or as `make_season`.
    """
    club = season.club
    require(by, "keep_seasons", club)
    lock([club.pk])
    season.refresh_from_db()
    now = timezone.now()
    today = day_of(club.time_zone, now)
    if season.closed_at is not None:
        raise ClubError("season-closed", _("This season is already closed."))
    if season.begins > today:
        raise ClubError("season-not-begun", _("This season has not begun."))
    season.ends = min(season.ends, today)
    upcoming = _following(season, by, following)
    if carry and upcoming is None:
        raise ClubError("next-missing", _("Choose the season that takes over the balances."), "name")

    standing = selectors.standing(season)
    action = "season.carried" if carry else "season.cleared"
    act = note_act(club=club, actor=by, action=action, details={"season": str(season.pk)})
    terms: dict[str, Any] = {"club": club.pk, "day": season.ends, "at": now, "act": act.pk}
    closing: dict[UUID | None, int] = {account.player: -account.amount for account in standing}
    entries = [Moved(kind=Kind.SETTLEMENT, amounts=closing, season=season.pk, **terms)]
    if carry and upcoming is not None:
        # A grant stays a grant: the next settlement sheet deducts it again.
        given = {account.player: account.granted for account in standing}
        won = {account.player: account.amount - account.granted for account in standing}
        entries.append(Moved(kind=Kind.GRANT, amounts=given, season=upcoming.pk, **terms))
        entries.append(Moved(kind=Kind.OPENING, amounts=won, season=upcoming.pk, **terms))
    post([entry for entry in entries if any(entry.amounts.values())])
    season.closed_at = now
    season.save(update_fields=["ends", "closed_at"])
    _tell(season, by, {account.player for account in standing if account.amount})
    return upcoming


def _following(season: Season, by: Player, following: NextSeason | None) -> Season | None:
    """Return the season after a closed one, made now if it is new.

    Raises:
        ClubError: As `close_season`.
    """
    if following is None:
        return None
    if following.season is not None:
        found = Season.objects.filter(club=season.club, pk=following.season, closed_at=None).first()
        if found is None or found.begins <= season.begins:
            raise ClubError("no-such-season", _("Choose a later season of the club that is open."), "season")
        return found
    made = Season(club=season.club)
    _set(made, following.name, following.begins, following.ends, after=season)
    made.save(force_insert=True)
    note_act(club=season.club, actor=by, action="season.made", details={"season": str(made.pk)})
    return made


def _set(
    season: Season,
    name: str,
    begins: date | None,
    ends: date | None,
    *,
    after: Season | None = None,
    same_days: bool = False,
) -> None:
    """Set the name and the days of a season, which may be new.

    Args:
        begins: Its first day.
        ends: Its last day.
        after: The season before it, with an end that is not stored yet.
        same_days: The days do not change.

    Raises:
        ClubError: `season-exists`, `season-dates`, `season-overlaps`, or the name cannot be used.
    """
    name = clean_name(name, longest=LONGEST_NAME, kept=season.name)
    others = Season.objects.filter(club=season.club).exclude(pk=season.pk)
    if is_called(name, others.values_list("name", flat=True)):
        raise ClubError("season-exists", _("There is already a season called %(name)s.") % {"name": name}, "name")
    if begins is None or ends is None:
        raise ClubError(
            "season-dates", _("A season has a first and a last day."), "begins" if begins is None else "ends"
        )
    if ends < begins:
        raise ClubError("season-dates", _("The last day is before the first."), "ends")
    if not same_days:
        if not FIRST_DAY <= begins <= LAST_DAY:
            raise ClubError("season-dates", _("Choose a day between the years 1990 and 2200."), "begins")
        if ends - begins > LONGEST_SEASON:
            raise ClubError("season-dates", _("A season lasts two years at most."), "ends")
        if after is not None:
            others = others.exclude(pk=after.pk)
        clash = others.filter(begins__lte=ends, ends__gte=begins).order_by("begins").first()
        if clash is None and after is not None and begins <= after.ends:
            clash = after
        if clash is not None:
            raise ClubError(
                "season-overlaps", _("These days already belong to %(season)s.") % {"season": clash.name}, "begins"
            )
    season.name, season.begins, season.ends = name, begins, ends


def _tell(season: Season, by: Player, players: set[UUID | None]) -> None:
    """Notify the players whose units are settled, with a link to the settlement sheet."""
    club = season.club
    people = Player.objects.filter(pk__in=[player for player in players if player], is_bot=False).exclude(pk=by.pk)
    notify(
        players=list(people),
        kind="season-settled",
        path=reverse("clubs:season", args=[club.slug, season.pk]),
        details={"club": str(club.pk), "season": str(season.pk)},
        key=f"season-{season.pk}",
    )
