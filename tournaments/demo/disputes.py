"""The demo's disputed hands: a bracket that a ruling changed, cases that wait for a director, one for an answer."""

from datetime import datetime, time, timedelta
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Player, Team
from engine import load_rules
from engine.written import SheetHand
from games.cases.services import answering, directing, effects, raising, ruling
from games.events.cases import Decision
from games.models import Case, Table
from games.sheets.services import enter_hand
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.demo.hall import GUESTS
from tournaments.demo.people import PEOPLE
from tournaments.demo.weeks import GUESTS as CALLERS
from tournaments.demo.weeks import play_live
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import Counting, DisputeWindows, MatchPlan, Settings, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

NAME: Final = "Vishu Cup"
MONTH: Final = 30 * 24 * 60
CONTRACT: Final = (0, 30, "S", 0)
FAILED: Final = SheetHand("failed", 0, 30, "S")
"""How the disputed hand counts by the ruling."""
_WINDOWS: Final = DisputeWindows(ruling=MONTH, appeal=1)
"""The open case waits for a director; the ruled one is final a minute after the demo was loaded."""
_PLAN: Final = StagePlan(type="knock_out", tie_breaks=("seed",), match=MatchPlan(hands=1, place="sheet"))

HANDS: Final = 3
"""How many hands the live table plays."""
GAME: Final = "A game among friends"
"""The live table whose first hand waits for a director, and the last for an answer; the other can be disputed."""
_RECENT: Final = timedelta(days=4)
"""So long a game stays the one that visitors look at: its hands can be disputed for some days more."""
_EVENING: Final = time(20, 0)


def load_disputes(club: Club, director: Player) -> None:
    """Play the first round of a small knock-out and dispute both of its results, if that is missing.

    Args:
        club: The demo's club.
        director: Its owner, who plays in no team.
    """
    if Case.objects.filter(club=club).exists():
        return
    base = uuid5(NAMESPACE_URL, f"lelam:demo:{club.pk}:{NAME}")
    cup = _played(club, director, base)
    first, second = (UUID(states.current(cup.pk).matches[number].games[0].stream) for number in (1, 2))
    beeran, chacko = (Player.objects.get(user__email=f"{name}@demo.example") for name in ("beeran", "chacko"))
    case = raising.dispute(
        game=first, hand=1, player=chacko, subject="revoke", command=uuid5(base, "first"),
        words="South did not follow suit in trick 6 and had a heart. Without it the contract fails.",
    )  # fmt: skip
    answering.answer(
        case_id=case.pk, player=beeran, stance="agree", words="That is so. We did not see it.",
        command=uuid5(base, "answer"),
    )  # fmt: skip
    directing.take(case_id=case.pk, player=director, command=uuid5(base, "take"))
    ruling.rule(
        case_id=case.pk, player=director, command=uuid5(base, "rule"),
        decision=Decision("adjusted", "revoke", told=FAILED, follow_up="replay"),
        words="Both sides agree that there was a revoke, and that the contract fails without it.",
    )  # fmt: skip
    effects.follow(case.pk)
    other = raising.dispute(
        game=second, hand=1, player=director, subject="deal", command=uuid5(base, "second"),
        words="A card lay face up in the pack, and the hand was played all the same.",
    )  # fmt: skip
    effects.follow(other.pk)


def load_review(club: Club) -> None:
    """Dispute two hands of a game of yesterday and answer about the first, if there is no such game of these days.

    The owner decides it. Devaki, a director, did not play either: she can name the committee of an appeal, herself
    too. The answer about the other hand is Beeran's.

    Args:
        club: The demo's club, with its weeks.
    """
    beeran, chacko, mariamma = (
        Player.objects.get(user__email=f"{name}@demo.example") for name in ("beeran", "chacko", "mariamma")
    )
    games = Table.objects.filter(club=club, name=GAME, finished_at__gt=timezone.now() - _RECENT)
    table = games.first() or _yesterday(club, beeran, chacko, mariamma)
    case = raising.dispute(
        game=table.pk, hand=1, player=chacko, subject="conduct", command=uuid5(table.pk, "dispute"),
        words="Beeran and Kunjappan sat in one room and talked while we called. I heard it on the telephone.",
    )  # fmt: skip
    answering.answer(
        case_id=case.pk, player=beeran, stance="contest", command=uuid5(table.pk, "answer"),
        words="We spoke of the tea, not of the cards. Look at our calls: nobody could have known anything.",
    )  # fmt: skip
    effects.follow(case.pk)
    other = raising.dispute(
        game=table.pk, hand=HANDS, player=mariamma, subject="time", command=uuid5(table.pk, "second"),
        words="Kunjappan thought for two minutes over one card, and we waited. Was his clock running?",
    )  # fmt: skip
    effects.follow(other.pk)


@transaction.atomic
def _yesterday(club: Club, beeran: Player, chacko: Player, mariamma: Player) -> Table:
    """Play the hands at a live table on the evening of yesterday."""
    kunjappan = Player.objects.get(memberships__club=club, name=CALLERS[0], user=None)
    evening = datetime.combine(timezone.localdate() - timedelta(days=1), _EVENING)
    players = (beeran, chacko, kunjappan, mariamma)
    return play_live(club, players, "28-kerala-4", HANDS, timezone.make_aware(evening), GAME)


def _played(club: Club, director: Player, base: UUID) -> Tournament:
    """Open the knock-out, and play its first round on score sheets."""
    rules = load_rules("56-kerala-4")
    settings = Settings(
        rules=rules.id, options={}, engine=rules.version, kind="pair", open_to="director",
        counting=Counting(stakes=False, ratings=False, kunukku=False), disputes=_WINDOWS,
    )  # fmt: skip
    cup = open_tournament(
        club=club, by=director, name=NAME, settings=settings, plans=(_PLAN,), command=uuid5(base, "open")
    )
    meenachil, kallada = PEOPLE
    guests = list(GUESTS.items())[:2]
    enter(cup, by=director, team=Team.objects.get(club=club, name=meenachil), command=uuid5(base, meenachil))
    for place, names in guests:
        known = [Player.objects.filter(memberships__club=club, name=name, user=None).first() for name in names]
        squad = [player or name for player, name in zip(known, names, strict=True)]
        enter(cup, by=director, squad=squad, name=place, command=uuid5(base, place))
    enter(cup, by=director, team=Team.objects.get(club=club, name=kallada), command=uuid5(base, kallada))
    deeds = (
        BeginStage(stage=1), PairRound(stage=1),
        *(deed(stage=1, round=number) for number in (1, 2) for deed in (ReleaseRound, CallRound)),
    )  # fmt: skip
    for step, deed in enumerate(deeds):
        act(cup, deed, by=director, command=uuid5(base, f"deed:{step}"))
    tend(cup.pk)
    for number in (1, 2):
        sheet = UUID(states.current(cup.pk).matches[number].games[0].stream)
        enter_hand(
            sheet_id=sheet, player=director, outcome="made", contract=CONTRACT, command=uuid5(base, f"hand:{number}")
        )
        take_result(sheet)
    return cup
