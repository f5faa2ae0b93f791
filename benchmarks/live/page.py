"""A page of the table as its messages make it: its version, and what its reader may press.

A message is one or more elements with ids of their own; each takes the place of the element with that id.
"""

import re
from random import Random
from typing import NamedTuple

ELEMENTS = re.compile(r"<(\w+)\b[^>]*\shx-swap-oob\b[^>]*>")
ID = re.compile(r'\sid="?([\w-]+)')
HEAD = re.compile(r'<\w+\b[^>]*\sid="head"[^>]*>')
TABLE = re.compile(r'<\w+\b[^>]*\sid="table"[^>]*>')
VERSION = re.compile(r'\s(?:data-version|value)="?(\d+)')
MINE = re.compile(r"\sdata-mine\b")
REFUSED = re.compile(r'id="why"[^>]*>\s*([^<]*)')
BUTTON = re.compile(r"<button\b[^>]*>")
DO = re.compile(r'\sname="do"\s+value="([^"]+)"')
BID = re.compile(r'<input\b[^>]*\sname="value"\s+value="(\d+)"')
CALLS = re.compile(r'<select\b[^>]*\sname="call".*?</select>', re.S)
CALL = re.compile(r'<option\s+value="([^"]+)"')
WORD = re.compile(r'<input\b[^>]*\sname="word"\s+value="(\w+)"')
PROOF = re.compile(r'<\w+\b[^>]*\sid="proof"[^>]*>')
DATA = re.compile(r'\sdata-([\w-]+)="([^"]*)"')
VOID = frozenset({"input", "img", "br", "hr", "meta", "link", "source"})

WORDS = ("keep", "reveal", "ask", "return")
"""Buttons that are pressed where no card, bid or call can be chosen, or now and then instead."""
SOMETIMES = 0.3


class Head(NamedTuple):
    """What a message says of the table as a whole."""

    version: int
    mine: bool


def head_of(message: str) -> Head | None:
    """Return the table's version and whether it is the reader's turn, if the message says so."""
    found = HEAD.search(message) or TABLE.search(message)
    version = VERSION.search(found[0]) if found else None
    return Head(int(version[1]), MINE.search(found[0]) is not None) if found and version else None


class Page:
    """The elements of one page; a message is taken in when it is looked at, since most never are."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._parts: dict[str, str] = {}

    def take(self, message: str) -> None:
        """Take in a message."""
        if TABLE.search(message):
            self._waiting.clear()
        self._waiting.append(message)

    @property
    def html(self) -> str:
        """The table as it stands."""
        for message in self._waiting:
            for name, element in elements(message):
                self._put(name, element)
        self._waiting.clear()
        return self._parts.get("table", "")

    def _put(self, name: str, element: str) -> None:
        within = place_of(name, self._parts.get("table", "")) if name != "table" else None
        if within is None:
            self._parts[name] = element
        else:
            begin, end = within
            table = self._parts["table"]
            self._parts["table"] = table[:begin] + element + table[end:]

    def choose(self, chance: Random) -> dict[str, str] | None:
        """Return the fields of something that the reader may do now, in play; None if there is nothing.

        Mostly the quiet thing: a pass, the lowest bid, a card by lot.
        """
        html = self.html
        buttons = [done[1] for tag in BUTTON.findall(html) if (done := DO.search(tag)) and _can_be_pressed(tag)]
        words = [word for word in WORDS if word in buttons]
        if words and chance.random() < SOMETIMES:
            return {"do": words[0]}
        if "bid" in buttons and not ("pass" in buttons and chance.random() > SOMETIMES / 3):
            return {"do": "bid", "value": BID.findall(html)[0]}
        if "pass" in buttons:
            return {"do": "pass"}
        if "call" in buttons:
            return self._call(html, chance)
        cards = [done for done in buttons if done.startswith(("play:", "fold:"))]
        if cards:
            return {"do": chance.choice(cards)}
        return {"do": words[0]} if words else None

    def _call(self, html: str, chance: Random) -> dict[str, str]:
        select = CALLS.search(html)
        calls = CALL.findall(select[0]) if select else []
        may_pass = "pass" in WORD.findall(html)
        if calls and not (may_pass and chance.random() > SOMETIMES / 3):
            return {"do": "call", "word": "call", "call": calls[0]}
        return {"do": "call", "word": "pass"}

    def proof(self) -> dict[str, str]:
        """Return what the page says of the next deal: `wanted` is what the server wants of it for the shuffle."""
        found = PROOF.search(self.html)
        return dict(DATA.findall(found[0])) if found else {}


def elements(message: str) -> list[tuple[str, str]]:
    """Return the elements of a message by their ids, in its order."""
    begins = list(ELEMENTS.finditer(message))
    ends = [found.start() for found in begins[1:]] + [len(message)]
    names = [ID.search(found[0]) for found in begins]
    return [
        (name[1], message[found.start() : end]) for found, end, name in zip(begins, ends, names, strict=True) if name
    ]


def place_of(name: str, html: str) -> tuple[int, int] | None:
    """Return where the element with an id begins and ends."""
    found = re.search(rf'<(\w+)\b[^>]*\sid="?{re.escape(name)}"?[\s>][^>]*', html)
    if found is None:
        return None
    tag = found[1]
    if tag in VOID:
        return found.start(), html.index(">", found.start()) + 1
    depth = 0
    for each in re.finditer(rf"<(/?){tag}\b[^>]*>", html[found.start() :]):
        depth += -1 if each[1] else 1
        if depth == 0:
            return found.start(), found.start() + each.end()
    return None


def _can_be_pressed(tag: str) -> bool:
    return "aria-disabled" not in tag and "data-rest" not in tag and " disabled" not in tag
