"""What the API says of itself: the kinds of problem, and that there is nothing at an address."""

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.api.problems import KINDS, Kind, Problem


class KindList(msgspec.Struct, frozen=True):
    """Every kind of problem that the API answers with."""

    results: tuple[Kind, ...]


class Kinds(ApiView):
    """The kinds of problem."""

    @extend_schema(operation_id="problems_list", responses=KindList, tags=["problems"])
    def get(self, request: Request) -> Response:
        """List the kinds of problem: what the `type` of a problem may be."""
        return Response(KindList(tuple(KINDS.values())))


class OneKind(ApiView):
    """A kind of problem."""

    @extend_schema(operation_id="problems_retrieve", responses=Kind, tags=["problems"])
    def get(self, request: Request, kind: str) -> Response:
        """Say what a kind of problem means."""
        if kind not in KINDS:
            raise Problem("not-found", _("There is no such kind of problem."))
        return Response(KINDS[kind])


@extend_schema(exclude=True)
class Nothing(ApiView):
    """Every address that is not one of the API's."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Say so, whatever the method."""
        super().initial(request, *args, **kwargs)
        raise Problem("not-found", _("There is nothing at this address. Addresses of the API end with a slash."))
