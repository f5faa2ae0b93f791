"""What of a row or a selector's struct gets into an answer: the fields of the published struct, and nothing else."""

from types import SimpleNamespace

import msgspec
import pytest

from clubs.api.base import published


class Ref(msgspec.Struct, frozen=True):
    """A player by number and name."""

    id: int
    name: str


class Shown(msgspec.Struct, frozen=True):
    """A hand with its players."""

    number: int
    declarer: Ref | None
    players: tuple[Ref | None, ...] = ()


AMMINI = SimpleNamespace(id=1, name="Ammini", email="ammini@example.org")


def test_only_the_fields_of_the_struct_are_read():
    row = SimpleNamespace(number=3, declarer=AMMINI, players=[AMMINI, None], cards="SJ H9")

    assert published(Shown, row) == Shown(3, Ref(1, "Ammini"), (Ref(1, "Ammini"), None))


def test_a_field_that_is_given_is_not_read():
    row = SimpleNamespace(number=3, declarer=AMMINI, players="hidden")

    assert published(Shown, row, declarer=None, players=()) == Shown(3, None)


def test_a_field_without_a_source_is_no_default():
    with pytest.raises(AttributeError):
        published(Shown, SimpleNamespace(number=3, declarer=None))


def test_a_value_of_another_type_is_not_published():
    with pytest.raises(msgspec.ValidationError):
        published(Shown, SimpleNamespace(number="3", declarer=None, players=()))
