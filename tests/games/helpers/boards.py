"""Tables made without a database: a real hand of the engine, seen by one viewer, as the selectors would give it."""

import html
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import engine
from games.tables.view.deal import Shuffle
from games.tables.view.seats import SeatView
from games.tables.view.table import ClockView, HandResult, Happening, SideView, TableView

TABLE = UUID("00000000-0000-4000-8000-000000000003")
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eliamma", "Faizal", "Govindan", "Hamsa")

# A hand in which somebody cannot follow and asks: seat 3 declares with spades.
HANDS = (
    ("D9", "DK", "CA", "HK", "DJ", "S8", "H9", "C8"),
    ("HJ", "DQ", "C9", "D7", "CK", "SK", "CQ", "DA"),
    ("S8", "SQ", "HT", "DT", "H7", "DK", "D8", "C7"),
    ("SJ", "S9", "S7", "HA", "H8", "CJ", "CT", "HQ"),
)


def pack_of(hands: tuple[tuple[str, ...], ...], opener: int) -> tuple[str, ...]:
    """Return the pack that deals these hands in packets of four, the opener first."""
    players = len(hands)
    order = [(opener + place) % players for place in range(players)]
    return tuple(
        card for batch in range(len(hands[0]) // 4) for seat in order for card in hands[seat][4 * batch : 4 * batch + 4]
    )


def started(rules_id: str = "28-kerala-4", hands: Any = None, dealer: int = 3) -> tuple[engine.RuleSet, Any]:
    """Return the rules and a state in which a hand has just been dealt."""
    rules = engine.load_rules(rules_id)
    state = engine.new_game(rules)
    pack = pack_of(hands, (dealer + 1) % rules.players) if hands else rules.deck
    for event in engine.deal(state, pack, dealer=dealer):
        state = engine.evolve(state, event)
    return rules, state


def done(state: Any, *actions: engine.Action) -> Any:
    """Return the state after these actions."""
    for action in actions:
        for event in engine.decide(state, action):
            state = engine.evolve(state, event)
    return state


def played_until(state: Any, stop: Callable[[engine.View], bool]) -> Any:
    """Return the state after legal actions, cards before all, until the public view says stop."""
    while not stop(engine.view(state, None)):
        (seat,) = engine.to_act(state)
        actions = [action for action in engine.legal_actions(state, seat) if not isinstance(action, engine.Concede)]
        quiet = [action for action in actions if isinstance(action, engine.Pass | engine.Keep | engine.Play)]
        state = done(state, (quiet or actions)[0])
    return state


def table_view(rules: engine.RuleSet, state: Any, viewer: int | None, **more: Any) -> TableView:
    """Return a table as the viewer may see it."""
    game = engine.view(state, viewer)
    calls: dict[int, str] = {}
    if game.phase in ("auction", "auction2", "fold"):
        for step in game.auction:
            if step.word in ("bid", "pass"):
                calls[step.seat] = str(step.value) if step.word == "bid" else "pass"
    seats = tuple(
        SeatView(
            number=seat, player_id=UUID(int=seat + 1), name=NAMES[seat], bot=seat == 2, side=rules.side_of(seat),
            on_turn=seat in game.to_act, cards=game.counts[seat], tricks=game.taken[seat],
            last_call=calls.get(seat),
            open_hand=game.open_hands[seat] if game.open_hands else (),
            kunukku=game.kunukku[seat] if game.kunukku else 0,
            dealer=seat == game.dealer, opener=seat == game.opener, declarer=seat == game.declarer,
            reserve_left=120,
        )
        for seat in range(rules.players)
    )  # fmt: skip
    bid = game.bid or 0
    declaring = None if game.declarer is None else rules.side_of(game.declarer)
    sides = tuple(
        SideView(
            side=side, seats=held, names=tuple(NAMES[seat] for seat in held), points=game.points[side],
            needed=None if declaring is None else (bid if side == declaring else 29 - bid),
            stakes=game.stakes[side] if game.stakes else None, score=game.score[side] if game.score else None,
        )
        for side, held in enumerate(rules.sides)
    )  # fmt: skip
    base: dict[str, Any] = {
        "table_id": TABLE, "number": 3, "name": "", "version": 17, "rules": rules.id, "rules_name": rules.name,
        "status": "playing", "viewer": viewer, "seats": seats, "sides": sides, "game": game, "legal": game.legal,
        "clock": ClockView(whose=next(iter(game.to_act), None), deadline=1, total_seconds=150, left_seconds=21),
        "can_concede": any(isinstance(action, engine.Concede) for action in game.legal),
        "may": frozenset({"leave"}) if viewer is not None else frozenset(), "honours_from": 21,
        "shuffle": Shuffle(hand=3, protocol=2, commitment="9f3a61c0" * 8, dealt=True),
        "happenings": (
            Happening(16, 1, "bid-made", "Beeran bids 15."),
            Happening(17, 2, "bid-made", "Chacko bids 16."),
        ),
    }  # fmt: skip
    return TableView(**(base | more))


def result(game: engine.View) -> HandResult:
    """Return the result of the hand just scored."""
    scored = game.result
    assert scored is not None
    after = scored.stakes or scored.score or (0, 0)
    return HandResult(
        hand=scored.hand, sentence="Beeran and Devaki made 17 with 19 points.", outcome=scored.outcome,
        declarer=scored.declarer, bid=scored.bid, points=scored.points, game_points=scored.game_points,
        before=tuple(20 for _ in after), after=after, stakes=scored.stakes is not None, rules=("28-SCO-2",),
    )  # fmt: skip


def buttons(text: str) -> list[str]:
    """Return what the buttons of a fragment would do."""
    return [html.unescape(found) for found in re.findall(r'name="do"\s+value="([^"]*)"', text) if found]
