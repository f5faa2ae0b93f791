"""Answers that say whether anything has changed since they were last given."""

import hashlib
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

SEEN_BEFORE = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer: 304 if nothing has changed.",
)
ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=["200"],
    description="The table's version with a mark of what you were shown; send it as `If-Match` to act on it.",
)


def answer_if_changed(request: Request, value: Any, *, version: int, same_as: Any = None) -> Response:
    """Answer with the value, or with 304 if the client has it.

    Args:
        request: The request.
        value: What is shown.
        version: The version of the table that it shows; stands first in the ETag.
        same_as: What decides whether something has changed, if not the whole of the value.
    """
    shown = msgspec.json.encode(value if same_as is None else same_as, order="deterministic")
    etag = f'"{version}-{hashlib.sha256(shown).hexdigest()[:12]}"'
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    if etag in known or "*" in known:
        return Response(status=304, headers={"ETag": etag})
    return Response(value, headers={"ETag": etag})
