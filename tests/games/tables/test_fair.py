"""The deal that anybody can check: two implementations and a command agree, and a changed deal is found."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

import engine
from games.tables import fair
from games.tables.services.seats import open_table
from tests.games.helpers.deals import GAME, ONE, SECRET, TWO, dealt, document, notes_of, numbers_of, old_document
from tests.games.helpers.scripts import run_script
from tests.games.helpers.tables import TWO_HANDS, due, person

DOCS = Path(__file__).parents[3] / "docs"

hexadecimal = st.binary(min_size=fair.MIN_NUMBER_BYTES, max_size=fair.MAX_NUMBER_BYTES).map(bytes.hex)


def faults(deal: dict) -> list[str]:
    """Return what the server's own check finds."""
    rules = engine.load_rules(deal["rules"])
    return fair.faults_of(deal, deck=rules.deck, players=rules.players, packet=rules.packet)


def by_script(deal: object) -> tuple[int, str]:
    """Return what the script for players says of a deal."""
    return run_script("-", given=json.dumps(deal))


@given(
    st.sampled_from([document, old_document]),
    st.sampled_from(engine.rule_set_ids()),
    st.integers(1, 500),
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.dictionaries(st.integers(0, 2), hexadecimal),
)
def test_every_deal_is_a_permutation_and_checks(make, rules, hand, secret, numbers):
    """28-DECK-1, 28-DEAL-1."""
    deal = make(rules, hand=hand, secret=secret, numbers=tuple(numbers.items()))

    assert sorted(deal["pack"]) == sorted(engine.load_rules(rules).deck)
    assert faults(deal) == []


def test_the_construction_is_pinned():
    """Changing it would make every hand played before look false."""
    deal = document(numbers=((0, ONE), (2, TWO)))

    assert deal["steps"][0]["commitment"] == "c059315c1404231e1b313ca47ed5462e30e703154fffbd903defd3cfba2ccf04"
    assert deal["steps"][1]["commitment"] == "8933be17377c1572795a6c9305fc3aedf61beb921941127ca23c04326ea7fbbc"
    assert deal["pack"][:8] == ["SJ", "HT", "D9", "S7", "CJ", "SK", "CT", "H8"]
    assert deal["dealer"] == 0


def test_the_construction_without_commitments_is_pinned():
    deal = old_document(numbers=((0, "a1"), (2, "b2c3")))

    assert deal["commitment"] == "c059315c1404231e1b313ca47ed5462e30e703154fffbd903defd3cfba2ccf04"
    assert deal["pack"][:8] == ["DQ", "CQ", "CJ", "SJ", "CT", "HJ", "CA", "SK"]
    assert deal["dealer"] == 3


def test_a_number_that_was_not_opened_stays_in_the_list_and_in_the_shuffle():
    deal = document(numbers=((0, ONE), (2, TWO)))
    steps = [step for step in deal["steps"] if step.get("seat") != 2 or step["step"] == "number-promised"]

    unopened = deal | dealt("28-kerala-4", 1, SECRET, numbers_of(steps)) | {"steps": steps}
    assert faults(unopened) == []
    assert unopened["pack"] != deal["pack"]
    without = [step for step in steps if step.get("seat") != 2]
    assert faults(unopened | {"steps": without})


@pytest.mark.parametrize("rules", engine.rule_set_ids())
@pytest.mark.parametrize("make", [document, old_document])
def test_the_players_script_agrees_with_the_server(rules, make):
    deal = make(rules, numbers=((2, TWO), (0, ONE)))

    assert by_script(deal)[0] == 0


def test_the_example_of_the_documentation_checks():
    deal = json.loads((DOCS / "reference" / "example-deal.json").read_text())

    assert faults(deal) == []
    status, said = by_script(deal)
    assert (status, "Seat 2 promised a number and did not open it." in said) == (0, True)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "The notes agree with the deal."),
        ({"commitment": "0" * 64}, "The commitment is not the one in the notes."),
        ({"number": "ff" * 32}, "The number in the notes is not in the deal, though it had arrived."),
        ({"number": "ff" * 32, "arrived": False}, "Another number stands for the seat of the notes."),
        ({"list": []}, "The list of fingerprints is not the one in the notes."),
        ({"cards": ["SJ"] * 9}, "The cards in the notes are not among those that the seat held."),
        ({"hand": 2}, "The notes are of another hand."),
    ],
)
def test_the_script_compares_a_deal_with_what_a_browser_kept(tmp_path, changes, says):
    deal = document(numbers=((0, TWO), (1, ONE)))
    (tmp_path / "deal.json").write_text(json.dumps(deal))
    (tmp_path / "kept.json").write_text(json.dumps(notes_of(deal, **changes)))
    status, said = run_script(tmp_path / "deal.json", tmp_path / "kept.json")

    assert (status, says in said) == (1 if changes else 0, True)


def test_a_proof_of_the_older_format_does_not_answer_a_promise_of_the_newer(tmp_path):
    """Its numbers could have been chosen after the promise."""
    old = old_document(numbers=((1, ONE),))
    (tmp_path / "deal.json").write_text(json.dumps(old))
    (tmp_path / "kept.json").write_text(json.dumps(notes_of(document(numbers=((1, ONE),)))))

    assert run_script(tmp_path / "deal.json", tmp_path / "kept.json")[0] == 1


@pytest.mark.parametrize(("member", "value"), [("dealer", 4), ("dealer", True), ("hand", True), ("hand", 0)])
def test_numbers_that_no_hand_has_are_refused(member, value):
    assert faults(document(hand=5) | {member: value})


def test_a_second_number_of_a_seat_is_refused_without_commitments_too():
    deal = old_document(numbers=((1, ONE),))

    assert faults(deal | {"entropies": [[1, ONE], [1, ONE]]})


def swap_two_cards(deal):
    deal["cards"][0][0], deal["cards"][1][0] = deal["cards"][1][0], deal["cards"][0][0]


def swap_in_the_pack(deal):
    deal["pack"][0], deal["pack"][31] = deal["pack"][31], deal["pack"][0]


def another_secret(deal):
    deal["secret"] = "11" * 32


def another_number(deal):
    """A number put in the place of a player's, with the commitment to it."""
    step = next(step for step in deal["steps"] if step["step"] == "number-opened")
    step["number"] = "ff" * 32
    promised = next(step for step in deal["steps"] if step["step"] == "number-promised")
    promised["commitment"] = fair.number_commitment(step["number"], GAME, deal["hand"], step["seat"])


def a_number_left_out(deal):
    deal["steps"] = [step for step in deal["steps"] if step["step"] != "number-opened"]


def a_number_not_committed_to(deal):
    next(step for step in deal["steps"] if step["step"] == "number-opened")["number"] = "ff" * 32


def a_list_shortened(deal):
    deal["steps"] = [deal["steps"][0], deal["steps"][-1]]


def another_dealer(deal):
    deal["dealer"] = (deal["dealer"] + 1) % 4


def another_hand(deal):
    deal["hand"] = 2


def another_commitment(deal):
    deal["steps"][0]["commitment"] = "0" * 64


def a_second_promise(deal):
    deal["steps"].insert(3, dict(deal["steps"][0]))


def a_second_promise_that_counts(deal):
    deal["steps"].insert(0, {"step": "promised", "commitment": "0" * 64})


def a_number_after_the_deal(deal):
    deal["steps"].append(deal["steps"].pop(-2))


def a_number_before_the_list_is_closed(deal):
    deal["steps"].insert(2, deal["steps"].pop(3))


def no_deal(deal):
    deal["steps"].pop()


CHANGES = [
    swap_two_cards,
    swap_in_the_pack,
    another_secret,
    another_number,
    a_number_left_out,
    a_number_not_committed_to,
    a_list_shortened,
    another_dealer,
    another_hand,
    another_commitment,
    a_second_promise,
    a_second_promise_that_counts,
    a_number_after_the_deal,
    a_number_before_the_list_is_closed,
    no_deal,
]


@pytest.mark.parametrize("when", CHANGES)
def test_a_changed_deal_is_found_by_server_and_script(when):
    deal = document(numbers=((1, ONE),))
    when(deal)

    assert faults(deal)
    assert by_script(deal)[0] == 1


@pytest.mark.parametrize("member", ["commitment", "entropies"])
def test_a_changed_deal_without_commitments_is_found_by_server_and_script(member):
    deal = old_document(numbers=((1, ONE),)) | {"commitment": "0" * 64, "entropies": [[1, TWO]]}
    honest = old_document(numbers=((1, ONE),))
    changed = honest | {member: deal[member]}

    assert faults(changed)
    assert by_script(changed)[0] == 1


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("game", 1),
        ("game", [[]]),
        ("hand", 1e999),
        ("hand", 10**30),
        ("dealer", "é"),
        ("secret", None),
        ("steps", None),
        ("steps", [None]),
        ("steps", [{"step": "promised", "commitment": "é"}]),
        ("steps", [{"step": "promised", "commitment": "\ud800"}]),
        ("steps", [{"step": "promised"}]),
        (
            "steps",
            [{"step": "promised", "commitment": "00"}, {"step": "number-promised", "seat": 300, "commitment": "00"}],
        ),
        ("steps", [{"step": "promised", "commitment": "00"}, {"step": "number-promised", "seat": 0, "commitment": 5}]),
        ("steps", [{"step": []}]),
        ("pack", {"a": 1}),
        ("cards", [1]),
    ],
)
def test_whatever_stands_in_a_deal_server_and_script_say_that_it_is_wrong(member, value):
    deal = document() | {member: value}

    assert faults(deal)
    assert by_script(deal)[0] in (1, 2)
    assert by_script(deal)[1]


@pytest.mark.parametrize("text", [{}, [], 3, {"format": "lelam-deal/2", "rules": "28-kerala-4", "hand": "x"}])
def test_what_is_no_deal_is_called_unreadable(text):
    if isinstance(text, dict):
        assert fair.faults_of(text, deck=(), players=4, packet=4)
    assert by_script(text)[0] == 2


def test_a_number_below_a_limit_is_evenly_spread():
    drawn = Counter(
        fair.shuffled("abcdef", players=6, secret=f"{number:064x}", stream=GAME, hand=1, numbers=fair.Numbers()).lot
        for number in range(6000)
    )

    assert all(abs(count - 1000) < 150 for count in drawn.values())


@pytest.mark.django_db
def test_the_command_checks_the_hands_of_a_table():
    table = open_table(player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3))
    while due(table.pk):
        pass
    said = StringIO()
    call_command("verify_deal", table=table.pk, stdout=said)

    assert "2 hands were dealt as promised" in said.getvalue()


def test_the_command_checks_a_file(tmp_path):
    path = tmp_path / "deal.json"
    deal = document()
    path.write_text(json.dumps(deal))
    said = StringIO()
    call_command("verify_deal", str(path), stdout=said)
    assert "was dealt as promised" in said.getvalue()

    swap_two_cards(deal)
    path.write_text(json.dumps(deal))
    with pytest.raises(CommandError) as refused:
        call_command("verify_deal", str(path))
    assert refused.value.returncode == 1
