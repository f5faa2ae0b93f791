"""A disputed hand that is written down card by card, in which a poll is open: the owner asked the secretary."""

from random import Random
from typing import TYPE_CHECKING
from uuid import uuid4

from django.utils import timezone

import engine
from clubs.models import Membership
from engine import sheets
from engine.record import record_to_json
from games.cases.services import answering, directing
from games.cases.services.raising import dispute
from games.models import Case, PollInvitation
from games.polls.answers import answer_of
from games.polls.selectors import asked_by, choices_of, position_asked
from games.polls.services import open_poll
from games.sheets import reporting
from games.sheets.authors import Author
from games.sheets.services import enter_hand, open_sheet
from tests.factories import PlayerFactory
from tests.strategies import game_steps

if TYPE_CHECKING:
    from tests.permissions.world import Side


def furnish_polls(side: "Side") -> None:
    """Make the sheet, have its hand disputed, and open a poll."""
    rules = engine.load_rules("28-kerala-4")
    events = [event for step in game_steps(rules, Random(3), concede=0) for event in step.events]
    record = engine.record_from_events(rules.id, {}, [""] * 4, events, version=rules.version)
    hand = {name: value for name, value in record_to_json(record)["hands"][0].items() if name != "result"}
    fourth = PlayerFactory(name=f"{side.club.name} fourth")
    played = (side.holder, side.subject, side.mate, fourth)
    sheet = open_sheet(
        player=side.owner, rules=rules.id, options={"ending": {"type": "hands", "count": 4}}, club=side.club,
        name="Written", players=dict(enumerate(played[:3])), dealer=hand["dealer"],
    )  # fmt: skip
    enter_hand(sheet_id=sheet.pk, player=side.owner, told=sheets.told_of(rules, events))
    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(side.owner), hand=1, record=hand)
    case = dispute(game=sheet.pk, hand=1, player=side.holder, subject="play", words="He led.", command=uuid4())
    answering.answer(case_id=case.pk, player=side.subject, stance="contest", words="No.", command=uuid4())
    directing.take(case_id=case.pk, player=side.owner, command=uuid4())
    place = Membership.objects.filter(club=side.club, role="secretary").select_related("player").first()
    asked = PlayerFactory(name=f"{side.club.name} asked") if place is None else place.player
    choice = choices_of(case)[-1]
    open_poll(case_id=case.pk, player=side.owner, seat=choice.seat, step=choice.step, voters=[asked], command=uuid4())
    side.polled = case
    side.params |= {"poll_step": choice.step, "poll_seat": choice.seat}
    side.poll_invitation = PollInvitation.objects.get(position__case=case)


def answer_to(side: "Side") -> str:
    """Return an answer that the player who is asked can give."""
    asked = side.poll_invitation
    return answer_of(position_asked(asked_by(asked.pk, asked.voter)).legal[0])


def into_book(side: "Side") -> None:
    """Let the case be decided, as far as the book looks at it."""
    Case.objects.filter(pk=side.polled.pk).update(outcome="ruled", closed_at=timezone.now(), status="closed")
