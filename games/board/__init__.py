"""A table as a page shows it: who sits where from the viewer's place, what is asked of whom, the race of the points.

Built from nothing but a `TableView`, so what a seat may not know cannot get onto its page. No rule is judged here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import engine
from games.board.pieces import Camp, Cell, HandCard, Laid, Place, ResultRow, Taken
from games.board.sentences import REASONS, SUIT, last_line, reason_line, turn_words, winning_card
from games.deeds import Refusal
from games.tableview import Happening, SideView, TableView

__all__ = [
    "CLOCKWISE",
    "REASONS",
    "SUIT",
    "Board",
    "Camp",
    "Cell",
    "HandCard",
    "Laid",
    "Place",
    "ResultRow",
    "Taken",
    "alternating",
    "board_of",
]

CLOCKWISE = {
    2: "sn", 3: "swe", 4: "swne", 6: ("s", "sw", "nw", "n", "ne", "se"),
    8: ("s", "sw", "w", "nw", "n", "ne", "e", "se"),
}  # fmt: skip
"""Where the seats lie on the screen, from the bottom in the order of a clockwise table."""
BLACK, RED = "SC", "HD"


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the table's fragment shows beside the `TableView` itself."""

    view: TableView
    places: tuple[Place, ...]
    own: Place
    seated: bool
    we: Camp
    they: Camp
    hand: tuple[HandCard, ...]
    bids: tuple[int, ...]
    can_pass: bool
    can_keep: bool
    can_ask: bool
    can_reveal: bool
    can_fold: bool
    my_turn: bool
    asks: str
    says: str
    trick: tuple[Laid, ...]
    won: engine.TrickTaken | None
    won_line: str
    won_name: str
    won_card: str
    last_line: str
    tricks: tuple[Taken, ...]
    result_rows: tuple[ResultRow, ...]
    auction: tuple[tuple[Cell, ...], ...]
    auction_names: tuple[str, ...]
    refusal: Refusal | None
    refusal_at: int

    @property
    def phase(self) -> str:
        """The phase of the running hand, or the state of a table that plays none."""
        if self.view.status in ("waiting", "closed") or self.view.game is None:
            return self.view.status
        return self.view.game.phase

    @property
    def lights(self) -> bool:
        """Whether cards are what is to be chosen now, so that the legal ones are lit and the others dimmed."""
        return self.my_turn and self.phase in ("play", "fold", "trump")

    @property
    def hand_size(self) -> int:
        """How many cards the width of the hand is shared by: a card keeps its size while the hand shrinks."""
        return 4 if self.phase in ("auction", "fold") else 8

    @property
    def bid_columns(self) -> int:
        """How many keys the pad has in a row: as few rows as can be, then as few gaps in the last one."""
        count = max(1, len(self.bids))
        return min((7, 6, 5), key=lambda columns: (-(-count // columns), -count % columns))

    @property
    def bidder_name(self) -> str:
        """Who made the standing bid."""
        game = self.view.game
        return "" if game is None or game.bidder is None else self.view.seats[game.bidder].name

    @property
    def opener_name(self) -> str:
        """Who speaks and leads first."""
        game = self.view.game
        return "" if game is None or game.opener is None else self.view.seats[game.opener].name

    @property
    def trick_number(self) -> int:
        """The number of the running trick."""
        return len(self.view.game.tricks) + 1 if self.view.game else 0

    @property
    def earlier_hands(self) -> range:
        """The numbers of the hands that can be looked at: all that are decided."""
        game = self.view.game
        if game is None:
            return range(0)
        done = game.hand_number + (1 if game.phase in ("scored", "finished") else 0)
        return range(max(1, done - 12), done)

    @property
    def latest(self) -> tuple[Happening, ...]:
        """What has just happened, for those who listen."""
        return self.view.happenings[-2:]

    @property
    def options(self) -> str:
        """What the viewer may do, in words."""
        words = []
        if self.bids:
            words.append(f"bid {self.bids[0]} to {self.bids[-1]}" if len(self.bids) > 1 else f"bid {self.bids[0]}")
        words += [word for may, word in (
            (self.can_pass, "pass"), (self.can_keep, "keep your trump"), (self.can_fold, "fold a card"),
            (self.can_ask, "ask for trump"), (self.can_reveal, "turn up your trump"),
        ) if may]  # fmt: skip
        cards = sum(card.may for card in self.hand)
        if cards and self.phase == "play":
            words.append(f"play {cards} of your cards" if cards > 1 else "play one card")
        return ", ".join(words)

    @property
    def goal(self) -> int:
        """Where the contract's mark stands on the race, from our end; 0 for none."""
        return self.we.needed or 0

    @property
    def empty_place(self) -> bool:
        """Whether the trick shows where the viewer's card will go."""
        return self.my_turn and self.phase == "play" and bool(self.trick) and self.won is None


def _names(names: Iterable[str], lead: str = "") -> str:
    return ", ".join(([lead] if lead else []) + [name for name in names if name])


def alternating(cards: Iterable[str], ranks: str) -> tuple[str, ...]:
    """Return the cards grouped by suit, high to low, black and red suits by turns."""
    held = sorted(cards, key=lambda card: ranks.index(card[1]))
    suits = [[suit for suit in colour if any(card[0] == suit for card in held)] for colour in (BLACK, RED)]
    first, second = suits if len(suits[0]) >= len(suits[1]) else (suits[1], suits[0])
    order: list[str] = []
    for place in range(2):
        order += first[place : place + 1] + second[place : place + 1]
    return tuple(card for suit in order for card in held if card[0] == suit)


def _places(view: TableView, bottom: int) -> tuple[Place, ...]:
    rules = engine.load_rules(view.rules)
    players = len(view.seats)
    spots = tuple(CLOCKWISE[players])
    step = 1 if rules.direction == "clockwise" else -1
    mine = view.seats[bottom].side
    found = []
    for seat in view.seats:
        relation = ""
        if view.viewer is not None and seat.number != view.viewer:
            relation = "your partner" if seat.side == mine else "the other side"
        lays = view.game is not None and view.game.indicator_at == seat.number
        found.append(Place(seat, spots[(seat.number - bottom) * step % players], relation, lays))
    return tuple(found)


def _stock(side: SideView) -> str:
    if side.stakes is not None:
        return f"{side.stakes} stakes"
    if side.score is not None:
        return f"{side.score} game point{'' if side.score == 1 else 's'}"
    return ""


def _camps(view: TableView, bottom: int) -> tuple[Camp, Camp]:
    """Return our end of the race and theirs; allies of a three-handed hand count together (28-SEAT-3)."""
    game = view.game
    mine = view.seats[bottom].side
    ours = {mine}
    if game is not None and game.declarer is not None and len(view.sides) > 2:
        against = {side.side for side in view.sides} - {view.seats[game.declarer].side}
        ours = against if mine in against else ours

    def camp(sides: list[SideView], lead: str) -> Camp:
        names = _names(
            (name for side in sides for seat, name in zip(side.seats, side.names, strict=True) if seat != view.viewer),
            lead,
        )
        points = sum(side.points for side in sides)
        needed = next((side.needed for side in sides if side.needed is not None), None)
        stock = " · ".join(filter(None, (_stock(side) for side in sides)))
        counted = game is not None and game.phase in ("play", "scored", "finished") and needed is not None
        return Camp(
            tuple(side.side for side in sides),
            names,
            f"{points} of {needed} points" if counted else stock,
            points,
            needed,
        )

    first = sorted((side for side in view.sides if side.side in ours), key=lambda side: side.side != mine)
    rest = [side for side in view.sides if side.side not in ours]
    return camp(first, "You" if view.viewer is not None else ""), camp(rest, "")


def _auction(game: engine.View) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of the auction, a column a seat from the opener on."""
    players = len(game.counts)
    opener = game.opener or 0
    rows: list[list[Cell]] = []
    last = players
    auction = 1
    words = {"pass": "pass", "fold": "folds", "keep": "keeps", "concede": "concedes"}
    for step in game.auction:
        column = (step.seat - opener) % players
        if column <= last or step.auction != auction or not rows:
            rows.append([Cell("", "")] * players)
        last, auction = column, step.auction
        standing = step.word == "bid" and step.value == game.bid and step.seat == game.bidder
        kind = "standing" if standing else step.word
        rows[-1][column] = Cell(str(step.value) if step.word == "bid" else words[step.word], kind)
    return tuple(tuple(row) for row in rows)


def _trick(view: TableView, at: dict[int, str]) -> tuple[tuple[Laid, ...], engine.TrickTaken | None]:
    """Return the cards on the mat: the running trick, or the one just taken until the next card lies."""
    game = view.game
    if game is None or game.phase != "play":
        return (), None
    if game.trick or game.last_trick is None:
        return tuple(Laid(played.card, at[played.seat], played.seat == game.winning) for played in game.trick), None
    won = game.last_trick
    return tuple(Laid(played.card, at[played.seat], played.seat == won.winner) for played in won.cards), won


def _tricks(view: TableView) -> tuple[Taken, ...]:
    tricks = view.game.tricks if view.game else ()
    return tuple(
        Taken(trick.number, view.seats[trick.winner].side, view.seats[trick.winner].name, trick.points)
        for trick in tricks
    )


def _result_rows(view: TableView) -> tuple[ResultRow, ...]:
    result = view.result
    if result is None:
        return ()
    mine = None if view.viewer is None else view.seats[view.viewer].side
    rows = []
    for side in sorted(view.sides, key=lambda side: side.side != mine):
        names = (name for seat, name in zip(side.seats, side.names, strict=True) if seat != view.viewer)
        before, after = result.before[side.side], result.after[side.side]
        rows.append(
            ResultRow(side.side, _names(names, "You" if side.side == mine else ""), before, after - before, after)
        )
    return tuple(rows)


def _hand(view: TableView) -> tuple[HandCard, ...]:
    game = view.game
    if game is None:
        return ()
    ranks = engine.load_rules(view.rules).ranks
    if view.viewer is None:
        return tuple(HandCard(card, False, "play") for card in alternating(view.shown_hand, ranks))
    plays = {action.card for action in view.legal if isinstance(action, engine.Play)}
    folds = {action.card for action in view.legal if isinstance(action, engine.Fold)}
    verb = "fold" if folds else "play"
    may = plays | folds
    return tuple(HandCard(card, card in may, verb) for card in alternating(game.hand, ranks))


def board_of(view: TableView, refusal: Refusal | None = None) -> Board:
    """Lay a table out for its viewer.

    Args:
        view: What the viewer may know.
        refusal: Why what the viewer just tried was not done, if so.
    """
    bottom = view.viewer if view.viewer is not None else (view.shown_seat or 0)
    places = _places(view, bottom)
    at = {place.seat.number: place.at for place in places}
    game = view.game
    my_turn = view.status == "playing" and game is not None and view.viewer in game.to_act
    kinds = {type(action) for action in view.legal}
    bids = tuple(action.value for action in view.legal if isinstance(action, engine.Bid))
    hand = _hand(view)
    trick, won = _trick(view, at)
    asks, says = turn_words(view, my_turn)
    opener = (game.opener or 0) if game else 0
    players = len(view.seats)
    we, they = _camps(view, bottom)
    return Board(
        view=view,
        places=tuple(place for place in places if place.at != "s"),
        own=places[bottom],
        seated=view.viewer is not None,
        we=we,
        they=they,
        hand=hand,
        bids=bids,
        can_pass=engine.Pass in kinds,
        can_keep=engine.Keep in kinds,
        can_ask=engine.Ask in kinds,
        can_reveal=engine.Reveal in kinds,
        can_fold=engine.Fold in kinds,
        my_turn=my_turn,
        asks=asks,
        says=says,
        trick=trick,
        won=won,
        won_line=reason_line(won) if won else "",
        won_name=view.seats[won.winner].name if won else "",
        won_card=winning_card(won) if won else "",
        last_line=last_line(view),
        tricks=_tricks(view),
        result_rows=_result_rows(view),
        auction=_auction(game) if game else (),
        auction_names=tuple(view.seats[(opener + place) % players].name for place in range(players)),
        refusal=refusal,
        refusal_at=next((place for place, card in enumerate(hand) if refusal and card.code == refusal.card), 0),
    )
