"""Commands of tournaments."""
