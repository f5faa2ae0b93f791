"""Archives of tournaments among the files of a club."""

from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.exchange.streams import Streaming, StreamJob
from clubs.exchange.subjects import Subject
from games.sealing.signing import fingerprint
from games.words.phrases import translated
from tournaments.archive.importing import ImportRefused, TakenIn, take_in_archive
from tournaments.archive.lines import ArchiveFault

TOLD_EVERY_BYTES: Final = 4 * 1024 * 1024
EVENTS: Final = "events"
GAMES: Final = "games"


def take_in(job: StreamJob) -> bool:
    """Take an archive in for a club, whole and in one turn; a dry run does it too, and takes it back."""
    job.source.seek(0)
    done = told = 0

    def tell(count: int) -> None:
        nonlocal done, told
        done += count
        if done - told >= TOLD_EVERY_BYTES:
            told = done
            job.offset = min(done // 3, size)
            job.tell(job)

    size = job.source.seek(0, 2)
    job.source.seek(0)
    try:
        taken = take_in_archive(job.source, club=job.club, dry=job.is_dry, tell=tell, beside=partial(_note, job))
    except ArchiveFault as fault:
        text = _("This archive is damaged. {place}: {what}.")
        job.fault(text.format(place=fault.place or _("The file"), what=fault.what), fault.line)
        return True
    except ImportRefused as refused:
        job.fault(translated(refused.text, refused.members), 0)
        return True
    job.offset = size
    if taken.came == "taken":
        key = fingerprint(taken.checked.frame.key)
        name = next((one.name for one in taken.checked.names if one.tournament is not None), "")
        job.make(_("{name}, sealed by the key {key}").format(name=name, key=key), 1)
        job.add(EVENTS, taken.checked.frame.events)
        job.add(GAMES, taken.games)
    return True


def _note(job: StreamJob, taken: TakenIn) -> None:
    """Note how far the file is in the transaction that writes everything: what another worker has is not done twice."""
    job.report.lines = 1
    job.report.left = int(taken.came != "taken")
    if not job.is_dry:
        job.keep(job)


ARCHIVES: Final = Subject(
    name="archives",
    title=gettext_lazy("Archives of tournaments"),
    about=gettext_lazy(
        "An archive (lelam-archive/1), as exported by another club. It is verified first. The club then has the "
        "tournament with its games, read-only; its players become guests, and nothing in it counts here."
    ),
    columns=(),
    plan=None,
    rows=None,
    needs=("keep_guests",),
    whole=True,
    place=4,
    stream=Streaming(
        work=take_in,
        accept=".jsonl,application/jsonl",
        amounts=((EVENTS, gettext_lazy("Events")), (GAMES, gettext_lazy("Streams of games"))),
    ),
)
