"""The matrix, its pages of polls and of the case book."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.permissions.asking import HOLDER, SIGNED_IN, Row, may
from tests.permissions.world import Side
from tests.permissions.world_polls import answer_to, into_book

DIRECTS = frozenset({"owner"})
"""Of the personas, the one who has taken the case."""
ASKED = frozenset({"secretary"})
"""The one who is asked in the poll: while it is open, the case is not there for this one."""
READS = may("read_sheets")


def case(side: Side) -> dict[str, Any]:
    """The address of the case with a poll."""
    return {"case_id": side.polled.pk, "number": 1}


def booked(side: Side) -> dict[str, Any]:
    """The address of the same case in the book."""
    return {"number": side.polled.number}


def tomorrow() -> str:
    """A time to answer until, as a browser sends it."""
    return (timezone.localtime() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")


def poll(side: Side) -> dict[str, Any]:
    """The address at which a player is asked."""
    return {"invitation_id": side.poll_invitation.pk}


ROWS = (
    Row(name="games:polls", who=SIGNED_IN),
    Row(name="games:poll_answer", who=ASKED, path=poll),
    Row(
        name="games:poll_give", method="POST", who=ASKED, path=poll, foreign=False,
        body=lambda side: {"action": answer_to(side), "sure": 2, "words": "So."},
    ),
    Row(name="games:poll_known", method="POST", who=ASKED, path=poll),
    Row(name="games:case_polls", who=READS - ASKED, path=case),
    Row(name="games:poll_new", who=DIRECTS, path=case),
    Row(
        name="games:poll_new", method="POST", who=DIRECTS, path=case, foreign=False,
        body=lambda side: {
            "step": side.params["poll_step"], "more": str(side.poll_invitation.voter_id), "until": tomorrow(),
        },
    ),
    Row(
        name="games:poll_look", who=HOLDER | may("give_rulings"), path=case,
        query=lambda side: f"?step={side.params['poll_step']}",
    ),
    Row(name="games:poll_close", method="POST", who=DIRECTS, path=case),
    Row(name="games:case_similar", who=READS - ASKED, path=case),
    Row(name="games:casebook"),
    Row(name="games:club_casebook"),
    Row(name="games:casebook_case", who=READS, path=booked, before=into_book),
    Row(name="games:casebook_case_json", who=READS, path=booked, before=into_book),
)  # fmt: skip
