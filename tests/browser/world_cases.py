"""Disputed hands: a case that waits for the member's answer, and one that the member directs."""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Club, Player
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from games.audits.services import audit_cases
from games.cases.services import answering, appealing, directing, raising, ruling
from games.cases.services.audits import record_audit
from games.events.cases import Decision
from games.models import Case, SweepFinding, SweepRun, Table
from games.store import projector
from tests.browser.world_tables import eager
from tests.clubs.pictures.samples import photograph
from tests.factories import TWO_HANDS, ClubFactory, MembershipFactory, PlayerFactory
from tests.games.helpers.sheets import FAILED, MADE, enter, sheet_of
from tests.games.helpers.tables import play_on, table_of

if TYPE_CHECKING:
    from tests.browser.world import World


def furnish(world: "World") -> None:
    """Dispute a hand of a live table that the member played, and one on a sheet that the member did not."""
    club = ClubFactory(founder=world.member, name="Kumarakom Card Club")
    for player in world.others:
        join_club(club=club, player=player)
    answered = _at_a_table(world, club)
    audit_cases(record=record_audit, case_id=answered.pk)
    world.page("games:case_audit", case_id=answered.pk)
    directed = _on_a_sheet(world, club)
    world.page("games:case_rule", case_id=directed.pk)
    _before_a_committee(world, club)
    world.page("games:case", case_id=answered.pk)
    world.page("games:cases")
    world.page("games:club_cases", slug=club.slug)
    world.page("games:club_case_windows", slug=club.slug)
    _swept(world, club)


def _swept(world: "World", club: Club) -> None:
    """Let the member operate the server, a sweep be done and another at work, and findings stand."""
    world.member.user.is_staff = True
    world.member.user.save(update_fields=["is_staff"])
    now, table = timezone.now(), Table.objects.filter(club=club)[0]
    done = SweepRun.objects.create(
        engine=1, begins=[], ends=[], begun_at=now - timedelta(days=1), ended_at=now, status=SweepRun.Status.DONE,
        everything=True, hands=12_345_678, chunks=9, chunks_done=9,
    )  # fmt: skip
    SweepRun.objects.create(engine=1, begins=[], ends=[], begun_at=now, chunks=9, chunks_done=1, hands=1_234_567)
    for version, code, subject in ((0, "must-follow", "play"), (7, "log-hash", "log"), (9, "log-hash", "log")):
        SweepFinding.objects.create(
            run=done, stream=table.pk, table=table, club=club, subject=subject, code=code,
            hand=0 if version else 1, version=version, rule="56-PLAY-2", found_at=now, seen_at=now,
        )  # fmt: skip
    world.page("games:sweep")
    world.page("games:club_sweep", slug=club.slug)


def _at_a_table(world: "World", club: Club) -> Case:
    four = [world.member, *world.others]
    table = table_of(four, rules="56-international-4", options=TWO_HANDS, club=club)
    play_on(table, four, eager, lambda state: state.ended_at is not None)
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


def _before_a_committee(world: "World", club: Club) -> None:
    """Have the member appeal against a ruling, name a committee, and sit in one."""
    directors = [PlayerFactory(name=name) for name in ("Kunjamma", "Lonappan")]
    for director in directors:
        MembershipFactory(club=club, player=director, role="director")
    mine = _ruled(club, [world.member, *world.others], directors[0])
    world.page("games:case_appeal", case_id=mine.pk)
    named, judged = (_ruled(club, [*world.others, None], directors[0]) for _case in range(2))
    for case in (named, judged):
        appealing.appeal(
            case_id=case.pk, player=world.others[0], words="Nobody counted the last trick.", command=uuid4()
        )
    world.page("games:case", case_id=named.pk)
    world.page("games:case_committee", case_id=named.pk)
    appealing.name_committee(case_id=judged.pk, player=directors[1], members=[world.member], command=uuid4())
    appealing.propose(
        case_id=judged.pk, player=world.member, decision=Decision("adjusted", "miscounted", told=FAILED),
        words="The trick was theirs.", command=uuid4(),
    )  # fmt: skip
    world.page("games:case_board", case_id=judged.pk)
    world.page("games:case_propose", case_id=judged.pk)


def _ruled(club: Club, players: "list[Player | None]", director: Player) -> Case:
    """Dispute a hand of a finished sheet, and rule that its result stands."""
    sheet = sheet_of(players, club=club, by=director, options={"ending": {"type": "hands", "count": 1}})
    enter(sheet, director, MADE)
    raiser = next(player for player in players if player is not None)
    case = raising.dispute(
        game=sheet.pk, hand=1, player=raiser, subject="score", words="We took eighteen.", command=uuid4()
    )
    answering.answer(case_id=case.pk, player=players[1] or raiser, stance="agree", words="", command=uuid4())
    directing.take(case_id=case.pk, player=director, command=uuid4())
    ruling.rule(
        case_id=case.pk, player=director, decision=Decision("stands", "no-fault"), words="It was counted twice.",
        command=uuid4(),
    )  # fmt: skip
    return case


def _evidence(case: Case, raiser: Player) -> None:
    answering.add_text(case_id=case.pk, player=raiser, words="Chacko counted with me.", command=uuid4())
    access = Access(raiser, may_see=True, may_add=True)
    picture: UUID = add_picture(kind="case", about=case.pk, data=photograph(), access=access).pk
    answering.add_picture(case_id=case.pk, player=raiser, picture=picture, command=uuid4())
