"""The pages of convention cards: who sees what, what a form refuses, and what becomes of what people write."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import engine
from clubs.models import Club, Team, TeamPlace
from engine.conventions import default_card
from games.conventions.changes import Changes, RowChange, StoredPattern
from games.conventions.force import rules_of
from games.conventions.forms import RowForm, call_choices
from games.conventions.services import change_row, join_card, make_card
from games.models import CardEdition, CardHolder, PartnershipCard
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

SETS = [name for name in engine.rule_set_ids() if name.startswith("56")]
ROW = "opening-three-jacks"


class Person:
    """A player with a browser."""

    def __init__(self, name):
        self.player = PlayerFactory(name=name, password=uuid4().hex)
        self.client = Client()
        self.client.force_login(self.player.user)

    def get(self, name, /, *given, **query):
        return self.client.get(reverse(f"games:{name}", args=given), query)

    def post(self, name, /, *given, **fields):
        return self.client.post(reverse(f"games:{name}", args=given), fields)


@pytest.fixture
def pair():
    """Two partners, and their card."""
    maker, partner = Person("Ammini"), Person("Chacko")
    card = make_card(player=maker.player, rules="56-kerala-6", name="Ponnani")
    join_card(card_id=card.pk, player=partner.player, invitation=card.invitation)
    return maker, partner, card


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def changes_of(card):
    return Changes.from_json(PartnershipCard.objects.get(pk=card.pk).changes)


def said_by(response):
    """The fields of a form as the page has them."""
    form = response.context["form"]
    return {name: "" if form[name].value() is None else form[name].value() for name in form.fields if name != "off"}


@pytest.mark.parametrize("rules_id", SETS)
def test_everybody_reads_the_default_card_of_a_rule_set(rules_id):
    """56-CNV-1."""
    page = Client().get(f"/cards/default/{rules_id}/")
    text = text_of(page)

    assert page.status_code == 200
    for convention in default_card(rules_of(rules_id)).conventions:
        assert f'id="row-{convention.name}"' in page.content.decode()
    for rule in ("56-CNV-1", "56-CNV-2", "56-CNV-3", "56-CNV-4"):
        assert rule in text


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "56-nowhere-4"])
def test_there_is_no_card_of_another_game(rules_id):
    assert Client().get(f"/cards/default/{rules_id}/").status_code == 404


def test_the_rules_and_the_tables_lead_to_the_cards(pair):
    maker, *_ = pair
    assert "/cards/default/56-kerala-6/" in maker.client.get("/rules/56-kerala-6/").content.decode()
    assert "/cards/default/" not in maker.client.get("/rules/28-kerala-4/").content.decode()
    assert 'href="/cards/"' in maker.client.get("/tables/").content.decode()


def test_a_card_is_made_on_its_page():
    maker = Person("Ammini")
    answer = maker.post("new_card", rules="56-international-8", name="  Three   of us ")
    card = PartnershipCard.objects.get()

    assert answer.url == reverse("games:card", args=[card.pk])
    assert (card.name, card.rules) == ("Three of us", "56-international-8")
    assert maker.get("card", card.pk).status_code == 200


@pytest.mark.parametrize(
    ("rules", "name"), [("56-kerala-6", ""), ("56-kerala-6", " \u202e "), ("28-kerala-4", "Ponnani")]
)
def test_a_card_without_a_name_or_a_rule_set_of_56_is_not_made(rules, name):
    answer = Person("Ammini").post("new_card", rules=rules, name=name)

    assert answer.status_code == 422
    assert "err" in answer.content.decode()
    assert not PartnershipCard.objects.exists()


def test_to_others_a_draft_is_not_there_and_what_is_published_is(pair):
    maker, _, card = pair
    stranger = Person("Beeran")
    change_row(card_id=card.pk, player=maker.player, row=ROW, says="A secret so far.")
    for name in ("card", "card_join", "new_treatment"):
        assert stranger.get(name, card.pk).status_code == 404
    assert stranger.get("card_row", card.pk, ROW).status_code == 404
    assert stranger.post("card_row", card.pk, ROW, off="on", call="pass").status_code == 404
    assert stranger.post("card_publish", card.pk).status_code == 404
    assert Client().get(reverse("games:card_editions", args=[card.pk])).status_code == 404

    maker.post("card_publish", card.pk)
    assert stranger.get("card", card.pk).url == reverse("games:card_edition", args=[card.pk, 1])
    assert "A secret so far." in text_of(Client().get(f"/cards/{card.pk}/1/"))


def test_without_signing_in_nobody_comes_to_own_cards():
    for name in ("cards", "new_card"):
        answer = Client().get(reverse(f"games:{name}"))
        assert answer.status_code == 302
        assert "login" in answer.url


def test_the_link_of_the_invitation_leads_a_partner_to_the_card(pair):
    maker, _, card = pair
    third = Person("Eliamma")
    page = maker.get("card", card.pk).content.decode()
    link = re.search(r'value="http://testserver(/cards/[^"]+)"', page)[1]

    assert third.client.get(link).status_code == 200
    assert third.post("card_join", card.pk, invitation=card.invitation).url == reverse("games:card", args=[card.pk])
    assert third.get("card", card.pk).status_code == 200
    assert third.client.get(link).status_code == 302


def test_a_partner_of_a_team_is_asked_by_name_and_may_decline(pair):
    maker, _, card = pair
    third = Person("Eliamma")
    team = Team.objects.create(club=Club.objects.create(slug="ponnani", name="Ponnani"), name="We")
    for position, one in enumerate((maker, third)):
        TeamPlace.objects.create(team=team, player=one.player, position=position)
    assert "Eliamma" in maker.get("card", card.pk).content.decode()
    maker.post("card_partner", card.pk, partner=str(third.player.pk))

    assert "Ponnani" in text_of(third.get("cards"))
    assert third.get("card_join", card.pk).status_code == 200
    assert third.post("card_leave", card.pk).url == reverse("games:cards")
    assert not CardHolder.objects.filter(player=third.player).exists()


def test_somebody_unknown_cannot_be_asked_by_name(pair):
    maker, _, card = pair
    stranger = Person("Beeran")

    assert maker.post("card_partner", card.pk, partner=str(stranger.player.pk)).status_code in (404, 422)
    assert not CardHolder.objects.filter(player=stranger.player).exists()


@pytest.mark.parametrize("rules_id", ["56-international-6", "56-kerala-4", "56-standard-8"])
def test_a_row_saved_as_the_form_shows_it_is_no_change(rules_id):
    rules = rules_of(rules_id)
    for convention in default_card(rules).conventions:
        shown = RowForm(rules=rules, row=convention, shown=convention)
        fields = {name: shown[name].value() for name in shown.fields if name not in ("off", "revision")}
        form = RowForm({key: "" if one is None else one for key, one in fields.items()},
                       rules=rules, row=convention, shown=convention)  # fmt: skip
        assert form.is_valid(), (convention.name, form.errors)
        assert (form.changed_call(), form.changed_words()) == (None, ""), convention.name


@pytest.mark.parametrize("rules_id", SETS)
def test_the_form_offers_each_form_of_call_that_the_rule_set_admits_and_no_other(rules_id):
    """56-AUC-4."""
    rules = rules_of(rules_id)
    offered = {key.removesuffix("+k") for key, _ in call_choices(rules)}
    assert offered == {form.name for form in rules.forms} | {"pass", "double", "redouble"}


def test_a_row_is_told_otherwise_switched_off_and_put_back(pair):
    maker, partner, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    maker.post("card_row", card.pk, ROW, **{**fields, "says": "Three jacks, or two and a long suit."})
    assert changes_of(card).rows == {ROW: RowChange(says="Three jacks, or two and a long suit.")}
    fields = said_by(partner.get("card_row", card.pk, ROW))
    assert fields["says"] == "Three jacks, or two and a long suit."

    partner.post("card_row", card.pk, ROW, **{**fields, "off": "on"})
    assert changes_of(card).rows == {ROW: RowChange(off=True)}
    assert "not played" in text_of(maker.get("card", card.pk))
    maker.post("card_row", card.pk, ROW, usual="1")
    assert changes_of(card) == Changes()


def test_a_row_gets_another_call(pair):
    maker, _, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    answer = maker.post("card_row", card.pk, ROW, **{**fields, "rise_from": "4", "rise_to": "4"})

    assert answer.url.endswith(f"#row-{ROW}")
    assert changes_of(card).rows[ROW].call == StoredPattern(form="number NOS", rises=(4, 4))
    page = text_of(maker.get("card", card.pk))
    assert "number NS, four higher" in page


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"call": "reverse"}, "call"),
        ({"rise_from": "5", "rise_to": "2"}, "rise_from"),
        ({"rise_from": "0"}, "rise_from"),
        ({"number_from": "57"}, "number_from"),
        ({"says": "a" * 201}, "says"),
        ({"call": "double"}, "call"),
    ],
)
def test_what_cannot_stand_on_a_card_is_refused_beside_its_field(pair, changed, field):
    """56-AUC-3, 56-AUC-4, 56-AUC-11."""
    maker, _, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    answer = maker.post("card_row", card.pk, ROW, **{**fields, **changed})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert changes_of(card) == Changes()


def test_a_call_of_another_tradition_is_refused_with_the_reason(pair):
    """56-AUC-4."""
    maker, _, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    answer = maker.post("card_row", card.pk, ROW, **{**fields, "call": "reverse"})

    assert f"A call that {rules_of('56-kerala-6').name} does not allow (56-AUC-4)." in text_of(answer)


def test_who_saves_over_a_partners_change_is_told(pair):
    maker, partner, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    partner.post("card_row", card.pk, ROW, **{**fields, "says": "His."})
    answer = maker.post("card_row", card.pk, ROW, **{**fields, "says": "Hers."})

    assert answer.status_code == 422
    assert "A partner has changed the card" in text_of(answer)
    assert changes_of(card).rows[ROW].says == "His."


def test_a_treatment_is_added_changed_and_taken_off(pair):
    maker, _, card = pair
    fields = {
        "situations": ["opening", "over suit"], "positions": ["first"], "call": "number NOS", "suit": "any",
        "rise_from": "5", "rise_to": "", "number_from": "", "number_to": "", "says": "All four nines.", "revision": "0",
    }  # fmt: skip
    maker.post("new_treatment", card.pk, **fields)
    (one,) = changes_of(card).treatments
    assert (one.situations, one.positions, one.says) == (("opening", "over suit"), ("first",), "All four nines.")
    assert one.call == StoredPattern(form="number NOS", rises=(5, 5))

    maker.post("card_treatment", card.pk, one.id, **{**fields, "says": "Three nines.", "revision": "1"})
    assert [two.says for two in changes_of(card).treatments] == ["Three nines."]
    maker.post("card_treatment", card.pk, one.id, drop="1")
    assert changes_of(card) == Changes()
    assert maker.get("card_treatment", card.pk, one.id).status_code == 404


def test_a_treatment_without_a_situation_is_refused(pair):
    maker, _, card = pair
    answer = maker.post("new_treatment", card.pk, call="pass", positions=["first"], says="Nothing.")

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["situations"]


def test_what_people_write_is_escaped_and_stands_as_written(pair):
    maker, _, card = pair
    fields = said_by(maker.get("card_row", card.pk, ROW))
    maker.post("card_row", card.pk, ROW, **{**fields, "says": "<i>{suit}</i> & jacks"})
    page = maker.get("card", card.pk).content.decode()

    assert "&lt;i&gt;{suit}&lt;/i&gt; &amp; jacks" in page
    assert "<i>{suit}" not in page


def test_a_card_is_published_and_its_editions_say_what_each_changed(pair):
    maker, partner, card = pair
    maker.post("card_publish", card.pk)
    change_row(card_id=card.pk, player=partner.player, row=ROW, says="Three jacks at least.")
    partner.post("card_publish", card.pk)
    partner.post("card_name", card.pk, name="Tirur")
    partner.post("card_publish", card.pk)

    assert [one.name for one in CardEdition.objects.order_by("number")] == ["Ponnani", "Ponnani", "Tirur"]
    page = text_of(Client().get(reverse("games:card_editions", args=[card.pk])))
    assert page.index("Another name") < page.index("Three jacks at least.") < page.index("As the default card.")
    assert "There is a newer edition." in text_of(Client().get(f"/cards/{card.pk}/1/"))
    assert "Three jacks at least." not in text_of(Client().get(f"/cards/{card.pk}/1/"))
    assert Client().get(f"/cards/{card.pk}/9/").status_code == 404


def test_a_card_of_one_says_why_it_cannot_be_published():
    maker = Person("Ammini")
    card = make_card(player=maker.player, rules="56-kerala-6", name="Ponnani")

    assert "once a partner holds it too" in text_of(maker.get("card", card.pk))
    answer = maker.client.post(reverse("games:card_publish", args=[card.pk]), follow=True)
    assert "publish it when a partner holds it too" in text_of(answer)


def test_a_players_page_lists_the_cards_that_were_published(pair):
    maker, _, card = pair
    fragment = reverse("games:cards_of_player", args=[maker.player.pk])
    page = reverse("clubs:player", args=[maker.player.pk])
    assert "Ponnani" not in text_of(Client().get(page))
    assert "Ponnani" not in text_of(Client().get(fragment))

    maker.post("card_publish", card.pk)
    maker.post("card_name", card.pk, name="Not yet")
    for address in (page, fragment):
        assert "Ponnani" in text_of(Client().get(address))
        assert "Not yet" not in text_of(Client().get(address))
    assert Client().get(reverse("games:cards_of_player", args=[uuid4()])).status_code == 200
