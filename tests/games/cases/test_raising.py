"""Raising a dispute: by whom, about which hand, until when; and the facts that the case keeps."""

from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from clubs.models import Membership, Picture
from clubs.officers.roles import find_role
from clubs.people import takeovers
from engine import load_rules
from games import store
from games.cases import deciding, log
from games.cases.facts import sides_of
from games.cases.opening import check_opening
from games.cases.replay import replay_case
from games.cases.selectors import cases_for, queue, seen_case, window_of, windows_of
from games.cases.services import answering, appealing, directing, polling, raising, ruling
from games.cases.services.setting import set_windows
from games.cases.windows import CLUB, TOURNAMENT, Windows
from games.models import Case, CasePerson
from games.replaying.streams import first_refused
from tests.factories import ClubFactory, GuestFactory, PlayerFactory
from tests.games.helpers.cases import STANDS, at, disputed, do, refusal, world
from tests.games.helpers.sheets import MADE, enter, sheet_of
from tests.games.helpers.stories import BEGAN, Story, after, opening
from tests.games.helpers.tables import play_on, table_of

HOUR = Windows(3600, 3600, 3600, 3600, 3600, 3600, 3600)


def test_the_first_event_keeps_the_facts_of_the_hand(there, case):
    state = log.current(case.pk)
    ids = tuple(str(player.pk) for player in there.players)

    assert (state.sides, state.seats, state.side) == ((ids[::2], ids[1::2]), ids, 0)
    assert (state.game, state.club, state.host) == (str(there.sheet.pk), str(there.club.pk), "")
    assert (state.published_at, state.closes_at) == (log.seconds_of(at()), log.seconds_of(at(days=7)))
    assert (state.windows, state.until) == (CLUB, log.seconds_of(at(days=2)))
    assert (case.family, case.rules, case.due_at) == ("28", "28-kerala-4", at(days=2))


def test_the_same_command_opens_one_case(there):
    command = uuid4()

    first, again = (disputed(there, command=command) for _time in range(2))

    assert first == again
    assert Case.objects.count() == 1


def test_the_window_closes_at_its_second(there):
    before, closing = log.moment_of(log.seconds_of(at(days=7)) - 1), at(days=7)

    assert window_of(there.sheet.pk, 1, now=before).open
    assert not window_of(there.sheet.pk, 1, now=closing).open
    assert refusal(disputed, there, now=closing) == "window-closed"
    assert refusal(disputed, there, now=before) == ""


def test_a_club_sets_its_own_windows_and_open_cases_keep_theirs(there, case):
    set_windows(club=there.club, by=there.owner, windows=HOUR)

    assert (windows_of(there.club), log.current(case.pk).windows) == (HOUR, CLUB)
    assert window_of(there.sheet.pk, 1, now=at(hours=1)).closes_at == at(hours=1)
    for windows, field in ((Windows(59, *[60] * 6), "dispute"), (Windows(*[60] * 6, 91 * 86400), "vote")):
        with pytest.raises(Exception, match="The time must be between") as refused:
            set_windows(club=there.club, by=there.owner, windows=windows)
        assert (refused.value.code, refused.value.field) == ("window-out-of-range", field)
    assert refusal(set_windows, club=there.club, by=there.director, windows=HOUR) == "not-allowed"


def test_a_tournament_has_its_own_windows_and_counts_from_its_release(there, host):
    host.published = None
    assert window_of(there.sheet.pk, 1, now=at(days=30)).open
    host.published = at(days=30)

    case = disputed(there, now=at(days=30, minutes=29))

    state = log.current(case.pk)
    assert (state.windows, state.host, case.host) == (TOURNAMENT, str(case.host), host.find(there.sheet.pk).id)
    assert state.closes_at == log.seconds_of(at(days=30, minutes=30))
    assert refusal(disputed, there, now=at(days=30, minutes=30), by=there.players[1]) == "window-closed"


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"subject": "luck"}, "unknown-subject", "subject"),
        ({"words": " \x00 "}, "words-missing", "words"),
        ({"words": "x" * 4001}, "words-too-long", "words"),
        ({"step": 1000}, "unknown-step", "step"),
        ({"rule": "the revoke rule"}, "unknown-rule", "rule"),
        ({"hand": 2}, "unknown-sheet", ""),
        ({"game": uuid4()}, "unknown-table", ""),
    ],
)
def test_bad_input_is_refused_with_its_field_and_nothing_is_kept(there, more, code, field):
    with pytest.raises(Exception) as refused:  # the code is asserted
        disputed(there, **more)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert not Case.objects.exists()


def test_a_hand_is_disputed_by_its_players_and_by_directors_who_did_not_play(there):
    assert refusal(disputed, there, by=there.members[0]) == "not-a-player"
    assert refusal(disputed, there, by=PlayerFactory()) == "unknown-sheet"

    case = disputed(there, by=there.director)

    state = log.current(case.pk)
    assert (state.side, state.answering) == (None, (0, 1))
    assert CasePerson.objects.get(case=case, part="officer").player == there.director
    # The director who raised it decides nothing, and cannot be asked or named either.
    assert refusal(do, directing.take, case, there.director, at(hours=1)) == "not-neutral"
    do(answering.answer, case, there.players[0], at(hours=1), stance="agree")
    assert do(answering.answer, case, there.players[1], at(hours=2), stance="agree").status == "review"
    assert do(raising.withdraw_case, case, there.director, at(hours=3)).outcome == "withdrawn"


def test_a_game_of_no_club_has_no_disputes(db):
    players = [PlayerFactory() for _seat in range(4)]
    sheet = sheet_of(players, options={"ending": {"type": "hands", "count": 1}}, by=players[0])
    enter(sheet, players[0], MADE)
    given = {"hand": 1, "subject": "score", "words": "17.", "command": uuid4()}

    assert refusal(raising.dispute, game=sheet.pk, player=players[0], **given) == "no-club"
    assert not window_of(sheet.pk, 1).open


def test_a_player_without_an_account_cannot_raise_one_and_is_not_waited_for(client, db):
    club = ClubFactory()
    guests = [GuestFactory(club=club) for _seat in range(2)]
    people = [PlayerFactory() for _seat in range(2)]
    owner = club.memberships.get(role="owner").player
    for player in people:
        Membership.objects.create(club=club, player=player, role="player")
    sheet = sheet_of([guests[0], people[0], guests[1], people[1]], club=club, by=owner)
    enter(sheet, owner, MADE)
    given = {"game": sheet.pk, "hand": 1, "subject": "score", "words": "17.", "command": uuid4()}

    assert refusal(raising.dispute, player=guests[0], **given) == "no-account"
    case = raising.dispute(player=people[0], **given)
    state = log.current(case.pk)
    assert (state.without_account, state.status, state.unanswered) == ((0,), "review", ())
    client.force_login(people[0].user)
    page = client.get(reverse("games:case", args=[case.pk])).content.decode()
    assert "Nobody of this side had an account when the dispute was raised" in page

    # One of them takes the history over, and answers before the ruling.
    account = PlayerFactory()
    guests[1].merged_into = account
    guests[1].save()
    state = do(answering.answer, case, account, timezone.now(), stance="contest")
    assert (state.status, list(state.answers)) == ("review", [0])
    assert first_refused(store.load(case.pk)) is None


def test_a_side_with_one_account_is_waited_for_and_one_without_is_not():
    """Of three sides the one whose people all had no account answers if it can, and keeps nobody waiting."""
    sides = (("raiser",), ("opponent", "guest"), ("visitor",))
    story = Story(opening(sides=sides, without_account=(2,)))
    assert (story.state.status, story.state.unanswered) == ("open", (1,))

    story.do(deciding.answer, "visitor", after(story), "agree")
    assert story.state.status == "open"
    story.do(deciding.answer, "opponent", after(story), "contest")
    assert story.state.status == "review"
    replay_case(iter(story.commands))


def test_an_opening_that_waits_for_nobody_or_does_not_wait_is_refused():
    sides = (("raiser", "partner"), ("opponent", "second"))
    for wrong in (opening(sides=sides, without_account=(1,)), opening(sides=sides, answer_until=None)):
        assert refusal(check_opening, wrong, directs=False, now=BEGAN) == "bad-opening"


def test_too_many_disputes_in_a_day_are_refused(db, monkeypatch):
    there = world(hands=3)
    monkeypatch.setattr(raising, "MAX_A_DAY", 2)
    for hand in (1, 2):
        disputed(there, hand=hand)

    assert refusal(disputed, there, hand=3) == "too-many-disputes"
    assert refusal(disputed, there, hand=3, now=at(days=1, minutes=1)) == ""


def test_a_hand_at_a_live_table_is_disputed_and_where_only_bots_sit_nobody_is_asked(db):
    club = ClubFactory()
    owner = club.memberships.get(role="owner").player
    person = PlayerFactory()
    Membership.objects.create(club=club, player=person, role="player")
    bots = [PlayerFactory(bot=True) for _seat in range(3)]
    table = table_of([person, *bots], club=club, options={"ending": {"type": "hands", "count": 1}})
    play_on(table, [person, *bots], lambda actions: actions[0], lambda state: state.ended_at is not None)

    table.refresh_from_db()
    assert table.finished_at is not None
    given = {"game": table.pk, "hand": 1, "subject": "deal", "words": "Shuffled?", "command": uuid4()}
    case = raising.dispute(player=person, now=table.finished_at, **given)

    state = log.current(case.pk)
    assert (state.kind, state.seats[1:], state.answering, state.status) == ("table", ("", "", ""), (), "review")
    assert state.published_at is not None
    assert [each.pk for each in queue(club, owner)] == [case.pk]


def test_lists_show_one_s_own_cases_and_the_queue_those_that_one_decides(there, case):
    assert list(cases_for(there.players[1])) == [case]
    assert list(cases_for(there.director)) == []
    do(directing.take, case, there.director, at(hours=1))
    assert list(cases_for(there.director)) == [case]
    assert [list(queue(there.club, player)) for player in (there.other, there.players[0])] == [[case], []]
    do(raising.withdraw_case, case, there.players[0], at(hours=2))
    assert list(queue(there.club)) == []
    assert list(cases_for(there.players[1])) == [case]


def test_a_committee_is_of_members_who_are_party_to_nothing(there, case):
    do(directing.take, case, there.director, at(days=2))
    do(ruling.rule, case, there.director, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[1], at(days=3), words="No.")

    def named(*members: object) -> str:
        return refusal(do, appealing.name_committee, case, there.owner, at(days=3), members=list(members))

    one, two, three, _four = there.members
    assert [named(one, two), named(), named(one, one)] == ["bad-committee", "bad-committee", ""]
    for involved in (there.players[0], there.director):
        assert named(one, two, involved) == "member-involved"
    for unknown in (PlayerFactory(), PlayerFactory(bot=True), GuestFactory(club=there.club)):
        assert named(one, two, unknown) == "member-unknown"
    assert named(one, two, three) == ""
    assert find_role(club=there.club, player=one) == "player"


def test_the_only_officer_may_name_the_committee_after_ruling(there, case):
    Membership.objects.filter(player__in=[there.director, there.other]).update(role="player")
    do(directing.take, case, there.owner, at(days=2))
    do(ruling.rule, case, there.owner, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[1], at(days=3), words="No.")
    named = {"members": there.members[:1]}

    Membership.objects.filter(player=there.other).update(role="director")
    assert refusal(do, appealing.name_committee, case, there.owner, at(days=3), **named) == "ruled-oneself"
    Membership.objects.filter(player=there.other).update(role="player")
    assert do(appealing.name_committee, case, there.owner, at(days=3), **named).status == "voting"


def test_players_of_the_squads_are_neither_asked_nor_named(there, host):
    host.squads = (frozenset({str(there.members[0].pk)}), frozenset())
    case = disputed(there)
    do(directing.take, case, there.director, at(minutes=10))

    code = refusal(
        do, polling.open_poll, case, there.director, at(minutes=11), seat=0, step=1, voters=there.members[:1]
    )

    assert code == "voter-involved"


def test_an_account_that_decided_a_dispute_cannot_take_over_one_of_its_players(there, case):
    do(directing.take, case, there.director, at(hours=1))
    guest = there.players[1]

    reasons = [check(guest, there.director) for check in takeovers.OBSTACLES]

    assert any("You decided a dispute" in reason for reason in reasons)
    assert not any("dispute" in check(guest, there.members[0]) for check in takeovers.OBSTACLES)


def test_the_account_that_has_taken_a_guest_over_is_the_party(there, case):
    account = PlayerFactory()
    there.players[1].merged_into = account
    there.players[1].save()

    assert seen_case(case.pk, account).side == 1
    state = do(answering.answer, case, account, at(hours=1), stance="agree")
    assert state.answers[1].by == str(there.players[1].pk)
    assert list(cases_for(account)) == [case]


def test_looking_at_a_case_takes_few_queries(there, case, django_assert_max_num_queries):
    seen_case(case.pk, there.players[1])

    with django_assert_max_num_queries(12):
        seen_case(case.pk, there.players[1])
    assert connection.alias == "default"


def test_a_picture_of_the_case_is_evidence_and_goes_with_it(there, case):
    def picture(about: object) -> Picture:
        return Picture.objects.create(
            kind="case", about=about, added_by=there.players[0], digest="d" * 64, width=1, height=1, image=b"x",
            thumbnail=b"x",
        )  # fmt: skip

    mine, other = picture(case.pk), picture(uuid4())
    code = refusal(do, answering.add_picture, case, there.players[0], at(hours=1), picture=other.pk)
    state = do(answering.add_picture, case, there.players[0], at(hours=1), picture=mine.pk, step=3)

    assert (code, state.evidence[0].item, state.evidence[0].step) == ("unknown-picture", str(mine.pk), 3)
    do(answering.withdraw_evidence, case, there.players[0], at(hours=2), evidence=1)
    assert list(Picture.objects.all()) == [other]


def test_a_player_who_took_a_seat_over_in_the_hand_is_one_of_its_side():
    """All players who held a seat in a hand answer for its side, from the deal to the score."""
    rules = load_rules("28-kerala-4", {}, version=1)
    played = [(0, "a"), (1, "b"), (2, "c"), (3, ""), (1, "d")]

    assert sides_of(rules, played) == (("a", "c"), ("b", "d"))
