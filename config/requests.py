"""Reading a request before any other middleware."""

from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils.http import parse_header_parameters


class Utf8Request(ASGIRequest):
    """Reads text as UTF-8, whatever charset the client names.

    Django takes any codec of Python's by its name, also those that do not even make text, and stumbles over them while
    it builds the request (tests/api/test_live.py).
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Note the type of the body, and leave the encoding as it is."""
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
