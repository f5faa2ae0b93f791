"""Pages as tests read them: the line breaks of a template say nothing."""

import re


def one_line(html: str) -> str:
    """Return a page with each run of whitespace as one space."""
    return " ".join(html.split())


def tight(html: str) -> str:
    """Return a page without the whitespace that stands beside tags and between attributes, for patterns over tags."""
    return re.sub(r"\s+(?=[<>])|(?<=>)\s+", "", one_line(html))
