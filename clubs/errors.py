"""What people may be refused in clubs and tournaments.

ClubError            a request that cannot be granted: a code, a sentence, the field it is about
    NotAllowed       the person has not the office it needs
"""


class ClubError(Exception):
    """A request that cannot be granted, by the fault of nobody but the asker.

    Attributes:
        code: A stable word for programs.
        message: A sentence for people.
        field: The field of a form that it is about; empty if it is about the whole request.
    """

    def __init__(self, code: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field


class NotAllowed(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """The person has not the office that the request needs."""

    def __init__(self, message: str) -> None:
        super().__init__("not-allowed", message)
