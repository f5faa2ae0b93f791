"""Accounts for tests that sign in at a web server of their own, which hashes passwords as the product does."""

from django.contrib.auth.hashers import make_password

from clubs.models import User


def account(email: str, password: str) -> User:
    """Make an account whose password is known to programs beside the test."""
    user = User.objects.create_user(email)
    user.password = make_password(password, hasher="argon2")
    user.save()
    return user
