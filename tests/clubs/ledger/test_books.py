"""The books of a club stay right whatever is done in whatever order: a state machine beside a plain count."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from clubs.ledger import seasons, selectors, services
from clubs.ledger.seasons import NextSeason
from clubs.models import LedgerEntry, LedgerPosting, Membership, Player, Season
from tests.clubs.helpers.ledgers import books_are_right, game, put
from tests.days import fresh
from tests.factories import ClubFactory, PlayerFactory

TODAY = timezone.localdate()
_today = fresh(__name__, TODAY=timezone.localdate)


class Books(RuleBasedStateMachine):
    """A club in which games are played and officers keep the books, in any order; a plain count beside the ledger."""

    @initialize()
    def found(self) -> None:
        self.people = [PlayerFactory(name=f"Player {uuid4().hex[:8]}", user=None) for _ in range(4)]
        self.club = ClubFactory(founder=self.people[0], name=f"Club {uuid4().hex[:8]}")
        Membership.objects.bulk_create(Membership(club=self.club, player=one) for one in self.people[1:])
        self.held: Counter[object] = Counter()
        self.season: Season | None = None
        self.made = 0
        self.entries: list[tuple[int, bool]] = []
        self.seen = 0

    @property
    def officer(self) -> Player:
        return self.people[0]

    def count(self, amounts: dict[object, int]) -> None:
        self.held.update(amounts)

    @rule(units=st.integers(-9, 9).filter(bool), giver=st.integers(0, 3), taker=st.integers(0, 3), again=st.booleans())
    def play(self, units: int, giver: int, taker: int, again: bool) -> None:
        if giver == taker:
            return
        amounts = {self.people[giver]: -units, self.people[taker]: units}
        moved = game(self.club, amounts, day=self.season.begins if self.season else TODAY)
        for posted in put(moved) + (put(moved) if again else []):
            self.entries.append((posted.entry, False))
        self.count(dict(amounts))

    @rule(units=st.integers(1, 50), chosen=st.sets(st.integers(0, 3)))
    def grant(self, units: int, chosen: set[int]) -> None:
        players = [self.people[place] for place in sorted(chosen)] or None
        entry = services.grant(club=self.club, by=self.officer, units=units, players=players)
        for one in players or self.people:
            self.count({one: units, None: -units})
        self.entries.append((entry, True))

    @rule(units=st.integers(1, 50), who=st.integers(0, 3), pays=st.booleans())
    def settle(self, units: int, who: int, pays: bool) -> None:
        player = self.people[who]
        entry = services.settle(club=self.club, by=self.officer, player=player, units=units, pays=pays)
        self.count({player: units if pays else -units, None: -units if pays else units})
        self.entries.append((entry, True))

    @precondition(lambda self: self.entries)
    @rule(data=st.data(), units=st.integers(1, 9), giver=st.integers(0, 4), taker=st.integers(0, 4))
    def correct(self, data: st.DataObject, units: int, giver: int, taker: int) -> None:
        entry, _ = data.draw(st.sampled_from(self.entries))
        accounts = [*self.people, None]
        if giver == taker:
            return
        made = services.correct(
            club=self.club, by=self.officer, entry=entry, giver=accounts[giver], taker=accounts[taker], units=units,
            reason="miscounted",
        )  # fmt: skip
        self.count({accounts[giver]: -units})
        self.count({accounts[taker]: units})
        self.entries.append((made, True))

    @precondition(lambda self: any(officers for _, officers in self.entries))
    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        entry = data.draw(st.sampled_from([number for number, officers in self.entries if officers]))
        back = dict(LedgerPosting.objects.filter(entry=entry).values_list("account__player", "amount"))
        services.reverse_entry(club=self.club, by=self.officer, entry=entry, reason="a slip")
        by_id = {one.pk: one for one in self.people}
        self.count({by_id.get(player): -amount for player, amount in back.items()})
        self.entries.remove((entry, True))

    @precondition(lambda self: self.season is None)
    @rule()
    def open_season(self) -> None:
        _, name, begins, ends = self.next_days()
        self.season = seasons.make_season(club=self.club, by=self.officer, name=name, begins=begins, ends=ends)

    @precondition(lambda self: self.season is not None)
    @rule(carry=st.booleans())
    def close(self, carry: bool) -> None:
        assert self.season is not None
        following = self.next_days() if carry else None
        sheet = selectors.settlement(self.season)
        before = {one.player: one.amount for one in selectors.standing(self.season)}
        upcoming = seasons.close_season(season=self.season, by=self.officer, carry=carry, following=following)
        assert selectors.settlement(self.season) == sheet
        if not carry:
            by_id = {one.pk: one for one in self.people}
            self.count({by_id.get(player): -amount for player, amount in before.items()})
        self.season = upcoming

    def next_days(self) -> NextSeason:
        """Return a season of one day, each the day after the one before, and all of them over."""
        self.made += 1
        day = TODAY - timedelta(days=500 - self.made)
        return NextSeason(name=f"Season {self.made}", begins=day, ends=day)

    @invariant()
    def all_balances_are_what_was_counted(self) -> None:
        books_are_right()
        for one in [*self.people, None]:
            kept = LedgerPosting.objects.filter(account__club=self.club, account__player=one)
            assert sum(kept.values_list("amount", flat=True)) == self.held[one], one
        assert sum(self.held.values()) == 0

    @invariant()
    def nothing_is_ever_taken_out(self) -> None:
        now = LedgerEntry.objects.filter(club=self.club).count()
        assert now >= self.seen
        self.seen = now


class TestBooks(TestCase):
    """The machine above, each run in a transaction of its own."""

    def test_the_books_stay_right_whatever_officers_and_games_do(self) -> None:
        class Undone(Books):
            def __init__(self) -> None:
                super().__init__()
                self._transaction = transaction.atomic()
                self._transaction.__enter__()

            def teardown(self) -> None:
                transaction.set_rollback(True)
                self._transaction.__exit__(None, None, None)

        from hypothesis.stateful import run_state_machine_as_test

        run_state_machine_as_test(
            Undone,
            settings=settings(
                max_examples=15,
                stateful_step_count=14,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                derandomize=True,
                database=None,
            ),
        )
