"""Convention cards in the browser: changed and published by a partnership, asked about and read at the table."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect

import engine
from games.events.tables import Terms
from games.models import Table
from games.tables.selectors.states import load_state
from games.tables.services.meanings import ask_meaning
from games.tables.services.play import act
from games.tables.services.seats import open_table
from tests.browser.conftest import ONE_HAND, begin
from tests.browser.looks import fits
from tests.browser.seats import Sitter

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}
WORDS = "Three jacks, or two and a long suit."


def table_of(players: list) -> Table:
    """A table of 56 by Kerala's rules with its first hand dealt."""
    table = open_table(
        player=players[0], rules="56-kerala-4", options=ONE_HAND, players=dict(enumerate(players)),
        terms=Terms(action_seconds=600), command=uuid4(),
    )  # fmt: skip
    begin(table.pk)
    return table


def call(table: Table, players: list, said: str) -> int:
    """Let the player on turn call; return the version reached."""
    state = load_state(table.pk)
    return act(
        table_id=table.pk, player=players[state.turn], action=engine.Call(state.turn, said),
        expected_version=state.version, command=uuid4(), now=timezone.now(),
    )  # fmt: skip


def shown(sitter: Sitter) -> str:
    """What a page shows, less what follows from the number of events and the time."""
    sitter.live()  # a sign of a slow connection is part of the page
    html = sitter.page.locator("#table").evaluate("node => node.outerHTML")
    html = re.sub(r'(data-version|data-now)="\d+"|name="version"\s+value="\d+"', "", html)
    # The clocks run: what they show is their time, not what was asked.
    return re.sub(r'style="[^"]*"|data-late=""|<span data-until[^>]*>[^<]*</span>', "", html)


@pytest.mark.timeout(240)
def test_a_partnership_publishes_its_card_and_an_opponent_asks_and_reads_it(four, sit):
    """56-SHOW-26, 56-CNV-1."""
    # Whoever opens, the opener's side holds a card: each side has one of the same words.
    table = None
    for first, second in ((0, 2), (1, 3)):
        maker = sit(four[first], "/cards/new/?rules=56-kerala-4", **PHONE)
        page = maker.page
        page.get_by_label("Name of the card").fill(f"Side {first}")
        page.get_by_role("button", name="Make it").click()
        link = page.get_by_label("Pass this link on").input_value()
        partner = sit(four[second], link, **PHONE)
        partner.page.get_by_role("button", name="Hold this card").click()
        expect(partner.page.get_by_role("heading", name=f"Side {first}", exact=True)).to_be_visible()

        partner.page.locator("#row-opening-three-jacks .edit a").click()
        partner.page.get_by_label("Its meaning").fill(WORDS)
        fits(partner.page)
        partner.page.get_by_role("button", name="Save").click()
        expect(partner.page.locator("#row-opening-three-jacks")).to_contain_text(WORDS)
        fits(partner.page)
        page.reload()
        page.get_by_role("button", name="Publish edition 1").click()
        expect(page.get_by_role("status")).to_contain_text("Edition 1 is published")

    table = table_of(four)
    version = call(table, four, "28NS")
    opener = engine.view(load_state(table.pk).game, None).opener
    path = f"/tables/{table.pk}/"
    seats = {word: (opener + place) % 4 for place, word in enumerate(("caller", "asker", "partner", "other"))}
    at = {word: sit(four[seat], path, **PHONE) for word, seat in seats.items()} | {"public": sit(None, path)}
    for sitter in at.values():
        sitter.await_version(version)
        # The server tells the table first, then the people who are there, and those again whenever another one comes.
        expect(sitter.page.locator("#here")).to_have_attribute("data-seats", "0 1 2 3")
    before = {word: shown(sitter) for word, sitter in at.items()}
    aloud = {word: sitter.page.locator("#aloud").inner_text() for word, sitter in at.items()}

    asker = at["asker"].page
    expect(asker.locator(".said.asks")).to_have_count(1)
    target = asker.locator(".said.asks").evaluate(
        "node => { const box = node.getBoundingClientRect(), more = getComputedStyle(node, '::after');"
        " return [box.width - parseFloat(more.left) - parseFloat(more.right),"
        " box.height - parseFloat(more.top) - parseFloat(more.bottom)]; }"
    )
    assert min(target) >= 44, "a finger hits it"
    asker.get_by_role("button", name=re.compile("ask what it means")).press("Enter")
    meant = asker.locator(".meant")
    expect(meant).to_contain_text(WORDS)
    expect(meant).to_contain_text("a treatment of theirs")
    expect(meant.get_by_role("link", name=f"Card “Side {opener % 2}”, edition 1")).to_be_visible()
    fits(asker)

    partner = at["partner"].page
    expect(partner.locator(".meant")).to_contain_text(f"{four[seats['asker']].name} asks what 28NS by")
    expect(partner.locator(".meant")).not_to_contain_text(WORDS)
    partner.get_by_label("Add to what your card says").fill("The long suit has five cards.")
    fits(partner)
    partner.get_by_role("button", name="Add", exact=True).click()
    expect(meant).to_contain_text("The long suit has five cards.")
    expect(partner.locator(".meant")).to_contain_text("You added: “The long suit has five cards.”")

    reached = load_state(table.pk).version
    for word in ("caller", "other", "public"):
        at[word].await_version(reached)
        assert shown(at[word]) == before[word], f"the {word}'s page tells of it"
        assert not any("long suit" in text for _, text in at[word].frames)
    for word, sitter in at.items():
        assert sitter.page.locator("#aloud").inner_text() == aloud[word]

    # The call decided on before stands, and with the next call of that seat the answer goes.
    at["asker"].does("call:pass")
    expect(meant).to_contain_text(WORDS)


def test_what_is_being_written_stays_while_the_table_moves(four, sit):
    """56-SHOW-26."""
    table = table_of(four)
    call(table, four, "28NS")
    opener = engine.view(load_state(table.pk).game, None).opener
    asker, partner, other = ((opener + place) % 4 for place in (1, 2, 3))
    ask_meaning(table_id=table.pk, player=four[asker], call=0)
    writer = sit(four[partner], f"/tables/{table.pk}/", **PHONE)
    writer.live()
    field = writer.page.get_by_label("Add to what your card says")
    field.fill("Half a sen")
    writer.await_version(ask_meaning(table_id=table.pk, player=four[other], call=0))

    expect(writer.page.locator(".meant")).to_have_count(2)
    expect(writer.page.locator(f"#meaning-0-{asker}-text")).to_have_value("Half a sen")


def test_without_scripts_a_meaning_is_asked_and_added_by_forms(four, sit):
    """56-SHOW-26."""
    table = table_of(four)
    call(table, four, "28NS")
    opener = engine.view(load_state(table.pk).game, None).opener
    path = f"/tables/{table.pk}/"
    asker = sit(four[(opener + 1) % 4], path, java_script_enabled=False)
    asker.page.get_by_role("button", name=re.compile("ask what it means")).click()
    expect(asker.page.locator(".meant")).to_contain_text("Three jacks.")

    partner = sit(four[(opener + 2) % 4], path, java_script_enabled=False)
    partner.page.get_by_label("Add to what your card says").fill("Or four.")
    partner.page.get_by_role("button", name="Add", exact=True).click()
    asker.page.reload()
    expect(asker.page.locator(".meant")).to_contain_text("Or four.")
