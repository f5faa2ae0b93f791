"""Random commands: whatever people do and whenever the clock comes, a case keeps its invariants and replays clean."""

from typing import Any, Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clubs.errors import ClubError
from games.cases import deciding
from games.cases.moves import deadline_passed, whose_move
from games.cases.parts import ACTS, allowed, require_may
from games.cases.replay import replay_case
from games.cases.rows import is_owed
from games.cases.seen import seen_by
from games.events import cases as events
from games.replaying.refused import Refused
from tests.games.cases.commands import COMMANDS
from tests.games.helpers.cases import refusal
from tests.games.helpers.stories import BEGAN, HOUR, PEOPLE, STANDS, STORIES, WARNING, Story, opening

ROW: Final = events.Decision("row", "revoke", row=events.RowApplied("56-IRR-25", "lose", 1))
DECISIONS: Final = (STANDS, WARNING, ROW)
PAIRS: Final = [(act, name) for act in ACTS for name in sorted(PEOPLE)]
STEPS: Final = st.lists(
    st.tuples(
        st.sampled_from([*["allowed"] * 8, "any", "clock", "effects", "audit"]),
        st.integers(0, 5 * len(PAIRS) - 1),
        st.integers(0, 30),
        st.integers(0, 2),
    ),
    min_size=12,
    max_size=40,
)  # fmt: skip
"""Remedy, a number by which the command and its person are chosen, the hours until then, and an argument."""
CALM: Final = {
    "withhold-names", "show-names", "move-deadline", "add-evidence", "withdraw-case", "release", "answer", "take",
    "open-poll", "withdraw-evidence", "withdraw-ruling", "withdraw-appeal",
}  # fmt: skip
"""The acts that lead nowhere, or to an early end: chosen seldom."""


def chosen(story: Story, kind: str, pick: int, now: int) -> tuple[str, str]:
    """Return a command and a person: mostly one that is allowed."""
    first = pick % len(PAIRS)
    if kind != "allowed":
        return (PAIRS[first][0] if kind == "any" else kind), PAIRS[first][1]
    for act, name in PAIRS[first:] + PAIRS[:first]:
        calm = act in CALM and story.state.status != "open" and pick % 5
        if not calm and not refusal(require_may, act, story.state, PEOPLE[name], now):
            return act, name
    return "clock", "reader"


def step(story: Story, kind: str, pick: int, now: int, number: int) -> None:
    """Try a command; one that is refused changes nothing."""
    act, name = chosen(story, kind, pick, now)
    state, actor = story.state, PEOPLE[name]
    before = len(story.stored)
    try:
        if act == "clock":
            happened = deciding.pass_deadline(state, now)
        elif act == "effects":
            happened = effects(state)
        elif act == "audit":
            happened = deciding.record_audit(state, number + 1, 9, "ab" * 32, "clean", ())
        elif act == "rule":
            happened = deciding.rule(state, actor, DECISIONS[number], now)
        elif act == "vote":
            happened = deciding.vote(state, actor, number, now)
        else:
            happened = COMMANDS[act](state, actor, now)
    except ClubError:
        assert len(story.stored) == before
        return
    if happened:
        story.append(happened, now)


def effects(state: Any) -> Any:
    """Return the next effect that is owed, as `games.cases.services.effects` notes it."""
    if not is_owed(state):
        return []
    return deciding.reverse(state) if state.applied is not None else deciding.apply(state, state.decided, 1, False)


def check(story: Story) -> None:
    """Hold what holds of every case."""
    state = story.state
    move = whose_move(state)
    assert (move.who == "nobody") == state.is_closed == bool(state.outcome) == (state.closed_at is not None)
    assert (move.until is None) == state.is_closed
    assert not (state.open_polls and state.status != "review")
    assert (state.status == "voting") == bool(state.committee and not state.is_closed)
    assert set(state.votes) <= set(state.committee)
    assert (state.verdict is not None) == (state.outcome in ("upheld", "changed"))
    assert state.parties.isdisjoint(state.committee)
    assert not state.director or state.director not in state.parties
    if state.status in ("ruled", "appealed", "voting") or state.outcome in ("ruled", "upheld", "changed"):
        assert state.ruling is not None
    if not is_owed(state):
        in_effect = state.decision is not None and state.decision.kind == "row"
        assert (state.applied is not None) == in_effect


@given(steps=STEPS)
@settings(max_examples=80)
def test_random_commands_keep_the_invariants_and_replay_clean(steps):
    story, now = Story(), BEGAN
    outcome = ""
    for kind, pick, hours, number in steps:
        now += hours * HOUR
        step(story, kind, pick, now, number)
        check(story)
        # Closed is final: what comes after changes no outcome.
        assert not outcome or story.state.outcome == outcome
        outcome = story.state.outcome
    if story.state.is_closed:
        for actor in PEOPLE.values():
            assert allowed(story.state, actor, now) <= {"withhold-names", "show-names"}
    event(f"{story.state.status} {outcome}")
    replay_case(iter(story.commands))
    # What another reader knows can be made of every state.
    for actor in (None, *PEOPLE.values()):
        seen_by(story.state, actor)


@given(steps=STEPS)
@settings(max_examples=80)
def test_a_case_that_nobody_touches_any_more_comes_to_an_end_or_waits_for_officers(steps):
    """Deadlines alone close every case that a director has ruled and nobody appeals; a case without a ruling waits."""
    story, now = Story(), BEGAN
    for kind, pick, hours, number in steps:
        now += hours * HOUR
        step(story, kind, pick, now, number)
    for _passing in range(12):
        move = whose_move(story.state)
        if move.until is None:
            break
        now = max(now, move.until)
        assert deadline_passed(story.state, now) is not None
        story.pass_deadline(now)
    assert story.state.is_closed or whose_move(story.state).who in ("directors", "officers")


FORGED: Final[dict[str, tuple[str, Any]]] = {
    "a stranger rules": ("taken", events.CaseRuled(1, "reader", STANDS, BEGAN + 99 * HOUR)),
    "a party takes the case": ("review", events.CaseTaken("opponent")),
    "the time to appeal is longer": ("taken", events.CaseRuled(1, "director", STANDS, BEGAN + 999 * HOUR)),
    "an answer of the other side by the raiser": ("open", events.CaseAnswered(1, "raiser", "agree")),
    "a deadline that has not passed": ("open", events.DeadlinePassed("answer", BEGAN + 48 * HOUR, None)),
    "a decision that nobody gave takes effect": ("taken", events.DecisionApplied(1, 1, False)),
    "a warning of a case of its own club is hosted": ("ruled", events.DecisionReversed(1)),
    "a vote of no member": ("voting", events.VoteCast("reader", 0)),
    "a proposal that is not there": ("voting", events.VoteCast("member", 4)),
    "a closing of nobody's": ("ruled", events.CaseClosed("upheld")),
    "a committee of two": ("appealed", events.CommitteeNamed("other", ("member", "voter"), BEGAN + 176 * HOUR)),
    "a party in the committee": ("appealed", events.CommitteeNamed("other", ("raiser",), BEGAN + 176 * HOUR)),
    "an audit of a closed case": ("final", events.CaseAudited(2, 9, "ab" * 32, "clean", ())),
    "a second opening": ("review", opening()),
    "evidence with another's number": ("open", events.EvidenceAdded(7, "raiser", "step", "", 3)),
    "a poll of a party": ("taken", events.PollOpened(1, "director", 0, 3, ("opponent",), BEGAN + 50 * HOUR)),
    "a weighted decision of no tournament": (
        "taken",
        events.CaseRuled(
            1, "director", events.Decision("weighted", "claim", weights=(events.Weighed("1/2"), events.Weighed("1/2"))),
            BEGAN + 80 * HOUR,
        ),
    ),
    "a row of 56 in a case of 56 without its row": (
        "taken", events.CaseRuled(1, "director", events.Decision("row", "revoke"), BEGAN + 80 * HOUR),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_event_is_refused_by_the_replay(what):
    step_name, forged = FORGED[what]
    story = STORIES[step_name]()
    replay_case(iter(story.commands))
    story.append([forged], BEGAN + 8 * HOUR)

    with pytest.raises(Refused) as refused:
        replay_case(iter(story.commands))

    assert refused.value.version == len(story.stored)


def test_an_event_of_another_actor_and_one_that_is_left_out_are_refused():
    story = STORIES["upheld"]()
    first, *rest = story.commands
    forged = [first, [replace(rest[0][0], actor="director"), *rest[0][1:]], *rest[1:]]
    cut = [*story.commands[:-1], story.commands[-1][:-1]]

    for commands in (forged, cut):
        with pytest.raises(Refused):
            replay_case(iter(commands))
