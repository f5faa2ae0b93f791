"""56: what goes wrong at a real table, and what a director may do about it: 56-IRR."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import (
    CallLimited,
    GameFinished,
    HandAdjusted,
    HandCancelled,
    HandScored,
    IrregularityRuled,
    LeadGiven,
    MatchForfeited,
    PassesOwed,
    PenaltyAwarded,
    PenaltyCardPlaced,
    SheetError,
    SuitDemanded,
    SuitForbidden,
)
from engine.fiftysix import rulings
from engine.fiftysix import sheet as sheets
from engine.fiftysix.irregularities import IRREGULARITIES, Chooser, Phase, find_irregularity, irregularities_of
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.sheet import Sheet
from tests.engine.scenes56 import ALL, called, closed, dealt
from tests.ledgers import ledger_ids

KER, INT, STD = "56-kerala-6", "56-international-6", "56-standard-6"
# Seat 5 deals, so that seat 0 opens: its team-mates are 2 and 4, the dealer's side is 1, 3 and 5.
OPENER, MATE, FOE, DEALER = 0, 2, 1, 5


def opened(name: str = KER, contract: tuple[int, int, str, int] | None = None, **options: object) -> Sheet:
    rules = engine.load_rules(name, options)
    sheet = sheets.open_sheet(rules, rules.players - 1)
    return sheet if contract is None else sheets.note_contract(sheet, sheets.contract_of(rules, *contract))


def after(sheet: Sheet, events: list[engine.Event]) -> Sheet:
    for event in events:
        sheet = sheets.evolve(sheet, event)
    return sheet


def ruled(sheet: Sheet, rule: str, remedy: str, offender: int | None = None, **more: object) -> list[engine.Event]:
    """What a ruling brings about, but for the ruling itself."""
    first, *rest = rulings.rule(sheet, Ruling(rule=rule, remedy=remedy, offender=offender, **more))
    assert isinstance(first, IrregularityRuled)
    assert (first.rule, first.remedy, first.hand) == (rule, remedy, sheet.running.hand)
    return rest


def scored(sheet: Sheet, outcome: str, *score: int, contract: bool = True) -> HandScored:
    """A hand's score that follows from a ruling."""
    played = sheet.contract if contract else None
    return HandScored(
        hand=sheet.running.hand,
        outcome=outcome,
        declarer=None if played is None else played.declarer,
        bid=None if played is None else played.number,
        points=None,
        game_points=None,
        score=score,
        denomination=None if played is None else played.denomination,
        doubled=None if played is None else played.doubled,
    )


def refusal(sheet: Sheet, **ruling: object) -> tuple[str, str]:
    with pytest.raises(SheetError) as refused:
        rulings.rule(sheet, Ruling(**ruling))
    return refused.value.code, refused.value.field


# 34 spades by seat 0: worth 1 made, 2 defeated. Seat 0 and its side declare.
NOTED = (0, 34, "S", 0)
LOST = [HandAdjusted(1, 1, 2), scored(opened(contract=NOTED), "adjusted", 0, 2)]
"""The declarers have lost the hand."""
GIVEN = [HandAdjusted(1, 0, 1), scored(opened(contract=NOTED), "adjusted", 1, 0)]
"""The other side has lost it, so that the contract is made."""
TWICE = [HandAdjusted(1, 1, 4), scored(opened(contract=NOTED), "adjusted", 0, 4)]
REDEALT = [HandCancelled(1), scored(opened(), "cancelled", 0, 0, contract=False)]
CARD = {"card": "SJ"}
DEMANDED = [PenaltyCardPlaced(FOE, "SJ", False), SuitDemanded(None, "S")]
FORBIDDEN = [PenaltyCardPlaced(FOE, "SJ", False), SuitForbidden(None, "S")]
LAID = [PenaltyCardPlaced(FOE, "SJ", True)]

EXAMPLES: list[tuple[str, str, int | None, Mapping[str, object], list[engine.Event]]] = [
    ("56-IRR-1", "redeal", None, {}, REDEALT),
    ("56-IRR-2", "back", FOE, {}, []),
    ("56-IRR-2", "penalty-card", FOE, CARD, LAID),
    ("56-IRR-2", "demand", FOE, CARD, DEMANDED),
    ("56-IRR-2", "forbid", FOE, CARD, FORBIDDEN),
    ("56-IRR-3", "accept", FOE, {}, []),
    ("56-IRR-4", "accept", MATE, {}, [LeadGiven(MATE)]),
    ("56-IRR-4", "opener-calls", MATE, {}, []),
    ("56-IRR-5", "accept", DEALER, {}, []),
    ("56-IRR-5", "opener-calls", DEALER, {}, []),
    ("56-IRR-6", "accept", MATE, {}, [LeadGiven(MATE)]),
    ("56-IRR-6", "limit", MATE, {"denomination": "H"}, [CallLimited(MATE, "H")]),
    ("56-IRR-7", "accept", FOE, {}, []),
    ("56-IRR-7", "limit", FOE, {"denomination": "NT"}, [CallLimited(FOE, "NT")]),
    ("56-IRR-8", "right-player", OPENER, {}, []),
    ("56-IRR-9", "accept", OPENER, {}, []),
    ("56-IRR-9", "limit", OPENER, {"denomination": "S"}, [CallLimited(OPENER, "S")]),
    ("56-IRR-10", "accept", FOE, {}, []),
    ("56-IRR-10", "limit", FOE, {"denomination": "S"}, [CallLimited(FOE, "S")]),
    ("56-IRR-11", "accept", FOE, {}, []),
    ("56-IRR-11", "right-form", FOE, {}, []),
    ("56-IRR-12", "correct", FOE, {}, []),
    ("56-IRR-13", "accept", FOE, {}, []),
    ("56-IRR-13", "sufficient", FOE, {}, []),
    (
        "56-IRR-14", "redeal", FOE, {},
        [PenaltyAwarded(0, 1), HandCancelled(1), scored(opened(), "cancelled", 1, 0, contract=False)],
    ),
    (
        "56-IRR-14", "complete", FOE, {},
        [PenaltyAwarded(0, 1), HandAdjusted(1, 0, 0), scored(opened(contract=NOTED), "adjusted", 1, 0)],
    ),
    ("56-IRR-14", "go-on", FOE, {}, [PenaltyAwarded(0, 1), PassesOwed(0)]),
    ("56-IRR-15", "back", FOE, {}, []),
    ("56-IRR-15", "penalty-card", FOE, CARD, LAID),
    ("56-IRR-15", "demand", FOE, CARD, DEMANDED),
    ("56-IRR-15", "forbid", FOE, CARD, FORBIDDEN),
    ("56-IRR-15", "accept", FOE, {}, [LeadGiven(FOE)]),
    ("56-IRR-16", "accept", MATE, {}, [LeadGiven(MATE)]),
    ("56-IRR-16", "demand", MATE, CARD, [SuitDemanded(OPENER, "S")]),
    ("56-IRR-16", "forbid", MATE, CARD, [SuitForbidden(OPENER, "S")]),
    ("56-IRR-16", "free-lead", MATE, CARD, [PenaltyCardPlaced(MATE, "SJ", True)]),
    ("56-IRR-17", "accept", FOE, {}, [LeadGiven(FOE)]),
    ("56-IRR-17", "free-lead", FOE, CARD, LAID),
    ("56-IRR-18", "free-lead", FOE, CARD, LAID),
    ("56-IRR-18", "demand", FOE, CARD, [*LAID, SuitDemanded(None, "S")]),
    ("56-IRR-18", "forbid", FOE, CARD, [*LAID, SuitForbidden(None, "S")]),
    ("56-IRR-19", "nothing", FOE, {}, []),
    ("56-IRR-20", "stands", FOE, {}, []),
    ("56-IRR-20", "counts", FOE, {}, []),
    ("56-IRR-20", "lose", OPENER, {}, LOST),
    ("56-IRR-21", "lose", OPENER, {}, LOST),
    ("56-IRR-22", "back", FOE, {}, []),
    ("56-IRR-22", "penalty-card", FOE, CARD, LAID),
    ("56-IRR-22", "demand", FOE, CARD, DEMANDED),
    ("56-IRR-22", "forbid", FOE, CARD, FORBIDDEN),
    ("56-IRR-23", "lowest", FOE, {}, []),
    ("56-IRR-24", "lose", MATE, {}, LOST),
    ("56-IRR-24", "lose", FOE, {}, GIVEN),
    ("56-IRR-25", "lose", OPENER, {}, TWICE),
    ("56-IRR-26", "lose", DEALER, {}, GIVEN),
    ("56-IRR-27", "warn", FOE, {}, []),
    ("56-IRR-27", "lose", MATE, {}, LOST),
    ("56-IRR-28", "lose", FOE, {}, GIVEN),
    ("56-IRR-28", "redeal", None, {}, REDEALT),
    (
        "56-IRR-29", "false-ruff", OPENER, {"extra": 3},
        [PenaltyAwarded(1, 3), HandAdjusted(1, 1, 2), scored(opened(contract=NOTED), "adjusted", 0, 5)],
    ),
    ("56-IRR-29", "false-ruff", OPENER, {}, LOST),
    ("56-IRR-29", "false-discard", OPENER, {}, LOST),
    ("56-IRR-30", "lose", MATE, {}, LOST),
    ("56-IRR-30", "lose", FOE, {}, GIVEN),
]  # fmt: skip
"""Of each row each remedy: who did it, what else is said, and what follows."""
REPEATING = {("56-IRR-25", "match"), ("56-IRR-27", "match")}
"""Remedies that need an earlier offence; they have examples of their own below."""


@pytest.mark.parametrize(("rule", "remedy", "offender", "more", "follows"), EXAMPLES)
def test_a_ruling_brings_about_what_the_ledger_says(rule, remedy, offender, more, follows):
    """56-IRR-1 to 56-IRR-30, with 34 spades noted by the opener."""
    sheet = opened(contract=NOTED)

    assert ruled(sheet, rule, remedy, offender, **more) == follows


def test_every_row_of_the_ledger_and_every_remedy_has_its_example():
    """56-IRR-1 to 56-IRR-30."""
    shown = {(rule, remedy) for rule, remedy, *_ in EXAMPLES} | REPEATING

    assert [row.id for row in IRREGULARITIES] == [f"56-IRR-{number}" for number in range(1, 31)]
    assert {row.id for row in IRREGULARITIES} == {rule for rule in ledger_ids(r"\| ") if rule.startswith("56-IRR-")}
    assert shown == {(row.id, remedy.key) for row in IRREGULARITIES for remedy in row.remedies}


WHO: dict[str, tuple[int, tuple[int, ...]]] = {
    "56-IRR-2": (FOE, (2,)), "56-IRR-4": (MATE, (3,)), "56-IRR-5": (DEALER, (0,)), "56-IRR-6": (4, (5,)),
    "56-IRR-7": (FOE, (2,)), "56-IRR-9": (OPENER, (1,)), "56-IRR-10": (3, (4,)), "56-IRR-11": (FOE, (2,)),
    "56-IRR-12": (FOE, (1,)), "56-IRR-13": (5, (0,)), "56-IRR-14": (FOE, (0, 2, 4)), "56-IRR-15": (FOE, (2,)),
    "56-IRR-16": (MATE, (5,)), "56-IRR-17": (FOE, (0,)), "56-IRR-18": (MATE, (1, 3, 5)),
    "56-IRR-20": (MATE, (1, 3, 5)), "56-IRR-22": (MATE, (3,)), "56-IRR-30": (MATE, (2,)),
}  # fmt: skip
"""Who chooses, where somebody at the table does: the offender, and the seats."""


@pytest.mark.parametrize("row", IRREGULARITIES, ids=lambda row: row.id)
def test_the_remedy_is_chosen_by_whom_the_ledger_says(row):
    """56-IRR-2: the next opponent is next in turn; 56-IRR-16: the dealer; 56-IRR-17: the opener."""
    offender, seats = WHO.get(row.id, (MATE, ()))

    assert rulings.choosers(opened(), row, offender) == seats
    if not seats:
        assert row.chooser in (Chooser.NOBODY, Chooser.DIRECTOR)


@pytest.mark.parametrize("name", ALL)
def test_the_next_opponent_is_an_opponent_at_every_size(name):
    """56-IRR-2, 56-SEAT-2."""
    sheet = opened(name)
    row = find_irregularity("56-IRR-2")

    for seat in range(sheet.rules.players):
        (chooser,) = rulings.choosers(sheet, row, seat)
        assert sheet.rules.side_of(chooser) != sheet.rules.side_of(seat)


def test_who_can_have_done_it_depends_on_the_dealer():
    """56-IRR-4, 56-IRR-5, 56-IRR-6, 56-IRR-7, 56-IRR-16, 56-IRR-17."""
    sheet = opened()
    by = {row.id: rulings.offenders(sheet, row) for row in IRREGULARITIES}

    assert by["56-IRR-1"] == ()
    assert by["56-IRR-4"] == by["56-IRR-6"] == by["56-IRR-16"] == (2, 4)
    assert by["56-IRR-5"] == by["56-IRR-7"] == by["56-IRR-17"] == (1, 3, 5)
    assert by["56-IRR-27"] == (0, 1, 2, 3, 4, 5)
    assert refusal(sheet, rule="56-IRR-4", remedy="accept", offender=FOE) == ("wrong-offender", "offender")
    assert refusal(sheet, rule="56-IRR-16", remedy="accept", offender=OPENER) == ("wrong-offender", "offender")
    assert refusal(sheet, rule="56-IRR-27", remedy="warn", offender=6) == ("wrong-offender", "offender")


@pytest.mark.parametrize(
    ("ruling", "refused"),
    [
        ({"rule": "56-IRR", "remedy": "lose"}, ("no-such-row", "rule")),
        ({"rule": "56-IRR-2", "remedy": "lose", "offender": 1}, ("no-such-remedy", "remedy")),
        ({"rule": "56-IRR-2", "remedy": "back"}, ("offender-missing", "offender")),
        ({"rule": "56-IRR-2", "remedy": "penalty-card", "offender": 1}, ("card-missing", "card")),
        ({"rule": "56-IRR-2", "remedy": "demand", "offender": 1, "card": "S8"}, ("card-missing", "card")),
        ({"rule": "56-IRR-6", "remedy": "limit", "offender": 2}, ("denomination-missing", "denomination")),
        ({"rule": "56-IRR-29", "remedy": "false-ruff", "offender": 1, "extra": 4}, ("no-such-extra", "extra")),
        ({"rule": "56-IRR-29", "remedy": "false-ruff", "offender": 1, "extra": -1}, ("no-such-extra", "extra")),
        ({"rule": "56-IRR-25", "remedy": "match", "offender": 1}, ("not-repeated", "remedy")),
    ],
)
def test_a_ruling_that_lacks_something_is_refused(ruling, refused):
    """56-IRR-2, 56-IRR-6, 56-IRR-25, 56-IRR-29."""
    assert refusal(opened(contract=NOTED), **ruling) == refused


@pytest.mark.parametrize("rule", [row.id for row in IRREGULARITIES if row.needs_contract])
def test_a_hand_cannot_be_lost_in_play_before_its_contract_is_known(rule):
    """56-IRR-20, 56-IRR-21, 56-IRR-24 to 56-IRR-26, 56-IRR-28 to 56-IRR-30."""
    remedy = find_irregularity(rule).remedies[0].key

    assert refusal(opened(), rule=rule, remedy=remedy, offender=1) == ("contract-missing", "contract")


def test_the_hand_with_both_sides_at_fault_needs_no_contract():
    """56-IRR-28: cancel and redeal."""
    assert ruled(opened(), "56-IRR-28", "redeal") == REDEALT


CONTRACTS = [
    # number, doubled, doubling, offender on the declarers' side, stake points to the others
    (34, 0, "multiply", True, 2), (34, 0, "multiply", False, 1), (40, 1, "multiply", True, 6),
    (40, 1, "multiply", False, 4), (56, 2, "multiply", True, 15), (56, 2, "add", True, 7), (48, 1, "add", False, 4),
]  # fmt: skip


@pytest.mark.parametrize(("number", "doubled", "doubling", "declaring", "stake"), CONTRACTS)
def test_a_lost_hand_goes_as_if_the_contract_had_gone_against_the_offenders(
    number, doubled, doubling, declaring, stake
):
    """56-IRR-21, 56-IRR-24, 56-IRR-25, 56-SCORE-3: defeated for declarers, made against the other side; then twice."""
    sheet = opened(contract=(3, number, "H", doubled), doubling=doubling)
    offender, winners = (3, 0) if declaring else (2, 1)

    (adjusted, _) = ruled(sheet, "56-IRR-24", "lose", offender)
    (doubly, _) = ruled(sheet, "56-IRR-25", "lose", offender)

    assert (adjusted.side, adjusted.stake) == (winners, stake)
    assert doubly.stake == 2 * stake


def test_before_any_bid_a_lost_hand_is_the_lowest_contract_defeated():
    """56-IRR-27, by our ruling: 28 undoubled."""
    (adjusted, score) = ruled(opened(), "56-IRR-27", "lose", FOE)

    assert adjusted == HandAdjusted(1, 0, 2)
    assert (score.declarer, score.bid, score.score) == (None, None, (2, 0))


def test_the_first_revoke_found_does_not_lose_the_match_and_the_second_may():
    """56-IRR-25: two such in a match, by one side; the director says."""
    sheet = opened(contract=NOTED)
    sheet = after(sheet, rulings.rule(sheet, Ruling(rule="56-IRR-25", remedy="lose", offender=OPENER)))
    sheet = sheets.note_contract(sheet, sheets.contract_of(sheet.rules, *NOTED))

    assert refusal(sheet, rule="56-IRR-25", remedy="match", offender=FOE) == ("not-repeated", "remedy")
    assert ruled(sheet, "56-IRR-25", "lose", MATE) == [
        HandAdjusted(2, 1, 4),
        scored(sheet, "adjusted", 0, 8),
    ]
    assert ruled(sheet, "56-IRR-25", "match", MATE) == [
        HandAdjusted(2, 1, 4),
        scored(sheet, "adjusted", 0, 8),
        MatchForfeited(0),
        GameFinished((1,)),
    ]


def prompted(sheet: Sheet, *offenders: int, players: Mapping[int, str] | None = None) -> Sheet:
    for offender in offenders:
        ruling = Ruling(rule="56-IRR-27", remedy="warn", offender=offender, player=(players or {}).get(offender, ""))
        sheet = after(sheet, rulings.rule(sheet, ruling))
    return sheet


@pytest.mark.parametrize(
    ("before", "now", "lost"),
    [
        ((), 1, False), ((1,), 1, True), ((1,), 3, False), ((1, 3), 5, True), ((0, 1), 3, False), ((0, 2, 1), 3, False),
        ((0, 2), 4, True),
    ],
)  # fmt: skip
def test_prompting_twice_by_one_player_or_three_times_by_a_team_loses_the_match(before, now, lost):
    """56-IRR-27: then it is lost, and nothing else can be chosen."""
    sheet = prompted(opened(), *before)

    if lost:
        side = now % 2
        assert refusal(sheet, rule="56-IRR-27", remedy="warn", offender=now) == ("match-lost", "remedy")
        assert refusal(sheet, rule="56-IRR-27", remedy="lose", offender=now) == ("match-lost", "remedy")
        *_, forfeited, finished = ruled(sheet, "56-IRR-27", "match", now)
        assert (forfeited, finished) == (MatchForfeited(side), GameFinished((1 - side,)))
    else:
        assert refusal(sheet, rule="56-IRR-27", remedy="match", offender=now) == ("not-repeated", "remedy")
        assert ruled(sheet, "56-IRR-27", "warn", now) == []


def test_where_seats_have_players_they_are_counted_and_not_the_seats():
    """56-IRR-27: a substitute has not done what the player before did."""
    sheet = prompted(opened(), 1, players={1: "ammini"})

    assert refusal(sheet, rule="56-IRR-27", remedy="match", offender=1, player="beeran") == ("not-repeated", "remedy")
    assert refusal(sheet, rule="56-IRR-27", remedy="warn", offender=1, player="ammini") == ("match-lost", "remedy")


def test_a_lost_match_is_lost_even_if_the_hand_would_have_won_it():
    """56-IRR-27, 56-MATCH-1: the last hand of the match, with the offenders ahead."""
    sheet = opened(contract=NOTED, ending={"type": "hands", "count": 2})
    made = sheets.contract_of(sheet.rules, 0, 56, "S", 2)
    sheet = after(sheet, sheets.enter_hand(sheet, "made", made))
    sheet = prompted(sheet, 0)

    happened = ruled(sheet, "56-IRR-27", "match", 0)

    assert [event for event in happened if isinstance(event, GameFinished)] == [GameFinished((1,))]
    finished = after(sheet, happened).tally
    assert (finished.finished, finished.winners, finished.score) == (True, (1,), (12, 2))


def test_nothing_is_ruled_once_the_match_is_over():
    """56-MATCH-4."""
    sheet = opened(contract=NOTED, ending={"type": "hands", "count": 1})
    over = after(sheet, rulings.rule(sheet, Ruling(rule="56-IRR-24", remedy="lose", offender=0)))

    assert over.tally.winners == (1,)
    assert refusal(over, rule="56-IRR-24", remedy="lose", offender=0) == ("match-over", "rule")


def test_awarded_points_win_a_game_when_the_hand_is_decided():
    """56-IRR-14, 56-MATCH-2: a point of penalty counts with those of the hand."""
    sheet = opened(ending={"type": "games", "best_of": 3, "target": 1, "lead": 1})

    going_on = after(sheet, ruled(sheet, "56-IRR-14", "go-on", FOE))
    redealt = after(sheet, ruled(sheet, "56-IRR-14", "redeal", FOE))

    assert (going_on.tally.score, going_on.tally.games, going_on.tally.finished) == ((1, 0), (0, 0), False)
    assert (redealt.tally.games, redealt.running.score) == ((1, 0), (0, 0))


def test_a_redeal_keeps_the_dealer_and_a_lost_hand_passes_the_deal_on():
    """56-IRR-1, 56-IRR-14, 56-DEAL-3, 56-DEAL-4."""
    sheet = opened(contract=NOTED)

    redealt = after(sheet, ruled(sheet, "56-IRR-1", "redeal"))
    lost = after(sheet, ruled(sheet, "56-IRR-24", "lose", 0))
    complete = after(sheet, ruled(sheet, "56-IRR-14", "complete", 0))

    assert (redealt.dealer, redealt.tally.counted) == (5, 0)
    assert (lost.dealer, lost.tally.counted) == (0, 1)
    assert (complete.dealer, complete.tally.counted, complete.tally.score) == (0, 1, (0, 1))
    assert (redealt.contract, lost.contract) == (None, None)


def test_false_trumping_has_a_row_of_its_own_in_two_traditions():
    """56-IRR-29: International and Kerala."""
    assert len(irregularities_of(opened(STD).rules.conventions)) == 29
    assert len(irregularities_of(opened(INT).rules.conventions)) == 30
    missing = {"rule": "56-IRR-29", "remedy": "false-discard", "offender": 1}
    assert refusal(opened(STD, contract=NOTED), **missing) == ("no-such-row", "rule")


def test_an_online_table_has_room_for_three_rows():
    """56-IRR-20, 56-IRR-27, 56-IRR-30."""
    assert [row.id for row in IRREGULARITIES if row.online] == ["56-IRR-20", "56-IRR-27", "56-IRR-30"]


def test_each_row_belongs_to_a_moment():
    """56-IRR-1, 56-IRR-14, 56-IRR-15, 56-IRR-27."""
    moments = {row.id: row.phase for row in IRREGULARITIES}

    assert moments["56-IRR-1"] == Phase.DEAL
    assert {moments[f"56-IRR-{number}"] for number in range(2, 15)} == {Phase.AUCTION}
    assert moments["56-IRR-27"] == Phase.ANY
    assert {moments[f"56-IRR-{number}"] for number in (*range(15, 27), 28, 29, 30)} == {Phase.PLAY}


def test_of_a_hand_played_here_the_sheet_takes_contract_and_score():
    """56-CON-1, 56-IRR-27: the last bid while the auction runs."""
    bidding = dealt(KER)
    assert rulings.sheet_of(bidding).contract is None
    bidding = called(bidding, "28S 29H double")
    assert rulings.sheet_of(bidding).contract == sheets.contract_of(bidding.rules, 1, 29, "H", 1)
    playing = closed(dealt(KER), "28S 29H double")
    assert rulings.sheet_of(playing).contract == playing.contract


@pytest.mark.parametrize("moment", ["auction", "play"])
def test_a_ruling_ends_a_hand_that_is_played_here(moment):
    """56-IRR-27: the state takes what a ruling brings about, and the next hand can be dealt."""
    state = closed(dealt(KER), "28S") if moment == "play" else called(dealt(KER), "28S")

    for event in rulings.rule(rulings.sheet_of(state), Ruling(rule="56-IRR-27", remedy="lose", offender=0)):
        state = engine.evolve(state, event)

    seen = engine.view(state, None)
    assert (seen.phase, seen.score, seen.result.outcome, seen.result.bid) == ("scored", (0, 2), "adjusted", 28)
    assert engine.next_dealer(state) == 0
    assert engine.legal_actions(state, 0) == []


def test_a_match_lost_by_a_ruling_is_over_where_it_is_played():
    """56-IRR-27."""
    state = called(dealt(KER), "28S")
    before = (IrregularityRuled(rule="56-IRR-27", remedy="warn", hand=1, offender=0, side=0, player="ammini"),)
    ruling = Ruling(rule="56-IRR-27", remedy="match", offender=0, player="ammini")

    for event in rulings.rule(rulings.sheet_of(state, before), ruling):
        state = engine.evolve(state, event)

    seen = engine.view(state, None)
    assert (seen.phase, seen.finished, seen.winners) == ("finished", True, (1,))


entries = st.tuples(
    st.sampled_from(["made", "failed", "cancelled"]),
    st.builds(
        lambda seat, number, denomination, doubled: (seat, number, denomination, doubled),
        st.integers(0, 5), st.integers(28, 56), st.sampled_from(sheets.DENOMINATIONS), st.integers(0, 2),
    ),
)  # fmt: skip
any_ruling = st.builds(
    Ruling,
    rule=st.sampled_from([row.id for row in IRREGULARITIES]),
    remedy=st.sampled_from(sorted({remedy.key for row in IRREGULARITIES for remedy in row.remedies})),
    offender=st.none() | st.integers(0, 5),
    card=st.sampled_from(["", "SJ", "HQ"]),
    denomination=st.sampled_from(["", *sheets.DENOMINATIONS]),
    extra=st.integers(-1, 4),
)
endings = st.sampled_from(
    [
        {"type": "hands", "count": 3},
        {"type": "games", "best_of": 3, "target": 5, "lead": 2},
        {"type": "open"},
    ]
)


@given(name=st.sampled_from([KER, INT, STD]), ending=endings, steps=st.lists(entries | any_ruling, max_size=12))
def test_whatever_is_ruled_only_one_side_gains_and_no_score_falls(name, ending, steps):
    """56-SCORE-1, 56-IRR-14: within a hand each side's points are what it had and what the events give it."""
    sheet = opened(name, ending=ending)
    for step in steps:
        noted = sheets.contract_of(sheet.rules, 0, 40, "H", 1)
        try:
            if isinstance(step, Ruling):
                events = rulings.rule(sheet, step)
            else:
                outcome, contract = step
                played = None if outcome == "cancelled" else sheets.contract_of(sheet.rules, *contract)
                events = sheets.enter_hand(sheet, outcome, played)
        except SheetError:
            if not sheet.tally.finished:
                sheet = sheets.note_contract(sheet, noted)
            continue
        before = sheet.running
        sheet = after(sheet, events)
        awarded = [event for event in events if isinstance(event, PenaltyAwarded | HandAdjusted)]
        ended = any(isinstance(event, HandScored) for event in events)
        reached = sheet.tally.score if ended else sheet.running.score
        gained = [now - was for was, now in zip(before.score, reached, strict=True)]
        assert all(more >= 0 for more in gained)
        assert sum(more > 0 for more in gained) <= 1
        if isinstance(step, Ruling):
            assert gained == [sum(event.stake for event in awarded if event.side == side) for side in (0, 1)]
        assert sheet.running.hand == before.hand + (ended and not sheet.tally.finished)
