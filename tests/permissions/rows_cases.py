"""The matrix, its pages of disputes: who may read a case, and do what in it."""

from collections.abc import Callable
from typing import Any

from tests.permissions.asking import HOLDER, MEMBERS, SIGNED_IN, Row, may
from tests.permissions.world import Side
from tests.permissions.world_cases import appealed, ruled, taken, voting

PARTIES = HOLDER | {"owner"}
"""Of the personas, those who played the disputed hand: the holder raised it, and the owner played against."""
DECIDES = may("give_rulings")
RULES = DECIDES - PARTIES
READS = may("read_sheets")
STANDS = {"kind": "stands", "reason": "no-fault", "words": "Counted.", "act": "look"}


def act(name: str, who: frozenset[str], *, of: str = "", **more: Any) -> Row:
    """An act in a case."""
    return Row(name="games:case_act", method="POST", of=of or name, who=who, path=lambda side: {"act": name}, **more)


def fields(**said: Any) -> Callable[[Side], dict[str, Any]]:
    """What a form sends."""
    return lambda side: said


ROWS = (
    Row(name="games:cases", who=SIGNED_IN),
    Row(name="games:cases_waiting", done=(302,)),
    Row(name="games:case", who=READS),
    Row(name="games:case_live", who=READS, query="?part=told"),
    Row(name="games:case_audit", who=PARTIES | DECIDES),
    Row(name="games:case_audit_json", who=PARTIES | DECIDES),
    Row(name="games:case_audit_pdf", who=PARTIES | DECIDES),
    Row(name="cases_audit_retrieve", who=PARTIES | DECIDES),
    Row(name="games:case_audit_again", method="POST", who=DECIDES - PARTIES),
    Row(name="games:case_act", who=SIGNED_IN, done=(302,)),
    act("answer", frozenset({"owner"}), body=fields(stance="contest", words="It was 40.")),
    act("statement", PARTIES, body=fields(words="I counted.")),
    act("point", frozenset(), of="a step of a hand that nobody wrote down", body=fields(step="1")),
    act("withdraw", HOLDER),
    act("take", DECIDES - PARTIES),
    act("release", frozenset(), of="a case that nobody took"),
    act("deadline", frozenset(), of="a case that nobody took yet", body=fields(until="2031-01-01T10:00")),
    act("withhold-names", PARTIES),
    act("show-names", frozenset(), of="names that nobody withheld"),
    act("withdraw-evidence", frozenset(), of="evidence that is not there", body=fields(evidence="1")),
    Row(name="games:cases_of_game", who=READS, done=(302,)),
    Row(name="games:cases_of_hand", who=READS, done=(302,)),
    Row(name="games:case_new", who=READS),
    Row(
        name="games:case_new", method="POST", who=PARTIES | DECIDES,
        body=fields(subject="score", words="It was 38.", rule=""),
    ),
    Row(name="games:case_ruling", who=READS, done=(302,)),
    Row(name="games:case_rule", who=RULES, own_before=taken),
    Row(name="games:case_rule", method="POST", who=RULES, quiet=RULES, own_before=taken, body=fields(**STANDS)),
    Row(name="games:case_withdraw_ruling", method="POST", who=RULES, own_before=ruled),
    Row(name="games:case_appeal", who=PARTIES, before=ruled),
    Row(name="games:case_appeal", method="POST", who=PARTIES, before=ruled, body=fields(words="Count again.")),
    Row(name="games:case_withdraw_appeal", method="POST", who=HOLDER, before=appealed),
    Row(name="games:case_committee", who=RULES, before=appealed),
    Row(
        name="games:case_committee", method="POST", who=RULES, before=appealed,
        body=lambda side: {"member": str(side.others[0].pk)},
    ),
    Row(name="games:case_board", who=MEMBERS - PARTIES, own_before=voting),
    Row(name="games:case_board", method="POST", who=MEMBERS - PARTIES, own_before=voting, body=fields(proposal="0")),
    Row(name="games:case_propose", who=MEMBERS - PARTIES, own_before=voting),
    Row(
        name="games:case_propose", method="POST", who=MEMBERS - PARTIES, quiet=MEMBERS, own_before=voting,
        body=fields(**STANDS),
    ),
    Row(name="games:club_cases", who=SIGNED_IN),
    Row(name="games:club_case_windows", who=may("change_club")),
    Row(
        name="games:club_case_windows", method="POST", who=may("change_club"),
        body=fields(**{
            name: number
            for window in ("dispute", "answer", "poll", "ruling", "appeal", "committee", "vote")
            for name, number in ((window, 5), (f"{window}_unit", 3600))
        }),
    ),
)  # fmt: skip
