"""What the live table says and asks: the call to whose turn it is, the chat, a concession."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import engine
from games.events.tables import Terms
from games.hands.history import record
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import open_table
from tests.browser.acting import TO_PLAY, acts, played
from tests.browser.conftest import begin
from tests.browsers import without_script
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}
COUNT_TONES = """
    window.tones = 0;
    const nothing = () => {};
    const node = (more) => ({ connect: (next) => next, ...more });
    window.AudioContext = class {
        createOscillator() { window.tones += 1; return node({ frequency: {}, start: nothing, stop: nothing }); }
        createGain() { return node({ gain: { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing } }); }
    };
"""


def test_the_turn_is_called_out_again_after_ten_seconds(four, sit, deal_known):
    """56-SHOW-12, 56-SHOW-13: by sound where that is wanted, and without one."""
    table = deal_known(four, HANDS)
    ammini = sit(four[0], "/tables/")
    page = ammini.page
    page.clock.install()
    page.add_init_script(COUNT_TONES)
    page.goto(f"/tables/{table.pk}/")
    ammini.live()
    page.keyboard.press("Shift")
    acts(table, four, (0, engine.Bid(0, 14)), (1, engine.Bid(1, 15)), (2, engine.Bid(2, 16)))
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)  # from here on only the test puts it on
    ammini.await_version(acts(table, four, (3, engine.Bid(3, 17))))

    tones = page.evaluate("window.tones")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("#table[data-waits]")).to_have_count(0)
    page.clock.run_for(10_100)
    expect(page.locator("#table[data-waits]")).to_have_count(1)
    assert page.evaluate("window.tones") == tones + 1
    page.clock.run_for(10_000)
    assert page.evaluate("window.tones") == tones + 2

    page.evaluate("window.lelamSettings.set('again', 'off')")
    page.clock.run_for(10_000)
    assert page.evaluate("window.tones") == tones + 2, "the sound is a setting; the sign stays"
    page.clock.resume()
    ammini.live()  # half a minute went by without an answer to a ping
    ammini.does("pass")
    expect(page.locator("#table[data-waits]")).to_have_count(0)
    page.clock.run_for(20_000)
    assert page.evaluate("window.tones") == tones + 2


def test_a_card_pressed_before_the_script_is_there_is_raised_by_it_and_not_played(four, sit, deal_known):
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY)
    ammini = sit(four[0], "/tables/")
    page = ammini.page
    card = page.locator("#card-HK")
    with without_script(page, "**/js/table.js", f"/tables/{table.pk}/"):
        card.click()

    expect(card).to_have_attribute("aria-pressed", "true")
    ammini.live()
    assert played(table.pk) == []


def test_players_write_to_each_other_and_a_spectator_sees_nothing_of_it(four, sit, deal_known):
    """56-SHOW-17, 56-SHOW-18."""
    table = deal_known(four, HANDS)
    path = f"/tables/{table.pk}/"
    ammini, beeran, guest = sit(four[0], path), sit(four[1], path, **PHONE), sit(None, path)
    for sitter in (ammini, beeran, guest):
        sitter.live()
    expect(guest.page.locator("#chat")).to_have_count(0)
    unread = beeran.page.locator(".talk-icon [data-unread]")
    expect(unread).to_be_hidden()

    ammini.page.get_by_label("Message to the players").fill("<b>Good</b> evening http://a.example/")
    ammini.page.keyboard.press("Enter")
    said = beeran.page.locator("#talk li[data-message]")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("<b>Good</b> evening http://a.example/")
    expect(said.locator("a")).to_have_count(0)
    expect(ammini.page.get_by_label("Message to the players")).to_have_value("")
    # What came in below the fold of a phone is marked until it is seen.
    expect(unread).to_have_text("1")
    beeran.page.locator(".talk-icon").click()
    expect(unread).to_be_hidden()

    # What is being written stays while others write and play.
    field = beeran.page.get_by_label("Message to the players")
    field.fill("half a sent")
    ammini.page.get_by_label("Message to the players").fill("Are you there?")
    ammini.page.get_by_role("button", name="Send").click()
    expect(said).to_have_count(2)
    beeran.await_version(acts(table, four, (0, engine.Bid(0, 14))))
    expect(field).to_have_value("half a sent")
    expect(said).to_have_count(2)

    beeran.page.evaluate("window.lelamSettings.set('chat', 'off')")
    expect(beeran.page.locator("#chat")).to_be_hidden()
    assert not any("evening" in text for text in (*guest.talk, *(text for _, text in guest.frames)))
    assert "evening" not in guest.page.content()


def test_a_concession_in_56_asks_once_more_and_is_told_to_all(person, sit):
    """56-IRR-30."""
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
    beeran, guest = sit(players[1], f"/tables/{table.pk}/", **PHONE), sit(None, f"/tables/{table.pk}/")
    beeran.live()
    guest.live()
    sure = beeran.page.get_by_role("button", name="Yes, concede hand 1")
    expect(sure).to_be_hidden()
    beeran.page.locator("#concede-hand summary").click()
    sure.click()

    for sitter in (beeran, guest):
        expect(sitter.page.locator("#result")).to_contain_text("Beeran conceded.")
    assert engine.audit(record(table.pk, players[0])).verdict == "clean"
