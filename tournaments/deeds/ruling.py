"""Deeds of the server for a case: a dispute is noted and closed, a ruling takes effect and is taken back.

Nobody does them by hand: the case says when, and `tournaments.cases` does them.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import POINTS, Deed, Doer, Refused, Role, match_of
from tournaments.deeds.follow_ups import FollowUp, begun_after, winner_changes, with_follow_ups
from tournaments.deeds.playing import game_report
from tournaments.events import cases as events
from tournaments.events import playing
from tournaments.events.cases import WeighedReport
from tournaments.events.playing import Report
from tournaments.state.outcomes import mixtures
from tournaments.state.tournament import GameState, MatchState, TournamentState

MAX_RESULTS: Final = 12
"""The results that one game is a mixture of."""
MAX_MIXTURES: Final = 4_096
"""The ways in which the results of all games of a match can come together."""
SERVER_ONLY: Final[frozenset[Role]] = frozenset()


class NoteDispute(Deed, frozen=True):
    """Note that a hand of a match is disputed."""

    allowed: ClassVar[frozenset[Role]] = SERVER_ONLY

    match: int
    game: int
    hand: int
    case: str


class CloseDispute(Deed, frozen=True):
    """Note that a case about a match is closed."""

    allowed: ClassVar[frozenset[Role]] = SERVER_ONLY

    match: int
    case: str


class ApplyRuling(Deed, frozen=True):
    """Let a game count by a ruling: as `report`, or as the mixture `results` of several."""

    allowed: ClassVar[frozenset[Role]] = SERVER_ONLY

    match: int
    game: int
    case: str
    reason: str
    report: Report
    results: tuple[WeighedReport, ...] = ()
    follow_up: FollowUp = "keep"


class TakeBackRuling(Deed, frozen=True):
    """Take back what a case changed in a game; `report` and `results` only where rulings of other cases still hold."""

    allowed: ClassVar[frozenset[Role]] = SERVER_ONLY

    match: int
    game: int
    case: str
    reason: str
    report: Report | None = None
    results: tuple[WeighedReport, ...] = ()
    follow_up: FollowUp = "keep"


def note_dispute(state: TournamentState, deed: NoteDispute, doer: Doer) -> list[Any]:
    """Decide that a dispute is noted; of a match that there is no more it is not."""
    match = state.matches.get(deed.match)
    if match is None or any(one.case == deed.case for one in match.disputes):
        return []
    return [events.MatchDisputed(match.number, deed.game, deed.hand, deed.case)]


def close_dispute(state: TournamentState, deed: CloseDispute, doer: Doer) -> list[Any]:
    """Decide that a dispute is over."""
    match = state.matches.get(deed.match)
    if match is None or all(one.case != deed.case for one in match.disputes):
        return []
    return [events.DisputeClosed(match.number, deed.case)]


def apply_ruling(state: TournamentState, deed: ApplyRuling, doer: Doer) -> list[Any]:
    """Decide that a ruling takes effect, and what follows from it.

    Refused: `unknown-game`, `points-impossible`, `winners-impossible`, `hands-impossible`, `shares-impossible`,
    `not-weighable`, `follows-started`.
    """
    match = match_of(state, deed.match)
    game = _reported(match, deed.game)
    report, results = _checked(match, deed.report), _mixture(match, deed.game, deed.results)
    happened: list[Any] = []
    if report != game.report:
        assert game.report is not None
        happened.append(playing.MatchCorrected(match.number, deed.game, game.report, report, deed.reason, deed.case))
    if results != game.weighed:
        happened.append(events.MatchWeighed(match.number, deed.game, results, deed.reason, deed.case))
    if not happened:
        return []
    changed = match.with_game(replace(game, report=report, weighed=results, confirmed=True))
    return with_follow_ups(state, match, changed, happened, deed.follow_up, deed.reason, deed.case)


def take_back_ruling(state: TournamentState, deed: TakeBackRuling, doer: Doer) -> list[Any]:
    """Decide that a ruling counts no longer; later matches that were played by it are played again, or come back.

    Refused: `unknown-game`, `points-impossible`, `winners-impossible`, `hands-impossible`, `shares-impossible`.
    """
    match = match_of(state, deed.match)
    game = _reported(match, deed.game)
    if deed.case not in game.ruled:
        return []
    report: Report | None = None
    results: tuple[WeighedReport, ...] = ()
    if len(game.ruled) > 1:
        report = _checked(match, deed.report or game.report)
        results = _mixture(match, deed.game, deed.results)
    without = replace(game, report=report, weighed=results) if report is not None else game.before
    assert without is not None
    changed = match.with_game(without)
    taken_back = events.RulingTakenBack(match.number, deed.game, report, results, deed.reason, deed.case)
    later: Sequence[MatchState] = begun_after(state, match) if winner_changes(state, match, changed) else ()
    # Where they were played before by the same sides, that counts again with the event after them.
    reopened = [playing.MatchReopened(one.number, deed.reason, replay=True) for one in reversed(later)]
    return [*reopened, *with_follow_ups(state, match, match, [taken_back], deed.follow_up, deed.reason)]


def _reported(match: MatchState, number: int) -> GameState:
    game = match.games[number - 1] if 1 <= number <= len(match.games) else None
    if game is None or game.report is None:
        raise Refused("unknown-game", phrase("This game has no result that a ruling could change."), "game")
    return game


def _checked(match: MatchState, report: Report | None) -> Report:
    assert report is not None
    return game_report(match, report.points, report.winners, report.hands, report.ended_by)


def _mixture(match: MatchState, number: int, results: Sequence[WeighedReport]) -> tuple[WeighedReport, ...]:
    """Return a mixture with exact shares in lowest terms, equal results together."""
    shares: dict[Report, Fraction] = {}
    for one in results:
        # `Fraction` reads 1e9999999 as well, and takes all memory for it.
        share = Fraction(one.share) if POINTS.fullmatch(one.share) else Fraction(0)
        if share <= 0:
            raise Refused("shares-impossible", phrase("Enter each share as a fraction such as 3/5."), "results")
        report = _checked(match, one.report)
        shares[report] = shares.get(report, Fraction(0)) + share
    if not shares:
        return ()
    if sum(shares.values()) != 1 or len(shares) > MAX_RESULTS:
        text = phrase("Give up to {most} results whose shares add up to 1.")
        raise Refused("shares-impossible", text, "results", most=MAX_RESULTS)
    mixed = tuple(WeighedReport(str(share), report) for report, share in shares.items())
    others = match.with_game(replace(match.game(number), weighed=mixed))
    if len(match.sides) != 2 or mixtures(others) > MAX_MIXTURES:
        text = phrase("A game can count as several results only in a match of two sides with few games.")
        raise Refused("not-weighable", text, "results")
    return mixed
