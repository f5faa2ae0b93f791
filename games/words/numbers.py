"""Numbers as they are written on a page."""


def signed(value: float) -> str:
    """Return a number of points or units with its sign; the minus is as long as the plus.

    >>> signed(4), signed(0), len(signed(-12))
    ('+4', '0', 3)
    """
    return f"+{value:.0f}" if value > 0 else f"{value:.0f}".replace("-", "\N{MINUS SIGN}")


def figure(number: int) -> str:
    """Return a number of points, with a minus sign if it is negative."""
    return str(number).replace("-", "\N{MINUS SIGN}")
