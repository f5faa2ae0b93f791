"""A club whose officers send files in."""

import pytest

from clubs.exchange.services import carry_out, give_out, report_of, take_in, work
from clubs.members.societies import join_club
from clubs.models import Club, ImportRun, Membership, Player
from clubs.web.files import written
from tests.factories import ClubFactory, PlayerFactory


def account(name: str) -> Player:
    return PlayerFactory(name=name, password="Kottayam-to-Pala-7")


@pytest.fixture
def owner(db) -> Player:
    return account("Annamma")


@pytest.fixture
def club(owner) -> Club:
    return ClubFactory(founder=owner, name="Meenachil Card Club", place="Pala")


@pytest.fixture
def secretary(club) -> Player:
    player = account("Beeran")
    join_club(club=club, player=player)
    Membership.objects.filter(player=player).update(role=Membership.Role.SECRETARY)
    return player


class Desk:
    """How the tests send files in and take them out, as one officer."""

    def __init__(self, club: Club, by: Player) -> None:
        self.club, self.by = club, by

    def look(self, subject: str, data: bytes | str, **more) -> ImportRun:
        """Send a file in and have it looked through."""
        raw = data.encode() if isinstance(data, str) else data
        run = take_in(club=self.club, by=self.by, subject=subject, data=raw, **more)
        assert work(run_id=run.pk)
        run.refresh_from_db()
        return run

    def carry(self, run: ImportRun) -> ImportRun:
        """Have a file carried out."""
        carry_out(run_id=run.pk, by=self.by)
        assert work(run_id=run.pk)
        run.refresh_from_db()
        return run

    def send(self, subject: str, data: bytes | str) -> tuple[int, int, int]:
        """Send a sound file in and carry it out; return how much is new, changed and as it was."""
        looked = self.look(subject, data)
        assert report_of(looked).faults == ()
        report = report_of(self.carry(looked))
        assert report.faults == ()
        assert (report.made, report.changed, report.left) == sums(looked)
        return report.made, report.changed, report.left

    def out(self, subject: str, form: str = "csv") -> bytes:
        """Return the file that is given out."""
        found, rows = give_out(club=self.club, by=self.by, subject=subject)
        return b"".join(written(form, found.names, rows))


def sums(run: ImportRun) -> tuple[int, int, int]:
    report = report_of(run)
    return report.made, report.changed, report.left


def faults(run: ImportRun) -> list[tuple[int, str]]:
    return [(one.line, one.column) for one in report_of(run).faults]


@pytest.fixture
def desk(club, owner) -> Desk:
    return Desk(club, owner)


@pytest.fixture
def secretarys_desk(club, secretary) -> Desk:
    return Desk(club, secretary)
