"""A disputed hand of the matrix: the holder and others played it on a score sheet. And a hand that is not disputed."""

from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from clubs.models import Membership, Player
from games.audits.services import audit_case
from games.cases.services import answering, appealing, directing, ruling
from games.cases.services.audits import record_audit
from games.cases.services.raising import dispute
from games.errors import TableError
from games.events.cases import Decision
from games.models import Sheet
from games.sheets.services import enter_hand, open_sheet
from tests.factories import MembershipFactory, PlayerFactory

if TYPE_CHECKING:
    from tests.permissions.world import Side

CONTRACT = (0, 34, "S", 0)


def furnish_cases(side: "Side") -> None:
    """Make both sheets, and raise a dispute of the holder about the hand of the first."""
    MembershipFactory(club=side.club, player=PlayerFactory(name=f"{side.club.name} referee"), role="director")
    played = (side.holder, side.subject, side.mate, side.owner)

    def sheet(name: str) -> Sheet:
        made = open_sheet(
            player=side.owner, rules="56-kerala-4", options={"ending": {"type": "hands", "count": 4}}, club=side.club,
            name=name, players=dict(enumerate(played)),
        )  # fmt: skip
        enter_hand(sheet_id=made.pk, player=side.owner, outcome="made", contract=CONTRACT, points=40)
        return made

    disputed, side.disputable = sheet("Disputed"), sheet("Undisputed")
    side.case = dispute(
        game=disputed.pk, hand=1, player=side.holder, subject="score", words="It was 38.", command=uuid4()
    )
    audit_case(case_id=side.case.pk, record=record_audit)
    side.params |= {"case_id": side.case.pk, "game": side.disputable.pk, "act": "statement"}


def referee_of(side: "Side") -> Player:
    """Return a director of the club who is no persona, and rules where somebody else is to appeal."""
    return Player.objects.get(memberships__club=side.club, memberships__role="director", name__endswith="referee")


def officer_of(side: "Side") -> Player:
    """Return the director of the club who is a persona, and names committees."""
    roles = Membership.objects.filter(club=side.club, role="director")
    return roles.exclude(player=referee_of(side)).select_related("player")[0].player


def reviewed(side: "Side") -> None:
    """Have the other side answer."""
    answering.answer(case_id=side.case.pk, player=side.owner, stance="contest", words="It was 40.", command=uuid4())


def told(side: "Side") -> None:
    """Have the holder add evidence."""
    answering.add_text(case_id=side.case.pk, player=side.holder, words="I counted.", command=uuid4())


def taken(side: "Side", player: Player) -> None:
    """Have the case answered, and taken by a person if that is possible."""
    reviewed(side)
    with suppress(TableError):
        directing.take(case_id=side.case.pk, player=player, command=uuid4())


def ruled(side: "Side", player: Player | None = None) -> None:
    """Have a person rule if that is possible; without one the referee."""
    taken(side, player or referee_of(side))
    with suppress(TableError):
        ruling.rule(
            case_id=side.case.pk, player=player or referee_of(side), decision=Decision("stands", "no-fault"),
            words="Counted.", command=uuid4(),
        )  # fmt: skip


def appealed(side: "Side") -> None:
    """Have the holder appeal against the referee's ruling."""
    ruled(side)
    appealing.appeal(case_id=side.case.pk, player=side.holder, words="Count again.", command=uuid4())


def voting(side: "Side", player: Player) -> None:
    """Have a committee named of a person, if that is possible."""
    appealed(side)
    with suppress(TableError):
        appealing.name_committee(case_id=side.case.pk, player=officer_of(side), members=[player], command=uuid4())
