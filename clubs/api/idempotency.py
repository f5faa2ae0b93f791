"""The header `Idempotency-Key`, the same for every operation of the API that changes something."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.answers.services import Answer, KeyReusedError, answer_once
from clubs.api.problems import Fault, Problem, invalid
from clubs.models import Player

HEADER: Final = "Idempotency-Key"
WRITING: Final = ("POST", "PUT", "PATCH", "DELETE")
"""The methods that change something."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}\Z")
_KEPT = ("ETag", "Location")
"""The headers that belong to an answer."""
_REFUSED = OpenApiParameter(
    HEADER,
    {"not": {}},
    OpenApiParameter.HEADER,
    description="Refused here: the answer holds a secret that is shown once, and is not kept to be given again.",
)


class IdempotentView(APIView):
    """An endpoint whose writing methods are done once for each key.

    The whole method runs in the transaction that keeps its answer, so no method can leave the key out.

    Attributes:
        key_required: Whether a request without a key is refused.
        key_refused: Whether a request with a key is refused: its answer holds a secret that is stored nowhere.
        require_player: Returns the player who asks, or raises.
        command: The id of the command: the same for the same player and key, else new each time.
    """

    key_required: ClassVar[bool] = False
    key_refused: ClassVar[bool] = False
    command: UUID
    require_player: Callable[[], Player]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Put the method that is about to be called under the key of the request."""
        super().initial(request, *args, **kwargs)
        name = str(request.method).lower()
        if request.method in WRITING and hasattr(self, name):
            setattr(self, name, partial(self._once, getattr(self, name)))

    def _once(self, method: Callable[..., Response], request: Request, *args: Any, **kwargs: Any) -> Response:
        key = self._key_of(request)
        if key is None:
            self.command = uuid4()
            return method(request, *args, **kwargs)

        def do(command: UUID) -> Answer:
            self.command = command
            response = method(request, *args, **kwargs)
            body = b"" if response.data is None else msgspec.json.encode(response.data, order="deterministic")
            kept = {name: response[name] for name in _KEPT if name in response}
            return Answer(response.status_code, kept, body)

        try:
            answer, again = answer_once(player=self.require_player(), key=key, request=_asked(request), do=do)
        except KeyReusedError:
            raise Problem("key-reused", _("This Idempotency-Key was used for a different request before.")) from None
        replayed = {"Idempotency-Replayed": "true"} if again else {}
        data = msgspec.Raw(answer.body) if answer.body else None
        return Response(data, status=answer.status, headers=answer.headers | replayed)

    def _key_of(self, request: Request) -> str | None:
        """Return the key of the request, or None where it has none and needs none.

        Raises:
            Problem: `invalid-input` without a key that is required, with one that is refused, or with none in form.
        """
        key = request.headers.get(HEADER)
        if key is None and not self.key_required:
            return None
        if self.key_refused:
            words = _("The answer holds a secret that is not kept. Send this request without an Idempotency-Key.")
            raise Problem("invalid-input", words, code="key-refused", errors=(Fault(HEADER, words, "key-refused"),))
        if key is None or not _KEY.match(key):
            raise invalid(HEADER, _("Send a header Idempotency-Key of 1 to 255 visible ASCII characters."), "required")
        return key

    def writing_headers(self) -> list[OpenApiParameter]:
        """Return the headers that the published schema describes for each writing method of this endpoint."""
        if self.key_refused:
            return [_REFUSED]
        key = OpenApiParameter(
            HEADER,
            {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[\x21-\x7e]+$"},
            OpenApiParameter.HEADER,
            required=self.key_required,
            description="Your own name for this request, a random UUID best. The same request again under the same key "
            f"does nothing and gets the first answer again; answers are kept for {settings.LELAM_ANSWER_HOURS} hours.",
        )
        return [key]


def _asked(request: Request) -> bytes:
    """Return all that makes one request differ from another."""
    return b"\n".join(
        (
            str(request.method).encode(),
            request.get_full_path().encode(),
            request.headers.get("If-Match", "").encode(),
            msgspec.json.encode(request.data, order="deterministic"),
        )
    )
