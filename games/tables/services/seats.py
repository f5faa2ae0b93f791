"""Opening a table, and taking and leaving its seats before the game."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import asdict

import engine
from clubs.models import Club, Player
from clubs.officers.permissions import may
from clubs.officers.roles import is_suspended
from games import store
from games.bots.levels import LEVELS, STEADY
from games.errors import BadTerms, NotAllowed, NotSeated, SeatTaken, WrongMoment
from games.events import tables as events
from games.events.tables import Terms
from games.models import Seat, Table
from games.tables import announce
from games.tables.selectors.access import is_called_at, may_invite, needs_account, visible_table
from games.tables.selectors.states import keep
from games.tables.services.bots import house_bots
from games.tables.services.limits import lock_tables_of, require_a_person, require_room_for_a_table
from games.tables.services.recording import announce_due, change, commitment_to, due_at
from games.tables.services.terms import rules_for
from games.tables.state.folding import fold_all
from games.tables.state.table import TableState
from games.words.names import name_or_none
from games.words.phrases import one_of

LONGEST_NAME = 60
LIMITS = {
    "action_seconds": (5, 600),
    "reserve_seconds": (0, 3600),
    "pause_seconds": (0, 120),
    "play_minutes": (1, 720),
    "shown_delay": (0, 3600),
}
"""The least and the most of each term of play, in its unit (`Terms`)."""

USUAL_TERMS = Terms()
_TABLES = UUID("6ad0dbb4-1c5b-4d0e-9df0-3f3a5f5b2b28")


@transaction.atomic
def open_table(
    *,
    player: Player,
    rules: str = "",
    options: Mapping[str, Any] | None = None,
    house: UUID | None = None,
    ending: Mapping[str, Any] | None = None,
    version: int = engine.VERSION,
    name: str = "",
    club: Club | None = None,
    invitation: bool = False,
    terms: Terms = USUAL_TERMS,
    bots: Sequence[int] = (),
    levels: Mapping[int, str] | None = None,
    seat: int | None = 0,
    players: Mapping[int, Player] | None = None,
    stream: UUID | None = None,
    command: UUID | None = None,
    now: datetime | None = None,
) -> Table:
    """Open a table. Play begins by itself when every seat is taken.

    Args:
        rules: The rule set's id; empty with house rules.
        options: The rule set's options that differ from its defaults; none with house rules.
        house: The id of a club's house rules, which fix the rule set, its options and the club.
        ending: The ending of the game, if given apart from the options, as for a match of a tournament.
        version: The version of the rules, without house rules: a tournament keeps the one it was opened with.
        name: The table's name; empty for its number.
        club: The club of the table; the player is a member.
        invitation: Only players with the invitation link may see the table and sit down.
        bots: The seats of house bots.
        levels: The level of each bot by seat; `steady` by default.
        seat: The player's seat; None to take none.
        players: All players by seat, as a tournament names them. Nobody else may take over their seats.
        stream: The id of the table, if the caller gives it: a table with this id is opened once.

    Raises:
        RulesError: There is no such rule set or option.
        BadTerms: A seat or a number is out of range, a seat is given twice, the name is unreadable, or the house rules
            are retired, belong to another club, or come with other rules.
        NotAllowed: The player is not a member of the club, or is suspended there.
        WrongMoment: The player has too many tables open.
    """
    command = command or uuid4()
    table_id = stream or uuid5(_TABLES, f"{player.pk}:{command}")
    if players is None:
        lock_tables_of(player)
    # Take the stream's lock before the lookup, so that a concurrent retry waits and finds the table.
    store.lock_streams([table_id])
    known = Table.objects.filter(pk=table_id).first()
    if known is not None:
        return known
    rule_set, by_house = rules_for(
        rules=rules,
        options=options or {},
        version=version,
        house=house,
        ending=ending,
        club=club,
        promised=players is not None,
    )
    club = by_house.club if by_house is not None else club
    name = name_or_none(name, longest=LONGEST_NAME)
    opened = events.TableOpened(
        rules=rule_set.id,
        options=rule_set.options,
        opened_by=str(player.pk),
        engine=rule_set.version,
        house=None if by_house is None else str(by_house.pk),
        club=None if club is None else str(club.pk),
        salaams=club is not None and club.salaams,
        **asdict(terms),
    )
    seated = dict(players or {})
    if players is None and seat is not None:
        seated[seat] = player
    _check(opened, rule_set, seated, bots)
    if club is not None and players is None and not may(player, "open_tables", club):
        not_suspended(club, player)
        raise NotAllowed("not-a-member", _("Only members of {club} can open its tables.").format(club=club.name))
    seated |= dict(zip(bots, house_bots(len(bots), [str(one.pk) for one in seated.values()]), strict=True))
    if players is None:
        require_a_person(bots=sum(one.is_bot for one in seated.values()), seats=rule_set.players)
        require_room_for_a_table(player, club)
    at = now or timezone.now()
    sitting = [seat_taken(number, one, (levels or {}).get(number, "")) for number, one in sorted(seated.items())]
    full = len(seated) == rule_set.players
    begun = [commitment_to(table_id, 1)] if full else []
    appended = store.append(
        table_id, expected=0, events=[opened, *sitting, *begun], command=command, actor=str(player.pk), now=at
    )
    state = fold_all(None, appended)
    assert state is not None
    table = Table.objects.create(
        id=table_id,
        number=next_number(),
        name=name,
        club=club,
        opened_by=player,
        rules=rule_set.id,
        options=rule_set.options,
        engine=rule_set.version,
        house=by_house,
        invitation=secrets.token_urlsafe(12) if invitation else "",
        fixed_seats=players is not None,
        status=state.status,
        version=state.version,
        hand_number=state.hand,
        due_at=due_at(state),
        **_row_of(terms),
    )
    Seat.objects.bulk_create(Seat(table=table, number=number, player=one) for number, one in seated.items())
    transaction.on_commit(partial(keep, state))
    announce.table_advanced(table_id, state.version)
    announce.lists_changed()
    announce_due(state)
    return table


def take_seat(
    *,
    table_id: UUID,
    player: Player,
    seat: int,
    invitation: str = "",
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Take a seat at a waiting table; the last player to sit down begins the game.

    Raises:
        UnknownTable: There is no such table, or it is by invitation and this is not the code.
        SeatTaken: Somebody sits there, or the player sits elsewhere at this table.
        WrongMoment: The game has begun.
        BadTerms: There is no such seat.
        NotAllowed: The player is suspended in the table's club, or needs an account or a name.
    """
    table = visible_table(table_id, player, invitation)
    not_suspended(table.club, player)
    _welcome_without_account(table, player)

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        _require_free(state, player, seat)
        return _with_start(state, [seat_taken(seat, player)])

    return change(
        table_id=table_id,
        decide=decide,
        command=command,
        player=player,
        seen=True,
        now=now,
        beside=lambda _: seat_row(table_id, seat, player),
    )


def seat_bot(
    *,
    table_id: UUID,
    player: Player,
    seat: int,
    level: str = STEADY,
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Give a free seat of a waiting table to a house bot.

    Raises:
        UnknownTable: There is no such table, or the player may not know of it.
        NotAllowed: The player neither sits at the table nor opened it.
        SeatTaken: Somebody sits there.
        WrongMoment: The game has begun.
        BadTerms: There is no such seat, or only bots would sit here.
    """
    table = visible_table(table_id, player)

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        if state.seat_of(player.pk) is None and not may_invite(table, player):
            raise NotAllowed("not-your-table", _("Only players at the table, or its opener, can seat a bot."))
        # Choose the bot here, by the present state: each new decision may need another one.
        bot = house_bots(1, [sitting.player for sitting in state.seats])[0]
        _require_free(state, bot, seat)
        require_a_person(bots=1 + sum(sitting.bot for sitting in state.seats), seats=state.rules.players)
        return _with_start(state, [seat_taken(seat, bot, level)])

    return change(
        table_id=table_id,
        decide=decide,
        command=command,
        player=player,
        seen=True,
        now=now,
        beside=lambda after: seat_row(table_id, seat, Player.objects.get(pk=after.seats[seat].player)),
    )


def leave_seat(*, table_id: UUID, player: Player, command: UUID | None = None, now: datetime | None = None) -> int:
    """Leave the seat. Before the game it is free again; later a bot plays until someone takes over the seat.

    A waiting table closes when its opener leaves and no other person sits there. A player named as a substitute for
    the next deal withdraws.

    Raises:
        NotSeated: The player has no seat here and is not named for one.
        NotAllowed: A tournament named the player for the seat.
        WrongMoment: The game is over.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat, awaited = state.seat_of(player.pk), state.next_seat_of(player.pk)
        if (seat, awaited) == (None, None):
            raise NotSeated()
        if state.ended_at is not None:
            raise WrongMoment("game-over", _("The game is over; there is nothing to leave."))
        if seat is not None:
            return [events.SeatLeft(seat, str(player.pk)), *_given_up(state, player)]
        assert awaited is not None
        if Table.objects.filter(pk=table_id, fixed_seats=True).exists():
            raise NotAllowed("named-by-tournament", _("The tournament named you for this seat; ask your captain."))
        return [events.SubstituteWithdrew(awaited, str(player.pk))]

    return change(
        table_id=table_id,
        decide=decide,
        command=command,
        player=player,
        now=now,
        beside=lambda _: _clear_row(table_id, player),
    )


def _given_up(state: TableState, player: Player) -> Sequence[Any]:
    """Return the close of a waiting table that its opener leaves empty: else it counts as theirs for hours."""
    others = any(seat.player not in ("", str(player.pk)) and not seat.bot for seat in state.seats)
    mine = state.status == "waiting" and state.terms.opened_by == str(player.pk)
    return [events.TableClosed()] if mine and not others else []


def seat_taken(seat: int, player: Player, level: str = "") -> events.SeatTaken:
    """Return the event of a player taking a seat.

    Raises:
        BadTerms: There is no such level.
    """
    if level and level not in LEVELS:
        raise BadTerms(
            "no-such-level", _("A bot plays at one of these levels: {levels}.").format(levels=one_of(LEVELS)), "levels"
        )
    return events.SeatTaken(seat, str(player.pk), player.is_bot, (level or STEADY) if player.is_bot else "")


def _row_of(terms: Terms) -> dict[str, Any]:
    """Return the terms that the table's row has as columns; only the event holds the others."""
    columns = {term: value for term, value in asdict(terms).items() if term not in ("running_count", "chat", "counts")}
    return {**columns, "friendly": terms.is_friendly}


def _check(terms: events.TableOpened, rules: engine.RuleSet, seated: Mapping[int, Player], bots: Sequence[int]) -> None:
    for term, (least, most) in LIMITS.items():
        value = getattr(terms, term)
        if value is not None and not least <= value <= most:
            raise BadTerms("out-of-range", _("From {least} to {most}.").format(least=least, most=most), term)
    if terms.shown_seat is not None and not 0 <= terms.shown_seat < rules.players:
        raise BadTerms("no-such-seat", _seats_are(rules), "shown_seat")
    if terms.shown_seat is not None and str(getattr(seated.get(terms.shown_seat), "pk", "")) != terms.opened_by:
        raise BadTerms("not-your-hand", _("Spectators can be shown only your own hand."), "shown_seat")
    if any(not 0 <= seat < rules.players for seat in (*seated, *bots)):
        raise BadTerms("no-such-seat", _seats_are(rules), "bots" if bots else "seat")
    if len(set(bots)) < len(bots) or set(bots) & set(seated):
        raise BadTerms("seat-given-twice", _("A seat is given twice."), "bots")
    if len({player.pk for player in seated.values()}) < len(seated):
        raise BadTerms("player-twice", _("A player is given two seats."), "seat")


def _seats_are(rules: engine.RuleSet) -> str:
    return _("Seats are 0 to {last}.").format(last=rules.players - 1)


def not_suspended(club: Club | None, player: Player) -> None:
    """Refuse a seat at a club's table to a suspended member; running games may be finished."""
    if club is not None and is_suspended(club=club, player=player):
        raise NotAllowed("suspended", _("You are suspended in {club}.").format(club=club.name))


def _welcome_without_account(table: Table, player: Player) -> None:
    """Refuse a seat to a visiting player if the table needs an account, or the name is missing or in use there."""
    if not player.is_visiting:
        return
    if said := needs_account(table):
        raise NotAllowed("needs-account", said)
    if not player.name:
        raise NotAllowed("needs-name", _("Type your name first: the others at the table see it."))
    if is_called_at(table, player.name):
        raise NotAllowed("name-at-table", _("Somebody at this table has this name. Choose another."))


def require_seat(state: TableState, seat: int) -> None:
    """Refuse a seat number that is out of range."""
    if not 0 <= seat < state.rules.players:
        raise BadTerms("no-such-seat", _seats_are(state.rules), "seat")


def _require_free(state: TableState, player: Player, seat: int) -> None:
    require_seat(state, seat)
    if state.status != "waiting":
        raise WrongMoment(
            "begun", _("The game has begun; you can watch, or take over a seat that its player has left.")
        )
    if state.seats[seat].player:
        raise SeatTaken()
    if state.seat_of(player.pk) is not None:
        raise SeatTaken(_("You already sit at this table."))


def _with_start(state: TableState, sitting: Sequence[Any]) -> list[Any]:
    """Return the events of taking a seat; with the last seat the server commits to the first deal."""
    free = sum(not seat.player for seat in state.seats)
    return [*sitting, commitment_to(state.stream, 1)] if free == len(sitting) else [*sitting]


def seat_row(table_id: UUID, seat: int, player: Player) -> None:
    """Replace the row of a seat with one for its new player."""
    Seat.objects.filter(table_id=table_id, number=seat).delete()
    Seat.objects.create(table_id=table_id, number=seat, player=player)


def _clear_row(table_id: UUID, player: Player) -> None:
    Seat.objects.filter(table_id=table_id, player=player).delete()


def next_number() -> int:
    """Return the number of the next table, by which people call it, from a database sequence."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('games_table_number')")
        return int(cursor.fetchone()[0])
