"""What a director is shown before a ruling is what happens by it: every kind of decision, 28 and 56."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from msgspec import structs

from clubs.models import Player
from engine.written import SheetHand
from games.adjusting.selectors import adjusted
from games.cases import log
from games.cases.hosts import Change, Impact
from games.cases.ruling.foreseen import foreseen_page
from games.cases.ruling.page import case_page
from games.cases.services import answering, directing, effects, ruling
from games.cases.windows import CLUB
from games.events.adjusting import RowApplied
from games.events.cases import Decision, Weighed
from games.models import Case
from tests.games.helpers.cases import BEGAN, FakeHost, World, at, disputed, do, then
from tests.games.helpers.sheets import FAILED, enter, sheet_of
from tests.lanes import in_lanes

SPADES = SheetHand("made", 0, 30, denomination="S", doubled=0, points=40)
LOST = SheetHand("failed", 0, 30, denomination="S", doubled=0)
KINDS = {
    "stands": Decision("stands", "no-fault"),
    "warning": Decision("warning", "conduct", warned=1),
    "adjusted": Decision("adjusted", "miscounted", told=FAILED),
    "row": Decision("row", "revoke", row=RowApplied("56-IRR-25", "lose", offender=2), rule="56-IRR-25"),
    "weighted": Decision("weighted", "claim", weights=(Weighed("3/5"), Weighed("2/5", FAILED))),
}
IN_56 = {
    "adjusted": structs.replace(KINDS["adjusted"], told=LOST),
    "weighted": structs.replace(KINDS["weighted"], weights=(Weighed("3/5"), Weighed("2/5", LOST))),
}


def in_56(there: World) -> World:
    """Return the same people with a finished match of 56."""
    options = {"ending": {"type": "hands", "count": 3}}
    with then(BEGAN):
        sheet = sheet_of(there.players, club=there.club, by=there.director, rules="56-standard-4", options=options)
        enter(sheet, there.director, SPADES, SPADES, SPADES)
    sheet.refresh_from_db()
    return structs.replace(there, sheet=sheet)


def taken(there: World, moment: Callable[[int], datetime]) -> Case:
    """Return a case about the first hand that the other side has answered and the director has taken."""
    case = disputed(there, now=moment(1))
    do(answering.answer, case, there.players[1], moment(2), stance="contest", words="No.")
    do(directing.take, case, there.director, moment(3))
    return case


def minutes(count: int) -> datetime:
    return at(minutes=count)


@pytest.mark.parametrize(
    "decided",
    in_lanes(
        ((family, kind) for family in ("28", "56") for kind in KINDS if (family, kind) != ("28", "row")),
        fast=(("28", "stands"), ("28", "adjusted"), ("56", "row"), ("56", "weighted")),
    ),
    ids=" ".join,
)
def test_what_is_foreseen_is_what_happens(there, host, decided):
    """56-IRR-25 among others; a weighted decision, a warning and a result that stands leave the game as it is."""
    family, kind = decided
    there = in_56(there) if family == "56" else there
    host.there = there
    decision = (IN_56 if family == "56" else {}).get(kind, KINDS[kind])
    case = taken(there, minutes)
    shown = foreseen_page(case_page(case.pk, there.director), decision, there.director)

    do(ruling.rule, case, there.director, minutes(4), decision=decision, words="So.")
    effects.follow(case.pk, now=minutes(5))

    now = adjusted(there.sheet.pk)
    sides = [(side.before, side.after) for side in shown.sides]
    if kind in ("adjusted", "row"):
        assert sides == list(zip(now.before.points, now.after.points, strict=True))
        assert now.before.points != now.after.points
    else:
        assert (sides, shown.hands, shown.club, now.after) == ([], (), None, now.before)
    assert [call[:2] for call in host.calls if call[0] == "apply"] == ([] if kind == "stands" else [("apply", kind)])


@pytest.fixture
def in_cup(there: World, host: FakeHost) -> Case:
    """A case of a game of a tournament whose bracket would change by another winner."""
    host.windows, host.published = CLUB, at(days=59)
    case = taken(there, lambda hours: at(days=59, hours=hours))

    def preview(decision: Decision, hand: int, viewer: Player | None) -> Impact:
        standing = Change("standing", "Pamba", "2", f"{host.standing}")
        if decision.kind == "stands":
            return Impact((standing,))
        if decision.follow_up == "keep":
            return Impact(refusal="later-matches", message="Say what becomes of match 7.")
        return Impact((Change("replay", "Match 7", "2 : 1", "to be played again"), standing), later=True)

    host.preview, host.standing = preview, 1
    return case


def ask(there: World, case: Case, **sent: str) -> str:
    client = Client()
    client.force_login(there.director.user)
    fields = {"kind": "adjusted", "hand-choice": "failed-instead", "reason": "miscounted", "words": "Counted."}
    answer = client.post(reverse("games:case_rule", args=[case.pk]), fields | {"act": "look"} | sent)
    return answer.content.decode()


def seal(page: str) -> str:
    return re.findall(r'name="seen" value="(\w+)"', page)[0]


def test_a_bracket_that_changes_asks_what_becomes_of_later_matches(there, in_cup):
    refused = ask(there, in_cup)
    assert "Say what becomes of match 7." in refused
    assert 'value="give"' not in refused

    shown = ask(there, in_cup, follow_up="replay", seen=seal(refused))
    for words in ("The Cup", "Matches to be played again", "Match 7", "to be played again", 'value="give"'):
        assert words in shown
    ask(there, in_cup, follow_up="replay", seen=seal(shown), act="give")

    assert log.current(in_cup.pk).ruling.decision.follow_up == "replay"


def test_a_follow_up_that_was_not_shown_is_shown_first(there, in_cup):
    shown = ask(there, in_cup, follow_up="replay")

    assert "Something changed in the meantime" in ask(there, in_cup, follow_up="re_pair", seen=seal(shown), act="give")
    assert log.current(in_cup.pk).ruling is None


def test_another_result_in_the_standings_meanwhile_does_not_stop_a_ruling(there, in_cup, host):
    shown = ask(there, in_cup, kind="stands")
    host.standing = 3

    ask(there, in_cup, kind="stands", seen=seal(shown), act="give")

    assert log.current(in_cup.pk).ruling is not None


def test_shares_are_offered_in_a_tournament(there, in_cup):
    shares = {"result-0-share": "60", "result-0-choice": "played", "result-1-share": "2/5"}

    shown = ask(there, in_cup, kind="weighted", follow_up="replay", **shares, **{"result-1-choice": "failed-instead"})

    assert "60\N{NO-BREAK SPACE}% as it was played" in shown
