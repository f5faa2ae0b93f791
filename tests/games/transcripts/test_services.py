"""Hands written down tap by tap: drafts, what is offered, and saving."""

from random import Random
from typing import Any

import pytest
from django.urls import reverse

import engine
from clubs.members.societies import join_club
from engine.record import hand_to_json
from games.errors import NotAllowed
from games.models import Sheet, SheetPass, SheetSeat, TranscriptDraft
from games.sheets.authors import Author
from games.sheets.errors import BadEntry, NotNow, UnknownSheet
from games.sheets.passes import keep_pass
from games.sheets.selectors import load_state
from games.sheets.services import enter_hand, open_sheet
from games.transcripts import offers, services
from games.transcripts.services import Writing
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.tables import person
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import game_steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer() -> Any:
    return person("Devaki")


@pytest.fixture
def sheet(scorer) -> Sheet:
    return open_sheet(player=scorer, rules="56-standard-6", options={}, dealer=5)


def write(sheet: Sheet, author: Author, *texts: str, number: int = 1) -> None:
    """Tap actions, such as `0 call 28H`, each by the seat in front."""
    for text in texts:
        seat, *words = text.split()
        seen = len(Writing(sheet.pk, number, author).hand.actions)
        action = offers.action_of_key(int(seat), words)
        assert action is not None
        services.write_action(sheet_id=sheet.pk, number=number, author=author, seen=seen, action=action)


CALLS = ("0 call 28H", "1 pass", "2 pass", "3 pass", "4 pass", "5 pass", "0 pass")
TRICK = ("0 play CJ", "1 play D9", "2 play C9", "3 play CQ", "4 play CQ", "5 play CK")


@EVERY_RULE_SET_IN_LANES
def test_what_is_legal_is_offered_at_every_moment_whatever_is_unknown(rule_set: str) -> None:
    """28-AUD-0, 56-AUD-3: a whole random hand, of which the half is known, can be tapped."""
    rules = engine.load_rules(rule_set)
    chance = Random(5)
    steps = list(game_steps(rules, chance))
    (dealt,) = steps[0].events
    assert isinstance(dealt, engine.HandDealt)
    hand = offers.blank(rules, dealt.dealer)
    for seat, cards in enumerate(dealt.cards):
        for card in cards[:: seat % 2 + 1][: rules.hand_size // 2]:
            hand = offers.with_card(rules, hand, seat, card)
    for step in steps[1:]:
        assert step.action is not None
        offered = offers.offers_at(offers.moment_of(rules, hand))
        action = step.action
        if isinstance(action, engine.Play):
            assert action.card in offered.plays
        elif isinstance(action, engine.Fold):
            assert action.card in offered.folds
        elif isinstance(action, engine.Call):
            assert offered.pad is not None
            assert action.call[:1] in "NP" or set(action.call) & set("SHDC") <= {*offered.pad.suits, "S"}
        elif not isinstance(action, engine.Claim):
            assert action in offered.words
        hand = offers.with_action(hand, action)
    moment = offers.moment_of(rules, hand)
    assert moment.scored == steps[-1].events[-1] or moment.scored in steps[-1].events
    assert offers.offers_at(moment) == offers.Offers()


def test_a_tap_that_comes_twice_changes_nothing(sheet, scorer) -> None:
    author = Author(scorer)
    action = engine.Call(0, "28H")

    for _ in range(2):
        services.write_action(sheet_id=sheet.pk, number=1, author=author, seen=0, action=action)

    assert Writing(sheet.pk, 1, author).hand.actions == (action,)


def test_a_draft_is_seen_by_its_author_alone(sheet, scorer, client) -> None:
    other = Author(sheet_pass=SheetPass.objects.create(sheet=sheet, sides=[0]))
    write(sheet, Author(scorer), "0 call 28H")

    assert Writing(sheet.pk, 1, other).hand.actions == ()
    with pytest.raises(UnknownSheet):
        Writing(sheet.pk, 1, Author(person("Beeran")))
    assert client.get(reverse("games:transcript", args=[sheet.pk, 1])).status_code == 404


def test_only_the_players_and_scorers_of_a_sheet_write_its_hands_down(scorer) -> None:
    club = ClubFactory(founder=scorer)
    sheet = open_sheet(player=scorer, rules="56-standard-6", options={}, dealer=5, club=club)
    reader, player = person("Beeran"), person("Chacko")
    join_club(club=club, player=reader)
    SheetSeat.objects.create(sheet=sheet, seat=0, player=player)
    spoken_for = SheetPass.objects.create(sheet=sheet, sides=[])

    assert Writing(sheet.pk, 1, Author(player)).hand.actions == ()
    for stranger in (Author(reader), Author(sheet_pass=spoken_for)):
        with pytest.raises(NotAllowed):
            Writing(sheet.pk, 1, stranger)
    for number in (0, 2):
        with pytest.raises(UnknownSheet):
            Writing(sheet.pk, number, Author(scorer))


def test_what_the_rules_forbid_is_refused_with_the_rule(sheet, scorer) -> None:
    author = Author(scorer)
    write(sheet, author, "0 call 28H")

    with pytest.raises(BadEntry, match="56-AUC-3"):
        write(sheet, author, "1 call 28S")
    with pytest.raises(BadEntry, match="56-AUC-1"):
        write(sheet, author, "2 pass")
    with pytest.raises(BadEntry, match="no such card"):
        write(sheet, author, "1 play S7")
    assert len(Writing(sheet.pk, 1, author).hand.actions) == 1


def test_a_card_that_shows_an_earlier_revoke_marks_that(sheet, scorer) -> None:
    """56-PLAY-3: seat 1 does not follow clubs, and plays one in the next trick."""
    author = Author(scorer)
    write(sheet, author, *CALLS, *TRICK, "0 play DJ")
    seen = len(Writing(sheet.pk, 1, author).hand.actions)
    club = engine.Play(1, "CA")

    with pytest.raises(BadEntry, match="56-PLAY-3"):
        services.write_action(sheet_id=sheet.pk, number=1, author=author, seen=seen, action=club)
    services.write_as_happened(sheet_id=sheet.pk, number=1, author=author, seen=seen, action=club)

    hand = Writing(sheet.pk, 1, author).hand
    assert hand.irregular == ((8, "56-PLAY-3"),)
    assert not offers.moment_of(load_state(sheet.pk).rules, hand).stopped
    services.take_back(sheet_id=sheet.pk, number=1, author=author, seen=seen + 1)
    assert Writing(sheet.pk, 1, author).hand.actions[-1] == engine.Play(0, "DJ")


def test_a_hand_has_no_more_marked_actions_than_a_record_can_have(sheet, scorer, monkeypatch) -> None:
    """Else what was kept could not be read again."""
    monkeypatch.setattr(services, "MOST_MARKS", 1)
    hand = {"sheet_id": sheet.pk, "number": 1, "author": Author(scorer)}
    write(sheet, Author(scorer), "0 call 28H")
    services.write_as_happened(**hand, seen=1, action=engine.Call(1, "28H"))

    with pytest.raises(BadEntry, match="no more than 1"):
        services.write_as_happened(**hand, seen=2, action=engine.Call(2, "28H"))

    assert len(Writing(sheet.pk, 1, Author(scorer)).hand.actions) == 2


def test_after_what_cannot_stand_nothing_more_is_taken(sheet, scorer) -> None:
    """56-AUD-3: a bid during the play."""
    author = Author(scorer)
    write(sheet, author, *CALLS)
    services.write_as_happened(sheet_id=sheet.pk, number=1, author=author, seen=7, action=engine.Call(0, "30S"))

    with pytest.raises(BadEntry, match="cannot continue"):
        services.write_as_happened(sheet_id=sheet.pk, number=1, author=author, seen=8, action=engine.Play(0, "CJ"))


def test_noted_cards_come_and_go_and_belong_to_one_player(sheet, scorer) -> None:
    author = Author(scorer)

    def note(seat: int, card: str) -> tuple[str, ...]:
        services.note_card(sheet_id=sheet.pk, number=1, author=author, seat=seat, card=card)
        return Writing(sheet.pk, 1, author).hand.cards[seat]

    assert note(0, "SJ") == ("SJ",)
    assert note(0, "SJ") == ("SJ", "SJ")
    with pytest.raises(BadEntry):
        note(1, "SJ")
    assert note(0, "SJ") == ()
    assert note(1, "SJ") == ("SJ",)
    assert Writing(sheet.pk, 1, author).hand.unseen == (8, 7, 8, 8, 8, 8)
    write(sheet, author, *CALLS, *TRICK)
    with pytest.raises(BadEntry, match="You hold a club"):
        note(1, "CA")


def test_a_hand_is_saved_once_its_result_is_entered(sheet, scorer, client) -> None:
    """And what is saved is what the next author begins with."""
    given = SheetPass.objects.create(sheet=sheet, sides=[1])
    holder = Author(sheet_pass=given)
    write(sheet, holder, *CALLS, *TRICK)
    with pytest.raises(NotNow):
        services.save(sheet_id=sheet.pk, number=1, author=holder)
    enter_hand(sheet_id=sheet.pk, player=scorer, outcome="made", contract=(0, 28, "H", 0))

    session = client.session
    keep_pass(session, given)
    session.save()
    address = reverse("games:transcript", args=[sheet.pk, 1])
    assert "Save on the sheet" in client.get(address).content.decode()

    assert client.post(address, {"do": "save"})["Location"] == f"{address}?"

    assert "Saved on the sheet" in client.get(address).content.decode()
    record = load_state(sheet.pk).facts_of(1).record
    assert record is not None
    assert len(record["actions"]) == 13
    assert not TranscriptDraft.objects.exists()
    again = Writing(sheet.pk, 1, Author(scorer))
    assert hand_to_json(again.state.rules, again.hand) == record
    write(sheet, Author(scorer), "0 play DJ")
    services.discard(sheet_id=sheet.pk, number=1, author=Author(scorer))
    assert len(Writing(sheet.pk, 1, Author(scorer)).hand.actions) == 13


def test_a_hand_whose_cards_decide_it_is_entered_with_them_by_a_scorer(sheet, scorer) -> None:
    """56-SCORE-2: all pass."""
    author = Author(scorer)
    write(sheet, author, *(f"{seat} pass" for seat in range(6)))

    services.save(sheet_id=sheet.pk, number=1, author=author)

    state = load_state(sheet.pk)
    assert [scored.outcome for _, scored in state.results] == ["passed_out"]
    assert state.facts_of(1).record is not None
    assert Writing(sheet.pk, 2, author).dealer == 0


def test_the_page_answers_without_a_script_too(client) -> None:
    scorer = PlayerFactory(name="Devaki", password="x" * 12)
    sheet = open_sheet(player=scorer, rules="56-standard-6", options={}, dealer=5)
    client.force_login(scorer.user)
    address = reverse("games:transcript", args=[sheet.pk, 1])

    assert client.get(address).status_code == 200
    said = client.post(address, {"seen": 0, "seat": 0, "deed": "say - H", "said_as": 0, "number": 30})
    assert (said.status_code, said["Location"]) == (302, f"{address}?")
    forbidden = client.post(address, {"seen": 1, "seat": 1, "deed": "say - S", "said_as": 0, "number": 30})
    assert forbidden.status_code == 422
    assert "56-AUC-3" in forbidden.content.decode()
    nonsense = client.post(address, {"seen": 1, "do": "happened", "who": 1, "what": "call", "value": "99"})
    assert nonsense.status_code == 422
    part = client.post(address, {"seen": 1, "do": "back"}, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert client.post(address, {"do": "discard"})["Location"] == reverse("games:sheet", args=[sheet.pk])
