"""Nobody goes by another one's name in letters that only look like it, and every Malayalam name is a name."""

import uuid
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from clubs.accounts.visitors import make_visiting_player
from clubs.errors import ClubError
from clubs.members.guests import make_guest
from clubs.members.societies import change_club, found_club
from clubs.models import Club, Player
from clubs.names import clean_name, skeleton
from clubs.people.services import make_player, player_for, rename_player
from clubs.teams.services import change_team, rename_team
from games.errors import BadTerms
from games.words.names import name_or_none
from tests.factories import ClubFactory, PlayerFactory, TeamFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db

DISGUISED = {
    "joiner": "Bee\u200dran",
    "non-joiner": "Beeran\u200c",
    "variation selector": "Beeran\ufe0f",
    "variation selector of the supplement": "Beeran\U000e0100",
    "grapheme joiner": "Bee\u034fran",
    "two joiners": "\u0d05\u0d28\u0d4d\u200d\u200d",
    "joiner after a vowel": "\u0d05\u200d\u0d2e\u0d4d\u0d2e",
}
MIXED = {"cyrillic": "B\u0435eran", "greek": "Beer\u03b1n", "first letter": "\u0412eeran"}
ALIKE = {
    "capitals": ("Beeran", "bEERAN"),
    "fullwidth": ("Beeran", "\uff22\uff45\uff45\uff52\uff41\uff4e"),
    "mathematical": ("Beeran", "\U0001d401eeran"),
    "all cyrillic": ("Coco", "\u0421\u043e\u0441\u043e"),
    "all greek": ("Nina", "\u039d\u0399\u039d\u0391"),
    "old chillu": ("അവൻ", "അവന്\u200d"),
    "joiner in a cluster": ("തമിഴ്നാട്", "തമിഴ്\u200cനാട്"),
    "hyphen": ("Anna-Maria", "Anna\u2010Maria"),
}
MALAYALAM = (
    "ബീരാൻ",
    "അമ്മിണി കുഞ്ഞമ്മ",
    "കെ. ആർ. ഗൗരിയമ്മ",
    "കൃഷ്ണൻ നായർ",
    "മുഹമ്മദ് കുഞ്ഞ്",
    "അന്ത്രയോസ്",
    "ഗോപാലകൃഷ്ണന്\u200d",
    "ആര്\u200d. ബാലന്\u200d പിള്ള",
    "ഹെൻ\u200cറി",
    "തമിഴ്\u200cശെൽവൻ",
    "ബീരാന്\u200c",
    "NTR അനുയായികൾ",
    "28കളിക്കാർ",
)


@pytest.mark.parametrize("name", DISGUISED.values(), ids=DISGUISED)
def test_what_cannot_be_seen_is_in_no_name(name: str):
    with pytest.raises(ClubError) as refused:
        clean_name(name, longest=40)
    assert refused.value.code == "name-unreadable"


@pytest.mark.parametrize("name", MIXED.values(), ids=MIXED)
def test_a_word_is_written_in_one_alphabet(name: str):
    with pytest.raises(ClubError) as refused:
        clean_name(name, longest=40)
    assert refused.value.code == "name-mixed"


@pytest.mark.parametrize("name", MALAYALAM)
def test_malayalam_names_are_kept_as_they_are_written(name: str):
    assert clean_name(name, longest=40) == name
    assert make_player(name=name).name == name


def test_malayalam_names_that_differ_to_the_eye_are_different_names():
    names = [*MALAYALAM, "ബീരാന്", "ബീരാൾ", "ബീരൻ"]

    assert len({skeleton(name) for name in names}) == len(names) - 1, "ബീരാന് with a joiner or without is one"


@pytest.mark.parametrize(("name", "alike"), ALIKE.values(), ids=ALIKE)
def test_an_account_cannot_go_by_what_looks_like_anothers_name(client: Client, name: str, alike: str):
    PlayerFactory(name=name)

    answer = client.post(
        "/accounts/signup/",
        {"name": alike, "email": "thief@example.org", "password1": "kayal-kunukku-28", "password2": "kayal-kunukku-28"},
    )

    assert "already a player called" in answer.content.decode()
    assert Player.objects.count() == 1


@pytest.mark.parametrize(("name", "alike"), ALIKE.values(), ids=ALIKE)
def test_a_club_has_no_two_names_that_look_the_same(name: str, alike: str):
    club = ClubFactory()
    owner = club.memberships.get().player
    make_guest(club=club, by=owner, name=name)
    team = TeamFactory(club=club, name=name)
    other = TeamFactory(club=club)
    found_club(founder=owner, name=name, place="Pala")

    refusals = []
    for attempt in (
        lambda: make_guest(club=club, by=owner, name=alike),
        lambda: rename_team(team=other, by=owner, name=alike),
        lambda: found_club(founder=owner, name=alike, place="Pala"),
    ):
        with pytest.raises(ClubError) as refused:
            attempt()
        refusals.append(refused.value.code)

    assert refusals == ["name-taken", "team-exists", "club-exists"]
    assert rename_team(team=team, by=owner, name=alike).name == alike, "the own name is spelled anew"


def test_every_name_goes_through_the_same_door():
    club = ClubFactory()
    owner = club.memberships.get().player
    name = MIXED["cyrillic"]

    for attempt in (
        lambda: make_visiting_player(name=name),
        lambda: found_club(founder=owner, name=name),
        lambda: TeamFactory(club=club, name=name),
        lambda: TournamentFactory(club=club, name=name),
    ):
        with pytest.raises(ClubError) as refused:
            attempt()
        assert refused.value.code == "name-mixed"
    with pytest.raises(BadTerms) as unnamed:
        name_or_none(name, longest=60)
    assert unnamed.value.code == "name-mixed"


def test_a_name_from_before_stays_and_hinders_nothing():
    """Names that would be refused today are in the database: their owners change other things, and save."""
    club = ClubFactory()
    owner = club.memberships.get().player
    old = MIXED["cyrillic"]
    team = TeamFactory(club=club)
    for row in (club, owner, team):
        type(row).objects.filter(pk=row.pk).update(name=old)

    change_club(club=club, by=owner, name=old, place="Pala")
    change_team(team=team, by=owner, name=old)
    rename_player(player_id=owner.pk, name=old)

    for row in (club, owner, team):
        row.refresh_from_db()
        assert row.name == old
    assert club.place == "Pala"


def test_an_address_of_which_no_name_can_be_made_has_a_player():
    user = UserFactory(email="b\u0435eran@example.org")

    assert player_for(user=user).name == f"Player {user.pk.hex[:5]}"


def test_skeletons_follow_names():
    club = ClubFactory()
    owner = club.memberships.get().player
    guest = make_guest(club=club, by=owner, name="Thomas")
    Player.objects.filter(pk=guest.pk).update(merged_into=owner)
    rename_player(player_id=owner.pk, name="Ammini K.")
    change_club(club=club, by=owner, name="Nila")
    Player.objects.bulk_create([Player(name="Chacko")])

    for model in (Player, Club):
        assert all(row.skeleton == skeleton(row.name) for row in model.objects.all())
    assert set(Player.objects.values_list("skeleton", flat=True)) == {"ammini k.", "chacko"}


def test_names_of_before_get_their_skeletons():
    player = PlayerFactory(name="അവന്\u200d")
    Player.objects.update(skeleton="")

    import_module("clubs.migrations.0020_name_skeletons").write_skeletons(
        apps, type("Editor", (), {"connection": connection})
    )

    player.refresh_from_db()
    assert (player.name, player.skeleton) == ("അവന്\u200d", "അവൻ")


def test_a_name_is_looked_up_by_an_index():
    Player.objects.bulk_create(Player(id=uuid.uuid4(), name=f"Member {number}") for number in range(500))
    with connection.cursor() as cursor:
        # A table that fits on a few pages is read whole where it may be.
        cursor.execute("SET LOCAL enable_seqscan = off")

    assert "clubs_player_skeleton" in Player.objects.filter(skeleton="member 7").explain()
