"""The pages of play, asked for without a browser."""

import json
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

import engine
from clubs.models import Player
from games.hands.checks import audit_check
from games.models import HandCheck, Table
from games.projections import Hands
from games.screen import lobby
from games.screen.forms import USUAL
from games.store import projector
from games.tables.selectors.states import load_state
from games.tables.services.seats import open_table
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.deals import ONE, TWO, dealt, document, notes_of, numbers_of
from tests.games.helpers.tables import dealt_table, due, play_on, table_of
from tests.markup import one_line, tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    """Make a player with an account, and a client that is signed in to it."""

    def make(name: str) -> tuple[Player, Client]:
        player = PlayerFactory(name=name)
        client = Client(enforce_csrf_checks=False)
        client.force_login(player.user)
        return player, client

    return make


@pytest.fixture
def four(account):
    """Four players, and their clients."""
    made = [account(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    return [player for player, _ in made], [client for _, client in made]


@pytest.fixture
def finished(four):
    """A table whose game of two hands is over."""
    players, _ = four
    table = table_of(players)
    play_on(table, players, first_quiet, lambda state: state.ended_at is not None)
    return table


def first_quiet(actions):
    """Choose anything but a concession."""
    return next(action for action in actions if not isinstance(action, engine.Concede))


def test_from_the_rules_of_a_game_a_table_of_that_game_is_opened(account):
    """28 by house rules, say; an address that asks for no such game gets the form as ever."""
    _, client = account("Devaki")
    page = client.get(reverse("games:rules", args=["28-house-4"])).content.decode()
    link = re.search(r'href="([^"]*)">Open a table<', tight(page)).group(1)

    assert client.get(link).context["form"]["rules"].value() == "28-house-4"
    assert client.get(reverse("games:open"), {"rules": "29"}).context["form"]["rules"].value() == "28-kerala-4"


@pytest.mark.parametrize("page", ["rule_sets", "studies", "list", "lobby"])
def test_whoever_asks_for_the_head_of_a_page_gets_it(client, page):
    """RFC 9110: a server has HEAD where it has GET."""
    answer = client.head(reverse(f"games:{page}"))

    assert (answer.status_code, answer.content) == (200, b"")


def test_a_table_is_opened_by_its_form(account):
    devaki, client = account("Devaki")
    club = ClubFactory(founder=devaki, name="Meenachil", place="Pala")
    fields = {
        "rules": "28-kerala-4", "bots": ["1", "2"], "ending": "hands", "hands": "3", "starting_stakes": "",
        "game_points": "nonsense", "action_seconds": "60", "reserve_seconds": "90", "name": "Ours",
        "club": str(club.pk), "invitation": "on", "level": "strong",
    }  # fmt: skip

    answer = client.post(reverse("games:open"), fields)

    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[table.pk])
    assert (table.name, table.club, table.action_seconds, bool(table.invitation)) == ("Ours", club, 60, True)
    assert table.options["ending"] == {"type": "hands", "count": 3}
    assert table.seats.count() == 3
    assert [seat.level for seat in load_state(table.pk).seats] == ["", "strong", "strong", ""]


@pytest.mark.parametrize(("bots", "pause"), [(["1", "2", "3"], 120), (["1", "2"], 8)])
def test_somebody_alone_with_bots_reads_the_result_at_leisure(account, bots: list[str], pause: int):
    _, client = account("Devaki")
    fields = {
        "rules": "28-kerala-4", "bots": bots, "ending": "hands", "hands": "3", "action_seconds": "60",
        "reserve_seconds": "90", "level": "steady",
    }  # fmt: skip
    client.post(reverse("games:open"), fields)

    assert Table.objects.get().pause_seconds == pause


def test_the_menu_of_the_table_lets_one_leave(account):
    devaki, client = account("Devaki")
    table = open_table(player=devaki, rules="28-kerala-4", seat=0, command=uuid4())
    address = reverse("games:table", args=[table.pk])

    def menu(browser: Client) -> str:
        return browser.get(address).content.decode().partition('id="menu"')[2].partition("</details>")[0]

    assert "If nobody else sits here, the table closes." in menu(client)
    assert 'value="leave"' in menu(client)
    assert "/rules/28-kerala-4/" in menu(client)
    assert "/rules/28-kerala-4/" in menu(Client())
    assert "leave" not in menu(Client())


def test_the_usual_games_have_cards_and_the_chosen_one_is_marked(account):
    _, client = account("Devaki")
    page = client.get(reverse("games:open"), {"rules": "56-international-6"}).content.decode()
    cards = dict(re.findall(r'data-rules="([^"]+)"\s*(aria-current="true")?', page))

    assert set(cards) == set(USUAL)
    assert [rules for rules, mark in cards.items() if mark] == ["56-international-6"]
    assert len({engine.load_rules(rules).family + str(engine.load_rules(rules).players) for rules in cards}) == len(
        cards
    )


def test_a_free_seat_proposes_a_name_to_a_visitor(account):
    devaki, _ = account("Devaki")
    table = open_table(player=devaki, rules="28-kerala-4", seat=0, bots=(1, 2), command=uuid4())
    visitor = Client()
    page = visitor.get(reverse("games:table", args=[table.pk])).content.decode()
    name = re.search(r'value="(Guest \d+)"', page)

    assert name is not None
    assert visitor.post(reverse("games:sit", args=[table.pk]), {"name": name[1]}).status_code == 302
    assert table.seats.get(number=3).player.name == name[1]


def test_a_form_that_is_sent_twice_opens_one_table(account):
    _, client = account("Devaki")
    page = client.get(reverse("games:open"))
    fields = {
        "rules": "28-kerala-4", "ending": "hands", "hands": "3", "action_seconds": "60", "reserve_seconds": "90",
        "command": str(page.context["form"]["command"].value()),
    }  # fmt: skip
    assert f'value="{fields["command"]}"' in page.content.decode()

    first, second = (client.post(reverse("games:open"), fields) for _ in range(2))

    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hands", "0"),
        ("hands", "x"),
        ("reserve_seconds", "-1"),
        ("rules", "28-nowhere"),
        ("club", "99"),
        ("name", "x" * 61),
    ],
)
def test_what_is_wrong_with_the_form_stands_beside_its_field(account, field, value):
    _, client = account("Devaki")
    fields = {
        "rules": "28-kerala-4", "ending": "hands", "hands": "3", "action_seconds": "60", "reserve_seconds": "90",
    }  # fmt: skip

    answer = client.post(reverse("games:open"), fields | {field: value})

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    head, _, form = answer.content.decode().partition('class="open-form"')
    assert "autofocus" in head
    assert f'href="#id_{field}"' in head
    assert f'id="id_{field}"' in form
    assert f'id="id_{field}_error"' in form
    assert not Table.objects.exists()


def test_opening_a_table_asks_a_visitor_to_sign_in(client):
    assert reverse("account_login") in client.get(reverse("games:open")).headers["Location"]


def test_sitting_down_and_playing_work_by_plain_forms(four):
    players, clients = four
    table = open_table(player=players[0], rules="28-kerala-4", options={}, command=uuid4())
    do = reverse("games:deed", args=[table.pk])
    for seat in (1, 2, 3):
        assert clients[seat].post(do, {"do": f"sit:{seat}", "version": "1"}).status_code == 302
    due(table.pk)
    state = load_state(table.pk)

    answer = clients[state.turn].post(do, {"do": "bid", "value": "15", "version": str(state.version)}, follow=True)

    assert answer.context["board"].view.game.bid == 15


def test_a_refused_deed_shows_the_table_with_the_reason(four):
    """28-AUC-2."""
    players, clients = four
    table = dealt_table(players)
    state = load_state(table.pk)
    do = reverse("games:deed", args=[table.pk])

    answer = clients[state.turn].post(do, {"do": "pass", "version": str(state.version)})

    assert answer.status_code == 422
    assert "28-AUC-2" in answer.content.decode()


def test_a_deed_needs_the_token_of_its_page(four):
    """No other site can make a signed-in player's browser play a card."""
    players, _ = four
    table = dealt_table(players)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(players[0].user)

    assert strict.post(reverse("games:deed", args=[table.pk]), {"do": "leave", "version": "1"}).status_code == 403


def test_a_table_by_invitation_is_not_there_without_it(four, account, client):
    players, _ = four
    table = Table.objects.get(
        pk=open_table(player=players[0], rules="28-kerala-4", options={}, invitation=True, command=uuid4()).pk
    )
    _, stranger = account("Eapen")
    page = reverse("games:table", args=[table.pk])

    assert client.get(page).status_code == stranger.get(page).status_code == 404
    assert table.invitation in stranger.get(f"{page}?invitation={table.invitation}").content.decode()
    assert str(table.pk) not in client.get(reverse("games:list")).content.decode()


def test_who_came_by_the_invitation_sees_the_hands_too(account, client):
    host, _ = account("Ammini")
    table = table_of(
        [host, *(PlayerFactory(name=name, user=None) for name in ("Beeran", "Chacko", "Devaki"))], invitation=True
    )
    players = [seat.player for seat in table.seats.order_by("number")]
    play_on(table, players, first_quiet, lambda state: state.ended_at is not None)
    _, guest = account("Eapen")
    hand = [table.pk, 1]
    pages = [
        reverse("games:hand", args=hand),
        reverse("games:hand_record", args=hand),
        reverse("games:hand_proof", args=hand),
        reverse("games:check_hand", args=hand),
        reverse("games:record", args=[table.pk]),
    ]

    assert {guest.get(page).status_code for page in pages} == {404}
    guest.get(reverse("games:table", args=[table.pk]) + f"?invitation={table.invitation}")
    assert {guest.get(page).status_code for page in pages} == {200}

    asked = guest.post(pages[3], {"question": "Was the second lead right?"})
    assert asked.status_code == 302
    assert guest.get(asked["Location"]).status_code == 200
    assert client.get(asked["Location"]).status_code == 404


def test_lists_show_what_waits_what_plays_and_what_is_over(four, finished, client):
    players, clients = four
    waiting = open_table(player=players[0], rules="28-kerala-3", options={}, name="Three", command=uuid4())
    running = dealt_table(players)

    text = client.get(reverse("games:list")).content.decode()
    assert str(waiting.pk) in text
    assert str(running.pk) in text
    assert str(finished.pk) not in text

    turn = load_state(running.pk).turn
    mine = clients[turn].get(reverse("games:mine")).content.decode()
    assert "Your turn" in mine
    assert ", ".join(player.name for seat, player in enumerate(players) if seat != turn) in mine
    assert client.get(reverse("games:mine")).content.decode().strip() == ""


@pytest.mark.parametrize(
    "query", ["?club=no-such", "?player=nonsense", "?player=%00", "?club=%00", "?page=x", "?page=-3", "?q=%00"]
)
def test_lists_bear_any_query(client, query):
    for name in ("games:list", "games:recent", "games:mine"):
        assert client.get(reverse(name) + query).status_code == 200


def test_long_lists_are_searched_and_keep_what_was_asked_on_every_page(four, finished, client, monkeypatch):
    players, _ = four
    projector.run_all()
    club = ClubFactory(founder=players[0], name="Meenachil", place="Pala")
    ours, theirs = (
        open_table(player=player, rules="28-kerala-3", options={}, name=name, club=where, command=uuid4())
        for player, name, where in ((players[0], "Monsoon", club), (players[1], "Harvest", None))
    )
    monkeypatch.setattr(lobby, "TABLES", 1)
    monkeypatch.setattr("games.hands.views.HANDS", 1)

    def found(words: str) -> list[bool]:
        text = client.get(reverse("games:list"), {"q": words}).content.decode()
        return [str(table.pk) in text for table in (ours, theirs)]

    assert 'type="search"' in client.get(reverse("games:lobby")).content.decode()
    assert [found(words) for words in ("monsoon", "pala", "MEENA", "Beeran", f"table {theirs.number}")] == [
        [True, False], [False, False], [True, False], [False, True], [False, True],
    ]  # fmt: skip
    of_ammini = {"player": str(players[0].pk), "page": "2"}
    text = client.get(reverse("games:recent"), of_ammini).content.decode()
    assert f"?player={players[0].pk}&amp;page=1" in text
    assert reverse("games:hand", args=[finished.pk, 1]) in text
    assert reverse("games:hand", args=[finished.pk, 2]) not in text
    assert (
        reverse("games:hand", args=[finished.pk, 2])
        in client.get(reverse("games:recent"), {"q": "chacko"}, headers={"HX-Request": "true"}).content.decode()
    )
    assert "No hand of" in client.get(reverse("games:recent"), {"q": "Eapen"}).content.decode()


def test_a_hand_is_a_page_at_each_of_its_steps(finished, client):
    page = reverse("games:hand", args=[finished.pk, 1])
    first, last = client.get(page), client.get(f"{page}?step=x")

    assert first.context["replay"].step.index == 0
    assert last.context["replay"].step.index == last.context["replay"].last
    for odd in ("-1", "9999999999", "x", "%00", "٣"):
        assert client.get(f"{page}?step={odd}").status_code == 200
    assert client.get(reverse("games:hand", args=[finished.pk, 99])).status_code == 404


def test_a_hand_says_when_it_was_played_by_the_clock_of_the_lists(finished, client):
    page = client.get(reverse("games:hand", args=[finished.pk, 1]))
    ended = localtime(datetime.fromtimestamp(page.context["history"].ended_at / 1000, tz=UTC))

    assert f"{ended.day} {ended:%B %Y, %H:%M}</time>" in page.content.decode()


def test_a_running_hand_shows_no_card_its_viewer_may_not_know(four, client):
    """A spectator of a running hand sees no card of anybody's."""
    players, clients = four
    table = dealt_table(players)
    page = reverse("games:hand", args=[table.pk, 1])

    public = client.get(page)
    own = clients[0].get(page)

    assert all(not hand.suits for hand in public.context["replay"].hands)
    seen = {hand.seat for hand in own.context["replay"].hands if hand.suits}
    assert seen == {0}


def test_a_record_is_downloaded_whole_or_up_to_a_hand(finished, client):
    whole = client.get(reverse("games:record", args=[finished.pk]))
    first = client.get(reverse("games:hand_record", args=[finished.pk, 1]))

    assert "attachment" in whole.headers["Content-Disposition"]
    assert len(engine.decode_record(whole.content).hands) == 2
    assert len(engine.decode_record(first.content).hands) == 1


def test_a_proof_holds_and_a_changed_one_does_not(finished, client):
    page = client.get(reverse("games:hand_proof", args=[finished.pk, 1]))
    proof = client.get(reverse("games:hand_proof_file", args=[finished.pk, 1])).content.decode()
    assert "dealt as promised" in page.content.decode()
    verify = reverse("games:verify")
    assert client.post(verify, {"proof": proof}).context["faults"] == []

    changed = json.loads(proof)
    changed["secret"] = "00" * 32
    assert client.post(verify, {"proof": json.dumps(changed)}).context["faults"]


@pytest.mark.parametrize(
    "proof",
    [
        "", "[", "[]", "17", "{}", '{"format": 3}', '{"format": []}', '{"rules": "28-kerala-4"}', "[" * 100_000,
        '{"format": "lelam-deal/2"}', '{"format": "lelam-deal/2", "rules": "28-kerala-4"}',
    ],
)  # fmt: skip
def test_the_checker_answers_any_text(client, proof):
    answer = client.post(reverse("games:verify"), {"proof": proof})

    assert answer.status_code in (200, 422)
    assert "Yes" not in re.findall(r"<h1>(.*?)</h1>", one_line(answer.content.decode()))[0]


@pytest.mark.parametrize(
    ("numbers", "left_out", "says"),
    [
        (
            [],
            None,
            "No player\N{RIGHT SINGLE QUOTATION MARK}s number is in this deal: the server alone chose its secret.",
        ),
        (
            [(0, ONE), (1, TWO)],
            None,
            "with 2 players\N{RIGHT SINGLE QUOTATION MARK} numbers it gives this pack and these cards.",
        ),
        ([(0, ONE), (1, TWO)], 1, "1 more number was promised, but not opened."),
    ],
)
def test_the_checker_says_whose_numbers_are_in_a_deal_and_what_to_compare(client, numbers, left_out, says):
    deal = (
        document(numbers=numbers) if left_out is None else with_a_number_kept_back(document(numbers=numbers), left_out)
    )

    page = " ".join(client.post(reverse("games:verify"), {"proof": json.dumps(deal)}).content.decode().split())

    assert "Yes: it was dealt as promised" in page
    assert says in page
    assert deal["steps"][0]["commitment"] in page
    assert deal["game"] in page


def with_a_number_kept_back(deal: dict, seat: int) -> dict:
    """Return the deal as it comes when a seat never opens its number."""
    steps = [step for step in deal["steps"] if (step["step"], step.get("seat")) != ("number-opened", seat)]
    shuffle = dealt(deal["rules"], deal["hand"], deal["secret"], numbers_of(steps))
    return deal | {"steps": steps} | shuffle


def test_a_file_of_another_kind_is_not_called_a_deal_that_failed(client):
    answer = client.post(reverse("games:verify"), {"proof": json.dumps(notes_of(document(numbers=((1, ONE),))))})

    assert answer.status_code == 422
    assert "This is not a proof of a deal" in answer.content.decode()
    assert "this deal is not as promised" not in answer.content.decode()


def test_only_a_deal_with_players_numbers_is_called_proven(finished, client):
    page = client.get(reverse("games:hand", args=[finished.pk, 1])).content.decode()

    assert "Deal as promised" in page
    assert "Deal proven" not in page


def test_the_proof_of_a_running_hand_is_not_there(four, client):
    players, _ = four
    table = dealt_table(players)

    for name in ("games:hand_proof", "games:hand_proof_file", "games:hand_record"):
        for number in (0, 1, 2):
            assert client.get(reverse(name, args=[table.pk, number])).status_code == 404


def test_a_hand_is_checked_and_the_report_shown(four, finished):
    _, clients = four
    page = reverse("games:check_hand", args=[finished.pk, 1])
    assert clients[0].post(page, {"question": ""}).status_code == 422

    answer = clients[0].post(page, {"question": "Did Beeran have to follow?", "step": "14"})

    check = HandCheck.objects.get()
    assert answer.headers["Location"] == reverse("games:check", args=[check.pk])
    assert "Being checked" in clients[0].get(answer.headers["Location"]).content.decode()
    audit_check(check_id=check.pk)
    assert "Clean" in clients[0].get(answer.headers["Location"]).content.decode()


@pytest.mark.parametrize(("verdict", "rule"), [("violation", "28-PLAY-4"), ("mismatch", "28-AUD-7")])
def test_a_report_links_what_is_wrong_to_its_rule(four, finished, verdict, rule):
    players, clients = four
    check = HandCheck.objects.create(
        table=finished, hand=1, question="Why?", opened_by=players[0], status="audited",
        verdict={"verdict": verdict, "rule": "28-PLAY-4", "message": "You hold a heart.", "differs": ["points"]},
    )  # fmt: skip

    text = clients[0].get(reverse("games:check", args=[check.pk])).content.decode()

    address = f"{reverse('games:rules', args=['28-kerala-4'])}#{rule}"
    assert f'href="{address}"' in text
    assert f'id="{rule}"' in clients[0].get(address).content.decode()


def test_no_script_or_style_of_a_page_is_inline(four, finished, client):
    """So that the Content-Security-Policy can forbid them."""
    players, clients = four
    table = dealt_table(players)
    pages = [
        reverse("games:lobby"), reverse("games:open"), reverse("games:table", args=[table.pk]),
        reverse("games:hand", args=[finished.pk, 1]), reverse("games:verify"),
    ]  # fmt: skip
    for page in pages:
        answer = clients[0].get(page)
        text = answer.content.decode()
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*src=)|<style|\son[a-z]+=", text), page


def test_names_are_text_on_every_page(account):
    """A name cannot bring markup with it."""
    player, client = account("Eve")
    player.name = "<img src=x>"
    player.save()
    table = open_table(player=player, rules="28-kerala-4", options={}, name="<b>x</b>", bots=(1, 2, 3), command=uuid4())

    for page in (reverse("games:table", args=[table.pk]), reverse("games:list"), reverse("games:mine")):
        text = client.get(page).content.decode()
        assert "<img" not in text
        assert "<b>x" not in text


def test_the_menu_of_a_table_has_the_other_language_and_leads_back_to_the_table(finished, client):
    path = reverse("games:table", args=[finished.pk])
    page = tight(client.get(path).content.decode())

    menu = page[page.index('class="menu-in"') : page.index("</nav>", page.index('class="menu-in"'))]
    assert re.findall(r'form="language-form" name="language" value="(\w+)" lang="\w+">(.*?)<', menu) == [
        ("ml", "മലയാളം")
    ]
    form = page[page.index('<form id="language-form"') :]
    assert f'name="next" value="{path}"' in form[: form.index("</form>")]


def test_a_game_of_a_version_that_is_not_known_keeps_no_other_out_of_the_lists(four, finished, client):
    """As it is after a step back to an earlier program: the game cannot be played on, the lists can be read."""
    players, _browsers = four
    projector.run_once(Hands)
    open_table(player=players[0], rules="28-kerala-4", name="Waiting")
    Table.objects.update(engine=99)
    for page in ("games:lobby", "games:list", "games:recent"):
        assert client.get(reverse(page)).status_code == 200
    assert "Waiting" in client.get(reverse("games:list")).content.decode()
    assert client.get("/api/tables/").json()["count"] == 2


def test_the_hands_of_people_leave_out_those_that_only_bots_played(finished, four):
    """A table that its only person has left goes on among bots: a club's page need not tell of it, the list does."""
    client = four[1][0]
    hands = reverse("games:recent")
    people = f"{hands}?people=1"
    projector.run_all()
    shown = client.get(people).content.decode()
    assert shown.count('<ol class="list did">') == 1
    assert "No hand is finished yet." not in shown

    Player.objects.filter(pk__in=[player.pk for player in four[0][1:]]).update(is_bot=True)
    assert '<ol class="list did">' in client.get(people).content.decode()
    Player.objects.filter(pk=four[0][0].pk).update(is_bot=True)

    assert '<ol class="list did">' not in client.get(people).content.decode()
    assert '<ol class="list did">' in client.get(hands).content.decode()
