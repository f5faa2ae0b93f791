"""Disputed hands: a case that waits for the member's answer, and one that the member directs."""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Club, Player
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from games.cases.services import answering, directing, raising
from games.models import Case, Table
from games.store import projector
from tests.clubs.pictures.samples import photograph
from tests.factories import TWO_HANDS, ClubFactory
from tests.games.helpers.sheets import MADE, enter, sheet_of
from tests.games.helpers.tables import play_on, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import engine
    from tests.browser.world import World


def furnish(world: "World", choose: "Callable[[list[engine.Action]], engine.Action]") -> None:
    """Dispute a hand of a live table that the member played, and one on a sheet that the member did not."""
    club = ClubFactory(founder=world.member, name="Kumarakom Card Club")
    for player in world.others:
        join_club(club=club, player=player)
    answered = _at_a_table(world, club, choose)
    _on_a_sheet(world, club)
    world.page("games:case", case_id=answered.pk)
    world.page("games:cases")
    world.page("games:club_cases", slug=club.slug)
    world.page("games:club_case_windows", slug=club.slug)


def _at_a_table(world: "World", club: Club, choose: "Callable[[list[engine.Action]], engine.Action]") -> Case:
    four = [world.member, *world.others]
    table = table_of(four, rules="56-international-4", options=TWO_HANDS, club=club)
    play_on(table, four, choose, lambda state: state.ended_at is not None)
    projector.run_all()
    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now())
    world.page("games:case_new", game=table.pk, number=2)
    case = raising.dispute(
        game=table.pk, hand=1, player=world.others[0], subject="revoke", step=9, rule="56-PLAY-2", command=uuid4(),
        words="Devaki played a spade in the third trick, and had a heart:\nshe led the king two tricks later.",
    )  # fmt: skip
    answering.point_at_step(case_id=case.pk, player=world.others[0], step=14, command=uuid4())
    world.page("games:hand", table_id=table.pk, number=1)
    world.page("games:hand", table_id=table.pk, number=2)
    world.page("games:table", table_id=table.pk)
    return case


def _on_a_sheet(world: "World", club: Club) -> Case:
    four: list[Player | None] = [*world.others, None]
    sheet = sheet_of(four, club=club, by=world.member, options={"ending": {"type": "hands", "count": 2}})
    enter(sheet, world.member, MADE, MADE)
    projector.run_all()
    raiser = world.others[0]
    case = raising.dispute(
        game=sheet.pk, hand=2, player=raiser, subject="score", words="We took eighteen points.", command=uuid4()
    )
    _evidence(case, raiser)
    answering.answer(
        case_id=case.pk, player=world.others[1], stance="contest", words="It was sixteen.", command=uuid4()
    )
    directing.take(case_id=case.pk, player=world.member, command=uuid4())
    directing.move_deadline(
        case_id=case.pk, player=world.member, step="ruling", until=timezone.now() + timedelta(days=9), command=uuid4()
    )
    world.page("games:case", case_id=case.pk)
    world.page("games:sheet", sheet_id=sheet.pk)
    world.page("games:hand_of_sheet", sheet_id=sheet.pk, number=2)
    return case


def _evidence(case: Case, raiser: Player) -> None:
    answering.add_text(case_id=case.pk, player=raiser, words="Chacko counted with me.", command=uuid4())
    access = Access(raiser, may_see=True, may_add=True)
    picture: UUID = add_picture(kind="case", about=case.pk, data=photograph(), access=access).pk
    answering.add_picture(case_id=case.pk, player=raiser, picture=picture, command=uuid4())
