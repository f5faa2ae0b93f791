"""The tournament that the demo always plays: a Swiss of sixteen pairs of bots into quarter-finals.

The server runs its rounds (`Settings.automatic`); what only a director does, the demo's director does here.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.utils import timezone

from clubs.models import Club, Player
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.playing import DecideMatch
from tournaments.deeds.staging import BeginStage, CloseStage
from tournaments.demo.people import PAIRS, bot_named
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament, stream_of
from tournaments.events.settings import Counting, MatchPlan, Qualifiers, Settings, StagePlan
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.stages.stage import BRACKETS, PLAYED
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import TournamentState

SERIES: Final = "Friday Pairs"
SHOWN: Final = 2
"""The editions on the lists; older ones are hidden, and stay."""
PAUSE: Final = timedelta(minutes=3)
"""Between two editions, so that the end can be looked at."""

_MATCH: Final = MatchPlan(hands=3, extra=(1, 1, 1))
_STAGES: Final = (
    StagePlan(
        type="swiss", rounds=5, tie_breaks=("points", "buchholz", "difference", "seed"), match=MatchPlan(hands=3)
    ),
    StagePlan(
        type="knock_out",
        source=(Qualifiers(stage=1, last=8),),
        tie_breaks=("seed",),
        options={"third_place": True},
        match=MatchPlan(hands=3, extra=(1, 1, 1)),
    ),
)


def keep_a_swiss(club: Club) -> None:
    """Open the next edition if the last one is over, and do what its director has to do."""
    director = Player.objects.get(user__email="annamma@demo.example")
    known = _editions(club, director)
    editions = Tournament.objects.filter(pk__in=known).order_by("-created_at")
    last = editions.select_related("club").first()
    if last is not None and last.status in (Tournament.Status.OPEN, Tournament.Status.PLAYING):
        direct(last, director)
    elif last is None or last.finished_at is None or last.finished_at < timezone.now() - PAUSE:
        number = 1 if last is None else known[last.pk] + 1
        direct(open_edition(club, director, number), director)
        # The new edition is not among them.
        Tournament.objects.filter(pk__in=editions.values("pk")[SHOWN - 1 :]).update(hidden=True)


def _editions(club: Club, director: Player) -> dict[UUID, int]:
    """Return the ids of the demo's own editions with their numbers.

    They follow from the commands that open them: people may give tournaments of their own the same names.
    """
    opened = set(Tournament.objects.filter(club=club, director=director).values_list("pk", flat=True))
    streams = ((stream_of(director, _opening(club, number)), number) for number in range(1, len(opened) + 1))
    return {stream: number for stream, number in streams if stream in opened}


def _opening(club: Club, number: int) -> UUID:
    """Return the command that opens an edition."""
    return uuid5(NAMESPACE_URL, f"lelam:demo:{club.pk}:{SERIES}:{number}")


def open_edition(club: Club, director: Player, number: int) -> Tournament:
    """Open an edition and enter the pairs; the same number again gives the same edition."""
    command = _opening(club, number)
    settings = Settings(
        rules="28-kerala-4",
        options={},
        engine=1,
        kind="pair",
        bots=True,
        open_to="director",
        automatic=True,
        counting=Counting(stakes=False, ratings=False, kunukku=False),
    )
    tournament = open_tournament(
        club=club, by=director, name=f"{SERIES} {number}", settings=settings, plans=_STAGES, command=command
    )
    for name, bots in PAIRS.items():
        pair = [bot_named(bot) for bot in bots]
        enter(tournament, by=director, players=pair, name=name, command=uuid5(command, f"enter:{name}"))
    return tournament


def direct(tournament: Tournament, director: Player) -> None:
    """Do what only a director does, as far as it can be done now."""
    try:
        while deeds := list(_due(state := states.current(tournament.pk))):
            for deed in deeds:
                act(tournament, deed, by=director, command=_command(state, deed))
    except Refused:
        # The matches are still being played.
        return


def _due(state: TournamentState) -> Iterator[Deed]:
    """Yield what is due, if it can be done; a match that stays level goes to the side that was better before."""
    if state.is_over:
        return
    stage = next((stage for stage in state.stages.values() if stage.status != "closed"), None)
    if stage is None:
        yield CloseTournament()
    elif stage.status == "planned":
        yield BeginStage(stage=stage.number)
    else:
        if stage.plan.type in BRACKETS:
            for match in state.matches_of(stage.number):
                outcome = outcome_of(state, match)
                if outcome is not None and outcome.kind == PLAYED and outcome.winner is None:
                    yield DecideMatch(match=match.number, decision="walkover", winner=0, reason="better-before")
        yield CloseStage(stage=stage.number)


def _command(state: TournamentState, deed: Deed) -> UUID:
    return uuid5(state.stream, f"demo:{state.version}:{type(deed).__name__}:{getattr(deed, 'match', 0)}")
