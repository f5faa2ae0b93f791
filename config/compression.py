"""Compression of pages, their parts and static text, for browsers that take gzip.

An attacker who can have a page repeat words of their choice could guess a secret of the same page by the length of the
compressed answer (BREACH). So each answer carries random bytes, at most `max_random_bytes`, in the file name of its
gzip header (Django's own measure), and CSRF tokens are masked anew in each page.
"""

from functools import lru_cache
from gzip import compress
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

TYPES: Final = frozenset(
    (
        "text/html",
        "text/css",
        "text/javascript",
        "text/plain",
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    )
)
"""The types that get smaller. Pictures, fonts and archives are compressed already."""
SMALLEST: Final = 500
"""Bytes of an answer under which compression does not pay."""
STATIC: Final = "/static/"
API: Final = "/api/"


class Compress(GZipMiddleware):
    """Compresses whole answers of text with status 200 or an error.

    Left alone are streams, which are files with a length of their own, and the answers of the API: their ETags are
    strong, and a program sends them back in `If-Match`.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed if that helps and the browser takes it."""
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
        if response.streaming or kind not in TYPES or response.status_code in (204, 206, 304):
            return response
        if not isinstance(response, HttpResponse) or len(response.content) < SMALLEST:
            return response
        # Where there is no such file, the answer is a page with secrets like any other.
        if request.path_info.startswith(STATIC) and response.status_code == 200:
            return _static(request, response)
        if request.path_info.startswith(API) and kind != "text/html":
            return response
        return super().process_response(request, response)


def _static(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a static file compressed. It holds no secret, and is compressed once for all readers."""
    if response.has_header("Content-Encoding"):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = _packed(response.content)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))
        if tag := response.headers.get("ETag", ""):
            response.headers["ETag"] = tag if tag.startswith("W/") else f"W/{tag}"
    return response


@lru_cache(maxsize=128)
def _packed(content: bytes) -> bytes:
    return compress(content, mtime=0)
