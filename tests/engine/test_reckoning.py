"""What hands come to: the points of each, whatever is kept from hand to hand, and awards between them."""

import pytest

from engine import HandScored, PenaltyAwarded, load_rules
from engine.reckoning import Account, awarded, contract_of, outcome_for, scored_by, winners_by


def hand(score=None, games=None, *, game_points=None) -> HandScored:
    """A hand that was played out."""
    return HandScored(
        hand=1, outcome="made", declarer=0, bid=40, points=(40, 16), score=score, games=games, game_points=game_points
    )


def come_to(*events) -> list[tuple[int, ...]]:
    """What each side gets by each of some events."""
    account, got = Account(), []
    for event in events:
        account, points = (awarded if isinstance(event, PenaltyAwarded) else scored_by)(account, event, 2)
        got.append(points)
    return got


@pytest.mark.parametrize(
    ("events", "points"),
    [
        pytest.param([hand((3, 0)), hand((3, 2)), hand((7, 2))], [(3, 0), (0, 2), (4, 0)], id="56-SCORE-1"),
        pytest.param(
            [hand((9, 0), (0, 0)), hand((12, 0), (1, 0)), hand((0, 2), (1, 0)), hand((0, 6), (1, 0))],
            [(9, 0), (3, 0), (0, 2), (0, 4)],
            id="56-MATCH-2: a game that is won has the next begin at nought",
        ),
        pytest.param(
            [hand((3, 0)), PenaltyAwarded(1, 2), hand((3, 6))],
            [(3, 0), (0, 2), (0, 4)],
            id="56-IRR-14: an award is none of the next hand",
        ),
        pytest.param(
            [hand((12, 0), (1, 0)), PenaltyAwarded(1, 2), hand((4, 2), (1, 0))],
            [(12, 0), (0, 2), (4, 0)],
            id="56-IRR-14: an award after a game belongs to the next",
        ),
        pytest.param(
            [hand((2, 0), game_points=(2, 0)), hand((2, -3), game_points=(0, -3))], [(2, 0), (0, -3)], id="28-AUD-6"
        ),
    ],
)
def test_each_hand_comes_to_what_its_sides_won_in_it(events, points):
    assert come_to(*events) == points


def test_a_contract_that_was_claimed_is_made_by_its_points():
    """56-PLAY-6, 56-CON-3."""
    rules = load_rules("56-kerala-4")
    claimed = HandScored(hand=1, outcome="claimed", declarer=1, bid=40, points=(10, 46), game_points=None, score=(0, 2))

    assert contract_of(rules, claimed).made
    assert (
        contract_of(
            rules,
            HandScored(
                hand=1, outcome="passed_out", declarer=None, bid=None, points=None, game_points=None, score=(0, 0)
            ),
        )
        is None
    )


def test_several_with_most_points_have_drawn():
    winners = winners_by((5, 5))

    assert (winners, outcome_for(0, winners), outcome_for(1, winners_by((5, 4)))) == ((0, 1), "D", "L")
    assert outcome_for(0, ()) == "D"
