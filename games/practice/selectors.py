"""Reading a practice: its room, and the table as its player may see it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.models import Player
from engine.fiftysix.ruleset import FiftySix
from games.board import alternating
from games.board.pieces import Opened
from games.bots.names import HOUSE
from games.conventions import default_card, meanings_of
from games.errors import UnknownTable, WrongMoment
from games.models import Practice, Table
from games.practice.state import Kept, Room, game_at, room_of, table_of
from games.sealing.keyring import SealError, keyring
from games.selectors.live import view_of
from games.tableview import ClockView, TableView

_BOTS = UUID("7d5f0a3e-53cb-4c59-9a5e-31b5f2f5d0a1")


def practices_of(player: Player) -> Sequence[Practice]:
    """Return a player's practices, the last one first."""
    return list(Practice.objects.filter(player=player).defer("sealed"))


def practice_of(practice_id: UUID, player: Player, *, locked: bool = False) -> Practice:
    """Return a player's own practice.

    Args:
        practice_id: Its id.
        player: Who asks.
        locked: Hold it against other requests until the transaction ends.

    Raises:
        UnknownTable: There is none of that id, or it is another player's.
    """
    rows = Practice.objects.select_for_update() if locked else Practice.objects
    found = rows.filter(pk=practice_id, player=player).first()
    if found is None:
        raise UnknownTable(_("There is no such practice, or it is somebody else's."))
    return found


def bound_to(practice: Practice) -> bytes:
    """Return the place to which the sealed part of a practice belongs."""
    return b"lelam-practice\0" + practice.pk.bytes + practice.version.to_bytes(4, "big")


def room_in(practice: Practice) -> Room:
    """Return a practice with its game.

    Raises:
        WrongMoment: It was begun by rules that are judged otherwise by now, or cannot be read.
    """
    try:
        kept = msgspec.json.decode(keyring().open(bytes(practice.sealed), bound_to(practice)), type=Kept)
        return room_of(engine.load_rules(practice.rules, practice.options, version=kept.engine), kept)
    except (engine.IllegalAction, engine.RulesError, SealError, msgspec.MsgspecError, TypeError) as fault:
        # Without its text, which might name cards.
        raise WrongMoment(
            "practice-unreadable", _("This practice cannot be played on: begin a new one with these rules.")
        ) from (fault if isinstance(fault, SealError) else None)


def names_in(room: Room, player: Player) -> tuple[str, ...]:
    """Return the names at the seats: the player's own, and bots' elsewhere."""
    return tuple(
        (player.name or _("You")) if seat == room.kept.seat else HOUSE[seat] for seat in range(room.rules.players)
    )


def view_of_practice(practice: Practice, room: Room, player: Player, upto: int | None = None) -> TableView:
    """Return a practice as its player may see it: as a live table without a clock.

    Args:
        practice: The practice's row.
        room: The practice with its game.
        player: Whose it is.
        upto: After so many deeds of the hand; by default all. What came later is not in the view.
    """
    ids = tuple(
        str(player.pk if seat == room.kept.seat else uuid5(_BOTS, HOUSE[seat])) for seat in range(room.rules.players)
    )
    state = table_of(room, practice.pk, ids, upto)
    table = Table(pk=practice.pk, number=0, rules=practice.rules, options=practice.options)
    view = view_of(table, state, player, now=state.opened_at, names=names_in(room, player))
    return replace(
        view,
        name=_("Practice"),
        version=practice.version,
        clock=ClockView(),
        may=view.may & {"claim"},
        askable=(),
        asked=(),
        shuffle=None,
    )


class Explained(NamedTuple):
    """The latest call of a seat, and what it tells by the conventions; an empty text where they say nothing of it."""

    name: str
    side: int
    call: str
    text: str
    source: str


def calls_explained(view: TableView, room: Room, upto: int | None = None) -> tuple[Explained, ...]:
    """Return each seat's latest call that is in view in 56 with its meaning, in the order in which they were made.

    The bots speak by the default conventions; what a call tells follows from all that was said before it.

    Args:
        view: The practice as its player sees it.
        room: The practice with its game.
        upto: After how many deeds of the hand that is; by default all.

    Source: 56-CNV-2, 56-SHOW-10.
    """
    if view.game is None or not isinstance(room.rules, FiftySix):
        return ()
    auction = engine.view(game_at(room, upto), None).auction
    told = meanings_of(default_card(room.rules), auction, room.rules)
    # Of a player's equal calls the last one is meant: that is the latest, the contract, or what doubled it.
    shown = {step.seat: step for step in view.game.auction}
    latest = {step.seat: index for index, step in enumerate(auction) if shown.get(step.seat) == step}
    return tuple(
        Explained(
            view.seats[step.seat].name,
            view.seats[step.seat].side,
            step.call or step.word,
            meaning.text if meaning is not None else "",
            meaning.convention.source if meaning is not None else "",
        )
        for index, (step, meaning) in enumerate(zip(auction, told, strict=True))
        if latest.get(step.seat) == index
    )


def hands_of(room: Room, player: Player) -> tuple[Opened, ...]:
    """Return all hands as dealt, once the hand has been played to its end; else nothing."""
    if not room.is_over:
        return ()
    names = names_in(room, player)
    ranks = room.rules.ranks
    return tuple(
        Opened(names[seat], room.rules.side_of(seat), alternating(cards, ranks))
        for seat, cards in enumerate(room.cards)
    )
