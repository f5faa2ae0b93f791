"""A disputed hand of the matrix: the holder and others played it on a score sheet. And a hand that is not disputed."""

from typing import TYPE_CHECKING
from uuid import uuid4

from games.audits.services import audit_case
from games.cases.services.audits import record_audit
from games.cases.services.raising import dispute
from games.models import Sheet
from games.sheets.services import enter_hand, open_sheet

if TYPE_CHECKING:
    from tests.permissions.world import Side

CONTRACT = (0, 34, "S", 0)


def furnish_cases(side: "Side") -> None:
    """Make both sheets, and raise a dispute of the holder about the hand of the first."""
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
