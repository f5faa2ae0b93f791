"""How bodies are read and written: JSON in UTF-8, strictly."""

from typing import IO, Any

import msgspec
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer


class StrictJSONParser(BaseParser):
    """Reads JSON; what other readers let pass (NaN, lone surrogates, a second text) is refused, and so is NUL."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the decoded body, in which 3.0 is the whole number 3, as JSON Schema has it.

        Raises:
            ParseError: It is not JSON in UTF-8, or contains a NUL character.
        """
        try:
            body = msgspec.json.decode(stream.read())
            if _has_nul(body):
                raise ParseError(_("The body contains a NUL character."))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ParseError(_("The body is not JSON: {fault}.").format(fault=error)) from None
        except RecursionError:
            raise ParseError(_("The body is nested too deeply.")) from None
        return _with_whole_numbers(body)


def _with_whole_numbers(value: Any) -> Any:
    """Return the value with each number that has no fraction as an integer."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _with_whole_numbers(member) for name, member in value.items()}
    return [_with_whole_numbers(member) for member in value] if isinstance(value, list) else value


def _has_nul(value: Any) -> bool:
    """Tell whether a text in the value holds the one character that PostgreSQL cannot store."""
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, dict):
        return any(_has_nul(name) or _has_nul(member) for name, member in value.items())
    return isinstance(value, list) and any(_has_nul(member) for member in value)


class StructRenderer(BaseRenderer):
    """Writes structs, dates and ids as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Return the JSON text; nothing for an answer without a body."""
        if renderer_context and renderer_context["response"].status_code == 204:
            return b""
        return msgspec.json.encode(data, order="deterministic")
