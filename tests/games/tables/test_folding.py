"""The fold of a table, and tables at which people do whatever they like."""

from datetime import timedelta
from random import Random

import pytest

import engine
from games import errors, store
from games.events import tables as events
from games.events.tables import Terms
from games.hands import history as history_selectors
from games.hands.history import hand_history
from games.models import Seat, Table
from games.tables import fair
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_due_tables
from games.tables.services.play import act, commit_entropy, deal_now, give_entropy, pause_deal, return_to_seat
from games.tables.services.seats import leave_seat, open_table, seat_bot, take_seat
from games.tables.services.substitutes import substitute
from games.tables.state.folding import fold, fold_all
from games.tables.view.table import TableView
from tests.games.helpers.tables import START, TWO_HANDS, due, people, person
from tests.lanes import in_lanes
from tests.strategies import lively

pytestmark = pytest.mark.django_db

GUESTS = ("Eapen", "Fathima", "Govindan")


class Whim:
    """People who do at random what the page offers them, and more; time passes as it likes."""

    def __init__(self, seed: int, players: int) -> None:
        self.chance = Random(seed)
        self.choose = lively(self.chance)
        self.numbers: dict[object, str] = {}
        self.people = [*people(players), *map(person, GUESTS)]
        self.table = open_table(
            player=self.people[0],
            rules=f"28-kerala-{players}",
            options=TWO_HANDS,
            terms=Terms(action_seconds=10, reserve_seconds=20, shown_seat=0),
            now=START,
        )
        self.now = START

    def step(self) -> None:
        """Let something happen."""
        self.now += timedelta(seconds=self.chance.choice((0, 1, 1, 2, 8, 31)))
        who = self.chance.choice(self.people)
        view = table_view(self.table.pk, who, now=self.now)
        common = {"table_id": self.table.pk, "player": who, "now": self.now}
        if view.legal and self.chance.random() < 0.8:
            act(**common, action=self.choose(list(view.legal)), expected_version=view.version, command=None)
        elif view.shuffle is not None and view.shuffle.wanted:
            self.mix(view, common)
        elif view.may and self.chance.random() < 0.5:
            self.do(self.chance.choice(sorted(view.may)), common)
        else:
            advance_due_tables(now=self.now)

    def mix(self, view: TableView, common: dict) -> None:
        """Commit to a number for the shuffle, or open it; what a player who has got up committed to stays shut."""
        hand, seat = view.shuffle.hand, view.viewer
        number = self.numbers.setdefault((hand, common["player"].pk), self.chance.randbytes(16).hex())
        commitment = fair.number_commitment(number, self.table.pk, hand, seat)
        if view.shuffle.wanted == "commitment":
            commit_entropy(**common, hand=hand, commitment=commitment)
        elif (seat, commitment) in view.shuffle.promised:
            give_entropy(**common, hand=hand, entropy=number)

    def do(self, what: str, common: dict) -> None:
        """Do one of the things of `TableView.may`."""
        seat = self.chance.randrange(len(load_state(self.table.pk).seats))
        calls = {
            "sit": lambda: take_seat(**common, seat=seat),
            "bot": lambda: seat_bot(**common, seat=seat),
            "leave": lambda: leave_seat(**common),
            "substitute": lambda: substitute(**common, seat=seat),
            "pause": lambda: pause_deal(**common),
            "deal": lambda: deal_now(**common),
            "return": lambda: return_to_seat(**common),
        }
        try:
            calls[what]()
        except errors.SeatTaken:
            assert what in ("sit", "bot", "substitute")
        except errors.WrongMoment as refused:
            if (what, refused.code) != ("substitute", "knows-another-hand"):
                raise


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", in_lanes(range(4), [0]))
def test_whatever_people_do_the_table_ends_and_its_record_is_clean(seed, players):
    """28-END-3, 28-AUD-8."""
    whim = Whim(seed, players)
    for _ in range(60):
        whim.step()
        assert_row_is_state(whim.table)
    # Then all of them go to sleep.
    while due(whim.table.pk):
        assert_row_is_state(whim.table)

    assert Table.objects.get(pk=whim.table.pk).status in ("finished", "closed")
    record = history_selectors.record(whim.table.pk)
    assert engine.audit(record).verdict == "clean"
    history = [hand_history(whim.table.pk, hand, None) for hand in range(1, len(record.hands) + 1)]
    assert all(hand.proof.holds for hand in history)


def assert_row_is_state(table: Table) -> None:
    """Compare a table's row and seats with what its events make of it."""
    row = Table.objects.get(pk=table.pk)
    state = fold_all(None, store.load(table.pk))
    assert (row.version, row.status, row.hand_number) == (state.version, state.status, state.hand)
    assert row.due_at == state.due_at(0)
    assert (row.due_at is None) == (row.status in ("finished", "closed"))
    seated = {seat.number: str(seat.player_id) for seat in Seat.objects.filter(table=table)}
    assert seated == {number: seat.player for number, seat in enumerate(state.seats) if seat.player and not seat.left}
    assert load_state(table.pk) == state


def test_a_table_begins_with_its_terms():
    """The first event of a stream says what is played; without it there is no table."""
    table = open_table(player=person("Ammini"), rules="28-kerala-4", options={}, now=START)
    stored = store.load(table.pk)

    assert isinstance(stored[0].event, events.TableOpened)
    assert fold_all(None, []) is None
    with pytest.raises(TypeError):
        fold(None, stored[1])
