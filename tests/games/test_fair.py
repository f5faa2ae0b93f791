"""The deal that anybody can check: two implementations and a command agree, and a changed deal is found."""

import json
import subprocess
import sys
from collections import Counter
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

import engine
from games import fair, services
from tests.games.scripts import SCRIPT
from tests.games.tables import TWO_HANDS, due, person

GAME = UUID("6f1c1a52-0d0b-4f0e-8f7e-0e8b3c8d5a11")
SECRET = "00" * 31 + "28"

hexadecimal = st.binary(min_size=1, max_size=fair.MOST_ENTROPY_BYTES).map(bytes.hex)


def document(rules: str = "28-kerala-4", *, hand: int = 1, secret: str = SECRET, entropies=()) -> dict:
    """Return the document of an honest deal."""
    found = engine.load_rules(rules)
    dealt = fair.shuffled(found.deck, players=found.players, secret=secret, stream=GAME, hand=hand, entropies=entropies)
    return {
        "format": fair.FORMAT,
        "game": str(GAME),
        "hand": hand,
        "rules": rules,
        "dealer": dealt.lot,
        "commitment": fair.commitment(secret, GAME, hand),
        "secret": secret,
        "entropies": [list(pair) for pair in entropies],
        "pack": list(dealt.pack),
        "cards": [list(cards) for cards in engine.packets(found, dealt.pack, dealt.lot)],
    }


def faults(deal: dict) -> list[str]:
    """Return what the server's own check finds."""
    rules = engine.load_rules(deal["rules"])
    return fair.faults_of(deal, deck=rules.deck, players=rules.players, packet=rules.packet)


def by_script(deal: object) -> tuple[int, str]:
    """Return what the script for players says, run as they run it: by itself, without this project."""
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), "-"], input=json.dumps(deal), capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout


@given(
    st.sampled_from(engine.rule_set_ids()),
    st.integers(1, 500),
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.dictionaries(st.integers(0, 2), hexadecimal),
)
def test_every_deal_is_a_permutation_and_checks(rules, hand, secret, numbers):
    """28-DECK-1, 28-DEAL-1."""
    deal = document(rules, hand=hand, secret=secret, entropies=tuple(numbers.items()))

    assert sorted(deal["pack"]) == sorted(engine.load_rules(rules).deck)
    assert faults(deal) == []


def test_the_construction_is_pinned():
    """Changing it would make every hand played before look false."""
    deal = document(entropies=((0, "a1"), (2, "b2c3")))

    assert deal["commitment"] == "c059315c1404231e1b313ca47ed5462e30e703154fffbd903defd3cfba2ccf04"
    assert deal["pack"][:8] == ["DQ", "CQ", "CJ", "SJ", "CT", "HJ", "CA", "SK"]
    assert deal["dealer"] == 3


@pytest.mark.parametrize("rules", engine.rule_set_ids())
def test_the_players_script_agrees_with_the_server(rules):
    deal = document(rules, entropies=((2, "b2c3"), (0, "a1" * 64)))

    assert by_script(deal)[0] == 0


def swap_two_cards(deal):
    deal["cards"][0][0], deal["cards"][1][0] = deal["cards"][1][0], deal["cards"][0][0]


def swap_in_the_pack(deal):
    deal["pack"][0], deal["pack"][31] = deal["pack"][31], deal["pack"][0]


def another_secret(deal):
    deal["secret"] = "11" * 32


def another_number(deal):
    deal["entropies"][0][1] = "ff"


def another_dealer(deal):
    deal["dealer"] = (deal["dealer"] + 1) % 4


def another_hand(deal):
    deal["hand"] = 2


def another_commitment(deal):
    deal["commitment"] = "0" * 64


CHANGES = [
    swap_two_cards,
    swap_in_the_pack,
    another_secret,
    another_number,
    another_dealer,
    another_hand,
    another_commitment,
]


@pytest.mark.parametrize("when", CHANGES)
def test_a_changed_deal_is_found_by_server_and_script(when):
    deal = document(entropies=((1, "c0ffee"),))
    when(deal)

    assert faults(deal)
    assert by_script(deal)[0] == 1


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("game", 1),
        ("game", [[]]),
        ("hand", 1e999),
        ("hand", 10**30),
        ("dealer", "é"),
        ("commitment", "é"),
        ("commitment", "\ud800"),
        ("secret", None),
        ("entropies", [[300, "00"]]),
        ("entropies", [[0, 5]]),
        ("pack", {"a": 1}),
        ("cards", [1]),
    ],
)
def test_whatever_stands_in_a_deal_server_and_script_say_that_it_is_wrong(member, value):
    deal = document() | {member: value}

    assert faults(deal)
    assert by_script(deal)[0] in (1, 2)
    assert by_script(deal)[1]


@pytest.mark.parametrize("text", [{}, [], 3, {"format": fair.FORMAT, "rules": "28-kerala-4", "hand": "x"}])
def test_what_is_no_deal_is_called_unreadable(text):
    if isinstance(text, dict):
        assert fair.faults_of(text, deck=(), players=4, packet=4)
    assert by_script(text)[0] == 2


def test_a_number_below_a_limit_is_evenly_spread():
    drawn = Counter(
        fair.shuffled("abcdef", players=6, secret=f"{number:064x}", stream=GAME, hand=1, entropies=()).lot
        for number in range(6000)
    )

    assert all(abs(count - 1000) < 150 for count in drawn.values())


@pytest.mark.django_db
def test_the_command_checks_the_hands_of_a_table():
    table = services.open_table(
        player=person("Ammini"), rules="28-kerala-4", options=TWO_HANDS, seat=None, bots=(0, 1, 2, 3)
    )
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
