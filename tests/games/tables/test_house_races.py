"""House rules changed and played by at once, in real transactions: what a game was begun by stays as it was."""

import pytest
from django.utils import timezone

import engine
from clubs.errors import ClubError
from clubs.house.services import change_house_rules, freeze_house_rules, make_house_rules
from clubs.models import HouseRules, Season
from games.errors import BadTerms
from games.models import Table
from games.tables.services.seats import open_table
from tests.factories import ClubFactory
from tests.games.helpers.tables import person
from tests.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE = "28-house-4"


def club_and_rules(options):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    return annamma, make_house_rules(club=club, by=annamma, name="Friday 28", rules=HOUSE, options=options)


def test_a_table_opened_while_the_rules_are_changed_has_the_rules_that_it_names():
    annamma, friday = club_and_rules({})

    def change():
        return change_house_rules(house_id=friday.pk, by=annamma, name="Friday 28", rules=HOUSE, options={"cot": True})

    def open_one():
        return open_table(player=annamma, house=friday.pk)

    for one in at_once(change, open_one, open_one, open_one):
        assert isinstance(one, HouseRules | Table) or (isinstance(one, BadTerms) and one.code == "replaced"), one
    for table in Table.objects.select_related("house"):
        assert table.options == engine.load_rules(HOUSE, table.house.options).options
    assert HouseRules.objects.filter(replaced_at=None).count() == 1


def test_of_two_who_make_or_change_rules_to_one_name_one_is_refused():
    annamma, friday = club_and_rules({})

    def make():
        return make_house_rules(club=friday.club, by=annamma, name="Sunday 28", rules=HOUSE, options={})

    came = at_once(make, make, make)

    assert sum(isinstance(one, HouseRules) for one in came) == 1
    assert {one.code for one in came if not isinstance(one, HouseRules)} == {"house-rules-exist"}


def test_rules_are_changed_or_frozen_and_not_both():
    annamma, friday = club_and_rules({})
    today = timezone.localdate()

    came = at_once(
        lambda: freeze_house_rules(house_id=friday.pk, by=annamma, name="Winter", begins=today, ends=today),
        lambda: change_house_rules(
            house_id=friday.pk, by=annamma, name="Friday 28", rules=HOUSE, options={"cot": True}
        ),
        lambda: freeze_house_rules(house_id=friday.pk, by=annamma, name="Winter", begins=today, ends=today),
    )

    refused = [one.code for one in came if isinstance(one, ClubError)]
    assert all(isinstance(one, HouseRules | ClubError) for one in came), came
    assert set(refused) == {"frozen"}
    assert Season.objects.count() == 1
    # A change that came first is what was frozen.
    frozen = HouseRules.objects.get()
    assert frozen.season is not None
    assert frozen.options == ({} if isinstance(came[1], ClubError) else {"cot": True})
