"""What a case does in the tournament: disputes noted, rulings applied and taken back, by the one door of its log.

Each is done once for each command, and can stand in a transaction of the case and its game that has locked the stream.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from msgspec.structs import replace

from clubs.models import Player
from games.cases import log as cases
from games.events.cases import Decision
from games.models import Case
from tournaments.cases.closing import close_again, opened_again
from tournaments.cases.counting import Weighing, count_of, weighings
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.penalties import GivePenalty
from tournaments.deeds.ruling import ApplyRuling, CloseDispute, NoteDispute, TakeBackRuling
from tournaments.directing.acting import act_for_server, undo_for_server
from tournaments.directing.calling import find_game
from tournaments.directing.reporting import take_result
from tournaments.events.playing import Report
from tournaments.log import door, states
from tournaments.log.errors import NotUndoable
from tournaments.log.rulings import version_of_ruling
from tournaments.models import MatchGame, Tournament
from tournaments.state.tournament import GameState, MatchState, TournamentState

TAKEN_BACK: Final = "taken-back"
"""The reason in the log of a ruling that counts no longer."""


def note(tournament: Tournament, row: MatchGame, case: Case, is_open: bool) -> None:
    """Note in the log of the tournament that a game has an open case, or that a case is closed."""
    deed: Deed = CloseDispute(match=row.match, case=str(case.pk))
    if is_open:
        deed = NoteDispute(match=row.match, game=row.game, hand=case.hand, case=str(case.pk))
    act_for_server(tournament, deed, command=cases.server_command(case.pk, "disputed" if is_open else "closed"))


def apply(
    tournament: Tournament,
    row: MatchGame,
    case: Case,
    decision: Decision,
    points: Sequence[int],
    winners: Sequence[int],
    by: Player | None,
    words: str,
    command: UUID,
) -> bool:
    """Let a decision take effect in the tournament.

    A closed stage is opened again for it and closed anew, as long as no later stage has begun on its places. The words
    stay with the case.

    Args:
        tournament: The tournament.
        row: The game.
        case: The case.
        decision: The decision.
        points: What the game comes to with it for each side.
        winners: The sides that win it with it.
        by: The person who decided; None: a committee.
        words: The person's words.
        command: The command's id.

    Returns:
        Whether the tournament has it, also where its result stays the same by it: not where the match is begun anew
        since, where the tournament was abandoned, or where later matches stand on the result and the decision keeps
        them.
    """
    if (done := _answered(tournament, command)) is not None:
        return done
    take_result(row.pk)
    state = states.current(tournament.pk)
    match, game = find_game(state, row)
    if match is None or game is None:
        return False
    if decision.kind == "warning":
        return _warn(tournament, state, match, case, decision, by)
    deed = deed_of(match, game, str(case.pk), case.hand, decision)
    if deed is None:
        return False
    if decision.kind != "weighted":
        deed = _with_result(deed, points, winners)
    if (deed.report, deed.results) == (game.report, game.weighed):
        return True
    try:
        with transaction.atomic():
            opened = opened_again(tournament, state, match.stage, decision.reason, command)
            act_for_server(tournament, deed, by=by, command=command)
    except Refused:
        return False
    close_again(tournament, opened, command)
    return True


def reverse(tournament: Tournament, row: MatchGame, case: Case, by: Player | None, command: UUID) -> bool:
    """Take back what the decision of a case had changed in the tournament; what it did not change stays.

    While nothing stands on it the ruling is undone, and all is as it was. Else the game and the later matches of its
    bracket are what they were before, and what was played since by other sides is played anew.

    Returns:
        Whether the tournament no longer counts the game by the ruling: not so where a later stage has begun on it, or
        the tournament was abandoned.
    """
    if _answered(tournament, command) is not None:
        return True
    _forgive(tournament, row.match, case, command)
    state = states.current(tournament.pk)
    match, game = find_game(state, row)
    if match is None or game is None or str(case.pk) not in game.ruled:
        return True
    try:
        with transaction.atomic():
            opened = opened_again(tournament, state, match.stage, TAKEN_BACK, command)
            _take_back(tournament, match, game, case, by, command)
    except Refused:
        return False
    close_again(tournament, opened, command)
    return True


def deed_of(match: MatchState, game: GameState, case: str, hand: int, decision: Decision) -> ApplyRuling | None:
    """Return the deed by which a decision takes effect; None where it changes no result, or there is none to change.

    Raises:
        SheetError: The hand cannot come out so.
    """
    if decision.kind not in ("row", "adjusted", "weighted") or game.report is None or not game.stream:
        return None
    others = weighings(other for other in game.ruled if other != case)
    count = count_of(
        UUID(game.stream), ended_by=game.report.ended_by, more=Weighing(hand, decision), others=tuple(others)
    )
    if count is None:
        return None
    return ApplyRuling(
        match=match.number,
        game=game.number,
        case=case,
        reason=decision.reason,
        report=game.report if decision.kind == "weighted" else count.report,
        results=count.results,
        follow_up=decision.follow_up,
    )


def taking_back(match: MatchState, game: GameState, case: str) -> TakeBackRuling:
    """Return the deed by which the ruling of a case counts no longer; rounds that it paired anew are paired anew."""
    others = [other for other in game.ruled if other != case]
    count = None
    if others and game.report is not None:
        count = count_of(
            UUID(game.stream), ended_by=game.report.ended_by, without=case, others=tuple(weighings(others))
        )
    return TakeBackRuling(
        match=match.number,
        game=game.number,
        case=case,
        reason=TAKEN_BACK,
        report=None if count is None else count.report,
        results=() if count is None else count.results,
        follow_up="re_pair" if match.follow_up == "re_pair" else "keep",
    )


def _with_result(deed: ApplyRuling, points: Sequence[int], winners: Sequence[int]) -> ApplyRuling:
    """Return a deed by which the game counts as its own stream says; several winners have drawn."""
    won = tuple(winners) if len(winners) < len(points) else ()
    return replace(deed, report=Report(tuple(points), won, deed.report.hands, deed.report.ended_by))


def _take_back(
    tournament: Tournament, match: MatchState, game: GameState, case: Case, by: Player | None, command: UUID
) -> None:
    version = version_of_ruling(tournament.pk, case.pk)
    if version is not None and len(game.ruled) == 1:
        try:
            undo_for_server(tournament, version, by=by, command=command)
        except NotUndoable:
            pass
        else:
            return
    deed = taking_back(match, game, str(case.pk))
    act_for_server(tournament, deed, by=by, command=command)


def _answered(tournament: Tournament, command: UUID) -> bool | None:
    """Return whether a command has changed anything; None: it was not done."""
    done = door.answered(tournament.pk, command)
    return None if done is None else bool(done.events)


def _warn(
    tournament: Tournament,
    state: TournamentState,
    match: MatchState,
    case: Case,
    decision: Decision,
    by: Player | None,
) -> bool:
    """Warn the entrants of a side in the tournament, once for each ruling."""
    if decision.warned is None or decision.warned >= len(match.sides):
        return False
    given = False
    for entrant in match.sides[decision.warned]:
        deed = GivePenalty(entrant=entrant, kind="warning", reason=decision.reason, match=match.number)
        try:
            act_for_server(tournament, deed, by=by, command=_warning(case, _decided(case), entrant))
        except Refused:
            continue  # the tournament is over, or the entrant is gone
        given = True
    return given


def _forgive(tournament: Tournament, match: int, case: Case, command: UUID) -> None:
    """Take back the warnings that a case gave in a match."""
    state = states.current(tournament.pk)
    applied = cases.current(case.pk).applied
    if applied is None:
        return
    for penalty in state.penalties:
        if penalty.match != match:
            continue
        done = door.answered(tournament.pk, _warning(case, applied.ruling, penalty.entrant))
        if done is not None and done.version == penalty.version:
            undo_for_server(tournament, penalty.version, command=uuid5(command, f"warning:{penalty.entrant}"))


def _decided(case: Case) -> int:
    return cases.current(case.pk).decided or 0


def _warning(case: Case, ruling: int, entrant: int) -> UUID:
    return cases.server_command(case.pk, f"warning:{ruling}:{entrant}")
