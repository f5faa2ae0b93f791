"""Telling people something: who is told, how often, in which words, and how it is taken back."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.utils import translation

from clubs.models import Notice, NoticeChoices, NoticeDelivery, Player
from clubs.notices import kinds, selectors, words
from clubs.notices.services import telling
from clubs.notices.services.telling import notify, withdraw
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
KOLKATA = ZoneInfo("Asia/Kolkata")


def tell(*players: Player, kind: str = "membership", key: str = "1", **details: object) -> int:
    return notify(players=players, kind=kind, path="/clubs/pala/", key=key, details=details)


def texts(player: Player) -> list[str]:
    return [one.text for one in words.texts_of(selectors.notices_of(player), zone=KOLKATA)]


def test_a_player_who_is_told_reads_it_in_their_own_language(annamma, club):
    tell(annamma, club=club.pk, role="director")

    assert texts(annamma) == ["Meenachil Card Club: your role is now: Director."]
    assert selectors.count_unread(annamma) == 1
    with translation.override("ml"):
        assert len(texts(annamma)) == 1


def test_the_same_key_again_tells_nobody_again(annamma, person):
    assert tell(annamma) == 1
    assert tell(annamma, person("Beeran")) == 1
    assert Notice.objects.filter(player=annamma).count() == 1


def test_bots_and_players_without_an_account_are_passed_over(annamma):
    bot, guest = PlayerFactory(bot=True, name="Kuttan"), PlayerFactory(name="Thomma", user=None)

    assert tell(bot, guest) == 0
    assert not Notice.objects.exists()


def test_a_claimed_guest_is_told_through_the_account_and_only_once(annamma):
    guest = PlayerFactory(name="Thomma", user=None)
    guest.merged_into = annamma
    guest.save()

    assert tell(guest, annamma) == 1
    assert Notice.objects.get().player == annamma


def test_nothing_is_told_of_what_did_not_happen(annamma):
    def fail() -> None:
        with transaction.atomic():
            tell(annamma)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert not Notice.objects.exists()


def test_where_the_queue_cannot_be_reached_it_is_told_all_the_same(
    annamma, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*said: object, **more: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(telling.current_app, "send_task", away)
    NoticeChoices.objects.create(player=annamma, ways={"table-waits": {"mail": True}})

    with django_capture_on_commit_callbacks(execute=True) as called:
        tell(annamma, kind="table-waits")

    assert [one.__name__ for one in called] == ["run", "wake"]
    assert selectors.count_unread(annamma) == 1


def test_what_is_taken_back_is_gone_with_all_that_waits_to_go_out(annamma, person):
    beeran = person("Beeran")
    tell(annamma, beeran, key="5")
    tell(annamma, key="6")

    assert withdraw(kind="membership", key="5") == 2
    assert [notice.key for notice in Notice.objects.all()] == ["6"]
    assert {row.notice.key for row in NoticeDelivery.objects.all()} == {"6"}


def test_what_is_taken_back_from_one_player_stays_with_the_others(annamma, person):
    beeran = person("Beeran")
    tell(annamma, beeran)

    assert withdraw(kind="membership", key="1", players=[annamma]) == 1
    assert Notice.objects.get().player == beeran


@pytest.mark.parametrize(
    "path", ["https://elsewhere.example/", "//elsewhere.example/", "tables/", "/\\elsewhere.example", "/a\nb", ""]
)
def test_a_notice_leads_to_a_page_of_this_server(annamma, path):
    with pytest.raises(ValueError, match="page of this server"):
        notify(players=[annamma], kind="membership", path=path, key="1")


@pytest.mark.parametrize("details", [{"club": ["a"]}, {"why": "x" * 65}, {"hand": 1.5}, {"what": "unheard-of"}])
def test_details_are_ids_numbers_and_codes(annamma, details):
    with pytest.raises(ValueError, match="membership"):
        tell(annamma, **details)


def test_there_is_no_telling_of_a_kind_that_is_none(annamma):
    with pytest.raises(KeyError):
        tell(annamma, kind="weather")


def test_what_is_named_and_is_not_there_any_more_has_a_word_in_its_place(annamma, club, person):
    beeran = person("Beeran")
    tell(annamma, kind="request-made", club=club.pk, player=beeran.pk)
    assert texts(annamma) == ["Meenachil Card Club: Beeran asks to become a member."]

    Player.objects.filter(pk=beeran.pk).update(name="")
    assert texts(annamma) == ["Meenachil Card Club: Somebody asks to become a member."]


def test_a_time_is_told_by_the_readers_own_clock(annamma):
    at = datetime(2026, 8, 3, 15, 0, tzinfo=UTC).isoformat()
    tell(annamma, kind="match-starts", what="soon", at=at)

    assert texts(annamma) == ["A tournament: your match begins at 3 August, 20:30."]


@pytest.mark.parametrize("kind", kinds.KINDS.values(), ids=kinds.KINDS)
def test_every_sentence_of_every_kind_can_be_read_without_any_details(annamma, kind):
    for number, what in enumerate(kind.says):
        tell(annamma, kind=kind.name, key=str(number), what=what)

    assert len(texts(annamma)) == len(kind.says)
    assert all("{" not in text for text in texts(annamma))


def test_names_are_looked_up_once_however_many_notices_name_them(annamma, club, django_assert_num_queries):
    for number in range(20):
        tell(annamma, club=club.pk, role="player", key=str(number))

    with django_assert_num_queries(2):
        assert len(texts(annamma)) == 20


def test_a_kind_that_is_not_wanted_in_the_page_is_not_counted_there(annamma):
    NoticeChoices.objects.create(player=annamma, ways={"membership": {"page": False}})
    tell(annamma)

    assert texts(annamma) == []
    assert selectors.count_unread(annamma) == 0
    assert NoticeDelivery.objects.get().way == "digest"
