"""A tournament as its readers may know it: without the rounds that only its staff sees, or results under embargo. Pure.

Every page, file and message that tells of results takes its tournament from `tournaments.log.seen`, which asks here.
"""

from collections.abc import Collection, Iterator
from typing import Final

from msgspec.structs import replace

from tournaments.events.settings import MatchPlan
from tournaments.stages.stage import POINTS_RACE, SWISS
from tournaments.state.brackets import followers, settle
from tournaments.state.outcomes import last_round, round_plan
from tournaments.state.tournament import (
    OPEN,
    Embargo,
    EntrantState,
    GameState,
    MatchState,
    RoundState,
    StageState,
    TournamentState,
)

_ROUND_BY_ROUND: Final = (SWISS, POINTS_RACE)
"""The formats whose draft says what nobody could know: elsewhere the schedule or bracket follows from the field."""


def as_published(state: TournamentState) -> TournamentState:
    """Return a tournament without the drafts of rounds: a bye of such a round counts once the round is released.

    It is the same where there is no draft.
    """
    drafts = {
        stage.number: {number for one in stage.rounds if not one.released for number in one.matches}
        for stage in state.stages.values()
        if stage.plan.type in _ROUND_BY_ROUND
    }
    if not any(drafts.values()):
        return state
    known = state.copied()
    for stage, matches in drafts.items():
        rounds = tuple(one for one in known.stages[stage].rounds if one.released)
        known.stages[stage] = replace(known.stages[stage], rounds=rounds)
        for number in matches:
            del known.matches[number]
    return known


def is_released(state: TournamentState, match: MatchState) -> bool:
    """Tell whether everybody may know a match: its round is released."""
    paired = state.stages[match.stage].round_of(match.round, match.group)
    return paired is not None and paired.released


def paired_by_withheld(state: TournamentState, stage: int, group: int, number: int) -> bool:
    """Tell whether a round was paired by results that are withheld: its points and reasons would tell them."""
    if not state.withheld or state.embargo is None or state.stages[stage].plan.type not in _ROUND_BY_ROUND:
        return False
    known = state.embargo.known.stages.get(stage)
    return known is None or known.round_of(number, group) is None


def entrants_of(state: TournamentState, players: Collection[str]) -> Iterator[int]:
    """Yield the entrants in whose squads one of some players is."""
    for number, entrant in state.entrants.items():
        if any(player in players for player in entrant.squad):
            yield number


def without_results(state: TournamentState, embargo: Embargo, players: Collection[str]) -> TournamentState:
    """Return a tournament without the results that came since an embargo began, but with the matches of some players.

    Everybody sees who meets whom in the rounds that are released, but in no bracket and in no stage whose field follows
    from such results. It is the same state where nothing is withheld; else `withheld` is set.

    Args:
        state: The tournament at any version.
        embargo: The embargo that is in force now.
        players: The ids of one person; nobody's for everybody.
    """
    known, seen = embargo.known, state.copied()
    if state.withheld or state.version <= known.version:
        return state
    own = frozenset(entrants_of(state, players))
    seen.withheld, seen.embargo, seen.shown_to = True, embargo, own
    seen.places = known.places
    seen.penalties = known.penalties
    if state.status == "closed" and known.status != "closed":
        seen.status = "playing"
    seen.entrants = {number: _entrant(one, known.entrants.get(number)) for number, one in state.entrants.items()}
    hidden = {stage.number for stage in state.stages.values() if _tells_results(stage, known)}
    mine = {
        number: match
        for number, match in state.matches.items()
        if own and any(entrant in own for entrant in match.entrants)
    }
    _withhold_matches(seen, state, known, hidden)
    for number in hidden:
        seen.stages[number] = StageState(number, state.stages[number].plan)
    _settle(seen, state, [number for number in seen.matches if number not in mine], mine)
    for number in {match.stage for match in mine.values()} & hidden:
        _show_own(seen, state, number, mine)
    seen.lots = {
        number: lot
        for number, lot in state.lots.items()
        if number in known.lots or not hidden or any(entrant in own for entrant in lot.entrants)
    }
    return seen


def _entrant(entrant: EntrantState, known: EntrantState | None) -> EntrantState:
    """Return an entrant that has left no more than was known: its matches would tell by whom they were won."""
    return replace(entrant, absences=() if known is None else known.absences)


def _tells_results(stage: StageState, known: TournamentState) -> bool:
    """Tell whether the field of a stage follows from results that were not known."""
    before = known.stages.get(stage.number)
    if stage.status == "planned" or (before is not None and before.status != "planned"):
        return False
    return any(
        source.stage not in known.stages or known.stages[source.stage].status != "closed"
        for source in stage.plan.source
    )


def _withhold_matches(
    seen: TournamentState, state: TournamentState, known: TournamentState, hidden: Collection[int]
) -> None:
    for number, stage in state.stages.items():
        if number not in hidden:
            seen.stages[number] = _stage(state, stage, known.stages.get(number))
    last = {number: last_round(state, stage) for number, stage in state.stages.items()}
    for number, match in state.matches.items():
        if match.stage not in hidden:
            plan = round_plan(state.stages[match.stage].plan, match.round, last[match.stage])
            seen.matches[number] = _match(match, known.matches.get(number), plan)
        else:
            del seen.matches[number]


def _stage(state: TournamentState, stage: StageState, known: StageState | None) -> StageState:
    known = known or StageState(stage.number, stage.plan)
    paired = {(one.number, one.group) for one in known.rounds}
    closed = stage.status == "closed" and known.status != "closed"
    return replace(
        stage,
        status="running" if closed else stage.status,
        places=() if closed else stage.places,
        adjustments=known.adjustments,
        ties=known.ties,
        steps=known.steps,
        rounds=tuple(
            one if (one.number, one.group) in paired or stage.plan.type not in _ROUND_BY_ROUND else _round(state, one)
            for one in stage.rounds
        ),
    )


def _round(state: TournamentState, paired: RoundState) -> RoundState:
    """Return a round that was paired by results: its matches in the order of the seeds, and nothing of its reasons."""
    place = {entrant: place for place, entrant in enumerate(state.order)}

    def seed(number: int) -> int:
        return min((place.get(entrant, len(place)) for entrant in state.matches[number].entrants), default=len(place))

    matches = tuple(sorted(paired.matches, key=seed))
    return replace(paired, matches=matches, basis=0, cost=(), edited_cost=(), broken=(), engine=())


def _match(match: MatchState, known: MatchState | None, plan: MatchPlan) -> MatchState:
    """Return a match with the results that were known; a game that was called since is being played."""
    if known is match:
        return match
    known = known or MatchState(match.number, match.stage, match.group, match.round, match.sides)
    count = max(len(known.games), plan.rooms)
    games = tuple(_game(game, known.game(game.number)) for game in match.games[:count])
    told = {game.number for game in games if game.report is not None}
    seen = replace(
        match, games=games, decision=known.decision, follow_up="", replays=known.replays, set_aside=known.set_aside,
        # That a result is disputed would tell that there is one.
        disputes=tuple(one for one in match.disputes if one.game in told),
    )  # fmt: skip
    if match.slot is None or match.sides == known.sides:
        return seen
    # Filled anew by the results that are left (`_settle`).
    sides = tuple(
        side if source[0] == "s" else OPEN
        for side, source in zip(match.sides, (match.slot.home, match.slot.away), strict=True)
    )
    games = tuple(replace(game, seated=()) for game in games)
    return replace(seen, sides=sides, games=games, line_ups=(), seated=(), substitutes=(), proposed=None)


def _game(game: GameState, known: GameState) -> GameState:
    if known.report is not None and known.stream == game.stream:
        return known
    open_game = replace(
        game, report=None, by=None, version=0, side=None, confirmed=False, reported_at=None, weighed=(), ruled=(),
        before=None,
    )  # fmt: skip
    return replace(open_game, stream="", time_called=False)


def _settle(
    seen: TournamentState, state: TournamentState, others: Collection[int], mine: dict[int, MatchState]
) -> None:
    """Fill the places of brackets by the results that are seen, and put own matches in as they are."""

    def put_own() -> list[int]:
        own = [number for number in mine if number in seen.matches]
        for number in own:
            seen.matches[number] = mine[number]
        return own

    settle(seen, others)
    own = put_own()
    settle(seen, [after for number in own for after in followers(seen, number)])
    put_own()
    for number, match in seen.matches.items():
        if match.slot is None or number in mine or match.filled_at is None:
            continue
        filled = state.matches[number].filled_at
        if filled != match.filled_at:
            seen.matches[number] = replace(match, filled_at=filled)


def _show_own(seen: TournamentState, state: TournamentState, number: int, mine: dict[int, MatchState]) -> None:
    """Show of a stage whose field is withheld the matches of some entrants, and nobody beside those who play them."""
    stage = state.stages[number]
    matches = {match.number: match for match in mine.values() if match.stage == number}
    entrants = {entrant for match in matches.values() for entrant in match.entrants}
    seen.matches |= matches
    for match in state.matches_of(number):
        if match.slot is not None and match.number not in matches:
            seen.matches[match.number] = replace(match, sides=(OPEN, OPEN), games=(), decision=None, filled_at=None)
    seen.stages[number] = replace(
        stage,
        status="running",
        groups=tuple(tuple(entrant for entrant in group if entrant in entrants) for group in stage.groups),
        rounds=tuple(
            replace(
                _round(state, one),
                matches=tuple(match for match in _round(state, one).matches if match in seen.matches),
            )
            for one in stage.rounds
        ),
        places=(),
        declined=(),
        wild=(),
        adjustments=(),
        ties=(),
        joined=(),
        challenges=(),
        steps=(),
    )
