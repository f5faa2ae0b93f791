"""Two phones and one sheet: reports of the sides, in whatever order they arrive."""

from itertools import permutations
from uuid import uuid4

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.written import SheetHand
from games.errors import NotAllowed
from games.models import Sheet
from games.sheets import reporting, selectors, services
from games.sheets.authors import Author
from games.sheets.errors import BadEntry, NotNow, UnknownSheet
from games.sheets.reports import Report, agreed, differences
from tests.games.sheets.phones import phone, replayed, say, scores

pytestmark = pytest.mark.django_db

SPADES = SheetHand("made", 0, 34, "S", 0, points=40)
HEARTS = SheetHand("failed", 1, 40, "H", 1)
CLUBS = SheetHand("made", 3, 30, "C", 0)
VALUES = (SPADES, HEARTS, CLUBS, msgspec.structs.replace(SPADES, points=None), None)


@pytest.fixture
def sheet(scorer) -> Sheet:
    return services.open_sheet(
        player=scorer, rules="56-kerala-6", options={"ending": {"type": "hands", "count": 3}}, dealer=5
    )


def hands(sheet: Sheet) -> dict[int, SheetHand]:
    return {number: entry.event.told for number, entry in selectors.load_state(sheet.pk).hands.items()}


def test_a_hand_is_entered_when_both_sides_say_the_same(sheet):
    one, other = phone(sheet, 0), phone(sheet, 1)

    say(sheet, one, 1, SPADES)
    assert hands(sheet) == {}
    say(sheet, other, 1, msgspec.structs.replace(SPADES, points=None))

    assert hands(sheet) == {1: SPADES}
    assert Sheet.objects.get(pk=sheet.pk).score == [1, 0]
    replayed(sheet)


def test_what_differs_is_not_entered_until_a_scorer_settles(sheet, scorer):
    one, other = phone(sheet, 0), phone(sheet, 1)
    say(sheet, one, 1, SPADES)
    say(sheet, other, 1, msgspec.structs.replace(SPADES, number=36))

    state = selectors.load_state(sheet.pk)
    assert differences(state.facts_of(1).reports, (0, 1), None) == ("number",)
    assert state.hands == {}
    reporting.settle_hand(sheet_id=sheet.pk, player=scorer, hand=1, told=SPADES, note="  both   agreed ")

    assert hands(sheet) == {1: SPADES}
    assert [note.text for note in sheet.notes.all()] == ["both agreed"]
    replayed(sheet)


def test_a_hand_waits_for_those_before_it(sheet):
    one, other = phone(sheet, 0), phone(sheet, 1)
    for hand, told in ((2, HEARTS), (3, CLUBS)):
        say(sheet, one, hand, told)
        say(sheet, other, hand, told)
    assert hands(sheet) == {}

    say(sheet, one, 1, SPADES)
    say(sheet, other, 1, SPADES)

    assert scores(sheet) == [(1, 0), (7, 0), (7, 1)]
    assert Sheet.objects.get(pk=sheet.pk).status == Sheet.Status.FINISHED
    replayed(sheet)


def test_an_earlier_hand_is_corrected_and_the_later_ones_are_reckoned_again(sheet, scorer):
    both = phone(sheet, 0, 1)
    for hand, told in ((1, SPADES), (2, HEARTS), (3, CLUBS)):
        say(sheet, both, hand, told)
    assert scores(sheet) == [(1, 0), (7, 0), (7, 1)]

    reporting.settle_hand(sheet_id=sheet.pk, player=scorer, hand=1, told=HEARTS, reason="slip")

    assert scores(sheet) == [(6, 0), (12, 0), (12, 1)]
    settled = selectors.load_state(sheet.pk).facts_of(1).settlements[-1].event
    assert (settled.was, settled.told, settled.reason) == (SPADES, HEARTS, "slip")
    replayed(sheet)


def test_a_later_report_that_differs_leaves_the_hand_until_the_other_side_says_so_too(sheet):
    one, other = phone(sheet, 0), phone(sheet, 1)
    say(sheet, one, 1, SPADES)
    say(sheet, other, 1, SPADES)

    say(sheet, one, 1, CLUBS, edit=2)
    assert hands(sheet) == {1: SPADES}
    assert "declarer" in differences(selectors.load_state(sheet.pk).facts_of(1).reports, (0, 1), SPADES)

    say(sheet, other, 1, CLUBS, edit=2)
    assert hands(sheet) == {1: CLUBS}


def test_both_sides_can_take_a_hand_back(sheet):
    one, other = phone(sheet, 0), phone(sheet, 1)
    for author in (one, other):
        say(sheet, author, 1, SPADES)
    say(sheet, one, 1, None, edit=2)
    assert hands(sheet) == {1: SPADES}

    say(sheet, other, 1, None, edit=2)

    assert hands(sheet) == {}
    replayed(sheet)


def test_a_scorer_takes_back_a_hand_that_the_reports_entered(sheet, scorer):
    both = phone(sheet, 0, 1)
    say(sheet, both, 1, SPADES)
    services.withdraw(sheet_id=sheet.pk, player=scorer)
    assert hands(sheet) == {}

    say(sheet, both, 1, HEARTS, edit=1)  # came late, and was taken back with the other
    assert hands(sheet) == {}
    say(sheet, both, 1, HEARTS, edit=2)
    assert hands(sheet) == {1: HEARTS}
    replayed(sheet)


def test_two_sides_agree_who_say_the_same_in_other_words(scorer):
    """28-SCO-2: a bid below the second auction's lowest is of the first, whether that is said or not."""
    sheet = services.open_sheet(player=scorer, rules="28-kerala-4", options={}, dealer=0)
    say(sheet, phone(sheet, 0), 1, SheetHand("made", 1, 16, auction=1))
    say(sheet, phone(sheet, 1), 1, SheetHand("made", 1, 16, points=18))
    assert hands(sheet) == {1: SheetHand("made", 1, 16, auction=1, points=18)}


def test_the_same_report_twice_is_one(sheet):
    one = phone(sheet, 0)
    first = say(sheet, one, 1, SPADES)
    assert say(sheet, one, 1, SPADES) == first
    assert len(selectors.load_state(sheet.pk).facts_of(1).reports) == 1


def test_only_the_own_side_is_reported(sheet):
    one = phone(sheet, 0)
    with pytest.raises(NotAllowed):
        reporting.report_hand(sheet_id=sheet.pk, author=one, sides=[1], hand=1, edit=1, told=SPADES)
    with pytest.raises(NotAllowed):
        reporting.report_hand(sheet_id=sheet.pk, author=one, sides=[], hand=1, edit=1, told=SPADES)
    with pytest.raises(UnknownSheet):
        reporting.report_hand(sheet_id=uuid4(), author=one, sides=[0], hand=1, edit=1, told=SPADES)


@pytest.mark.parametrize(
    ("hand", "edit", "told", "code"),
    [
        (0, 1, SPADES, "no-such-hand"),
        (30, 1, SPADES, "no-such-hand"),
        (1, 0, SPADES, "too-many-edits"),
        (1, 1, SheetHand("made", 0, 27, "S", 0), "no-such-number"),
        (1, 1, SheetHand("made"), "contract-missing"),
        (1, 1, SheetHand("passed_out"), "somebody-must-bid"),
    ],
)
def test_a_report_that_cannot_be_is_refused(sheet, hand, edit, told, code):
    with pytest.raises(BadEntry) as refused:
        say(sheet, phone(sheet, 0), hand, told, edit)
    assert refused.value.code == code
    assert selectors.load_state(sheet.pk).version == 1


def test_the_cards_of_a_hand_are_written_down_once_it_is_entered(sheet):
    both = phone(sheet, 0, 1)
    record = {"dealer": 5, "cards": [[], [], [], [], [], []], "actions": []}
    with pytest.raises(NotNow):
        reporting.transcribe_hand(sheet_id=sheet.pk, author=both, hand=1, record=record)
    say(sheet, both, 1, SPADES)
    with pytest.raises(BadEntry) as refused:
        reporting.transcribe_hand(sheet_id=sheet.pk, author=both, hand=1, record={**record, "cards": [["XX"]] * 6})
    assert refused.value.field == "/cards/0/0"

    reporting.transcribe_hand(sheet_id=sheet.pk, author=both, hand=1, record=record)

    assert selectors.load_state(sheet.pk).facts_of(1).record == record
    replayed(sheet)


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"actions": [{"type": "pass", "seat": 0, "irregular": "Ammini looked"}]}, "/actions/0/irregular"),
        ({"actions": [{"type": "pass", "seat": 0, "irregular": "\0"}]}, "/actions/0/irregular"),
        ({"actions": [], "rulings": [{"after": 0, "rule": "Ammini looked"}]}, "/rulings/0/rule"),
        ({"actions": [{"type": "call", "seat": 0, "call": "28NS"}] * 400}, ""),
    ],
)
def test_a_hand_written_down_has_no_words_of_people(sheet, scorer, more, at):
    services.enter_hand(sheet_id=sheet.pk, player=scorer, told=SPADES)
    record = {"dealer": 5, "cards": [[]] * 6, "unseen": [8] * 6, **more}

    with pytest.raises(BadEntry) as refused:
        reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(scorer), hand=1, record=record)

    assert refused.value.field == at
    assert selectors.load_state(sheet.pk).facts_of(1).record is None


@pytest.mark.parametrize("junk", ["Ammini looked", "\0", "\ud800", 2**90, "x" * 20_000])
def test_of_a_hand_written_down_only_what_the_form_knows_is_kept(sheet, scorer, junk):
    services.enter_hand(sheet_id=sheet.pk, player=scorer, told=SPADES)
    record = {"dealer": 5, "cards": [[]] * 6, "unseen": [8] * 6, "actions": [{"type": "pass", "seat": 0}]}
    spoilt = {**record, "note": junk, "result": {"outcome": junk}, "actions": [{**record["actions"][0], "why": junk}]}

    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(scorer), hand=1, record=spoilt)

    assert selectors.load_state(sheet.pk).facts_of(1).record == record


def test_one_edit_with_many_contents_is_limited_too(sheet):
    first = phone(sheet, 0)
    tellings = [SheetHand("made", seat, number, "S", 0) for seat in (0, 2, 4) for number in range(28, 50)]
    for told in tellings[: reporting.MAX_EDITS]:
        say(sheet, first, 1, told)

    with pytest.raises(BadEntry) as refused:
        say(sheet, first, 1, tellings[reporting.MAX_EDITS])

    assert refused.value.code == "too-many-edits"
    say(sheet, first, 1, tellings[0])
    say(sheet, phone(sheet, 1), 1, tellings[0])
    assert hands(sheet) == {1: tellings[0]}


REPORTS = st.lists(
    st.tuples(st.sampled_from([(0,), (1,), (0, 1)]), st.integers(1, 3), st.integers(1, 3), st.sampled_from(VALUES)),
    max_size=8,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(reports=REPORTS, data=st.data())
def test_any_order_of_reports_gives_one_sheet(scorer, reports, data):
    """Late, doubled and reordered: the hands, their results and the end of the match are the same."""
    shuffled = data.draw(
        st.permutations([*reports, *data.draw(st.lists(st.sampled_from(reports)) if reports else st.just([]))])
    )
    outcomes = []
    for order in (reports, shuffled):
        sheet = services.open_sheet(
            player=scorer, rules="56-kerala-6", options={"ending": {"type": "hands", "count": 3}}, command=uuid4()
        )
        for sides, hand, edit, told in order:
            say(sheet, phone(sheet, *sides), hand, told, edit)
        state = selectors.load_state(sheet.pk)
        tally = state.sheet.tally
        outcomes.append((hands(sheet), scores(sheet), tally.winners, tally.finished))
        replayed(sheet)
    assert outcomes[0] == outcomes[1]


def test_what_is_agreed_depends_on_no_order():
    reports = [Report((0,), 1, SPADES), Report((1,), 1, HEARTS), Report((1,), 1, SPADES), Report((0,), 1, HEARTS)]
    assert len({agreed(order) for order in permutations(reports)}) == 1
