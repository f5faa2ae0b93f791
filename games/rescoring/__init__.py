"""Finished games read from their streams and scored again, with the adjustments that stand. Pure."""
