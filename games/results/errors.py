"""Errors in recording results and lifting kunukku.

TableError            as at a table
 +-- UnknownResult    there is no such result
 +-- BadTerms         it cannot be the result of a game of this rule set; `field` names the wrong part
 +-- NotWorn          the player wears no kunukku that could be lifted
 +-- OtherWorn        the player's oldest kunukku is another than the officer sees
"""

from django.utils.translation import gettext as _

from games.errors import TableError


class UnknownResult(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such result."""

    kind = "not-found"

    def __init__(self) -> None:
        super().__init__("unknown-result", _("There is no such result."))


class NotWorn(TableError):  # noqa: N818  # a refusal, not a fault
    """The player wears no kunukku that could be lifted."""

    def __init__(self, name: str) -> None:
        super().__init__("not-worn", _("{name} wears no kunukku in this club.").format(name=name), "player")


class OtherWorn(TableError):  # noqa: N818  # a refusal, not a fault
    """The player's oldest kunukku is not the one on the officer's page: one has come off meanwhile."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "other-worn",
            _("One that {name} wore has just come off. Look at the board again in a moment.").format(name=name),
        )
