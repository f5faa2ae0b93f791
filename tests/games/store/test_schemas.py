"""Every event that was ever written can still be read: samples of each schema, and a whole log of the first release."""

import base64
import json
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from games import store
from games.models import Event
from games.store import registry
from games.store.verify import Verification
from tests.games.helpers.logs import append, guards_down

DATA = Path(__file__).resolve().parents[2] / "data"
SAMPLES = sorted((DATA / "schemas").glob("*.json"))


def sample(path: Path) -> tuple[dict[str, Any], bytes, bytes | None]:
    """Return a sample with its body and sealed members as the log gives them."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    sealed = None if stored["sealed"] is None else json.dumps(stored["sealed"]).encode()
    return stored, json.dumps(stored["body"]).encode(), sealed


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_stored_sample_reads_as_the_event_of_today(path: Path):
    stored, body, sealed = sample(path)
    event_class = store.event_names()[stored["type"]]

    event = registry.join(stored["type"], stored["schema"], body, sealed, shut=False)

    assert event == msgspec.convert(stored["reads_as"], event_class)
    assert path.stem == f"{stored['type']}.{stored['schema']}"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_stored_sample_reads_without_being_opened(path: Path):
    stored, body, sealed = sample(path)
    event_class = store.event_names()[stored["type"]]

    event = registry.join(stored["type"], stored["schema"], body, None, shut=sealed is not None)

    whole = msgspec.convert(stored["reads_as"], event_class)
    for name in event_class.__struct_fields__:
        expected = store.SEALED if name in event_class.sealed_fields else getattr(whole, name)
        assert getattr(event, name) == expected


@pytest.mark.django_db
def test_the_database_takes_every_type_of_event_in_its_present_form():
    """A type that is not in `games_event_type` as it is today is refused by the append function."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, schema, sealed, form FROM games_event_type")
        known = set(cursor.fetchall())
    today = {form_of(name, event_class) for name, event_class in store.event_names().items()}

    assert not today - known, "write a migration of games, as the owner: " + "; ".join(
        f"INSERT INTO games_event_type VALUES ('{name}', {schema}, {str(sealed).lower()}, '{form}') "
        "ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form)"
        for name, schema, sealed, form in sorted(today - known)
    )
    assert not {name for name, *_ in known} - store.event_names().keys(), "a type of event is never given up"


def form_of(name: str, event_class: type[Any]) -> tuple[str, int, bool, str]:
    """Return a type's row in `games_event_type`."""
    clear = sorted(set(event_class.__struct_fields__) - set(event_class.sealed_fields))
    form = ",".join(f'"{member}":%' for member in clear).replace("_", r"\_")
    return name, event_class.schema, bool(event_class.sealed_fields), "{" + form + "}"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_of_the_present_schema_is_what_is_written_today(path: Path):
    stored, _, _ = sample(path)
    event_class = store.event_names()[stored["type"]]
    if stored["schema"] != event_class.schema:
        pytest.skip("an older schema is not written any more")

    _, body, sealed = registry.split(msgspec.convert(stored["reads_as"], event_class))

    assert json.loads(body) == stored["body"]
    assert (None if sealed is None else json.loads(sealed)) == stored["sealed"]


@pytest.mark.django_db(transaction=True)
def test_a_log_of_the_first_release_still_verifies_and_reads(settings):
    """Bytes written then, with their key: the chain, the sealing and the bodies have one form for good."""
    first, *rows = [json.loads(line) for line in (DATA / "log-1.jsonl").read_text(encoding="utf-8").splitlines()]
    settings.LELAM_SEAL_KEY = base64.b64encode(bytes.fromhex(first["seal_key"])).decode()
    names = list(rows[0])
    marks = ", ".join("decode(%s, 'hex')" if name in {"sealed", "prev_hash", "hash"} else "%s" for name in names)
    with guards_down() as owner:
        for row in rows:
            owner.execute(
                f"INSERT INTO games_event ({', '.join(names)}) OVERRIDING SYSTEM VALUE VALUES ({marks})",
                [json.dumps(value) if name == "body" else value for name, value in row.items()],
            )

    assert list(Verification()) == []
    stream = UUID(rows[0]["stream"])
    classes = store.event_names()
    assert {stored.type: stored.event for stored in store.load(stream)} == {
        name: msgspec.convert(told, classes[name]) for name, told in first["reads_as"].items()
    }
    assert Event.objects.count() == len(rows)


@pytest.fixture
def upcast(monkeypatch: pytest.MonkeyPatch):
    """An event whose shape has changed twice: `Knocked` had a `place`, then a `seat`, now a `times` as well."""
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    monkeypatch.setattr(registry, "_names", dict(registry._names))
    monkeypatch.setattr(registry, "_upcasters", dict(registry._upcasters))

    class Knocked(msgspec.Struct, frozen=True, tag=True):
        schema: ClassVar[int] = 3
        sealed_fields: ClassVar[tuple[str, ...]] = ("card",)
        seat: int
        times: int
        card: str

    store.register(Knocked)
    store.register_upcaster("Knocked", 1, lambda body: {"seat": body.pop("place") - 1, **body})
    store.register_upcaster("Knocked", 2, lambda body: {"times": 1, **body})
    return Knocked


def test_old_schemas_are_brought_up_step_by_step(upcast):
    assert registry.join("Knocked", 1, b'{"place":3}', b'{"card":"SJ"}', shut=False) == upcast(2, 1, "SJ")
    assert registry.join("Knocked", 2, b'{"seat":2}', b'{"card":"SJ"}', shut=False) == upcast(2, 1, "SJ")
    assert registry.join("Knocked", 3, b'{"seat":2,"times":5}', b'{"card":"SJ"}', shut=False) == upcast(2, 5, "SJ")
    assert registry.join("Knocked", 1, b'{"place":3}', None, shut=True) == upcast(2, 1, store.SEALED)


@pytest.mark.parametrize(
    ("name", "schema", "body", "what"),
    [
        ("Shrugged", 1, b"{}", "there is no event type Shrugged"),
        ("Passed", 2, b'{"seat":0}', "newer than the 1 known here"),
        ("Passed", 0, b'{"seat":0}', "no upcaster from schema 0 of Passed"),
        ("Passed", 1, b"{}", "a body of Passed does not fit"),
        ("Passed", 1, b'{"seat":"zero"}', "a body of Passed does not fit"),
        ("HandDealt", 1, b'{"hand":1,"dealer":0}', "a body of HandDealt does not fit"),
    ],
)
def test_what_cannot_be_read_is_never_guessed(name: str, schema: int, body: bytes, what: str):
    with pytest.raises(store.UnknownEventError, match=what):
        registry.join(name, schema, body, None, shut=False)


def test_a_message_about_a_body_shows_nothing_of_it():
    with pytest.raises(store.UnknownEventError) as fault:
        registry.join("HandDealt", 1, b'{"hand":1,"dealer":0}', b'{"cards":[["SJ",7]]}', shut=False)
    assert "SJ" not in str(fault.value)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 10**18, 10**18 - 1)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(value=st.dictionaries(st.text("abcABC.é"), JSON, max_size=5))
def test_a_body_has_one_canonical_form(value: dict[str, Any]):
    """Whatever order, spacing or escapes a database or a person wrote it with."""
    canonical = registry.canonical(value)

    assert json.loads(canonical) == value
    assert registry.recanonical(canonical) == canonical
    assert registry.recanonical(json.dumps(value, ensure_ascii=True, indent=1)) == canonical
    assert registry.canonical(dict(reversed(value.items()))) == canonical


@pytest.mark.parametrize("value", [{"a": 0.5}, {"a": [1, {"b": 1.0}]}, {"a": (float("nan"),)}])
def test_a_body_with_a_float_has_none(value: dict[str, Any]):
    with pytest.raises(TypeError, match="float"):
        registry.canonical(value)


@pytest.mark.django_db
@given(options=st.dictionaries(st.text("abcABC.é\"'\\"), JSON, max_size=4))
def test_the_database_gives_back_a_body_of_the_same_canonical_form(options: dict[str, Any]):
    opened = store.event_names()["TableOpened"](
        rules="28-kerala-4", options=options, action_seconds=30, reserve_seconds=60, pause_seconds=8
    )  # fmt: skip
    stream = uuid4()

    append(stream, opened, expected=0)

    assert store.load(stream)[0].event == opened
    assert list(Verification(stream)) == []


def test_the_first_event_of_a_table_says_its_times_itself():
    """What is usual today is no default of what was stored."""
    opened = {"rules": "28-kerala-4", "options": {}, "action_seconds": 30, "reserve_seconds": 60}

    with pytest.raises(msgspec.ValidationError, match="pause_seconds"):
        msgspec.convert(opened, store.event_names()["TableOpened"])
