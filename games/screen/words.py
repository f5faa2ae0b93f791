"""The sentences of a table's page: the turn, the viewer's prompt, the reason why a trick was won."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import engine
from games.tables.view.table import TableView
from games.words.citations import family_of
from games.words.events import listed, over_words

_HIGHEST_LED = {
    "S": gettext_noop("is the highest spade"),
    "H": gettext_noop("is the highest heart"),
    "C": gettext_noop("is the highest club"),
    "D": gettext_noop("is the highest diamond"),
    "": gettext_noop("is the highest card of the suit led"),
}
_BY_TRUMP = {
    "only-trump": gettext_noop("is the only trump"),
    "highest-trump": gettext_noop("is the highest trump"),
    "trump-led": gettext_noop("is the highest trump"),
}
"""The reason why a card took the trick, to follow the card."""
_FOLLOW = {
    "S": gettext_noop("Follow spades."),
    "H": gettext_noop("Follow hearts."),
    "C": gettext_noop("Follow clubs."),
    "D": gettext_noop("Follow diamonds."),
}
_NONE_OF = {
    "S": gettext_noop("You hold no spade."),
    "H": gettext_noop("You hold no heart."),
    "C": gettext_noop("You hold no club."),
    "D": gettext_noop("You hold no diamond."),
}


def names_trump(game: engine.View) -> bool:
    """Tell whether calls name the trump, as in 56, or the declarer folds it."""
    return family_of(game.rules) == "56"


def _call_words(view: TableView, game: engine.View) -> tuple[str, str]:
    """Return the viewer's prompt in an auction of 56."""
    kinds = {type(action) for action in view.legal}
    if engine.Call not in kinds:
        return _("Your turn."), _("Nothing higher can be called.")
    least = (game.bid or 27) + 1
    said = _("{least} or more, or pass.") if engine.Pass in kinds else _("{least} or more.")
    return _("Your call."), said.format(least=least)


def _bid_words(low: int, may_pass: bool) -> str:
    said = _("{least} or more, or pass.") if may_pass else _("You open, so you bid: {least} or more.")
    return said.format(least=low)


def _raise_words(bids: list[int], thani: bool) -> str:
    if not bids:
        return _("Pass or say thani.") if thani else _("Pass.")
    said = _("{least} or more or say thani, or leave it.") if thani else _("{least} or more, or leave it.")
    return said.format(least=min(bids))


def _my_words(view: TableView, game: engine.View) -> tuple[str, str]:
    """Return the prompt of the viewer, whose turn it is."""
    bids = [action.value for action in view.legal if isinstance(action, engine.Bid)]
    passes = any(isinstance(action, engine.Pass) for action in view.legal)
    if game.phase == "auction" and names_trump(game):
        return _call_words(view, game)
    if game.phase == "raise":
        thani = any(isinstance(action, engine.Thani) for action in view.legal)
        return _("Your raise."), _raise_words(bids, thani)
    if game.phase == "surrender":
        return _("Your answer."), _("The other side offers to surrender.")
    if game.phase in ("auction", "auction2"):
        if not bids:
            return _("Your turn."), _("Nothing higher can be bid.")
        return _("Your bid."), _bid_words(min(bids), passes)
    if game.phase == "fold":
        return _("Fold your trump."), _("It lies face down; its suit is trump.")
    if game.phase == "trump":
        if any(isinstance(action, engine.Keep) for action in view.legal):
            return _("Your trump."), _("Keep it, or fold a card of another suit.")
        return _("Fold your trump."), _("The contract is yours; choose its trump.")
    return (_("Your turn.") if game.trick else _("Your lead.")), _play_words(view, game)


def _play_words(view: TableView, game: engine.View) -> str:
    """Return the sentence on the cards that the viewer, whose turn it is, may play."""
    plays = [action.card for action in view.legal if isinstance(action, engine.Play)]
    if not game.trick:
        return _("Play any highlighted card.") if len(set(plays)) < len(set(game.hand)) else _("Play any card.")
    if game.must_play == "indicator":
        return _("You turned the trump up, so you play it.")
    if game.must_play == "trump":
        if game.trump_revealed_by == view.viewer and game.declarer == view.viewer:
            return _("You turned the trump up, so you play one if you hold one.")
        return _("You asked for trump, so you play one if you hold one.")
    led = game.trick[0].card[0]
    if plays and all(card[0] == led for card in plays):
        return _(_FOLLOW[led])
    return _(_NONE_OF[led])


_WAITED_FOR = {
    "auction": gettext_noop("{name} to bid."),
    "auction2": gettext_noop("{name} to bid."),
    "fold": gettext_noop("{name} to fold the trump."),
    "trump": gettext_noop("{name} to settle the trump."),
    "raise": gettext_noop("{name} may raise."),
    "surrender": gettext_noop("{name} to answer the offer."),
}
"""The sentences on the turn, by phase."""


def _claim_words(view: TableView, claim: int) -> tuple[str, str]:
    """Return the sentence on the players who answer a claim."""
    claimer = view.seats[claim].name
    if "answer" in view.may:
        return _("Your answer."), _("{name} claims the rest; the cards lie open.").format(name=claimer)
    waiting = listed([seat.name for seat in view.seats if seat.on_turn])
    if claim == view.viewer:
        return "", _("You claim the rest; {waiting} to answer.").format(waiting=waiting)
    return "", _("{name} claims the rest; {waiting} to answer.").format(name=claimer, waiting=waiting)


def as_played(view: TableView) -> tuple[str, ...]:
    """Return what stands below the last result of a game whose result a ruling has changed; nothing else."""
    if view.winners_now is None:
        return ()
    return (_("This is the result as played; a ruling has since changed it."),)


def _over(view: TableView) -> str:
    """Return the sentence for the end of a game; since a ruling what it comes to, and then the result as played."""
    played = _names(view, view.winners)
    if view.winners_now is None:
        return over_words(played) if played else _("The game is over.")
    now = _names(view, view.winners_now)
    said = _("The game is over, and drawn.") if len(view.winners_now) == len(view.sides) else over_words(now)
    if view.winners_now == view.winners or not played:
        return said
    if len(view.winners) == len(view.sides):
        before = _("As played, the game was drawn.")
    else:
        before = _("As played, {winners} won.").format(winners=listed(played))
    return f"{said} {before}"


def _names(view: TableView, sides: Sequence[int]) -> list[str]:
    return [name for side in view.sides if side.side in sides for name in side.names]


def turn_words(view: TableView, my_turn: bool) -> tuple[str, str]:
    """Return the sentence on the turn: a short call to the viewer, and the rest of the sentence."""
    game = view.game
    if view.status == "waiting":
        missing = sum(seat.player_id is None for seat in view.seats)
        said = ngettext("Waiting for {count} more player.", "Waiting for {count} more players.", missing)
        return "", said.format(count=missing)
    if view.status == "closed":
        if game is not None:
            return "", _("The tournament's director ended this game; it has no result.")
        return "", _("This table was closed before a hand was played.")
    if view.status == "finished" or (game is not None and game.finished):
        return "", _over(view)
    if game is None or game.phase in ("deal", "scored"):
        if view.clock.paused_by is not None:
            return "", _("{name} is delaying the next deal.").format(name=view.seats[view.clock.paused_by].name)
        return "", _("Next deal") if view.clock.next_deal_at else _("Shuffling the cards.")
    if view.claim is not None:
        return _claim_words(view, view.claim)
    if my_turn:
        return _my_words(view, game)
    if not game.to_act:
        return "", ""
    name = view.seats[game.to_act[0]].name
    if game.phase == "auction" and names_trump(game):
        return "", _("{name} to call.").format(name=name)
    if game.phase in _WAITED_FOR:
        return "", _(_WAITED_FOR[game.phase]).format(name=name)
    return "", (_("{name} to play.") if game.trick else _("{name} to lead.")).format(name=name)


def reason_line(trick: engine.TrickTaken) -> str:
    """Return the reason why a trick was won, to follow the winning card: "is the only trump"."""
    led = trick.cards[0].card[0] if trick.cards else ""
    return _(_BY_TRUMP.get(trick.reason) or _HIGHEST_LED[led])


def winning_card(trick: engine.TrickTaken) -> str:
    """Return the card that took the trick, or an empty text if its cards are hidden."""
    return next((played.card for played in trick.cards if played.seat == trick.winner), "")


def last_line(view: TableView) -> str:
    """Return the sentence on the last trick and its points: "Beeran took 5 points."."""
    last = view.game.last_trick if view.game else None
    if last is None:
        return ""
    if last.points is None:
        return _("{name} took it.").format(name=view.seats[last.winner].name)
    said = ngettext("{name} took {count} point.", "{name} took {count} points.", last.points)
    return said.format(name=view.seats[last.winner].name, count=last.points)
