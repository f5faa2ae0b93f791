"""The kinds of problem that the API answers with, as RFC 9457 problem details.

A view raises `Problem`; what services and libraries raise is turned into one in a single place, `config.api.errors`.
Every kind has an address, `/api/problems/<kind>/`, which says what it means.
"""

from typing import Any

import msgspec
from django.utils.translation import gettext, gettext_noop
from rest_framework.exceptions import APIException

MEDIA_TYPE = "application/problem+json"


class Kind(msgspec.Struct, frozen=True):
    """One kind of problem: its word, the HTTP status it comes with, and what it means."""

    kind: str
    status: int
    title: str
    meaning: str


KINDS = {
    kind.kind: kind
    for kind in (
        Kind(
            "bad-request",
            400,
            gettext_noop("The request cannot be read"),
            "Not HTTP, or not JSON in UTF-8, as this API reads it.",
        ),
        Kind(
            "invalid-input",
            400,
            gettext_noop("Some of the input is wrong"),
            "It has not the form that the schema says. `errors` has one entry a fault: `at` is a JSON pointer "
            "into the body, or the name of a parameter or header.",
        ),
        Kind(
            "not-signed-in",
            401,
            gettext_noop("Sign in first"),
            "Send `Authorization: Bearer <token>`. The token is missing, wrong, expired or revoked.",
        ),
        Kind(
            "not-allowed",
            403,
            gettext_noop("You may not do this"),
            "You are known, but this is for somebody else: a player of the "
            "table, an officer of the club, a person in a browser.",
        ),
        Kind(
            "not-found",
            404,
            gettext_noop("There is no such thing"),
            "Nothing is at this address, or nothing that you may know of.",
        ),
        Kind(
            "method-not-allowed",
            405,
            gettext_noop("This cannot be done here"),
            "The header `Allow` lists the methods there are.",
        ),
        Kind(
            "not-acceptable",
            406,
            gettext_noop("No such format"),
            "The header `Accept` leaves no format in which this exists.",
        ),
        Kind(
            "conflict",
            409,
            gettext_noop("The present state does not allow this"),
            "`code` says why, `version` is the table's version now, where there is one. Read again, then decide again.",
        ),
        Kind(
            "stale",
            412,
            gettext_noop("It has changed in the meantime"),
            "`If-Match` names another version than the current one, which is in "
            "`version`. Nothing was done. Read the view, then decide again.",
        ),
        Kind(
            "too-slow",
            408,
            gettext_noop("The body did not arrive in time"),
            "The server waits a minute for the whole of it. Nothing was done.",
        ),
        Kind("too-large", 413, gettext_noop("The body is too large"), "A request may have 64 KiB at most."),
        Kind("unsupported-media-type", 415, gettext_noop("Not JSON"), "Send `Content-Type: application/json`."),
        Kind(
            "illegal-action",
            422,
            gettext_noop("The rules forbid this action now"),
            "`code` is the violation code of the record format, "
            "`rule` the id of the rule and `rule_url` where it is written. Nothing was done.",
        ),
        Kind(
            "unprocessable",
            422,
            gettext_noop("A value is refused"),
            "The input has the form that the schema says, but the rule set, the club or the game refuses a value: a "
            "day that is over, say, or an id of nothing. `code` says why; `errors` has one entry a fault, as in "
            "`invalid-input`, where one value is at fault.",
        ),
        Kind(
            "key-reused",
            422,
            gettext_noop("This key belongs to another request"),
            "The `Idempotency-Key` came with a different request before. Use a new key for a new request.",
        ),
        Kind(
            "version-required",
            428,
            gettext_noop("Say which version you have seen"),
            "Send the `ETag` of the view you decided on as `If-Match`, or `*` to act whatever the version.",
        ),
        Kind(
            "throttled", 429, gettext_noop("Too many requests"), "`Retry-After` says in how many seconds to try again."
        ),
        Kind(
            "server-error",
            500,
            gettext_noop("The server made a mistake"),
            "It has been logged. A request with an `Idempotency-Key` can be sent again safely.",
        ),
        Kind(
            "unavailable", 503, gettext_noop("Not available at the moment"), "Try again later; `Retry-After` says when."
        ),
    )
}

KIND_OF_STATUS = {
    400: "bad-request", 401: "not-signed-in", 403: "not-allowed", 404: "not-found", 405: "method-not-allowed",
    406: "not-acceptable", 408: "too-slow", 409: "conflict", 412: "stale", 413: "too-large",
    415: "unsupported-media-type", 422: "unprocessable",
    428: "version-required", 429: "throttled", 500: "server-error", 503: "unavailable",
}  # fmt: skip


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with the input.

    Attributes:
        at: A JSON pointer (RFC 6901) into the body, or the name of the parameter or header.
        detail: What is wrong with it.
        code: A stable word for programs.
    """

    at: str
    detail: str
    code: str = "invalid"


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was not granted (RFC 9457).

    Attributes:
        type: The address of the kind of problem.
        title: What the kind is, in a few words.
        status: The HTTP status.
        detail: What happened here, in a sentence for people.
        code: A stable word for programs: a violation code, a refusal of a service, or the kind itself.
        rule: The id of the rule that was broken.
        rule_url: Where that rule is written.
        version: The table's version now.
        errors: What is wrong with the input, one entry a fault.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | None = None
    rule_url: str | None = None
    version: int | None = None
    errors: tuple[Fault, ...] = ()


class Problem(APIException):
    """A request that is not granted.

    Attributes:
        kind: A word of `KINDS`.
        members: Further members of `ProblemDetails`.
        headers: Headers of the answer.
    """

    def __init__(
        self, kind: str, detail: str, *, code: str = "", headers: dict[str, str] | None = None, **members: Any
    ):
        super().__init__(detail, code or kind)
        self.kind = kind
        self.sentence = detail
        self.code = code or kind
        self.members = members
        self.headers = headers or {}
        self.status_code = KINDS[kind].status

    def details(self) -> ProblemDetails:
        """Return what is sent."""
        return ProblemDetails(
            type=f"/api/problems/{self.kind}/",
            title=gettext(KINDS[self.kind].title),
            status=self.status_code,
            detail=self.sentence,
            code=self.code,
            **self.members,
        )


def invalid(at: str, detail: str, code: str = "invalid") -> Problem:
    """Return the problem of input with one fault of form: the published schema refuses it too."""
    return Problem("invalid-input", detail, errors=(Fault(at, detail, code),))


def refused(at: str, detail: str, code: str) -> Problem:
    """Return the problem of input that has the form the schema says, but of which a value cannot be taken."""
    return Problem("unprocessable", detail, code=code, errors=(Fault(at, detail, code),))


def unknown(at: str, detail: str) -> Problem:
    """Return the problem of an id in the input that is nobody's and nothing's."""
    return refused(at, detail, "unknown")
