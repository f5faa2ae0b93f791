"""Undoing a deed: the fold leaves its events out. Only a deed on which nothing stands can be undone.

Each event makes some things and needs others, named by keys such as ("result", 12). What stands on a deed are the later
events that need a thing that it made.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from tournaments.events import cases, entering, ladder, opening, penalties, playing, scheduling, staging
from tournaments.formats.points_race import SIDES
from tournaments.state.brackets import all_after
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import MatchState, TournamentState

Key: TypeAlias = tuple[str | int, ...]
_Keys: TypeAlias = Callable[[Any], Iterable[Key]]


_FINAL: Final = (
    entering.LotPromised,
    entering.LotNumberPromised,
    entering.LotClosed,
    entering.LotNumberOpened,
    entering.LotDrawn,
    entering.LotDropped,
)
"""The steps of a lot are never undone: a number that could be taken back after the draw would choose the order."""


def live(stored: Iterable[Any]) -> list[Any]:
    """Return the events of a stream that count: all but those that a later one undid; a step of a lot always counts."""
    events = list(stored)
    gone = {
        version
        for one in events
        if isinstance(one.event, opening.DeedUndone)
        for version in range(one.event.first, one.event.last + 1)
    }
    return [one for one in events if one.version not in gone or isinstance(one.event, _FINAL)]


def deed_of(stored: Sequence[Any], version: int) -> tuple[Any, ...]:
    """Return the events of the command to which an event belongs; empty where there is no such event."""
    command = next((one.command for one in stored if one.version == version), None)
    return () if command is None else tuple(one for one in stored if one.command == command)


def undone(state: TournamentState, deed: Sequence[Any]) -> opening.DeedUndone:
    """Return the event by which a deed is undone.

    Args:
        state: The tournament with the deed.
        deed: The events of the command (`deed_of`).
    """
    return opening.DeedUndone(deed[0].version, deed[-1].version, state.last_match)


def standing_on(state: TournamentState, stored: Sequence[Any], deed: Sequence[Any]) -> tuple[Any, ...]:
    """Return the later events that stand on a deed; it can be undone only if there are none.

    The steps of a lot stand for themselves: they are returned, so that they are never undone.

    Args:
        state: The tournament after all of them.
        stored: The events that count (`live`), in order.
        deed: The events of the command (`deed_of`).
    """
    if final := tuple(one for one in deed if isinstance(one.event, _FINAL)):
        return final
    made = {key for one in deed for key in _MAKES.get(type(one.event), _nothing)(one.event)}
    changed = [state.matches[int(key[1])] for key in made if key[0] == "result" and key[1] in state.matches]
    made.update(("results", match.stage) for match in changed)
    for one in deed:
        if isinstance(one.event, entering.EntrantLeft | entering.EntrantDisqualified):
            made.update(("result", match.number) for match in _in_bracket(state, one.event))
        if isinstance(one.event, entering.EntrantWithdrew):
            gone = state.entrants[one.event.entrant]
            made.update(("player", name) for name in (*gone.squad, *([gone.team] if gone.team else ())))
            made.update([("agents",)] if gone.free else [])
    # A match of a bracket stands on all matches that its entrants come from, near and far.
    made |= {("sides", match) for match in all_after(state, [int(key[1]) for key in made if key[0] == "result"])}

    def needs(event: Any) -> set[Key]:
        keys = set(_NEEDS.get(type(event), _nothing)(event))
        if isinstance(event, staging.StageBegun | staging.QualificationDeclined) and event.stage in state.stages:
            keys.update(("places", source.stage) for source in state.stages[event.stage].plan.source)
        if not isinstance(event, AT_ANY_TIME):
            keys.add(_GOES_ON)
        # A call stands on reports of the rooms beside it: they are why it begins no game there.
        if isinstance(event, playing.MatchReported):
            keys.difference_update(_beside(state, event))
        if isinstance(event, opening.StagePlanned) and event.plan.most_rooms > 1:
            keys.add(("settings",))
        if isinstance(event, staging.StageBegun) and state.stages[event.stage].plan.most_rooms > 1:
            keys.update(("squad", entrant) for group in event.groups for entrant in group)
        if isinstance(event, entering.EntrantJoined) and state.stages[event.stage].plan.most_rooms > 1:
            keys.add(("squad", event.entrant))
        if isinstance(event, _PLAYED):
            keys |= {("sides", event.match), ("corrected", event.match)}
        if isinstance(event, _CORRECTING):
            # Another entrant could only go on as the matches after it had not begun, or not any more.
            keys |= {("reopened", later) for later in all_after(state, (event.match,))}
        if isinstance(event, (*_OF_PLAYERS, entering.TeamsMade, staging.StageBegun)):
            keys.add(("settings",))
        if isinstance(event, ladder.ChallengeMade):
            keys.update(_ended_before(state, event))
        if isinstance(event, _OF_PLAYERS):
            # A player, or a team, that an earlier entry or squad has let go.
            squad = (event.player,) if isinstance(event, entering.FreeAgentEntered) else event.squad
            keys |= {("freed",), *(("player", player) for player in squad)}
            keys.add(("player", str(getattr(event, "team", None))))
        if isinstance(event, scheduling.MatchesPlaced):
            keys.update(_needs_rounds(state, event))
        if isinstance(event, playing.MatchPlaced) and event.table:
            keys.update(_needs_table(state, event.match))
        if (match := state.matches.get(getattr(event, "match", 0))) is not None:
            keys.add(("stage-goes-on", match.stage))
            if isinstance(event, (*_PLAYED, playing.LineUpNamed, playing.TimeProposed)):
                keys.add(("released", match.stage, match.round))
            if isinstance(event, playing.MatchCalled | playing.TimeProposed):
                keys.add(("called", match.stage, match.round))
        elif (stage := getattr(event, "stage", None)) is not None:
            keys.add(("stage-goes-on", stage))
        return keys

    return tuple(one for one in stored if one.version > deed[-1].version and not made.isdisjoint(needs(one.event)))


def _in_bracket(state: TournamentState, event: entering.EntrantLeft | entering.EntrantDisqualified) -> list[MatchState]:
    """Return the matches of a bracket that may be decided because an entrant does not play."""
    return [
        match for match in state.matches_of(event.stage) if match.slot is not None and event.entrant in match.entrants
    ]


def _ended_before(state: TournamentState, event: ladder.ChallengeMade) -> Iterator[Key]:
    """Yield what ended the earlier challenges of the two entrants of a challenge: no entrant has two at a time."""
    stage = state.stages.get(event.stage)
    for one in stage.challenges if stage is not None else ():
        if one.number >= event.challenge or {event.challenger, event.challenged}.isdisjoint(one.entrants):
            continue
        yield "answer", event.stage, one.number
        if one.match is not None:
            yield "result", one.match
        if one.match is not None or one.status == "open":
            yield from (("away", entrant) for entrant in one.entrants)


def _needs_rounds(state: TournamentState, event: scheduling.MatchesPlaced) -> Iterator[Key]:
    """Yield what the tables of matches stand on beside the matches: their stages, and that their rounds are public."""
    for match in (state.matches[one.match] for one in event.placings if one.match in state.matches):
        yield "stage-goes-on", match.stage
        yield "released", match.stage, match.round
        yield from _needs_table(state, match.number)


def _needs_table(state: TournamentState, number: int) -> Iterator[Key]:
    """Yield what the table of a match stands on: the venue, its table before, and the fixed seats of its entrants."""
    yield ("venue",)
    yield "placed", number
    match = state.matches.get(number)
    yield from (("seat", entrant) for entrant in (match.entrants if match is not None else ()))


_GOES_ON: Final[Key] = ("goes-on",)
"""What the reopening of a tournament makes."""


def _nothing(event: Any) -> tuple[Key, ...]:
    return ()


def _list(event: Any) -> tuple[Key, ...]:
    return (("list",),)


def _field(event: Any) -> tuple[Key, ...]:
    return (("field", event.stage),)


def _meetings(event: Any) -> tuple[Key, ...]:
    return (("meetings",),)


def _results(event: Any) -> tuple[Key, ...]:
    return (("results", event.stage),)


def _leaving(event: Any) -> tuple[Key, ...]:
    return ("list",), ("field", event.stage), ("results", event.stage), ("away", event.entrant)


def _result(event: Any) -> tuple[Key, ...]:
    return (("result", event.match),)


def _matches(event: Any) -> list[Key]:
    return [("match", pairing.match) for pairing in event.pairings]


def _needs_match(event: Any) -> tuple[Key, ...]:
    return (("match", event.match),)


def _needs_place_of_match(event: playing.MatchPlaced) -> tuple[Key, ...]:
    """Return what the place of a match stands on: the match, and the proposal of its time where there was one."""
    return ("match", event.match), ("time", event.match, event.at or 0)


def _needs_proposal(event: playing.TimeProposed) -> tuple[Key, ...]:
    return ("match", event.match), ("entrant", event.entrant)


def _needs_result(event: Any) -> tuple[Key, ...]:
    return ("match", event.match), ("result", event.match)


def _needs_line_up(event: playing.LineUpNamed | playing.SubstitutePlayed) -> tuple[Key, ...]:
    return ("match", event.match), ("squad", event.entrant), ("entrant", event.entrant)


def _beside(state: TournamentState, event: playing.MatchReported) -> list[Key]:
    """Return the games that are played in the other rooms at the same time: no report of one stands on another."""
    match = state.matches.get(event.match)
    if match is None:
        return []
    plan = match_plan(state, match)
    last = plan.last_beside(event.game)
    return [("game", event.match, game) for game in range(last - plan.rooms + 1, last + 1) if game != event.game]


def _needs_game(event: playing.MatchCalled | playing.MatchReported) -> list[Key]:
    """Return what a game stands on: that its match is open, on the games before it, and that it goes on with one."""
    before: list[Key] = [("game", event.match, game) for game in range(1, event.game)]
    return [("match", event.match), ("reopened", event.match), ("extended", event.match), *before]


def _needs_report(event: playing.MatchReported) -> list[Key]:
    called: list[Key] = [("called-game", event.match)] if event.version else []
    return [*_needs_game(event), *called]


def _needs_entrant(event: Any) -> tuple[Key, ...]:
    return (("entrant", event.entrant),)


def _needs_place(event: Any) -> tuple[Key, ...]:
    return ("stage", event.stage), *_place(event.stage, event.entrant)


def _needs_offender(event: penalties.PenaltyGiven) -> tuple[Key, ...]:
    """Return what a penalty stands on: the entry, its match, and with points the place in the stage."""
    match: tuple[Key, ...] = () if event.match is None else (("match", event.match),)
    return (*(_needs_place(event) if event.points else _needs_entrant(event)), *match)


def _place(stage: int, entrant: int) -> tuple[Key, ...]:
    """Return what makes an entrant one of those that play in a stage: its entry, early or late, its absences."""
    return ("entrant", entrant), ("away", entrant), ("joined", stage, entrant)


def _needs_entrants(event: entering.MeetingForbidden | entering.MeetingAllowed) -> list[Key]:
    return [("entrant", entrant) for entrant in event.entrants]


def _needs_plan(event: Any) -> tuple[Key, ...]:
    return ("plan", event.stage), ("entrant", event.entrant)


def _stages_of(event: opening.StagePlanned) -> list[int]:
    return [event.stage, *(source.stage for source in event.plan.source)]


def _needs_pairing(event: staging.RoundPaired) -> list[Key]:
    """Return what a pairing stands on: its stage and the round before; with a cost also the field and all results.

    A round of three sides stands on the field and on the meetings of the rounds before, on no result.
    """
    needs: list[Key] = [("stage", event.stage), ("unpaired", event.stage), ("round", event.stage, event.round - 1)]
    if event.cost or any(len(pairing.sides) == SIDES for pairing in event.pairings):
        needs.append(("field", event.stage))
    return [*needs, ("results", event.stage), ("meetings",)] if event.cost else needs


def _makes_answer(event: ladder.ChallengeRefused | ladder.ChallengeExpired) -> tuple[Key, ...]:
    """Return what an answer without a match makes: the end of the challenge, and a result if it counts as lost."""
    return *_ends_challenge(event), *(_results(event) if event.lost else ())


def _ends_challenge(event: Any) -> tuple[Key, ...]:
    return (("answer", event.stage, event.challenge),)


def _needs_challenge(event: Any) -> tuple[Key, ...]:
    return (("challenge", event.stage, event.challenge),)


def _needs_stages_closed(event: entering.EntrantLeft | entering.EntrantDisqualified) -> list[Key]:
    """Return what a leave stands on: an entrant leaves all stages that are not closed."""
    return [*_needs_place(event), ("closed",)]


_PLAYED: Final = (playing.MatchCalled, playing.MatchReported, playing.MatchDecided)
"""The events by which a match is played by the entrants that stand in it."""
_CORRECTING: Final = (playing.MatchCorrected, cases.MatchWeighed, cases.RulingTakenBack)
"""The events by which another entrant may go on."""
_OF_PLAYERS: Final = (entering.EntrantEntered, entering.FreeAgentEntered, entering.SquadChanged)
"""The events that bind players to an entrant."""
AT_ANY_TIME: Final = (
    opening.StaffNamed,
    opening.StaffReleased,
    opening.EmbargoSet,
    opening.ResultsReleased,
    entering.FeeNoted,
    opening.DeedUndone,
    cases.MatchDisputed,
    cases.DisputeClosed,
)
"""The events that a tournament takes also when it is over."""

_MAKES: Final[dict[type[Any], _Keys]] = {
    opening.TournamentChanged: lambda event: [("settings",)],
    opening.StagePlanned: lambda event: [("plan", event.stage)],
    opening.TournamentClosed: lambda event: [("over",)],
    opening.TournamentAbandoned: lambda event: [("over",)],
    opening.TournamentReopened: lambda event: [_GOES_ON],
    opening.EmbargoSet: lambda event: [("embargo",)],
    entering.EntrantEntered: lambda event: [("entrant", event.entrant), ("list",)],
    entering.FreeAgentEntered: lambda event: [("entrant", event.entrant)],
    entering.TeamsMade: lambda event: [
        ("list",),
        *(("entrant", event.first + place) for place in range(len(event.teams))),
    ],
    entering.EntrantsHeldOut: lambda event: [("list",), *(("held-out", entrant) for entrant in event.entrants)],
    entering.EntrantReadmitted: lambda event: [("list",), ("readmitted", event.entrant)],
    entering.EntrantMovedUp: _list,
    entering.EntrantWithdrew: _list,
    entering.SquadChanged: lambda event: [("squad", event.entrant), ("freed",)],
    entering.EntrantCheckedIn: _list,
    entering.ByeWished: _field,
    entering.MeetingForbidden: _meetings,
    entering.MeetingAllowed: _meetings,
    entering.SeedsSet: _list,
    entering.EntrantJoined: lambda event: [
        *_field(event),
        *_results(event),
        ("joined", event.stage, event.entrant),
    ],
    entering.EntrantLeft: _leaving,
    entering.EntrantReturned: _leaving,
    entering.EntrantDisqualified: _leaving,
    opening.StageDropped: lambda event: [("dropped",)],
    staging.StageBegun: lambda event: [("stage", event.stage)],
    staging.BracketDrawn: lambda event: [
        ("rounds", event.stage),
        *(("round", event.stage, slot.round) for slot in event.slots),
        *(("match", event.first + place) for place in range(len(event.slots))),
    ],
    staging.RoundPaired: lambda event: [
        ("rounds", event.stage),
        ("round", event.stage, event.round),
        *_matches(event),
    ],
    staging.PairingsEdited: lambda event: [("round", event.stage, event.round), *_matches(event)],
    staging.RoundUnpaired: lambda event: [("unpaired", event.stage)],
    staging.RoundReleased: lambda event: [("released", event.stage, event.round)],
    staging.RoundCalled: lambda event: [("called", event.stage, event.round)],
    staging.StageClosed: lambda event: [("closed",), ("places", event.stage)],
    staging.StageReopened: lambda event: [("stage-goes-on", event.stage)],
    staging.QualificationDeclined: lambda event: [("qualified", event.stage)],
    staging.WildCardGiven: lambda event: [("qualified", event.stage), ("wild", event.stage, event.entrant)],
    staging.PointsAdjusted: _results,
    staging.TieDecided: _results,
    scheduling.VenueSet: lambda event: [("venue",)],
    scheduling.SeatFixed: lambda event: [("seats",), ("seat", event.entrant)],
    scheduling.MatchesPlaced: lambda event: [("placed", placing.match) for placing in event.placings],
    playing.MatchPlaced: lambda event: [("placed", event.match)],
    scheduling.ScheduleSet: lambda event: [("schedule",)],
    penalties.PenaltyGiven: lambda event: [("results", event.stage)] if event.points else [],
    playing.TimeProposed: lambda event: [("time", event.match, event.at)],
    playing.MatchCalled: lambda event: [("called-game", event.match), ("game", event.match, event.game)],
    playing.MatchReported: lambda event: [*_result(event), ("game", event.match, event.game)],
    playing.MatchConfirmed: _result,
    playing.MatchDecided: _result,
    playing.MatchExtended: lambda event: [*_result(event), ("extended", event.match)],
    playing.MatchReopened: lambda event: [*_result(event), ("reopened", event.match)],
    playing.MatchCorrected: lambda event: [*_result(event), ("corrected", event.match)],
    cases.MatchWeighed: lambda event: [*_result(event), ("corrected", event.match)],
    cases.MatchSetAside: lambda event: [*_result(event), ("reopened", event.match)],
    cases.RulingTakenBack: lambda event: [*_result(event), ("corrected", event.match)],
    ladder.ChallengeMade: lambda event: [("challenge", event.stage, event.challenge)],
    ladder.ChallengeAccepted: lambda event: [("match", event.match)],
    ladder.ChallengeRefused: _makes_answer,
    ladder.ChallengeExpired: _makes_answer,
    ladder.ChallengeWithdrawn: _ends_challenge,
    ladder.EntrantMovedDown: _results,
}

_NEEDS: Final[dict[type[Any], _Keys]] = {
    opening.TournamentClosed: lambda event: [("closed",), ("dropped",)],
    opening.TournamentReopened: lambda event: [("over",)],
    opening.EmbargoSet: lambda event: [("embargo",)],
    opening.ResultsReleased: lambda event: [("embargo",)],
    opening.StagePlanned: lambda event: [("plan", stage) for stage in _stages_of(event)],
    opening.StageDropped: lambda event: [("plan", event.stage), ("dropped",)],
    entering.TeamsMade: lambda event: [
        ("agents",),
        *(("entrant", agent) for agents in event.teams for agent in agents),
    ],
    entering.EntrantsHeldOut: lambda event: [
        ("list",),
        ("settings",),
        *(("entrant", entrant) for entrant in (*event.entrants, *event.moved_up)),
    ],
    entering.EntrantReadmitted: lambda event: [("entrant", event.entrant), ("held-out", event.entrant)],
    entering.EntrantMovedUp: lambda event: [("entrant", event.entrant), ("readmitted", event.entrant)],
    entering.EntrantWithdrew: lambda event: [("entrant", event.entrant), ("held-out", event.entrant)],
    entering.SquadChanged: _needs_entrant,
    entering.FeeNoted: _needs_entrant,
    entering.EntrantCheckedIn: lambda event: [("entrant", event.entrant), ("readmitted", event.entrant)],
    entering.ByeWished: lambda event: [("entrant", event.entrant), ("plan", event.stage)],
    entering.EntrantJoined: _needs_place,
    entering.EntrantLeft: _needs_stages_closed,
    entering.EntrantReturned: _needs_place,
    entering.EntrantDisqualified: _needs_stages_closed,
    entering.MeetingForbidden: _needs_entrants,
    entering.MeetingAllowed: _needs_entrants,
    entering.SeedsSet: lambda event: [("entrant", entrant) for entrant in event.order],
    entering.LotPromised: lambda event: [("entrant", entrant) for entrant in event.entrants],
    staging.StageBegun: lambda event: [("plan", event.stage), ("list",), ("qualified", event.stage)],
    staging.BracketDrawn: lambda event: [("stage", event.stage)],
    staging.RoundPaired: _needs_pairing,
    staging.PairingsEdited: lambda event: [("round", event.stage, event.round)],
    staging.RoundUnpaired: lambda event: [("round", event.stage, event.round)],
    staging.RoundReleased: lambda event: [("round", event.stage, event.round)],
    staging.RoundCalled: lambda event: [("round", event.stage, event.round), ("released", event.stage, event.round)],
    staging.StageClosed: lambda event: [("stage", event.stage), ("rounds", event.stage), ("results", event.stage)],
    staging.StageReopened: lambda event: [("places", event.stage)],
    staging.QualificationDeclined: lambda event: [*_needs_plan(event), ("wild", event.stage, event.entrant)],
    staging.WildCardGiven: _needs_plan,
    staging.PointsAdjusted: _needs_place,
    penalties.PenaltyGiven: _needs_offender,
    staging.TieDecided: lambda event: [("stage", event.stage), ("results", event.stage)],
    scheduling.VenueSet: lambda event: [("seats",)],
    scheduling.SeatFixed: lambda event: [("venue",), ("entrant", event.entrant)],
    scheduling.ScheduleSet: lambda event: [("plan", one.stage) for one in event.rounds],
    scheduling.DelaySet: lambda event: [("schedule",)],
    scheduling.MatchesPlaced: lambda event: [("match", placing.match) for placing in event.placings],
    playing.MatchPlaced: _needs_place_of_match,
    playing.TimeProposed: _needs_proposal,
    playing.LineUpNamed: _needs_line_up,
    playing.MatchCalled: _needs_game,
    playing.MatchReported: _needs_report,
    playing.MatchConfirmed: _needs_result,
    playing.MatchDecided: _needs_match,
    playing.MatchExtended: _needs_result,
    playing.MatchReopened: lambda event: [*_needs_result(event), ("called-game", event.match)],
    playing.MatchCorrected: _needs_result,
    playing.FollowUpChosen: _needs_match,
    cases.MatchDisputed: lambda event: [*_needs_match(event), ("called-game", event.match)],
    cases.DisputeClosed: _needs_match,
    cases.MatchWeighed: _needs_result,
    cases.MatchSetAside: lambda event: [*_needs_result(event), ("called-game", event.match)],
    cases.RulingTakenBack: _needs_result,
    playing.TimeCalled: lambda event: [("called-game", event.match), *_needs_match(event)],
    playing.SubstitutePlayed: lambda event: [("called-game", event.match), *_needs_line_up(event)],
    ladder.ChallengeMade: lambda event: [
        ("stage", event.stage),
        *_place(event.stage, event.challenger),
        *_place(event.stage, event.challenged),
    ],
    ladder.ChallengeAccepted: _needs_challenge,
    ladder.ChallengeRefused: _needs_challenge,
    ladder.ChallengeExpired: _needs_challenge,
    ladder.ChallengeWithdrawn: _needs_challenge,
    ladder.EntrantMovedDown: _needs_place,
}
