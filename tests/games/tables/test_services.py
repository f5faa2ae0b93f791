"""Opening tables, sitting, acting: what people do and what they are refused."""

from datetime import timedelta
from uuid import uuid4

import pytest

import engine
from clubs.models import Club, Membership, Player
from games import errors
from games.events.tables import Terms
from games.hands.announce import check_asked_for
from games.hands.history import hand_history, record
from games.models import Seat, Table
from games.tables import fair
from games.tables.selectors.access import visible_table, visible_tables
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act, commit_entropy, deal_now, give_entropy, pause_deal
from games.tables.services.recording import ConflictError
from games.tables.services.seats import leave_seat, open_table, seat_bot, take_seat
from games.tables.services.substitutes import substitute
from games.tables.view.deal import Shuffle
from tests.games.helpers.tables import START, TWO_HANDS, dealt_table, due, people, person, play_on, state_of, table_of

pytestmark = pytest.mark.django_db


def refused(kind, call, **arguments) -> str:
    """Return the code with which a call is refused."""
    with pytest.raises(kind) as refusal:
        call(**arguments)
    return refusal.value.code


def open_of(player, **terms):
    """Open a table on terms that differ from the usual ones."""
    return open_table(player=player, **{"rules": "28-kerala-4", "options": TWO_HANDS, "now": START} | terms)


def first(actions):
    """Choose the first legal action."""
    return actions[0]


def test_a_table_waits_until_it_is_full_and_then_begins_by_itself():
    players = people()
    table = open_of(players[0])
    assert Table.objects.get(pk=table.pk).status == "waiting"

    for seat in (1, 2, 3):
        take_seat(table_id=table.pk, player=players[seat], seat=seat, now=START)
    row = Table.objects.get(pk=table.pk)
    assert (row.status, row.hand_number) == ("playing", 1)
    assert due(table.pk)
    assert table_view(table.pk, players[0]).game.phase == "auction"


def test_opening_twice_by_the_same_command_opens_one_table():
    player, command = person("Ammini"), uuid4()

    assert open_of(player, command=command) == open_of(player, command=command)
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"seat": 4}, "no-such-seat"),
        ({"bots": (1, 1)}, "seat-given-twice"),
        ({"bots": (0,)}, "seat-given-twice"),
        ({"bots": (7,)}, "no-such-seat"),
        ({"terms": Terms(action_seconds=4)}, "out-of-range"),
        ({"terms": Terms(play_minutes=0)}, "out-of-range"),
        ({"terms": Terms(shown_seat=9)}, "no-such-seat"),
        ({"name": "x" * 61}, "name-too-long"),
        # What turns the line would make the lobby say something else.
        ({"name": "Table 3 \u202e dednetta"}, "name-unreadable"),
        ({"name": "a\x1b[2Jb"}, "name-unreadable"),
        ({"terms": Terms(shown_seat=1)}, "not-your-hand"),
        ({"terms": Terms(shown_seat=0), "seat": None}, "not-your-hand"),
        ({"terms": Terms(shown_seat=1), "bots": (1,)}, "not-your-hand"),
    ],
)
def test_a_table_is_not_opened_on_impossible_terms(terms, code):
    assert refused(errors.BadTerms, open_of, player=person("Ammini"), **terms) == code
    assert not Table.objects.exists()


def test_a_table_is_not_opened_by_rules_that_there_are_not():
    with pytest.raises(engine.RulesError):
        open_of(person("Ammini"), options={"starting_stakes": 0})


def test_only_members_open_a_clubs_table():
    player = person("Ammini")
    club = Club.objects.create(slug="pala", name="Pala")
    assert refused(errors.NotAllowed, open_of, player=player, club=club) == "not-a-member"

    Membership.objects.create(club=club, player=player)
    assert open_of(player, club=club).club == club


def test_a_taken_seat_and_a_second_seat_are_refused():
    players = people()
    table = open_of(players[0])

    assert refused(errors.SeatTaken, take_seat, table_id=table.pk, player=players[1], seat=0) == "seat-taken"
    assert refused(errors.SeatTaken, take_seat, table_id=table.pk, player=players[0], seat=1) == "seat-taken"
    assert refused(errors.BadTerms, take_seat, table_id=table.pk, player=players[1], seat=4) == "no-such-seat"


def test_a_table_by_invitation_exists_for_those_invited_only():
    players = people()
    table = open_of(players[0], invitation=True)
    code = table.invitation

    with pytest.raises(errors.UnknownTable):
        table_view(table.pk, players[1])
    with pytest.raises(errors.UnknownTable):
        take_seat(table_id=table.pk, player=players[1], seat=1, invitation="wrong")
    assert table not in visible_tables(players[1])
    assert table not in visible_tables(None)
    assert table_view(table.pk, players[1], invitation=code).invitation == ""
    take_seat(table_id=table.pk, player=players[1], seat=1, invitation=code)
    assert table_view(table.pk, players[1]).viewer == 1
    assert table_view(table.pk, players[0]).invitation == code


def test_the_officers_of_a_club_see_its_tables_by_invitation():
    player, director, member = people(3)
    club = Club.objects.create(slug="pala", name="Pala")
    for one, role in ((player, "player"), (director, "director"), (member, "player")):
        Membership.objects.create(club=club, player=one, role=role)
    table = open_of(player, invitation=True, club=club)

    assert visible_table(table.pk, director) == table
    assert table in visible_tables(director)
    assert table not in visible_tables(member)
    with pytest.raises(errors.UnknownTable):
        visible_table(table.pk, member)


def test_who_gets_up_before_the_game_leaves_the_seat_free():
    players = people()
    table = open_of(players[0])
    take_seat(table_id=table.pk, player=players[1], seat=1)
    leave_seat(table_id=table.pk, player=players[1])

    assert not Seat.objects.filter(table=table, number=1).exists()
    take_seat(table_id=table.pk, player=players[2], seat=1)
    assert table_view(table.pk, None).seats[1].name == "Chacko"


def test_a_bot_is_called_by_who_sits_at_the_table_and_by_nobody_else():
    players = people()
    table = open_of(players[0])

    assert refused(errors.NotAllowed, seat_bot, table_id=table.pk, player=players[1], seat=1) == "not-your-table"
    for seat in (1, 2, 3):
        seat_bot(table_id=table.pk, player=players[0], seat=seat)
    view = table_view(table.pk, players[0])
    assert view.status == "playing"
    assert [seat.bot for seat in view.seats] == [False, True, True, True]
    assert len({seat.player_id for seat in view.seats}) == 4


def test_what_the_rules_forbid_is_refused_and_changes_nothing():
    """28-AUC-2."""
    players = people()
    table = dealt_table(players)
    before = load_state(table.pk)
    turn = before.turn

    with pytest.raises(engine.IllegalAction) as refusal:
        act(table_id=table.pk, player=players[turn], action=engine.Pass(turn), expected_version=None, command=uuid4())
    assert (refusal.value.code, refusal.value.rule) == ("must-bid", "28-AUC-2")
    assert load_state(table.pk) == before


def test_nobody_acts_for_another_seat_or_without_one():
    players = people()
    table = dealt_table(players)
    turn = load_state(table.pk).turn
    bid = {"table_id": table.pk, "action": engine.Bid(turn, 14), "expected_version": None, "command": uuid4()}

    assert refused(errors.NotAllowed, act, player=players[turn - 1], **bid) == "not-your-seat"
    assert refused(errors.NotSeated, act, player=person("Eapen"), **bid) == "not-seated"


def test_an_action_on_a_version_that_is_past_is_a_conflict():
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)
    seat = state.turn
    arguments = {"table_id": table.pk, "player": players[seat]}

    with pytest.raises(ConflictError) as conflict:
        act(**arguments, action=engine.Bid(seat, 14), expected_version=state.version - 1, command=uuid4(), now=START)
    assert conflict.value.actual == state.version
    assert act(**arguments, action=engine.Bid(seat, 14), expected_version=state.version, command=uuid4(), now=START)


def test_a_command_sent_twice_is_done_once_and_answered_alike():
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)
    seat = state.turn
    command = uuid4()
    bid = {
        "table_id": table.pk,
        "player": players[seat],
        "action": engine.Bid(seat, 16),
        "expected_version": state.version,
        "command": command,
    }

    version = act(**bid)
    # In between somebody else acted: the first answer all the same.
    following = (seat + 1) % 4
    act(
        table_id=table.pk,
        player=players[following],
        action=engine.Pass(following),
        expected_version=version,
        command=uuid4(),
    )
    assert act(**bid) == version
    assert load_state(table.pk).version == version + 1


def test_a_concession_out_of_turn_ends_the_hand():
    """28-CON-1."""
    players = people()
    table = dealt_table(players)
    play_on(table, players, first, lambda state: engine.view(state.game, None).phase == "play")
    state = load_state(table.pk)
    declarer = engine.view(state.game, None).declarer
    while load_state(table.pk).turn == declarer:
        turns = load_state(table.pk).version
        play_on(table, players, first, lambda state, turns=turns: state.version > turns)
    act(
        table_id=table.pk,
        player=players[declarer],
        action=engine.Concede(declarer),
        expected_version=None,
        command=uuid4(),
    )

    view = table_view(table.pk, players[0])
    assert view.result.outcome == "conceded"
    assert view.result.sentence == f"{players[declarer].name} conceded {view.result.bid}."


def test_a_whole_game_of_people_ends_with_a_record_that_audits_clean():
    """28-END-3, 28-DEAL-3."""
    players = people()
    table = dealt_table(players)
    play_on(table, players, first, lambda state: state.ended_at is not None)

    row = Table.objects.get(pk=table.pk)
    assert (row.status, row.due_at) == ("finished", None)
    assert row.finished_at is not None
    verdict = engine.audit(record(table.pk))
    assert (verdict.verdict, len(verdict.hands), verdict.standing.finished) == ("clean", 2, True)


def test_three_play_at_a_table_of_three():
    """28-SEAT-2."""
    players = people(3)
    table = dealt_table(players)
    play_on(table, players, first, lambda state: state.ended_at is not None)

    assert engine.audit(record(table.pk)).verdict == "clean"
    assert len(table_view(table.pk, None).sides) == 3


def test_who_leaves_the_game_is_played_for_until_somebody_takes_over():
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)
    seat = state.turn
    leave_seat(table_id=table.pk, player=players[seat], now=START)
    view = table_view(table.pk, players[seat])
    assert view.viewer is None
    assert view.seats[seat].left
    assert due(table.pk)
    assert load_state(table.pk).version > state.version + 1

    eapen = person("Eapen")
    substitute(table_id=table.pk, player=eapen, seat=seat, now=START)
    view = table_view(table.pk, eapen)
    assert (view.viewer, view.takes_over, view.seats[seat].next_name) == (None, seat, "Eapen")
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)
    view = table_view(table.pk, eapen)
    assert (view.viewer, view.takes_over, view.seats[seat].left, view.seats[seat].since_hand) == (seat, None, False, 2)
    assert view.game.hand == engine.view(load_state(table.pk).game, seat).hand != ()


def test_who_got_up_sees_no_second_hand_of_the_same_deal():
    """Else one could walk around a table of bots and look into every hand."""
    ammini = person("Ammini")
    table = open_table(
        player=ammini, rules="28-kerala-4", options=TWO_HANDS, bots=(1, 2, 3), terms=Terms(action_seconds=600),
        now=START,
    )  # fmt: skip
    due(table.pk)
    leave_seat(table_id=table.pk, player=ammini, now=START)

    call = {"table_id": table.pk, "player": ammini, "now": START}
    assert "substitute" in table_view(table.pk, ammini).may
    substitute(**call, seat=0)
    leave_seat(**call)
    substitute(**call, seat=2)
    view = table_view(table.pk, ammini)
    assert (view.viewer, view.game.hand) == (None, ())
    while load_state(table.pk).is_running:
        due(table.pk)
    assert table_view(table.pk, ammini).viewer == 2


def test_the_seat_of_somebody_who_is_there_is_not_taken_over():
    players = people()
    table = dealt_table(players)

    assert refused(errors.SeatTaken, substitute, table_id=table.pk, player=person("Eapen"), seat=0) == "seat-taken"


def test_seats_that_a_tournament_gave_are_taken_over_by_nobody_but_who_left():
    players = people()
    table = open_table(
        player=players[0],
        rules="28-kerala-4",
        options=TWO_HANDS,
        seat=None,
        players=dict(enumerate(players)),
        now=START,
    )
    leave_seat(table_id=table.pk, player=players[2], now=START)

    assert "substitute" not in table_view(table.pk, person("Fathima")).may
    assert refused(errors.NotAllowed, substitute, table_id=table.pk, player=person("Eapen"), seat=2) == "seats-given"
    substitute(table_id=table.pk, player=players[2], seat=2, now=START)
    assert table_view(table.pk, players[2]).viewer == 2


def test_nothing_is_done_at_a_table_that_there_is_not():
    with pytest.raises(errors.UnknownTable):
        act(table_id=uuid4(), player=person("Ammini"), action=engine.Pass(0), expected_version=None, command=uuid4())
    with pytest.raises(errors.UnknownTable):
        take_seat(table_id=uuid4(), player=person("Beeran"), seat=0)


def test_numbers_for_the_shuffle_are_committed_to_then_opened_and_go_into_the_deal():
    players = people()
    table = table_of(players)
    late = START + timedelta(seconds=2)
    numbers = {seat: f"{seat}" * 32 for seat in (1, 2)}
    offers = {seat: offer(table, players[seat], fingerprint(table, seat, numbers[seat])) for seat in numbers}
    opened = {"table_id": table.pk, "player": players[1], "hand": 1, "now": late}
    assert shuffle(table, players[1]).wanted == "commitment"
    for seat in numbers:
        commit_entropy(**offers[seat])

    assert shuffle(table, players[1]).wanted == ""
    commit_entropy(**offers[1])  # sent again, it is done once
    another = offers[1] | {"commitment": "ab" * 32}
    assert refused(errors.WrongMoment, commit_entropy, **another) == "number-committed"
    assert refused(errors.WrongMoment, give_entropy, **opened, entropy=numbers[1]) == "numbers-not-closed"
    due(table.pk)
    assert shuffle(table, players[1]).wanted == "number"
    assert shuffle(table, players[1]).closed
    tardy = offers[1] | {"player": players[3], "now": late}
    assert refused(errors.WrongMoment, commit_entropy, **tardy) == "numbers-closed"
    assert refused(errors.WrongMoment, give_entropy, **opened, entropy="beef") == "no-number"
    assert refused(errors.WrongMoment, give_entropy, **opened, entropy="ff" * 16) == "not-your-commitment"
    give_entropy(**opened, entropy=numbers[1])
    give_entropy(**opened, entropy=numbers[1])
    assert refused(errors.WrongMoment, give_entropy, **opened, entropy="ff" * 16) == "number-given"
    due(table.pk)
    assert refused(errors.WrongMoment, give_entropy, **opened, entropy=numbers[1]) == "no-deal-awaited"

    play_on(table, players, first, lambda state: state.hand == 2)
    proof = hand_history(table.pk, 1, None).proof
    assert proof.promised == ((1, offers[1]["commitment"]), (2, offers[2]["commitment"]))
    assert (proof.numbers, proof.faults) == (((1, numbers[1]),), ()), "the second player never opened the number"


def test_with_the_last_commitment_the_list_is_closed_and_with_the_last_number_the_pause_alone_counts():
    players = people()
    table = table_of(players, pause_seconds=1)
    numbers = {seat: f"{seat + 1}" * 32 for seat in range(4)}
    for seat, player in enumerate(players):
        commit_entropy(**offer(table, player, fingerprint(table, seat, numbers[seat])))
    assert shuffle(table, players[0]).closed
    assert state_of(table).deal_at == START + timedelta(seconds=2), "as long as numbers are missing"
    for seat, player in enumerate(players):
        give_entropy(table_id=table.pk, player=player, hand=1, entropy=numbers[seat], now=START)

    assert state_of(table).deal_at == START + timedelta(seconds=1)


def test_without_a_pause_a_deal_waits_two_seconds_for_the_numbers_of_people():
    table = table_of(people(), pause_seconds=0)
    assert state_of(table).deal_at == START + timedelta(seconds=2)

    bots = open_table(player=person("Eapen"), rules="28-kerala-4", seat=None, bots=(0, 1, 2, 3), now=START)
    advance_table(table_id=bots.pk, now=START)
    state = state_of(bots)
    assert state.deal_at == state.paused_until


def fingerprint(table: Table, seat: int, number: str) -> str:
    """Return what a seat commits to a number by, for the first hand."""
    return fair.number_commitment(number, table.pk, 1, seat)


def offer(table: Table, player: Player, commitment: str) -> dict:
    """Return what a player commits to a number with, for the first hand."""
    return {"table_id": table.pk, "player": player, "hand": 1, "now": START, "commitment": commitment}


def shuffle(table: Table, player: Player) -> Shuffle:
    """Return what a player sees of the deal."""
    return table_view(table.pk, player).shuffle


def test_a_deal_is_held_back_once_and_by_one_player():
    players = people()
    table = dealt_table(players)
    play_on(table, players, first, lambda state: state.awaiting_deal)
    pause_deal(table_id=table.pk, player=players[0], now=START)
    view = table_view(table.pk, players[1])

    assert view.clock.paused_by == 0
    assert view.may == {"leave"}
    assert refused(errors.WrongMoment, pause_deal, table_id=table.pk, player=players[1]) == "paused-before"
    assert refused(errors.NotAllowed, deal_now, table_id=table.pk, player=players[1]) == "paused-by-another"
    at = load_state(table.pk).since + timedelta(minutes=1)
    assert not advance_table(table_id=table.pk, now=START + timedelta(seconds=100))
    deal_now(table_id=table.pk, player=players[0], now=at)
    assert advance_table(table_id=table.pk, now=at)
    assert table_view(table.pk, None).game.hand_number == 2


def test_a_hand_is_checked_though_nobody_can_tell_the_worker(monkeypatch, django_capture_on_commit_callbacks):
    """A broker that is away for the moment makes no mistake of what is done: the clock finds it."""

    def away(*_, **__):
        raise ConnectionError("no broker")

    monkeypatch.setattr("games.hands.announce.current_app.send_task", away)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        check_asked_for(uuid4())

    assert len(callbacks) == 1
