"""The lists of a tournament that can be printed, as rows: JSON, or CSV if `Accept` asks for it."""

from typing import Annotated, Any, Final

import msgspec
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from clubs.api.exchange import CsvRenderer
from clubs.api.formats import StructRenderer
from clubs.web.files import TYPES, written
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from tournaments.api.finding import AsOf, found, needs_staff, state_as_of
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.overview.asked import Asked
from tournaments.prints.kinds import KINDS, Kind, table_of_rows
from tournaments.prints.wish import made_wish


class OfList(AsOf, forbid_unknown_fields=True):
    """The stage, the round and the group, as far as the list is about them, and the moment."""

    stage: Annotated[
        int, msgspec.Meta(ge=0, le=1000, description="The number of a stage; 0: the last that has begun.")
    ] = 0
    round: Annotated[int, msgspec.Meta(ge=0, le=10000, description="A round; 0: the one that is played.")] = 0
    group: Annotated[int, msgspec.Meta(ge=0, le=1000, description="A group from 1; 0: all of them.")] = 0
    places: Annotated[int, msgspec.Meta(ge=1, le=1000, description="Of the certificates: down to which place.")] = 3


class RowsRenderer(CsvRenderer):
    """Writes a CSV file that is made already; a problem as JSON."""

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Return the file."""
        return data if isinstance(data, bytes) else super().render(data, accepted_media_type, renderer_context)


class ListOfTournament(ApiView):
    """A list of a tournament."""

    renderer_classes = (StructRenderer, RowsRenderer)
    kind: Kind
    shape: type[msgspec.Struct]

    def answer(self, request: Request, slug: str) -> Response:
        """Return the rows of the list."""
        tournament, asked, player = found(slug), self.asked(OfList), self.player()
        if not self.kind.public:
            player = self.require_player()
            needs_staff(doer_of(tournament, player, states.current(tournament.pk)))
        wanted = Asked(stage=asked.stage, round=asked.round, group=asked.group, at=asked.at)
        # What is public is what everybody may know, whoever asks: it is there to be shown to all.
        state = state_as_of(tournament, asked, None if self.kind.public else player)
        wish = made_wish(tournament, state, wanted, most=asked.places)
        columns, entries = table_of_rows(self.kind, wish)
        if request.accepted_renderer.format == "csv":
            return Response(b"".join(written("csv", columns, entries)), content_type=TYPES["csv"])
        shown = {"version": wish.state.version, "rows": entries}
        return answer_if_changed(request, msgspec.convert(shown, self.shape), version=wish.state.version)


def list_view(name: str, about: str) -> type[ApiView]:
    """Return the endpoint of a list.

    Args:
        name: The document of `KINDS`.
        about: What the published schema says of it.
    """
    kind = KINDS[name]
    shape = msgspec.defstruct(
        # By the document: two of them may have rows of one shape.
        f"{name.title().replace('-', '')}List",
        [("version", int), ("rows", tuple[kind.shape, ...])],  # type: ignore[name-defined]
        namespace={"__doc__": "The rows of a list, as of a version of the tournament's log."},
        frozen=True,
        module=__name__,
    )

    def get(self: ListOfTournament, request: Request, slug: str) -> Response:
        return self.answer(request, slug)

    get.__doc__ = about
    operation = described(
        f"tournaments_list_{name.replace('-', '_')}",
        {
            (200, "application/json"): shape,
            (200, "text/csv"): OpenApiResponse({"type": "string"}, "The same as CSV."),
        },
        tag="tournaments",
        parameters=OfList,
        headers=[SEEN_BEFORE, ETAG],
    )
    members = {"kind": kind, "shape": shape, "get": operation(get)}
    return type(f"{shape.__name__}View", (ListOfTournament,), members)


LISTS: Final = {
    "pairings": list_view("pairings", "The matches of a released round by table."),
    "pairings-by-name": list_view("pairings-by-name", "The entrants of a released round in the order of their names."),
    "results": list_view("results", "The matches of a released round with their results."),
    "standings": list_view("standings", "The standings of the groups of a stage."),
    "bracket": list_view("bracket", "The matches of the brackets of a stage."),
    "schedule": list_view("schedule", "The rounds that are planned for a time, with the delays."),
    "missing": list_view("missing", "The matches that are called and have no certain result: for the staff."),
    "entries": list_view("entries", "All entrants with their check-in and their fees: for the staff."),
    "certificates": list_view("certificates", "The entrants of the first places with their squads: for the staff."),
}
"""The endpoints by the names of their documents."""
