"""The hashing of passwords, bounded: Argon2 takes 100 MiB and a tenth of a second of a core for each."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

WAITING: Final = 4
"""So many wait for their turn. Each holds a connection to the database meanwhile, of which a process has few."""
AGAIN_SECONDS: Final = 5
"""After so many seconds a refused request may well find a place."""

_turns = BoundedSemaphore(settings.LELAM_PASSWORDS_AT_ONCE)
_places = BoundedSemaphore(settings.LELAM_PASSWORDS_AT_ONCE + WAITING)


class TooManyPasswordsError(Exception):
    """More passwords arrived at once than this process hashes; the refused ones were not checked."""


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2 for a few passwords at once in each process; beyond that they are refused rather than queued up."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password.

        Raises:
            TooManyPasswordsError: Enough others wait already.
        """
        with _turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password has this hash.

        Raises:
            TooManyPasswordsError: Enough others wait already.
        """
        with _turn():
            return super().verify(password, encoded)


class PasswordsInTurn:
    """Answers a request whose password found no place with a page that asks to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the error page if this is the exception."""
        if not isinstance(exception, TooManyPasswordsError):
            return None
        answer = render(request, "503.html", status=503)
        answer.headers["Retry-After"] = str(AGAIN_SECONDS)
        return answer


@contextmanager
def _turn() -> Iterator[None]:
    if not _places.acquire(blocking=False):
        raise TooManyPasswordsError
    try:
        with _turns:
            yield
    finally:
        _places.release()
