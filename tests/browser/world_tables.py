"""Tables in every state, and a hand that is over and checked."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import engine
from games.hands.checks import audit_check, check_hand
from games.hands.study import studies
from games.lessons.selectors import ALL as LESSONS
from games.models import Table
from games.reviews.services import ask_for_review, make_open_reviews
from games.store import projector
from games.tables.selectors.states import load_state
from games.tables.services.chat import write_message
from games.tables.services.play import act
from tests.factories import ONE_HAND, TWO_HANDS, TableFactory
from tests.games.helpers.tables import due, play_on, table_of

if TYPE_CHECKING:
    from tests.browser.world import World

RULES = "56-international-4"


def quiet(actions: list[engine.Action]) -> engine.Action:
    """Choose a pass, a kept trump or a card before all else; never what gives the hand up."""
    for kind in (engine.Pass, engine.Keep, engine.Play, engine.Fold, engine.Bid, engine.Call):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


def eager(actions: list[engine.Action]) -> engine.Action:
    """Bid where seat 0 may, else be quiet."""
    bids = [action for action in actions if isinstance(action, engine.Bid) and action.seat == 0]
    return bids[0] if bids else quiet(actions)


def seen(state: object) -> engine.View:
    """Return what everybody sees of a game."""
    return engine.view(state.game, None)  # type: ignore[attr-defined]


def furnish(world: "World") -> None:
    """Put a table into every phase of play, one that waits, one of eight and one that is done, and check a hand."""
    four = [world.member, *world.others]

    def table(rules: str, until: Callable[[object], bool] | None = None, **terms: object) -> Table:
        made = table_of(four, rules=rules, **{"options": ONE_HAND, **terms})
        if until is not None:
            play_on(made, four, eager, lambda state: state.turn is not None and until(state))  # type: ignore[attr-defined]
        world.page("games:table", table_id=made.pk)
        return made

    def mine(phase: str) -> Callable[[object], bool]:
        return lambda state: seen(state).phase == phase and state.turn == 0  # type: ignore[attr-defined]

    def trick(state: object) -> bool:
        return len(seen(state).tricks) == 2 and len(seen(state).trick) == 2

    waiting = TableFactory(player=world.member, rules="28-pagat-6", options=TWO_HANDS, command=uuid4())
    world.page("games:table", table_id=waiting.pk)
    for phase in ("auction", "fold", "play"):
        table("28-kerala-4", mine(phase))
    table(RULES, mine("auction"))
    table(RULES, mine("play"))
    table(RULES, trick, running_count=False)
    claimed = table(RULES, lambda state: len(seen(state).tricks) == 8 and state.turn == 1)  # type: ignore[attr-defined]
    act(
        table_id=claimed.pk, player=four[1], action=engine.Claim(1), expected_version=None, command=uuid4(),
        now=load_state(claimed.pk).since + timedelta(seconds=1),
    )  # fmt: skip
    write_message(table_id=claimed.pk, player=four[1], text="The rest is mine.")
    eight = TableFactory(
        player=world.member, rules="28-wikipedia-8", options=TWO_HANDS, bots=tuple(range(1, 8)), command=uuid4()
    )
    due(eight.pk)
    world.page("games:table", table_id=eight.pk)
    done = table_of(four, rules=RULES, options=ONE_HAND)
    play_on(done, four, quiet, lambda state: state.ended_at is not None)  # type: ignore[attr-defined]
    projector.run_all()
    hand = {"table_id": done.pk, "number": 1}
    world.page("games:table", table_id=done.pk)
    world.page("games:hand", **hand)
    world.page("games:hand", **hand, query="?step=9")
    world.page("games:hand_proof", **hand)
    world.page("games:check_hand", **hand)
    check = check_hand(table_id=done.pk, hand=1, player=world.member, question="Was that a revoke?")
    audit_check(check_id=check.pk)
    world.page("games:check", check_id=check.pk)
    ask_for_review(table_id=done.pk, hand=1, player=world.member)
    make_open_reviews()
    world.page("games:play_review", **hand)
    for route in ("lobby", "open", "recent", "cards", "new_card", "notation", "rule_sets", "studies", "verify"):
        world.page(f"games:{route}")
    world.page("games:rules", rules_id="28-kerala-4")
    world.page("games:study", name=min(studies()))
    world.page("games:lessons")
    for lesson in (LESSONS[0], LESSONS[-1]):
        world.page("games:lesson", slug=lesson.slug)
        world.page("games:lesson", slug=lesson.slug, query=f"?answer={lesson.choices[-1].answer}")
