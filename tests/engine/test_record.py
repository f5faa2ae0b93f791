"""Reading and writing records, and the stream of many of them."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.lines import audit_line, audit_lines, read_lines
from tests.engine.records import NAMES, sample
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, game_steps, random_events, rule_sets

EXAMPLE = Path(__file__).parent.parent.parent / "docs" / "reference" / "example-record.json"


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_game_survives_being_written_down_as_a_record(rule_set: str, data: st.DataObject, seed: int) -> None:
    """Events to record to text and back: the same record, the same events."""
    rules = data.draw(rule_sets(rule_set))
    events = random_events(rules, Random(seed), hands=3)

    record = engine.record_from_events(rules.id, rules.options, NAMES[: rules.players], events)
    again = engine.decode_record(engine.encode_record(record))

    assert again == record
    assert engine.events_from_record(again) == events
    assert engine.audit(again) == engine.audit(engine.record_to_json(record))


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_game_cut_off_anywhere_is_a_record_of_what_was_done(rule_set: str, data: st.DataObject, seed: int) -> None:
    """Between an ask and its card too."""
    rules = data.draw(rule_sets(rule_set))
    steps = list(game_steps(rules, Random(seed)))
    done = steps[: data.draw(st.integers(0, len(steps)))]
    events = [event for step in done for event in step.events]

    record = engine.record_from_events(rules.id, rules.options, NAMES[: rules.players], events)

    assert engine.events_from_record(record) == events
    assert [action for hand in record.hands for action in hand.actions] == [
        step.action for step in done if step.action is not None
    ]


def test_what_is_no_event_of_play_is_passed_over() -> None:
    """A table's stream holds people and clocks as well."""
    rules = engine.load_rules("28-kerala-3")
    events = random_events(rules, Random(8))
    mixed: list[object] = ["TableOpened", *events, object()]

    with_people = engine.record_from_events(rules.id, {}, NAMES[:3], mixed)

    assert with_people == engine.record_from_events(rules.id, {}, NAMES[:3], events)


def test_sealed_cards_make_no_record() -> None:
    """A running hand cannot be exported by mistake."""
    with pytest.raises(ValueError, match="sealed"):
        engine.record_from_events("28-kerala-4", {}, NAMES[:4], [engine.HandDealt(1, 0, ())])
    sealed: Any = object()
    events = random_events(engine.load_rules("28-kerala-4"), Random(1))
    for place, event in enumerate(events):
        for name in event.sealed_fields:
            shut = msgspec.structs.replace(event, **{name: sealed})
            with pytest.raises(ValueError, match="sealed"):
                engine.record_from_events("28-kerala-4", {}, NAMES[:4], [*events[:place], shut])
    for early in (engine.Passed(1), engine.TrumpRevealed(1, "SJ")):
        with pytest.raises(ValueError, match=f"{type(early).__name__} before the first deal"):
            engine.record_from_events("28-kerala-4", {}, NAMES[:4], [early])


def test_the_example_in_the_documentation_is_clean() -> None:
    """docs/reference/example-record.json."""
    assert engine.audit(json.loads(EXAMPLE.read_text())).verdict == "clean"


def test_illegal_play_has_no_events() -> None:
    """`events_from_record` judges as it goes."""
    plain = sample()
    plain["hands"][0]["actions"].insert(0, {"seat": 0, "type": "keep"})

    with pytest.raises(engine.IllegalAction):
        engine.events_from_record(engine.read_record(plain))


LINE = json.dumps(sample()).encode()


def verdict_on(line: bytes) -> str:
    """Return the word of the verdict on a line."""
    written = audit_line(line)
    assert written.endswith(b"\n")
    assert written.count(b"\n") == 1
    verdict: str = json.loads(written)["verdict"]
    return verdict


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        LINE + b"\n",
        LINE + b"\r\n",
        b"  \t" + LINE + b" \n",
        b"\xef\xbb\xbf" + LINE + b"\n",
        LINE.replace(b'"Ammini"', b'"\\ud800"'),
        LINE.replace(b'"Ammini"', "അമ്മിണി\u2028".join('""').encode()),
        LINE.replace(b'"players"', b'"note": 1e999, "serial": %s, "players"' % (b"9" * 5000)),
        LINE.replace(b'"rules"', b'"rules": "none", "rules"', 1),
    ],
    ids=[
        "bare",
        "line feed",
        "carriage return",
        "white space",
        "byte order mark",
        "half a character",
        "Malayalam and a line separator",
        "huge numbers",
        "a member twice",
    ],
)
def test_what_json_leaves_open_is_read(line: bytes) -> None:
    """docs/reference/record-format.md, "The form, exactly"."""
    assert verdict_on(line) == "clean"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"   \n",
        b"null\n",
        b"{\n",
        LINE[:-1],
        LINE + LINE,
        LINE + b"]",
        LINE.replace(b'"Ammini"', b'"\xff\xfe"'),
        json.dumps(sample()).encode("utf-16"),
        LINE.replace(b'"players"', b'"note": NaN, "players"'),
        LINE.replace(b'"players"', b'"note": -Infinity, "players"'),
        b"[" * 200_000,
        b'{"format":' * 200_000,
        b"\x00" * 10,
        b"\xef\xbb\xbf",
        b"'single': 1",
    ],
    ids=range(17),
)
def test_what_is_no_json_is_malformed_as_a_whole(line: bytes) -> None:
    """28-AUD-5: and never an exception."""
    verdict = json.loads(audit_line(line))

    assert verdict.pop("error")
    assert verdict == {"verdict": "malformed", "at": ""}


def test_a_bid_of_five_thousand_digits_is_too_high() -> None:
    """28-AUC-4: a whole number is a whole number."""
    record = sample()
    record["hands"][0]["actions"][0]["value"] = "HUGE"
    line = json.dumps(record).replace('"HUGE"', "9" * 5000).encode()

    assert json.loads(audit_line(line))["hands"][0]["code"] == "bid-too-high"


@given(st.binary(max_size=200))
def test_any_bytes_have_a_verdict(line: bytes) -> None:
    """A malformed line never stops the lines after it."""
    assert verdict_on(line.replace(b"\n", b" ")) == "malformed"


def test_every_line_gets_a_verdict_in_its_place() -> None:
    """Blank and broken lines included; only a line feed at the very end begins no line."""
    source = io.BytesIO(LINE + b"\n\n{broken\n" + LINE + b"\r\n[]\n" + LINE + b"\n")

    verdicts = [json.loads(line)["verdict"] for line in audit_lines(read_lines(source))]

    assert verdicts == ["clean", "malformed", "malformed", "clean", "malformed", "clean"]


def test_an_empty_input_has_no_verdicts() -> None:
    """There is no line to judge."""
    assert list(audit_lines(read_lines(io.BytesIO(b"")))) == []


def test_a_line_too_long_is_malformed_and_never_held_whole() -> None:
    """Memory stays bounded, and the lines after it are judged."""
    source = io.BytesIO(b"x" * 95 + b"\n" + b"y" * 10 + b"\n" + b"z" * 10)

    lines = list(read_lines(source, longest=10))

    assert lines == [b"x" * 11, b"y" * 10 + b"\n", b"z" * 10]
    assert json.loads(audit_line(lines[0], longest=10))["error"] == "the line is longer than 10 bytes"
    assert [len(line) for line in read_lines(io.BytesIO(b"x" * 11 + b"\n" + b"y"), longest=10)] == [11, 1]


def test_several_processes_give_the_same_verdicts_in_the_same_order() -> None:
    """--jobs changes nothing but the time."""
    lines = [json.dumps(sample(seed)).encode() if seed % 3 else b"[%d]" % seed for seed in range(150)]

    assert list(audit_lines(lines, jobs=2)) == list(audit_lines(lines))


def test_several_processes_read_only_a_little_ahead() -> None:
    """Memory stays bounded however long the input is."""
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield b"[]\n"

    verdicts = audit_lines(endless(), jobs=2)
    next(verdicts)

    assert taken <= 64 * 6
    verdicts.close()  # type: ignore[attr-defined]


def test_a_fault_is_told_in_a_line_whatever_the_record_claims() -> None:
    """28-AUD-5: the message does not repeat a text of any length."""
    with pytest.raises(engine.RecordError) as fault:
        engine.decode_record(json.dumps({**sample(), "rules": "x" * 100_000}))

    assert fault.value.at == "/rules"
    assert len(str(fault.value)) < 200


def test_a_seat_that_is_none_is_told_which_there_are() -> None:
    """28-AUD-5, 28-SEAT-1."""
    record = sample()
    record["hands"][0]["actions"][0]["seat"] = 4

    with pytest.raises(engine.RecordError, match="from 0 to 3"):
        engine.read_record(record)
