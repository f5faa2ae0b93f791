"""Rehearsals that a director asks for: made by the worker, kept for an hour in the cache, and nowhere else.

Of a tournament one rehearsal is kept, the last that was asked for. Leaving its page does not end it.
"""

from typing import Final
from uuid import UUID, uuid4

import msgspec
from django.core.cache import cache
from django.utils import timezone
from msgspec.structs import replace

from clubs.models import Player
from engine.phrases import Member, phrase
from tournaments import announce
from tournaments.deeds.base import DIRECTORS, Refused
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.rehearsal.assumptions import Assumptions, check_assumptions
from tournaments.rehearsal.rehearsing import check_rehearsable, rehearse
from tournaments.rehearsal.report import Report

KEPT_SECONDS: Final = 3_600
SILENT_SECONDS: Final = 180
"""A rehearsal of which nothing was heard for so long is over: its worker is gone."""


class Rehearsal(msgspec.Struct, frozen=True):
    """A rehearsal as it stands.

    Attributes:
        run: Its id.
        version: The version of the tournament when it was asked for.
        heard_at: When it was last heard of, in seconds since 1970.
        done: The runs that were made, of those assumed.
        report: What it showed; None while it is made, and where it was refused.
        refused: The sentence of a refusal; empty: there was none.
        refused_members: What fills its places.
    """

    run: str
    version: int
    assumptions: Assumptions
    heard_at: float
    done: int = 0
    report: Report | None = None
    refused: str = ""
    refused_members: dict[str, Member] = {}

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for: it was made, refused, or its worker is gone."""
        return self.report is not None or bool(self.refused) or self.is_lost

    @property
    def is_lost(self) -> bool:
        """Whether its worker is gone."""
        is_silent = timezone.now().timestamp() - self.heard_at > SILENT_SECONDS
        return self.report is None and not self.refused and is_silent


def ask(tournament: Tournament, *, by: Player, assumptions: Assumptions) -> Rehearsal:
    """Let a tournament be rehearsed; one that is being made with the same assumptions goes on.

    Raises:
        Refused: `not-allowed`, `over`, `nothing-planned`, `assumption-impossible`.
    """
    state = states.current(tournament.pk)
    if not doer_of(tournament, by, state).is_one_of(DIRECTORS):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))
    check_assumptions(assumptions)
    check_rehearsable(state)
    known = last(tournament)
    if known is not None and not known.is_over and (known.version, known.assumptions) == (state.version, assumptions):
        return known
    asked = Rehearsal(uuid4().hex, state.version, assumptions, timezone.now().timestamp())
    _keep(tournament.pk, asked)
    announce.rehearsal_waits(tournament.pk, asked.run)
    return asked


def last(tournament: Tournament) -> Rehearsal | None:
    """Return the last rehearsal of a tournament; None: none was asked for within the hour."""
    return _find(tournament.pk)


def work(tournament_id: UUID, run: str) -> None:
    """Make a rehearsal that was asked for; do nothing if another was asked for since, or it is over."""
    asked = _find(tournament_id)
    if asked is None or asked.run != run or asked.is_over:
        return
    state = states.current(tournament_id)

    def tell(done: int, of: int) -> None:
        _follow(tournament_id, replace(asked, done=done, heard_at=timezone.now().timestamp()))

    tell(0, asked.assumptions.runs)
    try:
        report = rehearse(state, asked.assumptions, now=timezone.now().timestamp(), progress=tell)
    except Refused as refused:
        _follow(tournament_id, replace(asked, refused=refused.text, refused_members=refused.members))
    else:
        _follow(tournament_id, replace(asked, version=state.version, done=report.runs, report=report))


def _follow(tournament_id: UUID, rehearsal: Rehearsal) -> None:
    """Keep how a rehearsal stands, unless another was asked for since."""
    known = _find(tournament_id)
    if known is not None and known.run == rehearsal.run:
        _keep(tournament_id, rehearsal)


def _keep(tournament_id: UUID, rehearsal: Rehearsal) -> None:
    cache.set(_key(tournament_id), msgspec.json.encode(rehearsal).decode(), timeout=KEPT_SECONDS)


def _find(tournament_id: UUID) -> Rehearsal | None:
    kept = cache.get(_key(tournament_id))
    return None if kept is None else msgspec.json.decode(kept, type=Rehearsal)


def _key(tournament_id: UUID) -> str:
    return f"tournaments:rehearsal:1:{tournament_id.hex}"
