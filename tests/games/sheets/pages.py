"""Addresses of a sheet's pages, and what is read on them."""

import re
from typing import Any

from django.urls import reverse

from games.models import Sheet


def address(sheet: Sheet, page: str = "sheet", *more: object) -> str:
    return reverse(f"games:{page}", args=[sheet.pk, *more])


def text(answer: Any) -> str:
    """What is read on a page, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
