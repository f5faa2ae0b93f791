"""Who may see what of a player."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.errors import ClubError
from clubs.members.societies import join_club
from clubs.models import Audience, Membership, Player
from clubs.privacy.selectors import choices_of, hidden_from, may_see, preview, seen_of
from clubs.privacy.services.choices import choose
from clubs.privacy.words import MATTERS
from tests.factories import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
EVERYBODY, CLUBS, NOBODY = Audience


@pytest.fixture
def beeran(person, club) -> Player:
    """A member of Annamma's club."""
    beeran = person("Beeran")
    join_club(club=club, player=beeran)
    return beeran


@pytest.fixture
def stranger(person) -> Player:
    return person("Chacko")


def seers(player: Player, what: str, *viewers: Player | None) -> list[bool]:
    return [may_see(viewer, player, what) for viewer in viewers]


def test_everything_is_open_but_the_stakes_until_the_player_chooses(annamma, beeran, stranger):
    for what in MATTERS:
        assert seers(annamma, what, annamma, beeran) == [True, True]
        assert seers(annamma, what, stranger, None) == [what != "stakes"] * 2


@pytest.mark.parametrize(
    ("audience", "seen"),
    [
        (EVERYBODY, [True, True, True, True]),
        (CLUBS, [True, True, False, False]),
        (NOBODY, [True, False, False, False]),
    ],
)
def test_a_choice_holds_for_the_player_a_fellow_member_a_stranger_and_a_visitor(
    annamma, beeran, stranger, audience, seen
):
    choose(player=annamma, choices={"results": audience})

    assert seers(annamma, "results", annamma, beeran, stranger, None) == seen


def test_a_choice_about_one_thing_leaves_the_others_as_they_were(annamma):
    choose(player=annamma, choices={"rating": NOBODY})
    choose(player=annamma, choices={"results": CLUBS})

    assert choices_of(annamma)["rating"] == NOBODY
    assert choices_of(annamma)["results"] == CLUBS
    assert choices_of(annamma)["histories"] == EVERYBODY


def test_a_suspended_member_sees_what_a_stranger_sees(annamma, beeran):
    choose(player=annamma, choices={"results": CLUBS})
    mine = Membership.objects.filter(player=beeran)

    mine.update(suspended_at=timezone.now())
    assert not may_see(beeran, annamma, "results")
    mine.update(suspended_until=timezone.localdate() - timedelta(days=1))
    assert may_see(beeran, annamma, "results")


def test_a_player_without_an_account_is_seen_in_the_own_club_only(annamma, club, stranger):
    guest = GuestFactory(club=club, name="Guest Kunjappan")

    for what in MATTERS:
        assert seers(guest, what, annamma, stranger, None) == [True, False, False]


def test_a_claimed_player_is_seen_by_the_choices_of_the_one_that_claimed_it(annamma, club, beeran, stranger):
    guest = Player.objects.create(name="Guest Kunjappan", kept_by=club, merged_into=beeran)

    assert seers(guest, "results", beeran, annamma, stranger, None) == [True, True, True, True]
    choose(player=beeran, choices={"results": NOBODY})
    assert seers(guest, "results", beeran, annamma, stranger, None) == [True, False, False, False]


def test_nothing_is_seen_of_an_erased_player_and_everything_of_a_bot(annamma, beeran):
    bot = PlayerFactory(bot=True, name="Robot")
    Player.objects.filter(pk=beeran.pk).update(erased_at=timezone.now())

    for what in MATTERS:
        assert seers(beeran, what, annamma, None) == [False, False]
        assert seers(bot, what, annamma, None) == [True, True]


def test_lists_leave_out_whose_choice_it_is(annamma, club, beeran, stranger, django_assert_num_queries):
    choose(player=annamma, choices={"results": CLUBS})
    choose(player=stranger, choices={"results": NOBODY})

    def found(viewer):
        return set(Player.objects.exclude(hidden_from(viewer, "results", player="pk")))

    assert found(None) == {beeran}
    assert found(beeran) == {annamma, beeran}
    assert found(stranger) == {beeran, stranger}
    assert set(Membership.objects.exclude(hidden_from(None, "results")).values_list("player", flat=True)) == {beeran.pk}
    with django_assert_num_queries(2):
        assert seen_of(beeran, [annamma.pk, beeran.pk, stranger.pk], "results") == {annamma.pk, beeran.pk}


def test_a_thing_that_nobody_knows_is_refused(annamma):
    with pytest.raises(KeyError):
        may_see(None, annamma, "e-mail")
    for choices, code in (({"e-mail": NOBODY}, "unknown-matter"), ({"rating": "friends"}, "unknown-audience")):
        with pytest.raises(ClubError) as refused:
            choose(player=annamma, choices=choices)
        assert (refused.value.code, refused.value.field) == (code, next(iter(choices)))


def test_a_name_can_be_kept_from_strangers_but_not_from_the_own_clubs(annamma):
    with pytest.raises(ClubError, match="Choose one of these"):
        choose(player=annamma, choices={"lists": NOBODY})


def test_the_preview_is_what_the_others_get(annamma, beeran, stranger):
    choose(player=annamma, choices={"results": CLUBS, "rating": NOBODY})

    for seen in preview(choices_of(annamma)):
        assert seen.stranger == may_see(stranger, annamma, seen.what) == may_see(None, annamma, seen.what)
        assert seen.clubmate == may_see(beeran, annamma, seen.what)
