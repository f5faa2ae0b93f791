"""The entries page: who has entered, single players and their lot, and what the reader may do about each."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models import Player
from tournaments.deeds.agents import drawn_agents, lot_of_agents
from tournaments.deeds.base import DIRECTORS, STAFF, Doer
from tournaments.deeds.entering import (
    CheckIn,
    GiveSeed,
    Join,
    NoteFee,
    Return,
    Withdraw,
    idle,
)
from tournaments.deeds.lots import agents_here
from tournaments.deeds.presence import Readmit, is_check_in_open
from tournaments.desk.asking import Ask, Field, ask
from tournaments.directing.accounts import missed_at_tables, stages_at_tables
from tournaments.lots.lot import Lot
from tournaments.selectors.naming import Names
from tournaments.stages.stage import BRACKETS, LADDER, POINTS_RACE, SWISS
from tournaments.state.tournament import EntrantState, StageState, TournamentState

LATE: tuple[str, ...] = (SWISS, LADDER, POINTS_RACE)
"""The formats that take late entrants."""
MAX_GUESTS = 8
"""The players without an account that a sentence names."""
MAX_IDLE = 60
"""The entrants without a stage that the desk names."""


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entrant with what the reader may do about it.

    Attributes:
        place: Its seed; 0 on the waiting list or withdrawn.
        badges: How it stands, each in a word or two.
        has_page: The reader may do more on a page of its own.
    """

    number: int
    place: int
    name: str
    below: str
    badges: tuple[str, ...]
    asks: tuple[Ask, ...]
    has_page: bool = False


@dataclass(frozen=True, slots=True)
class AgentsShown:
    """The single players without a team, and how far their lot is.

    Attributes:
        entries: One for each.
        sentences: How their teams are made, and how far that is.
        order: The names in the order of the lot that the next teams are made from; empty before it is drawn.
        has_step: The page of the lots has a step for the reader.
    """

    entries: tuple[EntryShown, ...]
    sentences: tuple[str, ...]
    order: tuple[str, ...]
    has_step: bool


def entries_of(state: TournamentState, names: Names, doer: Doer) -> tuple[EntryShown, ...]:
    """Return all entrants in seeding order, with the forms of what a person may do about each."""
    shown, place = [], 0
    for number in state.order:
        entrant = state.entrants[number]
        if entrant.free:
            continue
        place += entrant.is_entered
        shown.append(_entry(state, names, doer, entrant, place if entrant.is_entered else 0))
    return tuple(sorted(shown, key=lambda entry: not entry.place))


def agents_of(state: TournamentState, names: Names, doer: Doer) -> AgentsShown | None:
    """Return the single players and their lot; None where the tournament has none and takes none."""
    agents = state.free_agents()
    if not agents and (not state.settings.free_agents or state.is_over):
        return None
    lot = lot_of_agents(state)
    side = state.settings.side
    text = _("Teams of {count} are drawn from them by lot; anybody can check the lot.").format(count=side)
    return AgentsShown(
        tuple(_entry(state, names, doer, state.entrants[number], 0) for number in agents),
        (text, *_how_far(state, lot)),
        () if lot is None else tuple(names.of.get(number, "") for number in drawn_agents(state, lot)),
        not state.is_over and (_open_lot(state) is not None or (bool(agents) and doer.is_one_of(DIRECTORS))),
    )


def _entry(state: TournamentState, names: Names, doer: Doer, entrant: EntrantState, place: int) -> EntryShown:
    changes = not (entrant.is_gone or state.is_over)
    own = doer.is_one_of(STAFF) or doer.is_captain_of(entrant)
    return EntryShown(
        entrant.number,
        place,
        names.of.get(entrant.number, ""),
        names.below(entrant.number),
        tuple(badges_of(entrant, staff=doer.is_one_of(STAFF))),
        tuple(_asks(state, entrant, place, doer)) if changes else (),
        has_page=changes and own and not entrant.free,
    )


def badges_of(entrant: EntrantState, *, staff: bool) -> Iterator[str]:
    """Yield how an entrant stands, each in a word or two."""
    if entrant.withdrawn:
        yield _("withdrawn")
        return
    if entrant.waiting:
        yield _("waiting list")
    if entrant.held_out:
        yield _("held out as absent")
    if entrant.is_disqualified:
        yield _("disqualified")
    elif entrant.is_away:
        yield _("has left")
    elif entrant.present:
        yield _("here")
    if staff and entrant.fee_paid:
        yield _("fee paid")


def _asks(state: TournamentState, entrant: EntrantState, place: int, doer: Doer) -> Iterator[Ask]:
    """Yield the quick deeds; those that want more than a press stand on the page of the entrant."""
    number, staff = entrant.number, doer.is_one_of(STAFF)
    if not (staff or doer.is_captain_of(entrant)):
        return
    plays = any(number in stage.field for stage in state.running)
    if entrant.held_out and doer.is_one_of(DIRECTORS):
        yield ask(Readmit(entrant=number), _("Readmit it"))
    elif not plays and not entrant.held_out and (staff or is_check_in_open(state.settings, doer.at)):
        text = pgettext("an entrant", "Not here") if entrant.present else _("Check in")
        yield ask(CheckIn(entrant=number, present=not entrant.present), text)
    if staff:
        text = _("Fee not paid") if entrant.fee_paid else _("Fee paid")
        yield ask(NoteFee(entrant=number, paid=not entrant.fee_paid), text)
    if doer.is_one_of(DIRECTORS) and place > 1 and state.status != "playing":
        yield ask(GiveSeed(entrant=number, seed=place - 1), _("Up"))
    if plays:
        if staff and returns(state, entrant):
            yield ask(Return(entrant=number), _("Return"))
        if staff and not entrant.is_away:
            yield leaves(state, entrant)
        return
    if staff and not entrant.free and not entrant.is_away:
        yield from joins_of(state, entrant)
    yield ask(Withdraw(entrant=number), _("Withdraw the entry"), look="bare")


def joins_of(state: TournamentState, entrant: EntrantState) -> Iterator[Ask]:
    """Yield the forms by which a late entrant joins a running stage from its next round on."""
    for stage in state.running:
        if stage.plan.type not in LATE or entrant.number in stage.field:
            continue
        text = _("Joins stage {stage}").format(stage=stage.number)
        if len(stage.groups) == 1:
            yield ask(Join(entrant=entrant.number, stage=stage.number), text)
            continue
        groups = tuple((str(group), str(group + 1)) for group in range(len(stage.groups)))
        field = Field("group", _("Group"), "choice", _smallest(stage), groups)
        yield ask({"do": "Join", "entrant": entrant.number, "stage": stage.number}, text, text, [field])


def idle_shown(state: TournamentState, names: Names, doer: Doer) -> tuple[tuple[str, tuple[Ask, ...]], ...]:
    """Return the entrants that play in no stage though one takes late entrants, with the forms by which they join."""
    if not doer.is_one_of(STAFF):
        return ()
    return tuple(
        (names.of.get(number, ""), tuple(joins_of(state, state.entrants[number]))) for number in idle(state)[:MAX_IDLE]
    )


def guests_warning(state: TournamentState) -> str:
    """Return that players without an account would have to sit at live tables, and what follows; empty without."""
    missed = missed_at_tables(state)
    if not missed:
        return ""
    known = dict(Player.objects.filter(pk__in=missed[:MAX_GUESTS]).values_list("pk", "name"))
    names = ", ".join(known[UUID(player)] for player in missed[:MAX_GUESTS])
    if len(missed) > MAX_GUESTS:
        names = f"{names}, …"
    count = len(missed)
    if state.settings.bots:
        text = ngettext(
            "{count} player has no account and cannot play at a live table ({names}): a house bot plays instead. Let "
            "the desk enter the results, or name others.",
            "{count} players have no account and cannot play at a live table ({names}): house bots play instead. Let "
            "the desk enter the results, or name others.",
            count,
        )
    else:
        text = ngettext(
            "{count} player has no account and cannot play at a live table ({names}): the matches are not called. Let "
            "the desk enter the results, or name others.",
            "{count} players have no account and cannot play at a live table ({names}): their matches are not called. "
            "Let the desk enter the results, or name others.",
            count,
        )
    return text.format(count=count, names=names)


def stage_at_tables(state: TournamentState, doer: Doer) -> int | None:
    """Return the first stage at live tables whose plan the reader can change: there it is put on score sheets."""
    stages = stages_at_tables(state) if doer.is_one_of(DIRECTORS) else []
    return next((stage.number for stage in stages if stage.status == "planned"), None)


def leaves(state: TournamentState, entrant: EntrantState) -> Ask:
    """Return the form by which an entrant that plays in a running stage leaves the tournament."""
    deed = {"do": "Leave", "entrant": entrant.number}
    return ask(deed, _("Leaves"), _("It leaves the tournament"), [fate_of_matches(state, entrant)], previews=True)


def fate_of_matches(state: TournamentState, entrant: EntrantState) -> Field:
    """Return the field that says what becomes of the matches of an entrant that leaves."""
    types = {stage.plan.type for stage in state.running if entrant.number in stage.field}
    choices = [("keep", _("its matches count"))]
    if LADDER not in types and types.isdisjoint(BRACKETS):
        choices.append(("void", _("none of its matches count")))
        if POINTS_RACE not in types:
            choices.append(("average", _("missing matches count as its average")))
    return Field("matches_", _("Its matches"), "choice", "keep", tuple(choices))


def _smallest(stage: StageState) -> str:
    return str(min(range(len(stage.groups)), key=lambda group: len(stage.groups[group])))


def returns(state: TournamentState, entrant: EntrantState) -> bool:
    """Tell whether an entrant that has left can play again: there is no way back into a bracket."""
    stages = [stage for stage in state.running if entrant.number in stage.field]
    return entrant.is_away and not entrant.is_disqualified and not any(stage.plan.type in BRACKETS for stage in stages)


def _open_lot(state: TournamentState) -> Lot | None:
    """Return the lot among single players that is promised and not drawn."""
    lots = (lot for lot in state.lots.values() if lot.is_open)
    return next((lot for lot in lots if any(state.entrants[number].is_free for number in lot.entrants)), None)


def _how_far(state: TournamentState, lot: Lot | None) -> Iterator[str]:
    open_lot = _open_lot(state)
    if open_lot is not None:
        about = {"lot": open_lot.number, "count": len(open_lot.entrants), "numbers": len(open_lot.promised)}
        yield _("Lot {lot} is promised among {count} of them; {numbers} have committed to a number.").format(**about)
    if lot is not None:
        drawn, side = len(drawn_agents(state, lot)), state.settings.side
        teams, left = divmod(drawn, side)
        text = ngettext(
            "Lot {lot} is drawn: it makes {teams} team", "Lot {lot} is drawn: it makes {teams} teams", teams
        )
        made = text.format(lot=lot.number, teams=teams)
        rest = ngettext("{left} player stays over.", "{left} players stay over.", left).format(left=left)
        yield f"{made}; {rest}"
    if not state.settings.check_in:
        return
    if away := len(state.free_agents()) - len(agents_here(state)):
        text = ngettext(
            "{count} of them has not checked in, and takes part in no lot before that.",
            "{count} of them have not checked in, and take part in no lot before that.",
            away,
        )
        yield text.format(count=away)
