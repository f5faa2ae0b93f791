"""What a table's page says: whose turn it is and what is asked of the viewer, why a trick was won."""

import engine
from games.cited import family_of
from games.tableview import TableView
from games.words import listed

REASONS = {
    "highest-led": "is the highest {suit}",
    "only-trump": "is the only trump",
    "highest-trump": "is the highest trump",
    "trump-led": "is the highest trump",
}
SUIT = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}


def names_trump(game: engine.View) -> bool:
    """Say whether this is a game in which calls name the trump, as in 56, rather than fold it."""
    return family_of(game.rules) == "56"


def _call_words(view: TableView, game: engine.View) -> tuple[str, str]:
    """Say what is asked of the viewer in an auction of 56."""
    kinds = {type(action) for action in view.legal}
    if engine.Call not in kinds:
        return "Your turn.", "Nothing higher can be called."
    least = (game.bid or 27) + 1
    return "Your call.", f"{least} or more{', or pass' if engine.Pass in kinds else ''}."


def _bid_words(low: int, may_pass: bool) -> str:
    if not may_pass:
        return f"You open, so you bid: {low} or more."
    return f"{low} or more, or pass."


def _my_words(view: TableView, game: engine.View) -> tuple[str, str]:
    """Say what is asked of the viewer, whose turn it is."""
    bids = [action.value for action in view.legal if isinstance(action, engine.Bid)]
    passes = any(isinstance(action, engine.Pass) for action in view.legal)
    if game.phase == "auction" and names_trump(game):
        return _call_words(view, game)
    if game.phase == "raise":
        thani = " or say thani" if any(isinstance(action, engine.Thani) for action in view.legal) else ""
        return "Your raise.", f"{min(bids)} or more{thani}, or leave it." if bids else f"Pass{thani}."
    if game.phase == "surrender":
        return "Your answer.", "The other side offers to give the hand up."
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
        return "Your lead.", "Any lit card." if len(set(plays)) < len(set(game.hand)) else "Any card."
    if game.must_play == "indicator":
        return "Your turn.", "You turned the trump up, so you play it."
    if game.must_play == "trump":
        turned = game.trump_revealed_by == view.viewer and game.declarer == view.viewer
        return (
            "Your turn.",
            f"You {'turned the trump up' if turned else 'asked for trump'}, so you play one if you hold one.",
        )
    led = game.trick[0].card[0]
    if plays and all(card[0] == led for card in plays):
        return "Your turn.", f"Follow {SUIT[led]}s."
    return "Your turn.", f"You hold no {SUIT[led]}."


VERBS = {
    "auction": "to bid", "auction2": "to bid", "fold": "to fold the trump", "trump": "to settle the trump",
    "raise": "may raise", "surrender": "to answer the offer",
}  # fmt: skip


def turn_words(view: TableView, my_turn: bool) -> tuple[str, str]:
    """Say whose turn it is and what for: a short call to the viewer, and the rest of the sentence."""
    game = view.game
    if view.status == "waiting":
        missing = sum(seat.player_id is None for seat in view.seats)
        return "", f"Waiting for {missing} more player{'' if missing == 1 else 's'}."
    if view.status == "closed":
        return "", "This table was closed before a hand was played."
    if view.status == "finished" or (game is not None and game.finished):
        winners = [name for side in view.sides if side.side in view.winners for name in side.names]
        return (
            "",
            f"The game is over: {listed(winners)} win{'' if len(winners) > 1 else 's'}."
            if winners
            else "The game is over.",
        )
    if game is None or game.phase in ("deal", "scored"):
        if view.clock.paused_by is not None:
            return "", f"{view.seats[view.clock.paused_by].name} holds the next deal back."
        return "", "Next deal" if view.clock.next_deal_at else "The cards are being mixed."
    if view.claim is not None:
        claimer = view.seats[view.claim].name
        if "answer" in view.may:
            return "Your answer.", f"{claimer} claims the rest; the cards lie open."
        waiting = listed([seat.name for seat in view.seats if seat.on_turn])
        whose = "You claim" if view.claim == view.viewer else f"{claimer} claims"
        return "", f"{whose} the rest; {waiting} to answer."
    if my_turn:
        return _my_words(view, game)
    if not game.to_act:
        return "", ""
    name = view.seats[game.to_act[0]].name
    if game.phase == "auction" and names_trump(game):
        return "", f"{name} to call."
    return "", f"{name} {VERBS.get(game.phase, 'to lead' if not game.trick else 'to play')}."


def reason_line(trick: engine.TrickTaken) -> str:
    """Say why a trick was won, after the winning card: "is the only trump"."""
    led = trick.cards[0].card[0] if trick.cards else ""
    return REASONS[trick.reason].format(suit=SUIT.get(led, "card of the suit led"))


def winning_card(trick: engine.TrickTaken) -> str:
    """Return the card that took the trick, or an empty text where its cards may not be seen."""
    return next((played.card for played in trick.cards if played.seat == trick.winner), "")


def last_line(view: TableView) -> str:
    """Say who took the last trick, and how many points: "Beeran took 5 points."."""
    last = view.game.last_trick if view.game else None
    if last is None:
        return ""
    if last.points is None:
        return f"{view.seats[last.winner].name} took it."
    return f"{view.seats[last.winner].name} took {last.points} point{'' if last.points == 1 else 's'}."
