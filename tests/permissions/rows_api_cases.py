"""The matrix, its operations of the API for cases, polls, the case book and the sweep."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.permissions.asking import HOLDER, MEMBERS, SIGNED_IN, Row, may
from tests.permissions.rows_cases import DECIDES, PARTIES, READS, RULES
from tests.permissions.rows_games import INVITED, at, on
from tests.permissions.rows_polls import ASKED, DIRECTS, booked, case, poll
from tests.permissions.world import Side
from tests.permissions.world_cases import appealed, ruled, taken, told, voting
from tests.permissions.world_polls import answer_to, into_book

COMMITTEE = MEMBERS - PARTIES
"""Those whom `voting` can have named."""


def sends(**said: Any) -> Callable[[Side], dict[str, Any]]:
    """What a request sends."""
    return lambda side: said


def of_case(name: str, who: frozenset[str], **more: Any) -> Row:
    """An operation that does something in a case."""
    return Row(name=f"cases_{name}", method="POST", who=who, **more)


def later() -> str:
    """A deadline that is later than the one there is."""
    return (timezone.now() + timedelta(days=30)).isoformat()


DISPUTE = sends(subject="score", words="It was 38.")
STANDS = sends(kind="stands", reason="no-fault", words="Counted.")

ROWS = (
    Row(name="cases_list", who=SIGNED_IN),
    Row(name="clubs_cases_list", who=DECIDES),
    Row(name="cases_retrieve", who=READS),
    Row(name="cases_similar", who=READS),
    Row(name="hands_window", who=INVITED, path=at("finished")),
    Row(name="disputes_create", method="POST", who=HOLDER | DECIDES, path=at("finished"), body=DISPUTE),
    Row(name="sheets_hand_window", who=READS, path=on("disputable")),
    Row(name="sheets_disputes_create", method="POST", who=PARTIES | DECIDES, path=on("disputable"), body=DISPUTE),
    of_case("answer", frozenset({"owner"}), body=sends(stance="contest", words="It was 40.")),
    of_case("evidence_create", PARTIES, body=sends(words="I counted.")),
    of_case("evidence_withdraw", HOLDER, before=told),
    of_case("withdraw", HOLDER),
    of_case("names", PARTIES, body=sends(withheld=True)),
    of_case("audit_again", DECIDES - PARTIES),
    of_case("take", DECIDES - PARTIES),
    of_case("release", RULES, own_before=taken),
    of_case("deadline", RULES, own_before=taken, body=lambda side: {"step": "ruling", "until": later()}),
    of_case(
        "polls_create", DIRECTS, path=case, foreign=False,
        body=lambda side: {
            "seat": side.params["poll_seat"], "step": side.params["poll_step"],
            "voters": [str(side.poll_invitation.voter_id)],
        },
    ),
    of_case("polls_close", DIRECTS, path=case),
    of_case("preview", RULES, quiet=RULES, own_before=taken, body=STANDS),
    of_case("rule", RULES, own_before=taken, body=STANDS),
    of_case("ruling_withdraw", RULES, own_before=ruled),
    of_case("appeal", PARTIES, before=ruled, body=sends(words="Count again.")),
    of_case("appeal_withdraw", HOLDER, before=appealed),
    of_case("committee", RULES, before=appealed, body=lambda side: {"members": [str(side.others[0].pk)]}),
    of_case("propose", COMMITTEE, own_before=voting, body=STANDS),
    of_case("vote", COMMITTEE, own_before=voting, body=sends(proposal=0)),
    Row(name="casebook_list"),
    Row(name="casebook_retrieve", who=READS, path=booked, before=into_book),
    Row(name="polls_list", who=SIGNED_IN),
    Row(name="polls_retrieve", who=ASKED, path=poll),
    Row(
        name="polls_answer", method="POST", who=ASKED, path=poll, foreign=False,
        body=lambda side: {"action": answer_to(side), "sure": 2, "words": "So."},
    ),
    Row(name="clubs_sweep", who=may("give_rulings")),
)  # fmt: skip
