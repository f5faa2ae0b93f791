"""A disputed hand of a live table for the tests: a director has taken the case, and can ask players."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
from django.utils import timezone

import engine
from clubs.models import Club, Player
from games.cases.services import answering, directing, raising
from games.models import Case, PollInvitation, Table
from games.polls.position import Choice, stored_of, told_at_table
from games.polls.selectors import choices_of
from games.polls.services import answer, open_poll
from tests.factories import ONE_HAND, ClubFactory, MembershipFactory, PlayerFactory
from tests.games.helpers.tables import dealt_table, play_on
from tests.strategies import lively

NAMES = ("Ammini Kuriakose", "Beeran Haji", "Chacko Varghese", "Devaki Menon")
MEMBERS = ("Eliamma Tharakan", "Faizal Rahman", "Govindan Nair", "Hamsa Koya", "Ittyavira Jose", "Janaki Amma")
CLUB = "Bharathappuzha Card Club"
TITLE = "The Friday table of Ponnani"
QUESTION = "Beeran thought for long, then Devaki led."


class Disputed(msgspec.Struct):
    """A club, its people, a finished game of one hand at a table, and a case about it."""

    club: Club
    director: Player
    players: Sequence[Player]
    members: Sequence[Player]
    table: Table
    case: Case
    now: datetime

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The moments at which a seat acted."""
        return choices_of(self.case)

    def choice(self, phase: str = "Trick 3") -> Choice:
        """Return the first moment of a phase."""
        return next(one for one in self.choices if one.phase == phase)

    def asks(self, *voters: Player, choice: Choice | None = None, **more: Any) -> list[PollInvitation]:
        """Open a poll; return the invitations in the order of the voters."""
        at = choice or self.choice()
        number = open_poll(
            case_id=self.case.pk,
            player=self.director,
            seat=at.seat,
            step=at.step,
            voters=voters,
            command=uuid4(),
            **more,
        )
        return [
            PollInvitation.objects.get(position__case=self.case, position__poll=number, voter=voter) for voter in voters
        ]


def says(invitation: PollInvitation, action: str, sure: int = 2, words: str = "") -> None:
    """Answer a poll."""
    answer(invitation_id=invitation.pk, player=invitation.voter, action=action, sure=sure, words=words, command=uuid4())


def named(name: str) -> Player:
    """Return a player with an account, of that name."""
    return Player.objects.filter(name=name).first() or PlayerFactory(name=name)


def disputed_table(
    rules: str = "28-kerala-4", *, seed: int = 5, ago: timedelta = timedelta(), subject: str = "play",
    step_phase: str = "", director: Player | None = None, **more: Any,
) -> Disputed:  # fmt: skip
    """Return a disputed hand of a table whose case a director has taken.

    Args:
        rules: The rule set.
        seed: The seed of what is played.
        ago: How long ago the director took it.
        subject: What the dispute is about.
        step_phase: The phase of the step in dispute; empty for none.
        director: The director; by default one of the club's own.
        more: The terms of the table.
    """
    players = [named(name) for name in NAMES]
    owner = named("Kunjali Marakkar")
    members = [named(name) for name in MEMBERS]
    club = Club.objects.filter(name=CLUB).first()
    if club is None:
        club = ClubFactory(founder=owner, name=CLUB, with_=[*players, *members])
    if director is None:
        director = owner
    else:
        MembershipFactory(club=club, player=director, role="director")
    table = dealt_table(players, rules=rules, name=TITLE, club=club, **{"options": ONE_HAND, **more})
    chosen = lively(Random(seed), concede=0)

    def choose(actions: list[engine.Action]) -> engine.Action:
        return chosen([one for one in actions if not isinstance(one, engine.Claim | engine.SurrenderOffer)])

    play_on(table, players, choose, lambda state: state.ended_at is not None)
    now = timezone.now() - ago
    Table.objects.filter(pk=table.pk).update(finished_at=now - timedelta(hours=1))
    table.refresh_from_db()
    step = None
    if step_phase:
        told = told_at_table(stored_of(table.pk), 1, NAMES)
        step = next(one.index for one in told.steps if one.phase == step_phase and one.action is not None)
    case = raising.dispute(
        game=table.pk, hand=1, player=players[0], subject=subject, words=QUESTION, step=step, command=uuid4(),
        now=now - timedelta(minutes=50),
    )  # fmt: skip
    answering.answer(
        case_id=case.pk, player=players[1], stance="contest", words="I did not.", command=uuid4(),
        now=now - timedelta(minutes=40),
    )  # fmt: skip
    directing.take(case_id=case.pk, player=director, command=uuid4(), now=now - timedelta(minutes=30))
    case.refresh_from_db()
    return Disputed(club, director, players, members, table, case, now)
