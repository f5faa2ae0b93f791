"""What people may be refused in clubs, at tables and in tournaments.

ClubError            a request that cannot be granted: a code, a sentence, the field it is about
 +-- NotAllowed      the person has not the office it needs

The refusals of play (`games.errors`) and of tournaments (`tournaments.errors`) are ClubErrors too.
"""

from typing import ClassVar


class ClubError(Exception):
    """A request that cannot be granted, by the fault of nobody but the asker.

    Attributes:
        code: A stable word for programs.
        kind: How it counts in an answer over HTTP: `not-found`, `not-allowed`, `conflict`, `unprocessable` or
            `throttled`.
        message: A sentence for people.
        field: The field of a form that it is about; empty if it is about the whole request.
    """

    kind: ClassVar[str] = "conflict"

    def __init__(self, code: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field


class NotAllowed(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """The person has not the office that the request needs."""

    kind = "not-allowed"

    def __init__(self, message: str) -> None:
        super().__init__("not-allowed", message)
