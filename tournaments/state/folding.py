"""Folding events into a tournament. Total: no event that was decided fails, and none is looked at twice.

A deed that was undone is left out (`tournaments.state.undoing`): the fold itself knows no way back.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import entering, opening, penalties, playing, staging
from tournaments.stages.stage import LADDER
from tournaments.state import places
from tournaments.state.agents import APPLY as AGENTS
from tournaments.state.brackets import followers, settle
from tournaments.state.challenges import APPLY as CHALLENGES
from tournaments.state.challenges import note_result, note_step
from tournaments.state.disputes import APPLY as DISPUTES
from tournaments.state.disputes import ASIDE as OF_DISPUTES
from tournaments.state.disputes import corrected
from tournaments.state.embargoes import APPLY as EMBARGOES
from tournaments.state.lots import APPLY as LOTS
from tournaments.state.penalties import APPLY as PENALTIES
from tournaments.state.putting import put as _put
from tournaments.state.tournament import (
    OPEN,
    Absence,
    EntrantState,
    GameState,
    MatchState,
    RoundState,
    StageState,
    TimeProposal,
    TournamentState,
)


def fold_all(state: TournamentState | None, stored: Iterable[Any]) -> TournamentState | None:
    """Return the tournament after more of its events.

    Args:
        state: The tournament before them; it stays as it is. None before the first.
        stored: Each with `stream`, `version`, `event` and `recorded_at`, as `games.store.StoredEvent`.

    Raises:
        TypeError: The first event opens no tournament.
    """
    draft = None if state is None else state.copied()
    for one in stored:
        if draft is not None:
            put_on(draft, one)
            continue
        if not isinstance(one.event, opening.TournamentOpened):
            raise TypeError(f"{type(one.event).__name__} cannot be the first event of a tournament")
        draft = TournamentState(one.stream, one.version, one.recorded_at, one.event.club, one.event.settings)
    return draft


def put_on(state: TournamentState, one: Any) -> None:
    """Change a state that nobody else has by its next event: a copy for each event would cost more than the event."""
    state.at, state.version = one.recorded_at, one.version
    if (apply := _APPLY.get(type(one.event))) is not None:
        apply(state, one.event)
        if _moves(one.event):
            state.moved = one.version
        if type(one.event) in places.TIMED:
            state.timed = one.version


def _moves(event: Any) -> bool:
    """Tell whether pairings or standings may depend on an event: on a penalty only if it takes points."""
    return bool(event.points) if isinstance(event, penalties.PenaltyGiven) else type(event) not in _ASIDE


def _undone(state: TournamentState, event: opening.DeedUndone) -> None:
    state.last_match = max(state.last_match, event.last_match)


def _changed(state: TournamentState, event: opening.TournamentChanged) -> None:
    state.settings = event.settings


def _planned(state: TournamentState, event: opening.StagePlanned) -> None:
    known = state.stages.get(event.stage)
    state.stages[event.stage] = (
        StageState(event.stage, event.plan) if known is None else replace(known, plan=event.plan)
    )


def _dropped(state: TournamentState, event: opening.StageDropped) -> None:
    del state.stages[event.stage]


def _named(state: TournamentState, event: opening.StaffNamed) -> None:
    state.staff[event.player] = event.role


def _released(state: TournamentState, event: opening.StaffReleased) -> None:
    state.staff.pop(event.player, None)


def _status(status: Any) -> Callable[[TournamentState, Any], None]:
    def apply(state: TournamentState, event: Any) -> None:
        state.status = status

    return apply


def _closed(state: TournamentState, event: opening.TournamentClosed) -> None:
    state.status, state.places = "closed", event.places


def _reopened(state: TournamentState, event: opening.TournamentReopened) -> None:
    begun = any(stage.status != "planned" for stage in state.stages.values())
    state.status, state.places = "playing" if begun else "closed_entries", ()


def _entered(state: TournamentState, event: entering.EntrantEntered) -> None:
    state.entrants[event.entrant] = EntrantState(
        event.entrant, event.squad, event.team, event.club, waiting=event.waiting
    )
    state.order = (*state.order, event.entrant)


def _entrant(**changes: Callable[[Any], Any]) -> Callable[[TournamentState, Any], None]:
    """Return a fold that sets members of the entrant an event names."""

    def apply(state: TournamentState, event: Any) -> None:
        entrant = state.entrants[event.entrant]
        state.entrants[event.entrant] = replace(entrant, **{name: made(event) for name, made in changes.items()})

    return apply


def _bye_wished(state: TournamentState, event: entering.ByeWished) -> None:
    entrant = state.entrants[event.entrant]
    others = tuple(wish for wish in entrant.byes if wish != (event.stage, event.round))
    byes = (*others, (event.stage, event.round)) if event.wished else others
    state.entrants[event.entrant] = replace(entrant, byes=byes)


def _left(state: TournamentState, event: entering.EntrantLeft | entering.EntrantDisqualified) -> None:
    entrant = state.entrants[event.entrant]
    disqualified = isinstance(event, entering.EntrantDisqualified)
    absence = Absence(event.stage, event.round, matches=event.matches, disqualified=disqualified)
    state.entrants[event.entrant] = replace(entrant, absences=(*entrant.absences, absence))
    note_step(state, event.stage, "left", event.entrant)
    _settle_of(state, event.entrant)


def _returned(state: TournamentState, event: entering.EntrantReturned) -> None:
    entrant = state.entrants[event.entrant]
    absences = tuple(
        replace(absence, last=event.round - 1) if absence.is_open and absence.stage == event.stage else absence
        for absence in entrant.absences
    )
    kept = tuple(absence for absence in absences if absence.last is None or absence.first <= absence.last)
    state.entrants[event.entrant] = replace(entrant, absences=kept)
    note_step(state, event.stage, "returned", event.entrant)
    _settle_of(state, event.entrant)


def _joined(state: TournamentState, event: entering.EntrantJoined) -> None:
    stage = state.stages[event.stage]
    groups = tuple(
        (*group, event.entrant) if number == event.group else group for number, group in enumerate(stage.groups)
    )
    state.stages[event.stage] = replace(stage, groups=groups, joined=(*stage.joined, (event.entrant, event.round)))
    note_step(state, event.stage, "joined", event.entrant)


def _forbidden(state: TournamentState, event: entering.MeetingForbidden) -> None:
    state.forbidden |= {_pair(event.entrants)}


def _allowed(state: TournamentState, event: entering.MeetingAllowed) -> None:
    state.forbidden -= {_pair(event.entrants)}


def _pair(entrants: tuple[int, int]) -> tuple[int, int]:
    one, other = sorted(entrants)
    return one, other


def _seeds_set(state: TournamentState, event: entering.SeedsSet) -> None:
    state.order = event.order


def _stage(**changes: Callable[[Any], Any]) -> Callable[[TournamentState, Any], None]:
    """Return a fold that sets members of the stage an event names."""

    def apply(state: TournamentState, event: Any) -> None:
        stage = state.stages[event.stage]
        state.stages[event.stage] = replace(stage, **{name: made(event) for name, made in changes.items()})

    return apply


def _begun(state: TournamentState, event: staging.StageBegun) -> None:
    stage = state.stages[event.stage]
    state.stages[event.stage] = replace(
        stage, status="running", groups=event.groups, method=event.method, began_at=state.at
    )
    state.status = "playing"


def _drawn(state: TournamentState, event: staging.BracketDrawn) -> None:
    state.last_match = max(state.last_match, event.first + len(event.slots) - 1)
    for place, slot in enumerate(event.slots):
        number = event.first + place
        state.matches[number] = MatchState(number, event.stage, event.group, slot.round, (OPEN, OPEN), slot)
    stage = state.stages[event.stage]
    rounds = {one.number: one for one in stage.rounds if one.group == event.group}
    for place, slot in enumerate(event.slots):
        known = rounds.get(slot.round, RoundState(slot.round, event.group, ()))
        rounds[slot.round] = replace(known, matches=(*known.matches, event.first + place))
    others = tuple(one for one in stage.rounds if one.group != event.group)
    state.stages[event.stage] = replace(stage, rounds=(*others, *(rounds[number] for number in sorted(rounds))))
    for place, slot in enumerate(event.slots):
        for source in {slot.home, slot.away}:
            if source[0] != "s":
                feeding = event.first + place - slot.number + int(source[1:])
                state.followers[feeding] = (*state.followers.get(feeding, ()), event.first + place)
    settle(state, range(event.first, event.first + len(event.slots)))


def _paired(state: TournamentState, event: staging.RoundPaired) -> None:
    _place_pairings(state, event)
    stage = state.stages[event.stage]
    paired = RoundState(
        event.round,
        event.group,
        tuple(pairing.match for pairing in event.pairings),
        basis=event.basis,
        cost=event.cost,
    )
    state.stages[event.stage] = replace(stage, rounds=(*stage.rounds, paired))


def _edited(state: TournamentState, event: staging.PairingsEdited) -> None:
    before = state.stages[event.stage].round_of(event.round, event.group)
    assert before is not None
    engine = before.engine or tuple(state.matches[match].sides for match in before.matches)
    for match in before.matches:
        del state.matches[match]
    _place_pairings(state, event)
    matches = tuple(pairing.match for pairing in event.pairings)
    # Without a cost and without a fault there is nothing to compare with, nor will there be for the next edit.
    cost = before.cost if event.cost or event.broken else ()
    _round(
        state, event, matches=matches, cost=cost, edited_cost=event.cost, broken=event.broken, engine=engine
    )  # fmt: skip


def _place_pairings(state: TournamentState, event: staging.RoundPaired | staging.PairingsEdited) -> None:
    for pairing in event.pairings:
        state.last_match = max(state.last_match, pairing.match)
        state.matches[pairing.match] = MatchState(
            pairing.match, event.stage, event.group, event.round, pairing.sides, filled_at=state.at
        )


def _unpaired(state: TournamentState, event: staging.RoundUnpaired) -> None:
    stage = state.stages[event.stage]
    gone = [one for one in stage.rounds if one.number == event.round]
    for match in (match for one in gone for match in one.matches):
        del state.matches[match]
    state.stages[event.stage] = replace(stage, rounds=tuple(one for one in stage.rounds if one.number != event.round))


def _round(state: TournamentState, event: Any, **changes: Any) -> None:
    stage = state.stages[event.stage]
    group = getattr(event, "group", None)
    state.stages[event.stage] = replace(
        stage,
        rounds=tuple(
            replace(one, **changes) if one.number == event.round and group in (None, one.group) else one
            for one in stage.rounds
        ),
    )


def _stage_closed(state: TournamentState, event: staging.StageClosed) -> None:
    state.stages[event.stage] = replace(state.stages[event.stage], status="closed", places=event.places)


def _listed(name: str, made: Callable[[Any], Any]) -> Callable[[TournamentState, Any], None]:
    """Return a fold that adds to a list of the stage an event names."""

    def apply(state: TournamentState, event: Any) -> None:
        stage = state.stages[event.stage]
        state.stages[event.stage] = replace(stage, **{name: (*getattr(stage, name), made(event))})

    return apply


def _declined(state: TournamentState, event: staging.QualificationDeclined) -> None:
    stage = state.stages[event.stage]
    wild = tuple(entrant for entrant in stage.wild if entrant != event.entrant)
    state.stages[event.stage] = replace(stage, declined=(*stage.declined, event.entrant), wild=wild)


def _match(**changes: Callable[[Any], Any]) -> Callable[[TournamentState, Any], None]:
    """Return a fold that sets members of the match an event names."""

    def apply(state: TournamentState, event: Any) -> None:
        match = state.matches[event.match]
        _put(state, replace(match, **{name: made(event) for name, made in changes.items()}))

    return apply


def _placed(state: TournamentState, event: playing.MatchPlaced) -> None:
    match = state.matches[event.match]
    proposed = match.proposed if match.at == event.at else None
    further = match.further if (match.table, match.room) == (event.table, event.room) else ()
    placed = replace(match, table=event.table, room=event.room, further=further, at=event.at, proposed=proposed)
    _put(state, placed)


def _proposed(state: TournamentState, event: playing.TimeProposed) -> None:
    match = state.matches[event.match]
    state.matches[event.match] = replace(match, proposed=TimeProposal(event.entrant, event.at))


def _line_up(state: TournamentState, event: playing.LineUpNamed) -> None:
    match = state.matches[event.match]
    others = tuple(named for named in match.line_ups if named[0] != event.entrant)
    state.matches[event.match] = replace(match, line_ups=(*others, (event.entrant, event.players)))


def _called(state: TournamentState, event: playing.MatchCalled) -> None:
    match = state.matches[event.match]
    # In several rooms the games that run beside it have their own players.
    beside = [game.seated for game in match.running_games if game.number != event.game]
    rooms = [seated for seated in (*beside, event.line_ups) if seated]
    everybody = tuple(tuple(dict.fromkeys(chain.from_iterable(side))) for side in zip(*rooms, strict=False))
    game = replace(match.game(event.game), stream=event.stream, seated=event.line_ups, called_at=state.at)
    _put(state, replace(match, seated=everybody or match.seated).with_game(game))


def _reported(state: TournamentState, event: playing.MatchReported) -> None:
    match = state.matches[event.match]
    known = match.game(event.game)
    confirmed = event.by != "side"
    game = replace(
        known, report=event.report, by=event.by, version=event.version, side=event.side, confirmed=confirmed,
        reported_at=known.reported_at or state.at,
    )  # fmt: skip
    _put(state, match.with_game(game))


def _confirmed(state: TournamentState, event: playing.MatchConfirmed) -> None:
    match = state.matches[event.match]
    for number in event.games:
        match = match.with_game(replace(match.game(number), confirmed=True))
    _put(state, match)


def _extended(state: TournamentState, event: playing.MatchExtended) -> None:
    match = state.matches[event.match]
    _put(state, match.with_game(GameState(len(match.games) + 1, hands=event.hands)))


def _match_reopened(state: TournamentState, event: playing.MatchReopened) -> None:
    match = state.matches[event.match]
    games = () if event.replay else match.games
    seated, substitutes = (match.seated, match.substitutes) if games else ((), ())
    replays = match.replays + event.replay
    match = replace(match, decision=None, games=games, seated=seated, substitutes=substitutes, replays=replays)
    _put(state, match)


def _corrected(state: TournamentState, event: playing.MatchCorrected) -> None:
    match = state.matches[event.match]
    _put(state, match.with_game(corrected(match.game(event.game), event)))


def _time_called(state: TournamentState, event: playing.TimeCalled) -> None:
    match = state.matches[event.match]
    state.matches[event.match] = match.with_game(replace(match.game(event.game), time_called=True))


def _substituted(state: TournamentState, event: playing.SubstitutePlayed) -> None:
    match = state.matches[event.match]
    games = tuple(
        replace(game, seated=_substituted_in(game.seated, event)) if game.report is None else game
        for game in match.games
    )
    seated = _substituted_in(match.seated, event)
    substitutes = (*match.substitutes, (event.replaced, event.player))
    state.matches[event.match] = replace(match, games=games, seated=seated, substitutes=substitutes)


def _substituted_in(
    seated: tuple[tuple[str, ...], ...], event: playing.SubstitutePlayed
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(event.player if player == event.replaced else player for player in players) for players in seated
    )


def _settle_of(state: TournamentState, entrant: int) -> None:
    """Let the opponents of an entrant that leaves or returns go on in their brackets, or not."""
    for match in list(state.matches.values()):
        if match.slot is not None and entrant in match.entrants:
            settle(state, followers(state, match.number))
        elif entrant in match.entrants and state.stages[match.stage].plan.type == LADDER:
            note_result(state, match)


_APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    opening.DeedUndone: _undone,
    opening.TournamentChanged: _changed,
    opening.StagePlanned: _planned,
    opening.StageDropped: _dropped,
    opening.StaffNamed: _named,
    opening.StaffReleased: _released,
    opening.EntriesOpened: _status("open"),
    opening.EntriesClosed: _status("closed_entries"),
    opening.TournamentClosed: _closed,
    opening.TournamentReopened: _reopened,
    opening.TournamentAbandoned: _status("abandoned"),
    entering.EntrantEntered: _entered,
    entering.EntrantMovedUp: _entrant(waiting=lambda event: False),
    entering.EntrantWithdrew: _entrant(withdrawn=lambda event: True),
    entering.SquadChanged: _entrant(squad=lambda event: event.squad),
    entering.FeeNoted: _entrant(fee_paid=lambda event: event.paid),
    entering.EntrantCheckedIn: _entrant(present=lambda event: event.present),
    entering.ByeWished: _bye_wished,
    entering.EntrantLeft: _left,
    entering.EntrantDisqualified: _left,
    entering.EntrantReturned: _returned,
    entering.EntrantJoined: _joined,
    entering.MeetingForbidden: _forbidden,
    entering.MeetingAllowed: _allowed,
    entering.SeedsSet: _seeds_set,
    staging.StageBegun: _begun,
    staging.BracketDrawn: _drawn,
    staging.RoundPaired: _paired,
    staging.PairingsEdited: _edited,
    staging.RoundUnpaired: _unpaired,
    staging.RoundReleased: lambda state, event: _round(state, event, released=True),
    staging.RoundCalled: lambda state, event: _round(state, event, released=True, called=True, called_at=state.at),
    staging.StageClosed: _stage_closed,
    staging.StageReopened: _stage(status=lambda event: "running", places=lambda event: ()),
    staging.QualificationDeclined: _declined,
    staging.WildCardGiven: _listed("wild", lambda event: event.entrant),
    staging.PointsAdjusted: _listed("adjustments", lambda event: (event.entrant, event.points)),
    staging.TieDecided: _listed("ties", lambda event: event.order),
    playing.MatchPlaced: _placed,
    playing.TimeProposed: _proposed,
    playing.LineUpNamed: _line_up,
    playing.MatchCalled: _called,
    playing.MatchReported: _reported,
    playing.MatchConfirmed: _confirmed,
    playing.MatchDecided: _match(decision=lambda event: event),
    playing.MatchExtended: _extended,
    playing.MatchReopened: _match_reopened,
    playing.MatchCorrected: _corrected,
    playing.FollowUpChosen: _match(follow_up=lambda event: event.choice),
    playing.TimeCalled: _time_called,
    playing.SubstitutePlayed: _substituted,
    **CHALLENGES,
    **AGENTS,
    **LOTS,
    **places.APPLY,
    **EMBARGOES,
    **PENALTIES,
    **DISPUTES,
}
"""How each event changes the tournament; the first event opens it. Of `DeedUndone` only what outlives the deed."""

_ASIDE: Final = frozenset(
    {
        opening.StaffNamed,
        opening.StaffReleased,
        opening.EmbargoSet,
        opening.ResultsReleased,
        entering.SquadChanged,
        entering.FeeNoted,
        entering.LotNumberPromised,
        entering.LotClosed,
        entering.LotNumberOpened,
        playing.MatchPlaced,
        playing.TimeProposed,
        playing.LineUpNamed,
        playing.MatchCalled,
        playing.TimeCalled,
        playing.SubstitutePlayed,
        *places.ASIDE,
        *OF_DISPUTES,
    }
)
"""The events that no pairing and no standings depend on."""
