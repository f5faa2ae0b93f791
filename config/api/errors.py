"""The one place that converts exceptions to problems (RFC 9457)."""

import logging
import math
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

import engine
from clubs.api.problems import KIND_OF_STATUS, KINDS, MEDIA_TYPE, Fault, Problem, refused
from clubs.errors import ClubError
from games.tables.services.recording import ConflictError
from games.words.citations import rule_address
from games.words.phrases import refusal_words

logger = logging.getLogger("lelam.api")

_SENTENCES = {
    "not-signed-in": gettext_noop("This needs a player who is signed in."),
    "not-allowed": gettext_noop("You may not do this."),
    "not-found": gettext_noop("There is nothing here."),
    "server-error": gettext_noop("Something went wrong on the server. It has been logged."),
}


def answer_problem(error: Exception, context: dict[str, Any]) -> Response:
    """Answer with the problem that an exception amounts to. The setting `EXCEPTION_HANDLER` of the REST framework."""
    set_rollback()
    request = context.get("request")
    problem = problem_of(error, request, rules=getattr(context.get("view"), "rules", ""))
    if problem.kind == "server-error":
        # As Django does for its own views; the log names the exception, never the body of the request.
        logger.error("An API request failed: %s", context.get("view").__class__.__name__, exc_info=error)
        got_request_exception.send(sender=None, request=getattr(request, "_request", None))
    headers = dict(problem.headers)
    if isinstance(error, exceptions.APIException):
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
        if getattr(error, "wait", None):
            headers["Retry-After"] = str(math.ceil(error.wait))  # type: ignore[attr-defined]
    return Response(problem.details(), status=problem.status_code, headers=headers, content_type=MEDIA_TYPE)


def problem_of(error: Exception, request: Any = None, rules: str = "") -> Problem:
    """Return the problem that an exception amounts to; `rules` is the rule set of the table it is about, if any."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, engine.IllegalAction):
        return _illegal(error, rules)
    if isinstance(error, engine.RulesError):
        at = f"/options/{error.option}" if error.option else "/rules"
        words = refusal_words(error)
        return refused(at, words, "rules")
    if isinstance(error, ConflictError):
        kind = "stale" if request is not None and request.headers.get("If-Match") not in (None, "*") else "conflict"
        return Problem(kind, _("It has changed in the meantime. Nothing was done."), version=error.actual)
    if isinstance(error, ClubError):
        faults = (Fault(f"/{error.field}", error.message, error.code),) if error.field else ()
        return Problem(error.kind, error.message, code=error.code, errors=faults)
    if isinstance(error, RequestDataTooBig):
        return Problem("too-large", _("The body of the request is too large."))
    if isinstance(error, SuspiciousOperation):
        return Problem("bad-request", _("The request cannot be read."))
    if isinstance(error, Http404):
        return Problem("not-found", _(_SENTENCES["not-found"]))
    if isinstance(error, PermissionDenied):
        return Problem("not-allowed", _(_SENTENCES["not-allowed"]))
    seconds = getattr(error, "wait", None) if isinstance(error, exceptions.Throttled) else None
    if seconds is not None:
        wait = math.ceil(seconds)
        # The framework fills the seconds in before it translates.
        words = ngettext(
            "Request was throttled. Expected available in {wait} second.",
            "Request was throttled. Expected available in {wait} seconds.",
            wait,
        )
        return Problem("throttled", words.format(wait=wait))
    if isinstance(error, exceptions.APIException):
        kind = KIND_OF_STATUS.get(error.status_code, "server-error")
        return Problem(kind, str(error.detail))
    return Problem("server-error", _(_SENTENCES["server-error"]))


def problem_of_status(status: int) -> Problem:
    """Return the problem of an answer that was made without this module: by Django itself, say."""
    kind = KIND_OF_STATUS.get(status, "server-error" if status >= 500 else "bad-request")
    if kind in _SENTENCES:
        return Problem(kind, _(_SENTENCES[kind]))
    return Problem(kind, _("{title}.").format(title=_(KINDS[kind].title)))


def _illegal(error: engine.IllegalAction, rules: str) -> Problem:
    address = rule_address(rules, error.rule) if rules else None
    return Problem("illegal-action", refusal_words(error), code=error.code, rule=error.rule, rule_url=address)
