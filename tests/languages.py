"""Languages for the tests."""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone, translation

MALAYALAM = re.compile("[\u0d00-\u0d7f]")


@pytest.fixture(autouse=True)
def _default_language() -> Iterator[None]:
    """Leave the next test the default language and time zone; a request of a test client activates its own for good."""
    yield
    translation.deactivate()
    timezone.deactivate()
