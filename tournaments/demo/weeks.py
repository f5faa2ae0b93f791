"""The demo club's weeks: its offices, two seasons with their stakes, and Fridays at real and at live tables."""

import random
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

import engine
from clubs.calendar.services import plan_meeting
from clubs.ledger.seasons import close_season, make_season
from clubs.ledger.services import grant
from clubs.members.guests import make_guest
from clubs.members.offices import give_office
from clubs.models import Club, Membership, Player, Season
from games.bots import choose
from games.models import Table
from games.results.services import enter_result, reckon_seasons
from games.store import projector
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act
from games.tables.services.seats import open_table

OFFICES = {"Mariamma": Membership.Role.SECRETARY, "Devaki": Membership.Role.DIRECTOR, "Chacko": Membership.Role.SCORER}
GUESTS = ("Kunjappan", "Leela")
"""Guests: players without an account, whose names the club keeps."""
GRANTED = 40
EVENINGS = 8
"""The number of Fridays with results of real tables; the last of them have games at live tables too."""
EVENING, EIGHT = time(19, 30), time(20, 0)


def load_weeks(club: Club, owner: Player) -> None:
    """Create the club's past weeks, if they are missing: offices, seasons, results, games, kunukku and stakes."""
    if not Season.objects.filter(club=club).exists():
        _play(club, owner)
    projector.run_all()
    secretary = Player.objects.get(memberships__club=club, memberships__role=Membership.Role.SECRETARY)
    over, _ = Season.objects.filter(club=club).order_by("begins")[:2]
    if over.closed_at is None:
        _settle(club, secretary, over)
    reckon_seasons(club=club)


@transaction.atomic
def _play(club: Club, owner: Player) -> None:
    """Give out the offices, make the seasons, and play."""
    people = {member.player.name: member.player for member in club.memberships.select_related("player")}
    for name, role in OFFICES.items():
        give_office(club=club, by=owner, player=people[name], role=role)
    secretary = people["Mariamma"]
    guests = [make_guest(club=club, by=secretary, name=name) for name in GUESTS]
    crowd = [*(people[name] for name in ("Annamma", "Beeran", "Devaki", "Chacko", "Mariamma")), *guests]
    last = last_friday(timezone.localdate())
    fridays = [last - timedelta(weeks=back) for back in range(EVENINGS, 0, -1)]
    turn = fridays[EVENINGS // 2]
    for name, begins, ends in (
        ("Onam Season", fridays[0] - timedelta(days=30), turn - timedelta(days=1)),
        ("Christmas Season", turn, turn + timedelta(days=120)),
    ):
        make_season(club=club, by=secretary, name=name, begins=begins, ends=ends)
    chance = random.Random(28)  # noqa: S311  # the same evenings for everybody who looks around
    worn = False
    for friday in fridays:  # the ledger keeps the order of entry: here that of the days
        _results(club, secretary, crowd, friday, chance)
        worn = worn or _live(club, crowd[:4], "28-wikipedia-4", 7, friday)
    _live(club, crowd[1:5], "28-kerala-4", 4, fridays[-1])


@transaction.atomic
def _settle(club: Club, secretary: Player, over: Season) -> None:
    """Settle the season that is over, grant everybody units for the next, and plan its Fridays."""
    close_season(season=over, by=secretary, carry=False)
    grant(club=club, by=secretary, units=GRANTED, reason="For the new season")
    coming = last_friday(timezone.localdate()) + timedelta(weeks=1)
    plan_meeting(
        club=club,
        by=secretary,
        title="Friday cards",
        day=coming,
        at=EVENING,
        repeats_until=coming + timedelta(weeks=12),
    )


def last_friday(today: date) -> date:
    """Return the last Friday before a day, or the day itself."""
    return today - timedelta(days=(today.weekday() - 4) % 7)


def _results(club: Club, secretary: Player, crowd: Sequence[Player], friday: date, chance: random.Random) -> None:
    """Record the results of real tables: two games of a Friday."""
    for rules, won in (("28-kerala-4", (12, 7)), ("56-standard-4", (18, 11))):
        points = won if chance.random() < 0.5 else won[::-1]
        enter_result(
            club=club,
            player=secretary,
            rules=rules,
            players=chance.sample(crowd, 4),
            points=tuple(point + chance.randrange(5) for point in points),
            played_on=friday,
            hands=26,
            of_many=True,
        )


def _live(club: Club, players: Sequence[Player], rules: str, hands: int, friday: date) -> bool:
    """Play a game of a Friday at a live table; tell whether a player wears a kunukku at its end."""
    table = play_live(club, players, rules, hands, timezone.make_aware(datetime.combine(friday, EIGHT)))
    return any(engine.view(load_state(table.pk).game, None).kunukku or ())


def play_live(club: Club, players: Sequence[Player], rules: str, hands: int, since: datetime, name: str = "") -> Table:
    """Play a game of four people at a live table, each action a bot's in the same seat.

    Args:
        club: The demo's club.
        players: The players by seat.
        rules: The id of the rule set.
        hands: The number of hands.
        since: When the game began.
        name: The name of the table; empty for its number.
    """
    table = open_table(
        player=players[0],
        rules=rules,
        options={"ending": {"type": "hands", "count": hands}},
        name=name,
        club=club,
        players=dict(enumerate(players)),
        command=uuid4(),
        now=since,
    )
    while _step(table.pk, players):
        pass
    return table


def _step(table_id: UUID, players: Sequence[Player]) -> bool:
    """Do the next action at the table; tell whether there was one."""
    state = load_state(table_id)
    if state.turn is None:
        due = Table.objects.values_list("due_at", flat=True).get(pk=table_id)
        return due is not None and advance_table(table_id=table_id, now=due)
    act(
        table_id=table_id,
        player=players[state.turn],
        action=choose(engine.view(state.game, state.turn)),
        expected_version=state.version,
        command=uuid4(),
        now=state.since + timedelta(seconds=2),
    )
    return True
