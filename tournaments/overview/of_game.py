"""The line that leads from a table, a sheet or a hand to the tournament it is played in."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.log import states
from tournaments.log.seen import EVERYBODY, seen_by
from tournaments.models import MatchGame
from tournaments.overview.heads import stage_name
from tournaments.overview.wording import number_text
from tournaments.selectors.naming import names_in
from tournaments.state.published import is_released
from tournaments.summaries.matches import match_view
from tournaments.summaries.rounds import rounds_in_all


@dataclass(frozen=True, slots=True)
class EventLine:
    """What a game of a tournament belongs to, as everybody may know it.

    Attributes:
        name: The tournament.
        address: Its page.
        round: The stage and the round of the match.
        score: The sides of the match and its score; empty before there is one.
    """

    name: str
    address: str
    round: str
    score: str


def event_line(stream: UUID) -> EventLine | None:
    """Return the line of a game by the id of its table or sheet; None: it is of no match that everybody may know."""
    row = MatchGame.objects.select_related("tournament").filter(pk=stream).first()
    if row is None:
        return None
    state = seen_by(states.current(row.tournament_id), EVERYBODY)
    match = state.matches.get(row.match)
    if match is None or match.is_bye or not match.is_filled or not is_released(state, match):
        return None
    view, stage = match_view(state, match), state.stages[match.stage]
    names = names_in(row.tournament, match.entrants)
    sides = [names.side(side) for side in match.sides]
    score = ""
    if view.points and len(sides) == 2:
        score = _("{side} {points} : {others} {other}").format(
            side=sides[0], other=sides[1], points=number_text(view.points[0]), others=number_text(view.points[1])
        )
    return EventLine(
        name=row.tournament.name,
        address=reverse("tournaments:tournament", args=[row.tournament.slug]),
        round=_("{stage}, round {number} of {rounds}").format(
            stage=stage_name(stage, several=False), number=match.round,
            rounds=max(rounds_in_all(state, match.stage), match.round),
        ),
        score=score,
    )  # fmt: skip
