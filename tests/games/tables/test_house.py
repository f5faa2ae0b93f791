"""Tables by house rules: what they are opened by is fixed, and a game keeps it for ever."""

import json
from uuid import uuid4

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.house.services import (
    change_house_rules,
    freeze_house_rules,
    make_house_rules,
    retire_house_rules,
)
from clubs.members.societies import join_club
from clubs.models import HouseRules
from games import store
from games.errors import BadTerms, NotAllowed
from games.hands import history as history_selectors
from games.hands.history import hand_history, rules_of
from games.models import Table
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.seats import open_table, take_seat
from games.tables.state.folding import fold_all
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.tables import due, person, play_on
from tests.markup import one_line, tight

pytestmark = pytest.mark.django_db

FRIDAY = {"cot": True, "thani": True, "ending": {"type": "hands", "count": 1}}


@pytest.fixture
def annamma():
    return PlayerFactory(name="Annamma")


@pytest.fixture
def club(annamma):
    return ClubFactory(founder=annamma, name="Meenachil Card Club")


@pytest.fixture
def friday(club, annamma) -> HouseRules:
    return make_house_rules(club=club, by=annamma, name="Friday 28", rules="28-house-4", options=FRIDAY)


def opened(player, house: HouseRules, **terms) -> Table:
    return open_table(player=player, house=house.pk, bots=(1, 2, 3), **terms)


def played(player, house: HouseRules) -> Table:
    """Return a table whose only hand is over."""
    table = opened(player, house)
    due(table.pk)
    play_on(table, [player], lambda legal: legal[0], lambda state: state.ended_at is not None)
    return table


def refused(**terms) -> tuple[str, str]:
    with pytest.raises(BadTerms) as refusal:
        open_table(**terms)
    return refusal.value.code, refusal.value.field


def test_a_table_takes_its_game_from_the_house_rules(club, annamma, friday):
    table = opened(annamma, friday)

    terms = store.load(table.pk)[0].event
    assert (terms.rules, terms.house, terms.engine) == ("28-house-4", str(friday.pk), engine.VERSION)
    assert terms.options == engine.load_rules("28-house-4", FRIDAY).options
    assert (table.rules, table.options, table.house, table.club) == (terms.rules, terms.options, friday, club)
    friday.refresh_from_db()
    assert friday.played_at is not None


def test_a_game_keeps_its_rules_whatever_becomes_of_the_house_rules(annamma, friday):
    table = opened(annamma, friday)
    changed = change_house_rules(house_id=friday.pk, by=annamma, name="Friday", rules="28-pagat-4", options={})
    retire_house_rules(house_id=changed.pk, by=annamma)

    terms = store.load(table.pk)[0].event
    assert terms.options == engine.load_rules("28-house-4", FRIDAY).options
    assert load_state(table.pk).rules == engine.load_rules("28-house-4", FRIDAY)
    view = table_view(table.pk, annamma)
    assert (view.house.name, view.house.number, view.engine_version) == ("Friday 28", 1, 1)


def test_the_house_rules_stand_alone(annamma, friday):
    alone = {"player": annamma, "house": friday.pk}

    assert refused(rules="28-house-4", **alone) == ("fixed-rules", "rules")
    assert refused(options={"cot": False}, **alone) == ("fixed-rules", "options")
    assert refused(player=annamma, house=uuid4()) == ("no-such-house-rules", "house")
    assert not Table.objects.exists()
    friday.refresh_from_db()
    assert friday.played_at is None


def test_rules_that_are_replaced_or_retired_open_no_table(annamma, friday):
    opened(annamma, friday)
    changed = change_house_rules(house_id=friday.pk, by=annamma, name="Friday 28", rules="28-house-4", options={})

    assert refused(player=annamma, house=friday.pk) == ("replaced", "house")
    retire_house_rules(house_id=changed.pk, by=annamma)
    assert refused(player=annamma, house=changed.pk) == ("retired", "house")


def test_only_members_open_a_table_by_the_clubs_rules_and_for_no_other_club(annamma, friday):
    devaki = person("Devaki")

    with pytest.raises(NotAllowed):
        opened(devaki, friday)
    other = ClubFactory(founder=annamma, name="Kallada")
    assert refused(player=annamma, house=friday.pk, club=other) == ("other-club", "house")


def test_the_same_command_again_opens_no_second_table_though_the_rules_are_retired(annamma, friday):
    command = uuid4()
    first = opened(annamma, friday, command=command)
    retire_house_rules(house_id=friday.pk, by=annamma)

    assert opened(annamma, friday, command=command) == first


def test_frozen_rules_open_tables(annamma, friday):
    today = timezone.localdate()
    frozen = freeze_house_rules(house_id=friday.pk, by=annamma, name="Winter", begins=today, ends=today)

    assert opened(annamma, frozen).house == frozen


def test_a_hand_and_its_record_tell_the_rules_their_name_and_the_version(client, annamma, friday):
    table = played(annamma, friday)
    change_house_rules(house_id=friday.pk, by=annamma, name="Friday", rules="28-pagat-4", options={})

    history = hand_history(table.pk, 1, annamma)
    assert (history.options, history.engine_version) == (FRIDAY, engine.VERSION)
    assert (history.house.id, history.house.name) == (friday.pk, "Friday 28")
    record = json.loads(client.get(reverse("games:record", args=[table.pk])).content)
    assert (record["rules"], record["engine"], record["house"]) == ("28-house-4", engine.VERSION, "Friday 28")
    assert record["options"] == engine.load_rules("28-house-4", FRIDAY).options
    assert engine.audit(record).verdict == "clean"

    page = client.get(reverse("games:hand", args=[table.pk, 1])).content.decode()
    assert f'href="{reverse("clubs:house", args=["meenachil-card-club", friday.pk])}"' in page
    assert "28 by house rules, four players, with cot and thani." in page
    assert "version 1" in page


def test_a_game_without_house_rules_has_none_in_its_record(annamma):
    table = open_table(player=annamma, rules="28-house-4", options=FRIDAY, bots=(1, 2, 3))
    due(table.pk)
    play_on(table, [annamma], lambda legal: legal[0], lambda state: state.ended_at is not None)

    assert "house" not in engine.record_to_json(history_selectors.record(table.pk))


def test_a_stream_of_a_version_that_is_not_known_is_an_error_wherever_it_is_read(annamma, friday, monkeypatch):
    table = played(annamma, friday)
    stored = store.load(table.pk)
    later = msgspec.structs.replace(stored[0].event, engine=engine.VERSION + 1)
    monkeypatch.setattr(store, "load", lambda *_, **__: [msgspec.structs.replace(stored[0], event=later), *stored[1:]])

    message = f"not version {engine.VERSION + 1}"
    for read in (
        lambda: rules_of(store.load(table.pk)),
        lambda: history_selectors.record(table.pk),
        lambda: hand_history(table.pk, 1, annamma),
        lambda: fold_all(None, store.load(table.pk)),
    ):
        with pytest.raises(engine.RulesError, match=message):
            read()


def test_the_form_offers_the_house_rules_of_ones_clubs_and_those_of_the_club_first(client, club, annamma, friday):
    client.force_login(annamma.user)

    page = client.get(reverse("games:open"), {"club": club.slug})

    form = page.context["form"]
    assert form.initial["house"] == friday
    assert f'<option value="{friday.pk}"' in page.content.decode()
    assert client.get(reverse("games:open")).context["form"].initial["house"] is None
    assert client.get(reverse("games:open"), {"house": str(friday.pk)}).context["form"].initial["house"] == friday
    assert client.get(reverse("games:open"), {"house": "x\x00"}).context["form"].initial["house"] is None


def test_house_rules_of_another_club_are_not_in_the_form(client, friday):
    devaki = PlayerFactory(name="Devaki")
    client.force_login(devaki.user)

    page = client.get(reverse("games:open"), {"house": str(friday.pk)})
    assert page.context["form"].initial["house"] is None
    assert f'<option value="{friday.pk}"' not in page.content.decode()
    answer = client.post(reverse("games:open"), sent(page, house=str(friday.pk)))
    assert list(answer.context["form"].errors) == ["house"]


def sent(page, **fields) -> dict[str, object]:
    """Return what a browser sends of the form on a page."""
    form = page.context["form"]
    said = {name: form[name].value() for name in form.fields}
    said = {name: getattr(value, "pk", value) for name, value in said.items() if value not in (None, False)}
    return said | fields


def test_the_form_opens_a_table_by_house_rules_and_reads_nothing_else_of_the_game(client, annamma, friday):
    client.force_login(annamma.user)
    page = client.get(reverse("games:open"), {"house": str(friday.pk)})

    answer = client.post(
        reverse("games:open"),
        sent(page, rules="56-kerala-8", ending="hands", hands="many", surrender="on", bots=[1, 2, 3, 7]),
    )

    assert answer.status_code == 302
    table = Table.objects.get()
    assert (table.house, table.rules, table.seats.count()) == (friday, "28-house-4", 4)
    assert table.options == engine.load_rules("28-house-4", FRIDAY).options
    lobby = one_line(client.get(reverse("games:list")).content.decode())
    assert "Friday 28: 28 by house rules, four players" in lobby
    shown = tight(client.get(answer.headers["Location"]).content.decode())
    assert "Friday 28</small>" in shown


def test_house_rules_and_another_club_do_not_go_together(client, annamma, friday):
    client.force_login(annamma.user)
    other = ClubFactory(founder=annamma, name="Kallada")
    page = client.get(reverse("games:open"), {"house": str(friday.pk)})

    answer = client.post(reverse("games:open"), sent(page, club=other.pk))

    assert answer.status_code == 422
    assert answer.context["form"].errors == {"house": ["These are house rules of Meenachil Card Club."]}


def test_the_rule_book_shows_what_house_rules_chose(client, friday):
    address = reverse("games:rules", args=["28-house-4"])

    page = client.get(address, {"house": str(friday.pk)})
    text = tight(page.content.decode())
    chosen = {option.name: option.value for option in page.context["facts"].options}
    assert chosen["cot"] == "true"
    assert chosen["surrender"] == "false"
    assert json.loads(chosen["ending"]) == FRIDAY["ending"]
    assert "<h1>Friday 28<" in text
    assert f"{reverse('games:open')}?house={friday.pk}" in text


@pytest.mark.parametrize("house", ["", "x", "\x00", "850eae91-e9f0-46fc-a947-f5914c7ef640"])
def test_the_rule_book_shows_the_game_as_usual_for_house_rules_that_there_are_not(client, house):
    page = client.get(reverse("games:rules", args=["28-house-4"]), {"house": house})

    assert page.status_code == 200
    assert page.context["house"] is None


def test_house_rules_of_another_game_are_not_shown_in_a_games_rules(client, friday):
    page = client.get(reverse("games:rules", args=["28-pagat-4"]), {"house": str(friday.pk)})

    assert page.context["house"] is None


def test_a_member_sits_down_at_a_table_by_house_rules(club, annamma, friday):
    beeran = person("Beeran")
    join_club(club=club, player=beeran)
    table = open_table(player=annamma, house=friday.pk, bots=(1, 2))

    take_seat(table_id=table.pk, player=beeran, seat=3)

    assert load_state(table.pk).is_full
