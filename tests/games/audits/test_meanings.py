"""The file of how often the calls of 56 mean what the cards say: complete, and what its command makes."""

import pytest
from django.core.management import call_command

from engine.conventions import default_card
from games.audits.frequencies import FILE, FORMAT, measured, measurement
from games.audits.measuring import DEALS, encode, measure, rule_sets


def test_the_file_has_every_rule_set_of_56_with_counts_that_can_be():
    found = measurement()

    assert (found.format, found.deals) == (FORMAT, DEALS)
    assert list(found.rules) == [rules.id for rules in rule_sets()]
    for rules in rule_sets():
        names = {row.name for row in default_card(rules).conventions}
        assert set(found.rules[rules.id]) <= names
        for row in found.rules[rules.id].values():
            assert 0 <= row.held <= row.cases
            assert row.hands == rules.players * row.cases
            assert 0 <= row.fits <= row.hands
    assert encode(found) == FILE.read_bytes()


def test_a_row_that_nobody_called_was_not_measured():
    assert measured("56-kerala-6", "no-such-row") is None
    assert measured("28-kerala-4", "raise") is None
    opening = measured("56-kerala-6", "opening-suit")
    assert opening is not None
    assert opening.held == opening.cases > 100


def test_the_same_command_writes_the_same_file(tmp_path):
    for name in ("one", "other"):
        call_command("measure_meanings", deals=1, to=tmp_path / name, stdout=(tmp_path / "out").open("w"))

    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.whole
@pytest.mark.timeout(600)
def test_the_measurement_of_a_rule_set_made_again_is_the_one_in_the_file():
    (rules,) = (each for each in rule_sets() if each.id == "56-standard-4")

    assert measure([rules]).rules[rules.id] == measurement().rules[rules.id]
