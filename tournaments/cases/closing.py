"""Opening what is closed for a ruling, and closing it anew once that is done."""

from functools import partial
from uuid import UUID, uuid5

from django.db import transaction

from engine.phrases import phrase
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.opening import CloseTournament, ReopenTournament
from tournaments.deeds.staging import CloseStage, ReopenStage
from tournaments.directing.acting import act_for_server
from tournaments.formats.errors import DrawError, PairingError
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState


def reopening(state: TournamentState, stage: int, reason: str) -> tuple[Deed, ...]:
    """Return the deeds that open a closed tournament and a closed stage again, as far as they are.

    Raises:
        Refused: `over`: the tournament was abandoned.
    """
    if state.status == "abandoned":
        raise Refused("over", phrase("The tournament was abandoned."))
    deeds: list[Deed] = [ReopenTournament(reason=reason)] if state.is_over else []
    if state.stages[stage].status == "closed":
        deeds.append(ReopenStage(stage=stage, reason=reason))
    return tuple(deeds)


def opened_again(
    tournament: Tournament, state: TournamentState, stage: int, reason: str, command: UUID
) -> tuple[Deed, ...]:
    """Open a closed tournament and a closed stage again, as far as they are; return the deeds that close them anew.

    Raises:
        Refused: A later stage has begun on the places of this one, or the tournament was abandoned.
    """
    for place, deed in enumerate(reopening(state, stage, reason)):
        act_for_server(tournament, deed, command=uuid5(command, f"open:{place}"))
    closing: list[Deed] = [CloseStage(stage=stage)] if state.stages[stage].status == "closed" else []
    if state.is_over:
        closing.append(CloseTournament())
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
