"""What follows from the facts of a sheet: entries withdrawn and entered again."""

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Player
from engine.fiftysix.rulings import Ruling
from engine.written import SheetHand
from games.errors import TableError
from games.models import Sheet
from games.sheets import reporting, selectors, services
from games.sheets.reports import Agreement
from tests.games.sheets.phones import phone, replayed, scores

pytestmark = pytest.mark.django_db

NORMAL = SheetHand("made", 1, 16, auction=1, points=17)
FAILED = SheetHand("failed", 1, 16, auction=1, points=15)


def stakes(sheet: Sheet) -> list[tuple[int, ...] | None]:
    return [scored.stakes for _, scored in selectors.load_state(sheet.pk).results]


def test_a_ruling_and_the_end_of_the_match_are_decided_again_after_a_correction(scorer):
    """56-IRR-24: the hand is lost at its normal stake points."""
    sheet = services.open_sheet(player=scorer, rules="56-kerala-6", options={}, dealer=5)
    write = {"sheet_id": sheet.pk, "player": scorer}
    services.enter_hand(**write, outcome="made", contract=(0, 34, "S", 0))
    services.note_contract(**write, contract=(1, 40, "H", 0))
    services.give_ruling(**write, ruling=Ruling(rule="56-IRR-24", remedy="lose", offender=1))
    services.enter_hand(**write, outcome="made", contract=(3, 30, "C", 0))
    services.stop_match(**write)
    assert scores(sheet) == [(1, 0), (4, 0), (4, 1)]

    reporting.settle_hand(**write, hand=1, told=SheetHand("failed", 0, 34, "S", 0), reason="slip")

    state = selectors.load_state(sheet.pk)
    assert scores(sheet) == [(0, 2), (3, 2), (3, 3)]
    assert state.is_finished
    assert state.sheet.tally.winners == (0, 1)
    assert Sheet.objects.get(pk=sheet.pk).status == Sheet.Status.FINISHED
    replayed(sheet)


def test_a_correction_that_ends_the_game_earlier_leaves_the_later_hands_out(scorer):
    """28-END-2: with one unit each, the first hand decides the game."""
    sheet = services.open_sheet(player=scorer, rules="28-kerala-4", options={"starting_stakes": 2}, dealer=0)
    write = {"sheet_id": sheet.pk, "player": scorer}
    for told in (NORMAL, FAILED, NORMAL):
        services.enter_hand(**write, told=told)
    assert stakes(sheet) == [(1, 3), (2, 2), (1, 3)]

    reporting.settle_hand(**write, hand=1, told=SheetHand("made", 1, 22, auction=1, points=22), reason="miscounted")

    state = selectors.load_state(sheet.pk)
    assert stakes(sheet) == [(0, 4)]
    assert (state.is_finished, state.sheet.tally.winners) == (True, (1,))
    replayed(sheet)

    reporting.settle_hand(**write, hand=1, told=NORMAL, reason="slip")
    assert stakes(sheet)[0] == (1, 3)
    replayed(sheet)


def test_the_word_of_a_scorer_stands_against_reports_until_it_is_taken_back(scorer):
    sheet = services.open_sheet(player=scorer, rules="28-kerala-4", options={}, dealer=0)
    services.enter_hand(sheet_id=sheet.pk, player=scorer, told=NORMAL)
    both = phone(sheet, 0, 1)
    reporting.report_hand(sheet_id=sheet.pk, author=both, sides=[0, 1], hand=1, edit=1, told=FAILED)
    assert stakes(sheet) == [(19, 21)]

    services.withdraw(sheet_id=sheet.pk, player=scorer)
    assert stakes(sheet) == []
    reporting.report_hand(sheet_id=sheet.pk, author=both, sides=[0, 1], hand=1, edit=2, told=FAILED)
    assert stakes(sheet) == [(21, 19)]
    replayed(sheet)


@pytest.mark.parametrize("entered", [False, True])
def test_a_hand_that_was_settled_without_reports_is_taken_back(scorer, entered):
    sheet = services.open_sheet(player=scorer, rules="28-kerala-4", options={}, dealer=0)
    if entered:
        services.enter_hand(sheet_id=sheet.pk, player=scorer, told=NORMAL)
    reporting.settle_hand(sheet_id=sheet.pk, player=scorer, hand=1, told=FAILED)
    assert stakes(sheet) == [(21, 19)]

    services.withdraw(sheet_id=sheet.pk, player=scorer)
    assert stakes(sheet) == []
    services.enter_hand(sheet_id=sheet.pk, player=scorer, told=NORMAL)
    assert stakes(sheet) == [(19, 21)]
    replayed(sheet)


def test_three_sides_need_two_that_agree(scorer):
    sheet = services.open_sheet(player=scorer, rules="28-kerala-3", options={}, dealer=0)
    told = SheetHand("made", 1, 14, auction=1, points=15)
    for side, said in ((0, told), (2, SheetHand("failed", 1, 14, auction=1)), (1, told)):
        author = phone(sheet, side)
        reporting.report_hand(sheet_id=sheet.pk, author=author, sides=[side], hand=1, edit=1, told=said)
    assert stakes(sheet) == [(19, 22, 19)]


TOLD = st.sampled_from([NORMAL, FAILED, SheetHand("conceded", 0, 20, auction=1), SheetHand("made", 2, 25, auction=2)])
HANDS = st.integers(1, 4)
DEEDS = st.one_of(
    st.tuples(st.just("report"), st.sampled_from([(0,), (1,), (0, 1)]), HANDS, st.integers(1, 3), st.none() | TOLD),
    st.tuples(st.just("enter"), TOLD),
    st.tuples(st.just("settle"), HANDS, TOLD),
    st.tuples(st.just("withdraw")),
    st.tuples(st.just("stop")),
)


def act(sheet: Sheet, scorer: Player, deed: tuple[Any, ...]) -> None:
    write = {"sheet_id": sheet.pk, "player": scorer}
    match deed:
        case ("report", sides, hand, edit, told):
            author = phone(sheet, *sides)
            reporting.report_hand(sheet_id=sheet.pk, author=author, sides=sides, hand=hand, edit=edit, told=told)
        case ("enter", told):
            services.enter_hand(**write, told=told)
        case ("settle", hand, told):
            reporting.settle_hand(**write, hand=hand, told=told)
        case ("withdraw",):
            services.withdraw(**write)
        case ("stop",):
            services.stop_match(**write)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=st.lists(DEEDS, max_size=12))
def test_whatever_is_done_the_sheet_replays_and_its_hands_are_what_is_known_of_them(scorer, deeds):
    sheet = services.open_sheet(
        player=scorer, rules="28-kerala-4", options={"starting_stakes": 3}, dealer=0, command=uuid4()
    )
    for deed in deeds:
        with suppress(TableError):
            act(sheet, scorer, deed)
    state = selectors.load_state(sheet.pk)
    numbers = sorted(state.hands)
    assert numbers == list(range(1, len(numbers) + 1))
    for number, entry in state.hands.items():
        assert state.facts_of(number).wanted == Agreement(entry.event.told)
    if not state.is_finished:
        waiting = state.facts_of(state.sheet.running.hand).wanted
        assert waiting is None or waiting.told is None
    row = Sheet.objects.get(pk=sheet.pk)
    assert (row.version, row.hands, tuple(row.score)) == (state.version, len(numbers), state.sheet.tally.stakes)
    replayed(sheet)
