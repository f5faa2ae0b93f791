"""A match as it is shown: its sides, how it stands, and what it came to."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

from tournaments.events.settings import MatchPlan
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import (
    further_games,
    game_points,
    is_weighed,
    last_round,
    match_plan,
    outcome_of,
    round_plan,
    total_points,
)
from tournaments.state.tournament import DisputeState, MatchState, RoundState, Side, StageState, TournamentState

Points: TypeAlias = tuple[int | Fraction, ...]
"""Of each side; fractions where a ruling weighed the result."""
Status = Literal["bye", "open", "draft", "waiting", "playing", "unconfirmed", "over"]


def exactly(points: int | Fraction) -> int | str:
    """Return points for files and programs: a number, or a text such as "33/5" where a ruling weighed the result."""
    return points if isinstance(points, int) else str(points)


class GameView(Struct, frozen=True):
    """A game of a match that is played in several rooms.

    Attributes:
        room: Its room, from 1.
        turn: Which of the games of its room it is, from 1.
        points: Of each side; empty before it is reported.
        stream: Its table or sheet; empty before it is called.
    """

    number: int
    room: int
    turn: int
    points: Points
    stream: str


class MatchView(Struct, frozen=True):
    """A match.

    Attributes:
        sides: The entrants of each side; `OPEN` or `NOBODY` in a bracket.
        status: `bye`: no match; `open`: its entrants are not known, or it is a second final that may not be needed;
            `draft`: its round is not released; `waiting`: it is not called; `playing`; `unconfirmed`: a side's report
            waits for the other; `over`.
        outcome: One of `tournaments.stages.stage.OUTCOMES`; empty while it is not over.
        winner: The side that won; None: no side did, or it is not over.
        points: Of each side over all games so far; empty before the first is reported.
        games: The points of each game that is reported, where there are several.
        extra: How many further games were added because it was level; those of all rooms are one.
        rooms: The games that are called or reported, where it is played in several rooms.
        place: `table`, `sheet` or `desk`.
        stream: The table or sheet of the last game called; empty before.
        line_ups: Which of its entrants have named their players; not who they are.
        called: Its round is called: the match may be played.
        disputes: The open cases about it: its result may change.
        ruled: The cases whose rulings changed it.
        weighed: A ruling made it a mixture of results, in exact shares.
    """

    number: int
    stage: int
    group: int
    round: int
    sides: tuple[Side, ...]
    status: Status
    outcome: str
    winner: int | None
    points: Points
    games: tuple[Points, ...]
    extra: int
    rooms: tuple[GameView, ...]
    place: str
    stream: str
    table: str
    room: str
    at: int | None
    line_ups: tuple[int, ...]
    called: bool
    disputes: tuple[DisputeState, ...] = ()
    ruled: tuple[str, ...] = ()
    weighed: bool = False

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants of all sides that are known."""
        return tuple(entrant for side in self.sides for entrant in side if entrant > 0)


def match_views(state: TournamentState, stage: StageState) -> Iterator[MatchView]:
    """Yield the matches of a stage as they are shown; quicker than one by one."""
    last = last_round(state, stage)
    rounds = {(one.number, one.group): one for one in stage.rounds}
    plans = {number: round_plan(stage.plan, number, last) for number, _group in rounds}
    for match in state.matches_of(stage.number):
        yield _view(state, match, plans[match.round], rounds.get((match.round, match.group)))


def match_view(state: TournamentState, match: MatchState) -> MatchView:
    """Return a match as it is shown."""
    paired = state.stages[match.stage].round_of(match.round, match.group)
    return _view(state, match, match_plan(state, match), paired)


def _view(state: TournamentState, match: MatchState, plan: MatchPlan, paired: RoundState | None) -> MatchView:
    outcome = outcome_of(state, match, plan)
    reported = tuple(game_points(game) for game in match.games if game.report is not None)
    return MatchView(
        number=match.number,
        stage=match.stage,
        group=match.group,
        round=match.round,
        sides=match.sides,
        status=_status(state, match, paired, over=outcome is not None),
        outcome="" if outcome is None else outcome.kind,
        winner=None if outcome is None else outcome.winner,
        points=total_points(match),
        games=reported if len(reported) > 1 else (),
        extra=further_games(match, plan),
        rooms=tuple(_rooms(match, plan)) if plan.rooms > 1 else (),
        place=plan.place,
        stream=next((game.stream for game in reversed(match.games) if game.stream), ""),
        table=match.table,
        room=match.room,
        at=match.at,
        line_ups=tuple(entrant for entrant, _players in match.line_ups),
        called=paired is not None and paired.called,
        disputes=match.disputes,
        ruled=tuple(dict.fromkeys(case for game in match.games for case in game.ruled)),
        weighed=is_weighed(match),
    )


def _rooms(match: MatchState, plan: MatchPlan) -> Iterator[GameView]:
    for game in match.games:
        if game.stream or game.report is not None:
            yield GameView(
                number=game.number,
                room=plan.room_of(game.number) + 1,
                turn=plan.last_beside(game.number) // plan.rooms,
                points=game_points(game),
                stream=game.stream,
            )


def _status(state: TournamentState, match: MatchState, paired: RoundState | None, *, over: bool) -> Status:
    if match.is_bye:
        return "bye"
    if paired is None or not paired.released:
        return "draft"
    if over:
        return "over"
    if not match.is_filled or not is_needed(state, match):
        return "open"
    if any(game.stream and game.report is None for game in match.games):
        return "playing"
    if any(game.report is not None and not game.confirmed for game in match.games):
        return "unconfirmed"
    return "playing" if match.games else "waiting"
