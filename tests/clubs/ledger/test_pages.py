"""The pages of the ledger and of the seasons: who sees what, and what the forms do."""

import csv
import io
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.ledger import seasons, selectors, services
from clubs.models import Audience, LedgerEntry, Membership, PrivacyChoices, Season
from tests.clubs.helpers.ledgers import balance, game, put
from tests.days import fresh

TODAY = timezone.localdate()
_today = fresh(__name__, TODAY=timezone.localdate)


@pytest.fixture
def beeran(person, club):
    player = person("Beeran")
    Membership.objects.create(club=club, player=player)
    return player


@pytest.fixture
def season(club, annamma) -> Season:
    return seasons.make_season(
        club=club, by=annamma, name="Monsoon", begins=TODAY - timedelta(days=10), ends=TODAY + timedelta(days=10)
    )


@pytest.fixture
def entry(club, annamma, beeran, season) -> LedgerEntry:
    return LedgerEntry.objects.get(pk=put(game(club, {annamma: -3, beeran: 3}, day=TODAY))[0].entry)


def address(name: str, club, *more) -> str:
    return reverse(f"clubs:{name}", args=[club.slug, *more])


def pages(club, entry, season, player) -> list[str]:
    return [
        address("ledger", club),
        address("ledger", club) + f"?kind=game&season={season.pk}&player={player.pk}",
        address("ledger_panel", club),
        address("ledger_balances", club),
        address("ledger_balances", club) + "?sort=name&q=bee&season=none",
        address("ledger_entry", club, entry.pk),
        address("season", club, season.pk),
    ]


def test_who_plays_in_the_club_sees_its_ledger_and_nobody_else_does(
    client, club, annamma, beeran, entry, season, person
):
    stranger = person("Chacko")
    for each in pages(club, entry, season, beeran):
        assert client.get(each).status_code == 302, "a visitor signs in first"
        client.force_login(beeran.user)
        assert client.get(each).status_code == 200, each
        client.force_login(stranger.user)
        assert client.get(each).status_code == 403, each
        client.logout()


def test_a_ledger_of_many_entries_goes_on_where_the_last_ones_ended(client, club, annamma, beeran, season):
    put(*(game(club, {annamma: -1, beeran: 1}, day=TODAY) for _ in range(30)))
    client.force_login(beeran.user)
    first = client.get(address("ledger", club))
    assert [line.entry.pk for line in first.context["lines"]] == sorted(
        LedgerEntry.objects.values_list("pk", flat=True), reverse=True
    )[:25]
    rest = client.get(address("ledger", club), {"before": first.context["stretch"].before})
    assert len(rest.context["lines"]) == 5
    assert rest.context["stretch"].before is None


def test_a_page_of_entries_asks_the_database_a_few_times_however_many_they_are(
    client, club, annamma, beeran, season, django_assert_max_num_queries
):
    put(*(game(club, {annamma: -1, beeran: 1}, day=TODAY) for _ in range(25)))
    services.grant(club=club, by=annamma, units=5)
    client.force_login(beeran.user)
    with django_assert_max_num_queries(22):
        client.get(address("ledger", club))
    with django_assert_max_num_queries(24):
        client.get(address("ledger_statement", club, beeran.pk))


def test_a_statement_runs_on_and_begins_anew_with_each_season(client, club, annamma, beeran, season, entry):
    put(game(club, {annamma: -2, beeran: 2}, day=TODAY))
    put(game(club, {annamma: 4, beeran: -4}, day=TODAY + timedelta(days=40)))
    put(game(club, {annamma: -1, beeran: 1}, day=TODAY))
    client.force_login(beeran.user)
    shown = client.get(address("ledger_statement", club, beeran.pk))
    rows = [(posting.amount, posting.balance) for posting in shown.context["stretch"].rows]

    assert rows == [(1, 6), (-4, -4), (2, 5), (3, 3)]
    only = client.get(address("ledger_statement", club, beeran.pk), {"season": str(season.pk)})
    assert [posting.balance for posting in only.context["stretch"].rows] == [6, 5, 3]


def test_a_statement_is_saved_as_csv(client, club, annamma, beeran, entry, season):
    services.settle(club=club, by=annamma, player=beeran, units=2, pays=False, reason="=cash()")
    client.force_login(beeran.user)
    answer = client.get(address("ledger_statement_csv", club, beeran.pk))
    text = b"".join(answer.streaming_content).decode("utf-8-sig")

    head, *rows = csv.reader(io.StringIO(text, newline=""))
    assert head == ["entry", "day", "season", "kind", "game", "hand", "units", "balance", "reason", "provisional"]
    assert rows[0][6:8] == ["3", "3"]
    assert rows[1][6:] == ["-2", "1", "'=cash()", "no"]


def test_others_see_a_statement_as_far_as_the_player_lets_them(client, club, beeran, entry, person):
    stranger = person("Chacko")
    mine = address("ledger_statement", club, beeran.pk)
    client.force_login(stranger.user)
    assert client.get(mine).status_code == 403, "stakes are for those who share a club, unless one says otherwise"
    PrivacyChoices.objects.update_or_create(player=beeran, defaults={"stakes": Audience.EVERYBODY})
    assert client.get(mine).status_code == 200
    assert client.get(mine + "csv/").status_code == 200
    client.logout()
    assert client.get(mine).status_code == 200
    assert client.get(address("ledger_statement", club, stranger.pk)).status_code == 404


def test_only_who_keeps_the_ledger_enters_into_it(client, club, annamma, beeran, entry):
    forms = [
        address("ledger_grant", club),
        address("ledger_settle", club),
        address("ledger_correct", club, entry.pk),
        address("ledger_reverse", club, entry.pk),
        address("season_new", club),
        address("season_change", club, entry.season_id),
        address("season_close", club, entry.season_id),
    ]
    for form in forms:
        client.force_login(beeran.user)
        assert client.get(form).status_code == 403, form
        assert client.post(form, {"units": 5}).status_code == 403, form
        client.force_login(annamma.user)
        assert client.get(form).status_code == 200, form
        assert client.post(form, {}).status_code == 422, form


def test_a_secretary_grants_settles_corrects_and_reverses(client, club, annamma, beeran, entry, season):
    client.force_login(annamma.user)
    grants = client.post(address("ledger_grant", club), {"units": 20, "everybody": "on"})
    granted = LedgerEntry.objects.latest("pk")
    assert grants["Location"] == address("ledger_entry", club, granted.pk)
    assert (balance(club, beeran, season), balance(club, None, season)) == (23, -40)
    client.post(address("ledger_settle", club), {"player": "Beeran", "way": "receives", "units": 3, "reason": "at tea"})
    assert balance(club, beeran, season) == 20
    correction = {"giver": "Annamma", "taker": "Beeran", "units": 1, "reason": "miscounted"}
    client.post(address("ledger_correct", club, entry.pk), correction)
    assert balance(club, beeran, season) == 21
    client.post(address("ledger_reverse", club, granted.pk), {"reason": "not this year"})
    assert (balance(club, beeran, season), balance(club, None, season)) == (1, 3)

    page = client.get(address("ledger", club)).content.decode()
    assert "miscounted" in page
    assert "not this year" in page
    assert client.post(address("ledger_reverse", club, granted.pk), {"reason": "again"}).status_code == 422
    assert client.post(address("ledger_reverse", club, entry.pk), {"reason": "a game"}).status_code == 422


def test_refusals_stand_beside_their_field(client, club, annamma, entry):
    client.force_login(annamma.user)
    wrong = client.post(address("ledger_correct", club, entry.pk), {"units": 0, "reason": ""})
    assert wrong.status_code == 422
    assert {"units", "reason"} <= set(wrong.context["form"].errors)
    same = client.post(address("ledger_correct", club, entry.pk), {"units": 1, "reason": "x"})
    assert "taker" in same.context["form"].errors
    nobody = client.post(address("ledger_grant", club), {"units": 1})
    assert "player_1" in nobody.context["form"].errors


def test_units_are_granted_to_chosen_members(client, club, annamma, beeran, entry, season):
    client.force_login(annamma.user)
    client.post(address("ledger_grant", club), {"units": 7, "player_1": "Beeran", "player_2": "Annamma"})
    client.post(address("ledger_grant", club), {"units": 1, "player_3": str(beeran.pk)})

    assert (balance(club, annamma, season), balance(club, beeran, season)) == (4, 11)


def test_a_season_is_made_closed_and_followed_by_the_next(client, club, annamma, beeran, entry, season):
    client.force_login(annamma.user)
    clash = client.post(address("season_new", club), {"name": "Onam", "begins": TODAY, "ends": TODAY})
    assert "begins" in clash.context["form"].errors
    sheet = client.get(address("season", club, season.pk)).content.decode()
    assert "Annamma" in sheet
    said = {
        "balances": "clear", "name": "Winter", "begins": TODAY + timedelta(days=1), "ends": TODAY + timedelta(days=90),
    }  # fmt: skip
    early = client.post(address("season_close", club, season.pk), said)
    assert "sure" in early.context["form"].errors
    closed = client.post(address("season_close", club, season.pk), said | {"sure": "on"})
    assert closed["Location"] == address("season", club, season.pk)
    season.refresh_from_db()
    assert (season.closed_at is not None, season.ends) == (True, TODAY)
    assert selectors.settlement(season) == [(annamma.pk, beeran.pk, 3)]
    assert balance(club, beeran, season) == 0
    shown = client.get(address("ledger_balances", club), {"season": str(season.pk)}).content.decode()
    assert "+3" in shown
    assert client.post(address("season_close", club, season.pk), said).status_code == 422


def test_a_season_that_is_over_is_closed_without_a_question(client, club, annamma, entry, season):
    Season.objects.filter(pk=season.pk).update(ends=TODAY)
    client.force_login(annamma.user)
    assert "sure" not in client.get(address("season_close", club, season.pk)).context["form"].fields
    client.post(address("season_close", club, season.pk), {"balances": "clear"})
    season.refresh_from_db()
    assert season.closed_at is not None


def test_an_entry_leads_to_its_game(client, club, beeran, entry):
    client.force_login(beeran.user)
    page = client.get(address("ledger_entry", club, entry.pk)).content.decode()
    assert reverse("games:game", args=[entry.stream]) in page
    assert client.get(reverse("games:game", args=[entry.stream])).status_code == 404, "this test made no table of it"
