"""The latest values of a process: the later one stays, and the one used longest ago goes."""

from clubs.base.kept import Kept


def kept(most: int = 3) -> Kept[str, tuple[int, str]]:
    return Kept(most, lambda value: value[0])


def test_a_value_gives_way_to_a_later_one_and_not_to_an_earlier_one():
    values = kept()
    values.keep("a", (2, "second"))
    values.keep("a", (1, "first"))
    assert values.find("a") == (2, "second")
    values.keep("a", (3, "third"))
    assert values.find("a") == (3, "third")
    assert values.find("b") is None


def test_the_key_that_was_used_longest_ago_is_forgotten():
    values = kept(most=2)
    values.keep("a", (1, "a"))
    values.keep("b", (1, "b"))
    assert values.find("a")
    values.keep("c", (1, "c"))
    assert [key for key in "abc" if values.find(key)] == ["a", "c"]
    values.keep("a", (0, "older, and yet used"))
    values.keep("d", (1, "d"))
    assert [key for key in "acd" if values.find(key)] == ["a", "d"]


def test_everything_is_forgotten_as_by_a_new_process():
    values = kept()
    values.keep("a", (1, "a"))
    values.forget_all()
    assert values.find("a") is None
