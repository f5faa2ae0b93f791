"""Score sheets of matches at real tables: what is written on them, who may, and taking it back."""

from uuid import uuid4

import pytest

from clubs.members.societies import join_club
from clubs.models import Membership, Player
from engine.fiftysix.rulings import Ruling
from games import store
from games.errors import BadTerms, NotAllowed
from games.models import Sheet
from games.sheets import selectors, services
from games.sheets.errors import BadEntry, NotNow, UnknownSheet
from games.sheets.state import fold_all
from tests.factories import ClubFactory
from tests.games.helpers.tables import person

pytestmark = pytest.mark.django_db

SPADES = (0, 34, "S", 0)
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")


@pytest.fixture
def director() -> Player:
    return person("Devaki")


def opened(player: Player, **more: object) -> Sheet:
    said = {"rules": "56-kerala-6", "options": {"ending": {"type": "hands", "count": 3}}, "names": NAMES, "dealer": 5}
    return services.open_sheet(player=player, **{**said, **more})  # type: ignore[arg-type]


def scores(sheet: Sheet) -> list[tuple[int, ...] | None]:
    """The score after each hand that stands."""
    return [scored.score for _, scored in selectors.load_state(sheet.pk).results]


def refusal(call, *args, **named) -> tuple[str, str]:
    with pytest.raises(BadEntry) as refused:
        call(*args, **named)
    return refused.value.code, refused.value.field


def test_hands_are_entered_one_after_the_other_and_the_match_ends_by_its_ending(director):
    """56-SCORE-3, 56-DEAL-3, 56-MATCH-1."""
    sheet = opened(director)
    write = {"sheet_id": sheet.pk, "player": director}

    services.enter_hand(**write, outcome="made", contract=SPADES, points=40)
    services.enter_hand(**write, outcome="failed", contract=(1, 40, "NT", 1))
    before = selectors.load_state(sheet.pk)
    services.enter_hand(**write, outcome="made", contract=(3, 56, "H", 2), points=56)

    assert scores(sheet) == [(1, 0), (7, 0), (7, 12)]
    assert (before.sheet.running.hand, before.sheet.dealer, before.sheet.opener) == (3, 1, 2)
    state = selectors.load_state(sheet.pk)
    assert state.is_finished
    assert state.sheet.tally.winners == (1,)
    sheet.refresh_from_db()
    assert (sheet.status, sheet.hands, sheet.score, sheet.version) == ("finished", 3, [7, 12], state.version)
    assert refusal(services.enter_hand, **write, outcome="cancelled") == ("match-over", "rule")


def test_the_contract_can_be_written_down_ahead(director):
    """56-CON-1."""
    sheet = opened(director)
    services.note_contract(sheet_id=sheet.pk, player=director, contract=SPADES)

    services.enter_hand(sheet_id=sheet.pk, player=director, outcome="failed")

    ((entry, scored),) = selectors.load_state(sheet.pk).results
    assert (entry.event.told.declarer, entry.event.told.number, scored.score) == (0, 34, (0, 2))
    assert selectors.load_state(sheet.pk).sheet.contract is None


@pytest.mark.parametrize(
    ("entry", "refused"),
    [
        ({"outcome": "made"}, ("contract-missing", "declarer")),
        ({"outcome": "made", "contract": SPADES, "points": 33}, ("points-differ", "points")),
        ({"outcome": "failed", "contract": SPADES, "points": 34}, ("points-differ", "points")),
        ({"outcome": "made", "contract": SPADES, "points": 57}, ("no-such-points", "points")),
        ({"outcome": "made", "contract": (0, 27, "S", 0)}, ("no-such-number", "bid")),
        ({"outcome": "made", "contract": (0, 57, "S", 0)}, ("no-such-number", "bid")),
        ({"outcome": "made", "contract": (6, 28, "S", 0)}, ("no-such-seat", "declarer")),
        ({"outcome": "made", "contract": (0, 28, "X", 0)}, ("no-such-denomination", "denomination")),
        ({"outcome": "made", "contract": (0, 28, "S", 3)}, ("no-such-double", "doubled")),
        ({"outcome": "won", "contract": SPADES}, ("no-such-outcome", "outcome")),
        ({"outcome": "passed_out"}, ("somebody-must-bid", "outcome")),
        ({"outcome": "cancelled", "points": 3}, ("not-played", "outcome")),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_nothing_is_written(director, entry, refused):
    """56-CON-1, 56-CON-3, 56-AUC-3, 56-AUC-7."""
    sheet = opened(director)

    assert refusal(services.enter_hand, sheet_id=sheet.pk, player=director, **entry) == refused
    assert selectors.load_state(sheet.pk).version == 1


def test_by_standard_rules_a_hand_can_be_passed_out(director):
    """56-AUC-8, 56-SCORE-2, 56-DEAL-3, 56-DEAL-4: it counts, and a cancelled one does not."""
    sheet = opened(director, rules="56-standard-6")
    write = {"sheet_id": sheet.pk, "player": director}

    services.enter_hand(**write, outcome="cancelled")
    same = selectors.load_state(sheet.pk).sheet
    services.enter_hand(**write, outcome="passed_out")
    then = selectors.load_state(sheet.pk).sheet

    assert (same.dealer, then.dealer) == (5, 0)
    assert (same.tally.counted, then.tally.counted) == (0, 1)


def test_an_entry_sent_twice_is_made_once(director):
    sheet = opened(director)
    command = uuid4()
    entry = {"sheet_id": sheet.pk, "player": director, "outcome": "made", "contract": SPADES, "command": command}

    first, again = services.enter_hand(**entry), services.enter_hand(**entry)

    assert first == again
    assert len(scores(sheet)) == 1


def test_a_sheet_opened_twice_by_one_command_is_one(director):
    command = uuid4()

    assert opened(director, command=command) == opened(director, command=command)
    assert Sheet.objects.count() == 1


def test_who_has_not_seen_the_last_entry_writes_nothing(director):
    sheet = opened(director)
    services.enter_hand(sheet_id=sheet.pk, player=director, outcome="made", contract=SPADES, expected_version=1)

    with pytest.raises(store.ConflictError):
        services.enter_hand(sheet_id=sheet.pk, player=director, outcome="made", contract=SPADES, expected_version=1)

    assert len(scores(sheet)) == 1


def test_entries_are_taken_back_from_the_last_and_nothing_is_deleted(director):
    sheet = opened(director)
    write = {"sheet_id": sheet.pk, "player": director}
    services.enter_hand(**write, outcome="made", contract=SPADES)
    first = selectors.load_state(sheet.pk)
    services.enter_hand(**write, outcome="failed", contract=SPADES)
    last = selectors.load_state(sheet.pk).last

    assert refusal(services.withdraw, **write, entry=first.last.version) == ("not-the-last", "entry")
    services.withdraw(**write, entry=last.version)

    state = selectors.load_state(sheet.pk)
    assert state.standing == first.standing
    assert [entry.withdrawn for entry in state.entries] == [False, True]
    services.withdraw(**write)
    with pytest.raises(NotNow) as nothing:
        services.withdraw(**write)
    assert nothing.value.code == "nothing-to-withdraw"
    sheet.refresh_from_db()
    assert (sheet.score, sheet.hands, sheet.status) == ([0, 0], 0, "open")


def test_a_match_that_was_over_goes_on_when_its_last_hand_is_taken_back(director):
    sheet = opened(director, options={"ending": {"type": "hands", "count": 1}})
    services.enter_hand(sheet_id=sheet.pk, player=director, outcome="made", contract=SPADES)
    sheet.refresh_from_db()
    assert sheet.finished_at is not None

    services.withdraw(sheet_id=sheet.pk, player=director)

    sheet.refresh_from_db()
    assert (sheet.status, sheet.finished_at) == ("open", None)


def test_a_match_can_be_stopped_at_the_score_as_it_stands(director):
    """56-FMT-2: more stake points win when the time is over."""
    sheet = opened(director)
    services.enter_hand(sheet_id=sheet.pk, player=director, outcome="failed", contract=SPADES)

    services.stop_match(sheet_id=sheet.pk, player=director)

    assert selectors.load_state(sheet.pk).sheet.tally.winners == (1,)


def test_a_match_of_games_starts_each_game_at_nothing(director):
    """56-MATCH-2, 56-MATCH-5: the winning hand shows the final score of its game."""
    sheet = opened(director, options={"ending": {"type": "games", "best_of": 3, "target": 4, "lead": 2}})
    write = {"sheet_id": sheet.pk, "player": director}
    services.enter_hand(**write, outcome="made", contract=(0, 56, "S", 0))

    state = selectors.load_state(sheet.pk)

    assert scores(sheet) == [(4, 0)]
    assert (state.sheet.running.score, state.sheet.running.games) == ((0, 0), (1, 0))
    services.enter_hand(**write, outcome="made", contract=(2, 56, "S", 0))
    assert selectors.load_state(sheet.pk).sheet.tally.winners == (0,)


def test_the_fold_of_the_stream_is_the_state(director):
    sheet = opened(director)
    services.enter_hand(sheet_id=sheet.pk, player=director, outcome="made", contract=SPADES)

    stored = store.load(sheet.pk)

    assert [type(one.event).__name__ for one in stored] == ["SheetOpened", "HandEntered", "HandScored"]
    assert fold_all(fold_all(None, stored[:1]), stored[1:]) == selectors.load_state(sheet.pk)


def test_no_name_is_in_an_event(director):
    sheet = opened(director)

    assert not any(name in str(one.event) for one in store.load(sheet.pk) for name in NAMES)
    assert sheet.names == list(NAMES)


def test_seats_are_named_anew_and_names_are_judged(director):
    sheet = opened(director)

    services.name_seats(sheet_id=sheet.pk, player=director, names=["  Ammini ", "", "ചാക്കോ"])

    sheet.refresh_from_db()
    assert sheet.names == ["Ammini", "", "ചാക്കോ", "", "", ""]
    with pytest.raises(BadTerms) as unreadable:
        services.name_seats(sheet_id=sheet.pk, player=director, names=["Am\u202emini"])
    assert unreadable.value.field == "name_0"
    assert refusal(services.name_seats, sheet_id=sheet.pk, player=director, names=["A"] * 7) == ("names-wrong", "names")


def test_a_clubs_sheet_is_read_by_its_members_and_written_by_its_officers(director):
    club = ClubFactory(founder=director, name="Meenachil")
    member, officer, stranger = person("Beeran"), person("Chacko"), person("Eapen")
    for one in (member, officer):
        join_club(club=club, player=one)
    Membership.objects.filter(club=club, player=officer).update(role=Membership.Role.DIRECTOR)
    sheet = opened(director, club=club)

    services.enter_hand(sheet_id=sheet.pk, player=officer, outcome="cancelled")
    assert selectors.visible_sheet(sheet.pk, member) == sheet
    with pytest.raises(NotAllowed):
        services.enter_hand(sheet_id=sheet.pk, player=member, outcome="cancelled")
    with pytest.raises(UnknownSheet):
        selectors.visible_sheet(sheet.pk, stranger)
    with pytest.raises(UnknownSheet):
        selectors.visible_sheet(sheet.pk, None)
    with pytest.raises(NotAllowed):
        opened(member, club=club)


def test_ones_own_sheet_is_nobody_elses(director):
    sheet = opened(director)

    with pytest.raises(UnknownSheet):
        services.enter_hand(sheet_id=sheet.pk, player=person("Beeran"), outcome="cancelled")
    assert list(selectors.visible_sheets(director)) == [sheet]


def test_an_illegal_bid_found_during_play_loses_the_hand(director):
    """56-IRR-21: the offenders' own contract is defeated."""
    sheet = opened(director)
    write = {"sheet_id": sheet.pk, "player": director}
    services.note_contract(**write, contract=SPADES)
    before = selectors.load_state(sheet.pk)

    services.give_ruling(**write, ruling=Ruling(rule="56-IRR-21", remedy="lose", offender=0))

    assert scores(sheet) == [(0, 2)]
    services.withdraw(**write)
    assert selectors.load_state(sheet.pk).standing == before.standing
    assert [type(one.event).__name__ for one in store.load(sheet.pk)[-1:]] == ["RulingWithdrawn"]


def test_a_penalty_card_lies_open_until_it_is_played(director):
    """56-IRR-2."""
    sheet = opened(director)
    write = {"sheet_id": sheet.pk, "player": director}
    services.give_ruling(**write, ruling=Ruling(rule="56-IRR-2", remedy="penalty-card", offender=2, card="SJ"))
    assert [(card.seat, card.card) for card in selectors.load_state(sheet.pk).standing.cards] == [(2, "SJ")]

    assert refusal(services.lift_card, **write, seat=2, card="HJ") == ("no-such-card", "card")
    services.lift_card(**write, seat=2, card="SJ")

    assert selectors.load_state(sheet.pk).standing.cards == ()


def test_after_a_misdeal_the_same_dealer_deals_again(director):
    """56-IRR-1, 56-DEAL-4."""
    sheet = opened(director)

    services.give_ruling(sheet_id=sheet.pk, player=director, ruling=Ruling(rule="56-IRR-1", remedy="redeal"))

    state = selectors.load_state(sheet.pk)
    assert (state.sheet.running.hand, state.sheet.dealer, state.sheet.tally.counted) == (2, 5, 0)
