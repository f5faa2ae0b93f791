"""The pages of the practice room, asked for without a browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.models import Practice
from games.practice import selectors, services
from games.words.events import card_words
from tests.factories import PlayerFactory
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine():
    """A player with an account, and a client that is signed in to it."""
    player = PlayerFactory(name="Ammini")
    client = Client()
    client.force_login(player.user)
    return player, client


def begun(player, rules: str = "28-kerala-4", **terms) -> Practice:
    return services.begin_practice(player=player, rules=rules, options={}, **terms)


def address(practice: Practice, name: str = "practice") -> str:
    return reverse(f"games:{name}", args=[practice.pk])


def room_at(practice: Practice):
    return selectors.room_in(Practice.objects.get(pk=practice.pk))


def press(client: Client, practice: Practice, do: str, version: int | None = None, **more):
    """Send what a button sends."""
    seen = Practice.objects.get(pk=practice.pk).version if version is None else version
    return client.post(
        address(practice, "practice_deed"), {"do": do, "version": seen, **more.pop("fields", {})}, **more
    )


FRAGMENT = {"headers": {"HX-Request": "true"}}


def advised(client: Client, practice: Practice) -> str:
    """What the hint's button would do."""
    page = client.get(address(practice), {"hint": "1"}).content.decode()
    found = re.search(r'value="([^"]+)" id="do-hinted"', page)
    assert found is not None
    return found[1]


def play_out(client: Client, practice: Practice) -> None:
    while not room_at(practice).is_over:
        press(client, practice, advised(client, practice))


def cards_in(text: str, rules: str) -> set[str]:
    """The cards that a page names: in its values, ids and data, and in words."""
    text = re.sub(r'"csrfmiddlewaretoken" value="\w+"', "", text)
    deck = set(engine.load_rules(rules).deck)
    by_code = set(re.findall(r"[^A-Z0-9]([SHDC][J9ATKQ8763])[^A-Z0-9]", text))
    by_words = {card for card in deck if card_words(card).removeprefix("the ") in text.lower()}
    return (by_code & deck) | by_words


def test_the_form_begins_a_practice_with_the_options_of_its_game(mine):
    player, client = mine
    page = client.get(reverse("games:practices"), {"rules": "28-house-4"}).content.decode()
    assert re.search(r'value="28-house-4"[^>]* selected', page)
    sent = {"rules": "28-house-4", "cot": "on", "place": "1", "level": "steady"}
    answer = client.post(reverse("games:practices"), sent)
    practice = Practice.objects.get(player=player)
    assert answer["Location"] == address(practice)
    assert practice.options["cot"] is True
    assert practice.options["ending"] == {"type": "open"}
    assert engine.view(room_at(practice).game, 0).opener == 0


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"rules": "28-kerala-3", "place": "4", "level": "steady"}, "This game has 3 players."),
        ({"rules": "28-nowhere", "level": "steady"}, "Select a valid choice"),
        ({"rules": "28-kerala-4", "level": "wild"}, "Select a valid choice"),
        ({"rules": "28-house-4", "surrender": "on", "level": "steady"}, "cot"),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field_and_begins_nothing(mine, sent, says):
    _player, client = mine
    answer = client.post(reverse("games:practices"), sent)
    assert answer.status_code == 422
    assert re.search(rf'class="err">[^<]*{says}', answer.content.decode())
    assert not Practice.objects.exists()


def test_a_visitor_practises_without_an_account_and_finds_the_way_to_one():
    client = Client()
    page = client.get(reverse("games:practices")).content.decode()
    assert f'href="/accounts/signup/?next={reverse("games:practices")}"' in page
    begun_at = client.post(reverse("games:practices"), {"rules": "28-kerala-4", "level": "steady"})["Location"]
    assert f'href="/accounts/signup/?next={begun_at}"' in client.get(begun_at).content.decode()
    assert Practice.objects.get().player.user is None


@pytest.mark.parametrize(("game", "rules"), [("28", "28-kerala-4"), ("56", "56-international-6")])
def test_one_press_deals_a_hand_to_somebody_without_an_account(game: str, rules: str):
    client = Client()
    address_of_it = client.post(reverse("games:play_now"), {"game": game})["Location"]

    practice = Practice.objects.get()
    assert address_of_it == address(practice)
    assert (practice.rules, practice.player.name, practice.player.user) == (rules, "", None)
    hand = room_at(practice)
    assert engine.to_act(hand.game) == {hand.kept.seat}
    assert len(engine.view(hand.game, None).auction) == hand.rules.players - 1


@pytest.mark.parametrize(("game", "says"), [("28", "A bid is a promise"), ("56", "A call is a promise")])
def test_a_newcomer_has_a_name_and_reads_what_a_bid_is_in_the_first_hand_alone(game: str, says: str):
    client = Client()
    at = client.post(reverse("games:play_now"), {"game": game})["Location"]
    practice = Practice.objects.get()

    page = client.get(at).content.decode()
    assert says in page
    assert "Guest" in page
    assert not re.search(r"\bYou (opens|deals|bids|calls|leads|takes)\b", page)
    assert says not in client.get(at, {"hint": "1"}).content.decode()

    Practice.objects.filter(pk=practice.pk).update(hand_number=2)
    assert says not in client.get(at).content.decode()


def test_sign_up_tells_a_newcomer_that_what_was_played_is_kept():
    client = Client()
    kept = "What you have played in this browser stays yours."
    assert kept not in client.get(reverse("account_signup")).content.decode()

    client.post(reverse("games:play_now"), {"game": "28"})
    assert kept in client.get(reverse("account_signup")).content.decode()


def test_one_press_for_a_game_there_is_not_leads_to_the_form():
    client = Client()
    assert client.post(reverse("games:play_now"), {"game": "bridge"})["Location"] == reverse("games:practices")
    assert client.get(reverse("games:play_now")).status_code == 405
    assert not Practice.objects.exists()


def test_one_press_too_many_from_a_network_says_why(settings):
    settings.LELAM_VISITORS = 1
    Client().post(reverse("games:play_now"), {"game": "28"})
    answer = Client().post(reverse("games:play_now"), {"game": "28"}, follow=True)
    assert answer.redirect_chain == [(reverse("games:practices"), 302)]
    assert "Too many people are playing from your network" in answer.content.decode()
    assert Practice.objects.count() == 1


def test_the_first_page_of_a_visitor_deals_and_lists_no_tables():
    page = Client().get("/").content.decode()
    assert f'action="{reverse("games:play_now")}"' in page
    assert f'action="{reverse("games:play_now")}"' in Client().get(reverse("games:lobby")).content.decode()
    assert reverse("games:list") not in page


def test_another_players_practice_is_not_there(mine):
    _player, client = mine
    other = begun(PlayerFactory(name="Beeran", user=None))
    assert client.get(address(other)).status_code == 404
    assert press(client, other, "back").status_code == 404
    assert Client().get(address(other)).status_code == 302


def test_the_table_of_a_practice_leads_to_no_page_of_a_live_table(mine):
    player, client = mine
    practice = begun(player)
    pages = [client.get(address(practice)).content.decode()]
    play_out(client, practice)
    pages.append(client.get(address(practice)).content.decode())
    for page in pages:
        assert f"/tables/{practice.pk}" not in page
        assert "ws-connect" not in page


@pytest.mark.parametrize("rules", in_lanes(engine.rule_set_ids()))
def test_a_hand_of_every_rule_set_is_played_by_its_hints(mine, rules):
    player, client = mine
    practice = begun(player, rules)
    play_out(client, practice)
    page = client.get(address(practice)).content.decode()
    assert 'id="do-next"' in page
    assert 'id="do-hinted"' not in page


@pytest.mark.parametrize("rules", in_lanes(["28-kerala-4", "28-pagat-3", "56-standard-6"], ["28-kerala-4"]))
def test_no_card_of_another_hand_is_in_the_page_before_the_hand_is_over(mine, rules):
    """Every page and fragment on the way names only one's own cards, and cards that have been played or turned up."""
    player, client = mine
    practice = begun(player, rules)
    while not (room := room_at(practice)).is_over:
        open_to_me = {*room.cards[0]}
        for done in room.hand.done:
            if isinstance(done.action, engine.Play):
                open_to_me.add(done.action.card)
        trump = engine.view(room.game, 0).trump_card
        open_to_me |= {trump} if trump else set()
        for answer in (
            client.get(address(practice)),
            client.get(address(practice), {"hint": "1"}),
            press(client, practice, "hint", **FRAGMENT),
            press(client, practice, "again:2", **FRAGMENT),
        ):
            assert cards_in(answer.content.decode(), rules) <= open_to_me
        press(client, practice, advised(client, practice))
    page = client.get(address(practice)).content.decode()
    assert all(f"#index-{card[1].replace('T', '10')}" in page for hand in room.cards for card in hand)


def test_the_bots_deeds_are_shown_one_after_the_other(mine):
    player, client = mine
    practice = begun(player, place=1)
    answer = press(client, practice, "bid:14", **FRAGMENT).content.decode()
    room = room_at(practice)
    last = len(room.hand.done)
    for at in range(2, last + 1):
        assert f"?at={at}&amp;version=2" in answer
        assert "data-mine" not in answer
        answer = client.get(address(practice), {"at": at, "version": 2}, **FRAGMENT).content.decode()
    assert "?at=" not in answer
    assert "data-mine" in answer
    # A page that has been overtaken shows what is now.
    assert "?at=" not in client.get(address(practice), {"at": 1, "version": 1}, **FRAGMENT).content.decode()
    for nonsense in ("x", "-1", "9999", "99999", "²"):
        assert client.get(address(practice), {"at": nonsense, "version": 2}).status_code == 200


def test_a_bots_deed_takes_the_time_that_bots_take_and_a_won_trick_twice_that(mine, settings):
    settings.LELAM_BOT_SECONDS = 0.8
    player, client = mine
    practice = begun(player, place=1)
    play_out(client, practice)
    version, deeds = Practice.objects.get(pk=practice.pk).version, room_at(practice).hand.done
    kinds = [type(deed.action) for deed in deeds]
    first_trick = [index for index, kind in enumerate(kinds, 1) if kind is engine.Play][3]
    for at, pause in ((1, 800), (first_trick - 1, 800), (first_trick, 1600)):
        answer = client.get(address(practice), {"at": at, "version": version}, **FRAGMENT).content.decode()
        assert f"load delay:{pause}ms" in answer


def test_a_stale_deed_is_refused_and_the_page_is_as_it_was(mine):
    player, client = mine
    practice = begun(player, place=1)
    press(client, practice, "bid:14")
    answer = press(client, practice, "bid:15", version=1)
    assert answer.status_code == 422
    assert "moved on" in answer.content.decode()
    again = press(client, practice, "bid:14", version=1)
    assert again.status_code == 302
    assert Practice.objects.get(pk=practice.pk).version == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "bid:14"}, {"do": "bid:14", "version": "one"}, {"do": "bid:14", "version": "²"},
        {"do": "", "version": "1"}, {"do": "leave", "version": "1"}, {"do": "play:ZZ", "version": "1"},
        {"do": "sit:1", "version": "1"}, {"do": "back", "version": "9" * 30}, {"do": "again:x", "version": ""},
    ],
)  # fmt: skip
def test_what_cannot_be_read_does_nothing_and_says_so(mine, fields):
    player, client = mine
    practice = begun(player)
    answer = client.post(address(practice, "practice_deed"), fields)
    assert answer.status_code == 422
    assert "could not be read" in answer.content.decode()
    assert Practice.objects.get(pk=practice.pk).version == 1


def test_what_the_rules_refuse_is_said_with_its_rule(mine):
    """28-AUC-2."""
    player, client = mine
    practice = begun(player, place=1)
    for more, status in (({}, 422), (FRAGMENT, 200)):
        answer = press(client, practice, "pass", **more)
        assert answer.status_code == status
        assert "28-AUC-2" in answer.content.decode()


def test_when_the_game_is_over_a_new_one_is_offered(mine):
    """28-END-2: with one stake each the first hand decides it."""
    player, client = mine
    practice = services.begin_practice(player=player, rules="28-kerala-4", options={"starting_stakes": 1})
    play_out(client, practice)
    page = client.get(address(practice)).content.decode()
    assert "The game is over" in page
    assert re.search(r'value="next"[^>]*>\s*New game\s*<', page)
    press(client, practice, "next")
    assert len(room_at(practice).kept.hands) == 1
    assert not room_at(practice).is_over


def test_after_the_hand_one_sees_all_hands_and_may_choose_another_seat(mine):
    player, client = mine
    practice = begun(player)
    assert 'id="other-seats"' not in client.get(address(practice)).content.decode()
    play_out(client, practice)
    page = client.get(address(practice)).content.decode()
    assert 'id="all-hands"' in page
    assert 'value="again:2"' in page
    press(client, practice, "again:2")
    page = client.get(address(practice)).content.decode()
    assert 'id="all-hands"' not in page
    assert room_at(practice).kept.seat == 2


def test_the_calls_of_56_are_explained_by_the_conventions(mine):
    """56-CNV-2."""
    player, client = mine
    practice = begun(player, "56-kerala-6", place=6)
    page = client.get(address(practice)).content.decode()
    assert 'id="calls-explained"' in page
    assert "ask-meaning" not in page


def test_one_goes_on_with_a_practice_from_the_list(mine):
    player, client = mine
    practice = begun(player)
    page = client.get(reverse("games:practices")).content.decode()
    assert f'href="{address(practice)}"' in page
    assert "no-store" in client.get(address(practice))["Cache-Control"]


def test_the_lobby_the_rules_and_the_home_page_lead_here(mine):
    _player, client = mine
    for path in ("/tables/", "/", "/rules/28-kerala-4/"):
        assert reverse("games:practices") in client.get(path).content.decode()
