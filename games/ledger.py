"""The rule ledgers as pages: read from `docs/rules`, one anchor a rule id."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

FAMILIES = {"28": ("28.md", "# 28-pagat"), "56": ("56.md", "\0")}
"""Each family's ledger, and the heading at which the part on other traditions begins."""

RULE = re.compile(r"- \*\*((?:28|56)-[A-Z0-9]+-\d+)\*\* (.*)")
INLINE = re.compile(r"(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\b(?:28|56)-[A-Z][A-Z0-9]*-\d+\b)")
SOURCE = re.compile(r"\s*\((?:\d{3}|the |as )[^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the ledger: its id, its text, and where it comes from."""

    id: str
    text: SafeString
    source: str


@dataclass(slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    rules: list[Rule] = field(default_factory=list)
    notes: list[SafeString] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """The section's anchor."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


def _inline(text: str) -> SafeString:
    def draw(part: str) -> str:
        if part.startswith("`"):
            return f"<code>{escape(part[1:-1])}</code>"
        if part.startswith("**"):
            return f"<b>{escape(part[2:-2])}</b>"
        if part.startswith("*"):
            return f"<em>{escape(part[1:-1])}</em>"
        if re.fullmatch(r"(?:28|56)-[A-Z][A-Z0-9]*-\d+", part):
            return f'<a class="rule" href="#{part}">{part}</a>'
        return str(conditional_escape(part))

    # Every piece is escaped above; the text is our own file's.
    return mark_safe("".join(draw(part) for part in INLINE.split(text) if part))  # noqa: S308


def _blocks(text: str) -> list[str]:
    """Join the lines of each paragraph and list entry; tables are left out."""
    blocks: list[str] = []
    fresh = True
    for line in text.splitlines():
        if not line.strip() or line.startswith("|"):
            fresh = True
        elif fresh or line.startswith(("#", "- ")):
            blocks.append(line.strip())
            fresh = line.startswith("#")
        else:
            blocks[-1] += " " + line.strip()
    return blocks


@lru_cache(maxsize=8)
def sections(rules_id: str) -> tuple[Section, ...]:
    """Return the ledger's sections that hold for a rule set, with their rules in reading order.

    Raises:
        KeyError: There is no ledger for it.
    """
    name, end = FAMILIES[rules_id.partition("-")[0]]
    text = (settings.BASE_DIR / "docs" / "rules" / name).read_text(encoding="utf-8").partition(f"\n{end}")[0]
    found: list[Section] = []
    for block in _blocks(text):
        if block.startswith("## "):
            found.append(Section(block[3:]))
        elif found and (rule := RULE.match(block)):
            said = rule.group(2)
            source = SOURCE.search(said)
            found[-1].rules.append(
                Rule(rule.group(1), _inline(SOURCE.sub("", said)), source.group().strip(" ()") if source else "")
            )
        elif found and not block.startswith(("#", "- ")):
            found[-1].notes.append(_inline(block))
    return tuple(section for section in found if section.rules)
