"""The forecast of the matches that are being played, and of the end of their round. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final

from msgspec import Struct

from tournaments.events.settings import MatchPlan
from tournaments.forecast.ending import Game, end_of
from tournaments.forecast.pace import Pace, Stretch, pace_of
from tournaments.state.outcomes import match_plan, outcome_of
from tournaments.state.tournament import GameState, MatchState, TournamentState

LATE_FROM: Final = 60
"""Seconds after the limit from which a table is late."""
TOLERANCE: Final = 300
"""Seconds by which a table may end after the middle one of its round, where nothing is planned; or a part of it."""
TOLERANCE_SHARE: Final = 0.15


class Progress(Struct, frozen=True):
    """How far a called game is at its table or on its score sheet.

    Attributes:
        done: The hands that are played.
        moved: When the last of them ended, in seconds since 1970 UTC; None before the first.
    """

    done: int
    moved: float | None = None


class Ending(Struct, frozen=True):
    """How far a match is, and when it ends.

    Attributes:
        done: The hands that are played in all its rooms; None: nobody knows, for only its result is entered.
        hands: The hands that it has, as far as that is known.
        began: When it was called; None: it is not.
        ends: When it ended or will end; None: it has not begun.
        late: By how many seconds it will end after the limit of its round; 0: it does not.
    """

    match: int
    done: int | None
    hands: int
    began: float | None
    ends: float | None
    over: bool
    late: int = 0


class RoundForecast(Struct, frozen=True):
    """The forecast of a round.

    Attributes:
        endings: Of each match by number.
        limit: When it is to be over; None: nothing is known.
        planned: The limit comes from the schedule.
        ends: When its last match ends that is being played; None: none is.
        last: The number of that match.
    """

    pace: Pace
    endings: Mapping[int, Ending]
    limit: float | None = None
    planned: bool = False
    ends: float | None = None
    last: int | None = None

    @property
    def late(self) -> tuple[Ending, ...]:
        """The matches that will be late, the latest first."""
        late = (ending for ending in self.endings.values() if ending.late)
        return tuple(sorted(late, key=lambda ending: (-ending.late, ending.match)))


def forecast_round(
    state: TournamentState,
    matches: Sequence[MatchState],
    progress: Mapping[str, Progress],
    *,
    usual: float,
    usual_hands: int,
    now: float,
    limit: float | None = None,
) -> RoundForecast:
    """Return the forecast of the matches of a round, or of several rounds that are played at the same time.

    Args:
        state: The tournament.
        matches: The matches, byes left out.
        progress: By the stream of a game how far it is.
        usual: The seconds of a hand as long as nothing is measured.
        usual_hands: The hands of a game without a set number.
        now: The present, in seconds since 1970 UTC.
        limit: When the round is to be over, by the schedule; None: the middle table and some tolerance.
    """
    plans = {match.number: match_plan(state, match) for match in matches}
    pace = pace_of((one for match in matches for one in _stretches(state, match, plans[match.number], progress)), usual)
    endings = {
        match.number: _ending(state, match, plans[match.number], progress, pace.seconds, usual_hands, now)
        for match in matches
    }
    begun = [ending for ending in endings.values() if ending.ends is not None]
    planned = limit is not None
    if limit is None and begun:
        limit = _usual_limit(begun)
    if limit is not None:
        endings = {number: _judged(ending, limit) for number, ending in endings.items()}
    running = [ending for ending in endings.values() if ending.ends is not None and not ending.over]
    last = max(running, key=lambda ending: (ending.ends or 0, ending.match), default=None)
    return RoundForecast(
        pace, endings, limit, planned, None if last is None else last.ends, None if last is None else last.match
    )


def began_at(state: TournamentState, match: MatchState) -> float | None:
    """Return when a match began: when it was called, or may be played; None: it is not called."""
    called = [game.called_at for game in match.games if game.called_at is not None]
    if called:
        return min(called).timestamp()
    paired = state.stages[match.stage].round_of(match.round, match.group)
    if paired is None or paired.called_at is None or match.filled_at is None:
        return None
    return max(paired.called_at, match.filled_at).timestamp()


def _usual_limit(begun: Sequence[Ending]) -> float:
    """Return the limit of a round without a plan: the end of its middle table, and some tolerance."""
    middle = median(ending.ends for ending in begun if ending.ends is not None)
    began = min(ending.began for ending in begun if ending.began is not None)
    return middle + max(TOLERANCE, TOLERANCE_SHARE * (middle - began))


def _judged(ending: Ending, limit: float) -> Ending:
    if ending.over or ending.ends is None or ending.ends < limit + LATE_FROM:
        return ending
    return Ending(
        ending.match, ending.done, ending.hands, ending.began, ending.ends, ending.over, int(ending.ends - limit)
    )


def _ending(
    state: TournamentState,
    match: MatchState,
    plan: MatchPlan,
    progress: Mapping[str, Progress],
    pace: float,
    usual_hands: int,
    now: float,
) -> Ending:
    rooms = [_room(match, plan, room, progress, usual_hands) for room in range(plan.rooms)]
    done = [count for count, _hands, _game in rooms if count is not None]
    hands = sum(hands for _count, hands, _game in rooms)
    began = began_at(state, match)
    known = sum(done) if len(done) == len(rooms) else None
    if outcome_of(state, match, plan) is not None:
        reported = [game.reported_at.timestamp() for game in match.games if game.reported_at is not None]
        return Ending(match.number, known, hands, began, max(reported, default=None), over=True)
    if began is None:
        return Ending(match.number, None, hands, None, None, over=False)
    until = None if plan.minutes is None else began + 60 * plan.minutes
    ends = max(
        end_of(Game(began, total, count, _moved(game, progress, began), until), pace, now)
        for count, total, game in rooms
    )
    return Ending(match.number, known, hands, began, ends, over=False)


def _room(
    match: MatchState, plan: MatchPlan, room: int, progress: Mapping[str, Progress], usual_hands: int
) -> tuple[int | None, int, GameState | None]:
    """Return the hands played in a room of a match (None: not known), those that it has, and its running game."""
    done: int | None = 0
    total, running = 0, None
    for number in range(room + 1, _last_game(match, plan) + 1, plan.rooms):
        game = match.game(number)
        hands = game.hands or plan.hands or usual_hands
        if game.report is not None:
            played = game.report.hands or hands
            total += played
            done = None if done is None else done + played
            continue
        known = progress.get(game.stream) if game.stream else None
        if known is not None:
            running = game
            # A game to the end of its rule set may go on beyond the usual number.
            hands = max(hands, known.done + (0 if plan.hands or game.hands else 1))
            done = None if done is None else done + known.done
        elif plan.place == "desk":
            done = None
        total += hands
    return done, total, running


def _last_game(match: MatchState, plan: MatchPlan) -> int:
    """Return the number of the last game that a match has for certain: a best of several may end before its last."""
    last = max(plan.games, len(match.games))
    if not plan.best_of:
        return last
    won = [0] * len(match.sides)
    for game in match.games:
        if game.report is not None and len(game.report.winners) == 1:
            won[game.report.winners[0]] += 1
    played = sum(game.report is not None for game in match.games)
    return max(len(match.games), min(last, played + max(0, plan.games // 2 + 1 - max(won, default=0))))


def _moved(game: GameState | None, progress: Mapping[str, Progress], began: float) -> float:
    """Return when the last hand of a room ended; when its running game began, before its first."""
    if game is None:
        return began
    moved = progress[game.stream].moved
    if moved is not None:
        return max(began, moved)
    return began if game.called_at is None else max(began, game.called_at.timestamp())


def _stretches(
    state: TournamentState, match: MatchState, plan: MatchPlan, progress: Mapping[str, Progress]
) -> Iterator[Stretch]:
    """Yield what is played of a match so far."""
    began = began_at(state, match)
    for game in match.games:
        start = game.called_at.timestamp() if game.called_at is not None else began
        if start is None:
            continue
        if game.report is not None and game.reported_at is not None:
            if game.report.ended_by in ("ending", "time"):
                yield Stretch(game.report.hands or plan.hands or game.hands, game.reported_at.timestamp() - start)
        elif (known := progress.get(game.stream)) is not None and known.moved is not None:
            yield Stretch(known.done, known.moved - start)
