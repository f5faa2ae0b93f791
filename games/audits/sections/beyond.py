"""The section of what no audit of a log can know, said in every report."""

from games.audits.material import Material
from games.audits.report import Finding, Section

NAME = "unknown"
_AT_TABLES = ("connections", "who-held-the-phone", "words-beside", "intention")
_ON_SHEETS = ("table-not-seen", "times-of-play", "words-at-table", "intention")


def beyond(material: Material) -> Section:
    """Say what cannot be known."""
    codes = _AT_TABLES if material.is_table else _ON_SHEETS
    return Section(NAME, True, (), tuple(Finding(code, "unknown") for code in codes))
