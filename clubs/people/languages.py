"""The reader's language: chosen by a switch, stored in a cookie, and with the account for other devices.

The cookie decides; without one what the browser asks for does, as Django has it. Signing in puts the account's
language into the cookie, unless the visitor had just chosen another.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from clubs.models import User

_IN_SESSION = "language"


def is_language(code: str) -> bool:
    """Tell whether the pages can be read in a language, named by its code."""
    return code in dict(settings.LANGUAGES)


def keep_in_cookie(response: HttpResponse, language: str) -> None:
    """Have the browser ask for a language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def keep_with_session(request: HttpRequest, language: str) -> None:
    """Store a visitor's choice until sign-in."""
    request.session[_IN_SESSION] = language


def language_at_sign_in(sender: object, request: HttpRequest | None, user: User, **said: object) -> None:
    """Give the browser the account's language, or the account what was chosen before; on `user_logged_in`."""
    session = getattr(request, "session", None)
    chosen = session.pop(_IN_SESSION, "") if session is not None else ""
    if is_language(chosen) and chosen != user.language:
        user.language = chosen
        user.save(update_fields=["language"])
    if request is not None and user.language:
        request.language_of_account = user.language  # type: ignore[attr-defined]


def language_of_connection(scope: Mapping[str, Any]) -> str:
    """Return the language of a WebSocket: of its cookie, else of the account, else what the browser asks for."""
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    account = getattr(scope.get("user"), "language", "")
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and is_language(account):
        return str(account)
    headers = dict(scope.get("headers", []))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


class LanguageMiddleware(LocaleMiddleware):
    """Answers each request in its language, and keeps the one of whoever has just signed in."""

    get_response: Callable[[HttpRequest], HttpResponse]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:  # type: ignore[override]
        """Say in which language the answer is, and on what that depends."""
        response = super().process_response(request, response)  # type: ignore[assignment]
        patch_vary_headers(response, ("Cookie",))
        language = getattr(request, "language_of_account", "")
        if language:
            keep_in_cookie(response, language)
        return response
