"""Issuing and revoking passes of entrants, and checking in by one.

A pass stands for the captain of its entrant, whoever that is: what is done with it counts as done by the captain. It
can do nothing but check in, and say that the side is at its table.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.pace import count_act
from clubs.errors import NotAllowed
from clubs.models import Player
from games.errors import TooFast
from tournaments.deeds.base import STAFF
from tournaments.deeds.entering import CheckIn
from tournaments.deeds.presence import is_check_in_open
from tournaments.directing.acting import act
from tournaments.directing.roles import doer_of
from tournaments.errors import TournamentError, UnknownPass
from tournaments.log import states
from tournaments.log.door import Done
from tournaments.models import EntrantPass, Tournament
from tournaments.selectors.passes import entrants_for_passes, passes_out

WINDOW: Final = 600
"""The seconds in which what is done by one pass is counted."""
MAX_ACTS: Final = 30
"""What is done by one pass in that time, at most."""


@transaction.atomic
def issue_passes(*, tournament: Tournament, by: Player, entrants: tuple[int, ...] = ()) -> list[EntrantPass]:
    """Issue passes to entrants that have none, by default to all.

    Raises:
        NotAllowed: That is for the staff.
        TournamentError: `unknown-entrant`, `tournament-over`.
    """
    _check_staff(tournament, by)
    if states.current(tournament.pk).is_over:
        raise TournamentError("tournament-over", _("The tournament is over."))
    known = {entrant.number: entrant for entrant in entrants_for_passes(tournament)}
    if missing := [number for number in entrants if number not in known]:
        raise TournamentError(
            "unknown-entrant", _("There is no entrant {number}.").format(number=missing[0]), "entrant"
        )
    out = {one.entrant.number for one in passes_out(tournament)}
    wanted = [number for number in (entrants or known) if number not in out]
    passes = [EntrantPass(entrant=known[number], issued_by=by.real) for number in wanted]
    # Another desk may be first: an entrant has one pass.
    EntrantPass.objects.bulk_create(passes, ignore_conflicts=True)
    return list(passes_out(tournament).filter(entrant__number__in=wanted))


def revoke_pass(*, tournament: Tournament, pass_id: UUID, by: Player) -> None:
    """Revoke a pass at once; one that is revoked already stays so.

    Raises:
        NotAllowed: That is for the staff.
        UnknownPass: The tournament has no such pass.
    """
    _check_staff(tournament, by)
    passes = EntrantPass.objects.filter(entrant__tournament=tournament, pk=pass_id)
    if not passes.exists():
        raise UnknownPass("unknown-pass", _("There is no such pass."), "pass")
    passes.filter(revoked_at=None).update(revoked_at=timezone.now())


def check_in_by_pass(
    *, entrant_pass: EntrantPass, command: UUID, present: bool = True, now: datetime | None = None
) -> Done:
    """Check the entrant of a pass in, or out again, within the time in which captains check in.

    Raises:
        TooFast: Too much by this pass in a short time.
        TournamentError: `no-check-in`, `check-in-closed`.
        Refused: As the deed `CheckIn`.
    """
    tournament, number = entrant_pass.entrant.tournament, entrant_pass.entrant.number
    keep_pace(entrant_pass)
    state = states.current(tournament.pk)
    settings = state.settings
    at = int((now or timezone.now()).timestamp())
    if not can_check_in(state.status, check_in=settings.check_in):
        raise TournamentError("no-check-in", _("There is no check-in now."))
    # The captain may be of the staff, which is bound by no time; a pass is.
    if not is_check_in_open(settings, at):
        raise TournamentError("check-in-closed", _("Check-in is not open now. Tell the desk that you are here."))
    return act(
        tournament, CheckIn(entrant=number, present=present), by=captain_of(entrant_pass), command=command, now=now
    )


def can_check_in(status: str, *, check_in: bool) -> bool:
    """Tell whether entrants check in at all: before the first stage of a tournament that asks for it."""
    return check_in and status in ("open", "closed_entries")


def captain_of(entrant_pass: EntrantPass) -> Player:
    """Return the captain whom a pass stands for, the first of the squad as it is now."""
    state = states.current(entrant_pass.entrant.tournament_id)
    squad = state.entrants[entrant_pass.entrant.number].squad
    return Player.objects.select_related("merged_into").get(pk=squad[0]).real


def keep_pace(entrant_pass: EntrantPass) -> None:
    """Count what is done by a pass, and refuse too much of it.

    Raises:
        TooFast: `too-fast`.
    """
    if count_act(f"tournaments.pass.{entrant_pass.pk}", WINDOW) > MAX_ACTS:
        raise TooFast("too-fast", _("Too many attempts in a short time. Try again in a few minutes."))


def _check_staff(tournament: Tournament, by: Player) -> None:
    if not doer_of(tournament, by, states.current(tournament.pk)).is_one_of(STAFF):
        raise NotAllowed(_("Passes are issued by the staff of the tournament."))
