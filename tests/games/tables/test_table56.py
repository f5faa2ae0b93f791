"""What 56's table shows and enforces (docs/reference/table-56.md), as far as no other test holds it."""

import re
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

import engine
from games import errors, store
from games.hands.history import hand_history
from games.screen.layout import board_of
from games.tables import fair
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services import play
from games.tables.services.play import answer_claim
from games.tables.services.seats import open_table, take_seat
from games.words.events import card_words
from tests.api.calls import Caller, caller
from tests.games.helpers.secrecy import cards_in
from tests.games.helpers.tables import due, people, person, play_on, table_of

pytestmark = pytest.mark.django_db

TWO_HANDS = {"ending": {"type": "hands", "count": 2}}
ROOT = Path(__file__).parents[3]


def quiet(actions):
    """Choose a pass, else the first call or card; no double and no claim."""
    passes = [one for one in actions if isinstance(one, engine.Pass)]
    return passes[0] if passes else next(one for one in actions if isinstance(one, engine.Call | engine.Play))


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same packs every time; seat 0 calls first."""
    shuffled = fair.shuffled

    def known(deck: tuple[str, ...], *, players: int, hand: int, **_: object) -> fair.Dealt:
        dealt = shuffled(deck, players=players, secret="56" * 32, stream=UUID(int=1), hand=hand, numbers=fair.Numbers())
        return fair.Dealt(dealt.pack, players - 1)

    monkeypatch.setattr(fair, "shuffled", known)


def seen(table, seat=None):
    return engine.view(load_state(table.pk).game, seat)


def in_play(state) -> bool:
    return bool(state.hand) and engine.view(state.game, None).phase == "play"


def dealt(players, rules="56-international-4", options=None, **terms):
    """Return a table whose first hand is dealt."""
    table = table_of(players, rules=rules, options=options or TWO_HANDS, **terms)
    due(table.pk)
    return table


def act(table, players, *actions):
    """Let whoever is on turn do this, one after the other."""
    for make in actions:
        state = load_state(table.pk)
        play.act(
            table_id=table.pk, player=players[state.turn], action=make(state.turn), expected_version=None,
            command=uuid4(), now=state.since,
        )  # fmt: skip


def call(text):
    return lambda seat: engine.Call(seat, text)


def two_callers(count=4) -> tuple[list[Caller], list]:
    callers = [caller(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")[:count]]
    return callers, [one.player for one in callers]


def exits(table, who: Caller) -> dict[str, str]:
    """Return everything that leaves the server for somebody about a running hand."""
    who.client.cookies.clear()
    if who.player is not None:
        who.client.force_login(who.player.user)
    api = f"tables/{table.pk}/"
    answers = {
        "page": who.client.get(reverse("games:table", args=[table.pk])),
        "history": who.client.get(reverse("games:hand", args=[table.pk, 1])),
        "step": who.client.get(reverse("games:hand", args=[table.pk, 1]) + "?step=1"),
        "view": who.get(f"{api}view/"),
        "happenings": who.get(f"{api}happenings/"),
        "hand": who.get(f"{api}hands/1/"),
        "record": who.get(f"{api}record/"),
    }
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 200)
    return {name: answer.content.decode() for name, answer in answers.items()}


def test_a_player_picks_the_seat_and_the_name_stands_at_it():
    """56-SHOW-1."""
    ammini, beeran = people(2)
    table = open_table(player=ammini, rules="56-kerala-6", options=TWO_HANDS, seat=2, command=uuid4())
    take_seat(table_id=table.pk, player=beeran, seat=5)

    assert [seat.name for seat in table_view(table.pk, None).seats] == ["", "", "Ammini", "", "", "Beeran"]
    with pytest.raises(errors.SeatTaken):
        take_seat(table_id=table.pk, player=person("Chacko"), seat=5)


@pytest.mark.parametrize(
    ("players", "around"),
    [(4, "s e n w"), (6, "s se ne n nw sw"), (8, "s se e ne n nw w sw")],
)
def test_the_sides_alternate_around_the_table_counter_clockwise(players, around):
    """56-SHOW-2: each side has its colour and its shape."""
    table = open_table(player=person("Ammini"), rules=f"56-standard-{players}", options=TWO_HANDS, command=uuid4())
    board = board_of(table_view(table.pk, None))
    places = sorted((board.own, *board.places), key=lambda place: place.seat.number)

    assert [place.at for place in places] == around.split()
    assert [place.seat.side for place in places] == [0, 1] * (players // 2)


def test_who_opens_the_table_chooses_the_game_and_all_see_it(client):
    """56-SHOW-3, 56-SHOW-22."""
    options = {"doubling": "multiply", **TWO_HANDS}
    table = open_table(player=person("Ammini"), rules="56-international-6", options=options, command=uuid4())

    said = " ".join(client.get(reverse("games:table", args=[table.pk])).content.decode().split())
    chosen = re.search(r'id="game-chosen"> ?(.*?)</p>', said)[1]
    assert chosen.startswith("Ammini opened the table and chose the game: 56, International rules, six players.")
    assert "doubles the value" in chosen
    assert 'href="/rules/56-international-6/"' in chosen


def test_what_the_rules_forbid_is_not_taken():
    """56-SHOW-4, 56-SHOW-15: too low, out of turn, another suit than the one led, a card that was played."""
    players = people(4)
    table = dealt(players)
    act(table, players, call("30NS"))
    version = load_state(table.pk).version

    def refused(action) -> str:
        with pytest.raises(engine.IllegalAction) as refusal:
            play.act(
                table_id=table.pk, player=players[action.seat], action=action, expected_version=None, command=uuid4()
            )
        return refusal.value.code

    turn = load_state(table.pk).turn
    assert refused(engine.Call(turn, "30NT")) == "bid-too-low"
    assert refused(engine.Call((turn + 1) % 4, "31NT")) == "not-your-turn"
    assert load_state(table.pk).version == version

    play_on(table, players, quiet, in_play)

    def bound(state):
        view = engine.view(state.game, state.turn)
        return bool(view.trick) and len(view.legal) - 1 < len(view.hand)

    play_on(table, players, quiet, bound)
    view = seen(table, load_state(table.pk).turn)
    legal = {action.card for action in view.legal if isinstance(action, engine.Play)}
    other = next(card for card in view.hand if card not in legal)
    assert refused(engine.Play(view.seat, other)) == "must-follow-suit"
    laid = [played.card for played in view.trick]
    gone = next(card for card in (*laid, *engine.load_rules(view.rules).deck) if card not in view.hand)
    assert refused(engine.Play(view.seat, gone)) == "card-not-held"


def test_each_hand_is_dealt_without_anybody_asking():
    """56-SHOW-5: the first as soon as all sit, each later one after the last trick of the one before."""
    players = people(4)
    table = table_of(players, rules="56-international-4", options=TWO_HANDS)
    assert due(table.pk)
    assert seen(table).hand_number == 1

    play_on(table, players, quiet, lambda state: engine.view(state.game, None).phase == "scored")
    while seen(table).phase == "scored":
        assert due(table.pk)
    assert (seen(table).hand_number, seen(table).phase) == (2, "auction")


@pytest.mark.parametrize("tradition", ["international", "kerala", "standard"])
def test_of_the_auction_nothing_leaves_the_server_that_the_tradition_does_not_let_be_reviewed(tradition):
    """56-SHOW-10, 56-SHOW-24: each player's last call; in Kerala the last two contract bids as well."""
    callers, players = two_callers()
    table = dealt(players, rules=f"56-{tradition}-4")
    act(table, players, call("28NS"), engine.Pass, engine.Pass, engine.Pass, call("29NS"))

    for who in (*callers, Caller()):
        for name, text in exits(table, who).items():
            if name != "record":
                # Only the bare call: `28NS` stands in no other word.
                shown = "28NS" in text
                assert shown == (tradition == "kerala" and name in SHOWS_BIDS), f"{name} of {who.player}"
                assert name not in SHOWS_BIDS or "29NS" in text


SHOWS_BIDS = {"page", "history", "step", "view", "happenings", "hand"}


@pytest.mark.parametrize("tradition", ["international", "kerala", "standard"])
def test_after_the_auction_the_contract_stands_and_no_other_call(tradition):
    """56-SHOW-11, 56-SHOW-24."""
    callers, players = two_callers()
    table = dealt(players, rules=f"56-{tradition}-4")
    act(table, players, call("28NS"), call("30NS"), engine.Double, *(engine.Pass,) * 4)
    play_on(table, players, quiet, lambda state: len(engine.view(state.game, None).trick) == 1)

    assert [step.word for step in table_view(table.pk, None).game.auction] == ["call", "double"]
    for who in (*callers, Caller()):
        texts = exits(table, who)
        assert not [name for name, text in texts.items() if "28NS" in text]
        assert "doubled" in texts["page"]
        assert "30" in texts["page"]


def test_after_the_hand_everything_said_and_played_is_open():
    """56-SHOW-23: all hands, calls and cards, for later study."""
    callers, players = two_callers()
    table = dealt(players)
    act(table, players, call("28NS"), call("30NS"), engine.Double, *(engine.Pass,) * 4)
    play_on(table, players, quiet, lambda state: engine.view(state.game, None).phase == "scored")

    history = hand_history(table.pk, 1, None)
    assert [entry.call or entry.word for entry in history.auction][:3] == ["28NS", "30NS", "double"]
    assert len(history.tricks) == 12
    assert all(len(trick.cards) == 4 and trick.points is not None for trick in history.tricks)
    assert all(len(cards) == 12 for cards in history.cards)
    assert "28NS" in exits(table, callers[0])["hand"]


def test_no_card_of_a_closed_trick_leaves_the_server_once_the_next_one_lies():
    """56-SHOW-16."""
    callers, players = two_callers()
    table = dealt(players)
    closed: set[str] = set()

    def second(state):
        view = engine.view(state.game, None)
        closed.update(played.card for played in (view.last_trick.cards if view.last_trick else ()))
        return len(view.tricks) == 2 and len(view.trick) == 1

    play_on(table, players, quiet, lambda state: bool(state.hand) and second(state))

    for who in (*callers, Caller()):
        seat = None if who.player is None else players.index(who.player)
        view = seen(table, seat)
        gone = closed - {*view.hand, *(played.card for played in view.trick)}
        assert gone
        for name, text in exits(table, who).items():
            assert not gone & cards_in(text), f"{name} of seat {seat}"


def test_a_claim_that_was_refused_shows_no_card_of_its_trick_once_that_is_closed():
    """56-SHOW-16, 56-PLAY-6: the step of the claim stays in the history of the running hand, the cards do not."""
    callers, players = two_callers()
    table = dealt(players)
    play_on(table, players, quiet, lambda state: in_play(state) and len(seen(table).trick) == 2)
    closed = {played.card for played in seen(table).trick}
    act(table, players, engine.Claim)
    claimer = load_state(table.pk).claim.seat
    answer_claim(table_id=table.pk, player=players[(claimer + 1) % 4], claimer=claimer, agree=False)
    play_on(table, players, quiet, lambda state: len(seen(table).tricks) == 2 and len(seen(table).trick) == 1)

    for who in (*callers, Caller()):
        seat = None if who.player is None else players.index(who.player)
        gone = closed - {*seen(table, seat).hand, *(played.card for played in seen(table).trick)}
        assert gone
        for name, text in exits(table, who).items():
            assert not gone & cards_in(text), f"{name} of seat {seat}"


def test_the_history_of_a_running_auction_does_not_tell_by_a_later_pass_what_stood_before():
    """56-SHOW-10: the pass stands, the bid before it has been replaced by its player's next one."""
    players = people(4)
    table = dealt(players)
    act(table, players, call("28NS"), engine.Pass, call("30NS"), engine.Pass, call("31S"))

    history = hand_history(table.pk, 1, None)

    assert [(step.seat, step.bid) for step in history.steps[1:]] == [(1, None), (2, 30), (3, 30), (0, 31)]


def test_the_trick_just_taken_lies_until_the_next_card_does():
    """56-SHOW-14, 56-SHOW-16: its winner closes it by leading."""
    players = people(4)
    table = dealt(players)
    play_on(table, players, quiet, lambda state: bool(state.hand) and len(engine.view(state.game, None).tricks) == 1)

    laid = {played.card for played in seen(table).last_trick.cards}
    assert len(table_view(table.pk, None).game.last_trick.cards) == 4
    assert laid <= cards_in(exits(table, Caller())["page"])
    act(table, players, lambda seat: engine.Play(seat, seen(table, seat).hand[0]))
    assert table_view(table.pk, None).game.last_trick is None


def test_points_are_told_only_at_the_end_of_the_hand_where_they_are_counted_in_the_head():
    """56-SHOW-19."""
    callers, players = two_callers()
    table = dealt(players, running_count=False)
    play_on(table, players, quiet, lambda state: len(engine.view(state.game, None).tricks) == 3)

    for who in (*callers, Caller()):
        view = table_view(table.pk, who.player)
        assert view.game.points == ()
        assert [side.points for side in view.sides] == [None, None]
        assert [trick.points for trick in view.game.tricks] == [None, None, None]
        assert view.game.last_trick.points is None
        assert view.race is None
        history = hand_history(table.pk, 1, who.player)
        assert all(step.points == () for step in history.steps)
        texts = exits(table, who)
        assert not re.search(r'"(points|so_far)":\s*\[?\s*\d', texts["view"] + texts["hand"])
        assert "--points" not in texts["page"]
        assert not re.search(r"takes \d+ point", texts["page"])

    play_on(table, players, quiet, lambda state: engine.view(state.game, None).phase == "scored")
    view = table_view(table.pk, players[0])
    assert sum(view.game.points) == sum(side.points for side in view.sides) == 56
    assert all(trick.points is not None for trick in view.game.tricks)


def test_the_running_count_is_told_where_the_table_was_opened_so():
    """56-SHOW-19."""
    players = people(4)
    table = dealt(players)
    play_on(table, players, quiet, lambda state: len(engine.view(state.game, None).tricks) == 3)

    view = table_view(table.pk, players[0])
    assert [side.points for side in view.sides] == list(view.game.points) == list(seen(table).points)


def test_points_of_28_too_are_counted_in_the_head_where_the_table_says_so():
    players = people(4)
    table = table_of(players, options=TWO_HANDS, running_count=False)
    play_on(
        table, players, lambda actions: next((a for a in actions if not isinstance(a, engine.Concede)), actions[0]),
        lambda state: bool(state.hand) and len(engine.view(state.game, None).tricks) > 1,
    )  # fmt: skip

    assert table_view(table.pk, players[0]).game.points == ()
    history = hand_history(table.pk, 1, players[0])
    assert {(row.points, row.so_far) for row in history.tricks} == {(None, ())}


def test_the_form_offers_what_a_double_does_and_the_counting(client):
    """56-SHOW-19, 56-SHOW-22."""
    devaki = caller("Devaki")
    devaki.client.force_login(devaki.player.user)
    page = devaki.client.get(reverse("games:open")).content.decode()
    assert 'name="doubling"' in page

    wish = {
        "rules": "56-international-6", "doubling": "multiply", "ending": "hands", "hands": "2", "action_seconds": "30",
        "reserve_seconds": "60", "uncounted": "on", "silent": "on", "bots": [],
    }  # fmt: skip
    answer = devaki.client.post(reverse("games:open"), wish)
    assert answer.status_code == 302, answer.content.decode()
    terms = store.load(UUID(answer.headers["Location"].split("/")[2]))[0].event
    assert (terms.options["doubling"], terms.running_count, terms.chat) == ("multiply", False, False)


def test_stake_points_are_kept_and_shown():
    """56-SHOW-21."""
    players = people(4)
    table = dealt(players)
    play_on(table, players, quiet, lambda state: engine.view(state.game, None).phase == "scored")

    view = table_view(table.pk, None)
    assert [side.score for side in view.sides] == list(seen(table).score)
    assert sum(seen(table).score) > 0
    rows = board_of(view).result_rows
    assert [(row.before, row.after) for row in rows] == [(0, score) for score in seen(table).score]


def test_who_is_on_turn_to_call_sees_who_has_the_opening_lead():
    """56-SHOW-7, 56-SHOW-25: it stands at the seat for all, from the first call to the last card."""
    players = people(4)
    table = dealt(players)
    opener = seen(table).opener
    phases = set()

    def looked(state):
        view = table_view(table.pk, players[state.turn]) if state.turn is not None else None
        if view is not None and view.game is not None:
            assert [seat.number for seat in view.seats if seat.opener] == [opener]
            phases.add(view.game.phase)
        return engine.view(state.game, None).phase == "scored"

    play_on(table, players, quiet, looked)
    assert {"auction", "play"} <= phases


def test_a_player_on_turn_has_the_cards_of_the_trick_repeated_in_order():
    """56-SHOW-27: not who played which, and nobody else's turn."""
    callers, players = two_callers()
    table = dealt(players)
    play_on(table, players, quiet, lambda state: len(engine.view(state.game, None).trick) == 3)
    turn = load_state(table.pk).turn
    view = table_view(table.pk, players[turn])

    first, second, third = (card_words(played.card) for played in view.game.trick)
    assert board_of(view).repeated == f"{first}, {second} and {third}"
    assert 'id="repeat"' in exits(table, callers[turn])["page"]
    assert 'id="repeat"' not in exits(table, callers[(turn + 1) % 4])["page"]
    assert 'id="repeat"' not in exits(table, Caller())["page"]


def test_every_requirement_is_written_down_with_a_test_or_a_reason():
    """docs/reference/table-56.md has all 27, in order; each is held by a test, or refused with what takes its place."""
    lines = re.findall(r"^\| (56-SHOW-\d+) \|(.*)\|$", (ROOT / "docs/reference/table-56.md").read_text(), re.M)

    assert [name for name, _ in lines] == [f"56-SHOW-{number}" for number in range(1, 28)]
    for name, line in lines:
        tests = re.findall(r"`(tests/[a-z0-9_/]+\.py)::(test_\w+)`", line)
        refused = re.search(r"\brefused\b", line)
        assert tests or refused, name
        for path, test in tests:
            assert re.search(rf"^(async )?def {test}\(", (ROOT / path).read_text(), re.M), f"{name}: no {path}::{test}"
