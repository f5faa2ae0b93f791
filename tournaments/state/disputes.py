"""How disputes, and rulings on them, change a tournament: what they change is kept, and can come back whole. Pure."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import cases
from tournaments.events.playing import MatchCorrected
from tournaments.state.brackets import all_after
from tournaments.state.putting import put
from tournaments.state.tournament import DisputeState, GameState, MatchState, SetAside, TournamentState


def disputed(state: TournamentState) -> tuple[MatchState, ...]:
    """Return the matches with an open case, in the order of their numbers."""
    matches = [match for match in state.matches.values() if match.disputes]
    return tuple(sorted(matches, key=lambda match: match.number))


def corrected(game: GameState, event: MatchCorrected) -> GameState:
    """Return a game after a correction: one by a ruling can be taken back, one by the desk replaces all rulings."""
    now = replace(game, report=event.now, by="desk", side=None, confirmed=True)
    return _ruled(game, now, event.case) if event.case else replace(now, weighed=(), ruled=(), before=None)


def _ruled(before: GameState, now: GameState, case: str) -> GameState:
    others = tuple(other for other in before.ruled if other != case)
    return replace(now, ruled=(*others, case), before=before if before.before is None else before.before)


def _disputed(state: TournamentState, event: cases.MatchDisputed) -> None:
    match = state.matches[event.match]
    others = tuple(one for one in match.disputes if one.case != event.case)
    opened = DisputeState(event.case, event.game, event.hand)
    state.matches[event.match] = replace(match, disputes=(*others, opened))


def _closed(state: TournamentState, event: cases.DisputeClosed) -> None:
    match = state.matches[event.match]
    left = tuple(one for one in match.disputes if one.case != event.case)
    state.matches[event.match] = replace(match, disputes=left)


def _weighed(state: TournamentState, event: cases.MatchWeighed) -> None:
    match = state.matches[event.match]
    game = match.game(event.game)
    put(state, match.with_game(_ruled(game, replace(game, weighed=event.results, confirmed=True), event.case)))


def _set_aside(state: TournamentState, event: cases.MatchSetAside) -> None:
    match = state.matches[event.match]
    kept = SetAside(event.case, match)
    anew = replace(
        match, decision=None, games=(), seated=(), substitutes=(), replays=match.replays + 1,
        set_aside=(*match.set_aside, kept),
    )  # fmt: skip
    put(state, anew)


def _taken_back(state: TournamentState, event: cases.RulingTakenBack) -> None:
    match = state.matches[event.match]
    put(state, match.with_game(_without(match.game(event.game), event)))
    for number in all_after(state, (event.match,)):
        later = state.matches[number]
        kept = next((one for one in reversed(later.set_aside) if one.case == event.case), None)
        if kept is None:
            continue
        others = tuple(one for one in later.set_aside if one is not kept)
        if kept.match.sides == later.sides:
            later = replace(kept.match, replays=later.replays, disputes=later.disputes)
        put(state, replace(later, set_aside=others))


def _without(game: GameState, event: cases.RulingTakenBack) -> GameState:
    """Return a game without the ruling of a case; what the desk has corrected since stays."""
    if event.case not in game.ruled:
        return game
    if event.report is None:
        assert game.before is not None
        return game.before
    left = tuple(case for case in game.ruled if case != event.case)
    return replace(game, report=event.report, weighed=event.results, ruled=left)


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    cases.MatchDisputed: _disputed,
    cases.DisputeClosed: _closed,
    cases.MatchWeighed: _weighed,
    cases.MatchSetAside: _set_aside,
    cases.RulingTakenBack: _taken_back,
}
"""How each of these events changes the tournament (`tournaments.state.folding`)."""
ASIDE: Final = (cases.MatchDisputed, cases.DisputeClosed)
"""Those of them that no pairing and no standings depend on."""
