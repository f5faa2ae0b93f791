"""Opening a table, and who sits at it."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.models import Club, Player
from clubs.permissions import may
from clubs.selectors import is_suspended
from games import announce, store
from games.bots.levels import LEVELS, STEADY
from games.errors import BadTerms, NotAllowed, NotSeated, SeatTaken, WrongMoment
from games.events import tables as events
from games.models import Seat, Table
from games.selectors.access import is_called_at, may_invite, needs_account, visible_table
from games.selectors.states import keep
from games.services.bots import house_bots
from games.services.limits import lock_tables_of, require_a_person, require_room_for_a_table
from games.services.recording import announce_due, change, commitment_to, due_at
from games.services.terms import rules_for
from games.table import TableState, fold_all
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
"""The least and the most of each term of play."""

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
    action_seconds: int = 30,
    reserve_seconds: int = 120,
    pause_seconds: int = 8,
    play_minutes: int | None = None,
    shown_seat: int | None = None,
    shown_delay: int = 60,
    bots: Sequence[int] = (),
    seat: int | None = 0,
    command: UUID | None = None,
    players: Mapping[int, Player] | None = None,
    running_count: bool = True,
    chat: bool = True,
    levels: Mapping[int, str] | None = None,
    friendly: bool = False,
    now: datetime | None = None,
) -> Table:
    """Open a table. Once every seat is taken play begins by itself.

    Args:
        player: Who opens it.
        rules: The rule set's id; empty with house rules.
        options: Options of the rule set that differ from its defaults; none with house rules.
        house: The id of a club's house rules, which say the rule set and its options. The club is theirs.
        ending: How the game ends where that is said apart from the options, as for a match of a tournament.
        version: The version of the rules, without house rules: a tournament keeps the one it was opened with.
        name: What to call it; empty for its number.
        club: The club it belongs to; the player is a member.
        invitation: Only who has the invitation link may see it and sit down.
        action_seconds: For every action.
        reserve_seconds: For each player in the whole game, beyond that.
        pause_seconds: Between a hand's result and the next deal.
        play_minutes: No hand begins after so many minutes; None for no limit.
        shown_seat: The seat whose hand spectators see late, which is the player's own; None for none.
        shown_delay: By how many seconds.
        bots: Seats for bots of the house.
        seat: Where the player sits; None to stay standing.
        command: The id of what is asked; sent twice it opens one table.
        players: Who sits where, all of them: as a tournament calls them. Nobody else may take their seats over.
        running_count: Card points are told during the hand; else when it is over only. Source: 56-SHOW-19.
        chat: The players may write to each other. Source: 56-SHOW-17.
        levels: How well the bots play, by seat; `steady` where nothing is said.
        friendly: The game counts in no ledger, rating or kunukku of the club.
        now: When; by default now.

    Returns:
        The table.

    Raises:
        RulesError: There is no such rule set or option.
        BadTerms: A seat or a number is out of range, a seat is given twice, the name cannot be read, or the house rules
            are no more, another club's, or not said alone.
        NotAllowed: The player is no member of the club, or is suspended there.
        WrongMoment: The player has too many tables open.
    """
    command = command or uuid4()
    table_id = uuid5(_TABLES, f"{player.pk}:{command}")
    if players is None:
        lock_tables_of(player)
    # The lock that the append takes, but before we look: a repetition at the same moment waits, and finds the table.
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
    terms = events.TableOpened(
        rules=rule_set.id,
        options=rule_set.options,
        action_seconds=action_seconds,
        reserve_seconds=reserve_seconds,
        pause_seconds=pause_seconds,
        play_minutes=play_minutes,
        shown_seat=shown_seat,
        shown_delay=shown_delay,
        opened_by=str(player.pk),
        engine=rule_set.version,
        house=None if by_house is None else str(by_house.pk),
        running_count=running_count,
        chat=chat,
        club=None if club is None else str(club.pk),
        friendly=friendly,
        salaams=club is not None and club.salaams,
    )
    seated = dict(players or {})
    if players is None and seat is not None:
        seated[seat] = player
    _check(terms, rule_set, seated, bots)
    if club is not None and players is None and not may(player, "open_tables", club):
        not_suspended(club, player)
        raise NotAllowed("not-a-member", _("Only members of {club} open its tables.").format(club=club.name))
    seated |= dict(zip(bots, house_bots(len(bots), [str(one.pk) for one in seated.values()]), strict=True))
    if players is None:
        require_a_person(bots=sum(one.is_bot for one in seated.values()), seats=rule_set.players)
        require_room_for_a_table(player, club)
    at = now or timezone.now()
    sitting = [seat_taken(number, one, (levels or {}).get(number, "")) for number, one in sorted(seated.items())]
    full = len(seated) == rule_set.players
    begun = [commitment_to(table_id, 1)] if full else []
    appended = store.append(
        table_id, expected=0, events=[terms, *sitting, *begun], command=command, actor=str(player.pk), now=at
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
        friendly=friendly,
        invitation=secrets.token_urlsafe(12) if invitation else "",
        fixed_seats=players is not None,
        action_seconds=action_seconds,
        reserve_seconds=reserve_seconds,
        pause_seconds=pause_seconds,
        play_minutes=play_minutes,
        shown_seat=shown_seat,
        shown_delay=shown_delay,
        status=state.status,
        version=state.version,
        hand_number=state.hand,
        due_at=due_at(state),
    )
    Seat.objects.bulk_create(Seat(table=table, number=number, player=one) for number, one in seated.items())
    transaction.on_commit(partial(keep, state))
    announce.table_advanced(table_id, state.version)
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
    """Sit down at a table that waits; the last one to do so begins the game.

    Returns:
        The version after it.

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
    """Give a free seat of a table that waits to a bot of the house, which plays at a level.

    Returns:
        The version after it.

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
            raise NotAllowed("not-your-table", _("Only who sits here, or opened the table, calls a bot."))
        # Nobody but the state says who sits here: it is another one each time that this is decided.
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
    """Get up: before the game the seat is free again; later a bot sits in until somebody takes the seat over.

    A table that waits closes when the player who opened it gets up and no other person sits there.
    A player who was to take a seat over with the next deal does not.

    Returns:
        The version after it.

    Raises:
        NotSeated: The player has no seat here, and takes none over.
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
    """Return the end of a table that its opener leaves to nobody: else it waits for hours, and counts as theirs."""
    others = any(seat.player not in ("", str(player.pk)) and not seat.bot for seat in state.seats)
    mine = state.status == "waiting" and state.terms.opened_by == str(player.pk)
    return [events.TableClosed()] if mine and not others else []


def seat_taken(seat: int, player: Player, level: str = "") -> events.SeatTaken:
    """Return the event of somebody sitting down.

    Raises:
        BadTerms: There is no such level.
    """
    if level and level not in LEVELS:
        raise BadTerms("no-such-level", _("A bot plays {levels}.").format(levels=one_of(LEVELS)), "levels")
    return events.SeatTaken(seat, str(player.pk), player.is_bot, (level or STEADY) if player.is_bot else "")


def _check(terms: events.TableOpened, rules: engine.RuleSet, seated: Mapping[int, Player], bots: Sequence[int]) -> None:
    for term, (least, most) in LIMITS.items():
        value = getattr(terms, term)
        if value is not None and not least <= value <= most:
            raise BadTerms("out-of-range", _("From {least} to {most}.").format(least=least, most=most), term)
    if terms.shown_seat is not None and not 0 <= terms.shown_seat < rules.players:
        raise BadTerms("no-such-seat", _seats_are(rules), "shown_seat")
    if terms.shown_seat is not None and str(getattr(seated.get(terms.shown_seat), "pk", "")) != terms.opened_by:
        raise BadTerms("not-your-hand", _("You can have your own hand shown, nobody else's."), "shown_seat")
    if any(not 0 <= seat < rules.players for seat in (*seated, *bots)):
        raise BadTerms("no-such-seat", _seats_are(rules), "bots" if bots else "seat")
    if len(set(bots)) < len(bots) or set(bots) & set(seated):
        raise BadTerms("seat-given-twice", _("A seat is given twice."), "bots")
    if len({player.pk for player in seated.values()}) < len(seated):
        raise BadTerms("player-twice", _("A player is given two seats."), "seat")


def _seats_are(rules: engine.RuleSet) -> str:
    return _("Seats are 0 to {last}.").format(last=rules.players - 1)


def not_suspended(club: Club | None, player: Player) -> None:
    """Refuse a seat at a club's table to whom the club has suspended; what they play already they may finish."""
    if club is not None and is_suspended(club=club, player=player):
        raise NotAllowed("suspended", _("You are suspended in {club}.").format(club=club.name))


def _welcome_without_account(table: Table, player: Player) -> None:
    """Refuse a seat to a visiting player where an account is needed, or who is called as somebody else is there."""
    if not player.is_visiting:
        return
    if said := needs_account(table):
        raise NotAllowed("needs-account", said)
    if not player.name:
        raise NotAllowed("needs-name", _("Type your name first: the others at the table see it."))
    if is_called_at(table, player.name):
        raise NotAllowed("name-at-table", _("Somebody at this table has this name. Choose another."))


def require_seat(state: TableState, seat: int) -> None:
    """Refuse the number of a seat that the table has not."""
    if not 0 <= seat < state.rules.players:
        raise BadTerms("no-such-seat", _seats_are(state.rules), "seat")


def _require_free(state: TableState, player: Player, seat: int) -> None:
    require_seat(state, seat)
    if state.status != "waiting":
        raise WrongMoment(
            "begun", _("The game has begun; you can watch, or take a seat over that its player has left.")
        )
    if state.seats[seat].player:
        raise SeatTaken()
    if state.seat_of(player.pk) is not None:
        raise SeatTaken(_("You sit at this table already."))


def _with_start(state: TableState, sitting: Sequence[Any]) -> list[Any]:
    """Return the events of sitting down; with the last seat the first deal is committed to."""
    free = sum(not seat.player for seat in state.seats)
    return [*sitting, commitment_to(state.stream, 1)] if free == len(sitting) else [*sitting]


def seat_row(table_id: UUID, seat: int, player: Player) -> None:
    """Write down who sits at a seat now, instead of whoever sat there."""
    Seat.objects.filter(table_id=table_id, number=seat).delete()
    Seat.objects.create(table_id=table_id, number=seat, player=player)


def _clear_row(table_id: UUID, player: Player) -> None:
    Seat.objects.filter(table_id=table_id, player=player).delete()


def next_number() -> int:
    """Return the number of the next table: what people call it, from a sequence of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('games_table_number')")
        return int(cursor.fetchone()[0])
