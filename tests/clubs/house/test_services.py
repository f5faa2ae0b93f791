"""A club's own rule sets: who makes, changes, freezes and retires them, and what becomes of them."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from clubs.errors import ClubError, NotAllowed
from clubs.house import selectors, services
from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.models import HouseRules, Membership, Season
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db

HOUSE = "28-house-4"
FRIDAY = {"cot": True, "thani": True, "ending": {"type": "hands", "count": 12}}


@pytest.fixture
def friday(club, annamma) -> HouseRules:
    """House rules that nobody has played by."""
    return services.make_house_rules(club=club, by=annamma, name="Friday 28", rules=HOUSE, options=FRIDAY)


@pytest.fixture
def people(club, annamma, person):
    """Somebody of each role, and somebody of none."""
    beeran, chacko, devaki = person("Beeran"), person("Chacko"), person("Devaki")
    join_club(club=club, player=beeran)
    join_club(club=club, player=chacko)
    give_office(club=club, by=annamma, player=chacko, role=Membership.Role.DIRECTOR)
    return {"owner": annamma, "director": chacko, "member": beeran, "nobody": devaki}


def refusal(service, **arguments) -> tuple[str, str]:
    """Return the code and the field by which a service refuses."""
    with pytest.raises(ClubError) as refused, transaction.atomic():
        service(**arguments)
    return refused.value.code, refused.value.field


def days(count: int) -> date:
    return timezone.localdate() + timedelta(days=count)


def frozen(house: HouseRules, by, name: str = "Winter", begins: int = -10, ends: int = 30) -> HouseRules:
    return services.freeze_house_rules(house_id=house.pk, by=by, name=name, begins=days(begins), ends=days(ends))


def over(house: HouseRules) -> HouseRules:
    """Let the season of house rules be over."""
    Season.objects.filter(pk=house.season_id).update(begins=days(-40), ends=days(-1))
    return HouseRules.objects.get(pk=house.pk)


def test_house_rules_keep_what_differs_from_the_rule_set_and_nothing_else(club, annamma):
    options = {"cot": True, "thani": False, "four_card_cot_won": 4, "ending": {"type": "open"}}

    house = services.make_house_rules(club=club, by=annamma, name=" Friday  28 ", rules=HOUSE, options=options)

    assert (house.name, house.options, house.number, house.engine) == ("Friday 28", {"cot": True}, 1, engine.VERSION)
    assert selectors.rules_of(house) == engine.load_rules(HOUSE, {"cot": True})


@pytest.mark.parametrize("role", ["owner", "director", "member", "nobody"])
@pytest.mark.parametrize("action", ["make", "change", "freeze", "retire"])
def test_owners_and_directors_look_after_house_rules_and_nobody_else(club, friday, people, role, action):
    by = people[role]
    season = Season.objects.create(club=club, name="Winter", begins=days(0), ends=days(30))
    terms = {"name": "Sunday 28", "rules": HOUSE, "options": {"cot": True}}
    act = {
        "make": lambda: services.make_house_rules(club=club, by=by, **terms),
        "change": lambda: services.change_house_rules(house_id=friday.pk, by=by, **terms),
        "freeze": lambda: services.freeze_house_rules(house_id=friday.pk, by=by, season=season.pk),
        "retire": lambda: services.retire_house_rules(house_id=friday.pk, by=by),
    }[action]

    if role in ("owner", "director"):
        act()
    else:
        with pytest.raises(NotAllowed), transaction.atomic():
            act()
        assert list(HouseRules.objects.values_list("name", "retired_at", "season")) == [("Friday 28", None, None)]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"rules": "28-house-5"}, ("unknown-rules", "rules")),
        ({"options": {"surrender": True}}, ("bad-option", "surrender")),
        ({"options": {"salaams": True, "thani": True}}, ("bad-option", "salaams")),
        ({"options": {"doubling": "add"}}, ("bad-option", "doubling")),
        ({"options": {"four_card_cot_won": 0}}, ("bad-option", "four_card_cot_won")),
        ({"options": {"ending": {"type": "elimination"}}}, ("bad-option", "ending")),
        ({"name": " "}, ("name-empty", "name")),
        ({"name": "FRIDAY 28"}, ("house-rules-exist", "name")),
    ],
)
def test_house_rules_that_make_no_sense_are_refused_at_what_is_wrong(club, annamma, friday, terms, expected):
    wanted = {"name": "Sunday 28", "rules": HOUSE, "options": {}, **terms}

    assert refusal(services.make_house_rules, club=club, by=annamma, **wanted) == expected
    assert HouseRules.objects.count() == 1


def test_a_refusal_of_an_option_names_both_by_what_people_call_them(club, annamma):
    with pytest.raises(ClubError) as refused:
        services.make_house_rules(club=club, by=annamma, name="X", rules=HOUSE, options={"surrender": True})

    assert refused.value.message == "Surrender is played only together with cot: choose both, or neither."


def test_a_club_keeps_so_many_sets_and_no_more(club, annamma, monkeypatch, friday):
    monkeypatch.setattr(services, "MOST_SETS", 1)

    wanted = {"name": "Sunday 28", "rules": HOUSE, "options": {}}
    assert refusal(services.make_house_rules, club=club, by=annamma, **wanted) == ("too-many-house-rules", "")


def test_two_clubs_may_call_their_rules_alike(friday, person):

    devaki = person("Devaki")
    other = ClubFactory(founder=devaki, name="Kallada")

    made = services.make_house_rules(club=other, by=devaki, name="Friday 28", rules=HOUSE, options={})

    assert (made.club, made.name) == (other, friday.name)
    assert made.pk != friday.pk


def test_rules_that_nobody_played_by_are_changed_in_place(friday, annamma):
    changed = services.change_house_rules(
        house_id=friday.pk, by=annamma, name="Friday", rules="28-pagat-4", options={"cot": True}
    )

    assert changed.pk == friday.pk
    assert (changed.name, changed.rules, changed.options, changed.number) == ("Friday", "28-pagat-4", {"cot": True}, 1)
    assert HouseRules.objects.count() == 1


def test_rules_that_were_played_by_stay_and_a_next_version_takes_their_place(club, friday, annamma):
    services.play_by_house_rules(house_id=friday.pk)

    changed = services.change_house_rules(
        house_id=friday.pk, by=annamma, name="Friday 28", rules=HOUSE, options={"cot": True}
    )

    assert (changed.number, changed.series, changed.options) == (2, friday.series, {"cot": True})
    friday.refresh_from_db()
    assert (friday.options, friday.number) == (FRIDAY, 1)
    assert [one.pk for one in selectors.house_rules(club)] == [changed.pk]
    assert [one.number for one in selectors.versions(changed)] == [2, 1]
    assert refusal(services.change_house_rules, house_id=friday.pk, by=annamma, name="F", rules=HOUSE, options={}) == (
        "replaced",
        "",
    )
    assert refusal(services.play_by_house_rules, house_id=friday.pk) == ("replaced", "house")
    assert services.play_by_house_rules(house_id=friday.pk, promised=True) == friday


def test_saving_rules_as_they_are_makes_no_version(friday, annamma):
    services.play_by_house_rules(house_id=friday.pk)

    same = services.change_house_rules(
        house_id=friday.pk, by=annamma, name="Friday 28", rules=HOUSE, options={**FRIDAY, "surrender": False}
    )

    assert same.pk == friday.pk
    assert HouseRules.objects.count() == 1


def test_frozen_rules_are_neither_changed_nor_retired_nor_frozen_again(friday, annamma):
    house = frozen(friday, annamma)

    assert selectors.is_frozen(house)
    assert (house.season.name, house.season.begins, house.season.ends) == ("Winter", days(-10), days(30))
    assert house.frozen_by == annamma
    wanted = {"house_id": house.pk, "by": annamma}
    assert refusal(services.change_house_rules, name="F", rules=HOUSE, options={}, **wanted) == ("frozen", "")
    assert refusal(services.retire_house_rules, **wanted) == ("frozen", "")
    assert refusal(services.freeze_house_rules, season=house.season_id, **wanted) == ("frozen", "")


def test_rules_are_frozen_to_the_last_day_of_the_season_and_before_its_first(friday, annamma):
    house = frozen(friday, annamma, begins=5, ends=30)

    assert selectors.is_frozen(house)
    assert selectors.is_frozen(house, on=days(30))
    assert not selectors.is_frozen(house, on=days(31))


def test_after_the_season_a_change_is_the_next_version(friday, annamma):
    house = over(frozen(friday, annamma))

    changed = services.change_house_rules(house_id=house.pk, by=annamma, name="F", rules=HOUSE, options={})

    assert changed.number == 2
    house.refresh_from_db()
    assert (house.name, house.options, house.season.name) == ("Friday 28", FRIDAY, "Winter")


def test_the_same_rules_for_another_season_are_a_version_of_their_own(friday, annamma):
    first = over(frozen(friday, annamma))

    second = frozen(first, annamma, name="Summer", begins=0)

    assert (second.number, second.series, second.options) == (2, first.series, FRIDAY)
    assert [(one.number, one.season.name) for one in selectors.versions(second)] == [(2, "Summer"), (1, "Winter")]


def test_several_sets_are_frozen_for_one_season(club, friday, annamma):
    sunday = services.make_house_rules(club=club, by=annamma, name="Sunday", rules="56-kerala-6", options={})
    season = frozen(friday, annamma).season

    house = services.freeze_house_rules(house_id=sunday.pk, by=annamma, season=season.pk)

    assert house.season == season
    assert Season.objects.count() == 1


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"name": ""}, ("name-empty", "name")),
        ({"name": "winter"}, ("season-exists", "name")),
        ({"begins": None}, ("season-dates", "begins")),
        ({"ends": None}, ("season-dates", "ends")),
        ({"begins": 3, "ends": 2}, ("season-dates", "ends")),
        ({"begins": -9, "ends": -1}, ("season-over", "ends")),
        ({"ends": 732}, ("season-dates", "ends")),
        ({"begins": -800, "ends": 1}, ("season-dates", "ends")),
    ],
)
def test_a_season_that_makes_no_sense_is_refused(club, friday, annamma, terms, expected):
    Season.objects.create(club=club, name="Winter", begins=days(0), ends=days(1))
    wanted = {"name": "Summer", "begins": 0, "ends": 30, **terms}
    for day in ("begins", "ends"):
        if wanted[day] is not None:
            wanted[day] = days(wanted[day])

    assert refusal(services.freeze_house_rules, house_id=friday.pk, by=annamma, **wanted) == expected
    assert not HouseRules.objects.exclude(season=None).exists()
    assert Season.objects.count() == 1


def test_a_season_of_another_club_freezes_nothing(friday, annamma, person):

    other = ClubFactory(founder=person("Devaki"), name="Kallada")
    season = Season.objects.create(club=other, name="Winter", begins=days(0), ends=days(9))

    assert refusal(services.freeze_house_rules, house_id=friday.pk, by=annamma, season=season.pk) == (
        "no-such-season",
        "season",
    )


def test_retired_rules_are_played_by_no_more_and_their_name_is_free(club, friday, annamma):
    services.retire_house_rules(house_id=friday.pk, by=annamma)

    assert not selectors.house_rules(club)
    assert [one.pk for one in selectors.retired_house_rules(club)] == [friday.pk]
    assert refusal(services.play_by_house_rules, house_id=friday.pk) == ("retired", "house")
    assert refusal(services.retire_house_rules, house_id=friday.pk, by=annamma) == ("retired", "")
    services.make_house_rules(club=club, by=annamma, name="Friday 28", rules=HOUSE, options={})


def test_rules_that_there_are_not_are_refused(annamma):
    from uuid import uuid4

    assert refusal(services.play_by_house_rules, house_id=uuid4()) == ("no-such-house-rules", "house")
    assert refusal(services.retire_house_rules, house_id=uuid4(), by=annamma) == ("no-such-house-rules", "")


def test_the_database_keeps_two_names_and_two_versions_apart(friday):
    for same in ({"name": "friday 28", "number": 7}, {"name": "Other", "series": friday.series}):
        members = {"club": friday.club, "rules": HOUSE, "engine": 1, **same}
        with pytest.raises(IntegrityError), transaction.atomic():
            HouseRules.objects.create(**members)


def test_a_version_of_the_engine_that_is_not_known_is_said_and_not_guessed(friday):
    HouseRules.objects.filter(pk=friday.pk).update(engine=engine.VERSION + 1)
    house = HouseRules.objects.get(pk=friday.pk)

    with pytest.raises(engine.RulesError):
        selectors.rules_of(house)
    shown = selectors.shown(house)
    assert not shown.known
    assert f"version {engine.VERSION + 1}" in shown.summary[0]
    assert not selectors.house_rules_of([house.club])


def test_a_director_freezes_for_a_season_that_is_there_and_makes_none(club, friday, people):
    with pytest.raises(NotAllowed), transaction.atomic():
        frozen(friday, people["director"])
    assert not Season.objects.exists()


def test_a_club_goes_with_its_house_rules_and_seasons(club, friday, annamma):
    season = Season.objects.create(club=club, name="Winter", begins=days(0), ends=days(30))
    services.freeze_house_rules(house_id=friday.pk, by=annamma, season=season.pk)

    club.delete()

    assert not HouseRules.objects.exists()
    assert not Season.objects.exists()
