"""The pages of disputes: raising one, its page for each reader, answers, evidence, lists, and the times of a club."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from django.utils import timezone

from clubs.models import CaseWindows
from games.cases import log
from games.cases.selectors import windows_of
from games.cases.services import answering, directing, ruling
from games.models import Case, Sheet
from games.projections import Hands
from games.store import projector
from games.templatetags.games import current_place
from tests.clubs.pictures.samples import photograph
from tests.factories import PlayerFactory
from tests.games.helpers.adjusting import adjust
from tests.games.helpers.cases import STANDS, World, disputed, do, world
from tests.games.helpers.sheets import FAILED, MADE, enter, sheet_of

pytestmark = pytest.mark.django_db
NOBODY = UUID(int=0)
MORE = {"ending": {"type": "hands", "count": 5}}


@pytest.fixture
def there() -> World:
    """A game whose result was published an hour ago."""
    log.forget_all()
    made = world()
    Sheet.objects.filter(pk=made.sheet.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    projector.run_once(Hands)
    return made


@pytest.fixture
def case(there: World) -> Case:
    return disputed(there, now=timezone.now())


def as_(player) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player.user)
    return client


def text(player, route: str, *args: Any, query: str = "") -> str:
    answer = as_(player).get(reverse(route, args=args) + query)
    assert answer.status_code == 200, answer
    return " ".join(answer.content.decode().split())


def send(player, case: Case, act: str, **fields: Any):
    return as_(player).post(reverse("games:case_act", args=[case.pk, act]), fields, follow=True)


def test_a_player_disputes_a_hand_from_its_page_and_is_led_to_the_case(there):
    raiser = there.players[0]
    hand = text(raiser, "games:hand_of_sheet", there.sheet.pk, 1)
    address = reverse("games:case_new", args=[there.sheet.pk, 1])
    assert address in hand
    assert "Dispute this hand" in hand
    assert "6 days 23 hours left" in hand

    form = {"subject": "score", "words": "It was 17.", "rule": "28-SCO-1", "command": uuid4()}
    answer = as_(raiser).post(address, form, follow=True)

    opened = Case.objects.get()
    assert answer.redirect_chain == [(reverse("games:case", args=[opened.pk]), 302)]
    page = answer.content.decode()
    assert "Is the score of hand 1 right?" in page
    assert "It was 17." in page
    assert "1 day 23 hours" in page or "2 days" in page
    assert (opened.subject, opened.rule, opened.raised_by) == ("score", "28-SCO-1", raiser)
    assert as_(raiser).post(address, form).headers["Location"] == reverse("games:case", args=[opened.pk])
    assert Case.objects.count() == 1


def test_a_dispute_without_words_is_mended_in_the_form(there):
    answer = as_(there.players[0]).post(reverse("games:case_new", args=[there.sheet.pk, 1]), {"words": " "})

    assert answer.status_code == 422
    assert "Choose what the dispute is about." in answer.content.decode()
    assert not Case.objects.exists()


def test_a_rule_that_the_game_does_not_have_is_mended_in_the_form(there):
    form = {"subject": "score", "words": "It was 17.", "rule": "56-PLAY-2", "command": uuid4()}
    answer = as_(there.players[0]).post(reverse("games:case_new", args=[there.sheet.pk, 1]), form)

    assert answer.status_code == 422
    assert "The rules of this game have no rule with this id." in answer.content.decode()
    assert not Case.objects.exists()


def test_the_page_of_a_check_leads_to_a_dispute(there):
    page = text(there.players[0], "games:check_hand_of_sheet", there.sheet.pk, 1)

    assert reverse("games:case_new", args=[there.sheet.pk, 1]) in page


def test_a_reader_who_did_not_play_is_offered_no_dispute(there):
    assert "Dispute this hand" not in text(there.members[3], "games:hand_of_sheet", there.sheet.pk, 1)
    answer = as_(there.members[3]).post(
        reverse("games:case_new", args=[there.sheet.pk, 1]), {"subject": "score", "words": "I think so."}
    )
    assert "Only players of the hand and directors can dispute it." in answer.content.decode()


def test_after_the_window_the_page_of_the_hand_says_why_it_cannot_be_disputed(there):
    Sheet.objects.filter(pk=there.sheet.pk).update(finished_at=timezone.now() - timedelta(days=8))

    hand = text(there.players[0], "games:hand_of_sheet", there.sheet.pk, 1)

    assert "The time to dispute this hand is over." in hand
    assert reverse("games:case_new", args=[there.sheet.pk, 1]) not in hand


def test_the_hands_of_a_running_game_can_be_disputed_from_its_page(there):
    sheet = sheet_of(there.players, club=there.club, by=there.director, options=MORE)
    enter(sheet, there.director, MADE)
    projector.run_once(Hands)

    page = text(there.players[1], "games:sheet", sheet.pk)

    assert "open until the game ends" in page
    assert reverse("games:case_new", args=[sheet.pk, 1]) in page


@pytest.mark.parametrize(
    ("who", "reads", "mine"),
    [
        ("raiser", True, False),
        ("opponent", True, True),
        ("director", True, False),
        ("member", False, False),
    ],
)
def test_each_reader_sees_of_a_case_what_is_for_them(there, case, who, reads, mine):
    page = text(there.everybody[who], "games:case", case.pk)

    assert ("It was 17." in page) is reads
    assert ("It is your move." in page) is mine
    assert ("has not answered yet" in page) is reads
    sides = f"{there.players[1].name} and {there.players[3].name}" if reads else "the other side"
    assert f"The answer of {sides}" in page
    assert (there.players[1].name in page) is reads
    assert "the result is provisional on every page" in page


def test_a_case_of_a_hand_that_somebody_may_not_see_is_not_there(there, case):
    for stranger in (None, PlayerFactory()):
        assert as_(stranger).get(reverse("games:case", args=[case.pk])).status_code == 404


def test_the_other_side_answers_and_the_case_goes_to_the_directors(there, case):
    opponent = there.players[1]
    answer = send(opponent, case, "answer", stance="contest", words="It was 18.", command=uuid4())

    page = answer.content.decode()
    assert "Your answer is saved." in page
    assert "It was 18." in page
    assert "A director who takes the case" in page
    for name in ("clubs:home", "games:cases"):
        assert reverse("games:case", args=[case.pk]) in text(there.director, name)
    assert log.current(case.pk).status == "review"
    assert f"{opponent.name} answered: the dispute is not right." in text(there.director, "games:case", case.pk)


def test_an_answer_stands_in_the_form_of_its_side_until_it_is_changed(there, case):
    assert "Change the answer" not in text(there.players[1], "games:case", case.pk)
    send(there.players[1], case, "answer", stance="contest", words="It was 18.", command=uuid4())

    page = text(there.players[3], "games:case", case.pk)  # the partner
    assert re.search(r'value="contest"[^>]*checked', page)
    assert re.search(r"<textarea[^>]*> ?It was 18.</textarea>", page)
    assert "Change the answer" in page


def test_the_head_of_a_case_says_after_a_ruling_how_the_hand_counts_and_how_it_was_played(there, case):
    before = text(there.players[0], "games:case", case.pk)
    assert "As played" not in before
    adjust(there.sheet.pk, 1, FAILED)

    page = text(there.players[0], "games:case", case.pk)
    head = re.search(r'<p class="facts">([^<]*As played: [^<]*)</p>', page)[1]
    counts, played = head.split("As played: ")
    assert "Adjusted by a case. It counts as: " in counts
    assert f'<p class="facts">{played}</p>' in before


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/cases/", "me"),
        (f"/cases/{NOBODY}/", "club"),
        (f"/cases/{NOBODY}/ruling/new/", "club"),
        (f"/cases/{NOBODY}/polls/new/", "club"),
        (f"/cases/of/{NOBODY}/1/new/", "tables"),
        ("/clubs/any/cases/", "club"),
        ("/clubs/any/casebook/1/", "club"),
        ("/casebook/", ""),
        ("/sweep/", ""),
        ("/polls/", "me"),
        (f"/polls/{NOBODY}/", "me"),
    ],
)
def test_the_menu_marks_the_place_that_a_page_of_cases_belongs_to(path, place):
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)

    assert current_place(request) == place


def test_an_answer_without_a_stance_stays_in_the_form(there, case):
    answer = as_(there.players[1]).post(reverse("games:case_act", args=[case.pk, "answer"]), {"words": "No."})

    assert answer.status_code == 422
    assert "Choose one of them." in answer.content.decode()


def test_evidence_is_added_and_taken_back(there, case):
    send(there.players[2], case, "statement", words="I counted with them.", command=uuid4())
    page = text(there.players[1], "games:case", case.pk)
    assert "I counted with them." in page
    assert "Withdraw it…" not in page

    send(there.players[2], case, "withdraw-evidence", evidence="1")

    page = text(there.players[1], "games:case", case.pk)
    assert "I counted with them." not in page
    assert "withdrew evidence 1" in page


def test_a_picture_is_evidence_for_the_people_of_the_case_alone(there, case):
    answer = send(
        there.players[0], case, "picture", picture=SimpleUploadedFile("sheet.jpg", photograph(), "image/jpeg")
    )

    piece = log.current(case.pk).evidence[0]
    assert piece.kind == "picture"
    address = reverse("clubs:picture_small", args=[piece.item])
    assert address in answer.content.decode()
    seen = {who: as_(there.everybody[who]).get(address).status_code for who in ("opponent", "director", "member")}
    assert seen == {"opponent": 200, "director": 200, "member": 404}


def test_a_director_takes_a_case_gives_more_time_and_gives_it_back(there, case):
    do(answering.answer, case, there.players[1], timezone.now(), stance="contest", words="No.")
    assert "Take the case" in text(there.director, "games:case", case.pk)
    send(there.director, case, "take")
    assert log.current(case.pk).director == str(there.director.pk)

    until = timezone.localtime(timezone.now() + timedelta(days=20)).replace(second=0, microsecond=0)
    send(there.director, case, "deadline", until=f"{until:%Y-%m-%dT%H:%M}")
    assert log.current(case.pk).until == int(until.timestamp())
    page = text(there.other, "games:case", case.pk)
    assert f"The ruling of {there.director.name}" in page
    assert "Take the case over" in page

    send(there.director, case, "release")
    assert log.current(case.pk).director == ""


def test_a_party_is_told_that_a_case_is_for_directors(there, case):
    page = send(there.players[0], case, "take").content.decode()

    assert "This is for the directors." in page


def test_the_dispute_is_withdrawn_by_its_raiser(there, case):
    page = send(there.players[0], case, "withdraw").content.decode()

    assert "The dispute was withdrawn: the result stands." in page
    assert log.current(case.pk).is_closed


def test_a_person_of_the_case_has_the_names_withheld(there, case):
    send(there.players[1], case, "withhold-names")
    case.refresh_from_db()
    assert case.names_withheld

    send(there.players[1], case, "show-names")
    case.refresh_from_db()
    assert not case.names_withheld


def test_readers_without_a_part_learn_of_a_ruling_but_not_what_was_decided(there, case):
    now = timezone.now()
    do(answering.answer, case, there.players[1], now, stance="contest", words="No.")
    do(directing.take, case, there.director, now)
    do(ruling.rule, case, there.director, now, decision=STANDS, words="The sheet is right.")

    outside = text(there.members[3], "games:case", case.pk)
    assert "A director ruled." in outside
    assert there.director.name not in outside
    assert "the result stands." not in outside
    assert f"{there.director.name} ruled: the result stands." in text(there.players[0], "games:case", case.pk)


def test_the_living_part_says_when_something_has_happened_since_the_page_was_opened(there, case):
    seen = log.current(case.pk).version
    query = f"?part=now&seen={seen}"
    assert "Something has happened" not in text(there.players[0], "games:case_live", case.pk, query=query)
    do(answering.answer, case, there.players[1], timezone.now(), stance="contest", words="No.")
    assert "Something has happened" in text(there.players[0], "games:case_live", case.pk, query=query)


def test_the_first_page_and_my_cases_begin_with_what_waits_for_me(there, case):
    opponent = there.players[1]
    home = text(opponent, "clubs:home")
    assert reverse("games:case", args=[case.pk]) in home
    assert "Dispute about hand 1" in home
    mine = text(opponent, "games:cases")
    assert mine.index("Waiting for you") < mine.index(reverse("games:case", args=[case.pk]))
    assert "No case waits for you." in text(there.players[0], "games:cases")
    assert "your move" not in text(there.members[0], "clubs:home")


def test_the_queue_of_a_club_has_overdue_cases_first(there, case):
    late = world_of_another_hand(there)
    queue = text(there.director, "games:club_cases", there.club.slug)

    assert "Overdue" in queue
    assert queue.index(reverse("games:case", args=[late.pk])) < queue.index(reverse("games:case", args=[case.pk]))
    assert "The answer of" in queue
    assert "To dispute a hand" in queue


def world_of_another_hand(there: World) -> Case:
    """A case whose deadline has passed, and which no task has tended yet."""
    sheet = sheet_of(there.players, club=there.club, by=there.director, options=MORE)
    enter(sheet, there.director, MADE)
    return disputed(there, game=sheet.pk, now=timezone.now() - timedelta(days=3))


def test_members_see_the_open_disputes_of_hands_that_they_may_see_and_visitors_none(there, case):
    assert reverse("games:case", args=[case.pk]) in text(there.members[3], "games:club_cases", there.club.slug)
    assert as_(None).get(reverse("games:club_cases", args=[there.club.slug])).status_code == 302


def test_an_owner_sets_how_long_the_steps_last(there):
    form = {
        name: number
        for window in ("dispute", "answer", "poll", "ruling", "appeal", "committee", "vote")
        for name, number in ((window, 3), (f"{window}_unit", 3600))
    }
    address = reverse("games:club_case_windows", args=[there.club.slug])

    assert as_(there.director).get(address).status_code == 403
    answer = as_(there.owner).post(address, form | {"vote": 91, "vote_unit": 86400})
    assert answer.status_code == 422
    assert "The time must be between 1 minute and 90 days." in answer.content.decode()
    assert not CaseWindows.objects.exists()

    assert as_(there.owner).post(address, form).status_code == 302
    assert set(vars(CaseWindows.objects.get()).values()) >= {10800}
    assert windows_of(there.club).vote == 10800
    assert "3 hours" in text(there.director, "games:club_cases", there.club.slug)


def test_a_queue_of_many_cases_asks_no_more_than_one_of_few(there, django_capture_on_commit_callbacks):
    def asked(cases: int) -> int:
        for number in range(cases):
            sheet = sheet_of(there.players, club=there.club, by=there.director, options=MORE, name=f"Table {number}")
            enter(sheet, there.director, MADE)
            Case.objects.all().update(raised_by=None)  # nobody has raised too many in a day
            with django_capture_on_commit_callbacks(execute=True):
                disputed(there, game=sheet.pk, now=timezone.now())
        text(there.director, "games:club_cases", there.club.slug)  # what is kept is kept
        with CaptureQueriesContext(connection) as queries:
            text(there.director, "games:club_cases", there.club.slug)
        return len(queries)

    few = asked(2)
    assert asked(4) == few, "the streams are folded, and the rows say that nothing is new"
