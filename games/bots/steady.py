"""The bot that sits at tables: sound, quick, and the same every time for the same view.

It bids what its hand is worth and leaves its partner's bid alone; gives points to its own side's tricks and none to the
others'; wins as cheaply as it can; does not ruff its partner's winner; asks for the trump, or turns its own up, when
points are at stake that the others would take. It goes for every trick alone only when it can hardly lose one, offers
to give in once the contract is lost anyway, and accepts when others do. It never concedes.
"""

import engine
from games.bots.bidding import choose_bid, choose_fold, choose_raise, choose_trump
from games.bots.choice import Choice
from games.bots.knowledge import (
    allies,
    beats,
    is_boss,
    known_trump,
    last_to_play,
    low_first,
    points,
    rules_of,
    seat_of,
    strength,
    winning,
)

# Card points in a trick from which it pays to ask for the trump, or to turn one's own up.
WORTH_ASKING = 1
WORTH_TURNING_UP = 1


def choose(view: engine.View) -> engine.Action:
    """Return the bot's action for the view of its seat.

    Args:
        view: The view of a seat whose turn it is.

    Raises:
        ValueError: The seat has nothing to do.
    """
    return decide(view).action


def decide(view: engine.View) -> Choice:
    """Return the bot's action and its reason.

    Args:
        view: The view of a seat whose turn it is.

    Raises:
        ValueError: The seat has nothing to do.
    """
    if not view.legal or view.seat not in view.to_act:
        raise ValueError("the seat has nothing to do")
    if view.phase in ("auction", "auction2"):
        return choose_bid(view)
    if view.phase == "fold":
        return choose_fold(view)
    if view.phase == "trump":
        return choose_trump(view)
    if view.phase == "raise":
        return choose_raise(view)
    if view.phase == "surrender":
        return Choice(engine.SurrenderAccept(seat_of(view)), "accept-surrender")
    return _play(view)


def _play(view: engine.View) -> Choice:
    for action in view.legal:
        if isinstance(action, engine.Thani) and _wins_the_rest(view):
            return Choice(action, "thani-rest")
        if isinstance(action, engine.SurrenderOffer) and is_lost(view):
            return Choice(action, "lost-already")
        if isinstance(action, engine.Ask) and _pays_to_ask(view):
            return Choice(action, "ask-alone" if view.thani is not None else "ask-points", {"points": _at_stake(view)})
        if isinstance(action, engine.Reveal) and _pays_to_turn_up(view):
            why = "turn-up-alone" if view.thani == view.seat else "turn-up-points"
            return Choice(action, why, {"points": _at_stake(view)})
    cards = [action.card for action in view.legal if isinstance(action, engine.Play)]
    if view.thani is not None:
        card, why = _in_thani(view, cards)
    else:
        card, why = _lead(view, cards) if not view.trick else _follow(view, cards)
    best = winning(view)
    facts = {"card": card, "points": _at_stake(view), "top": best[1] if best else ""}
    return Choice(engine.Play(seat_of(view), card), why, facts)


def _wins_the_rest(view: engine.View) -> bool:
    """Return whether every card left is a trump that nobody can beat, so that a late thani cannot fail.

    Source: 28-HSE-9, 28-HSE-10.
    """
    return view.trump is not None and all(card[0] == view.trump and is_boss(view, card) for card in view.hand)


def is_lost(view: engine.View) -> bool:
    """Return whether the seat's side has lost the contract already, so that surrendering costs nothing more.

    Source: 28-SCO-1, 28-HSE-4, 28-HSE-5.
    """
    if view.declarer is None or view.bid is None:
        return False
    rules = rules_of(view)
    declaring = rules.side_of(view.declarer)
    if declaring != rules.side_of(seat_of(view)):
        return view.points[declaring] >= view.bid
    others = sum(view.points) - view.points[declaring]
    return sum(points(card) for card in rules.deck) - others < view.bid


def _in_thani(view: engine.View, cards: list[str]) -> tuple[str, str]:
    """Return the card, and why, where every trick counts alike: one side goes for all of them, the others for one.

    The partner of who goes alone keeps out of the way. Source: 28-THANI-3, 28-HSE-8.
    """
    best = winning(view)
    winners = cards if best is None else [card for card in cards if beats(card, best[1], view.trump)]
    if view.thani in allies(view):
        others = [card for card in cards if card not in winners]
        return min(others or cards, key=strength), "alone-partner"
    if not winners or (best is not None and best[0] in allies(view)):
        card = min(cards, key=lambda card: (card[0] == known_trump(view), strength(card)))
        return card, "alone-allys-trick" if winners else "alone-cannot-win"
    card = max(winners, key=lambda card: (is_boss(view, card), card[0] != known_trump(view), strength(card)))
    if not is_boss(view, card):
        return card, "alone-highest"
    return card, "alone-master"


def _at_stake(view: engine.View) -> int:
    return sum(points(played.card) for played in view.trick)


def _ours(view: engine.View) -> bool:
    best = winning(view)
    return best is not None and best[0] in allies(view)


def _pays_to_ask(view: engine.View) -> bool:
    """The others are winning points, and the declarer's partner leaves the secret to the declarer."""
    if view.thani is not None:
        return view.thani not in allies(view) and not _ours(view)
    return not _ours(view) and view.declarer not in allies(view) and _at_stake(view) >= WORTH_ASKING


def _pays_to_turn_up(view: engine.View) -> bool:
    """The others are winning points; of who goes alone, anything."""
    if view.thani == view.seat:
        return not _ours(view)
    return not _ours(view) and _at_stake(view) >= WORTH_TURNING_UP


def _lead(view: engine.View, cards: list[str]) -> tuple[str, str]:
    """Lead a card nobody can beat in its suit, the declarer's trumps first; else a low one of a long suit."""
    trump = known_trump(view)
    bosses = [card for card in cards if is_boss(view, card)]
    if view.trump is not None and view.seat == view.declarer:
        drawing = [card for card in bosses if card[0] == trump]
        if drawing:
            return drawing[0], "lead-draw-trumps"
    plain = [card for card in bosses if card[0] != trump]
    if plain:
        return max(plain, key=points), "lead-master"
    length = {suit: sum(card[0] == suit for card in cards) for suit in "SHDC"}
    card = min(cards, key=lambda card: (card[0] == trump, points(card), -length[card[0]], strength(card)))
    return card, "lead-trump-only" if card[0] == trump else "lead-low"


def _follow(view: engine.View, cards: list[str]) -> tuple[str, str]:
    best = winning(view)
    assert best is not None
    seat, top = best
    last = last_to_play(view)
    winners = [card for card in cards if beats(card, top, view.trump)]
    if seat in allies(view):
        # Nobody ruffs a partner's winner; points go to it where it stands.
        mine = [card for card in cards if card not in winners] or cards
        if last or is_boss(view, top):
            card = _give(view, mine)
            if not points(card):
                return card, "partner-nothing-to-give"
            return card, "partner-give-last" if last else "partner-give"
        return _throw(view, mine), "partner-not-safe"
    if not winners:
        return _throw(view, cards), "cannot-win"
    ruffs = [card for card in winners if card[0] != view.trick[0].card[0]]
    if ruffs:
        if last or _at_stake(view):
            return min(ruffs, key=low_first), "ruff-last" if last else "ruff-points"
        card = _throw(view, cards)
        return card, "trumps-only" if card[0] == view.trump else "ruff-not-worth"
    if last:
        # As cheaply as it can, but the points of a winner count too.
        return max(winners, key=lambda card: (points(card), -strength(card))), "last-wins"
    sure = [card for card in winners if is_boss(view, card)]
    return (max(sure, key=points), "sure-winner") if sure else (_throw(view, cards), "winner-not-safe")


def _give(view: engine.View, cards: list[str]) -> str:
    """Give the most points, but keep cards that would win a trick of their own."""
    loose = [card for card in cards if not is_boss(view, card)] or cards
    return max(loose, key=lambda card: (points(card), -strength(card)))


def _throw(view: engine.View, cards: list[str]) -> str:
    """Discard the card of least value, and keep trumps."""
    trump = known_trump(view)
    return min(cards, key=lambda card: (card[0] == trump, *low_first(card)))
