"""One viewer's view of a live table: the only form in which it leaves the server.

Frozen values of numbers, texts and tuples. They are built in `games.tables.selectors` from `engine.view` and from
public events, so a template, a socket or the API may show that viewer all of it.
"""

from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _

import engine
from games.tables.view.deal import Shuffle
from games.tables.view.meanings import Askable, Asked, SideCard
from games.tables.view.seats import SeatView


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A side, what it has taken in this hand and how it stands.

    Attributes:
        side: The side's number.
        seats: Its seats.
        names: Their players' names, a seat each.
        points: Card points taken in this hand; None while the table does not tell them (56-SHOW-19).
        needed: Card points it needs: the contract, or what defeats it (together with its allies); None before there is
            a declarer.
        stakes: Its stakes, where stakes are kept.
        score: Its game points or stake points, where no stakes are kept.
        games: The games it has won, in a match of games; else None.
        game_points: Its change by the hand last decided; None while a hand runs.
    """

    side: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    points: int | None = 0
    needed: int | None = None
    stakes: int | None = None
    score: int | None = None
    games: int | None = None
    game_points: int | None = None


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock shows. Times are Unix milliseconds.

    Attributes:
        whose: The seat whose time runs, or None.
        deadline: When the server acts for it, reserve included.
        action_until: When its time for this action is up and the reserve begins.
        total_seconds: Its time for this action with what is left of the reserve.
        left_seconds: What was left of that when this view was made.
        next_deal_at: When the next hand is dealt; None if none is awaited.
        paused_by: The seat that holds the next deal back, or None.
        paused_until: When that pause ends by itself.
        plays_until: No hand begins after this; None where no time is set or play has not begun.
    """

    whose: int | None = None
    deadline: int | None = None
    action_until: int | None = None
    total_seconds: int = 0
    left_seconds: int = 0
    next_deal_at: int | None = None
    paused_by: int | None = None
    paused_until: int | None = None
    plays_until: int | None = None


class HandResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand came out.

    Attributes:
        hand: The hand's number.
        sentence: "Beeran and Devaki made 17 with 19 points."
        outcome: `made`, `failed`, `conceded`, `claimed`, `passed_out` or `cancelled`.
        declarer: The seat that played the contract, or None.
        bid: The contract.
        contract: The contract in words: `17`, `34♠ doubled`; empty where there is none.
        points: Card points by side; None where none were counted.
        game_points: This hand's change by side; None where none are counted.
        before: Each side's stakes, or score, before the hand.
        after: The same after it.
        stakes: Whether those are stakes (else a score).
        rules: The ids of the rules that say so.
        base_cards: Whether the stakes are base cards.
        notes: What it did beside moving points, in sentences: thani, cot, kunukku.
        finished: It decided the game.
        winners: The winning sides, then.
    """

    hand: int
    sentence: str
    outcome: str
    declarer: int | None
    bid: int | None
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    before: tuple[int, ...]
    after: tuple[int, ...]
    stakes: bool
    rules: tuple[str, ...]
    base_cards: bool = False
    notes: tuple[str, ...] = ()
    contract: str = ""
    finished: bool = False
    winners: tuple[int, ...] = ()


class Happening(msgspec.Struct, frozen=True):
    """Something that happened at the table, in words that everybody may hear.

    Attributes:
        version: The version of the table by it.
        seat: Whose doing it was, or None.
        code: The kind, such as `bid-made`, `card-played`, `turn-timed-out`.
        text: "Beeran bids 16."
    """

    version: int
    seat: int | None
    code: str
    text: str


class HouseNamed(msgspec.Struct, frozen=True):
    """House rules by their name.

    Attributes:
        id: The id of this version of them.
        name: What the club calls them.
        number: Which version it is.
        club: The slug of the club.
    """

    id: UUID
    name: str
    number: int
    club: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A live table as one viewer may see it.

    Attributes:
        table_id: The table's id.
        number: What people call it: table 3.
        name: Its name; may be empty.
        version: The version of the game's stream that this shows.
        rules: The rule set's id.
        rules_name: What people call the rule set.
        options: The options in force.
        engine_version: The version of the rules that the game is played by.
        house: The club's house rules that the options are from, or None.
        status: `waiting`, `playing`, `finished` or `closed`.
        viewer: The viewer's seat, or None for a spectator.
        takes_over: The seat that the viewer, so far a spectator, takes over with the next deal; None for all others.
        invitation_needed: To sit down one needs the invitation.
        invitation: The code of the invitation link, for those who may pass it on; else empty.
        players_needed: How many seats are free.
        seats: One a seat.
        sides: One a side.
        game: What the viewer may know of the hand; None before the first deal.
        clock: The clock.
        running_count: Card points are told during the hand (56-SHOW-19).
        legal: What the viewer may do now.
        can_concede: Whether a concession is among that.
        claim: The seat whose claim waits for answers, its cards laid open; None where there is none.
        may: What else the viewer may do: `claim`, `concede_hand` (in 56), `answer` (a claim),
            `sit`, `bot`, `leave`, `substitute`, `pause`, `deal`, `return`.
        joining: What somebody without an account needs to sit down here: `name`, or `account`; empty where the viewer
            has one, or nobody can sit down.
        result: The hand last decided, until the next is dealt.
        happenings: The last dozen, the oldest first.
        winners: The winning sides of a finished game, as it was played.
        winners_now: The sides that win it since a ruling changed a result; None where none has.
        honours_from: The lowest bid that counts double in the first auction; None where there is none.
        shown_seat: The seat whose hand spectators see late; None where none is shown.
        shown_delay: By how many seconds.
        shown_hand: That hand, for a spectator.
        shuffle: What is fixed of the running or next deal; None before the first.
        opened_by_viewer: The viewer opened the table.
        opened_by: The name of who opened it, and so chose the game; empty where nobody knows any more.
        chat: Those who sit here may write to each other.
        cards: Whose convention card each side plays, in 56.
        askable: The calls whose meaning the viewer may ask for now.
        asked: The viewer's own questions, and those the viewer may add to.
    """

    table_id: UUID
    number: int
    name: str
    version: int
    rules: str
    rules_name: str
    status: str
    viewer: int | None
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    clock: ClockView
    options: dict[str, Any] = {}
    engine_version: int = 1
    house: HouseNamed | None = None
    takes_over: int | None = None
    invitation_needed: bool = False
    invitation: str = ""
    players_needed: int = 0
    game: engine.View | None = None
    running_count: bool = True
    legal: tuple[engine.Action, ...] = ()
    can_concede: bool = False
    claim: int | None = None
    may: frozenset[str] = frozenset()
    joining: str = ""
    result: HandResult | None = None
    happenings: tuple[Happening, ...] = ()
    winners: tuple[int, ...] = ()
    winners_now: tuple[int, ...] | None = None
    honours_from: int | None = None
    shown_seat: int | None = None
    shown_delay: int = 0
    shown_hand: tuple[str, ...] = ()
    shuffle: Shuffle | None = None
    opened_by_viewer: bool = False
    opened_by: str = ""
    chat: bool = True
    cards: tuple[SideCard, ...] = ()
    askable: tuple[Askable, ...] = ()
    asked: tuple[Asked, ...] = ()

    @property
    def title(self) -> str:
        """The title of the table."""
        return self.name or _("Table {number}").format(number=self.number)

    @property
    def race(self) -> tuple[int, int] | None:
        """Card points of the declaring side and of the others together, or None if there are none to show."""
        if self.game is None or self.game.declarer is None or any(side.points is None for side in self.sides):
            return None
        declaring = self.seats[self.game.declarer].side
        ours = sum(side.points or 0 for side in self.sides if side.side == declaring)
        return ours, sum(side.points or 0 for side in self.sides) - ours

    def command(self, version: int, kind: str) -> UUID:
        """Return the idempotency key of the viewer's action on a version: the same sent twice is one command."""
        return uuid5(self.table_id, f"{self.viewer}:{version}:{kind}")
