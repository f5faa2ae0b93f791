"""The base of all events of the log except those of play: a stable name, a schema, and the sealed members."""

from typing import ClassVar, Final, Literal

import msgspec

Book = Literal["stakes", "ratings", "kunukku"]
"""A book of the club that a game moves."""
BOOKS: Final[tuple[Book, ...]] = ("stakes", "ratings", "kunukku")
"""All of them, as usual; a game that moves none is friendly."""


class TableEvent(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Base of these events; the stored name is the class's own."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        # Sealed members stay out of logs and error pages.
        shown = ((name, getattr(self, name)) for name in self.__struct_fields__ if name not in self.sealed_fields)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown)})"
