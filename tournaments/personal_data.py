"""Personal data in the tables of tournaments."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.privacy.holdings import Holding, Person, declare, delete
from tournaments.models import ArchiveFile, Entrant, FloorWords, Follow, Reason, Tournament


def plays_in_a_tournament(person: Person) -> tuple[str, str] | None:
    """Return why a player in a running tournament cannot be erased yet: its table shows the names."""
    entered = Entrant.objects.filter(players__player__in=person.ids, status=Entrant.Status.ENTERED)
    running = Tournament.objects.filter(status=Tournament.Status.PLAYING, entrants__in=entered).first()
    if running is None:
        return None
    return "plays", _("You play in {tournament}, which is still running. Erase your data after its last match.").format(
        tournament=running.name
    )


def _unname(rows: "QuerySet[Any]", person: Person) -> None:
    """Take a person's names out of the names of entrants, and of what was written about their tournaments."""
    for name in filter(None, person.names):
        Entrant.objects.filter(players__in=rows, name__icontains=name).update(name="")
        Reason.objects.filter(tournament__entrants__players__in=rows, text__icontains=name).delete()
        FloorWords.objects.filter(
            Q(text__icontains=name) | Q(malayalam__icontains=name), tournament__entrants__players__in=rows
        ).delete()


def _forget_archives(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove every archive that is made: the name may be in any of them, and each can be made anew without it."""
    ArchiveFile.objects.exclude(status__in=(ArchiveFile.Status.WAITING, ArchiveFile.Status.RUNNING)).delete()


def _unfollow(rows: "QuerySet[Any]", person: Person) -> None:
    """Delete what a person follows, and that others follow the person."""
    Follow.objects.filter(Q(pk__in=rows) | Q(player__in=person.ids)).delete()


declare(
    Holding(
        "tournaments.Tournament",
        of=("director",),
        file="tournaments-directed",
        fields=("name", "club__name", "rules", "created_at", "finished_at"),
        why="it is the club's, whoever directs it",
    ),
    Holding(
        "tournaments.EntrantPlayer",
        of=("player",),
        file="tournaments-entered",
        fields=("entrant__tournament__name", "entrant__name", "position"),
        erase=_unname,
        why="the place stays: who played for an entrant; it names nobody but by id",
    ),
    Holding(
        "tournaments.FloorWords",
        of=("author",),
        file="tournaments-words",
        fields=("tournament__name", "about", "number", "text", "malayalam"),
        erase=delete,
    ),
    Holding("tournaments.EntrantPass", of=("issued_by",), why="says that a pass was out, and names nobody else"),
    Holding(
        "tournaments.ArchiveFile",
        of=("by",),
        erase=_forget_archives,
        why="the archive of a tournament; who asked for it is of no use to anybody",
    ),
    Holding(
        "tournaments.ImportedPlayer",
        of=("player",),
        why="it says that a guest came with an archive, and names nobody but by id",
    ),
    Holding(
        "tournaments.Follow",
        of=("follower",),
        also=("player",),
        file="followed",
        fields=("entrant__tournament__name", "entrant__name", "player__name", "since"),
        erase=_unfollow,
    ),
    Holding(
        "tournaments.Webhook",
        of=("made_by",),
        why="it is the club's, whoever registered it; its messages have ids and no names",
    ),
    obstacles=(plays_in_a_tournament,),
)
