"""How long the archive of a large tournament takes to write, to verify and to take in, and how large it is.

    python -m benchmarks.bench_archive [--entrants N] [--rounds N] [--plain]

The baseline is the replay of the tournament's stream, which any check has to do. Taking in is measured by a second
process with a database of its own.
"""

import argparse
import io
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from benchmarks.bench_directing import build
from benchmarks.product import product

WALL = time.perf_counter


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--plain", action="store_true", help="results from the desk alone, without fees and tables")
    parser.add_argument("--take-in", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with product():
        if arguments.take_in:
            take_in(arguments.take_in)
        else:
            measure(arguments)


def measure(arguments: argparse.Namespace) -> None:
    """Build a tournament that is over, then measure."""
    from clubs.members.societies import found_club
    from clubs.people.services import make_player
    from games import store
    from games.replaying.streams import first_refused
    from tournaments.archive.reading import read_frame
    from tournaments.archive.verifying import verify
    from tournaments.archive.writing import archive_lines
    from tournaments.deeds.opening import AbandonTournament
    from tournaments.directing import rows
    from tournaments.directing.acting import act
    from tournaments.log import states
    from tournaments.models import Tournament

    stream = uuid.uuid4()
    build(stream, arguments.entrants, arguments.rounds, plain=arguments.plain)
    player = make_player(name="Director")
    club = found_club(founder=player, name="Meenachil", place="Pala")
    state = states.current(stream)
    tournament = Tournament.objects.create(
        id=stream, club=club, slug="large", name="Large", rules="28-kerala-4", version=state.version, director=player
    )
    rows.write_tournament(state)
    act(tournament, AbandonTournament(reason="other"), by=player, command=uuid.uuid4())
    began = WALL()
    archive = b"".join(archive_lines(tournament))
    written = WALL() - began
    stored = store.load(stream)
    began = WALL()
    assert first_refused(stored) is None
    replayed = WALL() - began
    print(f"{arguments.entrants} entrants, {arguments.rounds} rounds: {len(stored):,} events, {len(archive):,} bytes")
    print(f"the stream replayed (baseline)  {replayed:8.2f} s")
    print(f"written                         {written:8.2f} s   {written / replayed:.2f} x")
    for name, work in (
        ("lines, chain and seal", lambda: read_frame(io.BytesIO(archive))),
        ("verified", lambda: verify(io.BytesIO(archive))),
        ("verified, with pairings judged", lambda: verify(io.BytesIO(archive), judged=True)),
    ):
        began = WALL()
        work()
        took = WALL() - began
        print(f"{name:<31} {took:8.2f} s   {took / replayed:.2f} x")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jsonl"
        path.write_bytes(archive)
        subprocess.run([sys.executable, "-m", "benchmarks.bench_archive", "--take-in", str(path)], check=True)


def take_in(path: Path) -> None:
    """Take an archive in, here where nothing of it is."""
    from clubs.members.societies import found_club
    from clubs.people.services import make_player
    from tournaments.archive.importing import take_in_archive

    club = found_club(founder=make_player(name="Owner"), name="Kuttanad", place="Alappuzha")
    began = WALL()
    with path.open("rb") as source:
        taken = take_in_archive(source, club=club)
    print(f"verified and taken in           {WALL() - began:8.2f} s   ({taken.came})")


if __name__ == "__main__":
    main()
