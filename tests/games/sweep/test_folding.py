"""The quick look passes what is as it should be, and nothing in which one of the slow checks finds a fault."""

import random
from typing import Any
from uuid import UUID

import pytest
from msgspec import inspect
from msgspec.structs import fields

from games.sealing.keyring import keyring
from games.store import registry
from games.store.rows import STREAM, read_streams
from games.store.verify import Verification
from games.sweep.folding import REFUSALS, Quick, _types, begin_look, end_look
from games.sweep.judging import judge
from games.sweep.working import Span, lanes, work_through
from tests.games.helpers.forging import FORGERIES, TAMPERINGS, forged, table, write
from tests.games.helpers.logs import guards_down
from tests.lanes import EVERY_RULE_SET_IN_LANES, in_lanes

pytestmark = pytest.mark.django_db(transaction=True)
NOW = 2**60
RULES = ("28-kerala-4", "56-international-6", "28-wikipedia-4")


def everything(upto: int = 2_000_000, after: int = 0) -> Span:
    """Return the whole log as a span."""
    return Span(after, upto, tuple(lanes()), tuple(lanes(2**62)))


def plain(kind: inspect.Type) -> bool:
    """Tell whether a value of a type that was read from JSON is written the same way again."""
    match kind:
        case inspect.UnionType(types=types):
            return all(map(plain, types))
        case inspect.VarTupleType(item_type=item):
            return plain(item)
        case inspect.TupleType(item_types=items):
            return all(map(plain, items))
        case inspect.DictType(value_type=value):
            return plain(value)
        case _:
            return isinstance(
                kind, inspect.IntType | inspect.StrType | inspect.BoolType | inspect.NoneType | inspect.LiteralType
                | inspect.AnyType,
            )  # fmt: skip


def quick_look(rows: list[Any]) -> Quick | None:
    """Return what the quick look sees of the rows of a stream, or None to look closer."""
    look = begin_look(NOW, keyring())
    try:
        look.send(rows)
    except REFUSALS:
        return None
    return end_look(look)


def passes(stream: UUID) -> bool:
    """Tell whether the quick look passes a stream."""
    rows = list(read_streams({stream: 0}, ends=lanes(2**62)))
    return bool(rows) and quick_look(rows) is not None


@pytest.mark.parametrize("kind", _types().values(), ids=lambda kind: kind.name[4:].decode())
def test_what_is_read_of_a_body_gives_its_canonical_form_again(kind):
    """A number read as another type, a date or a struct within would be written in another way than it lies there."""
    event_class = registry.event_names()[kind.name[4:].decode()]
    assert all(plain(inspect.type_info(field.type)) for field in fields(event_class))


@EVERY_RULE_SET_IN_LANES
def test_games_that_are_as_they_should_be_pass(rule_set):
    stream, deeds = table(rule_set, seed=28)
    with guards_down() as owner:
        write(owner, stream, deeds)

    assert judge(stream).findings == ()
    rows = list(read_streams({stream: 0}, ends=lanes(2**62)))
    quick = quick_look(rows)
    assert quick is not None
    assert (quick.hands, quick.events) == (judge(stream).hands, len(rows))
    assert {row[STREAM] for row in rows} == {stream.bytes}


@pytest.mark.parametrize("rules", in_lanes(RULES, fast=RULES[:1]))
def test_no_forged_game_passes_in_which_the_auditor_or_the_proof_finds_a_fault(rules):
    """28-AUD, 56-AUD; a game is changed and its chain written anew, so that nothing but its content is wrong."""
    streams: dict[UUID, str] = {}
    with guards_down() as owner:
        for number, (name, forge) in enumerate(FORGERIES.items()):
            for seed in range(2):
                stream, deeds = table(rules, seed=1_000 * number + seed)
                chance = random.Random(seed)
                write(owner, stream, forged(deeds, forge, chance), seed)
                streams[stream] = name

    seen = work_through(everything())

    found = set()
    for stream, name in streams.items():
        findings = judge(stream).findings
        if findings:
            found.add(name)
            assert not passes(stream), name
        assert seen.findings.get(stream, ()) == findings, name
    # Most are faults in any game; some only where the rules have such a thing.
    assert len(found) > 0.75 * len(FORGERIES)


@pytest.mark.parametrize("name", TAMPERINGS)
def test_no_row_passes_that_was_tampered_with(name):
    stream, deeds = table("28-kerala-4", seed=7)
    with guards_down() as owner:
        write(owner, stream, deeds)
        assert owner.execute(f"{TAMPERINGS[name]} AND stream = '{stream}'").rowcount

    faults = [(fault.version, fault.what) for fault in Verification(stream)]
    seen = work_through(everything())

    assert faults
    # Read by its versions a stream does not show the order of its positions; `work_through` reads it as it lies.
    assert not passes(stream) or name == "the order of positions"
    assert [(one.version, one.members["what"]) for one in seen.findings[stream] if one.subject == "log"] == faults


def test_streams_are_looked_at_once_wherever_the_spans_are_cut():
    tables = [table("28-kerala-4", seed) for seed in range(6)]
    deeds = {stream: iter(all_deeds) for stream, all_deeds in tables}
    with guards_down() as owner:
        # One after the other, and cut so that each lies in several spans.
        for stream, left in deeds.items():
            write(owner, stream, left)
        last = owner.execute("SELECT max(pos) FROM games_event").fetchone()[0]
        first = owner.execute("SELECT min(pos) FROM games_event").fetchone()[0]

    seen = [work_through(everything(after + 71, after)) for after in range(first - 1, last, 71)]

    assert sum(one.hands for one in seen) == 12
    assert sum(one.streams for one in seen) == 6
    assert not any(one.findings for one in seen)


def test_a_game_that_went_on_since_the_last_run_is_looked_at_whole_once():
    stream, deeds = table("28-kerala-4", seed=3, hands=3)
    with guards_down() as owner:
        write(owner, stream, deeds)
        positions = [row[0] for row in owner.execute("SELECT pos FROM games_event ORDER BY pos").fetchall()]
    middle = positions[len(positions) // 2]

    seen = [
        work_through(Span(after, after + 20, tuple(lanes(middle)), tuple(lanes(2**62))))
        for after in range(middle, positions[-1], 20)
    ]

    assert [one.hands for one in seen if one.hands] == [3]
    assert sum(one.streams for one in seen) == 1
