"""Penalties on the pages of the desk: those given, and the forms that give one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubs.models import Player
from tournaments.deeds.base import DIRECTORS, STAFF, Doer
from tournaments.desk.asking import Ask, Field, ask
from tournaments.desk.gathering import EventDesk
from tournaments.models import Reason
from tournaments.selectors.naming import Names
from tournaments.state.tournament import MatchState, PenaltyState, TournamentState

REASONS: Final[Mapping[str, Any]] = {
    "slow-play": gettext_lazy("slow play"),
    "late": gettext_lazy("came late"),
    "conduct": gettext_lazy("conduct"),
    "signals": gettext_lazy("signals to the partner"),
    "cards": gettext_lazy("handling of cards"),
    "phone": gettext_lazy("a phone in use"),
    "wrong-seat": gettext_lazy("the wrong seat or table"),
    "other": gettext_lazy("something else"),
}
"""The reasons that the desk offers; any other code is told as it stands."""


@dataclass(frozen=True, slots=True)
class PenaltyShown:
    """A penalty that was given.

    Attributes:
        text: What it was: a warning, or the match points that were lost.
        entrant: Its number.
        player: The name of the player whom it is about; empty: the entrant as a whole.
        words: The words of who gave it, for the staff.
    """

    version: int
    at: datetime
    entrant: int
    name: str
    player: str
    text: str
    reason: str
    match: int | None
    words: str


def penalties_shown(desk: EventDesk) -> tuple[PenaltyShown, ...]:
    """Return the penalties of an event, the latest first."""
    return _shown(desk.state, desk.names, desk.state.penalties, staff=True)


def penalties_of(state: TournamentState, names: Names, entrant: int, doer: Doer) -> tuple[PenaltyShown, ...]:
    """Return the penalties of an entrant, the latest first; the words about them are for the staff."""
    own = [given for given in state.penalties if given.entrant == entrant]
    return _shown(state, names, own, staff=doer.is_one_of(STAFF))


def _shown(
    state: TournamentState, names: Names, penalties: Sequence[PenaltyState], *, staff: bool
) -> tuple[PenaltyShown, ...]:
    if not penalties:
        return ()
    players = Player.objects.in_bulk([UUID(given.player) for given in penalties if given.player])
    versions = [given.version for given in penalties]
    rows = Reason.objects.filter(tournament=state.stream, version__in=versions) if staff else Reason.objects.none()
    words = dict(rows.values_list("version", "text"))
    return tuple(
        PenaltyShown(
            given.version,
            given.at,
            given.entrant,
            names.of.get(given.entrant, ""),
            players[UUID(given.player)].name if given.player and UUID(given.player) in players else "",
            _("Warning")
            if given.kind == "warning"
            else _("{points} match points lost in stage {stage}").format(points=given.points, stage=given.stage),
            str(REASONS.get(given.reason, given.reason)),
            given.match,
            words.get(given.version, ""),
        )
        for given in reversed(penalties)
    )


def penalty_ask(
    state: TournamentState,
    names: Names,
    entrants: Iterable[int],
    doer: Doer,
    *,
    match: MatchState | None = None,
) -> Ask | None:
    """Return the form that gives a penalty to an entrant, or to one of a match; None for who gives none.

    Of one entrant it also asks which of its players it is about.
    """
    known = [number for number in entrants if not state.entrants[number].is_gone]
    if not known or not doer.is_one_of(STAFF) or state.is_over:
        return None
    directs = doer.is_one_of(DIRECTORS)
    deed: dict[str, Any] = {"do": "GivePenalty"}
    fields: list[Field] = []
    if match is not None:
        deed["match"] = match.number
    if len(known) == 1:
        deed["entrant"] = known[0]
        squad = state.entrants[known[0]].squad
        players = Player.objects.in_bulk([UUID(player) for player in squad])
        choices = (("", _("the entrant as a whole")), *((one, players[UUID(one)].name) for one in squad))
        fields.append(Field("player", pgettext("a penalty", "About"), "choice", "", choices, optional=True))
    else:
        named = (("", _("Choose …")), *((str(number), names.of.get(number, "")) for number in known))
        fields.append(Field("entrant", _("Entrant"), "choice", "", named))
    kinds = (("warning", _("a warning")), *([("points", _("match points lost"))] if directs else []))
    fields.append(Field("kind", _("What"), "choice", "warning", kinds))
    if directs:
        fields.append(Field("points", _("Match points (none for a warning)"), "text", longest=12, optional=True))
    reasons = tuple((code, str(words)) for code, words in REASONS.items())
    fields.append(Field("reason", _("Reason"), "choice", "slow-play", reasons))
    fields.append(Field("words", _("In your words (for the staff)"), "words", longest=200, optional=True))
    return ask(deed, _("Give the penalty"), _("Give a penalty"), fields, previews=directs)
