"""Pictures of a live table: what each of its viewers is to see, and what has changed since the last one."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.utils import translation
from django.views.decorators.debug import sensitive_variables

from clubs.models import Player
from games.errors import TableError
from games.screen.fragments import render_chat, render_table
from games.screen.inputs import Refusal


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
    version: int
    whole: str

    def frame_after(self, shown: "Picture | None") -> str:
        return self.whole


def paint(table_id: UUID, glances: Iterable[Glance], reached: int) -> dict[Glance, Picture | None]:
    """Return the picture of a table for each glance; None for those who may not see it.

    Args:
        table_id: The table's id.
        glances: The viewers.
        reached: A version that the table is known to have reached; 0 where none is known.
    """
    pictures = {}
    for glance in glances:
        try:
            with translation.override(glance.language):
                pictures[glance] = Picture(
                    *render_table(
                        table_id=table_id,
                        player=glance.player,
                        invitation=glance.invitation,
                        address=glance.address,
                        refusal=glance.refusal,
                        reached=reached or None,
                    )
                )
        except TableError:
            pictures[glance] = None
    return pictures


@sensitive_variables()
def chat_for(table_id: UUID, glance: Glance, refusal: Refusal | None = None, text: str = "") -> str:
    """Return the chat's fragment for a viewer; empty for those who may not read it."""
    try:
        with translation.override(glance.language):
            return render_chat(
                table_id=table_id, player=glance.player, invitation=glance.invitation, refusal=refusal, text=text
            )
    except TableError:
        return ""
