"""Attacks on names that are withheld in the case book: other spellings, other forms of a letter, a second account."""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubs.models import Player
from games.casebook.masking import without_names
from games.casebook.showing import book_case
from games.cases import log
from games.cases.services import naming
from tests.factories import PlayerFactory
from tests.games.helpers.booked import decided
from tests.games.helpers.polled import disputed_table


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ammini Kuriakose", "AMM\u0130N\u0130, Amm\u0131n\u0131 and amm\u0131n\u0130 Kuriakose"),
        ("Straße Groß", "Straße, STRASSE, Groß and GROSS"),
        ("Kunhikkannan", "\N{KELVIN SIGN}unhikkannan"),
        ("José Ramírez", "Jose\u0301 Rami\u0301rez"),
        ("അവൻ മേനോൻ", "അവന്‍, മേനോന്‍ and മേനോൻ"),
        ("മേനോന്‍", "മേനോൻ"),
        ("രാമൻ മേനോൻ", "രാമന്റെ and മേനോനെ"),
        ("Ammini", "Am\u00admini, Am\u200bmini and Am\u2060mini"),
    ],
)
def test_no_other_spelling_of_a_name_breaks_the_book_or_names_its_person(name: str, text: str):
    masked = without_names(text, {name: "A1"})

    assert not [part for part in masked.replace(",", "").split() if part not in ("A1", "and")]


@pytest.mark.django_db
def test_a_guest_that_an_account_has_claimed_is_named_by_neither_name():
    log.forget_all()
    there = disputed_table(ago=timedelta(days=30))
    case = decided(there, words="Ammini, whom we call Kuttiyamma Paulose here, led out of turn.")
    account = PlayerFactory(name="Kuttiyamma Paulose")
    Player.objects.filter(pk=there.players[0].pk).update(merged_into=account)
    naming.withhold_names(case_id=case.pk, player=there.players[1], command=uuid4())
    case.refresh_from_db()

    ruling = book_case(case).ruling
    assert ruling is not None
    assert ruling.words.text == "a player of side A, whom we call a player of side A here, led out of turn."
