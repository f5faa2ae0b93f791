"""A position shows what one seat saw, and nothing that tells whose it was."""

import re
from random import Random

import pytest
from hypothesis import given

import engine
from engine.record import HandRecord
from games import store
from games.errors import WrongMoment
from games.hands.written import tell_written
from games.polls.position import (
    Position,
    at_table,
    choices_in,
    of_record,
    painted,
    stored_of,
    told_at_table,
    tricks_in,
)
from games.polls.showing import render
from tests.engine.variations import Moment, random_moments, variations
from tests.games.helpers.secrecy import cards_in, drawn_in, states_of
from tests.games.helpers.tables import dealt_table, people, play_on
from tests.lanes import EVERY_RULE_SET_IN_LANES, in_lanes
from tests.strategies import FEW, SEEDS, lively, random_options


def page(position: Position) -> str:
    """Return the position as its voter sees it."""
    return str(render(position, "en", clock=True))


def position_in(moment: Moment, seat: int) -> Position:
    """Return the position of a seat at a moment of a random game."""
    record = HandRecord(moment.dealer, tuple(map(tuple, moment.cards)), tuple(moment.actions), None)
    state = moment.state()
    assert state is not None
    return painted(
        state,
        seat,
        running_count=True,
        tricks=tricks_in(moment.before, engine.retell(moment.before, record).events, seat),
    )


def named_on(shown: str) -> set[str]:
    """Return every card that a page names or draws, in whatever form."""
    return cards_in(shown) | drawn_in(shown)


@pytest.mark.django_db
@EVERY_RULE_SET_IN_LANES
@FEW
@given(seed=SEEDS)
def test_hands_that_differ_only_in_what_the_seat_could_not_see_give_the_same_page(rule_set: str, seed: int) -> None:
    """28-DEAL-2, 28-FOLD-1, 56-SHOW-16: byte for byte, with every card of the page among those the seat has seen."""
    chance = Random(seed)
    moments = [one for one in random_moments(random_options(rule_set, chance, hands=2), chance) if one.state()]
    acting = [one for one in moments if engine.to_act(one.state())]
    moment = chance.choice(acting)
    state = moment.state()
    assert state is not None
    (seat,) = engine.to_act(state)
    position = position_in(moment, seat)
    shown = page(position)
    seen = engine.view(state, seat)
    assert position.seen == seen
    laid = {action.card for action in moment.actions if isinstance(action, engine.Play)}
    laid_open = {card for hand in seen.open_hands for card in hand}
    may = {*seen.hand, *laid, *laid_open, *filter(None, (seen.indicator, seen.trump_card))}
    lay = {one.card for trick in position.tricks for one in trick.cards} | {one.card for one in seen.trick}
    assert {*seen.hand, *lay} <= named_on(shown) <= may
    assert len(position.tricks) == len(seen.tricks)
    for varied in variations(moment, seat, chance, attempts=6):
        assert page(position_in(varied, seat)) == shown


@pytest.fixture
def played(db: None, request: pytest.FixtureRequest):
    """A finished hand at a table of people with names and a title."""
    rules = request.param
    players = people(4)
    table = dealt_table(players, rules=rules, name="The Friday table of Ponnani")
    choose = lively(Random(11), concede=0)

    def without_claims(actions: list[engine.Action]) -> engine.Action:
        return choose([action for action in actions if not isinstance(action, engine.Claim)])

    play_on(table, players, without_claims, lambda state: state.hand == 2)
    return table, players


TABLES = in_lanes(
    ["28-kerala-4", "56-kerala-4", "28-wikipedia-4", "56-international-4"], ["28-kerala-4", "56-kerala-4"]
)


@pytest.mark.parametrize("played", TABLES, indirect=True)
def test_every_position_of_a_hand_is_what_the_seat_saw_before_it_acted(played) -> None:
    """The position equals `engine.view` at the version before the action, call for call and card for card."""
    table, players = played
    stored, states = stored_of(table.pk), states_of(table.pk)
    told = told_at_table(stored, 1, [player.name for player in players])
    choices = choices_in(told)
    events = {one.version: one.event for one in stored}
    assert len(choices) > 20
    for choice in choices:
        position = at_table(stored, 1, choice.seat, choice.step)
        version = told.steps[choice.step].version
        asked = choice.step and isinstance(events[version - 1], engine.TrumpAsked)
        before = states[version - (2 if asked else 1)]
        seen = engine.view(before, choice.seat)
        assert position.seen == seen
        assert position.legal == tuple(engine.legal_actions(before, choice.seat))
        laid = {one.card for trick in position.tricks for one in trick.cards} | {one.card for one in seen.trick}
        shown = page(position)
        assert named_on(shown) == {*seen.hand, *laid, *filter(None, (seen.indicator, seen.trump_card))}
        for secret in (*(one.name for one in players), *(str(one.pk) for one in players), str(table.pk), table.name):
            assert secret not in shown
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", shown)


@pytest.mark.parametrize("played", ["28-kerala-4"], indirect=True)
def test_a_step_of_another_seat_and_a_step_that_is_no_action_have_no_position(played) -> None:
    table, _players = played
    stored = stored_of(table.pk)
    choice = choices_in(told_at_table(stored, 1, [""] * 4))[0]
    for seat, step in (((choice.seat + 1) % 4, choice.step), (choice.seat, 0), (choice.seat, 999)):
        with pytest.raises(WrongMoment) as refused:
            at_table(stored, 1, seat, step)
        assert refused.value.code == "no-position"


@pytest.mark.parametrize("played", ["28-kerala-4"], indirect=True)
def test_a_position_says_how_many_seconds_were_left_only_if_that_is_asked_for(played) -> None:
    table, _players = played
    stored = store.load(table.pk)
    choice = choices_in(told_at_table(stored, 1, [""] * 4))[2]
    position = at_table(stored, 1, choice.seat, choice.step)
    assert position.seconds_left is not None
    assert f"{position.seconds_left} s were left" in render(position, "en", clock=True)
    assert "were left" not in render(position, "en")


@pytest.mark.django_db
@pytest.mark.parametrize("rule_set", ["28-kerala-4", "56-kerala-6"])
def test_a_hand_on_a_sheet_has_positions_of_the_seats_whose_cards_are_all_known(rule_set: str) -> None:
    """28-AUD-0, 56-AUD-3: of the others no card is made up."""
    chance = Random(4)
    moments = random_moments(random_options(rule_set, chance, hands=1), chance, hands=1)
    whole = moments[-1]
    rules = whole.before.rules
    known = 0
    cards = tuple(tuple(hand) if seat == known else () for seat, hand in enumerate(whole.cards))
    unseen = tuple(rules.hand_size - len(hand) for hand in cards)
    # The rest of the hand was not noted, so of the others cards stay unknown.
    actions = tuple(whole.actions[: len(whole.actions) - 3 * rules.players])
    record = HandRecord(whole.dealer, cards, actions, None, unseen=unseen)
    told, retold = tell_written(whole.before, record, ("",) * rules.players, 1)
    assert told is not None
    hidden = 0
    for choice in choices_in(told):
        if choice.seat != known:
            assert retold.unseen[choice.seat]
            with pytest.raises(WrongMoment) as refused:
                of_record(whole.before, record, 1, choice.seat, choice.step)
            assert refused.value.code == "not-known"
            hidden += 1
            continue
        position = of_record(whole.before, record, 1, choice.seat, choice.step)
        done = list(actions[: told.steps[choice.step].action])
        state = Moment(whole.before, engine.HandDealt(0, whole.dealer, tuple(map(tuple, whole.cards))), done).state()
        assert state is not None
        seen = engine.view(state, known)
        assert (position.seen.hand, position.seen.trick, position.seen.auction) == (seen.hand, seen.trick, seen.auction)
        laid = {one.card for one in done if isinstance(one, engine.Play)}
        assert named_on(page(position)) <= {*seen.hand, *laid, *filter(None, (seen.indicator,))}
    assert hidden


def test_a_position_is_told_in_the_language_of_its_reader() -> None:
    chance = Random(3)
    moments = random_moments(engine.load_rules("28-kerala-4"), chance, hands=1)
    state = moments[2].state()
    assert state is not None
    (seat,) = engine.to_act(state)
    assert "Your seat" in page(painted(state, seat, running_count=True))
