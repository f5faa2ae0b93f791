"""What is done with notices: one function a use case, keyword arguments, one transaction each."""

from clubs.notices.services.telling import notify, withdraw

__all__ = [
    "notify",
    "withdraw",
]
