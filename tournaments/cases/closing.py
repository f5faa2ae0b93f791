"""Opening what is closed for a ruling, and closing it anew once that is done."""

from functools import partial
from uuid import UUID, uuid5

from django.db import transaction

from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.opening import CloseTournament, ReopenTournament
from tournaments.deeds.staging import CloseStage, ReopenStage
from tournaments.directing.acting import act_for_server
from tournaments.formats.errors import DrawError, PairingError
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState


def opened_again(
    tournament: Tournament, state: TournamentState, stage: int, reason: str, command: UUID
) -> tuple[Deed, ...]:
    """Open a closed tournament and a closed stage again, as far as they are; return the deeds that close them anew.

    Raises:
        Refused: A later stage has begun on the places of this one, or the tournament was abandoned.
    """
    closing: list[Deed] = []
    if state.stages[stage].status == "closed":
        closing.append(CloseStage(stage=stage))
    if state.is_over:
        if state.status == "abandoned":
            raise Refused("over", "The tournament was abandoned.")
        closing.append(CloseTournament())
        act_for_server(tournament, ReopenTournament(reason=reason), command=uuid5(command, "reopen"))
    if state.stages[stage].status == "closed":
        act_for_server(tournament, ReopenStage(stage=stage, reason=reason), command=uuid5(command, "reopen-stage"))
    return tuple(closing)


def close_again(tournament: Tournament, deeds: tuple[Deed, ...], command: UUID) -> None:
    """Close anew what was opened, after the commit: places are computed without the lock of the ruling's transaction.

    A stage in which a match is open by the ruling stays open; its director closes it.
    """
    if deeds:
        transaction.on_commit(partial(_close, tournament, deeds, command), robust=True)


def _close(tournament: Tournament, deeds: tuple[Deed, ...], command: UUID) -> None:
    for place, deed in enumerate(deeds):
        try:
            act_for_server(tournament, deed, command=uuid5(command, f"close:{place}"))
        except (Refused, DrawError, PairingError):
            return
