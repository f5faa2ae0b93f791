"""The administrators' pages are recognisably Lelam's."""

import pytest
from django.test import Client

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_the_keepers_pages_say_whose_they_are():
    keeper = UserFactory(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(keeper)
    page = client.get("/admin/").content.decode()

    assert "Lelam: administration" in page
    assert "/static/css/admin" in page
    assert "Django administration" not in page
    assert "Django site admin" not in page
