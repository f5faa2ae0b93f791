"""The base of all events of a tournament."""

from typing import ClassVar

import msgspec


class TournamentEvent(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Base of these events; the stored name is the class's own, for good."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        # Sealed members stay out of logs and error pages.
        shown = ((name, getattr(self, name)) for name in self.__struct_fields__ if name not in self.sealed_fields)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown)})"
