"""How far the running games of tournaments are, from the rows of their tables, sheets and hands."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Max

import engine
from games.models import PlayedHand, Sheet, Table
from tournaments.events.settings import Settings
from tournaments.forecast.pace import usual_hands, usual_seconds
from tournaments.forecast.rounds import Progress, RoundForecast, forecast_round
from tournaments.state.tournament import MatchState, TournamentState


def progress_of(streams: Collection[str]) -> dict[str, Progress]:
    """Return how far some called games are, by their streams; those whose table is not opened yet are left out.

    Three queries for any number of games.
    """
    keys = [UUID(stream) for stream in streams]
    if not keys:
        return {}
    last = dict(
        PlayedHand.objects.filter(stream__in=keys).order_by().values_list("stream").annotate(last=Max("scored_at"))
    )
    # A table counts the hand that is being played.
    tables = Table.objects.filter(pk__in=keys).order_by().values_list("pk", "hand_number", "finished_at")
    known = {pk: number if over else max(0, number - 1) for pk, number, over in tables}
    known |= dict(Sheet.objects.filter(pk__in=keys).order_by().values_list("pk", "hands"))
    return {str(pk): Progress(done, _seconds(last.get(pk)) if done else None) for pk, done in known.items()}


def forecast_of(
    state: TournamentState, matches: Collection[MatchState], now: datetime, *, limit: float | None = None
) -> RoundForecast:
    """Return the forecast of some matches, byes left out, from how far their games are now.

    Args:
        state: The tournament.
        matches: The matches of a round, or of rounds that are played at the same time.
        now: The present.
        limit: When they are to be over by the schedule, in seconds since 1970 UTC.
    """
    played = [match for match in matches if not match.is_bye]
    streams = [game.stream for match in played for game in match.running_games if game.stream]
    family, players = _family(state.settings)
    return forecast_round(
        state,
        played,
        progress_of(streams),
        usual=usual_seconds(family, players),
        usual_hands=usual_hands(family),
        now=now.timestamp(),
        limit=limit,
    )


def _family(settings: Settings) -> tuple[str, int]:
    rules = engine.load_rules(settings.rules, settings.options, version=settings.engine)
    return rules.family, rules.players


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
