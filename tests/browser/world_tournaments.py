"""Tournaments that the member directs, of several formats and in several states."""

from typing import TYPE_CHECKING
from uuid import uuid4

from django.utils import timezone

from clubs.models import Club
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.agreeing import ProposeTime
from tournaments.deeds.ladder import AcceptChallenge, Challenge
from tournaments.deeds.lots import DrawLot, DropLot, PromiseLot
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, EditPairings, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.webhooks.services import add_webhook

if TYPE_CHECKING:
    from tests.browser.world import World


def furnish(world: "World", club: Club) -> None:
    """Let the member direct a Swiss with its knock-out, a ladder, a league and a Swiss that is paired by hand."""
    _swiss(world, club)
    _ladder(world, club)
    _league(world, club)
    _by_hand(world, club)


def _swiss(world: "World", club: Club) -> None:
    """Make a Swiss that is over, and its knock-out half played, and note the pages that show them."""
    desk = MatchPlan(hands=24, place="desk")
    plans = (
        StagePlan(type="swiss", rounds=1, tie_breaks=("points", "buchholz", "difference", "seed"), match=desk),
        StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=4),), match=desk),
    )
    cup = opened(club, world.member, *plans)
    bot_pairs(cup, world.member, 6)
    called(cup, world.member)
    for number in (1, 2, 3):
        do(cup, world.member, ReportGame(match=number, points=(5, number)))
    do(cup, world.member, CloseStage(stage=1))
    called(cup, world.member, stage=2)
    first = state_of(cup).matches_of(2)[0]
    do(cup, world.member, ReportGame(match=first.number, points=(9, 2)))
    for page in ("tournament", "entries", "desk", "history", "settings"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    for page in (
        "screen",
        "schedule",
        "schedule_edit",
        "prizes",
        "edit_prizes",
        "paper",
        "rehearsal",
        "entrant_passes",
    ):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:entrant_passes", slug=cup.slug)
    world.page("tournaments:way", slug=cup.slug, number=1)
    world.page("tournaments:hall", slug=club.slug)
    world.page("tournaments:webhooks", slug=club.slug)
    hook, _secret = add_webhook(club=club, by=world.member, url="https://example.org/hook")
    world.page("tournaments:webhook", slug=club.slug, webhook_id=hook.pk)
    world.page("tournaments:match", slug=cup.slug, number=first.number)
    world.page("tournaments:desks")
    world.page("tournaments:open", slug=club.slug)


def _ladder(world: "World", club: Club) -> None:
    """Make a ladder in which challenges were played, are open and wait for their time, and note its page and desk."""
    cup = opened(club, world.member, StagePlan(type="ladder", match=MatchPlan(hands=24, place="desk")))
    bot_pairs(cup, world.member, 5)
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kuttanad", command=uuid4())
    do(cup, world.member, BeginStage(stage=1), Challenge(stage=1, challenger=4, challenged=2))
    do(cup, world.member, AcceptChallenge(stage=1, challenge=1), ReportGame(match=1, points=(3, 8)))
    do(
        cup,
        world.member,
        Challenge(stage=1, challenger=3, challenged=1),
        Challenge(stage=1, challenger=5, challenged=4),
    )
    do(cup, world.member, AcceptChallenge(stage=1, challenge=2))
    for page in ("tournament", "desk"):
        world.page(f"tournaments:{page}", slug=cup.slug)


def _league(world: "World", club: Club) -> None:
    """Make a league whose sides agree on times, half played, and note the pages that show it and what would follow."""
    desk = MatchPlan(hands=24, place="desk")
    plans = (
        StagePlan(type="round_robin", tie_breaks=("points", "difference", "seed"), days=14, match=desk),
        StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=desk),
    )
    cup = opened(club, world.member, *plans)
    bot_pairs(cup, world.member, 5)
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kuttanad", command=uuid4())
    called(cup, world.member)
    for one in state_of(cup).stages[1].rounds[1:]:
        do(cup, world.member, ReleaseRound(stage=1, round=one.number), CallRound(stage=1, round=one.number))
    matches = state_of(cup).matches_of(1)
    for match in matches[:9]:
        do(cup, world.member, ReportGame(match=match.number, points=(match.number, 6)))
    own = next(match for match in matches[9:] if 6 in match.entrants)
    other = next(entrant for entrant in own.entrants if entrant != 6)
    soon = int(timezone.now().timestamp()) + 100_000
    do(cup, world.member, ProposeTime(match=own.number, entrant=other, at=soon))
    for page in ("tournament", "what_if"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:match", slug=cup.slug, number=own.number)


def _by_hand(world: "World", club: Club) -> None:
    """Make a Swiss by lot with a draft that was paired by hand, and note the pages of its director."""
    desk = MatchPlan(hands=24, place="desk")
    cup = opened(club, world.member, StagePlan(type="swiss", rounds=3, by_lot=True, match=desk))
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kallada", command=uuid4())
    bot_pairs(cup, world.member, 4)
    do(cup, world.member, PromiseLot(), DropLot(lot=1, reason="entries"), PromiseLot(), DrawLot(lot=2))
    called(cup, world.member)
    for match in state_of(cup).matches_of(1):
        if not match.is_bye:
            do(cup, world.member, ReportGame(match=match.number, points=(5, 2)))
    do(cup, world.member, PairRound(stage=1))
    first = tuple(match.sides for match in state_of(cup).matches_of(1) if match.round == 1)
    do(cup, world.member, EditPairings(stage=1, round=2, matches=first), PromiseLot())
    for page in ("desk", "lots", "tournament"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:pairings", slug=cup.slug, stage=1, number=2)
