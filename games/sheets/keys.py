"""The names under which a browser keeps what belongs to an author: they say nothing about the author.

A browser that is handed on can tell by them what is left of somebody else, and remove it.
"""

from typing import Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubs.web.pages import viewer_of
from games.sheets import passes
from games.sheets.authors import Author

HEADER: Final = "Sheet-Key"
"""The header of a page that may be kept for use without a connection: the name under which it is."""
_SALT: Final = "games.sheets.keys"


def key_of(author: Author) -> str:
    """Return the name under which a browser keeps what belongs to an author."""
    return _key(author.id)


def keys_of(request: HttpRequest) -> tuple[str, ...]:
    """Return the names of all authors that the browser may report as: by its account, and by each pass it holds."""
    player = viewer_of(request)
    own = () if player is None else (_key(str(player.pk)),)
    return (*own, *(_key(f"pass:{pass_id}") for pass_id in passes.kept_ids(request.session)))


def _key(author_id: str) -> str:
    return salted_hmac(_SALT, author_id).hexdigest()[:32]
