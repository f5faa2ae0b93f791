"""Serving of static files."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.responders import StaticFile  # type: ignore[import-untyped]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # has no types
    """Answers with a whole file at once.

    WhiteNoise streams it synchronously; an asynchronous server has to read that to its end first all the same, and
    Django warns of it with every file.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the file, or the part of it that was asked for."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        answer = HttpResponse(body, status=int(found.status))
        del answer.headers["Content-Type"]
        for name, value in found.headers:
            answer.headers[name] = value
        return answer
