"""A seat in a viewer's view: its present player, and its players in the course of the game."""

from uuid import UUID

import msgspec


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits there.

    Attributes:
        number: The seat's number.
        player_id: The player's id; None for a free seat.
        name: The player's name; empty for a free seat.
        bot: The house plays this seat.
        visiting: Its player has no account.
        level: How well, `steady` or `strong`; empty for a person.
        sat_in: A bot acts for a player who has been absent for long.
        left: The player got up; a bot acts until somebody takes the seat over.
        since_hand: The hand from which its player holds it; 0 where that is the first one.
        next_id: The id of the player who takes it over with the next deal, or None.
        next_name: That player's name, or empty.
        open_to_viewer: The viewer may take it over, or come back to it.
        side: The side it plays for.
        on_turn: Whether it is to act.
        cards: How many cards it holds.
        tricks: Tricks taken in this hand.
        last_call: What it last said in the running auction, such as `16`, `+2S` or `pass`; None if nothing.
        dealer: It dealt this hand.
        opener: It speaks and leads first.
        declarer: It plays the contract.
        reserve_left: Seconds left of its reserve of time.
        kunukku: How many kunukku it wears.
        salaams: How many salaams it has made.
        open_hand: Its cards, where they lie open for everybody.
    """

    number: int
    player_id: UUID | None = None
    name: str = ""
    bot: bool = False
    visiting: bool = False
    level: str = ""
    sat_in: bool = False
    left: bool = False
    since_hand: int = 0
    next_id: UUID | None = None
    next_name: str = ""
    open_to_viewer: bool = False
    side: int = 0
    on_turn: bool = False
    cards: int = 0
    tricks: int = 0
    last_call: str | None = None
    dealer: bool = False
    opener: bool = False
    declarer: bool = False
    reserve_left: int = 0
    kunukku: int = 0
    salaams: int = 0
    open_hand: tuple[str, ...] = ()


class SeatHeld(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a game in which a seat was held by one player and played by that player, or by a bot.

    Attributes:
        seat: The seat's number.
        player_id: The id of its player; None for one unknown.
        name: The player's name.
        bot: A bot acts in the player's stead, who is away or has got up.
        hand: The hand with which it begins.
        trick: The trick in whose course it begins; 0 for the time before the first one, None for the deal.
        version: The version of the table by which it begins.
        text: "from hand 3: Beeran".
    """

    seat: int
    player_id: UUID | None
    name: str
    bot: bool
    hand: int
    trick: int | None
    version: int
    text: str
