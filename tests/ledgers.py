"""The ids of the rule ledgers in docs/rules."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DOCS = ROOT / "docs"

RULE = r"(?:28|56)-[A-Z][A-Z0-9]*-\d+"


def ledger_ids(mark: str) -> set[str]:
    """The rule ids of all ledgers that begin a line with this mark."""
    text = "\n".join(path.read_text() for path in sorted((DOCS / "rules").glob("*.md")))
    return set(re.findall(rf"^{mark}({RULE})\b", text, re.MULTILINE))
