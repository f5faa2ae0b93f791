"""Four people play a hand with ask and reveal; what their browsers are sent holds no card they may not see."""

import pytest

import engine
from engine import TrumpAsked, TrumpRevealed
from games import store
from games.models import Table
from games.tables.selectors.states import load_state
from tests.browser.acting import acts
from tests.browser.seats import Sitter
from tests.games.helpers.moments import HANDS
from tests.games.helpers.secrecy import cards_in, known_to, shown_by, states_of

pytestmark = pytest.mark.django_db(transaction=True)

OPENING = (
    (0, "bid:14"), (1, "bid:15"), (2, "bid:16"), (3, "bid:17"), (0, "pass"), (1, "pass"), (2, "pass"), (3, "fold:S7"),
    (3, "pass"), (0, "pass"), (1, "pass"), (2, "pass"), (3, "keep"),
    (0, "play:HK"), (1, "play:HJ"), (2, "play:HT"), (3, "play:HA"),
    (1, "play:SK"), (2, "play:S8"), (3, "play:S9"), (0, "ask"),
)  # fmt: skip
"""Seat 0 holds no spade and asks: the folded seven of spades comes up."""


@pytest.mark.timeout(240)
def test_no_browser_is_ever_sent_a_card_its_seat_may_not_see(four, sit, deal_known):
    """28-FOLD-3, 28-DEAL-2, 28-REV-2: hands, the second batch and the folded card stay hidden as long as they must."""
    table: Table = deal_known(four, HANDS)
    sitters: dict[int | None, Sitter] = {seat: sit(player, f"/tables/{table.pk}/") for seat, player in enumerate(four)}
    sitters[None] = sit(None, f"/tables/{table.pk}/")
    for sitter in sitters.values():
        sitter.live()
        sitter.take_source()

    def act(seat: int, do: str) -> None:
        sitters[seat].does(do)
        version = sitters[seat].version
        for sitter in sitters.values():
            sitter.await_version(version)
            sitter.take_source()

    for seat, do in OPENING:
        act(seat, do)
    # The rest of the play beside the browsers; the socket brings them every card of it.
    while (state := load_state(table.pk)).ended_at is None:
        version = acts(table, four, (state.turn, engine.legal_actions(state.game, state.turn)[0]))
        for sitter in sitters.values():
            sitter.await_version(version)
    for sitter in sitters.values():
        sitter.take_source()

    happened = [type(one.event) for one in store.load(table.pk)]
    assert TrumpAsked in happened
    assert TrumpRevealed in happened

    states, shown = states_of(table.pk), shown_by(table.pk)
    looked = 0
    for seat, sitter in sitters.items():
        assert len(sitter.frames) >= len(OPENING)
        for version, text in sitter.frames + sitter.sources:
            known = known_to(seat, states[version], shown[version])
            assert cards_in(text) <= known, f"seat {seat} was sent too much at version {version}"
            looked += 1
    assert looked > 5 * 2 * len(OPENING)


def test_the_search_would_find_a_card():
    """The test above can fail: each way in which a card could be named is found."""
    assert cards_in('value="play:SJ"') == {"SJ"}
    assert cards_in("Ammini plays the ten of hearts.") == {"HT"}
    assert cards_in('aria-label="Nine of clubs, 2 points"') == {"C9"}
    assert cards_in('<svg class="face"><use href="/s.svg#index-10"/><use href="/s.svg#suit-d"/></svg>') == {"DT"}
