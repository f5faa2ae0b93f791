"""The page of an evening: rows saved, refused, corrected and undone; the people; the standing at once."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.base.days import today_in
from clubs.calendar.services import plan_meeting
from clubs.members.guests import claim_guest, make_guest, offer_claim
from clubs.models import MeetingAnswer, Membership, Player, PrivacyChoices, Season
from games.evenings import selectors
from games.models import WrittenResult
from games.projections import Results
from games.results.services import enter_result
from games.store import projector
from tests.factories import PlayerFactory
from tests.games.helpers.played import club_of

pytestmark = pytest.mark.django_db(transaction=True)

PART = {"HX-Request": "true"}
MINUS_4 = "\N{MINUS SIGN}4"
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")


@pytest.fixture
def players() -> list[Player]:
    return [PlayerFactory(name=name, password=uuid4().hex) for name in NAMES]


@pytest.fixture
def club(players):
    return club_of(*players)


@pytest.fixture
def owner(players):
    return signed_in(players[0])


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def address(name, club, *more):
    return reverse(f"games:{name}", args=[club.slug, today_in(club).isoformat(), *more])


def row(players, points=(7, 3), **more):
    said = {f"player_{seat}": player.pk for seat, player in enumerate(players)}
    said |= {f"points_{side}": own for side, own in enumerate(points)}
    return said | {"rules": "28-kerala-4", "next": "same", "command": uuid4(), **more}


def sent(client, name, club, body, *more, status=200):
    answer = client.post(address(name, club, *more), body, headers=PART)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer.content.decode()


def typed(html, prefix="new"):
    """The points and the players of the form of a row."""
    points = re.findall(rf'id="{prefix}-points-\d"\s+name="points_\d"\s+value="(.*?)"', html)
    seats = re.findall(rf'id="{prefix}-player-(\d)".*?</select>', html, re.S)
    chosen = {}
    for seat in seats:
        select = re.search(rf'id="{prefix}-player-{seat}".*?</select>', html, re.S)[0]
        found = re.findall(r'<option value="([^"]+)" selected>', select)
        chosen[int(seat)] = found[0] if found else ""
    return points, [chosen[seat] for seat in sorted(chosen)]


def names_to_press(html):
    """The names of people, each with whether it is pressed."""
    found = re.findall(r'id="here-.*?aria-pressed="(true|false)"\s*>\s*<span.*?</span> (\w+)\s*<', html, re.S)
    return [(name, pressed == "true") for pressed, name in found]


def standing_of(html):
    return html[html.index('id="evening-standing"') : html.index('id="chat-text"')]


def test_a_row_is_saved_once_and_the_next_one_has_the_same_pairs(club, players, owner):
    body = row(players[:4])
    sent(owner, "evening_enter", club, body)
    html = sent(owner, "evening_enter", club, body)
    assert WrittenResult.objects.get().points == [7, 3]
    assert typed(html) == (["", ""], [str(one.pk) for one in players[:4]])
    assert str(body["command"]) not in html


def test_a_bad_number_is_refused_beside_its_field_and_nothing_is_saved(club, players, owner):
    html = sent(owner, "evening_enter", club, row(players[:4], (7, 9000)), status=422)
    assert 'aria-describedby="new-points-1-error"' in html
    assert 'aria-describedby="new-points-0-error"' not in html
    assert typed(html) == (["7", "9000"], [str(one.pk) for one in players[:4]])
    assert not WrittenResult.objects.exists()


def test_a_player_at_two_seats_is_refused_beside_the_seat(club, players, owner):
    html = sent(owner, "evening_enter", club, row([*players[:3], players[0]]), status=422)
    assert "Ammini sits at two seats." in html
    assert not WrittenResult.objects.exists()


def test_the_standing_has_a_game_before_and_after_the_read_model_follows(club, players, owner):
    projector.run_once(Results)
    html = standing_of(sent(owner, "evening_enter", club, row(players[:4])))
    assert re.findall(r"[+\u2212]\d+", html) == ["+4", "+4", MINUS_4, MINUS_4] * 2
    projector.run_once(Results)
    html = standing_of(owner.get(address("evening_of", club), headers=PART).content.decode())
    assert re.findall(r"[+\u2212]\d+", html) == ["+4", "+4", MINUS_4, MINUS_4] * 2
    result = WrittenResult.objects.get()
    html = standing_of(sent(owner, "evening_undo", club, {"rules": "28-kerala-4"}, result.pk))
    assert re.findall(r"[+\u2212]\d+", html) == []


def test_a_correction_keeps_both_results_and_counts_the_new_one(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    first = WrittenResult.objects.get()
    body = row(players[1:5], (2, 6))
    sent(owner, "evening_correct", club, body, first.pk)
    html = sent(owner, "evening_correct", club, body, first.pk)
    first.refresh_from_db()
    second = WrittenResult.objects.get(withdrawn_at=None)
    assert (first.reason, second.points, second.played_on) == ("corrected", [2, 6], first.played_on)
    assert second.players == [str(one.pk) for one in players[1:5]]
    assert re.findall(r"[+\u2212]\d+", standing_of(html))[:4] == ["+4", "+4", MINUS_4, MINUS_4]


def points_of_games(html):
    """The points of the games in the list, the latest first."""
    games = html[html.index('id="games-so-far"') : html.index('id="evening-standing"')]
    return re.findall(r"<b>(\d+)</b>", games)


def test_a_corrected_game_keeps_its_place_however_often_it_is_corrected(club, players, owner):
    for points in ((7, 3), (2, 6)):
        sent(owner, "evening_enter", club, row(players[:4], points))
    for points in ((7, 2), (7, 1)):
        first = WrittenResult.objects.get(withdrawn_at=None, points__0=7)
        html = sent(owner, "evening_correct", club, row(players[:4], points), first.pk)
        assert points_of_games(html) == ["2", "6", *map(str, points)]
    first = WrittenResult.objects.get(withdrawn_at=None, points__0=7)
    html = sent(owner, "evening_undo", club, {}, first.pk)
    assert points_of_games(html) == ["2", "6"]
    assert points_of_games(sent(owner, "evening_enter", club, row(players[:4]))) == ["7", "3", "2", "6"]


def test_a_refused_correction_leaves_the_result(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    first = WrittenResult.objects.get()
    html = sent(owner, "evening_correct", club, row(players[:4], ("x", 3)), first.pk, status=422)
    assert typed(html, "old")[0] == ["x", "3"]
    first.refresh_from_db()
    assert first.withdrawn_at is None


def test_what_is_undone_is_in_the_form_again(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    html = sent(owner, "evening_undo", club, {"rules": "28-kerala-4"}, WrittenResult.objects.get().pk)
    assert typed(html) == (["7", "3"], [str(one.pk) for one in players[:4]])
    assert WrittenResult.objects.get().withdrawn_at is not None


def test_nothing_is_undone_nor_entered_once_the_season_is_closed(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    today = today_in(club)
    Season.objects.create(club=club, name="Monsoon", begins=today, ends=today, closed_at=timezone.now())
    html = sent(owner, "evening_undo", club, {"rules": "28-kerala-4"}, WrittenResult.objects.get().pk)
    assert "The season Monsoon is closed for good" in html
    html = sent(owner, "evening_enter", club, row(players[:4]), status=422)
    assert "The season Monsoon is closed for good" in html
    assert WrittenResult.objects.get().withdrawn_at is None


def test_a_row_that_is_typed_is_not_replaced_by_what_is_undone(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    first = WrittenResult.objects.get().pk
    html = sent(owner, "evening_undo", club, {"rules": "28-kerala-4", "typed": "yes"}, first)
    assert typed(html)[0] == ["", ""]
    assert WrittenResult.objects.get().withdrawn_at is not None


def test_a_correction_stays_open_while_the_next_game_is_saved_and_people_come(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    first = WrittenResult.objects.get().pk
    html = sent(owner, "evening_enter", club, row(players[:4], change=first))
    assert typed(html, "old")[0] == ["7", "3"]
    html = sent(owner, "evening_here", club, {"here": players[4].pk, "change": first})
    assert typed(html, "old")[0] == ["7", "3"]
    html = sent(owner, "evening_enter", club, row(players[:4], ("x", 3), change=first), status=422)
    assert (typed(html)[0], typed(html, "old")[0]) == (["x", "3"], ["7", "3"])
    html = sent(owner, "evening_correct", club, row(players[:4], (7, 2), change=first), first)
    assert typed(html, "old")[0] == []


def test_a_result_of_another_club_or_day_is_not_found(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    other = club_of(*players, name="Tirur Club")
    result = WrittenResult.objects.get().pk
    sent(owner, "evening_undo", other, {}, result, status=404)
    assert WrittenResult.objects.get().withdrawn_at is None


def test_the_people_are_those_who_said_they_come_and_an_officer_ticks_others(club, players, owner):
    now = timezone.now().astimezone()
    meeting = plan_meeting(club=club, by=players[0], title="Friday", day=today_in(club), at=now.time())
    html = owner.get(reverse("games:evening", args=[club.slug])).content.decode()
    assert "Friday" in html
    sent(owner, "evening_here", club, {"here": players[4].pk})
    assert MeetingAnswer.objects.get().player == players[4]
    sent(owner, "evening_here", club, {"gone": players[4].pk})
    assert not MeetingAnswer.objects.get(meeting=meeting).coming


def test_without_a_meeting_the_browser_remembers_who_is_there(club, players, owner):
    html = sent(owner, "evening_person", club, {"name": "Devaki", "as": "member"})
    people = html[html.index('id="people-here"') : html.index('id="next-game"')]
    assert '<p class="small" role="status">✓ Devaki is here.</p>' in people, "beside the field"
    assert html.count("Devaki is here.") == 1
    html = sent(owner, "evening_person", club, {"name": "Kunjali", "as": "guest"})
    assert [name for name, pressed in names_to_press(html) if pressed] == ["Devaki", "Kunjali"]
    assert Membership.objects.get(player__name="Kunjali").role == Membership.Role.GUEST
    html = sent(owner, "evening_person", club, {"name": "Kunjali", "as": "guest"}, status=422)
    assert "already has a member called Kunjali" in html


def test_a_pressed_name_stays_in_its_place(club, players, owner):
    names = [(name, False) for name in NAMES]
    assert names_to_press(owner.get(address("evening_of", club)).content.decode()) == names
    assert names_to_press(sent(owner, "evening_here", club, {"here": players[3].pk})) == [
        (name, name == "Devaki") for name in NAMES
    ]
    assert names_to_press(sent(owner, "evening_here", club, {"gone": players[3].pk})) == names


def test_a_name_that_was_typed_stays_when_the_person_goes(club, players, owner, monkeypatch):
    monkeypatch.setattr(selectors, "MOST_USUAL", 2)
    sent(owner, "evening_person", club, {"name": "Fathima", "as": "member"})
    html = sent(owner, "evening_here", club, {"gone": players[5].pk})
    assert names_to_press(html) == [("Ammini", False), ("Beeran", False), ("Fathima", False)]


def test_a_player_of_the_evening_who_goes_is_no_longer_there(club, players, owner):
    sent(owner, "evening_enter", club, row(players[:4]))
    html = sent(owner, "evening_here", club, {"gone": players[0].pk})
    assert ("Ammini", False) in names_to_press(html)


def test_a_guest_who_is_claimed_during_the_evening_is_one_person(club, players, owner):
    guest = make_guest(club=club, by=players[0], name="Kunjali")
    sent(owner, "evening_enter", club, row([guest, *players[1:4]]))
    account = PlayerFactory(name="Kunjali Marakkar", password=uuid4().hex)
    claim_guest(claim_id=offer_claim(club=club, by=players[0], guest=guest).pk, player=account)
    html = sent(owner, "evening_enter", club, row([account, *players[1:4]]))
    evening, season = re.findall(r"<tbody>.*?</tbody>", standing_of(html), re.S)
    assert evening.count("Kunjali Marakkar") == season.count("Kunjali Marakkar") == 1
    assert html.count(f'id="here-{account.pk}"') == 1
    first = WrittenResult.objects.earliest("entered_at").pk
    assert typed(sent(owner, "evening_undo", club, {}, first))[1][0] == str(account.pk)


def test_members_without_the_office_are_refused(club, players):
    client = signed_in(players[1])
    assert client.get(reverse("games:evening", args=[club.slug])).status_code == 403
    sent(client, "evening_enter", club, row(players[:4]), status=403)
    assert not WrittenResult.objects.exists()


@pytest.mark.parametrize(("day", "says"), [("2999-01-01", "is in the future"), ("1950-01-01", "Give a day from")])
def test_a_chosen_day_that_cannot_be_is_refused_beside_its_field(club, owner, day, says):
    html = owner.get(reverse("games:evening", args=[club.slug]), {"day": day}).content.decode()
    assert says in re.search(r'<div id="evening-day_error">(.*?)</div>', html)[1]
    assert f'action="{address("evening_enter", club)}"' in html


def test_a_game_of_long_ago_is_corrected_but_none_is_added(club, players, owner):
    day = today_in(club) - timedelta(days=400)
    result = enter_result(
        club=club, player=players[0], rules="28-kerala-4", players=players[:4], points=[7, 3], played_on=day
    )
    enter = reverse("games:evening_enter", args=[club.slug, day.isoformat()])
    answer = owner.post(enter, row(players[:4]), headers=PART)
    assert answer.status_code == 422
    assert "Give a day from" in re.search(r'<p class="err" role="alert">(.*?)</p>', answer.content.decode())[1]
    correct = reverse("games:evening_correct", args=[club.slug, day.isoformat(), result.pk])
    assert owner.post(correct, row(players[:4], (7, 2)), headers=PART).status_code == 200
    assert WrittenResult.objects.get(withdrawn_at=None).points == [7, 2]


def test_a_day_to_come_has_no_page(club, owner):
    day = (today_in(club) + timedelta(days=1)).isoformat()
    assert owner.get(reverse("games:evening_of", args=[club.slug, day])).status_code == 404


@pytest.mark.parametrize("audience", ["clubs", "nobody"])
def test_the_text_for_a_chat_names_those_alone_who_show_results_to_everybody(club, players, owner, audience):
    """As the picture does, to which the page leads: a chat is read by anybody. The owner is one of them."""
    for player in players[:2]:
        PrivacyChoices.objects.update_or_create(player=player, defaults={"results": audience})
    html = sent(owner, "evening_enter", club, row(players[:4]))
    text = re.search(r'<textarea id="chat-text".*?>(.*?)</textarea>', html, re.S)[1]
    assert text.count("1. Chacko: 2 pts, 1 game, 1 won, +4") == 2, "of the evening and of all time"
    assert text.count("1. a player") == 2
    assert "Ammini" not in text
    assert "Beeran" not in text
    assert reverse("games:standing_picture", args=[club.slug]) in html


def test_a_member_in_no_list_who_is_noted_at_a_meeting_can_be_seated(club, players, owner):
    PrivacyChoices.objects.update_or_create(player=players[3], defaults={"lists": "nobody"})
    plan_meeting(club=club, by=players[0], title="Friday", day=today_in(club), at=timezone.now().time())
    choice = f'<option value="{players[3].pk}"'
    assert choice not in owner.get(address("evening_of", club)).content.decode()
    html = sent(owner, "evening_person", club, {"name": "Devaki", "as": "member"})
    assert choice in html
    assert f'id="here-{players[3].pk}"' in html
    html = sent(owner, "evening_here", club, {"gone": players[3].pk})
    assert choice not in html


@pytest.mark.parametrize(
    ("name", "value", "says"), [("rules", "29", "Select a valid choice"), ("command", "x", "UUID")]
)
def test_a_row_of_an_unknown_game_or_number_says_what_is_wrong(club, players, owner, name, value, says):
    html = sent(owner, "evening_enter", club, row(players[:4], **{name: value}), status=422)
    assert says in re.search(r'<p class="err" role="alert">(.*?)</p>', html)[1]
    again = re.search(r'name="command" value="(.*?)"', html)[1]
    sent(owner, "evening_enter", club, row(players[:4], command=again))
    assert WrittenResult.objects.count() == 1
