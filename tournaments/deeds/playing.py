"""Deeds about matches: where and by whom they are played, what they come to, and corrections."""

from typing import Any, ClassVar
from uuid import UUID, uuid5

from engine import load_rules
from engine.limits import MOST_HANDS, least_and_most
from engine.phrases import phrase
from tournaments.deeds.base import (
    EVERYBODY,
    POINTS,
    SCORERS,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_captain,
    check_time,
    match_of,
)
from tournaments.deeds.follow_ups import FollowUp, check_followers, winner_changes, with_follow_ups, with_report
from tournaments.deeds.scheduling import MAX_PLACE, check_seats, known_table
from tournaments.deeds.seating import seated
from tournaments.events import playing as events
from tournaments.events.playing import EndedBy, Report
from tournaments.events.scheduling import VenueTable
from tournaments.events.settings import MAX_HANDS
from tournaments.state import disputes
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import is_level, match_plan, next_extra, outcome_of
from tournaments.state.tournament import GameState, MatchState, TournamentState

MAX_POINTS = 9_999


class PlaceMatch(Deed, frozen=True):
    """Give a match a table, a room or a time; with `anyway` also where that clashes with another match."""

    allowed: ClassVar[frozenset[Role]] = SCORERS

    match: int
    table: str = ""
    room: str = ""
    at: int | None = None
    anyway: bool = False


class NameLineUp(Deed, frozen=True):
    """Name the players of an entrant in a match, in the order of their seats."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int
    entrant: int
    players: tuple[str, ...]


class CallMatch(Deed, frozen=True):
    """Let the next game of a match begin, in several rooms the next one of each.

    `absent` are players of its squads who cannot sit: the next one does.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    match: int
    absent: tuple[str, ...] = ()


class ReportGame(Deed, frozen=True):
    """Report what a game of a match came to. `winners` are sides; without them more points win.

    A captain's report waits for the other side. `version` is that of the game's stream where the game itself reports.
    """

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int
    points: tuple[int, ...]
    game: int = 1
    winners: tuple[int, ...] | None = None
    hands: int = 0
    ended_by: EndedBy = "ending"
    version: int = 0


class ConfirmResult(Deed, frozen=True):
    """Confirm what the other side reported."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int


class DecideMatch(Deed, frozen=True):
    """Decide a match without, or against, its games: a walkover for `winner`, points awarded or split, or void.

    A match that is awarded or split is won by the side that gets more match points.
    """

    match: int
    decision: events.Decision
    winner: int | None = None
    match_points: tuple[str, ...] = ()
    reason: str = ""


class ExtendMatch(Deed, frozen=True):
    """Let a level match go on with a further game, in several rooms with one in each.

    Without `hands` the plan of the stage says how many.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    match: int
    hands: int | None = None


class ReopenMatch(Deed, frozen=True):
    """Take a decision back, or let a match be played again from the beginning."""

    match: int
    reason: str
    replay: bool = False


class CorrectResult(Deed, frozen=True):
    """Correct the result of a game; `follow_up` says what becomes of matches that were paired by the old one."""

    match: int
    points: tuple[int, ...]
    reason: str
    game: int = 1
    winners: tuple[int, ...] | None = None
    hands: int = 0
    case: str = ""
    follow_up: FollowUp = "keep"


class Substitute(Deed, frozen=True):
    """Let a player of the squad take over a seat in the middle of a match."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    match: int
    entrant: int
    player: str
    replaced: str


def game_stream(tournament: UUID, match: int, game: int, version: int) -> UUID:
    """Return the id of the stream in which a game of a match is played.

    Args:
        version: That of the tournament before the call: a game that is called anew, in a replay or after its first call
            was undone, gets another stream.
    """
    return uuid5(tournament, f"match:{match}:game:{game}:{version}")


def place_match(state: TournamentState, deed: PlaceMatch, doer: Doer) -> list[Any]:
    """Decide where and when a match is played: at a table of the venue, if it names any.

    Refused: `table-taken`, `time-impossible`, `place-unreadable`, `unknown-table`, `seat-fixed`.
    """
    match = match_of(state, deed.match)
    check_time(deed.at)
    for field, text in (("table", deed.table), ("room", deed.room)):
        if len(text) > MAX_PLACE or not text.isprintable():
            raise Refused(
                "place-unreadable",
                phrase("Name a table or a room in at most {most} characters."),
                field,
                most=MAX_PLACE,
            )
    table, room = deed.table, deed.room
    if state.venue is not None and table and (table, room) != (match.table, match.room):
        known = known_table(state, table, room)
        table, room = known.name, known.room
        check_seats(state, match, (known,), "table")
    for other in state.matches.values():
        same = other.stage == match.stage and other.round == match.round and other.number != match.number
        if table and same and VenueTable(table, room) in other.tables:
            text = phrase("Match {number} has this table in this round.")
            raise Refused("table-taken", text, "table", number=other.number)
    if (match.table, match.room, match.at) == (table, room, deed.at):
        return []
    return [events.MatchPlaced(match.number, table, room, deed.at)]


def name_line_up(state: TournamentState, deed: NameLineUp, doer: Doer) -> list[Any]:
    """Decide a line-up.

    Refused: `not-released`, `not-your-entrant`, `not-in-match`, `called`, `both-named`, `line-up-size`, `player-twice`,
    `not-in-squad`.
    """
    match = match_of(state, deed.match)
    _check_side(state, match, deed.entrant, doer)
    _check_released(state, match)
    if match.is_called:
        raise Refused("called", phrase("The match is called; the line-up is fixed."))
    complete = len(match.line_ups) == len(match.entrants)
    if not complete and _plays_elsewhere(state, match, deed.entrant, doer):
        text = phrase("You play in this match, so you cannot name the other side's line-up.")
        raise Refused("not-your-entrant", text, "entrant")
    if complete and not doer.is_one_of(STAFF):
        raise Refused("both-named", phrase("Both line-ups are in and public; only the staff can change one now."))
    count = state.settings.side * match_plan(state, match).rooms
    squad = state.entrants[deed.entrant].squad
    if len(deed.players) != count:
        raise Refused("line-up-size", phrase("Name {count} players."), "players", count=count)
    if len(set(deed.players)) != count:
        raise Refused("player-twice", phrase("A player is named twice."), "players")
    if not set(deed.players) <= set(squad):
        raise Refused("not-in-squad", phrase("Name players of the squad."), "players")
    if (deed.entrant, deed.players) in match.line_ups:
        return []
    return [events.LineUpNamed(match.number, deed.entrant, deed.players)]


def call_match(state: TournamentState, deed: CallMatch, doer: Doer) -> list[Any]:
    """Decide that the next game of a match begins; in several rooms those of all rooms begin, each at its own table.

    Refused: `not-called`, `not-needed`, `decided`, `game-running`, `no-more-games`.
    """
    match = match_of(state, deed.match)
    stage = state.stages[match.stage]
    paired = stage.round_of(match.round, match.group)
    if paired is None or not paired.called:
        raise Refused("not-called", phrase("Round {number} is not called yet."), number=match.round)
    _check_needed(state, match)
    if outcome_of(state, match) is not None or match.decision is not None:
        raise Refused("decided", phrase("The match is decided."))
    if match.running_games:
        raise Refused("game-running", phrase("A game of this match is being played."))
    plan = match_plan(state, match)
    first = next((game.number for game in match.games if game.report is None), len(match.games) + 1)
    if first > max(plan.games, len(match.games)):
        raise Refused("no-more-games", phrase("All games are played: confirm the result, or extend the match."))
    reported = {game.number for game in match.games if game.report is not None}
    line_ups = seated(state, match, deed.absent, plan.rooms)
    return [
        events.MatchCalled(
            match.number,
            number,
            str(game_stream(state.stream, match.number, number, state.version)),
            line_ups[plan.room_of(number)],
        )
        for number in range(first, plan.last_beside(first) + 1)
        if number not in reported
    ]


def report_game(state: TournamentState, deed: ReportGame, doer: Doer) -> list[Any]:
    """Decide the report of a game's result.

    A further game of a level match is reported once the match is extended.

    Refused: `not-released`, `not-needed`, `not-your-match`, `decided`, `unknown-game`, `points-impossible`,
    `winners-impossible`, `hands-impossible`, `called-elsewhere`, `follows-started`.
    """
    match = match_of(state, deed.match)
    _check_released(state, match)
    _check_needed(state, match)
    plan = match_plan(state, match)
    report = game_report(match, deed.points, deed.winners, deed.hands, deed.ended_by)
    if not 1 <= deed.game <= min(plan.last_beside(len(match.games) + 1), max(plan.games, len(match.games))):
        raise Refused("unknown-game", phrase("There is no such game of the match."), "game")
    if doer.is_server:
        known = match.games[deed.game - 1] if deed.game <= len(match.games) else None
        if known is not None and (known.version >= deed.version or known.is_certain_elsewhere):
            return []
        if match.decision is not None:
            # The game may have ended while a director decided; it waits until the decision is taken back.
            raise Refused("decided", phrase("The match is decided."))
        if winner_changes(state, match, with_report(match, deed.game, report)):
            check_followers(state, match)
        return [events.MatchReported(match.number, deed.game, report, "game", deed.version)]
    if match.decision is not None or outcome_of(state, match) is not None:
        raise Refused("decided", phrase("The match is decided; correct its result instead."))
    _check_within_rules(state, match, deed)
    if doer.is_one_of(SCORERS):
        return [events.MatchReported(match.number, deed.game, report, "desk")]
    side = _side_of(state, match, doer)
    if side is None:
        raise Refused("not-your-match", phrase("Only the captains of this match, or the staff, can do this."))
    if plan.place == "table":
        raise Refused("called-elsewhere", phrase("The table reports its result automatically."))
    return [events.MatchReported(match.number, deed.game, report, "side", side=side)]


def confirm_result(state: TournamentState, deed: ConfirmResult, doer: Doer) -> list[Any]:
    """Decide that reports hold: the other side confirms those of a side, the scorers all.

    Refused: `nothing-to-confirm`, `own-report`.
    """
    match = match_of(state, deed.match)
    if not _unconfirmed(match):
        raise Refused("nothing-to-confirm", phrase("No result of this match is waiting for confirmation."))
    waiting = confirmable(state, match, doer)
    if not waiting:
        raise Refused("own-report", phrase("Only the other side, or the staff, can confirm this result."))
    return [events.MatchConfirmed(match.number, tuple(game.number for game in waiting))]


def confirmable(state: TournamentState, match: MatchState, doer: Doer) -> list[GameState]:
    """Return the games whose reports a person can confirm: scorers all, a captain those of the other side."""
    waiting = _unconfirmed(match)
    if doer.is_one_of(SCORERS):
        return waiting
    side = _side_of(state, match, doer)
    return [game for game in waiting if side not in (None, game.side)]


def decide_match(state: TournamentState, deed: DecideMatch, doer: Doer) -> list[Any]:
    """Decide a match by ruling.

    Refused: `not-released`, `not-needed`, `winner-missing`, `points-missing`, `points-unreadable`, `follows-started`.
    """
    match = match_of(state, deed.match)
    _check_released(state, match)
    _check_needed(state, match)
    if deed.decision == "walkover" and deed.winner is None:
        raise Refused("winner-missing", phrase("Choose the side that gets the walkover."), "winner")
    if deed.decision != "walkover" and deed.winner is not None:
        raise Refused("winner-missing", phrase("Only a walkover goes to a side: choose nobody."), "winner")
    if deed.winner is not None and not 0 <= deed.winner < len(match.sides):
        raise Refused("winner-missing", phrase("There is no such side."), "winner")
    sides = len(match.sides) if deed.decision in ("awarded", "split") else 0
    if len(deed.match_points) != sides:
        text = phrase("Give match points for each side only if they are awarded or split.")
        raise Refused("points-missing", text, "match_points")
    for points in deed.match_points:
        _check_points(points)
    check_followers(state, match)
    return [events.MatchDecided(match.number, deed.decision, deed.winner, deed.match_points, deed.reason)]


def extend_match(state: TournamentState, deed: ExtendMatch, doer: Doer) -> list[Any]:
    """Decide a further game of a level match, in each room. Source: 56-FMT-2. Refused: `not-level`, `hands-missing`."""
    match = match_of(state, deed.match)
    plan = match_plan(state, match)
    if not is_level(match, plan) or not match.confirmed:
        raise Refused("not-level", phrase("Only a level match goes on with another game."))
    hands = deed.hands if deed.hands is not None else next_extra(match, plan)
    if hands is None or not 1 <= hands <= MAX_HANDS:
        raise Refused("hands-missing", phrase("Enter the number of hands of the next game, from 1."), "hands")
    return [events.MatchExtended(match.number, hands) for _ in range(plan.rooms)]


def reopen_match(state: TournamentState, deed: ReopenMatch, doer: Doer) -> list[Any]:
    """Decide that a match is open again. Refused: `follows-started`, `nothing-to-reopen`."""
    match = match_of(state, deed.match)
    if match.decision is None and not match.games:
        raise Refused("nothing-to-reopen", phrase("Nothing was played or decided in this match."))
    check_followers(state, match)
    return [events.MatchReopened(match.number, deed.reason, deed.replay)]


def correct_result(state: TournamentState, deed: CorrectResult, doer: Doer) -> list[Any]:
    """Decide a correction and what follows from it (`tournaments.deeds.follow_ups.with_follow_ups`).

    Refused: `unknown-game`, `points-impossible`, `winners-impossible`, `hands-impossible`, `follows-started`,
    `of-a-case`.
    """
    match = match_of(state, deed.match)
    if deed.case:
        raise Refused("of-a-case", phrase("Only the ruling of a case can correct a result in its name."), "case")
    game = match.games[deed.game - 1] if 1 <= deed.game <= len(match.games) else None
    if game is None or game.report is None:
        raise Refused("unknown-game", phrase("This game has no result to correct."), "game")
    _check_within_rules(state, match, deed)
    now = game_report(match, deed.points, deed.winners, deed.hands or game.report.hands, game.report.ended_by)
    if now == game.report and not game.weighed:
        return []
    corrected = events.MatchCorrected(match.number, deed.game, game.report, now, deed.reason)
    changed = match.with_game(disputes.corrected(game, corrected))
    return with_follow_ups(state, match, changed, [corrected], deed.follow_up, deed.reason)


def substitute(state: TournamentState, deed: Substitute, doer: Doer) -> list[Any]:
    """Decide a substitution in a match. Source: 56-SEAT-2.

    Refused: `not-in-match`, `not-your-entrant`, `decided`, `not-playing`, `plays-already`, `not-in-squad`.
    """
    match = match_of(state, deed.match)
    _check_side(state, match, deed.entrant, doer)
    if match.decision is not None or outcome_of(state, match) is not None:
        raise Refused("decided", phrase("The match is decided."))
    squad = state.entrants[deed.entrant].squad
    playing = [player for side in match.seated for player in side]
    if deed.replaced not in playing or deed.replaced not in squad:
        text = phrase("The player to be replaced does not play in this match for this entrant.")
        raise Refused("not-playing", text, "replaced")
    if deed.player in playing:
        raise Refused("plays-already", phrase("This player already plays in the match."), "player")
    if deed.player not in squad:
        raise Refused("not-in-squad", phrase("Name players of the squad."), "player")
    return [events.SubstitutePlayed(match.number, deed.entrant, deed.player, deed.replaced)]


def _unconfirmed(match: MatchState) -> list[GameState]:
    return [game for game in match.games if game.report is not None and not game.confirmed]


def _check_released(state: TournamentState, match: MatchState) -> None:
    paired = state.stages[match.stage].round_of(match.round, match.group)
    if paired is None or not paired.released:
        raise Refused("not-released", phrase("Release round {number} first."), "match", number=match.round)


def _check_needed(state: TournamentState, match: MatchState) -> None:
    if not is_needed(state, match):
        raise Refused("not-needed", phrase("This final is played only if the first one does not decide."))


def game_report(
    match: MatchState, points: tuple[int, ...], winners: tuple[int, ...] | None, hands: int, ended_by: EndedBy
) -> Report:
    """Return a report whose numbers can be; without winners the side with more points has won."""
    if len(points) != len(match.sides) or any(abs(each) > MAX_POINTS for each in points):
        text = phrase("Give the points of each side, {most} at most.")
        raise Refused("points-impossible", text, "points", most=MAX_POINTS)
    if winners is None:
        best = max(points)
        winners = (points.index(best),) if points.count(best) == 1 else ()
    if len(set(winners)) != len(winners) or not set(winners) <= set(range(len(match.sides))):
        raise Refused("winners-impossible", phrase("Name sides of the match as its winners."), "winners")
    if not 0 <= hands <= MAX_HANDS:
        raise Refused("hands-impossible", phrase("Give 0 to {most} hands."), "hands", most=MAX_HANDS)
    return Report(points, winners, hands, ended_by)


def _check_within_rules(state: TournamentState, match: MatchState, deed: ReportGame | CorrectResult) -> None:
    """Refuse points that no side can have in a game, by its rules and its number of hands.

    Only what people report is checked: a game that reports itself knows its points, penalties among them.
    """
    settings = state.settings
    hands = deed.hands or match.game(deed.game).hands or match_plan(state, match).hands
    rules = load_rules(settings.rules, settings.options, version=settings.engine)
    least, most = least_and_most(rules, hands or MOST_HANDS)
    if not all(least <= points <= most for points in deed.points):
        text = phrase("Check the number: a side has {least} to {most} points.")
        raise Refused("points-impossible", text, "points", least=least, most=most)


def _check_side(state: TournamentState, match: MatchState, entrant: int, doer: Doer) -> None:
    if match.side_of(entrant) is None:
        raise Refused("not-in-match", phrase("This entrant does not play in the match."), "entrant")
    check_captain(doer, state.entrants[entrant])


def _plays_elsewhere(state: TournamentState, match: MatchState, entrant: int, doer: Doer) -> bool:
    """Tell whether a person plays for another entrant of a match: the answer to a deed would tell of the line-up."""
    ids = {doer.player, *doer.known_as}
    return any(not ids.isdisjoint(state.entrants[other].squad) for other in match.entrants if other != entrant)


def _side_of(state: TournamentState, match: MatchState, doer: Doer) -> int | None:
    captained = (entrant for entrant in match.entrants if doer.is_captain_of(state.entrants[entrant]))
    return next((match.side_of(entrant) for entrant in captained), None)


def _check_points(text: str) -> None:
    # `Fraction` reads 1e9999999 as well, and takes all memory for it.
    if not POINTS.fullmatch(text):
        raise Refused("points-unreadable", phrase("Enter the points as 1, 3/2 or 0."), "match_points")
