"""Templates without the indentation of their source."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n[ \t]+")


class UnindentedLoader(filesystem.Loader):
    """Reads a page's template and drops what stands before the first word of each line.

    A browser shows a line break as it shows a line break with blanks, so the pages look the same. Without this the
    frames that a live table sends after every card would be half as large again. Lines keep their numbers.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the template's source."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("\n", source) if str(origin.name).endswith(".html") else source
