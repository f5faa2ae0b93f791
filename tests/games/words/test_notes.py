"""Thani, cot, kunukku put on and taken off, and base cards: told at the table, beside the result and in the history."""

import random
from uuid import UUID

import pytest
from msgspec.structs import replace

import engine
from games.hands.history import hand_history
from games.hands.lists import recent_hands
from games.projections import Hands
from games.screen.layout import board_of
from games.store import projector
from games.tables import fair
from games.tables.selectors.live import happenings, table_view
from games.tables.services.play import concede_hand
from games.words.notes import notes_of
from tests.games.helpers.tables import people, play_on, table_of

pytestmark = pytest.mark.django_db

WANTED = {"28-wikipedia-3": 3, "28-wikipedia-4": 4, "28-pagat-4": 4, "28-central-kerala-6": 6, "28-house-4": 4}


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same packs every time; seat 0 speaks first."""
    shuffled = fair.shuffled

    def known(deck: tuple[str, ...], *, players: int, hand: int, **_: object) -> fair.Dealt:
        dealt = shuffled(deck, players=players, secret="28" * 32, stream=UUID(int=1), hand=hand, numbers=fair.Numbers())
        return fair.Dealt(dealt.pack, players - 1)

    monkeypatch.setattr(fair, "shuffled", known)


def played(rules: str, first: type, hands: int = 2, **options: object):
    """Return a table where everybody does something wherever it may be done, else what is by lot."""
    chance = random.Random(28)
    given_up = (engine.Concede, engine.SurrenderOffer, engine.Cot, engine.Thani)

    def choose(actions):
        wanted = [one for one in actions if isinstance(one, first)]
        bids = [one for one in actions if isinstance(one, engine.Bid)]
        others = [one for one in actions if not isinstance(one, given_up)]
        return (wanted or bids[-1:] or [chance.choice(others)])[0]

    count = WANTED[rules]
    players = people(4)[:count] + [people(1)[0] for _ in range(count - 4)]
    table = table_of(players, rules=rules, options={**options, "ending": {"type": "hands", "count": hands}})
    play_on(table, players, choose, lambda state: bool(state.hand) and engine.view(state.game, None).result is not None)
    return table


def passing(actions):
    return next((one for one in actions if isinstance(one, engine.Pass)), actions[0])


def texts(table) -> list[str]:
    return [one.text for one in happenings(table.pk, 0, None)]


def test_a_thani_is_told_when_it_is_said_and_with_the_result():
    """28-THANI-1: in every rule set that has it."""
    for rules in WANTED:
        table = played(rules, engine.Thani, thani=True)
        view = table_view(table.pk, None)
        name = view.seats[view.game.thani].name

        assert f"{name} says thani: to win every trick alone." in texts(table), rules
        assert f"{name} played thani, alone for every trick." in view.result.notes, rules
        history = hand_history(table.pk, 1, None)
        assert any(step.kind == "thani" for step in history.steps), rules
        assert history.result.notes == view.result.notes, rules


def test_kunukku_put_on_and_taken_off_are_told_with_the_base_cards():
    """28-WIK-2, 28-WIK-3, 28-WIK-4: worn at the seat, told aloud, beside the result and in the history."""
    table = played("28-wikipedia-3", engine.Thani, thani=True)
    view = table_view(table.pk, None)
    (wearer,) = (seat for seat in view.seats if seat.kunukku)

    said = f"{wearer.name} puts on a kunukku."
    assert said in texts(table)
    assert said in view.result.notes
    assert board_of(view).unit == "base card"
    history = hand_history(table.pk, 1, None)
    assert said in history.result.notes
    assert history.result.base_cards
    assert [row.after for row in board_of(view).result_rows] == list(history.result.after)


def test_a_cot_of_the_first_cards_is_told_without_points_it_is_not_played_for():
    """28-HSE-6, 28-HSE-7: four tricks, the partner's hand open."""
    table = played("28-house-4", engine.Cot, four_card_cot=True)
    view = table_view(table.pk, None)
    name = view.seats[view.game.thani].name

    assert f"{name} calls cot: to win the four tricks of the first batch." in texts(table)
    assert f"{name} called cot, for the four tricks of the first cards." in view.result.notes
    assert "points" not in view.result.sentence
    assert "cot" in view.result.sentence
    assert hand_history(table.pk, 1, None).result.notes == view.result.notes


def test_every_trick_by_one_camp_is_told_where_cot_doubles():
    """28-COT-1: the declarer's side or the other one; where the rule set has it and it was chosen."""
    rules = engine.load_rules("28-pagat-4", {"cot": True})
    whole = replace(engine.view(engine.new_game(rules), None), declarer=1, taken=(0, 5, 0, 3))
    names = ("Ammini", "Beeran", "Chacko", "Devaki")

    assert notes_of(whole, (), names, rules) == ("Cot: Beeran and Devaki took every trick, which counts double.",)
    assert notes_of(whole, (), names, engine.load_rules("28-pagat-4")) == ()


def test_a_list_of_hands_tells_thani_kunukku_and_concessions():
    """28-WIK-3, 56-IRR-30: from the read model, which keeps the events that are told beside the result."""
    table = played("28-wikipedia-3", engine.Thani, thani=True)
    projector.run_once(Hands)
    (entry,) = recent_hands(None)
    name = table_view(table.pk, None).seats[0].name

    assert entry.notes == (f"{name} says thani: to win every trick alone.", f"{name} puts on a kunukku.")

    players = people(4)
    conceded = table_of(players, rules="56-international-4", options={"ending": {"type": "hands", "count": 2}})
    play_on(conceded, players, passing, lambda state: engine.view(state.game, None).phase == "play")
    concede_hand(table_id=conceded.pk, player=players[1], hand=1)
    projector.run_once(Hands)

    assert recent_hands(None)[0].sentence.endswith("Beeran conceded.")
