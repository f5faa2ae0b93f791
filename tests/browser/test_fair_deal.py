"""The browser as the guard of the deal: it gives a number, keeps what it saw, and finds out a server that cheats."""

import json
from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Route, expect

import engine
from clubs.models import Player
from games.hands.history import hand_history
from games.models import Table
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act, commit_entropy, give_entropy
from games.tables.state import promises
from tests.browser.conftest import begin
from tests.browser.seats import Sitter
from tests.factories import TWO_HANDS, TableFactory
from tests.games.helpers.deals import ONE, TWO, document, notes_of
from tests.games.helpers.scripts import SCRIPT, run_script

pytestmark = pytest.mark.django_db(transaction=True)
FAIR = SCRIPT.parents[1] / "js" / "fair.js"


ASK_AGAIN_MS = 10_000
"""A proof that was not shown is asked for again after so long."""
CHECKED = "This browser has checked hand 1: dealt as promised, with the number of this browser in it."
WRONG = "This browser has checked hand 1: it was not dealt as promised."


def promised_table(players: list[Player], rules: str = "28-kerala-4") -> Table:
    """Return a table whose first hand is promised and not dealt."""
    table = TableFactory(
        player=players[0], rules=rules, players=dict(enumerate(players)), options=TWO_HANDS,
        action_seconds=600, command=uuid4(),
    )  # fmt: skip
    while load_state(table.pk).promise is None:
        advance_table(table_id=table.pk)
    return table


def promise_of(table: Table) -> promises.Promise:
    """Return what is fixed of the table's next deal."""
    return load_state(table.pk).promise


def mix(table: Table, sitters: dict[int, Sitter], players: list[Player]) -> None:
    """Have the browsers give their numbers, and the other players theirs beside them."""
    hand = load_state(table.pk).hand
    for seat, sitter in sitters.items():
        expect(sitter.page.locator(f"#proof[data-promised*='{seat}:']")).to_have_count(1)
    others = {seat: f"{seat}{hand}" * 16 for seat in range(4) if seat not in sitters}
    for seat, number in others.items():
        commit_entropy(
            table_id=table.pk, player=players[seat], hand=hand,
            commitment=fair.number_commitment(number, table.pk, hand, seat),
        )  # fmt: skip
    assert promise_of(table).closed_at is not None, "with the last commitment"
    for seat, number in others.items():
        give_entropy(table_id=table.pk, player=players[seat], hand=hand, entropy=number)
    for sitter in sitters.values():
        for seat in sitters:
            expect(sitter.page.locator(f"#proof[data-given~='{seat}']")).to_have_count(1)


def play_hand(table: Table, players: list[Player], sitters: dict[int, Sitter]) -> None:
    """Deal the hand, let every browser see it, and play it out beside them."""
    begin(table.pk)
    for sitter in sitters.values():
        sitter.await_version(load_state(table.pk).version)
    hand = load_state(table.pk).hand
    while (state := load_state(table.pk)).hand == hand and state.ended_at is None:
        act(
            table_id=table.pk, player=players[state.turn], action=engine.legal_actions(state.game, state.turn)[0],
            expected_version=None, command=uuid4(),
        )  # fmt: skip


def kept_by(sitter: Sitter, table: Table, hand: int) -> dict:
    """Return what a browser keeps of a hand."""
    return json.loads(sitter.page.evaluate(f"localStorage.getItem('lelam-deal:{table.pk}:{hand}')"))


def test_a_browser_gives_its_number_and_checks_every_hand_by_itself(four, sit, tmp_path):
    table = promised_table(four)
    sitters = {seat: sit(four[seat], f"/tables/{table.pk}/") for seat in (0, 1)}
    page = sitters[0].page
    mix(table, sitters, four)
    numbers = dict(promise_of(table).numbers)
    page.locator("#proof summary").click()
    expect(page.locator("#mixed")).to_have_text(
        "4 players\N{RIGHT SINGLE QUOTATION MARK} numbers have come in for this deal."
    )
    expect(page.locator("#proof [data-own] code")).to_have_text(numbers[0])
    expect(page.locator("#proof")).to_contain_text(promise_of(table).commitment)

    play_hand(table, four, sitters)
    for sitter in sitters.values():
        expect(sitter.page.locator("#proof [data-with]")).to_have_text(CHECKED)
        expect(sitter.page.locator("#deal-alarm")).to_be_hidden()
    kept = kept_by(sitters[0], table, 1)
    assert (kept["number"], kept["arrived"], kept["verdict"]) == (numbers[0], True, [])
    assert len(kept["cards"]) >= 4

    page.goto(f"/tables/{table.pk}/hands/1/verify/")
    expect(page.locator("#deal-kept")).to_contain_text(CHECKED)
    expect(page.locator("#deal-kept")).to_contain_text(numbers[0])
    with page.expect_download() as saved:
        page.locator("#deal-kept").get_by_role(
            "link", name="Save this browser\N{RIGHT SINGLE QUOTATION MARK}s notes"
        ).click()
    saved.value.save_as(tmp_path / "kept.json")
    with page.expect_download() as proof:
        page.get_by_role("link", name="Download the proof").click()
    proof.value.save_as(tmp_path / "deal.json")
    assert run_script(tmp_path / "deal.json", tmp_path / "kept.json")[0] == 0
    forged = json.loads((tmp_path / "kept.json").read_text()) | {"number": "00" * 32}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    assert run_script(tmp_path / "deal.json", tmp_path / "forged.json")[0] == 1


def test_two_copies_of_a_card_in_a_hand_of_56_are_noted_as_the_cards_they_are(four, sit):
    """The second copy has a key of the page, unknown to the proof. Of four hands one nearly always has both copies."""
    table = promised_table(four, "56-international-4")
    sitters = {seat: sit(four[seat], f"/tables/{table.pk}/") for seat in range(4)}
    mix(table, sitters, four)

    play_hand(table, four, sitters)

    for seat, sitter in sitters.items():
        expect(sitter.page.locator("#proof [data-with]")).to_have_text(CHECKED)
        expect(sitter.page.locator("#deal-alarm")).to_be_hidden()
        assert kept_by(sitter, table, 1)["verdict"] == []
        assert all(len(card) == 2 for card in kept_by(sitter, table, 1)["cards"]), seat


def test_two_tabs_of_a_player_give_one_number_and_a_proof_that_is_not_shown_is_asked_for_again(four, sit):
    table = promised_table(four)
    sitters = {0: sit(four[0], f"/tables/{table.pk}/")}
    page, tab = sitters[0].page, sitters[0].context.new_page()
    tab.goto(f"/tables/{table.pk}/")
    mix(table, sitters, four)
    # No answer before the tab has one: for a while after a proof that was not shown neither of them asks.
    page.route("**/hands/1/proof.json", lambda _: None)
    play_hand(table, four, sitters)
    expect(tab.locator("#proof [data-with]")).to_have_text(CHECKED)
    assert kept_by(sitters[0], table, 1)["number"] == dict(hand_history(table.pk, 1, None).proof.numbers)[0]

    tab.close()  # it would check the hand for the page
    page.route("**/hands/1/proof.json", lambda route: route.fulfill(status=404))
    page.clock.install()
    page.clock.fast_forward(ASK_AGAIN_MS)
    page.evaluate(
        "key => localStorage.setItem(key, JSON.stringify({"
        " ...JSON.parse(localStorage.getItem(key)), verdict: undefined }))",
        f"lelam-deal:{table.pk}:1",
    )
    page.reload()
    expect(page.locator("#proof [data-unchecked]")).to_have_text(
        "This browser could not check hand 1: the server has shown no proof of it."
    )
    expect(page.locator("#deal-alarm")).to_be_hidden()
    page.unroute("**/hands/1/proof.json")
    page.clock.fast_forward(ASK_AGAIN_MS)
    page.reload()
    expect(page.locator("#proof [data-with]")).to_have_text(CHECKED)


def dealt_anew(proof: dict, **changes: object) -> dict:
    """Return a proof in which all follows from the steps or the secret that a cheating server puts into it."""
    forged = proof | changes
    rules = engine.load_rules(forged["rules"])
    promised = [(step["seat"], step["commitment"]) for step in forged["steps"] if step["step"] == "number-promised"]
    given = [(step["seat"], step["number"]) for step in forged["steps"] if step["step"] == "number-opened"]
    dealt = fair.shuffled(
        rules.deck, players=4, secret=forged["secret"], stream=UUID(forged["game"]), hand=forged["hand"],
        numbers=fair.Numbers(2, promised, given),
    )  # fmt: skip
    cards = engine.packets(rules, dealt.pack, dealt.lot)
    return forged | {"pack": list(dealt.pack), "dealer": dealt.lot, "cards": [list(held) for held in cards]}


def step_of(proof: dict, step: str, seat: int) -> dict:
    """Return a seat's step of a deal."""
    return next(one for one in proof["steps"] if (one["step"], one.get("seat")) == (step, seat))


def another_number(proof: dict) -> dict:
    """Put a number of the server's own in the place of seat 0's, with its fingerprint."""
    number = "ff" * 32
    step_of(proof, "number-opened", 0)["number"] = number
    print_ = fair.number_commitment(number, UUID(proof["game"]), proof["hand"], 0)
    step_of(proof, "number-promised", 0)["commitment"] = print_
    return dealt_anew(proof)


def a_number_left_out(proof: dict) -> dict:
    """Say that seat 0 never opened its number."""
    proof["steps"].remove(step_of(proof, "number-opened", 0))
    return dealt_anew(proof)


def another_secret(proof: dict) -> dict:
    """Promise another secret after all numbers are known."""
    secret = "11" * 32
    proof["steps"][0]["commitment"] = fair.commitment(secret, UUID(proof["game"]), proof["hand"])
    return dealt_anew(proof, secret=secret)


def another_list(proof: dict) -> dict:
    """Leave another player out of the list."""
    proof["steps"] = [step for step in proof["steps"] if step.get("seat") != 2]
    return dealt_anew(proof)


def a_second_promise(proof: dict) -> dict:
    """Promise the deal a second time, after the list."""
    proof["steps"].insert(5, dict(proof["steps"][0]))
    return proof


def other_cards(proof: dict) -> dict:
    """Give two cards to other players."""
    proof["cards"][0][0], proof["cards"][1][0] = proof["cards"][1][0], proof["cards"][0][0]
    return proof


CHEATS = {
    another_number: [
        "fingerprints is not the one that this browser saw",
        "The number of this browser is not in the deal",
    ],
    a_number_left_out: ["The number of this browser is not in the deal, though it had arrived."],
    another_secret: ["The fingerprint is not the one that this browser saw before the deal."],
    another_list: ["fingerprints is not the one that this browser saw before the deal."],
    a_second_promise: ["A step of the deal is out of order"],
    other_cards: ["The cards were not dealt from that pack."],
}


def serve(cheat: Callable[[dict], dict], route: Route) -> None:
    """Answer with a proof as a cheating server changes it."""
    route.fulfill(json=cheat(route.fetch().json()))


def test_whatever_a_server_puts_into_the_proof_the_browser_says_so_loudly_and_for_good(four, sit, tmp_path):
    """Each proof agrees with itself: only what the browser kept can show that it is not the deal it was promised."""
    table = promised_table(four)
    sitters = {0: sit(four[0], f"/tables/{table.pk}/")}
    page = sitters[0].page
    mix(table, sitters, four)
    play_hand(table, four, sitters)
    expect(page.locator("#proof [data-with]")).to_have_text(CHECKED)
    alarm = page.locator("#deal-alarm")

    for cheat, says in CHEATS.items():
        page.route("**/hands/1/proof.json", partial(serve, cheat))
        page.evaluate(
            "key => localStorage.setItem(key, JSON.stringify({"
            " ...JSON.parse(localStorage.getItem(key)), verdict: undefined }))",
            f"lelam-deal:{table.pk}:1",
        )
        page.reload()
        expect(alarm).to_be_visible()
        expect(alarm.get_by_role("heading")).to_have_text("Hand 1 was not dealt as promised")
        for text in says:
            expect(alarm).to_contain_text(text, ignore_case=True)
        page.unroute("**/hands/1/proof.json")
    alarm.get_by_role("button", name="Hide").click()
    expect(alarm).to_be_hidden()
    page.locator("#proof summary").click()
    expect(page.locator("#proof .wrong")).to_have_text(WRONG)

    # An honest proof that is shown later takes nothing back.
    page.goto(f"/tables/{table.pk}/hands/1/verify/")
    expect(page.locator("#deal-verdict")).to_have_text("The server says yes; this browser says no")
    expect(page.locator("#deal-kept")).to_contain_text(WRONG)
    expect(alarm).to_contain_text("Another proof of this hand was shown before")
    with page.expect_download() as saved:
        alarm.get_by_role("link", name="Save this browser").click()
    saved.value.save_as(tmp_path / "kept.json")
    (tmp_path / "deal.json").write_text(json.dumps(page.request.get(f"{page.url[:-7]}proof.json").json()))
    code, printed = run_script(tmp_path / "deal.json", tmp_path / "kept.json")
    assert (code, "shown another proof" in printed) == (1, True)
    page.goto(f"/tables/{table.pk}/")
    expect(alarm.get_by_role("heading")).to_have_text("Hand 1 was not dealt as promised")


def without(kept: dict, *names: str, **changes: object) -> dict:
    """Return a browser's notes without some of their members."""
    return {name: value for name, value in (kept | changes).items() if name not in names}


def test_the_browser_checks_the_deals_of_every_rule_set_and_praises_only_its_own_number(browser, live_server):
    """Its code knows the decks by itself, and a list that it was not shown is not one that it has seen."""
    page = browser.new_page(base_url=live_server)
    page.add_init_script(path=FAIR)
    page.goto("/verify/")

    def judged(deal: dict, kept: dict) -> tuple[list[str], str]:
        found = page.evaluate("([deal, kept]) => window.lelamFair.check(deal, kept)", [deal, kept])
        return found["faults"], found["part"]

    for rules in engine.rule_set_ids():
        deal = document(rules, numbers=((0, ONE), (1, TWO)))
        kept = notes_of(deal) | {"fingerprint": deal["steps"][2]["commitment"], "opened": True}
        assert judged(deal, kept) == ([], "with"), rules
        assert judged(deal, without(kept, "list")) == ([], "unseen")
        assert judged(deal, without(kept, "number", "arrived")) == ([], "none")
        assert judged(deal | {"pack": deal["pack"][::-1]}, kept)[0] == ["pack"]
    other = without(kept, "list", "arrived", number="ee" * 32, fingerprint="dd" * 32)
    assert judged(deal, other)[0] == ["replaced"]
    unlisted = document(rules, numbers=((0, TWO),))
    assert judged(unlisted, kept | {"arrived": False, "list": numbers_listed(unlisted), "cards": []}) == (
        [],
        "unlisted",
    )
    assert judged({"format": "lelam-deal/1"}, kept)[0] == ["unreadable"]
    page.close()


def numbers_listed(deal: dict) -> list:
    """Return the list of fingerprints of a deal."""
    return [[step["seat"], step["commitment"]] for step in deal["steps"] if step["step"] == "number-promised"]
