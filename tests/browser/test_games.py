"""Games beyond Kerala's 28 in the browser: 56 with six hands and a double, 28 with eight, kunukku at the seats."""

from uuid import UUID, uuid4

import pytest
from playwright.sync_api import expect

import engine
from games import store
from games.events.tables import Terms
from games.hands.history import record
from games.models import Table
from games.tables import fair
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import open_table
from tests.browser.acting import bots_move, play_out
from tests.browser.conftest import begin
from tests.browser.looks import fits
from tests.browser.seats import Sitter
from tests.games.helpers.secrecy import cards_in, known_to, shown_by, states_of

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "28" * 32


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same pack every time, with the first dealer two seats before the person's, at seat 0."""
    shuffled = fair.shuffled

    def known(deck: tuple[str, ...], *, players: int, hand: int, **_: object) -> fair.Dealt:
        dealt = shuffled(deck, players=players, secret=SECRET, stream=UUID(int=1), hand=hand, numbers=fair.Numbers())
        return fair.Dealt(dealt.pack, players - 2)

    monkeypatch.setattr(fair, "shuffled", known)


PHONE = {"viewport": {"width": 360, "height": 740}}


def opened(player, rules: str, **options: object) -> Table:
    """Open a table of one hand, everybody else a bot, with the first hand dealt."""
    ending = {"ending": {"type": "hands", "count": 1}}
    bots = range(1, engine.load_rules(rules).players)
    table = open_table(
        player=player, rules=rules, options={**ending, **options}, bots=tuple(bots), terms=Terms(action_seconds=600),
        command=uuid4(),
    )  # fmt: skip
    begin(table.pk)
    return table


def nothing_hidden_was_sent(me: Sitter, table_id: UUID, seat: int | None) -> None:
    """Assert that no frame held a card that its viewer might not know then."""
    states, shown = states_of(table_id), shown_by(table_id)
    assert len(me.frames) > 5
    for version, text in me.frames:
        assert cards_in(text) <= known_to(seat, states[version], shown[version]), f"too much at version {version}"


@pytest.mark.timeout(240)
def test_a_deal_of_56_with_six_hands_is_called_doubled_and_played_on_a_phone(person, sit, monkeypatch):
    """56-AUC-4, 56-AUC-11, 56-SHOW-7, 56-SHOW-9, 56-SHOW-10, 56-SHOW-11."""

    def quiet(view: engine.View) -> engine.Action:
        """Bid as low as can be once, then pass; double nothing; play the first card."""
        calls = [one for one in view.legal if isinstance(one, engine.Call)]
        passes = [one for one in view.legal if isinstance(one, engine.Pass)]
        if view.phase != "auction":
            return next(one for one in view.legal if isinstance(one, engine.Play))
        return calls[0] if view.bid is None or not passes else passes[0]

    monkeypatch.setattr("games.bots.choose", quiet)
    devaki = person("Devaki")
    table = opened(devaki, "56-international-6")
    version = bots_move(table.pk)
    me, guest = sit(devaki, f"/tables/{table.pk}/", **PHONE), sit(None, f"/tables/{table.pk}/")
    me.live()
    guest.live()
    me.await_version(version)
    page = me.page
    fits(me.page)
    game = table_view(table.pk, devaki).game
    assert (game.opener, game.bidder) == (5, 5)
    expect(page.locator("#seat-5")).to_contain_text("opens")
    expect(page.locator("#seat-5 .said")).to_be_visible()

    # The call is spelled out before it is made, and can be changed until then.
    page.locator("#shape-plus").check(force=True)
    expect(page.locator("#spelled")).to_contain_text("+")
    page.locator("#shape-number").check(force=True)
    expect(page.locator("#do-call")).to_contain_text(f"Call {game.bid + 1}")
    page.locator("#word-double").check(force=True)
    expect(page.locator("#spelled")).to_contain_text("Double")
    expect(page.locator("#do-call")).to_have_text("Say “Double”")
    seen_version = me.version
    page.locator("#do-call").click()
    me.await_version(seen_version + 1)

    while me.phase == "auction":
        me.await_version(bots_move(table.pk))
        if me.phase == "auction":
            me.does(me.choice())
    # The contract with its double stays visible to the end, and the opener marked.
    expect(page.locator(".score .deal")).to_contain_text(f"{game.bid}")
    expect(page.locator(".score .deal")).to_contain_text("doubled")
    expect(page.locator("#seat-5")).to_contain_text("opens")
    play_out(me, table.pk)

    assert engine.Doubled in [type(stored.event) for stored in store.load(table.pk)]
    assert engine.audit(record(table.pk, devaki)).verdict == "clean"
    nothing_hidden_was_sent(me, table.pk, 0)
    nothing_hidden_was_sent(guest, table.pk, None)


@pytest.mark.whole
@pytest.mark.timeout(240)
def test_28_is_played_with_eight_seats_on_a_phone(person, sit):
    """28-W8-1, 28-SEAT-1: counter-clockwise, two teams of four, the race to forty points."""
    devaki = person("Devaki")
    table = opened(devaki, "28-wikipedia-8")
    version = bots_move(table.pk)
    me, guest = sit(devaki, f"/tables/{table.pk}/", **PHONE), sit(None, f"/tables/{table.pk}/")
    me.live()
    guest.live()
    me.await_version(version)
    fits(me.page)
    at = me.page.evaluate("[...document.querySelectorAll('.seats .seat')].map(s => [s.id, s.dataset.at])")
    sides = me.page.evaluate("[...document.querySelectorAll('.seats .seat')].map(s => s.dataset.side)")

    assert dict(at) == dict(
        zip((f"seat-{n}" for n in range(1, 8)), ("se", "e", "ne", "n", "nw", "w", "sw"), strict=True)
    )
    assert sides == ["b", "a"] * 3 + ["b"]
    expect(me.page.locator(".race")).to_have_attribute("style", "--goal: 0; --all: 40")

    play_out(me, table.pk)

    assert engine.audit(record(table.pk, devaki)).verdict == "clean"
    nothing_hidden_was_sent(me, table.pk, 0)
    nothing_hidden_was_sent(guest, table.pk, None)


@pytest.mark.whole
@pytest.mark.timeout(240)
def test_who_cannot_pay_wears_a_kunukku_at_the_seat(person, sit):
    """28-WIK-2, 28-WIK-3: three players, base cards; the thani that fails costs more than there is."""
    devaki = person("Devaki")
    table = open_table(
        player=devaki, rules="28-wikipedia-3", options={"thani": True, "ending": {"type": "hands", "count": 2}},
        bots=(1, 2), terms=Terms(action_seconds=600, pause_seconds=0), command=uuid4(),
    )  # fmt: skip
    begin(table.pk)
    bots_move(table.pk)
    me = sit(devaki, f"/tables/{table.pk}/", **PHONE)
    me.live()
    while me.phase != "scored" and not me.finished:
        me.await_version(bots_move(table.pk))
        if me.phase in ("scored", "finished"):
            break
        fits(me.page)
        page = me.page
        if page.locator("#thani").count():
            seen = me.version
            page.locator("#thani summary").click()
            page.get_by_role("button", name="Yes, thani").click()
            me.await_version(seen + 1)
        elif page.locator("#do-bid").count() and me.phase == "auction":
            me.does(f"bid:{page.locator('#pad input[name=value]').last.get_attribute('value')}")
        else:
            me.does(me.choice())
    version = bots_move(table.pk)
    me.await_version(version)

    scored = next(one.event for one in store.load(table.pk) if isinstance(one.event, engine.HandScored))
    assert scored.kunukku is not None
    assert scored.kunukku[0] == 1
    expect(me.page.locator("#result")).to_contain_text("kunukku")
    expect(me.page.locator("#seat-0")).to_contain_text("wears 1 kunukku")
    nothing_hidden_was_sent(me, table.pk, 0)


@pytest.mark.timeout(240)
def test_a_claim_lays_cards_open_and_ends_the_hand_when_the_others_agree(person, sit):
    """56-PLAY-6: the claimer's cards lie open to all, and nobody else's."""
    players = [person(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    table = open_table(
        player=players[0], rules="56-standard-4", options={"ending": {"type": "hands", "count": 1}},
        players=dict(enumerate(players)), terms=Terms(action_seconds=600), command=uuid4(),
    )  # fmt: skip
    begin(table.pk)
    while table_view(table.pk, None).game.phase == "auction":
        state = load_state(table.pk)
        legal = engine.legal_actions(state.game, state.turn)
        standing = engine.view(state.game, None).bid
        action = next(one for one in legal if isinstance(one, engine.Pass if standing else engine.Call))
        act(table_id=table.pk, player=players[state.turn], action=action, expected_version=None, command=uuid4())
    sitters: dict[int | None, Sitter] = {
        seat: sit(player, f"/tables/{table.pk}/", **PHONE) for seat, player in enumerate(players)
    }
    sitters[None] = sit(None, f"/tables/{table.pk}/")
    for sitter in sitters.values():
        sitter.live()
    held = set(table_view(table.pk, players[1]).game.hand)
    claimer, first, last = sitters[1], sitters[0], sitters[2]

    before = claimer.version
    claimer.page.locator("#claim summary").click()
    claimer.page.get_by_role("button", name="Yes, lay them open").click()
    for seat, sitter in sitters.items():
        sitter.await_version(before + 1)
        if seat != 1:
            expect(sitter.page.locator(".opened")).to_contain_text("Beeran lays the hand open")
            fits(sitter.page)
    expect(sitters[3].page.locator("#claim-deeds")).to_have_count(0)
    first.does("agree:1")
    last.await_version(before + 2)
    last.does("agree:1")

    for sitter in sitters.values():
        expect(sitter.page.locator("#result")).to_contain_text("by the claim")
    assert engine.audit(record(table.pk, players[0])).verdict == "clean"
    states, shown = states_of(table.pk), shown_by(table.pk)
    for seat, sitter in sitters.items():
        for version, text in sitter.frames:
            laid_open = held if version > before else set()
            assert cards_in(text) <= known_to(seat, states[version], shown[version]) | laid_open
