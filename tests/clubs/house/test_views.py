"""The pages of house rules: the form with its refusals, what a set is, freezing and retiring it."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.house import services
from clubs.members.societies import join_club
from clubs.models import HouseRules
from tests.factories import ClubFactory
from tests.markup import one_line, tight

pytestmark = pytest.mark.django_db

HOUSE = "28-house-4"


@pytest.fixture
def owner(client, annamma):
    client.force_login(annamma.user)
    return client


@pytest.fixture
def friday(club, annamma) -> HouseRules:
    return services.make_house_rules(club=club, by=annamma, name="Friday 28", rules=HOUSE, options={"cot": True})


def address(club, page: str = "house_new", house: HouseRules | None = None) -> str:
    return reverse(f"clubs:{page}", args=[club.slug] if house is None else [club.slug, house.pk])


def sent(page, **fields: Any) -> dict[str, Any]:
    """Return what a browser sends of the form on a page."""
    form = page.context["form"]
    said = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in said.items() if value is not None and value is not False} | fields


def frozen(house: HouseRules, by) -> HouseRules:
    today = timezone.localdate()
    return services.freeze_house_rules(
        house_id=house.pk, by=by, name="Winter", begins=today, ends=today + timedelta(days=9)
    )


def text(response) -> str:
    return response.content.decode()


def test_an_owner_makes_house_rules_and_finds_them_on_the_clubs_page(owner, club):
    page = owner.get(address(club))

    answer = owner.post(address(club), sent(page, name="Friday 28", rules=HOUSE, cot="on", ending="hands", hands="12"))

    house = HouseRules.objects.get()
    assert answer.headers["Location"] == address(club, "house", house)
    assert house.options == {"cot": True, "ending": {"type": "hands", "count": 12}}
    shown = tight(text(owner.get(reverse("clubs:rules", args=[club.slug]))))
    assert f'href="{address(club, "house", house)}"' in shown
    assert "28 by house rules, four players, with cot." in shown


def test_a_combination_that_makes_no_sense_is_refused_beside_its_field_with_what_was_typed(owner, club):
    page = owner.get(address(club))

    answer = owner.post(address(club), sent(page, name="Friday 28", rules=HOUSE, surrender="on"))

    assert answer.status_code == 422
    said = "Surrender is played only together with cot: choose both, or neither."
    assert answer.context["form"].errors == {"surrender": [said]}
    field = tight(text(answer)).partition('name="surrender"')[2].partition("</div></div>")[0]
    assert said in field
    assert 'value="Friday 28"' in text(answer)
    assert not HouseRules.objects.exists()


def test_a_name_that_is_taken_is_said_beside_the_name(owner, club, friday):
    answer = owner.post(address(club), sent(owner.get(address(club)), name="friday 28"))

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]


def test_the_form_begins_with_the_game_that_a_link_asks_for(owner, club):
    assert owner.get(address(club), {"rules": "56-kerala-6"}).context["form"].initial["rules"] == "56-kerala-6"
    assert owner.get(address(club), {"rules": "x"}).status_code == 200


def test_the_summary_follows_the_form_and_says_where_it_makes_no_sense(client, club):
    summary = address(club, "house_summary")

    said = text(client.get(summary, {"rules": HOUSE, "cot": "on", "name": "", "ending": ""}))
    assert "28 by house rules, four players, with cot." in said
    for wrong in ({"rules": HOUSE, "surrender": "on"}, {"rules": "x"}, {}, {"rules": HOUSE, "ending": "games"}):
        answer = client.get(summary, wrong)
        assert answer.status_code == 200
        assert "do not fit together" in text(answer)


def test_changing_rules_begins_with_what_they_are(owner, club, friday):
    page = owner.get(address(club, "house_change", friday))

    assert (page.context["form"]["name"].value(), page.context["form"]["cot"].value()) == ("Friday 28", True)
    owner.post(address(club, "house_change", friday), sent(page, thani="on"))
    friday.refresh_from_db()
    assert friday.options == {"cot": True, "thani": True}


def test_an_earlier_version_says_so_and_leads_to_the_latest(owner, club, annamma, friday):
    services.play_by_house_rules(house_id=friday.pk)
    changed = services.change_house_rules(house_id=friday.pk, by=annamma, name="Friday 28", rules=HOUSE, options={})

    said = text(owner.get(address(club, "house", friday)))
    assert "earlier version" in said
    assert f'href="{address(club, "house", changed)}"' in said
    assert address(club, "house_change", friday) not in said
    answer = owner.get(address(club, "house_change", friday), follow=True)
    assert "cannot be changed" in text(answer)


@pytest.mark.parametrize("page", ["house_new", "house_change", "house_freeze"])
def test_a_member_is_led_back_from_what_is_the_officers(client, club, friday, person, page):
    beeran = person("Beeran")
    join_club(club=club, player=beeran)
    client.force_login(beeran.user)

    where = address(club, page) if page == "house_new" else address(club, page, friday)
    answer = client.get(where, follow=True)

    assert "In this club only these can do this: directors, owners" in text(answer)
    assert answer.redirect_chain


def test_a_visitor_reads_house_rules_and_is_asked_to_sign_in_for_more(client, club, friday):
    said = text(client.get(address(club, "house", friday)))

    assert "Friday 28" in said
    assert address(club, "house_change", friday) not in said
    assert "house_retire" not in said
    for page in ("house_change", "house_freeze"):
        assert client.get(address(club, page, friday)).status_code == 302


def test_freezing_asks_once_more_and_then_shows_the_season(owner, club, friday):
    today = timezone.localdate()
    where = address(club, "house_freeze", friday)
    terms = {"name": "Winter", "begins": today.isoformat(), "ends": (today + timedelta(days=9)).isoformat()}

    unsure = owner.post(where, terms)
    assert unsure.status_code == 422
    assert list(unsure.context["form"].errors) == ["sure"]
    assert not HouseRules.objects.exclude(season=None).exists()

    owner.post(where, terms | {"sure": "on"})
    friday.refresh_from_db()
    said = one_line(text(owner.get(address(club, "house", friday))))
    assert friday.season.name == "Winter"
    assert "frozen until" in said
    assert "Frozen for <b>Winter</b>" in said
    assert address(club, "house_change", friday) not in said
    assert address(club, "house_retire", friday) not in said


def test_a_second_set_is_frozen_for_the_season_that_there_is(owner, club, annamma, friday):
    season = frozen(friday, annamma).season
    sunday = services.make_house_rules(club=club, by=annamma, name="Sunday", rules="56-kerala-6", options={})

    owner.post(address(club, "house_freeze", sunday), {"season": season.pk, "name": "", "sure": "on"})

    sunday.refresh_from_db()
    assert sunday.season == season


def test_a_season_without_dates_is_refused_beside_them(owner, club, friday):
    answer = owner.post(address(club, "house_freeze", friday), {"name": "Winter", "sure": "on"})

    assert list(answer.context["form"].errors) == ["begins", "ends"]


def test_a_season_that_is_over_is_refused_beside_its_end(owner, club, friday):
    terms = {"name": "Winter", "begins": "2020-01-01", "ends": "2020-02-01", "sure": "on"}

    assert list(owner.post(address(club, "house_freeze", friday), terms).context["form"].errors) == ["ends"]


def test_rules_are_retired_by_an_officer_and_not_while_they_are_frozen(owner, club, annamma, friday):
    owner.post(address(club, "house_retire", friday))
    friday.refresh_from_db()
    assert friday.retired_at is not None
    assert "no longer played" in text(owner.get(address(club, "house", friday)))
    shown = text(owner.get(reverse("clubs:rules", args=[club.slug])))
    assert f'href="{address(club, "house", friday)}">Friday 28</a>' in shown.partition("No longer played")[2]

    sunday = frozen(
        services.make_house_rules(club=club, by=annamma, name="Sunday", rules="56-kerala-6", options={}), annamma
    )
    answer = owner.post(address(club, "house_retire", sunday), follow=True)
    assert "frozen for the season Winter" in text(answer)


def test_house_rules_are_found_in_their_own_club_only(client, club, friday, person):

    other = ClubFactory(founder=person("Devaki"), name="Kallada")

    assert client.get(address(other, "house", friday)).status_code == 404


def test_rules_of_a_version_that_is_not_known_have_a_page_all_the_same(owner, club, friday):
    HouseRules.objects.update(engine=99)

    said = text(owner.get(address(club, "house", friday)))
    assert "version 99 of the rules, which this program does not know" in said
    assert owner.get(reverse("clubs:rules", args=[club.slug])).status_code == 200
    assert owner.get(reverse("games:open"), {"club": club.slug}).status_code == 200
