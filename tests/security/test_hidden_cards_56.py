"""Hidden cards of 56, as `test_hidden_cards` tells it; and closed tricks, which nobody may look at again.

A module of its own, so that the two families are played side by side.
"""

import pytest

import engine
from tests.security.watching import play_and_search

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("unlimited"),
    pytest.mark.whole,
    pytest.mark.timeout(600),
]


@pytest.mark.parametrize("rules_id", [one for one in engine.rule_set_ids() if one.startswith("56")])
async def test_nothing_sent_or_read_during_a_hand_of_56_names_a_card_its_reader_may_not_know(rules_id: str):
    """56-SHOW-16, 56-SHOW-19."""
    await play_and_search(rules_id)
