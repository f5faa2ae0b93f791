"""A deal of 56 by six people, each in a browser of their own: calls, a double, tricks, a claim agreed to."""

from uuid import UUID, uuid4

import pytest
from playwright.sync_api import expect

import engine
from games import store
from games.events.tables import Terms
from games.hands.history import record
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services.seats import open_table
from tests.browser.conftest import begin
from tests.browser.seats import Sitter
from tests.games.helpers.secrecy import cards_in, known_to, shown_by, states_of

pytestmark = pytest.mark.django_db(transaction=True)

SIX = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Faizal")
SECRET = "56" * 32
TRICKS = 2


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same pack every time; seat 5 deals, and seat 0 opens."""
    shuffled = fair.shuffled

    def known(deck: tuple[str, ...], *, players: int, hand: int, **_: object) -> fair.Dealt:
        dealt = shuffled(deck, players=players, secret=SECRET, stream=UUID(int=1), hand=hand, numbers=fair.Numbers())
        return fair.Dealt(dealt.pack, players - 1)

    monkeypatch.setattr(fair, "shuffled", known)


@pytest.mark.whole
@pytest.mark.timeout(240)
def test_six_people_call_double_claim_and_play_a_deal_of_56(person, sit):
    """56-AUC-11, 56-PLAY-6, 56-SHOW-6: and no browser is sent a card that its seat may not know."""
    players = [person(name) for name in SIX]
    table = open_table(
        player=players[0], rules="56-international-6", options={"ending": {"type": "hands", "count": 1}},
        players=dict(enumerate(players)), terms=Terms(action_seconds=600), command=uuid4(),
    )  # fmt: skip
    begin(table.pk)
    phone = {"viewport": {"width": 360, "height": 740}}
    sitters: dict[int | None, Sitter] = {
        seat: sit(player, f"/tables/{table.pk}/", **(phone if seat % 2 else {})) for seat, player in enumerate(players)
    }
    sitters[None] = sit(None, f"/tables/{table.pk}/")
    for sitter in sitters.values():
        sitter.live()
        sitter.take_source()

    def act(seat: int, do: str) -> None:
        sitters[seat].await_turn()
        sitters[seat].does(do)
        version = sitters[seat].version
        for sitter in sitters.values():
            sitter.await_version(version)
            sitter.take_source()

    act(0, "say:call")
    act(1, "say:double")
    for seat in (2, 3, 4, 5, 0, 1):
        act(seat, "say:pass")
    for sitter in sitters.values():
        expect(sitter.page.locator(".score .deal")).to_contain_text("doubled")
        expect(sitter.page.locator("#seat-0")).to_contain_text("opens")
    while len(engine.view(load_state(table.pk).game, None).tricks) < TRICKS:
        turn = load_state(table.pk).turn
        act(turn, sitters[turn].choice())

    claimer = load_state(table.pk).turn
    laid = set(engine.view(load_state(table.pk).game, claimer).hand)
    before = sitters[claimer].version
    sitters[claimer].page.locator("#claim summary").click()
    sitters[claimer].page.get_by_role("button", name="Yes, lay them open").click()
    others = [(claimer + step) % 6 for step in (1, 3, 5)]
    for number, seat in enumerate(others, start=1):
        sitters[seat].await_version(before + number)
        sitters[seat].does(f"agree:{claimer}")
    for sitter in sitters.values():
        expect(sitter.page.locator("#result")).to_be_visible()
        sitter.take_source()

    happened = [type(stored.event) for stored in store.load(table.pk)]
    assert engine.Doubled in happened
    assert engine.ClaimMade in happened
    assert engine.audit(record(table.pk, players[0])).verdict == "clean"
    states, shown = states_of(table.pk), shown_by(table.pk)
    looked = 0
    for seat, sitter in sitters.items():
        for version, text in sitter.frames + sitter.sources:
            known = known_to(seat, states[version], shown[version]) | (laid if version > before else set())
            assert cards_in(text) <= known, f"seat {seat} was sent too much at version {version}"
            looked += 1
        assert not [text for text in sitter.talk if cards_in(text)]
    assert looked > 7 * 2 * (8 + 6 * TRICKS)
