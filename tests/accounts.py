"""Accounts for tests that sign in at a web server of their own, which hashes passwords as the product does."""

from clubs.models import User
from tests.factories import UserFactory


def account(email: str, password: str) -> User:
    """Make an account whose password is known to programs beside the test."""
    return UserFactory(email=email, password=password, as_product=True)
