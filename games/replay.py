"""A hand's history as a page shows it: the diagram of one step, the auction and the tricks around it."""

from dataclasses import dataclass
from uuid import UUID

import engine
from games.board import REASONS, SUIT, alternating
from games.tableview import AuctionEntry, HandHistory, Step, TrickRow

SPOTS = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}
SUIT_ORDER = "SHCD"


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a seat's hand at a step: still there or gone, and whether it was folded."""

    card: str
    gone: bool
    folded: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat of the diagram. `suits` is empty where the viewer may not know its cards."""

    seat: int
    side: int
    name: str
    at: str
    role: str
    suits: tuple[tuple[str, tuple[Held, ...]], ...]
    cards_left: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in the middle of the diagram."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the tricks' table: the card a seat played."""

    card: str
    led: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tricks' table."""

    trick: TrickRow
    cells: tuple[Cell, ...]
    winner: str
    why: str
    here: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A cell of the auction's table."""

    word: str
    kind: str
    step: int
    here: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand at one step."""

    history: HandHistory
    step: Step
    hands: tuple[Hand, ...]
    middle: tuple[Laid, ...]
    rows: tuple[Row, ...]
    auctions: tuple[tuple[tuple[Said, ...], ...], ...]
    trump_hidden: bool

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.history.steps) - 1

    @property
    def before(self) -> int:
        """The step before, or the first."""
        return max(0, self.step.index - 1)

    @property
    def after(self) -> int:
        """The next step, or the last."""
        return min(self.last, self.step.index + 1)

    @property
    def columns(self) -> tuple[tuple[int, str], ...]:
        """Side and name of each seat, from seat 0."""
        sides = _sides(self.history)
        return tuple((sides[seat], name) for seat, name in enumerate(self.history.players))

    @property
    def speakers(self) -> tuple[tuple[int, str], ...]:
        """The same from the opener on, as the auction runs."""
        return self.columns[self.history.opener :] + self.columns[: self.history.opener]


def _sides(history: HandHistory) -> dict[int, int]:
    return {seat: side for side, seats in enumerate(history.sides) for seat in seats}


def _role(history: HandHistory, seat: int) -> str:
    roles = []
    if history.result is not None and history.result.declarer == seat:
        roles.append("declarer")
    if seat == history.dealer:
        roles.append("dealer")
    if seat == history.opener:
        roles.append("opener")
    return ", ".join(roles)


def _hands(history: HandHistory, step: Step, bottom: int) -> tuple[Hand, ...]:
    players = len(history.players)
    turn = 1 if history.direction == "clockwise" else -1
    spots, sides = SPOTS[players], _sides(history)
    ranks = engine.load_rules(history.rules).ranks
    folded = set(history.folded)
    hands = []
    for seat, name in enumerate(history.players):
        left = set(step.hands[seat])
        suits = []
        known = history.cards[seat]
        for suit in SUIT_ORDER if known else "":
            cards = [card for card in alternating(known, ranks) if card[0] == suit]
            held = tuple(Held(card, card not in left, (seat, card) in folded) for card in cards)
            suits.append((suit, held))
        at = spots[(seat - bottom) * turn % players]
        hands.append(Hand(seat, sides[seat], name, at, _role(history, seat), tuple(suits), len(left)))
    return tuple(hands)


def _why(row: TrickRow) -> str:
    led = SUIT.get(row.cards[0].card[0], "") if row.cards else ""
    return REASONS.get(row.reason, "").format(suit=led).removeprefix("is the ")


def _rows(history: HandHistory, step: Step) -> tuple[Row, ...]:
    rows = []
    for trick in history.tricks:
        played = {laid.seat: laid.card for laid in trick.cards}
        cells = tuple(
            Cell(played.get(seat, ""), seat == trick.leader, seat == trick.winner)
            for seat in range(len(history.players))
        )
        here = trick.first_step <= step.index <= trick.last_step
        rows.append(Row(trick, cells, history.players[trick.winner], _why(trick), here))
    return tuple(rows)


WORDS = {"pass": "pass", "fold": "folds", "keep": "keeps", "concede": "concedes"}


def _auctions(history: HandHistory, step: Step) -> tuple[tuple[tuple[Said, ...], ...], ...]:
    """Return the rows of each auction, a column a seat from the opener on."""
    found: list[list[list[Said]]] = []
    players = len(history.players)
    blank = Said("", "", -1, False)
    number, last = 0, players

    def put(entry: AuctionEntry) -> None:
        nonlocal number, last
        column = (entry.seat - history.opener) % players
        if entry.auction != number:
            found.append([])
            number, last = entry.auction, players
        if column <= last:
            found[-1].append([blank] * players)
        last = column
        word = str(entry.value) if entry.word == "bid" else WORDS[entry.word]
        kind = "won" if entry.won else entry.word
        found[-1][-1][column] = Said(word, kind, entry.step, entry.step == step.index)

    for entry in history.auction:
        put(entry)
    return tuple(tuple(tuple(row) for row in rows) for rows in found)


def _folded_by(history: HandHistory, step: Step) -> bool:
    return any(entry.word == "fold" and entry.step <= step.index for entry in history.auction)


def replay_of(history: HandHistory, *, step: int | None, viewer: UUID | None) -> Replay:
    """Lay a hand out at a step.

    Args:
        history: What the viewer may know of the hand.
        step: The number of the step; None or a wrong one is the last.
        viewer: The viewer's player id; their seat lies at the bottom.
    """
    now = history.step_at(step)
    bottom = next((seat for seat, player in enumerate(history.player_ids) if player == viewer and viewer), 0)
    hands = _hands(history, now, bottom)
    at = {hand.seat: hand.at for hand in hands}
    return Replay(
        history=history,
        step=now,
        hands=hands,
        middle=tuple(Laid(laid.card, at[laid.seat]) for laid in now.trick),
        rows=_rows(history, now),
        auctions=_auctions(history, now),
        trump_hidden=now.trump is None and _folded_by(history, now),
    )
