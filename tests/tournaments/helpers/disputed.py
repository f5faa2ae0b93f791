"""Tournaments on score sheets whose results are disputed: hands entered, cases opened, rulings applied."""

from typing import Any
from uuid import UUID, uuid4

import engine
from clubs.members.guests import add_guest
from clubs.models import Club, Player
from engine.written import SheetHand
from games.adjusting.selectors import adjusted
from games.adjusting.services import adjust_result, withdraw_adjustment
from games.cases.hosts import Host, find_host
from games.cases.services.raising import dispute
from games.events.cases import Decision, Weighed
from games.models import Case
from games.rescoring.recount import Recount
from games.sheets.services import enter_hand
from tests.factories import MembershipFactory, PlayerFactory
from tests.tournaments.helpers.directed import called, opened, state_of
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

FAILED = SheetHand("failed", declarer=0, number=30, denomination="S")
MADE = SheetHand("made", declarer=0, number=30, denomination="S")


def sheet_cup(
    club: Club, director: Player, type_: str, count: int = 4, *, hands: int = 1, members: bool = False, **changes: Any
) -> Tournament:
    """Return a tournament of pairs at 56 on score sheets, of guests or of members, its first round called."""
    states.forget_all()
    plan = StagePlan(
        type=type_, match=MatchPlan(hands=hands, place="sheet"), **({"rounds": 3} if type_ == "swiss" else {})
    )
    settings = {"rules": "56-kerala-4", "engine": engine.VERSION, "bots": False, **changes}
    cup = opened(club, director, plan, **settings)
    for number in range(1, count + 1):
        names = [f"{'Member' if members else 'Guest'} {number}{letter}" for letter in "ab"]
        pair = [
            MembershipFactory(club=club, player=PlayerFactory(name=name, password="x")).player
            if members
            else add_guest(club=club, by=director, name=name)
            for name in names
        ]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


def sheet_of(cup: Tournament, match: int) -> UUID:
    """Return the sheet of the game of a match that is called now."""
    return UUID(state_of(cup).matches[match].games[-1].stream)


def play(cup: Tournament, director: Player, match: int, outcome: str = "made") -> UUID:
    """Enter the only hand of a match, called by the first side; return its sheet."""
    tend(cup.pk)
    sheet = sheet_of(cup, match)
    enter_hand(sheet_id=sheet, player=director, outcome=outcome, contract=(0, 30, "S", 0), command=uuid4())
    assert take_result(sheet)
    tend(cup.pk)
    return sheet


def raised(sheet: UUID, by: Player) -> Case:
    """Return a case about the only hand of a sheet, raised by an officer."""
    return dispute(game=sheet, hand=1, player=by, subject="revoke", words="North revoked in trick 3.", command=uuid4())


def host_of(sheet: UUID) -> Host:
    """Return the tournament as the host of a game."""
    host = find_host(sheet)
    assert host is not None
    return host


def counted(sheet: UUID) -> Recount:
    """Return a game with its adjustments."""
    found = adjusted(sheet)
    assert found is not None
    return found


def apply(case: Case, decision: Decision, by: Player | None = None, command: UUID | None = None) -> bool:
    """Let a decision take effect in the game and in its tournament, as the effects of a case do."""
    if decision.kind in ("row", "adjusted"):
        adjust_result(
            game=case.game, hand=case.hand, case=case.pk, told=decision.told, row=decision.row, command=uuid4()
        )
    now = counted(case.game).after
    return host_of(case.game).apply(
        case, decision, now.points, now.winners, by, "Both sides agree.", command or uuid4()
    )


def reverse(case: Case, by: Player | None = None) -> None:
    """Take back what the decision of a case changed in the game and in its tournament."""
    for number, each in enumerate(counted(case.game).adjustments, start=1):
        if each.event.case == str(case.pk) and not each.withdrawn:
            withdraw_adjustment(game=case.game, adjustment=number, case=case.pk, command=uuid4())
    host_of(case.game).reverse(case, by, uuid4())


def adjusted_to(told: SheetHand = FAILED, **more: Any) -> Decision:
    """Return the decision that a hand counts so."""
    return Decision("adjusted", "revoke", told=told, **more)


def weighted(*shares: tuple[str, SheetHand | None], **more: Any) -> Decision:
    """Return the decision that a hand counts as a mixture."""
    return Decision("weighted", "misinformation", weights=tuple(Weighed(*share) for share in shares), **more)
