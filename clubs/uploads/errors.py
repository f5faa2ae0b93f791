"""The refusals of uploads."""

from clubs.errors import ClubError


class UploadRefused(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """A request of the protocol that cannot be granted.

    Attributes:
        status: The status of the answer, as the protocol has it.
    """

    def __init__(self, code: str, status: int, message: str) -> None:
        super().__init__(code, message)
        self.status = status
