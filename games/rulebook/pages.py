"""A rule set's page: the parts of the ledger that apply to it, in reading order, with every rule as a link target."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

import engine
from games.rulebook.ledger import RULE_ID, Ledger, LedgerRow, Rule, Section, Table, ledger
from games.words.citations import family_of, rule_address

_INLINE = re.compile(rf"(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\b{RULE_ID}\b)")
_PART = re.compile(r"\d\d[a-z0-9-]*: ")
_WHENCE = re.compile(r" \(\d{3} [^)]*\)$")

Link = Callable[[str], str]
"""Returns the address of a rule or a rule set, or an empty text."""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row of a table; `id` is its anchor, or empty."""

    id: str
    cells: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table."""

    head: tuple[SafeString, ...]
    rows: tuple[RowShown, ...]


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule. `holds` is false for one that this rule set drops, or replaces by the rule `instead`."""

    id: str
    text: SafeString
    source: str
    table: TableShown | None
    holds: bool
    instead: SafeString


@dataclass(slots=True)
class Group:
    """A heading of the page with its rules, tables and paragraphs in reading order."""

    title: str
    anchor: str
    under: str
    blocks: list[RuleShown | TableShown | SafeString] = field(default_factory=list)

    @property
    def parts(self) -> Iterator[tuple[str, RuleShown | TableShown | SafeString]]:
        """The blocks, each with the word for its kind: `rule`, `table` or `text`."""
        kinds = {RuleShown: "rule", TableShown: "table"}
        for block in self.blocks:
            yield kinds.get(type(block), "text"), block


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The content of one rule set's page of rules.

    Attributes:
        groups: The rules under their headings.
        differs: The ledger's text on the differences between this tradition and the main game.
        without: The headings of the main game that this game lacks.
        sources: The sources by number.
    """

    groups: tuple[Group, ...]
    differs: tuple[SafeString, ...]
    without: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]


def tradition_of(rules_id: str) -> str:
    """Return the tradition of a rule set.

    >>> tradition_of("28-central-kerala-6")
    '28-central-kerala'
    """
    return rules_id.rpartition("-")[0]


def holding(rules: engine.RuleSet) -> list[str]:
    """Return the ids of the rules on a rule set's page, in reading order, including replaced ones."""
    known = [rule for section in ledger(family_of(rules.id)).sections for rule in section.rules]
    found: list[str] = []
    for entry in rules.ledger:
        found += [rule for rule in known if rule == entry or (entry.endswith("-") and rule.startswith(entry))]
    return list(dict.fromkeys(found))


@lru_cache(maxsize=512)
def home_of(rule: str) -> str:
    """Return the address of a rule on the first page that has it, or an empty text."""
    for rules_id in engine.rule_set_ids():
        if family_of(rules_id) == family_of(rule) and rule in holding(engine.load_rules(rules_id)):
            return rule_address(rules_id, rule)
    return ""


def inline(text: str, link: Link) -> SafeString:
    """Return a text of the ledger as markup; rule ids and the ids of rule sets become links if `link` knows them."""

    def draw(part: str) -> str:
        if part.startswith("`"):
            code = format_html("<code>{}</code>", part[1:-1])
            return format_html('<a href="{}">{}</a>', address, code) if (address := link(part[1:-1])) else code
        if part.startswith("**"):
            return f"<b>{escape(part[2:-2])}</b>"
        if part.startswith("*"):
            return f"<em>{escape(part[1:-1])}</em>"
        if re.fullmatch(RULE_ID, part):
            address = link(part)
            if address:
                return format_html('<a class="rule" href="{}">{}</a>', address, part)
            return format_html('<span class="rule">{}</span>', part)
        return escape(part)

    # Every piece is escaped above; the text is from our own file.
    return mark_safe("".join(draw(part) for part in _INLINE.split(text) if part))  # noqa: S308


def shown_table(table: Table, link: Link, others: Iterable[str] = (), own: str = "") -> TableShown:
    """Return a table as markup, without the columns and rows of other traditions.

    Args:
        table: The table.
        link: The addresses.
        others: The words of the family's other traditions, such as `standard`; columns headed by one are left out.
        own: The rule set's id; rows that begin with another's are left out. Empty leaves all.
    """
    columns = [
        number for number, head in enumerate(table.head) if not any(_stands_for(head, other) for other in others)
    ]
    rows = [
        RowShown(
            row.id, tuple(inline(_cell_text(table, row, number), link) for number in columns if number < len(row.cells))
        )
        for row in table.rows
        if not own or row.cells[0].strip("`") not in set(engine.rule_set_ids()) - {own}
    ]
    return TableShown(tuple(inline(table.head[number], link) for number in columns), tuple(rows))


def _cell_text(table: Table, row: LedgerRow, column: int) -> str:
    """Return the text of a cell, following references: `same` to the previous cell, `as Kerala` to that column.

    >>> rows = (LedgerRow("", ("opening", "three jacks", "as Kerala")),)
    >>> table = Table(("when", "Kerala", "Standard"), rows)
    >>> _cell_text(table, table.rows[0], 2)
    'three jacks'
    """
    cell = row.cells[column]
    if cell == "same":
        return _cell_text(table, row, column - 1)
    other = cell.removeprefix("as ")
    return _cell_text(table, row, table.head.index(other)) if other != cell and other in table.head else cell


def _stands_for(head: str, word: str) -> bool:
    """Tell whether the head of a column is a word or its abbreviation.

    >>> _stands_for("Std.", "standard"), _stands_for("Kerala", "kerala"), _stands_for("stage", "standard")
    (True, True, False)
    """
    if not head.endswith("."):
        return head.lower() == word
    letters = iter(word)
    return word.startswith(head[:1].lower()) and all(letter in letters for letter in head[:-1].lower())


def title_of(section: Section) -> str:
    """Return a heading without the name of the rule sets before it and the source after it.

    >>> title_of(Section("28-book: the race to fifteen", "", "", ()))
    'The race to fifteen'
    """
    title = _WHENCE.sub("", _PART.sub("", section.title))
    return title[:1].upper() + title[1:]


class _Writer:
    """Builds one rule set's page."""

    def __init__(self, rules: engine.RuleSet) -> None:
        self.rules = rules
        self.ledger: Ledger = ledger(family_of(rules.id))
        self.on_page = holding(rules)
        self.replaced = dict(rules.replaced)
        self.groups: list[Group] = []
        self.last: Section | None = None
        self.sections = {rule: section for section in self.ledger.sections for rule in section.rules}
        own = set(_words(rules.id))
        family = [_words(other) for other in engine.rule_set_ids() if family_of(other) == family_of(rules.id)]
        self.others = {word for words in family for word in words} - own

    def link(self, target: str) -> str:
        if target in self.on_page:
            return f"#{target}"
        return home_of(target) if re.fullmatch(RULE_ID, target) else ""

    def write(self) -> None:
        entries = self.rules.ledger
        for number, entry in enumerate(entries):
            if entry.endswith("-"):
                for section in self.ledger.sections:
                    if any(rule.startswith(entry) for rule in section.rules):
                        self.section(section, entry)
            elif (found := self.sections.get(entry)) is not None:
                self.single(entry, found, entries[:number], entries[number:])

    def section(self, section: Section, prefix: str) -> None:
        """Write a section that applies as a whole, with the sub-sections that concern this tradition."""
        if section is not self.last:
            self.open(section)
        self.blocks(section, lambda rule: rule.startswith(prefix), texts=section is not self.last)
        for below in self.ledger.sections:
            if below.under == section.title and below.title.split()[0].lower() not in self.others:
                self.open(below, under=section.title)
                self.blocks(below, lambda rule: rule.startswith(prefix))
        self.last = section

    def single(self, rule: str, section: Section, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        """Write one rule: under the current heading if it replaces a rule there, else under its own."""
        if section is not self.last and not self._belongs_here(rule, section, before, after):
            self.open(section)
            self.last = section
            self.blocks(section, rule.__eq__)
        else:
            self.blocks(section, rule.__eq__, texts=False)

    def _belongs_here(self, rule: str, section: Section, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
        """Tell whether a rule of another section comes between those of the current one and the next."""
        if self.last is None:
            return False
        if any(new == rule and self.sections.get(old) is self.last for old, new in self.replaced.items()):
            return True
        start = max(number for number, entry in enumerate(before) if entry.endswith("-"))
        rest = [entry for entry in after if entry.endswith("-")]
        stop = after.index(rest[0]) if rest else len(after)
        run = (*before[start + 1 :], *after[:stop])
        return bool(rest) and all(self.sections.get(entry) is section for entry in run) and stop < len(after)

    def open(self, section: Section, under: str = "") -> None:
        title = title_of(section)
        anchor = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        taken = sum(group.anchor == anchor or group.anchor.startswith(f"{anchor}--") for group in self.groups)
        self.groups.append(Group(title, f"{anchor}--{taken + 1}" if taken else anchor, under))

    def blocks(self, section: Section, wanted: Callable[[str], bool], texts: bool = True) -> None:
        """Write the selected rules of a section, with its tables and paragraphs."""
        put = self.groups[-1].blocks.append
        for block in section.blocks:
            if isinstance(block, Rule):
                if wanted(block.id):
                    put(self.rule(block))
            elif isinstance(block, Table):
                named = [row for row in block.rows if row.id]
                if any(wanted(row.id) for row in named) or (texts and not named):
                    put(shown_table(block, self.link, self.others, self.rules.id))
            elif texts:
                put(inline(block, self.link))

    def rule(self, rule: Rule) -> RuleShown:
        table = shown_table(rule.table, self.link, self.others, self.rules.id) if rule.table else None
        instead = self.replaced.get(rule.id, "")
        return RuleShown(
            rule.id, inline(rule.text, self.link), rule.source, table,
            rule.id not in self.replaced, inline(instead, self.link),
        )  # fmt: skip

    def differs(self) -> tuple[SafeString, ...]:
        """Return the introductions of the parts on this tradition, unless a heading of the page has them."""
        said = []
        shown = {str(block) for group in self.groups for block in group.blocks if isinstance(block, str)}
        for section in self.ledger.sections:
            if section.title == section.part and any(rule in self.on_page for rule in section.rules):
                notes = [inline(block, self.link) for block in section.blocks if isinstance(block, str)]
                said += [note for note in notes if str(note) not in shown]
        return tuple(said)

    def without(self) -> tuple[str, ...]:
        """Return the headings of the family's main game without a rule on the page."""
        main = next((section.part for section in self.ledger.sections if section.rules), "")
        return tuple(
            section.title
            for section in self.ledger.sections
            if section.part == main and section.rules and not set(section.rules) & set(self.on_page)
        )


def _words(rules_id: str) -> list[str]:
    return rules_id.split("-")[1:-1]


@lru_cache(maxsize=64)
def page_of(rules_id: str) -> RulesPage:
    """Return the content of a rule set's page of rules.

    Raises:
        RulesError: There is no such rule set.
    """
    writer = _Writer(engine.load_rules(rules_id))
    writer.write()
    return RulesPage(tuple(writer.groups), writer.differs(), writer.without(), writer.ledger.sources)
