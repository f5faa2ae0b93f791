"""Nobody stalls the server with passwords: a few are hashed at once, a few wait, and the others are refused."""

from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Event, Lock

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import Client

from clubs.models import User
from config import hashing
from config.hashing import WAITING, BoundedArgon2, TooManyPasswordsError

BOUNDED = "config.hashing.BoundedArgon2"
PASSWORD = "kayal-kunukku-28"


def test_few_are_hashed_at_once_and_beyond_those_who_wait_all_are_refused(monkeypatch: pytest.MonkeyPatch):
    go_on, full, guard = Event(), Event(), Lock()
    running, most, refused = 0, 0, 0
    places = settings.LELAM_PASSWORDS_AT_ONCE + WAITING

    def slow(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        assert go_on.wait(30)
        with guard:
            running -= 1
        return True

    def look(_: int) -> bool:
        nonlocal refused
        try:
            return BoundedArgon2().verify(PASSWORD, "")
        except TooManyPasswordsError:
            with guard:
                refused += 1
                if refused == 40 - places:
                    full.set()
            return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slow)
    with ThreadPoolExecutor(40) as crowd:
        looks = crowd.map(look, range(40))
        assert full.wait(30)
        go_on.set()
        assert sum(looks) == places

    assert (most, refused) == (settings.LELAM_PASSWORDS_AT_ONCE, 40 - places)
    assert BoundedArgon2().verify(PASSWORD, ""), "the places are free again"


def test_old_hashes_are_known_and_new_ones_bounded(settings):
    assert BOUNDED in settings.PASSWORD_HASHERS
    settings.PASSWORD_HASHERS = [BOUNDED]

    encoded = make_password(PASSWORD)

    assert encoded.startswith("argon2$argon2id$")
    assert check_password(PASSWORD, encoded)
    assert not check_password("another one", encoded)


@pytest.mark.django_db
@pytest.mark.parametrize("email", ["ammini@example.org", "nobody@example.org"])
def test_who_finds_no_place_is_asked_to_try_again(
    client: Client, settings, monkeypatch: pytest.MonkeyPatch, email: str
):
    """The same answer whether there is such an account or not."""
    settings.PASSWORD_HASHERS = [BOUNDED]
    User.objects.create_user("ammini@example.org", PASSWORD)
    none = BoundedSemaphore(1)
    none.acquire()
    with monkeypatch.context() as crowded:
        crowded.setattr(hashing, "_places", none)
        answer = client.post("/accounts/login/", {"login": email, "password": PASSWORD})

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "The server is busy" in answer.content.decode()
    assert "_auth_user_id" not in client.session
