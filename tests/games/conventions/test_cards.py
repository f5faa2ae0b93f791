"""Convention cards of partnerships: who may what, what may stand on them, and which card a side plays by."""

from datetime import timedelta
from uuid import uuid4

import pytest
from msgspec.structs import replace

import engine
from engine.conventions import CARDS, default_card, meaning_of
from engine.fiftysix.calls import FORMS
from games import errors
from games.conventions.changes import Changes, RowChange, StoredPattern, card_with, stored_pattern
from games.conventions.check import check_said
from games.conventions.force import card_of, family, in_force, rules_of
from games.conventions.page import differences, parts_of
from games.conventions.selectors import cards_held, cards_offered, find_edition, held_card
from games.conventions.services import (
    change_row,
    drop_treatment,
    invite_partner,
    join_card,
    leave_card,
    make_card,
    publish_card,
    put_treatment,
    rename_card,
)
from games.conventions.words import GROUPS, SITUATIONS, meaning_words
from games.models import CardEdition, CardHolder, PartnershipCard
from games.tables.selectors.states import load_state
from games.tables.services.seats import leave_seat, open_table, take_seat
from games.tables.services.substitutes import substitute
from tests.games.helpers.asking import ONE_HAND, ask, say, view
from tests.games.helpers.tables import START, due, people, person, table_of

pytestmark = pytest.mark.django_db

BEFORE = START - timedelta(days=1)
LONG_BEFORE = START - timedelta(days=2)
THREE_HIGHER = StoredPattern(form="number NOS", rises=(3, 3))


def card_held_by(*players, rules="56-kerala-4", name="Ponnani", at=LONG_BEFORE):
    """Return a card that these players have held for long."""
    card = make_card(player=players[0], rules=rules, name=name)
    for player in players[1:]:
        join_card(card_id=card.pk, player=player, invitation=card.invitation)
    CardHolder.objects.filter(card=card).update(accepted_at=at)
    return card


def change(card, player, row="opening-three-jacks", **more):
    return change_row(card_id=card.pk, player=player, row=row, **more)


def publish(card, player, at=BEFORE):
    return publish_card(card_id=card.pk, player=player, now=at)


def treat(card, player, **more):
    terms = {
        "situations": ("opening",), "positions": ("first",), "call": StoredPattern(form="number NOS", rises=(5, 5)),
        "says": "All four nines.",
    }  # fmt: skip
    return put_treatment(card_id=card.pk, player=player, **{**terms, **more})


def refused(kind, do, *given, **named):
    with pytest.raises(kind) as refusal:
        do(*given, **named)
    return refusal.value.code


# A partnership ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_three_or_four_hold_a_card_and_each_may_change_and_publish_it(count):
    """56-CNV-1."""
    players = people(count)
    card = card_held_by(*players)
    for number, player in enumerate(players, start=1):
        change(card, player, says=f"Three jacks, says {number}.")
        assert publish(card, player).number == number


def test_no_fifth_player_holds_a_card():
    players = people(4)
    card = card_held_by(*players)

    assert refused(errors.BadTerms, join_card, card_id=card.pk, player=person("Eliamma"),
                   invitation=card.invitation) == "card-full"  # fmt: skip


def test_who_was_asked_by_name_holds_a_card_once_they_accept():
    maker, partner = people(2)
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    invite_partner(card_id=card.pk, player=maker, partner=partner)
    assert [one.pk for one in cards_offered(partner)] == [card.pk]
    assert refused(errors.UnknownCard, change, card, partner, off=True) == "unknown-card"

    join_card(card_id=card.pk, player=partner, invitation="")
    change(card, partner, off=True)
    assert [one.pk for one in cards_held(partner)] == [card.pk]


def test_nobody_joins_without_the_link_and_nobody_else_changes_publishes_or_asks():
    maker, partner, stranger = people(3)
    card = card_held_by(maker, partner)

    his = {"card_id": card.pk, "player": stranger}
    for do, more in (
        (join_card, {"invitation": "x"}),
        (change_row, {"row": "opening-three-jacks", "off": True}),
        (publish_card, {}),
        (rename_card, {"name": "Mine"}),
        (invite_partner, {"partner": stranger}),
        (drop_treatment, {"treatment": "x"}),
        (leave_card, {}),
    ):
        assert refused(errors.UnknownCard, do, **his, **more) == "unknown-card"
    assert refused(errors.UnknownCard, treat, card, stranger) == "unknown-card"
    assert refused(errors.UnknownCard, held_card, card.pk, stranger) == "unknown-card"


def test_a_bot_holds_no_card():
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    bot = type(maker).objects.create(name="Kunjan", is_bot=True)

    assert refused(errors.BadTerms, invite_partner, card_id=card.pk, player=maker, partner=bot) == "bot"


def test_a_card_of_one_is_not_published():
    """56-CNV-1."""
    maker, partner = people(2)
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    invite_partner(card_id=card.pk, player=maker, partner=partner)

    assert refused(errors.WrongMoment, publish, card, maker) == "no-partner"


def test_who_left_changes_a_card_no_more_and_what_was_published_stays():
    maker, partner = people(2)
    card = card_held_by(maker, partner)
    publish(card, maker)
    leave_card(card_id=card.pk, player=maker)
    leave_card(card_id=card.pk, player=partner)

    assert refused(errors.UnknownCard, change, card, maker, off=True) == "unknown-card"
    assert find_edition(card.pk, 1).name == "Ponnani"


def test_a_card_that_nobody_holds_and_nobody_published_is_gone():
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    leave_card(card_id=card.pk, player=maker)

    assert not PartnershipCard.objects.filter(pk=card.pk).exists()


@pytest.mark.parametrize("rules", ["28-kerala-4", "56-nowhere-4", ""])
def test_a_card_is_made_for_a_rule_set_of_56(rules):
    assert refused(errors.BadTerms, make_card, player=person("Ammini"), rules=rules, name="X") == "no-such-rules"


def test_two_who_change_a_card_at_once_do_not_undo_each_other():
    maker, partner = people(2)
    card = card_held_by(maker, partner)
    change(card, maker, off=True, revision=0)

    assert refused(errors.WrongMoment, change, card, partner, says="Two jacks.", revision=0) == "card-changed"
    assert Changes.from_json(PartnershipCard.objects.get(pk=card.pk).changes).rows == {
        "opening-three-jacks": RowChange(off=True)
    }


# What stands on it --------------------------------------------------------------------------------------------------


def test_a_row_that_is_again_as_by_default_is_no_change():
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    change(card, maker, off=True)
    change(card, maker)
    assert change(card, maker, call=StoredPattern(form="number NOS", rises=(1, 1))).changes == {}


def test_a_call_that_the_rule_set_admits_nowhere_is_refused_with_the_reason():
    """56-AUC-4."""
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    with pytest.raises(errors.BadTerms) as refusal:
        change(card, maker, call=StoredPattern(form="plus suit", rises=(1, 1)))

    assert str(refusal.value) == f"{rules_of('56-kerala-4').name} does not allow the call +S (56-AUC-4)."
    assert refusal.value.field == "call"


@pytest.mark.parametrize(
    ("said", "field"),
    [
        (StoredPattern(form="number NOS", rises=(0, 1)), "rise_from"),
        (StoredPattern(form="number NOS", rises=(3, 2)), "rise_from"),
        (StoredPattern(form="number NOS", rises=(1, 30)), "rise_from"),
        (StoredPattern(form="plus suit", rises=(8, 9)), "rise_from"),
        (StoredPattern(form="number suit", numbers=(27, 40)), "number_from"),
        (StoredPattern(form="number suit", numbers=(41, 40)), "number_from"),
        (StoredPattern(form="number suit", rises=(20, 28), numbers=(28, 30)), "call"),
        (StoredPattern(form="nonsense"), "call"),
        (StoredPattern(word="claim"), "call"),
        (StoredPattern(form="number suit", suit="mine"), "call"),
        (StoredPattern(word="double"), "call"),
        (StoredPattern(word="redouble"), "call"),
    ],
)
def test_what_can_be_said_nowhere_is_no_call_of_a_card(said, field):
    """56-AUC-3, 56-AUC-4, 56-AUC-11, 56-AUC-12."""
    with pytest.raises(errors.BadTerms) as refusal:
        check_said(said, rules_of("56-international-6"), ("opening",))
    assert (refusal.value.code, refusal.value.field) == ("no-such-call", field)


@pytest.mark.parametrize("rules_id", [name for name in engine.rule_set_ids() if name.startswith("56")])
def test_every_call_of_a_default_card_may_stand_on_a_card(rules_id):
    """56-AUC-4."""
    rules = rules_of(rules_id)
    for convention in default_card(rules).conventions:
        said = stored_pattern(convention.call)
        assert check_said(said, rules, convention.situations).pattern() == convention.call


def test_forms_of_another_tradition_are_refused_and_the_own_ones_admitted():
    """56-AUC-4."""
    for rules_id in ("56-international-6", "56-kerala-6", "56-standard-6"):
        rules = rules_of(rules_id)
        for form in FORMS:
            digit = True if form.name == "plus NOS" else None
            said = StoredPattern(form=form.name, rises=(1, 1), digit=digit)
            if form in rules.forms:
                check_said(said, rules, ("over suits",))
            else:
                assert refused(errors.BadTerms, check_said, said, rules, ("over suits",)) == "no-such-call"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"situations": ()}, "situations"), ({"situations": ("nowhere",)}, "situations"),
        ({"positions": ()}, "positions"), ({"positions": ("fourth",)}, "positions"), ({"says": " "}, "says"),
        ({"says": "a" * 201}, "says"),
    ],
)  # fmt: skip
def test_a_treatment_says_when_who_and_what(changed, field):
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    with pytest.raises(errors.BadTerms) as refusal:
        treat(card, maker, **changed)
    assert refusal.value.field == field
    assert PartnershipCard.objects.get(pk=card.pk).changes == {}


def test_a_treatment_is_added_changed_and_taken_off():
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Ponnani")
    (one,) = Changes.from_json(treat(card, maker).changes).treatments
    (two,) = Changes.from_json(treat(card, maker, treatment=one.id, says="Three nines.").changes).treatments

    assert (two.id, two.says) == (one.id, "Three nines.")
    assert drop_treatment(card_id=card.pk, player=maker, treatment=one.id).changes == {}
    assert refused(errors.UnknownCard, treat, card, maker, treatment=one.id) == "unknown-card"


def test_malayalam_words_stand_on_a_card():
    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="പൊന്നാനി")
    words = "മൂന്ന് ഗുലാൻ, അവന്‍റെ നിറം"
    assert Changes.from_json(treat(card, maker, says=words).changes).treatments[0].says


@pytest.mark.parametrize("tradition", CARDS)
def test_a_card_is_told_part_by_part_with_every_row_once(tradition):
    base = CARDS[tradition]
    parts = parts_of(base, Changes())
    names = [row.name for part in parts for row in part.rows]

    assert sorted(names) == sorted(convention.name for convention in base.conventions)
    assert [part.key for part in parts] == [key for key in GROUPS if key in {part.key for part in parts}]
    assert not any(row.changed for part in parts for row in part.rows)


def test_every_situation_of_a_card_has_words():
    known = {one for card in CARDS.values() for row in card.conventions for one in row.situations}
    assert known == set(SITUATIONS)


# Editions -----------------------------------------------------------------------------------------------------------


def test_an_edition_stays_as_it_was_published():
    """56-SHOW-26."""
    maker, partner = people(2)
    card = card_held_by(maker, partner)
    change(card, maker, says="Three jacks or two and an ace.")
    first = publish(card, maker)
    change(card, partner, off=True)
    rename_card(card_id=card.pk, player=partner, name="Tirur")
    second = publish(card, partner, BEFORE + timedelta(hours=1))

    kept = CardEdition.objects.get(pk=first.pk)
    assert (kept.number, kept.name, kept.changes) == (1, "Ponnani", first.changes)
    assert (second.number, second.name) == (2, "Tirur")
    was, now = Changes.from_json(kept.changes), Changes.from_json(second.changes)
    (only,) = differences(CARDS["Kerala"], was, now)
    assert only.was.tells == "Three jacks or two and an ace."
    assert only.now.off


def test_nothing_is_published_twice():
    maker, partner = people(2)
    card = card_held_by(maker, partner)
    publish(card, maker)

    assert refused(errors.WrongMoment, publish, card, partner) == "nothing-changed"


# In force -----------------------------------------------------------------------------------------------------------


def at_table(rules="56-kerala-4", seats=None, **terms):
    """A dealt table at which these four sit in order, and its state."""
    players = seats or people(4)
    table = table_of(players, rules=rules, options=ONE_HAND, **terms)
    assert due(table.pk)
    return table, players


def test_a_side_plays_by_the_newest_card_that_all_of_it_hold():
    """56-CNV-1."""
    players = people(4)
    card = card_held_by(players[0], players[2])
    change(card, players[0], says="Three jacks at least.")
    publish(card, players[0])
    change(card, players[0], off=True)
    publish(card, players[2], BEFORE + timedelta(hours=1))
    other = card_held_by(players[0], players[2], players[1], name="Older")
    publish(other, players[0], BEFORE - timedelta(hours=1))
    table, _ = at_table(seats=players)
    state = load_state(table.pk)

    ours = in_force(state, state.rules.side_of(0))
    assert (ours.id, ours.edition, ours.name) == (str(card.pk), 2, "Ponnani")
    assert card_of(state, state.rules.side_of(1)) is default_card(state.rules)
    assert [one.card for one in view(table, players[1]).cards] == [str(card.pk), None]


def test_a_card_of_the_same_tradition_serves_any_number_of_players_and_no_other_tradition():
    """56-SET-1."""
    assert family("Kerala") == ("56-kerala-4", "56-kerala-6", "56-kerala-8")
    players = people(4)
    publish(card_held_by(players[0], players[2], rules="56-kerala-8"), players[0])
    kerala, _ = at_table(seats=players)
    standard, _ = at_table("56-standard-4", seats=players)

    assert in_force(load_state(kerala.pk), 0).name == "Ponnani"
    assert in_force(load_state(standard.pk), 0).id is None


def test_a_card_that_only_one_of_the_side_holds_is_not_in_force():
    players = people(4)
    publish(card_held_by(players[0], players[1]), players[0])
    table, _ = at_table(seats=players)

    assert {one.card for one in view(table, players[0]).cards} == {None}


def test_what_is_published_or_left_after_the_deal_was_promised_counts_from_the_next_one():
    """56-SHOW-26."""
    players = people(4)
    card = card_held_by(players[0], players[2])
    publish(card, players[0])
    table, _ = at_table(seats=players)
    state = load_state(table.pk)
    change(card, players[0], off=True)
    publish(card, players[0], state.promise.committed_at + timedelta(seconds=1))
    leave_card(card_id=card.pk, player=players[2], now=state.promise.committed_at + timedelta(seconds=1))

    assert in_force(load_state(table.pk), 0).edition == 1
    later = replace(state.promise, committed_at=state.promise.committed_at + timedelta(seconds=1))
    assert in_force(replace(state, promise=later), 0).id is None


def test_with_a_bot_on_its_side_a_player_plays_by_the_default_card():
    """56-CNV-1."""
    maker, partner, *others = people(4)
    publish(card_held_by(maker, partner), maker)
    table = open_table(player=maker, seat=0, rules="56-kerala-4", options=ONE_HAND, bots=[2], now=START)
    for seat, player in ((1, others[0]), (3, others[1])):
        take_seat(table_id=table.pk, player=player, seat=seat, invitation="", now=START, command=uuid4())

    assert in_force(load_state(table.pk), 0).id is None


def test_a_substitute_who_does_not_hold_the_card_puts_it_out_of_force():
    """56-CNV-1."""
    players = people(4)
    publish(card_held_by(players[0], players[2]), players[0])
    table, _ = at_table(seats=players)
    leave_seat(table_id=table.pk, player=players[2], now=START + timedelta(seconds=20))
    assert in_force(load_state(table.pk), 0).id is None

    substitute(table_id=table.pk, player=person("Eliamma"), seat=2, invitation="", now=START + timedelta(seconds=21))
    assert in_force(load_state(table.pk), 0).id is None


def test_the_answer_is_by_the_card_in_force_in_the_partnerships_words():
    """56-SHOW-26, 56-CNV-1."""
    players = people(4)
    cards = [card_held_by(*pair) for pair in ((players[0], players[2]), (players[1], players[3]))]
    for card, player in zip(cards, players, strict=False):
        change(card, player, says="Two {jacks} & an <ace>.")
        publish(card, player)
    table, _ = at_table(seats=players)
    say(table, players, "28NS")
    opener = engine.view(load_state(table.pk).game, None).opener
    asker = players[(opener + 1) % 4]
    ask(table, asker)

    (asked,) = view(table, asker).asked
    assert asked.text == "Two {jacks} & an <ace>."
    assert asked.treatment
    assert (asked.card, asked.edition) == (str(cards[opener % 2].pk), 1)


def test_a_treatment_goes_before_what_is_usual_and_a_row_switched_off_says_nothing():
    """56-CNV-1."""
    base = default_card(rules_of("56-kerala-4"))
    rules = rules_of("56-kerala-4")
    auction = (engine.AuctionStep(0, 1, "call", 28, "28NS", "NT"),)
    off = card_with(base, Changes(rows={"opening-three-jacks": RowChange(off=True)}), "Off")
    assert meaning_of(off, auction, 0, rules) is None

    maker = person("Ammini")
    card = make_card(player=maker, rules="56-kerala-4", name="Own")
    stored = treat(card, maker, call=StoredPattern(form="number NOS", rises=(1, 1)), says="Any good hand.").changes
    own = card_with(base, Changes.from_json(stored), "Own")
    meaning = meaning_of(own, auction, 0, rules)
    assert meaning_words(meaning) == "Any good hand."
    assert (meaning.convention.own, meaning.convention.source) == (True, "56-CNV-1")


def test_a_row_with_another_call_means_what_it_meant():
    """56-CNV-1."""
    base = default_card(rules_of("56-kerala-4"))
    rules = rules_of("56-kerala-4")
    moved = card_with(base, Changes(rows={"opening-three-jacks": RowChange(call=THREE_HIGHER)}), "Moved")
    auction = (engine.AuctionStep(0, 1, "call", 30, "30NS", "NT"),)
    meaning = meaning_of(moved, auction, 0, rules)

    assert "Three jacks." in meaning_words(meaning)
    assert meaning_words(meaning_of(base, auction, 0, rules)) == "Five sure tricks, with four jacks."
