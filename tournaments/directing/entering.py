"""Entering entrants: players that are looked up, and guests made on the spot."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from clubs.members.guests import add_guest
from clubs.models import Membership, Player, Team
from clubs.names import clean_name
from clubs.officers.permissions import require
from clubs.officers.roles import active, is_suspended
from engine.phrases import phrase
from tournaments.deeds.agents import EnterFreeAgent
from tournaments.deeds.base import STAFF, Deed, Refused, check_captain, entrant_of
from tournaments.deeds.entering import ChangeSquad, Enter, late_join
from tournaments.directing.acting import act
from tournaments.directing.roles import doer_of
from tournaments.directing.squads import squad_of
from tournaments.events.entering import EntrantEntered
from tournaments.log import door, states
from tournaments.log.door import Done
from tournaments.models import MAX_NAME, Tournament


@transaction.atomic
def enter(
    tournament: Tournament,
    *,
    by: Player,
    team: Team | None = None,
    players: Sequence[Player] = (),
    guests: Sequence[str] = (),
    squad: Sequence[Player | str] = (),
    name: str = "",
    free_agent: bool = False,
    command: UUID,
    expected: int | None = None,
    now: datetime | None = None,
) -> Done:
    """Enter a team of a club, players for this tournament alone, or a single player to be put into a team by lot.

    While a stage is being played that takes late entrants, the entrant joins it at once, by a deed of its own.

    Args:
        tournament: The tournament, with its club.
        by: A member of its staff; or a player of the squad, who is its captain.
        team: The team; its players are the squad, the captain first.
        players: The squad without a team, in order.
        guests: Names of further players of the squad without an account, who become guests of the tournament's club.
        squad: Instead of these two: players, and names of guests, as they stand in the squad.
        name: The name of the entrant; empty: that of the team or of the players.
        free_agent: The one player, or guest, is a free agent.
        command: The command's id.
        expected: The version that `by` saw.

    Raises:
        Refused: `unknown-player`, `suspended`, `one-player`, and those of the deeds `Enter` and `EnterFreeAgent`.
        ClubError: A name cannot be used.
        NotAllowed: `by` may not make guests in the club.
        ConflictError, TooBusy: As `act`.
    """
    if (answered := door.answered(tournament.pk, command)) is not None:
        joined = door.answered(tournament.pk, _joining(command))
        return answered if joined is None else _both(answered, joined)
    members = [*(squad or (*players, *guests))] if team is None else [*squad_of(team)]
    if free_agent and (team is not None or len(members) != 1):
        raise Refused("one-player", phrase("Enter one single player at a time."), "players")
    directs = doer_of(tournament, by, states.current(tournament.pk)).is_one_of(STAFF)
    together = _with_guests(tournament, by, members, directs=directs)
    club = str(team.club_id) if team is not None else _club_of(tournament, together)
    deed: Deed = (
        EnterFreeAgent(player=str(together[0].pk), club=club)
        if free_agent
        else Enter(
            squad=tuple(str(player.pk) for player in together), team=None if team is None else str(team.pk), club=club
        )
    )
    called = clean_name(name, longest=MAX_NAME) if name.strip() else ""
    entered = act(tournament, deed, by=by, command=command, expected=expected, name=called, now=now)
    return entered if free_agent else _joined(tournament, entered, by, command, now)


def _joined(tournament: Tournament, entered: Done, by: Player, command: UUID, now: datetime | None) -> Done:
    """Let a new entrant play in the running stage that takes late ones, if there is one that admits it."""
    number = next(one.entrant for one in entered.events if isinstance(one, EntrantEntered))
    deed = late_join(entered.state, number)
    if deed is None:
        return entered
    try:
        return _both(entered, act(tournament, deed, by=by, command=_joining(command), now=now))
    except Refused:
        # It has too few players for the stage, say: the desk names it as one that plays nowhere.
        return entered


def _joining(command: UUID) -> UUID:
    """Return the command by which the entrant of another command joins a stage."""
    return uuid5(command, "join")


def _both(entered: Done, joined: Done) -> Done:
    """Return the answer to an entry whose entrant has joined a stage; their events follow one another."""
    return Done(joined.version, (*entered.events, *joined.events), joined.state)


@transaction.atomic
def change_squad(
    tournament: Tournament,
    number: int,
    *,
    by: Player,
    squad: Sequence[Player | str],
    command: UUID,
    expected: int | None = None,
) -> Done:
    """Change the squad of an entrant, for its captain and the staff.

    Args:
        number: The number of the entrant.
        squad: Players, and names of further guests, the captain first.

    Raises:
        Refused: `unknown-player`, `suspended`, and those of the deed `ChangeSquad`.
        ClubError, NotAllowed, ConflictError, TooBusy: As `enter`.
    """
    if (answered := door.answered(tournament.pk, command)) is not None:
        return answered
    state = states.current(tournament.pk)
    doer = doer_of(tournament, by, state)
    entrant = entrant_of(state, number)
    check_captain(doer, entrant)
    together = _with_guests(tournament, by, squad, directs=doer.is_one_of(STAFF), known=entrant.squad)
    deed = ChangeSquad(entrant=number, squad=tuple(str(player.pk) for player in together))
    return act(tournament, deed, by=by, command=command, expected=expected)


def name_entrant(tournament: Tournament, number: int, *, by: Player, name: str) -> None:
    """Give an entrant another name, for its captain and the staff; empty: it is called by its players.

    Names lie beside the log: the new one stands everywhere, in what was before too.

    Raises:
        Refused: `unknown-entrant`, `not-your-entrant`, `over`.
        ClubError: The name cannot be used.
    """
    state = states.current(tournament.pk)
    check_captain(doer_of(tournament, by, state), entrant_of(state, number))
    if state.is_over:
        raise Refused("over", phrase("The tournament is over; a director can reopen it."))
    called = clean_name(name, longest=MAX_NAME) if name.strip() else ""
    tournament.entrants.filter(number=number).update(name=called)


def _with_guests(
    tournament: Tournament, by: Player, members: Sequence[Player | str], *, directs: bool, known: Sequence[str] = ()
) -> list[Player]:
    """Return the players of a squad; names become guests of the club.

    Args:
        known: The ids of players that stay in the log as they are, though an account has taken them over since.

    Raises:
        NotAllowed: `by` may not make guests in the club.
        ClubError: A name cannot be used.
    """
    if not directs and any(isinstance(member, str) for member in members):
        require(by, "enter_own_teams", tournament.club)
    return [
        add_guest(club=tournament.club, by=by, name=member, people_only=True)
        if isinstance(member, str)
        else member
        if str(member.pk) in known
        else member.real
        for member in members
    ]


def may_enter(tournament: Tournament, player: Player | None) -> bool:
    """Tell whether a player has a squad to enter: with players of the own clubs, and not suspended in this one."""
    if player is None or is_suspended(club=tournament.club, player=player):
        return False
    return Membership.objects.filter(active(), player=player).exists()


def _club_of(tournament: Tournament, squad: Sequence[Player]) -> str | None:
    """Return the club that all players of a squad belong to: the tournament's own, or the only one they share."""
    shared: set[UUID] | None = None
    for player in squad:
        clubs = set(Membership.objects.filter(player=player).values_list("club", flat=True))
        shared = clubs if shared is None else shared & clubs
    if not shared:
        return None
    return str(tournament.club_id if tournament.club_id in shared else min(shared))
