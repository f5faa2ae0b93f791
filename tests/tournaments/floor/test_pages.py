"""The floor on the pages of a match: what each reader sees, and what its forms do."""

from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games.sheets.passes import issue_pass, pass_token, revoke_pass
from tests.markup import one_line
from tests.tournaments.helpers.directed import state_of
from tests.tournaments.helpers.floor import call, captains, claim, player, say, sheet_of
from tournaments.floor.selectors import floor_of
from tournaments.floor.state import Arrival
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(Player.objects.get(name=name).user)  # type: ignore[arg-type]
    return client


def holder(cup: Tournament, match: int, director: Player) -> Client:
    """Return a browser that holds a pass to the sheet of a match."""
    issued = issue_pass(sheet_id=sheet_of(cup, match).pk, player=director, sides=[0, 1])
    client = Client()
    client.post(reverse("games:sheet_pass", args=[pass_token(issued)]))
    return client


def page(client: Client, cup: Tournament, match: int = 1) -> str:
    answer = client.get(reverse("tournaments:floor", args=[cup.slug, match]))
    return one_line(unescape(answer.content.decode())) if answer.status_code == 200 else str(answer.status_code)


def phone_page(client: Client, cup: Tournament, match: int = 1) -> str:
    answer = client.get(reverse("games:sheet_phone", args=[sheet_of(cup, match).pk]))
    return one_line(unescape(answer.content.decode())) if answer.status_code == 200 else str(answer.status_code)


def press(client: Client, cup: Tournament, do: str, match: int = 1, *, htmx: bool = True, **fields: object) -> str:
    headers = {"HX-Request": "true", "HX-Target": "floor-now"} if htmx else {}
    form = {"do": do, "command": uuid4(), **fields}
    answer = client.post(reverse("tournaments:floor", args=[cup.slug, match]), form, headers=headers)
    return one_line(unescape(answer.content.decode())) if answer.status_code == 200 else str(answer.status_code)


def test_a_player_calls_sees_who_comes_and_takes_it_back(cup: Tournament, beena: Player):
    unni = signed_in(captains(cup, 1)[0])
    assert "Call the director" in page(unni, cup)

    shown = press(unni, cup, "call", reason="revoke", hand="2", trick="3")
    assert "The director is called" in shown
    assert "A suit was not followed (hand 2, trick 3)" in shown

    claim(cup, beena)
    assert "Beena is coming" in page(unni, cup)
    shown = press(unni, cup, "withdraw:1")
    assert "Beena" not in shown
    assert floor_of(cup.pk).open_calls == ()


def test_a_refused_call_says_why_and_keeps_what_was_written(cup: Tournament):
    unni = signed_in(captains(cup, 1)[0])
    assert "Describe the matter in a few words." in press(unni, cup, "call", reason="other")
    assert "Enter a number." in press(unni, cup, "call", reason="score", hand="two")
    assert press(unni, cup, "call", htmx=False, reason="thirst") == "302"
    assert "Choose a reason for calling the director." in unescape(
        unni.get(reverse("tournaments:match", args=[cup.slug, 1])).content.decode()
    )
    assert floor_of(cup.pk).version == 0


def test_the_other_side_sees_that_the_director_is_called_and_not_why(cup: Tournament):
    one, other = captains(cup, 1)
    call(cup, player(one), reason="other", words="They talk about cards")

    assert "They talk about cards" in page(signed_in(one), cup)
    seen = page(signed_in(other), cup)
    assert "The director is called" in seen
    assert "They talk" not in seen
    assert "Something else: " not in seen
    assert "Withdraw the call" not in seen


def test_players_of_other_tables_and_visitors_see_announcements_alone(cup: Tournament, beena: Player):
    call(cup, player(captains(cup, 1)[0]))
    say(cup, beena, phrase="take-seats")
    for stranger in (signed_in(captains(cup, 2)[0]), Client()):
        seen = page(stranger, cup)
        assert "Please take your seats." in seen
        assert "is called" not in seen
        assert "Call the director" not in seen
        assert press(stranger, cup, "call", htmx=False, reason="score") == "403"
    assert len(floor_of(cup.pk).calls) == 1


def test_an_announcement_is_read_at_its_tables_and_by_its_entrants_alone(cup: Tournament, beena: Player):
    say(cup, beena, audience="tables", to=[1], phrase="last-hand")
    entrant = state_of(cup).matches[2].entrants[0]
    say(cup, beena, audience="entrants", to=[entrant], phrase="come-to-desk")

    one, other = captains(cup, 2)
    assert "it is the last" in page(Client(), cup, 1)
    assert "it is the last" not in page(Client(), cup, 2)
    assert "come to the desk" in page(signed_in(one), cup, 2)
    assert "come to the desk" not in page(signed_in(other), cup, 2)
    assert "come to the desk" not in page(Client(), cup, 2)


def test_a_phone_with_a_pass_calls_from_the_page_of_its_sheet(cup: Tournament, director: Player, beena: Player):
    phone = holder(cup, 2, director)
    say(cup, beena, words="Tea is ready", malayalam="ചായ തയ്യാർ")
    assert all(text in phone_page(phone, cup, 2) for text in ("Tea is ready", "Call the director"))

    at = sheet_of(cup, 2).pk
    assert "The director is called" in press(phone, cup, "call", 2, reason="sheet-full", at=at)
    claim(cup, beena)
    assert "Beena is coming" in phone_page(phone, cup, 2)
    assert "Beena" not in press(phone, cup, "withdraw:1", 2, at=at)
    assert press(phone, cup, "here:1", 2, at=at) == "404"
    assert press(phone, cup, "call", 1, reason="score", at=at, htmx=False) == "403"


def test_a_phone_whose_pass_was_revoked_calls_nobody(cup: Tournament, director: Player):
    phone = holder(cup, 1, director)
    sheet = sheet_of(cup, 1)
    (issued,) = sheet.passes.all()
    revoke_pass(sheet_id=sheet.pk, pass_id=issued.pk, player=director)

    assert press(phone, cup, "call", reason="score", at=sheet.pk, htmx=False) == "403"
    assert floor_of(cup.pk).version == 0


def test_a_side_says_on_the_page_of_its_match_that_it_is_there(cup: Tournament, beena: Player):
    unni = signed_in(captains(cup, 1)[0])
    entrant, facing = state_of(cup).matches[1].entrants
    assert "We are here" in page(unni, cup)
    assert "You are noted as here" in press(unni, cup, f"here:{entrant}")
    assert Arrival(1, entrant) in floor_of(cup.pk).arrived
    assert "We are here" in press(unni, cup, f"away:{entrant}")
    assert "only" not in press(unni, cup, f"here:{facing}")
    assert floor_of(cup.pk).arrived == {}

    officer = signed_in("Beena")
    assert page(officer, cup).count("They are here") == 2
    press(officer, cup, f"here:{facing}")
    assert "is here" in page(officer, cup)


def test_the_fragment_is_sent_again_only_when_something_is_new(cup: Tournament, beena: Player):
    unni, address = signed_in(captains(cup, 1)[0]), reverse("tournaments:floor", args=[cup.slug, 1])
    headers = {"HX-Request": "true", "HX-Target": "floor-now"}
    first = unni.get(address, headers=headers)
    assert unni.get(address, headers={**headers, "If-None-Match": first.headers["ETag"]}).status_code == 204
    say(cup, beena, phrase="take-seats")
    assert unni.get(address, headers={**headers, "If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_match_that_is_not_released_or_not_there_has_no_floor(cup: Tournament):
    assert page(Client(), cup, 99) == "404"
    assert page(Client(), cup, 5) == "404"
    assert Client().get(reverse("tournaments:floor_at", args=[uuid4()])).status_code == 404
