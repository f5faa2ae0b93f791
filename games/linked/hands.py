"""Finished hands as links: the sentence of the result, and the deal."""

from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.privacy.selectors import seen_of
from clubs.web.links import Link, described, language
from games.errors import TableError
from games.hands.history import hand_history
from games.hands.replay import replay_of
from games.hands.told import HandHistory
from games.linked.documents import Hand, Seat, Suit, name_or
from games.words.events import in_words

RANKS = {"T": "10"}


def find_hand(table_id: UUID, number: int) -> HandHistory | None:
    """Return a finished hand as a visitor sees it; None while it is played, and of a table that not everybody sees."""
    try:
        history = hand_history(table_id, number, None)
    except TableError:
        return None
    return history if history.finished and history.result is not None else None


def hand_link(table_id: UUID, number: int) -> Link | None:
    """Return the link of a hand, or None if not everybody may see it."""
    history = find_hand(table_id, number)
    if history is None:
        return None
    title = title_of(history)
    sentences = [
        title if title.endswith((".", "!", "?")) else f"{title}.",
        _("Hand {number} of a game of {game}: see every bid and every card.").format(
            number=number, game=history.rules_name
        ),
    ]
    return Link(title.rstrip("."), described(*sentences), reverse("games:hand_picture", args=[table_id, number]))


def hand_picture(table_id: UUID, number: int) -> Hand | None:
    """Return the picture of a hand, or None if not everybody may see it."""
    history = find_hand(table_id, number)
    if history is None or history.result is None:
        return None
    replay = replay_of(history, step=0)
    named = names_of(history)
    contract = history.result.contract
    return Hand(
        language=language(),
        title=name_or(in_words(title_of(history).rstrip(".")), in_words(_plain(history))),
        eyebrow=_("{game}, hand {number}").format(game=history.rules_name, number=number),
        contract=_("Contract {contract}").format(contract=in_words(contract)) if contract else "",
        seats=tuple(
            Seat(
                at=seat.at,
                side=seat.side,
                name=named[seat.seat],
                suits=tuple(
                    Suit(suit.lower(), " ".join(RANKS.get(card.card[1:], card.card[1:]) for card in held))
                    for suit, held in seat.suits
                    if held
                ),
            )
            for seat in replay.hands
        ),
        foot=_("The cards as they were dealt"),
    )


def names_of(history: HandHistory) -> tuple[str, ...]:
    """Return the names at the seats; a seat's number for a player who does not show results to everybody."""
    shown = _shown(history)
    return tuple(
        name_or(name if seat in shown else "", _("Seat {number}").format(number=seat + 1))
        for seat, name in enumerate(history.players)
    )


def title_of(history: HandHistory) -> str:
    """Return how a hand came out; without names if a player at the table does not show results to everybody."""
    assert history.result is not None
    if len(_shown(history)) < len(history.players):
        return _plain(history)
    return history.result.sentence


def _plain(history: HandHistory) -> str:
    result = history.result
    assert result is not None
    if not result.contract:
        return _("A hand of {game}").format(game=history.rules_name)
    if result.outcome == "made":
        return _("Contract {contract} made").format(contract=result.contract)
    if result.outcome in ("failed", "conceded"):
        return _("Contract {contract} failed").format(contract=result.contract)
    return pgettext("a hand", "Contract {contract}").format(contract=result.contract)


def _shown(history: HandHistory) -> frozenset[int]:
    """Return the seats whose players show their results to everybody."""
    ids = {player for player in history.player_ids if player is not None}
    # Those who sat for others and got up are named in no sentence of the result.
    seen = seen_of(None, ids, "results")
    return frozenset(seat for seat, player in enumerate(history.player_ids) if player in seen)
