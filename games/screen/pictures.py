"""Pictures of a live table: the parts that each viewer is to see, and those that have changed since the last one."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils import translation
from django.views.decorators.debug import sensitive_variables

from clubs.models import Player
from games.errors import TableError
from games.screen.fragments import invitation_link, now, render_chat
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.screen.parts.build import Frame, frame_of, parts_of
from games.screen.parts.values import Part
from games.screen.rendering import render_changed, render_whole
from games.tables.selectors.access import may_see, table_version, watched_row
from games.tables.selectors.scene import Scene
from games.tables.selectors.states import load_state


class Glance(NamedTuple):
    """All that a picture of a table depends on, beside the table.

    Attributes:
        player: The viewer; None for a visitor.
        language: The language of its page.
        invitation: The invitation code that it brought.
        address: The address of this site, for the invitation link.
        refusal: The reason why its last command was refused, if it was.
    """

    player: Player | None
    language: str
    invitation: str = ""
    address: str = ""
    refusal: Refusal | None = None


class Picture(NamedTuple):
    """A table as one viewer sees it, or all who see the same."""

    version: int
    language: str
    frame: Frame
    parts: Mapping[str, Part]

    def frame_after(self, shown: "Picture | None") -> str:
        """Return the HTML that makes a page that shows one picture show this one: the changed parts, or the whole."""
        with translation.override(self.language):
            if shown is None or shown.frame != self.frame or shown.language != self.language:
                return render_whole(self.frame, self.parts, self.language)
            return render_changed(self.parts, shown.parts, self.language)


def paint(table_id: UUID, glances: Iterable[Glance], reached: int = 0) -> dict[Glance, Picture | None]:
    """Return the picture of a table for each glance; None for those who may not see it.

    All who see what every visitor sees get the same picture.

    Args:
        table_id: The table's id.
        glances: The viewers.
        reached: A version that the table is known to have reached; 0 to ask the database for it.
    """
    glances = list(glances)
    try:
        state = load_state(table_id, reached or table_version(table_id))
    except TableError:
        return dict.fromkeys(glances)
    # A seated player may see the table whatever its row says.
    seated = {glance for glance in glances if glance.player and state.seat_of(glance.player.pk) is not None}
    row = watched_row(table_id, fresh=len(seated) < len(glances))
    scene = Scene(row, state)
    pictures: dict[Glance, Picture | None] = {}
    for language in {glance.language for glance in glances}:
        with translation.override(language):
            public = None
            for glance in glances:
                if glance.language != language:
                    continue
                if glance not in seated and not may_see(row, glance.player, glance.invitation):
                    pictures[glance] = None
                elif glance.refusal is None and scene.looks_public_to(glance.player, glance.invitation):
                    public = public or _picture(scene, Glance(None, language))
                    pictures[glance] = public
                else:
                    pictures[glance] = _picture(scene, glance)
    return pictures


def _picture(scene: Scene, glance: Glance) -> Picture:
    """Return the picture for a glance whose language is the active one."""
    view = scene.view(glance.player, invitation=glance.invitation)
    board = board_of(view, glance.refusal)
    link = invitation_link(view, glance.address)
    return Picture(view.version, glance.language, frame_of(board), parts_of(board, now(), invitation=link))


@sensitive_variables()
def chat_for(table_id: UUID, glance: Glance, refusal: Refusal | None = None, text: str = "") -> str:
    """Return the chat's fragment for a viewer; empty for those who may not read it.

    Args:
        table_id: The table's id.
        glance: The viewer.
        refusal: The reason why the viewer's message was refused, if it was.
        text: The text of that message, so that it can be corrected.
    """
    try:
        with translation.override(glance.language):
            return render_chat(
                table_id=table_id, player=glance.player, invitation=glance.invitation, refusal=refusal, text=text
            )
    except TableError:
        return ""
