"""How fast records are imported and exported, and how much memory that takes.

    python -m benchmarks.bench_records [--hands N] [--file FILE]

The file has games of ten hands played at random by three rule sets; it is written once, and found again in the folder
for temporary files. Each step is a process of its own: its time and its largest memory are those of that process. The
baselines are of the same run: reading the lines, and auditing them by `audit_records`. The database waits for the disk.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.product import product

RULES: Final = ("28-kerala-4", "56-kerala-6", "28-pagat-3")
GAME_HANDS: Final = 10
PIECE_BYTES: Final = 1024 * 1024
CLUBS: Final = {"command": "by-command", "upload": "by-upload"}


def written(hands: int) -> Path:
    """Return the file of so many hands, written if it is not there."""
    import engine
    from benchmarks.bench_engine import record_game

    path = Path(tempfile.gettempdir()) / f"lelam-records-{hands}.jsonl"
    if path.exists():
        return path
    print(f"playing {hands} hands", flush=True)
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        for number in range(hands // GAME_HANDS):
            rules_id = RULES[number % len(RULES)]
            game = record_game(rules_id, GAME_HANDS, seed=number)
            names = [f"Player {(number + seat) % 40}" for seat in range(game.rules.players)]
            record = engine.record_from_events(rules_id, game.rules.options, names, game.events)
            file.write(engine.encode_record(record) + b"\n")
    half.rename(path)
    return path


def make_clubs() -> None:
    """Make a club for each way, with an owner, and members by half of the names."""
    from clubs.members.societies import admit, found_club
    from clubs.models import Player, User
    from clubs.people.services import make_player

    user = User.objects.create_user(email="owner@example.org", password=None)
    owner = make_player(name="Owner", user=user)
    members = [Player.objects.create(name=f"Player {number}") for number in range(20)]
    for slug in CLUBS.values():
        club = found_club(founder=owner, name=slug.replace("-", " "), place="")
        for member in members:
            admit(club=club, player=member)


def step_lines(file: Path) -> None:
    """Read the lines."""
    with file.open("rb") as source:
        for _line in source:
            pass


def step_send(file: Path) -> None:
    """Send the file in pieces, through the whole application."""
    from django.test import Client

    from clubs.models import User

    client = Client()
    client.force_login(User.objects.get())
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": str(file.stat().st_size)}
    address = client.post(f"/clubs/{CLUBS['upload']}/uploads/", headers=headers)["Location"]
    kind = "application/offset+octet-stream"
    with file.open("rb") as source:
        while True:
            offset = source.tell()
            piece = source.read(PIECE_BYTES)
            if not piece:
                break
            headers = {"Tus-Resumable": "1.0.0", "Upload-Offset": str(offset)}
            assert client.generic("PATCH", address, piece, content_type=kind, headers=headers).status_code == 204


def step_look(_file: Path) -> None:
    """Look through the file that was sent, as a worker does."""
    from clubs.exchange.services import take_in
    from clubs.models import Club, Player, Upload

    owner, club = Player.objects.get(name="Owner"), Club.objects.get(slug=CLUBS["upload"])
    run = take_in(club=club, by=owner, subject="records", upload_id=Upload.objects.get().pk)
    _work_through(run)


def step_carry(_file: Path) -> None:
    """Import it."""
    from clubs.exchange.services import carry_out
    from clubs.models import ImportRun, Player

    run = ImportRun.objects.get()
    _work_through(carry_out(run_id=run.pk, by=Player.objects.get(name="Owner")))


def _work_through(run: object) -> None:
    from clubs.exchange.services import report_of, work
    from clubs.models import ImportRun

    assert isinstance(run, ImportRun)
    while run.status == ImportRun.Status.WAITING:
        work(run_id=run.pk)
        run.refresh_from_db()
    report = report_of(run)
    assert run.status == ImportRun.Status.DONE
    assert not report.faults, report.faults[:3]


def steps(file: Path) -> list[tuple[str, list[str]]]:
    """Return the steps by what they do, with the arguments of Python."""

    def command(name: str, *more: str) -> list[str]:
        return ["manage.py", name, *more]

    def own(name: str) -> list[str]:
        return ["-m", "benchmarks.bench_records", f"--step={name}", f"--file={file}"]

    out = str(file.with_suffix(".out"))
    to_club = (f"--club={CLUBS['command']}", f"--input={file}")
    return [
        ("reading the lines", own("lines")),
        ("auditing (`audit_records`)", command("audit_records", f"--input={file}", f"--output={out}")),
        ("dry run, by command", command("import_records", *to_club, "--dry-run")),
        ("import, by command", command("import_records", *to_club)),
        ("the same file again", command("import_records", *to_club)),
        ("export, by command", command("export_records", f"--club={CLUBS['command']}", f"--output={out}")),
        ("sent in pieces of 1 MiB", own("send")),
        ("dry run of the upload, by a worker", own("look")),
        ("import of the upload, by a worker", own("carry")),
    ]


def measured(arguments: list[str]) -> tuple[float, float, float]:
    """Run a step; return its seconds, its seconds of processor time, and its largest memory in MiB."""
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - started
    if status:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def report(file: Path, hands: int) -> None:
    """Print a line for each step."""
    size = file.stat().st_size / 1024 / 1024
    print(f"{hands:,} hands in {hands // GAME_HANDS:,} records, {size:.0f} MiB\n", flush=True)
    print("| step | seconds | hands a second | ÷ auditing | own processor | MiB at most |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    audit = 0.0
    for name, arguments in steps(file):
        seconds, own, memory = measured(arguments)
        audit = seconds if "audit" in name else audit
        ratio = f"{audit / seconds:.2f}" if audit else "-"
        print(f"| {name} | {seconds:.0f} | {hands / seconds:,.0f} | {ratio} | {own:.0f} s | {memory:.0f} |", flush=True)


def main() -> None:
    """Write the file if need be, and print the figures; or do one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--step", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.step == "lines":
        step_lines(arguments.file)
        return
    if arguments.step:
        import django

        django.setup()
        {"send": step_send, "look": step_look, "carry": step_carry}[arguments.step](arguments.file)
        return
    with product(LELAM_HOSTS="testserver", LELAM_UPLOAD_BYTES=str(2**31)):
        file = written(arguments.hands)
        make_clubs()
        report(file, arguments.hands)


if __name__ == "__main__":
    main()
