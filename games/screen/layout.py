"""The layout of a table on its page: the seats from the viewer's place, the controls, the race of the points.

Built from a `TableView` alone, so nothing hidden from a seat can get onto its page. No rule is judged here.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

import engine
from engine.actions import word_of
from games.screen import calls
from games.screen.inputs import Refusal
from games.screen.pieces import (
    AuctionCell,
    Camp,
    HandCard,
    Key,
    LatestCall,
    MatCard,
    Opened,
    Place,
    ResultRow,
    Sayable,
    Taken,
)
from games.screen.words import last_line, names_trump, reason_line, turn_words, winning_card
from games.tables.view.table import Happening, SideView, TableView
from games.words.citations import family_of
from games.words.events import SUIT_NAMES, call_word, card_words, listed
from games.words.notation import contract_notation
from games.words.numbers import figure

__all__ = [
    "CLOCKWISE",
    "AuctionCell",
    "Board",
    "Camp",
    "HandCard",
    "MatCard",
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
"""The places of the seats on the screen, from the bottom in the order of a clockwise table."""
BLACK, RED = "SC", "HD"
MOST_IN_A_ROW = 8
"""The most cards of a hand in a row on a phone."""
UNITS = {
    "stake": gettext_lazy("Stakes"), "base card": gettext_lazy("Base cards"),
    "stake point": gettext_lazy("Stake points"), "game point": gettext_lazy("Game points"),
}  # fmt: skip
OPTIONS = {
    "pass": pgettext_lazy("a call", "pass"), "keep": gettext_lazy("keep your trump"),
    "fold": gettext_lazy("fold a card"), "ask": gettext_lazy("ask for trump"),
    "reveal": gettext_lazy("turn up your trump"), "thani": gettext_lazy("say thani"), "cot": gettext_lazy("call cot"),
    "surrender_offer": gettext_lazy("offer to surrender"),
    "surrender_accept": gettext_lazy("accept or refuse the surrender"),
}  # fmt: skip
"""The words for the viewer's options, by action; bids, calls and cards have their own."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the table's fragment shows beside the `TableView`; `can` has the words of the legal actions."""

    view: TableView
    places: tuple[Place, ...]
    own: Place
    seated: bool
    we: Camp
    they: Camp
    hand: tuple[HandCard, ...]
    bids: tuple[int, ...]
    can: frozenset[str]
    calls: tuple[Sayable, ...]
    instead: tuple[Key, ...]
    call_keys: tuple[tuple[Key, ...], tuple[Key, ...], tuple[Key, ...]]
    my_turn: bool
    asks: str
    says: str
    trick: tuple[MatCard, ...]
    won: engine.TrickTaken | None
    won_line: str
    won_name: str
    won_card: str
    last_line: str
    tricks: tuple[Taken, ...]
    result_rows: tuple[ResultRow, ...]
    auction: tuple[tuple[AuctionCell, ...], ...]
    auction_names: tuple[str, ...]
    round: tuple[LatestCall, ...]
    review: str
    opened: tuple[Opened, ...]
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
        """Whether the viewer is to choose a card now, so that the legal ones are lit and the others dimmed."""
        return self.my_turn and self.view.claim is None and self.phase in ("play", "fold", "trump")

    @property
    def hand_size(self) -> int:
        """The number of cards that share the width of the hand: a card keeps its size while the hand shrinks."""
        rules = engine.load_rules(self.view.rules)
        if self.hand_rows == 2:
            return MOST_IN_A_ROW // 2 + 2
        first = self.phase in ("auction", "fold") and len(rules.batches) > 1
        return rules.batches[0] if first else min(rules.hand_size, MOST_IN_A_ROW)

    @property
    def hand_rows(self) -> int:
        """The number of rows of the hand."""
        return 2 if len(self.hand) > MOST_IN_A_ROW else 1

    @property
    def all_points(self) -> int:
        """The card points of the deck, the length of the race."""
        return engine.load_rules(self.view.rules).deck_points

    @property
    def names_trump(self) -> bool:
        """Whether calls name the trump, so that all know it."""
        return family_of(self.view.rules) == "56"

    @property
    def contract(self) -> str:
        """The standing bid or contract, short: `17`, `32♠ doubled`, `thani`, `cot`; empty where there is none."""
        game = self.view.game
        if game is None:
            return ""
        if game.thani is not None:
            return pgettext("contract", "cot") if game.bid is None else _("{bid}, thani").format(bid=game.bid)
        if game.bid is None:
            return ""
        return contract_notation(game.bid, game.denomination, game.doubled)

    @property
    def trump_words(self) -> str:
        """The public knowledge of the trump, in words."""
        game = self.view.game
        if game is None or (game.thani is not None and game.bid is None):
            return pgettext("what is trump", "no trump")
        if self.names_trump and game.trump:
            return _("{suit} are trump").format(suit=SUIT_NAMES[game.trump])
        if self.names_trump:
            return pgettext("what is trump", "no trump")
        return _("trump is up") if game.trump else _("trump hidden")

    @property
    def indicator_binds(self) -> bool:
        """Whether a declarer who turns up the trump must play that very card. Source: 28-REV-5, 28-PAG-5."""
        view = self.view
        rules = engine.load_rules(view.rules, view.options, version=view.engine_version)
        return bool(getattr(rules, "indicator_binds", True))

    @property
    def offer_name(self) -> str:
        """The name of the player who has offered to surrender: the seat before the one that answers."""
        game = self.view.game
        if game is None or not game.to_act:
            return ""
        return self.view.seats[(game.to_act[0] - 1) % len(self.view.seats)].name

    @property
    def unit(self) -> str:
        """The unit of the sides' standings."""
        return _unit(self.view)

    @property
    def units(self) -> str:
        """The heading over the sides' standings: their unit."""
        return str(UNITS[_unit(self.view)])

    @property
    def counted(self) -> bool:
        """Whether the points taken are shown now: always, except during a hand without a running count."""
        return all(side.points is not None for side in self.view.sides)

    @property
    def told(self) -> tuple[Happening, ...]:
        """The happenings, the last first."""
        return tuple(reversed(self.view.happenings))

    @property
    def repeated(self) -> str:
        """The cards of the running trick in the order of play, without names, for a player on turn in 56.

        Source: 56-SHOW-27.
        """
        game = self.view.game
        if game is None or not (self.my_turn and self.names_trump and game.trick):
            return ""
        return listed([card_words(played.card) for played in game.trick])

    @property
    def bid_columns(self) -> int:
        """The number of keys in a row of the pad: for the fewest rows, then the fewest gaps in the last one."""
        count = max(1, len(self.bids))
        return min((7, 6, 5), key=lambda columns: (-(-count // columns), -count % columns))

    @property
    def bidder_name(self) -> str:
        """The name of the player with the standing bid."""
        game = self.view.game
        return "" if game is None or game.bidder is None else self.view.seats[game.bidder].name

    @property
    def opener_name(self) -> str:
        """The name of the player who calls and leads first."""
        game = self.view.game
        return "" if game is None or game.opener is None else self.view.seats[game.opener].name

    @property
    def trick_number(self) -> int:
        """The number of the running trick."""
        return len(self.view.game.tricks) + 1 if self.view.game else 0

    @property
    def earlier_hands(self) -> range:
        """The numbers of the last decided hands, which can be opened."""
        game = self.view.game
        if game is None:
            return range(0)
        done = game.hand_number + (1 if game.phase in ("scored", "finished") else 0)
        return range(max(1, done - 12), done)

    @property
    def latest(self) -> tuple[Happening, ...]:
        """The latest happenings, for screen readers."""
        return self.view.happenings[-2:]

    @property
    def options(self) -> str:
        """The viewer's options in words."""
        words = []
        if self.calls:
            words.append(_("call {least} or more").format(least=self.calls[0].to))
        if self.bids:
            said = _("bid {least} to {most}") if len(self.bids) > 1 else _("bid {least}")
            words.append(said.format(least=self.bids[0], most=self.bids[-1]))
        words += [call_word(key.value) for key in self.instead]
        words += [str(word) for action, word in OPTIONS.items() if action in self.can]
        if "answer" in self.view.may:
            words.append(_("agree to the claim or object"))
        cards = sum(card.may for card in self.hand)
        if cards and self.phase == "play":
            words.append(ngettext("play one card", "play {count} of your cards", cards).format(count=cards))
        return ", ".join(words)

    @property
    def goal(self) -> int:
        """The place of the contract's mark on the race, from our end; 0 for none."""
        return self.we.needed or 0

    @property
    def empty_place(self) -> bool:
        """Whether the trick shows an empty place for the viewer's card."""
        return self.lights and self.phase == "play" and bool(self.trick) and self.won is None


def _names(names: Iterable[str], lead: str = "") -> str:
    return ", ".join(([lead] if lead else []) + [name for name in names if name])


def alternating(cards: Iterable[str], ranks: str) -> tuple[str, ...]:
    """Return the cards grouped by suit, high to low, with black and red suits alternating."""
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
    others = _("the other side") if len(view.sides) == 2 else _("another side")
    found = []
    for seat in view.seats:
        relation = ""
        if view.viewer is not None and seat.number != view.viewer:
            relation = _("your partner") if seat.side == mine else others
        lays = view.game is not None and view.game.indicator_at == seat.number
        found.append(Place(seat, spots[(seat.number - bottom) * step % players], relation, lays))
    return tuple(found)


def _unit(view: TableView) -> str:
    """Return the unit of the sides' standings, in the singular."""
    if any(side.stakes is not None for side in view.sides):
        return "base card" if view.game is not None and view.game.kunukku is not None else "stake"
    return "stake point" if family_of(view.rules) == "56" else "game point"


def _unit_words(unit: str, count: int) -> str:
    """Return the text of a standing, in the plural form of the count."""
    if unit == "stake":
        return ngettext("{numbers} stake", "{numbers} stakes", count)
    if unit == "base card":
        return ngettext("{numbers} base card", "{numbers} base cards", count)
    if unit == "stake point":
        return ngettext("{numbers} stake point", "{numbers} stake points", count)
    return ngettext("{numbers} game point", "{numbers} game points", count)


def _stock(sides: list[SideView], unit: str) -> str:
    """Return the standing of some sides: "20 stakes", "6 and 5 base cards"."""
    kept = [side.score if side.stakes is None else side.stakes for side in sides]
    numbers = [figure(number) for number in kept if number is not None]
    if not numbers:
        return ""
    text = _unit_words(unit, 1 if numbers == ["1"] else 2).format(numbers=listed(numbers))
    won = next((side.games for side in sides if side.games is not None), None)
    if won is None:
        return text
    return f"{ngettext('{count} game', '{count} games', won).format(count=won)} · {text}"


def _camps(view: TableView, bottom: int) -> tuple[Camp, Camp]:
    """Return our end of the race and theirs; allies in a three-handed game count together (28-SEAT-3)."""
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
        points = None if any(side.points is None for side in sides) else sum(side.points or 0 for side in sides)
        needed = next((side.needed for side in sides if side.needed is not None), None)
        stock = _stock(sides, _unit(view))
        playing = game is not None and game.phase in ("play", "surrender", "scored", "finished")
        line = stock
        if playing and needed is not None:
            said = _("needs {needed} points") if points is None else _("{points} of {needed} points")
            line = said.format(points=points, needed=needed)
        elif playing and game is not None and game.thani is not None:
            tricks = sum(game.taken[seat] for side in sides for seat in side.seats)
            line = ngettext("{count} trick", "{count} tricks", tricks).format(count=tricks)
        return Camp(
            tuple(side.side for side in sides),
            names,
            line,
            points,
            needed,
        )

    first = sorted((side for side in view.sides if side.side in ours), key=lambda side: side.side != mine)
    rest = [side for side in view.sides if side.side not in ours]
    return camp(first, pgettext("a player", "You") if view.viewer is not None else ""), camp(rest, "")


def _opened(view: TableView) -> tuple[Opened, ...]:
    """Return the hands that lie open for everybody, except the viewer's own."""
    ranks = engine.load_rules(view.rules).ranks
    return tuple(
        Opened(seat.name, seat.side, alternating(seat.open_hand, ranks))
        for seat in view.seats
        if seat.open_hand and seat.number != view.viewer
    )


def _trick(view: TableView, at: dict[int, str]) -> tuple[tuple[MatCard, ...], engine.TrickTaken | None]:
    """Return the cards on the mat: the running trick, or the last one until the next card is played."""
    game = view.game
    if game is None or game.phase != "play":
        return (), None
    if game.trick or game.last_trick is None:
        return tuple(MatCard(played.card, at[played.seat], played.seat == game.winning) for played in game.trick), None
    won = game.last_trick
    return tuple(MatCard(played.card, at[played.seat], played.seat == won.winner) for played in won.cards), won


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
    lead = pgettext("a player", "You")
    rows = []
    for side in sorted(view.sides, key=lambda side: side.side != mine):
        names = (name for seat, name in zip(side.seats, side.names, strict=True) if seat != view.viewer)
        before, after = result.before[side.side], result.after[side.side]
        rows.append(
            ResultRow(side.side, _names(names, lead if side.side == mine else ""), before, after - before, after)
        )
    return tuple(rows)


def _hand(view: TableView) -> tuple[HandCard, ...]:
    game = view.game
    if game is None:
        return ()
    ranks = engine.load_rules(view.rules).ranks
    if view.viewer is None:
        return _cards(alternating(view.shown_hand, ranks), frozenset(), "play")
    plays = {action.card for action in view.legal if isinstance(action, engine.Play)}
    folds = {action.card for action in view.legal if isinstance(action, engine.Fold)}
    # The folded card is not part of the hand, but may be the last card left to play.
    folded = tuple(plays - set(game.hand))
    return _cards(alternating((*game.hand, *folded), ranks), plays | folds, "fold" if folds else "play")


def _cards(held: tuple[str, ...], may: Set[str], verb: str) -> tuple[HandCard, ...]:
    """Return cards of the viewer; two copies of a card are numbered."""
    return tuple(HandCard(card, card in may, verb, held[: place + 1].count(card)) for place, card in enumerate(held))


def board_of(view: TableView, refusal: Refusal | None = None) -> Board:
    """Return the layout of a table for its viewer.

    Args:
        view: The table as the viewer may see it.
        refusal: The refusal of the viewer's last command, if any.
    """
    bottom = view.viewer if view.viewer is not None else (view.shown_seat or 0)
    places = _places(view, bottom)
    at = {place.seat.number: place.at for place in places}
    game = view.game
    on_turn = view.status == "playing" and game is not None and view.viewer in game.to_act
    my_turn = (on_turn and view.claim is None) or "answer" in view.may
    kinds = frozenset(word_of(action) for action in view.legal)
    bids = tuple(action.value for action in view.legal if isinstance(action, engine.Bid))
    hand = _hand(view)
    trick, won = _trick(view, at)
    asks, says = turn_words(view, my_turn)
    opener = (game.opener or 0) if game else 0
    players = len(view.seats)
    we, they = _camps(view, bottom)
    sayable = calls.sayable(view)
    by_call = game is not None and names_trump(game)
    calling = by_call and view.game is not None and view.game.phase == "auction"
    return Board(
        view=view,
        places=tuple(place for place in places if place.at != "s"),
        own=places[bottom],
        seated=view.viewer is not None,
        we=we,
        they=they,
        hand=hand,
        bids=bids,
        can=kinds - {"pass"} if by_call else kinds,
        calls=sayable,
        instead=calls.instead(view) if calling else (),
        call_keys=calls.keys(sayable),
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
        auction=calls.rows_of(game) if game and not by_call else (),
        auction_names=tuple(view.seats[(opener + place) % players].name for place in range(players)),
        round=calls.round_of(view) if by_call else (),
        review=calls.review(view) if by_call else "",
        opened=_opened(view),
        refusal=refusal,
        refusal_at=next((place for place, card in enumerate(hand) if refusal and card.code == refusal.card), 0),
    )
