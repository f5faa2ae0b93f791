"""A score sheet folded from its events, and the words for what stands on it. No database."""

from datetime import UTC, datetime
from types import SimpleNamespace
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.fiftysix import rulings
from engine.fiftysix import sheet as sheets
from engine.fiftysix.irregularities import IRREGULARITIES, Chooser, Phase
from engine.fiftysix.rulings import Ruling
from games.events import sheets as events
from games.rulings import words as said
from games.sheets.state import SheetState, Standing, fold

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")
OPTIONS = {"ending": {"type": "hands", "count": 30}}


def opened() -> SheetState:
    return told(None, events.SheetOpened("56-kerala-6", OPTIONS, engine.VERSION, 5))


def told(state: SheetState | None, *happened: object) -> SheetState:
    for event in happened:
        version = 1 if state is None else state.version + 1
        at = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
        state = fold(state, SimpleNamespace(stream=uuid4(), version=version, event=event, recorded_at=at, actor=""))
    assert state is not None
    return state


def ruled(state: SheetState, **ruling: object) -> SheetState:
    return told(state, *rulings.rule(state.sheet, Ruling(**ruling)))


@given(
    row=st.sampled_from(IRREGULARITIES), pick=st.integers(0, 10), seat=st.integers(0, 5), extra=st.integers(0, 3),
    card=st.sampled_from(["SJ", "HQ", "CT"]), denomination=st.sampled_from(sheets.DENOMINATIONS),
    hands=st.integers(0, 3), noted=st.booleans(),
)  # fmt: skip
def test_a_ruling_taken_back_leaves_everything_as_it_was(row, pick, seat, extra, card, denomination, hands, noted):
    """56-IRR-1 to 56-IRR-30: score, cards that lie open, what is owed, and what was done before."""
    state = opened()
    for number in range(hands):
        contract = sheets.contract_of(state.rules, number, 40, "H", 1)
        scored = sheets.enter_hand(state.sheet, "made", contract)
        state = told(state, events.HandEntered(number + 1, 0, "made"), *scored)
        state = ruled(state, rule="56-IRR-2", remedy="penalty-card", offender=3, card="DJ")
    if noted:
        state = told(state, events.ContractNoted(hands + 1, 0, 34, "S", 0))
    remedy = row.remedies[pick % len(row.remedies)]
    wish = {"offender": seat, "card": card, "denomination": denomination, "extra": extra}
    try:
        after = ruled(state, rule=row.id, remedy=remedy.key, **wish)
    except engine.SheetError:
        return

    back = told(after, engine.RulingWithdrawn(after.entries[-1].ruling))

    assert back.standing == state.standing
    assert back.results == state.results
    assert back.entries[-1].withdrawn
    assert back.entries[:-1] == state.entries


def test_what_lies_open_and_is_owed_goes_with_the_hand():
    """56-IRR-2, 56-IRR-6, 56-IRR-14."""
    state = ruled(opened(), rule="56-IRR-2", remedy="demand", offender=1, card="SJ")
    state = ruled(state, rule="56-IRR-6", remedy="limit", offender=2, denomination="H")
    state = ruled(state, rule="56-IRR-14", remedy="go-on", offender=1)
    state = ruled(state, rule="56-IRR-4", remedy="accept", offender=2)
    standing = state.standing
    assert [len(kind) for kind in (standing.cards, standing.suits, standing.limits, standing.passes)] == [1, 1, 1, 1]
    assert [lead.seat for lead in standing.leads] == [2]

    over = told(state, events.HandEntered(1, 5, "cancelled"), *sheets.enter_hand(state.sheet, "cancelled"))

    assert over.standing == Standing(over.sheet)
    assert over.sheet.running.score == (1, 0)


def test_with_the_contract_the_auction_is_over_and_with_it_what_was_owed_there():
    """56-IRR-6, 56-IRR-14."""
    state = ruled(opened(), rule="56-IRR-6", remedy="limit", offender=2, denomination="H")
    state = ruled(state, rule="56-IRR-14", remedy="go-on", offender=1)

    state = told(state, events.ContractNoted(1, 0, 34, "S", 0))

    assert (state.standing.limits, state.standing.passes) == ((), ())
    assert state.sheet.contract.number == 34


def test_of_two_equal_penalty_cards_one_is_lifted():
    """56-IRR-2, 56-DECK-1."""
    state = opened()
    for _ in range(2):
        state = ruled(state, rule="56-IRR-2", remedy="penalty-card", offender=1, card="SJ")

    state = told(state, engine.PenaltyCardLifted(1, "SJ"))

    assert len(state.standing.cards) == 1


def test_rulings_are_numbered_through_the_match_the_withdrawn_too():
    state = ruled(opened(), rule="56-IRR-1", remedy="redeal")
    state = told(state, engine.RulingWithdrawn(1))

    state = ruled(state, rule="56-IRR-3", remedy="accept", offender=1)

    assert [entry.ruling for entry in state.entries] == [1, 2]


def test_a_withdrawn_offence_does_not_count():
    """56-IRR-27."""
    state = ruled(opened(), rule="56-IRR-27", remedy="warn", offender=1)
    state = told(state, engine.RulingWithdrawn(1))

    assert state.sheet.rulings == ()
    ruled(state, rule="56-IRR-27", remedy="warn", offender=1)


def test_a_stream_that_does_not_begin_as_a_sheet_is_none():
    with pytest.raises(TypeError):
        told(None, events.MatchStopped())


def test_every_row_remedy_moment_and_chooser_has_its_words():
    """56-IRR-1 to 56-IRR-30."""
    assert list(said.HAPPENED) == [row.id for row in IRREGULARITIES]
    assert list(said.REMEDIES) == [(row.id, remedy.key) for row in IRREGULARITIES for remedy in row.remedies]
    assert set(said.PHASES) == set(Phase)
    assert set(said.WHO) == set(Chooser)
    assert all(str(words).endswith(".") for words in (*said.HAPPENED.values(), *said.REMEDIES.values()))


@pytest.mark.parametrize("row", IRREGULARITIES, ids=lambda row: row.id)
def test_what_follows_from_each_remedy_is_said(row):
    """56-IRR-1 to 56-IRR-30."""
    state = told(opened(), events.ContractNoted(1, 0, 34, "S", 0))
    for remedy in row.remedies:
        if remedy.loses_match:
            continue
        offender = next(iter(rulings.offenders(state.sheet, row)), None)
        wish = {"offender": offender, "card": "SJ", "denomination": "H", "extra": 2}
        happened = rulings.rule(state.sheet, Ruling(rule=row.id, remedy=remedy.key, **wish))

        sentences = said.effects(happened, NAMES, state.rules)

        assert sentences
        assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize(
    ("rule", "offender", "words"),
    [
        ("56-IRR-2", 1, "Chacko chooses: the opponent next in turn."),
        ("56-IRR-16", 2, "Fathima chooses: the dealer."),
        ("56-IRR-17", 1, "Ammini chooses: the opener."),
        ("56-IRR-14", 1, "Ammini, Chacko and Eapen choose: the offended side."),
        ("56-IRR-1", None, "Nobody chooses: this follows by itself."),
        ("56-IRR-27", 1, "The director chooses."),
    ],
)
def test_who_chooses_is_said_by_name(rule, offender, words):
    """56-IRR-2, 56-IRR-14, 56-IRR-16, 56-IRR-17."""
    row = next(row for row in IRREGULARITIES if row.id == rule)

    assert said.choosing(opened().sheet, row, offender, NAMES) == words
