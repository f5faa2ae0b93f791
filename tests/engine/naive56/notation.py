"""The calls of 56 as they are written, and what each comes to."""

import re
from functools import cache

FORMS = {
    "number suit": r"(?P<number>[0-9]{2})(?P<suit>[SHDC])",
    "number NOS": r"(?P<number>[0-9]{2})NS",
    "number no-trump": r"(?P<number>[0-9]{2})NT",
    "number pass": r"(?P<number>[0-9]{2})P",
    "reverse": r"(?P<suit>[SHDC])(?P<number>[0-9]{2})",
    "plus suit": r"\+(?P<step>[0-9]?)(?P<suit>[SHDC])",
    "reverse plus": r"(?P<suit>[SHDC])\+(?P<step>[0-9]?)",
    "plus NOS": r"\+(?P<step>[0-9])NS",
    "nowhere": r"\+NS|\+[0-9]?NT|N[ST]\+[0-9]?|N[ST][0-9]{2}",
}
ADMITTED = {
    "international": [form for form in FORMS if form != "nowhere"],
    "kerala": ["number suit", "number NOS"],
    "standard": ["number suit", "number NOS", "number no-trump"],
}
RULE_SETS = [f"56-{tradition}-{n}" for tradition in ADMITTED for n in (4, 6, 8)]


@cache
def read(text: str) -> tuple[str, int | None, int | None, str] | None:
    """Return form, number, step and denomination of a call; None for a text that is no call at all."""
    for form, pattern in FORMS.items():
        found = re.fullmatch(pattern, text)
        if found:
            parts = found.groupdict()
            number = parts.get("number")
            step = parts.get("step", "none")
            return (
                form,
                None if number is None else int(number),
                None if step == "none" else int(step or "1"),
                parts.get("suit", "NT"),
            )
    return None


def comes_to(text: str, tradition: str, last: int | None) -> tuple[int, str] | None:
    """Return number and denomination of a readable call after a last bid; None where it is not admitted."""
    heard = read(text)
    assert heard is not None
    form, number, step, denomination = heard
    if form not in ADMITTED[tradition]:
        return None
    if number is not None:
        return number, denomination
    assert step is not None
    if not 1 <= step <= 7:
        return None
    return (27 if last is None else last) + step, denomination


@cache
def calls_above(tradition: str, last: int | None) -> list[tuple[str, str]]:
    """Return every text that bids 28 to 56 and more than a last bid, and the denomination it names."""
    numbers = [str(number) for number in range(28, 57)]
    steps = ["", "1", "2", "3", "4", "5", "6", "7"]
    texts = [number + rest for number in numbers for rest in ("S", "H", "D", "C", "NS", "NT", "P")]
    texts += [suit + number for number in numbers for suit in "SHDC"]
    texts += [f"+{step}{suit}" for step in steps for suit in "SHDC"]
    texts += [f"{suit}+{step}" for step in steps for suit in "SHDC"]
    texts += [f"+{step}NS" for step in steps]
    above = []
    for text in texts:
        meaning = comes_to(text, tradition, last)
        if meaning is not None and (28 if last is None else last + 1) <= meaning[0] <= 56:
            above.append((text, meaning[1]))
    return above
