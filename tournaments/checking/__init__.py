"""Checks of what is written: pairings, schedules and brackets, by an own reading of the rules. Pure.

Nothing here uses the code that pairs, draws or ranks.
"""
