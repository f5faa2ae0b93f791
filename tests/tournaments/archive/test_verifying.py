"""Whether an archive is verified: a sound one, and one that was changed anywhere, by any hand."""

import base64
import hashlib
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from clubs.models import Club, Player
from games.sealing import signing
from games.store import registry
from games.store.chain import START, digest_of, event_hash, header_of
from tests.tournaments.helpers.archives import (
    OTHER_KEY,
    Value,
    archive_of,
    changed,
    fault_of,
    sealed,
    values_of,
)
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, opened
from tournaments.archive.lines import ArchiveFault, EventLine, event_of, schema
from tournaments.archive.reading import decoded
from tournaments.archive.verifying import verify
from tournaments.deeds.base import Refused
from tournaments.floor.services import announce
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]


def test_an_archive_of_live_tables_is_sound(table_archive: bytes):
    checked = verify(io.BytesIO(table_archive), judged=True)
    kinds = [stream.kind for stream in checked.frame.manifest.streams]
    assert kinds == ["tournament", "table", "table", "table"]
    assert (checked.records, checked.findings, checked.state.status) == (3, (), "closed")
    assert checked.frame.key == signing.public_key()
    verdicts = [value["verdict"] for value in values_of(table_archive) if "record" in value]
    assert verdicts == ["clean"] * 3


def test_an_archive_of_score_sheets_is_sound(sheet_archive: bytes):
    checked = verify(io.BytesIO(sheet_archive), judged=True)
    assert [stream.kind for stream in checked.frame.manifest.streams] == ["tournament", "sheet"]
    assert checked.records == 1


def test_a_tournament_has_one_archive(on_sheets: Tournament):
    assert archive_of(on_sheets) == archive_of(on_sheets)


def test_what_happened_in_the_hall_is_in_the_archive_without_its_words(on_sheets: Tournament, director: Player):
    announce(
        tournament=on_sheets, by=director, audience="all", words="Tea is served", malayalam="ചായ തയ്യാർ", command=uuid4()
    )
    archive = archive_of(on_sheets)
    checked = verify(io.BytesIO(archive))
    assert [stream.kind for stream in checked.frame.manifest.streams] == ["tournament", "floor", "sheet"]
    assert b"Tea is served" not in archive


def test_a_running_tournament_is_not_archived(club: Club, director: Player):
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 2)
    called(cup, director)
    with pytest.raises(Refused) as refused:
        archive_of(cup)
    assert refused.value.code == "not-over"


def test_the_command_verifies_without_a_database_and_without_settings(sheet_archive: bytes, tmp_path: Path):
    sound, broken = tmp_path / "sound.jsonl", tmp_path / "broken.jsonl"
    archive = sheet_archive
    sound.write_bytes(archive)
    broken.write_bytes(archive.replace(b'"bid":30', b'"bid":31', 1))
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LELAM_HOME": str(tmp_path / "none")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "manage.py"), "verify_archive", *arguments]
        return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)

    said = run(str(sound))
    assert (said.returncode, said.stdout.startswith("Yes: ")) == (0, True), said.stderr
    assert signing.public_key().hex() in said.stdout
    said = run(str(broken))
    assert (said.returncode, "No: line " in said.stderr) == (1, True)


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({}, 0), ({"key": "right", "quick": True}, 0), ({"key": "00" * 32}, 1), ({"key": "a key"}, 2),
        ({"file": "missing.jsonl"}, 2),
    ],
)  # fmt: skip
def test_the_command_ends_with_a_status(sheet_archive: bytes, tmp_path: Path, options: dict[str, Any], status: int):
    (tmp_path / "cup.jsonl").write_bytes(sheet_archive)
    options = {"file": "cup.jsonl", **options}
    if options.get("key") == "right":
        options["key"] = signing.public_key().hex()
    file = tmp_path / options.pop("file")
    if not status:
        call_command("verify_archive", file, **options)
        return
    with pytest.raises(CommandError) as fault:
        call_command("verify_archive", file, **options)
    assert fault.value.returncode == status


def test_the_published_form_of_the_lines_is_that_of_the_program(sheet_archive: bytes):
    published = json.loads((ROOT / "docs" / "reference" / "archive.schema.json").read_text(encoding="utf-8"))
    assert published == json.loads(json.dumps(schema())), (
        "manage.py verify_archive --schema > docs/reference/archive.schema.json"
    )
    validator = Draft202012Validator(published)
    for value in values_of(sheet_archive):
        if "places" not in value and value.get("format") != "lelam-tournament/1":
            validator.validate(value)


def test_no_flipped_byte_goes_unnoticed(sheet_archive: bytes):
    archive = sheet_archive
    chance = random.Random(17)
    # Each line at a place, its line feed, and many places besides.
    ends = [place for place, byte in enumerate(archive) if byte == 10]
    places = {*ends, *(chance.randrange(len(archive)) for _ in range(300)), *(end - 3 for end in ends), 0}
    for place in sorted(places):
        flipped = bytearray(archive)
        flipped[place] ^= 1 << chance.randrange(8)
        assert fault_of(bytes(flipped)) is not None, f"byte {place} of {len(archive)}"


def test_nothing_is_lost_doubled_or_put_elsewhere(sheet_archive: bytes):
    lines = sheet_archive.splitlines(keepends=True)
    for place in range(len(lines)):
        assert fault_of(b"".join(lines[:place] + lines[place + 1 :])) is not None, f"line {place + 1} lost"
        assert fault_of(b"".join(lines[: place + 1] + lines[place:])) is not None, f"line {place + 1} doubled"
        if place:
            swapped = [*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]]
            assert fault_of(b"".join(swapped)) is not None, f"lines {place} and {place + 1} swapped"
        assert fault_of(b"".join(lines[:place])) is not None
    assert fault_of(b"".join(lines) + b"{}\n") is not None
    assert fault_of(b"") is not None


def test_the_first_fault_is_named_with_its_line(table_archive: bytes):
    lines = table_archive.splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b'"type":"BidMade"' in line)
    lines[place] = lines[place].replace(b'"value":1', b'"value":2', 1)
    fault = fault_of(b"".join(lines))
    assert fault is not None
    assert fault.line == place + 1
    assert "its hash does not fit" in fault.what


def test_another_key_does_not_seal_in_the_name_of_the_first(sheet_archive: bytes, settings):
    archive, key = sheet_archive, signing.public_key()
    settings.LELAM_SEAL_KEY = OTHER_KEY
    forged = sealed(values_of(archive))
    assert fault_of(forged) is None, "it is sound, and sealed by another"
    assert verify(io.BytesIO(forged)).frame.key == signing.public_key() != key
    with pytest.raises(ArchiveFault, match="another key"):
        verify(io.BytesIO(forged), key=key)
    values = values_of(forged)
    values[-2]["manifest"]["key"] = key.hex()
    fault = fault_of(b"".join(registry.canonical(value) + b"\n" for value in values))
    assert fault is not None
    assert "not the seal" in fault.what


def rechained(values: list[Value], stream: str) -> None:
    """Chain the events of a stream anew, as somebody with the key of a seal could."""
    prev, inside = START, False
    for value in values:
        if "part" in value:
            inside = value.get("stream") == stream
        elif inside and "hash" in value:
            event = event_of(decoded(registry.canonical(value), EventLine, 0))
            header = header_of(
                UUID(stream), event.version, event.schema, event.command, event.seq, event.at, event.type, event.actor
            )
            prev = event_hash(prev, header, digest_of(event.body), event.sealed)
            value["hash"] = prev.hex()


def event(values: list[Value], kind: str, nth: int = 0) -> Value:
    """Return an event of a type."""
    return [value for value in values if value.get("type") == kind and "hash" in value][nth]


def stream_of(values: list[Value], kind: str) -> str:
    return str(next(value["stream"] for value in values if value.get("type") == kind and "part" in value))


def _other_bid(values: list[Value]) -> None:
    event(values, "BidMade")["body"]["value"] += 1
    rechained(values, stream_of(values, "table"))


def _other_actor(values: list[Value]) -> None:
    event(values, "BidMade")["actor"] = "00000000-0000-4000-8000-000000000000"
    rechained(values, stream_of(values, "table"))


def _opened_otherwise(values: list[Value]) -> None:
    cards = event(values, "HandOpened")["body"]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    rechained(values, stream_of(values, "table"))


def _other_winner(values: list[Value]) -> None:
    event(values, "MatchReported")["body"]["report"][1] = [1 - event(values, "MatchReported")["body"]["report"][1][0]]
    rechained(values, stream_of(values, "tournament"))


def _other_places(values: list[Value]) -> None:
    places = event(values, "StageClosed")["body"]["places"][0]
    places[0], places[1] = places[1], places[0]
    rechained(values, stream_of(values, "tournament"))


def _other_rules(values: list[Value]) -> None:
    event(values, "TournamentOpened")["body"]["settings"]["rules"] = "29-nowhere"
    rechained(values, stream_of(values, "tournament"))


def _not_over(values: list[Value]) -> None:
    values.remove(event(values, "TournamentClosed"))


def _stated_results(values: list[Value]) -> None:
    next(value for value in values if "places" in value)["places"].reverse()


def _stated_standings(values: list[Value]) -> None:
    stage = next(value for value in values if "places" in value)["stages"][0]
    stage["groups"][0]["standings"][0]["rank"] = 2


def _public_format(values: list[Value]) -> None:
    match = next(value for value in values if value.get("format") == "lelam-tournament/1")["stages"][0]["matches"][0]
    match["home_points"], match["away_points"] = match["away_points"], match["home_points"]


def _record(values: list[Value]) -> None:
    record = next(value for value in values if "record" in value)
    record["record"]["players"] = ["Somebody else", *record["record"]["players"][1:]]


def _verdict(values: list[Value]) -> None:
    next(value for value in values if "record" in value)["verdict"] = "violation"


def _without_a_game(values: list[Value]) -> None:
    stream = stream_of(values, "table")
    first = next(place for place, value in enumerate(values) if value.get("stream") == stream and "part" in value)
    last = next(place for place in range(first + 1, len(values)) if "part" in values[place])
    del values[first:last]
    values.remove(next(value for value in values if "record" in value and value["stream"] == stream))


def _named_and_erased(values: list[Value]) -> None:
    next(value for value in values if "player" in value)["erased"] = True


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (_other_bid, "stream"), (_other_actor, "stream"), (_opened_otherwise, "stream"), (_other_winner, "results"),
        (_other_rules, "stream"),
        (_other_places, "results"), (_not_over, "stream"), (_stated_results, "results"), (_stated_standings, "results"),
        (_public_format, "tournament"), (_record, "records"), (_verdict, "records"), (_without_a_game, "manifest"),
        (_named_and_erased, "names"),
    ],
)  # fmt: skip
def test_who_seals_and_chains_it_anew_still_cannot_change_what_follows(
    table_archive: bytes, change: Callable[[list[Value]], Any], place: str
):
    fault = fault_of(changed(table_archive, change))
    assert fault is not None
    assert fault.place.startswith(place), str(fault)


def test_hidden_cards_stay_hidden(table_archive: bytes):
    """What the archive has of sealed members is the ciphertext, and what a later event opened to everybody."""
    values = values_of(table_archive)
    for value in values:
        if "sealed" in value:
            assert not {"cards", "secret", "card"} & value["body"].keys()
            assert len(base64.b64decode(value["sealed"])) >= 33
    digests = {hashlib.sha256(base64.b64decode(value["sealed"])).digest() for value in values if "sealed" in value}
    assert len(digests) > 3
