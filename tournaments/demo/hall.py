"""The event in a hall that the demo always has: real cards on score sheets, and a desk with something to do.

A Swiss of ten pairs in two rooms, a round an hour. In each round one table is late and has called the director, one has
a hand that its sides report differently, a captain's result waits for the other side, one side has not come, and one
table is in time. Visitors may do all of it; what they leave, the demo's director does before the next round.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Player, Team
from engine.written import SheetHand
from games.sheets.authors import Author
from games.sheets.reporting import report_hand
from tournaments.deeds.base import Deed
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.scheduling import SetSchedule, SetVenue
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, PairRound, ReleaseRound
from tournaments.demo.people import PEOPLE
from tournaments.demo.sheets import DIFFERS, PLAYED
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament, stream_of
from tournaments.directing.tending import tend
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.events.settings import Counting, MatchPlan, Settings, StagePlan
from tournaments.floor.selectors import floor_of
from tournaments.floor.services import announce, call_director, close_call, note_arrival
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, TournamentState

SERIES: Final = "Meenachil Open"
SHOWN: Final = 2
"""The editions on the lists; older ones are hidden, and stay."""
GUESTS: Final = {
    "Erattupetta": ("Thomman", "Kunjamma"),
    "Bharananganam": ("Pappachan", "Aleyamma"),
    "Ramapuram": ("Kuttappan", "Rosamma"),
    "Kanjirappally": ("Ittoop", "Saramma"),
    "Kuravilangad": ("Chandy", "Thresia"),
    "Uzhavoor": ("Pothen", "Annakutty"),
    "Poonjar": ("Kunjukunju", "Mariakutty"),
    "Teekoy": ("Varkey", "Eliswa"),
}
"""Pairs without accounts, by the places they come from."""
ROUNDS: Final = 5
HANDS: Final = 8
HOUR: Final = timedelta(hours=1)
SINCE: Final = timedelta(minutes=16)
"""After so long a round has tables that are late or differ; in a new demo one was called so long ago."""
QUIET: Final = timedelta(minutes=10)
"""The next round waits for so long after a visitor has done something."""
PACE: Final = timedelta(minutes=3)
"""A hand of a table that is in time."""
TABLES: Final = tuple(VenueTable(str(number), "Hall" if number < 5 else "Veranda") for number in range(1, 7))
_PLAN: Final = StagePlan(
    type="swiss",
    rounds=ROUNDS,
    tie_breaks=("points", "buchholz", "difference", "seed"),
    match=MatchPlan(hands=HANDS, place="sheet"),
)


def keep_a_hall(club: Club, *, now: datetime | None = None, since: timedelta = timedelta(0)) -> None:
    """Open an edition if there is none, and bring it to where its desk has something to do.

    Args:
        club: The demo's club.
        now: The present.
        since: So long ago the round that is played was called, where an edition is opened. Only before the workers
            have started: events in the past would else come between theirs.
    """
    director, now = Player.objects.get(user__email="annamma@demo.example"), now or timezone.now()
    known = _editions(club, director)
    editions = Tournament.objects.filter(pk__in=known).order_by("-created_at")
    last = editions.select_related("club").first()
    if last is None or last.status == Tournament.Status.FINISHED:
        number = 1 if last is None else known[last.pk] + 1
        last = open_edition(club, director, number, now - 2 * HOUR if since else now)
        Tournament.objects.filter(pk__in=editions.exclude(pk=last.pk).values("pk")[SHOWN - 1 :]).update(hidden=True)
    _go_on(last, director, now, since)


def _editions(club: Club, director: Player) -> dict[UUID, int]:
    """Return the ids of the demo's own editions with their numbers, which follow from the commands that open them."""
    opened = set(Tournament.objects.filter(club=club, director=director).values_list("pk", flat=True))
    streams = ((stream_of(director, _opening(club, number)), number) for number in range(1, len(opened) + 1))
    return {stream: number for stream, number in streams if stream in opened}


def _opening(club: Club, number: int) -> UUID:
    return uuid5(NAMESPACE_URL, f"lelam:demo:{club.pk}:{SERIES}:{number}")


@transaction.atomic
def open_edition(club: Club, director: Player, number: int, began: datetime) -> Tournament:
    """Open an edition at a time, and enter its pairs; the same number again gives the same edition."""
    command = _opening(club, number)
    settings = Settings(
        rules="28-kerala-4",
        options={},
        engine=1,
        open_to="director",
        counting=Counting(stakes=False, ratings=False, kunukku=False),
    )
    tournament = open_tournament(
        club=club, by=director, name=f"{SERIES} {number}", settings=settings, plans=(_PLAN,), command=command, now=began
    )
    for name in PEOPLE:
        team = Team.objects.get(club=club, name=name)
        enter(tournament, by=director, team=team, command=uuid5(command, f"enter:{name}"), now=began)
    for name, pair in GUESTS.items():
        known = [Player.objects.filter(memberships__club=club, name=guest, user=None).first() for guest in pair]
        squad = [player or guest for player, guest in zip(known, pair, strict=True)]
        enter(tournament, by=director, squad=squad, name=name, command=uuid5(command, f"enter:{name}"), now=began)
    _do(tournament, director, began, SetVenue(tables=TABLES))
    return tournament


def _go_on(tournament: Tournament, director: Player, now: datetime, since: timedelta) -> None:
    """Begin the next round if the last one is an hour old, and set the scene of the one that is played."""
    state = states.current(tournament.pk)
    stage = state.stages[1]
    if stage.status == "planned":
        _do(tournament, director, state.at, BeginStage(stage=1))
    called = [one for one in stage.rounds if one.called]
    last = called[-1] if called else None
    if last is None and since:
        _call(tournament, director, 1, now - HOUR - since)
        _finish(tournament, director, 1, now - HOUR + since)
        _call(tournament, director, 2, now - since)
    elif last is None:
        _call(tournament, director, 1, now)
    elif last.called_at is not None and last.called_at < now - HOUR and state.at < now - QUIET:
        _finish(tournament, director, last.number, now)
        if last.number < ROUNDS:
            _call(tournament, director, last.number + 1, now)
        else:
            _do(tournament, director, now, CloseStage(stage=1), CloseTournament())
    for _part in range(2):
        _set_scene(tournament, director, now)


def _do(tournament: Tournament, director: Player, at: datetime, *deeds: Deed) -> None:
    """Do some deeds, each once however often it is tried."""
    for deed in deeds:
        state = states.current(tournament.pk)
        about = f"{type(deed).__name__}:{getattr(deed, 'match', 0)}:{getattr(deed, 'game', 0)}"
        command = uuid5(state.stream, f"demo:{state.version}:{about}")
        act(tournament, deed, by=director, command=command, now=max(at, state.at))


def _call(tournament: Tournament, director: Player, number: int, at: datetime) -> None:
    """Plan the rest of the day from now on, and call a round; its sheets are opened."""
    state = states.current(tournament.pk)
    planned = state.schedule.rounds if state.schedule is not None else ()
    rounds = (
        *(one for one in planned if one.round < number),
        *(RoundTime(1, later, _seconds(at + (later - number) * HOUR), 30) for later in range(number, ROUNDS + 1)),
    )
    session = Session(min(one.at for one in rounds), max(one.at for one in rounds) + 3_600)
    _do(tournament, director, at, SetSchedule(sessions=(session,), rounds=rounds, match_minutes=30, rest_minutes=10))
    if state.stages[1].last_round() < number:
        _do(tournament, director, at, PairRound(stage=1))
    _do(tournament, director, at, ReleaseRound(stage=1, round=number), CallRound(stage=1, round=number))
    tend(tournament.pk, now=max(at, states.current(tournament.pk).at))


def _finish(tournament: Tournament, director: Player, number: int, at: datetime) -> None:
    """Enter the results of a round that are missing or unconfirmed, which closes its sheets, and close its calls."""
    state = states.current(tournament.pk)
    chance = Random(f"{state.stream} {number}")  # noqa: S311  # the same results however often it is tried
    for match in _matches(state, number):
        if outcome_of(state, match) is not None:
            continue
        known = match.game(1).report
        points = tuple(chance.sample(range(-1, 7), 2)) if known is None else known.points
        _do(tournament, director, at, ReportGame(match=match.number, points=points, hands=HANDS))
    for call in floor_of(tournament.pk).open_calls:
        close_call(
            tournament=tournament,
            call=call.number,
            by=director,
            outcome="settled",
            command=uuid5(state.stream, f"demo:close:{call.number}"),
            now=at,
        )
    tend(tournament.pk, now=at)


def _matches(state: TournamentState, number: int) -> list[MatchState]:
    return [match for match in state.matches_of(1) if match.round == number and not match.is_bye]


def _set_scene(tournament: Tournament, director: Player, now: datetime) -> None:
    """Let a round be where its director is needed: at once a side is missing and a table calls, later more is wrong."""
    state, floor = states.current(tournament.pk), floor_of(tournament.pk)
    called = [one for one in state.stages[1].rounds if one.called]
    if not called or state.is_over or called[-1].called_at is None:
        return
    number, at = called[-1].number, called[-1].called_at
    captains = _captains(state)
    playing = [match for match in _matches(state, number) if match.running_games and outcome_of(state, match) is None]
    # The announcement is the last of what happens at once, the captain's report of what happens later.
    if not any(made.round == number + 1 for made in floor.announcements):
        _begin_scene(tournament, director, playing, captains, number, at, now)
    elif now >= at + SINCE and not any(game.report for match in _matches(state, number) for game in match.games):
        _go_on_with_scene(tournament, playing, captains, number, at, now)


def _by_role(matches: Sequence[MatchState], captains: Mapping[int, Player]) -> dict[str, MatchState]:
    """Return the matches of a round by what is the matter with each; people with accounts have a result to confirm."""
    ordered = sorted(matches, key=lambda match: all(captains[side[0]].user_id is None for side in match.sides))
    return dict(zip(("confirm", "away", "late", "differs", "in time"), ordered, strict=False))


def _begin_scene(
    tournament: Tournament,
    director: Player,
    matches: Sequence[MatchState],
    captains: Mapping[int, Player],
    number: int,
    at: datetime,
    now: datetime,
) -> None:
    role = _by_role(matches, captains)
    if (away := role.get("away")) is not None:
        entrant = away.sides[0][0]
        note_arrival(
            tournament=tournament,
            match=away.number,
            entrant=entrant,
            by=captains[entrant],
            command=uuid5(tournament.pk, f"demo:away:{number}"),
            now=max(at, now - 4 * PACE),
        )
    if (late := role.get("late")) is not None:
        call_director(
            tournament=tournament,
            match=late.number,
            by=Author(captains[late.sides[1][0]]),
            reason="early-card",
            hand=1,
            command=uuid5(tournament.pk, f"demo:call:{number}"),
            now=max(at, now - PACE),
        )
    announce(
        tournament=tournament,
        by=director,
        phrase="round-starts",
        round_number=number + 1,
        at=_seconds(at + HOUR),
        shown_minutes=60,
        command=uuid5(tournament.pk, f"demo:announce:{number}"),
        now=now,
    )


def _go_on_with_scene(
    tournament: Tournament,
    matches: Sequence[MatchState],
    captains: Mapping[int, Player],
    number: int,
    at: datetime,
    now: datetime,
) -> None:
    role = _by_role(matches, captains)
    for name, hands in (("late", 2), ("differs", 4), ("in time", 5)):
        match = role.get(name)
        if match is not None:
            step = SINCE / 2 if name == "late" else PACE
            sides = [captains[side[0]] for side in match.sides]
            _play(UUID(match.games[0].stream), sides, hands, at, step, differs=name == "differs")
    own = role.get("confirm")
    if own is not None:
        # A guest reports: the other captain may sign in and confirm.
        by = min((captains[side[0]] for side in own.sides), key=lambda captain: captain.user_id is not None)
        deed = ReportGame(match=own.number, points=(5, 3), hands=HANDS)
        act(
            tournament,
            deed,
            by=by,
            command=uuid5(tournament.pk, f"demo:report:{number}"),
            now=now,
        )


def _captains(state: TournamentState) -> dict[int, Player]:
    players = Player.objects.in_bulk([UUID(entrant.squad[0]) for entrant in state.entrants.values()])
    return {number: players[UUID(entrant.squad[0])] for number, entrant in state.entrants.items()}


def _play(sheet: UUID, sides: Sequence[Player], hands: int, began: datetime, step: timedelta, *, differs: bool) -> None:
    """Let both sides of a sheet report some hands, and one more that they tell differently."""
    for number, told in enumerate(_told(hands, differs=differs), start=1):
        for side, player in enumerate(sides):
            report_hand(
                sheet_id=sheet,
                author=Author(player),
                sides=[side],
                hand=number,
                edit=1,
                told=told[side],
                now=began + number * step,
            )


def _told(hands: int, *, differs: bool) -> Iterator[tuple[SheetHand, SheetHand]]:
    for number in range(hands):
        told = PLAYED[number % len(PLAYED)]
        yield told, told
    if differs:
        yield DIFFERS


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
