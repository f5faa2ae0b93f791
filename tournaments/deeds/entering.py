"""Deeds about entrants."""

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.phrases import phrase
from tournaments.deeds.base import (
    EVERYBODY,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_captain,
    check_no_free_agent,
    entrant_of,
    stage_with,
)
from tournaments.deeds.seating import check_players
from tournaments.events import entering as events
from tournaments.events.entering import Leaving
from tournaments.stages.stage import BRACKETS, LADDER, POINTS_RACE, SWISS
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import EntrantState, StageState, TournamentState

MAX_ENTRANTS = 1_024
"""As many as one event of the log takes the pairings of."""
MAX_SQUAD = 12
_ONE_BY_ONE = (SWISS, LADDER, POINTS_RACE)
"""The formats whose next round depends on the entrants that there are by then."""


class Enter(Deed, frozen=True):
    """Enter a team, a pair or a player. The first of the squad is the captain."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    squad: tuple[str, ...]
    team: str | None = None
    club: str | None = None


class Withdraw(Deed, frozen=True):
    """Take an entry back before the first stage begins."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    entrant: int


class ChangeSquad(Deed, frozen=True):
    """Change the players of an entrant."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    entrant: int
    squad: tuple[str, ...]


class NoteFee(Deed, frozen=True):
    """Note whether an entry's fee is paid."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int
    paid: bool


class CheckIn(Deed, frozen=True):
    """Note that an entrant is present, or not."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    entrant: int
    present: bool = True


class WishBye(Deed, frozen=True):
    """Ask for a bye in a round that is not paired yet, or take the wish back."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    entrant: int
    stage: int
    round: int
    wished: bool = True


class Leave(Deed, frozen=True):
    """Let an entrant play no further rounds of the stages it plays in."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int
    matches: Leaving = "keep"


class Return(Deed, frozen=True):
    """Let an entrant that had left play again from the next round on."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int


class Disqualify(Deed, frozen=True):
    """Take an entrant out of the tournament."""

    entrant: int
    matches: Leaving = "keep"
    reason: str = ""


class Join(Deed, frozen=True):
    """Let an entrant that came late play in a running stage from its next round on."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int
    stage: int
    group: int = 0


class ForbidMeeting(Deed, frozen=True):
    """Keep two entrants from meeting as long as it can be avoided."""

    entrants: tuple[int, int]


class AllowMeeting(Deed, frozen=True):
    """Let two entrants meet again."""

    entrants: tuple[int, int]


class SetSeeds(Deed, frozen=True):
    """Set the seeding order of all entrants, the first seed first."""

    order: tuple[int, ...]


class GiveSeed(Deed, frozen=True):
    """Give an entrant a seed, from 1; those between move up or down."""

    entrant: int
    seed: int


def enter(state: TournamentState, deed: Enter, doer: Doer) -> list[Any]:
    """Decide an entry.

    Free agents of the squad are free agents no more.

    Refused: `entries-closed`, `entries-by-director`, `not-in-squad`, `squad-size`, `player-twice`, `player-entered`,
    `team-entered`, `full`.
    """
    check_takes_entries(state, doer)
    if not doer.is_one_of(STAFF) and doer.player not in deed.squad:
        raise Refused("not-in-squad", phrase("Enter a squad that you belong to."), "squad")
    _check_squad(state, deed.squad, None)
    present = [entrant for entrant in state.entrants.values() if not entrant.is_gone]
    if deed.team is not None and any(entrant.team == deed.team for entrant in present):
        raise Refused("team-entered", phrase("This team is already entered."), "team")
    check_room(state)
    waiting = places_left(state) == 0
    entered = events.EntrantEntered(next_number(state), deed.squad, deed.team, deed.club, waiting)
    return [*_taken_in(state, deed.squad), entered]


def check_takes_entries(state: TournamentState, doer: Doer) -> None:
    """Refuse an entry that has to come from a director.

    Raises:
        Refused: `entries-closed`, `entries-by-director`.
    """
    if doer.is_one_of(STAFF):
        return
    if state.status != "open":
        raise Refused("entries-closed", phrase("Entries are closed; a director can enter you."))
    if state.settings.open_to == "director":
        raise Refused("entries-by-director", phrase("Only the directors enter players."))


def check_room(state: TournamentState) -> None:
    """Refuse one entrant more than a tournament can have.

    Raises:
        Refused: `full`.
    """
    if sum(not entrant.is_gone for entrant in state.entrants.values()) >= MAX_ENTRANTS:
        raise Refused("full", phrase("A tournament has {most} entrants at most."), most=MAX_ENTRANTS)


def next_number(state: TournamentState) -> int:
    """Return the number of the next entrant."""
    return max(state.entrants, default=0) + 1


def places_left(state: TournamentState) -> int | None:
    """Return how many new entrants get a place at once; the others wait. None: all do."""
    capacity = state.settings.capacity
    if capacity is None:
        return None
    return 0 if waiting_list(state) else max(0, capacity - len(state.entered()))


def check_not_entered(
    state: TournamentState, squad: Sequence[str], *, but: int | None = None, free: bool = True
) -> None:
    """Refuse players who are entered already.

    Args:
        but: The number of the entrant that they belong to.
        free: Whether being a free agent counts.

    Raises:
        Refused: `player-entered`.
    """
    for other in state.entrants.values():
        counts = not other.is_gone and (free or not other.free)
        if other.number != but and counts and not set(squad).isdisjoint(other.squad):
            text = phrase("A player of this squad is already entered as number {number}.")
            raise Refused("player-entered", text, "squad", number=other.number)


def _taken_in(state: TournamentState, squad: Sequence[str]) -> list[Any]:
    """Return the ends of the entries of free agents who belong to a squad from now on."""
    return [
        events.EntrantWithdrew(agent)
        for agent in state.free_agents()
        if not set(squad).isdisjoint(state.entrants[agent].squad)
    ]


def _check_squad(state: TournamentState, squad: tuple[str, ...], entrant: int | None) -> None:
    """Refuse a squad that is too small or too large, or whose players are entered elsewhere."""
    begun = [stage for stage in state.stages.values() if entrant in stage.field]
    least = state.settings.side * max((stage.plan.most_rooms for stage in begun), default=1)
    most = min(max(least, state.settings.squad), MAX_SQUAD)
    if not least <= len(squad) <= most and least == most == 1:
        raise Refused("squad-size", phrase("Name one player."), "squad")
    if not least <= len(squad) <= most and least == most:
        raise Refused("squad-size", phrase("Name {least} players."), "squad", least=least)
    if not least <= len(squad) <= most:
        raise Refused("squad-size", phrase("Name {least} to {most} players."), "squad", least=least, most=most)
    if len(set(squad)) != len(squad):
        raise Refused("player-twice", phrase("A player is named twice."), "squad")
    check_not_entered(state, squad, but=entrant, free=False)


def withdraw(state: TournamentState, deed: Withdraw, doer: Doer) -> list[Any]:
    """Decide that an entry is taken back, and the first on the waiting list moves up. Refused: `already-begun`."""
    entrant = own_entrant(state, deed.entrant, doer)
    if state.status == "playing" and any(entrant.number in stage.field for stage in state.stages.values()):
        raise Refused("already-begun", phrase("This entrant already plays; let it leave the stage instead."), "entrant")
    happened: list[Any] = [events.EntrantWithdrew(entrant.number)]
    waiting = waiting_list(state)
    if entrant.is_entered and waiting:
        happened.append(events.EntrantMovedUp(waiting[0]))
    return happened


def waiting_list(state: TournamentState) -> list[int]:
    """Return the entrants that wait for a place, the next one first."""
    return [number for number in state.order if state.entrants[number].waiting and not state.entrants[number].is_gone]


def change_squad(state: TournamentState, deed: ChangeSquad, doer: Doer) -> list[Any]:
    """Decide the players of an entrant; free agents among them are free agents no more.

    Refused: `not-your-entrant`, `free-agent`, `squad-size`, `player-twice`, `player-entered`.
    """
    entrant = own_entrant(state, deed.entrant, doer)
    check_no_free_agent(entrant)
    _check_squad(state, deed.squad, entrant.number)
    if deed.squad == entrant.squad:
        return []
    return [*_taken_in(state, deed.squad), events.SquadChanged(entrant.number, deed.squad)]


def note_fee(state: TournamentState, deed: NoteFee, doer: Doer) -> list[Any]:
    """Decide a note about a fee."""
    entrant = entrant_of(state, deed.entrant)
    return [] if entrant.fee_paid == deed.paid else [events.FeeNoted(entrant.number, deed.paid)]


def wish_bye(state: TournamentState, deed: WishBye, doer: Doer) -> list[Any]:
    """Decide the wish for a bye. Refused: `free-agent`, `no-byes`, `round-paired`."""
    entrant = own_entrant(state, deed.entrant, doer)
    check_no_free_agent(entrant)
    stage = stage_with(state, deed.stage, ("planned", "running"))
    if stage.plan.type in BRACKETS:
        raise Refused("no-byes", phrase("In a knock-out nobody can choose a bye."), "stage")
    if stage.plan.type == LADDER:
        raise Refused("no-byes", phrase("A ladder has no rounds; refuse a challenge instead."), "stage")
    if stage.plan.type not in _ONE_BY_ONE:
        raise Refused(
            "no-byes", phrase("All rounds of this stage are drawn together; its byes follow from the draw."), "stage"
        )
    if deed.round <= max((one.number for one in stage.rounds), default=0):
        raise Refused("round-paired", phrase("Round {number} is already paired."), "round", number=deed.round)
    wished = (deed.stage, deed.round) in entrant.byes
    return [] if wished == deed.wished else [events.ByeWished(entrant.number, deed.stage, deed.round, deed.wished)]


def leave(state: TournamentState, deed: Leave, doer: Doer) -> list[Any]:
    """Decide that an entrant plays no more. Refused: `not-in-stage`, `already-left`, `choice-of-format`."""
    entrant = entrant_of(state, deed.entrant)
    return [
        events.EntrantLeft(entrant.number, stage.number, _next_open_round(state, stage, entrant), deed.matches)
        for stage in _running_with(state, entrant, deed.matches)
    ]


def disqualify(state: TournamentState, deed: Disqualify, doer: Doer) -> list[Any]:
    """Decide that an entrant is out of the tournament. Refused: as `leave`."""
    entrant = entrant_of(state, deed.entrant)
    return [
        events.EntrantDisqualified(
            entrant.number, stage.number, _next_open_round(state, stage, entrant), deed.matches, deed.reason
        )
        for stage in _running_with(state, entrant, deed.matches)
    ]


def come_back(state: TournamentState, deed: Return, doer: Doer) -> list[Any]:
    """Decide that an entrant plays again. Refused: `not-away`, `disqualified`, `no-return`."""
    entrant = entrant_of(state, deed.entrant)
    left = [state.stages[absence.stage] for absence in entrant.absences if absence.is_open]
    if not left:
        raise Refused("not-away", phrase("This entrant has not left."), "entrant")
    if entrant.is_disqualified:
        raise Refused("disqualified", phrase("This entrant is disqualified; undo that first."), "entrant")
    if any(stage.plan.type in BRACKETS and stage.status == "running" for stage in left):
        raise Refused("no-return", phrase("An entrant cannot return to a knock-out."), "entrant")
    return [events.EntrantReturned(entrant.number, stage.number, _round_of_return(stage)) for stage in left]


def join(state: TournamentState, deed: Join, doer: Doer) -> list[Any]:
    """Decide a late entry into a stage.

    Refused: `free-agent`, `no-late-entry`, `already-plays`, `already-left`, `unknown-group`, `squad-too-small`.
    """
    entrant = entrant_of(state, deed.entrant)
    check_no_free_agent(entrant)
    stage = stage_with(state, deed.stage, ("running",))
    if stage.plan.type not in _ONE_BY_ONE:
        text = phrase("All rounds of this stage are drawn at its beginning; it takes no late entrants.")
        raise Refused("no-late-entry", text)
    if entrant.number in stage.field:
        raise Refused("already-plays", phrase("This entrant already plays in the stage."), "entrant")
    if entrant.is_away:
        raise Refused("already-left", phrase("This entrant has left; let it return first."), "entrant")
    if not 0 <= deed.group < len(stage.groups):
        raise Refused("unknown-group", phrase("There is no such group."), "group")
    check_players(state, stage.plan, entrant.number)
    moved: list[Any] = [events.EntrantReadmitted(entrant.number)] if entrant.held_out else []
    moved += [events.EntrantMovedUp(entrant.number)] if entrant.waiting else []
    return [*moved, events.EntrantJoined(entrant.number, stage.number, deed.group, _next_round(stage))]


def late_join(state: TournamentState, number: int) -> Join | None:
    """Return the deed by which a new entrant plays in the running stage that is open to late ones.

    None: it waits for a place, or there is no such stage or more than one; a stage that took its entrants from another
    is open to those that a director names.
    """
    stages = [
        stage
        for stage in state.running
        if stage.plan.type in _ONE_BY_ONE
        and not stage.plan.source
        and (stage.plan.type == LADDER or not stage.plan.rounds or _next_round(stage) <= stage.plan.rounds)
    ]
    if len(stages) != 1 or not state.entrants[number].is_entered:
        return None
    groups = stages[0].groups
    return Join(entrant=number, stage=stages[0].number, group=min(range(len(groups)), key=lambda at: len(groups[at])))


def idle(state: TournamentState) -> tuple[int, ...]:
    """Return the entrants that play in no stage though one is running that takes late ones."""
    stages = [stage for stage in state.running if stage.plan.type in _ONE_BY_ONE and not stage.plan.source]
    if not stages:
        return ()
    playing = {entrant for stage in state.stages.values() for entrant in (*stage.field, *stage.declined)}
    return tuple(
        number
        for number in state.order
        if number not in playing and state.entrants[number].is_entered and not state.entrants[number].is_away
    )


def forbid_meeting(state: TournamentState, deed: ForbidMeeting, doer: Doer) -> list[Any]:
    """Decide that two entrants are kept apart. Refused: `same-entrant`, `free-agent`."""
    pair = _pair(state, deed.entrants)
    return [] if pair in state.forbidden else [events.MeetingForbidden(pair)]


def allow_meeting(state: TournamentState, deed: AllowMeeting, doer: Doer) -> list[Any]:
    """Decide that two entrants may meet. Refused: `same-entrant`, `free-agent`."""
    pair = _pair(state, deed.entrants)
    return [events.MeetingAllowed(pair)] if pair in state.forbidden else []


def set_seeds(state: TournamentState, deed: SetSeeds, doer: Doer) -> list[Any]:
    """Decide the seeding order. Refused: `not-every-entrant`, `already-begun`."""
    if sorted(deed.order) != sorted(state.order):
        raise Refused("not-every-entrant", phrase("Name every entrant once, including the withdrawn ones."), "order")
    if state.status == "playing":
        raise Refused("already-begun", phrase("The seeds of a running tournament are fixed."))
    return [] if deed.order == state.order else [events.SeedsSet(deed.order)]


def give_seed(state: TournamentState, deed: GiveSeed, doer: Doer) -> list[Any]:
    """Decide an entrant's seed. Refused: `no-seed`, `seed-impossible`, `already-begun`."""
    entrant = entrant_of(state, deed.entrant)
    entered = state.entered()
    if not entrant.is_entered:
        raise Refused("no-seed", phrase("Seeds are for entrants with a place in the field."), "entrant")
    if not 1 <= deed.seed <= len(entered):
        raise Refused("seed-impossible", phrase("Seeds go from 1 to {count}."), "seed", count=len(entered))
    others = [number for number in state.order if number != entrant.number]
    following = [number for number in entered if number != entrant.number][deed.seed - 1 :]
    place = others.index(following[0]) if following else len(others)
    return set_seeds(state, SetSeeds(order=(*others[:place], entrant.number, *others[place:])), doer)


def own_entrant(state: TournamentState, number: int, doer: Doer) -> EntrantState:
    """Return an entrant, for its captain and the staff.

    Raises:
        Refused: `not-your-entrant`.
    """
    entrant = entrant_of(state, number)
    check_captain(doer, entrant)
    return entrant


def _running_with(state: TournamentState, entrant: EntrantState, choice: Leaving) -> list[StageState]:
    """Return the running stages that an entrant can leave with a choice of what becomes of its matches."""
    if entrant.is_away:
        raise Refused("already-left", phrase("This entrant has already left."), "entrant")
    stages = [stage for stage in state.running if entrant.number in stage.field]
    if not stages:
        raise Refused("not-in-stage", phrase("This entrant plays in no running stage."), "entrant")
    if choice != "keep" and any(stage.plan.type == LADDER for stage in stages):
        raise Refused("choice-of-format", phrase("In a ladder, matches played always count."), "matches")
    if choice == "average" and any(stage.plan.type == POINTS_RACE for stage in stages):
        text = phrase("In a points race, matches played count or are void; the staff decides the others.")
        raise Refused("choice-of-format", text, "matches")
    if choice != "keep" and any(stage.plan.type in BRACKETS for stage in stages):
        text = phrase("In a knock-out, matches played count, and the next opponent goes on.")
        raise Refused("choice-of-format", text, "matches")
    return stages


def _next_round(stage: StageState) -> int:
    return max((one.number for one in stage.rounds if one.released or one.called), default=0) + 1


def _round_of_return(stage: StageState) -> int:
    """Return the first round that an entrant may play again: in a schedule the first that is not called.

    What became of the rounds of a stage that is closed stays as it is.
    """
    if stage.status != "running":
        return max((one.number for one in stage.rounds), default=0) + 1
    if stage.plan.type in _ONE_BY_ONE:
        return _next_round(stage)
    return max((one.number for one in stage.rounds if one.called), default=0) + 1


def _next_open_round(state: TournamentState, stage: StageState, entrant: EntrantState) -> int:
    """Return the first round in which the entrant has no result yet."""
    open_rounds = [
        match.round
        for match in state.matches_of(stage.number)
        if entrant.number in match.entrants and outcome_of(state, match) is None
    ]
    last = max((one.number for one in stage.rounds), default=0)
    return min(open_rounds, default=last + 1)


def _pair(state: TournamentState, entrants: tuple[int, int]) -> tuple[int, int]:
    one, other = sorted(entrants)
    for number in (one, other):
        check_no_free_agent(entrant_of(state, number, "entrants"), "entrants")
    if one == other:
        raise Refused("same-entrant", phrase("Name two entrants."), "entrants")
    return one, other
