"""Names of tables, matches and the people on a score sheet, which may be left out."""

from clubs.errors import ClubError
from clubs.names import clean_name
from games.errors import BadTerms


def name_or_none(name: str, *, longest: int, field: str = "name") -> str:
    """Return a name in one spelling; an empty text for one of blanks.

    Args:
        name: The text that a person entered.
        longest: The greatest number of characters.
        field: The field of the form or body that it stands in.

    Raises:
        BadTerms: It cannot be read, or is too long.
    """
    try:
        return clean_name(name, longest=longest, field=field) if name.strip() else ""
    except ClubError as fault:
        raise BadTerms(fault.code, fault.message, fault.field) from None
