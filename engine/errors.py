"""The exceptions of the engine, by cause.

::

    Exception
     +-- ValueError
          +-- RulesError      no such rule set, or an option it does not have
          +-- RecordError     not a hand record; `at` points to the faulty value
          +-- IllegalAction   the rules forbid this action now; carries `code` and `rule`
          +-- SheetError      a score sheet does not take this entry or ruling; carries `code` and `field`

A plain `ValueError` or `TypeError` is the programmer's mistake: a pack that is not the deck, an event of
another game.
"""

from engine.phrases import Member, in_english


class RulesError(ValueError):
    """There is no such rule set, or it has no such option or value.

    Attributes:
        option: The name of the faulty option, or None if the rule set itself is unknown.
        text: The message, with named placeholders (`engine.phrases`).
        members: The values of the placeholders.
        message: The text with its places filled, in English.
    """

    def __init__(self, text: str, option: str | None = None, **members: Member) -> None:
        self.text = text
        self.members = members
        self.message = in_english(text, members)
        super().__init__(self.message)
        self.option = option


class RecordError(ValueError):
    """The value is not a hand record.

    Attributes:
        at: A JSON pointer (RFC 6901) to the faulty value, or to where a missing one belongs.
    """

    def __init__(self, message: str, at: str) -> None:
        super().__init__(message)
        self.at = at


class IllegalAction(ValueError):  # noqa: N818 - what the rules forbid is no error of the program
    """The rules do not allow this action at this moment.

    Attributes:
        code: One of the violation codes of the record format, such as `must-follow-suit`.
        rule: The id of the rule it breaks, such as `28-PLAY-4`.
        text: One short sentence to the player who tried, naming no card that player may not know; with named places
            (`engine.phrases`).
        members: The values of the placeholders.
        message: The sentence with its places filled, in English.
    """

    def __init__(self, code: str, rule: str, text: str, **members: Member) -> None:
        self.message = in_english(text, members)
        super().__init__(code, rule, self.message)
        self.code = code
        self.rule = rule
        self.text = text
        self.members = members

    def __str__(self) -> str:
        """Return the sentence with its rule, as a player sees it."""
        return f"{self.message} ({self.rule})"


class SheetError(ValueError):
    """A score sheet does not take this entry or ruling.

    Attributes:
        code: A stable word for programs.
        text: The same in one short sentence, with named places (`engine.phrases`).
        field: The member of the entry or ruling that is wrong.
        members: The values of the placeholders.
        message: The sentence with its places filled, in English.
    """

    def __init__(self, code: str, text: str, field: str, **members: Member) -> None:
        self.message = in_english(text, members)
        super().__init__(self.message)
        self.code = code
        self.text = text
        self.field = field
        self.members = members
