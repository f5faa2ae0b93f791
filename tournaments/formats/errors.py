"""Refusals of the formats: a stage that cannot be drawn or paired."""


class DrawError(ValueError):
    """A stage cannot be drawn; the text says why, and what would be right."""


class PairingError(ValueError):
    """The next round of a stage cannot be paired; the text says why, and what would be right."""
