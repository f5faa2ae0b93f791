"""Grants, settlements, corrections and seasons: what officers may enter, and what sheets and statements say."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.base.days import day_of
from clubs.errors import ClubError, NotAllowed
from clubs.ledger import seasons, selectors, services
from clubs.ledger.seasons import NextSeason
from clubs.ledger.settling import fewest, transfers
from clubs.models import Club, LedgerEntry, Membership, Notice, OfficerAct, Player, Season
from tests.clubs.helpers.ledgers import balance, books_are_right, game, put
from tests.days import fresh
from tests.factories import ClubFactory, GuestFactory

TODAY = timezone.localdate()
_today = fresh(__name__, TODAY=timezone.localdate)


FORM, OTHER = uuid4(), uuid4()


@pytest.fixture
def beeran(person, club):
    return member(club, person("Beeran"))


@pytest.fixture
def chacko(person, club):
    return member(club, person("Chacko"))


def member(club: Club, player: Player) -> Player:
    Membership.objects.create(club=club, player=player)
    return player


def season_of(club, by, name="Monsoon", begins=-10, ends=10) -> Season:
    days = {"begins": TODAY + timedelta(days=begins), "ends": TODAY + timedelta(days=ends)}
    return seasons.make_season(club=club, by=by, name=name, **days)


def refused(do, *args, **kwargs) -> str:
    with pytest.raises(ClubError) as refusal:
        do(*args, **kwargs)
    return refusal.value.code


def test_a_grant_goes_from_the_bank_to_every_member_in_one_entry(club, annamma, beeran, chacko):
    entry = services.grant(club=club, by=annamma, units=20, reason="to begin with")

    assert [balance(club, player) for player in (annamma, beeran, chacko, None)] == [20, 20, 20, -60]
    act = OfficerAct.objects.get(entries=entry)
    assert (act.action, act.actor, act.reason) == ("ledger.granted", annamma, "to begin with")
    assert Notice.objects.filter(kind="ledger-entry").count() == 2, "all but who did it"
    books_are_right()


def test_a_settlement_is_with_the_bank_either_way(club, annamma, beeran):
    services.settle(club=club, by=annamma, player=beeran, units=5, pays=True)
    services.settle(club=club, by=annamma, player=beeran, units=2, pays=False)

    assert (balance(club, beeran), balance(club, None)) == (3, -3)


def test_a_correction_moves_units_and_names_the_entry_it_corrects(club, annamma, beeran, chacko):
    (posted,) = put(game(club, {annamma: -4, beeran: 4}, day=TODAY))
    made = services.correct(
        club=club, by=annamma, entry=posted.entry, giver=beeran, taker=chacko, units=4, reason="Chacko sat there"
    )

    assert LedgerEntry.objects.get(pk=made).corrects_id == posted.entry
    assert [balance(club, player) for player in (annamma, beeran, chacko)] == [-4, 0, 4]


def test_the_same_form_sent_twice_is_entered_once(club, annamma, beeran, chacko):
    given = [services.grant(club=club, by=annamma, units=20, command=one) for one in (FORM, FORM)]
    paid = [
        services.settle(club=club, by=annamma, player=beeran, units=2, pays=True, command=one)
        for one in (uuid4(), uuid4())
    ]
    mended = [
        services.correct(
            club=club, by=annamma, entry=given[0], giver=beeran, taker=chacko, units=3, reason="Twice", command=OTHER
        )
        for _ in range(2)
    ]

    assert len(set(given)) == len(set(mended)) == 1
    assert len(set(paid)) == 2
    assert LedgerEntry.objects.filter(club=club).count() == 4


def test_only_what_an_officer_entered_is_reversed_and_only_once(club, annamma, beeran):
    granted = services.grant(club=club, by=annamma, units=20, players=[beeran])
    back = services.reverse_entry(club=club, by=annamma, entry=granted, reason="not this year")
    played = put(game(club, {annamma: -4, beeran: 4}))[0].entry

    assert balance(club, beeran) == 4
    for entry, code in ((granted, "reversed-already"), (played, "not-reversible"), (back, "not-reversible")):
        assert refused(services.reverse_entry, club=club, by=annamma, entry=entry, reason="again") == code


def test_officers_are_refused_what_makes_no_sense(club, annamma, beeran, person):
    stranger = person("Devaki")
    entry = services.settle(club=club, by=annamma, player=beeran, units=1, pays=True)
    who = {"club": club, "by": annamma}
    assert refused(services.grant, **who, units=0) == "bad-units"
    assert refused(services.grant, **who, units=services.MOST_UNITS + 1) == "bad-units"
    assert refused(services.grant, **who, units=1, players=[]) == "nobody"
    assert refused(services.grant, **who, units=1, players=[stranger]) == "not-a-member"
    assert refused(services.settle, **who, player=stranger, units=1, pays=True) == "not-a-member"
    assert refused(services.settle, **who, player=beeran, units=1, pays=True, reason="x" * 201) == "reason-too-long"
    move = {"entry": entry, "giver": annamma, "taker": beeran, "units": 1, "reason": "so"}
    assert refused(services.correct, **who, **move | {"entry": entry + 1}) == "no-such-entry"
    assert refused(services.correct, **who, **move | {"reason": "  "}) == "reason-missing"
    assert refused(services.correct, **who, **move | {"taker": annamma}) == "same-account"
    assert refused(services.correct, **who, **move | {"taker": stranger}) == "not-a-member"
    assert OfficerAct.objects.filter(action__startswith="ledger").count() == 1, "what is refused leaves no trace"


def test_who_does_not_keep_the_ledger_enters_nothing(club, annamma, beeran):
    for do, said in (
        (services.grant, {"units": 1}),
        (services.settle, {"player": beeran, "units": 1, "pays": True}),
        (services.correct, {"entry": 1, "giver": None, "taker": beeran, "units": 1, "reason": "x"}),
        (services.reverse_entry, {"entry": 1, "reason": "x"}),
        (seasons.make_season, {"name": "Onam", "begins": TODAY, "ends": TODAY}),
    ):
        with pytest.raises(NotAllowed):
            do(club=club, by=beeran, **said)
    with pytest.raises(NotAllowed):
        seasons.close_season(season=season_of(club, annamma), by=beeran, carry=False)


def test_seasons_of_a_club_do_not_overlap(club, annamma, person):
    monsoon = season_of(club, annamma)
    days = {"club": club, "by": annamma, "ends": TODAY + timedelta(days=40)}
    assert refused(seasons.make_season, name="Onam", begins=monsoon.ends, **days) == "season-overlaps"
    assert refused(seasons.make_season, name="monsoon", begins=TODAY + timedelta(days=20), **days) == "season-exists"
    assert refused(seasons.make_season, name="Onam", begins=TODAY + timedelta(days=50), **days) == "season-dates"
    seasons.make_season(name="Onam", begins=monsoon.ends + timedelta(days=1), **days)
    other = ClubFactory(founder=person("Devaki"), name="Pamba Card Club")
    season_of(other, Player.objects.get(name="Devaki"), "Monsoon")


def test_the_days_of_a_season_stay_once_units_have_moved_in_it(club, annamma, beeran):
    monsoon = season_of(club, annamma)
    later = {"begins": monsoon.begins, "ends": monsoon.ends + timedelta(days=3)}
    seasons.change_season(season=monsoon, by=annamma, name="Monsoon 2026", **later)
    put(game(club, {annamma: -1, beeran: 1}, day=TODAY))
    sooner = {"begins": monsoon.begins, "ends": TODAY}
    assert refused(seasons.change_season, season=monsoon, by=annamma, name="M", **sooner) == "season-used"
    seasons.change_season(season=monsoon, by=annamma, name="The rains", **later)
    assert Season.objects.get(pk=monsoon.pk).name == "The rains"


def test_a_season_that_is_cleared_leaves_everybody_even_and_its_sheet_says_how(club, annamma, beeran, chacko):
    monsoon = season_of(club, annamma)
    services.grant(club=club, by=annamma, units=20)
    put(game(club, {annamma: -5, beeran: 2, chacko: 3}, day=TODAY))
    services.settle(club=club, by=annamma, player=annamma, units=1, pays=True)
    sheet = selectors.settlement(monsoon)
    assert seasons.close_season(season=monsoon, by=annamma, carry=False) is None

    assert Counter(sheet) == Counter([(annamma.pk, chacko.pk, 3), (annamma.pk, beeran.pk, 1), (None, beeran.pk, 1)])
    assert selectors.settlement(monsoon) == sheet, "closed, the sheet is what it was"
    assert all(balance(club, player, monsoon) == 0 for player in (annamma, beeran, chacko, None))
    final = {row["real"]: row["held"] for row in selectors.final_balances(monsoon)}
    assert final == {annamma.pk: 16, beeran.pk: 22, chacko.pk: 23}
    assert selectors.bank(club, monsoon) == -61
    books_are_right()


def test_the_sheet_of_a_closed_season_has_who_lost_just_what_was_granted(club, annamma, beeran):
    monsoon = season_of(club, annamma)
    services.grant(club=club, by=annamma, units=20)
    put(game(club, {annamma: -20, beeran: 20}, day=TODAY))
    seasons.close_season(season=monsoon, by=annamma, carry=False)

    assert selectors.settlement(monsoon) == [(annamma.pk, beeran.pk, 20)]


def test_a_correction_of_a_grant_that_is_taken_back_is_nothing_won(club, annamma, beeran):
    season_of(club, annamma)
    granted = services.grant(club=club, by=annamma, units=20)
    corrected = services.correct(
        club=club, by=annamma, units=5, giver=beeran, taker=annamma, entry=granted, reason="as the book says"
    )
    services.reverse_entry(club=club, entry=corrected, by=annamma, reason="it was right")

    assert selectors.series((annamma.pk,)) == []


def test_a_season_that_is_carried_over_goes_on_in_the_next_grants_as_grants(club, annamma, beeran):
    monsoon = season_of(club, annamma)
    services.grant(club=club, by=annamma, units=20)
    put(game(club, {annamma: -5, beeran: 5}, day=TODAY))
    first = NextSeason(name="Winter", begins=TODAY + timedelta(days=1), ends=TODAY + timedelta(days=90))
    winter = seasons.close_season(season=monsoon, by=annamma, carry=True, following=first)

    assert (balance(club, annamma, winter), balance(club, beeran, winter)) == (15, 25)
    assert selectors.settlement(winter) == [(annamma.pk, beeran.pk, 5)]
    assert selectors.granted(winter) == 40
    assert balance(club, beeran, monsoon) == 0
    kinds = LedgerEntry.objects.filter(season=winter).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["grant", "opening"]
    books_are_right()


def test_a_season_is_closed_once_and_only_when_it_has_begun(club, annamma):
    monsoon = season_of(club, annamma)
    winter = season_of(club, annamma, "Winter", 20, 40)
    close = {"by": annamma, "carry": False}
    assert refused(seasons.close_season, season=winter, **close) == "season-not-begun"
    assert refused(seasons.close_season, season=monsoon, by=annamma, carry=True) == "next-missing"
    past = NextSeason(season=monsoon.pk)
    assert refused(seasons.close_season, season=monsoon, following=past, **close) == "no-such-season"
    assert seasons.close_season(season=monsoon, following=NextSeason(season=winter.pk), **close) == winter
    assert refused(seasons.close_season, season=monsoon, **close) == "season-closed"
    assert Season.objects.get(pk=monsoon.pk).ends == TODAY, "it was closed ahead of its last day"


def test_a_refused_closing_leaves_the_season_open_and_nothing_behind(club, annamma, beeran):
    monsoon = season_of(club, annamma)
    put(game(club, {annamma: -5, beeran: 5}, day=TODAY))
    clash = NextSeason(name="Monsoon", begins=TODAY + timedelta(days=1), ends=TODAY + timedelta(days=9))
    assert refused(seasons.close_season, season=monsoon, by=annamma, carry=False, following=clash) == "season-exists"
    monsoon.refresh_from_db()
    assert (monsoon.closed_at, balance(club, beeran, monsoon)) == (None, 5)


def test_a_guest_who_was_claimed_counts_with_the_account(club, annamma, beeran):
    monsoon = season_of(club, annamma)
    guest = GuestFactory(club=club, name="Thomas")
    put(game(club, {annamma: -5, guest: 5}, day=TODAY), game(club, {annamma: 2, beeran: -2}, day=TODAY))
    guest.merged_into = beeran
    guest.save()

    assert {row["real"]: row["held"] for row in selectors.balances(club, monsoon)} == {annamma.pk: -3, beeran.pk: 3}
    assert selectors.settlement(monsoon) == [(annamma.pk, beeran.pk, 3)]
    assert selectors.total_of(beeran, club) == 3
    assert [posting.balance for posting in selectors.statement(beeran, club).rows] == [3, 5]
    assert [(point.amount, point.total) for point in selectors.series((beeran.pk, guest.pk))] == [(3, 3)]


def test_a_page_of_a_statement_holds_whole_entries(club, annamma, beeran):
    guest = Player.objects.create(name="Thomas", kept_by=club, merged_into=beeran)
    put(game(club, {annamma: -1, beeran: 1}, day=TODAY), game(club, {annamma: -5, beeran: 3, guest: 2}, day=TODAY))

    latest = selectors.statement(beeran, club, size=1)
    first = selectors.statement(beeran, club, size=1, before=latest.before)

    assert sorted(posting.amount for posting in latest.rows) == [2, 3]
    assert [posting.balance for posting in (*latest.rows, *first.rows)][::2] == [6, 1]
    assert first.before is None


def test_who_claimed_a_guest_and_left_still_has_its_account(club, annamma, person):
    ravi = person("Ravi")
    guest = Player.objects.create(name="Thomas", kept_by=club, merged_into=ravi)
    put(game(club, {annamma: -5, guest: 5}, day=TODAY))

    assert selectors.has_account(club=club, player=ravi)
    services.settle(club=club, by=annamma, player=ravi, units=5, pays=False)

    assert selectors.total_of(ravi, club) == 0


def test_entries_are_found_by_player_season_and_kind(club, annamma, beeran, chacko):
    monsoon = season_of(club, annamma)
    first, other, third = (
        posted.entry
        for posted in put(
            game(club, {annamma: -1, beeran: 1}, day=TODAY),
            game(club, {annamma: -1, chacko: 1}, day=TODAY),
            game(club, {annamma: -1, beeran: 1}, day=TODAY + timedelta(days=90)),
        )
    )
    granted = services.grant(club=club, by=annamma, units=5)

    def found(**said) -> list[int]:
        return [entry.pk for entry in selectors.entries(club, **said).rows]

    assert found() == [granted, third, other, first]
    assert found(player=beeran) == [granted, third, first]
    assert found(player=beeran, kind="game") == [third, first]
    assert found(player=beeran, season=monsoon, kind="game") == [first]
    assert found(player=beeran, between=True) == found(between=True) == [third]
    assert found(player=beeran, before=third) == [first]
    assert selectors.entries(club, player=beeran, size=2).before == third
    assert found(player=chacko, season=monsoon, before=granted) == [other]


def test_what_is_granted_settled_and_carried_over_is_nothing_won(club, annamma, beeran):
    services.grant(club=club, by=annamma, units=20)
    services.settle(club=club, by=annamma, player=beeran, units=3, pays=True)
    entry = put(game(club, {annamma: -5, beeran: 5}, day=TODAY))[0].entry
    services.correct(club=club, by=annamma, entry=entry, giver=beeran, taker=annamma, units=1, reason="miscounted")

    assert [point.total for point in selectors.series([beeran.pk])][-1] == 4


def fewest_possible(balances: Sequence[int]) -> int:
    """Return how many transfers are needed at least, by trying every division."""

    def most_groups(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        found = 0
        for size in range(len(rest) + 1):
            for chosen in combinations(range(len(rest)), size):
                if first + sum(rest[place] for place in chosen) == 0:
                    others = tuple(amount for place, amount in enumerate(rest) if place not in chosen)
                    found = max(found, 1 + most_groups(others))
        return found

    owing = tuple(amount for amount in balances if amount)
    return len(owing) - most_groups(owing)


@given(st.lists(st.integers(-6, 6), max_size=7))
def test_a_settlement_sheet_makes_everybody_even_in_as_few_transfers_as_can_be(balances):
    balances = [*balances, -sum(balances)]
    found = transfers(balances)

    left = list(balances)
    for payer, payee, units in found:
        assert units > 0
        left[payer] += units
        left[payee] -= units
    assert not any(left)
    assert len(found) == fewest_possible(balances)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(-500, 500), min_size=30, max_size=300))
def test_a_long_settlement_sheet_makes_everybody_even_and_is_always_the_same(balances):
    balances = [*balances, -sum(balances)]
    found = transfers(balances)

    left = Counter(dict(enumerate(balances)))
    for payer, payee, units in found:
        left[payer] += units
        left[payee] -= units
    assert not any(left.values())
    assert len(found) < max(1, sum(1 for amount in balances if amount))
    assert found == transfers(balances)
    assert fewest(dict(enumerate(balances))) == [tuple(one) for one in found]


def test_balances_that_do_not_come_to_nothing_are_no_sheet():
    with pytest.raises(ValueError, match="come to 3"):
        transfers([1, 2])


def test_a_day_is_the_clubs_own():
    at = timezone.datetime(2026, 11, 22, 3, 0, tzinfo=timezone.get_fixed_timezone(0))
    assert str(day_of("America/Toronto", at)) == "2026-11-21"
    assert str(day_of("Asia/Kolkata", at)) == "2026-11-22"
