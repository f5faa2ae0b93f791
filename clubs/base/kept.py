"""Keeping the latest values in a process, such as folded states: never authoritative, and limited in number."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """The latest value by key; of too many keys the one that was used longest ago is forgotten. Threads may share it.

    Args:
        most: The most keys.
        version: Returns the version of a value: a value that is older than the one known is not kept.
    """

    def __init__(self, most: int, version: Callable[[Value], int]) -> None:
        self._most = most
        self._version = version
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key) -> Value | None:
        """Return the value of a key, or None. It may be behind."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: Key, value: Value) -> None:
        """Keep a value, unless a later one is kept already."""
        with self._lock:
            known = self._values.get(key)
            if known is None or self._version(known) <= self._version(value):
                self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._values)

    def forget_all(self) -> None:
        """Forget every value, as a new process would."""
        with self._lock:
            self._values.clear()
