"""Blind polls: a director asks, players answer, and nobody learns what is not theirs to know."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.models import Notice, Player
from clubs.privacy.holdings import Person
from games import personal_data
from games.cases import log
from games.cases.selectors import seen_case
from games.cases.services import answering, deadlines, directing
from games.models import Case, PollInvitation, PollPosition, Rating, Sheet
from games.polls.answers import answer_of
from games.polls.selectors import (
    asked_by,
    counts_of,
    invitations_of,
    position_asked,
    position_of,
    results_of,
    suggested,
    written_hand,
)
from games.polls.services import open_poll
from tests.games.helpers.cases import disputed, refusal, world
from tests.games.helpers.polled import MEMBERS, NAMES, TITLE, Disputed, disputed_table, says
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Disputed:
    log.forget_all()
    return disputed_table()


def browser(player: Player) -> Client:
    """Return a browser in which a player is signed in."""
    client = Client()
    client.force_login(player.user)
    return client


def legal(invitation: PollInvitation) -> list[str]:
    """Return the answers that can be given."""
    return [answer_of(one) for one in position_asked(asked_by(invitation.pk, invitation.voter)).legal]


def test_a_player_is_told_answers_and_changes_the_answer_until_the_poll_closes(there: Disputed):
    first, second = there.asks(*there.members[:2])

    notice = Notice.objects.get(player=there.members[0], kind="poll-asked")
    assert notice.path == reverse("games:poll_answer", args=[first.pk])
    assert [one.invitation.pk for one in invitations_of(there.members[0])] == [first.pk]
    says(first, legal(first)[0], 3, "It is the only safe card.")
    says(first, legal(first)[1], 1)
    assert asked_by(first.pk, there.members[0]).answer == legal(first)[1]
    says(second, "")
    assert refusal(says, first, legal(first)[0]) == "poll-closed"
    (result,) = counts_of(log.current(there.case.pk), written_hand(there.case).told)
    assert (result.asked, result.answered, result.known) == (2, 1, 1)
    assert [(count.count, count.sure) for count in result.counts] == [(1, (0, 0, 1))]


def test_only_what_the_seat_could_do_is_an_answer(there: Disputed):
    (invitation,) = there.asks(there.members[0])

    for action in ("play:XX", "bid:14", "pass", "nonsense"):
        assert refusal(says, invitation, action) == "bad-action"
    assert refusal(says, invitation, legal(invitation)[0], 0) == "not-sure"
    assert asked_by(invitation.pk, there.members[0]).answer == ""


def test_nobody_who_had_to_do_with_the_hand_the_game_or_the_case_is_asked(there: Disputed):
    for involved in (there.players[0], there.players[3], there.director):
        assert refusal(there.asks, involved) == "voter-involved"
    names = {one.player.name for one in suggested(there.case, log.current(there.case.pk))}
    assert not names & {*NAMES, there.director.name}


def test_a_poll_without_a_position_is_not_opened(there: Disputed):
    choice = there.choice()
    for seat, step in (((choice.seat + 1) % 4, choice.step), (choice.seat, 0)):
        code = refusal(
            open_poll, case_id=there.case.pk, player=there.director, seat=seat, step=step,
            voters=there.members[:1], command=uuid4(),
        )  # fmt: skip
        assert code == "no-position"
    assert not log.current(there.case.pk).polls
    assert not PollPosition.objects.exists()
    assert not Notice.objects.filter(kind="poll-asked").exists()


def test_the_same_command_asks_once(there: Disputed):
    choice, command = there.choice(), uuid4()
    for _time in range(2):
        number = open_poll(
            case_id=there.case.pk, player=there.director, seat=choice.seat, step=choice.step,
            voters=there.members[:2], command=command,
        )  # fmt: skip
        assert number == 1
    assert PollInvitation.objects.count() == 2


def test_answers_are_read_when_the_poll_is_closed_and_names_by_directors_alone(there: Disputed):
    first, second = there.asks(*there.members[:2])
    says(first, legal(first)[0], 3, "It is the only safe card.")

    for reader in (there.director, there.players[0]):
        (result,) = results_of(seen_case(there.case.pk, reader))
        assert (result.is_open, result.counts, result.took) == (True, (), "")
    says(second, legal(first)[0], 2)
    (mine,) = results_of(seen_case(there.case.pk, there.director))
    (theirs,) = results_of(seen_case(there.case.pk, there.players[1]))
    assert [reason.name for reason in mine.counts[0].reasons] == [one.name for one in there.members[:2]]
    assert [reason.name for reason in theirs.counts[0].reasons] == ["", ""]
    assert "It is the only safe card." in [reason.words for reason in theirs.counts[0].reasons]
    assert theirs.counts[0].sure == (1, 1, 0)
    assert results_of(seen_case(there.case.pk, there.members[4])) == []


def test_a_poll_closes_at_its_deadline_with_the_answers_it_has(there: Disputed):
    now = timezone.now()
    (invitation, _silent) = there.asks(
        *there.members[:2], until=now - timedelta(minutes=5), now=now - timedelta(minutes=20)
    )
    page = browser(there.members[0]).get(reverse("games:poll_answer", args=[invitation.pk]))
    assert b"This question is closed" in page.content
    assert refusal(says, invitation, "pass") in ("poll-closed", "bad-action")
    deadlines.tend_cases(now)
    (result,) = counts_of(log.current(there.case.pk), written_hand(there.case).told)
    assert (result.is_open, result.asked, result.answered) == (False, 2, 0)


def secrets(there: Disputed) -> list[str]:
    """Return all that a voter must not learn."""
    stream = there.table.pk
    people = [*there.players, there.director, *there.members[1:]]
    return [
        *NAMES, *(name.split()[0] for name in NAMES), *MEMBERS[1:], there.director.name, TITLE, "Friday",
        there.club.name, there.club.slug, str(there.club.pk), str(there.case.pk), there.case.pk.hex,
        str(stream), stream.hex, *(str(one.pk) for one in people), "Beeran thought",
    ]  # fmt: skip


@pytest.mark.parametrize("rules", in_lanes(("28-kerala-4", "56-kerala-4"), fast=("28-kerala-4",)))
def test_no_answer_of_the_server_tells_a_voter_whose_the_position_is(rules: str):
    """Every page of a voter, and every redirect: no name, id, title, club, date, hand or case."""
    there = disputed_table(rules)
    for phase in ("Trick 2", "Auction"):
        (invitation, _other) = there.asks(*there.members[:2], choice=there.choice(phase), clock=True)
        client, page = browser(there.members[0]), reverse("games:poll_answer", args=[invitation.pk])
        mine = legal(invitation)[0]
        seen = position_asked(asked_by(invitation.pk, there.members[0])).seen
        foreign = next(card for card in engine.load_rules(rules).deck if card not in (*seen.hand, seen.indicator))
        answers = [
            client.get(page),
            client.get(page, {"do": mine}),
            client.get(page, {"do": f"play:{foreign}"}),
            client.get(page, {"do": "nonsense"}),
            client.get(page, {"again": "1"}),
            client.post(f"{page}answer/", {"action": mine}),
            client.post(f"{page}answer/", {"action": "play:XX", "sure": "3"}),
            client.post(f"{page}answer/", {"action": mine, "sure": "3", "words": "So."}),
            client.get(page),
            client.post(f"{page}known/"),
            client.get(page),
            client.get(reverse("games:polls")),
        ]
        assert [one.status_code for one in answers][:8] == [200, 200, 422, 200, 200, 422, 422, 302]
        hand = (
            {card for seat in there.table.cards_dealt for card in seat} if hasattr(there.table, "cards_dealt") else ()
        )
        assert not hand
        for answered in answers:
            told = answered.content.decode() + str(answered.headers)
            for secret in secrets(there):
                assert secret not in told
            assert not re.search(r"(?i)hand \d|case \d", told)
            assert "ws-connect" not in told
        for other in (there.members[2], there.players[0], there.director):
            assert browser(other).get(page).status_code == 404
        assert Client().get(page).status_code == 302
        # The case itself is not there for somebody who is asked, whatever the address.
        assert refusal(seen_case, there.case.pk, there.members[0]) == "unknown-case"


def test_a_card_that_cannot_be_played_is_refused_with_its_rule(there: Disputed):
    """28-PLAY-4."""
    for choice in there.choices:
        position = position_of(there.case, choice.seat, choice.step)
        held = set(position.seen.hand) - {one.card for one in position.legal if isinstance(one, engine.Play)}
        if position.seen.trick and held:
            break
    (invitation,) = there.asks(there.members[0], choice=choice)
    address = reverse("games:poll_answer", args=[invitation.pk])
    page = browser(there.members[0]).get(address, {"do": f"play:{min(held)}"})
    assert page.status_code == 422
    assert b'id="why"' in page.content
    assert b"28-PLAY-4" in page.content


def test_a_director_chooses_a_move_and_players_and_asks_them_on_a_page(there: Disputed):
    client, address = browser(there.director), reverse("games:poll_new", args=[there.case.pk])
    choice = there.choice("Trick 2")
    assert "Name each player below, and press Add." in client.get(address).content.decode()
    for strength, player in enumerate((there.members[4], there.members[0])):
        Rating.objects.create(
            player=player, family="28", stream=uuid4(), mu=20 + strength, sigma=2, games=30, rated_at=timezone.now()
        )
    for player, days in ((there.players[0], 1), (there.members[5], 400)):
        Rating.objects.create(
            player=player, family="28", stream=uuid4(), mu=40, sigma=2, games=30,
            rated_at=timezone.now() - timedelta(days=days),
        )  # fmt: skip
    form = client.get(address).content.decode()
    assert "Name each player below, and press Add." not in form
    # The strongest first; not a party, nor somebody who has not played for long.
    assert form.index(there.members[0].name) < form.index(there.members[4].name)
    assert there.members[5].name not in form
    assert f">{there.players[0].name} (" not in form

    until = (timezone.localtime() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    said = {"step": choice.step, "until": until, "clock": "on", "voters": [str(there.members[0].pk)]}
    more = client.post(address, {**said, "more": there.members[3].name, "do": "add"})
    assert (more.status_code, PollInvitation.objects.count()) == (200, 0)
    assert f'value="{there.members[3].pk}"' in more.content.decode()
    for beside in (there.players[1], there.director):
        refused = client.post(address, {**said, "more": beside.name, "do": "add"})
        assert refused.status_code == 422, "refused as soon as the name is added"
        assert "asked" in refused.content.decode()
    asked = [str(there.members[0].pk), str(there.members[3].pk)]
    assert client.post(address, {**said, "voters": asked, "do": "ask"}).status_code == 302
    assert set(PollInvitation.objects.values_list("voter", flat=True)) == {there.members[0].pk, there.members[3].pk}
    assert PollPosition.objects.get().clock

    for wrong, words in (
        ({"until": "2020-01-01T10:00"}, "in the future"),
        ({"voters": []}, "Choose the players"),
        ({"more": there.players[1].name}, "cannot be asked"),
        ({"more": "Nobody at all"}, "Nobody in the club is called"),
        ({"step": 9999}, "Select a valid choice"),
    ):
        refused = client.post(address, {**said, **wrong, "do": "ask"})
        assert refused.status_code == 422
        assert words in refused.content.decode()
    shown = client.get(reverse("games:poll_look", args=[there.case.pk]), {"step": choice.step})
    assert b"Your seat" in shown.content
    assert client.get(reverse("games:poll_look", args=[there.case.pk]), {"step": "x"}).status_code == 404
    client.post(reverse("games:poll_close", args=[there.case.pk, 1]))
    assert not log.current(there.case.pk).open_polls
    assert browser(there.players[0]).get(address).status_code == 403
    assert browser(there.members[5]).get(address).status_code == 403


def test_a_hand_that_nobody_wrote_down_has_no_position_to_ask_about():
    there = world()
    Sheet.objects.filter(pk=there.sheet.pk).update(finished_at=timezone.now())
    case = disputed(there, now=timezone.now())
    answering.answer(case_id=case.pk, player=there.players[1], stance="agree", words="", command=uuid4())
    directing.take(case_id=case.pk, player=there.other, command=uuid4())

    page = browser(there.other).get(reverse("games:poll_new", args=[case.pk]))
    assert b"There is no position to show" in page.content
    code = refusal(
        open_poll, case_id=case.pk, player=there.other, seat=1, step=3, voters=there.members[:1], command=uuid4()
    )
    assert code == "no-position"


def test_a_copy_of_ones_own_data_says_nothing_of_a_case_in_which_one_is_asked(there: Disputed):
    (invitation,) = there.asks(there.members[0])
    says(invitation, legal(invitation)[0], words="Because.")
    me = Person(there.members[0], (there.members[0].pk,), None, (there.members[0].name,))

    assert list(personal_data._cases(me)) == []
    (words,) = personal_data._case_words(me)
    assert (words["case_id"], words["text"]) == (None, "Because.")
    Case.objects.filter(pk=there.case.pk).update(closed_at=timezone.now())
    assert len(list(personal_data._cases(me))) == 1
