"""A table as a page shows it: who sits where from the viewer's place, what is asked of whom, the race of the points.

Built from nothing but a `TableView`, so what a seat may not know cannot get onto its page. No rule is judged here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import engine
from games.deeds import Refusal
from games.tableview import Happening, SeatView, SideView, TableView

CLOCKWISE = {2: "sn", 3: "swe", 4: "swne", 6: ("s", "sw", "nw", "n", "ne", "se")}
"""Where the seats lie on the screen, from the bottom in the order of a clockwise table."""

REASONS = {
    "highest-led": "is the highest {suit}",
    "only-trump": "is the only trump",
    "highest-trump": "is the highest trump",
    "trump-led": "is the highest trump",
}
SUIT = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
BLACK, RED = "SC", "HD"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and where it lies on the screen."""

    seat: SeatView
    at: str
    relation: str
    lays_trump: bool

    @property
    def initial(self) -> str:
        """The letter in the seat's shape."""
        return self.seat.name[:1].upper() if self.seat.name else ""


@dataclass(frozen=True, slots=True)
class Camp:
    """One end of the race of points: a side, or in a three-handed hand the two allies."""

    sides: tuple[int, ...]
    names: str
    line: str
    points: int
    needed: int | None

    @property
    def side(self) -> int:
        """The side whose colour the camp's bar has."""
        return self.sides[0]


@dataclass(frozen=True, slots=True)
class HandCard:
    """One of the viewer's own cards, and what pressing it would do: `play` or `fold`."""

    code: str
    may: bool
    verb: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of the auction's table."""

    word: str
    kind: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the mat, where it lies, and whether it is winning."""

    card: str
    at: str
    best: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A closed trick, as lists name it."""

    number: int
    side: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a hand did to a side's stakes or score."""

    side: int
    names: str
    before: int
    change: int
    after: int


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


def _bid_words(low: int, may_pass: bool) -> str:
    if not may_pass:
        return f"You open, so you bid: {low} or more."
    return f"{low} or more, or pass."


def _my_words(view: TableView, game: engine.View) -> tuple[str, str]:
    """Say what is asked of the viewer, whose turn it is."""
    bids = [action.value for action in view.legal if isinstance(action, engine.Bid)]
    passes = any(isinstance(action, engine.Pass) for action in view.legal)
    if game.phase in ("auction", "auction2"):
        if not bids:
            return "Your turn.", "Nothing higher can be bid."
        return "Your bid.", _bid_words(min(bids), passes)
    if game.phase == "fold":
        return "Fold your trump.", "The card lies face down; its suit is trump."
    if game.phase == "trump":
        if any(isinstance(action, engine.Keep) for action in view.legal):
            return "Your trump.", "Keep it, or fold a card of another suit."
        return "Fold your trump.", "The contract is yours; choose its trump."
    plays = [action.card for action in view.legal if isinstance(action, engine.Play)]
    if not game.trick:
        return "Your lead.", "Any lit card." if len(plays) < len(game.hand) else "Any card."
    if game.must_play == "indicator":
        return "Your turn.", "You turned the trump up, so you play it."
    if game.must_play == "trump":
        return "Your turn.", "You asked for trump, so you play one if you hold one."
    led = game.trick[0].card[0]
    if plays and all(card[0] == led for card in plays):
        return "Your turn.", f"Follow {SUIT[led]}s."
    return "Your turn.", f"You hold no {SUIT[led]}."


VERBS = {"auction": "to bid", "auction2": "to bid", "fold": "to fold the trump", "trump": "to settle the trump"}


def _words(view: TableView, my_turn: bool) -> tuple[str, str]:
    """Say whose turn it is and what for: a short call to the viewer, and the rest of the sentence."""
    game = view.game
    if view.status == "waiting":
        missing = sum(seat.player_id is None for seat in view.seats)
        return "", f"Waiting for {missing} more player{'' if missing == 1 else 's'}."
    if view.status == "closed":
        return "", "This table was closed before a hand was played."
    if view.status == "finished" or (game is not None and game.finished):
        return "", "The game is over."
    if game is None or game.phase in ("deal", "scored"):
        if view.clock.paused_by is not None:
            return "", f"{view.seats[view.clock.paused_by].name} holds the next deal back."
        return "", "Next deal" if view.clock.next_deal_at else "The cards are being mixed."
    if my_turn:
        return _my_words(view, game)
    if not game.to_act:
        return "", ""
    name = view.seats[game.to_act[0]].name
    return "", f"{name} {VERBS.get(game.phase, 'to lead' if not game.trick else 'to play')}."


def _best(game: engine.View, cards: tuple[engine.Played, ...]) -> int | None:
    return game.winning if cards else None


def _trick(view: TableView, at: dict[int, str]) -> tuple[tuple[Laid, ...], engine.TrickTaken | None]:
    """Return the cards on the mat: the running trick, or the one just taken until the next card lies."""
    game = view.game
    if game is None or game.phase != "play":
        return (), None
    if game.trick or game.last_trick is None:
        best = _best(game, game.trick)
        return tuple(Laid(played.card, at[played.seat], played.seat == best) for played in game.trick), None
    won = game.last_trick
    return tuple(Laid(played.card, at[played.seat], played.seat == won.winner) for played in won.cards), won


def reason_line(trick: engine.TrickTaken) -> str:
    """Say why a trick was won, after the winning card: "is the only trump"."""
    led = trick.cards[0].card[0] if trick.cards else ""
    return REASONS[trick.reason].format(suit=SUIT.get(led, "card of the suit led"))


def winning_card(trick: engine.TrickTaken) -> str:
    """Return the card that took the trick, or an empty text where its cards may not be seen."""
    return next((played.card for played in trick.cards if played.seat == trick.winner), "")


def _last_line(view: TableView) -> str:
    last = view.game.last_trick if view.game else None
    if last is None:
        return ""
    return f"{view.seats[last.winner].name} took {last.points} point{'' if last.points == 1 else 's'}."


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
    asks, says = _words(view, my_turn)
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
        last_line=_last_line(view),
        tricks=_tricks(view),
        result_rows=_result_rows(view),
        auction=_auction(game) if game else (),
        auction_names=tuple(view.seats[(opener + place) % players].name for place in range(players)),
        refusal=refusal,
        refusal_at=next((place for place, card in enumerate(hand) if refusal and card.code == refusal.card), 0),
    )
