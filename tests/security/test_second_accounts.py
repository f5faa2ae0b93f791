"""Second accounts: a substitute sees a hand only when the seat is theirs to play on, by every door.

The attack: at a table with bots a person plays one seat, and three more accounts take the bots' seats over in the
middle of a hand, look, and leave. Each account knew one hand, and the person all four.
"""

from datetime import timedelta
from random import Random

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.test import Client
from django.urls import reverse

import engine
from clubs.members.societies import join_club
from clubs.models import Club, Player
from games import errors, store
from games.events import tables as events
from games.events.base import BOOKS
from games.events.tables import Terms
from games.hands.history import hand_history
from games.models import Seat, Table
from games.screen.routing import websocket_urlpatterns
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_due_tables
from games.tables.services.play import act
from games.tables.services.seats import leave_seat, open_table, take_seat
from games.tables.services.substitutes import substitute
from games.tables.state.folding import fold_all
from tests.api.calls import Caller, caller, problem
from tests.factories import ClubFactory
from tests.games.helpers.secrecy import cards_in, known_to, shown_by, states_of
from tests.games.helpers.tables import START, TWO_HANDS, dealt_table, due, people, person, play_on
from tests.lanes import in_lanes
from tests.strategies import lively

pytestmark = pytest.mark.django_db


def in_play(state) -> bool:
    return engine.view(state.game, None).phase == "play"


def plain(actions: list[engine.Action]) -> engine.Action:
    """Bid as low as may be, then pass, and play the first card."""
    return next((action for action in actions if isinstance(action, engine.Pass)), actions[0])


def table_of_bots(host: Caller, *, friendly: bool = False, **wanted: object) -> Table:
    """Return a table of one person and three bots, where cards are being played."""
    terms = Terms(action_seconds=600, counts=() if friendly else BOOKS)
    table = open_table(
        player=host.player, rules="28-kerala-4", options=TWO_HANDS, bots=(1, 2, 3), terms=terms, **wanted
    )
    play_on(table, [host.player] * 4, plain, in_play)
    return table


@pytest.fixture
def host() -> Caller:
    return caller("Ammini")


@pytest.fixture
def others() -> list[Caller]:
    return [caller(name) for name in ("Fathima", "Gopalan", "Hamsa")]


@pytest.fixture
def club(host: Caller) -> Club:
    return ClubFactory(founder=host.player, name="Meenachil")


def doors(table: Table, one: Caller) -> dict[str, str]:
    """Return everything that the API and the pages tell somebody of a table and its running hand."""
    browser = Client()
    browser.force_login(one.player.user)
    api = ("view/", "happenings/", "record/", "hands/1/", "hands/")
    pages = {name: [table.pk] for name in ("table", "record")} | {"hand": [table.pk, 1]}
    found = {f"api {path}": one.get(f"tables/{table.pk}/{path}").content.decode() for path in api}
    return found | {
        f"page {name}": browser.get(reverse(f"games:{name}", args=args)).content.decode()
        for name, args in pages.items()
    }


def secret_of(table: Table, texts: dict[str, str]) -> dict[str, set[str]]:
    """Return the cards in each text that a spectator may not know."""
    version = store.load(table.pk)[-1].version
    open_to_all = known_to(None, states_of(table.pk)[version], shown_by(table.pk)[version])
    return {door: found for door, text in texts.items() if (found := cards_in(text) - open_to_all)}


@pytest.mark.parametrize("counts", [True, False], ids=["of the club", "of nobody"])
def test_three_accounts_see_no_hand_of_the_running_deal(host: Caller, others: list[Caller], club: Club, counts: bool):
    for one in others:
        join_club(club=club, player=one.player)
    table = table_of_bots(host, club=club if counts else None)

    for seat, one in enumerate(others, start=1):
        taken = one.post(f"tables/{table.pk}/seats/{seat}/substitute/", {})
        assert taken.status_code == 200
        assert secret_of(table, doors(table, one)) == {}
        refused = one.post(f"tables/{table.pk}/actions/", {"type": "pass"}, if_match="*")
        assert problem(refused) == (403, "not-seated"), "nor may they play it"
        assert one.post(f"tables/{table.pk}/leave/", {}).status_code == 200
    mine = doors(table, host)
    assert secret_of(table, mine).keys() >= {"api view/", "page table", "api hands/1/"}, "the doors tell of own cards"


def test_a_seat_that_was_left_shows_its_hand_to_nobody_else(host: Caller, others: list[Caller]):
    table = table_of_bots(host)
    leave_seat(table_id=table.pk, player=host.player)

    for one in others:
        substitute(table_id=table.pk, player=one.player, seat=0)
        assert secret_of(table, doors(table, one)) == {}
        leave_seat(table_id=table.pk, player=one.player)
    substitute(table_id=table.pk, player=host.player, seat=0)

    assert "api view/" in secret_of(table, doors(table, host)), "who comes back to the own seat goes on at once"


@pytest.mark.django_db(transaction=True)
async def test_no_frame_of_the_socket_shows_the_hand_either(host: Caller, others: list[Caller]):
    database = sync_to_async
    table, one = await database(table_of_bots)(host), others[0]
    scope = {
        "type": "websocket", "path": f"/ws/table/{table.pk}/", "query_string": b"", "subprotocols": [],
        "headers": [(b"host", b"localhost"), (b"accept-language", b"en")], "user": one.player.user,
    }  # fmt: skip
    line = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
    await line.send_input({"type": "websocket.connect"})
    await line.receive_output(timeout=30)
    heard = []

    await database(substitute)(table_id=table.pk, player=one.player, seat=1)
    while not any("takes-over" in text for text in heard):
        heard.append((await line.receive_output(timeout=30))["text"])
    await line.send_input({"type": "websocket.disconnect", "code": 1000})
    await line.wait(timeout=30)

    assert await database(secret_of)(table, dict(zip(map(str, range(len(heard))), heard, strict=True))) == {}


def test_the_seat_is_theirs_from_the_next_deal_on(host: Caller, others: list[Caller]):
    table, one = table_of_bots(host), others[0]
    bot = load_state(table.pk).seats[1].player
    substitute(table_id=table.pk, player=one.player, seat=1)
    waiting = table_view(table.pk, None).seats[1]

    play_on(table, [host.player] * 4, plain, lambda state: state.hand == 2)

    after = table_view(table.pk, one.player)
    assert (waiting.next_name, waiting.next_id) == ("Fathima", one.player.pk)
    assert (after.viewer, after.shuffle.wanted, after.seats[1].since_hand, after.seats[1].next_id) == (
        1,
        "commitment",
        2,
        None,
    )
    kinds = [stored.type for stored in store.load(table.pk)]
    assert kinds[-4:] == ["HandScored", "HandOpened", "PlayerSubstituted", "DealCommitted"]
    assert Seat.objects.get(table=table, number=1).player == one.player
    due(table.pk)
    assert len(table_view(table.pk, one.player).game.hand) == 4
    first, second = (hand_history(table.pk, number, None) for number in (1, 2))
    assert str(first.player_ids[1]) == bot, "the hand was dealt to the bot, and counts as its"
    assert first.held == ()
    assert [(held.seat, held.text) for held in second.held] == [
        (1, second.held[0].name),
        (1, "from hand 2: Fathima"),
    ]
    page = Client().get(reverse("games:hand", args=[table.pk, 2])).content.decode()
    assert "from hand 2: Fathima" in page


def test_the_history_says_when_a_bot_played_for_whom(others: list[Caller]):
    players = people()
    table = dealt_table(players)
    play_on(table, players, plain, in_play)
    play_on(table, players, plain, lambda state: len(engine.view(state.game, None).tricks) == 2)
    at = load_state(table.pk).since
    leave_seat(table_id=table.pk, player=players[2], now=at)
    substitute(table_id=table.pk, player=others[0].player, seat=2, now=at)
    play_on(table, players, plain, lambda state: state.hand == 2)
    players[2] = others[0].player
    play_on(table, players, plain, lambda state: state.is_running)

    def told(number: int) -> list[str]:
        return [held.text for held in hand_history(table.pk, number, None).held]

    assert told(1) == ["Chacko", "from trick 3: a bot for Chacko"]
    assert told(2) == ["Chacko", "from trick 3 of hand 1: a bot for Chacko", "from hand 2: Fathima"]


def test_a_running_hand_goes_on_though_everybody_has_left(others: list[Caller]):
    players = people()
    table = dealt_table(players)
    for player in players:
        leave_seat(table_id=table.pk, player=player, now=START)
    substitute(table_id=table.pk, player=others[0].player, seat=0, now=START)

    while load_state(table.pk).hand == 1:
        assert due(table.pk), "the table hangs"

    assert load_state(table.pk).seat_of(others[0].player.pk) == 0


def test_the_seat_of_somebody_who_comes_back_in_time_is_not_taken_over(host: Caller, others: list[Caller]):
    table, one = table_of_bots(host), others[0].player
    leave_seat(table_id=table.pk, player=host.player)
    substitute(table_id=table.pk, player=one, seat=0)

    substitute(table_id=table.pk, player=host.player, seat=0)

    state = load_state(table.pk)
    assert (state.seat_of(host.player.pk), state.next_seat_of(one.pk)) == (0, None)
    play_on(table, [host.player] * 4, plain, lambda state: state.hand == 2)
    assert load_state(table.pk).seat_of(one.pk) is None


def test_a_seat_is_promised_to_one_player_and_a_player_gets_one_seat(host: Caller, others: list[Caller]):
    table = table_of_bots(host)
    one, other = others[0].player, others[1].player
    substitute(table_id=table.pk, player=one, seat=1)

    for who, seat in ((other, 1), (one, 2), (one, 1)):
        with pytest.raises(errors.SeatTaken):
            substitute(table_id=table.pk, player=who, seat=seat)
    assert "substitute" not in table_view(table.pk, one).may
    seats = table_view(table.pk, other).seats
    assert [seat.open_to_viewer for seat in seats] == [False, False, True, True]


def test_only_members_take_a_seat_over_in_a_game_that_counts(host: Caller, others: list[Caller], club: Club):
    table, one = table_of_bots(host, club=club), others[0]
    browser = Client()
    browser.force_login(one.player.user)
    deed = {"do": "substitute:1", "version": load_state(table.pk).version}

    by_api = one.post(f"tables/{table.pk}/seats/1/substitute/", {})
    by_page = browser.post(reverse("games:deed", args=[table.pk]), deed)

    assert problem(by_api) == (403, "not-a-member")
    assert by_page.status_code == 422
    assert "Only members of Meenachil" in by_page.content.decode()
    assert "substitute" not in table_view(table.pk, one.player).may
    assert load_state(table.pk).version == deed["version"]
    join_club(club=club, player=one.player)
    assert one.post(f"tables/{table.pk}/seats/1/substitute/", {}).status_code == 200


def test_a_friendly_game_of_a_club_is_open_to_others(host: Caller, others: list[Caller], club: Club):
    table = table_of_bots(host, club=club, friendly=True)

    assert others[0].post(f"tables/{table.pk}/seats/1/substitute/", {}).status_code == 200


@pytest.mark.parametrize("gone", ["left the club", "erased"])
def test_who_may_no_longer_take_the_seat_does_not_get_it(host: Caller, others: list[Caller], club: Club, gone: str):
    one = others[0].player
    join_club(club=club, player=one)
    table = table_of_bots(host, club=club)
    substitute(table_id=table.pk, player=one, seat=1)
    if gone == "erased":
        Player.objects.filter(pk=one.pk).update(erased_at=START)
    else:
        club.memberships.filter(player=one).delete()

    play_on(table, [host.player] * 4, plain, lambda state: state.hand == 2)

    state = load_state(table.pk)
    assert (state.seat_of(one.pk), state.seats[1].bot, state.seats[1].next) == (None, True, "")
    assert any(isinstance(stored.event, events.SubstituteWithdrew) for stored in store.load(table.pk))


def test_a_tournament_lets_no_second_account_and_no_director_look(host: Caller, others: list[Caller], club: Club):
    """At a match nobody substitutes: a seat is played by its bot until its own player is back, whoever directs."""
    players = people()
    table = open_table(
        player=host.player,
        rules="28-kerala-4",
        options=TWO_HANDS,
        club=club,
        seat=None,
        players=dict(enumerate(players)),
        now=START,
    )
    due(table.pk)
    leave_seat(table_id=table.pk, player=players[2], now=START)

    for one in (host, *others):
        assert one.post(f"tables/{table.pk}/seats/2/substitute/", {}).status_code == 403
        assert secret_of(table, doors(table, one)) == {}
    substitute(table_id=table.pk, player=players[2], seat=2, now=START)
    assert table_view(table.pk, players[2]).viewer == 2, "no member of the club, and the seat is the own one"


def test_an_old_log_in_which_a_substitute_played_on_folds_as_it_happened():
    players, eapen = people(), person("Eapen")
    table = dealt_table(players)
    leave_seat(table_id=table.pk, player=players[1], now=START)
    state = load_state(table.pk)
    store.append(
        table.pk,
        expected=state.version,
        events=[events.PlayerSubstituted(1, str(eapen.pk), str(players[1].pk))],
        command=table.pk,
        actor=str(eapen.pk),
        now=START,
    )

    state = fold_all(None, store.load(table.pk))

    assert (state.seat_of(eapen.pk), state.seats[1].since, state.seats[1].next) == (1, 1, "")
    assert engine.legal_actions(state.game, state.turn)


class Coming:
    """People who come and go as they like at a table with bots, while it is played."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.choose = lively(self.chance)
        self.people = [*people(), *map(person, ("Eapen", "Fathima", "Gopalan"))]
        self.table = open_table(
            player=self.people[0], rules="28-kerala-4", options=TWO_HANDS, bots=(2, 3),
            terms=Terms(action_seconds=10), now=START,
        )  # fmt: skip
        take_seat(table_id=self.table.pk, player=self.people[1], seat=1, now=START)
        self.now = START
        self.dealt: dict[int, tuple[str, ...]] = {}

    def step(self) -> None:
        """Let somebody come, go or play, or some time pass."""
        self.now += timedelta(seconds=self.chance.choice((0, 1, 2, 8, 31)))
        who = self.chance.choice(self.people)
        view = table_view(self.table.pk, who, now=self.now)
        common = {"table_id": self.table.pk, "player": who, "now": self.now}
        restless = self.chance.random() < 0.5
        if "leave" in view.may and restless:
            leave_seat(**common)
        elif "substitute" in view.may and restless:
            substitute(**common, seat=self.chance.choice([s.number for s in view.seats if s.open_to_viewer]))
        elif view.legal:
            act(**common, action=self.choose(list(view.legal)), expected_version=view.version, command=None)
        else:
            advance_due_tables(now=self.now)

    def look(self) -> None:
        """Hold that a hand is seen by nobody but the player to whom it was dealt."""
        state = load_state(self.table.pk)
        if not state.is_running:
            return
        holders = self.dealt.setdefault(state.hand, tuple(seat.player for seat in state.seats))
        for who in self.people:
            view = table_view(self.table.pk, who, now=self.now)
            history = hand_history(self.table.pk, state.hand, who)
            assert view.viewer is None or holders[view.viewer] == str(who.pk)
            assert bool(view.game.hand) <= (view.viewer is not None)
            assert [seat for seat, cards in enumerate(history.cards) if cards] in ([], [view.viewer])


@pytest.mark.parametrize("seed", in_lanes(range(3), [0]))
def test_whoever_comes_and_goes_nobody_sees_a_hand_that_was_dealt_to_another(seed: int):
    coming = Coming(seed)
    for _ in range(70):
        coming.step()
        coming.look()

    assert coming.dealt
    kinds = {stored.type for stored in store.load(coming.table.pk)}
    assert "SubstituteNamed" in kinds
