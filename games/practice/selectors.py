"""Reading a practice: its state, and the table as its player may see it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.models import Player
from engine.conventions import default_card, meanings_of
from engine.fiftysix.ruleset import FiftySix
from games.bots.names import HOUSE
from games.conventions.words import meaning_words
from games.errors import UnknownTable, WrongMoment
from games.models import Practice, Table
from games.practice.state import PracticeRecord, Room, game_at, room_of, table_of
from games.screen.layout import alternating
from games.screen.pieces import Opened
from games.sealing.keyring import SealError, keyring
from games.tables.selectors.scene import view_of
from games.tables.view.table import ClockView, TableView

_BOTS = UUID("7d5f0a3e-53cb-4c59-9a5e-31b5f2f5d0a1")


def practices_of(player: Player) -> Sequence[Practice]:
    """Return a player's practices, the newest first."""
    return list(Practice.objects.filter(player=player).defer("sealed"))


def practice_of(practice_id: UUID, player: Player, *, locked: bool = False) -> Practice:
    """Return a player's own practice.

    Args:
        practice_id: Its id.
        locked: Lock the row until the transaction ends.

    Raises:
        UnknownTable: There is no such practice, or it is another player's.
    """
    rows = Practice.objects.select_for_update() if locked else Practice.objects
    found = rows.filter(pk=practice_id, player=player).first()
    if found is None:
        raise UnknownTable(_("There is no such practice, or it is somebody else's."))
    return found


def bound_to(practice: Practice) -> bytes:
    """Return the binding of a practice's sealed part: its row and version."""
    return b"lelam-practice\0" + practice.pk.bytes + practice.version.to_bytes(4, "big")


def room_in(practice: Practice) -> Room:
    """Return the state of a practice, unsealed and replayed.

    Raises:
        WrongMoment: The practice is unreadable, or its actions are illegal by the present rules.
    """
    try:
        kept = msgspec.json.decode(keyring().open(bytes(practice.sealed), bound_to(practice)), type=PracticeRecord)
        return room_of(engine.load_rules(practice.rules, practice.options, version=kept.engine), kept)
    except (engine.IllegalAction, engine.RulesError, SealError, msgspec.MsgspecError, TypeError) as fault:
        # Without the text of the error, which might name cards.
        raise WrongMoment(
            "practice-unreadable", _("This practice cannot be continued: begin a new one with these rules.")
        ) from (fault if isinstance(fault, SealError) else None)


def names_in(room: Room, player: Player) -> tuple[str, ...]:
    """Return the names at the seats: the player's, and those of the bots.

    A visitor who gave no name has one all the same, since sentences are made with it: "Guest opens".
    """
    return tuple(
        (player.name or _("Guest")) if seat == room.kept.seat else HOUSE[seat] for seat in range(room.rules.players)
    )


def view_of_practice(practice: Practice, room: Room, player: Player, upto: int | None = None) -> TableView:
    """Return a practice as its player may see it, as a live table without a clock; nothing after `upto` is in it."""
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
    """The latest call of a seat, with its meaning by the conventions; the text is empty if they give none."""

    name: str
    side: int
    call: str
    text: str
    source: str


def calls_explained(view: TableView, room: Room, upto: int | None = None) -> tuple[Explained, ...]:
    """Return each seat's latest visible call of 56 with its meaning, in the order of the auction.

    The bots call by the default conventions; the meaning of a call depends on all calls before it.

    Source: 56-CNV-2, 56-SHOW-10.
    """
    if view.game is None or not isinstance(room.rules, FiftySix):
        return ()
    auction = engine.view(game_at(room, upto), None).auction
    told = meanings_of(default_card(room.rules), auction, room.rules)
    # Of equal calls of a player, take the last: the latest call, the contract, or its double.
    shown = {step.seat: step for step in view.game.auction}
    latest = {step.seat: index for index, step in enumerate(auction) if shown.get(step.seat) == step}
    return tuple(
        Explained(
            view.seats[step.seat].name,
            view.seats[step.seat].side,
            step.call or step.word,
            meaning_words(meaning) if meaning is not None else "",
            meaning.convention.source if meaning is not None else "",
        )
        for index, (step, meaning) in enumerate(zip(auction, told, strict=True))
        if latest.get(step.seat) == index
    )


def hands_of(room: Room, player: Player) -> tuple[Opened, ...]:
    """Return all hands as dealt, once the hand is over; else nothing."""
    if not room.is_over:
        return ()
    names = names_in(room, player)
    ranks = room.rules.ranks
    return tuple(
        Opened(names[seat], room.rules.side_of(seat), alternating(cards, ranks))
        for seat, cards in enumerate(room.cards)
    )
