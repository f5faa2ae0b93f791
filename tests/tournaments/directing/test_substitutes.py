"""A player of the squad takes over a seat while a match is played: at its table, on its sheet, and in later games."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

import engine
from clubs.members.guests import add_guest
from clubs.members.offices import suspend_member
from clubs.models import Club, Player
from games import store
from games.errors import NotAllowed, NotSeated, SeatTaken
from games.events.tables import PlayerSubstituted, SubstituteNamed
from games.models import Sheet, Table
from games.tables.selectors.live import table_view
from games.tables.services.play import act
from games.tables.services.seats import leave_seat
from games.tables.services.substitutes import substitute
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tests.tournaments.helpers.matches import (
    check_replay,
    dealt,
    match_of_people,
    play_hand,
    sitting,
    table_of_match,
)
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import NameStaff
from tournaments.deeds.playing import ReportGame, Substitute
from tournaments.directing.acting import act as do_deed
from tournaments.directing.acting import undo
from tournaments.directing.entering import enter
from tournaments.directing.following import follow, follow_all
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend, tend_due
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame

pytestmark = pytest.mark.django_db(transaction=True)


def comes_in(player: Player, replaced: Player, entrant: int = 1) -> Substitute:
    return Substitute(match=1, entrant=entrant, player=str(player.pk), replaced=str(replaced.pk))


def seat_of(player: Player) -> int | None:
    return table_of_match().seat_of(player.pk)


def test_between_two_hands_a_substitute_sits_down_at_once(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    seat = seat_of(beeran)
    do(cup, ammini, comes_in(chacko, beeran))
    assert seat_of(beeran) == seat, "the deed itself writes at no table"
    tend(cup.pk)
    assert seat_of(chacko) == seat
    state = dealt()
    assert sorted(sitting(state)) == ["Ammini", "Chacko", "Devaki", "Eapen"]
    assert table_view(state.stream, chacko).game.hand, "the substitute has the cards of the next hand"
    assert MatchGame.objects.get().owed == 0
    assert tend(cup.pk) == 0
    assert table_of_match().version == state.version
    check_replay(state)


def test_during_a_hand_the_replaced_player_plays_on_and_the_substitute_sees_no_card(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    state = dealt()
    seat = seat_of(beeran)
    do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    state = table_of_match()
    assert (state.seat_of(beeran.pk), state.next_seat_of(chacko.pk)) == (seat, seat)
    view = table_view(state.stream, chacko)
    assert (view.viewer, view.game.hand, view.may) == (None, (), frozenset())
    with pytest.raises(NotAllowed) as refused:
        leave_seat(table_id=state.stream, player=chacko)
    assert refused.value.code == "named-by-tournament"
    with pytest.raises(NotSeated):
        act(
            table_id=state.stream,
            player=chacko,
            action=engine.legal_actions(state.game, state.turn)[0],
            expected_version=None,
            command=uuid4(),
        )
    state = play_hand()
    assert (state.seat_of(chacko.pk), state.seat_of(beeran.pk)) == (seat, None)
    dealt()
    assert table_view(state.stream, beeran).viewer is None
    assert table_view(state.stream, chacko).game.hand
    play_hand()
    sitting(table_of_match())
    check_replay(table_of_match())


def test_a_substitute_is_told_who_plays_the_hand_and_is_offered_no_way_out_that_is_refused(
    client: Client, club: Club, director: Player
):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    dealt()
    do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    client.force_login(chacko.user)
    page = reverse("games:table", args=[table_of_match().stream])

    def shown() -> str:
        return " ".join(client.get(page).content.decode().split()).partition('id="takes-over"')[2]

    assert "Beeran plays this hand to its end" in shown()
    assert "Do not take over the seat" not in shown()
    leave_seat(table_id=table_of_match().stream, player=beeran)
    assert "until then a bot plays it" in shown()
    assert "Do not take over the seat" not in shown()


def test_a_bot_plays_the_hand_to_its_end_for_a_replaced_player_who_has_gone(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    dealt()
    do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    state = table_of_match()
    seat = state.seat_of(beeran.pk)
    leave_seat(table_id=state.stream, player=beeran)
    with pytest.raises(SeatTaken):
        substitute(table_id=state.stream, player=beeran, seat=seat)
    assert "substitute" not in table_view(state.stream, beeran).may
    assert play_hand().seat_of(chacko.pk) == seat
    check_replay(table_of_match())


def test_a_substitute_who_is_not_of_the_club_plays_where_the_match_counts(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin", match=MatchPlan(hands=2)), bots=False, squad=3)
    squads = [[PlayerFactory(name=f"{team} {n}", password="x") for n in "abc"] for team in ("North", "South")]
    for squad in squads:
        enter(cup, by=director, players=squad, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    dealt()
    do(cup, director, comes_in(squads[0][2], squads[0][1]))
    tend(cup.pk)
    assert not Table.objects.get().friendly
    assert play_hand().seat_of(squads[0][2].pk) is not None


def test_a_substitution_taken_back_gives_the_seat_back(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    dealt()
    done = do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    state = table_of_match()
    assert (state.next_seat_of(chacko.pk), state.seat_of(beeran.pk) is not None) == (None, True)
    play_hand()
    assert "Beeran" in sitting(table_of_match())
    done = do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    assert "Chacko" in sitting(table_of_match())
    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    assert "Beeran" in sitting(table_of_match())
    check_replay(table_of_match())


def test_a_player_who_came_out_comes_in_again_at_another_seat(club: Club, director: Player):
    """The second change needs the first one's seat, which is free with the next deal only."""
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    dealt()
    first, second = seat_of(ammini), seat_of(beeran)
    do(cup, director, comes_in(chacko, ammini), comes_in(ammini, beeran))
    tend(cup.pk)
    assert table_of_match().next_seat_of(chacko.pk) == first
    assert MatchGame.objects.get().owed
    play_hand()
    assert tend_due() == 1
    assert (seat_of(chacko), seat_of(ammini), seat_of(beeran)) == (first, second, None)
    assert MatchGame.objects.get().owed == 0
    sitting(table_of_match())
    check_replay(table_of_match())


def test_another_substitute_may_be_named_before_the_next_deal(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director, squad=4)
    dealt()
    do(cup, director, comes_in(chacko, beeran), comes_in(beeran, chacko), comes_in(chacko, ammini))
    tend(cup.pk)
    state = table_of_match()
    assert state.next_seat_of(chacko.pk) == state.seat_of(ammini.pk)
    play_hand()
    assert {"Beeran", "Chacko"} < set(sitting(table_of_match()))
    check_replay(table_of_match())


def test_a_suspended_player_and_a_house_bot_come_in_nowhere(club: Club, director: Player):
    cup, ((_, beeran, chacko), _) = match_of_people(club, director)
    suspend_member(club=club, by=director, player=chacko, reason="stakes unpaid")
    with pytest.raises(Refused) as refused:
        do(cup, director, comes_in(chacko, beeran))
    assert refused.value.code == "suspended"
    with pytest.raises(Refused) as refused:
        do(cup, director, comes_in(PlayerFactory(bot=True), beeran))
    assert refused.value.code == "house-bot"


def test_two_workers_seat_a_substitute_once(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director)
    do(cup, ammini, comes_in(chacko, beeran))
    stream = MatchGame.objects.get().pk

    def work(_: int) -> None:
        try:
            follow(stream)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    came = [one for one in store.load(stream) if isinstance(one.event, PlayerSubstituted | SubstituteNamed)]
    assert [one.event.player for one in came] == [str(chacko.pk)]
    assert follow_all(cup.pk) == 0
    assert "Chacko" in sitting(table_of_match())


def test_games_called_later_seat_the_substitute(club: Club, director: Player):
    cup, ((ammini, beeran, chacko), _) = match_of_people(club, director, plan=MatchPlan(hands=1, games=2))
    do(cup, ammini, comes_in(chacko, beeran))
    tend(cup.pk)
    dealt()
    play_hand()
    assert take_results() == 1
    tend(cup.pk)
    assert MatchGame.objects.count() == 2
    (seated,) = [side for side in state_of(cup).matches[1].seated if str(chacko.pk) in side]
    assert set(seated) == {str(ammini.pk), str(chacko.pk)}
    assert MatchGame.objects.get(game=2).opened_at is not None
    names = {Player.objects.get(pk=seat.player).name for seat in table_of_match(2).seats}
    assert {"Ammini", "Chacko"} < names


def test_on_a_sheet_the_seat_gets_the_name_of_the_substitute(club: Club, director: Player):
    states.forget_all()
    plan = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))
    cup = opened(club, director, plan, rules="56-kerala-4", engine=engine.VERSION, bots=False, squad=3)
    squads = [[add_guest(club=club, by=director, name=f"Guest {n}{a}") for a in "abc"] for n in (1, 2)]
    for squad in squads:
        enter(cup, by=director, players=squad, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    sheet = Sheet.objects.get()
    sheet.names = ["Kuttan" if name == "Guest 2a" else name for name in sheet.names]
    sheet.save()
    do(cup, director, comes_in(squads[0][2], squads[0][0]))
    tend(cup.pk)
    sheet.refresh_from_db()
    assert set(sheet.names) == {"Guest 1c", "Guest 1b", "Kuttan", "Guest 2b"}


def test_the_match_page_has_the_form_for_the_own_captain_and_the_staff(club: Club, director: Player, client: Client):
    cup, ((ammini, beeran, chacko), (devaki, eapen, _)) = match_of_people(club, director)
    officer, keeper = (PlayerFactory(name=name, password="x") for name in ("Gouri", "Hari"))
    do(cup, director, NameStaff(player=str(officer.pk), role="assistant"))
    do(cup, director, NameStaff(player=str(keeper.pk), role="scorer"))
    page = reverse("tournaments:match", args=[cup.slug, 1])

    def offered(player: Player) -> int:
        client.force_login(player.user)
        return client.get(page).content.decode().count("&quot;Substitute&quot;")

    people = (director, officer, ammini, devaki, keeper, beeran, eapen)
    assert [offered(player) for player in people] == [2, 2, 1, 1, 0, 0, 0]
    for player in (devaki, keeper, beeran):
        with pytest.raises(Refused) as refused:
            do(cup, player, comes_in(chacko, beeran))
        assert refused.value.code == "not-your-entrant"
    do_deed(cup, comes_in(chacko, beeran), by=officer, command=uuid4())


def test_there_is_no_form_when_no_game_is_played(club: Club, director: Player, client: Client):
    cup, _ = match_of_people(club, director, plan=MatchPlan(hands=24, place="desk"))
    do(cup, director, ReportGame(match=1, points=(3, 1)))
    client.force_login(director.user)
    page = client.get(reverse("tournaments:match", args=[cup.slug, 1])).content.decode()
    assert "&quot;Substitute&quot;" not in page
