"""The units of adjusted results, for every rule set: what is reversed and entered anew adds up to what counts."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from games.events import tables as events
from games.rescoring.deciding import adjusted_by, withdrawn_by
from games.rescoring.recount import Recount, recount
from games.stakes.moves import EVENTS, Posting, Stream
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, random_events, rule_sets

BEGAN = datetime(2026, 5, 1, 18, tzinfo=UTC)
CLUB = "00000000-0000-4000-8000-000000000001"


class Stored(NamedTuple):
    """An event in its place."""

    version: int
    event: Any
    recorded_at: datetime


class Log:
    """A stream of a game with the postings of its events."""

    def __init__(self, rules: engine.RuleSet) -> None:
        opened = events.TableOpened(
            rules=rules.id, options=rules.options, action_seconds=30, reserve_seconds=60, pause_seconds=8,
            engine=rules.version, club=CLUB,
        )  # fmt: skip
        self.stored: list[Stored] = []
        self.postings: list[Posting] = []
        self.stream = Stream(1, "TableOpened", opened, None)
        self.put(opened)

    @property
    def counts(self) -> Recount:
        """The game as it counts."""
        found = recount(self.stored)
        assert found is not None
        return found

    def put(self, event: Any) -> list[Posting]:
        """Append an event, and return its postings."""
        version, kind = len(self.stored) + 1, type(event).__name__
        self.stored.append(Stored(version, event, BEGAN + timedelta(seconds=version)))
        if version == 1 or kind not in EVENTS:
            return []
        new = list(self.stream.postings(version, kind, event, lambda: self.stored))
        self.postings += new
        return new

    def totals(self) -> dict[str, int]:
        """Return what everybody has."""
        totals: dict[str, int] = {}
        for posting in self.postings:
            for player, units in posting.amounts.items():
                totals[player] = totals.get(player, 0) + units
        return {player: units for player, units in totals.items() if units}


def played(rules: engine.RuleSet, seed: int, hands: int) -> Log:
    """Return the log of a random game that is over, by the rules or at the score."""
    log = Log(rules)
    for seat in range(rules.players):
        log.put(events.SeatTaken(seat, "abcdefgh"[seat]))
    state = engine.new_game(rules)
    chance = Random(seed)
    for event in random_events(rules, Random(seed), hands):
        log.put(event)
        state = engine.evolve(state, event)
        if isinstance(event, engine.HandScored) and chance.random() < 0.3:
            seat = chance.randrange(rules.players)
            log.put(events.PlayerSubstituted(seat, f"{seat}{event.hand}", "x"))
    if not engine.view(state, None).finished:
        log.put(engine.GameFinished(engine.leaders(rules, engine.view(state, None))))
    return log


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_adjusted_and_withdrawn_everybody_has_what_counts(rule_set, data, seed):
    """28-STK-2, 28-WIK-2, 28-END-3, 56-SCORE-1: each event's postings come to 0, and two orders to the same."""
    rules = data.draw(rule_sets(rule_set))
    log = played(rules, seed, 4)
    assume(len(log.counts.played.versions) > 1)
    first, totals = log.counts.after, log.totals()
    assert log.counts.before == first
    assert log.counts.played.winners == first.winners
    told = [hand.told for hand in log.counts.played.hands if hand.told is not None]
    hands = data.draw(st.permutations(sorted(log.counts.played.versions)))[:2]
    chosen = [(hand, data.draw(st.sampled_from(told))) for hand in hands]

    for hand, other in chosen:
        log.put(adjusted_by(log.counts, hand, "case", other, None))

    both, after = log.totals(), log.counts.after
    again = played(rules, seed, 4)
    for hand, other in reversed(chosen):
        again.put(adjusted_by(again.counts, hand, "case", other, None))
    assert (again.totals(), again.counts.after) == (both, after)
    for number in data.draw(st.permutations([1, 2])):
        log.put(withdrawn_by(log.counts, number, "case"))
    assert (log.totals(), log.counts.after) == (totals, first)
    for posting in log.postings:
        assert sum(posting.amounts.values()) == 0
    assert_each_reversed_once(log.postings)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_the_result_as_it_was_played_moves_nothing(rule_set, data, seed):
    log = played(data.draw(rule_sets(rule_set)), seed, 3)
    for hand in log.counts.played.hands:
        if hand.told is not None:
            assert log.put(adjusted_by(log.counts, hand.number, "case", hand.told, None)) == []


def assert_each_reversed_once(postings: list[Posting]) -> None:
    """Fail where a reversal is not the opposite of an entry that stood, or an entry is reversed twice."""
    standing = {}
    for posting in postings:
        if posting.reverses is None:
            standing[posting.version, posting.part] = posting.amounts
            continue
        of = standing.pop((posting.reverses, posting.reverses_part))
        assert posting.amounts == {player: -units for player, units in of.items()}
