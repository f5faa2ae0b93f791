"""The auction on the page: its table, and in 56 the pad on which a call is composed.

The pad offers exactly the legal calls: each is a form, a number or rise, and a denomination.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

import engine
from games.screen.pieces import AuctionCell, Key, LatestCall, Sayable
from games.tables.recall import tradition_of
from games.tables.view.table import TableView
from games.words.events import call_word, denomination_words
from games.words.notation import SHAPES, SYMBOLS, call_notation, contract_notation

FORMS = {"number": "30♠", "reverse": "♠30", "plus": "+1♠", "reverse-plus": "♠+1"}
"""The forms of a call, each by an example."""
NAMED = ("S", "H", "C", "D", "NS", "NT", "P")
INSTEAD = {
    engine.Pass: ("pass", gettext_lazy("Pass")),
    engine.Double: ("double", gettext_lazy("Double")),
    engine.Redouble: ("redouble", gettext_lazy("Redouble")),
    engine.Redeal: ("redeal", gettext_lazy("New deal")),
}


def parts_of(call: str) -> tuple[str, str, str]:
    """Return the form of a call, its number or rise, and its denomination.

    >>> parts_of("S+2"), parts_of("29NS")
    (('reverse-plus', '+2', 'S'), ('number', '29', 'NS'))
    """
    for form, shape in SHAPES.items():
        if found := shape.match(call):
            return form, found["number"], found["named"]
    raise ValueError("no call")


def _named_words(named: str) -> str:
    if named == "NS":
        return _("no trump, said as no suit")
    return _("no trump, said as a number and pass") if named == "P" else denomination_words(named)


@lru_cache(maxsize=8192)
def _spelled(call: str, number: int, named: str, rise: int, bid: int, language: str | None) -> str:
    """Return a call with its words: up to some four hundred at a turn, so cached by language."""
    said = {
        "call": call_notation(call),
        "contract": pgettext("contract", "{number} {denomination}").format(
            number=number, denomination=_named_words(named)
        ),
    }
    if rise:
        # Translators: a call of 56, such as "+2♠: 30 spades, 2 over 28".
        return _("{call}: {contract}, {rise} over {bid}").format(rise=rise, bid=bid, **said)
    return _("{call}: {contract}").format(**said)


def sayable(view: TableView) -> tuple[Sayable, ...]:
    """Return the legal calls of 56, the lowest first."""
    game = view.game
    bid = game.bid if game else None
    language = get_language()
    found = []
    for action in view.legal:
        if isinstance(action, engine.Call):
            form, number, named = parts_of(action.call)
            to = int(number) if number.isdigit() else (bid or 27) + int(number[1:] or 1)
            rise = to - bid if number.startswith("+") and bid else 0
            text = _spelled(action.call, to, named, rise, bid or 0, language)
            found.append(Sayable(action.call, form, number, named, to, text))
    return tuple(found)


def instead(view: TableView) -> tuple[Key, ...]:
    """Return the legal alternatives to a call: pass, double, redouble, a new deal."""
    game = view.game
    contract = contract_notation(game.bid, game.denomination) if game and game.bid else ""
    spelled = {
        "pass": _("Pass."),
        "double": _("Double {contract}, the other side's bid.").format(contract=contract),
        "redouble": _("Redouble {contract}, your side's bid.").format(contract=contract),
        "redeal": _("Ask for a new deal: you hold only one suit."),
    }
    kinds = {type(action) for action in view.legal}
    return tuple(Key(word, str(label), spelled[word]) for kind, (word, label) in INSTEAD.items() if kind in kinds)


def keys(calls: Iterable[Sayable]) -> tuple[tuple[Key, ...], tuple[Key, ...], tuple[Key, ...]]:
    """Return the keys of the pad: forms, numbers and rises, and denominations."""
    calls = tuple(calls)
    forms = {call.form for call in calls}
    named = {call.named for call in calls}
    numbers: dict[str, Key] = {}
    for call in calls:
        family = "plus" if call.number.startswith("+") else "number"
        if call.number not in numbers:
            numbers[call.number] = Key(call.number, call.number, str(call.to) if family == "plus" else "", family)
    order = sorted(numbers.values(), key=lambda key: (key.family, key.value))
    return (
        tuple(Key(form, label) for form, label in FORMS.items() if form in forms),
        tuple(order),
        tuple(Key(name, SYMBOLS.get(name, name), denomination_words(name)) for name in NAMED if name in named),
    )


def rows_of(game: engine.View) -> tuple[tuple[AuctionCell, ...], ...]:
    """Return the rows of an auction of 28, a column a seat from the opener on."""
    standing = next((step for step in game.auction if step.value == game.bid and step.seat == game.bidder), None)
    return _rows(game.auction, game.opener or 0, len(game.counts), standing, get_language())


@lru_cache(maxsize=512)
def _rows(
    auction: tuple[engine.AuctionStep, ...],
    opener: int,
    players: int,
    standing: engine.AuctionStep | None,
    _language: str | None,
) -> tuple[tuple[AuctionCell, ...], ...]:
    """Return the same, kept for a while: the auction stays on the page for the whole hand."""
    rows: list[list[AuctionCell]] = []
    last = players
    number = 1
    for step in auction:
        column = (step.seat - opener) % players
        if column <= last or step.auction != number or not rows:
            rows.append([AuctionCell("", "")] * players)
        last, number = column, step.auction
        bids = step.word == "bid"
        kind = "standing" if bids and step == standing else step.word
        rows[-1][column] = AuctionCell(str(step.value) if bids else call_word(step.word), kind)
    return tuple(tuple(row) for row in rows)


def round_of(view: TableView) -> tuple[LatestCall, ...]:
    """Return each seat's latest call in an auction of 56, from the opener on. Source: 56-SHOW-10."""
    game = view.game
    if game is None:
        return ()
    players = len(view.seats)
    latest = {step.seat: step for step in game.auction}
    found = []
    for place in range(players):
        seat = view.seats[((game.opener or 0) + place) % players]
        step = latest.get(seat.number)
        found.append(
            LatestCall(
                name=seat.name,
                side=seat.side,
                call=(step.call or call_word(step.word)) if step else "",
                passed=step is not None and step.word == "pass",
                number=step.value if step else None,
                standing=step is not None and step.word == "call" and seat.number == game.bidder,
                now=seat.on_turn and game.phase == "auction",
            )
        )
    return tuple(found)


def review(view: TableView) -> str:
    """Return the sentence on the earlier calls that may be reviewed during the auction. Source: 56-SHOW-24."""
    game = view.game
    if game is None:
        return ""
    tradition = tradition_of(view.rules)
    if tradition == "Kerala":
        bids = [step for step in game.auction if step.word == "call"][-2:]
        if not bids:
            return _("You may look at the last two contract bids again.")
        said = [
            _("{call} by {name}").format(call=call_notation(step.call or ""), name=view.seats[step.seat].name)
            for step in bids
        ]
        return _("The last two contract bids: {bids}.").format(bids=", ".join(said))
    if tradition == "Standard":
        return _("You may look at each player's last call again.")
    return _("A new call replaces the old one; you cannot look at earlier calls.")
