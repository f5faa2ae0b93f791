"""People who play without an account: at tables, in practices, and what becomes of it when they make one."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.accounts import visitors
from clubs.accounts.visitors import (
    adopt_visiting_player,
    make_visiting_player,
    prune_visiting_players,
    settle_visiting_player,
)
from clubs.models import Player, User
from clubs.people.selectors import ids_of
from clubs.people.services import make_player
from clubs.privacy.selectors import hidden_players
from clubs.privacy.services.erasing import carry_out_due
from clubs.privacy.tasks import tend
from clubs.tasks import prune
from games.events.tables import Terms
from games.models import GamePlayer, Practice, Rating, Seat, Table
from games.players.ratings.services import compute_ratings, update_ratings
from games.store import projector
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.chat import write_message
from games.tables.services.seats import leave_seat, open_table, take_seat
from games.tables.services.substitutes import substitute
from tests.factories import PlayerFactory, UserFactory
from tests.games.helpers.played import begun, club_of, hand, happens
from tests.games.helpers.tables import due, play_on
from tests.markup import tight

pytestmark = pytest.mark.django_db

ONE_HAND = {"ending": {"type": "hands", "count": 1}}
TWO_HANDS = {"ending": {"type": "hands", "count": 2}}
PASSWORD = "a cow in the paddy field"


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    cache.clear()


def account(name: str) -> Player:
    """Make a player with an account."""
    return PlayerFactory(name=name, password=PASSWORD)


@pytest.fixture
def host() -> Player:
    """A player who opens tables."""
    return account("Annamma")


def waiting(host: Player, **terms: object) -> Table:
    """A table with three bots and a free seat."""
    wanted = {"rules": "28-kerala-4", "options": TWO_HANDS, "seat": None, "bots": (1, 2, 3), **terms}
    return open_table(player=host, **wanted)


def sit(client: Client, table: Table, name: str = "Kochouseph", **more: str):
    """Sit down as a visitor, by the form on the table's page."""
    return client.post(reverse("games:sit", args=[table.pk]), {"name": name, **more})


def visitor(name: str = "Kochouseph") -> Player:
    """The visiting player of a name."""
    return Player.objects.get(name=name, visited_at__isnull=False)


def visitor_of(player: Player) -> Player | None:
    """The visiting player that an account has taken over."""
    return Player.objects.filter(merged_into=player).first()


def sign_up(client: Client, name: str, path: str = "/"):
    """Make an account in a browser, and sign in with it."""
    said = {"name": name, "email": f"{name.lower()}@example.org", "password1": PASSWORD, "next": path}
    made = client.post(reverse("account_signup"), said)
    assert made["Location"].startswith(reverse("account_login"))
    return client.post(made["Location"], {"login": said["email"], "password": PASSWORD})


def sign_in(client: Client, player: Player, path: str = "/"):
    """Sign in in a browser."""
    return client.post(reverse("account_login"), {"login": player.user.email, "password": PASSWORD, "next": path})


def act_for(table: Table, client: Client, seat: int = 0) -> int:
    """Press something legal at a table whose turn it is the visitor's; return the status."""
    while (state := load_state(table.pk)).turn != seat:
        assert due(table.pk), "the table hangs"
    action = engine.legal_actions(state.game, seat)[0]
    fields = {"version": state.version, "do": type(action).__struct_config__.tag}
    if isinstance(action, engine.Bid):
        fields["value"] = action.value
    elif hasattr(action, "card"):
        fields["do"] += f":{action.card}"
    return client.post(reverse("games:deed", args=[table.pk]), fields).status_code


def go_on(table: Table, player: Player, until) -> None:
    """Play on at seat 0, the others being bots."""
    play_on(table, [player], lambda actions: actions[-1], until)


def test_a_visitor_sits_down_by_a_name_and_plays(host, client):
    table = waiting(host)
    page = client.get(reverse("games:table", args=[table.pk])).content.decode()

    answer = sit(client, table, "  Kochouseph  ")

    assert 'name="name"' in page
    assert "Sit down" in page
    assert answer.status_code == 302
    seat = Seat.objects.get(table=table, number=0)
    assert seat.player.name == "Kochouseph"
    assert seat.player.is_visiting
    assert seat.player.user is None
    due(table.pk)
    version = load_state(table.pk).version
    assert act_for(table, client) == 302
    assert load_state(table.pk).version > version
    page = client.get(reverse("games:table", args=[table.pk])).content.decode()
    assert "You play without an account" in page
    assert 'id="join"' not in page


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "This field is required"),
        ("Annamma", "already a player called Annamma"),
        ("annamma", "already a player called annamma"),
        ("Anna\u200dmma", "Use only letters"),
        ("\u200cAnnamma", "Use only letters"),
        ("\uff21nnamma", "already a player called"),
        ("\u202eRavi", "Use only letters"),
        ("...", "at least one letter"),
        ("x" * 41, "At most 40 characters"),
    ],
)
def test_a_name_that_is_somebodys_or_cannot_be_read_is_refused(host, client, name, said):
    table = waiting(host)

    answer = sit(client, table, name)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Player.objects.filter(visited_at__isnull=False).exists()
    assert not Seat.objects.filter(table=table, number=0).exists()


def test_nobody_at_a_table_has_the_name_of_another(host, client):
    table = waiting(host, bots=(1, 2))
    sit(Client(), table, "Ravi")

    answer = sit(client, table, "ravi")

    assert answer.status_code == 422
    assert "has this name" in answer.content.decode()
    assert sit(client, table, "\uff32avi").status_code == 422, "which looks the same"
    assert sit(client, table, "Ravi K.").status_code == 302


def test_nobody_takes_the_name_of_another_at_the_own_table_by_way_of_a_second_table(host, client):
    first, second = waiting(host, bots=(2, 3)), waiting(host, bots=(2, 3))
    sit(Client(), first, "Ravi")
    sit(client, first, "Mathai")
    sit(Client(), second, "Mathai")

    answer = sit(client, second, "Ravi")

    assert answer.status_code == 422
    assert "has this name" in answer.content.decode()
    assert [seat.name for seat in table_view(first.pk, None).seats[:2]] == ["Ravi", "Mathai"]
    assert sit(client, second, "Ravi K.").status_code == 302


def test_a_visiting_player_is_marked_at_the_table_and_in_the_history(host, client):
    table = waiting(host, options=ONE_HAND)
    sit(client, table)
    go_on(table, visitor(), lambda state: state.ended_at is not None)

    view = table_view(table.pk, host)
    page = client.get(reverse("games:hand", args=[table.pk, 1])).content.decode()

    assert [seat.visiting for seat in view.seats] == [True, False, False, False]
    assert "Kochouseph (visitor)" in page


def test_a_game_that_counts_in_a_club_needs_an_account_and_says_so(host, client):
    table = waiting(host, club=club_of(host))
    page = client.get(reverse("games:table", args=[table.pk])).content.decode()

    refused = sit(client, table)
    client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    forged = client.post(reverse("games:deed", args=[table.pk]), {"do": "sit:0", "version": 4})

    assert "you need an account to sit down" in page
    assert 'id="id_name"' not in page
    assert refused.status_code == forged.status_code == 422
    assert not Seat.objects.filter(table=table, number=0).exists()


def test_a_friendly_game_of_a_club_needs_none(host, client):
    table = waiting(host, club=club_of(host), terms=Terms(counts=()))

    assert sit(client, table).status_code == 302


def test_a_table_by_invitation_needs_its_link(host, client):
    table = waiting(host, invitation=True)

    assert sit(client, table).status_code == 404
    assert sit(client, table, invitation="guessed").status_code == 404
    assert not Player.objects.filter(visited_at__isnull=False).exists()
    assert sit(client, table, invitation=table.invitation).status_code == 302


def shows_no_hand(browser: Client, table: Table) -> bool:
    """Tell whether the place of the reader's own hand is empty on the page of a table."""
    page = browser.get(reverse("games:table", args=[table.pk])).content.decode()
    return '<ol id="hand" hidden></ol>' in tight(page)


def test_another_browser_cannot_act_for_a_visitor(host, client):
    table = waiting(host)
    sit(client, table)
    other = Client()
    other.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    while load_state(table.pk).turn != 0:
        due(table.pk)
    version = load_state(table.pk).version

    for stranger in (Client(), other):
        stranger.cookies["visiting_player"] = str(visitor().pk)
        assert act_for(table, stranger) == 422
        assert shows_no_hand(stranger, table)

    assert not shows_no_hand(client, table)
    assert load_state(table.pk).version == version


def test_the_session_key_changes_when_a_visitor_sits_down(host, client):
    """A session planted in a browser gives no control of its visiting player."""
    table = waiting(host)
    client.get("/")
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key

    sit(client, table)

    assert client.session.session_key != before


def test_forms_are_refused_without_their_token(host):
    table = waiting(host)

    assert sit(Client(enforce_csrf_checks=True), table).status_code == 403
    assert not Player.objects.filter(visited_at__isnull=False).exists()


def test_a_visitor_takes_no_seat_over_in_a_running_game_but_the_own(host, client):
    table = waiting(host)
    sit(client, table)
    due(table.pk)
    other = Client()
    other.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    Player.objects.filter(name="", visited_at__isnull=False).update(name="Somebody")

    refused = other.post(reverse("games:deed", args=[table.pk]), {"do": "substitute:1", "version": 9})
    client.post(reverse("games:deed", args=[table.pk]), {"do": "leave", "version": 9})
    left = load_state(table.pk)
    back = client.post(reverse("games:deed", args=[table.pk]), {"do": "substitute:0", "version": 9})

    assert refused.status_code == 422
    assert "You need an account to take over a seat" in refused.content.decode()
    assert left.seats[0].left
    assert back.status_code == 302
    assert not load_state(table.pk).seats[0].left


def test_too_many_visitors_from_one_address_are_refused(host, client, settings):
    settings.LELAM_VISITORS = 2
    table = waiting(host, bots=())
    sit(Client(), table, "First")
    Client().post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})

    seated = sit(client, table, "Third")
    practised = client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})

    for answer in (seated, practised):
        assert answer.status_code == 422
        assert "Too many people" in answer.content.decode()
    assert Player.objects.filter(visited_at__isnull=False).count() == 2


def test_a_visiting_player_has_no_page_and_stands_in_no_list(host, client):
    table = waiting(host, options=ONE_HAND)
    sit(client, table)
    one = visitor()
    signed_in = Client()
    signed_in.force_login(host.user)

    for page in ("clubs:player", "games:player_figures", "games:player_hands", "games:player_rating"):
        assert signed_in.get(reverse(page, args=[one.pk])).status_code == 404
    assert signed_in.get(f"/api/players/{one.pk}/").status_code == 404
    assert "Kochouseph" not in signed_in.get("/api/players/?search=Koch").content.decode()
    for matter in ("lists", "results", "rating", "histories"):
        assert one in hidden_players(host, matter)
    assert make_player(name="Kochouseph").name == "Kochouseph", "a visitor keeps no name from anybody"


def test_a_game_with_a_visitor_is_rated_once_an_account_has_taken_it_over(host):
    one = make_visiting_player(name="Kochouseph")
    others = [account(name) for name in ("Beeran", "Chacko")]
    stream = begun([host, one, *others])
    happens(
        stream,
        hand(1, (1, -1)),
        engine.GameFinished((0,)),
    )
    projector.run_all()

    compute_ratings()
    before = Rating.objects.count()
    adopt_visiting_player(visitor=one, user=UserFactory(email="koch@example.org"), name="Kochouseph")
    settle_visiting_player(user=User.objects.get(email="koch@example.org"))
    update_ratings()

    assert before == 0
    assert set(Rating.objects.values_list("player", flat=True)) == {host.pk, one.pk, *(other.pk for other in others)}


# Taken over


def test_a_new_account_keeps_the_seat_the_hands_and_the_practices(host, client):
    table = waiting(host)
    sit(client, table)
    client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    practice = Practice.objects.get()
    one = visitor()
    go_on(table, one, lambda state: state.hand == 2)
    form = client.get(reverse("account_signup")).content.decode()

    answer = sign_up(client, "Ouseph", f"/tables/{table.pk}/")

    assert 'value="Kochouseph"' in form
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{table.pk}/"
    player = Player.objects.get(user__email="ouseph@example.org")
    assert player.pk == one.pk
    assert player.name == "Ouseph"
    assert not player.is_visiting
    assert act_for(table, client) == 302
    assert client.get(reverse("games:practice", args=[practice.pk])).status_code == 200
    page = client.get(reverse("games:hand", args=[table.pk, 1])).content.decode()
    assert "Ouseph" in page
    assert "(visitor)" not in page
    projector.run_all()
    assert GamePlayer.objects.filter(player=player).count() == 1


def test_a_visitor_plays_on_while_the_address_is_confirmed(host, client):
    """The account is there, and its owner looks for the code in the mail."""
    table = waiting(host)
    sit(client, table)
    one = visitor()
    user = UserFactory(name="Ouseph", password=PASSWORD)
    adopt_visiting_player(visitor=one, user=user, name="Ouseph")

    assert act_for(table, client) == 302
    client.force_login(user)
    assert not Player.objects.get(pk=one.pk).is_visiting
    assert act_for(table, client) == 302
    assert Client().get(reverse("games:table", args=[table.pk])).status_code == 200


def test_signing_in_takes_over_the_running_seat_the_history_and_the_practices(host, client):
    table, ended = waiting(host), waiting(host, options=ONE_HAND, invitation=True)
    sit(client, ended, invitation=ended.invitation)
    one = visitor()
    go_on(ended, one, lambda state: state.ended_at is not None)
    client.post(reverse("games:sit", args=[table.pk]))
    client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    practice = Practice.objects.get()
    go_on(table, one, lambda state: state.hand == 2)
    cards = load_state(table.pk).cards
    ravi = account("Ravi")

    answer = sign_in(client, ravi, f"/tables/{table.pk}/")

    assert answer.status_code == 302
    one.refresh_from_db()
    assert one.merged_into == ravi
    assert one.name == "Ravi"
    assert not one.is_visiting
    state = load_state(table.pk)
    assert state.seat_of(ravi.pk) == 0
    assert state.cards == cards
    assert act_for(table, client) == 302
    assert client.get(reverse("games:practice", args=[practice.pk])).status_code == 200
    elsewhere = Client()
    elsewhere.force_login(ravi.user)
    assert elsewhere.get(reverse("games:hand", args=[ended.pk, 1])).status_code == 200, "a table by invitation"
    play_on(table, [ravi], lambda actions: actions[-1], lambda state: state.ended_at is not None)
    projector.run_all()
    rows = GamePlayer.objects.filter(player__in=ids_of(ravi), game__stream=table.pk)
    assert [(row.player_id, row.hands) for row in rows] == [(ravi.pk, 2)], "one game of one person"


def test_a_seat_at_a_table_that_waits_goes_over_too(host, client):
    table = waiting(host, bots=(1, 2))
    sit(client, table)

    sign_in(client, ravi := account("Ravi"))

    assert Seat.objects.get(table=table, number=0).player == ravi
    assert load_state(table.pk).seat_of(ravi.pk) == 0


def test_an_account_that_plays_at_the_table_cannot_take_a_second_hand(host, client):
    """The visiting player leaves the table, and stays apart."""
    table = waiting(host, bots=(2, 3))
    ravi = account("Ravi")
    sit(client, table)
    take_seat(table_id=table.pk, player=ravi, seat=1, command=uuid4())
    due(table.pk)
    one = visitor()

    sign_in(client, ravi)

    one.refresh_from_db()
    state = load_state(table.pk)
    assert one.merged_into is None
    assert state.seats[0].left
    assert state.seat_of(one.pk) is None
    assert state.seat_of(ravi.pk) == 1
    assert "Your account is also playing at" in client.get("/").content.decode()
    page = client.get(reverse("games:table", args=[table.pk])).content.decode()
    assert set(re.findall(r'data-card="([A-Z0-9]{2})"', page)) <= set(state.cards[1])
    client.logout()
    assert act_for(table, client, seat=1) == 422, "nothing is left of the visit"


def test_an_account_that_held_another_hand_of_the_deal_does_not_take_the_seat(host, client):
    table = waiting(host, bots=(2, 3))
    ravi = account("Ravi")
    sit(client, table)
    take_seat(table_id=table.pk, player=ravi, seat=1, command=uuid4())
    due(table.pk)
    leave_seat(table_id=table.pk, player=ravi, command=uuid4())

    sign_in(client, ravi)

    state = load_state(table.pk)
    assert state.seat_of(ravi.pk) is None
    assert state.seats[0].left
    substitute(table_id=table.pk, player=ravi, seat=0, command=uuid4())
    assert table_view(table.pk, ravi).game.hand == (), "it is theirs from the next deal on"


def get_up(client: Client, table: Table) -> None:
    """Leave a table as a visitor, by the form on its page."""
    assert client.post(reverse("games:deed", args=[table.pk]), {"do": "leave"}).status_code == 302


def test_an_account_takes_no_second_hand_of_the_deal_in_which_its_visiting_player_got_up(host, client):
    table = waiting(host)
    sit(client, table)
    due(table.pk)
    get_up(client, table)
    sign_in(client, ravi := account("Ravi"))

    offered = table_view(table.pk, ravi).may
    other = client.post(reverse("games:deed", args=[table.pk]), {"do": "substitute:1", "version": 9})
    cards = load_state(table.pk).cards
    page = client.get(reverse("games:table", args=[table.pk])).content.decode()

    assert visitor_of(ravi) is not None
    assert cards[1]
    assert not re.findall(r'data-card="([A-Z0-9]{2})"', page)
    assert "substitute" in offered, "the own seat is offered"
    assert other.status_code == 302
    assert load_state(table.pk).next_seat_of(ravi.pk) == 1
    get_up(client, table)
    assert client.post(reverse("games:deed", args=[table.pk]), {"do": "substitute:0", "version": 9}).status_code == 302
    assert load_state(table.pk).seat_of(ravi.pk) == 0


def test_two_visits_of_one_account_give_it_no_two_hands_of_a_deal(host, client):
    table = waiting(host, bots=(2, 3))
    other = Client()
    sit(client, table, "Kochouseph")
    sit(other, table, "Mathai")
    due(table.pk)
    get_up(client, table)
    ravi = account("Ravi")

    sign_in(client, ravi)
    sign_in(other, ravi)

    state = load_state(table.pk)
    assert state.seat_of(ravi.pk) is None
    assert state.seats[1].left
    assert visitor("Mathai").merged_into is None


def test_a_visiting_player_who_got_up_from_the_accounts_own_table_stays_apart(host, client):
    """They would be one person on both sides of one game."""
    table = waiting(host, bots=(2, 3), options=ONE_HAND)
    ravi = account("Ravi")
    sit(client, table)
    take_seat(table_id=table.pk, player=ravi, seat=1, command=uuid4())
    due(table.pk)
    get_up(client, table)

    sign_in(client, ravi)

    assert visitor().merged_into is None
    assert load_state(table.pk).seat_of(ravi.pk) == 1


def test_the_ways_to_an_account_lead_back_to_the_table_and_seat_there(host, client):
    table = waiting(host, club=club_of(host))
    path = reverse("games:table", args=[table.pk])

    to_sign_up = client.post(reverse("games:sit", args=[table.pk]), {"then": "sign-up"})
    answer = sign_up(client, "Ouseph", path)

    assert to_sign_up["Location"].startswith(reverse("account_signup"))
    assert str(table.pk) in to_sign_up["Location"]
    assert answer["Location"] == path
    assert Seat.objects.get(table=table, number=0).player.name == "Ouseph"


def test_a_sign_in_seats_nobody_who_did_not_ask_for_it(host, client):
    table = waiting(host)

    sign_in(client, account("Ravi"), reverse("games:table", args=[table.pk]))

    assert not Seat.objects.filter(table=table, number=0).exists()


def test_who_is_signed_in_sits_down_from_the_list_at_once(host, client):
    table = waiting(host)
    client.force_login(host.user)

    listed = client.get(reverse("games:list")).content.decode()
    client.post(reverse("games:sit", args=[table.pk]))

    assert f'action="{reverse("games:sit", args=[table.pk])}"' in listed
    assert Seat.objects.get(table=table, number=0).player == host


# Practice


def test_a_practice_needs_no_account_and_is_its_browsers_alone(client):
    begun_at = client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})

    path = begun_at["Location"]
    assert client.get(path).status_code == 200
    assert path in client.get(reverse("games:practices")).content.decode()
    other = Client()
    assert other.get(path).status_code == 302, "to the sign-in"
    other.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    assert other.get(path).status_code == 404
    assert other.post(f"{path}do/", {"do": "new", "version": 1}).status_code == 404


def test_a_visitor_who_practises_has_no_name_and_types_one_to_sit_down(host, client):
    client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    table = waiting(host)
    nameless = Player.objects.get(name="")

    forged = client.post(reverse("games:deed", args=[table.pk]), {"do": "sit:0", "version": 4})
    sit(client, table)

    assert forged.status_code == 422
    assert "Type your name first" in forged.content.decode()
    nameless.refresh_from_db()
    assert nameless.name == "Kochouseph"
    assert Seat.objects.get(table=table, number=0).player == nameless


def test_an_account_takes_no_other_seat_of_a_deal_that_its_visitor_has_seen(host, client):
    table = waiting(host)
    sit(client, table)
    due(table.pk)
    client.post(reverse("games:deed", args=[table.pk]), {"do": "leave", "version": 9})
    one, ravi = visitor(), account("Ravi")
    sign_in(client, ravi)
    assert ids_of(ravi) == (ravi.pk, one.pk)

    substitute(table_id=table.pk, player=ravi, seat=1)
    assert table_view(table.pk, ravi).game.hand == ()
    leave_seat(table_id=table.pk, player=ravi)
    substitute(table_id=table.pk, player=ravi, seat=0)
    assert table_view(table.pk, ravi).game.hand != ()


def test_a_sign_in_succeeds_though_nothing_can_be_taken_over(host, client, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    sit(client, waiting(host))
    monkeypatch.setattr(visitors, "HANDOVERS", [fail])
    monkeypatch.setattr(visitors, "departures", lambda: (fail,))
    ravi = account("Ravi")

    answer = sign_in(client, ravi)

    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(ravi.user_id)
    assert ids_of(ravi) == (ravi.pk,)


@pytest.mark.parametrize("way", [sign_up, sign_in])
def test_an_account_is_signed_in_no_longer_than_without_a_visit(host, client, settings, way):
    sit(client, waiting(host))
    assert client.session.get_expiry_age() > settings.SESSION_COOKIE_AGE

    way(client, account("Ravi") if way is sign_in else "Ravi")

    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


# Forgotten


def test_who_has_not_played_for_long_is_erased(host, client, settings):
    table = waiting(host)
    sit(client, table)
    client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})
    write_message(table_id=table.pk, player=visitor(), text="My number is 12345", command=uuid4())
    one = visitor()
    late = timezone.now() - timedelta(days=settings.LELAM_VISITOR_DAYS, minutes=1)
    account("Ravi")

    prune()
    tend()
    assert visitor() == one, "not yet"
    Player.objects.filter(pk=one.pk).update(visited_at=late)
    prune()
    tend()

    one.refresh_from_db()
    assert one.erased_at is not None
    assert one.name == "Former player"
    assert not Practice.objects.exists()
    assert load_state(table.pk).seats[0].left
    assert client.get(reverse("games:practices")).status_code == 200
    assert shows_no_hand(client, table)


def test_whoever_plays_on_is_kept(host, client):
    table = waiting(host)
    sit(client, table)
    Player.objects.filter(pk=visitor().pk).update(visited_at=timezone.now() - timedelta(days=20))

    client.get(reverse("games:table", args=[table.pk]))

    assert visitor().visited_at > timezone.now() - timedelta(minutes=5)


@pytest.mark.parametrize("returns", ["opens the table", "makes an account", "signs in"])
def test_a_visitor_who_returns_before_the_erasure_is_kept(host, client, settings, returns):
    """An erasure may wait, as after a failure of the server; it must not fall on the account made meanwhile."""
    table = waiting(host)
    sit(client, table)
    one, ravi = visitor(), account("Ravi")
    late = timezone.now() - timedelta(days=settings.LELAM_VISITOR_DAYS, minutes=1)
    Player.objects.filter(pk=one.pk).update(visited_at=late)
    assert prune_visiting_players() == 1

    if returns == "opens the table":
        client.get(reverse("games:table", args=[table.pk]))
    elif returns == "makes an account":
        sign_up(client, "Ouseph")
    else:
        sign_in(client, ravi)
    carry_out_due()

    one.refresh_from_db()
    assert one.erased_at is None
    assert one.name == {"opens the table": "Kochouseph", "makes an account": "Ouseph", "signs in": "Ravi"}[returns]


# Elsewhere a visitor


def test_to_all_other_pages_a_visiting_player_is_a_visitor(host, client):
    club = club_of(host)
    table = waiting(host)
    sit(client, table)
    one = visitor()

    for path in (
        reverse("games:open"), reverse("games:cards"), reverse("games:sheets"), reverse("clubs:me"),
        reverse("clubs:notices"), reverse("clubs:new"), reverse("clubs:settings", args=[club.slug]),
        reverse("games:result_new", args=[club.slug]),
    ):  # fmt: skip
        assert client.get(path)["Location"].startswith("/accounts/login/"), path
    assert client.post(reverse("clubs:join", args=[club.slug]))["Location"].startswith("/accounts/login/")
    assert client.get("/api/me/").status_code == 401
    assert client.post(f"/api/tables/{table.pk}/seats/1/", content_type="application/json").status_code in (
        401,
        404,
        405,
    )
    assert not one.memberships.exists()
    assert not one.notices.exists()
