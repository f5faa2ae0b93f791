"""The page of a hand's history: the diagram of one step, the auction and the tricks around it.

A page holds all steps of the hand. An element that is not constant carries its changes: the numbers of the steps at
which it turns on or off. The server draws one step, and `static/js/history.js` any other by the changes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

import engine
from games.hands.told import VIOLATION, AuctionEntry, HandTold, Step, TrickRow
from games.screen.layout import CLOCKWISE, alternating
from games.words.events import call_word, phase_words

SUIT_ORDER = "SHCD"
_HIGHEST = {
    "S": gettext_noop("highest spade"),
    "H": gettext_noop("highest heart"),
    "C": gettext_noop("highest club"),
    "D": gettext_noop("highest diamond"),
    "": gettext_noop("highest card of the suit led"),
}
"""The reason why an untrumped trick was won, by the suit led."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of a seat's hand at a step: still there or gone, and whether it was folded."""

    card: str
    gone: bool
    folded: bool
    changes: str


@dataclass(frozen=True, slots=True)
class DiagramSeat:
    """A seat of the diagram. `suits` is empty if the viewer may not know its cards; `unseen` of them nobody noted."""

    seat: int
    side: int
    name: str
    at: str
    role: str
    suits: tuple[tuple[str, tuple[HeldCard, ...]], ...]
    cards_left: int
    unseen: int = 0


@dataclass(frozen=True, slots=True)
class DiagramCard:
    """A card in the middle of the diagram, at the steps at which it lies there; `wrong` for one that a rule forbids."""

    card: str
    at: str
    shown: bool
    changes: str
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract or the trump in the middle of the diagram, at the steps at which it stands there."""

    bid: int | None
    denomination: str | None
    doubled: int
    trump: str | None
    trump_hidden: bool
    shown: bool
    changes: str


@dataclass(frozen=True, slots=True)
class TrickTableCell:
    """A cell of the tricks' table: the card a seat played; `wrong` for one that a rule forbids."""

    card: str
    led: bool
    won: bool
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class TrickTableRow:
    """A row of the tricks' table. An unfinished trick has no winner and no points."""

    number: int
    cells: tuple[TrickTableCell, ...]
    winner: str
    why: str
    points: int | None
    so_far: tuple[int, ...]
    last_step: int
    here: bool
    changes: str


@dataclass(frozen=True, slots=True)
class AuctionTableCell:
    """A cell of the auction's table; if `call` is true, the letters of suits in `word` stand for suits."""

    word: str
    kind: str
    step: int
    here: bool
    call: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand at one step, with the changes that lead to every other."""

    history: HandTold
    step: Step
    hands: tuple[DiagramSeat, ...]
    middle: tuple[DiagramCard, ...]
    contracts: tuple[Contract, ...]
    rows: tuple[TrickTableRow, ...]
    auctions: tuple[tuple[tuple[AuctionTableCell, ...], ...], ...]

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
    def later_calls(self) -> str:
        """The name of the bids made with all cards seen."""
        raised = any(step.phase == phase_words("raise") for step in self.history.steps)
        return _("With all cards dealt") if raised else _("Second auction and trump")

    @property
    def columns(self) -> tuple[tuple[int, str], ...]:
        """Side and name of each seat, from seat 0."""
        sides = _sides(self.history)
        return tuple((sides[seat], name) for seat, name in enumerate(self.history.players))

    @property
    def speakers(self) -> tuple[tuple[int, str], ...]:
        """The same from the opener on, as the auction runs."""
        return self.columns[self.history.opener :] + self.columns[: self.history.opener]


def _sides(history: HandTold) -> dict[int, int]:
    return {seat: side for side, seats in enumerate(history.sides) for seat in seats}


def _role(history: HandTold, seat: int) -> str:
    roles = []
    if history.result is not None and history.result.declarer == seat:
        roles.append(_("declarer"))
    if seat == history.dealer:
        roles.append(_("dealer"))
    if seat == history.opener:
        roles.append(_("opener"))
    return ", ".join(roles)


def changes_of(flags: Iterable[bool]) -> str:
    """Return the steps at which a flag changes, as an attribute of the page; before the first step it is off.

    >>> changes_of([False, True, True, False])
    '1 3'
    >>> changes_of([True, True])
    '0'
    """
    steps, was = [], False
    for step, flag in enumerate(flags):
        if flag != was:
            steps.append(str(step))
        was = flag
    return " ".join(steps)


def _gone(cards: list[str], left: Counter[str]) -> list[bool]:
    """Return for each card whether it is gone; of two copies the first is shown as the one still there."""
    left = Counter(left)
    gone = []
    for card in cards:
        gone.append(not left[card])
        left[card] -= 1 if left[card] else 0
    return gone


def _hands(history: HandTold, step: Step, bottom: int) -> tuple[DiagramSeat, ...]:
    players = len(history.players)
    turn = 1 if history.direction == "clockwise" else -1
    spots, sides = CLOCKWISE[players], _sides(history)
    ranks = engine.load_rules(history.rules).ranks
    folded = set(history.folded)
    hands = []
    for seat, name in enumerate(history.players):
        left = [Counter(one.hands[seat]) for one in history.steps]
        suits = []
        known = tuple(filter(None, history.cards[seat]))
        for suit in SUIT_ORDER if known else "":
            cards = [card for card in alternating(known, ranks) if card[0] == suit]
            gone = [_gone(cards, now) for now in left]
            held = tuple(
                HeldCard(card, gone[step.index][at], (seat, card) in folded, changes_of(now[at] for now in gone))
                for at, card in enumerate(cards)
            )
            suits.append((suit, held))
        at = spots[(seat - bottom) * turn % players]
        hands.append(
            DiagramSeat(
                seat,
                sides[seat],
                name,
                at,
                _role(history, seat),
                tuple(suits),
                len(step.hands[seat]),
                history.cards[seat].count(""),
            )
        )
    return tuple(hands)


def _middle(history: HandTold, step: Step, at: dict[int, str]) -> tuple[DiagramCard, ...]:
    """Return every card that lies in the middle at some step, in the order played."""
    against = {(one.trick_number, engine.Played(one.seat or 0, one.card or "")) for one in history.steps if one.broken}
    lies: dict[tuple[int | None, engine.Played, bool], set[int]] = {}
    for one in history.steps:
        for laid in one.trick:
            wrong = (one.kind == VIOLATION and laid.seat == one.seat) or (one.trick_number, laid) in against
            lies.setdefault((one.trick_number, laid, wrong), set()).add(one.index)
    return tuple(
        DiagramCard(laid.card, at[laid.seat], step.index in steps, _changes(history, steps), wrong)
        for (_number, laid, wrong), steps in lies.items()
    )


def _changes(history: HandTold, steps: set[int]) -> str:
    return changes_of(one.index in steps for one in history.steps)


def _contracts(history: HandTold, step: Step) -> tuple[Contract, ...]:
    """Return the contracts and trumps in the middle of the diagram, in the order of their steps."""
    stands: dict[tuple[int | None, str | None, int, str | None, bool], set[int]] = {}
    for one in history.steps:
        if one.denomination:
            stands.setdefault((one.bid, one.denomination, one.doubled, None, False), set()).add(one.index)
        elif one.trump or _folded_by(history, one):
            stands.setdefault((None, None, 0, one.trump, not one.trump), set()).add(one.index)
    return tuple(Contract(*what, step.index in steps, _changes(history, steps)) for what, steps in stands.items())


def _why(row: TrickRow) -> str:
    led = row.cards[0].card[0] if row.cards else ""
    if row.reason == "highest-led":
        return _(_HIGHEST[led])
    return _("only trump") if row.reason == "only-trump" else _("highest trump")


def _cells(
    history: HandTold, number: int, cards: tuple[engine.Played, ...], winner: int | None, wrong: bool
) -> tuple[TrickTableCell, ...]:
    played = {laid.seat: laid.card for laid in cards}
    against = {one.seat for one in history.steps if one.broken and one.card and one.trick_number == number}
    if wrong:
        against.add(cards[-1].seat)
    return tuple(
        TrickTableCell(played.get(seat, ""), seat == cards[0].seat, seat == winner, seat in against)
        for seat in range(len(history.players))
    )


def _rows(history: HandTold, step: Step) -> tuple[TrickTableRow, ...]:
    """Return the tricks in order, an unfinished one last."""
    rows = [
        TrickTableRow(
            trick.number, _cells(history, trick.number, trick.cards, trick.winner, False),
            history.players[trick.winner], _why(trick), trick.points, trick.so_far, trick.last_step,
            trick.first_step <= step.index <= trick.last_step,
            changes_of(trick.first_step <= one.index <= trick.last_step for one in history.steps),
        )
        for trick in history.tricks
    ]  # fmt: skip
    ends = [one for one in history.steps if one.trick_number == len(rows) + 1 and one.trick]
    if ends:
        last = ends[-1]
        wrong = last.kind == VIOLATION
        said = pgettext("a trick", "not finished") if history.finished else pgettext("a trick", "running")
        here = step.trick_number == last.trick_number
        cells = _cells(history, len(rows) + 1, last.trick, None, wrong)
        changes = changes_of(one.trick_number == last.trick_number for one in history.steps)
        rows.append(TrickTableRow(len(rows) + 1, cells, "", said, None, last.points, last.index, here, changes))
    return tuple(rows)


def _entry_text(entry: AuctionEntry) -> str:
    if entry.word == "bid":
        return str(entry.value)
    return entry.call or call_word(entry.word)


def _auctions(history: HandTold, step: Step) -> tuple[tuple[tuple[AuctionTableCell, ...], ...], ...]:
    """Return the rows of each auction, a column a seat from the opener on."""
    found: list[list[list[AuctionTableCell]]] = []
    players = len(history.players)
    blank = AuctionTableCell("", "", -1, False)
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
        kind = "won" if entry.won else "bid" if entry.word == "call" else entry.word
        if history.steps[entry.step].kind == VIOLATION:
            kind = VIOLATION
        here = entry.step == step.index
        found[-1][-1][column] = AuctionTableCell(_entry_text(entry), kind, entry.step, here, entry.call is not None)

    for entry in history.auction:
        put(entry)
    return tuple(tuple(tuple(row) for row in rows) for rows in found)


def _folded_by(history: HandTold, step: Step) -> bool:
    return any(entry.word == "fold" and entry.step <= step.index for entry in history.auction)


def replay_of(history: HandTold, *, step: int | None, bottom: int = 0) -> Replay:
    """Return a hand laid out at a step.

    Args:
        history: The hand in the viewer's view.
        step: The number of the step to show first; None, or a number out of range, for the last.
        bottom: The seat that lies at the bottom: the viewer's own.
    """
    now = history.step_at(step)
    hands = _hands(history, now, bottom)
    at = {hand.seat: hand.at for hand in hands}
    return Replay(
        history=history,
        step=now,
        hands=hands,
        middle=_middle(history, now, at),
        contracts=_contracts(history, now),
        rows=_rows(history, now),
        auctions=_auctions(history, now),
    )
